// Fuzz entry: any bytes as a CSV file of states.
//
// Law: nothing fails without a message, and what is printed is JSON.

#include "fuzz/fuzz.h"
#include "fuzz/json.h"

#include "dalembert.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static const char model_text[] =
  "parameter l = 2\n"
  "coordinate x, θ\n"
  "speed w = x' + l*θ'\n"
  "kinetic = 1/2*(x'^2 + l^2*θ'^2)\n"
  "potential = 1/2*(x - θ)^2\n"
  "initial x = 1, x' = 0.5\n"
  "observe a = x'' + θ\n";

static char path[] = P_tmpdir "/fuzz_csv.XXXXXX";

static void remove_file(void) {
  unlink(path);
}

// The same file for all inputs of a process.
static void write_file(const uint8_t *data, size_t size) {
  static int file = -1;
  if (file < 0) {
    file = mkstemp(path);
    if (file < 0 || atexit(remove_file) != 0) abort();
  }
  if (ftruncate(file, 0) != 0 || pwrite(file, data, size, 0) != (ssize_t) size) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  write_file(data, size);
  char at[sizeof path + 1];
  snprintf(at, sizeof at, "@%s", path);
  const DalEvalOptions options = {.at = at};
  const char *text = "";
  DalModel *model = dal_model_create();
  if (model == NULL || dal_model_add(model, model_text) != DAL_OK || dal_model_finish(model) != DAL_OK) abort();
  const DalStatus status = dal_model_eval(model, &options, DAL_JSON, &text);
  const bool told = dal_model_errors(model) > 0 && *dal_model_messages(model) != '\0';
  if (status == DAL_INTERNAL || (status == DAL_OK) == told || (status == DAL_OK && !is_json(text))) {
    fprintf(stderr, "fuzz_csv: status %d, message %d, text\n%s", (int) status, told, text);
    abort();
  }
  dal_model_destroy(model);
  return 0;
}
