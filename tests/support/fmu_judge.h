// support/fmu_judge.h: what an FMU must do, as checks that fail the test.

#ifndef SUPPORT_FMU_JUDGE_H
#define SUPPORT_FMU_JUDGE_H

#include "dalembert.h"
#include "support/importer.h"

typedef struct {
  DalModel *model;
  DalResult *archive;
  Importer im;
} Fmu;

// Exports a model of the gallery, models/NAME.mech, or the text, and loads it.
void fmu_open(Fmu *f, const char *name, const char *text, int version, const char *input,
              ImportedCode code);
void fmu_close(Fmu *f);

// Return an instance ready for co-simulation, or for model exchange; another instance in the same state, transferred
// as bytes; the name of a column in an FMU: theta' is theta_dot, lambda(rod) is lambda_rod; a step from t that ends
// exactly at `next`.
void *fmu_begin(Fmu *f, bool steps);
void *fmu_begin_with(Fmu *f, bool steps, double tolerance);
void *fmu_move(Fmu *f, void *c);
void fmu_plain_name(const char *name, char *plain);
double fmu_step_to(double t, double next);

// Do the constraints of the model come and go?
bool fmu_has_modes(const Importer *im);

// Co-simulation agrees with `simulate` bit for bit, at `rows` times, and ends where it does; also from a state that was
// saved, serialized and loaded into another instance on the way, and with other communication steps. Returns how many
// numbers were compared.
size_t fmu_judge_steps(Fmu *f, int rows);
// For a model whose constraints come and go also: the events of `simulate` at times within 1e-8, and its rows to
// 1e-9 of 1 + their size, both at a tolerance of 1e-12, for as long as `simulate` agrees in this way with itself at
// 1e-13; rows at an event may show either side of it. The bits may differ at another tolerance: then the motion enters modes
// at other states than those at which the FMU has their equations.
size_t fmu_judge_modes(Fmu *f, int rows);
// Model exchange agrees with the motion of co-simulation to 1e-9 of its size, with the same events and the same end.
void fmu_judge_exchange(Fmu *f, double part);
// Directional derivatives agree with differences, and adjoint ones with them; an output that is declared independent of
// a known does not change with it, and one with a constant factor changes accordingly. Returns how many were compared.
size_t fmu_judge_derivatives(Fmu *f, unsigned seed);
// An importer that does everything wrong, some thousand calls at random.
void fmu_judge_misuse(Fmu *f, unsigned seed, int calls);

#endif
