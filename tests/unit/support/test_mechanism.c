// unit/support/test_mechanism.c: the judge of linkages against another one.
//
// Judge: derivatives of formulas by difference quotients; accelerations by support/reference.h, which
// takes M, F, A and b from the program's derivation and not from Kane's method and hyper-dual numbers.

#include "support/check.h"
#include "support/linkages.h"
#include "support/reference.h"

#define STEP \
  1e-11  // of difference quotients: their error is STEP^2, about 1e-22, and rounding 1e-34/STEP^2
#define LARGEST 12  // coordinates; the other judge expands series of order 30, which takes long
#define DRAWS 3

// --- formulas ------------------------------------------------------------------------------------

static Quad value_at(Formulas *f, Formula e, Quad x, Quad y) {
  Quad at[FORMULA_VARIABLES] = {0};
  at[FORMULA_Q(0)] = x;
  at[FORMULA_Q(1)] = y;
  formulas_at(f, at);
  return formula_value(f, e).x[0];
}

static void check_derivatives(Mechanism *m, Formula e) {
  const Quad x = quad(0.7), y = quad(-0.4), h = quad(STEP);
  Formulas *f = &m->f;
  const Quad dx = (value_at(f, e, x + h, y) - value_at(f, e, x - h, y)) / (2 * h);
  const Quad dxy = (value_at(f, e, x + h, y + h) - value_at(f, e, x + h, y - h) -
                    value_at(f, e, x - h, y + h) + value_at(f, e, x - h, y - h)) /
                   (4 * h * h);
  Quad along_x[FORMULA_VARIABLES] = {0}, along_y[FORMULA_VARIABLES] = {0};
  along_x[FORMULA_Q(0)] = along_y[FORMULA_Q(1)] = 1;
  (void) value_at(f, e, x, y);
  formulas_along(f, along_x, along_y, NULL);
  assert_true(quad_abs(formula_d1(f, e).x[0] - dx) < quad(1e-18));
  assert_true(quad_abs(formula_d12(f, e).x[0] - dxy) < quad(1e-9));
}

static void test_formulas(void **state) {
  (void) state;
  Mechanism *m = mech_create(1);
  Formulas *f = &m->f;
  const Formula x = mech_coordinate(m, "x", 0, false), y = mech_coordinate(m, "y", 0, false);
  const Formula product = formula_mul(f, formula_call(f, FORMULA_SIN, x), formula_power(f, y, 3));
  const Formula quotient = formula_div(f, formula_call(f, FORMULA_COS, formula_mul(f, x, y)),
                                       formula_add(f, mech_one(m), formula_power(f, y, 2)));
  const Formula root =
    formula_call(f, FORMULA_SQRT, formula_call(f, FORMULA_EXP, formula_add(f, x, y)));
  const Formula u = formula_vector(f, x, product, y), v = formula_vector(f, root, y, quotient);
  const Formula all[] = {product,
                         quotient,
                         root,
                         formula_dot(f, u, v),
                         formula_component(f, formula_cross(f, u, formula_mul(f, x, v)), 1),
                         formula_sub(f, formula_dot(f, u, u), quotient)};
  for (size_t i = 0; i < COUNT(all); i++) check_derivatives(m, all[i]);
  Text text = text_make(&m->arena);
  formula_write(f, formula_sub(f, all[3], formula_sub(f, quotient, product)), &text);
  assert_string_equal(text_get(&text),
                      "dot([x, sin(x)*y^3, y], [sqrt(exp(x + y)), y, cos(x*y)/(1 + y^2)])"
                      " - (cos(x*y)/(1 + y^2) - sin(x)*y^3)");
  mech_destroy(m);
}

// --- accelerations -------------------------------------------------------------------------------

static void compare(Mechanism *m) {
  Quad right[FORMULA_MOST], q[FORMULA_MOST], v[FORMULA_MOST], other[FORMULA_MOST];
  memcpy(q, m->x + FORMULA_Q(0), m->n * sizeof *q);
  memcpy(v, m->x + FORMULA_V(0), m->n * sizeof *v);
  assert_true(mech_accelerations(m, right, NULL));
  QuadMotion *r = reference_open(mech_model(m, MECH_START_ALL));
  if (reference_trouble(r) != NULL || !reference_settle(r, 0, q, v) || !reference_start(r, 0, q, v))
    fail_msg("%s: %s", m->class, reference_trouble(r));
  reference_accelerations(r, other);
  for (size_t i = 0; i < m->n; i++) {
    const Quad error = quad_abs(right[i] - other[i]);
    if (!(error < quad(1e-22) * (1 + quad_norm(right, m->n))))
      fail_msg("%s: %s'' is %.17g or %.17g\n%s", m->class, m->name[i], (double) right[i],
               (double) other[i], mech_model(m, MECH_START_ALL));
  }
  reference_close(r);
}

static void test_accelerations(void **state) {
  (void) state;
  size_t compared = 0;
  for (size_t class = 0; class < linkage_classes(); class ++)
    for (uint64_t seed = 1; seed <= DRAWS; seed++) {
      Mechanism *m = linkage_draw(class, seed);
      assert_non_null(m);
      if (m->n <= LARGEST) compare(m), compared++;
      mech_destroy(m);
    }
  assert_true(compared > linkage_classes());
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_formulas),
    cmocka_unit_test(test_accelerations),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
