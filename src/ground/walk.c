// ground/walk.c: a walk on the real constraint manifold.
//
// In:    constraints on positions and velocities; a state near the manifold
// Out:   states on it, to WALK_BITS, each near the one before
// How:   a random step along the directions that the constraints leave open, then back to the
//        manifold by steps of least norm. At a regular state the way back is much shorter than the
//        step, and the walk stays on its piece; otherwise the step is halved.
// From:  docs/theory/ground.md, section "Walking"

#include "ground/walk.h"
#include "methods/constraints.h"
#include <math.h>

#define STEP 0.01        // for a coordinate of size one
#define HALVINGS 12      // of a step
#define POLISH_STEPS 12  // each doubles the digits
#define NEAR 0.1         // of the size of the unknowns: a solution this near was not jumped to
#define SHARE 0.2        // the way back must be shorter than this part of the step
#define NEAR_BITS 40     // at first, pivots below 2^-NEAR_BITS are not used to approach
#define WEAK_BITS 100    // later, pivots below 2^-WEAK_BITS are not used
#define ZERO_BITS 120    // smaller numbers are zero, once all constraints are satisfied
#define RESIDUE_BITS 64  // digits that may be lost
#define ATTEMPTS_NEAR 4  // random starts near the initial state

// --- rows ----------------------------------------------------------------------------------------

// The column of the largest of the first n entries of row i, by its midpoint.
static slong largest_entry(const arb_mat_t A, slong i, slong n) {
  slong largest = 0;
  for (slong j = 1; j < n; j++)
    if (arf_cmpabs(arb_midref(arb_mat_entry(A, i, j)), arb_midref(arb_mat_entry(A, i, largest))) >
        0)
      largest = j;
  return largest;
}

static bool is_below(const arb_t value, slong zero_bits) {
  return arf_cmpabs_2exp_si(arb_midref(value), -zero_bits) < 0;
}

// row -= row[column] * pivot row, whose entry in the column is 1
static void subtract_row(arb_mat_t A, slong row, slong pivot, slong column) {
  arb_t factor;
  arb_init(factor);
  arb_set(factor, arb_mat_entry(A, row, column));
  for (slong j = 0; j < arb_mat_ncols(A); j++) {
    arb_ptr entry = arb_mat_entry(A, row, j);
    arb_submul(entry, factor, arb_mat_entry(A, pivot, j), WALK_BITS);
    arb_get_mid_arb(entry, entry);
  }
  arb_clear(factor);
}

static void divide_row(arb_mat_t A, slong row, slong column) {
  arb_t divisor;
  arb_init(divisor);
  arb_set(divisor, arb_mat_entry(A, row, column));
  for (slong j = 0; j < arb_mat_ncols(A); j++) {
    arb_ptr entry = arb_mat_entry(A, row, j);
    arb_div(entry, entry, divisor, WALK_BITS);
    arb_get_mid_arb(entry, entry);
  }
  arb_clear(divisor);
}

size_t walk_independent_rows(const arb_mat_t A, size_t columns, const RowOrder *order,
                             slong zero_bits, Arena *work, size_t *chosen, arb_ptr rest) {
  const slong rows = arb_mat_nrows(A), n = (slong) columns, last = arb_mat_ncols(A) - 1;
  const ArenaMark mark = arena_mark(work);
  arb_mat_struct *left = ball_matrix(work, (size_t) rows, (size_t) arb_mat_ncols(A));
  slong *column = ARENA_ARRAY(work, slong, rows);
  size_t rank = 0;
  for (slong i = 0; i < rows; i++)
    for (slong j = 0; j <= last; j++)
      arb_get_mid_arb(arb_mat_entry(left, i, j), arb_mat_entry(A, i, j));
  for (slong k = 0; n > 0 && k < (order != NULL ? (slong) order->n : rows); k++) {
    const slong i = order != NULL ? (slong) order->at[k] : k;
    slong c = largest_entry(left, i, n);
    const bool vanishes = is_below(arb_mat_entry(left, i, c), zero_bits);
    if (!vanishes) divide_row(left, i, c);
    for (size_t p = 0; p < rank; p++) subtract_row(left, i, (slong) chosen[p], column[p]);
    if (rest != NULL) arb_set(rest + i, arb_mat_entry(left, i, last));
    c = largest_entry(left, i, n);
    if (vanishes || is_below(arb_mat_entry(left, i, c), zero_bits)) continue;
    divide_row(left, i, c);
    column[rank] = c;
    chosen[rank++] = (size_t) i;
  }
  arena_release(work, mark);
  return rank;
}

