// methods/inertia.c: mass matrix and forces of points and rigid bodies, from Jacobians.
//
// From:  docs/theory/lagrange.md (3) to (9); a = sum m P_q^T P_q is L8 (8.12), B11 (2.14)
// Law:   the same M and F as the derivatives of T (tests/prop/methods/prop_routes.c)
// Cost:  no energy is expanded or differentiated twice. Masses that move alike are added first:
//        for a chain of n points M and F take O(n^2) operations together; with angles between links, O(n^3)
// Not:   closed forms; M may contain sin^2 + cos^2, which the report shortens

#include "methods/inertia.h"

FreeSystem free_system(const Model *model, Arena *arena) {
  const size_t n = model->coordinates.n;
  FreeSystem s = {model,
                  model->pool,
                  arena,
                  n,
                  ARENA_ARRAY(arena, Expr, n),
                  ARENA_ARRAY(arena, Expr, n),
                  ARENA_ARRAY(arena, Expr, n),
                  NULL};
  for (size_t i = 0; i < n; i++) {
    s.q[i] = model->coordinates.at[i].q;
    s.qd[i] = model->coordinates.at[i].qd;
    s.qdd[i] = model->coordinates.at[i].qdd;
  }
  return s;
}

// Many terms are added at once: one after the other would take the square of that time.
typedef ARRAY(ExprTerm) TermArray;

static void add_term(const FreeSystem *s, TermArray *terms, Expr e) {
  if (!expr_same(e, EXPR_ZERO)) array_push(s->arena, terms, ((ExprTerm){e, RATIO_ONE}));
}

Expr rate_along(const FreeSystem *s, Expr e, const Expr *velocity) {
  TermArray terms = {0};
  add_term(s, &terms, expr_diff(s->pool, e, EXPR_TIME));
  for (size_t j = 0; j < s->n; j++)
    add_term(s, &terms, expr_mul(s->pool, expr_diff(s->pool, e, s->q[j]), velocity[j]));
  return expr_sum(s->pool, terms.at, terms.n);
}

// --- velocities ----------------------------------------------------------------------------------

// (4)  bias = sum_i J_i' q_i' + rest'
static Vec bias(const FreeSystem *s, const Vec *J, Vec rest) {
  TermArray terms[3] = {0};
  Vec sum = vec_rate(s->pool, rest);
  for (int k = 0; k < 3; k++) add_term(s, &terms[k], sum.x[k]);
  for (size_t i = 0; i < s->n; i++) {
    if (vec_is_zero(J[i])) continue;
    const Vec part = vec_scale(s->pool, s->qd[i], vec_rate(s->pool, J[i]));
    for (int k = 0; k < 3; k++) add_term(s, &terms[k], part.x[k]);
  }
  for (int k = 0; k < 3; k++) sum.x[k] = expr_sum(s->pool, terms[k].at, terms[k].n);
  return sum;
}

// (3)  J_i = dP/dq_i
static Velocity point_velocity(const FreeSystem *s, Vec at) {
  Velocity v = {.J = ARENA_ARRAY(s->arena, Vec, s->n)};
  for (size_t i = 0; i < s->n; i++) v.J[i] = vec_diff(s->pool, at, s->q[i]);
  v.v = vec_rate(s->pool, at);
  v.bias = bias(s, v.J, vec_diff(s->pool, at, EXPR_TIME));
  return v;
}

// (3)  W_i = d omega/dq_i', with components along the axes of the body
static Velocity body_rotation(const FreeSystem *s, const Frame *frame) {
  ExprPool *pool = s->pool;
  Velocity w = {.J = ARENA_ARRAY(s->arena, Vec, s->n), .v = frame->omega_own};
  Expr *zeros = ARENA_ARRAY(s->arena, Expr, s->n);
  for (size_t i = 0; i < s->n; i++) {
    w.J[i] = vec_diff(pool, w.v, s->qd[i]);
    zeros[i] = EXPR_ZERO;
  }
  Vec rest;
  for (int k = 0; k < 3; k++) rest.x[k] = expr_substitute(pool, w.v.x[k], s->qd, zeros, s->n);
  w.bias = bias(s, w.J, rest);
  return w;
}

// --- points and centres of mass ------------------------------------------------------------------

typedef struct {
  Expr mass;
  Velocity velocity;
  Vec force;  // gravity and the applied forces
  Vec mass_bias, mass_v;
  uint32_t *number;  // for each dP/dq_i: the same for equal vectors, 0 if q_i does not move it
} Mover;

typedef ARRAY(Mover) Movers;
typedef ARRAY(const Mover *) Moved;  // those moved by one coordinate

