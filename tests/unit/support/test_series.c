// unit/support/test_series.c: series of expressions against the functions themselves.
//
// Judge: the C library's functions of 113 bits. With x = 0.4 + 0.3 t, y = 0.7 - 0.2 t, the series of
// f(x(t), y(t)) is summed at t = 1/8 and compared with f there: wrong coefficients of any order
// up to 25 would show.

#include "support/desk.h"
#include "support/series.h"

#define ORDER 40
// The functions are regular for |t| < 4/3, so that the rest of the series is below (1/8 / 4/3)^41.
#define REST 1e-31

typedef struct {
  const char *text;
  Quad (*value)(Quad x, Quad y);
} Known;

static Quad half(void) {
  return quad_ratio(1, 2);
}

// clang-format off
static Quad f_polynomial(Quad x, Quad y) { return 3*x*x*x*y - x*y/7 + quad_ratio(5, 2); }
static Quad f_square(Quad x, Quad y) { return (x - y)*(x - y); }
static Quad f_seventh(Quad x, Quad y) { return powf128(x + y, 7); }
static Quad f_quotient(Quad x, Quad y) { return x/(x + y*y)/y; }
static Quad f_roots(Quad x, Quad y) { return sqrtf128(x + 1)*powf128(y, -quad_ratio(7, 3)); }
static Quad f_sin(Quad x, Quad y) { return sinf128(2*x - y); }
static Quad f_cos(Quad x, Quad y) { return cosf128(x*y); }
static Quad f_sincos(Quad x, Quad y) { return sinf128(x)*cosf128(x) + y; }
static Quad f_tan(Quad x, Quad y) { return tanf128(x*y); }
static Quad f_asin(Quad x, Quad y) { return asinf128(x*y*half()); }
static Quad f_acos(Quad x, Quad y) { return acosf128(x*y*half()); }
static Quad f_atan(Quad x, Quad y) { return atanf128(x*y*half()); }
static Quad f_atan2(Quad x, Quad y) { return atan2f128(x - 3, -y - 1); }
static Quad f_sinh(Quad x, Quad y) { return sinhf128(x - y); }
static Quad f_cosh(Quad x, Quad y) { return coshf128(x - y); }
static Quad f_tanh(Quad x, Quad y) { return tanhf128(x - y*half()); }
static Quad f_exp(Quad x, Quad y) { return expf128(-x*y); }
static Quad f_log(Quad x, Quad y) { return logf128(x + y + 1); }
static Quad f_abs(Quad x, Quad y) { return quad_abs(x - 4*y)*x; }
static Quad f_power(Quad x, Quad y) { return expf128(y*logf128(x + 1)); }
static Quad f_number(Quad x, Quad y) { return x + y + sinf128(quad_pi()/7)*sqrtf128(2) + atan2f128(1, -2); }
static Quad f_parameter(Quad x, Quad y) { return x*y*sqrtf128(quad_ratio(3, 10)); }
// clang-format on

static const Known functions[] = {
  {"3*x^3*y - x*y/7 + 5/2", f_polynomial},
  {"(x - y)^2", f_square},
  {"(x + y)^7", f_seventh},
  {"x/(x + y^2)/y", f_quotient},
  {"sqrt(x + 1)*y^(-7/3)", f_roots},
  {"sin(2*x - y)", f_sin},
  {"cos(x*y)", f_cos},
  {"sin(x)*cos(x) + y", f_sincos},
  {"tan(x*y)", f_tan},
  {"asin(x*y/2)", f_asin},
  {"acos(x*y/2)", f_acos},
  {"atan(x*y/2)", f_atan},
  {"atan2(x - 3, -y - 1)", f_atan2},
  {"sinh(x - y)", f_sinh},
  {"cosh(x - y)", f_cosh},
  {"tanh(x - y/2)", f_tanh},
  {"exp(-x*y)", f_exp},
  {"log(x + y + 1)", f_log},
  {"abs(x - 4*y)*x", f_abs},
  {"(x + 1)^y", f_power},
  {"x + y + sin(pi/7)*sqrt(2) + atan2(1, -2)", f_number},
  {"x*y*sqrt(a)", f_parameter},
};

