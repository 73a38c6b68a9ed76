// analysis/lift.c: the coefficients of a first integral as polynomials in the parameters.
//
// In:    candidates of which exactly one combination is conserved, up to a factor
// Out:   that combination, with coefficients that are polynomials in the parameters without a common factor
// From:  docs/theory/integrals.md (4) to (6)
// Fails: if coefficients are not rational in the parameters (and sines and cosines of them), have a high
//        degree, or do not consist of small numbers
//
// At fixed values of the parameters the coefficients are the kernel of a small matrix over the field. Along one
// parameter they are rational functions, which a few values determine: this gives the lowest and the highest
// power of each parameter in each coefficient. The terms between them are again found by linear algebra.

#include "analysis/integrals_impl.h"
#include "expr/field.h"

#define LIFT_SPARE 3     // points in addition to the number of unknowns
#define LIFT_SAMPLES 16  // values of one parameter, at most
#define LIFT_UNKNOWNS 500

typedef enum {
  USE_NONE,    // the coefficients do not depend on it
  USE_POWERS,  // polynomials in it
  USE_ANGLE    // polynomials in its sine and cosine
} Use;

typedef struct {
  Expr symbol;
  bool angle;  // occurs in sines and cosines of parameters
  Use use;
  unsigned *low, *high;  // of each coefficient: its powers; of an angle, high is the degree
} Parameters;

typedef struct {
  const Ansatz *ansatz;
  const Candidate *const *candidate;
  size_t n;
  Arena *work;
  Sampler *sampler;
  Parameters *parameter;
  size_t parameters;
  uint64_t seed;  // for the values of the parameters
} Lift;

// --- at fixed values -----------------------------------------------------------------------------

// Finds the coefficients at the pinned values of the sampler, scaled so that the last is 1; false if they are
// not unique.
static bool coefficients(Lift *l, uint64_t *x) {
  const size_t most = 3 * l->n + 4 * LIFT_SPARE;
  Residues D = residues_make(l->work, most, l->n), K = {0};
  size_t *lead = ARENA_ARRAY(l->work, size_t, l->n), i = 0;
  // more points if the manifold has branches that determine the coefficients only together
  for (D.rows = l->n + LIFT_SPARE; K.rows != 1; D.rows = most) {
    if (i == most) return false;
    for (; i < D.rows; i++) {
      if (!sampler_next(l->sampler)) return false;
      for (size_t j = 0; j < l->n; j++)
        D.at[i * l->n + j] = sampler_rate(l->sampler, l->candidate[j]);
    }
    K = residues_kernel(&D, l->work, lead);
    if (K.rows == 0) return false;
  }
  if (K.at[l->n - 1] == 0) return false;
  const uint64_t scale = field_inv(SAMPLER_FIELD, K.at[l->n - 1]);
  for (size_t j = 0; j < l->n; j++) x[j] = field_mul(SAMPLER_FIELD, scale, K.at[j]);
  return true;
}

// --- along one parameter -------------------------------------------------------------------------

typedef struct {
  size_t n;
  uint64_t x[LIFT_SAMPLES];
  uint64_t *y[LIFT_SAMPLES];  // the coefficients
} Samples;

static bool sample(Lift *l, const Parameters *p, Samples *s) {
  s->x[s->n] = sampler_pin(l->sampler, p->symbol, sampler_residue(&l->seed), p->angle);
  s->y[s->n] = ARENA_ARRAY(l->work, uint64_t, l->n);
  return coefficients(l, s->y[s->n++]);
}

static bool is_constant(const Lift *l, const Samples *s) {
  for (size_t j = 0; j < l->n; j++)
    for (size_t i = 1; i < s->n; i++)
      if (s->y[i][j] != s->y[0][j]) return false;
  return true;
}

