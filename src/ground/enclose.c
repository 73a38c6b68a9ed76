// ground/enclose.c: solutions of nonlinear equations, found and then enclosed.
//
// In:    f(x) = 0 with at least as many unknowns as independent equations, and a start
// Out:   balls for as many unknowns as there are independent equations, which contain a solution
//        for whatever the others are within their balls
// From:  docs/theory/real.md, sections "Searching" and "Enclosing"

#include "ground/balls.h"

#define FIND_BITS 256  // precision of the search
#define FIND_STEPS 80
#define FIND_DAMPINGS 24  // tries to take one step
#define FOUND_BITS 150    // |f| < 2^-FOUND_BITS is a solution, to be enclosed
#define NEWTON_STEPS 12   // each doubles the digits
#define INFLATIONS 10
#define JUMP_BITS 20  // a range of f in a tiny X that is wider than 2^-JUMP_BITS is a jump

Stage *stage_make(ExprPool *pool, const Expr *equation, size_t rows, const Expr *unknown,
                  size_t columns, Arena *arena) {
  Stage *stage = ARENA_NEW(arena, Stage);
  Expr *roots = ARENA_ARRAY(arena, Expr, rows * (columns + 1));
  *stage = (Stage){.rows = rows,
                   .columns = columns,
                   .equation = roots,
                   .unknown = ARENA_ARRAY(arena, Expr, columns),
                   .row = ARENA_ARRAY(arena, size_t, rows),
                   .column = ARENA_ARRAY(arena, size_t, columns),
                   .found_bits = FOUND_BITS};
  for (size_t j = 0; j < columns; j++) stage->unknown[j] = unknown[j];
  for (size_t i = 0; i < rows; i++) {
    roots[i] = equation[i];
    for (size_t j = 0; j < columns; j++)
      roots[rows + i * columns + j] = expr_diff(pool, equation[i], unknown[j]);
  }
  stage->sheet = sheet_make(pool, roots, rows * (columns + 1), arena);
  return stage;
}

Stage *stage_copy(const Stage *stage, Arena *arena) {
  Stage *copy = ARENA_NEW(arena, Stage);
  *copy = *stage;
  copy->rank = 0;
  copy->row = ARENA_ARRAY(arena, size_t, stage->rows);
  copy->column = ARENA_ARRAY(arena, size_t, stage->columns);
  return copy;
}

bool stage_is_exact(const Stage *stage) {
  return stage->rank == stage->rows;
}

static arb_srcptr residual(const Stage *stage, size_t i) {
  return sheet_value(stage->sheet, i);
}

static arb_srcptr derivative(const Stage *stage, size_t i, size_t j) {
  return sheet_value(stage->sheet, stage->rows + i * stage->columns + j);
}

// --- pivots --------------------------------------------------------------------------------------

// |a| > |b| of the midpoints
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

// Subtracts the pivot's row from the rows that are not used, so that its column vanishes there.
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

size_t choose_pivots(const arb_mat_t A, Arena *work, size_t *row, size_t *column) {
  const size_t rows = (size_t) arb_mat_nrows(A), columns = (size_t) arb_mat_ncols(A);
  arb_mat_struct *left = ball_matrix(work, rows, columns);
  arb_ptr factor = vector_make(work, 1);
  bool *used = ARENA_ARRAY(work, bool, rows), *taken = ARENA_ARRAY(work, bool, columns);
  size_t rank = 0;
  scaled_midpoints(A, left);
  for (;;) {
    arb_srcptr largest = NULL;
    for (size_t i = 0; i < rows; i++)
      for (size_t j = 0; j < columns; j++) {
        arb_srcptr entry = arb_mat_entry(left, (slong) i, (slong) j);
        if (used[i] || taken[j] || (largest != NULL && !is_larger(entry, largest))) continue;
        largest = entry, row[rank] = i, column[rank] = j;
      }
    if (largest == NULL || arf_cmpabs_2exp_si(arb_midref(largest), -PIVOT_BITS) < 0) return rank;
    used[row[rank]] = taken[column[rank]] = true;
    eliminate(left, used, row[rank], column[rank], factor);
    rank++;
  }
}

// --- searching -----------------------------------------------------------------------------------

static void set_unknowns(const Stage *stage, Balls *balls, arb_srcptr x) {
  for (size_t j = 0; j < stage->columns; j++) balls_set(balls, stage->unknown[j], x + j);
}

// |f|^2 at x; false if f is not defined there.
static bool size_at(Stage *stage, Balls *balls, arb_srcptr x, arb_t size) {
  set_unknowns(stage, balls, x);
  sheet_run(stage->sheet, balls, FIND_BITS);
  if (!sheet_is_finite(stage->sheet)) return false;
  arb_zero(size);
  for (size_t i = 0; i < stage->rows; i++)
    arb_addmul(size, residual(stage, i), residual(stage, i), FIND_BITS);
  arb_get_mid_arb(size, size);
  return true;
}

