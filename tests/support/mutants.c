// support/mutants.c: the gallery's claims with one mistake each, and a judge for them.

#include "support/mutants.h"

#include "methods/methods.h"
#include "proof/algebra.h"
#include "proof/claims.h"
#include "proof/in_mode.h"
#include "support/desk.h"
#include "support/series.h"
#include <dirent.h>
#include <stdlib.h>

#define STATES 6  // states that the judge examines
#define STATES_OF_RANK 8
#define STATES_MANY 100  // if the program found one that the judge did not: on another branch
#define STATE_TRIES 40   // to find one
#define NEWTON_STEPS 40
#define NEWTON_DONE 1e-30
#define RANK 1e-18    // pivots below this part of the largest are zero
#define REGULAR 1e-7  // pivots and rows of A are larger away from singular states
#define SAME 1e-22    // differences below this part of the largest value are rounding
#define OTHER 1e-10   // those above it are real; between the two nothing is decided

typedef struct {
  Desk *desk;
  Equations *eq;
  const char *model;
  const Claim *claim;
  size_t rank;  // of the linear problem at most states; 0 until it is known
} Subject;

static ARRAY(Subject) subjects;
static ARRAY(size_t) in_modes;  // those about impacts and contact
static ARRAY(void *) desks;
static Guard guard = {.budget = (size_t) 1 << 32};
static Arena keep;

static struct {
  size_t refuted, same, equal, unknown, unjudged, alone, undefined, by_algebra;
} counted;

// --- the gallery ---------------------------------------------------------------------------------

static const char *file_text(const char *path) {
  FILE *file = fopen(path, "r");
  assert_non_null(file);
  Text text = text_make(&keep);
  char line[4096];
  while (fgets(line, sizeof line, file) != NULL) text_add(&text, line);
  fclose(file);
  return text_get(&text);
}

// The judge knows motions of q and q'; if the momenta are the state, it has none. Its forces have no multipliers.
static void add_model(const char *path) {
  void *state = NULL;
  assert_int_equal(desk_open(&state), 0);
  array_push(&keep, &desks, state);
  Desk *desk = state;
  desk_read_well(desk, file_text(path));
  Equations *eq = ARENA_NEW(&desk->arena, Equations);
  if (desk->model->friction || !desk_derive(desk, &method_multipliers, eq)) return;
  for (size_t i = 0; i < desk->model->claims.n; i++) {
    const Claim *claim = &desk->model->claims.at[i];
    if (claim->deny || (claim->kind != CLAIM_EQUATION && claim->kind != CLAIM_CONSERVED)) continue;
    if (!claim_has_mode(desk->model, claim)) {
      array_push(&keep, &subjects, ((Subject){desk, eq, path, claim, 0}));
      continue;
    }
    // about an impact or contact: by the equations of that
    Equations of_mode, *of_claim = ARENA_NEW(&desk->arena, Equations);
    Claim *own = ARENA_NEW(&desk->arena, Claim);
    const ImpactMode mode = claim_mode(desk->model, claim, &desk->arena);
    const DeriveOptions options = {.arena = &desk->arena, .energy = EXPR_NONE};
    assert_int_equal(method_derive(&method_multipliers, impact_model(desk->model, mode.use), &options, &of_mode), STATUS_OK);
    assert_int_equal(claim_in_mode(desk->model, claim, &mode, &of_mode, &desk->arena, of_claim, own), STATUS_OK);
    array_push(&keep, &in_modes, subjects.n);
    array_push(&keep, &subjects, ((Subject){desk, of_claim, path, own, 0}));
  }
}

static int by_name(const struct dirent **a, const struct dirent **b) {
  return strcmp((*a)->d_name, (*b)->d_name);
}

void mutants_open(void) {
  struct dirent **entries;
  arena_init(&keep, allocator_heap(), &guard);
  const int n = scandir("models", &entries, NULL, by_name);
  assert_true(n > 0);
  for (int i = 0; i < n; i++) {
    if (strstr(entries[i]->d_name, ".mech") != NULL)
      add_model(text_format(&keep, "models/%s", entries[i]->d_name));
    free(entries[i]);
  }
  free(entries);
  assert_true(subjects.n > 200 && in_modes.n > 30);
}

