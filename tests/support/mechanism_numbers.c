// support/mechanism_numbers.c: the numbers of a mechanical system, in 113 bits.

#include "support/mechanism.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CONSISTENT 1e-29      // residuals below this are zero
#define RANK_TOLERANCE 1e-11  // pivots below this part of the largest are zero
#define WALK_STATES 3         // near a state, to see whether it is regular
#define WALK_STEP 0.03

static Quad *room(Mechanism *m, size_t n) {
  return ARENA_ARRAY(&m->scratch, Quad, n + 1);
}

// --- rows ----------------------------------------------------------------------------------------

static size_t rows_of(const Mechanism *m, const MechConstraint *c) {
  return formula_is_vector(&m->f, c->left) ? 3 : 1;
}

size_t mech_rows(const Mechanism *m) {
  size_t rows = 0;
  for (size_t i = 0; i < m->constraints.n; i++) rows += rows_of(m, &m->constraints.at[i]);
  return rows;
}

size_t mech_row_owner(const Mechanism *m, size_t row, size_t *component) {
  size_t i = 0;
  while (row >= rows_of(m, &m->constraints.at[i])) row -= rows_of(m, &m->constraints.at[i++]);
  *component = row;
  return i;
}

// Selects a number of left and right: value, first or mixed derivative.
typedef FormulaValue Part(const Formulas *f, Formula a);

// Collects factor times (left - right) of every constraint on this level, one number per row, `step` apart.
static void collect(const Mechanism *m, MechLevel level, Part *part, Quad factor, Quad *out,
                    size_t step) {
  size_t row = 0;
  for (size_t i = 0; i < m->constraints.n; i++) {
    const MechConstraint *c = &m->constraints.at[i];
    const size_t n = rows_of(m, c);
    if (c->level == level) {
      const FormulaValue left = part(&m->f, c->left), right = part(&m->f, c->right);
      for (size_t k = 0; k < n; k++) out[(row + k) * step] = factor * (left.x[k] - right.x[k]);
    }
    row += n;
  }
}

static void collect_along(const Mechanism *m, Quad *B, size_t column) {
  size_t row = 0;
  for (size_t i = 0; i < m->constraints.n; i++) {
    const MechConstraint *c = &m->constraints.at[i];
    if (c->is_servo) B[row * m->n + column] = formula_d1(&m->f, c->along).x[0];
    row += rows_of(m, c);
  }
}

// The direction of the motion: (q, t) moves by (q', 1).
static void motion_direction(const Mechanism *m, Quad *d) {
  memset(d, 0, FORMULA_VARIABLES * sizeof *d);
  for (size_t i = 0; i < m->n; i++) d[FORMULA_Q(i)] = m->x[FORMULA_V(i)];
  d[FORMULA_T] = 1;
}

static void constrain_matrix(Mechanism *m, const MechRows *rows) {
  Quad d[FORMULA_VARIABLES] = {0};
  static const MechLevel levels[] = {MECH_POSITION, MECH_VELOCITY, MECH_ACCELERATION};
  for (size_t j = 0; j < m->n; j++) {
    const size_t variable[] = {FORMULA_Q(j), FORMULA_V(j), FORMULA_A(j)};
    for (size_t k = 0; k < 3; k++) {
      size_t used = 0;
      for (size_t i = 0; i < m->constraints.n; i++)
        used +=
          m->constraints.at[i].level == levels[k] || (k == 1 && m->constraints.at[i].is_servo);
      if (used == 0) continue;
      d[variable[k]] = 1;
      formulas_along(&m->f, d, NULL, NULL);
      d[variable[k]] = 0;
      collect(m, levels[k], formula_d1, 1, rows->A + j, m->n);
      if (k == 1 && rows->B != NULL) collect_along(m, rows->B, j);
    }
  }
}

