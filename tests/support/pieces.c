// support/pieces.c: random constraint sets of several pieces, and claims on them.

#include "support/pieces.h"

#include "proof/algebra.h"
#include "support/desk.h"
#include "support/quad.h"
#include <math.h>
#include <stdlib.h>

#define VARIABLES 6
#define CONSTRAINTS 3
#define FACTORS 3
#define STARTS 24
#define STEPS 40
#define TOUCHES 1e-11  // residual of a state
#define REGULAR 1e-3  // smallest singular value allowed, roughly: worse states are not exact enough
#define DIFFERS 1e-5  // a claim that has this value is wrong: 1e-11/REGULAR, with room

static struct { size_t proved, asked, states; } counted;

static const char *const names[VARIABLES] = {"x", "y", "z", "w", "p", "q"};

typedef struct {
  Gen *g;
  Desk *desk;
  Text text;
  const char *factor[CONSTRAINTS][FACTORS];
  size_t factors[CONSTRAINTS], n;
  bool velocities[CONSTRAINTS], given[CONSTRAINTS];  // on velocities; a condition of the claim
  Equations eq;
  Expr x[2 * VARIABLES];
} Case;

// --- models --------------------------------------------------------------------------------------

static const char *variable(Case *c) {
  return names[gen_below(c->g, VARIABLES)];
}

static const char *position_factor(Case *c) {
  Arena *a = &c->desk->arena;
  const char *x = variable(c), *y = variable(c), *z = variable(c), *w = variable(c);
  const long k = (long) gen_below(c->g, 3) + 1;
  switch (gen_below(c->g, 9)) {
    case 0: return x;
    case 1: return text_format(a, "(%s - %ld*%s)", x, k, y);
    case 2: return text_format(a, "(%s + %s - %ld)", x, y, k);
    case 3: return text_format(a, "(%s*%s - %s*%s)", x, y, z, w);
    case 4: return text_format(a, "(%s*%s + %ld*%s)", x, y, k, z);
    case 5: return text_format(a, "(%s^2 + %s^2 - %ld)", x, y, k);
    case 6: return text_format(a, "(%s^2 - %s)", x, y);
    case 7: return text_format(a, "(%s - a*sin(%s))", x, y);
    default: return text_format(a, "(a*%s*%s - %s)", x, y, z);
  }
}

static const char *velocity_factor(Case *c) {
  Arena *a = &c->desk->arena;
  const char *x = variable(c), *y = variable(c), *z = variable(c), *w = variable(c);
  switch (gen_below(c->g, 5)) {
    case 0: return text_format(a, "%s'", x);
    case 1: return text_format(a, "(%s' - %s*%s')", x, z, y);
    case 2: return text_format(a, "(%s*%s' + %s*%s')", z, x, w, y);
    case 3: return text_format(a, "(sin(%s)*%s' - cos(%s)*%s')", z, x, z, y);
    default: return text_format(a, "(%s'*%s' - %s*%s')", x, y, z, w);
  }
}

static void put_product(Case *c, size_t i) {
  for (size_t k = 0; k < c->factors[i]; k++)
    text_addf(&c->text, "%s%s", k > 0 ? "*" : "", c->factor[i][k]);
  text_add(&c->text, " = 0");
}

static void make_constraints(Case *c) {
  c->n = gen_below(c->g, CONSTRAINTS) + 1;
  for (size_t i = 0; i < c->n; i++) {
    c->velocities[i] = gen_below(c->g, 3) == 0;
    c->given[i] = gen_below(c->g, 4) == 3;
    c->factors[i] = gen_below(c->g, 2) == 0 ? 1 + gen_below(c->g, FACTORS) : 1;
    for (size_t k = 0; k < c->factors[i]; k++)
      c->factor[i][k] = c->velocities[i] ? velocity_factor(c) : position_factor(c);
    if (c->given[i]) continue;
    text_addf(&c->text, "constraint h%zu: ", i);
    put_product(c, i);
    text_add(&c->text, "\n");
  }
}

