// answer/check.h: is a model sound, do the methods agree, do the claims hold?

#ifndef ANSWER_CHECK_H
#define ANSWER_CHECK_H

#include "program/system.h"
#include "report/check.h"

// Answers the three questions within `seconds` of processor time (0: the limit of the call). If a
// limit is reached, the report has what was finished; it is empty if nothing was. It lives until
// the next call.
MUST_USE Status answer_check(System *m, double seconds, CheckReport *report);

// Writes the claims that algebra proves, with their proofs, as JSON; program: its name and version
// (certificate.c).
MUST_USE Status answer_certificate(System *m, const char *program, Text *out);

#endif
