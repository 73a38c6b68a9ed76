// report/equations.c: worksheet and equations of motion for people (text, LaTeX) and programs
// (JSON).

#include "report/json.h"
#include "report/listing.h"
#include "report/wrap.h"
#include <string.h>

#define LINE_WIDTH 100  // a matrix that needs more is shown entry by entry
#define INDENT 4

// --- text ----------------------------------------------------------------------------------------

// Writes rows in brackets, with aligned columns.
static void add_grid(const ListedFormula *f, unsigned indent, const int *width, Text *out) {
  for (size_t i = 0; i < f->rows; i++) {
    if (i == 0)
      text_addf(out, "%*s%s = [", (int) indent, "", f->left);
    else
      text_addf(out, "%*s   [", (int) (indent + strlen(f->left)), "");
    for (size_t j = 0; j < f->columns; j++) {
      const bool last = j + 1 == f->columns;
      text_addf(out, " %-*s%s", width[j], f->entries[i * f->columns + j], last ? " ]\n" : ",");
    }
  }
}

static void add_entries(const ListedFormula *f, unsigned indent, Text *out) {
  for (size_t i = 0; i < f->rows; i++)
    for (size_t j = 0; j < f->columns; j++) {
      if (f->columns == 1)
        text_addf(out, "%*s%s[%zu] = ", (int) indent, "", f->left, i + 1);
      else
        text_addf(out, "%*s%s[%zu,%zu] = ", (int) indent, "", f->left, i + 1, j + 1);
      text_addf(out, "%s\n", f->entries[i * f->columns + j]);
    }
}

void report_text_matrix(const ListedFormula *f, unsigned indent, size_t columns, Text *out) {
  const int most = columns > 0 && columns < LINE_WIDTH ? (int) columns : LINE_WIDTH;
  int *width = ARENA_ARRAY(out->arena, int, f->columns);
  int total = (int) indent + 4 + (int) strlen(f->left);
  for (size_t j = 0; j < f->columns; j++) {
    for (size_t i = 0; i < f->rows; i++) {
      const int length = (int) strlen(f->entries[i * f->columns + j]);
      if (length > width[j]) width[j] = length;
    }
    total += width[j] + 2;
  }
  if (total <= most)
    add_grid(f, indent, width, out);
  else
    add_entries(f, indent, out);
}

static void add_block(const ListedBlock *block, size_t number, size_t columns, Text *out) {
  if (block->kind == BLOCK_STEP)
    text_addf(out, "\n%zu. %s: %s   [%s]\n", number, block->title, block->rule, block->source);
  else if (block->formulas.n > 0 || block->note != NULL)
    text_addf(out, "\n%s\n", block->title);
  if (block->note != NULL) text_addf(out, "    %s\n", block->note);
  for (size_t i = 0; i < block->formulas.n; i++) {
    const ListedFormula *f = &block->formulas.at[i];
    if (f->right == NULL)
      report_text_matrix(f, INDENT, columns, out);
    else
      text_addf(out, "    %s = %s\n", f->left, f->right);
  }
  if (block->sign != NULL)
    text_addf(out, "\n%s is 1 or -1, the sign of %s\n", block->sign, block->sign_of);
}

// --- LaTeX ---------------------------------------------------------------------------------------

void report_latex_matrix(const ListedFormula *f, Text *out) {
  text_add(out, "\\begin{pmatrix}\n");
  for (size_t i = 0; i < f->rows; i++) {
    for (size_t j = 0; j < f->columns; j++)
      text_addf(out, "%s%s", j ? " & " : "  ", f->entries[i * f->columns + j]);
    text_add(out, i + 1 < f->rows ? " \\\\\n" : "\n");
  }
  text_add(out, "\\end{pmatrix}");
}

// Writes each formula as a display of its own.
static void add_latex_formulas(const ListedBlock *block, Text *out) {
  for (size_t i = 0; i < block->formulas.n; i++) {
    const ListedFormula *f = &block->formulas.at[i];
    text_addf(out, "\\[ %s = ", f->left);
    if (f->right != NULL)
      text_add(out, f->right);
    else
      report_latex_matrix(f, out);
    text_add(out, " \\]\n");
  }
}

// Writes the formulas aligned below each other.
static void add_latex_list(const ListedBlock *block, Text *out) {
  const size_t n = block->formulas.n;
  if (n == 0) return;
  text_add(out, "\n\\begin{align*}\n");
  for (size_t i = 0; i < n; i++)
    text_addf(out, "  %s &= %s%s\n", block->formulas.at[i].left, block->formulas.at[i].right,
              i + 1 < n ? " \\\\" : "");
  text_add(out, "\\end{align*}\n");
}

