// expr/ratio.c: exact rational numbers, each stored once in its pool.

#include <mpfr.h>  // first: FLINT declares functions of its numbers only if it knows them

#include "expr/exact_impl.h"
#include "expr/expr_impl.h"
#include <stdlib.h>
#include <string.h>

static uint64_t hash_fmpz(const fmpz_t value) {
  return exact_is_small(value) ? (uint64_t) *value : fmpz_fdiv_ui(value, 0x7fffffffffffffe7u);
}

static uint64_t hash_fmpq(const fmpq_t value) {
  return hash_mix(hash_fmpz(fmpq_numref(value))) ^ 3 * hash_fmpz(fmpq_denref(value));
}

const fmpq *ratio_value(const ExprPool *pool, Ratio a) {
  return &pool->ratios.at[a.id];
}

Ratio ratio_intern(ExprPool *pool, const fmpq_t value) {
  const uint64_t hash = hash_fmpq(value);
  IndexProbe probe = index_probe(&pool->ratio_index, hash);
  for (uint32_t i; index_next(&pool->ratio_index, &probe, &i);)
    if (exact_equal(&pool->ratios.at[i], value)) return (Ratio){i};
  const Ratio ratio = {(uint32_t) pool->ratios.n};
  // reserve both first: if memory runs out, neither has grown
  array_reserve(pool->arena, &pool->ratio_prints, 1);
  array_reserve(pool->arena, &pool->ratios, 1);
  array_push(pool->arena, &pool->ratio_prints, fingerprint_of_ratio(value));
  array_push(pool->arena, &pool->ratios, ((fmpq){0, 1}));
  exact_copy(&pool->ratios.at[ratio.id], value);
  index_insert(pool->arena, &pool->ratio_index, hash, ratio.id);
  return ratio;
}

void ratio_forget_last(ExprPool *pool) {
  const uint32_t last = (uint32_t) --pool->ratios.n;
  fmpq *value = &pool->ratios.at[last];
  index_remove(&pool->ratio_index, hash_fmpq(value), last);
  pool->ratio_prints.n--;
  fmpq_clear(value);
}

// Ends the computation if a number is too large: no ratio can stand for it.
static void refuse_large(ExprPool *pool, fmpq_t value) {
  if (exact_bits(fmpq_numref(value)) <= EXPR_NUMBER_BITS &&
      exact_bits(fmpq_denref(value)) <= EXPR_NUMBER_BITS)
    return;
  fmpq_clear(value);
  pool_trouble(pool, TROUBLE_SIZE);
  guard_fail(pool->arena->guard, STATUS_LIMIT);
}

// Interns a temporary and clears it.
static Ratio ratio_take(ExprPool *pool, fmpq_t value) {
  refuse_large(pool, value);
  const Ratio ratio = ratio_intern(pool, value);
  fmpq_clear(value);
  return ratio;
}

Ratio ratio_make(ExprPool *pool, long num, unsigned long den) {
  fmpq_t value;
  fmpq_init(value);
  exact_make(value, num, den);
  return ratio_take(pool, value);
}

// Where the sum or product of a and b is, if it is known. An empty place says that 0 + 0 = 0 and 0*0 = 0.
static KnownRatio *known_ratio(KnownRatio *table, Ratio a, Ratio b) {
  return &table[(a.id + 16 * b.id) % KNOWN_RATIOS];
}

void ratio_forget_results(ExprPool *pool) {
  memset(pool->powers, 0, sizeof pool->powers);
  memset(pool->sums, 0, sizeof pool->sums);
  memset(pool->products, 0, sizeof pool->products);
}

Ratio ratio_add(ExprPool *pool, Ratio a, Ratio b) {
  if (a.id == RATIO_ZERO.id) return b;
  if (b.id == RATIO_ZERO.id) return a;
  KnownRatio *known = known_ratio(pool->sums, a, b);
  if (known->a.id == a.id && known->b.id == b.id) return known->result;
  fmpq_t value;
  fmpq_init(value);
  exact_add(value, ratio_value(pool, a), ratio_value(pool, b));
  *known = (KnownRatio){a, b, ratio_take(pool, value)};
  return known->result;
}

