// answer/export.h: a model as source text, or as a Functional Mock-up Unit.

#ifndef ANSWER_EXPORT_H
#define ANSWER_EXPORT_H

#include "program/system.h"

typedef struct {
  const char *target;  // of report/export_targets.def; NULL: "c"
  const char *name;    // prefix of all names in the text; NULL: "model"
  const char *input;   // for an FMU: parameters that become inputs, "F, tau"; or NULL
  bool source_only;    // an FMU without compiled code
} ExportRequest;

// Appends the text, or the bytes of an archive.
MUST_USE Status answer_export(System *m, const ExportRequest *request, Text *out);

// Writes the model as an FMU of FMI 2.0 or 3.0, a ZIP archive; identifier: a name in C. Call it in
// a guarded body (export_fmu.c).
MUST_USE Status export_fmu(System *m, int version, const char *identifier,
                               const ExportRequest *options, Text *out);

#endif