static void add_latex_block(const ListedBlock *block, size_t number, bool last, Text *out) {
  if (block->kind == BLOCK_STEP) {
    text_addf(out, "\n\\paragraph{%zu. ", number);
    names_print_plain(str(block->title), FORMAT_LATEX, out);
    text_addf(out, "} \\( %s \\) \\hfill \\textit{%s}\n", block->rule, block->source);
  }
  if (block->kind == BLOCK_CLOSED) text_addf(out, "\n%s:\n", block->title);
  if (block->kind == BLOCK_STEP || last)
    add_latex_formulas(block, out);
  else
    add_latex_list(block, out);
  if (block->sign != NULL)
    text_addf(out, "Here \\(%s = \\pm 1\\) is the sign of \\(%s\\).\n", block->sign,
              block->sign_of);
}

// --- title ---------------------------------------------------------------------------------------

void report_title(Equations *eq, bool latex, Text *out) {
  const Listing listing = {
    .eq = eq, .arena = out->arena, .format = latex ? FORMAT_LATEX : FORMAT_TEXT};
  if (latex) {
    text_add(out, "\\section*{");
    names_print_plain(str(listing_title(eq)), FORMAT_LATEX, out);
    text_addf(out, "}\n%s in ", eq->method->title);
  } else {
    text_addf(out, "%s\n%s in ", listing_title(eq), eq->method->title);
  }
  for (size_t i = 0; i < eq->n; i++)
    text_addf(out, latex ? "%s\\(%s\\)" : "%s%s", i ? ", " : "",
              listing_symbol(&listing, eq->q[i]));
  text_add(out, latex ? ".\n" : "\n");
}

// --- JSON ----------------------------------------------------------------------------------------

static void json_list(const Listing *s, Json *json, const char *key, const Expr *at, size_t n) {
  json_begin(json, key, '[');
  for (size_t i = 0; i < n; i++) json_string(json, NULL, listing_formula(s, at[i]));
  json_end(json, ']');
}

static void json_symbols(const Listing *s, Json *json, const char *key, const Expr *at, size_t n) {
  json_begin(json, key, '[');
  for (size_t i = 0; i < n; i++) json_string(json, NULL, listing_symbol(s, at[i]));
  json_end(json, ']');
}

static void json_matrix(const Listing *s, Json *json, const char *key, const Matrix *m) {
  json_begin(json, key, '[');
  for (size_t i = 0; i < m->rows; i++) json_list(s, json, NULL, matrix_entry(m, i, 0), m->columns);
  json_end(json, ']');
}

static void json_step(const Listing *s, Json *json, const WorkStep *step) {
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
      json_matrix(s, json, "matrix", &line->matrix);
    else
      json_string(json, "value", listing_formula(s, line->value));
    json_end(json, '}');
  }
  json_end(json, ']');
  json_end(json, '}');
}

static void json_constraints(const Listing *s, Json *json) {
  const Constraints *c = &s->eq->constraints;
  json_begin(json, "constraints", '[');
  for (size_t a = 0; a < c->r; a++) json_string(json, NULL, c->row[a].name);
  json_end(json, ']');
  if (s->eq->problem.rows == 0) return;
  json_matrix(s, json, "A", &s->eq->problem.A);
  if (s->eq->problem.rate == NULL) json_matrix(s, json, "B", &s->eq->problem.B);
  json_list(s, json, "b", s->eq->problem.b, s->eq->problem.rows);
}

// Writes the variable that the equations advance by if t is a part of their state: dq/dtau = psi, M du/dtau = F,
// dtau/dt = pace.
static void json_independent(const Listing *s, Json *json) {
  const Equations *eq = s->eq;
  if (eq->along.clocks == 0) return;
  json_string(json, "independent", listing_symbol(s, eq->along.variable));
  json_string(json, "pace", listing_formula(s, eq->along.pace));
  json_string(json, "energy_constant", listing_symbol(s, eq->along.energy));
  json_string(json, "direction", listing_symbol(s, eq->along.direction));
  json_symbols(s, json, "slopes", eq->problem.u, eq->problem.m);
}

static void json_closed(const Listing *s, Json *json) {
  const ClosedForms *closed = s->closed;
  if (closed->named > 0) json_begin(json, "names", '{');
  for (size_t i = 0; i < closed->named + closed->n; i++) {
    const ClosedForm *form = listing_closed_line(closed, i);
    if (i == closed->named) {
      if (i > 0) json_end(json, '}');
      json_begin(json, "closed", '{');
    }
    json_string(json, listing_symbol(s, form->symbol), listing_closed_value(s, form));
  }
  json_end(json, '}');
  json_bool(json, "closed_on_manifold", closed->on_manifold);
}

