// support/fmu_misuse.c: an importer that does everything wrong.
//
// Several instances of both kinds are called in turn, at random: in the wrong order, with NULL, with value
// references that do not exist, with wrong tokens, with NaN and infinities, with steps that are zero, negative or
// begin elsewhere, with states of other instances, with damaged bytes, and freed in the middle. Nothing may crash; a
// call that the standard forbids is an error, and leaves the instance as it was.

#include "support/check.h"
#include "support/fmu_judge.h"
#include <float.h>
#include <math.h>
#include <stdlib.h>

#define INSTANCES 4
#define SAVED 3

typedef struct {
  Fmu *f;
  unsigned seed;
  void *c[INSTANCES];
  bool steps[INSTANCES];
  void *state[SAVED];
  bool state_steps[SAVED];
  char *bytes;
  size_t size;
  size_t good, refused;
} Vandal;

static unsigned roll(Vandal *v, unsigned below) {
  v->seed = v->seed * 1664525u + 1013904223u;
  return (v->seed >> 10) % below;
}

static double number(Vandal *v) {
  const double numbers[] = {0,       -1,       1e-3, 0.1,  1,    1e300, (double) NAN, (double) INFINITY,
                            -1e-300, DBL_MIN,  0.5,  -0.0, 1e-9, 3};
  return numbers[roll(v, COUNT(numbers))];
}

static void count(Vandal *v, int status) {
  assert_true(status >= 0 && status <= 3);
  *(status == 3 ? &v->refused : &v->good) += 1;
}

static void replace(Vandal *v, unsigned i) {
  Importer *im = &v->f->im;
  importer_free(im, v->c[i]);
  v->steps[i] = roll(v, 2);
  if (roll(v, 4) == 0) {
    assert_null(importer_create(im, v->steps[i], "{00000000-0000-0000-0000-000000000000}"));
    assert_null(importer_create(im, v->steps[i], ""));
    assert_null(importer_create(im, v->steps[i], NULL));
  }
  v->c[i] = importer_create(im, v->steps[i], im->token);
  assert_non_null(v->c[i]);
}

static void touch_values(Vandal *v, void *c) {
  Importer *im = &v->f->im;
  unsigned reference[4];
  double value[4] = {0};
  const size_t n = roll(v, 4);
  for (size_t i = 0; i < 4; i++) {
    reference[i] = roll(v, 3) == 0 ? roll(v, 0x7fffffff) * 2 : roll(v, (unsigned) im->n + 2);
    value[i] = number(v);
    if (value[i] == 1e300) value[i] = -7;  // a motion may follow, which would take long
  }
  const unsigned none = roll(v, 6);
  if (roll(v, 2))
    count(v, importer_get(im, c, none == 0 ? NULL : reference, n, none == 1 ? NULL : value));
  else
    count(v, importer_set(im, c, none == 0 ? NULL : reference, n, none == 1 ? NULL : value));
}

static void touch_derivatives(Vandal *v, void *c) {
  Importer *im = &v->f->im;
  unsigned a[2] = {roll(v, (unsigned) im->n + 3), roll(v, (unsigned) im->n + 3)};
  unsigned b[2] = {roll(v, (unsigned) im->n + 3), roll(v, (unsigned) im->n + 3)};
  double seed[2] = {number(v), number(v)}, result[2];
  count(v, importer_directional(im, c, roll(v, 9) ? a : NULL, roll(v, 3), b, roll(v, 3), seed,
                                result));
  if (im->version == 3)
    count(v, importer_adjoint(im, c, a, roll(v, 3), b, roll(v, 3), seed, result));
}

static void touch_exchange(Vandal *v, void *c) {
  Importer *im = &v->f->im;
  double x[400] = {0};
  bool a = false, b = false;
  const size_t n = roll(v, 5) ? im->states : roll(v, 3);
  switch (roll(v, 9)) {
    case 0: count(v, importer_states(im, c, x, n)); break;
    case 1:
      for (size_t i = 0; i < im->states; i++) x[i] = number(v);
      count(v, importer_put_states(im, c, roll(v, 5) ? x : NULL, n));
      break;
    case 2: count(v, importer_put_time(im, c, number(v))); break;
    case 3: count(v, importer_rates(im, c, roll(v, 5) ? x : NULL, n)); break;
    case 4: count(v, importer_indicators(im, c, x, roll(v, 5) ? im->events : 7)); break;
    case 5: count(v, importer_event_mode(im, c)); break;
    case 6: count(v, importer_update(im, c, &a, &b, &(double){0})); break;
    case 7: count(v, importer_continuous(im, c)); break;
    default: count(v, importer_completed(im, c, &a));
  }
}

