// draw/modes.h: a model whose constraints come and go, for pages and exported files.

#ifndef DRAW_MODES_H
#define DRAW_MODES_H

#include "program/system.h"
#include "report/export.h"

// At the state among the inputs of the program. *why: the reason why it cannot be had, or NULL. All is left in the
// working memory.
MUST_USE Status draw_modes(System *m, ExportedModes *modes, const char **why);

#endif
