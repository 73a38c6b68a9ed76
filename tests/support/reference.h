// support/reference.h: motions in numbers of 113 bits, to judge those of the program.
//
// From the text of a model to its Equations this uses the program, whose derivations are judged
// exactly elsewhere. From there on it shares no code: expressions are evaluated by
// support/series.h and not by the tape, the linear problem
//   [ M -B^T ] [ q''    ]   [ F ]
//   [ A   0  ] [ lambda ] = [ b ]
// is solved by elimination with complete pivoting, and the motion is continued by its Taylor
// series of order REFERENCE_ORDER: the linear problem at order k of the series has the matrix of
// order 0, so that one elimination serves a step. Products of series are summed to 106 bits
// (support/pair.h). Nothing is projected on the way; the drift of the constraints is below 1e-20.
//
// Rank:  redundant constraints are left out. How many is decided at the start of a motion, with
//        REFERENCE_RANK, and then kept: a state off the manifold by a rounding must not make
//        redundant constraints independent.
// From:  Jorba and Zou, Experimental Mathematics 14 (2005), 99-117, section 3.2, for the steps.
// Not:   a motion ends at a singular state; it is not continued through one.

#ifndef SUPPORT_REFERENCE_H
#define SUPPORT_REFERENCE_H

#include "support/quad.h"

#define REFERENCE_ORDER 30
#define REFERENCE_ERROR 1e-26  // of a step, relative to the largest of the state and 1
#define REFERENCE_RANK 1e-10   // pivots below this part of the largest are zero
#define REFERENCE_STEP 1e-9    // steps below this are taken in front of singular states only

typedef struct QuadMotion QuadMotion;

// Opens the model of this text, which reference_close destroys. NULL for lack of memory.
QuadMotion *reference_open(const char *text);
void reference_close(QuadMotion *r);
// Returns the mistake in it, or the last failure, or NULL.
const char *reference_trouble(const QuadMotion *r);

size_t reference_count(const QuadMotion *r);                // coordinates
const char *reference_name(const QuadMotion *r, size_t i);  // of a coordinate
Quad reference_end(QuadMotion *r);                          // of the model's `simulate to`, or 0
size_t reference_operations(const QuadMotion *r);           // on series, a step

// Finds the initial state of the model: what is given, to 113 bits, and the rest from the constraints by
// damped Gauss-Newton steps of least norm, as the program does in double precision.
bool reference_initial(QuadMotion *r, Quad *t, Quad *q, Quad *v);

// Moves a state to the constraint manifold: first the positions, then the velocities, by steps of
// least norm. A state of the program, consistent to 1e-16, becomes consistent to 1e-32 and moves by
// about 1e-16.
bool reference_settle(QuadMotion *r, Quad t, Quad *q, Quad *v);

// Starts a motion at this state as it is. A state that is consistent only to 1e-16 may be handed
// over as well; its motion then keeps this error in the constraints, or lets it grow, which a
// program that projects its states does not: settle them before judging such a program.
bool reference_start(QuadMotion *r, Quad t, const Quad *q, const Quad *v);
// Continues it to the time, forwards or backwards. Fills q and v (each may be NULL). False if it
// comes to a singular state before.
bool reference_reach(QuadMotion *r, Quad time, Quad *q, Quad *v);
// Returns the accelerations there.
void reference_accelerations(const QuadMotion *r, Quad *qdd);
// Return how far the motion came, and in how many steps.
Quad reference_time(const QuadMotion *r);
size_t reference_steps(const QuadMotion *r);
// Returns the smallest pivot of the linear problem there, as a part of the largest: near 0 at singular
// states. A motion may pass through one between two steps without its series noticing.
Quad reference_pivot(QuadMotion *r);

// Does everything at once, from a state in double precision, which is settled first: the state at t1. False,
// with a message on stderr, if it cannot be computed.
bool reference_run(const char *text, double t0, double t1, const double *q0, const double *v0,
                   Quad *q1, Quad *v1);

#endif
