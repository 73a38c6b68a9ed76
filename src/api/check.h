// api/check.h: what `check` finds, for those who show it.

#ifndef API_CHECK_H
#define API_CHECK_H

#include "api/api_impl.h"
#include "report/check.h"

// The same as structs, in the arena, and these as JSON, with the
// messages of the model's statements and of the call.
DalCheck *api_check_result(const CheckReport *report, Arena *arena);
void api_check_json(const DalCheck *check, const DalModel *m, Text *out);

// Is the model sound, do the methods agree, do the claims hold? Within `seconds` of processor time (0: those of
// the call). The report, which lives until the next call, has what was finished if a limit is
// reached; it stays empty if that is nothing.
MUST_USE Status api_check(DalModel *m, double seconds, CheckReport *report);

#endif
