// Fuzz entry: any bytes as a CSV file of states.
//
// Law: nothing fails without a message, and what is printed is JSON.

#include "fuzz/fuzz.h"
#include "fuzz/json.h"

#include "dalembert.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char model_text[] =
  "parameter l = 2\n"
  "coordinate x, θ\n"
  "speed w = x' + l*θ'\n"
  "kinetic = 1/2*(x'^2 + l^2*θ'^2)\n"
  "potential = 1/2*(x - θ)^2\n"
  "initial x = 1, x' = 0.5\n"
  "observe a = x'' + θ\n";

// Returns the bytes as a text that ends at its first 0.
static char *text_from(const uint8_t *data, size_t size) {
  char *text = malloc(size + 1);
  if (text == NULL) abort();
  memcpy(text, data, size);
  text[size] = '\0';
  return text;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char *table = text_from(data, size);
  const DalEvalOptions options = {.table = table};
  DalResult *result;
  DalModel *model = dal_model_create();
  if (model == NULL || dal_model_add(model, model_text) != DAL_OK || dal_model_finish(model) != DAL_OK) abort();
  const DalStatus status = dal_model_eval(model, &options, DAL_JSON, &result);
  const char *text = dal_result_text(result);
  const bool told = dal_model_errors(model) > 0 && *dal_model_messages(model) != '\0';
  if (status == DAL_INTERNAL || (status == DAL_OK) == told || (status == DAL_OK && !is_json(text))) {
    fprintf(stderr, "fuzz_csv: status %d, message %d, text\n%s", (int) status, told, text);
    abort();
  }
  dal_result_destroy(result);
  dal_model_destroy(model);
  free(table);
  return 0;
}
