// Fuzz entry: any bytes as a model: parsed, derived, printed and evaluated.
//
// Laws: nothing fails without a message, and what succeeds has none that is an error; what is
// printed as JSON is JSON.
//
// libFuzzer gives a call a fraction of a second: it has thousands of inputs to try, and what a limit ends must be
// clean, too. Without it, derivations take as long as they take.
//
// Few mutants of a model are a model, so lines with errors are blanked and the rest is tried again:
// then most of them reach the derivation.

#include "fuzz/fuzz.h"
#include "fuzz/json.h"

#include "dalembert.h"

#include <stdio.h>
#include <stdlib.h>

static void need(bool good, const char *what) {
  if (good) return;
  fprintf(stderr, "fuzz_model: %s\n", what);
  abort();
}

static bool is_message(DalStatus status) {
  return status == DAL_INPUT || status == DAL_DOMAIN;
}

// Checks that the outcome of a step agrees with the messages. Returns whether it succeeded.
static bool well(DalModel *model, DalStatus status) {
  need(status != DAL_INTERNAL, "an internal error");
  if (status == DAL_OK) need(dal_model_errors(model) == 0, "success with an error message");
  if (is_message(status)) need(dal_model_errors(model) > 0, "failure without a message");
  return status == DAL_OK;
}

// Prints in one format, which depends on the input: a worksheet takes a while in all three.
static void print(DalModel *model, DalFormat format) {
  DalResult *result;
  if (well(model, dal_model_print(model, format, &result))) {
    const char *text = dal_result_text(result);
    need(*text != '\0', "nothing printed");
    need(format != DAL_JSON || is_json(text), "equations that are not JSON");
  }
  dal_result_destroy(result);
}

// Evaluates at the state that the model names; if that is not consistent, as it is.
static void evaluate(DalModel *model) {
  for (int as_is = 0; as_is < 2; as_is++) {
    const DalEvalOptions options = {.as_is = as_is == 1};
    DalResult *result;
    const DalStatus status = dal_model_eval(model, &options, DAL_JSON, &result);
    need(status != DAL_INTERNAL, "an internal error");
    if (is_message(status)) need(dal_model_errors(model) > 0, "failure without a message");
    if (status == DAL_OK) need(is_json(dal_result_text(result)), "numbers that are not JSON");
    dal_result_destroy(result);
    if (status == DAL_OK) return;
  }
}

// --- rounds -------------------------------------------------------------------------------------

#define ROUNDS 4  // of blanking

// Replaces this line, counted from 1, by spaces.
static void blank_line(char *text, unsigned long line) {
  while (line > 1 && text != NULL) {
    text = strchr(text, '\n');
    if (text != NULL) text++;
    line--;
  }
  if (text != NULL) memset(text, ' ', strcspn(text, "\n"));
}

// Blanks the lines that the errors are in: messages start with "<text>:12:". Are there any?
static bool blank_errors(char *text, const char *messages) {
  static const char place[] = "<text>:";
  bool found = false;
  for (const char *at = messages; at != NULL && *at != '\0'; at = strchr(at, '\n')) {
    at += *at == '\n';
    if (strncmp(at, place, sizeof place - 1) != 0) continue;
    blank_line(text, strtoul(at + sizeof place - 1, NULL, 10));
    found = true;
  }
  return found;
}

#define WORK 0.05  // seconds of processor time for one call, under libFuzzer

// Returns whether there is a reason to try again.
static bool use(DalModel *model, char *text) {
  const bool read = well(model, dal_model_add(model, text));
  const bool finished = dal_model_finish(model) == DAL_OK;  // with checks of its own
  if (!read || !finished) return blank_errors(text, dal_model_messages(model));
  if (!well(model, dal_model_derive(model, &(DalDeriveOptions){.worksheet = true}))) return false;
  print(model, (DalFormat) (strlen(text) % 3));
  evaluate(model);
  return false;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char *text = malloc(size + 1);
  if (text == NULL) abort();
  if (size > 0) memcpy(text, data, size);
  text[size] = '\0';
  bool again = true;
  for (int round = 0; round < ROUNDS && again; round++) {
    DalModel *model = dal_model_create();
    if (model == NULL) abort();
    if (!fuzz_watch) need(dal_model_limit(model, &(DalLimits){.work = WORK}) == DAL_OK, "no limits");
    again = use(model, text);
    dal_model_destroy(model);
  }
  free(text);
  return 0;
}
