// Unit tests of model/bodies.c: frames turn as frames do.

#include "support/desk.h"

#define NO_PLACE ((Span){0})

static Vec column(const Frame *frame, int k) {
  return (Vec){{frame->r[0][k], frame->r[1][k], frame->r[2][k]}};
}

// Laws of a frame. Judge: exact zero test.
//   its unit vectors are orthonormal and right-handed;
//   each moves with e' = omega x e;
//   omega has the components omega_own along them
static void check_frame(Desk *desk, const Frame *frame) {
  ExprPool *p = desk->pool;
  const Vec omega = frame_omega(desk->model, frame);
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++)
      assert_true(expr_equal(p, vec_dot(p, column(frame, i), column(frame, j)),
                             i == j ? EXPR_ONE : EXPR_ZERO));
    const Vec e = column(frame, i);
    const Vec cross = vec_cross(p, column(frame, i), column(frame, (i + 1) % 3));
    assert_true(vec_is_zero(vec_sub(p, cross, column(frame, (i + 2) % 3))));
    assert_true(vec_is_zero(vec_sub(p, vec_rate(p, e), vec_cross(p, omega, e))));
    assert_true(expr_equal(p, vec_dot(p, omega, e), frame->omega_own.x[i]));
  }
}

// All sequences of three axes, and a child frame of each.
static void test_laws(void **state) {
  Desk *desk = *state;
  Expr q[4];
  static const char *const names[] = {"a", "b", "c", "d"};
  for (int i = 0; i < 4; i++) q[i] = model_coordinate(desk->model, str(names[i]), NO_PLACE);
  for (int code = 0; code < 27; code++) {
    const Rotation three[] = {{code % 3, q[0], vec_zero()},
                              {code / 3 % 3, q[1], vec_zero()},
                              {code / 9, q[2], vec_zero()}};
    const Rotation one[] = {
      {(code + 1) % 3, expr_mul(desk->pool, q[3], EXPR_TIME), vec_zero()}};
    const size_t n = desk->model->frames.n;
    model_frame(desk->model, str(text_format(&desk->arena, "F%d", code)), NOWHERE, three, 3,
                NO_PLACE);
    model_frame(desk->model, str(text_format(&desk->arena, "G%d", code)), n, one, 1, NO_PLACE);
    check_frame(desk, &desk->model->frames.at[n]);
    check_frame(desk, &desk->model->frames.at[n + 1]);
  }
  assert_int_equal(desk->diags.all.n, 0);
}

static void test_euler_angles(void **state) {
  Desk *desk = *state;
  desk_read_well(desk, "coordinate psi, theta, phi\nkinetic = 0\n"
                       "frame B = rotate(z, psi) rotate(x, theta) rotate(z, phi)\n");
  const Frame *frame = &desk->model->frames.at[0];
  // the textbook's components in the body, and in space
  assert_vec(desk, frame->omega_own, desk_expr(desk, "psi'*sin(theta)*sin(phi) + theta'*cos(phi)"),
             desk_expr(desk, "psi'*sin(theta)*cos(phi) - theta'*sin(phi)"),
             desk_expr(desk, "psi'*cos(theta) + phi'"));
  assert_vec(desk, frame_omega(desk->model, frame), desk_expr(desk, "theta'*cos(psi) + phi'*sin(psi)*sin(theta)"),
             desk_expr(desk, "theta'*sin(psi) - phi'*cos(psi)*sin(theta)"),
             desk_expr(desk, "psi' + phi'*cos(theta)"));
}

static void test_long_chain(void **state) {
  Desk *desk = *state;
  // each link turns in the one before: the expressions grow with the chain, not faster
  enum { LINKS = 60 };
  Text text = text_make(&desk->arena);
  for (int i = 0; i < LINKS; i++) {
    text_addf(&text, "coordinate q%d\nframe B%d %s", i, i, i == 0 ? "" : "in ");
    if (i > 0) text_addf(&text, "B%d ", i - 1);
    text_addf(&text, "= rotate(%c, q%d)\n", "xyz"[i % 3], i);
  }
  text_add(&text, "kinetic = dot(omega(B59), omega(B59))\n");
  desk_read_well(desk, text_get(&text));
  assert_true(expr_pool_size(desk->pool) < 200 * LINKS);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, desk_open, desk_close)

int main(void) {
  const struct CMUnitTest tests[] = {TEST(test_laws), TEST(test_euler_angles),
                                     TEST(test_long_chain)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
