// model/parts.h: the parts of a model as data, one struct for each kind of statement; and vectors.

#ifndef MODEL_PARTS_H
#define MODEL_PARTS_H

#include "base/diag.h"
#include "base/table.h"
#include "expr/expr.h"

#define NOWHERE ((size_t) -1)  // an index that means "no such thing"

typedef struct {
  Expr x[3];
} Vec;  // components in the fixed frame N

typedef struct {
  const char *name;
  Expr symbol;
  Expr value;  // in earlier parameters; EXPR_NONE if symbolic
  Span span;
} Parameter;

// An integer that is known when the model is read: n of `count n = 10`.
typedef struct {
  const char *name;
  long value;
  Span span;
} ModelCount;

typedef struct {
  const char *name;
  Expr q, qd, qdd;  // x, x', x''
  Expr p;           // the conjugate momentum's symbol, named by `momentum` or p_x
  Expr rate;        // psi of `rate x' = psi(q, z, t)`, or EXPR_NONE
  Span span, rate_span, force_span;  // where it is declared, where its rate and the last force on it are given
} Coordinate;

typedef struct {
  const char *name;
  Expr z, zd;
  Expr definition;  // of a quasi-velocity, linear in the velocities; EXPR_NONE for a free parameter
  Span span;
} Speed;

// An abbreviation; wherever it is used, its expression has already been inserted.
typedef struct {
  const char *name;
  bool is_vector;
  Expr scalar;
  Vec vector;
  Span span;
} Let;

typedef struct {
  const char *name;
  size_t parent;  // the frame it starts from; NOWHERE means N
  Expr r[3][3];   // column k is the k-th unit vector of this frame, in N
  Vec spin;       // its angular velocity relative to the parent, components in N
  Vec omega_own;  // its angular velocity in N, components in this frame: shorter, and needed for inertia
  Span span;
} Frame;

typedef struct {
  const char *name;
  Vec at;
  Expr mass;  // EXPR_NONE for a point without mass
  Span span;
} Point;

typedef struct {
  const char *name;
  Vec at;  // centre of mass
  Expr mass;
  size_t frame;     // index, or NOWHERE for N
  Expr inertia[6];  // Ixx Iyy Izz Ixy Ixz Iyz along that frame
  Span span;
} Body;

typedef struct {
  bool on_body;  // acts at a body's centre; otherwise at a point
  size_t target;
  bool is_torque;  // bodies only
  Vec vector;
  Span span;
} Force;

typedef enum {
  LEVEL_POSITION,     // coordinates and t only: holonomic
  LEVEL_VELOCITY,     // velocities, momenta or speeds in any form
  LEVEL_ACCELERATION  // accelerations, linearly
} Level;

typedef struct {
  const char *name;  // "pivot", "rolling.1"; "c1", "c2" ... if the model gives no name
  Expr residual;     // left minus right
  Level level;
  Expr realized;        // E of `realized by E`, or EXPR_NONE for an ideal constraint
  bool unilateral;      // residual >= 0: in force only while its reaction pushes
  Expr restitution;     // of a unilateral one
  bool released;        // not in force until a `when` engages it
  const char *written;  // its name while the model is read: "#1.2" if the model gives no name
  Span span;
} Constraint;

typedef struct {
  const char *name;
  Expr value;
  const char *unit;  // the unit in which figures show it, as written; NULL: SI units
  Expr factor;       // of that unit
  Span span;
} Observable;

// How one number summarizes a whole motion.
typedef enum { RESULT_MAX, RESULT_MIN, RESULT_MEAN, RESULT_FINAL, RESULT_TIME } ResultKind;

// observe top = max(theta)
typedef struct {
  const char *name;
  ResultKind kind;
  Expr value;  // EXPR_NONE for a time
  const char
    *of;      // for a time: the section, or the constraint that comes and goes; NULL: `stop when`
  Expr rate;  // its time derivative, or EXPR_NONE if not needed
  const char *unit;  // as in Observable
  Expr factor;
  Span span;
} Result;

// How something is varied from motion to motion: a grid of values, or a distribution.
typedef enum {
  SWEEP_STEPS,   // first, last, step
  SWEEP_POINTS,  // first, last, how many
  SWEEP_LIST,    // the values
  SWEEP_UNIFORM,
  SWEEP_NORMAL,
  SWEEP_LOGNORMAL,
  SWEEP_TRIANGULAR,
  SWEEP_TRUNCATED,
  SWEEP_CHOICE,
  SWEEP_KINDS
} SweepKind;

#define SWEEP_GRIDS SWEEP_UNIFORM              // kinds before this one are grids
const char *model_sweep_word(SweepKind kind);  // "normal", as messages call it

// sweep m = 1:3 step 0.5
typedef struct {
  Expr symbol;  // a parameter, or a state variable with its initial value
  SweepKind kind;
  Expr *value;
  size_t n;
  Span span;
} Sweep;

