// Laws of the search for first integrals: what a system was built to conserve is found, what it does not conserve is
// not.
//
// Judge: the integral put in by construction, in coordinates that hide it; the rank of gradients over a finite field
//        decides whether it is a function of those found (support/integrals.c). For systems without one, the
//        classification of the integrable cubic potentials.

#include "support/check.h"
#include "support/integrals.h"

typedef struct {
  size_t found, independent;
  bool explained;
} Answer;

// Searches on a desk of its own. known: what should be a function of the integrals found.
static Answer ask(Gen *g, const char *model, const char *known) {
  void *state = NULL;
  gen_note(g, "%s# keeps %s", model, known);
  assert_int_equal(desk_open(&state), 0);
  const Search s = search_text(state, model, 0, NULL);
  const Answer answer = {s.found.list.n, s.found.independent,
                         is_explained(&s, desk_expr(state, known))};
  desk_close(&state);
  return answer;
}

static long not_zero(Gen *g, long most) {
  const long x = gen_int(g, 1, most);
  return gen_below(g, 2) ? -x : x;
}

// a*u + b*u^2 + c*u^3 with c not 0
static const char *cubic(Gen *g, const char *u) {
  return text_format(g->arena, "(%ld*%s + %ld*%s^2 + %ld*%s^3)", gen_int(g, -3, 3), u,
                     gen_int(g, -3, 3), u, not_zero(g, 3), u);
}

// Law: T = a u'^2 + b v'^2, V = P(u) + Q(v) keeps a u'^2 + P(u), for any functions u and v of x and y.
PROP(separable, 12) {
  const long a = gen_int(g, 1, 4), b = gen_int(g, 1, 4), c[4] = {not_zero(g, 3), not_zero(g, 3),
                                                                 not_zero(g, 3), not_zero(g, 3)};
  ASSUME(c[0] * c[3] != c[1] * c[2]);
  const char *P = cubic(g, "u"), *Q = cubic(g, "v");
  const char *lets = text_format(g->arena,
                                 "let u = %ld*x + %ld*y, v = %ld*x + %ld*y\n"
                                 "let du = %ld*x' + %ld*y', dv = %ld*x' + %ld*y'\n",
                                 c[0], c[1], c[2], c[3], c[0], c[1], c[2], c[3]);
  const Answer answer =
    ask(g,
        text_format(g->arena,
                    "parameter m, k\ncoordinate x, y\n%skinetic = m*(%ld*du^2 + %ld*dv^2)\n"
                    "potential = k*(%s + %s)\n",
                    lets, a, b, P, Q),
        text_format(g->arena, "m*%ld*du^2 + k*%s", a, P));
  CHECK(answer.explained);
  CHECK(answer.independent == 2);
}

// Law: a V that depends on the distance from a centre keeps the angular momentum about it.
PROP(central, 12) {
  const long a = gen_int(g, -3, 3), b = gen_int(g, -3, 3);
  const char *r2 = text_format(g->arena, "((x - %ld)^2 + (y - %ld*b)^2)", a, b);
  const Answer answer = ask(
    g,
    text_format(g->arena,
                "parameter m, b\ncoordinate x, y\nkinetic = m/2*(x'^2 + y'^2)\n"
                "potential = %ld*%s + %ld*%s^2\n",
                gen_int(g, -3, 3), r2, not_zero(g, 3), r2),
    text_format(g->arena, "(x - %ld)*y' - (y - %ld*b)*x'", a, b));
  CHECK(answer.explained);
  CHECK(answer.independent == 2);
}

// Law: a V that depends on two linear forms in x, y, z keeps the momentum along their common kernel.
PROP(shifted, 8) {
  const long a[3] = {not_zero(g, 3), not_zero(g, 3), gen_int(g, -3, 3)};
  const long b[3] = {gen_int(g, -3, 3), not_zero(g, 3), not_zero(g, 3)};
  const long n[3] = {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2],
                     a[0] * b[1] - a[1] * b[0]};
  ASSUME(n[0] != 0 || n[1] != 0 || n[2] != 0);
  const Answer answer =
    ask(g,
        text_format(g->arena,
                    "parameter m, M\ncoordinate x, y, z\nkinetic = m*x'^2 + M*y'^2 + m*z'^2\n"
                    "let u = %ld*x + %ld*y + %ld*z, v = %ld*x + %ld*y + %ld*z\n"
                    "potential = %s + u*v^2\n",
                    a[0], a[1], a[2], b[0], b[1], b[2], cubic(g, "u")),
        text_format(g->arena, "m*%ld*x' + M*%ld*y' + m*%ld*z'", n[0], n[1], n[2]));
  CHECK(answer.explained);
}

// Law: a constraint on velocities that is a rate keeps what it is the rate of.
PROP(hidden_holonomic, 8) {
  const char *h = text_format(g->arena, "(%ld*x^2 + %ld*x*y + %ld*y*z + %ld*z)", not_zero(g, 3),
                              gen_int(g, -3, 3), gen_int(g, -3, 3), not_zero(g, 3));
  const Answer answer = ask(g,
                            text_format(g->arena,
                                        "parameter m, k\ncoordinate x, y, z\n"
                                        "kinetic = m/2*(x'^2 + y'^2 + z'^2)\n"
                                        "potential = k*(x^2 + 2*y^2 + 3*z^2)\n"
                                        "constraint hold: d(%s) = 0\n",
                                        h),
                            h);
  CHECK(answer.explained);
}

// Law: A x^2 + B y^2 + c x^2 y + d y^3 has one quadratic integral beside the energy if d = 2 c, or
// if 3 d = c and A = B, and no such integral otherwise: Bountis, Segur and Vivaldi (1982); Ramani,
// Dorizzi and Grammaticos (1982).
PROP(cubic_potentials, 24) {
  const long A = gen_int(g, 1, 4), B = gen_below(g, 2) ? A : gen_int(g, 1, 4), c = not_zero(g, 3);
  const long d[] = {2 * c, 3 * c, not_zero(g, 9), -c};
  const long which = gen_int(g, 0, 5), three = which > 3 ? 1 : 0;
  // c is three times as large if d = c/3
  const long e = three ? c : d[which], f = three ? 3 * c : c;
  const bool integrable = e == 2 * f || (3 * e == f && A == B);
  const Answer answer = ask(g,
                            text_format(g->arena,
                                        "coordinate x, y\nkinetic = 1/2*(x'^2 + y'^2)\n"
                                        "potential = %ld*x^2 + %ld*y^2 + %ld*x^2*y + %ld*y^3\n",
                                        A, B, f, e),
                            "energy");
  CHECK(answer.explained);
  CHECK(answer.found == (integrable ? 2u : 1u));
  CHECK(answer.independent == (integrable ? 2u : 1u));
}

// Law: with friction along x and y, none of these is conserved.
PROP(friction, 8) {
  const Answer answer = ask(g,
                            text_format(g->arena,
                                        "parameter k, c\ncoordinate x, y\n"
                                        "kinetic = 1/2*(x'^2 + y'^2)\n"
                                        "potential = k*x^2 + %ld*y^2 + %s + x*y^2\n"
                                        "dissipation = 1/2*c*(x'^2 + %ld*y'^2)\n",
                                        gen_int(g, -3, 3), cubic(g, "x"), gen_int(g, 1, 4)),
                            "energy");
  CHECK(!answer.explained);
  CHECK(answer.found == 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(separable),        cmocka_unit_test(central),
    cmocka_unit_test(shifted),          cmocka_unit_test(hidden_holonomic),
    cmocka_unit_test(cubic_potentials), cmocka_unit_test(friction),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
