// api/check.h: what `check` finds, for those who show it.

#ifndef API_CHECK_H
#define API_CHECK_H

#include "api/api_impl.h"
#include "report/check.h"

// The equations that claims are judged by: of the method that takes the constraints as they stand, or of
// the natural one.
MUST_USE Status api_first_equations(DalModel *m, Equations *eq, const Method **method);

// Is the model sound, do the methods agree, do the claims hold? Lives as long as the model.
MUST_USE Status api_check(DalModel *m, CheckReport *report);

#endif
