// local/local.c: the motion as equations near a state; states of rest and steady motions, enclosed.
//
// In:    Equations of any method by time
// Out:   a state in balls that contain a true one, for the parameter values of the model
// From:  docs/theory/smallmotions.md, sections "Rest" and "Steady motions"

#include "local/local_impl.h"
#include <math.h>

// --- the equations -------------------------------------------------------------------------------

// e with the velocities written in terms of u.
static Expr in_speeds(const Local *l, Expr e) {
  return free_in_unknowns(l->eq, l->problem, e);
}

static void keep(Local *l, LocalList *list, Expr e) {
  if (!expr_equal(l->pool, e, EXPR_ZERO)) array_push(&l->store, list, e);
}

static void add_manifold(Local *l) {
  const Constraints *c = &l->eq->constraints;
  for (size_t a = 0; a < c->r; a++) {
    if (!expr_is_none(c->row[a].position)) keep(l, &l->manifold, c->row[a].position);
    if (!expr_is_none(c->row[a].velocity)) keep(l, &l->manifold, in_speeds(l, c->row[a].velocity));
  }
}

// If the rates are known in closed form and unconstrained, adds u' - rate.
static bool add_known_rates(Local *l) {
  const Problem *p = l->problem;
  if (p->rate == NULL || p->rows > 0) return false;
  for (size_t k = 0; k < l->m; k++)
    array_push(&l->store, &l->motion, expr_sub(l->pool, l->rate[k], in_speeds(l, p->rate[k])));
  return true;
}

static void add_motion(Local *l) {
  ExprPool *pool = l->pool;
  const Problem *p = l->problem;
  for (size_t i = 0; i < l->m; i++) {
    Expr e = expr_sub(pool, matrix_row_times(l->pool, problem_M(p), i, l->rate), problem_F(p)[i]);
    for (size_t a = 0; a < p->rows; a++)
      e = expr_sub(pool, e, expr_mul(pool, *matrix_entry(&p->B, a, i), l->lambda[a]));
    array_push(&l->store, &l->motion, in_speeds(l, e));
  }
  l->A = matrix_make(&l->store, p->rows, l->m);
  for (size_t a = 0; a < p->rows; a++) {
    const Expr e = expr_sub(pool, matrix_row_times(l->pool, &p->A, a, l->rate), p->b[a]);
    array_push(&l->store, &l->motion, in_speeds(l, e));
    for (size_t k = 0; k < l->m; k++)
      *matrix_entry(&l->A, a, k) = in_speeds(l, *matrix_entry(&p->A, a, k));
  }
}

static Expr multiplier(Local *l, size_t a) {
  if (l->r == l->eq->constraints.r) return l->eq->constraints.row[a].lambda;
  const char *name = text_format(&l->store, "multiplier(%zu)", a + 1);
  return expr_symbol(l->pool, str(name), SYMBOL_QUANTITY);
}

static void add_variables(Local *l) {
  const Problem *p = l->problem;
  l->x = ARENA_ARRAY(&l->store, Expr, l->n + l->m);
  l->lambda = ARENA_ARRAY(&l->store, Expr, l->r + 1);
  for (size_t i = 0; i < l->n; i++) l->x[i] = l->eq->q[i];
  for (size_t k = 0; k < l->m; k++) l->x[l->n + k] = p->u[k];
  l->rate = p->ud;
  l->psi = p->psi;
  for (size_t a = 0; a < l->r; a++) l->lambda[a] = multiplier(l, a);
}

// --- systems -------------------------------------------------------------------------------------

static LocalSystem system_of(Local *l, LocalList equations, LocalList unknowns) {
  (void) l;
  return (LocalSystem){equations.n, unknowns.n, equations.at, unknowns.at};
}

static void add_symbols(Local *l, LocalList *list, const Expr *at, size_t n) {
  for (size_t i = 0; i < n; i++) array_push(&l->store, list, at[i]);
}

