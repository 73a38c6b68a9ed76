// report/export_fmu.c: Functional Mock-up Units as targets. They need more than equations, a run and a compiler:
// answer/export_fmu.c writes them.

#include "report/export.h"

extern const ExportTarget export_fmu2, export_fmu3;

const ExportTarget export_fmu2 = {.name = "fmu2", .fmi = 2};
const ExportTarget export_fmu3 = {.name = "fmu3", .fmi = 3};