// f'' = 0, g' = 0 or h = 0 with q'' = 0 in it
static void constrain_right(Mechanism *m, Quad *b) {
  Quad d[FORMULA_VARIABLES];
  motion_direction(m, d);
  formulas_along(&m->f, d, d, NULL);
  collect(m, MECH_POSITION, formula_d12, -1, b, 1);
  collect(m, MECH_VELOCITY, formula_d1, -1, b, 1);
  collect(m, MECH_ACCELERATION, formula_value, -1, b, 1);
}

void mech_constrain(Mechanism *m, const MechRows *rows) {
  formulas_at(&m->f, m->x);
  if (rows->residual != NULL) {
    collect(m, MECH_POSITION, formula_value, 1, rows->residual, 1);
    collect(m, MECH_VELOCITY, formula_value, 1, rows->residual, 1);
  }
  if (rows->A != NULL) {
    if (rows->B != NULL) memset(rows->B, 0, mech_rows(m) * m->n * sizeof *rows->B);
    constrain_matrix(m, rows);
    size_t component;
    for (size_t i = 0; rows->B != NULL && i < mech_rows(m); i++)
      if (!m->constraints.at[mech_row_owner(m, i, &component)].is_servo)
        memcpy(rows->B + i * m->n, rows->A + i * m->n, m->n * sizeof *rows->B);
  }
  if (rows->b != NULL) constrain_right(m, rows->b);
}

Quad mech_residual(Mechanism *m, bool rates) {
  const size_t r = mech_rows(m);
  const ArenaMark mark = arena_mark(&m->scratch);
  Quad *residual = room(m, r), d[FORMULA_VARIABLES];
  mech_constrain(m, &(MechRows){.residual = residual});
  Quad largest = quad_norm(residual, r);
  if (rates) {
    motion_direction(m, d);
    formulas_along(&m->f, d, NULL, NULL);
    memset(residual, 0, r * sizeof *residual);
    collect(m, MECH_POSITION, formula_d1, 1, residual, 1);
    largest = quad_max(largest, quad_norm(residual, r));
  }
  arena_release(&m->scratch, mark);
  return largest;
}

// --- states --------------------------------------------------------------------------------------

// Keeps the rows of a level, and sets the others to zero.
static void keep_level(const Mechanism *m, MechLevel level, Quad *A, Quad *residual) {
  size_t component;
  for (size_t i = 0; i < mech_rows(m); i++) {
    if (m->constraints.at[mech_row_owner(m, i, &component)].level == level) continue;
    memset(A + i * m->n, 0, m->n * sizeof *A);
    residual[i] = 0;
  }
}

bool mech_settle(Mechanism *m, size_t steps) {
  const size_t r = mech_rows(m), n = m->n;
  const ArenaMark mark = arena_mark(&m->scratch);
  Quad *A = room(m, r * n), *residual = room(m, r), *step = room(m, n);
  Quad error = 1;
  for (size_t i = 0; i <= steps && error > quad(CONSISTENT); i++) {
    mech_constrain(m, &(MechRows){.A = i < steps ? A : NULL, .residual = residual});
    keep_level(m, MECH_POSITION, A, residual);
    error = quad_norm(residual, r);
    if (!quad_is_finite(error) || error > quad(1e3)) break;
    if (error <= quad(CONSISTENT) || i == steps) break;
    if (!quad_least_norm(r, n, A, residual, step)) break;
    const Quad size = quad_norm(step, n), part = size > quad(0.5) ? quad(0.5) / size : 1;
    for (size_t j = 0; j < n; j++) m->x[FORMULA_Q(j)] -= part * step[j];
  }
  arena_release(&m->scratch, mark);
  return error <= quad(CONSISTENT);
}

