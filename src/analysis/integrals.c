// analysis/integrals.c: first integrals of a system, found by linear algebra and proved.
//
// In:    Equations with the free system and its constraints
// Out:   energy, momenta along symmetries, all integrals in the span of the candidates; each judged
// From:  docs/theory/integrals.md (1) to (7)
// Law:   a combination of candidates is an integral if its rate along the motion vanishes at random
//        points of the constraint manifold; claims.c proves each one again, for all parameters
// Not:   integrals outside that span, or that exist only for special values of the parameters

#include "analysis/integrals_impl.h"
#include "methods/canonical.h"
#include "algebra/algebra.h"
#include "ground/jumps.h"
#include "expr/field.h"
#include "print/print.h"
#include "methods/constraints.h"
#include <string.h>

#define SPARE_ROWS 8       // points in addition to the number of candidates
#define REVERSED_ROWS 12   // points that show whether motions are the same backwards, on all branches
#define PRODUCTS_MOST 200  // of known integrals, to test whether a new one is a polynomial of them
#define PRODUCT_FACTORS 3
#define ROWS_LEAST (PRODUCTS_MOST + SPARE_ROWS)  // points that products need, with many candidates

typedef struct {
  const Equations *eq;
  const IntegralOptions *options;
  Arena *arena, *work;
  Integrals *out;
  SamplePoints points;
  bool velocities_jump;  // with a constraint: a vanishing rate then shows nothing
  size_t jumping;        // candidates whose rate vanishes, but that jump
} Finder;

// --- one integral --------------------------------------------------------------------------------

// Judges the candidate; true if it is an integral, which is then in the list.
static bool add_integral(Finder *f, Integral i) {
  const Equations *eq = f->eq;
  const Expr rate = expr_rate(eq->pool, field_motion_energies(eq, i.value));
  const Judgement j = proof_judge_zero(eq, NULL, 0, rate, "its rate", f->work);
  if (j.verdict != VERDICT_PROVED && j.verdict != VERDICT_VERIFIED) return false;
  // the rate does not show where the value, or velocities, jump
  const Claim claim = {.kind = CLAIM_CONSERVED, .left = i.value};
  if (f->velocities_jump || claims_conserved_jumps(eq, &claim, f->work) != NULL) {
    f->jumping++;
    return false;
  }
  i.proof = judged(j.verdict, str_copy(f->arena, str(j.detail)));
  i.shown = algebra_readable(eq->pool, expr_is_none(i.shown) ? i.value : i.shown);
  array_push(f->arena, &f->out->list, i);
  return true;
}

static void find_energy(Finder *f) {
  const Equations *eq = f->eq;
  const bool sum = !expr_is_none(eq->kinetic) && !expr_is_none(eq->potential) &&
                   expr_equal(eq->pool, eq->energy, expr_add(eq->pool, eq->kinetic, eq->potential));
  const bool plain = sum || expr_is_none(eq->kinetic) || eq->beside > 0;
  if (expr_is_none(eq->energy)) return;
  add_integral(f, (Integral){.kind = plain ? INTEGRAL_ENERGY : INTEGRAL_JACOBI,
                             .name = plain ? "energy" : "Jacobi function",
                             .value = eq->energy,
                             .degree = 2});
}

static bool is_energy(const Integral *i) {
  return i->kind == INTEGRAL_ENERGY || i->kind == INTEGRAL_JACOBI;
}

static bool is_named_one(const Integral *i) {
  return is_energy(i) || i->kind == INTEGRAL_MOMENTUM || i->kind == INTEGRAL_SYMMETRY;
}

// --- the table of candidates ---------------------------------------------------------------------

// Values and rates of candidates at fixed values of the parameters; values of the known integrals.
typedef struct {
  Finder *finder;
  const Ansatz *ansatz;
  size_t rows;
  Residues value, rate;  // of all candidates
  bool *odd;  // those that change sign if the motion runs backwards; NULL: it would be another
  size_t known;
  uint64_t **known_value;  // of each known integral: its values at the points
  unsigned *degree;        // of the known integrals, in the velocities
  Sampler *sampler;
} Table;

