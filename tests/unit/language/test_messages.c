// Unit tests of base/messages.def, N01 to N05: every message is produced by the shortest model with its mistake and
// no other.

#include "support/desk.h"

#include <string.h>

#define X  "coordinate x\n"
#define XY "coordinate x, y\n"
#define T  "kinetic = x'^2\n"

static const struct {
  const char *codes;  // all codes that are reported, the tested one first
  const char *text;
} cases[] = {
  // text; N0102 is in test_language.c
  {"N0101", X T "# caf\xe9\n"},
  {"N0103", X T "let a = x $ 2\n"},
  {"N0104", X T "claim \"a x = 1\n"},
  {"N0105", X T "let a = (x\n"},
  {"N0107", "system \"a\rb\"\n" X T},

  // names
  {"N0201", X T "let a = m\n"},
  {"N0202", X T "coordinate x\n"},
  {"N0202", X T "constraint a: x = 1\nconstraint a: x' = 1\n"},
  {"N0202", X T "observe a = x\nobserve a = 1\n"},
  {"N0203", X T "parameter pi = 3\n"},
  {"N0204", X T "observe a = energy\nparameter energy\n"},
  {"N0204", X T "observe a = p_x\nparameter p_x\n"},
  {"N0205", X T "let a = pos(x)\n"},
  {"N0206", X T "let a = foo(x)\n"},
  {"N0207", X T "observe a = lambda(b)\n"},
  {"N0207", X T "claim linear b\n"},
  {"N0208", XY T "constraint a: [x, y] = [1, 2]\nobserve b = lambda(a)\n"},
  {"N0209 N0409", X T "constraint a: x = x\nobserve b = lambda(a)\n"},
  {"N0210", X T "observe a = p_x\nmomentum px\n"},
  {"N0211", "coordinate x, q[1..2]\n" T "let a = q\n"},
  {"N0212", "coordinate x, q[1..2]\n" T "let a = q[3]\n"},
  {"N0213", X T "let a = x[1]\n"},
  {"N0214", "coordinate x, q[1..2, 1..2]\n" T "let a = q[1]\n"},
  {"N0215", "coordinate x, q[1..2]\n" T "let a = q[1/2]\n"},
  {"N0215", X T "count n = 1/2\n"},

  // expressions; N0303 is in test_language.c
  {"N0301", X T "let a = x + * 2\n"},
  {"N0302", X T "let a = 2x\n"},
  {"N0304", X T "let a = x + [1, 2]\n"},
  {"N0305", X T "let a = sin([1, 2])\n"},
  {"N0306", X T "point P at x\n"},
  {"N0307", X T "let a = [1, 2]*[3, 4]\n"},
  {"N0308", X T "let a = 1/[1, 2]\n"},
  {"N0309", X T "let a = [x]\n"},
  {"N0310", X T "let a = sin(x, x)\n"},
  {"N0311", X T "let a = 1/(x - x)\n"},
  {"N0312", X T "let a = sqrt(-1)\n"},
  {"N0313", X T "let a = log(0)\n"},
  {"N0314", X T "let a = 9^9^9\n"},
  {"N0315", X T "parameter m\nlet a = m'\n"},
  {"N0316", X T "let a = x'''\n"},
  {"N0317", X T "let a = diff(x, 2*x)\n"},
  {"N0318", X T "let a = [x, 1].w\n"},
  {"N0319", X T "let a = sin x\n"},
  {"N0320", X T "frame B = rotate(z, x)\nlet a = B\n"},
  {"N0321", X T "observe a = d(energy)\n"},
  {"N0322", X T "let a = (x, x)\n"},
  {"N0324", X T "let a = diff(x, t)\n"},
  {"N0325", "coordinate x [cubit]\n" T},
  {"N0326", X T "parameter l = 2*3 m\n"},
  {"N0323", X T "constraint a: (x, x, x, x, x, x, x, x, x, x) = 0\n"},

  // many motions
  {"N0930", X T "sweep t = 1:2 step 1\n"},
  {"N0931", X T "parameter m = 1\nsweep m = normal(1)\n"},
  {"N0932", X T "parameter m = 1, k = 1\nsweep m = 1:k step 1\nsweep k = 1:2 step 1\n"},
  {"N0933", X T "observe a = time(stop)\n"},
  {"N0951", X T "observe a = time(nothing)\n"},
  {"N0934", X T "observe a = max(x) + 1\n"},
  {"N0202", X T "observe a = max(x)\nobserve a = min(x)\n"},
  {"N0202", X T "observe a = x\nobserve a = min(x)\n"},
  {"N0402", X T "parameter m = 1\nsweep m = 1:2\n"},
  {"N0402", X T "parameter m = 1\nsweep m = 1\n"},
  {"N0402", X T "sweep 100 by dice\n"},
  {"N0404", X T "parameter m = 1\nsweep m = 1:2 step 1\nsweep m = 1:3 step 1\n"},
  {"N0404", X T "sweep 100 by random\nsweep 200 by random\n"},
  {"N0201", X T "sweep m = 1:2 step 1\n"},
  {"N0403", X T "parameter m = 1\nsweep m = x:2 step 1\n"},

  // statements
  {"N0401", X T "foo bar\n"},
  {"N0402", X T "let a x\n"},
  {"N0403", X T "potential = x'\n"},
  {"N0404", X T "initial x = 1, x = 2\n"},
  {"N0405", X T "speed w = x'^2\n"},
  {"N0406", X T "constraint 1 = 2\n"},
  {"N0407", X T "parameter m\nconstraint m = 2\n"},
  {"N0408", X T "constraint x''^2 = 1\n"},
  {"N0409", X T "constraint x = x\n"},
  {"N0410", X "body D mass 1 at [x, 0] inertia (1, 2)\n"},
  {"N0411", X "point P mass -1 at [x, 0]\n"},
  {"N0412", X T "point P\n"},
  {"N0413", X T "initial x'' = 1\n"},
  {"N0414", X T "observe x = x\n"},
  {"N0415", X T "simulate to 1 every 0\n"},
  {"N0416", "count n = 10^9\n" X T "let a = sum(x for i = 1..n)\n"},
  {"N0417", X T "parameter p[1..3] = (1, 2)\n"},
  {"N0418", X T "let a = sum(x)\n"},
  {"N0418", X T "let a[i] = x for i in 1..3\n"},
  {"N0419", X T "frame B = rotate([0, 0, 0], x)\n"},
  {"N0420", X T "include \"a.mech\"\n"},
  {"N0423", X T "include <nothing>\n"},
  {"N0893", X T "constraint a: x >= 0\nconstraint b: x <= 1\nclaim v+(x') = 0\n"},
  {"N0894", X T "constraint a: x >= 0\nclaim v+(x') = x''\n"},
  {"N0895", X T "constraint a: x >= 0\nobserve b = impulse(a)\n"},
  {"N0896", X T "constraint a: x >= 0\nclaim v+(x) = 0\n"},
  {"N0880", X T "constraint a: x' >= 0\n"},
  {"N0424", "coordinate x\nbody D mass 1 at [x, 0] inertia (1, 1, 1) about [0, 0]\n"},

  // the model as a whole
  {"N0501", "kinetic = 1\n"},
  {"N0502", X},
  {"N0503", X T "point P mass 1 at [x, 0]\n"},
  {"N0504", X T "lagrangian = x'^2\n"},
  {"N0505", XY T "momentum px\n"},
  {"N0506", XY T "speed v\nrate x' = v\n"},
  {"N0507", X T "rate x' = 1\n"},
  {"N0508", X T "speed v, w\nrate x' = v + w\n"},
  {"N0509", X T "gravity = [1, 0]\n"},
  {"N0510", X T "initial x = 1\nguess x = 1\n"},
  {"N0511", X "body D mass 1 at [x, 0] inertia (1, 1, 1)\ntorque on D = [0, 0, 1]\n"},
};

