// native/text/contact_type.h: all constraints that a model declares, in numbers at a state, and their history.
//
// This text is compiled into the program and is a part of exported C: plain C99, with <stdbool.h> and <stddef.h>, after
// push_type.h.

#ifndef NATIVE_TEXT_CONTACT_TYPE_H
#define NATIVE_TEXT_CONTACT_TYPE_H

enum { CONTACT_IN_FORCE, CONTACT_WATCHED, CONTACT_OFF };                // uses of a constraint
enum { CONTACT_POSITIONS, CONTACT_VELOCITIES, CONTACT_ACCELERATIONS };  // its level

// Why a motion does not continue.
typedef enum {
  CONTACT_GOES_ON,
  CONTACT_NO_IMPACT,   // what the impact does is not determined,
  CONTACT_NO_CONTACT,  // or which constraints push
  CONTACT_NONLINEAR    // a constraint is not linear in the velocities: it has no law of impact
} ContactEnd;

// The history of a motion, besides that of each constraint.
typedef struct {
  double t, start;    // of this event; of the run
  double impacts[3];  // times of the last three, the latest first
  double last, pause, longest, ratio;  // of events by `when`: time, pauses, and the ratio of these
  size_t shrinking;                    // how many successive pauses shrank by the same ratio
} ContactPast;

typedef struct Contacts Contacts;

struct Contacts {
  size_t n, r, sides;  // coordinates, constraints, signs of velocities of slip
  size_t states;       // numbers of a state y: coordinates, velocities, free speeds
  const int *unilateral, *level, *nonlinear;  // r
  int along;  // 1, or -1 if time runs backwards: then velocities are those of the reversed motion
  double rtol, atol;  // of the run
  bool trusts;        // forces switch: where a multiplier vanishes its constraint leaves, since friction may hold what is at rest
  // Computes at t, y, with the sides in use: M by its lower triangle, F, A, B, b, positions,
  // velocities, sizes of the terms of both, coefficients of restitution, velocities of slip.
  void (*terms)(const Contacts *c, double t, const double *y, double *all);
  // Receives what happens to a constraint.
  void (*note)(const Contacts *c, double t, const char *what, size_t a, double impulse, double lost);
  void *context, *listener;  // of these two
  // at the state that contacts_at was called for
  double *M, *all;                    // n*n; the numbers of `terms`, of which these are parts:
  double *F, *A, *B, *b;              // n, r*n, r*n, r
  double *gap, *speed;                // r: positions, velocities,
  double *gap_size, *speed_size;      // and the sizes of their terms
  double *restitution, *slip;         // r; sides
  // along the run
  ContactPast *past;
  double *fastest, *highest;  // r: the largest speed of closing, and the corresponding height
  double *gap_rate;           // r: accelerations of the gaps at the last event
  double *brushed;            // r: when it last stayed open although hardly pushed, or NAN
  double *impulse, *lost;     // r: at this event; energy by Carnot: half the impulse times the sum of the velocities
                              // before and after
  double *side, *slip_most;   // sides: the sign in use; the largest size of slip
  int *use;                   // r
  int *touches, *leaves;      // r: known to be closed at this event; must not come into force at it
  // workspace
  Push push;
  PushTrouble trouble;  // of the last problem
  size_t row;           // that is not linear
  double *ahead, *slips, *next;
  int *former, *over;
};

// Numbers and marks that are remembered, and those to work in.
#define CONTACT_TERMS(n, r, s) ((n) * ((n) + 1) / 2 + (n) + 2 * (r) * (n) + 6 * (r) + (s))
#define CONTACT_MEMORY(r, s) (6 * (r) + 2 * (s))
#define CONTACT_MARKS(r) (3 * (r))
#define CONTACT_WORK(n, r, s, y) ((n) * (n) + 2 * CONTACT_TERMS(n, r, s) + (s) + (y) + PUSH_NUMBERS(n, r))
#define CONTACT_WORK_MARKS(r) (2 * (r) + PUSH_MARKS(r))

#endif
