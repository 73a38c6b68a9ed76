// Unit tests of model/content.c and model/names.c: the part that each symbol plays, and what each
// statement may contain.

#include "support/desk.h"

#include <string.h>

#define START                                                                               \
  "parameter m\ncoordinate x, y\nspeed v, w\nrate x' = v\nrate y' = w\nspeed u = x' + y'\n" \
  "point P mass m at [x, y]\nconstraint c: x' = y'\n"

static Role role(Desk *desk, const char *text) {
  return model_role(desk->model, desk_expr(desk, text), NULL);
}

static void test_roles(void **state) {
  Desk *desk = *state;
  desk_read_well(desk, START);
  assert_int_equal(role(desk, "m"), ROLE_CONSTANT);
  assert_int_equal(role(desk, "pi"), ROLE_CONSTANT);
  assert_int_equal(role(desk, "t"), ROLE_TIME);
  assert_int_equal(role(desk, "x"), ROLE_COORDINATE);
  assert_int_equal(role(desk, "x'"), ROLE_VELOCITY);
  assert_int_equal(role(desk, "x''"), ROLE_ACCELERATION);
  assert_int_equal(role(desk, "p_x"), ROLE_MOMENTUM);
  assert_int_equal(role(desk, "p_x'"), ROLE_MOMENTUM_RATE);
  assert_int_equal(role(desk, "p_x''"), ROLE_OTHER);
  assert_int_equal(role(desk, "v"), ROLE_SPEED);
  assert_int_equal(role(desk, "u"), ROLE_QUASI_VELOCITY);
  assert_int_equal(role(desk, "v'"), ROLE_SPEED_RATE);
  assert_int_equal(role(desk, "u'"), ROLE_SPEED_RATE);
  assert_int_equal(role(desk, "lambda(c)"), ROLE_QUANTITY);
  assert_int_equal(role(desk, "energy"), ROLE_QUANTITY);
  size_t index;
  model_role(desk->model, desk_expr(desk, "y'"), &index);
  assert_int_equal(index, 1);
  const Expr stranger = expr_symbol(desk->pool, str("stranger"), SYMBOL_CONSTANT);
  assert_int_equal(model_role(desk->model, stranger, NULL), ROLE_OTHER);
}

// Is the statement accepted with this symbol in place of its #?
static bool accepts(const char *statement, const char *symbol) {
  // with a `rate` statement under test, the model leaves that rate out
  static const char start_without_rate[] =
    "parameter m\ncoordinate x, y\nspeed v\nrate x' = v\nspeed u = x' + y'\n"
    "point P mass m at [x, y]\nconstraint c: x' = y'\n";
  void *state;
  assert_int_equal(desk_open(&state), 0);
  Desk *desk = state;
  Text text = text_make(&desk->arena);
  const size_t head = strcspn(statement, "#");
  text_add(&text, strncmp(statement, "rate", 4) == 0 ? start_without_rate : START);
  text_add_str(&text, (Str){statement, head});
  text_addf(&text, "%s%s\n", symbol, statement + head + 1);
  desk_read(desk, text_get(&text));
  const bool reported = strstr(desk_codes(desk), "N0403") != NULL;
  desk_close(&state);
  return !reported;
}

static void test_contents(void **state) {
  (void) state;
  static const char *const symbols[] = {"m",     "t", "x",  "x'", "x''", "p_x",      "p_x'",
                                        "p_x''", "v", "v'", "u",  "u'",  "lambda(c)"};
  static const struct {
    const char *statement;
    const char *accepted;  // for each of the symbols + or -
  } cases[] = {
    // clang-format off
    {"parameter k = #",           "+------------"},
    {"speed k = y' + #",          "++++------+--"},
    {"rate y' = #",               "+++-----+----"},
    {"frame k = rotate(x, #)",    "+++----------"},
    {"point k at [#, 0]",         "+++----------"},
    {"point k mass # at [x, 0]",  "+------------"},
    {"body k mass 1 at [0, 0] inertia (#, 1, 1)", "+------------"},
    {"kinetic += #",              "++++------+--"},
    {"potential += #",            "+++----------"},
    {"dissipation = #",           "++++------+--"},
    {"gravity = [#, 0]",          "++-----------"},
    {"force on P = [#, 0]",       "++++-+--+-+-+"},
    {"force x = #",               "++++-+--+-+-+"},
    {"constraint k: y = #",       "++++++--+-++-"},
    {"constraint k: x = y realized by x' + #", "++++------+--"},
    {"observe k = #",             "+++++++-+++++"},
    {"initial x = #",             "+------------"},
    {"simulate to #",             "+------------"},
    {"stop when y = #",           "+++++++-+++++"},
    {"draw circle P radius #",    "+++----------"},
    {"claim y = #",               "+++++++-+++++"},
    {"claim x = 0 given y = #",   "+++++++-+++++"},
    {"claim mode lambda2 = #",    "+------------"},
    // clang-format on
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    for (size_t j = 0; j < sizeof symbols / sizeof *symbols; j++)
      if (accepts(cases[i].statement, symbols[j]) != (cases[i].accepted[j] == '+'))
        fail_msg("%s with %s", cases[i].statement, symbols[j]);
}

static void test_names(void **state) {
  Desk *desk = *state;
  desk_read_well(desk, START);
  static const struct {
    const char *name;
    ThingKind kind;
    size_t index;
  } cases[] = {{"m", THING_PARAMETER, 0},
               {"y", THING_COORDINATE, 1},
               {"p_y", THING_MOMENTUM, 1},
               {"w", THING_SPEED, 1},
               {"P", THING_POINT, 0}};
  Thing thing;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    assert_true(model_find(desk->model, str(cases[i].name), &thing));
    assert_int_equal(thing.kind, cases[i].kind);
    assert_int_equal(thing.index, cases[i].index);
  }
  assert_false(model_find(desk->model, str("c"), &thing));
  assert_false(model_find(desk->model, str("p_m"), &thing));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, desk_open, desk_close)

int main(void) {
  const struct CMUnitTest tests[] = {
    TEST(test_roles),
    cmocka_unit_test(test_contents),
    TEST(test_names),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
