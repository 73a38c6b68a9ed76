// support/systems.c: making random constrained systems.

#include "support/systems.h"

#include "base/text.h"

#include <math.h>
#include <stdlib.h>

#define LEAST_PIVOT 0.05L  // of rows of length one: below it the state is near a singular one

typedef struct {
  Gen *g;
  RandomSystem *s;
  Polynomial constraint[MOST_ROWS];  // as stated
  Polynomial velocity[MOST_ROWS];    // and with its rate in place of a holonomic one
} Maker;

// --- polynomials --------------------------------------------------------------------------------

static size_t coordinate(size_t i) { return 1 + i; }
static size_t velocity(const Maker *m, size_t i) { return 1 + m->s->n + i; }
static size_t the_time(const Maker *m) { return 1 + 2 * m->s->n; }

static Real value_of(const RandomSystem *s, size_t factor) {
  if (factor == 0) return 1;
  if (factor <= s->n) return (Real) s->q[factor - 1];
  return (Real) (factor <= 2 * s->n ? s->v[factor - 1 - s->n] : s->t);
}

static void add(Polynomial *p, Real c, size_t a, size_t b, size_t d) {
  assert_true(p->count < SYSTEM_MOST_TERMS);
  if (c != 0) p->at[p->count++] = (Term){c, {a, b, d}};
}

static Real evaluate(const RandomSystem *s, const Polynomial *p) {
  Real sum = 0;
  for (size_t i = 0; i < p->count; i++) {
    Real term = p->at[i].c;
    for (size_t k = 0; k < SYSTEM_FACTORS; k++) term *= value_of(s, p->at[i].factor[k]);
    sum += term;
  }
  return sum;
}

// Returns the derivative along rate(factor): each factor in turn is replaced by its rate.
static Real derivative(const RandomSystem *s, const Polynomial *p,
                       Real rate(const RandomSystem *, size_t, size_t), size_t which) {
  Real sum = 0;
  for (size_t i = 0; i < p->count; i++)
    for (size_t k = 0; k < SYSTEM_FACTORS; k++) {
      Real term = p->at[i].c * rate(s, p->at[i].factor[k], which);
      for (size_t l = 0; l < SYSTEM_FACTORS; l++)
        if (l != k) term *= value_of(s, p->at[i].factor[l]);
      sum += term;
    }
  return sum;
}

static Real by_velocity(const RandomSystem *s, size_t factor, size_t which) {
  return factor == 1 + s->n + which ? 1 : 0;
}

// at constant velocities: q' = v, t' = 1
static Real along_motion(const RandomSystem *s, size_t factor, size_t which) {
  (void) which;
  if (factor == 0) return 0;
  if (factor <= s->n) return (Real) s->v[factor - 1];
  return factor <= 2 * s->n ? 0 : 1;
}

// h(q, t) to h_q q' + h_t
static Polynomial rate_of(const Maker *m, const Polynomial *p) {
  Polynomial rate = {0};
  for (size_t i = 0; i < p->count; i++)
    for (size_t k = 0; k < SYSTEM_FACTORS; k++) {
      size_t f[SYSTEM_FACTORS];
      memcpy(f, p->at[i].factor, sizeof f);
      if (f[k] == 0) continue;
      f[k] = f[k] <= m->s->n ? f[k] + m->s->n : 0;
      add(&rate, p->at[i].c, f[0], f[1], f[2]);
    }
  return rate;
}

// --- text ---------------------------------------------------------------------------------------

static void write_factor(const Maker *m, Text *text, size_t factor) {
  const size_t n = m->s->n;
  if (factor == 0) return;
  if (factor <= n) text_addf(text, "*q%zu", factor);
  else if (factor <= 2 * n) text_addf(text, "*q%zu'", factor - n);
  else text_addf(text, "*t");
}

// short binary fractions are written exactly with 20 digits
static void write_polynomial(const Maker *m, Text *text, const Polynomial *p) {
  if (p->count == 0) text_add(text, "0");
  for (size_t i = 0; i < p->count; i++) {
    text_addf(text, "%s%.20g", i > 0 ? " + " : "", (double) p->at[i].c);
    for (size_t k = 0; k < SYSTEM_FACTORS; k++) write_factor(m, text, p->at[i].factor[k]);
  }
}

