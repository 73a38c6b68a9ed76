// solve/closed.h: the unknowns of the equations in closed form, proved and readable.

#ifndef SOLVE_CLOSED_H
#define SOLVE_CLOSED_H

#include "methods/methods.h"

// Which forms of the equations of motion are shown.
typedef enum {
  FORM_AUTO,    // the equations, and the unknowns in closed form if that is short
  FORM_CLOSED,  // the unknowns in closed form, however long
  FORM_MATRIX   // the equations alone
} EquationForm;

#define CLOSED_UNKNOWNS 10  // accelerations and multipliers; more are not solved symbolically

// symbol = value
typedef struct {
  Expr symbol, value;
} ClosedForm;

typedef struct {
  ClosedForm *at;  // the unknowns, the multipliers if they are unique, the reactions
  size_t n;
  size_t main;        // their number without the reactions
  bool on_manifold;   // some were shortened by constraints, and hold only where these hold
  ClosedForm *names;  // repeated parts and their symbols, each before those that contain it
  size_t named;
} ClosedForms;

// Solves the linear problem of the equations symbolically, with the reactions if wanted, and brings the solution into
// its lightest form, using the constraints if there are any. Every form is proved: without constraints by fingerprints,
// otherwise at random points of the constraint manifold. Returns STATUS_LIMIT if that takes too much, STATUS_DOMAIN if
// the unknowns are not determined, STATUS_UNABLE if it could not be proved.
MUST_USE Status closed_forms(Equations *eq, Arena *arena, bool reactions, ClosedForms *forms);

// A function of coordinates and velocities, in terms of the speeds that the model names, free ones or quasi-velocities,
// in its lightest form; or EXPR_NONE if there are too few of them. on_manifold: constraints were used, so it holds only
// where they do.
Expr closed_in_speeds(Equations *eq, Expr e, bool *on_manifold);

// The solved equations, for reading: found once, printed in every format.
typedef struct {
  Status status;  // of the closed forms: STATUS_OK if there are any
  ClosedForms closed;
  Expr energy;  // in the speeds of the model, if that is shorter, otherwise EXPR_NONE
  bool energy_on_manifold;
} SolvedForms;

// closed: closed forms are wanted; reactions: including these.
void solved_forms(Equations *eq, bool closed, bool reactions, SolvedForms *forms);

#endif
