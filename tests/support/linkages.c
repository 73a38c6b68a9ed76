// support/linkages.c: the classes of linkages, and what is done with a draw.

#include "support/linkages.h"

#include <stdio.h>
#include <string.h>

static const LinkageClass classes[] = {
  {"planar", make_planar, 6, 3, 15},
  {"planar in space", make_planar_in_space, 3, 6, 36},
  {"cranks", make_cranks, 2, 9, 15},
  {"crank angles", make_crank_angles, 3, 3, 5},
  {"crank rods", make_crank_rods, 3, 4, 8},
  {"cranks in space", make_cranks_in_space, 1, 18, 60},
  {"four-bar chain", make_four_bar_chain, 3, 3, 4},
  {"spherical chain", make_spherical_chain, 3, 3, 4},
  {"Bennett chain", make_bennett_chain, 3, 3, 3},
  {"Bricard chain", make_bricard_chain, 2, 5, 5},
  {"Sarrus chain", make_sarrus_chain, 2, 5, 5},
  {"seven-bar chain", make_seven_chain, 1, 6, 6},
  {"four-bar bodies", make_four_bar_bodies, 2, 18, 48},
  {"spherical bodies", make_spherical_bodies, 2, 18, 48},
  {"Bennett bodies", make_bennett_bodies, 2, 18, 36},
  {"Bricard bodies", make_bricard_bodies, 1, 30, 30},
  {"Sarrus bodies", make_sarrus_bodies, 1, 30, 30},
  {"space", make_space, 5, 6, 36},
  {"door", make_door, 5, 6, 24},
  {"clique", make_clique, 3, 6, 15},
  {"Dixon", make_dixon, 2, 12, 14},
  {"octahedron", make_octahedron, 1, 18, 18},
  {"points", make_points, 2, 2, 6},
};

#define CLASSES (sizeof classes / sizeof *classes)
#define SETTLE_STEPS 40
#define LEAST_GAP 2e-3  // states nearer to singular ones are discarded
#define MOST_RATE 60    // accelerations beyond this, too
#define AHEAD 8         // states along the coming motion that must be regular as well

size_t linkage_classes(void) {
  return CLASSES;
}

const LinkageClass *linkage_class(size_t i) {
  return &classes[i];
}

size_t linkage_turn(size_t k) {
  size_t all = 0, i = 0;
  for (size_t c = 0; c < CLASSES; c++) all += classes[c].weight;
  // classes alternate rather than follow one another: 7 is coprime to the sum
  k = k * 7 % all;
  while (k >= classes[i].weight) k -= classes[i++].weight;
  return i;
}

// --- constraints that follow from others ---------------------------------------------------------

static Formula difference(Mechanism *m, const MechConstraint *c) {
  Formula left = c->left, right = c->right;
  if (formula_is_vector(&m->f, left)) {
    const size_t k = dice_below(&m->dice, 3);
    left = formula_component(&m->f, left, k);
    if (formula_is_vector(&m->f, right)) right = formula_component(&m->f, right, k);
  }
  return formula_sub(&m->f, left, right);
}

static Formula scaled(Mechanism *m, const MechConstraint *c) {
  const long factor = dice_int(&m->dice, 2, 5);
  return formula_mul(&m->f, formula_ratio(&m->f, factor, dice_int(&m->dice, 1, 3)),
                     difference(m, c));
}

void linkage_imply(Mechanism *m, size_t count) {
  Formulas *f = &m->f;
  for (size_t i = 0; i < count; i++) {
    const MechConstraint a = m->constraints.at[dice_below(&m->dice, m->constraints.n)];
    const MechConstraint b = m->constraints.at[dice_below(&m->dice, m->constraints.n)];
    const char *name = mech_text(m, "extra%zu", i + 1);
    const Formula q = m->q[dice_below(&m->dice, m->n)];
    switch (dice_below(&m->dice, 4)) {
      case 0: mech_constraint(m, name, a.left, a.right); break;
      case 1: mech_constraint(m, name, scaled(m, &a), mech_zero(m)); break;
      case 2:
        mech_constraint(m, name, formula_add(f, scaled(m, &a), scaled(m, &b)), mech_zero(m));
        break;
      default:
        mech_constraint(
          m, name,
          formula_mul(f, formula_add(f, mech_one(m), formula_power(f, q, 2)), difference(m, &a)),
          mech_zero(m));
    }
  }
}

// --- drawing -------------------------------------------------------------------------------------

static void draw_gravity(Mechanism *m) {
  static const double g[][3] = {{0, -9.81, 0}, {0, 0, -9.81}, {2.5, -8, 4}, {0, 0, 0}};
  const size_t k = dice_one_in(&m->dice, 8) ? 3 : dice_below(&m->dice, 3);
  m->has_gravity = k < 3;
  for (size_t i = 0; i < 3; i++) {
    char text[32];
    snprintf(text, sizeof text, "%g", g[k][i]);
    m->gravity[i] = strtof128(text, NULL);
  }
}

// Draws velocities of size 1: the constraints do not contain the time, so that any multiple will do.
static bool draw_velocities(Mechanism *m) {
  if (!mech_draw_velocities(m, 1)) return false;
  const Quad size = quad_norm(m->x + FORMULA_V(0), m->n);
  if (size < quad(1e-3)) return false;
  const Quad wanted = dice_one_in(&m->dice, 6) ? 0 : quad(1.5);
  for (size_t i = 0; i < m->n; i++) m->x[FORMULA_V(i)] *= wanted / size;
  return true;
}

// Does a run of LINKAGE_END stay away from singular states? States of the parabola q + q' t + q'' t^2/2, moved to the
// manifold, are examined.
static bool stays_regular(Mechanism *m, const Quad *qdd) {
  Quad kept[FORMULA_VARIABLES];
  memcpy(kept, m->x, sizeof kept);
  bool regular = true;
  for (size_t k = 1; k <= AHEAD && regular; k++) {
    const Quad t = quad(LINKAGE_END * (double) k / AHEAD);
    double gap;
    for (size_t i = 0; i < m->n; i++)
      m->x[FORMULA_Q(i)] = kept[FORMULA_Q(i)] + t * (kept[FORMULA_V(i)] + t / 2 * qdd[i]);
    regular =
      mech_settle(m, SETTLE_STEPS) && mech_rank(m, &gap) == m->n - m->freedoms && gap > LEAST_GAP;
  }
  memcpy(m->x, kept, sizeof kept);
  return regular;
}

static bool is_good(Mechanism *m) {
  Quad qdd[FORMULA_MOST];
  double gap;
  return mech_settle(m, SETTLE_STEPS) && mech_is_regular(m, &gap) && gap > LEAST_GAP &&
         draw_velocities(m) && mech_accelerations(m, qdd, NULL) &&
         quad_norm(qdd, m->n) < quad(MOST_RATE) && stays_regular(m, qdd);
}

Mechanism *linkage_draw(size_t class, uint64_t seed) {
  for (size_t i = 0; i < LINKAGE_DRAWS; i++) {
    Mechanism *m = mech_create(seed * 1000003u + i);
    if (m == NULL) return NULL;
    m->class = classes[class].name;
    m->symbols = dice_below(&m->dice, 2);
    m->lavish = dice_below(&m->dice, 2);
    draw_gravity(m);
    if (classes[class].make(m)) {
      if (dice_one_in(&m->dice, 3)) linkage_imply(m, 1 + dice_below(&m->dice, 3));
      mech_shuffle(m);
      if (is_good(m)) return m;
    }
    mech_destroy(m);
  }
  return NULL;
}
