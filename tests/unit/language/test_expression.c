// Unit tests of language/expression.c, value.c, call.c and reference.c: what formulas mean.
// Judge: the same expression built by the functions of expr/expr.h.

#include "support/desk.h"

typedef struct {
  Desk *desk;
  ExprPool *p;
  Expr x, y, xd, xdd, m, g, w, px;
} World;

// Makes a model with a few names in it.
static World world(void **state) {
  World v = {.desk = *state};
  desk_read_well(v.desk, "parameter m, g\n"
                         "coordinate x, y, theta, psi\n"
                         "speed w = x'*cos(theta)\n"
                         "let c = cos(theta), u = [x, y, c]\n"
                         "frame B = rotate(z, psi)\n"
                         "point P mass m at [x, y]\n"
                         "body D mass m at [0, 0, x] frame B inertia (1, 1, 2)\n"
                         "constraint a: x^2 = 1\n"
                         "constraint b: vel(P) = [y, x]\n"
                         "observe o = x*y\n");
  v.p = v.desk->pool;
  v.x = v.desk->model->coordinates.at[0].q;
  v.xd = v.desk->model->coordinates.at[0].qd;
  v.xdd = v.desk->model->coordinates.at[0].qdd;
  v.px = v.desk->model->coordinates.at[0].p;
  v.y = v.desk->model->coordinates.at[1].q;
  v.m = v.desk->model->parameters.at[0].symbol;
  v.g = v.desk->model->parameters.at[1].symbol;
  v.w = v.desk->model->speeds.at[0].z;
  return v;
}

static Expr read(const World *v, const char *text) {
  return desk_expr(v->desk, text);
}

static void test_numbers(void **state) {
  const World v = world(state);
  assert_expr(v.desk, read(&v, "0.1"), expr_ratio(v.p, 1, 10));
  assert_expr(v.desk, read(&v, "2/3"), expr_ratio(v.p, 2, 3));
  assert_expr(v.desk, read(&v, "1e-3"), expr_ratio(v.p, 1, 1000));
  assert_expr(v.desk, read(&v, "2.5E+4"), expr_int(v.p, 25000));
  assert_expr(v.desk, read(&v, ".5"), expr_ratio(v.p, 1, 2));
  assert_expr(v.desk, read(&v, "pi"), EXPR_PI);
  assert_expr(v.desk, read(&v, "π"), EXPR_PI);
  assert_expr(v.desk, read(&v, "t"), EXPR_TIME);
}

static void test_precedence(void **state) {
  const World v = world(state);
  const Expr two = expr_int(v.p, 2);
  assert_expr(v.desk, read(&v, "-x^2"), expr_neg(v.p, expr_square(v.p, v.x)));
  assert_expr(v.desk, read(&v, "(-x)^3"),
              expr_neg(v.p, expr_pow_ratio(v.p, v.x, ratio_make(v.p, 3, 1))));
  assert_expr(v.desk, read(&v, "2^3^2"), expr_int(v.p, 512));
  assert_expr(v.desk, read(&v, "2^-2"), expr_ratio(v.p, 1, 4));
  assert_expr(v.desk, read(&v, "m - x - y"), expr_sub(v.p, expr_sub(v.p, v.m, v.x), v.y));
  assert_expr(v.desk, read(&v, "m/x/y"), expr_div(v.p, expr_div(v.p, v.m, v.x), v.y));
  assert_expr(v.desk, read(&v, "m/x*y"), expr_mul(v.p, expr_div(v.p, v.m, v.x), v.y));
  assert_expr(v.desk, read(&v, "m + x*y^2"),
              expr_add(v.p, v.m, expr_mul(v.p, v.x, expr_square(v.p, v.y))));
  assert_expr(v.desk, read(&v, "m*-x"), expr_neg(v.p, expr_mul(v.p, v.m, v.x)));
  assert_expr(v.desk, read(&v, "--x + +x"), expr_mul(v.p, two, v.x));
  assert_expr(v.desk, read(&v, "x'^2"), expr_square(v.p, v.xd));
  assert_expr(v.desk, read(&v, "x^(1/2)"), expr_sqrt(v.p, v.x));
  assert_expr(v.desk, read(&v, "x^y"), expr_pow(v.p, v.x, v.y));
}

static void test_rates(void **state) {
  const World v = world(state);
  assert_expr(v.desk, read(&v, "x'"), v.xd);
  assert_expr(v.desk, read(&v, "x''"), v.xdd);
  assert_expr(v.desk, read(&v, "x ′"), v.xd);
  assert_expr(v.desk, read(&v, "w'"), v.desk->model->speeds.at[0].zd);
  assert_expr(v.desk, read(&v, "p_x'"), expr_symbol_rate(v.p, v.px));
  assert_expr(v.desk, read(&v, "(x*y)'"), expr_rate(v.p, expr_mul(v.p, v.x, v.y)));
  assert_expr(v.desk, read(&v, "d(x^2)"), expr_rate(v.p, expr_square(v.p, v.x)));
  assert_expr(v.desk, read(&v, "d(m)"), EXPR_ZERO);
  assert_expr(v.desk, read(&v, "c'"), read(&v, "-sin(theta)*theta'"));
  assert_expr(v.desk, read(&v, "u'.y"), expr_symbol_rate(v.p, v.y));
}