static void touch_state(Vandal *v, void *c, bool steps) {
  Importer *im = &v->f->im;
  const unsigned k = roll(v, SAVED);
  void *again = NULL;
  switch (roll(v, 6)) {
    case 0:
      count(v, importer_save(im, c, &v->state[k]));
      if (c != NULL) v->state_steps[k] = steps;
      break;
    case 1: {
      const int status = importer_load(im, c, v->state[k]);
      // a state of the other kind does not belong to this instance
      if (c != NULL && v->state[k] != NULL)
        assert_int_equal(status, v->state_steps[k] == steps ? 0 : 3);
      count(v, status);
      break;
    }
    case 2: count(v, importer_drop(im, c, &v->state[k])); break;
    case 3:
      if (v->state[k] == NULL || c == NULL || v->state_steps[k] != steps) break;
      assert_int_equal(importer_size(im, c, v->state[k], &v->size), 0);
      free(v->bytes);
      v->bytes = malloc(v->size);
      assert_int_equal(importer_serialize(im, c, v->state[k], v->bytes, v->size - 1), 3);
      assert_int_equal(importer_serialize(im, c, v->state[k], v->bytes, v->size), 0);
      break;
    case 4:
      if (v->bytes == NULL) break;
      // one damaged byte, or one too few
      v->bytes[roll(v, (unsigned) v->size)] ^= 4;
      count(v, importer_deserialize(im, c, v->bytes, v->size, &again));
      assert_null(again);
      count(v, importer_deserialize(im, c, v->bytes, v->size - 1, &again));
      assert_null(again);
      free(v->bytes);
      v->bytes = NULL;
      break;
    default:
      count(v, importer_deserialize(im, c, NULL, 0, &again));
      count(v, importer_save(im, c, NULL));
      count(v, importer_size(im, c, NULL, NULL));
  }
}

static void touch_step(Vandal *v, void *c) {
  Importer *im = &v->f->im;
  double last, t = im->from;
  bool terminated;
  const unsigned zero = 0;
  if (c != NULL && roll(v, 4) != 0) (void) importer_get(im, c, &zero, 1, &t);
  double step = roll(v, 2) ? 0.01 * (im->to - im->from) : number(v);
  if (step > 1) step = 1;
  const int status = importer_step(im, c, roll(v, 8) ? t : number(v), step, &last, &terminated);
  if (!(step > 0)) assert_int_equal(status, 3);
  count(v, status);
}

static void touch(Vandal *v) {
  Importer *im = &v->f->im;
  const unsigned i = roll(v, INSTANCES);
  void *c = roll(v, 20) == 0 ? NULL : v->c[i];
  switch (roll(v, 12)) {
    case 0:
      if (roll(v, 6) == 0) replace(v, i);
      break;
    case 1:
      if (roll(v, 3)) {
        count(v, importer_setup(im, c, im->from, im->to));
      } else {
        const double a = number(v), b = number(v), d = number(v);
        count(v, importer_setup_with(im, c, a, b, d));
      }
      break;
    case 2: count(v, importer_ready(im, c)); break;
    case 3: count(v, roll(v, 4) ? 0 : importer_terminate(im, c)); break;
    case 4: count(v, roll(v, 4) ? 0 : importer_reset(im, c)); break;
    case 5:
    case 6: touch_values(v, c); break;
    case 7: touch_derivatives(v, c); break;
    case 8:
    case 9: touch_exchange(v, c); break;
    case 10: touch_state(v, c, v->steps[i]); break;
    default: touch_step(v, c);
  }
}

void fmu_judge_misuse(Fmu *f, unsigned seed, int calls) {
  Vandal v = {.f = f, .seed = seed};
  for (unsigned i = 0; i < INSTANCES; i++) replace(&v, i);
  for (int i = 0; i < calls; i++) touch(&v);
  // both kinds of answers were seen
  assert_true(calls < 1000 || (v.good > 50 && v.refused > 50));
  for (unsigned k = 0; k < SAVED; k++) (void) importer_drop(&f->im, v.c[0], &v.state[k]);
  for (unsigned i = 0; i < INSTANCES; i++) importer_free(&f->im, v.c[i]);
  importer_free(&f->im, NULL);
  free(v.bytes);
}