// Opens the table for this many points.
static void open_table(Table *t, size_t rows) {
  Finder *f = t->finder;
  const size_t n = t->ansatz->all.n, known = f->out->list.n;
  Expr *values = ARENA_ARRAY(f->work, Expr, known + 1);
  for (size_t i = 0; i < known; i++)
    values[i] = field_motion_energies(f->eq, f->out->list.at[i].value);
  t->sampler = sampler_open(t->ansatz, values, known, f->work);
  sampler_pin_parameters(t->sampler, 3);
  sampler_share(t->sampler, &f->points);
  t->rows = rows;
  t->value = residues_make(f->work, t->rows, n);
  t->rate = residues_make(f->work, t->rows, n);
  t->known_value = ARENA_ARRAY(f->work, uint64_t *, known + n);
  for (size_t i = 0; i < known; i++) t->known_value[i] = ARENA_ARRAY(f->work, uint64_t, rows);
  t->known = known;
  t->degree = ARENA_ARRAY(f->work, unsigned, known + n);
  for (size_t i = 0; i < known; i++) t->degree[i] = f->out->list.at[i].degree;
  t->odd = NULL;
}

static void fill_row(Table *t, size_t i) {
  const size_t n = t->ansatz->all.n;
  for (size_t j = 0; j < n; j++)
    t->rate.at[i * n + j] =
      sampler_rate(t->sampler, &t->ansatz->all.at[j], &t->value.at[i * n + j]);
  for (size_t j = 0; j < t->known; j++) t->known_value[j][i] = sampler_more(t->sampler, j);
}

// Candidates are of two kinds: half as many points are enough for them, but not for products of integrals.
static void separate(Table *t, size_t times) {
  const size_t n = t->ansatz->all.n;
  size_t odd = 0;
  t->odd = ARENA_ARRAY(t->finder->work, bool, n + 1);
  for (size_t j = 0; j < n; j++) odd += t->odd[j] = t->ansatz->all.at[j].degree % 2 == 1;
  size_t rows = times * ((odd > n - odd ? odd : n - odd) + SPARE_ROWS);
  if (rows < ROWS_LEAST) rows = ROWS_LEAST;
  if (rows < t->rows) t->rows = t->value.rows = t->rate.rows = rows;
}

// Goes to the points: that many times as many as there are candidates.
static bool fill_table(Table *t, size_t times) {
  open_table(t, times * (t->ansatz->all.n + SPARE_ROWS));
  bool reverses = t->rows > ROWS_LEAST;  // otherwise, nothing would be saved
  for (size_t i = 0; i < t->rows; i++) {
    if (!sampler_next(t->sampler)) return false;
    fill_row(t, i);
    if (i < REVERSED_ROWS) reverses = reverses && sampler_reverses(t->sampler);
    if (i + 1 == REVERSED_ROWS && reverses) separate(t, times);
  }
  return true;
}

// Returns the value of the combination x of the candidates at a row.
static uint64_t combined(const Table *t, const uint64_t *x, size_t row) {
  const size_t n = t->ansatz->all.n;
  uint64_t sum = 0;
  for (size_t j = 0; j < n; j++)
    if (x[j] != 0)
      sum = field_add(SAMPLER_FIELD, sum, field_mul(SAMPLER_FIELD, x[j], t->value.at[row * n + j]));
  return sum;
}

static unsigned degree_of(const Table *t, const uint64_t *x) {
  unsigned degree = 0;
  for (size_t j = 0; j < t->ansatz->all.n; j++) {
    const unsigned d = t->ansatz->all.at[j].degree;
    if (x[j] != 0 && d > degree) degree = d;
  }
  return degree;
}

// Adds the combination x as the last of the known integrals.
static void add_known(Table *t, const uint64_t *x) {
  uint64_t *value = ARENA_ARRAY(t->finder->work, uint64_t, t->rows);
  for (size_t i = 0; i < t->rows; i++) value[i] = combined(t, x, i);
  t->known_value[t->known] = value;
  t->degree[t->known++] = degree_of(t, x);
}

// --- which ones are new --------------------------------------------------------------------------

// A product of known integrals, by their numbers.
typedef struct {
  size_t n, factor[PRODUCT_FACTORS];
} Product;

typedef ARRAY(Product) Products;

typedef enum {
  USE_NOT,
  USE_ALONE,  // in sums
  USE_ANY     // in products, too
} Use;

// Lists products of the integrals in use, up to a degree in the velocities.
static void add_products(const Table *t, const Use *use, Product p, size_t first, unsigned left,
                         Products *list) {
  if (list->n < PRODUCTS_MOST) array_push(t->finder->work, list, p);
  for (size_t i = first; p.n < PRODUCT_FACTORS && i < t->known; i++) {
    const bool alone = use[i] == USE_ALONE;
    if (use[i] == USE_NOT || t->degree[i] > left || (alone && p.n > 0)) continue;
    Product next = p;
    next.factor[next.n++] = i;
    if (alone && list->n < PRODUCTS_MOST)
      array_push(t->finder->work, list, next);
    else if (!alone)
      add_products(t, use, next, i, left - t->degree[i], list);
  }
}

