// report/analysis_steady.c: steady motions and linearizations.

#include "report/analysis.h"
#include <math.h>

static const char *name_of(const AnalysisReport *r, Expr symbol) {
  return expr_symbol_name(r->model->pool, symbol);
}

static void say_state(const Linearization *l, const char *before, Outline *o) {
  outline_add(o, ITEM_LINE, 4)->hang = 3;
  if (*before) outline_say(o, "%s", before);
  for (size_t i = 0; i < l->n; i++) {
    if (i > 0) outline_say(o, ", ");
    outline_math_open(o);
    outline_math_expr(o, l->x[i]);
    outline_math_add(o, " = ", " = ");
    outline_math_number(o, l->state[i]);
    outline_math_close(o);
  }
}

static void say_trouble(const Linearization *l, Outline *o) {
  if (l->trouble != NULL) outline_line(o, 4, "%s", l->trouble);  // else a limit was reached: the whole part says so
  if (l->n > 0) say_state(l, "", o);
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

const char *analysis_steady_verdict(const Linearization *l) {
  const Count c = count_roots(l);
  if (c.right > 0) return "unstable";
  if (c.neutral == 0 && c.zero == 0) return "stable";
  if (c.neutral == 0) return "stable to first order, except for neutral directions";
  return "neutral: to first order it oscillates for ever";
}

// Shows one of two conjugate roots, and all zeros together.
static void say_roots(const Linearization *l, Outline *o) {
  const Count c = count_roots(l);
  for (size_t i = 0; i < l->d; i++) {
    const Root *p = &l->root[i];
    if (p->im < 0 || p->is_zero) continue;
    outline_add(o, ITEM_ENTRY, 7);
    outline_math_open(o);
    outline_math_add(o, "lambda = ", "\\lambda = ");
    outline_math_roots(o, p->re, p->im);
    outline_math_close(o);
    if (p->re > 0) outline_say(o, ", grows with time constant %.4g", 1 / p->re);
    if (p->re < 0) outline_say(o, ", decays with time constant %.4g", -1 / p->re);
    if (p->im != 0) outline_say(o, ", period %.6g", 2 * acos(-1) / p->im);
  }
  if (c.zero == 0) return;
  outline_add(o, ITEM_ENTRY, 7);
  outline_math_open(o);
  outline_math_add(o, "lambda = 0", "\\lambda = 0");
  outline_math_close(o);
  outline_say(o, ", %zu time%s", c.zero, c.zero == 1 ? "" : "s");
}

static void say_ignored(const Linearization *l, Outline *o) {
  if (l->left_out == 0) return;
  outline_say(o, "; nothing depends on ");
  outline_exprs(o, l->ignored, l->left_out);
}

void analysis_say_steady(const AnalysisReport *r, Outline *o) {
  const Linearization *l = r->steady;
  if (!l->found) {
    say_trouble(l, o);
    return;
  }
  say_state(l, "", o);
  outline_line(o, 4, "constant are ");
  outline_exprs(o, l->w, l->d);
  say_ignored(l, o);
  outline_line(o, 4, "%s%s", analysis_steady_verdict(l),
               l->enclosed ? "" : " (found numerically, without a proof)");
  say_roots(l, o);
}

// --- matrices ------------------------------------------------------------------------------------

// Example: w = (x, x')
static void say_vector(Outline *o, const char *name, const Expr *at, size_t n) {
  outline_say(o, ", ");
  outline_math_open(o);
  outline_math_add(o, name, name);
  outline_math_add(o, " = (", " = (");
  for (size_t i = 0; i < n; i++) {
    if (i > 0) outline_math_add(o, ", ", ", ");
    outline_math_expr(o, at[i]);
  }
  outline_math_add(o, ")", ")");
  outline_math_close(o);
}

void analysis_say_linearization(const AnalysisReport *r, Outline *o) {
  const Linearization *l = r->linearization;
  if (!l->found) {
    say_trouble(l, o);
    return;
  }
  say_state(l, "about ", o);
  if (l->holds_time) {
    outline_line(o, 4, "the equations depend on ");
    outline_math_open(o);
    outline_math_add(o, "t", "t");
    outline_math_close(o);
    outline_say(o, ", which is held at %.7g", l->time);
  }
  outline_add(o, ITEM_LINE, 4)->hang = 3;
  outline_math_open(o);
  outline_math_add(o, "w' = ", "\\dot{w} = ");
  if (l->drifts) outline_math_add(o, "f + ", "f + ");
  outline_math_add(o, "A w", "A w");
  if (l->inputs > 0) outline_math_add(o, " + B u", " + B u");
  outline_math_close(o);
  say_vector(o, "w", l->w, l->d);
  if (l->inputs > 0) say_vector(o, "u", l->input, l->inputs);
  say_ignored(l, o);
  if (l->drifts) outline_matrix(o, 10, &(OutlineMatrix){"f", "f", NULL, l->drift, l->d, 1});
  outline_matrix(o, 10, &(OutlineMatrix){"A", "A", NULL, l->A, l->d, l->d});
  outline_matrix(o, 10, &(OutlineMatrix){"B", "B", NULL, l->B, l->d, l->inputs});
  say_roots(l, o);
}

void analysis_csv_linearization(const AnalysisReport *r, Text *out) {
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
