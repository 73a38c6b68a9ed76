// support/assorted.c: random models with constraints of every kind.

#include "support/assorted.h"

#include <stdio.h>
#include <string.h>

#define MOST_N 5
#define FORMS 3  // squares of linear forms in the kinetic energy
#define ATTEMPTS 60

typedef struct {
  Mechanism *m;
  Formula t;
  bool with_time;
  Formula momentum[MOST_N];
  size_t named;  // quasi-velocities
  Formula quasi[2];
} Draw;

// --- pieces of formulas --------------------------------------------------------------------------

static Formula q_of(Draw *d) {
  return d->m->q[dice_below(&d->m->dice, d->m->n)];
}

static Formula v_of(Draw *d) {
  return d->m->v[dice_below(&d->m->dice, d->m->n)];
}

static Formula number(Draw *d) {
  const long top = dice_int(&d->m->dice, 1, 5);
  return formula_ratio(&d->m->f, dice_below(&d->m->dice, 2) ? top : -top,
                       dice_int(&d->m->dice, 1, 4));
}

// Returns a function of positions, and of the time if the model contains it.
static Formula function(Draw *d) {
  Formulas *f = &d->m->f;
  switch (dice_below(&d->m->dice, d->with_time ? 10 : 8)) {
    case 0: return mech_one(d->m);
    case 1: return q_of(d);
    case 2: return formula_power(f, q_of(d), 2);
    case 3: return formula_call(f, FORMULA_SIN, q_of(d));
    case 4: return formula_call(f, FORMULA_COS, q_of(d));
    case 5: return formula_mul(f, q_of(d), q_of(d));
    case 6: return formula_call(f, FORMULA_COS, formula_add(f, q_of(d), q_of(d)));
    case 7: return formula_call(f, FORMULA_EXP, formula_mul(f, formula_ratio(f, 1, 3), q_of(d)));
    case 8: return d->t;
    default: return formula_call(f, FORMULA_SIN, formula_mul(f, formula_ratio(f, 3, 2), d->t));
  }
}

static Formula weighted(Draw *d, Formula e) {
  return formula_mul(&d->m->f, number(d), e);
}

static Formula polynomial(Draw *d, size_t terms) {
  Formula sum = weighted(d, function(d));
  for (size_t i = 1; i < terms; i++) sum = formula_add(&d->m->f, sum, weighted(d, function(d)));
  return sum;
}

// Returns a sum of some of these times functions; each at most once.
static Formula form(Draw *d, const Formula *x, size_t terms) {
  size_t order[MOST_N];
  Formula sum = mech_zero(d->m);
  dice_order(&d->m->dice, order, d->m->n);
  for (size_t i = 0; i < terms && i < d->m->n; i++) {
    const Formula factor = dice_below(&d->m->dice, 2) ? polynomial(d, 1) : number(d);
    sum = formula_add(&d->m->f, sum, formula_mul(&d->m->f, factor, x[order[i]]));
  }
  return sum;
}

// Returns a sum in which every one of these has a coefficient that is not zero.
static Formula whole_form(Draw *d, const Formula *x) {
  return form(d, x, d->m->n);
}

// Returns the value of a formula at the state, rounded.
static Formula value_of(Draw *d, Formula e, int digits) {
  formulas_at(&d->m->f, d->m->x);
  return formula_decimal(&d->m->f, (double) formula_value(&d->m->f, e).x[0], digits);
}

// --- energies ------------------------------------------------------------------------------------

// Returns a mass: of ordinary size, now and then very small or large, or zero.
static double mass(Draw *d, bool odd) {
  static const double sizes[] = {1e-5, 1e-3, 1e3, 1e5, 0};
  const double size = 0.25 * (double) dice_int(&d->m->dice, 2, 12);
  return odd && dice_one_in(&d->m->dice, 3) ? size * sizes[dice_below(&d->m->dice, 5)] : size;
}

static Formula exact(Draw *d, double value) {
  return formula_decimal(&d->m->f, value, value < 1e-3 ? 12 : 3);
}

