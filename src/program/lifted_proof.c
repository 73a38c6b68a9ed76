// program/lifted_proof.c: decides whether the problem of masses in a tree is the problem in coordinates.
//
// In:    G mu = rhs and the accelerations by mu, as expressions
// Out:   whether these accelerations satisfy the equations in coordinates
// From:  docs/theory/chains.md (10), (11)
// Law:   a problem in which one expression is changed is refuted (tests/prop/program/prop_lifted.c)
// How:   at one random point of two finite fields (docs/theory/fingerprints.md), where mu is computed by elimination;
//        expressions of the model have their values there already
// Not:   identities between roots or inverse functions, which the fields do not know: then the answer is no, and the
//        problem in coordinates is solved

#include "program/lifted.h"
#include "algebra/field_linear.h"
#include "methods/later.h"
#include "expr/field_point.h"

typedef struct {
  const LiftedProblem *p;
  const Lifted *l;
  const Equations *eq;
  ExprPool *pool;
  Arena *arena;
  FieldPoint *point;  // the random point; q'' are the accelerations that are to be judged
  Fingerprint *mu, *x;
} Proof;

// --- the accelerations ---------------------------------------------------------------------------

// e^(i*angle) of an angle with these cosine and sine
static Fingerprint unit_of(Fingerprint cosine, Fingerprint sine) {
  for (int k = 0; k < FIELD_COUNT; k++) {
    const uint64_t i = field_pow(k, field_root24[k], 6);
    cosine.v[k] = field_add(k, cosine.v[k], field_mul(k, i, sine.v[k]));
  }
  return cosine;
}

// Gives the symbols the values that they represent.
static bool define_symbols(const Proof *proof) {
  for (size_t i = 0; i < proof->l->definitions.n; i++) {
    const LiftedDefinition *d = &proof->l->definitions.at[i];
    const Expr e[] = {d->value, expr_call1(proof->pool, FN_COS, d->value),
                      expr_call1(proof->pool, FN_SIN, d->value)};
    Fingerprint value[3];
    if (!field_point_values(proof->point, e, d->angle ? 3 : 1, value)) return false;
    field_point_set(proof->point, d->symbol, value[0]);
    if (d->angle) field_point_set_angle(proof->point, d->symbol, unit_of(value[1], value[2]));
  }
  return true;
}

// (8)  G mu = rhs
static bool find_multipliers(Proof *proof) {
  const LiftedProblem *p = proof->p;
  const size_t n = p->entries.n;
  Expr *e = ARENA_ARRAY(proof->arena, Expr, n + p->rows + 1);
  Fingerprint *value = ARENA_ARRAY(proof->arena, Fingerprint, n + p->rows + 1);
  FieldEntry *entry = ARENA_ARRAY(proof->arena, FieldEntry, n + 1);
  for (size_t i = 0; i < n; i++) e[i] = p->entries.at[i].value;
  for (size_t a = 0; a < p->rows; a++) e[n + a] = p->rhs[a];
  if (!field_point_values(proof->point, e, n + p->rows, value)) return false;
  for (size_t i = 0; i < n; i++)
    entry[i] = (FieldEntry){p->entries.at[i].row, p->entries.at[i].column, value[i]};
  return field_solve_symmetric(proof->arena, p->rows, entry, n, value + n, proof->mu);
}

// Finds the accelerations of the coordinates by mu, and makes them q'' of the point.
static bool find_accelerations(Proof *proof) {
  for (size_t i = 0; i < proof->p->n; i++) {
    const LiftedForm *form = &proof->p->acceleration[i];
    if (!field_point_values(proof->point, &form->constant, 1, &proof->x[i])) return false;
    for (size_t k = 0; k < form->terms.n; k++) {
      const LiftedTerm t = form->terms.at[k];
      Fingerprint by;
      if (!field_point_values(proof->point, &t.by, 1, &by)) return false;
      proof->x[i] = fingerprint_plus_product(proof->x[i], by, proof->mu[t.of]);
    }
  }
  for (size_t i = 0; i < proof->p->n; i++)
    field_point_set(proof->point, proof->eq->qdd[i], proof->x[i]);
  return true;
}

// --- the equations in coordinates ----------------------------------------------------------------

static Fingerprint print_of(const Proof *proof, Expr e) {
  return expr_fingerprint(proof->pool, e);
}

