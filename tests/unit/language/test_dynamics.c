// Unit tests of language/dynamics.c: energies, gravity, forces and constraints.

#include "support/desk.h"

static void test_energies(void **state) {
  Desk *desk = *state;
  desk_read_well(desk, "parameter m, k\ncoordinate x\nkinetic = 1/2*m*x'^2\nkinetic += x'\n"
                       "potential = 1/2*k*x^2\npotential += t*x\ndissipation = k*x'^2\n");
  const Model *model = desk->model;
  assert_int_equal(model->dynamics, DYNAMICS_ENERGY);
  assert_expr(desk, model->kinetic, desk_expr(desk, "1/2*m*x'^2 + x'"));
  assert_expr(desk, model->potential, desk_expr(desk, "1/2*k*x^2 + t*x"));
  assert_expr(desk, model->dissipation, desk_expr(desk, "k*x'^2"));
  assert_expr(desk, model->lagrangian, EXPR_NONE);
}

static void test_masses_and_energies(void **state) {
  Desk *desk = *state;
  desk_read_well(desk, "parameter m, g\ncoordinate x\npoint P mass m at [x, 0]\n"
                       "kinetic += x'^2\ngravity = [0, -g]\n");
  const Model *model = desk->model;
  assert_int_equal(model->dynamics, DYNAMICS_ENERGY);
  assert_true(model->has_gravity);
  assert_vec(desk, model->gravity, EXPR_ZERO, desk_expr(desk, "-g"), EXPR_ZERO);
}

static void test_lagrangian(void **state) {
  Desk *desk = *state;
  desk_read_well(desk, "coordinate x\nlagrangian = x'^2/2 - x\nforce x = -x'\npoint P at [x, 0]\n");
  assert_int_equal(desk->model->dynamics, DYNAMICS_LAGRANGIAN);
  assert_expr(desk, desk->model->lagrangian, desk_expr(desk, "x'^2/2 - x"));
}

static void test_hamiltonian(void **state) {
  Desk *desk = *state;
  desk_read_well(desk, "coordinate x\nhamiltonian = p_x^2/2 + x*cos(t)\nforce x = -x'\n");
  assert_int_equal(desk->model->dynamics, DYNAMICS_HAMILTONIAN);
  assert_expr(desk, desk->model->hamiltonian, desk_expr(desk, "p_x^2/2 + x*cos(t)"));
}

static void test_quasi_velocities_are_expanded(void **state) {
  Desk *desk = *state;
  desk_read_well(desk, "coordinate x, a\nspeed w = x'*cos(a)\nkinetic = w^2\nforce x = -w\n"
                       "point P at [x, 0]\nforce on P = [w, 0]\n");
  assert_expr(desk, desk->model->kinetic, desk_expr(desk, "x'^2*cos(a)^2"));
  assert_expr(desk, desk->model->generalized_force[0], desk_expr(desk, "-x'*cos(a)"));
  assert_expr(desk, desk->model->forces.at[0].vector.x[0], desk_expr(desk, "x'*cos(a)"));
}

static void test_forces(void **state) {
  Desk *desk = *state;
  desk_read_well(desk,
                 "parameter k\ncoordinate x, y, on\npoint P at [x, y]\nframe B = rotate(z, on)\n"
                 "body D mass 1 at [x, y] frame B inertia (1, 1, 1)\n"
                 "force on P = -k*vel(P)\nforce on P = [1, 0]\nforce on D = [0, k, t]\n"
                 "torque on D = k*B.z\n"
                 "force x = -x'\nforce x += sin(t)\nforce on = 3\nforce y += 2\n");
  const Model *model = desk->model;
  assert_int_equal(model->forces.n, 4);
  const Force *forces = model->forces.at;
  assert_false(forces[0].on_body || forces[0].is_torque);
  assert_int_equal(forces[0].target, 0);
  assert_vec(desk, forces[0].vector, desk_expr(desk, "-k*x'"), desk_expr(desk, "-k*y'"), EXPR_ZERO);
  assert_true(forces[2].on_body && !forces[2].is_torque);
  assert_vec(desk, forces[2].vector, EXPR_ZERO, desk_expr(desk, "k"), EXPR_TIME);
  assert_true(forces[3].on_body && forces[3].is_torque);
  assert_vec(desk, forces[3].vector, EXPR_ZERO, EXPR_ZERO, desk_expr(desk, "k"));
  assert_expr(desk, model->generalized_force[0], desk_expr(desk, "sin(t) - x'"));
  assert_expr(desk, model->generalized_force[1], desk_expr(desk, "2"));
  assert_expr(desk, model->generalized_force[2], desk_expr(desk, "3"));
}

#define START "parameter l\ncoordinate x, y, phi\nspeed w = x' + y'\nkinetic = x'^2\n"

