// support/mechanism.c: building a mechanical system, and its text.

#include "support/mechanism.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BUDGET ((size_t) 1 << 30)

Mechanism *mech_create(uint64_t seed) {
  Mechanism *m = calloc(1, sizeof *m);
  if (m == NULL) return NULL;
  m->guard.budget = BUDGET;
  arena_init(&m->arena, allocator_heap(), &m->guard);
  arena_init(&m->scratch, allocator_heap(), &m->guard);
  formulas_init(&m->f, &m->arena);
  m->dice.state = seed;
  m->parameter_text = text_make(&m->arena);
  m->declared = text_make(&m->arena);
  m->same_multipliers = m->conserves = true;
  (void) formula_ratio(&m->f, 0, 1);
  (void) formula_ratio(&m->f, 1, 1);
  for (size_t i = 0; i < 3; i++) {
    const Formula e[2] = {mech_zero(m), mech_one(m)};
    m->unit[i] = formula_named(&m->f, mech_text(m, "N.%c", (char) ('x' + (int) i)),
                               formula_vector(&m->f, e[i == 0], e[i == 1], e[i == 2]));
  }
  return m;
}

void mech_destroy(Mechanism *m) {
  if (m == NULL) return;
  arena_clear(&m->arena);
  arena_clear(&m->scratch);
  free(m);
}

Formula mech_zero(Mechanism *m) {
  (void) m;
  return (Formula){0};
}

Formula mech_one(Mechanism *m) {
  (void) m;
  return (Formula){1};
}

// --- building ------------------------------------------------------------------------------------

const char *mech_text(Mechanism *m, const char *format, ...) {
  Text text = text_make(&m->arena);
  va_list args;
  va_start(args, format);
  text_addv(&text, format, args);
  va_end(args);
  return text_get(&text);
}

void mech_declare(Mechanism *m, const char *format, ...) {
  va_list args;
  va_start(args, format);
  text_addv(&m->declared, format, args);
  va_end(args);
}

void mech_declare_formula(Mechanism *m, const char *before, Formula e, const char *after) {
  text_add(&m->declared, before);
  formula_write(&m->f, e, &m->declared);
  text_add(&m->declared, after);
}

Formula mech_coordinate(Mechanism *m, const char *name, double start, bool is_angle) {
  const size_t i = m->n++;
  if (i >= FORMULA_MOST) fprintf(stderr, "mechanism: too many coordinates\n"), abort();
  m->name[i] = mech_text(m, "%s", name);
  m->is_angle[i] = is_angle;
  m->q[i] = formula_variable(&m->f, m->name[i], FORMULA_Q(i));
  m->v[i] = formula_variable(&m->f, mech_text(m, "%s'", name), FORMULA_V(i));
  m->x[FORMULA_Q(i)] = quad(start);
  return m->q[i];
}

Formula mech_parameter(Mechanism *m, double value, int digits) {
  const Formula number = formula_decimal(&m->f, value, digits);
  const char *name = mech_text(m, "l%zu", ++m->parameters);
  text_addf(&m->parameter_text, "parameter %s = %s\n", name, m->f.nodes.at[number.at].text);
  return formula_parameter(&m->f, name, m->f.nodes.at[number.at].number);
}

Formula mech_number(Mechanism *m, double value, int digits) {
  const Formula number = formula_decimal(&m->f, value, digits);
  return m->symbols && !formula_is_zero(&m->f, number) ? mech_parameter(m, value, digits) : number;
}

Formula mech_derived(Mechanism *m, Formula value, Quad number) {
  if (!m->symbols) return value;
  const char *name = mech_text(m, "l%zu", ++m->parameters);
  text_addf(&m->parameter_text, "parameter %s = ", name);
  formula_write(&m->f, value, &m->parameter_text);
  text_add(&m->parameter_text, "\n");
  return formula_parameter(&m->f, name, number);
}

MechConstraint *mech_constraint_on(Mechanism *m, MechLevel level, const char *name, Formula left,
                                   Formula right) {
  const MechConstraint c = {
    .name = mech_text(m, "%s", name), .level = level, .left = left, .right = right};
  array_push(&m->arena, &m->constraints, c);
  return &m->constraints.at[m->constraints.n - 1];
}

void mech_constraint(Mechanism *m, const char *name, Formula left, Formula right) {
  (void) mech_constraint_on(m, MECH_POSITION, name, left, right);
}

void mech_shuffle(Mechanism *m) {
  const size_t n = m->constraints.n;
  for (size_t i = n; i > 1; i--) {
    const size_t j = dice_below(&m->dice, i);
    const MechConstraint kept = m->constraints.at[i - 1];
    m->constraints.at[i - 1] = m->constraints.at[j];
    m->constraints.at[j] = kept;
  }
}

// --- text ----------------------------------------------------------------------------------------

#define DIGITS 36       // of a start that is given to full precision
#define ROUGH_DIGITS 3  // of a start that is to be improved

static void write_coordinates(const Mechanism *m, Text *out) {
  for (size_t i = 0; i < m->n; i++)
    text_addf(out, "%s%s", i == 0 ? "coordinate " : i % 12 == 0 ? ",\n  " : ", ", m->name[i]);
  text_add(out, "\n");
}