static void draw_kinetic(Draw *d) {
  Formulas *f = &d->m->f;
  const Formula half = formula_ratio(f, 1, 2);
  const bool odd = dice_one_in(&d->m->dice, 8);
  Formula T = mech_zero(d->m);
  for (size_t i = 0; i < d->m->n; i++) {
    const Formula m = exact(d, mass(d, odd)), v = d->m->v[i];
    d->momentum[i] = formula_mul(f, m, v);
    T = formula_add(f, T, formula_mul(f, formula_mul(f, half, m), formula_power(f, v, 2)));
  }
  const size_t forms = dice_below(&d->m->dice, FORMS);
  for (size_t k = 0; k < forms; k++) {
    // w/2 (sum of c_i v_i)^2
    Formula c[MOST_N], sum = mech_zero(d->m);
    const Formula w = exact(d, 0.25 * (double) dice_int(&d->m->dice, 1, 6));
    for (size_t i = 0; i < d->m->n; i++) {
      c[i] = dice_one_in(&d->m->dice, 3) ? mech_zero(d->m) : polynomial(d, 1);
      if (!formula_is_zero(f, c[i])) sum = formula_add(f, sum, formula_mul(f, c[i], d->m->v[i]));
    }
    if (formula_is_zero(f, sum)) continue;
    T = formula_add(f, T, formula_mul(f, formula_mul(f, half, w), formula_power(f, sum, 2)));
    for (size_t i = 0; i < d->m->n; i++)
      if (!formula_is_zero(f, c[i]))
        d->momentum[i] =
          formula_add(f, d->momentum[i], formula_mul(f, formula_mul(f, w, c[i]), sum));
  }
  if (dice_one_in(&d->m->dice, 4)) {
    const size_t i = dice_below(&d->m->dice, d->m->n);
    const Formula a = polynomial(d, 1);
    T = formula_add(f, T, formula_mul(f, a, d->m->v[i]));
    d->momentum[i] = formula_add(f, d->momentum[i], a);
  }
  d->m->kinetic = T;
}

static void draw_forces(Draw *d) {
  if (dice_below(&d->m->dice, 4)) d->m->potential = polynomial(d, 1 + dice_below(&d->m->dice, 3));
  for (size_t i = 0; i < d->m->n; i++)
    if (dice_one_in(&d->m->dice, 6))
      d->m->force[i] =
        formula_mul(&d->m->f, polynomial(d, 1), dice_below(&d->m->dice, 2) ? v_of(d) : function(d));
}

// --- constraints ---------------------------------------------------------------------------------

static MechConstraint *on(Draw *d, MechLevel level, Formula left, Formula right) {
  return mech_constraint_on(d->m, level, mech_text(d->m, "c%zu", d->m->constraints.n + 1), left,
                            right);
}

static void add_position(Draw *d) {
  Formula sum = whole_form(d, d->m->q);
  if (dice_below(&d->m->dice, 2)) sum = formula_add(&d->m->f, sum, polynomial(d, 2));
  on(d, MECH_POSITION, sum, value_of(d, sum, 2));
}

static void add_linear(Draw *d) {
  on(d, MECH_VELOCITY, form(d, d->m->v, 2 + dice_below(&d->m->dice, 3)), mech_zero(d->m));
}

static void add_affine(Draw *d) {
  on(d, MECH_VELOCITY, form(d, d->m->v, 1 + dice_below(&d->m->dice, 3)), polynomial(d, 2));
}

static void add_nonlinear(Draw *d) {
  Formulas *f = &d->m->f;
  const Formula a = formula_power(f, v_of(d), 2), b = formula_mul(f, v_of(d), v_of(d));
  Formula sum = formula_add(f, a, formula_mul(f, polynomial(d, 1), b));
  sum = formula_add(f, sum, whole_form(d, d->m->v));
  on(d, MECH_VELOCITY, sum, dice_below(&d->m->dice, 2) ? value_of(d, sum, 2) : mech_zero(d->m));
}

