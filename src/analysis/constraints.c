// analysis/constraints.c: finds the kinds of constraints that a system has.
//
// In:    the constraints as the model states them
// Out:   kinds, redundancy, factors with their transition states, hidden affine equations, the flag of the
//        affine ones and the functions that they keep constant
// From:  docs/theory/flag.md; B08 section 8

#include "analysis/constraints.h"
#include "algebra/algebra.h"
#include "ground/real.h"

#define SOURCES_MOST 12     // constraints above which sources are not reduced one by one
#define DEGREE_MOST 8       // of a homogeneous constraint
#define TRANSITION_DRAWS 3  // real states tried

const char *constraint_kind_name(ConstraintKind kind) {
  static const char *const names[KIND_COUNT] = {"holonomic", "linear", "affine", "nonlinear",
                                                "acceleration"};
  return names[kind];
}

typedef struct {
  const Equations *eq;
  ExprPool *pool;
  Arena *arena;
  ConstraintAnalysis *out;
} Work;

// --- one constraint ------------------------------------------------------------------------------

// q'.C_q' = d C: Euler's theorem
static int degree_of(const Work *w, Expr C) {
  const Equations *eq = w->eq;
  Expr sum = EXPR_ZERO;
  for (size_t i = 0; i < eq->n; i++)
    sum = expr_add(w->pool, sum, expr_mul(w->pool, eq->qd[i], expr_diff(w->pool, C, eq->qd[i])));
  for (int d = 0; d <= DEGREE_MOST; d++)
    if (expr_equal(w->pool, sum, expr_mul(w->pool, expr_int(w->pool, d), C))) return d;
  return -1;
}

static ConstraintKind kind_of(const Work *w, const ConstraintRow *row, int degree) {
  if (!expr_is_none(row->position)) return KIND_HOLONOMIC;
  if (expr_is_none(row->velocity)) return KIND_ACCELERATION;
  if (!constraints_linear_in_velocities(w->pool, row->velocity, w->eq->free.u, w->eq->n))
    return KIND_NONLINEAR;
  return degree == 1 ? KIND_LINEAR : KIND_AFFINE;
}

static size_t rank_of(const Work *w, const bool *among) {
  size_t *chosen = ARENA_ARRAY(w->arena, size_t, w->eq->constraints.r + 1);
  return ground_independent_rows(w->eq, w->arena, among, chosen);
}

// Does row a of A depend on the marked ones?
static bool depends_on(const Work *w, bool *from, size_t a) {
  const size_t without = rank_of(w, from);
  from[a] = true;
  const size_t with = rank_of(w, from);
  from[a] = false;
  return with == without;
}

static bool follows(const Work *w, const bool *from, size_t a) {
  return ground_follows(w->eq, from, a, w->arena) == TRUTH_YES;
}

// Finds as few others as possible that imply constraint a: the rows of A suggest them, and then the constraint
// itself is examined. Rows may agree only where further constraints hold: in that case all others are tried,
// and left out one by one.
static void find_sources(const Work *w, size_t a, ConstraintFinding *f) {
  const Constraints *c = &w->eq->constraints;
  bool *from = ARENA_ARRAY(w->arena, bool, c->r);
  for (size_t b = 0; b < c->r; b++) from[b] = b != a;
  for (size_t b = c->r; b-- > 0;) {
    if (!from[b]) continue;
    from[b] = false;
    if (!depends_on(w, from, a)) from[b] = true;
  }
  f->redundant = follows(w, from, a);
  if (!f->redundant) {
    for (size_t b = 0; b < c->r; b++) from[b] = b != a;
    f->redundant = follows(w, from, a);
    for (size_t b = c->r; f->redundant && c->r <= SOURCES_MOST && b-- > 0;) {
      if (!from[b]) continue;
      from[b] = false;
      if (!follows(w, from, a)) from[b] = true;
    }
  }
  if (!f->redundant) return;
  f->from = ARENA_ARRAY(w->arena, const char *, c->r);
  for (size_t b = 0; b < c->r; b++)
    if (from[b]) f->from[f->n_from++] = c->row[b].name;
}