// A v = -f_t and g(q, v, t) = 0, by steps of least norm
bool mech_settle_velocities(Mechanism *m) {
  const size_t r = mech_rows(m), n = m->n;
  const ArenaMark mark = arena_mark(&m->scratch);
  Quad *A = room(m, r * n), *residual = room(m, r), *step = room(m, n), d[FORMULA_VARIABLES];
  Quad error = 1;
  for (size_t i = 0; i < 60; i++) {
    mech_constrain(m, &(MechRows){.A = A, .residual = residual});
    motion_direction(m, d);
    formulas_along(&m->f, d, NULL, NULL);
    collect(m, MECH_POSITION, formula_d1, 1, residual, 1);
    collect(m, MECH_VELOCITY, formula_value, 1, residual, 1);
    size_t component;
    for (size_t k = 0; k < r; k++) {
      if (m->constraints.at[mech_row_owner(m, k, &component)].level != MECH_ACCELERATION) continue;
      memset(A + k * n, 0, n * sizeof *A);
      residual[k] = 0;
    }
    error = quad_norm(residual, r);
    if (!(error > quad(CONSISTENT)) || !quad_is_finite(error)) break;
    if (!quad_least_norm(r, n, A, residual, step)) break;
    for (size_t j = 0; j < n; j++) m->x[FORMULA_V(j)] -= step[j];
  }
  arena_release(&m->scratch, mark);
  return error <= quad(CONSISTENT);
}

bool mech_draw_velocities(Mechanism *m, double size) {
  for (size_t j = 0; j < m->n; j++) m->x[FORMULA_V(j)] = quad(dice_signed(&m->dice, 0.2, 1) * size);
  return mech_settle_velocities(m);
}

// --- rank ----------------------------------------------------------------------------------------

static size_t rank_of(Mechanism *m, const Quad *A, size_t rows, size_t columns, double *gap) {
  const size_t size = rows > columns ? rows : columns;
  const ArenaMark mark = arena_mark(&m->scratch);
  Quad *square = room(m, size * size);
  for (size_t i = 0; i < rows; i++) memcpy(square + i * size, A + i * columns, columns * sizeof *A);
  QuadFactors f;
  if (!quad_factors_init(&f, size)) abort();
  quad_factor(&f, square, size, quad(RANK_TOLERANCE));
  if (gap != NULL) *gap = f.rank == 0 ? 1 : (double) f.smallest;
  const size_t rank = f.rank;
  quad_factors_clear(&f);
  arena_release(&m->scratch, mark);
  return rank;
}

size_t mech_rank(Mechanism *m, double *gap) {
  const size_t r = mech_rows(m);
  const ArenaMark mark = arena_mark(&m->scratch);
  Quad *A = room(m, r * m->n);
  mech_constrain(m, &(MechRows){.A = A});
  const size_t rank = rank_of(m, A, r, m->n, gap);
  arena_release(&m->scratch, mark);
  return rank;
}

// If the manifold had fewer dimensions than the tangent space, Newton's method would not come back
// to it in a few steps, or the rank would change.
bool mech_is_regular(Mechanism *m, double *gap) {
  Quad kept[FORMULA_VARIABLES];
  memcpy(kept, m->x, sizeof kept);
  bool regular = mech_rank(m, gap) == m->n - m->freedoms;
  for (size_t i = 0; i < WALK_STATES && regular; i++) {
    double here;
    memcpy(m->x, kept, sizeof kept);
    regular = mech_draw_velocities(m, 1);
    for (size_t j = 0; j < m->n; j++) m->x[FORMULA_Q(j)] += quad(WALK_STEP) * m->x[FORMULA_V(j)];
    regular = regular && mech_settle(m, 9) && mech_rank(m, &here) == m->n - m->freedoms;
    if (regular && here < *gap) *gap = here;
  }
  memcpy(m->x, kept, sizeof kept);
  return regular;
}

// --- masses --------------------------------------------------------------------------------------

static FormulaValue cross(FormulaValue a, FormulaValue b) {
  FormulaValue r;
  for (size_t i = 0; i < 3; i++) {
    const size_t j = (i + 1) % 3, k = (i + 2) % 3;
    r.x[i] = a.x[j] * b.x[k] - a.x[k] * b.x[j];
  }
  return r;
}

