// report/analysis_steady.c: steady motions and linearizations.

#include "expr/print.h"
#include "report/analysis.h"
#include "report/analysis_impl.h"
#include <math.h>

static const char *name_of(const AnalysisReport *r, Expr symbol) {
  return expr_symbol_name(r->model->pool, symbol);
}

// Names, or what LaTeX makes of them.
static void print_list(const AnalysisReport *r, const Expr *at, size_t n, bool latex, Text *out) {
  for (size_t i = 0; i < n; i++) {
    text_add(out, i > 0 ? ", " : "");
    if (latex) text_add(out, "\\(");
    print_expr(r, at[i], latex, out);
    if (latex) text_add(out, "\\)");
  }
}

static void print_state(const AnalysisReport *r, const Linearization *l, const char *before,
                        bool latex, Text *out) {
  Text line = text_make(r->arena);
  text_add(&line, before);
  for (size_t i = 0; i < l->n; i++) {
    text_add(&line, i > 0 ? ", " : "");
    if (latex) text_add(&line, "\\(");
    print_expr(r, l->x[i], latex, &line);
    text_add(&line, " = ");
    print_number(l->state[i], latex, &line);
    if (latex) text_add(&line, "\\)");
  }
  if (latex)
    text_addf(out, "%s\n", text_get(&line));
  else
    print_wrapped(text_get(&line), 3, out);
}

// --- eigenvalues ---------------------------------------------------------------------------------

typedef struct {
  size_t right, left, zero, neutral;
} Count;

static Count count_roots(const Linearization *l) {
  Count c = {0, 0, 0, 0};
  for (size_t i = 0; i < l->d; i++) {
    const Root *p = &l->root[i];
    ++*(p->is_zero ? &c.zero : p->re > 0 ? &c.right : p->re < 0 ? &c.left : &c.neutral);
  }
  return c;
}

static const char *verdict(const Linearization *l) {
  const Count c = count_roots(l);
  if (c.right > 0) return "unstable";
  if (c.neutral == 0 && c.zero == 0) return "stable";
  if (c.neutral == 0) return "stable to first order, but for what is neutral";
  return "neutral: to first order it oscillates for ever";
}

// Of two conjugate ones, one; all zeros together.
static void print_roots(const Linearization *l, bool latex, Text *out) {
  const Count c = count_roots(l);
  for (size_t i = 0; i < l->d; i++) {
    const Root *p = &l->root[i];
    if (p->im < 0 || p->is_zero) continue;
    text_add(out, latex ? "\\(\\lambda = " : "   lambda = ");
    if (p->re != 0 || p->im == 0) print_number(p->re, latex, out);
    if (p->im != 0) {
      text_addf(out, "%s%s%s", p->re != 0 ? " " : "", latex ? "\\pm" : "+-", p->re != 0 ? " " : "");
      print_number(p->im, latex, out);
      text_add(out, latex ? "\\mathrm{i}" : "i");
    }
    text_add(out, latex ? "\\)" : "");
    if (p->re > 0) text_addf(out, ", grows by e in %.4g", 1 / p->re);
    if (p->re < 0) text_addf(out, ", dies out by e in %.4g", -1 / p->re);
    if (p->im != 0) text_addf(out, ", period %.6g", 2 * acos(-1) / p->im);
    text_add(out, latex ? "\\\\\n" : "\n");
  }
  if (c.zero > 0)
    text_addf(out, "%slambda = 0%s, %zu time%s\n", latex ? "\\(\\" : "   ", latex ? "\\)" : "",
              c.zero, c.zero == 1 ? "" : "s");
}

static void write_steady(const AnalysisReport *r, bool latex, Text *out) {
  const Linearization *l = r->steady;
  if (!l->found) {
    text_addf(out, "%s\n", l->trouble);
    if (l->n > 0) print_state(r, l, "", latex, out);
    return;
  }
  print_state(r, l, "", latex, out);
  text_add(out, "constant are ");
  print_list(r, l->w, l->d, latex, out);
  if (l->left_out > 0) {
    text_add(out, "; nothing depends on ");
    print_list(r, l->ignored, l->left_out, latex, out);
  }
  text_addf(out, "\n%s%s\n", verdict(l), l->enclosed ? "" : " (found in numbers, without a proof)");
  print_roots(l, latex, out);
}

// --- matrices ------------------------------------------------------------------------------------

static void print_matrix(const AnalysisReport *r, const char *name, const double *at, size_t rows,
                         size_t columns, bool latex, Text *out) {
  if (columns == 0) return;
  const char *const *entry = number_entries(at, rows * columns, latex, r->arena);
  if (latex)
    print_latex_grid(name, entry, rows, columns, out);
  else
    print_grid(name, entry, rows, columns, r->arena, out);
}