// Adds a homogeneous constraint like that of Appell and Hamel: x'^2 + y'^2 = a^2 z'^2
static void add_cone(Draw *d) {
  Formulas *f = &d->m->f;
  size_t i[MOST_N];
  dice_order(&d->m->dice, i, d->m->n);
  Formula left = formula_power(f, d->m->v[i[0]], 2);
  if (d->m->n > 2) left = formula_add(f, left, formula_power(f, d->m->v[i[2]], 2));
  on(d, MECH_VELOCITY, left,
     formula_mul(f, formula_ratio(f, dice_int(&d->m->dice, 1, 9), 4),
                 formula_power(f, d->m->v[i[1]], 2)));
}

static void add_momenta(Draw *d) {
  Formula p[MOST_N];
  for (size_t i = 0; i < d->m->n; i++)
    p[i] = formula_named(&d->m->f, mech_text(d->m, "p_%s", d->m->name[i]), d->momentum[i]);
  const Formula sum = form(d, p, 1 + dice_below(&d->m->dice, 2));
  on(d, MECH_VELOCITY, sum, dice_below(&d->m->dice, 2) ? mech_zero(d->m) : polynomial(d, 1));
}

static void add_quasi(Draw *d) {
  Formulas *f = &d->m->f;
  if (d->named < 2 && d->named < d->m->n) {
    const char *name = mech_text(d->m, "w%zu", d->named + 1);
    const Formula sum = form(d, d->m->v, 2);
    mech_declare(d->m, "speed %s = ", name);
    mech_declare_formula(d->m, "", sum, "\n");
    d->quasi[d->named++] = formula_named(f, name, sum);
  }
  const Formula w = d->quasi[dice_below(&d->m->dice, d->named)];
  Formula left = formula_add(f, w, formula_mul(f, number(d), v_of(d)));
  if (dice_one_in(&d->m->dice, 3)) left = formula_add(f, left, formula_power(f, w, 2));
  on(d, MECH_VELOCITY, left, dice_below(&d->m->dice, 2) ? mech_zero(d->m) : polynomial(d, 1));
}

static void add_acceleration(Draw *d) {
  Formulas *f = &d->m->f;
  Formula a[MOST_N];
  for (size_t i = 0; i < d->m->n; i++)
    a[i] = formula_variable(f, mech_text(d->m, "%s''", d->m->name[i]), FORMULA_A(i));
  const Formula right = formula_add(f, polynomial(d, 1), formula_mul(f, number(d), v_of(d)));
  on(d, MECH_ACCELERATION, form(d, a, 1 + dice_below(&d->m->dice, 3)), right);
}

// Adds a multiple of a constraint, or a combination of two of one level.
static void add_redundant(Draw *d) {
  Formulas *f = &d->m->f;
  const MechConstraint a = d->m->constraints.at[dice_below(&d->m->dice, d->m->constraints.n)];
  const MechConstraint b = d->m->constraints.at[dice_below(&d->m->dice, d->m->constraints.n)];
  if (a.is_servo || b.is_servo) return;
  Formula sum = formula_mul(f, number(d), formula_sub(f, a.left, a.right));
  if (a.level == b.level)
    sum = formula_add(f, sum, formula_mul(f, number(d), formula_sub(f, b.left, b.right)));
  on(d, a.level, sum, mech_zero(d->m));
}

static void add_constraint(Draw *d) {
  static void (*const kinds[])(Draw *) = {add_position, add_position,    add_linear, add_linear,
                                          add_affine,   add_nonlinear,   add_cone,   add_momenta,
                                          add_quasi,    add_acceleration};
  kinds[dice_below(&d->m->dice, sizeof kinds / sizeof *kinds)](d);
  if (dice_one_in(&d->m->dice, 10)) {
    MechConstraint *last = &d->m->constraints.at[d->m->constraints.n - 1];
    last->is_servo = true;
    last->along = form(d, d->m->v, 1 + dice_below(&d->m->dice, 2));
  }
}

static void draw_constraints(Draw *d) {
  const size_t count = 1 + dice_below(&d->m->dice, d->m->n - 1);
  for (size_t i = 0; i < count; i++) add_constraint(d);
  const size_t more = dice_one_in(&d->m->dice, 4) ? 1 + dice_below(&d->m->dice, 2) : 0;
  for (size_t i = 0; i < more; i++) add_redundant(d);
  mech_shuffle(d->m);
}