void mutants_close(void) {
  for (size_t i = 0; i < desks.n; i++) (void) desk_close(&desks.at[i]);
  arena_clear(&keep);
}

// --- mistakes ------------------------------------------------------------------------------------

// Returns another symbol of the same kind: parameter, coordinate, velocity, acceleration, momentum, speed.
static Expr other_symbol(Gen *g, const Subject *s, Expr symbol) {
  const Model *m = s->desk->model;
  ARRAY(Expr) list = {0};
  bool found = false;
  for (int kind = 0; kind < 6 && !found; kind++) {
    list.n = 0;
    const size_t n = kind == 0 ? m->parameters.n : kind == 5 ? m->speeds.n : s->eq->n;
    for (size_t i = 0; i < n; i++) {
      const Expr all[] = {kind == 0 ? m->parameters.at[i].symbol : EXPR_NONE,
                          kind > 0 && kind < 5 ? s->eq->q[i] : EXPR_NONE,
                          kind > 0 && kind < 5 ? s->eq->qd[i] : EXPR_NONE,
                          kind > 0 && kind < 5 ? s->eq->qdd[i] : EXPR_NONE,
                          kind > 0 && kind < 5 ? m->coordinates.at[i].p : EXPR_NONE,
                          kind == 5 ? m->speeds.at[i].z : EXPR_NONE};
      found = found || expr_same(all[kind], symbol);
      if (!expr_same(all[kind], symbol)) array_push(g->arena, &list, all[kind]);
    }
  }
  return found && list.n > 0 ? list.at[gen_below(g, list.n)] : EXPR_NONE;
}

static Ratio other_ratio(Gen *g, ExprPool *pool, Ratio c) {
  switch (gen_below(g, 3)) {
    case 0: return ratio_neg(pool, c);
    case 1: return ratio_add(pool, c, RATIO_ONE);
    default: return ratio_mul(pool, c, ratio_make(pool, 2, 1));
  }
}

static Expr changed_leaf(Gen *g, const Subject *s, Expr e) {
  ExprPool *pool = s->desk->pool;
  if (expr_kind(pool, e) == EXPR_NUMBER)
    return expr_number(pool, other_ratio(g, pool, expr_ratio_of(pool, e)));
  const Expr other = gen_below(g, 3) > 0 ? other_symbol(g, s, e) : EXPR_NONE;
  if (!expr_is_none(other)) return other;
  return gen_below(g, 2) ? expr_neg(pool, e) : expr_square(pool, e);
}

// Returns e with one mistake, somewhere.
static Expr changed(Gen *g, const Subject *s, Expr e) {
  ExprPool *pool = s->desk->pool;
  const ExprKind kind = expr_kind(pool, e);
  if (kind == EXPR_NUMBER || kind == EXPR_SYMBOL) return changed_leaf(g, s, e);
  const size_t n = expr_count(pool, e), chosen = gen_below(g, n);
  ExprTerm *terms = ARENA_ARRAY(g->arena, ExprTerm, n);
  for (size_t i = 0; i < n; i++) terms[i] = expr_operand(pool, e, i);
  ExprTerm *term = &terms[chosen];
  const bool here = kind != EXPR_FUNCTION && gen_below(g, 3) == 0;
  if (!here)
    term->e = changed(g, s, term->e);
  else if (kind == EXPR_SUM)
    term->c = other_ratio(g, pool, term->c);
  else
    term->c = ratio_add(pool, term->c, gen_below(g, 2) ? RATIO_ONE : ratio_make(pool, -1, 1));
  if (expr_is_none(term->e)) return EXPR_NONE;
  if (kind == EXPR_SUM) return expr_sum(pool, terms, n);
  if (kind == EXPR_PRODUCT) return expr_product(pool, terms, n);
  const Expr arguments[FUNCTION_ARGUMENTS] = {terms[0].e, terms[n > 1].e, terms[n - 1].e};
  return expr_call(pool, expr_function(pool, e), arguments);
}

// --- states in quad ------------------------------------------------------------------------------

