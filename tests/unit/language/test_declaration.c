// Unit tests of language/declaration.c: each declaring statement leaves in the model what it says.

#include "support/desk.h"

#define DYNAMICS "kinetic = 0\n"  // what every model needs

static void test_system(void **state) {
  Desk *desk = *state;
  desk_read_well(desk, "system \"A # title\"\ncoordinate x\n" DYNAMICS);
  assert_string_equal(desk->model->title, "A # title");
}

static void test_parameter(void **state) {
  Desk *desk = *state;
  ExprPool *p = desk->pool;
  desk_read_well(desk, "parameter a = 1, b, c = 2*a + pi,\n  d = sin(1)\ncoordinate x\n" DYNAMICS);
  const Model *model = desk->model;
  assert_int_equal(model->parameters.n, 4);
  const Parameter *at = model->parameters.at;
  assert_string_equal(at[0].name, "a");
  assert_expr(desk, at[0].symbol, expr_symbol(p, str("a"), SYMBOL_CONSTANT));
  assert_int_equal(expr_symbol_kind(p, at[0].symbol), SYMBOL_CONSTANT);
  assert_expr(desk, at[0].value, EXPR_ONE);
  assert_expr(desk, at[1].value, EXPR_NONE);
  assert_expr(desk, at[2].value, expr_add(p, expr_mul(p, expr_int(p, 2), at[0].symbol), EXPR_PI));
  assert_expr(desk, at[3].value, expr_call1(p, FN_SIN, EXPR_ONE));
}

static void test_coordinate(void **state) {
  Desk *desk = *state;
  ExprPool *p = desk->pool;
  desk_read_well(desk, "coordinate x, θ\ncoordinate z\n" DYNAMICS);
  const Model *model = desk->model;
  assert_int_equal(model->coordinates.n, 3);
  const Coordinate *theta = &model->coordinates.at[1];
  assert_string_equal(theta->name, "theta");
  assert_string_equal(expr_symbol_name(p, theta->qd), "theta'");
  assert_expr(desk, theta->qd, expr_symbol_rate(p, theta->q));
  assert_expr(desk, theta->qdd, expr_symbol_rate(p, theta->qd));
  assert_string_equal(expr_symbol_name(p, theta->p), "p_theta");
  assert_expr(desk, theta->rate, EXPR_NONE);
  assert_expr(desk, model->generalized_force[2], EXPR_ZERO);
  assert_false(model->momenta_named);
}

static void test_momentum(void **state) {
  Desk *desk = *state;
  desk_read_well(desk,
                 "coordinate x, y\nmomentum px\nmomentum py\nhamiltonian = px^2/2 + py^2/2\n");
  const Model *model = desk->model;
  assert_true(model->momenta_named);
  assert_string_equal(expr_symbol_name(desk->pool, model->coordinates.at[0].p), "px");
  assert_string_equal(expr_symbol_name(desk->pool, model->coordinates.at[1].p), "py");
  assert_int_equal(model_role(model, model->coordinates.at[1].p, NULL), ROLE_MOMENTUM);
}

static void test_momentum_by_default(void **state) {
  Desk *desk = *state;
  desk_read_well(desk, "coordinate x, θ\nparameter p_y\nhamiltonian = p_x^2/2 + p_θ^2/2\n");
  const Model *model = desk->model;
  size_t index;
  assert_int_equal(model_role(model, desk_expr(desk, "p_theta"), &index), ROLE_MOMENTUM);
  assert_int_equal(index, 1);
  assert_expr(desk, desk_expr(desk, "p_theta"), model->coordinates.at[1].p);
  assert_int_equal(model_role(model, desk_expr(desk, "p_y"), &index), ROLE_CONSTANT);
}

static void test_momentum_name_in_use(void **state) {
  Desk *desk = *state;
  desk_read_well(desk, "coordinate x\nparameter p_x = 3\n" DYNAMICS);
  const Expr p = desk->model->coordinates.at[0].p;
  assert_string_equal(expr_symbol_name(desk->pool, p), "p_x_");
  assert_int_equal(model_role(desk->model, p, NULL), ROLE_MOMENTUM);
  assert_int_equal(model_role(desk->model, desk_expr(desk, "p_x"), NULL), ROLE_CONSTANT);
}

static void test_speed_and_rate(void **state) {
  Desk *desk = *state;
  desk_read_well(desk, "coordinate x, y, a\nspeed v, w\n"
                       "rate x' = v*cos(a)\nrate y' = v*sin(a), a' = w + t\n" DYNAMICS);
  const Model *model = desk->model;
  assert_int_equal(model->speeds.n, 2);
  assert_string_equal(model->speeds.at[0].name, "v");
  assert_expr(desk, model->speeds.at[0].definition, EXPR_NONE);
  assert_expr(desk, model->speeds.at[0].zd, expr_symbol_rate(desk->pool, model->speeds.at[0].z));
  assert_expr(desk, model->coordinates.at[0].rate, desk_expr(desk, "v*cos(a)"));
  assert_expr(desk, model->coordinates.at[1].rate, desk_expr(desk, "v*sin(a)"));
  assert_expr(desk, model->coordinates.at[2].rate, desk_expr(desk, "w + t"));
}

