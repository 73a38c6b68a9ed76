// draw/modes.h: a model whose constraints come and go, or whose forces switch, for pages and exported files.

#ifndef DRAW_MODES_H
#define DRAW_MODES_H

#include "program/flow.h"
#include "report/export.h"

// At the state among the inputs of the program. *why: the reason why it cannot be had, or NULL. All is left in the
// working memory.
MUST_USE Status draw_modes(System *m, ExportedModes *modes, const char **why);

// The plan of a run whose forces may switch, at the same state. *why: the reason why others than the program cannot follow
// it, or NULL.
MUST_USE Status draw_plan(System *m, FlowPlan *plan, const char **why);
// That reason, if the plan knows this number of places where forces switch, or NULL.
const char *draw_hindrance(System *m, size_t known);

#endif
