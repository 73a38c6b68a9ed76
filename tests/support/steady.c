// tests/support/steady.c: steady motions of models on a desk, and their eigenvalues.

#include "support/steady.h"
#include "language/language.h"
#include "support/check.h"
#include <math.h>
#include <string.h>

const Assignments *desk_values(Desk *desk, const char *text) {
  Source *source = ARENA_NEW(&desk->arena, Source);
  Assignments *list = ARENA_NEW(&desk->arena, Assignments);
  *source = (Source){"values", {text, strlen(text)}};
  assert_int_equal(language_assignments(desk->model, source, list), STATUS_OK);
  return list;
}

Linearization desk_steady(Desk *desk, const Equations *eq, const char *format, double value) {
  char *text = ARENA_ARRAY(&desk->arena, char, 200);
  snprintf(text, 200, format, value);
  const LinearizationRequest request = {.given = desk_values(desk, text)};
  Linearization l;
  assert_int_equal(steady_motion(eq, &request, &desk->arena, &l), STATUS_OK);
  if (!l.found) fail_msg("%s: %s", text, l.trouble);
  return l;
}

size_t count_zeros(const Linearization *l) {
  size_t n = 0;
  for (size_t i = 0; i < l->d; i++) n += l->root[i].is_zero;
  return n;
}

bool is_unstable(const Linearization *l) {
  return l->d > 0 && l->root[0].sign > 0;
}

void assert_root(const Linearization *l, double re, double im, double bound) {
  for (size_t i = 0; i < l->d; i++)
    if (hypot(l->root[i].re - re, l->root[i].im - im) <= bound) return;
  fail_msg("no eigenvalue %.17g + %.17gi", re, im);
}
