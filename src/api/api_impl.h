// api/api_impl.h: what the public functions share.

#ifndef API_API_IMPL_H
#define API_API_IMPL_H

#include "api/result.h"
#include "dalembert.h"
#include "program/call.h"

// --- calls ---------------------------------------------------------------------------------------

// Carries out body(context) for a model (program/call.h).
DalStatus api_run(DalModel *m, Status (*body)(void *context), void *context);

// The same for a body that writes into `made`, a result of api_result_make, which is NULL if there was no memory for
// it. The caller owns *result.
DalStatus api_answer(DalModel *m, Status (*body)(void *context), void *context, DalResult *made,
                     DalResult **result);

// --- wrong calls ---------------------------------------------------------------------------------

// Reports a call that cannot be carried out. Every public function begins with these checks: a wrong call returns
// DAL_INPUT, with a message if there is a model to keep it, and never crashes.
DalStatus api_null(DalModel *m, const char *function, const char *argument);
DalStatus api_no_such(DalModel *m, const char *function, const char *what);
DalStatus api_unfit(DalModel *m, const char *function, const char *what);

#define API_NEED(m, pointer)                                         \
  do {                                                               \
    if ((pointer) == NULL) return api_null((m), __func__, #pointer); \
  } while (0)

// Checks the place for a result and sets it to NULL, which it stays unless the call produces one.
#define API_PLACE(m, result) \
  do {                       \
    API_NEED(m, result);     \
    *(result) = NULL;        \
  } while (0)

// Checks `format`, which may be any number that the caller cast to the enumeration.
#define API_FORMAT(m, format, last)                                                           \
  do {                                                                                        \
    if ((unsigned) (format) > (unsigned) (last)) return api_no_such((m), __func__, "format"); \
  } while (0)

// Checks in a public function that there is such a format of answer/print_format.h, and that it has this kind of result.
#define API_PRINTS(m, format, result)                                                          \
  do {                                                                                         \
    const PrintFormat *traits = print_format(format);                                          \
    if (traits == NULL || traits->result == NULL) return api_no_such((m), __func__, "format"); \
  } while (0)

// --- options -------------------------------------------------------------------------------------

// Copies options into `to`, of `size` bytes, and fills the rest with zeros. Their first member is their length; 0 means
// `first`, their length in version 1.0. NULL options are all zeros. Returns false if they are longer and set something
// that this library does not know, or if they are longer than options of any version: then they were not initialized.
bool api_copy_options(const void *options, size_t first, void *to, size_t size);
#define API_LATER "options of a later version"

// Declares `name`, a copy of the caller's options.
#define API_OPTIONS(m, Type, name, options)                              \
  Type name;                                                             \
  if (!api_copy_options((options), sizeof(Type), &(name), sizeof(Type))) \
  return api_unfit((m), __func__, API_LATER)

// Makes the request for the state that options ask for; NULL asks for the initial one. Returns what cannot be used in
// them, or NULL.
const char *api_state_request(const DalEvalOptions *options, StateRequest *request);

#define API_STATE(m, name, options)                                 \
  StateRequest name;                                                \
  const char *unfit_##name = api_state_request((options), &(name)); \
  if (unfit_##name != NULL) return api_unfit((m), __func__, unfit_##name)

// Is an entry of the list, or the list itself, NULL?
bool api_has_null(const char *const *list, size_t n);

// Public and internal enumerations are converted by casts, so their values must agree.
#define X(name, meaning) _Static_assert((int) DAL_##name == STATUS_##name, "status " #name);
STATUS_LIST(X)
#undef X
_Static_assert((int) DAL_FORM_AUTO == FORM_AUTO && (int) DAL_FORM_CLOSED == FORM_CLOSED &&
                 (int) DAL_FORM_MATRIX == FORM_MATRIX,
               "forms");

#endif
