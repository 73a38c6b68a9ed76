// ground/enclose.c: finds solutions of nonlinear equations, and encloses them.
//
// In:    f(x) = 0 with at least as many unknowns as independent equations, and a start
// Out:   balls for as many unknowns as there are independent equations, which contain a solution
//        for any values of the others within their balls
// From:  docs/theory/real.md, sections "Searching" and "Enclosing"

#include "ground/balls.h"

#define FIND_BITS 256  // precision of the search
#define FIND_STEPS 80
#define FIND_DAMPINGS 24  // attempts at one step
#define FOUND_BITS 150    // |f| < 2^-FOUND_BITS counts as a solution, to be enclosed
#define NEWTON_STEPS 12   // each doubles the digits
#define INFLATIONS 10
#define JUMP_BITS 20  // a range of f over a tiny X that is wider than 2^-JUMP_BITS is a jump

Enclosure *enclosure_make(ExprPool *pool, const Expr *equation, size_t rows, const Expr *unknown,
                          size_t columns, Arena *arena) {
  Enclosure *enclosure = ARENA_NEW(arena, Enclosure);
  Expr *roots = ARENA_ARRAY(arena, Expr, rows * (columns + 1));
  *enclosure = (Enclosure){.rows = rows,
                           .columns = columns,
                           .equation = roots,
                           .unknown = ARENA_ARRAY(arena, Expr, columns),
                           .row = ARENA_ARRAY(arena, size_t, rows),
                           .column = ARENA_ARRAY(arena, size_t, columns),
                           .found_bits = FOUND_BITS};
  for (size_t j = 0; j < columns; j++) enclosure->unknown[j] = unknown[j];
  for (size_t i = 0; i < rows; i++) {
    roots[i] = equation[i];
    for (size_t j = 0; j < columns; j++)
      roots[rows + i * columns + j] = expr_diff(pool, equation[i], unknown[j]);
  }
  enclosure->program = ball_program_make_parts(pool, roots, rows, rows * (columns + 1), arena);
  return enclosure;
}

Enclosure *enclosure_copy(const Enclosure *enclosure, Arena *arena) {
  Enclosure *copy = ARENA_NEW(arena, Enclosure);
  *copy = *enclosure;
  copy->rank = 0;
  copy->row = ARENA_ARRAY(arena, size_t, enclosure->rows);
  copy->column = ARENA_ARRAY(arena, size_t, enclosure->columns);
  return copy;
}

bool enclosure_is_exact(const Enclosure *enclosure) {
  return enclosure->rank == enclosure->rows;
}

static arb_srcptr residual(const Enclosure *enclosure, size_t i) {
  return ball_program_value(enclosure->program, i);
}

static arb_srcptr derivative(const Enclosure *enclosure, size_t i, size_t j) {
  return ball_program_value(enclosure->program, enclosure->rows + i * enclosure->columns + j);
}

// --- pivots --------------------------------------------------------------------------------------

// Compares |a| > |b| by midpoints.
static bool is_larger(const arb_t a, const arb_t b) {
  return arf_cmpabs(arb_midref(a), arb_midref(b)) > 0;
}

// The midpoints, each row divided by its largest entry.
static void scaled_midpoints(const arb_mat_t A, arb_mat_t scaled) {
  for (slong i = 0; i < arb_mat_nrows(A); i++) {
    slong largest = 0;
    for (slong j = 0; j < arb_mat_ncols(A); j++) {
      arb_get_mid_arb(arb_mat_entry(scaled, i, j), arb_mat_entry(A, i, j));
      if (is_larger(arb_mat_entry(A, i, j), arb_mat_entry(A, i, largest))) largest = j;
    }
    if (arb_mat_ncols(A) == 0 || arf_is_zero(arb_midref(arb_mat_entry(A, i, largest)))) continue;
    const fmpz *exponent = ARF_EXPREF(arb_midref(arb_mat_entry(A, i, largest)));
    fmpz_t down;
    fmpz_init(down);
    fmpz_neg(down, exponent);
    for (slong j = 0; j < arb_mat_ncols(A); j++)
      arb_mul_2exp_fmpz(arb_mat_entry(scaled, i, j), arb_mat_entry(scaled, i, j), down);
    fmpz_clear(down);
  }
}