// Fits each coefficient by a quotient of polynomials; false if there are not enough samples.
static bool fit(Lift *l, const Samples *s, Polynomial *numerator, Polynomial *denominator) {
  uint64_t y[LIFT_SAMPLES];
  for (size_t j = 0; j < l->n; j++) {
    for (size_t i = 0; i < s->n; i++) y[i] = s->y[i][j];
    if (!residues_rational(s->x, y, s->n, l->work, &numerator[j], &denominator[j])) return false;
  }
  return true;
}

static void take_powers(Lift *l, Parameters *p, const Polynomial *c) {
  unsigned most = 0;
  p->low = ARENA_ARRAY(l->work, unsigned, l->n);
  p->high = ARENA_ARRAY(l->work, unsigned, l->n);
  for (size_t j = 0; j < l->n; j++) {
    unsigned low = 0;
    while (low < c[j].n && c[j].at[low] == 0) low++;
    p->low[j] = low;
    p->high[j] = c[j].n == 0 ? low : (unsigned) c[j].n - 1;
    if (p->high[j] > most) most = p->high[j];
  }
  // a polynomial of degree n in e^(i x) is one of degree n/2 in sin x and cos x, times e^(i n x/2)
  for (size_t j = 0; p->angle && j < l->n; j++) p->low[j] = 0, p->high[j] = (most + 1) / 2;
  p->use = p->angle ? USE_ANGLE : USE_POWERS;
}

// Finds how the coefficients depend on one parameter, with the others fixed.
static bool explore(Lift *l, Parameters *p) {
  Samples s = {0};
  Polynomial *numerator = ARENA_ARRAY(l->work, Polynomial, l->n),
             *denominator = ARENA_ARRAY(l->work, Polynomial, l->n);
  if (!sample(l, p, &s) || !sample(l, p, &s)) return false;
  if (is_constant(l, &s)) return true;
  while (s.n < 4)
    if (!sample(l, p, &s)) return false;
  while (!fit(l, &s, numerator, denominator)) {
    if (s.n + 2 > LIFT_SAMPLES || !sample(l, p, &s) || !sample(l, p, &s)) return false;
  }
  residues_clear(numerator, denominator, l->n, l->work);
  take_powers(l, p, numerator);
  return true;
}

// --- along all of them ---------------------------------------------------------------------------

// A product of powers of parameters, as a term in the coefficient of a candidate.
typedef struct {
  size_t candidate;
  Expr factor;
} Unknown;

typedef ARRAY(Unknown) Unknowns;

static Expr power(ExprPool *pool, Expr e, unsigned n) {
  return expr_pow(pool, e, expr_int(pool, (long) n));
}

static void add_unknowns(Lift *l, size_t candidate, size_t k, Expr factor, Unknowns *list) {
  ExprPool *pool = l->ansatz->pool;
  while (k < l->parameters && l->parameter[k].use == USE_NONE) k++;
  if (list->n > LIFT_UNKNOWNS) return;
  if (k == l->parameters) {
    array_push(l->work, list, ((Unknown){candidate, factor}));
    return;
  }
  const Parameters *p = &l->parameter[k];
  for (unsigned d = p->low[candidate]; d <= p->high[candidate]; d++) {
    if (p->use == USE_POWERS) {
      add_unknowns(l, candidate, k + 1, expr_mul(pool, factor, power(pool, p->symbol, d)), list);
      continue;
    }
    const Expr s = expr_call1(pool, FN_SIN, p->symbol), c = expr_call1(pool, FN_COS, p->symbol);
    const Expr even = expr_mul(pool, factor, power(pool, s, d));
    add_unknowns(l, candidate, k + 1, even, list);
    if (d > 0)
      add_unknowns(l, candidate, k + 1,
                   expr_mul(pool, factor, expr_mul(pool, power(pool, s, d - 1), c)), list);
  }
}

