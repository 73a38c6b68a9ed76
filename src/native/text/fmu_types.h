// native/text/fmu_types.h: what the parts of an exported FMU have in common.
//
// A part of exported C, plain C99, after drive.h and bounded.h and a list of operations, TapeOp.

typedef struct Flow Flow;
typedef struct EventWatch EventWatch;

// Events: one that is not watched; what is called for one that does not end a run.
#define EVENT_OFF 2
typedef void EventPassed(void *context, size_t event, double t, double *y);

// A motion, as motion/flow.h of the program has it.
struct Flow {
  const double *fixed;
  size_t n, watched, events, residuals, sides;
  bool monitored;
  void (*rate)(const Flow *flow, double t, const double *y, double *yd, double *watch);
  void (*project)(const Flow *flow, double t, double *y);
  void (*event)(const Flow *flow, double t, const double *y, double *g);
  void (*bounds)(const Flow *flow, const Bounds *ty, Bounds *g);
  const int *order;
  void (*slope)(const Flow *flow, double t, const double *y, double *w);
  void (*residual)(const Flow *flow, double t, const double *y, double *r);
  void (*settle)(const Flow *flow, double t, double *y);
  Bounds *bounds_work;
  void *own;
};

// Equations as data: one operation after the other, on values that begin with the inputs (parameters, t, y)
// and constants.
typedef struct {
  int op, to, a, b;
} FmuStep;

typedef struct {
  int inputs, constants, values, length;
  const double *constant;
  const FmuStep *step;
  const int *output;
} FmuTape;