// (10)  M q'' = F + A^T mu, with those mu that belong to constraints
static bool solves_coordinates(const Proof *proof) {
  const Problem *own = &proof->eq->problem;
  const Matrix *M = problem_M(own), *A = &proof->eq->constraints.A;
  const Expr *F = problem_F(own);
  for (size_t i = 0; i < own->m; i++) {
    Fingerprint force = print_of(proof, F[i]), inertia = {{0}};
    for (size_t j = 0; j < own->m; j++)
      inertia =
        fingerprint_plus_product(inertia, print_of(proof, *matrix_entry(M, i, j)), proof->x[j]);
    for (size_t row = 0; row < proof->p->rows; row++) {
      const size_t a = proof->l->constraint.at[row];
      if (a == NOWHERE) continue;
      force =
        fingerprint_plus_product(force, print_of(proof, *matrix_entry(A, a, i)), proof->mu[row]);
    }
    if (!fingerprint_is_zero(fingerprint_difference(inertia, force))) return false;
  }
  return true;
}

// A q'' = b for the constraints that are kept
static bool satisfies_constraints(const Proof *proof) {
  const Constraints *c = &proof->eq->constraints;
  for (size_t row = 0; row < proof->p->rows; row++) {
    const size_t a = proof->l->constraint.at[row];
    if (a == NOWHERE) continue;
    Fingerprint error = fingerprint_negative(print_of(proof, c->b[a]));
    for (size_t i = 0; i < proof->p->n; i++)
      error =
        fingerprint_plus_product(error, print_of(proof, *matrix_entry(&c->A, a, i)), proof->x[i]);
    if (!fingerprint_is_zero(error)) return false;
  }
  return true;
}

// --- without M and F -----------------------------------------------------------------------------
//
// M and F of a long chain are not made for a run. They follow from d'Alembert's principle: the sum over all masses and
// bodies of
//
//   (11)  (f - m r'') . dr + (n - I omega' - omega x I omega) . dphi + Q dq
//
// is (F - M q'') . dq for all displacements dq. If it vanishes for random ones, it vanishes for all. The home values of
// q_i'' serve as dq_i: they are random, and nothing here contains them.

typedef struct {
  Fingerprint acceleration, displacement;
} Moved;

typedef struct {
  const Proof *proof;
  FieldPoint *virtual;  // the point, with displacements for velocities
  Fingerprint work;     // so far
  Memo known;           // a term of a position -> its number in found
  ARRAY(Moved) found;
} Virtual;

static Fingerprint displacement_of(const Virtual *v, size_t i) {
  return print_of(v->proof, v->proof->eq->qdd[i]);
}

static bool move_term(Virtual *v, Expr e, Moved *to) {
  ExprPool *pool = v->proof->pool;
  uint32_t known;
  if (memo_get(&v->known, e.id, &known)) {
    *to = v->found.at[known];
    return true;
  }
  const Expr velocity = expr_rate(pool, e), acceleration = expr_rate(pool, velocity);
  if (!field_point_values(v->virtual, &velocity, 1, &to->displacement) ||
      !field_point_values(v->proof->point, &acceleration, 1, &to->acceleration))
    return false;
  memo_put(v->proof->arena, &v->known, e.id, (uint32_t) v->found.n);
  array_push(v->proof->arena, &v->found, *to);
  return true;
}

// Finds r'' and dr of a component of a position. Positions share most of their terms.
static bool move(Virtual *v, Expr e, Moved *to) {
  const ExprPool *pool = v->proof->pool;
  if (expr_kind(pool, e) != EXPR_SUM) return move_term(v, e, to);
  *to = (Moved){0};
  for (size_t i = 0; i < expr_count(pool, e); i++) {
    const ExprTerm t = expr_operand(pool, e, i);
    const Fingerprint c = ratio_fingerprint(pool, t.c);
    Moved part;
    if (!move_term(v, t.e, &part)) return false;
    to->acceleration = fingerprint_plus_product(to->acceleration, c, part.acceleration);
    to->displacement = fingerprint_plus_product(to->displacement, c, part.displacement);
  }
  return true;
}

static void add_work(Virtual *v, Fingerprint force, Fingerprint displacement) {
  v->work = fingerprint_plus_product(v->work, force, displacement);
}

