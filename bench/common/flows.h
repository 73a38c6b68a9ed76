// bench/common/flows.h: shared by the programs about runs: flows of models, hand-written rates,
// times.

#ifndef BENCH_COMMON_FLOWS_H
#define BENCH_COMMON_FLOWS_H

#include "dalembert.h"
#include "motion/compiled.h"
#include "motion/run.h"

#define BENCH_MOST 2048  // numbers of a state

// A model being turned into a run. Its parts live until bench_flow_close.
typedef struct {
  DalModel *model;
  Flow *interpreted, *compiled;
  size_t n;
  double t0, y0[BENCH_MOST];
  const double *parameters;
} BenchFlow;

double bench_now(void);
// Processor time, since the machine may be shared.
double bench_processor(void);
// Returns the text of a file, or, for "ten-links", of the planar pendulum of ten links; ends the
// program if there is no such file. Free it.
char *bench_text(const char *path);
// Joins texts, up to a NULL. Free the result.
char *bench_join(const char *const *parts);
// Returns the planar pendulum of n links, with masses and lengths as parameters; relative: its
// coordinates are angles between links. Free it.
char *bench_chain(int n, bool relative);
// Removes a folder and the files in it.
void bench_remove_folder(const char *folder);
// Ends the program, with the messages, on failure. Without compiling, compiled is NULL.
BenchFlow bench_flow(const char *text, bool project, bool compile);
// With projection and Taylor series, compiled.
BenchFlow bench_flow_series(const char *text);
// With projection and the Jacobian of the rates, compiled.
BenchFlow bench_flow_stiff(const char *text);
void bench_flow_close(BenchFlow *f);

// Returns n states along the motion up to t, without projecting the rows in between.
void bench_states(const BenchFlow *f, double t, size_t n, double *states);

// --- hand-written rates --------------------------------------------------------------------------

typedef void BenchRate(const double *k, double t, const double *y, double *yd);
// The same from state to state by Euler steps: the time of rates that depend on previous ones.
typedef void BenchChain(const double *k, double h, int steps, double *y);

typedef struct {
  const char *title, *model, *hand;  // files
  double to;                         // of the states that are examined
} BenchCase;

extern const BenchCase bench_case[];
extern const size_t bench_cases;

// Compiles C text with `prepare` and `rate` of bench/hand, and what is added to it, as a flow's
// text is compiled.
typedef struct {
  NativeUnit *unit;
  double constants[64];  // that `prepare` made of the parameters
} BenchHand;

BenchHand bench_hand(const char *path, const char *added, const BenchFlow *f);
// Copies the address of a symbol to a pointer to a function.
void bench_find(const NativeUnit *unit, const char *name, void *function);
NativeUnit *bench_compile(const char *text);
// Compiles the text of the flow's own unit with more added to it.
NativeUnit *bench_unit(const BenchFlow *f, const char *added);

#endif
