// tests/prop/ground/prop_degenerate.c: constraints that are degenerate where they hold.
//
// Law:   a constraint whose gradient vanishes, or depends on those of others, wherever all of them hold, but that
//        does not follow from the others, is an error at its line or at that of one it touches. It is
//        not dropped. At regular states of the same formulas there is no error.
// Judge: geometry, stated with each.

#include "dalembert.h"

#include "support/check.h"
#include "support/texts.h"
#include "support/mutations.h"

typedef struct {
  const char *text;
  const char *culprit[4];  // the constraints that may be named
} Degenerate;

#define PLANE "coordinate x, y\nkinetic = 1/2*(x'^2 + 2*y'^2)\npotential = 3*x + y\n"
#define SPACE \
  "coordinate x, y, z\nkinetic = 1/2*(x'^2 + 2*y'^2 + 3*z'^2)\npotential = 3*x + y - z\n"
#define BODY                                                                        \
  "coordinate x, y, z, a, b, c\nframe B = rotate(z, a) rotate(x, b) rotate(y, c)\n" \
  "body K mass 1 at [x, y, z] frame B inertia (1, 2, 2.5)\ngravity = [0, 0, -9.81]\n"
#define POINTS                                                      \
  "coordinate x1, y1, x2, y2, x3, y3\npoint A mass 1 at [x1, y1]\n" \
  "point B mass 2 at [x2, y2]\npoint C mass 1 at [x3, y3]\ngravity = [0, -9.81]\n"

static const Degenerate degenerate[] = {
  // three points on a line with all distances given: the line cannot bend, but to first order it can
  {POINTS "\nconstraint ab: dot(A - B, A - B) = 1\nconstraint bc: dot(B - C, B - C) = 4\n"
          "constraint ac: dot(A - C, A - C) = 9\ninitial x2 = 1, x3 = 3\n",
   {"ab", "bc", "ac"}},
  // the maximum of the cosine
  {BODY "\nconstraint up: dot(B.z, N.z) = 1\ninitial x = 1\n", {"up"}},
  {BODY "\nconstraint up: norm(cross(B.z, N.z)) = 0\ninitial x = 1\n", {"up"}},
  // circles that touch, a sphere and its tangent plane
  {PLANE "\nconstraint one: x^2 + y^2 = 1\nconstraint two: (x - 2)^2 + y^2 = 1\ninitial x = 1\n",
   {"one", "two"}},
  {SPACE "\nconstraint ball: x^2 + y^2 + z^2 = 1\nconstraint plane: z = 1\ninitial z = 1\n",
   {"ball", "plane"}},
  {SPACE "\nconstraint tube: x^2 + y^2 = 1\nconstraint ball: x^2 + y^2 + z^2 = 1\ninitial x = 0.6, "
         "y = 0.8\n",
   {"tube", "ball"}},
  {SPACE "\nconstraint plane: x = y\nconstraint bent: x = y + z^2\ninitial x = 1, y = 1\n",
   {"plane", "bent"}},
  // sums of squares and squares in disguise
  {PLANE "\nconstraint c: x^2 + y^2 = 0\n", {"c"}},
  {PLANE "\nconstraint c: (x^2 + y^2 - 1)^2 = 0\ninitial x = 0.6, y = 0.8\n", {"c"}},
  {PLANE "\nconstraint c: x'^2 + y'^2 = 0\ninitial x = 1\n", {"c"}},
  {PLANE "\nconstraint c: (x' - y')^2 + (x' - 2*y')^2 = 0\ninitial x = 1\n", {"c"}},
  {PLANE "\nconstraint c: cos(x - y) = 1\ninitial x = 1, y = 1\n", {"c"}},
  {PLANE "\nconstraint c: exp(x - y) = 1 + x - y\ninitial x = 1, y = 1\n", {"c"}},
  {PLANE "\nconstraint c: sin(x - y) = x - y\ninitial x = 1, y = 1\n", {"c"}},
  {PLANE "\nconstraint c: cosh(x) = cos(y)\n", {"c"}},
  {PLANE "\nconstraint c: x^2*y^2 + x^2 = 0\ninitial y = 1\n", {"c"}},
  {PLANE "\nconstraint c: x^4 + 2*x^2*y + y^2 = 0\ninitial x = 1, y = -1\n", {"c"}},
  {SPACE "\nconstraint c: norm([x - 1, y, z]) = 0\ninitial x = 1\n", {"c"}},
  {SPACE "\nconstraint c: x^2 + y^2 + z^2 = x*y + y*z + z*x\ninitial x = 1, y = 1, z = 1\n", {"c"}},
  // singular points of curves and cones
  {PLANE "\nconstraint cusp: x^3 = y^2\ninitial x = 0, y = 0\n", {"cusp"}},
  {PLANE "\nconstraint node: y^2 = x^2*(x + 1)\ninitial x = 0, y = 0\n", {"node"}},
  {PLANE "\nconstraint c: x'*y' = 0\ninitial x = 1, x' = 0, y' = 0\n", {"c"}},
  {SPACE "\nconstraint cone: x'^2 + y'^2 = z'^2\ninitial x = 1\n", {"cone"}},
  // no real state, or no state at all
  {PLANE "\nconstraint c: x^2 + y^2 = -1\ninitial x = 1\n", {"c"}},
  {PLANE "\nconstraint c: exp(x) = -y^2\ninitial x = 1\n", {"c"}},
  {PLANE "\nconstraint one: x + y = 1\nconstraint two: 2*x + 2*y = 3\ninitial x = 1\n",
   {"one", "two"}},
  {PLANE "\nconstraint one: x' + y' = 1\nconstraint two: x' + y' = 2\ninitial x = 1\n",
   {"one", "two"}},
  // the accelerations contradict each other, although positions and velocities do not
  {PLANE "\nconstraint speed: x' = t\nconstraint push: x'' = 2\n", {"speed", "push"}},
};

