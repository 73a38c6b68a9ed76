// unit/support/test_gallery.c: the program's numbers for every model of the gallery against the
// judge's.
//
// Judge: support/reference.h, which evaluates, completes and solves in 113 bits independently. If a model leaves a
//        part of its initial state to the constraints, both must find the same.

#include "dalembert.h"
#include "support/reference.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define MOST 16
// The program stops improving a state at residuals of some 1e-15; accelerations have the condition
// of the problem on top, below 1000 at these states.
#define STATE_BOUND 1e-13
#define ACCELERATION_BOUND 1e-12

static double difference(const Quad *right, const double *found, size_t n) {
  Quad largest = 0;
  for (size_t i = 0; i < n; i++) largest = quad_max(largest, quad_abs(right[i] - quad(found[i])));
  return (double) (largest / quad_max(1, quad_norm(right, n)));
}

static void compare(const char *name, DalModel *m, QuadMotion *r) {
  const size_t n = dal_model_coordinates(m);
  double time, q[MOST], v[MOST], a[MOST];
  Quad t, right_q[MOST], right_v[MOST], right_a[MOST];
  assert_true(n <= MOST);
  assert_int_equal(reference_count(r), n);
  for (size_t i = 0; i < n; i++)
    assert_string_equal(reference_name(r, i), dal_model_coordinate(m, i));
  if (dal_model_state(m, NULL, &time, q, v) != DAL_OK) fail_msg("%s", dal_model_messages(m));
  if (dal_model_accelerations(m, time, q, v, a) != DAL_OK) fail_msg("%s", dal_model_messages(m));
  if (!reference_initial(r, &t, right_q, right_v) || !reference_start(r, t, right_q, right_v))
    fail_msg("%s: %s", name, reference_trouble(r));
  reference_accelerations(r, right_a);
  const double errors[3] = {difference(right_q, q, n), difference(right_v, v, n),
                            difference(right_a, a, n)};
  if (errors[0] > STATE_BOUND || errors[1] > STATE_BOUND || errors[2] > ACCELERATION_BOUND)
    fail_msg("%s: differences of q %g, q' %g, q'' %g", name, errors[0], errors[1], errors[2]);
}

static void test_gallery(void **state) {
  (void) state;
  assert_true(dal_example_count() > 40);
  for (size_t i = 0; i < dal_example_count(); i++) {
    DalModel *m = dal_model_create();
    QuadMotion *r = reference_open(dal_example_text(i));
    assert_true(m != NULL && r != NULL);
    // the judge follows Lagrangian equations, and this Hamiltonian has none in closed form
    const bool canonical = strcmp(dal_example_name(i), "relativistic-ring") == 0;
    if (reference_trouble(r) != NULL && !canonical) fail_msg("%s", reference_trouble(r));
    assert_true((reference_trouble(r) != NULL) == canonical);
    if (canonical) {
      dal_model_destroy(m);
      reference_close(r);
      continue;
    }
    assert_int_equal(dal_model_add(m, dal_example_text(i)), DAL_OK);
    assert_int_equal(dal_model_finish(m), DAL_OK);
    assert_int_equal(dal_model_derive(m, &(DalDeriveOptions){.method = "multipliers"}), DAL_OK);
    compare(dal_example_name(i), m, r);
    dal_model_destroy(m);
    reference_close(r);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_gallery)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
