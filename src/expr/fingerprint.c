// expr/fingerprint.c: the value of an expression at a random point of two finite fields.
//
// From:  docs/theory/fingerprints.md
// Law:   equal functions have equal fingerprints if only + - * /, integer powers and
//        sin, cos, tan, exp, sinh, cosh, tanh of rational combinations are involved; unequal
//        functions have unequal ones except with odds of about (degree/2^61)^2 (Schwartz-Zippel)
// Not:   roots, abs, log and the inverse functions are random values that depend on their
//        argument alone: an identity among them can be missed, never invented
//
// Symbols have random values. For each angle atom a (a term of an argument without its rational coefficient), a random
// z of a subgroup of prime order stands for e^(i*a). There z^c is known for every rational c, so that sin and cos of
// rational combinations follow by multiplication; likewise for exp and roots. Multiples of pi/12 are roots of unity.
//
// All fingerprints are taken at the home point. A FieldPoint (field_point.c) is another point, at which some symbols
// have other values, e.g. ones that satisfy constraints.

#include "expr/exact_impl.h"
#include "expr/fingerprint_impl.h"
#include <assert.h>

// Kinds of random values; the number is part of their seed.
enum { SEED_SYMBOL = 1, SEED_ANGLE, SEED_EXP, SEED_ROOT, SEED_FUNCTION, SEED_NUMBER };

#define SEED 0x6d7ac3b1f09e4d25u  // fixed, so that every run makes the same decisions
#define EXPAND_MOST 32            // an argument that expands into more terms stays one atom
#define POWER_MOST 64             // integer exponents that are multiplied out

static const Fingerprint one = {{1, 1}};

// A nonzero field element that depends on all of these.
static uint64_t random_element(int k, int kind, Fingerprint of, uint64_t detail) {
  uint64_t x = hash_mix(SEED + (uint64_t) kind * 0x9e3779b97f4a7c15u + (uint64_t) k);
  x = hash_mix(x ^ of.v[0]);
  x = hash_mix(x + 0x9e3779b97f4a7c15u + of.v[1]);
  x = hash_mix(x ^ detail);
  return 2 + x % (field_prime(k) - 2);
}

static Fingerprint random_print(int kind, Fingerprint of, uint64_t detail) {
  Fingerprint print;
  for (int k = 0; k < FIELD_COUNT; k++) print.v[k] = random_element(k, kind, of, detail);
  return print;
}

// What a random value at a point depends on: if equations hold in the first field alone, what is equal there must get the
// same value.
static Fingerprint seed_at(const FieldPoint *at, Fingerprint value) {
  if (at != NULL && at->fields < FIELD_COUNT) value.v[1] = 0;
  return value;
}

Fingerprint fingerprint_of_symbol(Str name) {
  return random_print(SEED_SYMBOL, (Fingerprint){{0}}, str_hash(name));
}

Fingerprint fingerprint_of_ratio(const fmpq_t value) {
  Fingerprint print = {{0}};
  if (fmpq_is_zero(value)) return print;
  for (int k = 0; k < FIELD_COUNT; k++) {
    const uint64_t p = field_prime(k);
    const uint64_t num = exact_modulo(fmpq_numref(value), p),
                   den = exact_modulo(fmpq_denref(value), p);
    // a multiple of the prime would look like zero
    print.v[k] = num == 0 || den == 0
                   ? random_element(k, SEED_NUMBER, (Fingerprint){{num, den}}, 0)
                   : field_mul(k, num, den == 1 ? 1 : exact_inverse_modulo(den, p));
  }
  return print;
}

// --- powers in both fields -----------------------------------------------------------------------

// base^n, with an exponent for each field
static Fingerprint power(Fingerprint base, uint64_t n0, uint64_t n1) {
  Fingerprint result = one;
  for (; (n0 | n1) != 0; n0 >>= 1, n1 >>= 1) {
    const Fingerprint more = fingerprint_product(result, base);
    if (n0 & 1) result.v[0] = more.v[0];
    if (n1 & 1) result.v[1] = more.v[1];
    base = fingerprint_product(base, base);
  }
  return result;
}

