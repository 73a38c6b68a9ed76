// algebra/rational_impl.h: what the files about rational functions share.

#ifndef ALGEBRA_RATIONAL_IMPL_H
#define ALGEBRA_RATIONAL_IMPL_H

#include "algebra/rational.h"
#include "base/table.h"
#include <flint/fmpz.h>
#include <flint/fmpz_mpoly.h>
#include <flint/fmpz_mpoly_factor.h>

typedef fmpz_mpoly_struct Poly;
typedef fmpz_mpoly_factor_struct PolyFactors;

struct Rational {
  Poly num, den;  // coprime; the leading coefficient of den is positive
};

typedef enum { GENERATOR_PLAIN, GENERATOR_SINE, GENERATOR_COSINE, GENERATOR_ROOT } GeneratorKind;

typedef struct {
  GeneratorKind kind;
  Expr e;       // its meaning; a cosine follows its sine
  Expr base;    // for a root: e is base^(1/index)
  slong index;  // 1 if it is not a root
} Generator;

// An angle, or an exponent: integer multiples of unit * atom occur.
typedef struct {
  Expr atom;
  long num, den;  // the unit is num/den
  size_t sine;    // its generator; the cosine is the next
} Angle;

typedef ARRAY(Angle) AngleList;

struct Rationals {
  ExprPool *pool;
  Arena *arena;
  Angles mode;
  bool is_free;  // no relation is used
  size_t generators_most, terms_most;
  Generator generators[RATIONAL_FREE_GENERATORS];
  size_t n;
  AngleList angles;
  AngleList exponentials;  // in a free field: sine is the index of the generator exp(unit*atom)
  Memo plain;              // symbol or function -> its generator
  Memo roots;              // base -> index of the root
  Memo of_root;            // base, neither symbol nor function -> generator of its root
  Memo of_angle;           // atom -> place in angles
  Memo of_exponential;     // atom -> place in exponentials
  bool has_roots;
  fmpz_mpoly_ctx_t ctx;
  fmpz_t number;  // a temporary coefficient
  Memo known;     // expression -> place in values
  ARRAY(const Rational *) values;
  Fingerprint prints[RATIONAL_FREE_GENERATORS];
  size_t work;
  Status status;
};

// --- angles --------------------------------------------------------------------------------------

#define ANGLE_ATOMS 8  // terms of an argument

// An argument as multiples of atoms, plus quarter turns.
typedef struct {
  ExprTerm at[ANGLE_ATOMS];
  size_t n;
  long quarters;
} AngleForm;

bool angle_form(Rationals *f, Expr argument, AngleForm *form);
// Finds the angle of an atom, and which multiple of its unit the term is.
bool angle_multiple(Rationals *f, ExprTerm term, const Angle **angle, long *multiple);
// Write an exponent as multiples of atoms, and find the multiple for one of its terms.
bool rational_exponent_form(Rationals *f, Expr argument, AngleForm *form);
bool rational_exponent_multiple(Rationals *f, ExprTerm term, const Angle **exponent,
                                long *multiple);

// --- polynomials: in the arena, cleared with it --------------------------------------------------

Poly *poly_new(Rationals *f);
// Returns the factors of a, those of the first generators first, in an order that does not depend on how they were
// found; NULL if FLINT gives up.
PolyFactors *poly_factors(Rationals *f, const Poly *a);
// Takes this much from the budget; if it is exhausted, sets the status and returns false.
bool rationals_spend(Rationals *f, size_t work);
// Sets the status and returns NULL.
const Rational *rationals_fail(Rationals *f, Status status);
bool poly_mul(Rationals *f, Poly *product, const Poly *a, const Poly *b);
bool poly_pow(Rationals *f, Poly *power, const Poly *a, slong n);
// gcd = the greatest common divisor of a and b, with a positive first coefficient; false if FLINT gives up.
bool poly_gcd(Rationals *f, Poly *gcd, const Poly *a, const Poly *b);
// g = gcd(a, b), a and b divided by it in place
bool poly_cancel(Rationals *f, Poly *a, Poly *b);
bool poly_is_zero(Rationals *f, const Poly *a);  // as a function

#define POWER_MOST 64  // exponents of a generator; the field gives up beyond this
#define POLY_BUCKETS (POWER_MOST + 1)

// Splits a = sum_j bucket[j] g^(j index), with powers of g below index in each bucket; returns their number.
size_t poly_split(Rationals *f, const Poly *a, slong g, slong index, Poly **bucket);
// a = sum_j bucket[j] (num/den)^j den^(n-1), by Horner's rule; den is NULL for 1
bool poly_join(Rationals *f, Poly *a, Poly **bucket, size_t n, const Poly *num, const Poly *den);

// Makes num/den an element, with relations used and common factors cancelled; consumes the polynomials.
const Rational *rational_make(Rationals *f, Poly *num, Poly *den);
// Uses s^2 = 1 - c^2 in a polynomial, or c^2 = 1 - s^2 if `high` is the cosine.
bool poly_reduce_circular(Rationals *f, Poly *a, slong high, slong low);

// Tries something that may fail, with part of the budget; the status stays OK if it fails.
typedef const Rational *Attempt(Rationals *f, const Rational *a, const void *context);

#endif
