// methods/methods.h: the methods of mechanics, one file each.

#ifndef METHODS_METHODS_H
#define METHODS_METHODS_H

#include "methods/equations.h"

// How a method in free speeds eliminates the others: by these constraints, from which all others follow, each solved
// for the velocity of the given coordinate, in this order.
typedef struct {
  size_t n;
  const size_t *row, *velocity;
} Elimination;

// Marks the constraints that follow from the others wherever the motion takes place; NULL if that is not known. The
// answer depends on the manifold of the constraints, which the methods do not know, so the caller that requests
// equations supplies it.
typedef const bool *RedundantRows(const Equations *eq);

// Likewise a state that satisfies the constraints, the initial one if it is regular: q, then q'; or NULL.
typedef const double *KnownState(const Equations *eq);

typedef struct {
  Arena *arena;    // for the result
  bool worksheet;  // collect the steps, too
  // for whittaker: the coordinate or quasi-velocity that takes the place of time, NULL to choose one; the energy
  // constant, EXPR_NONE for a symbol
  const char *independent;
  Expr energy;
  const Elimination *eliminate;  // for appell and hamel; NULL: their own choice
  // for methods that solve the constraints; NULL: they omit only what vanishes identically
  RedundantRows *redundant;
  // a state at which they should be regular; NULL: use what the model gives of the initial state
  KnownState *state;
} DeriveOptions;

struct Method {
  const char *name;  // as used by --method
  const char *title;
  const char *source;    // key in docs/bibliography.bib
  bool has_independent;  // takes the options `independent` and `energy`
  // Derives the equations of the model; returns a status with the reason in model->diags if it fails.
  Status (*derive)(const Model *model, const DeriveOptions *options, Equations *out);
  bool has_modes;          // its unknowns stay the same when constraints come and go
  const char *modes_help;  // if not: the reason; NULL: it has no multipliers
};

// Derives by a method; asserts that the equations are complete.
MUST_USE Status method_derive(const Method *method, const Model *model,
                              const DeriveOptions *options, Equations *out);

// The list of methods, ended by NULL.
const Method *const *methods_all(void);
const Method *methods_find(const char *name);  // or NULL
// Returns a hint for a method that is asked for by its name in another book, or NULL.
const char *methods_other_name(const char *name);
// The method that takes constraints of every kind, with which the others are compared.
const Method *methods_reference(void);
// The natural method for a model.
const Method *methods_default(const Model *model);

#define X(name) extern const Method method_##name;
#include "methods/methods.def"
#undef X

#endif