// Finds the rational factors of the unknowns: one vector of the kernel, at points whose parameters differ.
static bool solve(Lift *l, const Unknowns *list, uint64_t *x) {
  Expr *factors = ARENA_ARRAY(l->work, Expr, list->n);
  for (size_t u = 0; u < list->n; u++) factors[u] = list->at[u].factor;
  Sampler *sampler = sampler_open(l->ansatz, factors, list->n, l->work);
  const size_t most = 3 * list->n + 4 * LIFT_SPARE;
  Residues D = residues_make(l->work, most, list->n), K = {0};
  size_t *lead = ARENA_ARRAY(l->work, size_t, list->n), i = 0;
  for (D.rows = list->n + LIFT_SPARE; K.rows != 1 && i < most; D.rows = most) {
    for (; i < D.rows; i++) {
      if (!sampler_next(sampler)) return false;
      for (size_t u = 0; u < list->n; u++)
        D.at[i * list->n + u] =
          field_mul(SAMPLER_FIELD, sampler_more(sampler, u),
                    sampler_rate(sampler, l->candidate[list->at[u].candidate]));
    }
    K = residues_kernel(&D, l->work, lead);
    if (K.rows == 0) return false;
  }
  for (size_t u = 0; u < list->n; u++) x[u] = K.at[u];
  return true;
}

static bool is_square(const Candidate *c) {
  return c->degree == 2 && c->letter[0] == c->letter[1];
}

static bool is_number(const Lift *l, const Unknowns *list, size_t u) {
  return expr_same(list->at[u].factor, EXPR_ONE) &&
         l->candidate[list->at[u].candidate]->function == 0;
}

// --- for reading ---------------------------------------------------------------------------------

typedef struct {
  long n;
  unsigned long d;
} Fraction;

static unsigned long common_divisor(unsigned long a, unsigned long b) {
  while (b != 0) {
    const unsigned long r = a % b;
    a = b, b = r;
  }
  return a;
}

// Scales to integers without a common factor. Uses halves if then only squares of velocities with further
// factors have them, as in energies. The sign makes more squares positive than negative or, without squares,
// the first term of the highest degree positive.
static bool scale(const Lift *l, const Unknowns *list, Fraction *x) {
  unsigned long lcm = 1, gcd = 0;
  for (size_t u = 0; u < list->n; u++) {
    if (x[u].n == 0) continue;
    lcm = lcm / common_divisor(lcm, x[u].d) * x[u].d;
    if (lcm > 1ul << 31) return false;
  }
  long squares = 0, first = 0;
  unsigned degree = 0;
  bool halves = false, others = false, only_squares = true;
  for (size_t u = 0; u < list->n; u++) {
    x[u].n *= (long) (lcm / x[u].d);
    gcd = common_divisor(gcd, (unsigned long) (x[u].n < 0 ? -x[u].n : x[u].n));
  }
  for (size_t u = 0; u < list->n; u++) {
    const Candidate *c = l->candidate[list->at[u].candidate];
    x[u] = (Fraction){x[u].n / (long) gcd, 1};
    if (x[u].n == 0) continue;
    if (is_square(c)) squares += x[u].n > 0 ? 1 : -1;
    if (first == 0 || c->degree > degree) first = x[u].n, degree = c->degree;
    only_squares = only_squares && is_square(c);
    halves = halves || (is_square(c) && x[u].n % 2 != 0);
    others = others || (is_square(c) ? is_number(l, list, u) : x[u].n % 2 != 0);
  }
  const bool negative = squares < 0 || (squares == 0 && first < 0);
  for (size_t u = 0; u < list->n; u++)
    x[u] = (Fraction){negative ? -x[u].n : x[u].n, halves && !others && !only_squares ? 2 : 1};
  return true;
}