static Fingerprint small_power(Fingerprint base, unsigned long n) {
  Fingerprint result = n & 1 ? base : one;
  while ((n >>= 1) != 0) {
    base = fingerprint_product(base, base);
    if (n & 1) result = fingerprint_product(result, base);
  }
  return result;
}

#define ONES 48  // leading bits of the exponents below, in both fields

// a^n where n consists of ONES ones and `more` bits that may differ between the fields. A power of 2k ones is that of k
// ones, shifted, times itself.
static Fingerprint power_of_ones(Fingerprint a, int more, uint64_t n0, uint64_t n1) {
  const uint64_t n[FIELD_COUNT] = {n0, n1};
  Fingerprint ones = fingerprint_product(fingerprint_product(a, a), a);
  ones = fingerprint_product(fingerprint_product(ones, ones), a);
  for (int have = 3; have < ONES; have *= 2) {
    Fingerprint shifted = ones;
    for (int i = 0; i < have; i++) shifted = fingerprint_product(shifted, shifted);
    ones = fingerprint_product(shifted, ones);
  }
  for (int i = more - 1; i >= 0; i--) {
    ones = fingerprint_product(ones, ones);
    const Fingerprint another = fingerprint_product(ones, a);
    for (int k = 0; k < FIELD_COUNT; k++) {
      assert(n[k] >> more == ((uint64_t) 1 << ONES) - 1);
      if (n[k] >> i & 1) ones.v[k] = another.v[k];
    }
  }
  return ones;
}

// a^(p - 2)
Fingerprint fingerprint_inverse(Fingerprint a) {
  return power_of_ones(a, FIELD_BITS - ONES, field_prime(0) - 2, field_prime(1) - 2);
}

// The smaller of the two square roots, or 0 if there is no root. p - 1 is 8 times an odd number Q.
static Fingerprint square_root(Fingerprint a) {
  const Fingerprint w = power_of_ones(a, FIELD_BITS - 4 - ONES, (field_prime(0) - 9) / 16,
                                      (field_prime(1) - 9) / 16);  // a^((Q - 1)/2)
  Fingerprint root = fingerprint_product(w, a);             // a^((Q + 1)/2), whose square is a*a^Q
  const Fingerprint eighth = fingerprint_product(w, root);  // a^Q, a power of i if there is a root
  for (int k = 0; k < FIELD_COUNT; k++) {
    const uint64_t i = field_pow(k, field_root24[k], 6), back = field_pow(k, field_root24[k], 21);
    uint64_t turned = 1, found = root.v[k];
    unsigned steps = 0;
    for (; steps < 4 && turned != eighth.v[k]; steps++) {
      turned = field_mul(k, turned, i);
      found = field_mul(k, found, back);
    }
    const uint64_t other = field_sub(k, 0, found);
    root.v[k] = steps == 4 ? 0 : found < other ? found : other;
  }
  return root;
}

// --- rational powers -----------------------------------------------------------------------------

// c modulo the prime order of the subgroup, in which every denominator has an inverse. Returns false if c would look
// like 0.
static bool exponent_in(int k, const fmpq *c, uint64_t *exponent) {
  const uint64_t order = field_order(k);
  const uint64_t num = exact_modulo(fmpq_numref(c), order),
                 den = exact_modulo(fmpq_denref(c), order);
  if ((num == 0 && !fmpq_is_zero(c)) || den == 0) return false;
  *exponent = den == 1 ? num : (uint64_t) ((Wide) num * exact_inverse_modulo(den, order) % order);
  return true;
}

// base^c for a base in the subgroup of prime order; a random value seeded by `of` and c if c would look like 0 there.
static Fingerprint rational_power(Fingerprint base, int kind, Fingerprint of, const fmpq *c) {
  uint64_t exponent[FIELD_COUNT];
  bool good[FIELD_COUNT];
  if (fmpq_is_one(c)) return base;
  for (int k = 0; k < FIELD_COUNT; k++) good[k] = exponent_in(k, c, &exponent[k]);
  Fingerprint result = power(base, good[0] ? exponent[0] : 0, good[1] ? exponent[1] : 0);
  for (int k = 0; k < FIELD_COUNT; k++) {
    if (good[k]) continue;
    const uint64_t some = (uint64_t) 1 << 63;
    result.v[k] = random_element(k, kind, of,
                                 hash_mix(exact_modulo(fmpq_numref(c), some)) ^
                                   exact_modulo(fmpq_denref(c), some));
  }
  return result;
}

