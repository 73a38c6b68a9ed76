// language/units.h: the dimensions of a model, with terms shown as the language writes them.

#ifndef LANGUAGE_UNITS_H
#define LANGUAGE_UNITS_H

#include "model/dimensions.h"

// Reports what contradicts itself in a model that uses units; after model_finish.
void language_check_dimensions(Model *model);

Dimensions *language_dimensions(Model *model);

#endif