// Substitutes u' = 0 and, if u are the velocities, u = 0; otherwise adds psi = 0 as equations.
static void make_rest(Local *l) {
  LocalList equations = {0}, unknowns = {0}, zeros = {0}, from = {0};
  add_symbols(l, &from, l->rate, l->m);
  if (l->velocities) add_symbols(l, &from, l->x + l->n, l->m);
  for (size_t i = 0; i < from.n; i++) array_push(&l->store, &zeros, EXPR_ZERO);
  add_symbols(l, &unknowns, l->x, l->velocities ? l->n : l->n + l->m);
  add_symbols(l, &unknowns, l->lambda, l->r);
  const LocalList *const lists[] = {&l->manifold, &l->motion};
  for (size_t k = 0; k < 2; k++)
    for (size_t i = 0; i < lists[k]->n; i++)
      keep(l, &equations, expr_substitute(l->pool, lists[k]->at[i], from.at, zeros.at, from.n));
  for (size_t i = 0; !l->velocities && i < l->n; i++) keep(l, &equations, l->psi[i]);
  l->rest = system_of(l, equations, unknowns);
}

static void make_whole(Local *l) {
  LocalList equations = {0}, unknowns = {0};
  add_symbols(l, &unknowns, l->x, l->n + l->m);
  add_symbols(l, &unknowns, l->rate, l->m);
  add_symbols(l, &unknowns, l->lambda, l->r);
  add_symbols(l, &equations, l->manifold.at, l->manifold.n);
  add_symbols(l, &equations, l->motion.at, l->motion.n);
  l->whole = system_of(l, equations, unknowns);
}

LocalSystem local_rest_system(Local *l) {
  return l->rest;
}

LocalSystem local_manifold_system(Local *l) {
  return (LocalSystem){l->manifold.n, l->n + l->m, l->manifold.at, l->x};
}

LocalSystem local_motion_system(Local *l) {
  return l->whole;
}

LocalVariables local_variables(const Local *l) {
  return (LocalVariables){l->n, l->m, l->r, l->x, l->rate, l->lambda};
}

bool local_depends_on_time(const Local *l) {
  for (size_t i = 0; i < l->whole.equations; i++)
    if (!expr_equal(l->pool, expr_diff(l->pool, l->whole.equation[i], EXPR_TIME), EXPR_ZERO) ||
        expr_switches_on_any(l->pool, l->whole.equation[i], &EXPR_TIME, 1))
      return true;
  return false;
}

// --- numbers -------------------------------------------------------------------------------------

// What was found out about a state holds no more.
static void forget(Local *l) {
  l->enclosed = false;
  l->linear = NULL;
  l->squares = NULL;
  l->family_known = false;
}

static void set_value(Local *l, Expr symbol, Expr value, slong bits) {
  const ArenaMark mark = arena_mark(&l->work);
  arb_ptr ball = vector_make(&l->work, 1);
  value_of_expr(l->pool, value, &l->balls, bits, &l->work, ball);
  balls_set(&l->balls, symbol, ball);
  arena_release(&l->work, mark);
}

// Gives a parameter, or t, its value.
static void give(Local *l, Expr symbol, Expr value) {
  forget(l);
  array_push(&l->store, &l->given, ((Setting){symbol, value}));
  set_value(l, symbol, value, LOCAL_BITS);
}

static void give_parameters(Local *l) {
  const Model *model = l->eq->model;
  give(l, EXPR_TIME, EXPR_ZERO);
  for (size_t i = 0; i < model->parameters.n; i++) {
    const Parameter *p = &model->parameters.at[i];
    if (expr_is_none(p->value))
      l->missing = p->name;
    else
      give(l, p->symbol, p->value);
  }
}

const char *local_missing(const Local *l) {
  return l->missing;
}

void local_set(Local *l, Expr parameter, Expr value) {
  give(l, parameter, value);
}

static void clear_local(void *object) {
  Local *l = object;
  balls_clear(&l->balls);
  arena_clear(&l->store);
  arena_clear(&l->work);
}

// If q' = psi contains the sign of a velocity, the velocities are not functions of q and u.
static bool is_branched(const Local *l) {
  for (size_t i = 0; !l->velocities && i < l->n; i++)
    if (expr_depends_on_any(l->pool, l->psi[i], l->eq->qd, l->n)) return true;
  return false;
}

