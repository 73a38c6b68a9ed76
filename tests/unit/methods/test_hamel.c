// tests/unit/methods/test_hamel.c: quasi-velocities against known equations, exactly.
//
// Judge: expr_equal with the formula of the source; no tolerance.

#include "support/desk.h"

#include "methods/methods.h"
#include <string.h>

static Equations derive(Desk *desk) {
  Equations eq;
  assert_int_equal(method_hamel.derive(
                     desk->model, &(DeriveOptions){.arena = &desk->arena, .worksheet = true}, &eq),
                   STATUS_OK);
  return eq;
}

// Is this formula on the worksheet, with this value?
static void assert_written(Desk *desk, const Equations *eq, const char *name, const char *value) {
  for (size_t i = 0; i < eq->worksheet.n; i++)
    for (size_t k = 0; k < eq->worksheet.at[i].lines.n; k++) {
      const WorkLine *line = &eq->worksheet.at[i].lines.at[k];
      if (line->kind != LINE_FORMULA || strcmp(line->text, name) != 0) continue;
      assert_true(expr_equal(desk->pool, line->value, desk_expr(desk, value)));
      return;
    }
  fail_msg("%s is not on the worksheet", name);
}

static void assert_rate(Desk *desk, const Equations *eq, size_t k, const char *M, const char *F) {
  for (size_t j = 0; j < eq->problem.m; j++) {
    const Expr expected = j == k ? desk_expr(desk, M) : EXPR_ZERO;
    assert_true(expr_equal(desk->pool, *matrix_entry(problem_M(&eq->problem), k, j), expected));
  }
  assert_true(expr_equal(desk->pool, problem_F(&eq->problem)[k], desk_expr(desk, F)));
}

// Euler's equations; the objects of anholonomy are the structure constants of the rotations.
static void test_rigid_body(void **state) {
  Desk *desk = *state;
  desk_read_well(desk, "parameter I1, I2, I3\ncoordinate psi, theta, phi\n"
                       "frame B = rotate(z, psi) rotate(x, theta) rotate(z, phi)\n"
                       "body D mass 1 at [0, 0] frame B inertia (I1, I2, I3)\n"
                       "speed w1 = dot(omega(D), B.x)\nspeed w2 = dot(omega(D), B.y)\nspeed w3 = "
                       "dot(omega(D), B.z)\n");
  const Equations eq = derive(desk);
  assert_int_equal(eq.problem.m, 3);
  assert_rate(desk, &eq, 0, "I1", "(I2 - I3)*w2*w3");
  assert_rate(desk, &eq, 1, "I2", "(I3 - I1)*w3*w1");
  assert_rate(desk, &eq, 2, "I3", "(I1 - I2)*w1*w2");
  assert_written(desk, &eq, "gamma^1_23", "-1");
  assert_written(desk, &eq, "gamma^2_13", "1");
  assert_written(desk, &eq, "gamma^3_12", "-1");
}

// D74 (33) to (42); the signs of (42) are those of (6) with t and m exchanged.
static void test_rod(void **state) {
  Desk *desk = *state;
  desk_read_well(
    desk, "parameter b, g\ncoordinate q1, q2, q3\n"
          "lagrangian = q1'^2 + q2'^2 + b^2/4*q3'^2 - 2*g*q2\n"
          "speed omega1 = -q1'*sin(q3) + q2'*cos(q3)\nspeed omega2 = -q1'*cos(q3) - q2'*sin(q3)\n"
          "speed omega3 = q3'\nconstraint skate: omega1 = 0\n");
  const Equations eq = derive(desk);
  assert_int_equal(eq.problem.m, 2);
  assert_rate(desk, &eq, 0, "2", "2*g*sin(q3)");
  assert_rate(desk, &eq, 1, "b^2/2", "0");
  assert_written(desk, &eq, "gamma^1_23", "-1");
  assert_written(desk, &eq, "gamma^2_13", "1");
  assert_written(desk, &eq, "L(q, omega)", "omega2^2 + b^2/4*omega3^2 - 2*g*q2");
}

