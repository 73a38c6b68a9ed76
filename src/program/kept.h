// program/kept.h: the atlas of the last motion, kept for the next one.
//
// Motions of one system that differ in parameters and initial states have the same tapes if all decisions made
// by numbers turn out the same again. Then the next motion starts at once, with the same bits that it would
// have alone.

#ifndef PROGRAM_KEPT_H
#define PROGRAM_KEPT_H

#include "program/atlas.h"

// Works like atlas_open: returns the kept atlas, if it is the one that would be opened here, or a new one,
// opened so that it can be kept. free: series are dropped if Taylor's method does not pay at that rtol.
MUST_USE Status kept_open(System *m, const FlowWish *wish, bool project, double rtol, bool free,
                          Atlas *atlas, double **y);
// Replaces atlas_close after a motion: keeps the atlas if requested and if it may fit another motion. Leaves
// *atlas empty.
void kept_close(System *m, Atlas *atlas, bool keep);

#endif
