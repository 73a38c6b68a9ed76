// local/pfaff.h: constraints that are affine in the velocities, as forms; the flag of the directions that they allow,
// and their integrable parts.

#ifndef LOCAL_PFAFF_H
#define LOCAL_PFAFF_H

#include "ground/ground.h"

#define FLAG_MOST 32  // steps of a flag

// Forms or vector fields: n rows over the variables of a Pfaff.
typedef struct {
  size_t n;
  Expr *at;
  size_t *lead;  // in solved form: row k has a 1 at lead[k], the others a 0 there; otherwise NULL
} Rows;

// Dimensions of a growing family of distributions; the first is that of the directions allowed by the constraints.
typedef struct {
  size_t n;
  size_t dimension[FLAG_MOST];
} Flag;

// A system of vanishing forms w = sum a_i dx_i, at the points of the holonomic constraints.
typedef struct {
  const Equations *eq;
  ExprPool *pool;
  Arena *arena;
  FieldPoint *point;  // a random point of the constraint manifold
  size_t n;           // number of variables: the coordinates, and t if the forms need it
  Expr *x;
  bool with_time;        // t is the last of them
  Rows forms;            // independent forms, those of holonomic constraints first
  size_t holonomic;      // the number of the latter
  bool whole;            // every constraint is among the forms, or implied by them
  Flag growth, derived;  // D + [D1, D] and D + [D, D], step by step; D1 is the first
  Rows last;             // the forms that vanish on everything that motions can reach
} Pfaff;

// Finds the forms of all constraints that are affine in the velocities, and of the further ones given (expressions in
// q, q', t). Returns STATUS_DOMAIN if there are none, STATUS_UNABLE if no point of the manifold was found. pfaff_form
// and pfaff_is_closed_alone can be used whatever it returns.
MUST_USE Status pfaff_open(const Equations *eq, const Expr *more, size_t n, Arena *arena,
                           Pfaff *pfaff);

// Finds growth, derived and last. Returns STATUS_LIMIT if the formulas grow too large.
MUST_USE Status pfaff_flag(Pfaff *pfaff);

// Finds the growth vector at points with these values of coordinates, or under other conditions; call it after
// pfaff_flag. Returns STATUS_DOMAIN if the forms are dependent there, STATUS_UNABLE if no such point was found,
// STATUS_LIMIT if only a first part of it could be found.
MUST_USE Status pfaff_growth_at(const Pfaff *pfaff, const Condition *given, size_t n, Flag *growth);

// Finds the n coefficients of the form of C, an expression in q, q', t. Returns false if C is not affine in q'.
bool pfaff_form(const Pfaff *pfaff, Expr C, Expr *form);

// Is the form a combination of the rows, on the manifold?
bool pfaff_implies(const Pfaff *pfaff, const Rows *rows, const Expr *form);

// The forms solved for some of the variables, for t only if nothing else is possible.
Rows pfaff_solved(const Pfaff *pfaff);

// Is w alone, times a factor, the differential of a function: w dw = 0?
bool pfaff_is_closed_alone(const Pfaff *pfaff, const Expr *form);

// Is e zero on the manifold?
bool pfaff_is_zero(const Pfaff *pfaff, Expr e);

#endif
