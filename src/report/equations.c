// report/equations.c: worksheet and equations of motion for people (text, LaTeX) and programs
// (JSON).

#include "algebra/algebra.h"
#include "expr/print.h"
#include "proof/closed.h"
#include "report/json.h"
#include "report/report.h"
#include <string.h>

#define LINE_WIDTH 100    // a matrix that needs more is shown entry by entry
#define CLOSED_WIDTH 180  // closed forms with longer lines are shown only if asked for

typedef struct {
  Equations *eq;
  Text *out;
  bool latex;
  const ClosedForms *closed;  // NULL where they are not shown
  bool equations;             // show the equations before they are solved
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
  if (page->latex) {
    text_addf(page->out, "\n\\paragraph{%zu. ", number);
    plain_print(str(step->title), FORMAT_LATEX, page->out);
    text_addf(page->out, "} \\( %s \\) \\hfill \\textit{%s}\n", step->formula_latex, step->source);
  } else {
    text_addf(page->out, "\n%zu. %s: %s   [%s]\n", number, step->title, step->formula_text,
              step->source);
  }
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
  const bool fraction = !page->latex && expr_is_derivative(pool, x);
  const char *format = page->latex ? (sum ? "\\left(%s\\right) %s" : "%s \\, %s")
                       : fraction  ? (sum ? "(%s)*(%s)" : "%s*(%s)")
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
  const Page page = {.eq = eq, .out = out, .latex = latex};
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

typedef struct {
  const char *left, *right;
} Equation;

// A list under its title; nothing where it is empty.
static void add_equations(const Page *page, const char *title, const Equation *list, size_t n) {
  if (n == 0) return;
  if (page->latex)
    text_add(page->out, "\n\\begin{align*}\n");
  else
    text_addf(page->out, "\n%s\n", title);
  for (size_t i = 0; i < n; i++)
    if (page->latex)
      text_addf(page->out, "  %s &= %s%s\n", list[i].left, list[i].right, i + 1 < n ? " \\\\" : "");
    else
      text_addf(page->out, "    %s = %s\n", list[i].left, list[i].right);
  if (page->latex) text_add(page->out, "\\end{align*}\n");
}

// The velocity of a coordinate: by time, or by what takes its place.
static Expr velocity_symbol(const Equations *eq, size_t i) {
  return expr_same(eq->independent, EXPR_TIME)
           ? eq->qd[i]
           : expr_derivative_symbol(eq->pool, eq->q[i], eq->independent);
}

// q' = psi, for the velocities that are not free speeds themselves
static void add_kinematics(const Page *page) {
  const Equations *eq = page->eq;
  Equation *list = ARENA_ARRAY(eq->arena, Equation, eq->n);
  size_t n = 0;
  for (size_t i = 0; i < eq->n; i++) {
    const Expr velocity = velocity_symbol(eq, i);
    if (expr_same(eq->psi[i], velocity) || expr_same(eq->q[i], eq->independent)) continue;
    list[n++] = (Equation){symbol(page, velocity), formula(page, eq->psi[i])};
  }
  add_equations(page, "Velocities", list, n);
}

// dt/dtau = 1/pace
static void add_time(const Page *page) {
  const Equations *eq = page->eq;
  const Expr rate = expr_derivative_symbol(eq->pool, EXPR_TIME, eq->independent);
  // the direction is its own inverse
  const Expr value = expr_div(eq->pool, expr_square(eq->pool, eq->direction), eq->pace);
  const Equation time = {symbol(page, rate), formula(page, value)};
  add_equations(page, "Time", &time, 1);
  if (!page->latex)
    text_addf(page->out, "\n%s is 1 or -1, the sign of %s\n", symbol(page, eq->direction),
              symbol(page, expr_derivative_symbol(eq->pool, eq->independent, EXPR_TIME)));
  else
    text_addf(page->out, "Here \\(%s = \\pm 1\\) is the sign of \\(%s\\).\n",
              symbol(page, eq->direction),
              symbol(page, expr_derivative_symbol(eq->pool, eq->independent, EXPR_TIME)));
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

// --- closed forms --------------------------------------------------------------------------------

// The value with the names of repeated parts in it; a name's own value is written out.
static const char *closed_value(const Page *page, const ClosedForm *form) {
  const ClosedForms *closed = page->closed;
  Abbreviations names = {0};
  for (size_t i = 0; i < closed->named; i++)
    memo_put(page->eq->arena, &names, closed->names[i].value.id, closed->names[i].symbol.id);
  Text text = text_make(page->eq->arena);
  if (!expr_print(page->eq->pool, form->value, page->latex ? FORMAT_LATEX : FORMAT_TEXT, &names,
                  &text))
    return formula(page, form->value);
  return text_get(&text);
}

static const ClosedForm *closed_line(const ClosedForms *closed, size_t i) {
  return i < closed->named ? &closed->names[i] : &closed->at[i - closed->named];
}

static void add_closed(const Page *page) {
  const ClosedForms *closed = page->closed;
  // reactions beside multipliers say little new: only where nothing else is shown
  const size_t n = closed->named + (page->equations ? closed->main : closed->n);
  Equation *list = ARENA_ARRAY(page->eq->arena, Equation, n);
  for (size_t i = 0; i < n; i++) {
    const ClosedForm *form = closed_line(closed, i);
    list[i] = (Equation){symbol(page, form->symbol), closed_value(page, form)};
  }
  if (page->latex && closed->on_manifold)
    text_add(page->out, "\nSolved, where the constraints hold:\n");
  else if (page->latex)
    text_add(page->out, "\nSolved:\n");
  add_equations(page, closed->on_manifold ? "Solved, where the constraints hold" : "Solved", list,
                n);
}

// Do they say something that the equations do not, in lines that can be read?
static bool are_worth_it(const Page *page) {
  const Equations *eq = page->eq;
  const ClosedForms *closed = page->closed;
  bool solved = eq->rows == 0;
  for (size_t i = 0; i < eq->m * eq->m && solved && eq->rate == NULL; i++)
    solved = expr_same(eq->M.at[i], i % (eq->m + 1) == 0 ? EXPR_ONE : EXPR_ZERO);
  if (solved) return false;
  for (size_t i = 0; i < closed->named + closed->main; i++)
    if (strlen(closed_value(page, closed_line(closed, i))) > CLOSED_WIDTH) return false;
  return true;
}

// --- all of the motion ---------------------------------------------------------------------------

static void add_problem(const Page *page) {
  const Equations *eq = page->eq;
  Equation *list = ARENA_ARRAY(eq->arena, Equation, eq->m + eq->rows);
  for (size_t i = 0; i < eq->m; i++) {
    list[i].left = eq->rate ? symbol(page, eq->unknown[i])
                            : combination(page, matrix_entry(&eq->M, i, 0), eq->unknown, eq->m);
    list[i].right = with_reactions(page, i);
  }
  add_equations(page, "Equations of motion", list, eq->m);
  for (size_t a = 0; a < eq->rows; a++)
    list[a] = (Equation){combination(page, matrix_entry(&eq->row_A, a, 0), eq->unknown, eq->m),
                         formula(page, eq->row_b[a])};
  add_equations(page, "Constraints, differentiated", list, eq->rows);
}

// The energy in the speeds of the model, if that is shorter; EXPR_NONE otherwise.
static Expr in_speeds(const Page *page, Expr energy, bool *on_manifold) {
  ExprPool *pool = page->eq->pool;
  if (!expr_is_none(page->eq->pace)) return EXPR_NONE;
  const Expr e = closed_in_speeds(page->eq, energy, on_manifold);
  if (expr_is_none(e)) return e;
  const uint32_t weight = expr_weight(pool, algebra_readable(pool, energy));
  return expr_weight(pool, e) < weight ? e : EXPR_NONE;
}

static void add_energy_in_speeds(const Page *page) {
  bool on_manifold;
  const Expr h = in_speeds(page, page->eq->energy, &on_manifold);
  if (expr_is_none(h)) return;
  text_addf(page->out, page->latex ? "In the speeds%s:\n" : "\nEnergy in the speeds%s\n",
            on_manifold ? ", where the constraints hold" : "");
  add_formula(page, "h", formula(page, h));
}

static void add_motion(const Page *page) {
  const Equations *eq = page->eq;
  if (eq->psi != NULL) add_kinematics(page);
  if (page->equations) add_problem(page);
  if (page->closed != NULL) add_closed(page);
  if (!expr_is_none(eq->pace)) add_time(page);
  if (!page->latex) text_add(page->out, "\nEnergy\n");
  add_formula(page, expr_is_none(eq->pace) ? "h" : symbol(page, eq->constant),
              formula(page, eq->energy));
  add_energy_in_speeds(page);
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

// What takes the place of time: dq/dtau = psi, M du/dtau = F, dtau/dt = pace.
static void json_independent(const Page *page, Json *json) {
  const Equations *eq = page->eq;
  json_string(json, "independent", symbol(page, eq->independent));
  json_string(json, "pace", formula(page, eq->pace));
  json_string(json, "energy_constant", symbol(page, eq->constant));
  json_string(json, "direction", symbol(page, eq->direction));
  json_symbols(page, json, "slopes", eq->u, eq->m);
}

static void json_closed(const Page *page, Json *json) {
  const ClosedForms *closed = page->closed;
  if (closed->named > 0) json_begin(json, "names", '{');
  for (size_t i = 0; i < closed->named + closed->n; i++) {
    const ClosedForm *form = closed_line(closed, i);
    if (i == closed->named) {
      if (i > 0) json_end(json, '}');
      json_begin(json, "closed", '{');
    }
    json_string(json, symbol(page, form->symbol), closed_value(page, form));
  }
  json_end(json, '}');
  json_bool(json, "closed_on_manifold", closed->on_manifold);
}

static void add_json(const Page *page) {
  const Equations *eq = page->eq;
  Json json = json_make(page->out);
  json_begin(&json, NULL, '{');
  if (eq->model->title && *eq->model->title) json_string(&json, "system", eq->model->title);
  json_string(&json, "method", eq->method->name);
  json_symbols(page, &json, "coordinates", eq->q, eq->n);
  json_symbols(page, &json, "velocities", eq->qd, eq->n);
  if (!expr_is_none(eq->pace)) json_independent(page, &json);
  if (eq->psi != NULL) json_list(page, &json, "psi", eq->psi, eq->n);
  json_symbols(page, &json, "unknowns", eq->unknown, eq->m);
  json_matrix(page, &json, "M", &eq->M);
  json_list(page, &json, "F", eq->F, eq->m);
  if (eq->constraints.r > 0) json_constraints(page, &json);
  if (page->closed != NULL) json_closed(page, &json);
  json_list(page, &json, "momenta", eq->momentum, eq->n);
  if (!expr_is_none(eq->kinetic)) {
    json_string(&json, "kinetic_energy", formula(page, eq->kinetic));
    json_string(&json, "potential_energy", formula(page, eq->potential));
  }
  json_string(&json, "lagrangian", formula(page, eq->lagrangian));
  json_string(&json, "energy", formula(page, eq->energy));
  bool on_manifold;
  const Expr h = in_speeds(page, eq->energy, &on_manifold);
  if (!expr_is_none(h)) json_string(&json, "energy_in_speeds", formula(page, h));
  if (eq->worksheet.n > 0) {
    json_begin(&json, "worksheet", '[');
    for (size_t i = 0; i < eq->worksheet.n; i++) json_step(page, &json, &eq->worksheet.at[i]);
    json_end(&json, ']');
  }
  json_end(&json, '}');
}

// The closed forms that the page is to show, if any.
static Status choose_closed(Page *page, EquationForm form, bool json, ClosedForms *closed) {
  page->equations = form != FORM_CLOSED;
  if (form == FORM_MATRIX) return STATUS_OK;
  const Status status =
    closed_forms(page->eq, page->eq->arena, json || form == FORM_CLOSED, closed);
  if (status != STATUS_OK) return form == FORM_CLOSED ? status : STATUS_OK;
  const Page text = {.eq = page->eq, .closed = closed};
  if (form == FORM_CLOSED || json || are_worth_it(&text)) page->closed = closed;
  return STATUS_OK;
}

Status report_equations(Equations *eq, ReportFormat format, EquationForm form, Text *out) {
  Page page = {.eq = eq, .out = out, .latex = format == REPORT_LATEX};
  ClosedForms closed;
  TRY(choose_closed(&page, form, format == REPORT_JSON, &closed));
  if (format == REPORT_JSON) {
    add_json(&page);
    return STATUS_OK;
  }
  report_title(eq, page.latex, out);
  for (size_t i = 0; i < eq->worksheet.n; i++) add_step(&page, &eq->worksheet.at[i], i + 1);
  add_motion(&page);
  return STATUS_OK;
}
