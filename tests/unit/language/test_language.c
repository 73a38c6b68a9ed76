// Unit tests of language/language.c and statement.c: whole texts, fragments, and mistakes.

#include "support/desk.h"

#include <string.h>

#define SOURCE(name, text)  \
  {                         \
    name, {                 \
      text, sizeof text - 1 \
    }                       \
  }

// The first page of the language's description.
static const char first_look[] =
  "# Benenti 2011: two points whose velocity normals meet on the y-axis\n"
  "system \"Nonholonomic double pendulum\"\n"
  "parameter m1 = 1, m2 = 2, g = 9.81\n"
  "coordinate x1, y1, x2, y2\n"
  "point P1 mass m1 at [x1, y1]\n"
  "point P2 mass m2 at [x2, y2]\n"
  "gravity = [g, 0]\n"
  "constraint pivot: x1*x1'*y2' - x2*x2'*y1' + (y1 - y2)*y1'*y2' = 0\n"
  "observe y0 = x1'/y1'*x1 + y1\n"
  "initial x1 = 1, y1 = 0.5, x2 = -1.2, y2 = 0.1\n"
  "initial x1' = 0.3, y1' = 1, y2' = 0.8      # x2' follows from the constraint\n"
  "simulate to 10 every 0.02\n"
  "claim \"Theorem 6\" conserved 1/2*m1*(x1'^2 + y1'^2) - m1*g*x1\n";

static void test_first_look(void **state) {
  Desk *desk = *state;
  desk_read_well(desk, first_look);
  const Model *model = desk->model;
  assert_string_equal(model->title, "Nonholonomic double pendulum");
  assert_int_equal(model->parameters.n, 3);
  assert_int_equal(model->coordinates.n, 4);
  assert_int_equal(model->points.n, 2);
  assert_int_equal(model->constraints.at[0].level, LEVEL_VELOCITY);
  assert_int_equal(model->initial.n, 7);
  assert_expr(desk, model->simulation.every, expr_ratio(desk->pool, 1, 50));
  assert_expr(desk, model->claims.at[0].left, desk_expr(desk, "m1*(x1'^2 + y1'^2)/2 - m1*g*x1"));
  assert_int_equal(model->dynamics, DYNAMICS_ENERGY);
}

static void test_line_ends(void **state) {
  Desk *desk = *state;
  desk_read_well(
    desk, "\xef\xbb\xbf# a mark in front\r\ncoordinate x,\r\n  y\r\n\r\nkinetic = x'^2 +\r\n y'^2");
  assert_int_equal(desk->model->coordinates.n, 2);
  assert_expr(desk, desk->model->kinetic, desk_expr(desk, "x'^2 + y'^2"));
}

static void test_several_texts(void **state) {
  Desk *desk = *state;
  static const Source one = SOURCE("one.mech", "coordinate x\n");
  static const Source two = SOURCE("two.mech", "kinetic = x'^2\n");
  assert_int_equal(language_parse(desk->model, &one), STATUS_OK);
  assert_int_equal(language_parse(desk->model, &two), STATUS_OK);
  assert_int_equal(model_finish(desk->model), STATUS_OK);
}

static void test_expression(void **state) {
  Desk *desk = *state;
  static const Source good = SOURCE("--set", "2*pi"), bad = SOURCE("--set", "2*pj"),
                      vector = SOURCE("--set", "[1,2]"), more = SOURCE("--set", "1 )");
  desk_read_well(desk, first_look);
  assert_expr(desk, language_expression(desk->model, &good),
              expr_mul(desk->pool, expr_int(desk->pool, 2), EXPR_PI));
  assert_expr(desk, language_expression(desk->model, &bad), EXPR_NONE);
  assert_expr(desk, language_expression(desk->model, &vector), EXPR_NONE);
  assert_expr(desk, language_expression(desk->model, &more), EXPR_NONE);
  assert_string_equal(desk_codes(desk), "N0201 N0305 N0402");
}

