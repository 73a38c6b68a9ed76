// model/model_impl.h: what the files of this folder share: declaring names, and what expressions
// of each statement may contain.

#ifndef MODEL_MODEL_IMPL_H
#define MODEL_MODEL_IMPL_H

#include "model/model.h"

// Declares the name, unless it is reserved, taken, or was used as something else: then reports.
bool model_declare(Model *model, Str name, ThingKind kind, size_t index, Span span);

// The place of e, or of something in it, in the statement being added.
Span model_place(Model *model, Expr e, Span otherwise);

// A help line to the last message: the line of an earlier declaration. Without a source, nothing.
void model_help_first(Model *model, Span first);

// The allowed contents of an expression at some place of the language.
typedef struct {
  const char *what;  // "a potential energy"
  unsigned roles;    // of the symbols allowed
  const char *help;  // or NULL
} Content;

#define ROLES_CONSTANT ((unsigned) ROLE_CONSTANT)
#define ROLES_POSITION (ROLES_CONSTANT | ROLE_TIME | ROLE_COORDINATE)
#define ROLES_VELOCITY (ROLES_POSITION | ROLE_VELOCITY | ROLE_QUASI_VELOCITY)
#define ROLES_FORCE (ROLES_VELOCITY | ROLE_MOMENTUM | ROLE_SPEED)
#define ROLES_OUTPUT \
  (ROLES_FORCE | ROLE_ACCELERATION | ROLE_MOMENTUM_RATE | ROLE_SPEED_RATE | ROLE_QUANTITY)

// Do the n expressions contain only allowed symbols? Reports the first that is not.
// Expressions that are EXPR_NONE are skipped.
bool model_check_content(Model *model, const Expr *e, size_t n, const Content *content, Span span);

// e with every quasi-velocity, and its rate, replaced by its definition.
Expr model_expand(Model *model, Expr e, Span span);

// Is e a sum of velocities times functions of position?
bool model_is_linear_in_velocities(Model *model, Expr e);

// c1, c2, ... for the constraints without a name.
void model_name_constraints(Model *model);

// Puts a model that has several modes into the one that it begins with (mode.c).
void model_settle(Model *model);

// Reports statements about impacts that have no meaning (impact.c).
void model_check_impacts(Model *model);

// The names of its constraints, anew.
void model_remember_constraints(Model *model);

// A number that is negative. Symbols may have any value, so they are not.
bool model_is_negative(const Model *model, Expr e);

// sweep.c: what needs the whole model
void model_finish_results(Model *model);

#endif
