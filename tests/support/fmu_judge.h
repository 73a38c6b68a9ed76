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

// Co-simulation gives the bits of `simulate`, at `rows` times, and ends where that does; also from a state that
// was saved, serialized and loaded into another instance on the way, and with other communication steps. exact:
// otherwise to 1e-5. Returns how many numbers were compared.
size_t fmu_judge_steps(Fmu *f, int rows, bool exact);
// Model exchange follows the motion of co-simulation to 1e-9 of its size, and ends at the same event.
void fmu_judge_exchange(Fmu *f, double part);
// Directional derivatives against differences; adjoint ones against them; what is said not to depend on a known
// does not change with it, and what depends by a constant factor does so. Returns how many were compared.
size_t fmu_judge_derivatives(Fmu *f, unsigned seed);
// An importer that does everything wrong, some thousand calls at random.
void fmu_judge_misuse(Fmu *f, unsigned seed, int calls);

#endif