static uint64_t known_value(const Table *t, size_t row, size_t i) {
  return t->known_value[i][row];
}

static uint64_t product_value(const Table *t, const Product *p, size_t row) {
  uint64_t value = 1;
  for (size_t k = 0; k < p->n; k++)
    value = field_mul(SAMPLER_FIELD, value, known_value(t, row, p->factor[k]));
  return value;
}

// Is the integral with that number a polynomial of those in use?
static bool is_polynomial_of(const Table *t, const Use *use, size_t number) {
  Arena *work = t->finder->work;
  Products list = {0};
  add_products(t, use, (Product){0}, 0, t->degree[number], &list);
  size_t rows = list.n + SPARE_ROWS;
  if (rows > t->rows) rows = t->rows;
  if (list.n + 2 > rows) return false;
  Residues A = residues_make(work, rows, list.n + 1);
  for (size_t i = 0; i < rows; i++) {
    for (size_t j = 0; j < list.n; j++) A.at[i * A.columns + j] = product_value(t, &list.at[j], i);
    A.at[i * A.columns + list.n] = known_value(t, i, number);
  }
  size_t *pivot = ARENA_ARRAY(work, size_t, A.columns);
  const size_t rank = residues_pivots(&A, work, pivot);
  return rank == 0 || pivot[rank - 1] != list.n;
}

// Is the last integral of the table new? It is new if it is not a polynomial of those before it; or if it is
// one, but the energy is a sum of it, of others found by the search, and of products of momenta: then these are
// simpler than the energy, as with Benenti's two energies.
static bool is_new(const Table *t) {
  const Integrals *out = t->finder->out;
  const size_t last = t->known - 1;
  Use *use = ARENA_ARRAY(t->finder->work, Use, t->known);
  for (size_t i = 0; i < last; i++) use[i] = USE_ANY;
  if (!is_polynomial_of(t, use, last)) return true;
  for (size_t i = 0; i < last; i++) use[i] = is_named_one(&out->list.at[i]) ? USE_ANY : USE_NOT;
  if (is_polynomial_of(t, use, last) || out->list.n == 0 || !is_energy(&out->list.at[0]))
    return false;
  for (size_t i = 0; i < last; i++) use[i] = is_named_one(&out->list.at[i]) ? USE_ANY : USE_ALONE;
  use[0] = USE_NOT;
  if (is_polynomial_of(t, use, 0)) return false;
  use[last] = USE_ALONE;
  return is_polynomial_of(t, use, 0);
}

// --- names ---------------------------------------------------------------------------------------

// xi of a combination of p_i times functions
static Expr *symmetry_of(const Table *t, const Candidate *const *c, const Expr *coefficient,
                         size_t n) {
  const Ansatz *a = t->ansatz;
  Expr *xi = ARENA_ARRAY(t->finder->arena, Expr, a->eq->n);
  for (size_t i = 0; i < a->eq->n; i++) xi[i] = EXPR_ZERO;
  for (size_t j = 0; j < n; j++) {
    const Expr term = expr_mul(a->pool, coefficient[j], a->functions.at[c[j]->function].e);
    xi[c[j]->letter[0]] = expr_add(a->pool, xi[c[j]->letter[0]], term);
  }
  return xi;
}

static const char *coordinate_name(const Finder *f, size_t i) {
  return f->eq->model->coordinates.at[i].name;
}

// "x1, x2" if all components are 1, "x: 2, y: a" otherwise
static const char *field_text(const Finder *f, const Expr *xi) {
  Text text = text_make(f->arena);
  bool ones = true;
  for (size_t i = 0; i < f->eq->n; i++)
    ones = ones && (expr_same(xi[i], EXPR_ZERO) || expr_same(xi[i], EXPR_ONE));
  for (size_t i = 0; i < f->eq->n; i++) {
    if (expr_same(xi[i], EXPR_ZERO)) continue;
    text_addf(&text, "%s%s", text.n > 0 ? ", " : "", coordinate_name(f, i));
    if (!ones)
      text_addf(&text, ": %s",
                print_expr_text(f->eq->pool, algebra_readable(f->eq->pool, xi[i]), f->arena));
  }
  return text_get(&text);
}

