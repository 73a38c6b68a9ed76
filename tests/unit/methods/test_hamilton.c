// tests/unit/methods/test_hamilton.c: Legendre transforms, and U16's printed equations, exactly.
//
// Judge: expr_equal with the formula of the source; no tolerance.

#include "support/desk.h"

#include "methods/free.h"
#include "methods/legendre.h"
#include <dirent.h>
#include <stdio.h>
#include <string.h>

static Equations derive(Desk *desk) {
  Equations eq;
  assert_int_equal(method_hamilton.derive(
                     desk->model, &(DeriveOptions){.arena = &desk->arena, .worksheet = true}, &eq),
                   STATUS_OK);
  return eq;
}

// With one constraint: u' = rate + reach lambda, lambda = (b - A rate)/(A reach).
static Expr rate_of(Desk *desk, const Equations *eq, size_t i) {
  ExprPool *pool = desk->pool;
  Expr A_rate = EXPR_ZERO, A_reach = EXPR_ZERO;
  assert_int_equal(eq->problem.rows, 1);
  for (size_t j = 0; j < eq->problem.m; j++) {
    A_rate = expr_add(pool, A_rate, expr_mul(pool, eq->problem.A.at[j], eq->problem.rate[j]));
    A_reach = expr_add(pool, A_reach, expr_mul(pool, eq->problem.A.at[j], eq->problem.reach.at[j]));
  }
  const Expr lambda = expr_div(pool, expr_sub(pool, eq->problem.b[0], A_rate), A_reach);
  return expr_add(pool, eq->problem.rate[i], expr_mul(pool, eq->problem.reach.at[i], lambda));
}

static void assert_same_function(Desk *desk, Expr actual, const char *expected) {
  assert_true(expr_equal(desk->pool, actual, desk_expr(desk, expected)));
}

// U16 (41), (42), with q.q for L^2
static void test_spherical_pendulum(void **state) {
  Desk *desk = *state;
  desk_read_well(
    desk, "parameter m, g, L\ncoordinate x, y, z\nmomentum px, py, pz\n"
          "hamiltonian = (px^2 + py^2 + pz^2)/(2*m) - m*g*z\nconstraint x^2 + y^2 + z^2 = L^2\n");
  const Equations eq = derive(desk);
  assert_same_function(desk, eq.problem.psi[0], "px/m");
  assert_same_function(desk, rate_of(desk, &eq, 0),
                       "-m/(x^2 + y^2 + z^2)*((px^2 + py^2 + pz^2)/m^2 + g*z)*x");
  assert_same_function(desk, rate_of(desk, &eq, 2),
                       "m*g - m/(x^2 + y^2 + z^2)*((px^2 + py^2 + pz^2)/m^2 + g*z)*z");
}

// U16 (45), (46)
static void test_nonholonomic_particle(void **state) {
  Desk *desk = *state;
  desk_read_well(desk, "parameter m\ncoordinate x, y, z\nmomentum px, py, pz\n"
                       "hamiltonian = (px^2 + py^2 + pz^2)/(2*m)\nconstraint z^2*px - py = 0\n");
  const Equations eq = derive(desk);
  assert_same_function(desk, eq.problem.A.at[0], "z^2");
  assert_same_function(desk, eq.problem.A.at[1], "-1");
  assert_same_function(desk, eq.problem.b[0], "-2*z*px*pz/m");
  assert_same_function(desk, rate_of(desk, &eq, 0), "-2*z*px*pz/(m*(1 + z^4))*z^2");
  assert_same_function(desk, rate_of(desk, &eq, 1), "2*z*px*pz/(m*(1 + z^4))");
  assert_same_function(desk, rate_of(desk, &eq, 2), "0");
}

// L -> H -> L is the identity, for a double pendulum on a moving support, which has T2, T1 and T0.
static void test_there_and_back(void **state) {
  Desk *desk = *state;
  desk_read_well(
    desk, "parameter m1, m2, l1, l2, g, a, w\ncoordinate q1, q2\n"
          "let r1 = [a*cos(w*t) + l1*sin(q1), -l1*cos(q1)]\nlet r2 = r1 + l2*[sin(q2), -cos(q2)]\n"
          "point P1 mass m1 at r1\npoint P2 mass m2 at r2\ngravity = [0, -g]\n");
  const Equations eq = derive(desk);
  const FreeSystem s = free_system(desk->model, &desk->arena);
  Expr H, L, velocity[2];
  assert_true(
    legendre_hamiltonian(&s, eq.problem.u, equations_momentum(&eq), eq.lagrangian, &H, velocity));
  assert_true(legendre_lagrangian(&s, eq.problem.u, H, &L));
  assert_true(expr_equal(desk->pool, L, eq.lagrangian));
  for (size_t i = 0; i < 2; i++)
    assert_true(expr_equal(desk->pool, expr_diff(desk->pool, H, eq.problem.u[i]), velocity[i]));
}

