// native/text/fmu_types.h: types that the parts of an exported FMU share.
//
// A part of exported C, plain C99, after drive.h, bounded.h, flow_type.h and a list of operations, TapeOp.

typedef struct EventWatch EventWatch;

// Is called for an event that does not end a run.
typedef void EventPassed(void *context, size_t event, double t, double *y);

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