// Subtracts the pivot's row from the unused rows, so that its column vanishes there.
static void eliminate(arb_mat_t A, const bool *used, size_t pivot, size_t column, arb_ptr factor) {
  const slong c = (slong) column, p = (slong) pivot;
  for (slong i = 0; i < arb_mat_nrows(A); i++) {
    if (used[i]) continue;
    arb_div(factor, arb_mat_entry(A, i, c), arb_mat_entry(A, p, c), FIND_BITS);
    for (slong j = 0; j < arb_mat_ncols(A); j++) {
      arb_submul(arb_mat_entry(A, i, j), factor, arb_mat_entry(A, p, j), FIND_BITS);
      arb_get_mid_arb(arb_mat_entry(A, i, j), arb_mat_entry(A, i, j));
    }
  }
}

size_t enclose_choose_pivots(const arb_mat_t A, Arena *work, size_t *row, size_t *column) {
  const size_t rows = (size_t) arb_mat_nrows(A), columns = (size_t) arb_mat_ncols(A);
  arb_mat_struct *left = ball_matrix(work, rows, columns);
  arb_ptr factor = vector_make(work, 1);
  bool *used = ARENA_ARRAY(work, bool, rows), *taken = ARENA_ARRAY(work, bool, columns);
  size_t rank = 0;
  scaled_midpoints(A, left);
  for (;;) {
    arb_srcptr largest = NULL;
    for (size_t i = 0; i < rows; i++) {
      if (!used[i]) guard_poll(work->guard);
      for (size_t j = 0; j < columns; j++) {
        arb_srcptr entry = arb_mat_entry(left, (slong) i, (slong) j);
        if (used[i] || taken[j] || (largest != NULL && !is_larger(entry, largest))) continue;
        largest = entry, row[rank] = i, column[rank] = j;
      }
    }
    if (largest == NULL || arf_cmpabs_2exp_si(arb_midref(largest), -PIVOT_BITS) < 0) return rank;
    used[row[rank]] = taken[column[rank]] = true;
    eliminate(left, used, row[rank], column[rank], factor);
    rank++;
  }
}

// --- searching -----------------------------------------------------------------------------------

static void set_unknowns(const Enclosure *enclosure, Balls *balls, arb_srcptr x) {
  for (size_t j = 0; j < enclosure->columns; j++) balls_set(balls, enclosure->unknown[j], x + j);
}

// Computes |f|^2 at x; returns false if f is undefined there. Most attempts end here, so derivatives come later.
static bool size_at(Enclosure *enclosure, Balls *balls, arb_srcptr x, arb_t size) {
  set_unknowns(enclosure, balls, x);
  ball_program_run_first(enclosure->program, balls, FIND_BITS);
  arb_zero(size);
  for (size_t i = 0; i < enclosure->rows; i++) {
    if (!arb_is_finite(residual(enclosure, i))) return false;
    arb_addmul(size, residual(enclosure, i), residual(enclosure, i), FIND_BITS);
  }
  arb_get_mid_arb(size, size);
  return true;
}

// Computes the derivatives where size_at was called; returns false if one is undefined there.
static bool derivatives_follow(Enclosure *enclosure, const Balls *balls) {
  ball_program_run_others(enclosure->program, balls, FIND_BITS);
  return ball_program_is_finite(enclosure->program);
}

static bool is_found(const Enclosure *enclosure) {
  for (size_t i = 0; i < enclosure->rows; i++)
    if (arf_cmpabs_2exp_si(arb_midref(residual(enclosure, i)), -enclosure->found_bits) > 0)
      return false;
  return true;
}

