// model/dimensions.h: the dimensions of the names of a model.
//
// Every name has an unknown dimension. Terms that are added or set equal have the same dimension; the argument of sin
// has none; a mass, a position, a force have theirs. These are linear equations for exponents, solved by exact
// elimination: docs/theory/dimensions.md.

#ifndef MODEL_DIMENSIONS_H
#define MODEL_DIMENSIONS_H

#include "model/model.h"

typedef struct {
  const char *name;
  Expr symbol;
  bool known;             // otherwise it can be chosen, or follows from such a choice
  const char *dimension;  // "kg*m/s^2"; "1" for a pure number; "" if unknown
} NamedDimension;

// A quantity that is a pure number in this model although it has a dimension, such as kg/s^2, and the reason.
typedef struct {
  const char *dimension;
  const char *reason;
  Span span;
  bool doubtful;  // may be a mistake, not a choice of units: every reason contains parameters
} LostDimension;

typedef struct {
  ARRAY(NamedDimension) names;  // parameters, coordinates, speeds
  ARRAY(LostDimension) lost;
  size_t scalings;              // free choices of units that leave the model unchanged
  ARRAY(Expr) groups;           // independent products of parameters that are pure numbers
  Expr time;                    // a product of parameters that is a time, or EXPR_NONE
  ARRAY(const char *) missing;  // names whose units, if given, would determine all others
  ARRAY(Expr) base;             // parameters that a choice of units can make 1
  ARRAY(ScaledName) scaled;     // what the other names then stand for
} Dimensions;

// Shows a term in a reason, as text of at most this many characters.
typedef const char *DimensionShow(ExprPool *pool, Expr e, Arena *arena, size_t most);

// Finds the dimensions, in the arena of the model. Call it after model_finish.
Dimensions *model_dimensions(Model *model, DimensionShow *show);

// Does anything have a unit with a dimension? Angles are pure numbers: `20 deg` alone does not count.
bool model_uses_units(const Model *model);

// Finds the unit of each of n expressions in a model that uses units: "m/s", "rad", "1"; NULL if it is not determined,
// and in all other models. The units are in the memory of the model and found once.
void model_units_of(Model *model, DimensionShow *show, const Expr *e, size_t n, const char **unit);

// The unit in which a coordinate, its velocity or an observable is declared, with its factor: "mm/s" and 1/1000.
// Returns false if it has no such unit.
bool model_declared_unit(Model *model, Expr e, const char **unit, Expr *factor);
// The same for a coordinate, a speed or one of their rates, ignoring observables that are equal to it.
bool model_symbol_unit(Model *model, Expr symbol, const char **unit, Expr *factor);

// Replaces parameters that a choice of units makes 1 by 1, everywhere in the model, and keeps what the other names then
// stand for. Units are no longer checked.
void model_make_dimensionless(Model *model, DimensionShow *show);

// Reports contradictions in a model that uses units.
void model_check_dimensions(Model *model, DimensionShow *show);

#endif