// x' = psi(q, z, t): the first velocities are speeds, the others functions of them
static void draw_rates(Draw *d) {
  Formulas *f = &d->m->f;
  const size_t k = 1 + dice_below(&d->m->dice, d->m->n - 1);
  d->m->speeds = k;
  for (size_t a = 0; a < k; a++) {
    const char *name = mech_text(d->m, "z%zu", a + 1);
    mech_declare(d->m, "speed %s\n", name);
    d->m->speed[a] = formula_variable(f, name, FORMULA_Z(a));
    d->m->x[FORMULA_Z(a)] = quad(dice_signed(&d->m->dice, 0.3, 1.5));
  }
  for (size_t i = 0; i < d->m->n; i++) {
    Formula psi = mech_zero(d->m);
    for (size_t a = 0; a < k; a++)
      if (i == a || dice_below(&d->m->dice, 2))
        psi = formula_add(f, psi, formula_mul(f, polynomial(d, 1), d->m->speed[a]));
    if (i >= k && dice_one_in(&d->m->dice, 3))
      psi = formula_add(f, psi, formula_power(f, d->m->speed[dice_below(&d->m->dice, k)], 2));
    if (formula_is_zero(f, psi)) psi = formula_mul(f, number(d), d->m->speed[0]);
    d->m->rate[i] = psi;
  }
}

// --- models --------------------------------------------------------------------------------------

static void draw_state(Draw *d) {
  for (size_t i = 0; i < d->m->n; i++) {
    d->m->x[FORMULA_Q(i)] = quad(dice_signed(&d->m->dice, 0.3, 1.3));
    d->m->x[FORMULA_V(i)] = quad(dice_signed(&d->m->dice, 0.3, 1.3));
  }
  if (d->with_time) d->m->x[FORMULA_T] = quad(0.125 * (double) dice_int(&d->m->dice, 1, 12));
}

static bool settle(Mechanism *m) {
  if (m->speeds > 0) {
    formulas_at(&m->f, m->x);
    for (size_t i = 0; i < m->n; i++) m->x[FORMULA_V(i)] = formula_value(&m->f, m->rate[i]).x[0];
    return true;
  }
  if (!mech_settle(m, 40)) return false;
  // now and then at rest, where a cone of velocities has its tip
  if (dice_one_in(&m->dice, 20))
    for (size_t i = 0; i < m->n; i++) m->x[FORMULA_V(i)] = 0;
  const bool settled = mech_settle_velocities(m);
  // numbers that are zero up to rounding become zero
  for (size_t i = 0; i < m->n; i++)
    if (quad_abs(m->x[FORMULA_V(i)]) < quad(1e-25)) m->x[FORMULA_V(i)] = 0;
  return settled;
}

// Is it clearly at rest or in motion? A search that ends at the tip of a cone only comes near to rest.
static bool is_moderate(const Mechanism *m) {
  const Quad q = quad_norm(m->x + FORMULA_Q(0), m->n), v = quad_norm(m->x + FORMULA_V(0), m->n);
  return q < quad(5) && v < quad(8) && (v == 0 || v > quad(1e-3));
}

Mechanism *assorted_draw(uint64_t seed) {
  for (size_t i = 0; i < ATTEMPTS; i++) {
    Mechanism *m = mech_create(seed * 1000003u + i);
    if (m == NULL) return NULL;
    Draw d = {.m = m, .t = formula_variable(&m->f, "t", FORMULA_T)};
    m->class = "assorted";
    d.with_time = dice_one_in(&m->dice, 3);
    const size_t n = 2 + dice_below(&m->dice, MOST_N - 1);
    for (size_t k = 0; k < n; k++) (void) mech_coordinate(m, mech_text(m, "q%zu", k + 1), 0, false);
    draw_state(&d);
    draw_kinetic(&d);
    draw_forces(&d);
    if (dice_one_in(&m->dice, 8))
      draw_rates(&d);
    else
      draw_constraints(&d);
    if (settle(m) && is_moderate(m)) {
      size_t rank = mech_rank(m, NULL);
      m->freedoms = n > rank ? n - rank : 0;
      return m;
    }
    mech_destroy(m);
  }
  return NULL;
}
