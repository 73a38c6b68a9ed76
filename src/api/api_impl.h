// api/api_impl.h: what the public functions share.

#ifndef API_API_IMPL_H
#define API_API_IMPL_H

#include "api/result.h"
#include "dalembert.h"
#include "program/call.h"

// --- calls ---------------------------------------------------------------------------------------

// Carries out body(context) for a model (program/call.h).
DalStatus api_run(DalModel *m, Status (*body)(void *context), void *context);

// The same for a body that writes into a result, of api_result_make; NULL if there was no memory for it.
// *result is the caller's.
DalStatus api_answer(DalModel *m, Status (*body)(void *context), void *context, DalResult *made,
                     DalResult **result);

// --- wrong calls ---------------------------------------------------------------------------------

// A call that cannot be carried out. Every public function begins with these: a wrong call is
// DAL_INPUT, with a message if there is a model to keep it, and never a crash.
DalStatus api_null(DalModel *m, const char *function, const char *argument);
DalStatus api_no_such(DalModel *m, const char *function, const char *what);
DalStatus api_unfit(DalModel *m, const char *function, const char *what);

#define API_NEED(m, pointer)                                         \
  do {                                                               \
    if ((pointer) == NULL) return api_null((m), __func__, #pointer); \
  } while (0)

// The place for a result, which is NULL unless the call produces one.
#define API_PLACE(m, result) \
  do {                       \
    API_NEED(m, result);     \
    *(result) = NULL;        \
  } while (0)

// format is what the caller cast to an enumeration: any number.
#define API_FORMAT(m, format, last)                                                           \
  do {                                                                                        \
    if ((unsigned) (format) > (unsigned) (last)) return api_no_such((m), __func__, "format"); \
  } while (0)

// --- options -------------------------------------------------------------------------------------

// Copies options as long as their first member says (0: `first`, their length in version 1.0) into
// `to` of `size` bytes, zeros for the rest. NULL is zeros. False if they are longer, and contain something that this
// library does not know.
bool api_copy_options(const void *options, size_t first, void *to, size_t size);

// Declares `name`, a copy of the caller's options.
#define API_OPTIONS(m, Type, name, options)                              \
  Type name;                                                             \
  if (!api_copy_options((options), sizeof(Type), &(name), sizeof(Type))) \
  return api_unfit((m), __func__, "options of a later version")

// The state that options ask for; NULL: the initial one. False if they are of a later version.
bool api_state_request(const DalEvalOptions *options, StateRequest *request);

#define API_STATE(m, name, options)           \
  StateRequest name;                          \
  if (!api_state_request((options), &(name))) \
  return api_unfit((m), __func__, "options of a later version")

// Public and internal enumerations are converted by casts.
_Static_assert((int) DAL_OK == STATUS_OK && (int) DAL_CANCELLED == STATUS_CANCELLED, "statuses");
_Static_assert((int) DAL_FORM_AUTO == FORM_AUTO && (int) DAL_FORM_MATRIX == FORM_MATRIX, "forms");

#endif