// Finds the coordinate q_j with xi_i = -q_j and xi_j = q_i: xi rotates the two.
static size_t partner(const Finder *f, const Expr *xi, size_t i) {
  const Equations *eq = f->eq;
  for (size_t j = 0; j < eq->n; j++)
    if (expr_same(xi[i], expr_neg(eq->pool, eq->q[j])) && expr_same(xi[j], eq->q[i])) return j;
  return NOWHERE;
}

// "x and y" if xi rotates these, or NULL
static const char *rotation_text(const Finder *f, const Expr *xi) {
  Text text = text_make(f->arena);
  size_t moved = 0, turned = 0;
  for (size_t i = 0; i < f->eq->n; i++) {
    moved += !expr_same(xi[i], EXPR_ZERO);
    const size_t j = expr_same(xi[i], EXPR_ZERO) ? NOWHERE : partner(f, xi, i);
    if (j == NOWHERE) continue;
    turned += 2;
    text_addf(&text, "%s%s and %s", text.n > 0 ? ", " : "", coordinate_name(f, i),
              coordinate_name(f, j));
  }
  return moved == turned ? text_get(&text) : NULL;
}

// Is xi a symmetry that one would name: without parameters, or a shift of at most two coordinates?
static bool is_natural(const Finder *f, const Expr *xi, const Expr *coefficient, size_t n) {
  size_t moved = 0;
  bool numbers = true, shift = true;
  for (size_t j = 0; j < n; j++) numbers = numbers && expr_is_number(f->eq->pool, coefficient[j]);
  for (size_t i = 0; i < f->eq->n; i++) {
    moved += !expr_same(xi[i], EXPR_ZERO);
    shift = shift && expr_is_constant(f->eq->pool, xi[i]);
  }
  return numbers || (shift && moved <= 2);
}

#define SHORT_WEIGHT 40  // heavier ones are displayed in terms of momenta

static Integral named_momentum(const Finder *f, Expr *xi, Expr value, Expr in_momenta) {
  Integral i = {.kind = INTEGRAL_SYMMETRY, .value = value, .degree = 1, .symmetry = xi};
  const char *rotation = rotation_text(f, xi);
  size_t moved = 0;
  for (size_t k = 0; k < f->eq->n; k++)
    if (!expr_same(xi[k], EXPR_ZERO)) i.coordinate = k, moved++;
  if (moved == 1 && expr_same(xi[i.coordinate], EXPR_ONE)) {
    i.kind = INTEGRAL_MOMENTUM;
    i.name = text_format(f->arena, "momentum of %s", coordinate_name(f, i.coordinate));
    return i;
  }
  i.name = text_format(f->arena, rotation ? "angular momentum, %s" : "momentum along %s",
                       rotation ? rotation : field_text(f, xi));
  const Expr written = algebra_readable(f->eq->pool, value);
  if (expr_weight(f->eq->pool, written) > SHORT_WEIGHT) i.shown = in_momenta;
  return i;
}

static Integral unnamed(Expr value, unsigned degree) {
  static const char *const names[] = {"function of positions", "linear in the velocities",
                                      "quadratic in the velocities", "cubic in the velocities",
                                      "quartic in the velocities"};
  static const IntegralKind kinds[] = {INTEGRAL_POSITION, INTEGRAL_LINEAR};
  return (Integral){.kind = degree < 2 ? kinds[degree] : INTEGRAL_POLYNOMIAL,
                    .name = names[degree],
                    .value = value,
                    .degree = degree};
}

// --- the search ----------------------------------------------------------------------------------

// Writes a vector of the kernel as an integral, with the parameters as symbols.
static bool take(Table *t, const uint64_t *x, bool noether) {
  Finder *f = t->finder;
  ExprPool *pool = f->eq->pool;
  size_t n = 0;
  const Candidate **c = ARENA_ARRAY(f->work, const Candidate *, t->ansatz->all.n);
  for (size_t j = 0; j < t->ansatz->all.n; j++)
    if (x[j] != 0) c[n++] = &t->ansatz->all.at[j];
  Expr *coefficient = ARENA_ARRAY(f->work, Expr, n), value = EXPR_ZERO, shown = EXPR_ZERO;
  if (!lift_integral(t->ansatz, c, n, f->work, coefficient)) return false;
  for (size_t j = 0; j < n; j++) {
    const Expr e = candidate_expr(t->ansatz, c[j], false),
               s = candidate_expr(t->ansatz, c[j], true);
    value = expr_add(pool, value, expr_mul(pool, coefficient[j], e));
    shown = expr_add(pool, shown, expr_mul(pool, coefficient[j], s));
  }
  Integral i = unnamed(value, t->degree[t->known - 1]);
  i.shown = shown;
  if (noether) {
    Expr *xi = symmetry_of(t, c, coefficient, n);
    if (!is_natural(f, xi, coefficient, n)) return false;
    i = named_momentum(f, xi, value, shown);
  }
  return add_integral(f, i);
}