// Kinds of known powers other than those of random values.
enum { POWER_INVERSE = SEED_NUMBER + 1, POWER_ROOT };

// Where the power of this kind is, if it is known; otherwise *new is set, and its value must be stored there.
static Fingerprint *known_power(ExprPool *pool, int kind, Fingerprint of, Ratio c, bool *new) {
  const uint32_t what = (uint32_t) kind;
  KnownPower *known = &pool->powers[(of.v[0] + 31 * c.id + what) % KNOWN_POWERS];
  *new = known->what != what || known->c != c.id || known->of.v[0] != of.v[0] ||
         known->of.v[1] != of.v[1];
  if (*new) *known = (KnownPower){.of = of, .what = what, .c = c.id};
  return &known->value;
}

// The c-th power of a random element of the subgroup, seeded by kind and `of`.
static Fingerprint random_power(ExprPool *pool, int kind, Fingerprint of, Ratio c) {
  bool new;
  Fingerprint *value = known_power(pool, kind, of, c, &new);
  if (new)
    *value =
      rational_power(small_power(random_print(kind, of, 0), 24), kind, of, ratio_value(pool, c));
  return *value;
}

// The square root of 2 or 3, as sums of roots of unity: 2 cos(pi/4) and 2 cos(pi/6).
static Fingerprint known_root(uint64_t steps) {
  Fingerprint w;
  for (int k = 0; k < FIELD_COUNT; k++) w.v[k] = field_pow(k, field_root24[k], steps);
  return fingerprint_sum(w, fingerprint_inverse(w));
}

// root or -root, chosen at random by the point's seed, the same in both fields. What holds for all signs holds for the
// right ones.
static uint64_t mixed_sign(const FieldPoint *at, int k, uint64_t root) {
  const uint64_t other = field_sub(k, 0, root), least = root < other ? root : other;
  const bool negative = hash_mix(at->mixed_signs ^ hash_mix(least)) >> 32 & 1;
  return negative ? field_sub(k, 0, least) : least;
}

// Takes the roots that exist in the fields; the others are random and marked.
static Fingerprint true_root(ExprPool *pool, FieldPoint *at, Fingerprint value) {
  bool new;
  Fingerprint *known = known_power(pool, POWER_ROOT, value, RATIO_HALF, &new);
  if (new) *known = square_root(value);
  Fingerprint root = *known;
  const Fingerprint otherwise = root.v[0] == 0 || root.v[1] == 0
                                  ? random_power(pool, SEED_ROOT, seed_at(at, value), RATIO_HALF)
                                  : root;
  for (int k = 0; k < FIELD_COUNT; k++) {
    if (root.v[k] == 0) {
      at->marks |= (uint8_t) ((value.v[k] != 0) << k);
      root.v[k] = otherwise.v[k];
    } else if (at->mixed_signs != 0) {
      root.v[k] = mixed_sign(at, k, root.v[k]);
    } else if (at->root_signs >> k & 1) {
      root.v[k] = field_sub(k, 0, root.v[k]);
    }
  }
  return root;
}

static Fingerprint fractional_power(ExprPool *pool, FieldPoint *at, Expr base, Ratio fraction) {
  if (fraction.id == RATIO_HALF.id && expr_is_number(pool, base)) {
    long num, den;
    if (ratio_get(pool, expr_ratio_of(pool, base), &num, &den) && den == 1) {
      if (num == 2) return known_root(3);
      if (num == 3) return known_root(2);
    }
  }
  const Fingerprint value = value_at(pool, at, base);
  if (at != NULL && fraction.id == RATIO_HALF.id) {
    at->marks |= MARK_SIGNS;
    if (at->true_roots) return true_root(pool, at, value);
  }
  return random_power(pool, SEED_ROOT, seed_at(at, value), fraction);
}