// (f - m r'') . dr, with gravity in f
static bool add_mass(Virtual *v, Expr mass, Vec at, bool on_body, size_t index) {
  const Proof *proof = v->proof;
  const Model *model = proof->l->free.model;
  const Vec applied = inertia_applied_force(&proof->l->free, on_body, index);
  const bool massive = !expr_is_none(mass) && !expr_same(mass, EXPR_ZERO);
  if (!massive && vec_is_zero(applied)) return true;
  for (int k = 0; k < 3; k++) {
    Fingerprint force = print_of(proof, applied.x[k]);
    Moved moved;
    if (!move(v, at.x[k], &moved)) return false;
    if (massive) {
      Fingerprint fall = fingerprint_negative(moved.acceleration);
      if (model->has_gravity) fall = fingerprint_sum(fall, print_of(proof, model->gravity.x[k]));
      force = fingerprint_plus_product(force, print_of(proof, mass), fall);
    }
    add_work(v, force, moved.displacement);
  }
  return true;
}

// I w
static void inertia_by(const Proof *proof, const Expr I[6], const Fingerprint w[3],
                       Fingerprint to[3]) {
  static const int place[3][3] = {{0, 3, 4}, {3, 1, 5}, {4, 5, 2}};
  for (int i = 0; i < 3; i++) {
    to[i] = (Fingerprint){{0}};
    for (int j = 0; j < 3; j++)
      to[i] = fingerprint_plus_product(to[i], print_of(proof, I[place[i][j]]), w[j]);
  }
}

// -(I omega' + omega x I omega) . dphi, along the axes of the body; dphi is omega with dq for q'
static bool add_rotation(Virtual *v, const Body *body) {
  const Proof *proof = v->proof;
  Fingerprint omega[3], rate[3], dphi[3], spin[3], moment[3];
  if (body->frame == NOWHERE) return true;
  const Vec own = proof->l->free.model->frames.at[body->frame].omega_own;
  for (int k = 0; k < 3; k++) {
    const Expr change = expr_rate(proof->pool, own.x[k]);
    omega[k] = print_of(proof, own.x[k]);
    if (!field_point_values(proof->point, &change, 1, &rate[k]) ||
        !field_point_values(v->virtual, &own.x[k], 1, &dphi[k]))
      return false;
  }
  inertia_by(proof, body->inertia, omega, spin);
  inertia_by(proof, body->inertia, rate, moment);
  for (int k = 0; k < 3; k++) {
    const int i = (k + 1) % 3, j = (k + 2) % 3;
    moment[k] = fingerprint_plus_product(moment[k], omega[i], spin[j]);
    moment[k] = fingerprint_difference(moment[k], fingerprint_product(omega[j], spin[i]));
    add_work(v, fingerprint_negative(moment[k]), dphi[k]);
  }
  return true;
}

// (11)
static bool does_no_work(const Proof *proof) {
  const Lifted *l = proof->l;
  Virtual v = {.proof = proof, .virtual = field_point_create(proof->pool, proof->arena)};
  for (size_t i = 0; i < l->free.n; i++) {
    field_point_set(v.virtual, l->free.qd[i], displacement_of(&v, i));
    add_work(&v, print_of(proof, l->given[i]), displacement_of(&v, i));
  }
  for (size_t i = 0; i < l->free.model->points.n; i++) {
    const Point *point = &l->free.model->points.at[i];
    if (!add_mass(&v, point->mass, point->at, false, i)) return false;
  }
  for (size_t i = 0; i < l->free.model->bodies.n; i++) {
    const Body *body = &l->free.model->bodies.at[i];
    if (!add_mass(&v, body->mass, body->at, true, i) || !add_rotation(&v, body)) return false;
  }
  return fingerprint_is_zero(v.work);
}

// --- all of it -----------------------------------------------------------------------------------

static bool decide(Proof *proof) {
  if (!define_symbols(proof) || !find_multipliers(proof) || !find_accelerations(proof))
    return false;
  if (problem_waits(&proof->eq->problem)) return does_no_work(proof);
  return solves_coordinates(proof) && satisfies_constraints(proof);
}

bool lifted_is_equal(const LiftedProblem *p) {
  const Lifted *l = p->from;
  Arena *arena = l->arena;
  Proof proof = {.p = p,
                 .l = l,
                 .eq = &l->m->equations,
                 .pool = l->pool,
                 .arena = arena,
                 .point = field_point_create(l->pool, arena),
                 .mu = ARENA_ARRAY(arena, Fingerprint, p->rows + 1),
                 .x = ARENA_ARRAY(arena, Fingerprint, p->n + 1)};
  const ExprTrouble before = expr_trouble(l->pool);
  const bool equal = decide(&proof);
  (void) expr_trouble(l->pool);
  expr_put_trouble(l->pool, before);
  return equal;
}
