// tests/prop/analysis/prop_equilibria.c: equilibria of random systems, and their stability.
//
// Law:   every equilibrium that is found exists, none is found where forces only become small, and the statement about
//        its stability is true; none is missed in the stated range.
// Judge: potentials that are sums of functions of one variable each, whose stationary points are known, in
//        coordinates that are mixed by integers; for constraints that do work, the linear motion itself

#include "support/check.h"
#include "support/desk.h"

#include "analysis/equilibria.h"
#include <math.h>

#define MOST 2
#define POINTS 3

// A function of u with its stationary points: +1 a minimum, -1 a maximum, 0 one that second derivatives do not
// decide. all: every u is one.
typedef struct {
  const char *text;  // with u
  size_t n;
  double at[POINTS];
  int kind[POINTS];
  bool all;
} Summand;

static const Summand summands[] = {
  {"(u - 1)^2", 1, {1}, {1}, false},
  {"-2*(u + 1/2)^2", 1, {-0.5}, {-1}, false},
  {"(u^2 - 1)^2/4", 3, {-1, 0, 1}, {1, -1, 1}, false},
  {"-exp(-u^2)", 1, {0}, {1}, false},  // and far away forces that vanish to many digits
  {"exp(-(u - 1)^2)", 1, {1}, {-1}, false},
  {"tanh(u)^2", 1, {0}, {1}, false},
  {"-1/(1 + u^2)", 1, {0}, {1}, false},
  {"u^2/(1 + u^2)^2", 3, {-1, 0, 1}, {-1, 1, -1}, false},
  {"u^4", 1, {0}, {0}, false},
  {"u^12", 1, {0}, {0}, false},
  {"(u - 1)^3", 1, {1}, {0}, false},
  {"0*u", 0, {0}, {0}, true},
  // none at all
  {"exp(-u)", 0, {0}, {0}, false},
  {"u", 0, {0}, {0}, false},
  {"atan(u)", 0, {0}, {0}, false},
  {"1/(3 + exp(u))", 0, {0}, {0}, false},
  {"u/sqrt(1 + u^2)", 0, {0}, {0}, false},
  {"log(1 + exp(u))", 0, {0}, {0}, false},
};

// V = sum_k f_k(u_k), u_0 = x + a y, u_1 = b x + (1 + a b) y, or u_0 = x
typedef struct {
  size_t n;
  const Summand *f[MOST];
  int a, b;
} Potential;

static Potential gen_potential(Gen *g) {
  Potential p = {
    .n = 1 + gen_below(g, MOST), .a = (int) gen_int(g, -1, 1), .b = (int) gen_int(g, -1, 1)};
  if (p.n == 1) p.a = p.b = 0;
  for (size_t k = 0; k < p.n; k++) p.f[k] = &summands[gen_below(g, COUNT(summands))];
  return p;
}

static void add_function(Text *text, const char *f, const char *u) {
  text_add(text, " + (");
  for (; *f != '\0'; f++) {
    const bool alone = *f == 'u';
    if (alone)
      text_addf(text, "(%s)", u);
    else
      text_addf(text, "%c", *f);
  }
  text_add(text, ")");
}

static const char *potential_text(const Potential *p, Arena *arena) {
  Text text = text_make(arena);
  text_add(&text, p->n == 1 ? "coordinate x\nkinetic = 1/2*x'^2\n"
                            : "coordinate x, y\nkinetic = 1/2*(x'^2 + 2*y'^2)\n");
  text_add(&text, "potential = 0");
  const char *u[] = {text_format(arena, p->n == 1 ? "x" : "x + (%d)*y", p->a),
                     text_format(arena, "(%d)*x + (%d)*y", p->b, 1 + p->a * p->b)};
  for (size_t k = 0; k < p->n; k++) add_function(&text, p->f[k]->text, u[k]);
  text_add(&text, "\n");
  return text_get(&text);
}

// Returns u_k of a place.
static double mixed(const Potential *p, const double *q, size_t k) {
  if (p->n == 1) return q[0];
  return k == 0 ? q[0] + p->a * q[1] : p->b * q[0] + (1 + p->a * p->b) * q[1];
}

static const Equilibria *find(Gen *g, Desk *desk, const char *text) {
  gen_note(g, "%s", text);
  const DeriveOptions options = {.arena = &desk->arena, .energy = EXPR_NONE};
  Equations *eq = ARENA_NEW(&desk->arena, Equations);
  Equilibria *found = ARENA_NEW(&desk->arena, Equilibria);
  desk_read_well(desk, text);
  CHECK(method_multipliers.derive(desk->model, &options, eq) == STATUS_OK);
  CHECK(equilibria_find(eq, NULL, 0, &desk->arena, found) == STATUS_OK);
  return found;
}

// Returns the index of the stationary point of f at u, or -1.
static int which(const Summand *f, double u) {
  for (size_t i = 0; i < f->n; i++)
    if (fabs(f->at[i] - u) < 1e-9) return (int) i;
  return -1;
}

static void check_equilibrium(Gen *g, const Potential *p, const Equilibrium *e) {
  bool falls = false, open = false;
  size_t family = 0;
  for (size_t k = 0; k < p->n; k++) {
    const double u = mixed(p, e->q, k);
    gen_note(g, "u%zu = %.17g: %s", k, u, e->stability.reason);
    const int i = which(p->f[k], u);
    CHECK(i >= 0 || p->f[k]->all);
    family += p->f[k]->all;
    open = open || p->f[k]->all || p->f[k]->kind[i] == 0;
    falls = falls || (i >= 0 && p->f[k]->kind[i] < 0);
  }
  CHECK(e->enclosed || e->exact != NULL);
  CHECK(e->family == family);
  CHECK(e->stability.stability == (falls  ? STABILITY_UNSTABLE
                                   : open ? STABILITY_UNSAID
                                          : STABILITY_STABLE));
  for (size_t m = 0; e->stability.stability == STABILITY_STABLE && m < e->modes; m++)
    CHECK(e->mode[m].kind == MODE_OSCILLATING);
}

