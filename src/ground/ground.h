// ground/ground.h: the ground on which decisions about a system are taken: the piece of its constraint manifold on
// which the motion takes place.
//
// The real state decides, the fields confirm: rank and redundancy are those at real states near the state of reference,
// and a point of a finite field counts only if it lies on the same piece (docs/theory/ground.md).

#ifndef GROUND_GROUND_H
#define GROUND_GROUND_H

#include "expr/field_point.h"
#include "methods/methods.h"

// Faults of the constraints as stated.
typedef enum {
  GROUND_SOUND,
  GROUND_POWER,    // the derivatives of one vanish wherever it holds: a square, a sum of squares
  GROUND_KINK,     // one has no derivatives wherever it holds: |c| = 0
  GROUND_TOUCHES,  // one follows from the others to first order, but does not stay zero with them
  GROUND_EMPTY,    // one holds at no real state
  GROUND_CONTRADICTS,  // one is a nonzero constant wherever those before it hold
  GROUND_UNREACHED     // the reaction of a servo constraint acts along those of others
} GroundFault;

typedef struct {
  bool known;       // a real state was found; otherwise the rank is that of A off the manifold
  size_t rank;      // of the constraints on accelerations, A, at almost all states of the piece
  bool regular;     // the state of reference has this rank, too
  bool for_values;  // all this holds only for the parameter values as given
  const bool *redundant;  // r: rows that follow from those before them
  const bool *vanishing;  // r: those of them that are zero at every state of the piece; or NULL
  GroundFault fault;
  size_t culprit;             // the constraint that is reported
  const double *near;  // q, then q', of the state of reference or of a regular one near it; or NULL
  struct GroundState *state;  // a state at which A has this rank; NULL if unknown, or if the system is large
  struct LargeGround *large;  // the same for a large system, or NULL
} Ground;

// The ground of these equations around the initial state of the model. Computed once for the same constraints,
// parameter values and initial values, and kept with the model.
const Ground *ground_of(const Equations *eq);

// The redundant rows of that ground, for methods that solve the constraints; NULL if no real state is known or the
// constraints are unsound.
RedundantRows ground_redundant;
// Its state of reference in numbers, at which they choose what to solve for, or NULL.
KnownState ground_known_state;

// The same around a state given in numbers: t, q, q', free speeds or momenta (NULL if there are none); in the arena.
const Ground *ground_at(const Equations *eq, double t, const double *q, const double *qd,
                        const double *z, Arena *arena);

// Chooses, among the marked constraints, rows of A that are independent on the piece, the first ones if there is a
// choice. Returns their number, and their indices in chosen.
size_t ground_independent_rows(const Equations *eq, Arena *arena, const bool *among,
                               size_t *chosen);

// The equations with the marked constraints only.
Equations ground_with_constraints(const Equations *eq, const bool *kept, Arena *arena);

// Does constraint a hold wherever the marked ones do, near the state of reference?
Truth ground_follows(const Equations *eq, const bool *from, size_t a, Arena *arena);

// Does e, a function of the multipliers, have the same value for all multipliers that give the motion? Decided at the
// state of the ground; unknown without one.
Truth ground_determines(const Equations *eq, Expr e, Arena *arena);

// --- points of the finite fields -----------------------------------------------------------------

// Draws a random point of the constraint manifold of these equations, at the level of positions and velocities, on the
// piece of their ground. draw: its number; different draws are independent. Returns STATUS_UNABLE if no exact point was
// found: the constraints are coupled in a way that takes more than roots of one polynomial at a time.
MUST_USE Status ground_point(const Equations *eq, Arena *arena, unsigned draw, FieldPoint **point);

// The same under further conditions (expressions that vanish), then on any piece.
MUST_USE Status ground_point_given(const Equations *eq, Arena *arena, unsigned draw,
                                   const Expr *conditions, size_t n, FieldPoint **point);

// The same with chosen values of some symbols (parameters, t); with angle, the value is that of e^(i*symbol).
typedef struct {
  Expr symbol;
  Fingerprint value;
  bool angle;
} Pin;

typedef struct {
  const Pin *at;
  size_t n;
  bool
    first_field;  // constraints hold in the first field alone; the values in the other mean nothing
} Pins;

MUST_USE Status ground_point_pinned(const Equations *eq, Arena *arena, unsigned draw,
                                    const Expr *conditions, size_t n, Pins pins,
                                    FieldPoint **point);

// Moves the point to other velocities at the same positions.
MUST_USE Status ground_redraw_velocities(const Equations *eq, Arena *arena, unsigned draw,
                                         FieldPoint *point);

#endif
