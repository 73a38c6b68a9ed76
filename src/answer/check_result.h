// answer/check_result.h: what `check` found, as the structs of the public header.

#ifndef ANSWER_CHECK_RESULT_H
#define ANSWER_CHECK_RESULT_H

#include "dalembert.h"
#include "program/system.h"
#include "report/check.h"

// Makes the structs in the arena; writes them as JSON, with the messages of the model's statements and of the call.
DalCheck *answer_check_result(const CheckReport *report, Arena *arena);
void answer_check_json(const DalCheck *check, const DalModel *m, Text *out);

#endif
