// Unit tests of language/names.c: UTF-8, Greek, letters.

#include "language/language_impl.h"
#include "support/desk.h"

static uint32_t decoded(const char *text, size_t *n) {
  uint32_t code = 0;
  *n = names_decode(str(text), &code);
  return code;
}

static void test_utf8_good(void **state) {
  (void) state;
  size_t n;
  assert_int_equal(decoded("a", &n), 'a');
  assert_int_equal(n, 1);
  assert_int_equal(decoded("θ", &n), 0x3b8);
  assert_int_equal(n, 2);
  assert_int_equal(decoded("−", &n), 0x2212);
  assert_int_equal(n, 3);
  assert_int_equal(decoded("\xf0\x9d\x91\xa5", &n), 0x1d465);
  assert_int_equal(n, 4);
}

static void test_utf8_bad(void **state) {
  (void) state;
  static const char *const bad[] = {
    "\x80",              // a tail without a head
    "\xc0\x80",          // longer than needed
    "\xe0\x80\x80",      // longer than needed
    "\xc3",              // cut short
    "\xc3(",             // no tail
    "\xed\xa0\x80",      // half of a surrogate pair
    "\xf4\x90\x80\x80",  // beyond Unicode
    "\xff",
  };
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    size_t n;
    decoded(bad[i], &n);
    assert_int_equal(n, 0);
  }
  uint32_t code;
  assert_int_equal(names_decode((Str){"", 0}, &code), 0);
}

static void test_greek(void **state) {
  (void) state;
  static const struct {
    const char *letter, *name;
  } cases[] = {
    {"α", "alpha"}, {"ω", "omega"},   {"θ", "theta"},   {"ϑ", "theta"}, {"ϕ", "phi"},
    {"φ", "phi"},   {"ϵ", "epsilon"}, {"ε", "epsilon"}, {"µ", "mu"},    {"μ", "mu"},
    {"ς", "sigma"}, {"σ", "sigma"},   {"Α", "Alpha"},   {"Ρ", "Rho"},   {"Σ", "Sigma"},
    {"Ω", "Omega"}, {"Ω", "Omega"},   {"π", "pi"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    size_t n;
    assert_string_equal(names_greek(decoded(cases[i].letter, &n)), cases[i].name);
  }
  assert_null(names_greek('a'));
  assert_null(names_greek(0xe9));
}

static void test_letters(void **state) {
  Desk *desk = *state;
  Letters letters = {.arena = &desk->arena};
  static const char *const good[] = {"a", "Z", "θ", "é", "ж", "中", "ℓ"};
  static const char *const bad[] = {"1", "_", " ", "+", "²", "∂", "’"};
  for (int again = 0; again < 2; again++) {
    size_t n;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
      assert_true(names_is_letter(&letters, decoded(good[i], &n)));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
      assert_false(names_is_letter(&letters, decoded(bad[i], &n)));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_utf8_good),
    cmocka_unit_test(test_utf8_bad),
    cmocka_unit_test(test_greek),
    cmocka_unit_test_setup_teardown(test_letters, desk_open, desk_close),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
