// api/check.h: what `check` found, as the structs of the public header.

#ifndef API_CHECK_H
#define API_CHECK_H

#include "api/api_impl.h"
#include "report/check.h"

// Makes the structs in the arena; writes them as JSON, with the messages of the model's statements and of the call.
DalCheck *api_check_result(const CheckReport *report, Arena *arena);
void api_check_json(const DalCheck *check, const DalModel *m, Text *out);

#endif
