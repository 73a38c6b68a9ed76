// methods/methods.h: the methods of mechanics, each one file.

#ifndef METHODS_METHODS_H
#define METHODS_METHODS_H

#include "methods/equations.h"

// How a method in free speeds is to eliminate the others: by these constraints, from which all
// others follow, each solved for the velocity of that coordinate, in this order.
typedef struct {
  size_t n;
  const size_t *row, *velocity;
} Elimination;

// Which constraints follow from the others where the motion lives: a mark for each, or NULL if that
// is not known. The answer depends on the manifold of the constraints, which the methods do not know: the caller that
// requests equations supplies it.
typedef const bool *RedundantRows(const Equations *eq);

// A state that satisfies the constraints, the initial one if it is regular, likewise: q, then q'; or NULL.
typedef const double *KnownState(const Equations *eq);

typedef struct {
  Arena *arena;    // where the result is left
  bool worksheet;  // gather the steps too
  // of whittaker: the coordinate or quasi-velocity that takes the place of time, NULL for a good
  // one; the energy constant, EXPR_NONE for a symbol
  const char *independent;
  Expr energy;
  const Elimination *eliminate;  // of appell and hamel; NULL: as they choose
  // of methods that solve the constraints; NULL: only what vanishes identically is left out
  RedundantRows *redundant;
  // where they should be regular; NULL: as far as the model gives the initial state
  KnownState *state;
} DeriveOptions;

struct Method {
  const char *name;  // as --method names it
  const char *title;
  const char *source;    // key in docs/bibliography.bib
  bool has_independent;  // takes the options `independent` and `energy`
  // The equations of the model, or a status with the reason in model->diags.
  Status (*derive)(const Model *model, const DeriveOptions *options, Equations *out);
  bool has_modes;  // its unknowns stay the same if constraints come and go
};

// Derives by a method; asserts that the equations are whole.
MUST_USE Status method_derive(const Method *method, const Model *model,
                              const DeriveOptions *options, Equations *out);

// The listed methods, ended by NULL.
const Method *const *methods_all(void);
const Method *methods_find(const char *name);  // or NULL
// The hint for a method that is asked for by the name another book gives it; or NULL.
const char *methods_other_name(const char *name);
// The one that takes constraints of every kind, which the others are compared with.
const Method *methods_reference(void);
// The natural method for a model.
const Method *methods_default(const Model *model);

#define X(name) extern const Method method_##name;
#include "methods/methods.def"
#undef X

#endif
