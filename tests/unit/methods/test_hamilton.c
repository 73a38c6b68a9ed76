// tests/unit/methods/test_hamilton.c: Legendre transforms, and U16's printed equations, exactly.
//
// Judge: expr_equal with the formula of the source; no tolerance.

#include "support/desk.h"

#include "methods/legendre.h"
#include "methods/methods.h"

static Equations derive(Desk *desk) {
  Equations eq;
  assert_int_equal(method_hamilton.derive(desk->model, &(DeriveOptions){.arena = &desk->arena, .worksheet = true}, &eq), STATUS_OK);
  return eq;
}

// With one constraint: u' = rate + reach lambda, lambda = (b - A rate)/(A reach).
static Expr rate_of(Desk *desk, const Equations *eq, size_t i) {
  ExprPool *pool = desk->pool;
  Expr A_rate = EXPR_ZERO, A_reach = EXPR_ZERO;
  assert_int_equal(eq->rows, 1);
  for (size_t j = 0; j < eq->m; j++) {
    A_rate = expr_add(pool, A_rate, expr_mul(pool, eq->row_A.at[j], eq->rate[j]));
    A_reach = expr_add(pool, A_reach, expr_mul(pool, eq->row_A.at[j], eq->reach.at[j]));
  }
  const Expr lambda = expr_div(pool, expr_sub(pool, eq->row_b[0], A_rate), A_reach);
  return expr_add(pool, eq->rate[i], expr_mul(pool, eq->reach.at[i], lambda));
}

static void assert_same_function(Desk *desk, Expr actual, const char *expected) {
  assert_true(expr_equal(desk->pool, actual, desk_expr(desk, expected)));
}

// U16 (41), (42), with q.q for L^2
static void test_spherical_pendulum(void **state) {
  Desk *desk = *state;
  desk_read_well(desk, "parameter m, g, L\ncoordinate x, y, z\nmomentum px, py, pz\n"
                       "hamiltonian = (px^2 + py^2 + pz^2)/(2*m) - m*g*z\nconstraint x^2 + y^2 + z^2 = L^2\n");
  const Equations eq = derive(desk);
  assert_same_function(desk, eq.psi[0], "px/m");
  assert_same_function(desk, rate_of(desk, &eq, 0), "-m/(x^2 + y^2 + z^2)*((px^2 + py^2 + pz^2)/m^2 + g*z)*x");
  assert_same_function(desk, rate_of(desk, &eq, 2), "m*g - m/(x^2 + y^2 + z^2)*((px^2 + py^2 + pz^2)/m^2 + g*z)*z");
}

// U16 (45), (46)
static void test_nonholonomic_particle(void **state) {
  Desk *desk = *state;
  desk_read_well(desk, "parameter m\ncoordinate x, y, z\nmomentum px, py, pz\n"
                       "hamiltonian = (px^2 + py^2 + pz^2)/(2*m)\nconstraint z^2*px - py = 0\n");
  const Equations eq = derive(desk);
  assert_same_function(desk, eq.row_A.at[0], "z^2");
  assert_same_function(desk, eq.row_A.at[1], "-1");
  assert_same_function(desk, eq.row_b[0], "-2*z*px*pz/m");
  assert_same_function(desk, rate_of(desk, &eq, 0), "-2*z*px*pz/(m*(1 + z^4))*z^2");
  assert_same_function(desk, rate_of(desk, &eq, 1), "2*z*px*pz/(m*(1 + z^4))");
  assert_same_function(desk, rate_of(desk, &eq, 2), "0");
}

// L -> H -> L is the identity, for a double pendulum on a moving support: T2, T1 and T0 are all there.
static void test_there_and_back(void **state) {
  Desk *desk = *state;
  desk_read_well(desk, "parameter m1, m2, l1, l2, g, a, w\ncoordinate q1, q2\n"
                       "let r1 = [a*cos(w*t) + l1*sin(q1), -l1*cos(q1)]\nlet r2 = r1 + l2*[sin(q2), -cos(q2)]\n"
                       "point P1 mass m1 at r1\npoint P2 mass m2 at r2\ngravity = [0, -g]\n");
  const Equations eq = derive(desk);
  const FreeSystem s = free_system(desk->model, &desk->arena);
  Expr H, L, velocity[2];
  assert_true(hamiltonian_of(&s, eq.u, eq.momentum, eq.lagrangian, &H, velocity));
  assert_true(lagrangian_of(&s, eq.u, H, &L));
  assert_true(expr_equal(desk->pool, L, eq.lagrangian));
  for (size_t i = 0; i < 2; i++) assert_true(expr_equal(desk->pool, expr_diff(desk->pool, H, eq.u[i]), velocity[i]));
}

// H -> L -> H likewise, with H_pp that depends on position.
static void test_back_and_there(void **state) {
  Desk *desk = *state;
  desk_read_well(desk, "parameter m, k\ncoordinate r, f\nmomentum pr, pf\n"
                       "hamiltonian = (pr^2 + pf^2/r^2)/(2*m) + k*pf - k/r\n");
  const Equations eq = derive(desk);
  const FreeSystem s = free_system(desk->model, &desk->arena);
  Expr L, H, velocity[2], momentum[2];
  assert_true(lagrangian_of(&s, eq.u, desk->model->hamiltonian, &L));
  for (size_t i = 0; i < 2; i++) momentum[i] = expr_diff(desk->pool, L, s.qd[i]);
  assert_true(hamiltonian_of(&s, eq.u, momentum, L, &H, velocity));
  assert_true(expr_equal(desk->pool, H, desk->model->hamiltonian));
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test_setup_teardown(test_spherical_pendulum, desk_open, desk_close),
    cmocka_unit_test_setup_teardown(test_nonholonomic_particle, desk_open, desk_close),
    cmocka_unit_test_setup_teardown(test_there_and_back, desk_open, desk_close),
    cmocka_unit_test_setup_teardown(test_back_and_there, desk_open, desk_close),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