static void prepare(Desk *desk, Series *s) {
  desk_read_well(desk, "parameter a = 0.3\ncoordinate x, y\nkinetic = x'^2 + y'^2\n");
  series_init(s, &desk->arena, desk->pool, ORDER);
  (void) series_input(s, desk->model->coordinates.at[0].q);
  (void) series_input(s, desk->model->coordinates.at[1].q);
  series_number(s, desk->model->parameters.at[0].symbol, quad_ratio(3, 10));
}

static void test_functions(void **state) {
  Desk *desk = *state;
  Series s;
  prepare(desk, &s);
  SeriesValue values[sizeof functions / sizeof *functions];
  const size_t n = sizeof functions / sizeof *functions;
  for (size_t i = 0; i < n; i++) values[i] = series_add(&s, desk_expr(desk, functions[i].text));
  assert_true(expr_is_none(s.missing));
  series_ready(&s);
  Quad *x = series_at(&s, 0), *y = series_at(&s, 1);
  x[0] = quad_ratio(2, 5);
  x[1] = quad_ratio(3, 10);
  y[0] = quad_ratio(7, 10);
  y[1] = quad_ratio(-1, 5);
  for (size_t k = 0; k <= ORDER; k++) series_run(&s, k);
  const Quad h = quad_ratio(1, 8);
  for (size_t i = 0; i < n; i++) {
    Quad sum = 0;
    for (size_t k = ORDER + 1; k-- > 0;) sum = sum * h + series_get(&s, values[i], k);
    const Quad right = functions[i].value(x[0] + x[1] * h, y[0] + y[1] * h);
    const Quad error = quad_abs(sum - right) / quad_max(1, quad_abs(right));
    if (!(error <= quad(REST))) fail_msg("%s: error %g", functions[i].text, (double) error);
  }
}

static void test_unknown_symbol(void **state) {
  Desk *desk = *state;
  Series s;
  prepare(desk, &s);
  (void) series_add(&s, desk_expr(desk, "x + y'"));
  assert_string_equal(expr_symbol_name(desk->pool, s.missing), "y'");
}

// A x = A (1, 2, 3, 4); the third row is the sum of the first two. Undetermined unknowns are 0 or of
// least norm; the equations hold either way, also those that were left out.
static void test_elimination(void **state) {
  (void) state;
  const Quad a[16] = {1, 2, 0, 1, 0, 1000000, 1, 0, 1, 1000002, 1, 1, 0, 0, 5, 3};
  const Quad known[4] = {1, 2, 3, 4};
  Quad b[4] = {0}, x[4], least[4], size = 0;
  for (size_t i = 0; i < 16; i++) b[i / 4] += a[i] * known[i % 4];
  QuadFactors f;
  assert_true(quad_factors_init(&f, 4));
  quad_factor(&f, a, 4, quad(1e-20));
  assert_int_equal(f.rank, 3);
  quad_solve(&f, b, x);
  quad_factors_clear(&f);
  assert_true(quad_least_norm(4, 4, a, b, least));
  Quad shorter = 0;
  for (size_t i = 0; i < 4; i++) {
    Quad left = -b[i], left_least = -b[i];
    for (size_t j = 0; j < 4; j++) {
      left += a[i * 4 + j] * x[j];
      left_least += a[i * 4 + j] * least[j];
    }
    assert_true(quad_abs(left) < quad(1e-26));
    assert_true(quad_abs(left_least) < quad(1e-20));
    size += x[i] * x[i];
    shorter += least[i] * least[i];
  }
  assert_true(shorter < size);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test_setup_teardown(test_functions, desk_open, desk_close),
    cmocka_unit_test_setup_teardown(test_unknown_symbol, desk_open, desk_close),
    cmocka_unit_test(test_elimination),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
