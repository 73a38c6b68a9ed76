// report/equations.c: worksheet and equations of motion for people (text, LaTeX) and programs
// (JSON).

#include "algebra/algebra.h"
#include "expr/print.h"
#include "report/json.h"
#include "report/report.h"
#include <string.h>

#define LINE_WIDTH 100  // a matrix that needs more is shown entry by entry

typedef struct {
  Equations *eq;
  Text *out;
  bool latex;
} Page;

static const char *formula(const Page *page, Expr e) {
  Text text = text_make(page->eq->arena);
  const Expr shown = algebra_readable(page->eq->pool, e);
  if (!expr_print(page->eq->pool, shown, page->latex ? FORMAT_LATEX : FORMAT_TEXT, NULL, &text))
    return text_format(page->eq->arena,
                       page->latex ? "\\text{(%u operations)}" : "(an expression of %u operations)",
                       (unsigned) expr_weight(page->eq->pool, e));
  return text_get(&text);
}

static const char *symbol(const Page *page, Expr e) {
  Text text = text_make(page->eq->arena);
  expr_print(page->eq->pool, e, page->latex ? FORMAT_LATEX : FORMAT_TEXT, NULL, &text);
  return text_get(&text);
}

static void add_formula(const Page *page, const char *name, const char *value) {
  text_addf(page->out, page->latex ? "\\[ %s = %s \\]\n" : "    %s = %s\n", name, value);
}

// --- matrices ------------------------------------------------------------------------------------

static void add_latex_matrix(const Page *page, const char *name, const Matrix *m) {
  text_addf(page->out, "\\[ %s = \\begin{pmatrix}\n", name);
  for (size_t i = 0; i < m->rows; i++) {
    for (size_t j = 0; j < m->columns; j++)
      text_addf(page->out, "%s%s", j ? " & " : "  ", formula(page, *matrix_entry(m, i, j)));
    text_add(page->out, i + 1 < m->rows ? " \\\\\n" : "\n");
  }
  text_add(page->out, "\\end{pmatrix} \\]\n");
}

// Rows in brackets, columns aligned.
static void add_grid(const Page *page, const char *name, const Matrix *m, const char **entries,
                     const int *width) {
  for (size_t i = 0; i < m->rows; i++) {
    if (i == 0)
      text_addf(page->out, "    %s = [", name);
    else
      text_addf(page->out, "    %*s   [", (int) strlen(name), "");
    for (size_t j = 0; j < m->columns; j++) {
      const bool last = j + 1 == m->columns;
      text_addf(page->out, " %-*s%s", width[j], entries[i * m->columns + j], last ? " ]\n" : ",");
    }
  }
}

static void add_entries(const Page *page, const char *name, const Matrix *m, const char **entries) {
  for (size_t i = 0; i < m->rows; i++)
    for (size_t j = 0; j < m->columns; j++) {
      if (m->columns == 1)
        text_addf(page->out, "    %s[%zu] = ", name, i + 1);
      else
        text_addf(page->out, "    %s[%zu,%zu] = ", name, i + 1, j + 1);
      text_addf(page->out, "%s\n", entries[i * m->columns + j]);
    }
}

static void add_matrix(const Page *page, const char *name, const Matrix *m) {
  if (m->rows == 1 && m->columns == 1) {
    add_formula(page, name, formula(page, m->at[0]));
    return;
  }
  if (page->latex) {
    add_latex_matrix(page, name, m);
    return;
  }
  const char **entries = ARENA_ARRAY(page->eq->arena, const char *, m->rows * m->columns);
  int *width = ARENA_ARRAY(page->eq->arena, int, m->columns);
  int total = 8 + (int) strlen(name);
  for (size_t j = 0; j < m->columns; j++) {
    for (size_t i = 0; i < m->rows; i++) {
      entries[i * m->columns + j] = formula(page, *matrix_entry(m, i, j));
      const int length = (int) strlen(entries[i * m->columns + j]);
      if (length > width[j]) width[j] = length;
    }
    total += width[j] + 2;
  }
  if (total <= LINE_WIDTH)
    add_grid(page, name, m, entries, width);
  else
    add_entries(page, name, m, entries);
}

// --- the worksheet -------------------------------------------------------------------------------

static void add_step(const Page *page, const WorkStep *step, size_t number) {
  if (page->latex)
    text_addf(page->out, "\n\\paragraph{%zu. %s} \\( %s \\) \\hfill \\textit{%s}\n", number,
              step->title, step->formula_latex, step->source);
  else
    text_addf(page->out, "\n%zu. %s: %s   [%s]\n", number, step->title, step->formula_text,
              step->source);
  for (size_t i = 0; i < step->lines.n; i++) {
    const WorkLine *line = &step->lines.at[i];
    const char *name = page->latex ? line->latex : line->text;
    if (line->kind == LINE_MATRIX)
      add_matrix(page, name, &line->matrix);
    else
      add_formula(page, name, formula(page, line->value));
  }
}

