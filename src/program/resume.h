// program/resume.h: a run that continues where an earlier one ended.

#ifndef PROGRAM_RESUME_H
#define PROGRAM_RESUME_H

#include "program/follow.h"

// Returns the facts that another run must share to continue from the last row of this one: the equations, by a
// digest of their fingerprints, and the values of the parameters; and the options of this run. They are stored
// in files.
const char *resume_facts(System *m, const Motion *motion, Arena *arena);

// Checks that the equations and parameters are those of the old run, and fills in what follows from it: state,
// time, rows, and omitted options. STATUS_INPUT, with a message, if it cannot be continued.
MUST_USE Status resume_request(System *m, const Motion *old, const char *facts, MotionRequest *request);

// Prepends the rows of the old run to those of the new one, in its arena. Events of the old run are not known.
void resume_join(const System *m, const Motion *old, Arena *arena, Motion *motion);

#endif
