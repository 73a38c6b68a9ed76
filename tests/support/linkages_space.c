// support/linkages_space.c: bodies in space, in any coordinates, with joints of every kind.

#include "support/linkages.h"

#include <math.h>
#include <string.h>

static void draw_rotation(Mechanism *m, double R[3][3]) {
  memset(R, 0, sizeof(double[3][3]));
  for (size_t i = 0; i < 3; i++) R[i][i] = 1;
  for (size_t i = 0; i < 3; i++) turn_numbers(R, i, dice_between(&m->dice, -1.2, 1.2));
}

static Local to_local(Mechanism *m, const double r[3], double R[3][3], const double at[3],
                      int digits) {
  Local u;
  for (size_t k = 0; k < 3; k++) {
    double sum = 0;
    for (size_t i = 0; i < 3; i++) sum += R[i][k] * (at[i] - r[i]);
    u.x[k] = mech_number(m, sum, digits);
  }
  return u;
}

// --- any joints ----------------------------------------------------------------------------------
//
// Freedoms: 6 for each body less the equations of its joints, if these are independent, as the rank
// confirms. With m->lavish there are more equations, but their rank is still that of joint_equations.

#define MOST_BODIES 4

typedef struct {
  size_t bodies, body[MOST_BODIES];
  double r[MOST_BODIES][3], R[MOST_BODIES][3][3];
} Space;