// --- the equations -------------------------------------------------------------------------------

static const char *as_it_stands(const Page *page, Expr e) {
  Text text = text_make(page->eq->arena);
  if (!expr_print(page->eq->pool, e, page->latex ? FORMAT_LATEX : FORMAT_TEXT, NULL, &text))
    return formula(page, e);
  return text_get(&text);
}

// coefficient * x, with the x last also where the coefficient moves
static const char *multiple(const Page *page, Expr coefficient, Expr x) {
  ExprPool *pool = page->eq->pool;
  if (expr_is_constant(pool, coefficient))
    return as_it_stands(page, expr_mul(pool, coefficient, x));
  const bool sum = expr_kind(pool, coefficient) == EXPR_SUM && expr_count(pool, coefficient) > 1;
  const char *format = page->latex ? (sum ? "\\left(%s\\right) %s" : "%s \\, %s")
                       : sum       ? "(%s)*%s"
                                   : "%s*%s";
  return text_format(page->eq->arena, format, as_it_stands(page, coefficient), symbol(page, x));
}

// sum_j row_j x_j in the order of the unknowns, as the person would write it
static const char *combination(const Page *page, const Expr *row, const Expr *x, size_t n) {
  Text text = text_make(page->eq->arena);
  for (size_t j = 0; j < n; j++) {
    const Expr coefficient = algebra_readable(page->eq->pool, row[j]);
    if (expr_same(coefficient, EXPR_ZERO)) continue;
    const char *term = multiple(page, coefficient, x[j]);
    if (text.n > 0) text_add(&text, *term == '-' ? " - " : " + ");
    text_add(&text, text.n > 0 && *term == '-' ? term + 1 : term);
  }
  return text.n > 0 ? text_get(&text) : "0";
}

void report_title(Equations *eq, bool latex, Text *out) {
  const Page page = {eq, out, latex};
  const char *title =
    eq->model->title && *eq->model->title ? eq->model->title : "Equations of motion";
  if (latex) {
    text_add(out, "\\section*{");
    plain_print(str(title), FORMAT_LATEX, out);
    text_addf(out, "}\n%s in ", eq->method->title);
  } else {
    text_addf(out, "%s\n%s in ", title, eq->method->title);
  }
  for (size_t i = 0; i < eq->n; i++)
    text_addf(out, latex ? "%s\\(%s\\)" : "%s%s", i ? ", " : "", symbol(&page, eq->q[i]));
  text_add(out, latex ? ".\n" : "\n");
}

static void begin_equations(const Page *page, const char *title) {
  if (page->latex)
    text_add(page->out, "\n\\begin{align*}\n");
  else
    text_addf(page->out, "\n%s\n", title);
}

static void end_equations(const Page *page) {
  if (page->latex) text_add(page->out, "\\end{align*}\n");
}

static void add_equation(const Page *page, const char *left, const char *right, bool last) {
  if (page->latex)
    text_addf(page->out, "  %s &= %s%s\n", left, right, last ? "" : " \\\\");
  else
    text_addf(page->out, "    %s = %s\n", left, right);
}

// q' = psi, for the velocities that are not free speeds themselves
static void add_kinematics(const Page *page) {
  const Equations *eq = page->eq;
  begin_equations(page, "Velocities");
  for (size_t i = 0; i < eq->n; i++)
    if (!expr_same(eq->psi[i], eq->qd[i]))
      add_equation(page, symbol(page, eq->qd[i]), formula(page, eq->psi[i]), false);
  end_equations(page);
}

// The force or rate in equation i with its reactions: F_i + sum_a lambda_a B_ai, or rate_i + sum_a
// lambda_a reach_ia
static const char *with_reactions(const Page *page, size_t i) {
  const Equations *eq = page->eq;
  ExprPool *pool = eq->pool;
  Expr sum = algebra_readable(pool, eq->rate ? eq->rate[i] : eq->F[i]);
  for (size_t a = 0; a < eq->rows; a++) {
    const Expr entry = *(eq->rate  ? matrix_entry(&eq->reach, i, a)
                         : eq->psi ? matrix_entry(&eq->row_A, a, i)
                                   : matrix_entry(&eq->constraints.B, a, i));
    sum = expr_add(pool, sum,
                   expr_mul(pool, eq->constraints.row[a].lambda, algebra_readable(pool, entry)));
  }
  return as_it_stands(page, sum);
}