// Adds up a factor of each constraint, times what it is multiplied with elsewhere: right where these
// factors vanish, and perhaps everywhere.
static void make_claim(Case *c) {
  const bool motion = gen_below(c->g, 2) == 0;
  text_add(&c->text, "claim ");
  for (size_t i = 0; i < c->n; i++) {
    const size_t kept = gen_below(c->g, 2) == 0 ? 1 : c->factors[i];
    text_addf(&c->text, "%s%s*(", i > 0 ? " + " : "", gen_below(c->g, 2) == 0 ? "1" : variable(c));
    for (size_t k = 0; k < kept; k++)
      text_addf(&c->text, "%s%s", k > 0 ? "*" : "", c->factor[i][k]);
    text_add(&c->text, ")");
  }
  if (gen_below(c->g, 3) == 0)
    text_addf(&c->text, " + %s*(%s)", motion ? velocity_factor(c) : variable(c),
              c->factor[gen_below(c->g, c->n)][0]);
  if (gen_below(c->g, 4) == 0) text_addf(&c->text, " + %s*%s", variable(c), variable(c));
  text_add(&c->text, " = 0");
  const char *given = " given ";
  for (size_t i = 0; i < c->n; i++) {
    if (!c->given[i]) continue;
    text_add(&c->text, given);
    put_product(c, i);
    given = ", ";
  }
  text_add(&c->text, "\n");
}

// --- the judge -----------------------------------------------------------------------------------

typedef struct {
  Expr at[2 * CONSTRAINTS];
  size_t n;
} System;

// Returns the chosen factor of each constraint, for one on positions together with its rate.
static System chosen_factors(Case *c, uint64_t choice) {
  System s = {0};
  for (size_t i = 0; i < c->n; i++) {
    const Expr e = desk_expr(c->desk, c->factor[i][choice % c->factors[i]]);
    choice /= c->factors[i];
    s.at[s.n++] = e;
    if (!c->velocities[i] && !c->given[i]) s.at[s.n++] = expr_rate(c->desk->pool, e);
  }
  return s;
}

static double value(Case *c, Expr e, const double *x) {
  Expr symbols[2 * VARIABLES + 1];
  double at[2 * VARIABLES + 1];
  memcpy(symbols, c->x, sizeof c->x);
  memcpy(at, x, 2 * VARIABLES * sizeof *at);
  symbols[2 * VARIABLES] = c->desk->model->parameters.at[0].symbol;
  at[2 * VARIABLES] = 1.25;
  return expr_value(c->desk->pool, e, symbols, at, 2 * VARIABLES + 1);
}

// Takes one step towards the zeros; returns the residual before it.
static double step(Case *c, const System *s, double *x) {
  Quad J[2 * CONSTRAINTS * 2 * VARIABLES], f[2 * CONSTRAINTS], d[2 * VARIABLES];
  double size = 0;
  for (size_t i = 0; i < s->n; i++) {
    const double r = value(c, s->at[i], x);
    f[i] = -(Quad) r;
    size = fmax(size, fabs(r));
    for (size_t j = 0; j < 2 * VARIABLES; j++)
      J[i * 2 * VARIABLES + j] = (Quad) value(c, expr_diff(c->desk->pool, s->at[i], c->x[j]), x);
  }
  if (!(size < 1e6)) return size;
  if (!quad_least_norm(s->n, 2 * VARIABLES, J, f, d)) return HUGE_VAL;
  for (size_t j = 0; j < 2 * VARIABLES; j++) x[j] += (double) d[j];
  return size;
}

// Returns the volume that the rows of the Jacobian by these variables span, each of length 1: 0 if they
// depend on each other, or one of them is 0.
static double volume(Case *c, const Expr *rows, size_t n, size_t from, size_t to, const double *x) {
  double J[2 * CONSTRAINTS][2 * VARIABLES], product = 1;
  for (size_t i = 0; i < n; i++) {
    double length = 0, rest = 0;
    for (size_t j = from; j < to; j++) {
      J[i][j] = value(c, expr_diff(c->desk->pool, rows[i], c->x[j]), x);
      length += J[i][j] * J[i][j];
    }
    for (size_t k = 0; k < i; k++) {
      double dot = 0;
      for (size_t j = from; j < to; j++) dot += J[i][j] * J[k][j];
      for (size_t j = from; j < to; j++) J[i][j] -= dot * J[k][j];
    }
    for (size_t j = from; j < to; j++) rest += J[i][j] * J[i][j];
    if (!(rest > 0) || !(length > REGULAR * REGULAR)) return 0;
    product *= sqrt(rest / length);
    for (size_t j = from; j < to; j++) J[i][j] /= sqrt(rest);
  }
  return product;
}

