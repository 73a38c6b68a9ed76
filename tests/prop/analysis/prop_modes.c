// tests/prop/analysis/prop_modes.c: small motions of random systems.
//
// Law:   a quadratic potential has one equilibrium, where its gradient vanishes; its modes solve
//        (B0 - lambda2 A0) shape = 0; as many are hyperbolic as the potential has falling directions, and it
//        is stable if there are none (L8 Proposition 8.2); redundant coordinates with a constraint
//        change no lambda2
// Judge: integers: the potential is made of a known sum of squares; residuals in doubles

#include "support/desk.h"

#include "analysis/equilibria.h"
#include <math.h>

#define CASES 40
#define SIZE 3

// Returns small integers that look random.
static int pick(unsigned *seed, int least, int most) {
  *seed = *seed * 1664525u + 1013904223u;
  return least + (int) ((*seed >> 10) % (unsigned) (most - least + 1));
}

// V = 1/2 sum_k sign_k (row_k . (q - c))^2 and T = 1/2 sum_k (mass_k . q')^2, triangular, so that
// the signs are those of V and T is definite.
typedef struct {
  int row[SIZE][SIZE], mass[SIZE][SIZE], sign[SIZE], c[SIZE], link[SIZE];
} Case;

static Case make_case(unsigned seed) {
  Case s = {0};
  for (int k = 0; k < SIZE; k++) {
    for (int i = k; i < SIZE; i++) {
      s.row[k][i] = i == k ? pick(&seed, 1, 3) : pick(&seed, -2, 2);
      s.mass[k][i] = i == k ? pick(&seed, 1, 3) : pick(&seed, -2, 2);
    }
    s.sign[k] = pick(&seed, 0, 3) == 0 ? -1 : 1;
    s.c[k] = pick(&seed, -2, 2);
    s.link[k] = pick(&seed, -2, 2);
  }
  return s;
}

static void add_form(Text *text, const int *row, bool rates, const int *c) {
  for (int i = 0; i < SIZE; i++)
    text_addf(text, "%s(%d)*(%c%s - (%d))", i ? " + " : "", row[i], "xyz"[i], rates ? "'" : "",
              rates ? 0 : c[i]);
}

// redundant: z = link . q + w, with w in the place of z.
static const char *model_text(const Case *s, bool redundant, Arena *arena) {
  Text text = text_make(arena);
  text_add(&text, redundant ? "coordinate x, y, z, w\n" : "coordinate x, y, z\n");
  text_add(&text, "kinetic = 1/2*(0");
  for (int k = 0; k < SIZE; k++) {
    text_add(&text, " + (");
    add_form(&text, s->mass[k], true, s->c);
    text_add(&text, ")^2");
  }
  text_add(&text, ")\npotential = 1/2*(0");
  for (int k = 0; k < SIZE; k++) {
    text_add(&text, s->sign[k] < 0 ? " - (" : " + (");
    add_form(&text, s->row[k], false, s->c);
    text_add(&text, ")^2");
  }
  text_add(&text, ")\n");
  if (redundant)
    text_addf(&text, "constraint link: w = (%d)*x + (%d)*y + 3*z\n", s->link[0], s->link[1]);
  return text_get(&text);
}

static const Equilibrium *find(Desk *desk, const char *text) {
  const DeriveOptions options = {.arena = &desk->arena, .energy = EXPR_NONE};
  Equations *eq = ARENA_NEW(&desk->arena, Equations);
  Equilibria *found = ARENA_NEW(&desk->arena, Equilibria);
  desk_read_well(desk, text);
  assert_int_equal(method_multipliers.derive(desk->model, &options, eq), STATUS_OK);
  assert_int_equal(equilibria_find(eq, NULL, 0, &desk->arena, found), STATUS_OK);
  assert_int_equal(found->all.n, 1);
  return &found->all.at[0];
}

static void check_modes(const Equilibrium *e, const Case *s) {
  size_t falling = 0, hyperbolic = 0;
  for (int k = 0; k < SIZE; k++) {
    falling += s->sign[k] < 0;
    assert_true(fabs(e->q[k] - s->c[k]) < 1e-12);
    hyperbolic += e->mode[k].kind == MODE_HYPERBOLIC;
  }
  assert_int_equal(e->modes, SIZE);
  assert_int_equal(hyperbolic, falling);
  assert_int_equal(e->stability.stability, falling ? STABILITY_UNSTABLE : STABILITY_STABLE);
  assert_non_null(e->exact);
}

static void check_shapes(const Equilibrium *e) {
  for (size_t m = 0; m < SIZE; m++)
    for (size_t i = 0; i < SIZE; i++) {
      double sum = 0, size = 0;
      for (size_t j = 0; j < SIZE; j++) {
        const double part =
          (e->B0[i * SIZE + j] - e->mode[m].re * e->A0[i * SIZE + j]) * e->mode[m].shape[j];
        sum += part;
        size += fabs(e->B0[i * SIZE + j]) + fabs(e->mode[m].re * e->A0[i * SIZE + j]);
      }
      assert_true(fabs(sum) <= 1e-12 * size);
    }
}

static void test_random(void **state) {
  (void) state;
  for (unsigned seed = 1; seed <= CASES; seed++) {
    const Case s = make_case(seed);
    void *first, *second;
    assert_int_equal(desk_open(&first), 0);
    assert_int_equal(desk_open(&second), 0);
    Desk *one = first, *other = second;
    const Equilibrium *a = find(one, model_text(&s, false, &one->arena)),
                      *b = find(other, model_text(&s, true, &other->arena));
    check_modes(a, &s);
    check_shapes(a);
    check_modes(b, &s);
    for (size_t k = 0; k < SIZE; k++)
      assert_true(fabs(a->mode[k].re - b->mode[k].re) <= 1e-11 * (1 + fabs(a->mode[k].re)));
    desk_close(&first);
    desk_close(&second);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_random)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
