// api/call.c: calls that answer with a result, and calls that cannot be carried out.

#include "api/api_impl.h"
#include "base/part.h"
#include <math.h>
#include <string.h>

// --- calls ---------------------------------------------------------------------------------------

DalStatus api_run(DalModel *m, Status (*body)(void *context), void *context) {
  return (DalStatus) system_call(m, body, context);
}

typedef struct {
  DalModel *m;
  DalResult *result;
} Taking;

static Status take_body(void *context) {
  const Taking *taking = context;
  api_result_take(taking->result, &taking->m->diags);
  return STATUS_OK;
}

DalStatus api_answer(DalModel *m, Status (*body)(void *context), void *context, DalResult *made,
                     DalResult **result) {
  *result = NULL;
  if (made == NULL) return DAL_LIMIT;
  system_hold(m);
  DalStatus status = m->guard.exit == NULL ? api_run(m, body, context) : DAL_INPUT;
  const bool busy = m->guard.exit != NULL;
  if (!busy && m->left) api_result_empty(made);             // its text is incomplete
  if (!busy && status == DAL_LIMIT) part_grace(&m->guard);  // for the part that was finished
  const Status taken = busy ? STATUS_INPUT : guard_run(&m->guard, take_body, &(Taking){m, made});
  if (!busy) m->guard.held = false;
  if (!busy) m->guard.budget = m->memory_limit;
  if (taken == STATUS_OK) {
    api_result_release(made);
    *result = made;
  } else {
    dal_result_destroy(made);
    if (status == DAL_OK) status = (DalStatus) taken;
  }
  system_drop(m);
  return status;
}

// --- wrong calls ---------------------------------------------------------------------------------

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
  return misuse.m != NULL ? api_run(misuse.m, report_body, &misuse) : DAL_INPUT;
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

// --- options -------------------------------------------------------------------------------------

#define OPTIONS_MOST 4096  // bytes

bool api_copy_options(const void *options, size_t first, void *to, size_t size) {
  memset(to, 0, size);
  if (options == NULL) return true;
  size_t given;
  memcpy(&given, options, sizeof given);
  if (given == 0) given = first;
  if (given > OPTIONS_MOST) return false;
  for (size_t i = size; i < given; i++)
    if (((const char *) options)[i] != 0) return false;
  memcpy(to, options, given < size ? given : size);
  return true;
}

const char *api_state_request(const DalEvalOptions *options, StateRequest *request) {
  DalEvalOptions o;
  const bool known = api_copy_options(options, sizeof o, &o, sizeof o);
  *request = (StateRequest){.at = o.at,
                            .table = o.table,
                            .name = o.table_name,
                            .tolerance = o.tolerance,
                            .project = o.project,
                            .as_is = o.as_is,
                            .energy = o.energy};
  if (!known) return API_LATER;
  return o.tolerance >= 0 && isfinite(o.tolerance) ? NULL
                                                   : "a tolerance that is not a positive number";
}

bool api_has_null(const char *const *list, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (list == NULL || list[i] == NULL) return true;
  return false;
}