typedef struct {
  const Subject *subject;
  Arena *arena;
  ARRAY(Expr) symbols;  // what is known, and its values
  ARRAY(Quad) values;
  size_t variables;      // this many of the first ones may move
  ARRAY(Expr) from, to;  // abbreviations: momenta, quasi-velocities, energies, velocities by speeds
  Expr *rows, *slopes;   // equations of the state, and their derivatives by the variables
  size_t n_rows;
  uint64_t seed;
  uint64_t held;  // variables that do not move, by bits
  size_t rank;    // of the linear problem there
} State;

static void know(State *st, Expr symbol, Quad value) {
  if (expr_is_none(symbol)) return;
  array_push(st->arena, &st->symbols, symbol);
  array_push(st->arena, &st->values, value);
}

static bool evaluate(const State *st, const Expr *roots, size_t n, Quad *values) {
  Series s;
  series_init(&s, st->arena, st->subject->desk->pool, 0);
  for (size_t i = 0; i < st->symbols.n; i++) series_number(&s, st->symbols.at[i], st->values.at[i]);
  SeriesValue *at = ARENA_ARRAY(st->arena, SeriesValue, n + 1);
  for (size_t i = 0; i < n; i++) at[i] = series_add(&s, roots[i]);
  if (!expr_is_none(s.missing)) return false;
  series_ready(&s);
  series_run(&s, 0);
  for (size_t i = 0; i < n; i++) {
    values[i] = series_get(&s, at[i], 0);
    if (!quad_is_finite(values[i])) return false;
  }
  return true;
}

static double random_unit(State *st) {
  st->seed = hash_mix(st->seed + 0x9e3779b97f4a7c15u);
  return (double) (st->seed >> 12) * 0x1p-51 - 1;
}

static void abbreviate(State *st, Expr symbol, Expr value) {
  if (expr_is_none(symbol) || expr_is_none(value)) return;
  array_push(st->arena, &st->from, symbol);
  array_push(st->arena, &st->to, value);
}

static Expr named(ExprPool *pool, const char *name) {
  Expr symbol;
  return expr_find_symbol(pool, str(name), &symbol) ? symbol : EXPR_NONE;
}

static void gather_abbreviations(State *st) {
  const Equations *eq = st->subject->eq;
  ExprPool *pool = eq->pool;
  abbreviate(st, named(pool, "energy"), eq->energy);
  abbreviate(st, named(pool, "kinetic_energy"), eq->kinetic);
  abbreviate(st, named(pool, "potential_energy"), eq->potential);
  for (size_t i = 0; i < eq->n; i++)
    abbreviate(st, eq->model->coordinates.at[i].p, equations_momentum(eq)[i]);
  for (size_t i = 0; i < eq->model->speeds.n; i++)
    abbreviate(st, eq->model->speeds.at[i].z, eq->model->speeds.at[i].definition);
}

// Abbreviations may contain each other: energies have momenta or quasi-velocities in them.
static Expr written_out(const State *st, Expr e) {
  const Equations *eq = st->subject->eq;
  for (int round = 0; round < 3; round++)
    e = expr_substitute(eq->pool, e, st->from.at, st->to.at, st->from.n);
  if (eq->beside > 0) e = expr_substitute(eq->pool, e, eq->qd, eq->state.psi, eq->n);
  return e;
}

static void gather_rows(State *st) {
  const Equations *eq = st->subject->eq;
  const Claim *claim = st->subject->claim;
  const size_t most = 2 * eq->constraints.r + claim->given.n;
  st->rows = ARENA_ARRAY(st->arena, Expr, most + 1);
  for (size_t a = 0; a < eq->constraints.r; a++) {
    const ConstraintRow *row = &eq->constraints.row[a];
    if (!expr_is_none(row->position)) st->rows[st->n_rows++] = written_out(st, row->position);
    if (!expr_is_none(row->velocity)) st->rows[st->n_rows++] = written_out(st, row->velocity);
  }
  for (size_t i = 0; i < claim->given.n; i++)
    st->rows[st->n_rows++] =
      written_out(st, expr_sub(eq->pool, claim->given.at[i].left, claim->given.at[i].right));
  st->slopes = ARENA_ARRAY(st->arena, Expr, st->n_rows * st->variables + 1);
  for (size_t i = 0; i < st->n_rows; i++)
    for (size_t j = 0; j < st->variables; j++)
      st->slopes[i * st->variables + j] = expr_diff(eq->pool, st->rows[i], st->symbols.at[j]);
}

