// native/text/drive.h: a run in progress, as the program and compiled units both see it.
//
// This text is part of every compiled unit, so it needs nothing but C.

#ifndef NATIVE_TEXT_DRIVE_H
#define NATIVE_TEXT_DRIVE_H

#include <stddef.h>

#define DRIVE_LEAST_STEP 1e-15  // parts of t
#define DRIVE_WORK 17           // arrays of that length that a step takes
#define DRIVE_DENSE 8  // coefficients of the polynomial over one step, for each part of the state
#define DRIVE_ORDER_MOST 40                                // of series
#define TAYLOR_PADDED(n) (((n) + 3 + ((n) == 0)) / 4 * 4)  // numbers that are side by side

typedef enum {
  DRIVE_PAUSE,       // nothing happened: the budget of steps is used up, or it was asked to stop
  DRIVE_DONE,        // t is `end`
  DRIVE_EVENT,       // the event number `event` passes zero at bracket[0], in the last step
  DRIVE_SINGULAR,    // pivot `pivot` vanishes at bracket[0], in the next step; y is before it
  DRIVE_SMALL_STEP,  // the step would be too small to change t
  DRIVE_NOT_FINITE,  // there are no finite rates at the state itself
  DRIVE_ASK,         // pivot `asked` has become small: would other variables do better from here?
  DRIVE_NO_SERIES,   // there are rates at t, but no series that would be of use from there
  DRIVE_STRAY,       // constraint `strayed` has left what the tolerances explain
  DRIVE_FAILED       // the method gave up otherwise
} DriveReason;

// Does a pivot vanish within a step?
typedef enum {
  DRIVE_DIP_NONE,
  DRIVE_DIP_NEAR,  // it comes so near to zero that a shorter step must tell
  DRIVE_DIP_ZERO
} DriveDip;

typedef struct Drive Drive;

// The state within the last step.
typedef void DriveStateAt(const Drive *d, double t, double *y);

struct Drive {
  const void *context;       // of the provider of the rates
  void *stepper;             // of a driver that keeps its own books; otherwise NULL
  const double *parameters;  // inputs that stay the same
  int n, watched, events;    // lengths of the state, of the pivots, of the events
  int residuals;             // of constraints that are checked after every step

  double t, end, h;  // h: the next step, with its sign; 0 before the first
  double *y, *yd;    // n; the state and its rates at t
  double rtol, atol;
  double memory;  // the logarithm of the error of the last step
  int refused;    // was that step refused? Then the next one is no longer

  const double *times;  // the state is wanted at these, in the direction of the run
  long n_times, done_times;
  double *rows;  // n_times * n

  double from, step;     // the last step: where it began and how long it was
  double *dense;         // DRIVE_DENSE * n, or rows of taylor.h: the state over it
  int order;             // of series,
  double base;           // where they begin;
  double *series;        // room for those of everything but the state
  double *carry;         // n: what rounding has taken from the state at t,
  double later;          // and from t
  const int *direction;  // of each event: 1 rising, -1 falling, 0 any
  double *low, *high;  // n: between which the state stays over the last step; low > high: not known
  void *watch_events;  // what find_event knows of the run
  int (*find_event)(Drive *d, DriveStateAt *state_at);  // not 0: one happened in the last step
  int event;                                            // that happened
  double bracket[2];

  double *watch;    // 2 * watched: pivots, then what each is measured by
  double *lowest;   // watched: the least size of each pivot among the stages of a step
  double *side;     // watched: the pivots at t
  double *largest;  // watched: the largest size of each pivot so far
  double *ask;      // watched: parts of that below which other variables are asked for
  int asked;        // the pivot that fell below, or -1
  double *fall;     // watched: parts of a pivot that a step is to leave; all 0 unless
  int falls;        // some of them are limited
  double longest;   // step that does so, by the fall in the last one
  double least;     // parts of its measure below which a pivot vanishes
  double digits;    // the least part of its measure that a pivot has had, if that is little,
  int nearest;      // which one that was, or -1
  double nearest_at;
  double blur;       // parts of its largest size below which it does
  double doubt;      // and below which a shorter step decides
  int pivot;         // that vanished
  double way;        // the longest to a singularity that was ahead
  double ahead;      // where it is
  int pivot_ahead;   // and whose, or -1 if that is uncertain
  double *residual;  // 3 * residuals, as drive_stray takes them
  double slack[2];   // how much of it counts as explained: of the second part, of the third
  int strayed;
  double *between;  // n: a state between steps, before it is projected
  double *work;  // DRIVE_WORK * n, for drivers that do not know n when they are compiled
  const volatile int *stop;  // may be NULL; not 0: pause at the next step

  long budget;  // steps until the next pause
  long steps, rejected, calls;
  int stiff, stiff_signs, stiff_doubts;  // a hint: the step is held down by stability, not accuracy
};

// What a pivot was when steps last led somewhere.
typedef struct {
  size_t pivot;
  double size;
  long steps;
} Crawl;

// How fast a run has come forward.
typedef struct {
  double t;
  long steps;   // where and when the present stretch began
  double best;  // the most time that a step took, between two pauses
} Pace;

// As fmax and fmin, which are calls into the C library: the larger and the smaller one, the other one
// if one is not a number.
static inline double drive_larger(double a, double b) {
  return a > b || b != b ? a : b;
}

static inline double drive_smaller(double a, double b) {
  return a < b || b != b ? a : b;
}

// The first residual that is not explained, or is no number, or -1. r: n residuals; then by how much
// each would change if all parts of the state changed by their own size; then if all of them changed
// by 1.
static inline int drive_stray(const double *r, int n, const double *slack) {
  for (int i = 0; i < n; i++) {
    const double size = r[i] < 0 ? -r[i] : r[i];
    if (!(size <= slack[0] * r[n + i] + slack[1] * r[2 * n + i])) return i;
  }
  return -1;
}

// Residual i in parts of its second number.
static inline double drive_off(const double *r, int i, unsigned long n) {
  const double size = r[i] < 0 ? -r[i] : r[i];
  return r[n + (unsigned long) i] > 0 ? size / r[n + (unsigned long) i] : size;
}

#endif
