// native/text/drive.h: a run in progress, as the program and compiled units both see it.
//
// This text is part of every compiled unit, so it needs nothing but C.

#ifndef NATIVE_TEXT_DRIVE_H
#define NATIVE_TEXT_DRIVE_H

#include <stddef.h>

#define DRIVE_LEAST_STEP 1e-15  // parts of t
#define DRIVE_WORK 17           // arrays of the length of the state that a step needs
#define DRIVE_DENSE 8           // coefficients of the polynomial over a step, per component
#define DRIVE_ORDER_MOST 40     // the highest order of series
#define TAYLOR_PADDED(n) (((n) + 3 + ((n) == 0)) / 4 * 4)  // n, rounded up to a multiple of 4

typedef enum {
  DRIVE_PAUSE,       // nothing happened: the budget of steps is used up, or a stop was requested
  DRIVE_DONE,        // t is `end`
  DRIVE_EVENT,       // the event number `event` passes zero at bracket[0], in the last step
  DRIVE_SINGULAR,    // pivot `pivot` vanishes at bracket[0], in the next step; y is before it
  DRIVE_SMALL_STEP,  // the step would be too small to change t
  DRIVE_NOT_FINITE,  // there are no finite rates at the state itself
  DRIVE_ASK,         // pivot `asked` has become small: would other variables do better from here?
  DRIVE_NO_SERIES,   // there are rates at t, but no useful series
  DRIVE_STRAY,       // the tolerances do not explain the error of constraint `strayed`
  DRIVE_FAILED       // the method gave up for another reason
} DriveReason;

// Does a pivot vanish within a step?
typedef enum {
  DRIVE_DIP_NONE,
  DRIVE_DIP_NEAR,  // it comes so near to zero that a shorter step must decide
  DRIVE_DIP_ZERO
} DriveDip;

typedef struct Drive Drive;

// Computes the state at t, within the last step.
typedef void DriveStateAt(const Drive *d, double t, double *y);

struct Drive {
  const void *context;       // of the provider of the rates
  void *stepper;             // of a driver that has data of its own, or NULL
  const double *parameters;  // inputs that stay constant
  int n, watched, events;    // lengths of the state, of the pivots, of the events
  int residuals;             // the number of residuals that are checked after every step

  double t, end, h;  // h: the next step, with its sign; 0 before the first
  double *y, *yd;    // n; the state and its rates at t
  double rtol, atol;
  double memory;  // the logarithm of the error of the last step
  int refused;    // was that step refused? Then the next one must not be longer

  const double *times;  // at which the state is wanted, in the direction of the run
  long n_times, done_times;
  double *rows;  // n_times * n

  double from, step;     // the last step: where it began and how long it was
  double *dense;         // DRIVE_DENSE * n, or rows of taylor.h: the state over that step
  int order;             // of series,
  double base;           // the time at which they begin,
  double *series;        // and room for the series of everything but the state
  double *carry;         // n: what rounding has taken from the state at t,
  double later;          // and from t
  const int *direction;  // of each event: 1 rising, -1 falling, 0 any
  double *low, *high;    // n: bounds of the state over the last step; low > high: not known
  void *watch_events;    // the data of find_event
  int (*find_event)(Drive *d, DriveStateAt *state_at);  // not 0: an event happened in the last step
  int event;                                            // the event that happened
  double bracket[2];

  double *watch;    // 2 * watched: pivots, then the scale of each
  double *lowest;   // watched: the least size of each pivot among the stages of a step
  double *side;     // watched: the pivots at t
  double *largest;  // watched: the largest size of each pivot so far
  double *ask;      // watched: parts of `largest` below which the driver asks for other variables
  int asked;        // the pivot that fell below, or -1
  double *fall;     // watched: the least part of each pivot that a step may leave; 0: no limit
  int falls;        // is any of them limited?
  double longest;   // the longest step within these limits, by the fall in the last one
  double least;     // parts of its scale below which a pivot vanishes
  double digits;    // the least part of its scale that a pivot has had, if that is small,
  int nearest;      // the number of that pivot, or -1
  double nearest_at;
  double blur;       // parts of its largest size below which a pivot vanishes,
  double doubt;      // and below which a shorter step decides
  int pivot;         // the one that vanished
  double way;        // the longest way to a singularity ahead
  double ahead;      // the time of that singularity
  int pivot_ahead;   // and its pivot, or -1 if that is uncertain
  double *residual;  // 3 * residuals, as drive_stray expects them
  double slack[2];   // the factors of its second and third parts that count as explained
  int strayed;
  double *between;  // n: a state between steps, before it is projected
  double *work;     // DRIVE_WORK * n, for drivers that do not know n when they are compiled
  const volatile int *stop;  // may be NULL; not 0: pause at the next step

  long budget;  // steps until the next pause
  long steps, rejected, calls;
  int stiff, stiff_signs, stiff_doubts;  // a hint: stability limits the step, not accuracy
};

// A pivot when steps last made progress.
typedef struct {
  size_t pivot;
  double size;
  long steps;
} Crawl;

// The pace of a run.
typedef struct {
  double t;
  long steps;   // the start of the present stretch
  double best;  // the longest mean step between two pauses
} Pace;

// Like fmax and fmin, which are calls into the C library: the larger and the smaller number; if one is
// NaN, the other one.
static inline double drive_larger(double a, double b) {
  return a > b || b != b ? a : b;
}

static inline double drive_smaller(double a, double b) {
  return a < b || b != b ? a : b;
}

// Returns the first residual that is unexplained or NaN, or -1. r: n residuals; then the change of each
// if all components of the state changed by their own size; then its change if all of them changed by 1.
static inline int drive_stray(const double *r, int n, const double *slack) {
  for (int i = 0; i < n; i++) {
    const double size = r[i] < 0 ? -r[i] : r[i];
    if (!(size <= slack[0] * r[n + i] + slack[1] * r[2 * n + i])) return i;
  }
  return -1;
}

// Returns the size of residual i relative to its second number.
static inline double drive_off(const double *r, int i, unsigned long n) {
  const double size = r[i] < 0 ? -r[i] : r[i];
  return r[n + (unsigned long) i] > 0 ? size / r[n + (unsigned long) i] : size;
}

#endif
