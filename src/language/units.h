// language/units.h: the dimensions of a model, with terms shown as the language writes them.

#ifndef LANGUAGE_UNITS_H
#define LANGUAGE_UNITS_H

#include "model/dimensions.h"

// Reports contradictions in a model that uses units; call it after model_finish.
void language_check_dimensions(Model *model);

Dimensions *language_dimensions(Model *model);

// The units of expressions, see model_units_of.
void language_units_of(Model *model, const Expr *e, size_t n, const char **unit);

// See model_make_dimensionless.
void language_make_dimensionless(Model *model);

#endif
