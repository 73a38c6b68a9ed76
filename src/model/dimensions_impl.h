// model/dimensions_impl.h: the equations for dimensions, and their solution.

#ifndef MODEL_DIMENSIONS_IMPL_H
#define MODEL_DIMENSIONS_IMPL_H

#include "model/dimensions.h"

// Atoms are numbered: first the base units, then the energy, then the names of the model.
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

// form = 0, and the reason
typedef struct {
  Form form;
  const char *reason;
  Span span;
  bool bare;   // the terms contain no parameter: units may have been chosen to make it true
  int weight;  // how likely it is the mistake: higher for comparing two terms than for a fact about a name
} DimensionRow;

typedef struct {
  Model *model;
  Arena *arena;
  ARRAY(DimensionRow) rows;
  ARRAY(Expr) atoms;     // the symbols of the atoms from ATOM_NAMES on
  Memo atom_of;          // symbol -> atom
  Memo form_of;          // expression -> index in forms
  ARRAY(Form) forms;
  Span span;             // of the statement being walked
  bool in_units;         // inside the facts stated by units
  DimensionShow *show;
} DimensionWalk;

// dimensions_walk.c: collects all equations of the model.
DimensionWalk *dimensions_walk(Model *model, DimensionShow *show);
Form dimensions_form(DimensionWalk *walk, Expr e);
Form form_of_atom(Arena *arena, uint32_t atom, Ratio c);
// a + c b
Form form_add(DimensionWalk *walk, Form a, Ratio c, Form b);

// A solved equation: pivot = the rest of the form; it follows from the rows in `from`.
typedef struct {
  Form form;
  uint32_t pivot;
  ARRAY(uint32_t) from;
  bool is_lost;  // it contains base units alone
} SolvedRow;

typedef struct {
  ARRAY(SolvedRow) solved;
  Memo pivot;  // atom -> index in solved
} Solution;

// "kg*m/s^2" for a form in base units; NULL if it contains another atom.
const char *form_text(DimensionWalk *walk, Form form);

#endif
