// api/api_impl.h: what the public functions share.

#ifndef API_API_IMPL_H
#define API_API_IMPL_H

#include "dalembert.h"
#include "program/system.h"

// The state that options ask for.
static inline StateRequest api_state_request(const DalEvalOptions *options) {
  return (StateRequest){.at = options->at,
                        .tolerance = options->tolerance,
                        .project = options->project,
                        .as_is = options->as_is,
                        .energy = options->energy};
}

// A call that cannot be carried out. Every public function begins with these: a wrong call is
// DAL_INPUT, with a message if there is a model to keep it, and never a crash (call.c).
DalStatus api_null(DalModel *m, const char *function, const char *argument);
DalStatus api_no_such(DalModel *m, const char *function, const char *what);
DalStatus api_unfit(DalModel *m, const char *function, const char *what);

#define API_NEED(m, pointer)                                         \
  do {                                                               \
    if ((pointer) == NULL) return api_null((m), __func__, #pointer); \
  } while (0)

// format is what the caller cast to an enumeration: any number.
#define API_FORMAT(m, format, last)                                                           \
  do {                                                                                        \
    if ((unsigned) (format) > (unsigned) (last)) return api_no_such((m), __func__, "format"); \
  } while (0)

// Public and internal enumerations are converted by casts.
_Static_assert((int) DAL_OK == STATUS_OK && (int) DAL_INTERNAL == STATUS_INTERNAL, "statuses");
_Static_assert((int) DAL_FORM_AUTO == FORM_AUTO && (int) DAL_FORM_MATRIX == FORM_MATRIX, "forms");

#endif