static Quad dot(FormulaValue a, FormulaValue b) {
  return a.x[0] * b.x[0] + a.x[1] * b.x[1] + a.x[2] * b.x[2];
}

// half the sum of e x (rate of e): the angular velocity of the unit vectors
static FormulaValue turning(const Formulas *f, const MechBody *body, Part *part) {
  FormulaValue w = {{0}};
  for (size_t k = 0; k < 3; k++) {
    const FormulaValue one = cross(formula_value(f, body->axis[k]), part(f, body->axis[k]));
    for (size_t i = 0; i < 3; i++) w.x[i] += one.x[i] / 2;
  }
  return w;
}

// I w along the body's axes
static FormulaValue inertia_times(const Formulas *f, const MechBody *body, FormulaValue w) {
  FormulaValue out = {{0}};
  for (size_t k = 0; k < 3; k++) {
    const FormulaValue e = formula_value(f, body->axis[k]);
    const Quad along = body->inertia[k] * dot(e, w);
    for (size_t i = 0; i < 3; i++) out.x[i] += along * e.x[i];
  }
  return out;
}

typedef struct {
  FormulaValue *move, *turn;     // n for each body: partial velocities
  FormulaValue *force, *torque;  // of each body, those of inertia included
} Kane;

static void kane_columns(Mechanism *m, Kane *k) {
  Quad d[FORMULA_VARIABLES] = {0};
  for (size_t j = 0; j < m->n; j++) {
    d[FORMULA_Q(j)] = 1;
    formulas_along(&m->f, d, NULL, NULL);
    d[FORMULA_Q(j)] = 0;
    for (size_t i = 0; i < m->bodies.n; i++) {
      const MechBody *body = &m->bodies.at[i];
      k->move[i * m->n + j] = formula_d1(&m->f, body->at);
      if (!body->is_point) k->turn[i * m->n + j] = turning(&m->f, body, formula_d1);
    }
  }
}

static void kane_forces(Mechanism *m, Kane *k) {
  Quad d[FORMULA_VARIABLES];
  motion_direction(m, d);
  formulas_along(&m->f, d, d, NULL);
  for (size_t i = 0; i < m->bodies.n; i++) {
    const MechBody *body = &m->bodies.at[i];
    const FormulaValue a = formula_d12(&m->f, body->at);
    for (size_t c = 0; c < 3; c++) k->force[i].x[c] = body->mass * (m->gravity[c] - a.x[c]);
    if (body->is_point) continue;
    const FormulaValue w = turning(&m->f, body, formula_d1);
    const FormulaValue alpha = turning(&m->f, body, formula_d12);
    const FormulaValue spin = cross(w, inertia_times(&m->f, body, w));
    const FormulaValue rate = inertia_times(&m->f, body, alpha);
    for (size_t c = 0; c < 3; c++) k->torque[i].x[c] = -rate.x[c] - spin.x[c];
  }
}

// M += J^T m J + W^T I W, F += J^T force + W^T torque
static void kane_add(Mechanism *m, const Kane *k, Quad *M, Quad *F) {
  const size_t n = m->n;
  for (size_t i = 0; i < m->bodies.n; i++) {
    const MechBody *body = &m->bodies.at[i];
    const FormulaValue *move = k->move + i * n, *turn = k->turn + i * n;
    for (size_t a = 0; a < n; a++) {
      F[a] += dot(move[a], k->force[i]) + dot(turn[a], k->torque[i]);
      const FormulaValue spin = inertia_times(&m->f, body, turn[a]);
      for (size_t b = 0; b < n; b++)
        M[a * n + b] += body->mass * dot(move[a], move[b]) + dot(spin, turn[b]);
    }
  }
}