// Do the constraints, as the model states them, have independent rows there?
static bool is_regular(Case *c, const double *x) {
  const Constraints *rows = &c->eq.constraints;
  Expr velocity[CONSTRAINTS];
  for (size_t a = 0; a < rows->r; a++) velocity[a] = rows->row[a].velocity;
  return volume(c, velocity, rows->r, VARIABLES, 2 * VARIABLES, x) > REGULAR;
}

static bool find_state(Case *c, const System *s, uint64_t seed, double *x) {
  for (size_t j = 0; j < 2 * VARIABLES; j++) {
    const uint64_t r = hash_mix(seed * 64 + j);
    x[j] = (r >> 8) % 3 == 0 && seed % 2 ? 0 : (double) (r % 4001) / 1000 - 2;
  }
  for (int i = 0; i < STEPS; i++)
    if (step(c, s, x) < TOUCHES) return volume(c, s->at, s->n, 0, 2 * VARIABLES, x) > REGULAR;
  return false;
}

// Evaluates the claim at states of every combination of factors.
static void look_for_counterexample(Case *c) {
  Gen *g = c->g;
  const Claim *claim = &c->desk->model->claims.at[0];
  size_t choices = 1;
  for (size_t i = 0; i < c->n; i++) choices *= c->factors[i];
  for (uint64_t k = 0; k < STARTS * choices; k++) {
    double x[2 * VARIABLES];
    const System s = chosen_factors(c, k % choices);
    if (!find_state(c, &s, k, x) || !is_regular(c, x)) continue;
    counted.states++;
    const double wrong = value(c, claim->left, x);
    if (fabs(wrong) < DIFFERS) continue;
    for (size_t j = 0; j < 2 * VARIABLES; j++)
      gen_note(g, "%s%s = %g\n", names[j % VARIABLES], j < VARIABLES ? "" : "'", x[j]);
    gen_note(g, "there the left side is %g\n", wrong);
    CHECK(fabs(wrong) < DIFFERS);
  }
}

static void judge(Case *c) {
  const Claim *claim = &c->desk->model->claims.at[0];
  const Question question = {claim->left, claim->right, false};
  Algebra *a =
    algebra_open(&c->eq, claim->given.at, claim->given.n, &question, 1, &c->desk->arena, false);
  counted.asked++;
  if (a == NULL || algebra_proves(a, 0) != TRUTH_YES) return;
  counted.proved++;
  look_for_counterexample(c);
}

void pieces_law(Gen *g, ExprPool *p) {
  (void) p;
  void *state;
  desk_open(&state);
  Case c = {.g = g, .desk = state, .text = text_make(&((Desk *) state)->arena)};
  const DeriveOptions options = {.arena = &c.desk->arena, .energy = EXPR_NONE};
  text_add(&c.text, "parameter a = 1.25\ncoordinate x, y, z, w, p, q\n"
                    "kinetic = 1/2*(x'^2 + y'^2 + z'^2 + w'^2 + p'^2 + q'^2)\n");
  make_constraints(&c);
  make_claim(&c);
  gen_note(g, "%s", text_get(&c.text));
  if (desk_read(c.desk, text_get(&c.text)) == STATUS_OK && c.desk->model->claims.n == 1 &&
      method_multipliers.derive(c.desk->model, &options, &c.eq) == STATUS_OK) {
    for (size_t j = 0; j < VARIABLES; j++) {
      c.x[j] = c.eq.q[j];
      c.x[VARIABLES + j] = c.eq.qd[j];
    }
    judge(&c);
  }
  desk_close(&state);
}

void pieces_count(void) {
  printf("%zu claims: %zu proved by algebra, and right at %zu states\n", counted.asked,
         counted.proved, counted.states);
  // neither always nor never
  assert_true(counted.proved * 10 > counted.asked && counted.proved * 10 < counted.asked * 9);
  assert_true(counted.states > 10 * counted.proved);
}
