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

// Public and internal enumerations are converted by casts.
_Static_assert((int) DAL_OK == STATUS_OK && (int) DAL_INTERNAL == STATUS_INTERNAL, "statuses");
_Static_assert((int) DAL_FORM_AUTO == FORM_AUTO && (int) DAL_FORM_MATRIX == FORM_MATRIX, "forms");

#endif
