// api/call.c: calls that cannot be carried out.

#include "api/api_impl.h"

typedef struct {
  DalModel *m;
  DiagCode code;
  const char *function, *what;
} Misuse;

static Status report_body(void *context) {
  const Misuse *misuse = context;
  diag_report(&misuse->m->diags, misuse->code, (Span){0}, misuse->function, misuse->what);
  return STATUS_INPUT;
}

static DalStatus misuse(Misuse misuse) {
  if (misuse.m == NULL) return DAL_INPUT;
  return (DalStatus) guard_run(&misuse.m->guard, report_body, &misuse);
}

DalStatus api_null(DalModel *m, const char *function, const char *argument) {
  return misuse((Misuse){m, DIAG_CALL_NULL, function, argument});
}

DalStatus api_no_such(DalModel *m, const char *function, const char *what) {
  return misuse((Misuse){m, DIAG_CALL_VALUE, function, what});
}

DalStatus api_unfit(DalModel *m, const char *function, const char *what) {
  return misuse((Misuse){m, DIAG_CALL_OPTION, function, what});
}