// --- making --------------------------------------------------------------------------------------

void walk_clear(Walk *walk) {
  balls_clear(&walk->balls);
  arena_clear(&walk->work);
  arena_clear(&walk->store);
}

static void clear_walk(void *object) {
  walk_clear(object);
}

// Makes the enclosure of one level: its equations and variables.
static Enclosure *make_enclosure(Walk *walk, const bool *kept, bool positions) {
  const Equations *eq = walk->eq;
  const Constraints *c = &eq->constraints;
  Expr *equation = ARENA_ARRAY(&walk->store, Expr, c->r + 1);
  size_t rows = 0;
  for (size_t a = 0; a < c->r; a++) {
    const Expr e = positions ? c->row[a].position : real_in_variables(eq, c->row[a].velocity);
    if ((kept == NULL || kept[a]) && !expr_is_none(e) && !expr_same(e, EXPR_ZERO))
      equation[rows++] = e;
  }
  const Variables v = positions ? (Variables){eq->n, eq->q} : real_velocity_variables(eq);
  return enclosure_make(eq->pool, equation, rows, v.at, v.n, &walk->store);
}

static BallProgram *make_problem(Walk *walk) {
  const Equations *eq = walk->eq;
  const size_t r = eq->constraints.r, n = eq->n;
  Expr *roots = ARENA_ARRAY(&walk->store, Expr, r * (n + 1) + 1);
  for (size_t a = 0; a < r; a++) {
    for (size_t i = 0; i < n; i++) roots[a * (n + 1) + i] = *matrix_entry(&eq->constraints.A, a, i);
    roots[a * (n + 1) + n] = eq->constraints.b[a];
  }
  return ball_program_make(eq->pool, roots, r * (n + 1), &walk->store);
}

Walk *walk_make(const Equations *eq, const bool *kept, Arena *arena) {
  Walk *walk = ARENA_NEW(arena, Walk);
  *walk = (Walk){.eq = eq, .seed = 0x6772};
  arena_init(&walk->store, arena->allocator, arena->guard);
  arena_init(&walk->work, arena->allocator, arena->guard);
  arena_defer(arena, clear_walk, walk);
  walk->balls.arena = &walk->store;
  walk->positions = make_enclosure(walk, kept, true);
  walk->velocities = make_enclosure(walk, kept, false);
  walk->problem = make_problem(walk);
  return walk;
}

// --- where it is ---------------------------------------------------------------------------------

// Uniform random number in [-1, 1].
static double random_unit(Walk *walk) {
  walk->seed = hash_mix(walk->seed + 0x9e3779b97f4a7c15u);
  return (double) (walk->seed >> 12) * 0x1p-51 - 1;
}

static void set_number(Walk *walk, Expr symbol, double value) {
  arb_t ball;
  arb_init(ball);
  arb_set_d(ball, isfinite(value) ? value : 0);
  balls_set(&walk->balls, symbol, ball);
  arb_clear(ball);
}

static double number_of(const Walk *walk, Expr symbol) {
  const arb_struct *ball = balls_get(&walk->balls, symbol);
  return ball == NULL ? 0 : arf_get_d(arb_midref(ball), ARF_RND_NEAR);
}