// Is the rank the same without row a? Only then can it follow from the others.
static bool is_dependent(const Work *w, size_t a) {
  const size_t r = w->eq->constraints.r;
  bool *among = ARENA_ARRAY(w->arena, bool, r);
  for (size_t b = 0; b < r; b++) among[b] = b != a;
  return rank_of(w, among) == w->out->rank_A;
}

// Is there a real state where both factors vanish?
static Truth is_real(const Work *w, Expr first, Expr second) {
  const Condition given[2] = {{first, EXPR_ZERO}, {second, EXPR_ZERO}};
  for (unsigned draw = 0; draw < TRANSITION_DRAWS; draw++) {
    RealPoint *point;
    if (real_point(w->eq, given, 2, draw, w->arena, &point) == STATUS_OK) return TRUTH_YES;
  }
  return TRUTH_UNKNOWN;
}

// Finds the kind of the factor, taken in place of constraint a.
static FactorFinding look_at_factor(const Work *w, size_t a, Expr e) {
  const Equations *eq = w->eq;
  if (!expr_depends_on_any(w->pool, e, eq->qd, eq->n))
    return (FactorFinding){KIND_HOLONOMIC, TRUTH_YES};
  if (!constraints_linear_in_velocities(w->pool, e, eq->qd, eq->n))
    return (FactorFinding){KIND_NONLINEAR, TRUTH_UNKNOWN};
  FactorFinding f = {degree_of(w, e) == 1 ? KIND_LINEAR : KIND_AFFINE, TRUTH_UNKNOWN};
  bool *kept = ARENA_ARRAY(w->arena, bool, eq->constraints.r);
  for (size_t b = 0; b < eq->constraints.r; b++) kept[b] = b != a;
  const Equations less = ground_with_constraints(eq, kept, w->arena);
  Pfaff p;
  Expr *form = ARENA_ARRAY(w->arena, Expr, eq->n + 1);
  if (pfaff_open(&less, &e, 1, w->arena, &p) != STATUS_OK || !pfaff_form(&p, e, form) ||
      pfaff_flag(&p) != STATUS_OK)
    return f;
  if (pfaff_implies(&p, &p.last, form))
    f.integrable = TRUTH_YES;
  else if (p.whole)
    f.integrable = TRUTH_NO;
  return f;
}

static void find_factors(const Work *w, size_t a, ConstraintFinding *f) {
  const Model *model = w->eq->model;
  if (a >= model->constraints.n) return;  // a row of the rates
  f->factors = constraint_factors(model, &model->constraints.at[a], w->arena);
  f->factor = ARENA_ARRAY(w->arena, FactorFinding, f->factors.n + 1);
  for (size_t i = 0; f->factors.n > 1 && i < f->factors.n; i++)
    f->factor[i] = look_at_factor(w, a, f->factors.at[i]);
  for (size_t i = 0; f->factors.n > 1 && i < f->factors.n; i++)
    for (size_t j = i + 1; j < f->factors.n; j++) {
      const Transition t = {i, j, is_real(w, f->factors.at[i], f->factors.at[j])};
      array_push(w->arena, &f->transitions, t);
    }
}

static void look_at(const Work *w, size_t a) {
  const ConstraintRow *row = &w->eq->constraints.row[a];
  ConstraintFinding *f = &w->out->at[a];
  *f = (ConstraintFinding){.name = row->name, .degree = -1, .apparent = w->out->hidden.row[a]};
  const Expr whole = expr_is_none(row->position) ? row->velocity : row->position;
  f->with_time = !expr_is_none(whole) && expr_depends(w->pool, whole, EXPR_TIME);
  if (expr_is_none(row->position) && !expr_is_none(row->velocity))
    f->degree = degree_of(w, row->velocity);
  f->homogeneous = f->degree > 0;
  f->kind = kind_of(w, row, f->degree);
  f->integrable = f->kind == KIND_HOLONOMIC ? TRUTH_YES : TRUTH_UNKNOWN;
  f->alone = f->kind == KIND_HOLONOMIC;
  if (w->out->exact && is_dependent(w, a)) find_sources(w, a, f);
  find_factors(w, a, f);
}

// --- all of them ---------------------------------------------------------------------------------

