// report/analysis_equilibria.c: equilibria, their stability and small motions.

#include "report/analysis.h"
#include <math.h>
#include <string.h>

#define LONG 40  // longer formulas leave no room after them

static ExprPool *pool_of(const AnalysisReport *r) {
  return r->model->pool;
}

const char *analysis_stability_name(Stability stability) {
  return stability == STABILITY_STABLE     ? "stable"
         : stability == STABILITY_UNSTABLE ? "unstable"
                                           : "undecided";
}

// --- one of them ---------------------------------------------------------------------------------

static void say_coordinate(const AnalysisReport *r, const Equilibrium *e, size_t i, Outline *o) {
  const bool any = e->any[i], exact = !any && e->exact != NULL;
  outline_math_open(o);
  if (any) outline_math_add(o, "any ", "\\text{any}\\ ");
  outline_math_expr(o, r->equilibria->q[i]);
  if (!any) outline_math_add(o, " = ", " = ");
  if (exact) outline_math_expr(o, e->exact[i]);
  if (!any && (!exact || !expr_is_number(pool_of(r), e->exact[i]))) {
    if (exact) outline_math_add(o, " = ", " = ");
    outline_math_number(o, e->q[i]);
  }
  outline_math_close(o);
}

#define COORDINATES_EACH 4  // so many coordinates take the room of one equilibrium

static size_t coordinates_shown(const AnalysisReport *r, const Outline *o) {
  return outline_shown(o, r->equilibria->n, COORDINATES_EACH);
}

static void say_place(const AnalysisReport *r, size_t k, Outline *o) {
  const Equilibrium *e = &r->equilibria->all.at[k];
  const Stability stability = e->stability.stability;
  OutlineItem *item = outline_add(o, ITEM_CASE, 4);
  item->hang = 3;
  item->number = k + 1;
  item->verdict = analysis_stability_name(stability);
  item->tone = stability == STABILITY_STABLE     ? TONE_GOOD
               : stability == STABILITY_UNSTABLE ? TONE_BAD
                                                 : TONE_OPEN;
  const size_t n = coordinates_shown(r, o);
  for (size_t i = 0; i < n; i++) {
    if (i > 0) outline_say(o, ", ");
    say_coordinate(r, e, i, o);
  }
  if (n < r->equilibria->n) outline_say(o, ", …");
}

static void say_set(const AnalysisReport *r, const Equilibrium *e, Outline *o) {
  size_t free = 0;
  for (size_t i = 0; i < r->equilibria->n; i++) free += e->any[i];
  if (e->family > free)
    outline_line(o, 7, "one of a set of %zu dimension%s", e->family, e->family == 1 ? "" : "s");
}

static void say_matrices(const AnalysisReport *r, const Equilibrium *e, Outline *o) {
  const bool matrices = e->A0 != NULL;
  if (!matrices && e->solution.n == 0) return;
  const size_t d = matrices ? e->d : r->equilibria->n;
  if (o->matrix > 0 && d > o->matrix) {
    outline_line(o, 7, "small motions: ");
    outline_code(o, "dalembert analyze --only equilibria MODEL");
    return;
  }
  outline_line(o, 7, "small motions ");
  if (matrices) {
    outline_math_open(o);
    outline_math_add(o, "A0 eta'' = B0 eta", "A^0 \\ddot{\\eta} = B^0 \\eta");
    outline_math_close(o);
    outline_say(o, ", ");
  }
  outline_math_open(o);
  outline_math_add(o, "eta = (", "\\eta = (");
  for (size_t i = 0; i < d; i++) {
    if (i > 0) outline_math_add(o, ", ", ", ");
    outline_math_expr(o, r->equilibria->q[matrices ? e->index[i] : i]);
  }
  outline_math_add(o, ")", ")");
  outline_math_close(o);
  if (!matrices) return;
  const bool closed = e->A0_closed != NULL;
  outline_matrix(o, 10, &(OutlineMatrix){"A0", "A^0", closed ? e->A0_closed : NULL, e->A0, d, d});
  outline_matrix(o, 10, &(OutlineMatrix){"B0", "B^0", closed ? e->B0_closed : NULL, e->B0, d, d});
}

