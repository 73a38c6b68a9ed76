// support/linkages_bars.c: points on rods.

#include "support/linkages.h"

#include <math.h>
#include <stdlib.h>

static Formula at_of(const Mechanism *m, size_t point) {
  return m->bodies.at[point].at;
}

// Adds a rod with the length of the draw, rounded.
static void rod_between(Mechanism *m, const char *name, Formula a, Formula b, const double *p,
                        const double *q, size_t dimensions) {
  double square = 0;
  for (size_t k = 0; k < dimensions; k++) square += (p[k] - q[k]) * (p[k] - q[k]);
  mech_rod(m, name, a, b, mech_number(m, sqrt(square), 2));
}

// |a - b|^2 = square, an exact number
static void square_between(Mechanism *m, const char *name, size_t a, size_t b, Formula square) {
  const Formula d = formula_sub(&m->f, at_of(m, a), at_of(m, b));
  mech_constraint(m, name, formula_dot(&m->f, d, d), square);
}

// --- rigid pieces with rods to spare -------------------------------------------------------------
//
// All distances between k points, in the plane or in space. They are consistent only if they are
// distances of true points: these have coordinates of one digit, and squares of distances are exact. Freedoms
// of a rigid piece of d dimensions: d(d + 1)/2; points pinned to the ground by rods of their own take
// one for each rod while that is independent.

bool make_clique(Mechanism *m) {
  const size_t dimensions = 2 + dice_below(&m->dice, 2),
               k = dimensions + 1 + dice_below(&m->dice, 2);
  long at[6][3] = {{0}};
  size_t point[6];
  for (size_t i = 0; i < k; i++) {
    double start[3];
    for (size_t c = 0; c < dimensions; c++) {
      at[i][c] = dice_int(&m->dice, -9, 9);
      start[c] = 0.1 * (double) at[i][c];
    }
    point[i] = mech_point(m, dimensions, start);
  }
  for (size_t i = 0; i < k; i++)
    for (size_t j = 0; j < i; j++) {
      long square = 0;
      for (size_t c = 0; c < 3; c++) square += (at[i][c] - at[j][c]) * (at[i][c] - at[j][c]);
      square_between(m, mech_text(m, "rod%zu%zu", j + 1, i + 1), point[j], point[i],
                     formula_ratio(&m->f, square, 100));
    }
  m->freedoms = dimensions * (dimensions + 1) / 2;
  const size_t pins = dice_below(&m->dice, m->freedoms);
  for (size_t i = 0; i < pins; i++) {
    const size_t p = dice_below(&m->dice, k);
    double start[3], foot[3];
    Formula x[3] = {mech_zero(m), mech_zero(m), mech_zero(m)};
    for (size_t c = 0; c < dimensions; c++) {
      start[c] = 0.1 * (double) at[p][c];
      foot[c] = start[c] + dice_signed(&m->dice, 0.3, 1);
      x[c] = mech_number(m, foot[c], 1);
    }
    rod_between(m, mech_text(m, "pin%zu", i + 1), at_of(m, point[p]),
                formula_vector(&m->f, x[0], x[1], x[2]), start, foot, dimensions);
  }
  m->freedoms -= pins;
  return true;
}

// --- Dixon's mechanism ---------------------------------------------------------------------------
//
// A. C. Dixon, Messenger of Mathematics 29 (1899) 1-21: points on one line, points on a line at
// right angles to it, and a rod from each of the first to each of the second. With a^2 + c and b^2 - c
// in place of a^2 and b^2 all rods keep their lengths, so that this moves although 3 + 3 points with 9 rods are
// rigid by count: 1 freedom, and 3 of the whole. Three of these are taken away by pins.