Status local_make(const Equations *eq, Arena *arena, Local **local) {
  const Problem *p = problem_by_time(eq);
  Local *l = *local = ARENA_NEW(arena, Local);
  *l = (Local){.eq = eq,
               .pool = eq->pool,
               .n = eq->n,
               .m = p->m,
               .r = p->rows,
               .problem = p,
               .velocities = !p->own_variables};
  arena_init(&l->store, arena->allocator, arena->guard);
  arena_init(&l->work, arena->allocator, arena->guard);
  l->balls.arena = &l->store;
  arena_defer(arena, clear_local, l);
  add_variables(l);
  if (is_branched(l)) return STATUS_UNABLE;
  add_manifold(l);
  if (!add_known_rates(l)) add_motion(l);
  make_rest(l);
  make_whole(l);
  give_parameters(l);
  return STATUS_OK;
}

// --- solving -------------------------------------------------------------------------------------

static void set_number(Local *l, Expr symbol, double value) {
  arb_t ball;
  arb_init(ball);
  arb_set_d(ball, value);
  balls_set(&l->balls, symbol, ball);
  arb_clear(ball);
}

// Variables that a system does not contain are zero.
static void set_start(Local *l, const LocalSystem *s, const double *start) {
  for (size_t i = 0; i < l->whole.unknowns; i++) set_number(l, l->whole.unknown[i], 0);
  for (size_t i = 0; i < s->unknowns; i++) set_number(l, s->unknown[i], start[i]);
}

#define LINEAR_BITS \
  40  // multipliers larger than this, relative to what they balance, belong to a row that almost vanishes

// Solves the rows of a part of J by its columns for x; returns false if it is singular or almost so.
static bool solve_part(Local *l, const arb_mat_struct *J, const arb_mat_struct *f,
                       const size_t *row, const size_t *column, size_t rank, arb_mat_struct *x) {
  arb_mat_struct *D = ball_matrix(&l->work, rank, rank), *g = ball_matrix(&l->work, rank, 1);
  double most = 1;
  for (size_t i = 0; i < rank * rank; i++)
    arb_get_mid_arb(arb_mat_entry(D, (slong) (i / rank), (slong) (i % rank)),
                    arb_mat_entry(J, (slong) row[i / rank], (slong) column[i % rank]));
  for (size_t i = 0; i < rank; i++) {
    arb_get_mid_arb(arb_mat_entry(g, (slong) i, 0), arb_mat_entry(f, (slong) row[i], 0));
    most = fmax(most, fabs(arf_get_d(arb_midref(arb_mat_entry(g, (slong) i, 0)), ARF_RND_NEAR)));
  }
  if (!ball_solve_near(&l->work, x, D, g, LOCAL_BITS)) return false;
  for (size_t i = 0; i < rank; i++)
    if (!(fabs(arf_get_d(arb_midref(arb_mat_entry(x, (slong) i, 0)), ARF_RND_NEAR)) <=
          ldexp(most, LINEAR_BITS)))
      return false;
  return true;
}

// Rates and multipliers occur linearly in the equations: they start at values at which as many rows as possible hold.
static void start_linear(Local *l, const LocalSystem *s) {
  const ArenaMark mark = arena_mark(&l->work);
  BallProgram *program = l->enclosure->program;
  const size_t rows = l->enclosure->rows, columns = s->unknowns,
               first = columns - l->r - (columns < l->whole.unknowns ? 0 : l->m),
               k = columns - first;
  ball_program_run(program, &l->balls, LOCAL_BITS);
  arb_mat_struct *J = ball_matrix(&l->work, rows, k), *f = ball_matrix(&l->work, rows, 1);
  for (size_t i = 0; i < rows * k; i++)
    arb_set(arb_mat_entry(J, (slong) (i / k), (slong) (i % k)),
            ball_program_value(program, rows + i / k * columns + first + i % k));
  for (size_t i = 0; i < rows; i++)
    arb_set(arb_mat_entry(f, (slong) i, 0), ball_program_value(program, i));
  size_t *row = ARENA_ARRAY(&l->work, size_t, rows + 1),
         *column = ARENA_ARRAY(&l->work, size_t, k + 1);
  size_t rank =
    k > 0 && ball_program_is_finite(program) ? enclose_choose_pivots(J, &l->work, row, column) : 0;
  arb_mat_struct *x = NULL;
  for (bool solved = false; rank > 0 && !solved; rank -= !solved) {
    x = ball_matrix(&l->work, rank, 1);
    solved = solve_part(l, J, f, row, column, rank, x);
  }
  for (size_t i = 0; i < rank; i++) {
    const Expr symbol = s->unknown[first + column[i]];
    arb_ptr value = arb_mat_entry(x, (slong) i, 0);
    arb_sub(value, balls_get(&l->balls, symbol), value, LOCAL_BITS);
    arb_get_mid_arb(value, value);
    balls_set(&l->balls, symbol, value);
  }
  arena_release(&l->work, mark);
}

