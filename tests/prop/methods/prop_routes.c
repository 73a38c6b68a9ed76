// Law of methods/inertia.c: points and bodies give the same equations by Jacobians as by derivatives
// of their energies.
//
// A random model is written as text. Its energies and generalized forces are then put together
// by hand from positions and rotation matrices alone, and given to a second model as `kinetic`, `potential`
// and `force`. Judge: fingerprints, entry by entry, no tolerance.

#include "language/language.h"
#include "methods/methods.h"
#include "support/check.h"

#define MOST_COORDINATES 4

// --- a random model as text -----------------------------------------------------------------------

typedef struct {
  Gen *g;
  size_t n;  // coordinates
  Text text;
} Writer;

static size_t gen_index(Writer *w) {
  return 1 + gen_below(w->g, w->n);
}

// Writes a function of the coordinates and t, and of velocities for forces.
static void write_factor(Writer *w, bool velocities) {
  static const char *const times[] = {"t", "sin(b*t)", "cos(t)"};
  const size_t i = gen_index(w), j = gen_index(w);
  switch (gen_below(w->g, velocities ? 9 : 8)) {
    case 0: text_addf(&w->text, "q%zu", i); break;
    case 1: text_addf(&w->text, "sin(q%zu)", i); break;
    case 2: text_addf(&w->text, "cos(q%zu)", i); break;
    case 3: text_addf(&w->text, "q%zu^2", i); break;
    case 4: text_addf(&w->text, "cos(q%zu + q%zu)", i, j); break;
    case 5: text_addf(&w->text, "sin(q%zu - 2*q%zu)", i, j); break;
    case 6: text_addf(&w->text, "q%zu*q%zu", i, j); break;
    case 7: text_add(&w->text, times[gen_below(w->g, COUNT(times))]); break;
    default: text_addf(&w->text, "q%zu'", i);
  }
}

static void write_sum(Writer *w, bool velocities) {
  static const char *const coefficients[] = {"", "a*", "b*", "2*", "1/3*"};
  const size_t terms = gen_below(w->g, 4);
  if (terms == 0) text_add(&w->text, "0");
  for (size_t i = 0; i < terms; i++) {
    text_add(&w->text, i == 0 ? "" : gen_below(w->g, 2) ? " - " : " + ");
    text_add(&w->text, coefficients[gen_below(w->g, COUNT(coefficients))]);
    write_factor(w, velocities);
    if (gen_below(w->g, 3) != 2) continue;
    text_add_char(&w->text, '*');
    write_factor(w, velocities);
  }
}

static void write_vector(Writer *w, bool velocities) {
  text_add_char(&w->text, '[');
  for (int k = 0; k < 3; k++) {
    if (k > 0) text_add(&w->text, ", ");
    write_sum(w, velocities);
  }
  text_add(&w->text, "]\n");
}

static void write_frame(Writer *w, size_t k) {
  static const char axes[] = "zxy";
  text_addf(&w->text, "frame A%zu", k);
  if (k > 1 && gen_below(w->g, 2)) text_addf(&w->text, " in A%zu", k - 1);
  text_add(&w->text, " =");
  const size_t rotations = 1 + gen_below(w->g, 3);
  for (size_t i = 0; i < rotations; i++) {
    text_addf(&w->text, " rotate(%c, ", axes[gen_below(w->g, 3)]);
    const size_t index = gen_index(w);
    switch (gen_below(w->g, 5)) {
      case 0: text_addf(&w->text, "q%zu)", index); break;
      case 1: text_addf(&w->text, "-q%zu)", index); break;
      case 2: text_addf(&w->text, "2*q%zu + q%zu)", index, gen_index(w)); break;
      case 3: text_addf(&w->text, "b*t + q%zu)", index); break;
      default: text_addf(&w->text, "q%zu^2)", index);
    }
  }
  text_add_char(&w->text, '\n');
}

static void write_body(Writer *w, size_t k) {
  write_frame(w, k);
  text_addf(&w->text, "body B%zu mass m2 frame A%zu inertia %s at ", k, k,
            gen_below(w->g, 2) ? "(I1, I2, I3, I4, I5, I6)" : "(I1, I2, I3)");
  write_vector(w, false);
  if (gen_below(w->g, 3) == 2) text_addf(&w->text, "torque on B%zu = ", k), write_vector(w, true);
  if (gen_below(w->g, 3) == 2) text_addf(&w->text, "force on B%zu = ", k), write_vector(w, true);
}