// e^c for a c that is not a small integer
static Fingerprint other_power(ExprPool *pool, FieldPoint *at, ExprTerm factor, Fingerprint base) {
  const Ratio whole = ratio_floor(pool, factor.c);
  const fmpz *n = fmpq_numref(ratio_value(pool, whole));
  const Fingerprint value =
    fmpz_is_zero(n) ? one
    : *n == -1      ? fingerprint_inverse(base)
    : *n > 0 && *n < POWER_MOST
      ? small_power(base, (unsigned long) *n)
      : power(base, exact_modulo(n, field_prime(0) - 1), exact_modulo(n, field_prime(1) - 1));
  if (whole.id == factor.c.id) return value;
  return fingerprint_product(
    value, fractional_power(pool, at, factor.e, ratio_sub(pool, factor.c, whole)));
}

static bool is_small_integer(const fmpq *c) {
  return *fmpq_denref(c) == 1 && *fmpq_numref(c) <= POWER_MOST && *fmpq_numref(c) >= -POWER_MOST;
}

static Fingerprint inverse_below(ExprPool *pool, Fingerprint below) {
  bool new;
  Fingerprint *inverse = known_power(pool, POWER_INVERSE, below, RATIO_MINUS_ONE, &new);
  if (new) *inverse = fingerprint_inverse(below);
  return *inverse;
}

static Fingerprint print_of_product(ExprPool *pool, FieldPoint *at, const ExprTerm *terms,
                                    size_t n) {
  Fingerprint above = one, below = one;
  bool divided = false;
  for (size_t i = 0; i < n; i++) {
    const Fingerprint base = value_at(pool, at, terms[i].e);
    const fmpq *c = ratio_value(pool, terms[i].c);
    const bool negative = exact_sign(c) < 0;
    if (negative && at != NULL && (base.v[0] == 0 || base.v[1] == 0)) at->marks |= MARK_POLE;
    if (terms[i].c.id == RATIO_ONE.id) {
      above = fingerprint_product(above, base);
    } else if (!is_small_integer(c)) {
      above = fingerprint_product(above, other_power(pool, at, terms[i], base));
    } else if (negative) {
      below = fingerprint_product(below, small_power(base, (unsigned long) -*fmpq_numref(c)));
      divided = true;
    } else {
      above = fingerprint_product(above, small_power(base, (unsigned long) *fmpq_numref(c)));
    }
  }
  return divided ? fingerprint_product(above, inverse_below(pool, below)) : above;
}

static Fingerprint print_of_sum(const ExprPool *pool, const FieldPoint *at, const ExprTerm *terms,
                                size_t n) {
  Fingerprint sum = {{0}};
  for (size_t i = 0; i < n; i++) {
    const Fingerprint value = value_at(pool, at, terms[i].e);
    if (terms[i].c.id == RATIO_ONE.id)
      sum = fingerprint_sum(sum, value);
    else if (terms[i].c.id == RATIO_MINUS_ONE.id)
      sum = fingerprint_difference(sum, value);
    else
      sum = fingerprint_sum(sum, fingerprint_product(pool->ratio_prints.at[terms[i].c.id], value));
  }
  return sum;
}

Fingerprint fingerprint_of_terms(ExprPool *pool, FieldPoint *at, ExprKind kind,
                                 const ExprTerm *terms, size_t n) {
  return kind == EXPR_SUM ? print_of_sum(pool, at, terms, n) : print_of_product(pool, at, terms, n);
}

// --- functions -----------------------------------------------------------------------------------

// The index of a factor that is a plain sum, in a product, or n.
static size_t sum_factor(const ExprPool *pool, Expr e) {
  const Node *node = pool_node(pool, e);
  size_t i = 0;
  while (i < node->n && !(pool_terms(pool, e)[i].c.id == RATIO_ONE.id &&
                          pool_node(pool, pool_terms(pool, e)[i].e)->kind == EXPR_SUM))
    i++;
  return i;
}

