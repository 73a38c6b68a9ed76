// model/dimensions_impl.h: the equations for dimensions, and their solution.

#ifndef MODEL_DIMENSIONS_IMPL_H
#define MODEL_DIMENSIONS_IMPL_H

#include "model/dimensions.h"

// An atom is a number: first the base units, then the energy, then the names of the model.
#define ATOM_ENERGY DIMENSIONS
#define ATOM_NAMES (DIMENSIONS + 1)

typedef struct {
  uint32_t atom;
  Ratio c;
} FormTerm;

// A dimension as a sum of atoms, in the order of their numbers.
typedef struct {
  size_t n;
  FormTerm *at;
} Form;

// form = 0, and why
typedef struct {
  Form form;
  const char *reason;
  Span span;
  bool bare;   // the terms contain no parameter: units may have been chosen so
  int weight;  // how likely it is the mistake: what compares two terms is, a fact about a name is not
} DimensionRow;

typedef struct {
  Model *model;
  Arena *arena;
  ARRAY(DimensionRow) rows;
  ARRAY(Expr) atoms;     // the symbols of the atoms from ATOM_NAMES on
  Memo atom_of;          // symbol -> atom
  Memo form_of;          // expression -> place in forms
  ARRAY(Form) forms;
  Span span;             // of the statement being walked
  bool in_units;         // among the facts that units state
  DimensionShow *show;
} DimensionWalk;

// dimensions_walk.c: all equations of the model
DimensionWalk *dimensions_walk(Model *model, DimensionShow *show);
Form dimensions_form(DimensionWalk *walk, Expr e);
Form form_of_atom(Arena *arena, uint32_t atom, Ratio c);
// a + c b
Form form_add(DimensionWalk *walk, Form a, Ratio c, Form b);

// A solved equation: pivot = the rest of the form; it follows from these rows.
typedef struct {
  Form form;
  uint32_t pivot;
  ARRAY(uint32_t) from;
  bool is_lost;  // among base units alone
} SolvedRow;

typedef struct {
  ARRAY(SolvedRow) solved;
  Memo pivot;  // atom -> place in solved
} Solution;

// dimensions_solve.c: only the rows of `chosen`, or all of them if it is NULL. With stop, ends at the
// first row among base units alone, which is the last one then.
Solution *dimensions_solve(DimensionWalk *walk, const bool *chosen, bool stop);
// The form in atoms that are not pivots.
Form dimensions_reduce(DimensionWalk *walk, const Solution *solution, Form form, SolvedRow *uses);
// "kg*m/s^2" of a form in base units; NULL if there is another atom in it.
const char *form_text(DimensionWalk *walk, Form form);

#endif