static void test_functions(void **state) {
  const World v = world(state);
  static const char *const names[] = {"sin",  "cos",  "tan",  "asin", "acos", "atan",
                                      "sinh", "cosh", "tanh", "exp",  "log",  "abs"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    Function fn;
    assert_true(function_find(str(names[i]), &fn));
    const char *text = text_format(&v.desk->arena, "%s(x)", names[i]);
    assert_expr(v.desk, read(&v, text), expr_call1(v.p, fn, v.x));
  }
  assert_expr(v.desk, read(&v, "atan2(y, x)"), expr_call(v.p, FN_ATAN2, (Expr[]){v.y, v.x}));
  assert_expr(v.desk, read(&v, "sqrt(x)"), expr_sqrt(v.p, v.x));
  assert_expr(v.desk, read(&v, "diff(m*x^2, x)"),
              expr_mul(v.p, expr_int(v.p, 2), expr_mul(v.p, v.m, v.x)));
  assert_expr(v.desk, read(&v, "diff(m*x'^2/2, x')"), expr_mul(v.p, v.m, v.xd));
  assert_expr(v.desk, read(&v, "diff(m*p_x + w*t, p_x)"), v.m);
  assert_expr(v.desk, read(&v, "diff(m*p_x + w*t, w) + diff(m*t, t) - diff(t*m, m)"), v.m);
  assert_expr(v.desk, read(&v, "diff(x''*m, x'')"), v.m);
}

static void test_vectors(void **state) {
  const World v = world(state);
  assert_expr(v.desk, read(&v, "[x, y].z"), EXPR_ZERO);
  assert_expr(v.desk, read(&v, "(m*[x, y]/g + -[0, y]).y"), read(&v, "m*y/g - y"));
  assert_expr(v.desk, read(&v, "dot([x, y], [m, g])"), read(&v, "x*m + y*g"));
  assert_expr(v.desk, read(&v, "cross([x, y], [m, g]).z"), read(&v, "x*g - y*m"));
  assert_expr(v.desk, read(&v, "norm([x, y])"), read(&v, "sqrt(x^2 + y^2)"));
  assert_expr(v.desk, read(&v, "u.x + u.y + u.z"), read(&v, "x + y + cos(theta)"));
  assert_expr(v.desk, read(&v, "diff([x*y, m], x).x"), v.y);
  assert_expr(v.desk, read(&v, "d(u).x"), v.xd);
}

static void test_places(void **state) {
  const World v = world(state);
  assert_expr(v.desk, read(&v, "pos(P).x + pos(D).z"), expr_mul(v.p, expr_int(v.p, 2), v.x));
  assert_expr(v.desk, read(&v, "vel(P).x"), v.xd);
  assert_expr(v.desk, read(&v, "acc(P).x"), v.xdd);
  assert_expr(v.desk, read(&v, "acc(D).z"), v.xdd);
  assert_expr(v.desk, read(&v, "pos(O).x + norm(O)"), EXPR_ZERO);
  assert_expr(v.desk, read(&v, "(P - O).x"), v.x);  // a point's name is its position
  assert_expr(v.desk, read(&v, "omega(B).z"), read(&v, "psi'"));
  assert_expr(v.desk, read(&v, "omega(D).z"), read(&v, "psi'"));
  assert_expr(v.desk, read(&v, "omega(N).z"), EXPR_ZERO);
  assert_expr(v.desk, read(&v, "B.x.y"), read(&v, "sin(psi)"));
  assert_expr(v.desk, read(&v, "D.y.x"), read(&v, "-sin(psi)"));
  assert_expr(v.desk, read(&v, "N.z.z"), EXPR_ONE);
}

static void test_quantities(void **state) {
  const World v = world(state);
  static const char *const names[] = {"lambda(a)",       "lambda(b.1)", "residual(b.2)",
                                      "reaction(x)",     "energy",      "kinetic_energy",
                                      "potential_energy"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    const Expr e = read(&v, names[i]);
    assert_string_equal(expr_symbol_name(v.p, e), names[i]);
    assert_int_equal(expr_symbol_kind(v.p, e), SYMBOL_QUANTITY);
  }
  QuantityKind kind;
  size_t index;
  assert_true(model_quantity_of(v.desk->model, read(&v, "λ(b.2)"), &kind, &index));
  assert_int_equal(kind, QUANTITY_LAMBDA);
  assert_int_equal(index, 2);
  assert_true(model_quantity_of(v.desk->model, read(&v, "reaction(y)"), &kind, &index));
  assert_int_equal(kind, QUANTITY_REACTION);
  assert_int_equal(index, 1);
  assert_true(model_quantity_of(v.desk->model, read(&v, "energy"), &kind, &index));
  assert_int_equal(kind, QUANTITY_ENERGY);
  assert_false(model_quantity_of(v.desk->model, v.x, &kind, &index));
}

static void test_observables(void **state) {
  const World v = world(state);
  assert_expr(v.desk, read(&v, "o"), expr_mul(v.p, v.x, v.y));
}

static void test_own_names_first(void **state) {
  Desk *desk = *state;
  desk_read_well(desk, "parameter O, N = 2, energy, mass, force, sin, lambda, d, given\n"
                       "coordinate x, kinetic\n"
                       "kinetic = mass*x'^2 + d*kinetic'^2\n"
                       "potential = sin(sin*x) + O*N*energy*lambda*force*given\n");
  const Model *model = desk->model;
  const Expr o = model->parameters.at[0].symbol;
  assert_expr(desk, desk_expr(desk, "O"), o);
  assert_string_equal(expr_symbol_name(desk->pool, desk_expr(desk, "energy")), "energy");
  assert_int_equal(expr_symbol_kind(desk->pool, desk_expr(desk, "energy")), SYMBOL_CONSTANT);
  assert_expr(desk, desk_expr(desk, "d(kinetic)"), model->coordinates.at[1].qd);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, desk_open, desk_close)

int main(void) {
  const struct CMUnitTest tests[] = {
    TEST(test_numbers),    TEST(test_precedence),  TEST(test_rates),
    TEST(test_functions),  TEST(test_vectors),     TEST(test_places),
    TEST(test_quantities), TEST(test_observables), TEST(test_own_names_first),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