// Writes the argument as a sum of atoms with rational coefficients: a*(b + c) becomes a*b + a*c,
// so that sin(w*(t - t0)) and sin(w*t - w*t0) agree.
void fingerprint_atoms(ExprPool *pool, Expr argument, Terms *atoms) {
  array_push(&pool->scratch, atoms, ((ExprTerm){argument, RATIO_ONE}));
  for (size_t i = 0; i < atoms->n;) {
    const ExprTerm term = atoms->at[i];
    const Node node = *pool_node(pool, term.e);
    if (node.kind == EXPR_NUMBER && !expr_same(term.e, EXPR_ONE)) {
      atoms->at[i] = (ExprTerm){EXPR_ONE, ratio_mul(pool, term.c, (Ratio){node.first})};
      continue;
    }
    const size_t place = node.kind == EXPR_PRODUCT ? sum_factor(pool, term.e) : node.n;
    if (node.kind != EXPR_SUM && (place == node.n || atoms->n > EXPAND_MOST)) {
      i++;
      continue;
    }
    const Expr sum = node.kind == EXPR_SUM ? term.e : pool_terms(pool, term.e)[place].e;
    const Expr rest = node.kind == EXPR_SUM ? EXPR_ONE : expr_div(pool, term.e, sum);
    atoms->at[i] = atoms->at[--atoms->n];
    for (size_t j = 0; j < pool_node(pool, sum)->n; j++) {
      const ExprTerm part = pool_terms(pool, sum)[j];
      const Expr e = expr_mul(pool, rest, part.e);
      array_push(&pool->scratch, atoms, ((ExprTerm){e, ratio_mul(pool, term.c, part.c)}));
    }
  }
}

// e^(i*c*pi), exact for multiples of pi/12.
static Fingerprint turn(ExprPool *pool, Ratio c) {
  const Ratio twelfths = ratio_mul(pool, c, ratio_make(pool, 12, 1));
  if (!ratio_is_integer(pool, twelfths))
    return random_power(pool, SEED_ANGLE, pool_node(pool, EXPR_PI)->print, c);
  const uint64_t steps = exact_modulo(fmpq_numref(ratio_value(pool, twelfths)), 24);
  Fingerprint result;
  for (int k = 0; k < FIELD_COUNT; k++) result.v[k] = field_pow(k, field_root24[k], steps);
  return result;
}

// e^(i*c*atom) or e^(c*atom)
static Fingerprint atom_power(ExprPool *pool, FieldPoint *at, int kind, ExprTerm atom) {
  uint32_t place;
  if (kind == SEED_ANGLE && expr_same(atom.e, EXPR_PI)) return turn(pool, atom.c);
  const Fingerprint value = seed_at(at, value_at(pool, at, atom.e));
  if (kind == SEED_ANGLE && at != NULL && memo_get(&at->angles, atom.e.id, &place))
    return rational_power(at->given.at[place], kind, value, ratio_value(pool, atom.c));
  return random_power(pool, kind, value, atom.c);
}

Fingerprint fingerprint_of_exponential(ExprPool *pool, FieldPoint *at, SlotKind kind,
                                       const ExprTerm *atoms, size_t n) {
  Fingerprint result = one;
  for (size_t i = 0; i < n; i++)
    result = fingerprint_product(
      result, atom_power(pool, at, kind == SLOT_ANGLE ? SEED_ANGLE : SEED_EXP, atoms[i]));
  return result;
}

SlotKind fingerprint_exponential_of(Function fn) {
  switch (fn) {
    case FN_SIN:
    case FN_COS:
    case FN_TAN: return SLOT_ANGLE;
    case FN_EXP:
    case FN_SINH:
    case FN_COSH:
    case FN_TANH: return SLOT_EXP;
    default: return SLOT_VALUE;
  }
}

// (e + 1/e)/2
static Fingerprint even_half(Fingerprint e, Fingerprint inverse) {
  Fingerprint sum = fingerprint_sum(e, inverse);
  for (int k = 0; k < FIELD_COUNT; k++) sum.v[k] = field_half(k, sum.v[k]);
  return sum;
}

// (e - 1/e)/2, divided by i for angles
static Fingerprint odd_half(Fingerprint e, Fingerprint inverse, bool angle) {
  Fingerprint difference =
    angle ? fingerprint_difference(inverse, e) : fingerprint_difference(e, inverse);
  for (int k = 0; k < FIELD_COUNT; k++) {
    const uint64_t half = field_half(k, difference.v[k]);
    difference.v[k] = angle ? field_mul(k, half, field_pow(k, field_root24[k], 6)) : half;
  }
  return difference;
}