PROP(potentials, 50) {
  const Potential potential = gen_potential(g);
  void *state;
  assert_int_equal(desk_open(&state), 0);
  const Equilibria *found = find(g, state, potential_text(&potential, &((Desk *) state)->arena));
  size_t expected = 1;
  for (size_t k = 0; k < potential.n; k++)
    if (!potential.f[k]->all) expected *= potential.f[k]->n;
  for (size_t i = 0; i < found->all.n; i++) check_equilibrium(g, &potential, &found->all.at[i]);
  gen_note(g, "%zu found, %zu expected", found->all.n, expected);
  // a set shows one solution for each kind of stability; an 11-fold solution may be missed
  bool set = false, flat = false;
  for (size_t k = 0; k < potential.n; k++) {
    set = set || potential.f[k]->all;
    flat = flat || strcmp(potential.f[k]->text, "u^12") == 0;
  }
  CHECK(found->all.n <= expected);
  if (!flat) CHECK(set ? (found->all.n > 0) == (expected > 0) : found->all.n == expected);
  desk_close(&state);
}

// --- constraints that do work --------------------------------------------------------------------

// M = diag(1, 2, 1), V = 1/2 sum k_i q_i^2, a . q' = c . q: affine if c is not 0
typedef struct {
  int a[3], c[3], k[3];
} Driven;

// Returns the length of (q, q') after a long time of q'' = -K q/M + A^T lambda/M with a . q'' = c . q'.
static double grown(const Driven *s, const double *start, double time) {
  static const double mass[] = {1, 2, 1};
  double y[6], length = 0;
  memcpy(y, start, sizeof y);
  const double h = 1.0 / 128;
  for (double t = 0; t < time; t += h) {
    double rate[4][6], x[6];
    for (int stage = 0; stage < 4; stage++) {
      double push = 0, room = 0;
      for (int i = 0; i < 6; i++)
        x[i] = y[i] + (stage == 0   ? 0
                       : stage == 3 ? h
                                    : h / 2) *
                        (stage == 0 ? 0 : rate[stage - 1][i]);
      for (int i = 0; i < 3; i++) {
        push += s->c[i] * x[3 + i] + s->a[i] * s->k[i] * x[i] / mass[i];
        room += s->a[i] * s->a[i] / mass[i];
      }
      for (int i = 0; i < 3; i++) {
        rate[stage][i] = x[3 + i];
        rate[stage][3 + i] = (-s->k[i] * x[i] + s->a[i] * push / room) / mass[i];
      }
    }
    for (int i = 0; i < 6; i++)
      y[i] += h / 6 * (rate[0][i] + 2 * rate[1][i] + 2 * rate[2][i] + rate[3][i]);
  }
  for (int i = 0; i < 6; i++) length += y[i] * y[i];
  return sqrt(length);
}

// Returns the largest growth of several motions that satisfy the constraint.
static double most_grown(const Driven *s, double time) {
  double most = 0;
  for (int k = 0; k < 5; k++) {
    double y[6], sum = 0, size = 0;
    for (int i = 0; i < 6; i++) y[i] = i == k ? 1 : 0.1 * (i - k);
    for (int i = 0; i < 3; i++) {
      sum += s->c[i] * y[i] - s->a[i] * y[3 + i];
      size += s->a[i] * s->a[i];
    }
    for (int i = 0; i < 3; i++) y[3 + i] += s->a[i] * sum / size;
    most = fmax(most, grown(s, y, time));
  }
  return most;
}

PROP(driven, 30) {
  Driven s;
  int size = 0;
  for (int i = 0; i < 3; i++) {
    s.a[i] = (int) gen_int(g, -2, 2);
    s.c[i] = gen_below(g, 2) ? (int) gen_int(g, -2, 2) : 0;
    s.k[i] = (int) gen_int(g, -1, 3);
    size += s.a[i] * s.a[i];
  }
  ASSUME(size > 0);
  void *state;
  assert_int_equal(desk_open(&state), 0);
  Desk *desk = state;
  const char *text =
    text_format(&desk->arena,
                "coordinate x, y, z\nkinetic = 1/2*(x'^2 + 2*y'^2 + z'^2)\n"
                "potential = 1/2*((%d)*x^2 + (%d)*y^2 + (%d)*z^2)\n"
                "constraint c: (%d)*x' + (%d)*y' + (%d)*z' = (%d)*x + (%d)*y + (%d)*z\n",
                s.k[0], s.k[1], s.k[2], s.a[0], s.a[1], s.a[2], s.c[0], s.c[1], s.c[2]);
  const Equilibria *found = find(g, desk, text);
  const double middle = most_grown(&s, 60), late = most_grown(&s, 120);
  for (size_t i = 0; i < found->all.n; i++) {
    const Equilibrium *e = &found->all.at[i];
    gen_note(g, "%s; after 60: %g, after 120: %g", e->stability.reason, middle, late);
    // the system is linear: what is stable stays bounded, what has an eigenvalue to the right grows
    if (e->stability.stability == STABILITY_STABLE) {
      CHECK(late < 3 * middle + 30);
      for (size_t m = 0; m < e->modes; m++)
        CHECK(e->mode[m].kind != MODE_GROWING && e->mode[m].kind != MODE_HYPERBOLIC);
    }
    if (e->stability.stability == STABILITY_UNSTABLE) CHECK(late > 3 * middle);
  }
  desk_close(&state);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(potentials),
    cmocka_unit_test(driven),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