// How samples are drawn.
typedef enum {
  SAMPLING_GRID,
  SAMPLING_RANDOM,
  SAMPLING_LATIN,
  SAMPLING_SOBOL,
  SAMPLINGS
} SamplingKind;
const char *model_sampling_word(SamplingKind kind);  // "sobol"; NULL past the last kind

// sweep 10000 by sobol seed 7
typedef struct {
  bool given, by_given;
  SamplingKind by;
  Expr samples, seed;  // EXPR_NONE if omitted
  Span span;
} Sampling;

// x = value, for a coordinate, velocity, momentum, speed or t
typedef struct {
  Expr symbol;
  Expr value;
  Span span;
} Assignment;

typedef ARRAY(Assignment) Assignments;

typedef enum { CROSSING_ANY, CROSSING_RISING, CROSSING_FALLING } Crossing;

typedef struct {
  Expr difference;  // the run ends when this crosses zero
  bool in_units;    // one side is a number with a unit, recorded as a UnitFact
  Crossing crossing;
  Span span;
} Stop;

typedef enum { ACTION_RELEASE, ACTION_ENGAGE, ACTION_STOP, ACTION_ASSIGN } ActionKind;

// What happens at an event.
typedef struct {
  ActionKind kind;
  const char *name;    // of the constraint that is released or engaged
  Expr symbol, value;  // of an assignment: x' = -e*x'
  Span span;
} Action;

typedef ARRAY(Action) Actions;

// `when a = b rising: release sling, x' = 0`: when a - b crosses zero, all actions happen at once.
typedef struct {
  const char *label;  // "" if there is no label
  Expr difference;
  bool in_units;  // as in Stop
  Crossing crossing;
  Actions actions;
  Span span;
} When;

// The use of a constraint in a mode of the motion.
typedef enum {
  USE_IN_FORCE,
  USE_WATCHED,  // unilateral and open: the motion may close it
  USE_OFF
} ConstraintUse;

// With a section, a run can record rows only when this crosses zero.
typedef struct {
  const char *name;
  Expr difference;
  bool in_units;
  Crossing crossing;
  Span span;
} Section;

// An evaluation of a table, which is defined from low to high.
typedef struct {
  const char *name;  // of the table
  Expr argument;
  double low, high;
  Span span;
} TableUse;

typedef enum {
  DRAW_LINE,
  DRAW_PATH,
  DRAW_CIRCLE,
  DRAW_BOX,
  DRAW_CYLINDER,
  DRAW_ARROW,
  DRAW_SPRING,
  DRAW_DAMPER
} DrawKind;

// A drawing at one or two places: a point, a body's centre, or the origin O.
typedef struct {
  DrawKind kind;
  const char *name[2];
  Vec at[2];
  Expr radius;  // of a circle or cylinder
  Vec vector;   // the edges of a box, or the direction of an arrow
  Span span;
} Drawing;

typedef enum {
  CLAIM_EQUATION,   // left = right: accelerations, rates, multipliers, identities
  CLAIM_CONSERVED,  // left
  CLAIM_CYCLIC,     // coordinate `name`
  CLAIM_EQUILIBRIUM,
  CLAIM_MODE,  // left: the lambda2
  CLAIM_INTEGRABLE,
  CLAIM_LINEAR,
  CLAIM_REDUNDANT  // constraint `name`
} ClaimKind;

typedef enum { STABILITY_UNSAID, STABILITY_STABLE, STABILITY_UNSTABLE } Stability;

typedef struct {
  Expr left, right;
} Condition;

typedef struct {
  ClaimKind kind;
  bool deny;
  const char *label;  // "" if there is no label
  const char *name;   // of a coordinate or constraint, or NULL
  Expr left, right;
  Assignments at;  // the state of an equilibrium or mode
  Stability stability;
  ARRAY(Condition) given;
  ARRAY(const char *) with;  // constraints that come and go, and are in force
  Span span, name_span;
} Claim;

// What is known about parameters: larger > smaller, or >= if not strict.
typedef struct {
  Expr larger, smaller;
  bool strict;
  Span span;
} Assumption;

// Exponents of the base units kg, m, s, A and K; units have no fractional exponents.
#define DIMENSIONS 5
typedef struct {
  int power[DIMENSIONS];
} Dimension;

// A unit written in the model: the expression has this dimension.
typedef struct {
  Expr e;
  Dimension dimension;
  const char *unit;  // as written
  Expr factor;       // 1/1000 for mm
  bool declared;     // given for the name itself, not for a value
  Span span;
} UnitFact;

// In a model that was made dimensionless: what a name stands for.
typedef struct {
  const char *name;
  Expr symbol, stands_for;  // m2 for m2/m1
} ScaledName;

