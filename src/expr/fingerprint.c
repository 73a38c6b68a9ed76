// expr/fingerprint.c: the value of an expression at a random point of two finite fields.
//
// From:  docs/theory/fingerprints.md
// Law:   equal functions have equal fingerprints where only + - * /, integer powers and
//        sin, cos, tan, exp, sinh, cosh, tanh of rational combinations are involved; unequal
//        functions have unequal ones except for odds of about (degree/2^61)^2 (Schwartz-Zippel)
// Not:   roots, abs, log and the inverse functions are random values that depend on their
//        argument alone: an identity among them can be missed, never invented
//
// Symbols are random. For each angle atom a (a term of an argument without its rational
// coefficient) a random z of a subgroup of prime order stands for e^(i*a); there z^c is known for
// every rational c, so that sin and cos of rational combinations follow by multiplication; exp and
// roots likewise. Multiples of pi/12 are roots of unity.
//
// The point where all fingerprints are taken is the home point; a FieldPoint is another, where some
// symbols have other values, e.g. ones that satisfy constraints.

#include "expr/expr_impl.h"
#include "expr/field_point.h"
#include <flint/ulong_extras.h>

// Kinds of random values; the number is part of what seeds them.
enum { SEED_SYMBOL = 1, SEED_ANGLE, SEED_EXP, SEED_ROOT, SEED_FUNCTION, SEED_NUMBER };

#define SEED 0x6d7ac3b1f09e4d25u  // fixed, so that every run makes the same decisions
#define EXPAND_MOST 32            // terms an argument may be expanded into before it counts as one

// The value of an expression at the point; NULL is the home point.
static Fingerprint value_at(ExprPool *pool, FieldPoint *at, Expr e);

// A nonzero field element that depends on all of these.
static uint64_t random_element(int k, int kind, Fingerprint of, uint64_t detail) {
  uint64_t x = hash_mix(SEED + (uint64_t) kind * 0x9e3779b97f4a7c15u + (uint64_t) k);
  x = hash_mix(x ^ of.v[0]);
  x = hash_mix(x + 0x9e3779b97f4a7c15u + of.v[1]);
  x = hash_mix(x ^ detail);
  return 2 + x % (field_prime(k) - 2);
}

Fingerprint fingerprint_of_symbol(Str name) {
  Fingerprint print;
  for (int k = 0; k < FIELD_COUNT; k++)
    print.v[k] = random_element(k, SEED_SYMBOL, (Fingerprint){{0}}, str_hash(name));
  return print;
}

Fingerprint fingerprint_of_ratio(const fmpq_t value) {
  Fingerprint print = {{0}};
  if (fmpq_is_zero(value)) return print;
  for (int k = 0; k < FIELD_COUNT; k++) {
    const uint64_t p = field_prime(k);
    const uint64_t num = fmpz_fdiv_ui(fmpq_numref(value), p),
                   den = fmpz_fdiv_ui(fmpq_denref(value), p);
    // a multiple of the prime would look like zero
    print.v[k] = num == 0 || den == 0 ? random_element(k, SEED_NUMBER, (Fingerprint){{num, den}}, 0)
                                      : field_mul(k, num, field_inv(k, den));
  }
  return print;
}

// base^n
static uint64_t integer_power(int k, uint64_t base, const fmpz_t n) {
  return field_pow(k, base, fmpz_fdiv_ui(n, field_prime(k) - 1));
}

// base^c for a base in the subgroup of prime order, where every denominator has an inverse. A
// numerator or denominator that is a multiple of the order would look like 0: that power is random,
// by `of` and c.
static uint64_t rational_power(int k, uint64_t base, int kind, Fingerprint of, const fmpq *c) {
  const uint64_t order = field_order(k);
  const uint64_t num = fmpz_fdiv_ui(fmpq_numref(c), order),
                 den = fmpz_fdiv_ui(fmpq_denref(c), order);
  if ((num == 0 && !fmpq_is_zero(c)) || den == 0) {
    const uint64_t some = (uint64_t) 1 << 63;
    return random_element(k, kind, of,
                          hash_mix(fmpz_fdiv_ui(fmpq_numref(c), some)) ^
                            fmpz_fdiv_ui(fmpq_denref(c), some));
  }
  return field_pow(k, base, n_mulmod2(num, n_invmod(den, order), order));
}

