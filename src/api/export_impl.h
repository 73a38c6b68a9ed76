// api/export_impl.h: what the exports share.

#ifndef API_EXPORT_IMPL_H
#define API_EXPORT_IMPL_H

#include "api/api_impl.h"
#include "program/motion_tape.h"
#include "report/export.h"

// The model as an FMU of FMI 2.0 or 3.0, a ZIP archive; identifier: a name in C. To be called in a guarded body
// (export_fmu.c).
MUST_USE Status api_export_fmu(DalModel *m, int version, const char *identifier,
                               const DalExportOptions *options, Text *out);

// Parameters that a list "F, tau" makes inputs; NULL: an empty one. STATUS_INPUT, with a message, if one is not
// a parameter, or moves the constraints (analyze_local.c).
MUST_USE Status api_read_inputs(DalModel *m, const char *list, const Expr **input, size_t *inputs);

// What exports and pages need of a model whose constraints come and go, at the state among the inputs of the program. *why: the reason why
// it cannot be had, or NULL. All is left in the working memory (export_modes.c).
MUST_USE Status api_export_modes(DalModel *m, ExportedModes *modes, const char **why);

// What events do to the state, added to the functions that are exported (export_jumps.c).
MUST_USE Status api_export_jumps(MotionTape *s, ExportedEquations *e);

#endif