static bool is_found(const Stage *stage) {
  for (size_t i = 0; i < stage->rows; i++)
    if (arf_cmpabs_2exp_si(arb_midref(residual(stage, i)), -stage->found_bits) > 0) return false;
  return true;
}

typedef struct {
  arb_ptr x, next;        // columns
  arb_ptr size, damping;  // |f|^2 there; what is added to J J^T
  arb_ptr tried;          // |f|^2 at next
  arb_mat_struct *J, *JJ, *f, *y;
} Search;

static Search search_make(const Stage *stage, const Balls *balls, Arena *work) {
  const size_t r = stage->rows, n = stage->columns;
  Search s = {vector_make(work, n),    vector_make(work, n),    vector_make(work, 1),
              vector_make(work, 1),    vector_make(work, 1),    ball_matrix(work, r, n),
              ball_matrix(work, r, r), ball_matrix(work, r, 1), ball_matrix(work, r, 1)};
  for (size_t j = 0; j < n; j++) {
    const arb_struct *start = balls_get(balls, stage->unknown[j]);
    if (start != NULL) arb_get_mid_arb(s.x + j, start);
  }
  return s;
}

// f and J at x, where the sheet has just been run
static void linearize(const Stage *stage, Search *s) {
  for (size_t i = 0; i < stage->rows; i++) {
    arb_get_mid_arb(arb_mat_entry(s->f, (slong) i, 0), residual(stage, i));
    for (size_t j = 0; j < stage->columns; j++)
      arb_get_mid_arb(arb_mat_entry(s->J, (slong) i, (slong) j), derivative(stage, i, j));
  }
}

static void form_normal(const Stage *stage, Search *s) {
  for (slong i = 0; i < (slong) stage->rows; i++)
    for (slong k = 0; k < (slong) stage->rows; k++) {
      arb_zero(arb_mat_entry(s->JJ, i, k));
      arb_dot(arb_mat_entry(s->JJ, i, k), NULL, 0, arb_mat_entry(s->J, i, 0), 1,
              arb_mat_entry(s->J, k, 0), 1, (slong) stage->columns, FIND_BITS);
      arb_get_mid_arb(arb_mat_entry(s->JJ, i, k), arb_mat_entry(s->JJ, i, k));
    }
}

// next = x - J^T (J J^T + damping)^-1 f
static bool take_step(const Stage *stage, Search *s, Arena *work) {
  arb_mat_struct *K = ball_matrix(work, stage->rows, stage->rows);
  arb_mat_set(K, s->JJ);
  for (slong i = 0; i < (slong) stage->rows; i++)
    arb_add(arb_mat_entry(K, i, i), arb_mat_entry(K, i, i), s->damping, FIND_BITS);
  if (!arb_mat_approx_solve(s->y, K, s->f, FIND_BITS)) return false;
  for (size_t j = 0; j < stage->columns; j++) {
    arb_set(s->next + j, s->x + j);
    for (slong i = 0; i < (slong) stage->rows; i++)
      arb_submul(s->next + j, arb_mat_entry(s->J, i, (slong) j), arb_mat_entry(s->y, i, 0),
                 FIND_BITS);
    arb_get_mid_arb(s->next + j, s->next + j);
  }
  return true;
}

// One step that makes |f| smaller, damped as much as it takes.
static bool improve(Stage *stage, Balls *balls, Search *s, Arena *work) {
  linearize(stage, s);
  form_normal(stage, s);
  arb_set(s->damping, s->size);
  if (arf_cmp_si(arb_midref(s->damping), 1) > 0) arb_one(s->damping);
  for (int i = 0; i < FIND_DAMPINGS; i++) {
    const ArenaMark mark = arena_mark(work);
    const bool stepped = take_step(stage, s, work);
    arena_release(work, mark);
    if (stepped && size_at(stage, balls, s->next, s->tried) &&
        arf_cmp(arb_midref(s->tried), arb_midref(s->size)) < 0) {
      _arb_vec_swap(s->x, s->next, (slong) stage->columns);
      arb_swap(s->size, s->tried);
      return true;
    }
    arb_mul_2exp_si(s->damping, s->damping, 3);
  }
  return false;
}

bool stage_find(Stage *stage, Balls *balls, Arena *work) {
  const ArenaMark mark = arena_mark(work);
  Search s = search_make(stage, balls, work);
  bool good = size_at(stage, balls, s.x, s.size);
  for (int i = 0; good && !is_found(stage); i++)
    good = i < FIND_STEPS && stage->columns > 0 && improve(stage, balls, &s, work);
  if (good) {
    linearize(stage, &s);
    stage->rank = choose_pivots(s.J, work, stage->row, stage->column);
  }
  arena_release(work, mark);
  return good;
}

// --- enclosing -----------------------------------------------------------------------------------

// f(m) and J(X) of the chosen rows and columns.
typedef struct {
  arb_ptr m, X;
  arb_mat_struct *J, *f, *d;
} Newton;