static Expr initial_value(const Model *m, Expr symbol) {
  for (size_t i = 0; i < m->initial.n; i++)
    if (expr_same(m->initial.at[i].symbol, symbol)) return m->initial.at[i].value;
  return EXPR_ZERO;
}

// Parameters near their values, but never at them; the state near the initial one.
static void gather_variables(State *st) {
  const Equations *eq = st->subject->eq;
  const Model *m = eq->model;
  for (size_t i = 0; i < m->parameters.n; i++) {
    Quad value = 1;
    if (!expr_is_none(m->parameters.at[i].value))
      (void) evaluate(st, &m->parameters.at[i].value, 1, &value);
    know(st, m->parameters.at[i].symbol,
         value == 0 ? quad(0.3 * random_unit(st)) : value * (1 + quad(0.4 * random_unit(st))));
  }
  const size_t known = st->symbols.n;
  const Expr *w = eq->state.z;
  const size_t nw = eq->state.m;
  for (size_t i = 0; i < 1 + eq->n + nw; i++) {
    const Expr symbol = i == 0       ? EXPR_TIME
                        : i <= eq->n ? eq->q[i - 1]
                                     : w[i - 1 - eq->n],
               initial = initial_value(m, symbol);
    Quad value = 0;
    const size_t all = st->symbols.n;
    st->symbols.n = st->values.n = known;
    (void) evaluate(st, &initial, 1, &value);
    st->symbols.n = st->values.n = all;
    know(st, symbol, (quad_is_finite(value) ? value : 0) + quad(random_unit(st)));
  }
  st->variables = st->symbols.n;
}

// Gauss and Newton, with steps of least norm.
static bool settle(State *st) {
  const size_t n = st->variables, r = st->n_rows;
  Quad *f = ARENA_ARRAY(st->arena, Quad, r + 1), *J = ARENA_ARRAY(st->arena, Quad, r * n + 1),
       *step = ARENA_ARRAY(st->arena, Quad, n);
  for (int i = 0; i < NEWTON_STEPS; i++) {
    if (!evaluate(st, st->rows, r, f)) return false;
    if (quad_norm(f, r) < (Quad) NEWTON_DONE) return true;
    if (!evaluate(st, st->slopes, r * n, J)) return false;
    for (size_t j = 0; j < r * n; j++)
      if (st->held >> (j % n) % 64 & 1) J[j] = 0;
    if (!quad_least_norm(r, n, J, f, step)) return false;
    for (size_t j = 0; j < n; j++) st->values.at[j] -= step[j];
  }
  return false;
}

// --- its motion ----------------------------------------------------------------------------------

static bool solve_motion(State *st, Quad *qdd, Quad *lambda, Quad *reaction) {
  const Equations *eq = st->subject->eq;
  const size_t n = eq->n, r = eq->constraints.r, size = n + r;
  Quad *M = ARENA_ARRAY(st->arena, Quad, n * n), *A = ARENA_ARRAY(st->arena, Quad, r * n + 1),
       *B = ARENA_ARRAY(st->arena, Quad, r * n + 1), *f = ARENA_ARRAY(st->arena, Quad, size),
       *K = ARENA_ARRAY(st->arena, Quad, size * size), *x = ARENA_ARRAY(st->arena, Quad, size);
  if (!evaluate(st, problem_M(&eq->free)->at, n * n, M) ||
      !evaluate(st, problem_F(&eq->free), n, f) || !evaluate(st, eq->constraints.A.at, r * n, A) ||
      !evaluate(st, eq->constraints.B.at, r * n, B) || !evaluate(st, eq->constraints.b, r, f + n))
    return false;
  for (size_t a = 0; a < r; a++)
    if (!(quad_norm(A + a * n, n) > (Quad) REGULAR)) return false;
  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j < n; j++) K[i * size + j] = M[i * n + j];
    for (size_t a = 0; a < r; a++) {
      K[i * size + n + a] = -B[a * n + i];
      K[(n + a) * size + i] = A[a * n + i];
    }
  }
  QuadFactors factors;
  if (!quad_factors_init(&factors, size)) return false;
  quad_factor(&factors, K, size, (Quad) RANK);
  quad_solve(&factors, f, x);
  st->rank = factors.rank;
  const bool regular = factors.smallest > (Quad) REGULAR;
  quad_factors_clear(&factors);
  if (!regular) return false;
  Quad *Bt = ARENA_ARRAY(st->arena, Quad, r * n + 1);
  for (size_t i = 0; i < n; i++) {
    qdd[i] = x[i];
    for (size_t a = 0; a < r; a++) reaction[i] += B[a * n + i] * x[n + a];
    for (size_t a = 0; a < r; a++) Bt[i * r + a] = B[a * n + i];
  }
  return r == 0 || quad_least_norm(n, r, Bt, reaction, lambda);
}

