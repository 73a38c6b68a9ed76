// Unit tests of report/json.c through the public interface: what is printed as JSON is JSON. The
// judge is fuzz/json.h, which is tried on good and bad texts first.

#include "dalembert.h"
#include "support/texts.h"

#include "fuzz/json.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void test_judge_good(void **state) {
  (void) state;
  static const char *const good[] = {
    "{}", "[]", "0", "-0", "-1.5e+10", "1E5", "\"\"", "null", " [true, false] \n",
    "{\"a\": {\"b\": [1, 2, {\"c\": null}]}, \"d'\": \"\\u00e9 \\\" \\\\ \\n\"}", "\"\xce\xb8\"",
  };
  for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
    if (!is_json(good[i])) fail_msg("this is JSON: %s", good[i]);
}

static void test_judge_bad(void **state) {
  (void) state;
  static const char *const bad[] = {
    "", "{", "[1,]", "{\"a\": 1,}", "{a: 1}", "{\"a\" 1}", "[1 2]", "[1]]", "1 2", "01", ".5", "1.",
    "+1", "1e", "1e+", "nan", "inf", "-", "\"", "\"\\x\"", "\"\\u12g4\"", "\"\t\"", "'a'", "nul",
    "{\"a\": }", "[,]", "{1: 2}", "tru e",
  };
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
    if (is_json(bad[i])) fail_msg("this is no JSON: %s", bad[i]);
}

// --- models -------------------------------------------------------------------------------------

static DalModel *open_model(const char *text) {
  DalModel *model = dal_model_create();
  assert_non_null(model);
  (void) dal_model_add(model, text);
  if (dal_model_finish(model) != DAL_OK) fail_msg("%s", dal_model_messages(model));
  return model;
}

static void assert_json(DalModel *model, const char *text) {
  if (!is_json(text)) fail_msg("%s: not JSON:\n%s", dal_model_title(model), text);
}

// Checks equations with and without their steps, and numbers if there are any.
static void check_model(const char *model_text) {
  DalModel *model = open_model(model_text);
  const char *text = "";
  for (int worksheet = 0; worksheet < 2; worksheet++) {
    if (dal_model_derive(model, &(DalDeriveOptions){.worksheet = worksheet == 1}) != DAL_OK) break;
    assert_int_equal(text_of(&text, dal_model_print, model, DAL_JSON), DAL_OK);
    assert_json(model, text);
  }
  if (text_of(&text, dal_model_eval, model, NULL, DAL_JSON) == DAL_OK) assert_json(model, text);
  dal_model_destroy(model);
}

static void test_gallery(void **state) {
  (void) state;
  for (size_t i = 0; i < dal_example_count(); i++) check_model(dal_example_text(i));
}

static void test_strange_text(void **state) {
  (void) state;
  check_model("system \"a\\b\tc / \xc3\xa9 \xf0\x9f\x98\x80\"\n"
              "coordinate \xce\xb8, gr\xc3\xb6\xc3\x9f""e_1\n"
              "kinetic = \xce\xb8'^2 + gr\xc3\xb6\xc3\x9f""e_1'^2\n");
  check_model("coordinate x\nkinetic = x'^2\n");
  check_model("system \"\"\ncoordinate x\nkinetic = x'^2\n");
}

// Numbers that are not finite become null.
static void test_strange_numbers(void **state) {
  (void) state;
  check_model("coordinate x\nkinetic = 1/2*x'^2\n"
              "observe a = 1/x, b = -1/x, c = log(x - 1), z = -x, e = 1e-300*exp(-700)\n");
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_judge_good),       cmocka_unit_test(test_judge_bad),
    cmocka_unit_test(test_gallery),          cmocka_unit_test(test_strange_text),
    cmocka_unit_test(test_strange_numbers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
