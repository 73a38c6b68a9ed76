// solve/closed.h: the unknowns of the equations in closed form, proved and for reading.

#ifndef SOLVE_CLOSED_H
#define SOLVE_CLOSED_H

#include "methods/methods.h"

// Which forms of the equations of motion are shown.
typedef enum {
  FORM_AUTO,    // the equations, and the unknowns in closed form if that is short
  FORM_CLOSED,  // the unknowns in closed form, however long
  FORM_MATRIX   // the equations alone
} EquationForm;

#define CLOSED_UNKNOWNS 10  // accelerations and multipliers; more are not solved in symbols

// symbol = value
typedef struct {
  Expr symbol, value;
} ClosedForm;

typedef struct {
  ClosedForm *at;  // the unknowns, the multipliers if they are unique, the reactions
  size_t n;
  size_t main;       // how many there are without the reactions
  bool on_manifold;  // constraints were used to shorten some of them: they hold only where those do
  ClosedForm *names;  // repeated parts and their symbols, a part before what contains it
  size_t named;
} ClosedForms;

// Solves the linear problem of the equations in symbols, with the reactions if they are wanted, and
// brings the solution into its lightest form, using the constraints if there are any. Every form is
// proved: without constraints by fingerprints, else at random points of the constraint manifold.
// Fails with STATUS_LIMIT if that takes too much, STATUS_DOMAIN if the unknowns are not determined,
// STATUS_UNABLE if it could not be proved.
MUST_USE Status closed_forms(Equations *eq, Arena *arena, bool reactions, ClosedForms *forms);

// A function of coordinates and velocities in the speeds that the model names, free ones or
// quasi-velocities, in its lightest form; or EXPR_NONE if there are too few of them.
// on_manifold: constraints were used, it holds only where they do.
Expr closed_in_speeds(Equations *eq, Expr e, bool *on_manifold);

// What is solved of equations, for reading: found once, printed in every format.
typedef struct {
  Status status;  // of the closed forms: STATUS_OK if there are any
  ClosedForms closed;
  Expr energy;  // in the speeds of the model, if that is shorter; EXPR_NONE otherwise
  bool energy_on_manifold;
} SolvedForms;

// closed: closed forms are wanted; reactions: among these.
void solved_forms(Equations *eq, bool closed, bool reactions, SolvedForms *forms);

#endif