// psi_z z' = q'' - psi_q q' - psi_t
static bool know_speed_rates(State *st, const Quad *qdd) {
  const Equations *eq = st->subject->eq;
  const Parametrization *p = &eq->given;
  const size_t n = eq->n, m = p->m;
  Expr *slope = ARENA_ARRAY(st->arena, Expr, n * m + 1), *drift = ARENA_ARRAY(st->arena, Expr, n);
  Quad *J = ARENA_ARRAY(st->arena, Quad, n * m + 1), *d = ARENA_ARRAY(st->arena, Quad, n),
       *zd = ARENA_ARRAY(st->arena, Quad, m + 1);
  for (size_t i = 0; i < n && m > 0; i++) {
    drift[i] = expr_diff(eq->pool, p->psi[i], EXPR_TIME);
    for (size_t j = 0; j < n; j++)
      drift[i] = expr_add(eq->pool, drift[i],
                          expr_mul(eq->pool, expr_diff(eq->pool, p->psi[i], eq->q[j]), p->psi[j]));
    for (size_t k = 0; k < m; k++) slope[i * m + k] = expr_diff(eq->pool, p->psi[i], p->z[k]);
  }
  if (m == 0) return true;
  if (!evaluate(st, slope, n * m, J) || !evaluate(st, drift, n, d)) return false;
  for (size_t i = 0; i < n; i++) d[i] = qdd[i] - d[i];
  if (!quad_least_norm(n, m, J, d, zd)) return false;
  for (size_t k = 0; k < m; k++) know(st, p->zd[k], zd[k]);
  return true;
}

// Computes everything else that a claim may contain.
static bool know_rest(State *st) {
  const Equations *eq = st->subject->eq;
  ExprPool *pool = eq->pool;
  const size_t n = eq->n, r = eq->constraints.r;
  Quad *qdd = ARENA_ARRAY(st->arena, Quad, n), *lambda = ARENA_ARRAY(st->arena, Quad, r + 1),
       *reaction = ARENA_ARRAY(st->arena, Quad, n), value;
  for (size_t i = 0; i < n && eq->beside > 0; i++) {
    if (!evaluate(st, &eq->state.psi[i], 1, &value)) return false;
    know(st, eq->qd[i], value);
  }
  if (!solve_motion(st, qdd, lambda, reaction)) return false;
  for (size_t i = 0; i < n; i++) know(st, eq->qdd[i], qdd[i]);
  for (size_t a = 0; a < r; a++) know(st, eq->constraints.row[a].lambda, lambda[a]);
  for (size_t i = 0; i < n; i++) {
    const Coordinate *c = &eq->model->coordinates.at[i];
    know(st, named(pool, text_format(st->arena, "reaction(%s)", c->name)), reaction[i]);
    // p' = L_q + Q + R
    const Expr push = expr_add(pool, expr_diff(pool, eq->lagrangian, eq->q[i]), eq->force[i]);
    if (!evaluate(st, &push, 1, &value)) return false;
    if (!expr_is_none(c->p)) know(st, expr_symbol_rate(pool, c->p), value + reaction[i]);
  }
  if (!know_speed_rates(st, qdd)) return false;
  for (size_t i = 0; i < eq->model->speeds.n; i++) {
    const Speed *speed = &eq->model->speeds.at[i];
    if (expr_is_none(speed->definition)) continue;
    const Expr rate = expr_rate(pool, speed->definition);
    if (!evaluate(st, &rate, 1, &value)) return false;
    know(st, speed->zd, value);
  }
  return true;
}