// symbol = e, a constant
static void set_constant(Walk *walk, Expr symbol, Expr e) {
  arb_t value;
  arb_init(value);
  value_of_expr(walk->eq->pool, e, &walk->balls, WALK_BITS, &walk->work, value);
  arb_get_mid_arb(value, value);
  if (!arb_is_finite(value)) arb_zero(value);
  balls_set(&walk->balls, symbol, value);
  arb_clear(value);
}

static void move_by(Walk *walk, Expr symbol, double change) {
  const arb_struct *now = balls_get(&walk->balls, symbol);
  arb_t ball;
  arb_init(ball);
  arb_set_d(ball, change);
  if (now != NULL) arb_add(ball, ball, now, WALK_BITS);
  arb_get_mid_arb(ball, ball);
  balls_set(&walk->balls, symbol, ball);
  arb_clear(ball);
}

static void set_parameters(Walk *walk) {
  const Model *model = walk->eq->model;
  for (size_t i = 0; i < model->parameters.n; i++) {
    const Expr symbol = model->parameters.at[i].symbol;
    set_constant(walk, symbol, real_constant(walk->eq, symbol));
  }
}

// Sets the velocities, if the state has other variables in their place.
static void define_velocities(Walk *walk) {
  const Equations *eq = walk->eq;
  for (size_t i = 0; i < eq->n && eq->beside > 0; i++)
    set_constant(walk, eq->qd[i], eq->state.psi[i]);
}

void walk_join(Walk *walk, const Balls *there) {
  const Equations *eq = walk->eq;
  const Model *model = eq->model;
  const Variables v = real_velocity_variables(eq);
  balls_clear(&walk->balls);
  walk->balls.arena = &walk->store;
  balls_set(&walk->balls, EXPR_TIME, balls_get(there, EXPR_TIME));
  for (size_t i = 0; i < model->parameters.n; i++) {
    const Expr symbol = model->parameters.at[i].symbol;
    balls_set(&walk->balls, symbol, balls_get(there, symbol));
  }
  for (size_t i = 0; i < eq->n; i++) balls_set(&walk->balls, eq->q[i], balls_get(there, eq->q[i]));
  for (size_t i = 0; i < v.n; i++) balls_set(&walk->balls, v.at[i], balls_get(there, v.at[i]));
  define_velocities(walk);
  walk->resolved = true;
}

// --- coming nearer -------------------------------------------------------------------------------

static double distance(const Walk *walk, const Enclosure *enclosure, arb_srcptr from) {
  double sum = 0;
  for (size_t j = 0; j < enclosure->columns; j++) {
    arb_t difference;
    arb_init(difference);
    arb_sub(difference, balls_get(&walk->balls, enclosure->unknown[j]), from + j, 64);
    sum = hypot(sum, arf_get_d(arb_midref(difference), ARF_RND_NEAR));
    arb_clear(difference);
  }
  return sum;
}

// The norm of the unknowns.
static double size_of(const Walk *walk, const Enclosure *enclosure) {
  double sum = 0;
  for (size_t j = 0; j < enclosure->columns; j++)
    sum = hypot(sum, number_of(walk, enclosure->unknown[j]));
  return sum;
}

static void keep_unknowns(const Walk *walk, const Enclosure *enclosure, arb_ptr x) {
  for (size_t j = 0; j < enclosure->columns; j++)
    arb_set(x + j, balls_get(&walk->balls, enclosure->unknown[j]));
}

static void put_unknowns(Walk *walk, const Enclosure *enclosure, arb_srcptr x) {
  for (size_t j = 0; j < enclosure->columns; j++)
    balls_set(&walk->balls, enclosure->unknown[j], x + j);
}

// Computes the residuals of an enclosure and their derivatives; returns false if one is undefined.
static bool linearize(Walk *walk, Enclosure *enclosure, arb_mat_t J, arb_mat_t f) {
  ball_program_run(enclosure->program, &walk->balls, WALK_BITS);
  if (!ball_program_is_finite(enclosure->program)) return false;
  for (size_t i = 0; i < enclosure->rows; i++) {
    arb_get_mid_arb(arb_mat_entry(f, (slong) i, 0), ball_program_value(enclosure->program, i));
    for (size_t j = 0; j < enclosure->columns; j++)
      arb_get_mid_arb(
        arb_mat_entry(J, (slong) i, (slong) j),
        ball_program_value(enclosure->program, enclosure->rows + i * enclosure->columns + j));
  }
  return true;
}