bool make_dixon(Mechanism *m) {
  const size_t k = 3, l = 3 + dice_below(&m->dice, 2);
  long a[3], b[4];
  size_t p[3], q[4];
  for (size_t i = 0; i < k; i++) {
    a[i] = dice_int(&m->dice, 3, 15) * (dice_below(&m->dice, 2) ? 1 : -1);
    p[i] = mech_point(m, 2, (const double[]){0.1 * (double) a[i], 0});
  }
  for (size_t j = 0; j < l; j++) {
    b[j] = dice_int(&m->dice, 3, 15) * (dice_below(&m->dice, 2) ? 1 : -1);
    q[j] = mech_point(m, 2, (const double[]){0, 0.1 * (double) b[j]});
  }
  for (size_t i = 0; i < k; i++)
    for (size_t j = 0; j < i; j++)
      if (labs(a[i]) == labs(a[j])) return false;
  for (size_t i = 0; i < l; i++)
    for (size_t j = 0; j < i; j++)
      if (labs(b[i]) == labs(b[j])) return false;
  for (size_t i = 0; i < k; i++)
    for (size_t j = 0; j < l; j++)
      square_between(m, mech_text(m, "rod%zu%zu", i + 1, j + 1), p[i], q[j],
                     formula_ratio(&m->f, a[i] * a[i] + b[j] * b[j], 100));
  m->freedoms = 4;
  if (dice_below(&m->dice, 2)) return true;
  // the first point stays where it is, and the second on the line
  const Formula first = at_of(m, p[0]), second = at_of(m, p[1]);
  mech_constraint(
    m, "pin", first,
    formula_vector(&m->f, formula_ratio(&m->f, a[0], 10), mech_zero(m), mech_zero(m)));
  mech_constraint(m, "line", formula_component(&m->f, second, 1), mech_zero(m));
  m->freedoms = 1;
  return true;
}

// --- Bricard's octahedron ------------------------------------------------------------------------
//
// R. Bricard, Journal de Mathematiques 3 (1897) 113-148, first type: three pairs of vertices, each
// pair exchanged by a half turn about a line. Rods between all vertices but those of a pair. It moves
// with 1 freedom, and 6 of the whole, although 6 points with 12 rods are rigid by count.

bool make_octahedron(Mechanism *m) {
  long at[6][3];
  size_t point[6];
  for (size_t i = 0; i < 3; i++) {
    for (size_t c = 0; c < 3; c++) at[i][c] = dice_int(&m->dice, -12, 12);
    for (size_t c = 0; c < 3; c++) at[i + 3][c] = c < 2 ? -at[i][c] : at[i][c];
  }
  for (size_t i = 0; i < 6; i++) {
    double start[3];
    for (size_t c = 0; c < 3; c++) start[c] = 0.1 * (double) at[i][c];
    point[i] = mech_point(m, 3, start);
  }
  for (size_t i = 0; i < 6; i++)
    for (size_t j = i + 1; j < 6; j++) {
      if (j == i + 3) continue;
      long square = 0;
      for (size_t c = 0; c < 3; c++) square += (at[i][c] - at[j][c]) * (at[i][c] - at[j][c]);
      square_between(m, mech_text(m, "rod%zu%zu", i + 1, j + 1), point[i], point[j],
                     formula_ratio(&m->f, square, 100));
    }
  m->freedoms = 7;
  return true;
}

// --- points on curves and surfaces ---------------------------------------------------------------
//
// One or two points with conditions that are polynomials or sines. Freedoms: the coordinates less the
// conditions, which are independent, as the rank confirms.

static Formula draw_term(Mechanism *m) {
  Formulas *f = &m->f;
  const Formula x = m->q[dice_below(&m->dice, m->n)], y = m->q[dice_below(&m->dice, m->n)];
  switch (dice_below(&m->dice, 5)) {
    case 0: return formula_power(f, x, 2);
    case 1: return formula_mul(f, x, y);
    case 2: return formula_call(f, FORMULA_SIN, x);
    default: return x;
  }
}

bool make_points(Mechanism *m) {
  const size_t dimensions = 2 + dice_below(&m->dice, 2), points = 1 + dice_below(&m->dice, 2);
  for (size_t i = 0; i < points; i++) {
    double start[3];
    for (size_t k = 0; k < dimensions; k++) start[k] = dice_signed(&m->dice, 0.3, 1.5);
    (void) mech_point(m, dimensions, start);
  }
  const size_t conditions = 1 + dice_below(&m->dice, m->n - 1);
  for (size_t i = 0; i < conditions; i++) {
    Formula sum = draw_term(m);
    const size_t terms = 1 + dice_below(&m->dice, 2);
    for (size_t k = 0; k < terms; k++)
      sum = formula_add(
        &m->f, sum,
        formula_mul(&m->f, formula_ratio(&m->f, dice_int(&m->dice, 1, 4), 2), draw_term(m)));
    formulas_at(&m->f, m->x);
    mech_constraint(m, mech_text(m, "c%zu", i + 1), sum,
                    mech_number(m, (double) formula_value(&m->f, sum).x[0], 1));
  }
  m->freedoms = m->n - conditions;
  return true;
}