// --- the state ----------------------------------------------------------------------------------

static void make_state(Maker *m) {
  RandomSystem *s = m->s;
  s->n            = 2 + gen_below(m->g, 4);
  s->t            = 0.25 * (double) gen_below(m->g, 9);
  for (size_t i = 0; i < s->n; i++) {
    s->q[i] = 0.25 * (double) gen_int(m->g, -8, 8);
    s->v[i] = (gen_below(m->g, 2) ? -0.25 : 0.25) * (double) (1 + gen_below(m->g, 8));
  }
  // powers of two, so that a constraint can be solved for the last velocity in binary fractions
  s->v[s->n - 1] = (gen_below(m->g, 2) ? -0.5 : 0.5) * (double) (1 << gen_below(m->g, 3));
}

// --- the free system ----------------------------------------------------------------------------

// T = 1/2 sum d_k w_k^2 with w_k = q_k' + sum over j < k of (a + b q_i) q_j': positive definite everywhere
static void write_dynamics(const Maker *m, Text *text) {
  Gen *g         = m->g;
  const size_t n = m->s->n;
  text_add(text, "coordinate ");
  for (size_t i = 0; i < n; i++) text_addf(text, "%sq%zu", i > 0 ? ", " : "", i + 1);
  text_add(text, "\nkinetic = ");
  for (size_t k = 0; k < n; k++) {
    text_addf(text, "%s%zu/4*(q%zu'", k > 0 ? " +\n  " : "", 1 + gen_below(g, 8), k + 1);
    for (size_t j = 0; j < k; j++) {
      const long a = gen_int(g, -2, 2), b = gen_int(g, -1, 1);
      if (a != 0) text_addf(text, " + %ld/2*q%zu'", a, j + 1);
      if (b != 0) text_addf(text, " + %ld/4*q%zu*q%zu'", b, 1 + (size_t) gen_below(g, n), j + 1);
    }
    text_add(text, ")^2");
  }
  text_add(text, "\npotential = 0");
  for (size_t i = 0; i < n; i++)
    text_addf(text, " + %ld*q%zu*q%zu", gen_int(g, -2, 2), i + 1, 1 + (size_t) gen_below(g, n));
  text_addf(text, "\nforce q1 = %ld*q%zu' + %ld*t\n", gen_int(g, -2, 2), n, gen_int(g, -1, 1));
}

// --- constraints --------------------------------------------------------------------------------

// sum (a + b q_i) q_j'
static Polynomial make_linear(const Maker *m) {
  Polynomial p   = {0};
  const size_t n = m->s->n;
  for (size_t j = 0; j < n; j++) {
    add(&p, gen_int(m->g, -3, 3), velocity(m, j), 0, 0);
    add(&p, gen_int(m->g, -1, 1), coordinate(gen_below(m->g, n)), velocity(m, j), 0);
  }
  return p;
}

// homogeneous: the last coefficient makes it vanish at the state
static Polynomial make_homogeneous(const Maker *m) {
  Polynomial p = make_linear(m);
  add(&p, -evaluate(m->s, &p) / (Real) m->s->v[m->s->n - 1], velocity(m, m->s->n - 1), 0, 0);
  return p;
}

static void vanish(const Maker *m, Polynomial *p) { add(p, -evaluate(m->s, p), 0, 0, 0); }

static Polynomial make_affine(const Maker *m) {
  Polynomial p = make_linear(m);
  add(&p, gen_int(m->g, -2, 2), coordinate(gen_below(m->g, m->s->n)), 0, 0);
  add(&p, gen_int(m->g, -2, 2), the_time(m), velocity(m, gen_below(m->g, m->s->n)), 0);
  vanish(m, &p);
  return p;
}

static Polynomial make_quadratic(const Maker *m) {
  Polynomial p   = {0};
  const size_t n = m->s->n;
  for (size_t j = 0; j < n; j++) {
    add(&p, gen_int(m->g, -2, 2), velocity(m, j), velocity(m, gen_below(m->g, n)), 0);
    add(&p, gen_int(m->g, -1, 1), velocity(m, j), velocity(m, gen_below(m->g, n)),
        coordinate(gen_below(m->g, n)));
  }
  vanish(m, &p);
  return p;
}