static void check_constraint(Desk *desk, size_t i, const char *name, Level level,
                             const char *residual) {
  const Constraint *c = &desk->model->constraints.at[i];
  assert_true(i < desk->model->constraints.n);
  assert_string_equal(c->name, name);
  assert_int_equal(c->level, level);
  assert_expr(desk, c->residual, desk_expr(desk, residual));
}

static void test_constraint_levels(void **state) {
  Desk *desk = *state;
  desk_read_well(desk, START "constraint rod: x^2 + y^2 = l^2\n"
                             "constraint moving: x = l*sin(t)\n"
                             "constraint knife: x'*sin(phi) = y'*cos(phi)\n"
                             "constraint product: x'*y' = phi'^2\n"
                             "constraint momentum: p_x = 2*p_y*sin(t)\n"
                             "constraint quasi: w = 0\n"
                             "constraint asked: phi'' + 6*phi' + 9*phi = 0\n"
                             "constraint rate: w' = x\n");
  check_constraint(desk, 0, "rod", LEVEL_POSITION, "x^2 + y^2 - l^2");
  check_constraint(desk, 1, "moving", LEVEL_POSITION, "x - l*sin(t)");
  check_constraint(desk, 2, "knife", LEVEL_VELOCITY, "x'*sin(phi) - y'*cos(phi)");
  check_constraint(desk, 3, "product", LEVEL_VELOCITY, "x'*y' - phi'^2");
  check_constraint(desk, 4, "momentum", LEVEL_VELOCITY, "p_x - 2*p_y*sin(t)");
  check_constraint(desk, 5, "quasi", LEVEL_VELOCITY, "w");
  check_constraint(desk, 6, "asked", LEVEL_ACCELERATION, "phi'' + 6*phi' + 9*phi");
  check_constraint(desk, 7, "rate", LEVEL_ACCELERATION, "x'' + y'' - x");
}

static void test_constraint_names(void **state) {
  Desk *desk = *state;
  desk_read_well(desk, START "constraint x = 1\n"
                             "constraint c2: y = 1\n"
                             "constraint [x', 0, y'] = [y, 0, x]\n"
                             "constraint x: x' = phi'\n"
                             "constraint roll: [x', y'] = 0\n");
  static const char *const names[] = {"c1", "c2", "c3.1", "c3.3", "x", "roll.1", "roll.2"};
  assert_int_equal(desk->model->constraints.n, 7);
  for (size_t i = 0; i < 7; i++) assert_string_equal(desk->model->constraints.at[i].name, names[i]);
  ConstraintRange range;
  assert_true(model_find_constraint(desk->model, str("roll"), &range));
  assert_true(range.is_vector && range.first == 5 && range.count == 2);
  assert_true(model_find_constraint(desk->model, str("c3"), &range));
  assert_true(range.is_vector && range.first == 2 && range.count == 2);
  assert_true(model_find_constraint(desk->model, str("c3.3"), &range));
  assert_true(!range.is_vector && range.first == 3 && range.count == 1);
  assert_false(model_find_constraint(desk->model, str("c3.2"), &range));
}

static void test_constraint_realized(void **state) {
  Desk *desk = *state;
  desk_read_well(desk, START "constraint a: phi = sin(t) realized by phi'\n"
                             "constraint b: x'' = y realized by w*cos(phi)\n"
                             "constraint c: [x, y] = [t, 0] realized by [x', x' + y', 0]\n"
                             "constraint d: x' = y'\n");
  const Constraint *c = desk->model->constraints.at;
  assert_expr(desk, c[0].realized, desk_expr(desk, "phi'"));
  assert_true(expr_equal(desk->pool, c[1].realized, desk_expr(desk, "x'*cos(phi) + y'*cos(phi)")));
  assert_expr(desk, c[2].realized, desk_expr(desk, "x'"));
  assert_expr(desk, c[3].realized, desk_expr(desk, "x' + y'"));
  assert_expr(desk, c[4].realized, EXPR_NONE);
}

static void test_constraint_dropped(void **state) {
  Desk *desk = *state;
  desk_read(desk, START "constraint always: sin(x)^2 + cos(x)^2 = 1\n");
  assert_string_equal(desk_codes(desk), "N0409");
  assert_int_equal(desk->diags.errors, 0);
  assert_int_equal(desk->model->constraints.n, 0);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, desk_open, desk_close)

int main(void) {
  const struct CMUnitTest tests[] = {
    TEST(test_energies),
    TEST(test_masses_and_energies),
    TEST(test_lagrangian),
    TEST(test_hamiltonian),
    TEST(test_quasi_velocities_are_expanded),
    TEST(test_forces),
    TEST(test_constraint_levels),
    TEST(test_constraint_names),
    TEST(test_constraint_realized),
    TEST(test_constraint_dropped),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
