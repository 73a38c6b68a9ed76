// Unit tests of sweep/draw.h: Philox against NumPy, Sobol's sequence and the distributions against SciPy (judge_draws.py);
// permutations, strata and scrambling by their defining properties.

#include "base/process.h"
#include "sweep/draw.h"
#include "support/check.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static FILE *judge;  // one for all tests, since SciPy takes long to begin
static char *written;
static size_t length;

static int judge_open(void **state) {
  (void) state;
  judge = open_memstream(&written, &length);
  return judge == NULL;
}

static int judge_close(void **state) {
  (void) state;
  char python[] = "python3", script[] = "tests/unit/sweep/judge_draws.py",
       *arguments[] = {python, script, NULL};
  fclose(judge);
  Process process = {.program = "/usr/bin/python3",
                     .arguments = arguments,
                     .input = {written, length},
                     .seconds = 300};
  const ProcessEnd end = process_run(&process);
  if (end != PROCESS_DONE) print_error("%s\n", process.output);
  free(written);
  return end != PROCESS_DONE;
}

static uint64_t some(uint64_t i) {
  return philox((uint64_t[]){i, 1, 2, 3}, (uint64_t[]){4, 5}).word[0];
}

static void test_philox(void **state) {
  (void) state;
  for (uint64_t i = 0; i < 500; i++) {
    uint64_t counter[4], key[2];
    for (uint64_t k = 0; k < 4; k++) counter[k] = i < 2 ? i * UINT64_MAX : some(6 * i + k);
    for (uint64_t k = 0; k < 2; k++) key[k] = i < 2 ? i * UINT64_MAX : some(6 * i + 4 + k);
    if (counter[0] == 0) counter[0] = 1;  // NumPy counts up before it draws
    const Philox p = philox(counter, key);
    fprintf(judge, "philox");
    for (int k = 0; k < 4; k++) fprintf(judge, " %" PRIu64, counter[k]);
    for (int k = 0; k < 2; k++) fprintf(judge, " %" PRIu64, key[k]);
    for (int k = 0; k < 4; k++) fprintf(judge, " %" PRIu64, p.word[k]);
    fputc('\n', judge);
  }
}

static void test_sobol(void **state) {
  (void) state;
  for (size_t d = 0; d < SOBOL_DIMENSIONS; d++)
    for (uint64_t i = 0; i < 1024; i++)
      fprintf(judge, "sobol %zu %" PRIu64 " %.17g\n", d, i, (double) sobol_point(d, i) * 0x1p-52);
}

static void test_distributions(void **state) {
  (void) state;
  for (int i = 1; i < 2000; i++) {
    const double p = i < 1000 ? i / 1000.0 : pow(10, -(i - 999) * 0.3);
    if (p < 1e-300) break;
    fprintf(judge, "normal %.17g %.17g\n", p, distribution_inverse_normal(p));
    fprintf(judge, "triangular %.17g %.17g\n", p, distribution_inverse_triangular(p, -1, 0.5, 3));
    fprintf(judge, "truncated %.17g %.17g\n", p, distribution_inverse_truncated(p, 1, 2, 0, 5));
    fprintf(judge, "tail %.17g %.17g\n", p, distribution_inverse_truncated(p, 0, 1, 3, 6));
  }
}

static void test_permutation(void **state) {
  (void) state;
  for (uint64_t n = 1; n <= 300; n++) {
    bool seen[300] = {false};
    for (uint64_t i = 0; i < n; i++) {
      const uint64_t to = draw_permuted(7, 8, n, i);
      assert_true(to < n && !seen[to]);
      seen[to] = true;
    }
  }
}

static void test_latin(void **state) {
  (void) state;
  enum { N = 1000 };
  bool seen[N] = {false};
  for (uint64_t i = 0; i < N; i++) {
    const double u = draw_latin(3, draw_name("m"), N, i);
    assert_true(u > 0 && u < 1);
    const size_t stratum = (size_t) (u * (double) N);
    assert_false(seen[stratum]);
    seen[stratum] = true;
  }
}

// Scrambled points fill the same intervals: of the first 2^k, one lies in each of 2^k.
static void test_scrambling(void **state) {
  (void) state;
  for (size_t d = 0; d < SOBOL_DIMENSIONS; d++) {
    for (unsigned k = 0; k <= 8; k++) {
      bool seen[256] = {false};
      for (uint64_t i = 0; i < (uint64_t) 1 << k; i++) {
        const size_t at = (size_t) (draw_sobol(11, d, d, i) * (double) ((uint64_t) 1 << k));
        assert_true(at < 256 && !seen[at]);
        seen[at] = true;
      }
    }
  }
  // two points keep the leading bits that they have in common
  for (uint64_t i = 0; i < 2000; i++) {
    const uint64_t mask = ((uint64_t) 1 << SOBOL_BITS) - 1;
    const unsigned shared = (unsigned) (some(i) % SOBOL_BITS);
    const uint64_t a = some(3 * i + 1) & mask;
    const uint64_t flip = ((uint64_t) 1 << (SOBOL_BITS - 1 - shared));
    const uint64_t x = sobol_scramble(1, 2, a) ^ sobol_scramble(1, 2, a ^ flip);
    assert_true(x >= flip && x < 2 * flip);
  }
}

static void test_names(void **state) {
  (void) state;
  // the test vectors of FNV-1a by Fowler, Noll and Vo
  assert_true(draw_name("") == 0xcbf29ce484222325);
  assert_true(draw_name("a") == 0xaf63dc4c8601ec8c);
  assert_true(draw_name("foobar") == 0x85944171f73967e8);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_philox),        cmocka_unit_test(test_sobol),
    cmocka_unit_test(test_distributions), cmocka_unit_test(test_permutation),
    cmocka_unit_test(test_latin),         cmocka_unit_test(test_scrambling),
    cmocka_unit_test(test_names),
  };
  return cmocka_run_group_tests(tests, judge_open, judge_close);
}
