// expr/build.c: sums and products in canonical form.
//
// Law:   the same sum or product has the same id, in whatever order and nesting it was written
//        (tests/prop/expr/prop_build.c)
// Not:   nothing is expanded: x*(y + z) stays; only numbers are multiplied into a sum

#include "expr/exact_impl.h"
#include "expr/expr_impl.h"
#include <stdlib.h>

// --- lists of terms ------------------------------------------------------------------------------

#define FEW_TERMS 16  // have room on the stack; more move to the pool's scratch arena

static int by_operand(const void *a, const void *b) {
  const uint32_t x = ((const ExprTerm *) a)->e.id, y = ((const ExprTerm *) b)->e.id;
  return (x > y) - (x < y);
}

static void sort_terms(ExprTerm *terms, size_t n) {
  if (n > 12) {
    qsort(terms, n, sizeof *terms, by_operand);
    return;
  }
  for (size_t i = 1; i < n; i++) {
    const ExprTerm term = terms[i];
    size_t j = i;
    for (; j > 0 && terms[j - 1].e.id > term.e.id; j--) terms[j] = terms[j - 1];
    terms[j] = term;
  }
}

// Sorts terms and collects equal operands by adding their c; drops zeros. Returns true if any were collected.
static bool collect_terms(ExprPool *pool, Terms *terms) {
  bool collected = false;
  sort_terms(terms->at, terms->n);
  size_t kept = 0;
  for (size_t i = 0; i < terms->n;) {
    ExprTerm term = terms->at[i++];
    for (; i < terms->n && expr_same(terms->at[i].e, term.e); i++) {
      term.c = ratio_add(pool, term.c, terms->at[i].c);
      collected = true;
    }
    if (term.c.id != RATIO_ZERO.id) terms->at[kept++] = term;
  }
  terms->n = kept;
  return collected;
}

// --- sums ----------------------------------------------------------------------------------------

// adds c*e as terms that are not sums themselves
static void put_term(ExprPool *pool, Terms *terms, Ratio c, Expr e) {
  if (c.id == RATIO_ZERO.id) return;
  const Node node = *pool_node(pool, e);
  if (node.kind == EXPR_NUMBER) {
    array_push(&pool->scratch, terms,
               ((ExprTerm){EXPR_ONE, ratio_mul(pool, c, (Ratio){node.first})}));
  } else if (node.kind == EXPR_SUM) {
    array_reserve(&pool->scratch, terms, node.n);
    for (size_t i = 0; i < node.n; i++) {
      const ExprTerm term = pool->operands.at[node.first + i];
      terms->at[terms->n++] = (ExprTerm){term.e, ratio_mul(pool, c, term.c)};
    }
  } else {
    array_push(&pool->scratch, terms, ((ExprTerm){e, c}));
  }
}

static Expr finished_sum(ExprPool *pool, Terms *terms) {
  collect_terms(pool, terms);
  if (terms->n == 0) return EXPR_ZERO;
  const ExprTerm only = terms->at[0];
  if (terms->n == 1 && expr_same(only.e, EXPR_ONE)) return expr_number(pool, only.c);
  if (terms->n == 1 && only.c.id == RATIO_ONE.id) return only.e;
  return pool_intern(pool, EXPR_SUM, 0, terms->at, terms->n);
}

static bool any_none(const ExprTerm *terms, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (expr_is_none(terms[i].e)) return true;
  return false;
}

Expr expr_sum(ExprPool *pool, const ExprTerm *terms, size_t n) {
  if (any_none(terms, n)) return EXPR_NONE;
  const ArenaMark mark = arena_mark(&pool->scratch);
  ExprTerm few[FEW_TERMS];
  Terms list = {few, 0, FEW_TERMS};
  for (size_t i = 0; i < n; i++) put_term(pool, &list, terms[i].c, terms[i].e);
  const Expr result = finished_sum(pool, &list);
  arena_release(&pool->scratch, mark);
  return result;
}

// --- products ------------------------------------------------------------------------------------

typedef struct {
  ExprPool *pool;
  Terms factors;
  Ratio coefficient;
  Terms exponents;  // exp(a)*exp(b) is gathered as exp(a + b)
  bool failed;
} ProductBuild;