// Finds the x of least norm with J x = f for independent rows of J.
static bool least_norm(Walk *walk, const arb_mat_t J, const arb_mat_t f, slong zero_bits,
                       arb_mat_t x) {
  const size_t rows = (size_t) arb_mat_nrows(J), n = (size_t) arb_mat_ncols(J);
  size_t *chosen = ARENA_ARRAY(&walk->work, size_t, rows + 1);
  const size_t k = walk_independent_rows(J, n, NULL, zero_bits, &walk->work, chosen, NULL);
  arb_mat_struct *N = ball_matrix(&walk->work, k, n), *Nt = ball_matrix(&walk->work, n, k),
                 *G = ball_matrix(&walk->work, k, k), *g = ball_matrix(&walk->work, k, 1),
                 *y = ball_matrix(&walk->work, k, 1);
  for (size_t a = 0; a < k; a++) {
    arb_set(arb_mat_entry(g, (slong) a, 0), arb_mat_entry(f, (slong) chosen[a], 0));
    for (size_t j = 0; j < n; j++)
      arb_set(arb_mat_entry(N, (slong) a, (slong) j),
              arb_mat_entry(J, (slong) chosen[a], (slong) j));
  }
  arb_mat_transpose(Nt, N);
  arb_mat_approx_mul(G, N, Nt, WALK_BITS);
  if (k > 0 && !ball_solve_near(&walk->work, y, G, g, WALK_BITS)) return false;
  arb_mat_approx_mul(x, Nt, y, WALK_BITS);
  return true;
}

static bool is_met(const Enclosure *enclosure) {
  for (size_t i = 0; i < enclosure->rows; i++)
    if (!is_below(ball_program_value(enclosure->program, i), WALK_BITS - RESIDUE_BITS))
      return false;
  return true;
}

// Adds digits to a solution until all equations are satisfied, or there is no more progress. Returns false if something
// becomes undefined. *steps: the number of steps taken.
static bool polish(Walk *walk, Enclosure *enclosure, bool *met, int *steps) {
  const ArenaMark mark = arena_mark(&walk->work);
  arb_mat_struct *J = ball_matrix(&walk->work, enclosure->rows, enclosure->columns),
                 *f = ball_matrix(&walk->work, enclosure->rows, 1),
                 *x = ball_matrix(&walk->work, enclosure->columns, 1);
  bool good = true;
  *met = false;
  for (int i = 0; good && !*met && i < 2 * POLISH_STEPS; i++) {
    *steps = i;
    good = linearize(walk, enclosure, J, f);
    *met = good && is_met(enclosure);
    if (!good || *met) break;
    good = least_norm(walk, J, f, i < POLISH_STEPS ? NEAR_BITS : WEAK_BITS, x);
    for (size_t j = 0; good && j < enclosure->columns; j++) {
      arb_t value;
      arb_init(value);
      arb_sub(value, balls_get(&walk->balls, enclosure->unknown[j]), arb_mat_entry(x, (slong) j, 0),
              WALK_BITS);
      arb_get_mid_arb(value, value);
      balls_set(&walk->balls, enclosure->unknown[j], value);
      arb_clear(value);
    }
  }
  arena_release(&walk->work, mark);
  return good;
}