// Chooses rows and columns once more, with derivatives that are only rounding errors set to zero: a row of nothing but
// rounding errors depends on the others.
static void drop_rounding(Local *l) {
  Enclosure *enclosure = l->enclosure;
  const ArenaMark mark = arena_mark(&l->work);
  arb_mat_struct *J = ball_matrix(&l->work, enclosure->rows, enclosure->columns);
  arf_t most;
  arf_init(most);
  ball_program_run(enclosure->program, &l->balls, LOCAL_BITS);
  for (size_t i = 0; i < enclosure->rows * enclosure->columns; i++) {
    arb_ptr entry =
      arb_mat_entry(J, (slong) (i / enclosure->columns), (slong) (i % enclosure->columns));
    arb_get_mid_arb(entry, ball_program_value(enclosure->program, enclosure->rows + i));
    if (arf_cmpabs(arb_midref(entry), most) > 0) arf_set(most, arb_midref(entry));
  }
  arf_mul_2exp_si(most, most, -LOCAL_ZERO_BITS);
  for (size_t i = 0; i < enclosure->rows * enclosure->columns; i++) {
    arb_ptr entry =
      arb_mat_entry(J, (slong) (i / enclosure->columns), (slong) (i % enclosure->columns));
    if (arf_cmpabs(arb_midref(entry), most) < 0) arb_zero(entry);
  }
  arf_clear(most);
  enclosure->rank = enclose_choose_pivots(J, &l->work, enclosure->row, enclosure->column);
  arena_release(&l->work, mark);
}

static bool find(Local *l, const LocalSystem *s, const Expr *further, size_t n,
                 const double *start) {
  Expr *equation = ARENA_ARRAY(&l->store, Expr, s->equations + n + 1);
  for (size_t i = 0; i < s->equations + n; i++)
    equation[i] = i < s->equations ? s->equation[i] : further[i - s->equations];
  forget(l);
  l->enclosure =
    enclosure_make(l->pool, equation, s->equations + n, s->unknown, s->unknowns, &l->store);
  set_start(l, s, start);
  start_linear(l, s);
  if (!enclosure_find(l->enclosure, &l->balls, &l->work)) return false;
  drop_rounding(l);
  return true;
}

// Do the equations that were not used follow from the others? They may only seem to vanish, like e^-x far away next to
// larger numbers; with this many digits they do not.
static bool others_follow(Local *l) {
  if (enclosure_is_exact(l->enclosure)) return true;
  const slong bits = local_useful_bits(l->enclosure->program);
  for (size_t i = 0; i < l->given.n; i++)
    set_value(l, l->given.at[i].symbol, l->given.at[i].value, bits);
  return enclosure_enclose(l->enclosure, &l->balls, bits, &l->work);
}

// --- what can be asked for -----------------------------------------------------------------------

Status local_solve(Local *l, const LocalSystem *s, const Expr *further, size_t n,
                   const double *start) {
  if (!find(l, s, further, n, start)) return STATUS_UNABLE;
  if (!enclosure_enclose(l->enclosure, &l->balls, LOCAL_BITS, &l->work) || !others_follow(l))
    // the solution as found, without proof
    return find(l, s, further, n, start) && local_polish(l) ? STATUS_OK : STATUS_UNABLE;
  l->enclosed = true;
  return STATUS_OK;
}

Status local_go(Local *l, const LocalSystem *s, const double *start) {
  return find(l, s, NULL, 0, start) ? STATUS_OK : STATUS_UNABLE;
}

void local_put(Local *l, const LocalSystem *s, const double *at) {
  forget(l);
  set_start(l, s, at);
}

