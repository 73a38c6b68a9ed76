// program/resume.h: a run that continues where an earlier one ended.

#ifndef PROGRAM_RESUME_H
#define PROGRAM_RESUME_H

#include "program/follow.h"

// What another run must have in common with this one to continue from its last row: the equations, by a digest of their
// fingerprints, and the values of the parameters; and the options it was made with. Kept in files.
const char *resume_facts(System *m, const Motion *motion, Arena *arena);

// Checks that the equations and parameters are those of the old run, and fills in what follows from it: state, time,
// rows, and the options that are left out. STATUS_INPUT, with a message, if it cannot be continued.
MUST_USE Status resume_request(System *m, const Motion *old, const char *facts, MotionRequest *request);

// Puts the rows of the old run in front of those of the new one, in its arena.
void resume_join(const Motion *old, Arena *arena, Motion *motion);

#endif