// Moves the unknowns of an enclosure to a nearby solution: directly if the equations are linear or the solution is
// near; otherwise by a search that does not jump.
static bool meet(Walk *walk, Enclosure *enclosure) {
  if (enclosure->rows == 0) return true;
  const ArenaMark mark = arena_mark(&walk->work);
  arb_ptr before = vector_make(&walk->work, enclosure->columns);
  bool met = false;
  int steps = 0;
  keep_unknowns(walk, enclosure, before);
  bool good =
    polish(walk, enclosure, &met, &steps) && met &&
    (steps <= 1 || distance(walk, enclosure, before) < NEAR * (1 + size_of(walk, enclosure)));
  if (!good) {
    put_unknowns(walk, enclosure, before);
    good =
      enclosure_find(enclosure, &walk->balls, &walk->work) && polish(walk, enclosure, &met, &steps);
  }
  arena_release(&walk->work, mark);
  walk->resolved = walk->resolved && met;
  return good;
}

static bool meet_all(Walk *walk, Enclosure *positions, Enclosure *velocities) {
  walk->resolved = true;
  if (!meet(walk, positions) || !meet(walk, velocities)) return false;
  define_velocities(walk);
  return true;
}

// --- the first state -----------------------------------------------------------------------------

static bool is_initial(const Model *model, Expr symbol) {
  for (size_t i = 0; i < model->initial.n; i++)
    if (expr_same(model->initial.at[i].symbol, symbol)) return true;
  return false;
}

// The same equations, and some more, for the variables without an initial value.
static Enclosure *held_enclosure(Walk *walk, const Enclosure *enclosure, const Expr *more,
                                 size_t n_more) {
  Expr *unknown = ARENA_ARRAY(&walk->store, Expr, enclosure->columns + 1),
       *equation = ARENA_ARRAY(&walk->store, Expr, enclosure->rows + n_more + 1);
  size_t n = 0;
  for (size_t i = 0; i < enclosure->rows; i++) equation[i] = enclosure->equation[i];
  for (size_t i = 0; i < n_more; i++) equation[enclosure->rows + i] = more[i];
  for (size_t j = 0; j < enclosure->columns; j++)
    if (!is_initial(walk->eq->model, enclosure->unknown[j])) unknown[n++] = enclosure->unknown[j];
  return enclosure_make(walk->eq->pool, equation, enclosure->rows + n_more, unknown, n,
                        &walk->store);
}

// Initial values of momenta and quasi-velocities, as equations for velocities.
static size_t initial_equations(Walk *walk, Expr *more) {
  const Equations *eq = walk->eq;
  const Model *model = eq->model;
  const FreeSystem s = free_system(model, eq->arena);
  const Variables v = real_velocity_variables(eq);
  size_t n = 0;
  for (size_t i = 0; i < model->initial.n; i++) {
    const Assignment *given = &model->initial.at[i];
    const Role role = model_role(model, given->symbol, NULL);
    bool variable = role == ROLE_COORDINATE || role == ROLE_TIME;
    for (size_t k = 0; k < v.n; k++) variable = variable || expr_same(v.at[k], given->symbol);
    if (variable) continue;
    const Expr difference = expr_sub(eq->pool, given->symbol, real_constant(eq, given->value));
    const Expr e =
      real_in_variables(eq, constraints_in_velocities(&s, difference, equations_momentum(eq)));
    if (!expr_is_none(e)) more[n++] = e;
  }
  return n;
}

static bool begin_held(Walk *walk) {
  const ArenaMark mark = arena_mark(&walk->work);
  Expr *more = ARENA_ARRAY(&walk->work, Expr, walk->eq->model->initial.n + 1);
  const size_t n = initial_equations(walk, more);
  Enclosure *positions = held_enclosure(walk, walk->positions, NULL, 0),
            *velocities = held_enclosure(walk, walk->velocities, more, n);
  arena_release(&walk->work, mark);
  if (positions->rows > 0) (void) enclosure_approach(positions, &walk->balls, &walk->work);
  return meet_all(walk, positions, velocities);
}