Ratio ratio_mul(ExprPool *pool, Ratio a, Ratio b) {
  if (a.id == RATIO_ONE.id) return b;
  if (b.id == RATIO_ONE.id) return a;
  KnownRatio *known = known_ratio(pool->products, a, b);
  if (known->a.id == a.id && known->b.id == b.id) return known->result;
  fmpq_t value;
  fmpq_init(value);
  exact_mul(value, ratio_value(pool, a), ratio_value(pool, b));
  *known = (KnownRatio){a, b, ratio_take(pool, value)};
  return known->result;
}

Ratio ratio_neg(ExprPool *pool, Ratio a) {
  return ratio_mul(pool, RATIO_MINUS_ONE, a);
}

Ratio ratio_sub(ExprPool *pool, Ratio a, Ratio b) {
  return ratio_add(pool, a, ratio_neg(pool, b));
}

Ratio ratio_inv(ExprPool *pool, Ratio a) {
  if (a.id == RATIO_ONE.id || a.id == RATIO_MINUS_ONE.id) return a;
  fmpq_t value;
  fmpq_init(value);
  exact_invert(value, ratio_value(pool, a));
  return ratio_take(pool, value);
}

int ratio_sign(const ExprPool *pool, Ratio a) {
  return exact_sign(ratio_value(pool, a));
}

int ratio_compare(const ExprPool *pool, Ratio a, Ratio b) {
  return exact_compare(ratio_value(pool, a), ratio_value(pool, b));
}

bool ratio_is_integer(const ExprPool *pool, Ratio a) {
  return fmpz_is_one(fmpq_denref(ratio_value(pool, a)));
}

bool ratio_is_even(const ExprPool *pool, Ratio a) {
  return ratio_is_integer(pool, a) && fmpz_is_even(fmpq_numref(ratio_value(pool, a)));
}

Ratio ratio_abs(ExprPool *pool, Ratio a) {
  return ratio_sign(pool, a) < 0 ? ratio_neg(pool, a) : a;
}

Ratio ratio_floor(ExprPool *pool, Ratio a) {
  fmpq_t value;
  fmpq_init(value);
  exact_floor(fmpq_numref(value), ratio_value(pool, a));
  return ratio_take(pool, value);
}

bool ratio_power(ExprPool *pool, Ratio a, Ratio integer, Ratio *result) {
  const fmpq *base = ratio_value(pool, a);
  const fmpz *n = fmpq_numref(ratio_value(pool, integer));
  if (a.id == RATIO_ONE.id || fmpz_is_one(n)) {
    *result = a;
    return true;
  }
  if (a.id == RATIO_MINUS_ONE.id) {
    *result = fmpz_is_even(n) ? RATIO_ONE : RATIO_MINUS_ONE;
    return true;
  }
  const unsigned long bits = exact_bits(fmpq_numref(base)) + exact_bits(fmpq_denref(base));
  long exponent;
  if (!exact_long(n, &exponent) || exponent > EXPR_NUMBER_BITS || exponent < -EXPR_NUMBER_BITS)
    return false;
  if (bits * (unsigned long) (exponent < 0 ? -exponent : exponent) > EXPR_NUMBER_BITS) return false;
  fmpq_t value;
  fmpq_init(value);
  exact_power(value, base, exponent);
  *result = ratio_take(pool, value);
  return true;
}

