// model/model_impl.h: shared by the files of this folder: declaring names, and the allowed contents of the expressions
// of each statement.

#ifndef MODEL_MODEL_IMPL_H
#define MODEL_MODEL_IMPL_H

#include "model/model.h"

// Declares the name. If it is reserved, taken, or was used as something else, reports that and returns false.
bool model_declare(Model *model, Str name, ThingKind kind, size_t index, Span span);

// The place of e, or of a part of it, in the statement being added.
Span model_place(Model *model, Expr e, Span otherwise);

// Adds a help line with the line of an earlier declaration to the last message; does nothing without a source.
void model_help_first(Model *model, Span first);

// The allowed contents of an expression in some position of the language.
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

// Checks that the n expressions contain only allowed symbols; reports the first other symbol. Skips expressions that
// are EXPR_NONE.
bool model_check_content(Model *model, const Expr *e, size_t n, const Content *content, Span span);

// Replaces every quasi-velocity in e, and its rate, by its definition.
Expr model_expand(Model *model, Expr e, Span span);

// Is e a sum of velocities times functions of position?
bool model_is_linear_in_velocities(Model *model, Expr e);

// Names the constraints without a name c1, c2, ...
void model_name_constraints(Model *model);

// Puts a model with several modes into its first mode (mode.c).
void model_settle(Model *model);

// Reports statements about impacts that have no meaning (impact.c).
void model_check_impacts(Model *model);

// Rebuilds the table of constraint names.
void model_remember_constraints(Model *model);

// Is e a negative number? Symbols may have any value, so they do not count.
bool model_is_negative(const Model *model, Expr e);

// sweep.c: the checks that need the whole model
void model_finish_results(Model *model);

// --- dynamics.c ----------------------------------------------------------------------------------

// Joins the sums of energies and forces, once all statements are read.
void dynamics_finish(Model *model);

#endif