static void test_quasi_velocity(void **state) {
  Desk *desk = *state;
  desk_read_well(desk, "coordinate x, y, a\n"
                       "speed w1 = -x'*sin(a) + y'*cos(a), w2 = x'*cos(a) + y'*sin(a)\n"
                       "speed w3 = a' + 2*w1\n" DYNAMICS);
  const Model *model = desk->model;
  assert_int_equal(model->speeds.n, 3);
  assert_expr(desk, model->speeds.at[0].definition, desk_expr(desk, "y'*cos(a) - x'*sin(a)"));
  assert_true(expr_equal(desk->pool, model->speeds.at[2].definition,
                         desk_expr(desk, "a' - 2*x'*sin(a) + 2*y'*cos(a)")));
  assert_int_equal(model_role(model, model->speeds.at[0].z, NULL), ROLE_QUASI_VELOCITY);
}

static void test_let(void **state) {
  Desk *desk = *state;
  desk_read_well(desk,
                 "coordinate x\nlet c = cos(x), u = [x, c]\nlet v = u' + x''*[1, 0, 1]\n" DYNAMICS);
  const Let *lets = desk->model->lets.at;
  assert_int_equal(desk->model->lets.n, 3);
  assert_false(lets[0].is_vector);
  assert_expr(desk, lets[0].scalar, expr_call1(desk->pool, FN_COS, desk_expr(desk, "x")));
  assert_true(lets[1].is_vector);
  assert_vec(desk, lets[1].vector, desk_expr(desk, "x"), desk_expr(desk, "cos(x)"), EXPR_ZERO);
  assert_vec(desk, lets[2].vector, desk_expr(desk, "x' + x''"), desk_expr(desk, "-x'*sin(x)"),
             desk_expr(desk, "x''"));
}

static void test_frame(void **state) {
  Desk *desk = *state;
  desk_read_well(desk, "coordinate psi, theta, phi\n"
                       "frame A = rotate(z, psi) rotate(x, theta)\nframe B in A = rotate(z, phi)\n"
                       "frame C in N = rotate(y, t)\n" DYNAMICS);
  const Frame *frames = desk->model->frames.at;
  assert_int_equal(desk->model->frames.n, 3);
  assert_int_equal(frames[0].parent, NOWHERE);
  assert_int_equal(frames[1].parent, 0);
  assert_int_equal(frames[2].parent, NOWHERE);
  assert_expr(desk, frames[0].r[0][0], desk_expr(desk, "cos(psi)"));
  assert_expr(desk, frames[0].r[2][1], desk_expr(desk, "sin(theta)"));
  assert_expr(desk, frame_omega(desk->model, &frames[2]).x[1], EXPR_ONE);
}

static void test_point(void **state) {
  Desk *desk = *state;
  desk_read_well(
    desk, "parameter m\ncoordinate x, y\n"
          "point A at [x, y]\npoint B mass 2*m at pos(A) + [0, 0, t]\npoint C at A mass m\n");
  const Point *points = desk->model->points.at;
  assert_int_equal(desk->model->points.n, 3);
  assert_expr(desk, points[0].mass, EXPR_NONE);
  assert_vec(desk, points[0].at, desk_expr(desk, "x"), desk_expr(desk, "y"), EXPR_ZERO);
  assert_expr(desk, points[1].mass, desk_expr(desk, "2*m"));
  assert_vec(desk, points[1].at, desk_expr(desk, "x"), desk_expr(desk, "y"), EXPR_TIME);
  assert_expr(desk, points[2].mass, desk_expr(desk, "m"));
  assert_int_equal(desk->model->dynamics, DYNAMICS_ENERGY);
}

static void test_body(void **state) {
  Desk *desk = *state;
  desk_read_well(desk, "parameter m, I\ncoordinate x, psi\nframe B = rotate(z, psi)\n"
                       "body D mass m at [x, 0] frame B inertia (I, I, 2*I)\n"
                       "body E mass m at [0, x] inertia (1, 2, 3, 0.4, -5, 6)\n");
  const Body *bodies = desk->model->bodies.at;
  assert_int_equal(desk->model->bodies.n, 2);
  assert_string_equal(bodies[0].name, "D");
  assert_expr(desk, bodies[0].mass, desk_expr(desk, "m"));
  assert_int_equal(bodies[0].frame, 0);
  assert_expr(desk, bodies[0].inertia[2], desk_expr(desk, "2*I"));
  assert_expr(desk, bodies[0].inertia[3], EXPR_ZERO);
  assert_vec(desk, bodies[0].at, desk_expr(desk, "x"), EXPR_ZERO, EXPR_ZERO);
  assert_int_equal(bodies[1].frame, NOWHERE);
  assert_expr(desk, bodies[1].inertia[3], desk_expr(desk, "2/5"));
  assert_expr(desk, bodies[1].inertia[4], desk_expr(desk, "-5"));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, desk_open, desk_close)

int main(void) {
  const struct CMUnitTest tests[] = {
    TEST(test_system),
    TEST(test_parameter),
    TEST(test_coordinate),
    TEST(test_momentum),
    TEST(test_momentum_by_default),
    TEST(test_momentum_name_in_use),
    TEST(test_speed_and_rate),
    TEST(test_quasi_velocity),
    TEST(test_let),
    TEST(test_frame),
    TEST(test_point),
    TEST(test_body),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
