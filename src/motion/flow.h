// motion/flow.h: a motion as y' = f(t, y): rates, the projection onto the constraints, events.
//
// The state y is made of the coordinates q, then the speeds u of the method. What a flow computes
// comes from tapes, which are interpreted, or from the same tapes compiled (motion/compiled.h).

#ifndef MOTION_FLOW_H
#define MOTION_FLOW_H

#include "native/text/drive.h"
#include "tape/bounds.h"
#include "tape/series.h"

// The places of the entries of a Jacobian that do not vanish identically, and its diagonal: column by
// column, each from the first row to the last.
typedef struct {
  size_t entries;
  const size_t *start;  // n + 1: of each column, and the end
  const size_t *row;
} FlowPattern;

// All tapes have the inputs: fixed ones, t, y.
typedef struct {
  const char *title;         // what is computed, for a reader of the compiled text
  const char *const *input;  // names of the inputs
  size_t fixed;    // inputs that stay the same in a run: parameters, constants of the motion
  size_t n;        // of y
  size_t watched;  // pivots that the rates divide by
  size_t events;
  size_t positions;      // of y: the first so many are corrected by `position`,
  size_t first, speeds;  // those from `first` on by `velocity`
  size_t sides;          // of y: this many, the last ones, say on which side of a jump the state is
  size_t residuals;      // of constraints
  bool monitored;        // they are checked after every step, for the rates do not need them all
  Tape *rate;            // -> y'; pivots; what each is measured by
  Tape *position;        // -> the change of the positions that satisfies the constraints; or NULL
  Tape *velocity;        // -> the same of the speeds; or NULL
  Tape *event;           // -> the differences whose zeros end the run; or NULL
  Tape *slope;           // -> as `slope` of a Flow; or NULL
  const int *order;      // of each side: as `order` of a Flow
  Tape *residual;        // -> the residuals, and what changes of the state make of them, as
                         // drive_stray takes them; or NULL
  Tape *jacobian;        // -> dy'/dy, the entries of its pattern; or NULL
  FlowPattern pattern;
  TapeSeries series;  // of y' and the pivots, if an integrator wants them and they are known
} FlowTapes;

typedef struct Flow Flow;

// Taylor coefficients of the motion, as tape/series.h has them.
typedef struct {
  size_t sums, guards, kept;
  // of order 0: rates; pivots, then guards; what is kept
  void (*start)(const Flow *flow, double t, const double *y, double *yd, double *w, double *kept);
  // of order k, times k + 1 for the state; factors of the sums
  void (*next)(const Flow *flow, const double *kept, int k, const double *y, const double *sum,
               double *yd, double *w, double *a, double *b);
} FlowSeries;

struct Flow {
  const double *fixed;  // the fixed inputs; a compiled flow has what is made of them behind
  size_t n, watched, events, residuals, sides;
  bool monitored;  // the residuals are checked after every step
  // the rates, or numbers that are not finite
  void (*rate)(const Flow *flow, double t, const double *y, double *yd, double *watch);
  void (*project)(const Flow *flow, double t, double *y);  // NULL: nothing to do
  void (*event)(const Flow *flow, double t, const double *y, double *g);
  // bounds of the events, by those of t and then y; NULL: not known
  void (*bounds)(const Flow *flow, const Bounds *ty, Bounds *g);
  // 2 * sides: of each function whose side y has, its derivative by time of that order, the first that depends on
  // sides; then the rate of the function if that is of order 2, 0 otherwise. Or NULL
  const int *order;
  void (*slope)(const Flow *flow, double t, const double *y, double *w);
  // puts sides in y that keep the state on the surfaces it slides along; NULL: it does not slide
  void (*settle)(const Flow *flow, double t, double *y);
  void (*residual)(const Flow *flow, double t, const double *y, double *r);
  // dy'/dy, column by column: all entries, or those of the pattern; NULL: not known
  void (*jacobian)(const Flow *flow, double t, const double *y, double *J);
  const FlowPattern *pattern;  // NULL: full
  FlowSeries series;
  int (*drive)(Drive *d);   // DOP853; d->context is the flow
  int (*taylor)(Drive *d);  // Taylor's method, if there are series; or NULL
  void *own;
  void (*destroy)(Flow *flow);
};

// Takes over the tapes (also when there is no memory: NULL then). fixed must stay.
Flow *flow_interpret(FlowTapes *tapes, const double *fixed, bool project);
void flow_destroy(Flow *flow);
// The fixed inputs of an interpreted flow have other values now.
void flow_restart(Flow *flow);

// Another flow along the tapes of an interpreted one, which must stay: with fixed inputs and workspace of
// its own, for another thread or another lane. Only events, their bounds and residuals are for it to
// compute, or all that a run needs. NULL without memory.
Flow *flow_share(const Flow *flow, const double *fixed, bool all);

// An interpreted flow that is not going to be followed by series.
void flow_forget_series(Flow *flow);

void flow_tapes_clear(FlowTapes *tapes);

// The tapes of an interpreted flow.
const FlowTapes *flow_tapes(const Flow *flow);

// The library's own DOP853, for any flow; and Taylor's method, for those that have `series`.
int flow_dop853(Drive *d);
int flow_taylor(Drive *d);
// The same with the arithmetic of compiled units for processors that multiply and add with one rounding, and
// for those alone; whether there is such a version.
int flow_dop853_fused(Drive *d);
int flow_taylor_fused(Drive *d);
extern const bool flow_has_fused;

#endif