// Chaplygin (1911); Neimark and Fufaev (1972), chapter II: v' = a w^2, (I + m a^2) w' = -m a v w for
// the velocity v of the knife edge and the angular velocity w, with the centre of mass ahead by a.
static void test_chaplygin_sleigh(void **state) {
  Desk *desk = *state;
  desk_read_well(
    desk,
    "parameter m, a, I\ncoordinate x, y, theta\nframe S = rotate(z, theta)\npoint C at [x, y]\n"
    "body sleigh mass m at [x, y] + a*S.x frame S inertia (0, 0, I)\n"
    "speed v = dot(vel(C), S.x)\nspeed w = theta'\n"
    "constraint edge: dot(vel(C), S.y) = 0\n");
  const Equations eq = derive(desk);
  assert_int_equal(eq.problem.m, 2);
  assert_rate(desk, &eq, 0, "m", "m*a*w^2");
  assert_rate(desk, &eq, 1, "I + m*a^2", "-m*a*v*w");
}

// Neimark and Fufaev (1972), chapter I: a thin disk on a plane, theta its tilt from the horizontal
// position. w1, w2 and w3 are its angular velocity along the horizontal tangent, along the line of
// steepest descent and along its axis.
static void test_rolling_disk(void **state) {
  Desk *desk = *state;
  desk_read_well(
    desk,
    "parameter m, R, I, J, g\ncoordinate x, y, psi, theta, phi\n"
    "frame L = rotate(z, psi) rotate(x, theta)\nframe D in L = rotate(z, phi)\n"
    "body disk mass m at [x, y, R*sin(theta)] frame D inertia (I, I, J)\ngravity = [0, 0, -g]\n"
    "constraint rolling: vel(disk) - R*cross(omega(disk), L.y) = [0, 0, 0]\n"
    "speed w1 = theta'\nspeed w2 = psi'*sin(theta)\nspeed w3 = phi' + psi'*cos(theta)\n");
  const Equations eq = derive(desk);
  assert_int_equal(eq.problem.m, 3);
  assert_rate(desk, &eq, 0, "I + m*R^2",
              "I*w2^2*cos(theta)/sin(theta) - (J + m*R^2)*w2*w3 - m*g*R*cos(theta)");
  assert_rate(desk, &eq, 1, "I", "J*w1*w3 - I*w1*w2*cos(theta)/sin(theta)");
  assert_rate(desk, &eq, 2, "J + m*R^2", "m*R^2*w1*w2");
}

// A set that is too small is completed by velocities; a constraint that is not linear is refused.
static void test_completion(void **state) {
  Desk *desk = *state;
  desk_read_well(
    desk, "parameter m, J\ncoordinate x, y, f\npoint P mass m at [x, y]\nkinetic += 1/2*J*f'^2\n"
          "speed v = x'*cos(f) + y'*sin(f)\nconstraint blade: y'*cos(f) - x'*sin(f) = 0\n");
  const Equations eq = derive(desk);
  assert_int_equal(eq.problem.m, 2);
  assert_true(expr_same(eq.problem.u[0], desk_expr(desk, "v")));
  assert_true(expr_same(eq.problem.u[1], desk_expr(desk, "f'")));
  assert_rate(desk, &eq, 0, "m", "0");
  assert_rate(desk, &eq, 1, "J", "0");
}

static void test_refused(void **state) {
  Desk *desk = *state;
  desk_read_well(
    desk, "coordinate x, y, z\nkinetic = x'^2 + y'^2 + z'^2\nconstraint x'^2 + y'^2 = z'^2\n");
  Equations eq;
  assert_int_equal(method_hamel.derive(
                     desk->model, &(DeriveOptions){.arena = &desk->arena, .worksheet = false}, &eq),
                   STATUS_UNABLE);
  assert_string_equal(desk_codes(desk), "N0721");
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test_setup_teardown(test_rigid_body, desk_open, desk_close),
    cmocka_unit_test_setup_teardown(test_rod, desk_open, desk_close),
    cmocka_unit_test_setup_teardown(test_chaplygin_sleigh, desk_open, desk_close),
    cmocka_unit_test_setup_teardown(test_rolling_disk, desk_open, desk_close),
    cmocka_unit_test_setup_teardown(test_completion, desk_open, desk_close),
    cmocka_unit_test_setup_teardown(test_refused, desk_open, desk_close),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
