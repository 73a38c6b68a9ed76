// model/dimensions.h: which dimensions the names of a model have.
//
// Every name has an unknown dimension. What is added, or set equal, has one dimension; the argument of
// sin has none; a mass, a position, a force have theirs. These are linear equations for exponents, solved by
// exact elimination: docs/theory/dimensions.md.

#ifndef MODEL_DIMENSIONS_H
#define MODEL_DIMENSIONS_H

#include "model/model.h"

typedef struct {
  const char *name;
  Expr symbol;
  bool known;             // otherwise it can be chosen, or follows from what can be
  const char *dimension;  // "kg*m/s^2"; "1" for a pure number; "" if it is not known
} NamedDimension;

// Something that is a pure number in this model although it has a dimension, such as kg/s^2, and why.
typedef struct {
  const char *dimension;
  const char *reason;
  Span span;
  bool doubtful;  // it need not be a choice of units: no reason is a formula without parameters
} LostDimension;

typedef struct {
  ARRAY(NamedDimension) names;  // parameters, coordinates, speeds
  ARRAY(LostDimension) lost;
  size_t scalings;    // free choices of units that leave the model as it is
  ARRAY(Expr) groups;  // products of parameters that are pure numbers, independent of each other
  Expr time;          // a product of parameters that is a time, or EXPR_NONE
  ARRAY(const char *) missing;  // names whose units, if they were given, would determine all others
  ARRAY(Expr) base;   // parameters that can all be 1, by a choice of units
  ARRAY(ScaledName) scaled;  // what the other names stand for then
} Dimensions;

// How a reason shows a term: as text of at most that many characters.
typedef const char *DimensionShow(ExprPool *pool, Expr e, Arena *arena, size_t most);

// In the arena of the model. After model_finish.
Dimensions *model_dimensions(Model *model, DimensionShow *show);

// Has something a unit with a dimension? Angles are pure numbers: `20 deg` alone does not count.
bool model_uses_units(const Model *model);

// The unit of each of n expressions in a model that uses units: "m/s", "rad", "1"; or NULL if it is not
// determined, and in all other models. In the memory of the model, found once.
void model_units_of(Model *model, DimensionShow *show, const Expr *e, size_t n, const char **unit);

// The unit that a coordinate, its velocity or an observable is declared in, with its factor: "mm/s" and
// 1/1000; false if it has no such unit.
bool model_declared_unit(Model *model, Expr e, const char **unit, Expr *factor);
// The same of a coordinate, a speed or a rate of them, whatever observables are the same.
bool model_symbol_unit(Model *model, Expr symbol, const char **unit, Expr *factor);

// Replaces parameters that a choice of units makes 1 by 1, everywhere in the model, and keeps
// what the other names stand for then. Units are not checked any more.
void model_make_dimensionless(Model *model, DimensionShow *show);

// Reports what contradicts itself in a model that uses units.
void model_check_dimensions(Model *model, DimensionShow *show);

#endif
