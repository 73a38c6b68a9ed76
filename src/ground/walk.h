// ground/walk.h: states of the real constraint manifold, each reached from the previous one by a short step, in many
// digits.

#ifndef GROUND_WALK_H
#define GROUND_WALK_H

#include "ground/balls.h"

#define WALK_BITS 448

// A walk on the manifold of some of the constraints.
typedef struct {
  const Equations *eq;
  Arena store, work;  // for the lifetime of the walk; temporary
  Balls balls;        // the present state
  Enclosure *positions, *velocities;
  BallProgram *problem;  // A, then b
  uint64_t seed;
  bool resolved;  // all constraints vanish here to nearly all digits
  bool firm;      // and the last step was much longer than the way back from it
} Walk;

// A state in numbers; NULL for variables that the model does not have.
typedef struct {
  double t;
  const double *q, *qd, *z;
} WalkState;

// Creates a walk on the marked constraints (NULL: all of them). It is cleared with the arena.
Walk *walk_make(const Equations *eq, const bool *kept, Arena *arena);
void walk_clear(Walk *walk);  // before the arena does

// Goes to a first state: attempt 0 holds the initial values of the model, attempt 1 only begins there, the others begin
// at random, at first near it. Returns false if none is found.
bool walk_begin(Walk *walk, unsigned attempt);
// Goes to the state nearest to this one.
bool walk_begin_at(Walk *walk, const WalkState *state);
// Goes to the state of these balls, from another walk or a kept state.
void walk_join(Walk *walk, const Balls *there);

// Takes a short step in a random direction; parameters: they change, too. Returns false if the constraints cannot be
// satisfied again nearby.
bool walk_step(Walk *walk, bool parameters);

// The rows of A there, with b as the last column, at WALK_BITS; NULL if something is undefined.
arb_mat_struct *walk_problem(Walk *walk, Arena *arena);

// The number of coordinates that the constraints on positions determine there.
size_t walk_positions(Walk *walk);

// Numbers below 2^-walk_zero_bits(walk) count as zero: the distance to the manifold may be as large as a root of the
// residuals.
slong walk_zero_bits(const Walk *walk);

// Does this formula vanish there, judging by its digits?
bool walk_vanishes(Walk *walk, Expr e);
// Does constraint a hold there, at every level at which it is defined?
bool walk_holds(Walk *walk, size_t a);

// The indices of some rows, in the order in which they are taken.
typedef struct {
  size_t n;
  const size_t *at;
} RowOrder;

// Finds those of these rows (NULL: all, in order) that are independent of the ones before them, in the first `columns`
// columns: their indices in chosen; returns their number. rest (may be NULL): the remainder of each row in the last
// column of the matrix, after it is reduced by the ones before it.
size_t walk_independent_rows(const arb_mat_t A, size_t columns, const RowOrder *order,
                             slong zero_bits, Arena *work, size_t *chosen, arb_ptr rest);

// --- the kept state (ground.c) -------------------------------------------------------------------

// A state of a piece at which A has its generic rank on the piece.
typedef struct GroundState {
  Arena store, work;  // its own: the arena of the pool may be released past a mark
  Balls balls;        // parameters, t, coordinates, velocities
  arb_mat_struct *A;  // with b
  slong zero_bits;
  size_t positions;  // coordinates that the constraints on positions determine
  bool pointless;    // no point over the fields was found on this piece
  Memo place;        // derivatives asked for so far
  ARRAY(arb_struct) derivative;
} GroundState;

// Draws a point over the fields on any piece.
MUST_USE Status ground_point_anywhere(const Equations *eq, Arena *arena, unsigned draw,
                                      FieldPoint **point);

// Do these n equations determine these n symbols there, near their present values?
bool ground_state_determines(GroundState *state, ExprPool *pool, const Expr *equation,
                             const Expr *symbol, size_t n);

#endif