static void put_factor(ProductBuild *b, Expr e, Ratio c);

static void push_factor(ProductBuild *b, Expr e, Ratio c) {
  array_push(&b->pool->scratch, &b->factors, ((ExprTerm){e, c}));
}

static void fail(ProductBuild *b, ExprTrouble trouble) {
  pool_trouble(b->pool, trouble);
  b->failed = true;
}

// coefficient *= r^n
static void put_integer_power(ProductBuild *b, Ratio r, Ratio n) {
  Ratio power;
  if (ratio_power(b->pool, r, n, &power))
    b->coefficient = ratio_mul(b->pool, b->coefficient, power);
  else
    fail(b, TROUBLE_SIZE);
}

// An integer that is not factored further, to a fractional power: 2^(5/2) = 4 * 2^(1/2).
static void put_prime_power(ProductBuild *b, const fmpz_t prime, Ratio c) {
  fmpq_t value;
  fmpq_init(value);
  fmpz_init_set(fmpq_numref(value), prime);
  const Ratio base = ratio_intern(b->pool, value);
  fmpq_clear(value);
  const Ratio whole = ratio_floor(b->pool, c);
  put_integer_power(b, base, whole);
  if (whole.id != c.id) push_factor(b, expr_number(b->pool, base), ratio_sub(b->pool, c, whole));
}

#define TRIAL_PRIMES 1000  // larger prime factors of a radicand are not split

// A positive integer to a fractional power, split into its prime factors.
static void put_integer_root(ProductBuild *b, const fmpz_t integer, Ratio c) {
  fmpz_t rest, prime;
  fmpz_init_set(rest, integer);
  fmpz_init(prime);
  for (unsigned long p = 2; p < TRIAL_PRIMES && !fmpz_is_one(rest); p++) {
    const long times = exact_remove(rest, p);
    fmpz_set_ui(prime, p);
    if (times > 0) put_prime_power(b, prime, ratio_mul(b->pool, c, ratio_make(b->pool, times, 1)));
  }
  const int power = fmpz_is_one(rest) ? 1 : exact_root(prime, rest);
  if (power > 1)
    put_prime_power(b, prime, ratio_mul(b->pool, c, ratio_make(b->pool, power, 1)));
  else if (!fmpz_is_one(rest))
    put_prime_power(b, rest, c);
  fmpz_clear(rest);
  fmpz_clear(prime);
}

static void put_number(ProductBuild *b, Ratio r, Ratio c) {
  ExprPool *pool = b->pool;
  if (r.id == RATIO_ZERO.id) {
    if (ratio_sign(pool, c) < 0) fail(b, TROUBLE_DIVISION);
    b->coefficient = RATIO_ZERO;
  } else if (ratio_is_integer(pool, c)) {
    put_integer_power(b, r, c);
  } else if (ratio_sign(pool, r) < 0 && fmpz_is_even(fmpq_denref(ratio_value(pool, c)))) {
    fail(b, TROUBLE_ROOT);
  } else {
    const bool odd = !fmpz_is_even(fmpq_numref(ratio_value(pool, c)));
    if (ratio_sign(pool, r) < 0 && odd) b->coefficient = ratio_neg(pool, b->coefficient);
    fmpq_t magnitude;
    fmpq_init(magnitude);
    exact_copy(magnitude, ratio_value(pool, r));
    if (exact_sign(magnitude) < 0) exact_negate(magnitude);
    put_integer_root(b, fmpq_numref(magnitude), c);
    put_integer_root(b, fmpq_denref(magnitude), ratio_neg(pool, c));
    fmpq_clear(magnitude);
  }
}

// A sum to a power: its numeric content goes into the coefficient, so that (2*x + 2*y)*z and
// 2*(x + y)*z are one. Only positive content may leave a fractional power.
static void put_sum(ProductBuild *b, Expr e, Ratio c) {
  ExprPool *pool = b->pool;
  if (pool_node(pool, e)->primitive) {
    push_factor(b, e, c);
    return;
  }
  const bool integer = ratio_is_integer(pool, c);
  Ratio content = ratio_content(pool, pool_terms(pool, e), pool_node(pool, e)->n);
  pool->nodes.at[e.id].primitive = content.id == RATIO_ONE.id;
  if (!integer) content = ratio_abs(pool, content);
  put_number(b, content, c);
  const Expr primitive = expr_scale(pool, ratio_inv(pool, content), e);
  if (expr_kind(pool, primitive) == EXPR_SUM)
    push_factor(b, primitive, c);
  else
    put_factor(b, primitive, c);
}