static void test_assignments(void **state) {
  Desk *desk = *state;
  static const Source good = SOURCE("--at", "x1=1, x1' = m1/2,\n t=0, p_y1 = 2"),
                      empty = SOURCE("--at", "");
  static const Source bad = SOURCE("--at", "x1 = y1, z = 2, m1 = 1");
  Assignments out = {0};
  desk_read_well(desk, first_look);
  assert_int_equal(language_assignments(desk->model, &good, &out), STATUS_OK);
  assert_int_equal(out.n, 4);
  assert_expr(desk, out.at[1].symbol, desk_expr(desk, "x1'"));
  assert_expr(desk, out.at[1].value, desk_expr(desk, "m1/2"));
  assert_expr(desk, out.at[2].symbol, EXPR_TIME);
  assert_int_equal(language_assignments(desk->model, &empty, &out), STATUS_OK);
  assert_int_equal(language_assignments(desk->model, &bad, &out), STATUS_INPUT);
  assert_string_equal(desk_codes(desk), "N0403 N0201 N0413");
}

static void test_settings(void **state) {
  Desk *desk = *state;
  static const Source good = SOURCE("--set", "m1 = 2*pi, g=m2"),
                      bad = SOURCE("--set", "x1 = 1, g = x1");
  Assignments out = {0};
  desk_read_well(desk, first_look);
  assert_int_equal(language_settings(desk->model, &good, &out), STATUS_OK);
  assert_int_equal(out.n, 2);
  assert_expr(desk, out.at[1].symbol, desk_expr(desk, "g"));
  assert_expr(desk, out.at[1].value, desk_expr(desk, "m2"));
  assert_int_equal(language_settings(desk->model, &bad, &out), STATUS_INPUT);
  assert_int_equal(out.n, 2);
  assert_string_equal(desk_codes(desk), "N0205 N0403");
}

// --- mistakes -----------------------------------------------------------------------------------

static void check_codes(Desk *desk, const char *text, const char *codes) {
  desk_clear_model(desk);
  desk->diags = (Diags){.arena = &desk->arena};
  desk_read(desk, text);
  if (strcmp(desk_codes(desk), codes) != 0) fail_msg("%s", desk_messages(desk));
}

#define KINETIC       "kinetic = x'^2\n"
#define X_AND_KINETIC "coordinate x\n" KINETIC

static void test_all_mistakes_at_once(void **state) {
  Desk *desk = *state;
  check_codes(
    desk, "coordinate x\nlet a = x +* 3\nlet b = y1 + z1\nlet c = [x] + [1,\nlet d = 2x\n" KINETIC,
    "N0301 N0201 N0201 N0309 N0105 N0302");
}

static void test_no_cascades(void **state) {
  Desk *desk = *state;
  // a name whose declaration failed is declared
  check_codes(
    desk, "coordinate x\nlet a = 1/0\nlet b = a + x, c = b*[1, 2]\nobserve d = c.x + a'\n" KINETIC,
    "N0311");
  check_codes(desk, "coordinate x\npoint P mass at [x, 0]\ndraw path P\nforce on P = vel(P)\n",
              "N0301");
  check_codes(desk, "coordinate x\nframe B = rotate(q, x)\nlet u = B.x + omega(B)\n" KINETIC,
              "N0402");
  check_codes(desk, "coordinate x\nconstraint c: x +* 2 = 0\nobserve l = lambda(c)\n" KINETIC,
              "N0301");
  check_codes(desk, "coordinate x\nspeed w = x'^2\nobserve a = w'\nkinetic = w^2\n", "N0405");
  // a misspelt statement is read as the one that was meant
  check_codes(desk, "coordinat x, y\nkinetc = x'^2 + y'^2\n", "N0401 N0401");
  // an unknown one declares the names in it
  check_codes(desk, "coordinate x\nwhatever a, b\nlet c = a + b\n" KINETIC, "N0401");
  // a missing declaration is reported once, a misspelling each time
  check_codes(desk, "coordinate x\nlet a = q0*q0\nlet b = q0\n" KINETIC, "N0201");
  check_codes(desk, "coordinate theta, x\nlet a = thet*thet\n" KINETIC, "N0201 N0201");
  // what a failed statement would have declared is not reported as missing
  check_codes(desk, "coordinate x\nkinetic = x' +\n", "N0301");
  check_codes(desk, "coordinate 3\nkinetic = 1\n", "N0402");
  check_codes(desk, "coordinate x\nlet m = 1/0\npoint P mass m at [x, 0]\n", "N0311");
  check_codes(desk, X_AND_KINETIC "let a = 1/0\nconstraint x = a\nobserve l = lambda(c1)\n",
              "N0311");
  // a name of two kinds
  check_codes(desk, "parameter x\ncoordinate x\nkinetic = x'^2\ninitial x' = 1\n", "N0202");
}

