// analysis/integrals.c: first integrals of a system, found by linear algebra and proved.
//
// In:    Equations with the free system and its constraints
// Out:   energy, momenta along symmetries, all integrals in the span of the candidates; each judged
// From:  docs/theory/integrals.md (1) to (7)
// Law:   a combination of candidates is an integral if its rate along the motion vanishes at random
//        points of the constraint manifold; claims.c proves each one again, for all parameters
// Not:   integrals outside of that span; those that exist for special values of the parameters only

#include "analysis/integrals_impl.h"
#include "algebra/algebra.h"
#include "expr/field.h"
#include "expr/print.h"
#include "methods/constraints.h"
#include <string.h>

#define SPARE_ROWS 8         // points more than candidates
#define PRODUCTS_MOST 200    // of known integrals, in which a new one is looked for
#define PRODUCT_FACTORS 3

typedef struct {
  const Equations *eq;
  const IntegralOptions *options;
  Arena *arena, *work;
  Integrals *out;
} Finder;

// --- one integral --------------------------------------------------------------------------------

// Judges the candidate; true where it is one, and in the list.
static bool add_integral(Finder *f, Integral i) {
  const Equations *eq = f->eq;
  const Expr rate = expr_rate(eq->pool, court_energies(eq, i.value));
  const Judgement j = proof_judge_zero(eq, NULL, 0, rate, "its rate", f->work);
  if (j.verdict != VERDICT_PROVED && j.verdict != VERDICT_VERIFIED) return false;
  i.proof = (Judgement){j.verdict, str_copy(f->arena, str(j.detail))};
  i.value = algebra_readable(eq->pool, i.value);
  array_push(f->arena, &f->out->list, i);
  return true;
}

static void find_energy(Finder *f) {
  const Equations *eq = f->eq;
  const bool sum = !expr_is_none(eq->kinetic) && !expr_is_none(eq->potential) &&
                   expr_equal(eq->pool, eq->energy, expr_add(eq->pool, eq->kinetic, eq->potential));
  const bool plain = sum || expr_is_none(eq->kinetic) || eq->given.m > 0;
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
  size_t rows, kept;
  size_t *column;        // the candidates that do not depend on those before them
  Residues value, rate;  // of all candidates; of the kept ones without the constant
  size_t known;
  Residues known_value;  // column by column of the known integrals
} Table;

// Goes to the points.
static bool fill_table(Table *t) {
  Finder *f = t->finder;
  const size_t n = t->ansatz->all.n, known = f->out->list.n;
  Expr *values = ARENA_ARRAY(f->work, Expr, known + 1);
  for (size_t i = 0; i < known; i++) values[i] = court_energies(f->eq, f->out->list.at[i].value);
  Stand *stand = stand_open(t->ansatz, values, known, f->work);
  stand_pin_parameters(stand, 3);
  t->rows = n + SPARE_ROWS;
  t->value = residues_make(f->work, t->rows, n);
  t->rate = residues_make(f->work, t->rows, n);
  t->known_value = residues_make(f->work, t->rows, known + n);
  t->known = known;
  for (size_t i = 0; i < t->rows; i++) {
    if (!stand_next(stand)) return false;
    for (size_t j = 0; j < n; j++) {
      t->value.at[i * n + j] = stand_value(stand, &t->ansatz->all.at[j]);
      t->rate.at[i * n + j] = stand_rate(stand, &t->ansatz->all.at[j]);
    }
    for (size_t j = 0; j < known; j++)
      t->known_value.at[i * (known + n) + j] = stand_more(stand, j);
  }
  return true;
}

// Leaves out candidates that depend on simpler ones on the manifold, and the constant.
static void reduce_table(Table *t) {
  const size_t n = t->ansatz->all.n;
  t->column = ARENA_ARRAY(t->finder->work, size_t, n + 1);
  t->kept = residues_pivots(&t->value, t->column) - 1;
  t->column++;
  for (size_t i = 0; i < t->rows; i++)
    for (size_t j = 0; j < t->kept; j++)
      t->rate.at[i * t->kept + j] = t->rate.at[i * n + t->column[j]];
  t->rate.columns = t->kept;
}

// The value of the combination x of the kept candidates at a row.
static uint64_t combined(const Table *t, const uint64_t *x, size_t row) {
  uint64_t sum = 0;
  for (size_t j = 0; j < t->kept; j++)
    if (x[j] != 0)
      sum = field_add(STAND_FIELD, sum,
                      field_mul(STAND_FIELD, x[j],
                                t->value.at[row * t->ansatz->all.n + t->column[j]]));
  return sum;
}

// --- what is new ---------------------------------------------------------------------------------

typedef struct {
  size_t n, factor[PRODUCT_FACTORS];
} Product;

typedef ARRAY(Product) Products;

