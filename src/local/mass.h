// local/mass.h: does every velocity have a positive kinetic energy?

#ifndef LOCAL_MASS_H
#define LOCAL_MASS_H

#include "methods/methods.h"

typedef enum {
  MASS_POSITIVE,    // definite, and so at all states near this one
  MASS_SINGULAR,    // no velocity has a negative energy, but some have energy 0, judging by balls
  MASS_INDEFINITE,  // a velocity certainly has a negative energy
  MASS_UNKNOWN      // no state was found, or the matrix is not defined there
} MassKind;

typedef struct {
  MassKind kind;   // of the mass matrix M, or of H_pp where the momenta are part of the state
  MassKind along;  // of M along the velocities that the constraints allow
  bool moves;      // are the accelerations determined at this state?
  const char *direction;  // u with u.M u <= 0, "x' = 1, y' = -0.5"; one that is allowed, if any is
  const char *energy;     // 1/2 u.M u
  const char *state;      // where, as far as M depends on it
} MassReport;

// At the real state of this draw (proof/real.h): 0 is the initial one. The texts are in the arena.
MassReport mass_definite(const Equations *eq, unsigned draw, Arena *arena);

// Are the accelerations determined at almost all states of the manifold, whatever the values of the
// parameters? Exactly, by points of finite fields.
Truth mass_regular(const Equations *eq, Arena *arena);

#endif