static void test_recovery(void **state) {
  Desk *desk = *state;
  // the rest of a broken statement is skipped
  check_codes(desk, "coordinate x\nlet a = x)\n  + 3\n  + y\n" KINETIC "let b = z9\n",
              "N0402 N0201");
  // also when a bracket is open
  check_codes(desk, "coordinate x\nlet a = (x + 3\n  * 2\n" KINETIC "let b = z9\n", "N0105 N0201");
  check_codes(desk, "coordinate x\npoint P at [x,\n\n" KINETIC, "N0105");
  check_codes(desk, "coordinate x,\n" KINETIC, "N0402");
}

static void test_hints(void **state) {
  Desk *desk = *state;
  desk_read(desk, "coordinate theta, x\nlet a = thta\nlet b = later\nparameter later = 1\n"
                  "let c = sine(x)\npoint P mas 1 at [x, 0]\nkinetic = x'^2\n");
  const char *text = desk_messages(desk);
  assert_non_null(strstr(text, "help: did you mean theta?"));
  assert_non_null(strstr(text, "help: it is declared below, in line 4"));
  assert_non_null(strstr(text, "help: did you mean sin?"));
  assert_non_null(strstr(text, "help: did you mean mass?"));
}

static void test_limits(void **state) {
  Desk *desk = *state;
  const size_t n = 3 * LANGUAGE_DEPTH;
  Text text = text_make(&desk->arena);
  text_add(&text, "coordinate x\n" KINETIC "let a = ");
  for (size_t i = 0; i < n; i++) text_add_char(&text, '(');
  text_add_char(&text, 'x');
  for (size_t i = 0; i < n; i++) text_add_char(&text, ')');
  text_add(&text, "\nlet b = ");
  for (size_t i = 0; i < n; i++) text_add(&text, "x^");
  text_add(&text, "2\nlet c = ");
  for (size_t i = 0; i < n; i++) text_add_char(&text, '-');
  text_add(&text, "2\nlet d = x");
  for (size_t i = 0; i < n; i++) text_add(&text, "+ x*x");
  check_codes(desk, text_get(&text), "N0303 N0303");
}

static void test_large_text(void **state) {
  Desk *desk = *state;
  const size_t n = ((size_t) LANGUAGE_SOURCE_MIB << 20) + 1;
  Source source = {"large.mech", {arena_take(&desk->arena, n), n}};
  assert_int_equal(language_parse(desk->model, &source), STATUS_INPUT);
  assert_string_equal(desk_codes(desk), "N0102");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, desk_open, desk_close)

int main(void) {
  const struct CMUnitTest tests[] = {
    TEST(test_first_look),
    TEST(test_line_ends),
    TEST(test_several_texts),
    TEST(test_expression),
    TEST(test_assignments),
    TEST(test_settings),
    TEST(test_all_mistakes_at_once),
    TEST(test_no_cascades),
    TEST(test_recovery),
    TEST(test_hints),
    TEST(test_limits),
    TEST(test_large_text),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
