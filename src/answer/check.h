// answer/check.h: is a model sound, do the methods agree, do the claims hold?

#ifndef ANSWER_CHECK_H
#define ANSWER_CHECK_H

#include "program/system.h"
#include "report/check.h"

// Is the model sound, do the methods agree, do the claims hold? Within `seconds` of processor time (0: those of
// the call). The report, which lives until the next call, has what was finished if a limit is
// reached; it stays empty if that is nothing.
MUST_USE Status answer_check(System *m, double seconds, CheckReport *report);

// The claims that algebra proves, with their proofs, as JSON; program: its name and version (certificate.c).
MUST_USE Status answer_certificate(System *m, const char *program, Text *out);

#endif