typedef struct {
  arb_ptr x, next;        // columns
  arb_ptr size, damping;  // |f|^2 there; the amount added to JJ
  arb_ptr tried;          // |f|^2 at next
  bool tall;              // J has more rows than columns
  arb_mat_struct *J, *f;
  arb_mat_struct *JJ, *g, *y;  // J J^T and f; J^T J and J^T f if it is tall
} Search;

static Search search_make(const Enclosure *enclosure, const Balls *balls, Arena *work) {
  const size_t r = enclosure->rows, n = enclosure->columns, m = r > n ? n : r;
  Search s = {.x = vector_make(work, n),
              .next = vector_make(work, n),
              .size = vector_make(work, 1),
              .damping = vector_make(work, 1),
              .tried = vector_make(work, 1),
              .tall = r > n,
              .J = ball_matrix(work, r, n),
              .f = ball_matrix(work, r, 1),
              .JJ = ball_matrix(work, m, m),
              .g = ball_matrix(work, m, 1),
              .y = ball_matrix(work, m, 1)};
  for (size_t j = 0; j < n; j++) {
    const arb_struct *start = balls_get(balls, enclosure->unknown[j]);
    if (start != NULL) arb_get_mid_arb(s.x + j, start);
  }
  return s;
}

// f and J at x, for which the program has just been run
static void linearize(const Enclosure *enclosure, Search *s) {
  for (size_t i = 0; i < enclosure->rows; i++) {
    arb_get_mid_arb(arb_mat_entry(s->f, (slong) i, 0), residual(enclosure, i));
    for (size_t j = 0; j < enclosure->columns; j++)
      arb_get_mid_arb(arb_mat_entry(s->J, (slong) i, (slong) j), derivative(enclosure, i, j));
  }
}

static void form_wide(const Enclosure *enclosure, Search *s, Guard *guard) {
  for (slong i = 0; i < (slong) enclosure->rows; i++) {
    for (slong k = 0; k < (slong) enclosure->rows; k++) {
      guard_poll(guard);
      arb_dot(arb_mat_entry(s->JJ, i, k), NULL, 0, arb_mat_entry(s->J, i, 0), 1,
              arb_mat_entry(s->J, k, 0), 1, (slong) enclosure->columns, FIND_BITS);
    }
    arb_set(arb_mat_entry(s->g, i, 0), arb_mat_entry(s->f, i, 0));
  }
}

static void form_tall(const Enclosure *enclosure, Search *s, Guard *guard) {
  const slong n = (slong) enclosure->columns;
  for (slong j = 0; j < n; j++) {
    for (slong k = 0; k < n; k++) {
      guard_poll(guard);
      arb_dot(arb_mat_entry(s->JJ, j, k), NULL, 0, arb_mat_entry(s->J, 0, j), n,
              arb_mat_entry(s->J, 0, k), n, (slong) enclosure->rows, FIND_BITS);
    }
    arb_dot(arb_mat_entry(s->g, j, 0), NULL, 0, arb_mat_entry(s->J, 0, j), n,
            arb_mat_entry(s->f, 0, 0), 1, (slong) enclosure->rows, FIND_BITS);
  }
}

static void form_normal(const Enclosure *enclosure, Search *s, Guard *guard) {
  if (s->tall)
    form_tall(enclosure, s, guard);
  else
    form_wide(enclosure, s, guard);
  arb_mat_get_mid(s->JJ, s->JJ);
  arb_mat_get_mid(s->g, s->g);
}