// --- conditions ----------------------------------------------------------------------------------

static void say_condition(const StabilityCondition *c, bool reversed, Outline *o) {
  outline_math_open(o);
  outline_math_expr(o, c->left);
  outline_math_add(o, reversed ? " < " : " > ", reversed ? " < " : " > ");
  outline_math_expr(o, c->right);
  outline_math_close(o);
}

// Example: stable if k*l > g*m, unstable if k*l < g*m
static void say_conditions(const Equilibrium *e, Outline *o) {
  const StabilityConditions *c = &e->conditions;
  if (!c->known) return;
  if (c->proved != STABILITY_UNSAID)
    outline_line(o, 7, "%s for all values of the parameters that are assumed, proved",
                 analysis_stability_name(c->proved));
  if (c->list.n == 0) return;
  outline_line(o, 7, "stable if ");
  for (size_t i = 0; i < c->list.n; i++) {
    if (i > 0) outline_say(o, " and ");
    say_condition(&c->list.at[i], false, o);
  }
  if (!c->otherwise) return;
  outline_say(o, c->list.n == 1 ? ", unstable if " : "; unstable if ");
  for (size_t i = 0; i < c->list.n; i++) {
    if (i > 0) outline_say(o, " or ");
    say_condition(&c->list.at[i], true, o);
  }
}

// --- modes ---------------------------------------------------------------------------------------

// Example: theta : phi = 1 : -0.2, with only the coordinates that take part
static void say_shape(const AnalysisReport *r, const Mode *mode, Outline *o) {
  const size_t n = r->equilibria->n;
  bool none = true;
  for (size_t i = 0; mode->shape != NULL && i < 2 * n; i++) none = none && mode->shape[i] == 0;
  if (none) {
    outline_say(o, "not in the coordinates");
    return;
  }
  outline_math_open(o);
  for (size_t pass = 0; pass < 2; pass++) {
    bool first = true;
    if (pass == 1) outline_math_add(o, " = ", " = ");
    for (size_t i = 0; i < n; i++) {
      if (mode->shape[i] == 0 && mode->shape[n + i] == 0) continue;
      if (!first) outline_math_add(o, " : ", " : ");
      if (pass == 0) outline_math_expr(o, r->equilibria->q[i]);
      if (pass == 1) outline_math_complex(o, mode->shape[i], mode->shape[n + i]);
      first = false;
    }
  }
  outline_math_close(o);
}

// Writes lambda2 = closed = number, omega = number; for two conjugate roots lambda = -1 +- 2i.
static void say_value(const AnalysisReport *r, const Equilibrium *e, const Mode *mode, Outline *o) {
  const bool closed = !expr_is_none(mode->closed);
  outline_math_open(o);
  if (e->second_order)
    outline_math_add(o, "lambda2 = ", "\\lambda^2 = ");
  else
    outline_math_add(o, "lambda = ", "\\lambda = ");
  if (closed) outline_math_expr(o, mode->closed);
  if (!closed || !expr_is_number(pool_of(r), mode->closed)) {
    const bool is_long =
      closed && strlen(print_expr_text(pool_of(r), mode->closed, o->arena)) > LONG;
    if (closed) outline_math_add(o, is_long ? "\n= " : " = ", " = ");
    outline_math_roots(o, mode->re, mode->im);
  }
  outline_math_close(o);
  if (mode->omega <= 0 || !e->second_order) return;
  outline_say(o, ", ");
  outline_math_open(o);
  outline_math_add(o, "omega = ", "\\omega = ");
  outline_math_number(o, mode->omega);
  outline_math_close(o);
}