// --- the judge -----------------------------------------------------------------------------------

typedef enum { JUDGED_SAME, JUDGED_OTHER, JUDGED_NOT } Judged;

// left = right, or the rate of a first integral and 0
typedef struct {
  Expr left, right;
} Sides;

// -1: no value there
static int differ(const State *st, Sides sides) {
  const Expr roots[] = {written_out(st, sides.left), written_out(st, sides.right)};
  Quad value[2];
  if (!evaluate(st, roots, 2, value)) return -1;
  const Quad size = quad_max(1, quad_max(quad_abs(value[0]), quad_abs(value[1])));
  const Quad difference = quad_abs(value[0] - value[1]) / size;
  return difference < (Quad) SAME ? 0 : difference > (Quad) OTHER ? 1 : -1;
}

// Finds a state at which the claim itself holds: where it does not, the motion is singular, and the
// elimination invented one. Holding some variables leads to other branches of the conditions.
static bool find_state(const Subject *s, uint64_t seed, Sides claim, Arena *arena, State *st) {
  for (uint64_t i = 0; i < STATE_TRIES; i++) {
    *st = (State){.subject = s, .arena = arena, .seed = hash_mix(seed * STATE_TRIES + i + 1)};
    gather_variables(st);
    gather_abbreviations(st);
    gather_rows(st);
    if (i > 2 || seed % 2) st->held = hash_mix(st->seed) & hash_mix(st->seed + 1);
    if (settle(st) && know_rest(st) && differ(st, claim) == 0) return true;
  }
  return false;
}

// States where the rank is lower are singular: rho*(x'*cos(theta) + y'*sin(theta)) = 0 says nothing
// about the velocities where rho = 0.
static void find_rank(Subject *s, Sides claim) {
  for (unsigned i = 0; i < STATES_OF_RANK; i++) {
    Arena arena;
    State st;
    arena_init(&arena, allocator_heap(), &guard);
    if (find_state(s, i, claim, &arena, &st) && st.rank > s->rank) s->rank = st.rank;
    arena_clear(&arena);
  }
}

// Does the mutant hold at every state that is examined?
static Judged judge(Subject *s, uint64_t seed, unsigned states, Sides claim, Sides mutant) {
  unsigned same = 0;
  bool other = false;
  if (s->rank == 0) find_rank(s, claim);
  for (unsigned i = 0; i < states && !other; i++) {
    Arena arena;
    State st;
    arena_init(&arena, allocator_heap(), &guard);
    if (find_state(s, seed * STATES_MANY + i, claim, &arena, &st) && st.rank == s->rank) {
      const int answer = differ(&st, mutant);
      same += answer == 0;
      other = answer == 1;
    }
    arena_clear(&arena);
  }
  return other ? JUDGED_OTHER : same >= 2 ? JUDGED_SAME : JUDGED_NOT;
}

static Expr rate_of(const Subject *s, Expr e) {
  State st = {.subject = s, .arena = &s->desk->arena};
  gather_abbreviations(&st);
  for (int round = 0; round < 3; round++)
    e = expr_substitute(s->desk->pool, e, st.from.at, st.to.at, st.from.n);
  return expr_rate(s->desk->pool, e);
}

static Sides sides_of(const Subject *s, const Claim *claim) {
  if (claim->kind == CLAIM_EQUATION) return (Sides){claim->left, claim->right};
  return (Sides){rate_of(s, claim->left), EXPR_ZERO};
}

// Makes the claim with a mistake; returns false if it is unchanged.
static bool make_mutant(Gen *g, const Subject *s, Claim *mutant) {
  ExprPool *pool = s->desk->pool;
  *mutant = *s->claim;
  const bool left = mutant->kind == CLAIM_CONSERVED ||
                    expr_kind(pool, mutant->right) == EXPR_NUMBER || gen_below(g, 4) == 0;
  Expr *side = left ? &mutant->left : &mutant->right;
  const Expr before = *side;
  *side = changed(g, s, before);
  if (expr_is_none(*side)) (void) expr_trouble(pool);
  return !expr_is_none(*side) && !expr_equal(pool, before, *side);
}