// (u*v*...)^c with fractional c: u^2 is taken out as |u|; a single remaining factor, as itself.
static void put_root_of_product(ProductBuild *b, Expr e, Ratio c) {
  ExprPool *pool = b->pool;
  Terms rest = {0};
  for (size_t i = 0; i < pool_node(pool, e)->n; i++) {
    const ExprTerm factor = pool_terms(pool, e)[i];
    if (ratio_is_even(pool, factor.c))
      put_factor(b, expr_call1(pool, FN_ABS, factor.e), ratio_mul(pool, factor.c, c));
    else
      array_push(&pool->scratch, &rest, factor);
  }
  if (rest.n == 1)
    put_factor(b, rest.at[0].e, ratio_mul(pool, rest.at[0].c, c));
  else if (rest.n > 1)
    push_factor(b, pool_intern(pool, EXPR_PRODUCT, 0, rest.at, rest.n), c);
}

static void put_factor(ProductBuild *b, Expr e, Ratio c) {
  ExprPool *pool = b->pool;
  if (c.id == RATIO_ZERO.id) return;
  const Node node = *pool_node(pool, e);
  const bool integer = ratio_is_integer(pool, c);
  if (node.kind == EXPR_NUMBER) {
    put_number(b, (Ratio){node.first}, c);
  } else if (node.kind == EXPR_SUM) {
    put_sum(b, e, c);
  } else if (node.kind == EXPR_PRODUCT && integer) {
    for (size_t i = 0; i < node.n; i++) {
      const ExprTerm factor = pool->operands.at[node.first + i];
      put_factor(b, factor.e, ratio_mul(pool, factor.c, c));
    }
  } else if (node.kind == EXPR_PRODUCT) {
    put_root_of_product(b, e, c);
  } else if (node.kind == EXPR_FUNCTION && node.fn == FN_EXP) {
    array_push(&pool->scratch, &b->exponents, ((ExprTerm){pool_terms(pool, e)->e, c}));
  } else if (node.kind == EXPR_FUNCTION && node.fn == FN_ABS && ratio_is_even(pool, c)) {
    put_factor(b, pool_terms(pool, e)->e, c);
  } else if (node.kind == EXPR_FUNCTION && node.fn == FN_SIGN && integer) {
    if (!ratio_is_even(pool, c)) push_factor(b, e, RATIO_ONE);
  } else {
    push_factor(b, e, c);
  }
}

// Is this factor no longer in canonical form after exponents were added?
static bool must_be_put_again(const ExprPool *pool, ExprTerm factor) {
  const Node *node = pool_node(pool, factor.e);
  switch (node->kind) {
    case EXPR_NUMBER:
      return ratio_sign(pool, factor.c) < 0 || ratio_compare(pool, factor.c, RATIO_ONE) >= 0;
    case EXPR_SUM:
    case EXPR_PRODUCT: return ratio_is_integer(pool, factor.c);
    case EXPR_FUNCTION:
      if (node->fn == FN_SIGN)
        return ratio_is_integer(pool, factor.c) && factor.c.id != RATIO_ONE.id;
      return node->fn == FN_EXP || (node->fn == FN_ABS && ratio_is_even(pool, factor.c));
    default: return false;
  }
}

static void put_all_again(ProductBuild *b) {
  const Terms all = b->factors;
  bool any = false;
  for (size_t i = 0; i < all.n; i++) any = any || must_be_put_again(b->pool, all.at[i]);
  if (!any) return;
  b->factors = (Terms){0};
  for (size_t i = 0; i < all.n; i++) {
    if (must_be_put_again(b->pool, all.at[i]))
      put_factor(b, all.at[i].e, all.at[i].c);
    else
      push_factor(b, all.at[i].e, all.at[i].c);
  }
}