static void set_chosen(const Stage *stage, Balls *balls, arb_srcptr x) {
  for (size_t j = 0; j < stage->rank; j++)
    balls_set(balls, stage->unknown[stage->column[j]], x + j);
}

static void fill_residuals(Stage *stage, Balls *balls, Newton *w, slong bits) {
  set_chosen(stage, balls, w->m);
  sheet_run(stage->sheet, balls, bits);
  for (size_t i = 0; i < stage->rank; i++)
    arb_set(arb_mat_entry(w->f, (slong) i, 0), residual(stage, stage->row[i]));
}

static void fill_derivatives(const Stage *stage, Newton *w) {
  for (size_t i = 0; i < stage->rank; i++)
    for (size_t j = 0; j < stage->rank; j++)
      arb_set(arb_mat_entry(w->J, (slong) i, (slong) j),
              derivative(stage, stage->row[i], stage->column[j]));
}

// m comes near the solution: its digits double until they reach the precision.
static bool approach(Stage *stage, Balls *balls, Newton *w, slong bits) {
  for (int i = 0; i < NEWTON_STEPS; i++) {
    fill_residuals(stage, balls, w, bits);
    fill_derivatives(stage, w);
    if (!sheet_is_finite(stage->sheet) || !arb_mat_approx_solve(w->d, w->J, w->f, bits))
      return false;
    bool small = true;
    for (size_t j = 0; j < stage->rank; j++) {
      arb_srcptr d = arb_mat_entry(w->d, (slong) j, 0);
      small = small && arf_cmpabs_2exp_si(arb_midref(d), -bits / 2) < 0;
      arb_sub(w->m + j, w->m + j, d, bits);
      arb_get_mid_arb(w->m + j, w->m + j);
    }
    if (small) return true;
  }
  return false;
}

// Is f free of jumps in X, as at the cut of atan2? Its range shows them, derivatives do not.
static bool is_continuous(const Stage *stage) {
  for (size_t i = 0; i < stage->rank; i++)
    if (mag_cmp_2exp_si(arb_radref(residual(stage, stage->row[i])), -JUMP_BITS) > 0) return false;
  return true;
}

// N(X) = m - J(X)^-1 f(m) in d; false if J(X) is not known to be regular
static bool operate(Stage *stage, Balls *balls, Newton *w, slong bits) {
  fill_residuals(stage, balls, w, bits);
  set_chosen(stage, balls, w->X);
  sheet_run(stage->sheet, balls, bits);
  fill_derivatives(stage, w);
  if (!sheet_is_finite(stage->sheet) || !is_continuous(stage) ||
      !arb_mat_solve(w->d, w->J, w->f, bits))
    return false;
  for (size_t j = 0; j < stage->rank; j++) {
    arb_ptr d = arb_mat_entry(w->d, (slong) j, 0);
    arb_sub(d, w->m + j, d, bits);
  }
  return true;
}

static bool lies_in(const Stage *stage, const Newton *w) {
  for (size_t j = 0; j < stage->rank; j++)
    if (!arb_contains(w->X + j, arb_mat_entry(w->d, (slong) j, 0))) return false;
  return true;
}

// X becomes a ball about m that has N(X) well inside.
static void inflate(const Stage *stage, Newton *w, slong bits) {
  mag_t radius, unit;
  mag_init(radius);
  mag_init(unit);
  for (size_t j = 0; j < stage->rank; j++) {
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

// The rows that were not chosen: they must not be refuted.
static bool others_vanish(Stage *stage, Balls *balls, slong bits) {
  sheet_run(stage->sheet, balls, bits);
  for (size_t i = 0; i < stage->rows; i++)
    if (!arb_contains_zero(residual(stage, i))) return false;
  return true;
}

bool stage_enclose(Stage *stage, Balls *balls, slong bits, Arena *work) {
  const ArenaMark mark = arena_mark(work);
  const size_t k = stage->rank;
  Newton w = {vector_make(work, k), vector_make(work, k), ball_matrix(work, k, k),
              ball_matrix(work, k, 1), ball_matrix(work, k, 1)};
  for (size_t j = 0; j < k; j++)
    arb_get_mid_arb(w.m + j, balls_get(balls, stage->unknown[stage->column[j]]));
  bool good = k == 0 || approach(stage, balls, &w, bits), inside = k == 0;
  _arb_vec_set(w.X, w.m, (slong) k);
  for (int i = 0; good && !inside && i < INFLATIONS; i++) {
    good = operate(stage, balls, &w, bits);
    inside = good && i > 0 && lies_in(stage, &w);
    if (good && !inside) inflate(stage, &w, bits);
  }
  for (size_t j = 0; good && j < k; j++)
    balls_set(balls, stage->unknown[stage->column[j]], arb_mat_entry(w.d, (slong) j, 0));
  good = good && inside && others_vanish(stage, balls, bits);
  arena_release(work, mark);
  return good;
}