// |e| if square roots are true roots: the branch on which e is positive, or a mixed sign
static Fingerprint absolute(const FieldPoint *at, Fingerprint e) {
  for (int k = 0; at->mixed_signs != 0 && k < FIELD_COUNT; k++) e.v[k] = mixed_sign(at, k, e.v[k]);
  return e;
}

// |e|/e; 0 for 0
static Fingerprint side_of(FieldPoint *at, Fingerprint e) {
  return fingerprint_product(fingerprint_of_function(at, FN_ABS, e, e, (Fingerprint){{0}}, e),
                             fingerprint_inverse(e));
}

// (1 + s)/2 u + (1 - s)/2 v for the sign s of c; v for 0
static Fingerprint choice_of(FieldPoint *at, Fingerprint c, Fingerprint u, Fingerprint v) {
  const Fingerprint s = side_of(at, c);
  Fingerprint result =
    fingerprint_sum(fingerprint_sum(u, v), fingerprint_product(s, fingerprint_difference(u, v)));
  for (int k = 0; k < FIELD_COUNT; k++)
    result.v[k] = c.v[k] == 0 ? v.v[k] : field_half(k, result.v[k]);
  return result;
}

Fingerprint fingerprint_of_function(FieldPoint *at, Function fn, Fingerprint e, Fingerprint inverse,
                                    Fingerprint second, Fingerprint third) {
  const bool angle = fingerprint_exponential_of(fn) == SLOT_ANGLE;
  Fingerprint result;
  switch (fn) {
    case FN_EXP: return e;
    case FN_SIN:
    case FN_SINH: return odd_half(e, inverse, angle);
    case FN_COS:
    case FN_COSH: return even_half(e, inverse);
    case FN_TAN:
    case FN_TANH:
      return fingerprint_product(odd_half(e, inverse, angle),
                                 fingerprint_inverse(even_half(e, inverse)));
    case FN_SIGN: return side_of(at, e);
    case FN_IF: return choice_of(at, e, second, third);
    default: break;
  }
  if (fn == FN_ABS && at != NULL) {
    at->marks |= MARK_SIGNS;
    if (at->true_roots) return absolute(at, e);
  }
  for (int k = 0; k < FIELD_COUNT; k++)
    result.v[k] = random_element(k, SEED_FUNCTION + (int) fn * 16, seed_at(at, e), second.v[k]);
  return result;
}

Fingerprint fingerprint_of(ExprPool *pool, ExprKind kind, Function fn, const ExprTerm *terms,
                           size_t n) {
  if (kind != EXPR_FUNCTION) return fingerprint_of_terms(pool, NULL, kind, terms, n);
  Fingerprint e = value_at(pool, NULL, terms[0].e), second = {{0}};
  if (n > 1) second = value_at(pool, NULL, terms[1].e);
  const Fingerprint third = n > 2 ? value_at(pool, NULL, terms[2].e) : second;
  const SlotKind by = fingerprint_exponential_of(fn);
  if (by != SLOT_VALUE) {
    const ArenaMark mark = arena_mark(&pool->scratch);
    Terms atoms = {0};
    fingerprint_atoms(pool, terms[0].e, &atoms);
    e = fingerprint_of_exponential(pool, NULL, by, atoms.at, atoms.n);
    arena_release(&pool->scratch, mark);
  }
  const bool both = by != SLOT_VALUE && fn != FN_EXP;
  return fingerprint_of_function(NULL, fn, e, both ? fingerprint_inverse(e) : e, second, third);
}

Fingerprint ratio_fingerprint(const ExprPool *pool, Ratio value) {
  return pool->ratio_prints.at[value.id];
}

Fingerprint expr_fingerprint(const ExprPool *pool, Expr e) {
  return pool_node(pool, e)->print;
}

bool expr_equal(const ExprPool *pool, Expr a, Expr b) {
  const Fingerprint x = pool_node(pool, a)->print, y = pool_node(pool, b)->print;
  return !expr_is_none(a) && !expr_is_none(b) && x.v[0] == y.v[0] && x.v[1] == y.v[1];
}
