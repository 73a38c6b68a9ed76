// api/export_impl.h: what the exports share.

#ifndef API_EXPORT_IMPL_H
#define API_EXPORT_IMPL_H

#include "api/api_impl.h"

// The model as an FMU of FMI 2.0 or 3.0, a ZIP archive; identifier: a name in C. To be called in a guarded body
// (export_fmu.c).
MUST_USE Status api_export_fmu(DalModel *m, int version, const char *identifier,
                               const DalExportOptions *options, Text *out);

// Parameters that a list "F, tau" makes inputs; NULL: an empty one. STATUS_INPUT, with a message, if one is not
// a parameter, or moves the constraints (analyze_local.c).
MUST_USE Status api_read_inputs(DalModel *m, const char *list, const Expr **input, size_t *inputs);

#endif