// Counts the modes from i on that are linear like it: they are shown together.
static size_t alike(const Equilibrium *e, size_t i) {
  size_t n = 1;
  while (e->mode[i].kind == MODE_LINEAR && i + n < e->modes && e->mode[i + n].kind == MODE_LINEAR &&
         e->mode[i + n].above == e->mode[i].above)
    n++;
  return n;
}

static void say_modes(const AnalysisReport *r, const Equilibrium *e, Outline *o) {
  const bool small =
    o->matrix == 0 || r->equilibria->n <= o->matrix;  // a shape has all coordinates
  const size_t shown = small ? e->modes : outline_shown(o, e->modes, 1);
  for (size_t i = 0, n; i < shown; i += n) {
    n = alike(e, i);
    OutlineItem *item = outline_add(o, ITEM_ROW, 7);
    item->hang = 3;
    item->name = mode_kind_name(e->mode[i].kind);
    say_value(r, e, &e->mode[i], o);
    if (n > 1) outline_say(o, ", %zu times", n);
    if (e->mode[i].above > 0) outline_say(o, ", in a chain with the one before");
    outline_below(o);
    for (size_t k = 0; k < n && small; k++) {
      if (k > 0) outline_say(o, "; ");
      say_shape(r, &e->mode[i + k], o);
    }
  }
  outline_more(o, 7, e->modes - shown, "equilibria");
}

// --- the general solution ------------------------------------------------------------------------

static void say_function(Outline *o, const char *function, double rate) {
  outline_math_add(o, text_format(o->arena, "%s(", function),
                   text_format(o->arena, "\\%s(", function));
  outline_math_number(o, rate);
  outline_math_add(o, "*t)", " t)");
}

// Example: 0.5*C1*t^2*cos(2*t)
static void say_term(const SolutionTerm *term, Outline *o) {
  static const char *const wave[] = {"", "cos", "sin", "cosh", "sinh"};
  const double size = fabs(term->factor);
  if (size != 1) {
    outline_math_number(o, size);
    outline_math_add(o, "*", " ");
  }
  outline_math_add(o, text_format(o->arena, "C%zu", term->constant + 1),
                   text_format(o->arena, "C_{%zu}", term->constant + 1));
  if (term->power == 1) outline_math_add(o, "*t", " t");
  if (term->power > 1)
    outline_math_add(o, text_format(o->arena, "*t^%u", term->power),
                     text_format(o->arena, " t^{%u}", term->power));
  if (term->wave == WAVE_NONE) return;
  outline_math_add(o, "*", " ");
  say_function(o, wave[term->wave], term->rate);
}

// Do the two terms share one bracket?
static bool are_together(const SolutionTerm *a, const SolutionTerm *b) {
  return a->mode == b->mode && a->imaginary == b->imaginary && a->growth == b->growth;
}

// Writes exp(3*t)*Re(eta1), or eta1 alone.
static void say_factor(const Equilibrium *e, const SolutionTerm *term, Outline *o) {
  bool parts = false;  // does the shape have an imaginary part?
  for (size_t i = 0; i < e->solution.n; i++)
    parts = parts || (e->solution.at[i].mode == term->mode && e->solution.at[i].imaginary);
  const bool imaginary = term->imaginary;
  const char *text = !parts ? "eta%zu" : imaginary ? "Im(eta%zu)" : "Re(eta%zu)";
  const char *latex = !parts      ? "\\eta_{%zu}"
                      : imaginary ? "\\operatorname{Im}(\\eta_{%zu})"
                                  : "\\operatorname{Re}(\\eta_{%zu})";
  if (term->growth != 0) {
    say_function(o, "exp", term->growth);
    outline_math_add(o, "*", " ");
  }
  outline_math_add(o, text_format(o->arena, text, term->mode + 1),
                   text_format(o->arena, latex, term->mode + 1));
}