static const double no_turn[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, origin[3] = {0, 0, 0};

static JointEnd end_at(Mechanism *m, Space *s, size_t i, const double at[3]) {
  double R[3][3];
  memcpy(R, i == GROUND ? &no_turn[0][0] : &s->R[i][0][0], sizeof R);
  return (JointEnd){i == GROUND ? GROUND : s->body[i],
                    to_local(m, i == GROUND ? origin : s->r[i], R, at, 1), draw_axis(&m->dice)};
}

static void add_joint(Mechanism *m, Space *s, JointKind kind, const char *name, size_t a,
                      size_t b) {
  double at[3];
  for (size_t k = 0; k < 3; k++)
    at[k] = ((a == GROUND ? 0 : s->r[a][k]) + s->r[b][k]) / 2 + dice_between(&m->dice, -0.5, 0.5);
  const JointEnd p = end_at(m, s, a, at), q = end_at(m, s, b, at);
  mech_joint(m, kind, name, p, q);
}

static void add_space_rod(Mechanism *m, Space *s, const char *name, size_t a, size_t b) {
  double at[2][3], square = 0;
  for (size_t k = 0; k < 3; k++) {
    at[0][k] = (a == GROUND ? 0 : s->r[a][k]) + dice_between(&m->dice, -0.6, 0.6);
    at[1][k] = s->r[b][k] + dice_between(&m->dice, -0.6, 0.6);
    square += (at[0][k] - at[1][k]) * (at[0][k] - at[1][k]);
  }
  const JointEnd p = end_at(m, s, a, at[0]), q = end_at(m, s, b, at[1]);
  mech_rod(m, name, mech_place(m, p.body, p.at), mech_place(m, q.body, q.at),
           mech_number(m, sqrt(square), 1));
}

bool make_space(Mechanism *m) {
  Space s = {.bodies = 1 + dice_below(&m->dice, 3)};
  for (size_t i = 0; i < s.bodies; i++) {
    for (size_t k = 0; k < 3; k++) s.r[i][k] = dice_between(&m->dice, -1.5, 1.5);
    draw_rotation(m, s.R[i]);
    s.body[i] = mech_body(m, (BodyKind) dice_below(&m->dice, BODY_KINDS), s.r[i], s.R[i]);
  }
  size_t taken = 0, joints = 0;
  for (size_t b = 0; b < s.bodies; b++) {
    const size_t a = b == 0 ? GROUND : dice_below(&m->dice, b);
    const JointKind kind =
      (JointKind) dice_below(&m->dice, s.bodies == 1 ? JOINT_FIXED : JOINT_KINDS);
    add_joint(m, &s, kind, mech_text(m, "J%zu", ++joints), a, b);
    taken += joint_equations(kind);
  }
  const size_t loops = dice_below(&m->dice, 3);
  for (size_t i = 0; i < loops && 6 * s.bodies > taken + 1; i++) {
    const size_t b = dice_below(&m->dice, s.bodies);
    const size_t a = b == 0 || dice_below(&m->dice, 2) ? GROUND : b - 1;
    const JointKind kind = (JointKind) dice_below(&m->dice, JOINT_KINDS);
    const char *name = mech_text(m, "J%zu", ++joints);
    if (taken + joint_equations(kind) < 6 * s.bodies && dice_below(&m->dice, 2)) {
      add_joint(m, &s, kind, name, a, b);
      taken += joint_equations(kind);
    } else {
      add_space_rod(m, &s, name, a, b);
      taken += 1;
    }
  }
  if (taken >= 6 * s.bodies) return false;
  m->freedoms = 6 * s.bodies - taken;
  return true;
}

// --- doors ---------------------------------------------------------------------------------------
//
// A body that is held at two or more places of one line turns about this line: 1 freedom, however
// many hinges there are and of which kind. A door may hang on a door.

static Local on_line(Mechanism *m, Local start, Axis axis, Formula along) {
  Local u;
  for (size_t k = 0; k < 3; k++) {
    u.x[k] = start.x[k];
    if (axis.x[k] == 0) continue;
    const Formula part = mech_axis(m, axis).x[k];
    const Formula way = axis.x[k] == axis.d ? along : formula_mul(&m->f, along, part);
    u.x[k] = formula_is_zero(&m->f, start.x[k]) ? way : formula_add(&m->f, start.x[k], way);
  }
  return u;
}

static void hang(Mechanism *m, const char *name, size_t frame, size_t door, Local at, Local in,
                 Axis axis, Axis own) {
  static const JointKind kinds[] = {JOINT_SPHERICAL, JOINT_SPHERICAL, JOINT_REVOLUTE,
                                    JOINT_CYLINDRICAL};
  const size_t hinges = 2 + dice_below(&m->dice, 3);
  const bool others = dice_below(&m->dice, 2);
  for (size_t i = 0; i < hinges; i++) {
    // the first two hold it for certain; a cylindrical hinge after them adds nothing
    const JointKind kind = kinds[dice_below(&m->dice, i < 2 ? 3 : 4)];
    const double way = 0.1 * (double) dice_int(&m->dice, 2, 9) + (double) i;
    const Formula along = mech_number(m, way, 1);
    const Formula same = others && m->symbols ? mech_number(m, way, 1) : along;
    mech_joint(m, kind, mech_text(m, "%s_%zu", name, i + 1),
               (JointEnd){frame, on_line(m, at, axis, along), axis},
               (JointEnd){door, on_line(m, in, own, same), own});
  }
}

// Finds a rotation that carries one axis to another, with any angle about it.
static void align(Mechanism *m, Axis own, double R[3][3], const double target[3]) {
  // from a random rotation, the axis is turned towards the target
  draw_rotation(m, R);
  double u[3] = {0}, w[3], c = 0, s = 0;
  for (size_t i = 0; i < 3; i++)
    for (size_t k = 0; k < 3; k++) u[i] += R[i][k] * (double) own.x[k] / (double) own.d;
  for (size_t i = 0; i < 3; i++) {
    const size_t j = (i + 1) % 3, k = (i + 2) % 3;
    w[i] = u[j] * target[k] - u[k] * target[j];
    c += u[i] * target[i];
  }
  s = w[0] * w[0] + w[1] * w[1] + w[2] * w[2];
  // Rodrigues: S v = c v + w x v + w (w.v)(1 - c)/s
  for (size_t k = 0; k < 3; k++) {
    const double v[3] = {R[0][k], R[1][k], R[2][k]};
    const double wv = (w[0] * v[0] + w[1] * v[1] + w[2] * v[2]) * (s > 1e-12 ? (1 - c) / s : 0);
    for (size_t i = 0; i < 3; i++) {
      const size_t j = (i + 1) % 3, l = (i + 2) % 3;
      R[i][k] = c * v[i] + w[j] * v[l] - w[l] * v[j] + w[i] * wv;
    }
  }
}

bool make_door(Mechanism *m) {
  const size_t doors = dice_one_in(&m->dice, 3) ? 2 : 1;
  double r[3] = {0, 0, 0}, R[3][3];
  memcpy(R, no_turn, sizeof R);
  size_t frame = GROUND;
  for (size_t i = 0; i < doors; i++) {
    const Axis axis = dice_below(&m->dice, 2) ? AXIS_Z : draw_axis(&m->dice);
    const Axis own = dice_below(&m->dice, 2) ? AXIS_Z : draw_axis(&m->dice);
    double start[3], place[3], target[3], own_start[3], turned[3][3];
    Local at, in;
    for (size_t k = 0; k < 3; k++) {
      start[k] = 0.1 * (double) dice_int(&m->dice, -9, 9);
      own_start[k] = 0.1 * (double) dice_int(&m->dice, -9, 9);
      at.x[k] = mech_number(m, start[k], 1);
      in.x[k] = mech_number(m, own_start[k], 1);
    }
    for (size_t k = 0; k < 3; k++) {
      place[k] = r[k];
      target[k] = 0;
      for (size_t l = 0; l < 3; l++) {
        place[k] += R[k][l] * start[l];
        target[k] += R[k][l] * (double) axis.x[l] / (double) axis.d;
      }
    }
    align(m, own, turned, target);
    memcpy(R, turned, sizeof R);
    for (size_t k = 0; k < 3; k++) {
      r[k] = place[k];
      for (size_t l = 0; l < 3; l++) r[k] -= R[k][l] * own_start[l];
    }
    const size_t door = mech_body(m, (BodyKind) dice_below(&m->dice, BODY_KINDS), r, R);
    hang(m, mech_text(m, "hinge%zu", i + 1), frame, door, at, in, axis, own);
    frame = door;
  }
  m->freedoms = doors;
  return true;
}