static void judge_integrable_rows(const Work *w) {
  ConstraintAnalysis *out = w->out;
  const Constraints *c = &w->eq->constraints;
  Expr *form = ARENA_ARRAY(w->arena, Expr, out->pfaff.n + 1);
  bool bends = false;
  for (size_t a = 0; a < c->r; a++)
    bends = bends || (expr_is_none(c->row[a].position) && !expr_is_none(c->row[a].velocity) &&
                      expr_switches_on_any(w->pool, c->row[a].velocity, w->eq->q, w->eq->n));
  for (size_t a = 0; a < c->r; a++) {
    ConstraintFinding *f = &out->at[a];
    if (f->kind != KIND_LINEAR && f->kind != KIND_AFFINE) continue;
    if (!pfaff_form(&out->pfaff, c->row[a].velocity, form)) continue;
    f->alone = pfaff_is_closed_alone(&out->pfaff, form);
    if (f->alone)
      f->integrable = TRUTH_YES;
    else if (out->flag == STATUS_OK && pfaff_implies(&out->pfaff, &out->pfaff.last, form))
      f->integrable = TRUTH_YES;
    else if (out->flag == STATUS_OK && out->pfaff.whole)
      f->integrable = TRUTH_NO;
    f->one_side = f->integrable == TRUTH_YES && bends;
    if (f->one_side) f->integrable = TRUTH_UNKNOWN, f->alone = false;
  }
}

static bool is_in_forms(const Work *w, size_t a) {
  const ConstraintRow *row = &w->eq->constraints.row[a];
  const ApparentKind kind = w->out->hidden.row[a].kind;
  if (w->out->rates) return true;
  if (expr_is_none(row->velocity)) return false;
  return constraints_linear_in_velocities(w->pool, row->velocity, w->eq->qd, w->eq->n) ||
         kind == APPARENT_IMPLIED || kind == APPARENT_LINEAR || kind == APPARENT_SQUARES;
}

static void find_flag(const Work *w) {
  ConstraintAnalysis *out = w->out;
  Pfaff *p = &out->pfaff;
  const Status status = pfaff_open(w->eq, out->hidden.more.at, out->hidden.more.n, w->arena, p);
  out->flag = STATUS_UNABLE;
  out->has_forms = status == STATUS_OK && p->forms.n > p->holonomic;
  if (!out->has_forms) return;
  // nonlinear constraints that are equivalent to affine ones are among the forms
  p->whole = true;
  for (size_t a = 0; a < w->eq->constraints.r; a++) p->whole = p->whole && is_in_forms(w, a);
  // the ground gives the rank, except for equations hidden in nonlinear constraints
  if (p->whole && !out->rates && (out->hidden.more.n > 0 || !out->exact))
    out->rank = p->forms.n, out->exact = true;
  out->flag = pfaff_flag(p);
  if (out->flag != STATUS_OK) return;
  if (out->n_place > 0)
    out->place_status = pfaff_growth_at(p, out->place, out->n_place, &out->growth_at);
  out->integrable = p->last.n - p->holonomic;
  if (out->integrable > 0) out->potentials = potential_find(p);
}

ConstraintAnalysis *analysis_constraints(const Equations *eq, const Condition *place, size_t n,
                                         Arena *arena) {
  ConstraintAnalysis *out = ARENA_NEW(arena, ConstraintAnalysis);
  out->place = place;
  out->n_place = n;
  const Work w = {eq, eq->pool, arena, out};
  const Ground *ground = ground_of(eq);
  out->coordinates = eq->n;
  out->rank = out->rank_A = ground->rank;
  out->exact = ground->known;
  out->rates = eq->given.m > 0 && eq->model->constraints.n == 0;
  out->speeds = eq->beside;
  out->n = out->rates ? 0 : eq->constraints.r;
  out->at = ARENA_ARRAY(arena, ConstraintFinding, eq->constraints.r + 1);
  out->hidden = apparent_find(eq, arena);
  for (size_t a = 0; a < out->n; a++) look_at(&w, a);
  find_flag(&w);
  if (out->pfaff.n > 0 && out->n > 0) judge_integrable_rows(&w);
  (void) expr_trouble(eq->pool);
  return out;
}