// M = d2T/dq'dq', F = dT/dq - (d2T/dq'dq) q' - d2T/dq'dt
static void kinetic_add(Mechanism *m, Quad *M, Quad *F) {
  Quad one[FORMULA_VARIABLES] = {0}, other[FORMULA_VARIABLES] = {0}, motion[FORMULA_VARIABLES];
  motion_direction(m, motion);
  for (size_t i = 0; i < m->n; i++) {
    one[FORMULA_V(i)] = 1;
    for (size_t j = 0; j < m->n; j++) {
      other[FORMULA_V(j)] = 1;
      formulas_along(&m->f, one, other, NULL);
      M[i * m->n + j] += formula_d12(&m->f, m->kinetic).x[0];
      other[FORMULA_V(j)] = 0;
    }
    formulas_along(&m->f, one, motion, NULL);
    F[i] -= formula_d12(&m->f, m->kinetic).x[0];
    one[FORMULA_V(i)] = 0;
    one[FORMULA_Q(i)] = 1;
    formulas_along(&m->f, one, NULL, NULL);
    F[i] += formula_d1(&m->f, m->kinetic).x[0];
    one[FORMULA_Q(i)] = 0;
  }
}

static void potential_add(Mechanism *m, Quad *F) {
  Quad one[FORMULA_VARIABLES] = {0};
  for (size_t i = 0; i < m->n; i++) {
    one[FORMULA_Q(i)] = 1;
    formulas_along(&m->f, one, NULL, NULL);
    F[i] -= formula_d1(&m->f, m->potential).x[0];
    one[FORMULA_Q(i)] = 0;
  }
}

static void forces_add(const Mechanism *m, Quad *F) {
  for (size_t i = 0; i < m->n; i++)
    if (m->force[i].at != 0) F[i] += formula_value(&m->f, m->force[i]).x[0];
}

void mech_masses(Mechanism *m, Quad *M, Quad *F) {
  const size_t n = m->n, bodies = m->bodies.n;
  const ArenaMark mark = arena_mark(&m->scratch);
  Kane k = {ARENA_ARRAY(&m->scratch, FormulaValue, bodies * n),
            ARENA_ARRAY(&m->scratch, FormulaValue, bodies * n),
            ARENA_ARRAY(&m->scratch, FormulaValue, bodies),
            ARENA_ARRAY(&m->scratch, FormulaValue, bodies)};
  memset(M, 0, n * n * sizeof *M);
  memset(F, 0, n * sizeof *F);
  formulas_at(&m->f, m->x);
  kane_columns(m, &k);
  kane_forces(m, &k);
  kane_add(m, &k, M, F);
  if (m->kinetic.at != 0) kinetic_add(m, M, F);
  if (m->potential.at != 0) potential_add(m, F);
  forces_add(m, F);
  arena_release(&m->scratch, mark);
}

Quad mech_energy(Mechanism *m) {
  Quad d[FORMULA_VARIABLES], sum = 0;
  formulas_at(&m->f, m->x);
  motion_direction(m, d);
  formulas_along(&m->f, d, NULL, NULL);
  for (size_t i = 0; i < m->bodies.n; i++) {
    const MechBody *body = &m->bodies.at[i];
    const FormulaValue v = formula_d1(&m->f, body->at), r = formula_value(&m->f, body->at);
    sum += body->mass * dot(v, v) / 2;
    for (size_t c = 0; c < 3; c++) sum -= body->mass * m->gravity[c] * r.x[c];
    if (body->is_point) continue;
    const FormulaValue w = turning(&m->f, body, formula_d1);
    sum += dot(w, inertia_times(&m->f, body, w)) / 2;
  }
  if (m->kinetic.at != 0) sum += formula_value(&m->f, m->kinetic).x[0];
  if (m->potential.at != 0) sum += formula_value(&m->f, m->potential).x[0];
  return sum;
}

// --- accelerations -------------------------------------------------------------------------------

// [ M -B^T ] [ q''    ]   [ F ]
// [ A   0  ] [ lambda ] = [ b ]
static void augmented(size_t n, size_t r, const Quad *M, const Quad *A, const Quad *B, Quad *K) {
  const size_t size = n + r;
  for (size_t i = 0; i < n; i++) memcpy(K + i * size, M + i * n, n * sizeof *M);
  for (size_t a = 0; a < r; a++)
    for (size_t i = 0; i < n; i++) {
      K[i * size + n + a] = -B[a * n + i];
      K[(n + a) * size + i] = A[a * n + i];
    }
}

