// local/mass.h: whether every velocity has a positive kinetic energy.

#ifndef LOCAL_MASS_H
#define LOCAL_MASS_H

#include "methods/methods.h"

typedef enum {
  MASS_POSITIVE,    // definite, and so at all nearby states
  MASS_SINGULAR,    // no velocity has a negative energy, but some have energy 0, judging by balls
  MASS_INDEFINITE,  // a velocity certainly has a negative energy
  MASS_UNKNOWN      // no state was found, or the matrix is undefined there
} MassKind;

typedef struct {
  MassKind kind;          // of the mass matrix M, or of H_pp if the momenta are part of the state
  MassKind along;         // of M along the velocities allowed by the constraints
  bool moves;             // are the accelerations determined at this state?
  const char *direction;  // u with u.M u <= 0, "x' = 1, y' = -0.5"; an allowed one, if possible
  const char *energy;     // 1/2 u.M u
  const char *state;      // the state, as far as M depends on it
} MassReport;

// Examines the real state of this draw (ground/real.h): 0 is the initial one. The texts are in the arena.
MassReport mass_definite(const Equations *eq, unsigned draw, Arena *arena);

// Are the accelerations determined at almost all states of the manifold, for all parameter values? Decided exactly, by
// points of finite fields.
Truth mass_regular(const Equations *eq, Arena *arena);

#endif