// Products of the integrals in use, up to a degree in the velocities.
static void add_products(const Table *t, const bool *use, Product p, size_t first, unsigned left,
                         Products *list) {
  const Integrals *out = t->finder->out;
  if (list->n < PRODUCTS_MOST) array_push(t->finder->work, list, p);
  for (size_t i = first; p.n < PRODUCT_FACTORS && i < t->known; i++) {
    if (!use[i] || out->list.at[i].degree > left) continue;
    Product next = p;
    next.factor[next.n++] = i;
    add_products(t, use, next, i, left - out->list.at[i].degree, list);
  }
}

static uint64_t product_value(const Table *t, const Product *p, size_t row) {
  uint64_t value = 1;
  for (size_t k = 0; k < p->n; k++)
    value = field_mul(STAND_FIELD, value,
                      t->known_value.at[row * t->known_value.columns + p->factor[k]]);
  return value;
}

// Is x a polynomial of the integrals in use?
static bool is_polynomial_of(const Table *t, const bool *use, const uint64_t *x, unsigned degree) {
  Arena *work = t->finder->work;
  Products list = {0};
  add_products(t, use, (Product){0}, 0, degree, &list);
  size_t rows = list.n + SPARE_ROWS;
  if (rows > t->rows) rows = t->rows;
  if (list.n + 2 > rows) return false;
  Residues A = residues_make(work, rows, list.n + 1);
  for (size_t i = 0; i < rows; i++) {
    for (size_t j = 0; j < list.n; j++)
      A.at[i * A.columns + j] = product_value(t, &list.at[j], i);
    A.at[i * A.columns + list.n] = combined(t, x, i);
  }
  size_t *pivot = ARENA_ARRAY(work, size_t, A.columns);
  const size_t rank = residues_pivots(&A, pivot);
  return rank == 0 || pivot[rank - 1] != list.n;
}

