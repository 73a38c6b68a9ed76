// methods/quasi.h: quasi-velocities omega = a(q) q', q' = b omega, the first of which vanish by the constraints; shared
// by the methods in quasi-coordinates.

#ifndef METHODS_QUASI_H
#define METHODS_QUASI_H

#include "methods/free.h"

// One entry of the curl of a row of a.
typedef struct {
  size_t k, r;
  Expr value;
} Curl;

typedef ARRAY(Curl) Curls;

// The quasi-velocities: the first l vanish by the constraints.
typedef struct {
  size_t l;
  Matrix a, b;   // omega = a q', q' = b omega
  Expr *symbol;  // of each omega; EXPR_ZERO for the first l
  Expr *rate;    // of those beyond
  Curls *curls;  // one list for each row of a
} Quasi;

// Chooses them: the constraints that are not redundant (NULL: all of them), then `first` (a velocity or a
// quasi-velocity of the model, or EXPR_NONE), then the other quasi-velocities of the model, then velocities. If the
// constraints determine `first`, it is omitted. Returns STATUS_UNABLE, with a message, for constraints that are not
// linear and homogeneous, and if a could not be inverted.
MUST_USE Status quasi_choose(const FreeSystem *s, const Equations *eq, const bool *redundant,
                             Expr first, Quasi *w);

// The same for a given choice of velocities: those not eliminated.
MUST_USE Status quasi_velocities(const FreeSystem *s, const Equations *eq,
                                 const Elimination *eliminate, Quasi *w);

// (6)  gamma^s_tm = sum_kr (da_sk/dq_r - da_sr/dq_k) b_rt b_km
Expr quasi_gamma(const FreeSystem *s, const Quasi *w, size_t row, size_t t, size_t m);
// (7)  de/dpi_s = sum_r b_rs de/dq_r
Expr quasi_diff(const FreeSystem *s, const Quasi *w, Expr e, size_t index);
// sum_k b_ks v_k: the component at the quasi-velocity s of something given at the velocities, e.g. momenta or forces
Expr quasi_part(const FreeSystem *s, const Quasi *w, const Expr *v, size_t index);

// Write the worksheet's steps: a, b and the objects of anholonomy. psi: q' in the quasi-velocities.
void quasi_write_velocities(const FreeSystem *s, const Quasi *w, Equations *eq);
void quasi_write_gamma(const FreeSystem *s, const Quasi *w, Equations *eq);

#endif