#define CHECK_POINTS 12  // at which the vectors of the kernel must vanish, too

// Do they vanish? Otherwise there were too few points: the manifold has branches, and the points missed some.
static bool is_kernel(Table *t, const Residues *K) {
  for (size_t i = 0; i < CHECK_POINTS; i++) {
    if (!sampler_next(t->sampler)) return false;
    for (size_t k = 0; k < K->rows; k++) {
      uint64_t sum = 0;
      for (size_t j = 0; j < K->columns; j++)
        if (K->at[k * K->columns + j] != 0)
          sum = field_add(SAMPLER_FIELD, sum,
                          field_mul(SAMPLER_FIELD, K->at[k * K->columns + j],
                                    sampler_rate(t->sampler, &t->ansatz->all.at[j], NULL)));
      if (sum != 0) return false;
    }
  }
  return true;
}

// Finds all integrals among the combinations of the candidates; false if there are no points.
static bool search(Finder *f, const Ansatz *ansatz, bool noether) {
  Table t = {.finder = f, .ansatz = ansatz};
  Residues K = {0};
  for (size_t times = 1; times <= 4; times *= 2) {
    if (!fill_table(&t, times)) return false;
    K = residues_constant(&t.rate, &t.value, t.odd, f->work);
    if (is_kernel(&t, &K)) break;
  }
  for (size_t k = 0; k < K.rows; k++) {
    const uint64_t *x = K.at + k * K.columns;
    add_known(&t, x);
    if (is_new(&t)) {
      const size_t jumping = f->jumping;
      if (take(&t, x, noether)) continue;
      f->out->unlifted += !noether && f->jumping == jumping;
    }
    t.known--;
  }
  return true;
}

// --- how many are independent ------------------------------------------------------------------------

// e in coordinates and velocities, or in the variables that replace these
static Expr in_state(const Finder *f, Expr e) {
  const Equations *eq = f->eq;
  const FreeSystem s = free_system(eq->model, f->work);
  e = field_motion_energies(eq, e);
  return free_in_state_variables(eq, constraints_in_velocities(&s, e, equations_momentum(eq)));
}

static void add_gradient(const Finder *f, Expr e, Statements *all) {
  const Equations *eq = f->eq;
  const Expr value = in_state(f, e);
  for (size_t i = 0; i < eq->n; i++) array_push(f->work, all, expr_diff(eq->pool, value, eq->q[i]));
  for (size_t i = 0; i < eq->state.m; i++)
    array_push(f->work, all, expr_diff(eq->pool, value, eq->state.z[i]));
  array_push(f->work, all, expr_diff(eq->pool, value, EXPR_TIME));
}

// Finds the rank of the gradients on the tangent space of the manifold, in addition to those of the
// constraints. Energies come last, so that an energy is marked as dependent rather than another integral.
static void count_independent(Finder *f, const Ansatz *ansatz) {
  const Constraints *c = &f->eq->constraints;
  Integrals *out = f->out;
  Statements gradients = {0};
  size_t columns = 0, *number = ARENA_ARRAY(f->work, size_t, 2 * c->r + out->list.n + 1);
  for (size_t a = 0; a < c->r; a++) {
    const Expr level[2] = {c->row[a].position, c->row[a].velocity};
    for (size_t k = 0; k < 2; k++) {
      if (expr_is_none(level[k])) continue;
      add_gradient(f, level[k], &gradients);
      number[columns++] = NOWHERE;
    }
  }
  for (int energies = 0; energies < 2; energies++)
    for (size_t i = 0; i < out->list.n; i++) {
      if (is_energy(&out->list.at[i]) != (energies == 1)) continue;
      add_gradient(f, out->list.at[i].value, &gradients);
      number[columns++] = i;
    }
  if (out->list.n == 0) return;
  Sampler *sampler = sampler_open(ansatz, gradients.at, gradients.n, f->work);
  sampler_pin_parameters(sampler, 5);
  if (!sampler_next(sampler)) return;
  Residues A = residues_make(f->work, gradients.n / columns, columns);
  for (size_t j = 0; j < columns; j++)
    for (size_t i = 0; i < A.rows; i++)
      A.at[i * columns + j] = sampler_more(sampler, j * A.rows + i);
  size_t *pivot = ARENA_ARRAY(f->work, size_t, columns);
  const size_t rank = residues_pivots(&A, f->work, pivot);
  for (size_t i = 0; i < out->list.n; i++) out->list.at[i].follows = true;
  for (size_t i = 0; i < rank; i++)
    if (number[pivot[i]] != NOWHERE) {
      out->list.at[number[pivot[i]]].follows = false;
      out->independent++;
    }
}