// next = x - J^T (J J^T + damping)^-1 f, which is x - (J^T J + damping)^-1 J^T f
static bool take_step(const Enclosure *enclosure, Search *s, Arena *work) {
  const slong m = arb_mat_nrows(s->JJ);
  arb_mat_struct *K = ball_matrix(work, (size_t) m, (size_t) m);
  arb_mat_set(K, s->JJ);
  for (slong i = 0; i < m; i++)
    arb_add(arb_mat_entry(K, i, i), arb_mat_entry(K, i, i), s->damping, FIND_BITS);
  if (!ball_solve_near(work, s->y, K, s->g, FIND_BITS)) return false;
  for (size_t j = 0; j < enclosure->columns; j++) {
    arb_set(s->next + j, s->x + j);
    if (s->tall) arb_sub(s->next + j, s->next + j, arb_mat_entry(s->y, (slong) j, 0), FIND_BITS);
    for (slong i = 0; !s->tall && i < m; i++)
      arb_submul(s->next + j, arb_mat_entry(s->J, i, (slong) j), arb_mat_entry(s->y, i, 0),
                 FIND_BITS);
    arb_get_mid_arb(s->next + j, s->next + j);
  }
  return true;
}

// Takes one step that makes |f| smaller, with as much damping as needed.
static bool improve(Enclosure *enclosure, Balls *balls, Search *s, Arena *work) {
  linearize(enclosure, s);
  form_normal(enclosure, s, work->guard);
  arb_set(s->damping, s->size);
  if (arf_cmp_si(arb_midref(s->damping), 1) > 0) arb_one(s->damping);
  for (int i = 0; i < FIND_DAMPINGS; i++) {
    const ArenaMark mark = arena_mark(work);
    const bool stepped = take_step(enclosure, s, work);
    arena_release(work, mark);
    if (stepped && size_at(enclosure, balls, s->next, s->tried) &&
        arf_cmp(arb_midref(s->tried), arb_midref(s->size)) < 0 &&
        derivatives_follow(enclosure, balls)) {
      _arb_vec_swap(s->x, s->next, (slong) enclosure->columns);
      arb_swap(s->size, s->tried);
      return true;
    }
    arb_mul_2exp_si(s->damping, s->damping, 3);
  }
  return false;
}

bool enclosure_find(Enclosure *enclosure, Balls *balls, Arena *work) {
  const ArenaMark mark = arena_mark(work);
  Search s = search_make(enclosure, balls, work);
  bool good = size_at(enclosure, balls, s.x, s.size) && derivatives_follow(enclosure, balls);
  for (int i = 0; good && !is_found(enclosure); i++)
    good = i < FIND_STEPS && enclosure->columns > 0 && improve(enclosure, balls, &s, work);
  if (good) {
    linearize(enclosure, &s);
    enclosure->rank = enclose_choose_pivots(s.J, work, enclosure->row, enclosure->column);
  }
  arena_release(work, mark);
  return good;
}

// --- as states are completed ---------------------------------------------------------------------

#define LEAST_NORM_BITS \
  80  // relative to the largest of J J^T: the amount added to it, so that a singular one has an inverse
#define APPROACH_STEPS 100
#define APPROACH_HALVINGS 20

// Computes the largest residual at x; returns false if one is undefined there.
static bool largest_at(Enclosure *enclosure, Balls *balls, arb_srcptr x, arb_t largest) {
  arb_t unused;
  arb_init(unused);
  const bool good = size_at(enclosure, balls, x, unused);
  arb_clear(unused);
  arb_zero(largest);
  for (size_t i = 0; good && i < enclosure->rows; i++)
    if (is_larger(residual(enclosure, i), largest))
      arb_get_mid_arb(largest, residual(enclosure, i));
  arb_abs(largest, largest);
  return good;
}