bool local_is_enclosed(const Local *l) {
  return l->enclosed;
}

void local_set_exactly(Local *l, const LocalSystem *s, const Expr *value) {
  forget(l);
  for (size_t i = 0; i < s->unknowns; i++)
    if (!expr_is_none(value[i])) set_value(l, s->unknown[i], value[i], LOCAL_BITS);
  l->enclosed = true;
}

double local_value(const Local *l, Expr symbol) {
  const arb_struct *ball = balls_get(&l->balls, symbol);
  return ball != NULL ? arf_get_d(arb_midref(ball), ARF_RND_NEAR) : (double) NAN;
}

double local_evaluate(Local *l, Expr e) {
  arb_t value;
  arb_init(value);
  value_of_expr(l->pool, e, &l->balls, LOCAL_BITS, &l->work, value);
  const double number =
    arb_is_finite(value) ? arf_get_d(arb_midref(value), ARF_RND_NEAR) : (double) NAN;
  arb_clear(value);
  return number;
}

arb_mat_struct *local_matrix(Local *l, const Expr *at, size_t rows, size_t columns, Arena *arena) {
  arb_mat_struct *matrix = ball_matrix(arena, rows, columns);
  BallProgram *program = ball_program_make(l->pool, at, rows * columns, arena);
  ball_program_run(program, &l->balls, LOCAL_BITS);
  for (size_t i = 0; i < rows * columns; i++)
    arb_set(arb_mat_entry(matrix, (slong) (i / columns), (slong) (i % columns)),
            ball_program_value(program, i));
  return matrix;
}

// --- families ------------------------------------------------------------------------------------

#define ASIDE 1e-3  // distance from a state of rest at which others are sought
#define MOVED 0.1   // part of that distance that must remain
#define STILL 1e-8  // of that distance: how far from rest a state that is not enclosed may be

// The derivatives of the equations of rest by these unknowns.
static arb_mat_struct *rest_slopes(Local *l, const Expr *unknown, size_t columns) {
  const LocalSystem *s = &l->rest;
  Expr *at = ARENA_ARRAY(&l->work, Expr, s->equations * columns + 1);
  for (size_t i = 0; i < s->equations * columns; i++)
    at[i] = expr_diff(l->pool, s->equation[i / columns], unknown[i % columns]);
  return local_matrix(l, at, s->equations, columns, &l->work);
}

static size_t rank_of(Local *l, const Expr *unknown, size_t columns) {
  if (columns == 0) return 0;
  const ArenaMark mark = arena_mark(&l->work);
  size_t *row = ARENA_ARRAY(&l->work, size_t, l->rest.equations + 1),
         *column = ARENA_ARRAY(&l->work, size_t, columns + 1);
  const size_t rank =
    enclose_choose_pivots(rest_slopes(l, unknown, columns), &l->work, row, column);
  arena_release(&l->work, mark);
  return rank;
}

// The number of dimensions that the first derivatives leave open.
static size_t freedom_of(Local *l) {
  const size_t states = l->rest.unknowns - l->r;
  return states + rank_of(l, l->rest.unknown + states, l->r) -
         rank_of(l, l->rest.unknown, l->rest.unknowns);
}

// Finds rows of basis that span the directions in which the equations of rest do not change to first order; returns
// their number.
static size_t open_directions(Local *l, double **basis) {
  const size_t all = l->rest.unknowns;
  const ArenaMark mark = arena_mark(&l->work);
  size_t *row = ARENA_ARRAY(&l->work, size_t, l->rest.equations + 1),
         *column = ARENA_ARRAY(&l->work, size_t, all + 1), k = 0;
  bool *bound = ARENA_ARRAY(&l->work, bool, all + 1);
  const arb_mat_struct *A = rest_slopes(l, l->rest.unknown, all);
  const size_t rank = enclose_choose_pivots(A, &l->work, row, column);
  arb_mat_struct *D = ball_matrix(&l->work, rank, rank), *R = ball_matrix(&l->work, rank, 1),
                 *X = ball_matrix(&l->work, rank, 1);
  *basis = ARENA_ARRAY(&l->store, double, (all - rank) * all + 1);
  for (size_t j = 0; j < rank; j++) bound[column[j]] = true;
  for (size_t i = 0; i < rank * rank; i++)
    arb_set(arb_mat_entry(D, (slong) (i / rank), (slong) (i % rank)),
            arb_mat_entry(A, (slong) row[i / rank], (slong) column[i % rank]));
  for (size_t j = 0; j < all; j++) {
    if (bound[j]) continue;
    for (size_t i = 0; i < rank; i++)
      arb_neg(arb_mat_entry(R, (slong) i, 0), arb_mat_entry(A, (slong) row[i], (slong) j));
    if (rank > 0 && !ball_solve_near(&l->work, X, D, R, LOCAL_BITS)) continue;
    double *v = *basis + k++ * all;
    v[j] = 1;
    for (size_t i = 0; i < rank; i++)
      v[column[i]] = arf_get_d(arb_midref(arb_mat_entry(X, (slong) i, 0)), ARF_RND_NEAR);
  }
  arena_release(&l->work, mark);
  return k;
}