// Keeps a dependent integral only if it is as short as an independent one, as the second component of a vector is.
static void leave_out_heavy(Finder *f) {
  Integrals *out = f->out;
  ExprPool *pool = f->eq->pool;
  uint32_t most[INTEGRALS_DEGREE_MOST + 1] = {0};
  for (size_t i = 0; i < out->list.n; i++) {
    const Integral *one = &out->list.at[i];
    const uint32_t weight = expr_weight(pool, one->shown);
    if (!one->follows && !is_energy(one) && weight > most[one->degree]) most[one->degree] = weight;
  }
  size_t n = 0;
  for (size_t i = 0; i < out->list.n; i++) {
    const Integral one = out->list.at[i];
    if (!one.follows || is_named_one(&one) || expr_weight(pool, one.shown) <= most[one.degree])
      out->list.at[n++] = one;
  }
  out->list.n = n;
}

// --- all of it -----------------------------------------------------------------------------------

static void find_cyclic(Finder *f) {
  f->out->cyclic = ARENA_ARRAY(f->arena, bool, f->eq->n + 1);
  for (size_t i = 0; i < f->eq->n; i++) f->out->cyclic[i] = claims_is_cyclic(f->eq, i);
}

static void describe_search(Finder *f, const Ansatz *a) {
  Integrals *out = f->out;
  out->candidates = a->all.n;
  out->degree = a->degree;
  for (unsigned d = 0; d <= a->degree; d++) out->limit[d] = a->limit[d];
  for (size_t i = 0; i < a->letters.n; i++) array_push(f->arena, &out->letters, a->letters.at[i].e);
  for (size_t i = 0; i < a->atoms.n; i++) array_push(f->arena, &out->atoms, a->atoms.at[i]);
}

// Records the definitions of names that the formulas use.
static void describe_names(Finder *f, const Ansatz *a) {
  Integrals *out = f->out;
  out->body = a->all.n > 0 ? a->body : NULL;
  out->body_candidates = a->all.n;
  for (size_t i = 0; i < a->definitions.n; i++) {
    bool used = false;
    for (size_t k = 0; k < out->list.n; k++)
      used = used || expr_depends(f->eq->pool, out->list.at[k].shown, a->definitions.at[i].symbol);
    if (used)
      array_push(f->arena, &out->definitions,
                 ((Definition){a->definitions.at[i].symbol,
                               str_copy(f->arena, str(a->definitions.at[i].text))}));
  }
}

Status integrals_find(const Equations *given, const IntegralOptions *options, Arena *arena,
                      Arena *work, Integrals *out) {
  const Equations *eq = canonical_solved(given, arena);
  Expr where;
  Finder f = {.eq = eq,
              .options = options,
              .arena = arena,
              .work = work,
              .out = out,
              .points = {.arena = work}};
  f.velocities_jump = jumps_of_constraint(eq, NULL, 0, work, &where) != NULL;
  *out = (Integrals){.unfinished = true};
  find_cyclic(&f);
  find_energy(&f);
  const Ansatz positions = ansatz_positions(eq, options, work), noether = ansatz_noether(eq, work),
               bodies = ansatz_bodies(eq, options, work), full = ansatz_full(eq, options, work);
  if (!search(&f, &positions, false) || !search(&f, &noether, true) ||
      (bodies.all.n > 0 && !search(&f, &bodies, false)) || !search(&f, &full, false))
    out->fault = "no exact points of the constraint manifold were found";
  describe_search(&f, &full);
  describe_names(&f, &bodies);
  count_independent(&f, &full);
  leave_out_heavy(&f);
  // functions of a jumping candidate are not new, but nothing shows that any more
  out->jumping = f.jumping > 0;
  if (out->jumping) out->unlifted = 0;
  out->unfinished = false;
  return STATUS_OK;
}