// Takes the longest part of the step of least norm that reduces the largest residual.
static bool come_nearer(Enclosure *enclosure, Balls *balls, Search *s, Arena *work) {
  linearize(enclosure, s);
  form_normal(enclosure, s, work->guard);
  arb_zero(s->damping);
  for (slong i = 0; i < arb_mat_nrows(s->JJ); i++)
    arb_add(s->damping, s->damping, arb_mat_entry(s->JJ, i, i), FIND_BITS);
  arb_mul_2exp_si(s->damping, s->damping, -LEAST_NORM_BITS);
  if (!take_step(enclosure, s, work)) return false;
  for (int i = 0; i < APPROACH_HALVINGS; i++) {
    if (largest_at(enclosure, balls, s->next, s->tried) && is_larger(s->size, s->tried) &&
        derivatives_follow(enclosure, balls)) {
      _arb_vec_swap(s->x, s->next, (slong) enclosure->columns);
      arb_swap(s->size, s->tried);
      return true;
    }
    for (size_t j = 0; j < enclosure->columns; j++) {
      arb_add(s->next + j, s->next + j, s->x + j, FIND_BITS);
      arb_mul_2exp_si(s->next + j, s->next + j, -1);
      arb_get_mid_arb(s->next + j, s->next + j);
    }
  }
  return false;
}

bool enclosure_approach(Enclosure *enclosure, Balls *balls, Arena *work) {
  const ArenaMark mark = arena_mark(work);
  Search s = search_make(enclosure, balls, work);
  arb_ptr start = vector_make(work, enclosure->columns);
  _arb_vec_set(start, s.x, (slong) enclosure->columns);
  bool good = enclosure->columns > 0 && largest_at(enclosure, balls, s.x, s.size) &&
              derivatives_follow(enclosure, balls);
  for (int i = 0; good && !is_found(enclosure); i++) {
    const ArenaMark step = arena_mark(work);
    good = i < APPROACH_STEPS && come_nearer(enclosure, balls, &s, work);
    arena_release(work, step);
  }
  if (!good) set_unknowns(enclosure, balls, start);
  arena_release(work, mark);
  return good;
}

// --- enclosing -----------------------------------------------------------------------------------

// f(m) and J(X) for the chosen rows and columns.
typedef struct {
  arb_ptr m, X;
  arb_mat_struct *J, *f, *d;
} Newton;

static void set_chosen(const Enclosure *enclosure, Balls *balls, arb_srcptr x) {
  for (size_t j = 0; j < enclosure->rank; j++)
    balls_set(balls, enclosure->unknown[enclosure->column[j]], x + j);
}

static void fill_residuals(Enclosure *enclosure, Balls *balls, Newton *w, slong bits) {
  set_chosen(enclosure, balls, w->m);
  ball_program_run(enclosure->program, balls, bits);
  for (size_t i = 0; i < enclosure->rank; i++)
    arb_set(arb_mat_entry(w->f, (slong) i, 0), residual(enclosure, enclosure->row[i]));
}

static void fill_derivatives(const Enclosure *enclosure, Newton *w) {
  for (size_t i = 0; i < enclosure->rank; i++)
    for (size_t j = 0; j < enclosure->rank; j++)
      arb_set(arb_mat_entry(w->J, (slong) i, (slong) j),
              derivative(enclosure, enclosure->row[i], enclosure->column[j]));
}

// Moves m towards the solution: its digits double until they reach the precision.
static bool approach(Enclosure *enclosure, Balls *balls, Newton *w, slong bits, Arena *work) {
  for (int i = 0; i < NEWTON_STEPS; i++) {
    fill_residuals(enclosure, balls, w, bits);
    fill_derivatives(enclosure, w);
    if (!ball_program_is_finite(enclosure->program) ||
        !ball_solve_near(work, w->d, w->J, w->f, bits))
      return false;
    bool small = true;
    for (size_t j = 0; j < enclosure->rank; j++) {
      arb_srcptr d = arb_mat_entry(w->d, (slong) j, 0);
      small = small && arf_cmpabs_2exp_si(arb_midref(d), -bits / 2) < 0;
      arb_sub(w->m + j, w->m + j, d, bits);
      arb_get_mid_arb(w->m + j, w->m + j);
    }
    if (small) return true;
  }
  return false;
}

