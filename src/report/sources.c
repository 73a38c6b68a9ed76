// report/sources.c: sources that the steps of a worksheet cite by short names.

#include "report/report.h"
#include <string.h>

static const CitedSource sources[] = {
#define X(name, title, where) {name, title, where},
#include "report/sources.def"
#undef X
};

// Does a step of the worksheet name it?
static bool is_cited(const Equations *eq, const char *name) {
  const size_t n = strlen(name);
  for (size_t i = 0; i < eq->worksheet.n; i++)
    for (const char *at = eq->worksheet.at[i].source; (at = strstr(at, name)) != NULL; at += n)
      if (at[n] == ' ' || at[n] == '\0') return true;
  return false;
}

const CitedSource *report_source(const Equations *eq, size_t i) {
  for (size_t k = 0; k < sizeof sources / sizeof *sources; k++)
    if (is_cited(eq, sources[k].name) && i-- == 0) return &sources[k];
  return NULL;
}