static void write_point(Writer *w, size_t k) {
  text_addf(&w->text, "point P%zu %sat ", k,
            gen_below(w->g, 5) == 4 ? ""
            : k % 2                 ? "mass m1 "
                                    : "mass m3 ");
  write_vector(w, false);
  if (gen_below(w->g, 3) == 2) text_addf(&w->text, "force on P%zu = ", k), write_vector(w, true);
}

static const char *coordinates_text(Arena *arena, size_t n) {
  Text text = text_make(arena);
  text_add(&text, "parameter m1, m2, m3, I1, I2, I3, I4, I5, I6, a, b, g\ncoordinate q1");
  for (size_t i = 2; i <= n; i++) text_addf(&text, ", q%zu", i);
  text_add_char(&text, '\n');
  return text_get(&text);
}

static const char *gen_model_text(Gen *g, size_t n) {
  Writer w = {g, n, text_make(g->arena)};
  text_add(&w.text, coordinates_text(g->arena, n));
  const size_t points = gen_below(g, 3), bodies = gen_below(g, 3);
  for (size_t k = 1; k <= points; k++) write_point(&w, k);
  for (size_t k = 1; k <= bodies; k++) write_body(&w, k);
  text_add(&w.text, "point P mass m1 at "), write_vector(&w, false);
  if (gen_below(g, 2)) text_add(&w.text, "gravity = [0, g*sin(t), -g]\n");
  if (gen_below(g, 3) == 2)
    text_add(&w.text, "force q1 = "), write_sum(&w, true), text_add_char(&w.text, '\n');
  if (gen_below(g, 3) == 2) text_add(&w.text, "dissipation = a*q1'^2 + b*q1'*q1^2\n");
  return text_get(&w.text);
}

// --- its energies by hand -------------------------------------------------------------------------

typedef struct {
  ExprPool *p;
  const Model *model;
  size_t n;
  Expr T, V, Q[MOST_COORDINATES];
} Energies;

static Expr dot(ExprPool *p, const Expr a[3], const Expr b[3]) {
  Expr sum = EXPR_ZERO;
  for (int k = 0; k < 3; k++) sum = expr_add(p, sum, expr_mul(p, a[k], b[k]));
  return sum;
}

// T = m v.v/2, V = -m g.P
static void add_mass(Energies *e, Expr mass, Vec at) {
  if (expr_is_none(mass)) return;
  Expr v[3];
  for (int k = 0; k < 3; k++) v[k] = expr_rate(e->p, at.x[k]);
  e->T = expr_add(e->p, e->T, expr_half(e->p, expr_mul(e->p, mass, dot(e->p, v, v))));
  if (e->model->has_gravity)
    e->V = expr_sub(e->p, e->V, expr_mul(e->p, mass, dot(e->p, e->model->gravity.x, at.x)));
}

// The angular velocity as the skew matrix R^T R' (own axes) or R' R^T (fixed axes).
static void angular_velocity(ExprPool *p, const Expr R[3][3], bool own, Expr omega[3]) {
  for (int k = 0; k < 3; k++) {
    const int row = (k + 2) % 3, column = (k + 1) % 3;
    omega[k] = EXPR_ZERO;
    for (int i = 0; i < 3; i++) {
      const Expr rate = expr_rate(p, own ? R[i][column] : R[row][i]);
      omega[k] = expr_add(p, omega[k], expr_mul(p, rate, own ? R[i][row] : R[column][i]));
    }
  }
}

// T = omega.I omega/2 along the body's axes
static void add_rotation(Energies *e, const Body *body) {
  static const int place[3][3] = {{0, 3, 4}, {3, 1, 5}, {4, 5, 2}};
  ExprPool *p = e->p;
  if (body->frame == NOWHERE) return;
  Expr w[3], spin[3];
  angular_velocity(p, (const Expr(*)[3]) e->model->frames.at[body->frame].r, true, w);
  for (int i = 0; i < 3; i++) {
    spin[i] = EXPR_ZERO;
    for (int j = 0; j < 3; j++)
      spin[i] = expr_add(p, spin[i], expr_mul(p, body->inertia[place[i][j]], w[j]));
  }
  e->T = expr_add(p, e->T, expr_half(p, dot(p, w, spin)));
}

