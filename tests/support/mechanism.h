// support/mechanism.h: a constrained mechanical system as text for the program, and as numbers of 113 bits to judge it.
//
// In:    coordinates, parameters, masses, constraints as formulas (support/formula.h)
// Out:   a model; A q'' = b, M q'' = F + B^T lambda and their solution, which share nothing with
//        the program: M and F by Kane's method from positions and unit vectors of the bodies, or
//        from a kinetic energy by its second derivatives; derivatives by hyper-dual numbers
// Law:   Kane: sum over bodies of J^T (m a - f) + W^T (I alpha + omega x I omega - torque) is
//        orthogonal to every virtual displacement, whatever the coordinates do off the manifold

#ifndef SUPPORT_MECHANISM_H
#define SUPPORT_MECHANISM_H

#include "support/dice.h"
#include "support/formula.h"

#define GROUND SIZE_MAX  // the body that does not move

// A mass. Its position and unit vectors are formulas; a point has no unit vectors.
typedef struct {
  bool is_point;
  Quad mass, inertia[3];
  Formula at, axis[3];
} MechBody;

typedef enum { MECH_POSITION, MECH_VELOCITY, MECH_ACCELERATION } MechLevel;

typedef struct {
  const char *name;
  MechLevel level;
  Formula left, right;
  bool is_servo;
  Formula along;  // of a servo constraint: E in `realized by E`
} MechConstraint;

typedef struct {
  Guard guard;
  Arena arena, scratch;  // the second for temporary data
  Formulas f;
  Dice dice;
  const char *class;
  size_t freedoms;        // known from the construction
  bool same_multipliers;  // M and F are those of the program off the manifold, too
  bool conserves;         // its energy is constant

  size_t n;
  const char *name[FORMULA_MOST];
  Formula q[FORMULA_MOST], v[FORMULA_MOST];
  bool is_angle[FORMULA_MOST];
  Quad x[FORMULA_VARIABLES];  // a state: values of all variables

  bool symbols;  // lengths are parameters
  bool lavish;   // joints may have more equations than their rank
  size_t parameters;
  Text parameter_text, declared;  // `parameter` statements; frames, bodies, energies
  Formula unit[3];                // of the fixed frame
  ARRAY(MechBody) bodies;
  ARRAY(MechConstraint) constraints;
  Quad gravity[3];
  bool has_gravity;
  Formula kinetic, potential;   // besides those of the bodies; at = 0 if absent
  Formula force[FORMULA_MOST];  // on coordinates; at = 0 if absent
  // x' = psi(q, z, t), if the constraints are given in this way only
  size_t speeds;
  Formula speed[FORMULA_SPEEDS], rate[FORMULA_MOST];
} Mechanism;

// Returns NULL for lack of memory. A later failure (memory) ends the program: these are tests.
Mechanism *mech_create(uint64_t seed);
void mech_destroy(Mechanism *m);

// --- building ------------------------------------------------------------------------------------

Formula mech_coordinate(Mechanism *m, const char *name, double start, bool is_angle);
// Returns a number with this many digits, as it is or as a parameter with this value.
Formula mech_number(Mechanism *m, double value, int digits);
Formula mech_parameter(Mechanism *m, double value, int digits);
// Returns a parameter that is defined by a formula in others, or the plain value if lengths are numbers.
Formula mech_derived(Mechanism *m, Formula value, Quad number);
// Adds a statement to the text: it ends with its line.
void mech_declare(Mechanism *m, const char *format, ...) __attribute__((format(printf, 2, 3)));
void mech_declare_formula(Mechanism *m, const char *before, Formula e, const char *after);
const char *mech_text(Mechanism *m, const char *format, ...) __attribute__((format(printf, 2, 3)));
// Adds left = right, both scalars or both vectors; right may be the number 0 for a zero vector.
void mech_constraint(Mechanism *m, const char *name, Formula left, Formula right);
MechConstraint *mech_constraint_on(Mechanism *m, MechLevel level, const char *name, Formula left,
                                   Formula right);
// Puts the constraints into a random order.
void mech_shuffle(Mechanism *m);

Formula mech_zero(Mechanism *m);
Formula mech_one(Mechanism *m);

// --- bodies (support/mechanism_bodies.c) ----------------------------------------------------------

// Coordinates of a rigid body. Angles follow each other about axes carried along; which axes is
// drawn, all different, so that small angles are regular.
typedef enum {
  BODY_ANGLES,      // Cartesian coordinates and three angles
  BODY_QUATERNION,  // Cartesian coordinates and a quaternion with its norm
  BODY_COSINES,     // Cartesian coordinates and nine direction cosines with six conditions
  BODY_KINDS
} BodyKind;