static void write_gravity(const Mechanism *m, Text *out) {
  if (!m->has_gravity) return;
  text_add(out, "gravity = [");
  for (size_t i = 0; i < 3; i++) {
    if (i > 0) text_add(out, ", ");
    formula_write_quad(m->gravity[i], 12, out);
  }
  text_add(out, "]\n");
}

static void write_constraints(const Mechanism *m, const MechConstraint *list, size_t n, Text *out) {
  for (size_t i = 0; i < n; i++) {
    const MechConstraint *c = &list[i];
    text_addf(out, "constraint %s: ", c->name);
    formula_write(&m->f, c->left, out);
    text_add(out, " = ");
    formula_write(&m->f, c->right, out);
    if (c->is_servo) text_add(out, " realized by "), formula_write(&m->f, c->along, out);
    text_add(out, "\n");
  }
}

// Chooses the coordinates that may be given: those that complete pivoting leaves free.
static void choose_given(Mechanism *m, bool *given) {
  const size_t r = mech_rows(m), n = m->n, size = r > n ? r : n;
  Quad *A = ARENA_ARRAY(&m->arena, Quad, r * n),
       *square = ARENA_ARRAY(&m->arena, Quad, size * size);
  mech_constrain(m, &(MechRows){.A = A});
  for (size_t i = 0; i < r; i++) memcpy(square + i * size, A + i * n, n * sizeof *A);
  QuadFactors f;
  if (!quad_factors_init(&f, size)) abort();
  quad_factor(&f, square, n - m->freedoms, 0);
  for (size_t i = 0; i < n; i++) given[i] = true;
  for (size_t i = 0; i < f.rank; i++)
    if (f.column[i] < n) given[f.column[i]] = false;
  quad_factors_clear(&f);
}

static void write_value(Text *out, const char *statement, const char *name, Quad x, int digits) {
  text_addf(out, "%s %s = ", statement, name);
  formula_write_quad(x, digits, out);
  text_add(out, "\n");
}

static void write_speeds(Mechanism *m, Text *out) {
  for (size_t i = 0; i < m->n && m->speeds > 0; i++) {
    text_addf(out, "%s%s' = ", i == 0 ? "rate " : ",\n  ", m->name[i]);
    formula_write(&m->f, m->rate[i], out);
  }
  if (m->speeds > 0) text_add(out, "\n");
}

static void write_energies(Mechanism *m, Text *out) {
  const struct {
    const char *name;
    Formula e;
  } energies[] = {{"kinetic", m->kinetic}, {"potential", m->potential}};
  for (size_t i = 0; i < 2; i++) {
    if (energies[i].e.at == 0) continue;
    text_addf(out, "%s += ", energies[i].name);
    formula_write(&m->f, energies[i].e, out);
    text_add(out, "\n");
  }
  for (size_t i = 0; i < m->n; i++) {
    if (m->force[i].at == 0) continue;
    text_addf(out, "force %s = ", m->name[i]);
    formula_write(&m->f, m->force[i], out);
    text_add(out, "\n");
  }
}

static void write_start(Mechanism *m, MechStart start, Text *out) {
  bool given[FORMULA_MOST];
  if (m->x[FORMULA_T] != 0) write_value(out, "initial", "t", m->x[FORMULA_T], DIGITS);
  if (m->speeds > 0) {
    for (size_t i = 0; i < m->n; i++)
      write_value(out, "initial", m->name[i], m->x[FORMULA_Q(i)], DIGITS);
    for (size_t i = 0; i < m->speeds; i++)
      write_value(out, "initial", m->f.nodes.at[m->speed[i].at].text, m->x[FORMULA_Z(i)], DIGITS);
    return;
  }
  for (size_t i = 0; i < m->n; i++) given[i] = true;
  if (start != MECH_START_ALL) choose_given(m, given);
  for (size_t i = 0; i < m->n; i++) {
    const char *rate = text_format(&m->arena, "%s'", m->name[i]);
    const Quad q = m->x[FORMULA_Q(i)], v = m->x[FORMULA_V(i)];
    if (given[i]) {
      write_value(out, "initial", m->name[i], q, DIGITS);
      write_value(out, "initial", rate, v, DIGITS);
    } else {
      write_value(out, "guess", m->name[i], q, start == MECH_START_NEAR ? ROUGH_DIGITS : DIGITS);
      if (start == MECH_START_FEW) write_value(out, "guess", rate, v, DIGITS);
    }
  }
}

const char *mech_model_with(Mechanism *m, MechStart start, const MechConstraint *list, size_t n) {
  Text out = text_make(&m->arena);
  text_addf(&out, "system \"%s\"\n", m->class);
  text_add(&out, text_get(&m->parameter_text));
  write_coordinates(m, &out);
  text_add(&out, text_get(&m->declared));
  write_gravity(m, &out);
  write_speeds(m, &out);
  write_energies(m, &out);
  write_constraints(m, list, n, &out);
  write_start(m, start, &out);
  return text_get(&out);
}

const char *mech_model(Mechanism *m, MechStart start) {
  return mech_model_with(m, start, m->constraints.at, m->constraints.n);
}