Vec inertia_applied_force(const FreeSystem *s, bool on_body, size_t target) {
  Vec sum = vec_zero();
  for (size_t i = 0; i < s->model->forces.n; i++) {
    const Force *f = &s->model->forces.at[i];
    if (!f->is_torque && f->on_body == on_body && f->target == target)
      sum = vec_add(s->pool, sum, f->vector);
  }
  return sum;
}

static void add_mover(const FreeSystem *s, Movers *movers, Expr mass, Vec at, bool on_body,
                      size_t index) {
  Mover mover = {.mass = mass, .force = inertia_applied_force(s, on_body, index)};
  if (expr_is_none(mass)) mover.mass = EXPR_ZERO;
  if (s->model->has_gravity)
    mover.force = vec_add(s->pool, mover.force, vec_scale(s->pool, mover.mass, s->model->gravity));
  if (expr_same(mover.mass, EXPR_ZERO) && vec_is_zero(mover.force)) return;
  mover.velocity = point_velocity(s, at);
  mover.mass_bias = vec_scale(s->pool, mover.mass, mover.velocity.bias);
  mover.mass_v = vec_scale(s->pool, mover.mass, mover.velocity.v);
  array_push(s->arena, movers, mover);
}

static Movers gather_movers(const FreeSystem *s) {
  Movers movers = {0};
  for (size_t i = 0; i < s->model->points.n; i++) {
    const Point *p = &s->model->points.at[i];
    add_mover(s, &movers, p->mass, p->at, false, i);
  }
  for (size_t i = 0; i < s->model->bodies.n; i++) {
    const Body *b = &s->model->bodies.at[i];
    add_mover(s, &movers, b->mass, b->at, true, i);
  }
  return movers;
}

// --- masses that move alike are added first ------------------------------------------------------
//
// In a chain dP_k/dq_i is the same vector for every point k beyond joint i. So masses, and forces,
// that share their Jacobian columns are summed first:
//   M_ij = sum over pairs of columns (J_i . J_j) * sum m,   F_i = sum over columns J_i . sum (A -
//   m bias)

typedef struct {
  Memo pairs;  // equal vectors have equal numbers
  uint32_t next;
} VectorNumbers;

static uint32_t number_of(Arena *arena, VectorNumbers *numbers, uint32_t a, uint32_t b) {
  uint32_t number;
  const uint64_t key = (uint64_t) a << 32 | b;
  if (memo_get(&numbers->pairs, key, &number)) return number;
  number = numbers->next++;
  memo_put(arena, &numbers->pairs, key, number);
  return number;
}

// Numbers from 2^31 on stand for the first two components, those below for whole vectors.
static uint32_t vector_number(Arena *arena, VectorNumbers *numbers, Vec v) {
  const uint32_t xy = number_of(arena, numbers, v.x[0].id, v.x[1].id);
  return number_of(arena, numbers, xy | (uint32_t) 1 << 31, v.x[2].id);
}

// Terms to be added, grouped by their common factor.
typedef struct {
  Vec by;
  TermArray terms[3];
} Group;

typedef struct {
  Memo places;  // vector number -> group
  ARRAY(Group) groups;
} Groups;

static Group *find_group(const Groups *groups, uint64_t key) {
  uint32_t place;
  return memo_get(&groups->places, key, &place) ? &groups->groups.at[place] : NULL;
}

static Group *add_group(Arena *arena, Groups *groups, uint64_t key, Vec by) {
  memo_put(arena, &groups->places, key, (uint32_t) groups->groups.n);
  array_push(arena, &groups->groups, ((Group){.by = by}));
  return &groups->groups.at[groups->groups.n - 1];
}

static Group *group_of(Arena *arena, Groups *groups, uint64_t key, Vec by) {
  Group *found = find_group(groups, key);
  return found ? found : add_group(arena, groups, key, by);
}

static Vec group_total(ExprPool *pool, const Group *g) {
  Vec total;
  for (int k = 0; k < 3; k++) total.x[k] = expr_sum(pool, g->terms[k].at, g->terms[k].n);
  return total;
}

static void add_vector(const FreeSystem *s, Group *g, Vec v, Ratio sign) {
  for (int k = 0; k < 3; k++)
    if (!expr_same(v.x[k], EXPR_ZERO))
      array_push(s->arena, &g->terms[k], ((ExprTerm){v.x[k], sign}));
}

// sum over groups of by . total
static Expr dot_of_groups(const FreeSystem *s, const Groups *groups) {
  TermArray terms = {0};
  for (size_t i = 0; i < groups->groups.n; i++) {
    const Group *g = &groups->groups.at[i];
    add_term(s, &terms, vec_dot(s->pool, g->by, group_total(s->pool, g)));
  }
  return expr_sum(s->pool, terms.at, terms.n);
}

