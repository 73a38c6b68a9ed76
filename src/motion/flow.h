// motion/flow.h: a motion as y' = f(t, y): rates, the projection onto the constraints, events.
//
// The state y consists of the coordinates q, then the speeds u of the method. The functions of a flow come from
// tapes, which are interpreted or compiled (motion/compiled.h).

#ifndef MOTION_FLOW_H
#define MOTION_FLOW_H

#include "native/text/drive.h"
#include "tape/bounds.h"
#include "tape/series.h"

// The places of the diagonal and of the entries of a Jacobian that do not vanish identically: column by column,
// each from the first row to the last.
typedef struct {
  size_t entries;
  const size_t *start;  // n + 1: the start of each column, and the end
  const size_t *row;
} FlowPattern;

// All tapes have the inputs: fixed ones, t, y.
typedef struct {
  const char *title;         // of the computation, for a reader of the compiled text
  const char *const *input;  // names of the inputs
  size_t fixed;    // inputs that stay constant in a run: parameters, constants of the motion
  size_t n;        // of y
  size_t watched;  // pivots that the rates divide by
  size_t events;
  size_t positions;      // of y: the first ones, corrected by `position`,
  size_t first, speeds;  // those from `first` on, corrected by `velocity`
  size_t sides;          // of y: the last ones, which say on which side of a jump the state is
  size_t residuals;      // of constraints
  bool monitored;        // they are checked after every step: the rates do not need them all
  Tape *rate;            // -> y'; pivots; the scale of each
  Tape *position;        // -> the change of positions that satisfies the constraints; or NULL
  Tape *velocity;        // -> the change of speeds; or NULL
  Tape *event;           // -> the functions whose zeros end the run; or NULL
  Tape *slope;           // -> `slope` of a Flow; or NULL
  const int *order;      // of each side: `order` of a Flow
  Tape *residual;        // -> the residuals, and how changes of the state affect them, as
                         // drive_stray expects them; or NULL
  Tape *jacobian;        // -> dy'/dy, the entries of its pattern; or NULL
  FlowPattern pattern;
  TapeSeries series;  // of y' and the pivots, if an integrator needs them and they exist
} FlowTapes;

typedef struct Flow Flow;

// Taylor coefficients of the motion, as in tape/series.h.
typedef struct {
  size_t sums, guards, kept;
  // of order 0: rates; pivots, then guards; the kept values
  void (*start)(const Flow *flow, double t, const double *y, double *yd, double *w, double *kept);
  // of order k, times k + 1 for the state; factors of the sums
  void (*next)(const Flow *flow, const double *kept, int k, const double *y, const double *sum,
               double *yd, double *w, double *a, double *b);
} FlowSeries;

struct Flow {
  const double *fixed;  // the fixed inputs; in a compiled flow, values computed from them follow
  size_t n, watched, events, residuals, sides;
  bool monitored;  // the residuals are checked after every step
  // the rates, or numbers that are not finite
  void (*rate)(const Flow *flow, double t, const double *y, double *yd, double *watch);
  void (*project)(const Flow *flow, double t, double *y);  // NULL: nothing to do
  void (*event)(const Flow *flow, double t, const double *y, double *g);
  // bounds of the events, by those of t and then y; NULL: not known
  void (*bounds)(const Flow *flow, const Bounds *ty, Bounds *g);
  // 2 * sides: for each function whose side is in y, its time derivative of that order, the first one that
  // depends on sides; then the rate of the function if the order is 2, otherwise 0. Or NULL
  const int *order;
  void (*slope)(const Flow *flow, double t, const double *y, double *w);
  // sets sides in y that keep the state on the surfaces it slides along; NULL: it does not slide
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

// Takes over the tapes (also if there is no memory; NULL then). fixed must stay valid.
Flow *flow_interpret(FlowTapes *tapes, const double *fixed, bool project);
void flow_destroy(Flow *flow);
// Makes an interpreted flow take new values of its fixed inputs.
void flow_restart(Flow *flow);

// Makes another flow along the tapes of an interpreted one, which must stay. It has fixed inputs and workspace
// of its own, for another thread or lane. all: it computes everything a run needs, not only events, their
// bounds and residuals. NULL without memory.
Flow *flow_share(const Flow *flow, const double *fixed, bool all);

// Drops the series of an interpreted flow that will not be integrated by series.
void flow_forget_series(Flow *flow);

void flow_tapes_clear(FlowTapes *tapes);

// The tapes of an interpreted flow.
const FlowTapes *flow_tapes(const Flow *flow);

// The library's own DOP853, for any flow, and Taylor's method, for flows with `series`.
int flow_dop853(Drive *d);
int flow_taylor(Drive *d);
// The same with the arithmetic of compiled units, only for processors that multiply and add with one rounding;
// and whether this version exists.
int flow_dop853_fused(Drive *d);
int flow_taylor_fused(Drive *d);
extern const bool flow_has_fused;

#endif
