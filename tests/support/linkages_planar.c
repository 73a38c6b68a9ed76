// support/linkages_planar.c: linkages in a plane, in the coordinates of the plane or of space.
//
// Freedoms: a body in the plane has 3; a pin, a slider and a welding take 2, 2 and 3, a pin in a slot,
// a rod and a pair of gears 1. If the rows are independent, as the rank confirms, that is all. In
// space each body has 3 more, out of the plane; the joints of the tree that ties the bodies to the
// ground take all of these, and what the other joints say about them follows: their rows are
// redundant on all of the manifold.

#include "support/linkages.h"

#include <math.h>

// --- bodies at random poses ----------------------------------------------------------------------

#define MOST_BODIES 6

typedef struct {
  bool in_space;
  size_t bodies, body[MOST_BODIES];
  double x[MOST_BODIES], y[MOST_BODIES], angle[MOST_BODIES];
  size_t joints;
  size_t taken;  // freedoms
} Plane;

static void add_plane_body(Mechanism *m, Plane *p, double x, double y, double angle) {
  const size_t i = p->bodies++;
  p->x[i] = x;
  p->y[i] = y;
  p->angle[i] = angle;
  if (p->in_space) {
    double R[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    turn_numbers(R, 2, angle);
    const BodyKind kind =
      dice_one_in(&m->dice, 3) ? (BodyKind) dice_below(&m->dice, BODY_KINDS) : BODY_ANGLES;
    p->body[i] = mech_body(m, kind, (const double[]){x, y, 0}, R);
  } else {
    p->body[i] = mech_planar_body(m, x, y, angle);
  }
}

// Returns a place of the plane in coordinates of a body, rounded to a tenth.
static Local local_of(Mechanism *m, const Plane *p, size_t i, double x, double y) {
  if (i != GROUND) {
    const double dx = x - p->x[i], dy = y - p->y[i], c = cos(p->angle[i]), s = sin(p->angle[i]);
    x = c * dx + s * dy;
    y = c * dy - s * dx;
  }
  return mech_local(m, mech_number(m, x, 1), mech_number(m, y, 1), mech_zero(m));
}

static double x_of(const Plane *p, size_t i) {
  return i == GROUND ? 0 : p->x[i];
}

static double y_of(const Plane *p, size_t i) {
  return i == GROUND ? 0 : p->y[i];
}

static size_t body_of(const Plane *p, size_t i) {
  return i == GROUND ? GROUND : p->body[i];
}

// --- joints --------------------------------------------------------------------------------------

static const Axis in_plane[] = {{{3, 4, 0}, 5}, {{4, 3, 0}, 5}, {{-3, 4, 0}, 5}, {{12, 5, 0}, 13}};

static Axis draw_in_plane(Mechanism *m) {
  return in_plane[dice_below(&m->dice, sizeof in_plane / sizeof *in_plane)];
}

// Adds a pin near the middle between two bodies. In space it has an axis at right angles to the plane; a
// joint that closes a loop may be of another kind that does the same within the plane.
static void add_pin(Mechanism *m, Plane *p, size_t a, size_t b, bool closes) {
  const double x = (x_of(p, a) + x_of(p, b)) / 2 + dice_between(&m->dice, -0.6, 0.6);
  const double y = (y_of(p, a) + y_of(p, b)) / 2 + dice_between(&m->dice, -0.6, 0.6);
  JointEnd ends[2] = {{body_of(p, a), local_of(m, p, a, x, y), AXIS_Z},
                      {body_of(p, b), local_of(m, p, b, x, y), AXIS_Z}};
  static const JointKind kinds[] = {JOINT_REVOLUTE, JOINT_REVOLUTE, JOINT_SPHERICAL,
                                    JOINT_CYLINDRICAL, JOINT_UNIVERSAL};
  JointKind kind = JOINT_SPHERICAL;
  if (p->in_space) kind = closes ? kinds[dice_below(&m->dice, 5)] : JOINT_REVOLUTE;
  if (kind == JOINT_UNIVERSAL) ends[1].axis = draw_in_plane(m);
  mech_joint(m, kind, mech_text(m, "J%zu", ++p->joints), ends[0], ends[1]);
  p->taken += 2;
}

static void add_slider(Mechanism *m, Plane *p, size_t a, size_t b) {
  const double x = x_of(p, b), y = y_of(p, b);
  const JointEnd ends[2] = {{body_of(p, a), local_of(m, p, a, x, y), draw_in_plane(m)},
                            {body_of(p, b), local_of(m, p, b, x, y), draw_in_plane(m)}};
  const char *name = mech_text(m, "J%zu", ++p->joints);
  p->taken += 2;
  if (p->in_space) {
    mech_joint(m, JOINT_PRISMATIC, name, ends[0], ends[1]);
    return;
  }
  // the place in b stays on a line of a, and the angle between them is constant
  const Axis u = ends[0].axis, across = {{-u.x[1], u.x[0], 0}, u.d};
  const Formula d = formula_sub(&m->f, mech_place(m, ends[1].body, ends[1].at),
                                mech_place(m, ends[0].body, ends[0].at));
  const Formula n = mech_direction(m, ends[0].body, mech_axis(m, across));
  mech_constraint(m, mech_text(m, "%s_on", name), formula_dot(&m->f, d, n), mech_zero(m));
  const Formula w = mech_direction(m, ends[1].body, mech_axis(m, ends[1].axis));
  mech_constraint(m, mech_text(m, "%s_turn", name), formula_dot(&m->f, w, n), mech_zero(m));
}

// Adds a pin of b in a slot of a.
static void add_slot(Mechanism *m, Plane *p, size_t a, size_t b) {
  const double x = x_of(p, b), y = y_of(p, b);
  const Formula d = formula_sub(&m->f, mech_place(m, body_of(p, b), local_of(m, p, b, x, y)),
                                mech_place(m, body_of(p, a), local_of(m, p, a, x, y)));
  const Formula n = mech_direction(m, body_of(p, a), mech_axis(m, draw_in_plane(m)));
  mech_constraint(m, mech_text(m, "J%zu", ++p->joints), formula_dot(&m->f, d, n), mech_zero(m));
  p->taken += 1;
}

static void add_rod(Mechanism *m, Plane *p, size_t a, size_t b) {
  const double x1 = x_of(p, a) + dice_between(&m->dice, -0.6, 0.6);
  const double y1 = y_of(p, a) + dice_between(&m->dice, -0.6, 0.6);
  const double x2 = x_of(p, b) + dice_between(&m->dice, -0.6, 0.6);
  const double y2 = y_of(p, b) + dice_between(&m->dice, -0.6, 0.6);
  const Local p1 = local_of(m, p, a, x1, y1), p2 = local_of(m, p, b, x2, y2);
  mech_rod(m, mech_text(m, "J%zu", ++p->joints), mech_place(m, body_of(p, a), p1),
           mech_place(m, body_of(p, b), p2), mech_number(m, hypot(x1 - x2, y1 - y2), 1));
  p->taken += 1;
}

// Makes the angles of two bodies change at a constant ratio.
static void add_gears(Mechanism *m, Plane *p, size_t a, size_t b) {
  const size_t i = 3 * b + 2;  // the angle of a planar body is its third coordinate
  const double phase = 2 * p->angle[b] + (a == GROUND ? 0 : 3 * p->angle[a]);
  Formula left = formula_mul(&m->f, formula_ratio(&m->f, 2, 1), m->q[i]);
  if (a != GROUND)
    left =
      formula_add(&m->f, left, formula_mul(&m->f, formula_ratio(&m->f, 3, 1), m->q[3 * a + 2]));
  mech_constraint(m, mech_text(m, "J%zu", ++p->joints), left, mech_number(m, phase, 2));
  p->taken += 1;
}

// --- any planar linkage --------------------------------------------------------------------------

static void add_bodies(Mechanism *m, Plane *p, size_t count) {
  for (size_t i = 0; i < count; i++)
    add_plane_body(m, p, dice_between(&m->dice, -2, 2), dice_between(&m->dice, -2, 2),
                   dice_between(&m->dice, -3, 3));
}

static void add_tree(Mechanism *m, Plane *p) {
  for (size_t b = 0; b < p->bodies; b++) {
    const size_t a = b == 0 || dice_one_in(&m->dice, 4) ? GROUND : dice_below(&m->dice, b);
    if (dice_one_in(&m->dice, 5))
      add_slider(m, p, a, b);
    else
      add_pin(m, p, a, b, false);
  }
}

static void close_loop(Mechanism *m, Plane *p, size_t free) {
  const size_t b = dice_below(&m->dice, p->bodies);
  size_t a = dice_below(&m->dice, p->bodies + 1);
  if (a == b || a == p->bodies) a = GROUND;
  const size_t kind = dice_below(&m->dice, p->in_space ? 2 : 6);
  if (free > 2 && kind < 2)
    add_pin(m, p, a, b, true);
  else if (kind <= 3)
    add_rod(m, p, a, b);
  else if (kind == 4)
    add_slot(m, p, a, b);
  else
    add_gears(m, p, a, b);
}

static bool make_plane(Mechanism *m, bool in_space, size_t most) {
  Plane p = {.in_space = in_space};
  add_bodies(m, &p, 1 + dice_below(&m->dice, most));
  add_tree(m, &p);
  const size_t loops = dice_below(&m->dice, 3);
  for (size_t i = 0; i < loops && 3 * p.bodies > p.taken + 1; i++)
    close_loop(m, &p, 3 * p.bodies - p.taken);
  m->freedoms = 3 * p.bodies - p.taken;
  return true;
}

bool make_planar(Mechanism *m) {
  return make_plane(m, false, 5);
}

bool make_planar_in_space(Mechanism *m) {
  return make_plane(m, true, 3);
}

// --- parallel cranks -----------------------------------------------------------------------------
//
// A table on k cranks of one length whose feet lie as its pins do. It moves without turning, each crank as
// the first one: 1 freedom, whatever k is. The count of rows would leave 3 - k.

#define MOST_CRANKS 4

typedef struct {
  size_t count;
  double angle, length, x[MOST_CRANKS], y[MOST_CRANKS];
  Formula size;                                 // the length of all cranks
  Formula foot[MOST_CRANKS], pin[MOST_CRANKS];  // vectors: in the ground, in the table
} Cranks;

// Returns the same number, by the same name or by another.
static Formula again(Mechanism *m, Formula number, double value, bool by_another) {
  return by_another && m->symbols && !formula_is_zero(&m->f, number) ? mech_number(m, value, 1)
                                                                     : number;
}

static Cranks draw_cranks(Mechanism *m) {
  Cranks c = {.count = 2 + dice_below(&m->dice, 3)};
  const bool others = dice_below(&m->dice, 2);
  c.angle = dice_signed(&m->dice, 0.4, 2.6);
  c.length = 0.1 * (double) dice_int(&m->dice, 5, 20);
  c.size = mech_number(m, c.length, 1);
  for (size_t i = 0; i < c.count; i++) {
    c.x[i] = i == 0 ? 0 : 0.1 * (double) dice_int(&m->dice, 4, 12) + (double) i;
    c.y[i] = i == 0 ? 0 : 0.1 * (double) dice_int(&m->dice, -8, 8);
    const Formula x = mech_number(m, c.x[i], 1), y = mech_number(m, c.y[i], 1);
    c.foot[i] = formula_vector(&m->f, x, y, mech_zero(m));
    c.pin[i] =
      formula_vector(&m->f, again(m, x, c.x[i], others), again(m, y, c.y[i], others), mech_zero(m));
  }
  m->freedoms = 1;
  return c;
}

static Local parts_of(const Mechanism *m, Formula vector) {
  const FormulaNode *n = &m->f.nodes.at[vector.at];
  return (Local){{{n->a}, {n->b}, {n->c}}};
}

static bool make_crank_bodies(Mechanism *m, bool in_space) {
  const Cranks c = draw_cranks(m);
  Plane p = {.in_space = in_space};
  const double dx = c.length * cos(c.angle), dy = c.length * sin(c.angle);
  add_plane_body(m, &p, dx, dy, 0);
  for (size_t i = 0; i < c.count; i++) {
    add_plane_body(m, &p, c.x[i] + dx / 2, c.y[i] + dy / 2, c.angle);
    const Formula half = formula_div(&m->f, c.size, formula_ratio(&m->f, 2, 1));
    const Formula minus = formula_mul(&m->f, formula_ratio(&m->f, -1, 2), c.size);
    const JointKind kind = in_space ? JOINT_REVOLUTE : JOINT_SPHERICAL;
    const size_t crank = p.body[1 + i];
    mech_joint(m, kind, mech_text(m, "foot%zu", i + 1),
               (JointEnd){GROUND, parts_of(m, c.foot[i]), AXIS_Z},
               (JointEnd){crank, mech_local(m, minus, mech_zero(m), mech_zero(m)), AXIS_Z});
    mech_joint(m, kind, mech_text(m, "pin%zu", i + 1),
               (JointEnd){crank, mech_local(m, half, mech_zero(m), mech_zero(m)), AXIS_Z},
               (JointEnd){p.body[0], parts_of(m, c.pin[i]), AXIS_Z});
  }
  return true;
}

bool make_cranks(Mechanism *m) {
  return make_crank_bodies(m, false);
}

bool make_cranks_in_space(Mechanism *m) {
  return make_crank_bodies(m, true);
}

// An angle for each crank and one for the table, which hangs on the first crank.
bool make_crank_angles(Mechanism *m) {
  const Cranks c = draw_cranks(m);
  Formulas *f = &m->f;
  Formula end[MOST_CRANKS], table[3] = {m->unit[0], m->unit[1], m->unit[2]};
  mech_turn(m, table, 2, mech_coordinate(m, "s", 0, true));
  mech_declare(m, "frame T = rotate(z, s)\n");
  for (size_t k = 0; k < 3; k++)
    table[k] = formula_named(f, mech_text(m, "T.%c", (char) ('x' + (int) k)), table[k]);
  for (size_t i = 0; i < c.count; i++) {
    const char *name = mech_text(m, "p%zu", i + 1), *frame = mech_text(m, "C%zu", i + 1);
    Formula axis[3] = {m->unit[0], m->unit[1], m->unit[2]};
    mech_turn(m, axis, 2, mech_coordinate(m, name, c.angle, true));
    mech_declare(m, "frame %s = rotate(z, %s)\n", frame, name);
    for (size_t k = 0; k < 3; k++)
      axis[k] = formula_named(f, mech_text(m, "%s.%c", frame, (char) ('x' + (int) k)), axis[k]);
    end[i] = formula_add(f, c.foot[i], formula_mul(f, c.size, axis[0]));
    const Formula half = formula_mul(f, formula_ratio(f, 1, 2), c.size);
    mech_carried_body(m, frame, formula_add(f, c.foot[i], formula_mul(f, half, axis[0])), axis);
  }
  mech_carried_body(m, "T", end[0], table);
  for (size_t i = 1; i < c.count; i++) {
    const Local pin = parts_of(m, c.pin[i]);
    const Formula x = formula_mul(f, pin.x[0], table[0]), y = formula_mul(f, pin.x[1], table[1]);
    const Formula place = formula_add(f, formula_add(f, end[0], x), y);
    if (dice_below(&m->dice, 2)) {
      mech_constraint(m, mech_text(m, "pin%zu", i + 1), place, end[i]);
      continue;
    }
    for (size_t k = 0; k < 2; k++)
      mech_constraint(m, mech_text(m, "pin%zu%c", i + 1, (char) ('x' + (int) k)),
                      formula_component(f, place, k), formula_component(f, end[i], k));
  }
  return true;
}

// Points on rods: each has a foot, and all distances between them are kept. No three lie on a line,
// where the third distance would be a condition without a gradient of its own.
bool make_crank_rods(Mechanism *m) {
  const Cranks c = draw_cranks(m);
  Formulas *f = &m->f;
  size_t point[MOST_CRANKS];
  for (size_t i = 0; i < c.count; i++) {
    const double at[2] = {c.x[i] + c.length * cos(c.angle), c.y[i] + c.length * sin(c.angle)};
    point[i] = mech_point(m, 2, at);
    for (size_t j = 0; j < i; j++)
      for (size_t k = 0; k < j; k++)
        if (fabs((c.x[i] - c.x[k]) * (c.y[j] - c.y[k]) - (c.x[j] - c.x[k]) * (c.y[i] - c.y[k])) <
            0.2)
          return false;
  }
  for (size_t i = 0; i < c.count; i++) {
    const Formula at = m->bodies.at[point[i]].at;
    mech_rod(m, mech_text(m, "foot%zu", i + 1), at, c.foot[i], c.size);
    for (size_t j = 0; j < i; j++) {
      const Formula d = formula_sub(f, at, m->bodies.at[point[j]].at);
      const Local p = parts_of(m, c.pin[i]), q = parts_of(m, c.pin[j]);
      const Formula dx = formula_sub(f, p.x[0], q.x[0]), dy = formula_sub(f, p.x[1], q.x[1]);
      mech_constraint(m, mech_text(m, "rod%zu%zu", j + 1, i + 1), formula_dot(f, d, d),
                      formula_add(f, formula_power(f, dx, 2), formula_power(f, dy, 2)));
    }
  }
  return true;
}