static void add_motion(const Page *page) {
  const Equations *eq = page->eq;
  if (eq->psi != NULL) add_kinematics(page);
  begin_equations(page, "Equations of motion");
  for (size_t i = 0; i < eq->m; i++) {
    const char *left = eq->rate ? symbol(page, eq->unknown[i])
                                : combination(page, matrix_entry(&eq->M, i, 0), eq->unknown, eq->m);
    add_equation(page, left, with_reactions(page, i), i + 1 == eq->m);
  }
  end_equations(page);
  if (eq->rows > 0) {
    begin_equations(page, "Constraints, differentiated");
    for (size_t a = 0; a < eq->rows; a++) {
      const char *left = combination(page, matrix_entry(&eq->row_A, a, 0), eq->unknown, eq->m);
      add_equation(page, left, formula(page, eq->row_b[a]), a + 1 == eq->rows);
    }
    end_equations(page);
  }
  if (!page->latex) text_add(page->out, "\nEnergy\n");
  add_formula(page, "h", formula(page, eq->energy));
}

// --- JSON ----------------------------------------------------------------------------------------

static void json_list(const Page *page, Json *json, const char *key, const Expr *at, size_t n) {
  json_begin(json, key, '[');
  for (size_t i = 0; i < n; i++) json_string(json, NULL, formula(page, at[i]));
  json_end(json, ']');
}

static void json_symbols(const Page *page, Json *json, const char *key, const Expr *at, size_t n) {
  json_begin(json, key, '[');
  for (size_t i = 0; i < n; i++) json_string(json, NULL, symbol(page, at[i]));
  json_end(json, ']');
}

static void json_matrix(const Page *page, Json *json, const char *key, const Matrix *m) {
  json_begin(json, key, '[');
  for (size_t i = 0; i < m->rows; i++)
    json_list(page, json, NULL, matrix_entry(m, i, 0), m->columns);
  json_end(json, ']');
}

static void json_step(const Page *page, Json *json, const WorkStep *step) {
  json_begin(json, NULL, '{');
  json_string(json, "title", step->title);
  json_string(json, "formula", step->formula_text);
  json_string(json, "source", step->source);
  json_begin(json, "lines", '[');
  for (size_t i = 0; i < step->lines.n; i++) {
    const WorkLine *line = &step->lines.at[i];
    json_begin(json, NULL, '{');
    json_string(json, "name", line->text);
    if (line->kind == LINE_MATRIX)
      json_matrix(page, json, "matrix", &line->matrix);
    else
      json_string(json, "value", formula(page, line->value));
    json_end(json, '}');
  }
  json_end(json, ']');
  json_end(json, '}');
}

static void json_constraints(const Page *page, Json *json) {
  const Constraints *c = &page->eq->constraints;
  json_begin(json, "constraints", '[');
  for (size_t a = 0; a < c->r; a++) json_string(json, NULL, c->row[a].name);
  json_end(json, ']');
  if (page->eq->rows == 0) return;
  json_matrix(page, json, "A", &page->eq->row_A);
  if (page->eq->psi == NULL) json_matrix(page, json, "B", &c->B);
  json_list(page, json, "b", page->eq->row_b, page->eq->rows);
}

static void add_json(const Page *page) {
  const Equations *eq = page->eq;
  Json json = json_make(page->out);
  json_begin(&json, NULL, '{');
  if (eq->model->title && *eq->model->title) json_string(&json, "system", eq->model->title);
  json_string(&json, "method", eq->method->name);
  json_symbols(page, &json, "coordinates", eq->q, eq->n);
  json_symbols(page, &json, "velocities", eq->qd, eq->n);
  if (eq->psi != NULL) json_list(page, &json, "psi", eq->psi, eq->n);
  json_symbols(page, &json, "unknowns", eq->unknown, eq->m);
  json_matrix(page, &json, "M", &eq->M);
  json_list(page, &json, "F", eq->F, eq->m);
  if (eq->constraints.r > 0) json_constraints(page, &json);
  json_list(page, &json, "momenta", eq->momentum, eq->n);
  if (!expr_is_none(eq->kinetic)) {
    json_string(&json, "kinetic_energy", formula(page, eq->kinetic));
    json_string(&json, "potential_energy", formula(page, eq->potential));
  }
  json_string(&json, "lagrangian", formula(page, eq->lagrangian));
  json_string(&json, "energy", formula(page, eq->energy));
  if (eq->worksheet.n > 0) {
    json_begin(&json, "worksheet", '[');
    for (size_t i = 0; i < eq->worksheet.n; i++) json_step(page, &json, &eq->worksheet.at[i]);
    json_end(&json, ']');
  }
  json_end(&json, '}');
}

void report_equations(Equations *eq, ReportFormat format, Text *out) {
  const Page page = {eq, out, format == REPORT_LATEX};
  if (format == REPORT_JSON) {
    add_json(&page);
    return;
  }
  report_title(eq, page.latex, out);
  for (size_t i = 0; i < eq->worksheet.n; i++) add_step(&page, &eq->worksheet.at[i], i + 1);
  add_motion(&page);
}