// B^T lambda = M q'' - F, the solution of least norm
static void least_multipliers(Mechanism *m, size_t r, const Quad *M, const Quad *F, const Quad *B,
                              const Quad *qdd, Quad *lambda) {
  const size_t n = m->n;
  Quad *transposed = room(m, n * r), *reaction = room(m, n);
  for (size_t i = 0; i < n; i++) {
    reaction[i] = -F[i];
    for (size_t j = 0; j < n; j++) reaction[i] += M[i * n + j] * qdd[j];
    for (size_t a = 0; a < r; a++) transposed[i * r + a] = B[a * n + i];
  }
  if (!quad_least_norm(n, r, transposed, reaction, lambda)) abort();
}

bool mech_accelerations(Mechanism *m, Quad *qdd, Quad *lambda) {
  const size_t r = mech_rows(m), n = m->n, size = n + r;
  const ArenaMark mark = arena_mark(&m->scratch);
  Quad *A = room(m, r * n), *B = room(m, r * n), *M = room(m, n * n), *K = room(m, size * size);
  Quad *right = room(m, size), *x = room(m, size), *b = room(m, r);
  mech_constrain(m, &(MechRows){.A = A, .B = B, .b = b});
  mech_masses(m, M, right);
  memcpy(right + n, b, r * sizeof *b);
  augmented(n, r, M, A, B, K);
  QuadFactors f;
  if (!quad_factors_init(&f, size)) abort();
  quad_factor(&f, K, size, quad(RANK_TOLERANCE));
  quad_solve(&f, right, x);
  bool right_rank = f.rank == n + (n - m->freedoms);
  // only multipliers are undetermined, and the omitted equations hold
  for (size_t i = f.rank; i < size; i++) right_rank = right_rank && f.column[i] >= n;
  quad_factors_clear(&f);
  memcpy(qdd, x, n * sizeof *x);
  for (size_t a = 0; a < r && right_rank; a++) {
    Quad left = -b[a];
    for (size_t i = 0; i < n; i++) left += A[a * n + i] * qdd[i];
    right_rank = quad_abs(left) < quad(1e-18) * (1 + quad_norm(qdd, n));
  }
  if (lambda != NULL) least_multipliers(m, r, M, right, B, qdd, lambda);
  arena_release(&m->scratch, mark);
  return right_rank;
}

// --- any problem ---------------------------------------------------------------------------------

#define NEAR_STATES 3
#define NEAR_STEP 0.02

// Returns the largest rank of the constraints at random states of the manifold around this one.
static size_t rank_around(Mechanism *m) {
  Quad kept[FORMULA_VARIABLES];
  memcpy(kept, m->x, sizeof kept);
  size_t largest = mech_rank(m, NULL);
  for (size_t i = 0; i < NEAR_STATES; i++) {
    memcpy(m->x, kept, sizeof kept);
    for (size_t j = 0; j < m->n; j++) {
      m->x[FORMULA_Q(j)] += quad(dice_signed(&m->dice, 0, NEAR_STEP));
      m->x[FORMULA_V(j)] += quad(dice_signed(&m->dice, 0, NEAR_STEP));
    }
    if (!mech_settle(m, 20) || !mech_settle_velocities(m)) continue;
    const size_t rank = mech_rank(m, NULL);
    if (rank > largest) largest = rank;
  }
  memcpy(m->x, kept, sizeof kept);
  return largest;
}

static void factor(QuadFactors *f, const Quad *K, size_t size) {
  if (!quad_factors_init(f, size)) abort();
  quad_factor(f, K, size, quad(RANK_TOLERANCE) * quad(1e-6));
}

#define LEAST_ROW 1e-10  // of numbers about 1

