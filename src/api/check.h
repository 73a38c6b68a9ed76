// api/check.h: what `check` finds, for those who show it.

#ifndef API_CHECK_H
#define API_CHECK_H

#include "api/api_impl.h"
#include "report/check.h"

// Is the model sound, do the methods agree, do the claims hold? Lives as long as the model.
MUST_USE Status api_check(DalModel *m, CheckReport *report);

#endif