static void set_start(Walk *walk, unsigned attempt) {
  const Equations *eq = walk->eq;
  const Variables v = real_velocity_variables(eq);
  const double reach = attempt < 2                   ? 0
                       : attempt < 2 + ATTEMPTS_NEAR ? 0.1 * (double) (attempt - 1)
                                                     : 2;
  balls_clear(&walk->balls);
  walk->balls.arena = &walk->store;
  set_parameters(walk);
  for (size_t i = 0; i < eq->model->parameters.n && attempt > 1; i++) {
    const Parameter *p = &eq->model->parameters.at[i];
    if (expr_is_none(p->value)) set_number(walk, p->symbol, 1.2 + 0.7 * random_unit(walk));
  }
  set_constant(walk, EXPR_TIME, real_start_value(eq, EXPR_TIME, EXPR_ZERO));
  for (size_t i = 0; i < eq->n; i++) {
    set_constant(walk, eq->q[i], real_start_value(eq, eq->q[i], EXPR_ZERO));
    if (reach > 0) move_by(walk, eq->q[i], reach * random_unit(walk));
  }
  for (size_t i = 0; i < v.n; i++) {
    const Expr some = expr_ratio(eq->pool, 53 + 7 * (long) i, 100);
    set_constant(walk, v.at[i], real_start_value(eq, v.at[i], some));
    if (reach > 0) move_by(walk, v.at[i], reach * random_unit(walk));
  }
  define_velocities(walk);
}

bool walk_begin(Walk *walk, unsigned attempt) {
  set_start(walk, attempt);
  return attempt == 0 ? begin_held(walk) : meet_all(walk, walk->positions, walk->velocities);
}

bool walk_begin_at(Walk *walk, const WalkState *state) {
  const Equations *eq = walk->eq;
  balls_clear(&walk->balls);
  walk->balls.arena = &walk->store;
  set_parameters(walk);
  set_number(walk, EXPR_TIME, state->t);
  for (size_t i = 0; i < eq->n; i++) {
    set_number(walk, eq->q[i], state->q[i]);
    set_number(walk, eq->qd[i], state->qd[i]);
  }
  for (size_t i = 0; i < eq->beside; i++) set_number(walk, eq->state.z[i], state->z[i]);
  return meet_all(walk, walk->positions, walk->velocities);
}

// --- steps ---------------------------------------------------------------------------------------

// Finds a random direction, scaled to each coordinate, without the components that the equations forbid.
static bool open_direction(Walk *walk, Enclosure *enclosure, arb_mat_t w) {
  arb_mat_struct *J = ball_matrix(&walk->work, enclosure->rows, enclosure->columns),
                 *f = ball_matrix(&walk->work, enclosure->rows, 1),
                 *x = ball_matrix(&walk->work, enclosure->columns, 1);
  for (size_t j = 0; j < enclosure->columns; j++)
    arb_set_d(arb_mat_entry(w, (slong) j, 0),
              random_unit(walk) * (1 + fabs(number_of(walk, enclosure->unknown[j]))));
  if (enclosure->rows == 0) return true;
  if (!linearize(walk, enclosure, J, f)) return false;
  arb_mat_approx_mul(f, J, w, WALK_BITS);
  if (!least_norm(walk, J, f, walk_zero_bits(walk), x)) return false;
  arb_mat_sub(w, w, x, WALK_BITS);
  return true;
}

// Goes to x + size*w, and back onto the equations.
static bool try_step(Walk *walk, Enclosure *enclosure, arb_srcptr x, const arb_mat_t w,
                     double size) {
  arb_ptr ahead = vector_make(&walk->work, enclosure->columns);
  arb_t factor;
  arb_init(factor);
  arb_set_d(factor, size);
  for (size_t j = 0; j < enclosure->columns; j++) {
    arb_set(ahead + j, x + j);
    arb_addmul(ahead + j, factor, arb_mat_entry(w, (slong) j, 0), WALK_BITS);
    arb_get_mid_arb(ahead + j, ahead + j);
  }
  arb_clear(factor);
  put_unknowns(walk, enclosure, ahead);
  if (!meet(walk, enclosure)) return false;
  walk->firm = distance(walk, enclosure, ahead) <= SHARE * distance(walk, enclosure, x);
  return true;
}