// Q_i = F.dP/dq_i, or torque.d omega/dq_i'
static void add_force(Energies *e, const Force *force) {
  const Model *m = e->model;
  Expr moved[3];
  if (force->is_torque) {
    angular_velocity(e->p, (const Expr(*)[3]) m->frames.at[m->bodies.at[force->target].frame].r,
                     false, moved);
  } else {
    const Vec at = force->on_body ? m->bodies.at[force->target].at : m->points.at[force->target].at;
    for (int k = 0; k < 3; k++) moved[k] = at.x[k];
  }
  for (size_t i = 0; i < e->n; i++) {
    const Expr by = force->is_torque ? m->coordinates.at[i].qd : m->coordinates.at[i].q;
    const Expr along[3] = {expr_diff(e->p, moved[0], by), expr_diff(e->p, moved[1], by),
                           expr_diff(e->p, moved[2], by)};
    e->Q[i] = expr_add(e->p, e->Q[i], dot(e->p, along, force->vector.x));
  }
}

static Energies energies_of(ExprPool *p, const Model *m) {
  Energies e = {.p = p, .model = m, .n = m->coordinates.n, .T = EXPR_ZERO, .V = EXPR_ZERO};
  for (size_t i = 0; i < e.n; i++) {
    e.Q[i] = m->generalized_force[i];
    if (!expr_is_none(m->dissipation))
      e.Q[i] = expr_sub(p, e.Q[i], expr_diff(p, m->dissipation, m->coordinates.at[i].qd));
  }
  for (size_t i = 0; i < m->points.n; i++) add_mass(&e, m->points.at[i].mass, m->points.at[i].at);
  for (size_t i = 0; i < m->bodies.n; i++) {
    add_mass(&e, m->bodies.at[i].mass, m->bodies.at[i].at);
    add_rotation(&e, &m->bodies.at[i]);
  }
  for (size_t i = 0; i < m->forces.n; i++) add_force(&e, &m->forces.at[i]);
  return e;
}

// --- the law ------------------------------------------------------------------------------------

static Model *parsed_model(Gen *g, Diags *diags, const char *text) {
  Model *model = model_create(g->pool, diags);
  Source *source = ARENA_NEW(g->arena, Source);
  *source = (Source){"random.mech", str(text)};
  const Status status = language_parse(model, source);
  Text messages = text_make(g->arena);
  diags_write(diags, &messages);
  gen_note(g, "%s%s", text, text_get(&messages));
  CHECK(status == STATUS_OK && diags->errors == 0);
  return model;
}

static Equations derived(Gen *g, Model *model) {
  Equations eq = {0};
  CHECK(model_finish(model) == STATUS_OK);
  CHECK(method_lagrange.derive(model, &(DeriveOptions){.arena = g->arena}, &eq) == STATUS_OK);
  return eq;
}

PROP(masses_and_energies_agree, 400) {
  Diags diags = {.arena = g->arena};
  const size_t n = 1 + gen_below(g, MOST_COORDINATES);
  Model *masses = parsed_model(g, &diags, gen_model_text(g, n));
  const Equations by_masses = derived(g, masses);

  const Energies e = energies_of(p, masses);
  ASSUME(!expr_same(e.T, EXPR_ZERO));
  Model *energies = parsed_model(g, &diags, coordinates_text(g->arena, n));
  model_energy(energies, ENERGY_KINETIC, e.T, false, (Span){0});
  model_energy(energies, ENERGY_POTENTIAL, e.V, false, (Span){0});
  for (size_t i = 0; i < n; i++) model_force_coordinate(energies, i, e.Q[i], false, (Span){0});
  const Equations by_energies = derived(g, energies);

  CHECK_EQUAL(by_masses.kinetic, e.T);
  CHECK_EQUAL(by_masses.potential, e.V);
  for (size_t i = 0; i < n; i++) {
    CHECK_EQUAL(problem_F(&by_masses.problem)[i], problem_F(&by_energies.problem)[i]);
    CHECK_EQUAL(equations_momentum(&by_masses)[i], equations_momentum(&by_energies)[i]);
    for (size_t j = 0; j < n; j++) {
      CHECK_EQUAL(*matrix_entry(problem_M(&by_masses.problem), i, j),
                  *matrix_entry(problem_M(&by_energies.problem), i, j));
      CHECK_EQUAL(*matrix_entry(problem_M(&by_masses.problem), i, j),
                  *matrix_entry(problem_M(&by_masses.problem), j, i));
    }
  }
  CHECK_EQUAL(by_masses.energy, by_energies.energy);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(masses_and_energies_agree),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
