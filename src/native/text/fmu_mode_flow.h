// native/text/fmu_mode_flow.h: the equations of a mode of an FMU, as in `simulate`.
//
// A part of exported C, plain C99, after fmu_types.h and modes.h. fmu_flows has one for each of FMU_FLOWS modes.

typedef void FmuFunction(const double *p, double t, const double *y, double *out);

typedef struct FmuModeFlow {
  int use[MODES_R + 1];         // of each constraint
  int next;                     // the flow of this mode that searches for pivots, if one of these vanishes; or -1
  int watched, residuals, monitored;
  int columns, row_residuals;   // of a row: all but the last column are followed by residuals in parts of their terms
  void (*rate)(const double *p, double t, const double *y, double *yd, double *w);
  void (*project)(const double *p, double t, double *y);  // or NULL
  FmuFunction *event, *residual, *row;
  const double *ask, *fall;     // of each pivot
  const int *column;            // of each column of the table but the last: its place in a row, or -1: it is 0
  int bounded;                  // events have bounds
  const FmuTape *tape[3];       // rates, row, events, as data
} FmuModeFlow;

typedef struct {
  ModePast past;
  int turned[FMU_FLOWS + 1];  // of each flow: its mode now uses the next flow
} FmuDiscrete;
