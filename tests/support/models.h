// tests/support/models.h: models from their texts, for tests of the public interface.

#ifndef SUPPORT_MODELS_H
#define SUPPORT_MODELS_H

#include "dalembert.h"
#include "support/check.h"

// Returns the finished model; a text with a mistake fails the test, with its messages.
static inline DalModel *model_of(const char *text) {
  DalModel *m = dal_model_create();
  assert_non_null(m);
  if (dal_model_add(m, text) != DAL_OK || dal_model_finish(m) != DAL_OK)
    fail_msg("%s", dal_model_messages(m));
  return m;
}

#endif