// The gathered exponentials as one factor; exp(c*log(u)) has already become a power.
static void put_exponential(ProductBuild *b) {
  const Expr argument = expr_sum(b->pool, b->exponents.at, b->exponents.n);
  b->exponents.n = 0;
  const Expr e = expr_call1(b->pool, FN_EXP, argument);
  if (expr_kind(b->pool, e) == EXPR_FUNCTION && expr_function(b->pool, e) == FN_EXP)
    push_factor(b, e, RATIO_ONE);
  else
    put_factor(b, e, RATIO_ONE);
}

// Merges integer powers of a sum into fractional powers of the same sum with its sign changed, since the sign cannot be
// taken out of those: (x - 1)^-1 * (1 - x)^(1/2) = -(1 - x)^(-1/2)
static bool join_opposites(ProductBuild *b) {
  ExprPool *pool = b->pool;
  for (size_t i = 0; i < b->factors.n; i++) {
    const ExprTerm root = b->factors.at[i];
    if (pool_node(pool, root.e)->kind != EXPR_SUM || ratio_is_integer(pool, root.c)) continue;
    const Expr opposite = expr_neg(pool, root.e);
    for (size_t j = 0; j < b->factors.n; j++) {
      ExprTerm *factor = &b->factors.at[j];
      if (!expr_same(factor->e, opposite) || !ratio_is_integer(pool, factor->c)) continue;
      if (!ratio_is_even(pool, factor->c)) b->coefficient = ratio_neg(pool, b->coefficient);
      factor->e = root.e;
      return true;
    }
  }
  return false;
}

static bool is_choice(ExprPool *pool, ExprTerm factor) {
  const Node *node = pool_node(pool, factor.e);
  return node->kind == EXPR_FUNCTION && node->fn == FN_IF && ratio_is_integer(pool, factor.c) &&
         ratio_sign(pool, factor.c) > 0;
}

// Merges two choices by one condition: if(c, u, v)*if(c, a, b) = if(c, u*a, v*b)
static bool join_choices(ProductBuild *b) {
  ExprPool *pool = b->pool;
  for (size_t i = 0; i < b->factors.n; i++)
    for (size_t j = i + 1; is_choice(pool, b->factors.at[i]) && j < b->factors.n; j++) {
      const ExprTerm x = b->factors.at[i], y = b->factors.at[j];
      const Expr c = expr_operand(pool, x.e, 0).e;
      if (!is_choice(pool, y) || !expr_same(c, expr_operand(pool, y.e, 0).e)) continue;
      Expr part[2];
      for (size_t k = 0; k < 2; k++)
        part[k] = expr_product(pool,
                               (ExprTerm[]){{expr_operand(pool, x.e, k + 1).e, x.c},
                                            {expr_operand(pool, y.e, k + 1).e, y.c}},
                               2);
      b->factors.at[j] = b->factors.at[--b->factors.n];
      b->factors.at[i] = b->factors.at[--b->factors.n];
      put_factor(b, expr_if(pool, c, part[0], part[1]), RATIO_ONE);
      return true;
    }
  return false;
}

// Gathers until nothing changes. Factors that are put again may add exponentials and powers that can be merged.
static void collect_factors(ProductBuild *b) {
  bool collected;
  do {
    if (b->exponents.n > 0) {
      put_all_again(b);  // an exponential that is already there joins in
      put_exponential(b);
    }
    collected = collect_terms(b->pool, &b->factors);
    if (collected) put_all_again(b);
  } while (collected || b->exponents.n > 0 || join_opposites(b) || join_choices(b));
}

static Expr finished_product(ProductBuild *b) {
  ExprPool *pool = b->pool;
  collect_factors(b);
  if (b->failed) return EXPR_NONE;
  if (b->factors.n == 0) return expr_number(pool, b->coefficient);
  const ExprTerm only = b->factors.at[0];
  const bool plain = b->factors.n == 1 && only.c.id == RATIO_ONE.id;
  const Expr product =
    plain ? only.e : pool_intern(pool, EXPR_PRODUCT, 0, b->factors.at, b->factors.n);
  return expr_scale(pool, b->coefficient, product);
}