static bool step_enclosure(Walk *walk, Enclosure *enclosure, double size) {
  const ArenaMark mark = arena_mark(&walk->work);
  arb_mat_struct *w = ball_matrix(&walk->work, enclosure->columns, 1);
  arb_ptr x = vector_make(&walk->work, enclosure->columns);
  const bool resolved = walk->resolved;
  bool good = meet(walk, enclosure);  // after the variables it depends on have moved
  keep_unknowns(walk, enclosure, x);
  good = good && open_direction(walk, enclosure, w);
  bool there = false;
  for (int i = 0; good && i < HALVINGS; i++, size /= 2) {
    const ArenaMark inner = arena_mark(&walk->work);
    walk->resolved = resolved;
    there = try_step(walk, enclosure, x, w, size);
    arena_release(&walk->work, inner);
    if (there && walk->firm) break;
  }
  arena_release(&walk->work, mark);
  return good && there;
}

bool walk_step(Walk *walk, bool parameters) {
  const Model *model = walk->eq->model;
  bool firm = true;
  walk->resolved = true;
  for (size_t i = 0; parameters && i < model->parameters.n; i++) {
    const Expr symbol = model->parameters.at[i].symbol;
    const double now = number_of(walk, symbol);
    move_by(walk, symbol, STEP * random_unit(walk) * (now != 0 ? fabs(now) : 1));
  }
  move_by(walk, EXPR_TIME, STEP * random_unit(walk));
  if (!step_enclosure(walk, walk->positions, STEP)) return false;
  firm = walk->firm;
  if (!step_enclosure(walk, walk->velocities, 10 * STEP)) return false;
  walk->firm = walk->firm && firm;
  define_velocities(walk);
  return true;
}

// --- what is there -------------------------------------------------------------------------------

arb_mat_struct *walk_problem(Walk *walk, Arena *arena) {
  const size_t r = walk->eq->constraints.r, n = walk->eq->n;
  arb_mat_struct *A = ball_matrix(arena, r, n + 1);
  ball_program_run(walk->problem, &walk->balls, WALK_BITS);
  if (!ball_program_is_finite(walk->problem)) return NULL;
  for (size_t i = 0; i < r * (n + 1); i++)
    arb_get_mid_arb(arb_mat_entry(A, (slong) (i / (n + 1)), (slong) (i % (n + 1))),
                    ball_program_value(walk->problem, i));
  return A;
}

size_t walk_positions(Walk *walk) {
  const Enclosure *enclosure = walk->positions;
  const ArenaMark mark = arena_mark(&walk->work);
  arb_mat_struct *J = ball_matrix(&walk->work, enclosure->rows, enclosure->columns),
                 *f = ball_matrix(&walk->work, enclosure->rows, 1);
  size_t *rows = ARENA_ARRAY(&walk->work, size_t, enclosure->rows + 1), rank = 0;
  if (enclosure->rows > 0 && linearize(walk, walk->positions, J, f))
    rank = walk_independent_rows(J, enclosure->columns, NULL, walk_zero_bits(walk), &walk->work,
                                 rows, NULL);
  arena_release(&walk->work, mark);
  return rank;
}

slong walk_zero_bits(const Walk *walk) {
  return walk->resolved ? ZERO_BITS : NEAR_BITS;
}

bool walk_vanishes(Walk *walk, Expr e) {
  arb_t value;
  arb_init(value);
  value_of_expr(walk->eq->pool, e, &walk->balls, WALK_BITS, &walk->work, value);
  const bool zero = arb_is_finite(value) && is_below(value, ZERO_BITS);
  arb_clear(value);
  return zero;
}

bool walk_holds(Walk *walk, size_t a) {
  const ConstraintRow *row = &walk->eq->constraints.row[a];
  if (!expr_is_none(row->position) && !walk_vanishes(walk, row->position)) return false;
  return expr_is_none(row->velocity) || walk_vanishes(walk, row->velocity);
}