// H -> L -> H likewise, with H_pp that depends on position.
static void test_back_and_there(void **state) {
  Desk *desk = *state;
  desk_read_well(desk, "parameter m, k\ncoordinate r, f\nmomentum pr, pf\n"
                       "hamiltonian = (pr^2 + pf^2/r^2)/(2*m) + k*pf - k/r\n");
  const Equations eq = derive(desk);
  const FreeSystem s = free_system(desk->model, &desk->arena);
  Expr L, H, velocity[2], momentum[2];
  assert_true(legendre_lagrangian(&s, eq.problem.u, desk->model->hamiltonian, &L));
  for (size_t i = 0; i < 2; i++) momentum[i] = expr_diff(desk->pool, L, s.qd[i]);
  assert_true(legendre_hamiltonian(&s, eq.problem.u, momentum, L, &H, velocity));
  assert_true(expr_equal(desk->pool, H, desk->model->hamiltonian));
}

// --- the gallery ---------------------------------------------------------------------------------

typedef struct {
  size_t there, closed, back, not_transformed;  // closed: L was recovered in closed form
} Count;

// L -> H -> L on a model with masses, energies or a Lagrangian. The way back needs no closed form:
// that H_p(L_q') = q' says that p = L_q' solves q' = H_p, and there p.q' - H must be L.
static void from_lagrangian(Desk *desk, const char *path, Count *count) {
  ExprPool *pool = desk->pool;
  const FreeSystem s = free_system(desk->model, &desk->arena);
  Equations eq;
  assert_int_equal(free_equations(&s, &method_multipliers, &eq), STATUS_OK);
  Expr H, L, *p = ARENA_ARRAY(&desk->arena, Expr, s.n),
             *velocity = ARENA_ARRAY(&desk->arena, Expr, s.n);
  for (size_t i = 0; i < s.n; i++) p[i] = desk->model->coordinates.at[i].p;
  if (!legendre_hamiltonian(&s, p, equations_momentum(&eq), eq.lagrangian, &H, velocity)) {
    print_message("%s is not transformed\n", path);
    count->not_transformed++;
    return;
  }
  Expr back = expr_neg(pool, expr_substitute(pool, H, p, equations_momentum(&eq), s.n));
  for (size_t i = 0; i < s.n; i++) {
    assert_true(expr_equal(pool, expr_diff(pool, H, p[i]), velocity[i]));
    assert_true(expr_equal(
      pool, expr_substitute(pool, velocity[i], p, equations_momentum(&eq), s.n), s.qd[i]));
    back = expr_add(pool, back, expr_mul(pool, equations_momentum(&eq)[i], s.qd[i]));
  }
  assert_true(expr_equal(pool, back, eq.lagrangian));
  count->there++;
  if (!legendre_lagrangian(&s, p, H, &L)) return;
  assert_true(expr_equal(pool, L, eq.lagrangian));
  count->closed++;
}

// H -> L -> H on a model with a Hamiltonian that is quadratic in the momenta
static void from_hamiltonian(Desk *desk, Count *count) {
  const FreeSystem s = free_system(desk->model, &desk->arena);
  Expr H, L, *p = ARENA_ARRAY(&desk->arena, Expr, s.n),
             *velocity = ARENA_ARRAY(&desk->arena, Expr, s.n),
             *momentum = ARENA_ARRAY(&desk->arena, Expr, s.n);
  for (size_t i = 0; i < s.n; i++) p[i] = desk->model->coordinates.at[i].p;
  if (!legendre_lagrangian(&s, p, desk->model->hamiltonian, &L)) {
    count->not_transformed++;
    return;
  }
  for (size_t i = 0; i < s.n; i++) momentum[i] = expr_diff(desk->pool, L, s.qd[i]);
  assert_true(legendre_hamiltonian(&s, p, momentum, L, &H, velocity));
  assert_true(expr_equal(desk->pool, H, desk->model->hamiltonian));
  count->back++;
}

// Both transforms, one after the other, are the identity on every model of the gallery, except for
// those with a singular M, and a Hamiltonian that is not quadratic.
static void test_gallery(void **state) {
  (void) state;
  Count count = {0};
  DIR *folder = opendir("models");
  assert_non_null(folder);
  for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
    if (strstr(entry->d_name, ".mech") == NULL) continue;
    if (strcmp(entry->d_name, "trailer-10.mech") == 0) continue;  // no inverse: support/gallery.h
    char path[512], text[1 << 14] = "";
    snprintf(path, sizeof path, "models/%s", entry->d_name);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    assert_in_range(fread(text, 1, sizeof text - 1, file), 1, sizeof text - 2);
    fclose(file);
    void *own = NULL;
    assert_int_equal(desk_open(&own), 0);
    desk_read_well(own, text);
    if (((Desk *) own)->model->dynamics == DYNAMICS_HAMILTONIAN)
      from_hamiltonian(own, &count);
    else
      from_lagrangian(own, path, &count);
    desk_close(&own);
  }
  closedir(folder);
  print_message(
    "L -> H -> L: %zu models, %zu in closed form; H -> L -> H: %zu; not transformed: %zu\n",
    count.there, count.closed, count.back, count.not_transformed);
  assert_true(count.there > 40 && count.closed > 40 && count.back >= 4 &&
              count.not_transformed <= 4);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test_setup_teardown(test_spherical_pendulum, desk_open, desk_close),
    cmocka_unit_test_setup_teardown(test_nonholonomic_particle, desk_open, desk_close),
    cmocka_unit_test_setup_teardown(test_there_and_back, desk_open, desk_close),
    cmocka_unit_test_setup_teardown(test_back_and_there, desk_open, desk_close),
    cmocka_unit_test(test_gallery),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