Expr expr_product(ExprPool *pool, const ExprTerm *factors, size_t n) {
  if (any_none(factors, n)) return EXPR_NONE;
  const ArenaMark mark = arena_mark(&pool->scratch);
  ExprTerm few[FEW_TERMS];
  ProductBuild b = {.pool = pool, .factors = {few, 0, FEW_TERMS}, .coefficient = RATIO_ONE};
  for (size_t i = 0; i < n && !b.failed; i++) put_factor(&b, factors[i].e, factors[i].c);
  const Expr result = b.failed                            ? EXPR_NONE
                      : b.coefficient.id == RATIO_ZERO.id ? EXPR_ZERO
                                                          : finished_product(&b);
  arena_release(&pool->scratch, mark);
  return result;
}

// --- the short forms -----------------------------------------------------------------------------

Expr expr_scale(ExprPool *pool, Ratio c, Expr a) {
  if (c.id == RATIO_ONE.id || expr_is_none(a)) return a;
  return expr_sum(pool, &(ExprTerm){a, c}, 1);
}

Expr expr_half(ExprPool *pool, Expr a) {
  return expr_scale(pool, RATIO_HALF, a);
}

Expr expr_neg(ExprPool *pool, Expr a) {
  return expr_scale(pool, RATIO_MINUS_ONE, a);
}

Expr expr_add(ExprPool *pool, Expr a, Expr b) {
  if (expr_same(a, EXPR_ZERO)) return b;
  if (expr_same(b, EXPR_ZERO)) return a;
  return expr_sum(pool, (ExprTerm[]){{a, RATIO_ONE}, {b, RATIO_ONE}}, 2);
}

Expr expr_dot(ExprPool *pool, const Expr *a, size_t step, const Expr *b, size_t n) {
  Expr sum = EXPR_ZERO;
  for (size_t i = 0; i < n; i++) sum = expr_add(pool, sum, expr_mul(pool, a[i * step], b[i]));
  return sum;
}

Expr expr_sub(ExprPool *pool, Expr a, Expr b) {
  if (expr_same(b, EXPR_ZERO)) return a;
  return expr_sum(pool, (ExprTerm[]){{a, RATIO_ONE}, {b, RATIO_MINUS_ONE}}, 2);
}

Expr expr_mul(ExprPool *pool, Expr a, Expr b) {
  if (expr_same(a, EXPR_ONE)) return b;
  if (expr_same(b, EXPR_ONE)) return a;
  return expr_product(pool, (ExprTerm[]){{a, RATIO_ONE}, {b, RATIO_ONE}}, 2);
}

Expr expr_div(ExprPool *pool, Expr a, Expr b) {
  if (expr_same(b, EXPR_ZERO)) return pool_trouble(pool, TROUBLE_DIVISION);
  return expr_product(pool, (ExprTerm[]){{a, RATIO_ONE}, {b, RATIO_MINUS_ONE}}, 2);
}

Expr expr_pow_ratio(ExprPool *pool, Expr base, Ratio exponent) {
  return expr_product(pool, &(ExprTerm){base, exponent}, 1);
}

Expr expr_square(ExprPool *pool, Expr a) {
  return expr_mul(pool, a, a);
}

Expr expr_sqrt(ExprPool *pool, Expr a) {
  return expr_pow_ratio(pool, a, RATIO_HALF);
}

// u^(c + v) = u^c * exp(v*log(u)), v distributed so that exponents can be added
Expr expr_pow(ExprPool *pool, Expr base, Expr exponent) {
  if (expr_is_none(base) || expr_is_none(exponent)) return EXPR_NONE;
  if (expr_is_number(pool, exponent))
    return expr_pow_ratio(pool, base, expr_ratio_of(pool, exponent));
  if (expr_same(base, EXPR_ONE)) return EXPR_ONE;
  const Expr log = expr_call1(pool, FN_LOG, base);
  if (expr_kind(pool, exponent) != EXPR_SUM)
    return expr_call1(pool, FN_EXP, expr_mul(pool, exponent, log));
  Expr argument = EXPR_ZERO;
  for (size_t i = 0; i < expr_count(pool, exponent); i++) {
    const ExprTerm term = expr_operand(pool, exponent, i);
    argument = expr_add(pool, argument, expr_scale(pool, term.c, expr_mul(pool, term.e, log)));
  }
  return expr_call1(pool, FN_EXP, argument);
}