// Is f free of jumps in X, such as the cut of atan2? Its range shows them, its derivatives do not.
static bool is_continuous(const Enclosure *enclosure) {
  for (size_t i = 0; i < enclosure->rank; i++)
    if (mag_cmp_2exp_si(arb_radref(residual(enclosure, enclosure->row[i])), -JUMP_BITS) > 0)
      return false;
  return true;
}

// Computes N(X) = m - J(X)^-1 f(m) in d; returns false if J(X) is not known to be regular
static bool operate(Enclosure *enclosure, Balls *balls, Newton *w, slong bits, Arena *work) {
  fill_residuals(enclosure, balls, w, bits);
  set_chosen(enclosure, balls, w->X);
  ball_program_run(enclosure->program, balls, bits);
  fill_derivatives(enclosure, w);
  if (!ball_program_is_finite(enclosure->program) || !is_continuous(enclosure) ||
      !ball_solve(work, w->d, w->J, w->f, bits))
    return false;
  for (size_t j = 0; j < enclosure->rank; j++) {
    arb_ptr d = arb_mat_entry(w->d, (slong) j, 0);
    arb_sub(d, w->m + j, d, bits);
  }
  return true;
}

static bool lies_in(const Enclosure *enclosure, const Newton *w) {
  for (size_t j = 0; j < enclosure->rank; j++)
    if (!arb_contains(w->X + j, arb_mat_entry(w->d, (slong) j, 0))) return false;
  return true;
}

// Makes X a ball around m with N(X) well inside.
static void inflate(const Enclosure *enclosure, Newton *w, slong bits) {
  mag_t radius, unit;
  mag_init(radius);
  mag_init(unit);
  for (size_t j = 0; j < enclosure->rank; j++) {
    arb_ptr X = w->X + j;
    arb_sub(X, arb_mat_entry(w->d, (slong) j, 0), w->m + j, bits);
    arb_get_mag(radius, X);
    mag_mul_2exp_si(radius, radius, 2);
    arf_get_mag(unit, arb_midref(w->m + j));
    mag_mul_2exp_si(unit, unit, -bits);
    mag_add(radius, radius, unit);
    mag_set_ui_2exp_si(unit, 1, -bits - 20);
    mag_add(radius, radius, unit);
    arb_set(X, w->m + j);
    mag_set(arb_radref(X), radius);
  }
  mag_clear(unit);
  mag_clear(radius);
}

// Checks that the rows that were not chosen are not refuted.
static bool others_vanish(Enclosure *enclosure, Balls *balls, slong bits) {
  ball_program_run(enclosure->program, balls, bits);
  for (size_t i = 0; i < enclosure->rows; i++)
    if (!arb_contains_zero(residual(enclosure, i))) return false;
  return true;
}

bool enclosure_enclose(Enclosure *enclosure, Balls *balls, slong bits, Arena *work) {
  const ArenaMark mark = arena_mark(work);
  const size_t k = enclosure->rank;
  Newton w = {vector_make(work, k), vector_make(work, k), ball_matrix(work, k, k),
              ball_matrix(work, k, 1), ball_matrix(work, k, 1)};
  for (size_t j = 0; j < k; j++)
    arb_get_mid_arb(w.m + j, balls_get(balls, enclosure->unknown[enclosure->column[j]]));
  bool good = k == 0 || approach(enclosure, balls, &w, bits, work), inside = k == 0;
  _arb_vec_set(w.X, w.m, (slong) k);
  for (int i = 0; good && !inside && i < INFLATIONS; i++) {
    good = operate(enclosure, balls, &w, bits, work);
    inside = good && i > 0 && lies_in(enclosure, &w);
    if (good && !inside) inflate(enclosure, &w, bits);
  }
  for (size_t j = 0; good && j < k; j++)
    balls_set(balls, enclosure->unknown[enclosure->column[j]], arb_mat_entry(w.d, (slong) j, 0));
  good = good && inside && others_vanish(enclosure, balls, bits);
  arena_release(work, mark);
  return good;
}
