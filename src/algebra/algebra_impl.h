// algebra/algebra_impl.h: what the files about readable forms share.

#ifndef ALGEBRA_ALGEBRA_IMPL_H
#define ALGEBRA_ALGEBRA_IMPL_H

#include "algebra/algebra.h"

#define FACTOR_GAIN 0.7  // a common factor must reduce the weight below this part
#define SIDE_GAIN 0.95   // the same above or below a fraction bar

typedef enum { GAIN_FACTOR, GAIN_SIDE } TermsGain;

// Returns the lightest of the forms that treat e as a sum of terms: expanded, contracted, collected. Forms with
// parentheses around terms must weigh less than `gain` times the others.
Expr readable_terms(ExprPool *pool, Expr e, TermsGain gain);

// Kinds of kept forms: the same formulas are needed repeatedly, by the steps, the equations, each output, and as the
// only factor of a numerator. For a monomial, FORM_MOVING and FORM_VELOCITIES keep its rest and, one higher, the key by
// which it is collected.
enum { FORM_READABLE, FORM_TERMS, FORM_SIDE, FORM_MOVING, FORM_VELOCITIES = FORM_MOVING + 2 };
enum { PAIR_COMMON };  // for two monomials

// --- sums of monomials ---------------------------------------------------------------------------

// c1*e1 + c2*e2 + ..., where each e is a product without a number and without sums to be multiplied out
typedef ARRAY(ExprTerm) TermList;

typedef struct {
  ExprPool *pool;
  Arena *arena;
  size_t budget;  // monomials that may still be made
} Expansion;

// Adds c * e, where e may contain a number.
void term_list_push(Expansion *x, TermList *out, Expr e, Ratio c);
// Adds equal monomials together; those that cancel are dropped.
void term_list_collect(Expansion *x, TermList *list);
TermList term_list_copy(Expansion *x, const TermList *list);
Expr term_list_sum(Expansion *x, const TermList *list);

// contract.c: fewer terms by identities. Return true if anything was contracted.
bool contract_terms(Expansion *x, TermList *list);    // sin^2 + cos^2 = 1, cos(a - b), sin(a - b)
bool contract_parts(Expansion *x, TermList *list);    // a sin^2 + b cos^2 = a + (b - a) cos^2
bool contract_squares(Expansion *x, TermList *list);  // a^2 + 2ab + b^2 = (a + b)^2

// collect.c: puts terms together that have something in common.
Expr collect_factored(Expansion *x, const TermList *list);  // common * (rest)
Expr collect_nested(Expansion *x, const TermList *list);    // the factor that saves most first
Expr collect_nested_groups(Expansion *x,
                           const TermList *list);  // after constants were collected, or EXPR_NONE
typedef bool Collector(const ExprPool *pool, Expr factor);
bool collect_is_velocity(const ExprPool *pool, Expr factor);
// (rest) * key + (rest) * key + ..., with keys made of the factors by which terms are collected
Expr collect_form(Expansion *x, const TermList *list, Collector *by);
#define GROUPED_FORMS 3
// Terms collected by what moves; the same, with keys of equal rests added up, 1/2*m*(x'^2 + y'^2); and with equal
// numbers and constants in front, 1/2*m*R^2*(theta'^2 + Omega^2*sin(theta)^2). Gives only forms that differ; returns
// their number.
size_t collect_grouped(Expansion *x, const TermList *list, Expr forms[GROUPED_FORMS]);
// The common factor of two monomials, above and below the fraction bar.
Expr collect_common_part(ExprPool *pool, Expr a, Expr b);
// e, with the common factor of the terms of every sum in it written in front of the sum
Expr collect_pull_factors(Expansion *x, Expr e);
// Do all terms have the same degree in velocities, at least 1?
bool collect_is_homogeneous(const ExprPool *pool, const TermList *list);

// Returns the lightest of the forms that treat e as a quotient of polynomials, or e itself.
Expr readable_quotient(ExprPool *pool, Expr e);

#endif