// Adds a body at r with its axes as the columns of R; returns its number.
size_t mech_body(Mechanism *m, BodyKind kind, const double r[3], double R[3][3]);
// Adds a body in the plane: x, y and an angle.
size_t mech_planar_body(Mechanism *m, double x, double y, double angle);
// Adds a point mass in 2 or 3 dimensions.
size_t mech_point(Mechanism *m, size_t dimensions, const double *r);
// Adds a body whose centre and axes are formulas of existing coordinates. frame: its name in the text.
size_t mech_carried_body(Mechanism *m, const char *frame, Formula at, const Formula axis[3]);
// Turns the axes by an angle about one of them (0, 1, 2).
void mech_turn(Mechanism *m, Formula axis[3], size_t about, Formula angle);
// The same in double precision, for initial states.
void turn_numbers(double R[3][3], size_t about, double angle);

// A vector that is fixed in a body (or the ground), by its components there.
typedef struct {
  Formula x[3];
} Local;

Local mech_local(Mechanism *m, Formula x, Formula y, Formula z);
Local mech_local_ratio(Mechanism *m, long x, long y, long z, long denominator);
Formula mech_direction(Mechanism *m, size_t body, Local u);
Formula mech_place(Mechanism *m, size_t body, Local u);

// --- joints (support/mechanism_joints.c) ----------------------------------------------------------

// A unit vector with rational components.
typedef struct {
  long x[3], d;
} Axis;

extern const Axis AXIS_X, AXIS_Y, AXIS_Z;
Axis draw_axis(Dice *d);  // any of a few dozen
Local mech_axis(Mechanism *m, Axis a);

// One of the two bodies of a joint: the place and the axis of the joint in it.
typedef struct {
  size_t body;
  Local at;
  Axis axis;
} JointEnd;

// Each has the equations it needs; with m->lavish some joints get more equations of the same rank: the vector equation
// of two axes, a second point of the axis, a cross product.
typedef enum {
  JOINT_REVOLUTE,     // 5: one place, one axis
  JOINT_SPHERICAL,    // 3: one place
  JOINT_UNIVERSAL,    // 4: one place, two axes at right angles
  JOINT_CYLINDRICAL,  // 4: one axis, along which it slides
  JOINT_PRISMATIC,    // 5: one axis, along which it slides without turning
  JOINT_FIXED,        // 6: one place, axes parallel
  JOINT_KINDS
} JointKind;

size_t joint_equations(JointKind kind);
void mech_joint(Mechanism *m, JointKind kind, const char *name, JointEnd a, JointEnd b);
// Adds a rod between two places.
void mech_rod(Mechanism *m, const char *name, Formula a, Formula b, Formula length);

// --- numbers -------------------------------------------------------------------------------------

size_t mech_rows(const Mechanism *m);  // scalar ones
// Returns the constraint that has this row, and its component there.
size_t mech_row_owner(const Mechanism *m, size_t row, size_t *component);

// At the state: A and B are rows*n, b and residual have a number for each row; each may be NULL.
typedef struct {
  Quad *A, *B, *b, *residual;
} MechRows;
void mech_constrain(Mechanism *m, const MechRows *rows);
// Returns the largest residual of constraints on positions, or of all constraints and their rates.
Quad mech_residual(Mechanism *m, bool rates);

// Moves positions to the manifold by steps of least norm; false if they do not get there.
bool mech_settle(Mechanism *m, size_t steps);
// Moves velocities to the manifold.
bool mech_settle_velocities(Mechanism *m);
// Draws random velocities on the manifold, of size about `size`.
bool mech_draw_velocities(Mechanism *m, double size);
// Returns the rank of A; *gap, if not NULL: the smallest pivot that counts, as a part of the largest.
size_t mech_rank(Mechanism *m, double *gap);
// Is the state a regular one of a manifold of m->freedoms dimensions? A walk in its neighbourhood
// that keeps the rank. *gap as above, the smallest on the way.
bool mech_is_regular(Mechanism *m, double *gap);

// Computes M and F of the masses, and the energy.
void mech_masses(Mechanism *m, Quad *M, Quad *F);
Quad mech_energy(Mechanism *m);
// Finds the accelerations, and the multipliers of least norm, one for each row. False if the problem does not have
// the rank that it should have.
bool mech_accelerations(Mechanism *m, Quad *qdd, Quad *lambda);

// The kind of the augmented problem at the state.
typedef struct {
  bool determined;  // there is one solution for the accelerations
  bool consistent;  // there is a solution
  bool generic;     // the constraints have no higher rank at states around it
  double gap;       // the smallest pivot that counts, as a part of the largest
} MechProblem;

// Finds the accelerations as far as they are determined; with free speeds by Maggi's equations.
MechProblem mech_solve(Mechanism *m, Quad *qdd);

// --- text ----------------------------------------------------------------------------------------

typedef enum {
  MECH_START_FEW,   // as many initial values as freedoms; the others are guessed, to many digits
  MECH_START_NEAR,  // the same, guessed to three digits
  MECH_START_ALL    // initial values for everything, to all digits
} MechStart;

const char *mech_model(Mechanism *m, MechStart start);
// The same with other constraints in the text.
const char *mech_model_with(Mechanism *m, MechStart start, const MechConstraint *list, size_t n);

#endif
