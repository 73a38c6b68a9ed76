// answer/states.h: everything there is to know at states.

#ifndef ANSWER_STATES_H
#define ANSWER_STATES_H

#include "program/system.h"
#include "report/report.h"

// Within a call of a model that is ready: adds a record for each state that is requested.
MUST_USE Status answer_states(System *m, const StateRequest *request, Records *records);

#endif