typedef struct {
  bool given;
  Expr from, to, every;  // EXPR_NONE if omitted
  Span span;
} Simulation;

typedef enum { DYNAMICS_NONE, DYNAMICS_ENERGY, DYNAMICS_LAGRANGIAN, DYNAMICS_HAMILTONIAN } Dynamics;

typedef enum {
  ENERGY_KINETIC,
  ENERGY_POTENTIAL,
  ENERGY_LAGRANGIAN,
  ENERGY_HAMILTONIAN,
  ENERGY_DISSIPATION,
  ENERGY_COUNT
} EnergyKind;

// A sum that grows by `+=`, in parts of 1, 2, 4, ... terms, so that n terms take n log n operations, not n^2.
typedef struct {
  Expr sum;
  size_t terms;
} SumPart;
typedef ARRAY(SumPart) GrowingSum;

// Where an energy was given, and whether by = or only by +=.
typedef struct {
  bool given, set;
  Span span;
  GrowingSum parts;
} EnergyPlace;

// A name that `momentum` gives, in the order of the coordinates.
typedef struct {
  const char *name;
  Expr symbol;
  Span span;
} Momentum;

// Where an expression stands in the statement being added, so that mistakes are shown there.
typedef struct {
  Expr e;
  Span span;
} Place;

// A constraint's name that is used before the constraint is known to exist.
typedef struct {
  const char *name;
  bool whole;  // may name all components of a vector constraint, as in a claim
  Span span;
} Reference;

// Results of later stages that are kept under a key made of everything they depend on.
typedef struct {
  uint64_t key;
  const void *fact;
} Fact;

typedef ARRAY(Fact) Facts;

// What a name stands for.
typedef enum {
  THING_PARAMETER,
  THING_COORDINATE,
  THING_MOMENTUM,
  THING_SPEED,
  THING_LET,
  THING_FRAME,
  THING_POINT,
  THING_BODY,
  THING_COUNT,
  THING_FUNCTION  // of `let f(u) = ...`; known only to the language
} ThingKind;

typedef struct {
  ThingKind kind;
  size_t index;
} Thing;

#define FAMILY_INDICES 4  // maximum: u[1][2][3][4]

// The common part of the things named q[1], q[2], ...; each of them is a thing of its own.
typedef struct {
  ThingKind kind;
  size_t indices;
  long low[FAMILY_INDICES], high[FAMILY_INDICES];  // of each index, so far
  Span span;                                       // of the first member
} Family;

// A force or torque that the model asks for: reaction_force(hinge, D), reaction(P), ...
typedef enum {
  REACTION_FORCE,   // of a constraint on a point or body
  REACTION_TORQUE,  // of a constraint on a body
  REACTION_AT,      // on a point or body whose position is imposed by the coordinates
  REACTION_TURN     // the torque on a frame or body whose orientation is imposed
} ReactionKind;

typedef struct {
  ReactionKind kind;
  const char *constraint;  // or NULL
  Thing on;
  Vec about;       // for a torque on a body: about this point; vec_none: about its centre
  Expr symbol[3];  // components in N, until `formula` replaces them
  Expr formula[3];
  Span span;
} Reaction;

// Something that can be moved by itself in a released copy (model/release.h).
typedef struct {
  ThingKind kind;  // a point, a body (its centre), or a frame
  size_t index;
  bool carries;   // it carries mass: a point with mass, a body, a frame of bodies
  Expr shift[3];  // along N's axes, or about them
} Release;

// What a claim may state about an impact: after(x', floor), impulse(floor), energy_lost(floor).
typedef enum { IMPACT_AFTER, IMPACT_IMPULSE, IMPACT_LOST } ImpactKind;

typedef struct {
  ImpactKind kind;
  Expr symbol;
  Expr velocity;  // of IMPACT_AFTER
  ARRAY(const char *)
  on;  // the constraints hit together; for an impulse, its own constraint first
  ARRAY(const char *) without;  // constraints that are not in force then
  Span span;
} ImpactQuantity;

typedef struct {
  Expr e[4];  // coordinates that are the components of a quaternion
} Quaternion;

// --- vectors -------------------------------------------------------------------------------------

Vec vec_zero(void);
Vec vec_none(void);
Vec vec_add(ExprPool *pool, Vec a, Vec b);
Vec vec_sub(ExprPool *pool, Vec a, Vec b);
Vec vec_scale(ExprPool *pool, Expr s, Vec a);
Vec vec_cross(ExprPool *pool, Vec a, Vec b);
Expr vec_dot(ExprPool *pool, Vec a, Vec b);
Vec vec_rate(ExprPool *pool, Vec a);
Vec vec_diff(ExprPool *pool, Vec a, Expr symbol);
bool vec_is_zero(Vec a);
bool vec_is_none(Vec a);  // some component is EXPR_NONE

#endif