// The c-th power of a random element of the subgroup that depends on kind and of.
static uint64_t random_power(int k, int kind, Fingerprint of, const fmpq *c) {
  return rational_power(k, field_pow(k, random_element(k, kind, of, 0), 24), kind, of, c);
}

// The square root of 2 or 3, as sums of roots of unity: 2 cos(pi/4) and 2 cos(pi/6).
static uint64_t known_root(int k, uint64_t steps) {
  const uint64_t w = field_pow(k, field_root24[k], steps);
  return field_add(k, w, field_inv(k, w));
}

// root or -root, chosen at random by the point's seed, the same for both fields. What holds for
// all signs holds for the right ones.
static uint64_t mixed_sign(const FieldPoint *at, int k, uint64_t root) {
  const uint64_t other = field_sub(k, 0, root), least = root < other ? root : other;
  const bool minus = hash_mix(at->mixed_signs ^ hash_mix(least)) >> 32 & 1;
  return minus ? field_sub(k, 0, least) : least;
}

static uint64_t fractional_power(ExprPool *pool, FieldPoint *at, int k, Expr base, Ratio fraction) {
  if (fraction.id == RATIO_HALF.id && expr_is_number(pool, base)) {
    long num, den;
    if (ratio_get(pool, expr_ratio_of(pool, base), &num, &den) && den == 1) {
      if (num == 2) return known_root(k, 3);
      if (num == 3) return known_root(k, 2);
    }
  }
  const Fingerprint value = value_at(pool, at, base);
  if (at != NULL && at->true_roots && fraction.id == RATIO_HALF.id) {
    const uint64_t root = n_sqrtmod(value.v[k], field_prime(k));
    if (root != 0 && at->mixed_signs != 0) return mixed_sign(at, k, root);
    if (root != 0) return at->root_signs >> k & 1 ? field_sub(k, 0, root) : root;
    at->lacks_root |= (unsigned) (value.v[k] != 0) << k;
  }
  return random_power(k, SEED_ROOT, value, ratio_value(pool, fraction));
}

// e^c
static uint64_t factor_value(ExprPool *pool, FieldPoint *at, int k, ExprTerm factor) {
  const uint64_t base = value_at(pool, at, factor.e).v[k];
  if (base == 0 && at != NULL && ratio_sign(pool, factor.c) < 0) at->divided_by_zero = true;
  if (factor.c.id == RATIO_ONE.id) return base;
  const Ratio whole = ratio_floor(pool, factor.c);
  const uint64_t value = integer_power(k, base, fmpq_numref(ratio_value(pool, whole)));
  if (whole.id == factor.c.id) return value;
  return field_mul(k, value,
                   fractional_power(pool, at, k, factor.e, ratio_sub(pool, factor.c, whole)));
}

