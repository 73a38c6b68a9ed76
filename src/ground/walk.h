// ground/walk.h: states of the real constraint manifold, each reached from the one before it by a
// short step, in many digits.

#ifndef GROUND_WALK_H
#define GROUND_WALK_H

#include "ground/balls.h"

#define WALK_BITS 448

// A walk on the manifold of some of the constraints.
typedef struct {
  const Equations *eq;
  Arena store, work;  // of the walk, whole; for a moment
  Balls balls;        // where it is
  Enclosure *positions, *velocities;
  BallProgram *problem;  // A, then b
  uint64_t seed;
  bool resolved;  // all constraints vanish here to nearly all digits
  bool firm;      // and the last step was longer by far than the way back from it
} Walk;

// A state in numbers; NULL for what the model does not have.
typedef struct {
  double t;
  const double *q, *qd, *z;
} WalkState;

// On the constraints marked (NULL: all of them). The walk is cleared with the arena.
Walk *walk_make(const Equations *eq, const bool *kept, Arena *arena);
void walk_clear(Walk *walk);  // before the arena does

// Goes to a first state: attempt 0 holds the initial values of the model, 1 only begins there, the
// others begin at random, at first near it. False if none is found.
bool walk_begin(Walk *walk, unsigned attempt);
// The state nearest to this one.
bool walk_begin_at(Walk *walk, const WalkState *state);
// Goes to where these balls are: those of another walk, or of a state that was kept.
void walk_join(Walk *walk, const Balls *there);

// Goes a short step in a random direction; parameters: they change, too. False if the constraints
// cannot be met again near by.
bool walk_step(Walk *walk, bool parameters);

// The rows of A there, with b as a last column, at WALK_BITS; NULL if something is not defined.
arb_mat_struct *walk_problem(Walk *walk, Arena *arena);

// How many coordinates the constraints on positions determine there.
size_t walk_positions(Walk *walk);

// Numbers below 2^-walk_zero_bits(walk) count as zero: the distance to the manifold may be a root
// of what is left of the constraints.
slong walk_zero_bits(const Walk *walk);

// Does this formula vanish there, judging by its digits?
bool walk_vanishes(Walk *walk, Expr e);
// Does constraint a, at every level that has one?
bool walk_holds(Walk *walk, size_t a);

// The numbers of some rows, in the order in which they are taken.
typedef struct {
  size_t n;
  const size_t *at;
} RowOrder;

// Which of these rows (NULL: all, as they stand) depend on none before them, in the first `columns`
// columns? Their numbers in chosen; how many there are. rest (may be NULL): what is left of each row
// in the last column of the matrix, once it is expressed by those before it.
size_t walk_independent_rows(const arb_mat_t A, size_t columns, const RowOrder *order,
                             slong zero_bits, Arena *work, size_t *chosen, arb_ptr rest);

// --- what is kept of it (ground.c) ---------------------------------------------------------------

// A state of a piece where A has the rank that it has almost everywhere there.
typedef struct GroundState {
  Arena store, work;  // its own: the arena of the pool may be released past a mark
  Balls balls;        // parameters, t, coordinates, velocities
  arb_mat_struct *A;  // with b
  slong zero_bits;
  size_t positions;  // coordinates that the constraints on positions determine
  bool pointless;    // no point over the fields was found on this piece
  Memo place;        // derivatives that were asked for
  ARRAY(arb_struct) derivative;
} GroundState;

// A point over the fields on any piece.
MUST_USE Status ground_point_anywhere(const Equations *eq, Arena *arena, unsigned draw,
                                      FieldPoint **point);

// Do these equations determine these symbols there, near their present values? As many of both.
bool ground_state_determines(GroundState *state, ExprPool *pool, const Expr *equation,
                             const Expr *symbol, size_t n);

#endif