// Most coefficients are 1 or -1, and one of them suffices to make the numerator 1.
Ratio ratio_content(ExprPool *pool, const ExprTerm *terms, size_t n) {
  fmpq_t content;
  fmpq_init(content);
  for (size_t i = 0; i < n; i++) {
    const bool unit = terms[i].c.id == RATIO_ONE.id || terms[i].c.id == RATIO_MINUS_ONE.id;
    if (unit) fmpz_one(fmpq_numref(content));
    if (unit || (i > 0 && terms[i].c.id == terms[i - 1].c.id)) continue;
    const fmpq *c = ratio_value(pool, terms[i].c);
    if (!fmpz_is_one(fmpq_numref(content)))
      exact_gcd(fmpq_numref(content), fmpq_numref(content), fmpq_numref(c));
    if (!fmpz_is_one(fmpq_denref(c)))
      exact_lcm(fmpq_denref(content), fmpq_denref(content), fmpq_denref(c));
  }
  const size_t first = expr_same(terms[0].e, EXPR_ONE) && n > 1 ? 1 : 0;
  if (ratio_sign(pool, terms[first].c) < 0) exact_negate(content);
  return ratio_take(pool, content);
}

bool ratio_get(const ExprPool *pool, Ratio a, long *num, long *den) {
  const fmpq *r = ratio_value(pool, a);
  long above;
  if (!exact_long(fmpq_numref(r), &above) || !exact_long(fmpq_denref(r), den)) return false;
  *num = above;
  return true;
}

// Is it an integer that a double holds exactly?
static bool is_short(const fmpz_t value) {
  return exact_bits(value) <= 53;
}

double ratio_double(const ExprPool *pool, Ratio a) {
  const fmpq *value_of_a = ratio_value(pool, a);
  // a single division rounds correctly
  if (is_short(fmpq_numref(value_of_a)) && is_short(fmpq_denref(value_of_a)))
    return (double) value_of_a->num / (double) value_of_a->den;
  mpfr_t rounded;
  mpfr_init2(rounded, 53);
  fmpq_get_mpfr(rounded, value_of_a, MPFR_RNDN);
  const double value = mpfr_get_d(rounded, MPFR_RNDN);
  mpfr_clear(rounded);
  return value;
}

static const char *fmpz_text(const fmpz_t value, Arena *arena) {
  if (exact_is_small(value)) return text_format(arena, "%ld", *value);
  char *digits = arena_take(arena, fmpz_sizeinbase(value, 10) + 2);
  return fmpz_get_str(digits, 10, value);
}

const char *ratio_numerator(ExprPool *pool, Ratio a, Arena *arena) {
  return fmpz_text(fmpq_numref(ratio_value(pool, a)), arena);
}

const char *ratio_denominator(ExprPool *pool, Ratio a, Arena *arena) {
  return fmpz_text(fmpq_denref(ratio_value(pool, a)), arena);
}

#define DECIMAL_EXPONENT 19000  // digits that EXPR_NUMBER_BITS can hold

// The digits before the exponent without the point, and how many of them follow the point.
static const char *mantissa(Str digits, Arena *scratch, size_t *end, long *after_point) {
  Text text = text_make(scratch);
  bool point = false;
  *after_point = 0;
  for (*end = 0; *end < digits.n; (*end)++) {
    const char c = digits.at[*end];
    if (c == 'e' || c == 'E') break;
    if (c == '.') {
      point = true;
    } else {
      text_add_char(&text, c);
      *after_point += point;
    }
  }
  return text_get(&text);
}

Expr expr_decimal(ExprPool *pool, Str digits) {
  if (digits.n > DECIMAL_EXPONENT) return pool_trouble(pool, TROUBLE_SIZE);
  const ArenaMark mark = arena_mark(&pool->scratch);
  size_t end;
  long shift;
  const char *integer = mantissa(digits, &pool->scratch, &end, &shift);
  long exponent = 0;
  if (end < digits.n) {
    const Str power = {digits.at + end + 1, digits.n - end - 1};
    exponent = strtol(str_copy(&pool->scratch, power), NULL, 10);
  }
  Expr result;
  if (exponent > DECIMAL_EXPONENT || exponent < -DECIMAL_EXPONENT) {
    result = pool_trouble(pool, TROUBLE_SIZE);
  } else {
    fmpq_t value;
    fmpq_init(value);
    exact_decimal(value, integer, exponent - shift);
    result = expr_number(pool, ratio_take(pool, value));
  }
  arena_release(&pool->scratch, mark);
  return result;
}