// The index of a factor of a product that is a plain sum, or n.
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
static void linear_form(ExprPool *pool, Expr argument, Terms *atoms) {
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
static uint64_t turn(ExprPool *pool, int k, Ratio c) {
  const Ratio twelfths = ratio_mul(pool, c, ratio_make(pool, 12, 1));
  if (!ratio_is_integer(pool, twelfths))
    return random_power(k, SEED_ANGLE, pool_node(pool, EXPR_PI)->print, ratio_value(pool, c));
  const uint64_t steps = fmpz_fdiv_ui(fmpq_numref(ratio_value(pool, twelfths)), 24);
  return field_pow(k, field_root24[k], steps);
}

// e^(i*c*atom) or e^(c*atom)
static uint64_t atom_power(ExprPool *pool, FieldPoint *at, int k, int kind, ExprTerm atom) {
  uint32_t place;
  const fmpq *c = ratio_value(pool, atom.c);
  if (kind == SEED_ANGLE && expr_same(atom.e, EXPR_PI)) return turn(pool, k, atom.c);
  if (kind == SEED_ANGLE && at != NULL && memo_get(&at->angles, atom.e.id, &place))
    return rational_power(k, at->given.at[place].v[k], kind, value_at(pool, at, atom.e), c);
  return random_power(k, kind, value_at(pool, at, atom.e), c);
}

// e^(i*argument) for SEED_ANGLE, e^argument for SEED_EXP.
static Fingerprint exponential(ExprPool *pool, FieldPoint *at, int kind, Expr argument) {
  const ArenaMark mark = arena_mark(&pool->scratch);
  Terms atoms = {0};
  linear_form(pool, argument, &atoms);
  Fingerprint result;
  for (int k = 0; k < FIELD_COUNT; k++) {
    result.v[k] = 1;
    for (size_t i = 0; i < atoms.n; i++) {
      const ExprTerm atom = atoms.at[i];
      result.v[k] = field_mul(k, result.v[k], atom_power(pool, at, k, kind, atom));
    }
  }
  arena_release(&pool->scratch, mark);
  return result;
}

// (e + 1/e)/2 or (e - 1/e)/2, the latter over i for angles.
static uint64_t even_half(int k, uint64_t e) {
  return field_mul(k, field_add(k, e, field_inv(k, e)), field_inv(k, 2));
}

static uint64_t odd_half(int k, uint64_t e, bool angle) {
  const uint64_t i = angle ? field_pow(k, field_root24[k], 6) : 1;
  return field_mul(k, field_sub(k, e, field_inv(k, e)), field_inv(k, field_mul(k, 2, i)));
}

static Fingerprint print_of_function(ExprPool *pool, FieldPoint *at, Function fn,
                                     const ExprTerm *arguments, size_t n) {
  const bool angle = fn == FN_SIN || fn == FN_COS || fn == FN_TAN;
  const bool hyperbolic = fn == FN_EXP || fn == FN_SINH || fn == FN_COSH || fn == FN_TANH;
  Fingerprint e = value_at(pool, at, arguments[0].e), result;
  if (angle || hyperbolic) e = exponential(pool, at, angle ? SEED_ANGLE : SEED_EXP, arguments[0].e);
  for (int k = 0; k < FIELD_COUNT; k++) {
    const uint64_t z = e.v[k];
    const uint64_t second = n > 1 ? value_at(pool, at, arguments[1].e).v[k] : 0;
    switch (fn) {
      case FN_EXP: result.v[k] = z; break;
      case FN_SIN:
      case FN_SINH: result.v[k] = odd_half(k, z, angle); break;
      case FN_COS:
      case FN_COSH: result.v[k] = even_half(k, z); break;
      case FN_TAN:
      case FN_TANH:
        result.v[k] = field_mul(k, odd_half(k, z, angle), field_inv(k, even_half(k, z)));
        break;
      case FN_ABS:
        // on the branch where the argument is positive, once square roots are true roots
        if (at != NULL && at->true_roots) {
          result.v[k] = at->mixed_signs != 0 ? mixed_sign(at, k, z) : z;
          break;
        }
        result.v[k] = random_element(k, SEED_FUNCTION + (int) fn * 16, e, second);
        break;
      default: result.v[k] = random_element(k, SEED_FUNCTION + (int) fn * 16, e, second);
    }
  }
  return result;
}

static Fingerprint print_of(ExprPool *pool, FieldPoint *at, ExprKind kind, Function fn,
                            const ExprTerm *terms, size_t n) {
  if (kind == EXPR_FUNCTION) return print_of_function(pool, at, fn, terms, n);
  Fingerprint result;
  for (int k = 0; k < FIELD_COUNT; k++) {
    uint64_t value = kind == EXPR_SUM ? 0 : 1;
    for (size_t i = 0; i < n; i++) {
      if (kind == EXPR_SUM) {
        const uint64_t c = pool->ratio_prints.at[terms[i].c.id].v[k];
        value = field_add(k, value, field_mul(k, c, value_at(pool, at, terms[i].e).v[k]));
      } else {
        value = field_mul(k, value, factor_value(pool, at, k, terms[i]));
      }
    }
    result.v[k] = value;
  }
  return result;
}

Fingerprint fingerprint_of(ExprPool *pool, ExprKind kind, Function fn, const ExprTerm *terms,
                           size_t n) {
  return print_of(pool, NULL, kind, fn, terms, n);
}

// --- other points --------------------------------------------------------------------------------

static Fingerprint value_at(ExprPool *pool, FieldPoint *at, Expr e) {
  uint32_t place;
  if (at == NULL) return pool_node(pool, e)->print;
  if (memo_get(&at->places, e.id, &place)) return at->values.at[place];
  // numbers, symbols that were not set, and results of a linear form
  const Node node = *pool_node(pool, e);
  Fingerprint value = node.print;
  if (node.kind == EXPR_SYMBOL && memo_get(&at->symbols, e.id, &place)) value = at->given.at[place];
  if (node.kind != EXPR_NUMBER && node.kind != EXPR_SYMBOL) {
    const ArenaMark mark = arena_mark(&pool->keep);
    ExprTerm *terms =
      ARENA_ARRAY(&pool->keep, ExprTerm, node.n);  // evaluating may move the operands
    for (size_t i = 0; i < node.n; i++) terms[i] = pool->operands.at[node.first + i];
    value = print_of(pool, at, (ExprKind) node.kind, (Function) node.fn, terms, node.n);
    arena_release(&pool->keep, mark);
  }
  memo_put(at->arena, &at->places, e.id, (uint32_t) at->values.n);
  array_push(at->arena, &at->values, value);
  return value;
}

FieldPoint *field_point_create(ExprPool *pool, Arena *arena) {
  FieldPoint *point = ARENA_NEW(arena, FieldPoint);
  point->pool = pool;
  point->arena = arena;
  return point;
}

static void put_given(FieldPoint *point, Memo *table, Expr symbol, Fingerprint value) {
  uint32_t place;
  point->places = (Memo){0};  // previous results are no longer valid
  point->values.n = 0;
  if (memo_get(table, symbol.id, &place)) {
    point->given.at[place] = value;
    return;
  }
  memo_put(point->arena, table, symbol.id, (uint32_t) point->given.n);
  array_push(point->arena, &point->given, value);
}

void field_point_set(FieldPoint *point, Expr symbol, Fingerprint value) {
  put_given(point, &point->symbols, symbol, value);
}

void field_point_set_angle(FieldPoint *point, Expr symbol, Fingerprint unit) {
  put_given(point, &point->angles, symbol, unit);
}

bool field_point_values(FieldPoint *point, const Expr *roots, size_t n, Fingerprint *values) {
  point->divided_by_zero = false;
  // operands come before their users, so nothing recurses
  const ExprList nodes = expr_reachable(point->pool, roots, n, point->arena);
  for (size_t i = 0; i < nodes.n; i++) value_at(point->pool, point, nodes.at[i]);
  for (size_t i = 0; i < n; i++) values[i] = value_at(point->pool, point, roots[i]);
  return !point->divided_by_zero;
}

Fingerprint expr_fingerprint(const ExprPool *pool, Expr e) {
  return pool_node(pool, e)->print;
}

bool expr_equal(const ExprPool *pool, Expr a, Expr b) {
  const Fingerprint x = pool_node(pool, a)->print, y = pool_node(pool, b)->print;
  return !expr_is_none(a) && !expr_is_none(b) && x.v[0] == y.v[0] && x.v[1] == y.v[1];
}