static MechProblem solve_constrained(Mechanism *m, Quad *qdd) {
  const size_t r = mech_rows(m), n = m->n, size = n + r;
  Quad *A = room(m, r * n), *B = room(m, r * n), *M = room(m, n * n), *K = room(m, size * size);
  Quad *right = room(m, size), *x = room(m, size), *b = room(m, r);
  mech_constrain(m, &(MechRows){.A = A, .B = B, .b = b});
  mech_masses(m, M, right);
  memcpy(right + n, b, r * sizeof *b);
  augmented(n, r, M, A, B, K);
  QuadFactors f;
  factor(&f, K, size);
  quad_solve(&f, right, x);
  memcpy(qdd, x, n * sizeof *x);
  MechProblem p = {.gap = (double) f.smallest, .consistent = true};
  p.determined = f.rank == n + rank_of(m, B, r, n, NULL);
  quad_factors_clear(&f);
  for (size_t i = 0; i < size; i++) {
    Quad sum = -right[i], terms = quad_abs(right[i]);
    for (size_t j = 0; j < size; j++) {
      sum += K[i * size + j] * x[j];
      terms += quad_abs(K[i * size + j] * x[j]);
    }
    p.consistent = p.consistent && quad_abs(sum) <= quad(1e-16) * (1 + terms);
  }
  p.generic = rank_around(m) == rank_of(m, A, r, n, NULL);
  // v^2 + w^2 = 0 is met up to a root of rounding, and its row is as small: its derivatives vanish with it
  for (size_t a = 0; a < r; a++) p.generic = p.generic && quad_norm(A + a * n, n) > quad(LEAST_ROW);
  return p;
}

// psi_z^T (M q'' - F) = 0, q'' = psi_z z' + psi_q q' + psi_t
static MechProblem solve_rates(Mechanism *m, Quad *qdd) {
  const size_t n = m->n, k = m->speeds;
  Quad *M = room(m, n * n), *F = room(m, n), *N = room(m, n * k), *c = room(m, n),
       *MN = room(m, n * k);
  Quad *G = room(m, k * k), *g = room(m, k), *z = room(m, k), d[FORMULA_VARIABLES] = {0};
  mech_masses(m, M, F);
  for (size_t a = 0; a < k; a++) {
    d[FORMULA_Z(a)] = 1;
    formulas_along(&m->f, d, NULL, NULL);
    d[FORMULA_Z(a)] = 0;
    for (size_t i = 0; i < n; i++) N[i * k + a] = formula_d1(&m->f, m->rate[i]).x[0];
  }
  motion_direction(m, d);
  formulas_along(&m->f, d, NULL, NULL);
  for (size_t i = 0; i < n; i++) c[i] = formula_d1(&m->f, m->rate[i]).x[0];
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n; j++) {
      F[i] -= M[i * n + j] * c[j];
      for (size_t a = 0; a < k; a++) MN[i * k + a] += M[i * n + j] * N[j * k + a];
    }
  for (size_t a = 0; a < k; a++)
    for (size_t i = 0; i < n; i++) {
      g[a] += N[i * k + a] * F[i];
      for (size_t e = 0; e < k; e++) G[a * k + e] += N[i * k + a] * MN[i * k + e];
    }
  QuadFactors f;
  factor(&f, G, k);
  quad_solve(&f, g, z);
  const MechProblem p = {f.rank == k, true, true, (double) f.smallest};
  quad_factors_clear(&f);
  for (size_t i = 0; i < n; i++) {
    qdd[i] = c[i];
    for (size_t a = 0; a < k; a++) qdd[i] += N[i * k + a] * z[a];
  }
  return p;
}

MechProblem mech_solve(Mechanism *m, Quad *qdd) {
  const ArenaMark mark = arena_mark(&m->scratch);
  const MechProblem p = m->speeds > 0 ? solve_rates(m, qdd) : solve_constrained(m, qdd);
  arena_release(&m->scratch, mark);
  return p;
}