static void test_degenerate(void **state) {
  (void) state;
  size_t bad = 0;
  for (size_t i = 0; i < COUNT(degenerate); i++) {
    Mutant mutant = {
      .kind = MUTANT_BAD, .text = degenerate[i].text, .degenerate = degenerate[i].culprit[0]};
    memcpy(mutant.culprit, degenerate[i].culprit, sizeof degenerate[i].culprit);
    JudgeFindings found = {0};
    mutant_judge_bad(&mutant, &found);
    for (size_t k = 0; k < found.n; k++) print_error("%zu: %s\n", i, found.at[k].what);
    if (found.n > 0) print_error("%s\n", mutant.text), bad++;
  }
  assert_int_equal(bad, 0);
}

// --- the same formulas at regular states, and degenerate rows that do follow ----------------------

typedef struct {
  const char *text;
  double freedoms;
  double x;  // the acceleration of the first coordinate; NAN: not compared
} Regular;

static const Regular regular[] = {
  // y = x^(3/2): T = 1/2 x'^2 + y'^2 with y' = 3/2 x', V = 3x + y; (1 + 2*9/4) x'' = -(3 + 3/2) at rest
  {PLANE "constraint cusp: x^3 = y^2\ninitial x = 1, y = 1, x' = 0\n", 1, -4.5 / 5.5},
  // y' = 0: x'' = -3
  {PLANE "constraint c: x'*y' = 0\ninitial x' = 1, y' = 0\n", 1, -3},
  // x = 0 is one piece, (1, 1) lies on the other: x'' = y''
  {PLANE "constraint c: x*(x - y) = 0\ninitial x = 1, y = 1\n", 1, -4.0 / 3},
  // a square beside what it is the square of, before it and after it
  {PLANE "constraint c: (x - y)^2 = 0\nconstraint d: x = y\ninitial x = 1, y = 1\n", 1, -4.0 / 3},
  {PLANE "constraint c: x = y\nconstraint d: (x - y)^2 = 0\ninitial x = 1, y = 1\n", 1, -4.0 / 3},
  {SPACE "constraint c: (x - y)^2 + z^2 = 0\nconstraint d: x = y\nconstraint e: z = 0\ninitial x = "
         "1, y = 1\n",
   1, -4.0 / 3},
  // the third component of an axis follows from the other two
  {BODY "constraint up: B.z = N.z\ninitial x = 1\n", 4, 0},
};

static void test_regular(void **state) {
  (void) state;
  for (size_t i = 0; i < COUNT(regular); i++) {
    const Regular *r = &regular[i];
    const char *json;
    double n, rank, x;
    DalModel *m = dal_model_create();
    assert_int_equal(dal_model_add(m, r->text), DAL_OK);
    if (dal_model_finish(m) != DAL_OK || text_of(&json, dal_model_eval, m, NULL, DAL_JSON) != DAL_OK)
      fail_msg("%s\n%s", r->text, dal_model_messages(m));
    assert_true(judge_number(json, "accelerations", "x''", &x));
    if (!(x - r->x < 1e-12 && r->x - x < 1e-12))
      fail_msg("%s\nx'' is %.17g, not %.17g", r->text, x, r->x);
    const DalAnalyzeOptions options = {.only = "constraints"};
    if (text_of(&json, dal_model_analyze, m, &options, DAL_JSON) != DAL_OK)
      fail_msg("%s", dal_model_messages(m));
    assert_true(judge_number(json, "freedom", "coordinates", &n));
    assert_true(judge_number(json, "freedom", "rank", &rank));
    if (n - rank != r->freedoms)
      fail_msg("%s\n%g freedoms, not %g", r->text, n - rank, r->freedoms);
    dal_model_destroy(m);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_degenerate),
    cmocka_unit_test(test_regular),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
