// algebra/rational.h: exact rational functions, and linear algebra over them.
//
// A field Q(generators) is made for given expressions. Its generators are their symbols; a sine and a cosine for each
// angle, with s^2 + c^2 = 1; roots, with r^n = u; and any other function on its own. Only these properties of
// generators are known: an identity can be missed, never invented.
//
// An operation that fails yields NULL, and every operation propagates NULL; rationals_status reports the reason once,
// at the end: STATUS_LIMIT (a limit was reached) or STATUS_DOMAIN (division by zero). So nothing here takes longer than
// its budget allows, whatever its input.

#ifndef ALGEBRA_RATIONAL_H
#define ALGEBRA_RATIONAL_H

#include "expr/expr.h"

typedef struct Rationals Rationals;  // a field; opaque
typedef struct Rational Rational;    // numerator/denominator without a common factor; immutable

typedef enum {
  ANGLES_WHOLE,  // sin(a - b) is a generator: shorter, but without addition theorems
  ANGLES_SPLIT   // sin(a - b) is expanded in sines and cosines of a and b
} Angles;

#define RATIONAL_GENERATORS 40  // more are unreadable, and make every step slow
#define RATIONAL_TERMS 600      // of a numerator or denominator
#define RATIONAL_WORK 400000    // products of terms formed, all together

// Creates the field for these expressions in the arena, which must not be released below it while it is used. Returns
// NULL if they have too many generators, or too large powers or multiples of angles.
Rationals *rationals_create(ExprPool *pool, Arena *arena, const Expr *roots, size_t n,
                            Angles angles);

// Creates a free field: sines, cosines, roots, |u|, exp, and sinh, cosh and tanh by way of exp, are variables without
// relations; angles and exponents are split. Their relations are expressions of the field that vanish; a proof uses
// them like other equations.
#define RATIONAL_FREE_GENERATORS 96
#define RATIONAL_FREE_TERMS 4000
Rationals *rationals_create_free(ExprPool *pool, Arena *arena, const Expr *roots, size_t n);

Status rationals_status(const Rationals *field);
size_t rationals_work(const Rationals *field);  // what is left of RATIONAL_WORK
// Sets another budget; clears earlier failures.
void rationals_renew(Rationals *field, size_t work);

// --- elements ------------------------------------------------------------------------------------

// The element for e, which is made of the expressions that the field was created for.
const Rational *rational_of(Rationals *field, Expr e);
const Rational *rational_add(Rationals *field, const Rational *a, const Rational *b);
const Rational *rational_sub(Rationals *field, const Rational *a, const Rational *b);
const Rational *rational_mul(Rationals *field, const Rational *a, const Rational *b);
const Rational *rational_div(Rationals *field, const Rational *a, const Rational *b);
// The rate of a in a free field: the rates of its generators (expr_rate) times the derivatives by them.
const Rational *rational_rate(Rationals *field, const Rational *a);
// Is a zero as a function? Decided by its value at the point of the fingerprints.
bool rational_is_zero(Rationals *field, const Rational *a);

// Have a and b the same numerator and denominator?
bool rational_same(const Rationals *field, const Rational *a, const Rational *b);

// The same function without those common factors of numerator and denominator that exist only because of s^2 + c^2 = 1,
// as in (1 - c)/s and s/(1 + c). They are cancelled in u = tan(angle/2), in which sines and cosines are rational
// functions of independent variables. Returns a itself if that would take too much.
const Rational *rational_cancel(Rationals *field, const Rational *a);

// The number of terms of the numerator and the denominator.
size_t rational_terms(const Rational *a);

// Converts back to expressions: numerator and denominator as sums of monomials. For each angle, s^2 + c^2 = 1 is used
// in the direction that leaves fewer terms.
void rational_parts(Rationals *field, const Rational *a, Expr *numerator, Expr *denominator);
// Gives a list of factors f^c in the arena: those of the numerator, a number first, with positive c, then those of the
// denominator, a number first, with negative c. Returns false if a is zero or factoring would take too much.
typedef ARRAY(ExprTerm) RationalFactors;
bool rational_factors(Rationals *field, const Rational *a, RationalFactors *factors);

// a = whole + rest, with a polynomial whole, by division of the numerator by the denominator. Returns false if whole or
// rest would be 0.
bool rational_split(Rationals *field, const Rational *a, const Rational **whole,
                    const Rational **rest);

// --- relations -----------------------------------------------------------------------------------

// a reduced by the relation p = 0: if the which-th monomial of p's numerator divides a monomial of a, it is replaced by
// the rest of p, until none is left. NULL if there is no such monomial, nothing changed or it takes too much; the
// field's status is unchanged.
const Rational *rational_modulo(Rationals *field, const Rational *a, const Rational *p,
                                size_t which);

// a with the k-th generator eliminated by p = 0, linear in it: x = -b/a from a x + b. NULL as above, and if p is not
// linear in the generator or it is a sine or cosine.
const Rational *rational_eliminate(Rationals *field, const Rational *a, const Rational *p,
                                   size_t k);
size_t rationals_generators(const Rationals *field);
// The expression that the k-th generator stands for.
Expr rationals_generator(const Rationals *field, size_t k);
// In a free field, the relation of the k-th generator: s^2 + c^2 - 1, r^n - u, |u|^2 - u^2,
// sign(u)^2 - 1, or NULL; that of a cosine belongs to its sine.
const Rational *rationals_relation(Rationals *field, size_t k);

// --- matrices, row by row ------------------------------------------------------------------------

// All use fraction-free elimination (Bareiss): pivots are nonzero as functions, the lightest first. They return false
// with the field's status LIMIT if it takes too much, DOMAIN if the matrix is singular.
bool rational_solve(Rationals *field, size_t n, size_t sides, const Rational *const *A,
                    const Rational *const *B, const Rational **X);  // A X = B, X is n x sides
bool rational_inverse(Rationals *field, size_t n, const Rational *const *A, const Rational **X);
const Rational *rational_determinant(Rationals *field, size_t n, const Rational *const *A);
// Finds columns that span the vectors x with A x = 0: *count of them, column k at basis[i * columns + k].
bool rational_kernel(Rationals *field, size_t rows, size_t columns, const Rational *const *A,
                     const Rational **basis, size_t *count);

#endif
