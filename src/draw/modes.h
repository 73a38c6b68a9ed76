// draw/modes.h: a model whose constraints come and go, or whose forces switch, for pages and exported files.

#ifndef DRAW_MODES_H
#define DRAW_MODES_H

#include "program/flow.h"
#include "report/export.h"

// Describes the modes at the state in the program's inputs. *why: the reason why this is not possible, or NULL.
// Everything is in the working memory.
MUST_USE Status draw_modes(System *m, ExportedModes *modes, const char **why);

// Makes the plan of a run whose forces may switch, at the same state. *why: the reason why only this program can follow
// it, or NULL.
MUST_USE Status draw_plan(System *m, FlowPlan *plan, const char **why);
// Returns that reason for a plan that knows this number of places where forces switch, or NULL.
const char *draw_hindrance(System *m, size_t known);

#endif