// Is the mutant proved by algebra, which is used here whatever the points show?
static bool is_proved_by_algebra(const Subject *s, const Claim *mutant, Arena *arena) {
  const Question question = {mutant->left, mutant->right, mutant->kind == CLAIM_CONSERVED};
  Algebra *a = algebra_open(s->eq, mutant->given.at, mutant->given.n, &question, 1, arena, false);
  return a != NULL && algebra_proves(a, 0) == TRUTH_YES;
}

static void law_of(Gen *g, Subject *s) {
  Claim mutant;
  if (!make_mutant(g, s, &mutant)) {
    counted.equal++;
    return;
  }
  gen_note(g, "%s, \"%s\": %s = %s\n", s->model, s->claim->label,
           print_expr_text(s->desk->pool, mutant.left, g->arena),
           mutant.kind == CLAIM_CONSERVED ? "constant"
                                          : print_expr_text(s->desk->pool, mutant.right, g->arena));
  const Sides claim = sides_of(s, s->claim), sides = sides_of(s, &mutant);
  Judged judged = judge(s, g->seed, STATES, claim, sides);
  Arena arena;
  arena_init(&arena, allocator_heap(), &guard);
  const Judgement j = proof_judge(s->eq, &mutant, &arena);
  gen_note(g, "%s: %s\n", verdict_name(j.verdict), j.detail);
  const bool by_algebra = is_proved_by_algebra(s, &mutant, &arena);
  counted.by_algebra += by_algebra;
  if (by_algebra) {
    gen_note(g, "proved by algebra\n");
    if (judged == JUDGED_SAME) judged = judge(s, g->seed, STATES_MANY, claim, sides);
    CHECK(judged != JUDGED_OTHER);
  }
  // an index may select what the constraints make zero: such a mutant has no value that could refute it
  const bool undefined = j.verdict == VERDICT_UNKNOWN && strstr(j.detail, "divides by") != NULL;
  arena_clear(&arena);
  counted.undefined += undefined;
  if (undefined) return;
  if (judged == JUDGED_SAME && j.verdict == VERDICT_REFUTED)
    judged = judge(s, g->seed, STATES_MANY, claim, sides);
  const bool holds = j.verdict == VERDICT_PROVED || j.verdict == VERDICT_VERIFIED;
  if (judged == JUDGED_NOT && holds) judged = judge(s, g->seed, STATES_MANY, claim, sides);
  counted.refuted += j.verdict == VERDICT_REFUTED;
  counted.same += holds && judged == JUDGED_SAME;
  counted.unknown += j.verdict == VERDICT_UNKNOWN && judged == JUDGED_NOT;
  counted.unjudged += judged == JUDGED_NOT;
  if (judged == JUDGED_OTHER) CHECK(j.verdict == VERDICT_REFUTED);
  if (judged == JUDGED_SAME) CHECK(holds);
  // states that 113 bits do not find, under conditions that bend constraints
  counted.alone += judged == JUDGED_NOT && holds;
}

void mutants_law(Gen *g, ExprPool *p) {
  (void) p;
  law_of(g, &subjects.at[gen_below(g, subjects.n)]);
}

void mutants_law_of_impacts(Gen *g, ExprPool *p) {
  (void) p;
  law_of(g, &subjects.at[in_modes.at[gen_below(g, in_modes.n)]]);
}

void mutants_count(void) {
  const size_t all = counted.refuted + counted.same + counted.unknown;
  printf("mutants: %zu refuted; %zu right, as 113 bits confirm; %zu neither, by no judge; "
         "%zu equal to the claim by identity; %zu not judged in 113 bits\n",
         counted.refuted, counted.same, counted.unknown, counted.equal, counted.unjudged);
  printf(
    "of these %zu are right by the program alone; %zu more divide by what the constraints make "
    "zero\n",
    counted.alone, counted.undefined);
  printf("%zu are proved by algebra\n", counted.by_algebra);
  assert_true(counted.undefined * 50 <= all);
  assert_true(counted.unjudged * 20 <= all);
  assert_true(counted.alone * 100 <= all);
}