// h(q) + c t + d, with c and d such that h' = 0 and h = 0 at the state
static Polynomial make_holonomic(const Maker *m) {
  Polynomial p   = {0};
  const size_t n = m->s->n;
  for (size_t j = 0; j < n; j++) {
    add(&p, gen_int(m->g, -3, 3), coordinate(j), 0, 0);
    add(&p, gen_int(m->g, -1, 1), coordinate(j), coordinate(gen_below(m->g, n)),
        coordinate(gen_below(m->g, n)));
  }
  add(&p, -derivative(m->s, &p, along_motion, 0), the_time(m), 0, 0);
  vanish(m, &p);
  return p;
}

static Polynomial combination(const Maker *m, const Polynomial *of, size_t count) {
  Polynomial p = {0};
  for (size_t a = 0; a < count; a++) {
    const Real c = gen_int(m->g, 1, 3) * (gen_below(m->g, 2) ? -0.5L : 1);
    for (size_t i = 0; i < of[a].count && p.count < SYSTEM_MOST_TERMS; i++) {
      p.at[p.count] = of[a].at[i];
      p.at[p.count++].c *= c;
    }
  }
  return p;
}

static void make_constraints(Maker *m) {
  RandomSystem *s = m->s;
  s->independent  = 1 + gen_below(m->g, s->n - 1 < 3 ? s->n - 1 : 3);
  for (size_t a = 0; a < s->independent; a++) {
    const uint64_t kind = gen_below(m->g, 4);
    m->constraint[a]    = kind == 0   ? make_homogeneous(m)
                          : kind == 1 ? make_affine(m)
                          : kind == 2 ? make_quadratic(m)
                                      : make_holonomic(m);
    m->velocity[a]      = kind == 3 ? rate_of(m, &m->constraint[a]) : m->constraint[a];
  }
  // one in three systems has a redundant constraint; of velocities, since all levels can be combined there
  s->r = s->independent;
  if (gen_below(m->g, 3) > 0) return;
  const size_t count  = s->independent < 2 ? s->independent : 2;
  m->constraint[s->r] = m->velocity[s->r] = combination(m, m->velocity, count);
  s->r++;
}

// A and b; false near a singular state
static bool find_rows(Maker *m) {
  RandomSystem *s = m->s;
  Real unit[MOST_ROWS * MOST_COORDINATES];
  for (size_t a = 0; a < s->r; a++) {
    Real length = 0;
    for (size_t j = 0; j < s->n; j++) {
      s->A[a * s->n + j] = derivative(s, &m->velocity[a], by_velocity, j);
      length             = hypotl(length, s->A[a * s->n + j]);
    }
    s->b[a] = -derivative(s, &m->velocity[a], along_motion, 0);
    for (size_t j = 0; j < s->n; j++)
      unit[a * s->n + j] = length > 0 ? s->A[a * s->n + j] / length : 0;
  }
  size_t order[MOST_COORDINATES];
  return eliminate(s->independent, s->n, unit, order, s->n, LEAST_PIVOT) == s->independent;
}

// --- the whole ----------------------------------------------------------------------------------

static void write_initial(const RandomSystem *s, Text *text) {
  for (size_t i = 0; i < s->n; i++)
    text_addf(text, "initial q%zu = %.20g, q%zu' = %.20g\n", i + 1, s->q[i], i + 1, s->v[i]);
}

static const char *write_system(const Maker *m, const char *dynamics, size_t r) {
  Text text = text_make(m->g->arena);
  text_add(&text, dynamics);
  for (size_t a = 0; a < r; a++) {
    text_addf(&text, "constraint c%zu: ", a + 1);
    write_polynomial(m, &text, &m->constraint[a]);
    text_add(&text, " = 0\n");
  }
  write_initial(m->s, &text);
  return text_get(&text);
}

RandomSystem gen_system(Gen *g) {
  RandomSystem s = {0};
  Maker m        = {.g = g, .s = &s};
  make_state(&m);
  Text dynamics = text_make(g->arena);
  write_dynamics(&m, &dynamics);
  make_constraints(&m);
  ASSUME(find_rows(&m));
  s.text = write_system(&m, text_get(&dynamics), s.r);
  if (s.r > 1) s.shorter = write_system(&m, text_get(&dynamics), s.r - 1);
  gen_note(g, "%s# at t = %.20g", s.text, s.t);
  return s;
}
