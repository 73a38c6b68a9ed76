// report/export.c: the targets that equations are exported to.

#include "report/export.h"
#include "report/target.h"
#include <string.h>

#define X(name) extern const ExportTarget export_##name;
#include "report/export_targets.def"
#undef X

const ExportTarget *const *export_targets(void) {
  static const ExportTarget *const all[] = {
#define X(name) &export_##name,
#include "report/export_targets.def"
#undef X
    NULL};
  return all;
}

const ExportTarget *export_target(const char *name) {
  for (const ExportTarget *const *target = export_targets(); *target != NULL; target++)
    if (name == NULL || strcmp((*target)->name, name) == 0) return *target;
  return NULL;
}

bool export_flow_solves(const FlowTapes *flow) {
  if (flow == NULL) return false;
  const Tape *const all[] = {flow->rate, flow->event, flow->slope, flow->position, flow->velocity};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    if (all[i] != NULL && tape_count(all[i], TAPE_SOLVE) > 0) return true;
  return false;
}

void export_write(const ExportTarget *target, const ExportedEquations *equations, Text *out) {
  if (target->language != NULL)
    target_write(target->language, equations, out);
  else
    target->write(equations, out);
}