// (5)  M_ij
static Expr mass_entry(const FreeSystem *s, const Moved *moved, size_t i, size_t j) {
  ExprPool *pool = s->pool;
  Groups groups = {0};
  for (size_t k = 0; k < moved[i].n; k++) {
    const Mover *m = moved[i].at[k];
    if (m->number[j] == 0) continue;
    const uint64_t key = (uint64_t) m->number[i] << 32 | m->number[j];
    Group *g = find_group(&groups, key);
    if (g == NULL) {
      const Expr dot = vec_dot(pool, m->velocity.J[i], m->velocity.J[j]);
      g = add_group(s->arena, &groups, key, (Vec){{dot, EXPR_ZERO, EXPR_ZERO}});
    }
    array_push(s->arena, &g->terms[0], ((ExprTerm){m->mass, RATIO_ONE}));
  }
  return dot_of_groups(s, &groups);
}

// (6)  F_i = J_i . (A - m bias) and  (7)  p_i = J_i . m v
static void force_and_momentum(const FreeSystem *s, const Moved *moved, size_t i, Inertia *to) {
  Groups forces = {0}, momenta = {0};
  for (size_t k = 0; k < moved->n; k++) {
    const Mover *m = moved->at[k];
    const Vec J = m->velocity.J[i];
    Group *f = group_of(s->arena, &forces, m->number[i], J);
    add_vector(s, f, m->force, RATIO_ONE);
    add_vector(s, f, m->mass_bias, RATIO_MINUS_ONE);
    add_vector(s, group_of(s->arena, &momenta, m->number[i], J), m->mass_v, RATIO_ONE);
  }
  to->F[i] = expr_add(s->pool, to->F[i], dot_of_groups(s, &forces));
  to->p[i] = expr_add(s->pool, to->p[i], dot_of_groups(s, &momenta));
}

static void add_movers(const FreeSystem *s, const Movers *movers, Inertia *to) {
  VectorNumbers numbers = {.next = 1};
  Moved *moved = ARENA_ARRAY(s->arena, Moved, s->n);
  for (size_t k = 0; k < movers->n; k++) {
    Mover *m = &movers->at[k];
    m->number = ARENA_ARRAY(s->arena, uint32_t, s->n);
    for (size_t i = 0; i < s->n; i++) {
      if (vec_is_zero(m->velocity.J[i])) continue;
      m->number[i] = vector_number(s->arena, &numbers, m->velocity.J[i]);
      array_push(s->arena, &moved[i], m);
    }
  }
  for (size_t i = 0; i < s->n; i++) {
    force_and_momentum(s, &moved[i], i, to);
    for (size_t j = 0; j <= i; j++) {
      const Expr entry = expr_add(s->pool, *matrix_entry(&to->M, i, j), mass_entry(s, moved, i, j));
      *matrix_entry(&to->M, i, j) = *matrix_entry(&to->M, j, i) = entry;
    }
  }
}

// --- rotation ------------------------------------------------------------------------------------

// I w, with I = (Ixx, Iyy, Izz, Ixy, Ixz, Iyz) as written, off-diagonal entries included
static Vec inertia_times(ExprPool *pool, const Expr I[6], Vec w) {
  static const int place[3][3] = {{0, 3, 4}, {3, 1, 5}, {4, 5, 2}};
  Vec result;
  for (int i = 0; i < 3; i++) {
    ExprTerm terms[3];
    for (int j = 0; j < 3; j++)
      terms[j] = (ExprTerm){expr_mul(pool, I[place[i][j]], w.x[j]), RATIO_ONE};
    result.x[i] = expr_sum(pool, terms, 3);
  }
  return result;
}

// T = 1/2 omega . I omega
static void add_spin_energy(const FreeSystem *s, Vec omega, Vec spin, Inertia *to) {
  to->T = expr_add(s->pool, to->T, expr_half(s->pool, vec_dot(s->pool, omega, spin)));
}