static bool gather(Lift *l, const Unknowns *list, const uint64_t *x, Expr *coefficient) {
  ExprPool *pool = l->ansatz->pool;
  Fraction *fraction = ARENA_ARRAY(l->work, Fraction, list->n);
  for (size_t u = 0; u < list->n; u++)
    if (!residue_ratio(x[u], &fraction[u].n, &fraction[u].d)) return false;
  if (!scale(l, list, fraction)) return false;
  for (size_t j = 0; j < l->n; j++) coefficient[j] = EXPR_ZERO;
  for (size_t u = 0; u < list->n; u++) {
    Expr *sum = &coefficient[list->at[u].candidate];
    const Ratio c = ratio_make(pool, fraction[u].n, fraction[u].d);
    *sum = expr_add(pool, *sum, expr_scale(pool, c, list->at[u].factor));
  }
  return !expr_is_none(coefficient[l->n - 1]);
}

// --- all of it -----------------------------------------------------------------------------------

// Does a function of this parameter, and otherwise of constants, occur?
static bool is_in_functions(const Lift *l, Expr symbol) {
  const FieldMotion *c = &l->sampler->fields;
  const Equations *eq = l->ansatz->eq;
  Statements roots = {0};
  for (size_t i = 0; i < eq->n * eq->n; i++)
    array_push(l->work, &roots, problem_M(&c->eq.free)->at[i]);
  for (size_t i = 0; i < eq->n; i++) array_push(l->work, &roots, problem_F(&c->eq.free)[i]);
  for (size_t a = 0; a < eq->constraints.r; a++)
    array_push(l->work, &roots, eq->constraints.row[a].velocity);
  const ExprList nodes = expr_reachable(eq->pool, roots.at, roots.n, l->work);
  for (size_t i = 0; i < nodes.n; i++)
    if (expr_kind(eq->pool, nodes.at[i]) == EXPR_FUNCTION &&
        expr_depends(eq->pool, nodes.at[i], symbol) && expr_is_constant(eq->pool, nodes.at[i]))
      return true;
  return false;
}

static void list_parameters(Lift *l) {
  const Model *model = l->ansatz->eq->model;
  l->parameter = ARENA_ARRAY(l->work, Parameters, model->parameters.n + 1);
  for (size_t k = 0; k < model->parameters.n; k++) {
    const Expr symbol = model->parameters.at[k].symbol;
    if (!expr_symbol_is_used(l->ansatz->eq->pool, symbol)) continue;
    l->parameter[l->parameters++] =
      (Parameters){.symbol = symbol, .angle = is_in_functions(l, symbol)};
  }
}

// Are the coefficients the same numbers for other values of all parameters?
static bool are_numbers(Lift *l) {
  uint64_t *x = ARENA_ARRAY(l->work, uint64_t, l->n), *y = ARENA_ARRAY(l->work, uint64_t, l->n);
  sampler_pin_parameters(l->sampler, sampler_residue(&l->seed));
  if (!coefficients(l, x)) return false;
  sampler_pin_parameters(l->sampler, sampler_residue(&l->seed));
  if (!coefficients(l, y)) return false;
  for (size_t j = 0; j < l->n; j++)
    if (x[j] != y[j]) return false;
  return true;
}

bool lift_integral(const Ansatz *ansatz, const Candidate *const *candidate, size_t n, Arena *work,
                   Expr *coefficient) {
  Lift l = {.ansatz = ansatz, .candidate = candidate, .n = n, .work = work, .seed = 7};
  l.sampler = sampler_open(ansatz, NULL, 0, work);
  list_parameters(&l);
  if (!are_numbers(&l))
    for (size_t k = 0; k < l.parameters; k++) {
      sampler_pin_parameters(l.sampler, 11);
      if (!explore(&l, &l.parameter[k])) return false;
    }
  Unknowns list = {0};
  for (size_t j = 0; j < n; j++) add_unknowns(&l, j, 0, EXPR_ONE, &list);
  if (list.n > LIFT_UNKNOWNS) return false;
  uint64_t *x = ARENA_ARRAY(work, uint64_t, list.n + 1);
  return solve(&l, &list, x) && gather(&l, &list, x, coefficient);
}
