// report/equations.c: worksheet and equations of motion for people (text, LaTeX) and programs (JSON).

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
    return text_format(page->eq->arena, page->latex ? "\\text{(%u operations)}" : "(an expression of %u operations)",
                       (unsigned) expr_weight(page->eq->pool, e));
  return text_get(&text);
}

static const char *symbol(const Page *page, Expr e) {
  Text text = text_make(page->eq->arena);
  expr_print(page->eq->pool, e, page->latex ? FORMAT_LATEX : FORMAT_TEXT, NULL, &text);
  return text_get(&text);
}

// --- matrices -----------------------------------------------------------------------------------

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
static void add_grid(const Page *page, const char *name, const Matrix *m, const char **entries, const int *width) {
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

// --- the worksheet ------------------------------------------------------------------------------

static void add_formula(const Page *page, const char *name, const char *value) {
  text_addf(page->out, page->latex ? "\\[ %s = %s \\]\n" : "    %s = %s\n", name, value);
}

static void add_step(const Page *page, const WorkStep *step, size_t number) {
  if (page->latex)
    text_addf(page->out, "\n\\paragraph{%zu. %s} \\( %s \\) \\hfill \\textit{%s}\n", number, step->title,
              step->formula_latex, step->source);
  else
    text_addf(page->out, "\n%zu. %s: %s   [%s]\n", number, step->title, step->formula_text, step->source);
  for (size_t i = 0; i < step->lines.n; i++) {
    const WorkLine *line = &step->lines.at[i];
    const char *name = page->latex ? line->latex : line->text;
    if (line->kind == LINE_MATRIX)
      add_matrix(page, name, &line->matrix);
    else
      add_formula(page, name, formula(page, line->value));
  }
}

// --- the equations ------------------------------------------------------------------------------

// sum_j M_ij q_j'' = F_i, as the person would write it
static Expr left_side(const Page *page, size_t i) {
  ExprPool *pool = page->eq->pool;
  Expr sum = EXPR_ZERO;
  for (size_t j = 0; j < page->eq->n; j++) {
    const Expr entry = algebra_readable(pool, *matrix_entry(&page->eq->M, i, j));
    sum = expr_add(pool, sum, expr_mul(pool, entry, page->eq->unknown[j]));
  }
  return sum;
}

static const char *as_it_stands(const Page *page, Expr e) {
  Text text = text_make(page->eq->arena);
  if (!expr_print(page->eq->pool, e, page->latex ? FORMAT_LATEX : FORMAT_TEXT, NULL, &text)) return formula(page, e);
  return text_get(&text);
}

static void add_title(const Page *page) {
  const Equations *eq = page->eq;
  const char *title = eq->model->title ? eq->model->title : "Equations of motion";
  if (page->latex) {
    text_add(page->out, "\\section*{");
    plain_print(str(title), FORMAT_LATEX, page->out);
    text_addf(page->out, "}\n%s in ", eq->method->title);
  } else {
    text_addf(page->out, "%s\n%s in ", title, eq->method->title);
  }
  for (size_t i = 0; i < eq->n; i++)
    text_addf(page->out, page->latex ? "%s\\(%s\\)" : "%s%s", i ? ", " : "", symbol(page, eq->q[i]));
  text_add(page->out, page->latex ? ".\n" : "\n");
}

static void add_motion(const Page *page) {
  const Equations *eq = page->eq;
  text_add(page->out, page->latex ? "\n\\begin{align*}\n" : "\nEquations of motion\n");
  for (size_t i = 0; i < eq->n; i++) {
    const char *left = as_it_stands(page, left_side(page, i)), *right = formula(page, eq->F[i]);
    if (page->latex)
      text_addf(page->out, "  %s &= %s%s\n", left, right, i + 1 < eq->n ? " \\\\" : "");
    else
      text_addf(page->out, "    %s = %s\n", left, right);
  }
  text_add(page->out, page->latex ? "\\end{align*}\n" : "\nEnergy\n");
  add_formula(page, "h", formula(page, eq->energy));
}

// --- JSON ---------------------------------------------------------------------------------------

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
  for (size_t i = 0; i < m->rows; i++) json_list(page, json, NULL, matrix_entry(m, i, 0), m->columns);
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

static void add_json(const Page *page) {
  const Equations *eq = page->eq;
  Json json = json_make(page->out);
  json_begin(&json, NULL, '{');
  if (eq->model->title) json_string(&json, "system", eq->model->title);
  json_string(&json, "method", eq->method->name);
  json_symbols(page, &json, "coordinates", eq->q, eq->n);
  json_symbols(page, &json, "velocities", eq->u, eq->n);
  json_symbols(page, &json, "unknowns", eq->unknown, eq->n);
  json_matrix(page, &json, "M", &eq->M);
  json_list(page, &json, "F", eq->F, eq->n);
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
  add_title(&page);
  for (size_t i = 0; i < eq->worksheet.n; i++) add_step(&page, &eq->worksheet.at[i], i + 1);
  add_motion(&page);
}