// Is it new? It is no polynomial of the known ones; or it is one, but the energy is in it and is
// itself made of this one and others that were searched for: Benenti's two energies.
static bool is_new(const Table *t, const uint64_t *x, unsigned degree) {
  const Integrals *out = t->finder->out;
  bool *use = ARENA_ARRAY(t->finder->work, bool, t->known + 1);
  for (size_t i = 0; i < t->known; i++) use[i] = true;
  if (!is_polynomial_of(t, use, x, degree)) return true;
  for (size_t i = 0; i < t->known; i++) use[i] = is_named_one(&out->list.at[i]);
  if (is_polynomial_of(t, use, x, degree)) return false;
  for (size_t i = 0; i < t->known; i++) use[i] = !is_energy(&out->list.at[i]);
  return !is_polynomial_of(t, use, x, degree);
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

// The components of xi that are not 0, with the coordinates they move.
static const char *symmetry_text(const Finder *f, const Expr *xi) {
  Text text = text_make(f->arena);
  for (size_t i = 0; i < f->eq->n; i++) {
    if (expr_same(xi[i], EXPR_ZERO)) continue;
    text_addf(&text, "%s%s: %s", text.n > 0 ? ", " : "", f->eq->model->coordinates.at[i].name,
              expr_text(f->eq->pool, algebra_readable(f->eq->pool, xi[i]), f->arena));
  }
  return text_get(&text);
}

static bool is_one_momentum(const Finder *f, const Expr *xi, size_t *coordinate) {
  size_t moved = 0;
  for (size_t i = 0; i < f->eq->n; i++) {
    if (expr_same(xi[i], EXPR_ZERO)) continue;
    *coordinate = i;
    moved += expr_is_number(f->eq->pool, xi[i]) ? 1 : 2;
  }
  return moved == 1;
}

static Integral named_momentum(const Finder *f, Expr *xi, Expr value) {
  Integral i = {.kind = INTEGRAL_SYMMETRY, .value = value, .degree = 1, .symmetry = xi};
  if (is_one_momentum(f, xi, &i.coordinate)) {
    i.kind = INTEGRAL_MOMENTUM;
    i.name = text_format(f->arena, "momentum of %s", f->eq->model->coordinates.at[i.coordinate].name);
  } else {
    i.name = text_format(f->arena, "momentum along %s", symmetry_text(f, xi));
  }
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
static bool take(Table *t, const uint64_t *x, unsigned degree, bool noether) {
  Finder *f = t->finder;
  ExprPool *pool = f->eq->pool;
  size_t n = 0;
  const Candidate **c = ARENA_ARRAY(f->work, const Candidate *, t->kept);
  for (size_t j = 0; j < t->kept; j++)
    if (x[j] != 0) c[n++] = &t->ansatz->all.at[t->column[j]];
  Expr *coefficient = ARENA_ARRAY(f->work, Expr, n), value = EXPR_ZERO;
  if (!lift_integral(t->ansatz, c, n, f->work, coefficient)) return false;
  for (size_t j = 0; j < n; j++)
    value = expr_add(pool, value, expr_mul(pool, coefficient[j], candidate_expr(t->ansatz, c[j])));
  return add_integral(f, noether ? named_momentum(f, symmetry_of(t, c, coefficient, n), value)
                                 : unnamed(value, degree));
}

static unsigned degree_of(const Table *t, const uint64_t *x) {
  unsigned degree = 0;
  for (size_t j = 0; j < t->kept; j++) {
    const unsigned d = t->ansatz->all.at[t->column[j]].degree;
    if (x[j] != 0 && d > degree) degree = d;
  }
  return degree;
}

// All integrals among the combinations of the candidates; false where there are no points.
static bool search(Finder *f, const Ansatz *ansatz, bool noether) {
  Table t = {.finder = f, .ansatz = ansatz};
  if (!fill_table(&t)) return false;
  reduce_table(&t);
  size_t *lead = ARENA_ARRAY(f->work, size_t, t.kept + 1);
  const Residues K = residues_kernel(&t.rate, f->work, lead);
  for (size_t k = 0; k < K.rows; k++) {
    const uint64_t *x = K.at + k * K.columns;
    const unsigned degree = degree_of(&t, x);
    if (!is_new(&t, x, degree)) continue;
    if (!take(&t, x, degree, noether)) {
      f->out->unlifted += !noether;
      continue;
    }
    for (size_t i = 0; i < t.rows; i++)
      t.known_value.at[i * t.known_value.columns + t.known] = combined(&t, x, i);
    t.known++;
  }
  return true;
}

// --- how many are independent --------------------------------------------------------------------

// e in coordinates and velocities, or what stands for these
static Expr in_state(const Finder *f, Expr e) {
  const Equations *eq = f->eq;
  const FreeSystem s = free_system(eq->model, f->work);
  e = court_energies(eq, e);
  if (!momenta_are_state(eq)) e = in_velocities(&s, e, eq->momentum);
  return eq->given.m > 0 ? expr_substitute(eq->pool, e, eq->qd, eq->given.psi, eq->n) : e;
}

static void add_gradient(const Finder *f, Expr e, Statements *all) {
  const Equations *eq = f->eq;
  const size_t nv = eq->given.m > 0 ? eq->given.m : eq->n;
  const Expr *v = eq->given.m > 0 ? eq->given.z : eq->qd;
  const Expr value = in_state(f, e);
  for (size_t i = 0; i < eq->n; i++)
    array_push(f->work, all, expr_diff(eq->pool, value, eq->q[i]));
  for (size_t i = 0; i < nv; i++) array_push(f->work, all, expr_diff(eq->pool, value, v[i]));
  array_push(f->work, all, expr_diff(eq->pool, value, EXPR_TIME));
}

// The rank of the gradients on the tangent space of the manifold: beside those of the constraints.
// Energies come last, so that they are told to follow from the others where they do.
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
  Stand *stand = stand_open(ansatz, gradients.at, gradients.n, f->work);
  stand_pin_parameters(stand, 5);
  if (!stand_next(stand)) return;
  Residues A = residues_make(f->work, gradients.n / columns, columns);
  for (size_t j = 0; j < columns; j++)
    for (size_t i = 0; i < A.rows; i++)
      A.at[i * columns + j] = stand_more(stand, j * A.rows + i);
  size_t *pivot = ARENA_ARRAY(f->work, size_t, columns);
  const size_t rank = residues_pivots(&A, pivot);
  for (size_t i = 0; i < out->list.n; i++) out->list.at[i].follows = true;
  for (size_t i = 0; i < rank; i++)
    if (number[pivot[i]] != NOWHERE) {
      out->list.at[number[pivot[i]]].follows = false;
      out->independent++;
    }
}

// --- all of it -----------------------------------------------------------------------------------

static void find_cyclic(Finder *f) {
  const Equations *eq = f->eq;
  f->out->cyclic = ARENA_ARRAY(f->arena, bool, eq->n + 1);
  for (size_t i = 0; i < eq->n; i++)
    f->out->cyclic[i] = expr_equal(eq->pool, expr_diff(eq->pool, eq->lagrangian, eq->q[i]), EXPR_ZERO) &&
                        expr_equal(eq->pool, eq->force[i], EXPR_ZERO);
}

static void describe_search(Finder *f, const Ansatz *a) {
  Integrals *out = f->out;
  out->candidates = a->all.n;
  out->degree = a->degree;
  for (unsigned d = 0; d <= a->degree; d++) out->limit[d] = a->limit[d];
  for (size_t i = 0; i < a->letters.n; i++) array_push(f->arena, &out->letters, a->letters.at[i].e);
  for (size_t i = 0; i < a->atoms.n; i++) array_push(f->arena, &out->atoms, a->atoms.at[i]);
}

Status integrals_find(const Equations *eq, const IntegralOptions *options, Arena *arena,
                      Arena *work, Integrals *out) {
  Finder f = {eq, options, arena, work, out};
  *out = (Integrals){0};
  find_cyclic(&f);
  find_energy(&f);
  const Ansatz noether = ansatz_noether(eq, work), full = ansatz_full(eq, options, work);
  if (!search(&f, &noether, true) || !search(&f, &full, false))
    out->fault = "no points of the constraint manifold were found over the finite fields";
  describe_search(&f, &full);
  count_independent(&f, &full);
  return STATUS_OK;
}