#define CASES (sizeof cases / sizeof cases[0])

// Do the codes reported, in any order, make up the list?
static bool same_codes(const char *reported, const char *listed) {
  if (strlen(reported) != strlen(listed)) return false;
  for (const char *code = listed; code != NULL; code = strchr(code + 1, 'N')) {
    char one[6] = {0};
    memcpy(one, code, 5);
    if (strstr(reported, one) == NULL) return false;
  }
  return true;
}

static void test_each_message(void **state) {
  Desk *desk = *state;
  for (size_t i = 0; i < CASES; i++) {
    desk->pool = expr_pool_create(&desk->arena);
    desk_clear_model(desk);
    desk->diags = (Diags){.arena = &desk->arena};
    desk_read(desk, cases[i].text);
    if (!same_codes(desk_codes(desk), cases[i].codes))
      fail_msg("%s is wanted for\n%sbut there is\n%s", cases[i].codes, cases[i].text,
               desk_messages(desk));
  }
}

static void test_long_name(void **state) {
  Desk *desk = *state;
  Text text = text_make(&desk->arena);
  text_add(&text, X T "parameter ");
  for (int i = 0; i <= LANGUAGE_NAME_BYTES; i++) text_add_char(&text, 'a');
  desk_read(desk, text_get(&text));
  assert_string_equal(desk_codes(desk), "N0106");
}

// Is there a case for every message of the language?
static void test_all_listed(void **state) {
  (void) state;
  // N0514 to N0522 are in cli/eval/reactions.t, N0425 in cli/families/functions.t
  static const char *const elsewhere =
    "N0102 N0106 N0216 N0303 N0421 N0422 N0425 N0512 N0513 "
    "N0514 N0515 N0516 N0517 N0518 N0519 N0520 N0521 N0522";
  for (int code = 0; code < DIAG_COUNT; code++) {
    const char *name = diag_code_name((DiagCode) code);
    bool found = strcmp(name, "N06") >= 0 || strstr(elsewhere, name) != NULL;
    for (size_t i = 0; i < CASES && !found; i++) found = strncmp(cases[i].codes, name, 5) == 0;
    if (!found) fail_msg("no case for %s", name);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test_setup_teardown(test_each_message, desk_open, desk_close),
    cmocka_unit_test_setup_teardown(test_long_name, desk_open, desk_close),
    cmocka_unit_test(test_all_listed),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