// Writes what each name of a dimensionless model stands for.
static void json_scaled(const Listing *s, Json *json) {
  const Model *model = s->eq->model;
  if (model->scaled.n == 0) return;
  json_begin(json, "stands_for", '{');
  for (size_t i = 0; i < model->scaled.n; i++)
    json_string(json, model->scaled.at[i].name, listing_formula(s, model->scaled.at[i].stands_for));
  json_end(json, '}');
}

static void add_scaled(const Listing *s, bool latex, Text *out) {
  const Model *model = s->eq->model;
  if (model->scaled.n == 0) return;
  text_add(out, latex ? "% dimensionless; the names stand for\n"
                      : "dimensionless; the names stand for\n");
  for (size_t i = 0; i < model->scaled.n; i++)
    text_addf(out, "%s%s = %s\n", latex ? "%   " : "    ", model->scaled.at[i].name,
              print_expr_text(model->pool, model->scaled.at[i].stands_for, out->arena));
}

static void add_json(const Listing *s, Text *out) {
  const Equations *eq = s->eq;
  Json json = json_make(out);
  json_begin(&json, NULL, '{');
  if (eq->model->title && *eq->model->title) json_string(&json, "system", eq->model->title);
  json_string(&json, "method", eq->method->name);
  json_scaled(s, &json);
  json_symbols(s, &json, "coordinates", eq->q, eq->n);
  json_symbols(s, &json, "velocities", eq->qd, eq->n);
  json_independent(s, &json);
  if (eq->problem.own_variables) json_list(s, &json, "psi", eq->problem.psi, eq->n);
  json_symbols(s, &json, "unknowns", eq->problem.ud, eq->problem.m);
  json_matrix(s, &json, "M", problem_M(&eq->problem));
  json_list(s, &json, "F", problem_F(&eq->problem), eq->problem.m);
  if (eq->constraints.r > 0) json_constraints(s, &json);
  if (s->closed != NULL) json_closed(s, &json);
  json_list(s, &json, "momenta", equations_momentum(eq), eq->n);
  if (!expr_is_none(eq->kinetic)) {
    json_string(&json, "kinetic_energy", listing_formula(s, eq->kinetic));
    json_string(&json, "potential_energy", listing_formula(s, eq->potential));
  }
  json_string(&json, "lagrangian", listing_formula(s, eq->lagrangian));
  json_string(&json, "energy", listing_formula(s, eq->energy));
  if (!expr_is_none(eq->hamiltonian))
    json_string(&json, "hamiltonian", listing_formula(s, eq->hamiltonian));
  const Expr h = s->forms->energy;
  if (!expr_is_none(h)) json_string(&json, "energy_in_speeds", listing_formula(s, h));
  if (eq->worksheet.n > 0) {
    json_begin(&json, "worksheet", '[');
    for (size_t i = 0; i < eq->worksheet.n; i++) json_step(s, &json, &eq->worksheet.at[i]);
    json_end(&json, ']');
  }
  json_end(&json, '}');
}

void report_equations_json(Equations *eq, EquationForm form, const SolvedForms *forms, Text *out) {
  Listing listing;
  listing_make(eq, FORMAT_TEXT, form, true, forms, out->arena, &listing);
  add_json(&listing, out);
}

static void add_blocks(const Listing *listing, bool latex, size_t columns, Text *out) {
  for (size_t i = 0; i < listing->blocks.n; i++)
    if (latex)
      add_latex_block(&listing->blocks.at[i], i + 1, i + 1 == listing->blocks.n, out);
    else
      add_block(&listing->blocks.at[i], i + 1, columns, out);
}

static void add_sources(const Equations *eq, bool latex, Text *out) {
  const CitedSource *source;
  for (size_t i = 0; (source = report_source(eq, i)) != NULL; i++) {
    if (i == 0) text_add(out, latex ? "\n\\paragraph{Sources}\n" : "\nSources\n");
    if (latex)
      text_addf(out, "%s\\textit{%s}: %s, %s", i > 0 ? "; " : "", source->name, source->title,
                source->where);
    else
      text_addf(out, "    %-3s  %s, %s\n", source->name, source->title, source->where);
  }
  if (latex && report_source(eq, 0) != NULL) text_add(out, ".\n");
}

void report_equations(Equations *eq, Format format, EquationForm form, const SolvedForms *forms,
                      size_t columns, Text *out) {
  Listing listing;
  const bool latex = format == FORMAT_LATEX;
  Text text = text_make(out->arena);
  listing_make(eq, format, form, false, forms, out->arena, &listing);
  report_title(eq, latex, &text);
  add_scaled(&listing, latex, &text);
  listing_add_steps(&listing);
  listing_add_motion(&listing);
  add_blocks(&listing, latex, columns, &text);
  add_sources(eq, latex, &text);
  if (latex || columns == 0)
    text_add(out, text_get(&text));
  else
    report_wrap(text_get(&text), columns, out);
}