static void write_linearization(const AnalysisReport *r, bool latex, Text *out) {
  const Linearization *l = r->linearization;
  if (!l->found) {
    text_addf(out, "%s\n", l->trouble);
    if (l->n > 0) print_state(r, l, "", latex, out);
    return;
  }
  print_state(r, l, latex ? "About " : "about ", latex, out);
  text_addf(out, "%s = %sA w%s%s = (", latex ? "\\(\\dot w" : "w'", l->drifts ? "f + " : "",
            l->inputs > 0 ? " + B u" : "", latex ? "\\), \\(w\\)" : ", w");
  print_list(r, l->w, l->d, latex, out);
  text_add(out, ")");
  if (l->inputs > 0) {
    text_add(out, ", u = (");
    print_list(r, l->input, l->inputs, latex, out);
    text_add(out, ")");
  }
  if (l->left_out > 0) {
    text_add(out, "; nothing depends on ");
    print_list(r, l->ignored, l->left_out, latex, out);
  }
  text_add(out, "\n");
  if (l->drifts) print_matrix(r, "f", l->drift, l->d, 1, latex, out);
  print_matrix(r, "A", l->A, l->d, l->d, latex, out);
  print_matrix(r, "B", l->B, l->d, l->inputs, latex, out);
  print_roots(l, latex, out);
}

typedef void Writer(const AnalysisReport *report, bool latex, Text *out);

static void print_part(Writer *write, const AnalysisReport *r, bool latex, Text *out) {
  Text text = text_make(r->arena);
  write(r, latex, latex ? out : &text);
  if (!latex) print_indented(text_get(&text), out);
}

void print_steady(const AnalysisReport *r, bool latex, Text *out) {
  print_part(write_steady, r, latex, out);
}

void print_linearization(const AnalysisReport *r, bool latex, Text *out) {
  print_part(write_linearization, r, latex, out);
}

void csv_linearization(const AnalysisReport *r, Text *out) {
  const Linearization *l = r->linearization;
  text_add(out, "rate");
  for (size_t j = 0; j < l->d + l->inputs; j++)
    text_addf(out, ",%s", name_of(r, j < l->d ? l->w[j] : l->input[j - l->d]));
  text_add(out, "\n");
  for (size_t i = 0; i < l->d; i++) {
    text_addf(out, "%s'", name_of(r, l->w[i]));
    for (size_t j = 0; j < l->d + l->inputs; j++) {
      text_add_char(out, ',');
      text_add_double(out, j < l->d ? l->A[i * l->d + j] : l->B[i * l->inputs + j - l->d]);
    }
    text_add(out, "\n");
  }
}

// --- JSON ----------------------------------------------------------------------------------------

static void json_names(const AnalysisReport *r, Json *json, const char *key, const Expr *at,
                       size_t n) {
  json_begin(json, key, '[');
  for (size_t i = 0; i < n; i++) json_string(json, NULL, name_of(r, at[i]));
  json_end(json, ']');
}

static void json_result(const AnalysisReport *r, Json *json, const char *key,
                        const Linearization *l) {
  json_begin(json, key, '{');
  json_bool(json, "found", l->found);
  if (l->trouble != NULL) json_string(json, "reason", l->trouble);
  json_begin(json, "state", '{');
  for (size_t i = 0; i < l->n; i++) json_number(json, name_of(r, l->x[i]), l->state[i]);
  json_end(json, '}');
  if (l->found) {
    json_bool(json, "enclosed", l->enclosed);
    json_names(r, json, "variables", l->w, l->d);
    json_names(r, json, "ignorable", l->ignored, l->left_out);
    json_names(r, json, "inputs", l->input, l->inputs);
    json_numbers(json, "f", l->drift, l->d, 1);
    json_matrix(json, "A", l->A, l->d, l->d);
    json_matrix(json, "B", l->B, l->d, l->inputs);
    json_begin(json, "eigenvalues", '[');
    for (size_t i = 0; i < l->d; i++)
      json_numbers(json, NULL, (const double[]){l->root[i].re, l->root[i].im}, 2, 1);
    json_end(json, ']');
    if (l->steady) json_string(json, "stable", verdict(l));
  }
  json_end(json, '}');
}

void json_steady(const AnalysisReport *r, Json *json) {
  json_result(r, json, "steady", r->steady);
}

void json_linearization(const AnalysisReport *r, Json *json) {
  json_result(r, json, "linearization", r->linearization);
}
