// answer/export_impl.h: shared by the files of answer/export.h.

#ifndef ANSWER_EXPORT_IMPL_H
#define ANSWER_EXPORT_IMPL_H

#include "program/motion_tape.h"
#include "report/export.h"

// Adds functions for what events do to the state (export_jumps.c).
MUST_USE Status export_jumps(MotionTape *s, ExportedEquations *e);

#endif