// Writes factor*(term + term + ...), with all terms from `first` on that share the factor.
static void say_bracket(const Equilibrium *e, size_t first, Outline *o) {
  const SolutionTerm *at = e->solution.at;
  size_t n = 0;
  for (size_t i = first; i < e->solution.n; i++) n += are_together(&at[first], &at[i]);
  const bool alone = n == 1 && at[first].factor > 0;
  say_factor(e, &at[first], o);
  outline_math_add(o, alone ? "*" : "*(", alone ? " " : " (");
  for (size_t i = first; i < e->solution.n; i++) {
    if (!are_together(&at[first], &at[i])) continue;
    const char *sign = at[i].factor < 0 ? (i == first ? "-" : " - ") : i == first ? "" : " + ";
    outline_math_add(o, sign, sign);
    say_term(&at[i], o);
  }
  if (!alone) outline_math_add(o, ")", ")");
}

// L8 (8.43): eta = eta1 (C1 cos wt + C2 sin wt) + eta2 (C3 + C4 t) + eta3 (C5 cosh lt + C6 sinh lt)
static void say_solution(const Equilibrium *e, Outline *o) {
  if (e->solution.n == 0 || (o->matrix > 0 && e->solution.n > 2 * o->matrix)) return;
  outline_add(o, ITEM_FORMULA, 7)->hang = 4;
  outline_math_open(o);
  outline_math_add(o, "eta = ", "\\eta = ");
  for (size_t mode = 0, n = 0; mode < e->modes; mode++)
    for (size_t i = 0; i < e->solution.n; i++) {
      bool said = e->solution.at[i].mode != mode;
      for (size_t k = 0; k < i; k++)
        said = said || are_together(&e->solution.at[k], &e->solution.at[i]);
      if (said) continue;
      if (n++ > 0) outline_math_add(o, "\n+ ", " + ");
      say_bracket(e, i, o);
    }
  outline_math_close(o);
}

// --- all of them ---------------------------------------------------------------------------------

static void say_ranges(const AnalysisReport *r, Outline *o) {
  const Equilibria *all = r->equilibria;
  const size_t n = coordinates_shown(r, o);
  outline_add(o, ITEM_LINE, 4)->hang = 3;
  outline_say(o, "searched in ");
  for (size_t i = 0; i < n; i++) {
    const Range *range = &all->range[i];
    const bool turn = range->turns && !range->given;
    if (i > 0) outline_say(o, ", ");
    outline_math_open(o);
    if (turn) {
      outline_math_add(o, "-pi < ", "-\\pi < ");
    } else {
      outline_math_number(o, range->low);
      outline_math_add(o, " <= ", " \\le ");
    }
    outline_math_expr(o, all->q[i]);
    outline_math_add(o, " <= ", " \\le ");
    if (turn)
      outline_math_add(o, "pi", "\\pi");
    else
      outline_math_number(o, range->high);
    outline_math_close(o);
  }
  if (n < all->n) outline_say(o, ", …");
}

void analysis_say_equilibria(const AnalysisReport *r, Outline *o) {
  const Equilibria *all = r->equilibria;
  if (all->none != NULL) {
    outline_line(o, 4, "%s: no search was made", all->none);
    return;
  }
  if (all->every) {
    outline_line(o, 4, "every position that the constraints allow is one; for example");
  } else {
    say_ranges(r, o);
    if (all->all.n == 0 && !all->unfinished) outline_line(o, 4, "none was found");
    if (all->singular)
      outline_line(o, 4,
                   "accelerations are not determined at rest: "
                   "the constraints lose their rank");
  }
  const size_t shown = outline_shown(o, all->all.n, 1);
  for (size_t k = 0; k < shown; k++) {
    const Equilibrium *e = &all->all.at[k];
    say_place(r, k, o);
    if (!e->enclosed && e->exact == NULL)
      outline_line(o, 7, "found numerically, without a proof that it exists");
    else
      outline_line(o, 7, "%s", e->stability.reason);
    say_conditions(e, o);
    say_set(r, e, o);
    say_matrices(r, e, o);
    say_modes(r, e, o);
    say_solution(e, o);
  }
  outline_more(o, 4, all->all.n - shown, "equilibria");
}
