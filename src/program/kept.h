// program/kept.h: the atlas of the last motion, kept for the next one.
//
// Motions of one system that differ in parameters and initial states have the same tapes, if all that was decided by
// numbers is decided in the same way again. Then the next one begins at once, with the bits that it would have alone.

#ifndef PROGRAM_KEPT_H
#define PROGRAM_KEPT_H

#include "program/atlas.h"

// As atlas_open: the atlas that was kept, if it is what would be opened here, or a new one, opened where it can be kept.
// free: series are dropped if Taylor's method does not pay at that rtol.
MUST_USE Status kept_open(System *m, const FlowWish *wish, bool project, double rtol, bool free,
                          Atlas *atlas, double **y);
// Instead of atlas_close, after a motion: keeps the atlas, if that is wished for and it may fit another motion. Leaves it empty.
void kept_close(System *m, Atlas *atlas, bool keep);

#endif