// Gram-Schmidt: the part of v orthogonal to the first k rows of basis becomes the next row; returns false if it is too
// short.
static bool take_direction(double *basis, size_t k, size_t n, const double *v, double least) {
  double *row = basis + k * n, size = 0;
  for (size_t i = 0; i < n; i++) row[i] = v[i];
  for (size_t b = 0; b < k; b++) {
    double part = 0;
    for (size_t i = 0; i < n; i++) part += basis[b * n + i] * row[i];
    for (size_t i = 0; i < n; i++) row[i] -= part * basis[b * n + i];
  }
  for (size_t i = 0; i < n; i++) size += row[i] * row[i];
  size = sqrt(size);
  for (size_t i = 0; i < n && size > 0; i++) row[i] /= size;
  return size >= least;
}

// Goes to the side along each open direction and searches for a state of rest there.
static size_t count_directions(Local *l, size_t freedom, const double *there) {
  const size_t n = l->n, all = l->rest.unknowns;
  double *open, *basis = ARENA_ARRAY(&l->store, double, (freedom + 1) * n),
                *start = ARENA_ARRAY(&l->store, double, all + 1),
                *moved = ARENA_ARRAY(&l->store, double, n + 1);
  const size_t directions = open_directions(l, &open);
  size_t found = 0;
  for (size_t k = 0; k < directions && found < freedom; k++) {
    double size = 0;
    for (size_t i = 0; i < n; i++) size = fmax(size, fabs(open[k * all + i]));
    if (size == 0) continue;  // a direction of multipliers alone
    for (size_t i = 0; i < all; i++) start[i] = there[i] + ASIDE / size * open[k * all + i];
    // require a state of rest, not one at which the forces are merely small
    if (local_solve(l, &l->rest, NULL, 0, start) != STATUS_OK || local_error(l) > ASIDE * STILL)
      continue;
    for (size_t i = 0; i < n; i++) moved[i] = local_value(l, l->x[i]) - there[i];
    found += take_direction(basis, found, n, moved, ASIDE * MOVED);
  }
  return found;
}

size_t local_family(Local *l) {
  if (l->family_known) return l->family;
  const size_t freedom = freedom_of(l), all = l->whole.unknowns;
  l->family = 0;
  l->family_known = true;
  if (freedom == 0) return 0;
  const LocalEigen *squares = l->squares;
  const bool enclosed = l->enclosed;
  Enclosure *enclosure = l->enclosure;
  arb_mat_struct *linear = l->linear;
  arb_ptr saved = vector_make(&l->store, all);
  double *there = ARENA_ARRAY(&l->store, double, l->rest.unknowns + 1);
  for (size_t i = 0; i < all; i++) arb_set(saved + i, balls_get(&l->balls, l->whole.unknown[i]));
  for (size_t i = 0; i < l->rest.unknowns; i++) there[i] = local_value(l, l->rest.unknown[i]);
  const size_t family = count_directions(l, freedom, there);
  for (size_t i = 0; i < all; i++) balls_set(&l->balls, l->whole.unknown[i], saved + i);
  l->enclosed = enclosed;
  l->enclosure = enclosure;
  l->linear = linear;
  l->squares = squares;
  l->family = family;
  l->family_known = true;
  return family;
}
