// tests/unit/methods/test_later.c: M, F and momenta that are made when something asks for them.
//
// Judge: the same equations with everything made at once, as for a worksheet; expr_equal, no tolerance.

#include "support/desk.h"

#include "methods/later.h"

typedef enum { ABSOLUTE, RELATIVE, FRAMES, BODIES } Links;

static const char *chain(Desk *desk, Links links, size_t n, const char *more) {
  Text text = text_make(&desk->arena);
  text_add(&text, "parameter g = 9.81\ngravity = [0, -g]\nlet r0 = [0, 0]\n");
  for (size_t i = 1; i <= n; i++) {
    text_addf(&text, "parameter m%zu = %zu/7, l%zu = %zu/5\ncoordinate q%zu\n", i, i + 1, i, i + 2,
              i);
    if (links >= FRAMES) {
      text_addf(&text, "frame B%zu", i);
      if (i > 1) text_addf(&text, " in B%zu", i - 1);
      text_addf(&text, " = rotate(%c, q%zu)\n", links == BODIES ? "xyz"[i % 3] : 'z', i);
      text_addf(&text, "let r%zu = r%zu + l%zu*B%zu.x\n", i, i - 1, i, i);
    } else {
      text_addf(&text,
                links == RELATIVE && i > 1 ? "let phi%zu = phi%zu + q%zu\n"
                                           : "let phi%zu = %.0zuq%zu\n",
                i, links == RELATIVE && i > 1 ? i - 1 : 0, i);
      text_addf(&text, "let r%zu = r%zu + l%zu*[sin(phi%zu), -cos(phi%zu)]\n", i, i - 1, i, i, i);
    }
    if (links == BODIES)
      text_addf(&text, "body C%zu mass m%zu at r%zu frame B%zu inertia (1/5, 1/4, 1/3)\n", i, i, i,
                i);
    else
      text_addf(&text, "point P%zu mass m%zu at r%zu\n", i, i, i);
  }
  text_add(&text, more);
  return text_get(&text);
}

static Equations derive(Desk *desk, bool worksheet) {
  Equations eq;
  const DeriveOptions options = {
    .arena = &desk->arena, .worksheet = worksheet, .energy = EXPR_NONE};
  assert_int_equal(method_derive(&method_lagrange, desk->model, &options, &eq), STATUS_OK);
  return eq;
}

static bool waits(Desk *desk, const char *text) {
  desk_clear_model(desk);
  desk_read_well(desk, text);
  const Equations eq = derive(desk, false);
  return problem_waits(&eq.free);
}

static void assert_all_equal(Desk *desk, const Expr *a, const Expr *b, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (!expr_equal(desk->pool, a[i], b[i])) fail_msg("entry %zu differs", i);
}

static void assert_same_when_asked(Desk *desk, const char *text, size_t n) {
  desk_clear_model(desk);
  desk_read_well(desk, text);
  Equations late = derive(desk, false);
  const Equations once = derive(desk, true);
  assert_true(problem_waits(&late.free) && problem_waits(&late.problem) &&
              !problem_waits(&once.free));
  assert_true(problem_entries(&late.free) >= problem_entries(&once.free));
  assert_all_equal(desk, problem_M(&late.problem)->at, problem_M(&once.problem)->at, n * n);
  assert_all_equal(desk, problem_F(&late.problem), problem_F(&once.problem), n);
  assert_all_equal(desk, equations_momentum(&late), equations_momentum(&once), n);
  assert_all_equal(desk, late.force, once.force, n);
  assert_true(expr_same(late.energy, once.energy) && expr_same(late.lagrangian, once.lagrangian));
  assert_ptr_equal(problem_M(&late.problem), problem_M(&late.free));  // made once
  const Expr *M = problem_M(&late.free)->at;
  later_settle(&late);
  assert_false(problem_waits(&late.free) || problem_waits(&late.problem));
  assert_ptr_equal(problem_M(&late.problem)->at, M);
  assert_true(equations_are_free(&late));
}

static void test_same_as_at_once(void **state) {
  Desk *desk = *state;
  assert_same_when_asked(desk, chain(desk, ABSOLUTE, 13, ""), 13);
  assert_same_when_asked(
    desk, chain(desk, RELATIVE, 13, "potential += 2*dot(r3, r5)\ndissipation = q2'^2*q4'^2\n"), 13);
  assert_same_when_asked(
    desk, chain(desk, FRAMES, 13, "force on P4 = [q2', sin(t), 1]\nforce q3 = -q1'*t\n"), 13);
  assert_same_when_asked(desk, chain(desk, BODIES, 13, "torque on C5 = [q1', 2, t]\n"), 13);
}

// Masses wait only if a run can do without M, F and momenta: the last of each pair of chains cannot.
static void test_who_waits(void **state) {
  Desk *desk = *state;
  assert_true(waits(desk, chain(desk, RELATIVE, 13, "")));
  assert_false(waits(desk, chain(desk, RELATIVE, 12, "")));
  assert_true(waits(desk, chain(desk, RELATIVE, 13, "force on P2 = [cos(t), 0]\n")));
  assert_false(waits(desk, chain(desk, RELATIVE, 13, "point S mass 1 at r3 + [cos(t), 0]\n")));
  assert_true(waits(desk, chain(desk, BODIES, 13, "")));
  assert_false(waits(desk, chain(desk, BODIES, 13,
                                 "frame S in B2 = rotate(z, 2*t)\n"
                                 "body D mass 1 at r2 frame S inertia (1, 2, 3)\n")));
  assert_true(waits(desk, chain(desk, RELATIVE, 13, "force q2 = -q2'\n")));
  assert_false(waits(desk, chain(desk, RELATIVE, 13, "force q2 = -abs(q2')\n")));
  assert_false(waits(desk, chain(desk, RELATIVE, 13, "force q2 = -p_q2\n")));
  assert_false(waits(desk, chain(desk, RELATIVE, 13, "kinetic += q3'^2\n")));
  assert_false(waits(desk, chain(desk, RELATIVE, 13, "speed w = q2' + q3'\n")));
}

// A sparse M is needed: a massless point that depends on all coordinates does not fill it.
static void test_sparse_masses(void **state) {
  Desk *desk = *state;
  Text text = text_make(&desk->arena);
  for (size_t i = 1; i <= 20; i++)
    text_addf(&text, "coordinate x%zu\npoint P%zu mass %zu at [x%zu, 0]\n", i, i, i, i);
  assert_false(waits(desk, text_get(&text)));
  text_add(&text, "point E at [x1");
  for (size_t i = 2; i <= 20; i++) text_addf(&text, " + x%zu", i);
  text_add(&text, ", 0]\n");
  assert_false(waits(desk, text_get(&text)));
  text_add(&text, "point H mass 1 at pos(E)\n");
  assert_true(waits(desk, text_get(&text)));
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test_setup_teardown(test_same_as_at_once, desk_open, desk_close),
    cmocka_unit_test_setup_teardown(test_who_waits, desk_open, desk_close),
    cmocka_unit_test_setup_teardown(test_sparse_masses, desk_open, desk_close),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