static void add_rotation(const FreeSystem *s, const Body *body, Inertia *to) {
  if (body->frame == NOWHERE) return;
  ExprPool *pool = s->pool;
  if (to->p == NULL) {
    const Vec omega = s->model->frames.at[body->frame].omega_own;
    add_spin_energy(s, omega, inertia_times(pool, body->inertia, omega), to);
    return;
  }
  const Velocity w = body_rotation(s, &s->model->frames.at[body->frame]);
  const Vec spin = inertia_times(pool, body->inertia, w.v);
  // (8)  Euler's equations in the body: I omega' + omega x I omega
  const Vec gyroscopic = vec_cross(pool, w.v, spin);
  const Vec moment = vec_add(pool, inertia_times(pool, body->inertia, w.bias), gyroscopic);
  for (size_t i = 0; i < s->n; i++) {
    if (vec_is_zero(w.J[i])) continue;
    to->F[i] = expr_sub(pool, to->F[i], vec_dot(pool, w.J[i], moment));
    to->p[i] = expr_add(pool, to->p[i], vec_dot(pool, w.J[i], spin));
    const Vec column = inertia_times(pool, body->inertia, w.J[i]);
    for (size_t j = 0; j < s->n; j++) {
      Expr *entry = matrix_entry(&to->M, i, j);
      *entry = expr_add(pool, *entry, vec_dot(pool, column, w.J[j]));
    }
  }
  add_spin_energy(s, w.v, spin, to);
}

// --- all of it -----------------------------------------------------------------------------------

// T = 1/2 m v^2, V = -m g . P
static void add_energies(const FreeSystem *s, Expr mass, Vec at, Inertia *to) {
  if (expr_is_none(mass)) return;
  ExprPool *pool = s->pool;
  const Vec v = vec_rate(pool, at);
  to->T = expr_add(pool, to->T, expr_half(pool, expr_mul(pool, mass, vec_dot(pool, v, v))));
  if (!s->model->has_gravity) return;
  to->V = expr_sub(pool, to->V, expr_mul(pool, mass, vec_dot(pool, s->model->gravity, at)));
}

Inertia inertia_none(const FreeSystem *s) {
  return (Inertia){matrix_make(s->arena, s->n, s->n), matrix_make(s->arena, s->n, 1).at,
                   matrix_make(s->arena, s->n, 1).at, EXPR_ZERO, EXPR_ZERO};
}

Inertia inertia_energies(void) {
  return (Inertia){.T = EXPR_ZERO, .V = EXPR_ZERO};
}

void inertia_add_masses(const FreeSystem *s, Inertia *to) {
  if (to->p != NULL) {
    const Movers movers = gather_movers(s);
    add_movers(s, &movers, to);
  }
  for (size_t i = 0; i < s->model->points.n; i++)
    add_energies(s, s->model->points.at[i].mass, s->model->points.at[i].at, to);
  for (size_t i = 0; i < s->model->bodies.n; i++) {
    add_energies(s, s->model->bodies.at[i].mass, s->model->bodies.at[i].at, to);
    add_rotation(s, &s->model->bodies.at[i], to);
  }
}

void inertia_add_given_energy(const FreeSystem *s, Expr energy, Inertia *to) {
  ExprPool *pool = s->pool;
  for (size_t i = 0; i < s->n; i++) {
    const Expr p = expr_diff(pool, energy, s->qd[i]);
    to->p[i] = expr_add(pool, to->p[i], p);
    const Expr rate = rate_along(s, p, s->qd);
    const Expr force = expr_sub(pool, expr_diff(pool, energy, s->q[i]), rate);
    to->F[i] = expr_add(pool, to->F[i], force);
    for (size_t j = 0; j < s->n; j++) {
      Expr *entry = matrix_entry(&to->M, i, j);
      *entry = expr_add(pool, *entry, expr_diff(pool, p, s->qd[j]));
    }
  }
}

// (9)  Q = torques by W, `force x`, and -dR/dq'
void inertia_add_forces(const FreeSystem *s, Expr *F) {
  ExprPool *pool = s->pool;
  const Model *model = s->model;
  for (size_t i = 0; i < s->n; i++) {
    F[i] = expr_add(pool, F[i], model->generalized_force[i]);
    if (!expr_is_none(model->dissipation))
      F[i] = expr_sub(pool, F[i], expr_diff(pool, model->dissipation, s->qd[i]));
    for (size_t k = 0; k < model->forces.n; k++) {
      const Force *f = &model->forces.at[k];
      if (!f->is_torque || model->bodies.at[f->target].frame == NOWHERE) continue;
      const Vec omega = frame_omega(model, &model->frames.at[model->bodies.at[f->target].frame]);
      F[i] = expr_add(pool, F[i], vec_dot(pool, vec_diff(pool, omega, s->qd[i]), f->vector));
    }
  }
}

void inertia_add_point_forces(const FreeSystem *s, Expr *Q) {
  for (size_t k = 0; k < s->model->forces.n; k++) {
    const Force *f = &s->model->forces.at[k];
    if (f->is_torque) continue;
    const Vec at =
      f->on_body ? s->model->bodies.at[f->target].at : s->model->points.at[f->target].at;
    for (size_t i = 0; i < s->n; i++)
      Q[i] = expr_add(s->pool, Q[i], vec_dot(s->pool, vec_diff(s->pool, at, s->q[i]), f->vector));
  }
}
