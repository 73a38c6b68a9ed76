// model/model.h: a mechanical system as data.
//
// A Model is the user's text, checked and with every expression built: scalars are Expr, vectors three of them in the
// fixed frame N. It describes the system; src/methods derives the rest. The functions that add to it (model_coordinate,
// model_point, ...) check each item against the model so far and report mistakes to model->diags. The language calls
// exactly these functions, so a model built from C and one parsed from text are the same.

#ifndef MODEL_MODEL_H
#define MODEL_MODEL_H

#include "model/parts.h"

typedef struct Model {
  ExprPool *pool;
  Arena *arena;
  Diags *diags;
  Facts *facts;
  const char *title;
  ARRAY(ModelCount) counts;
  ARRAY(Parameter) parameters;
  ARRAY(Coordinate) coordinates;
  ARRAY(Speed) speeds;
  ARRAY(Let) lets;
  ARRAY(Frame) frames;
  ARRAY(Point) points;
  ARRAY(Body) bodies;
  ARRAY(Force) forces;
  Expr *generalized_force;  // one for each coordinate (`force x = E`), EXPR_ZERO by default
  Expr kinetic, potential;  // those given besides masses and gravity, or EXPR_NONE
  Expr lagrangian, hamiltonian, dissipation;  // or EXPR_NONE
  bool has_gravity;
  Vec gravity;
  ARRAY(Constraint) constraints;  // those in force; in one mode of several, those of the mode
  // in one mode of several: the whole model with all constraints that it declares, and the use of each in this mode;
  // otherwise NULL (model/mode.c)
  const struct Model *whole;
  const ConstraintUse *use;
  ARRAY(Observable) observables;
  ARRAY(Result) results;
  ARRAY(Sweep) sweeps;
  Sampling sampling;
  Assignments initial, guess;
  Simulation simulation;
  ARRAY(Stop) stops;
  ARRAY(When) whens;
  ARRAY(Section) sections;
  ARRAY(TableUse) tables;
  ARRAY(Drawing) drawings;
  ARRAY(Claim) claims;
  ARRAY(Assumption) assumptions;
  ARRAY(UnitFact) units;
  bool units_off;                  // dimensions are not checked
  struct UnitMemory *unit_memory;  // what is known about units (model/dimensions.c), or NULL
  ARRAY(ScaledName) scaled;        // only if the model was made dimensionless
  Dynamics dynamics;               // set by model_finish
  bool momenta_named;              // a `momentum` statement was given
  bool friction;                   // a force depends on multipliers
  Names things;                    // every declared name -> Thing, packed
  ARRAY(Family) families;
  Names family_names;  // q -> its place in families, for q[1], q[2], ...
  Names constraint_names, observable_names;
  ZeroSums zeros;  // sums built as 0 while the model was read

  // used while the model is being read
  ARRAY(Momentum) momenta;
  ARRAY(Place) places;
  ARRAY(Reference) references;
  EnergyPlace energies[ENERGY_COUNT];
  GrowingSum *force_parts;  // of each coordinate
  Names disputed;  // names declared as two kinds of things: not reported again
  Span first;      // the beginning of the model
  Span title_span, gravity_span;
  size_t unnamed;                   // constraints without a name
  Memo initial_given, guess_given;  // symbol -> its place in the list
  unsigned failed;                  // kinds of statements that failed, as MODEL_FAILED_* bits
  struct LanguageMemory *language;  // state that the language keeps from text to text

  ARRAY(ImpactQuantity) impacts;  // impacts that claims mention

  // the reactions asked for; the model read once more, with everything released
  ARRAY(Reaction) reactions;
  bool branched;                                   // a factor has replaced a constraint
  size_t reactions_found;                          // the number of those whose formula is known
  struct ConstraintPlace **places_of_constraints;  // found so far, or NULL
  struct Model *released;
  // only in the released copy: the model that it copies, and what is released
  const struct Model *copy_of;
  ARRAY(Release) releases;
  ARRAY(Quaternion) quaternions;
} Model;

Model *model_create(ExprPool *pool, Diags *diags);

// --- asking --------------------------------------------------------------------------------------

// The meaning of a name. p_x is the momentum of x if no `momentum` statement names it.
bool model_find(const Model *model, Str name, Thing *thing);
bool model_is_disputed(const Model *model, Str name);
// The family of that name, or NULL.
const Family *model_find_family(const Model *model, Str name);
// The base of an indexed name, q for q[3]; a name without an index is its own base.
Str name_base(Str name);
const char *thing_kind_name(ThingKind kind);  // "a parameter", "a coordinate", ...

// The symbol of a coordinate's momentum, made on first use if it has its default name.
Expr model_momentum_symbol(Model *model, size_t coordinate);

// The constraints of one name: a single one, or all components of a vector constraint.
typedef struct {
  size_t first, count;  // count 0: it always holds and was dropped
  bool is_vector;
  size_t written;  // components as written, including those that always hold
} ConstraintRange;

bool model_find_constraint(const Model *model, Str name, ConstraintRange *range);

// The role of a symbol; each is a bit, so that sets of them can be formed.
typedef enum {
  ROLE_CONSTANT = 1,  // a parameter or pi
  ROLE_TIME = 2,
  ROLE_COORDINATE = 4,
  ROLE_VELOCITY = 8,
  ROLE_ACCELERATION = 16,
  ROLE_MOMENTUM = 32,
  ROLE_MOMENTUM_RATE = 64,
  ROLE_SPEED = 128,  // a free speed
  ROLE_QUASI_VELOCITY = 256,
  ROLE_SPEED_RATE = 512,  // of either kind
  ROLE_QUANTITY = 1024,   // lambda(c), energy, ...
  ROLE_OTHER = 2048       // not part of this model
} Role;

// index (may be NULL) is that of the parameter, coordinate or speed.
Role model_role(const Model *model, Expr symbol, size_t *index);

// Computed quantities, as symbols of kind SYMBOL_QUANTITY named as they are written.
typedef enum {
  QUANTITY_LAMBDA,    // of a constraint
  QUANTITY_RESIDUAL,  // of a constraint
  QUANTITY_REACTION,  // on a coordinate
  QUANTITY_ENERGY,
  QUANTITY_KINETIC_ENERGY,
  QUANTITY_POTENTIAL_ENERGY,
  QUANTITY_COUNT
} QuantityKind;

const char *names_quantity(QuantityKind kind);  // "lambda", ..., "potential_energy"
bool names_quantity_has_argument(QuantityKind kind);

// Returns the symbol, e.g. lambda(pivot). model_finish checks that the constraint exists.
Expr model_quantity(Model *model, QuantityKind kind, Str argument, Span span);

// Returns the symbol of a quantity at an impact; name: as written, without spaces. model_finish checks it.
Expr model_impact(Model *model, const ImpactQuantity *quantity, const char *name);
// Returns the impact quantity that a symbol stands for, or NULL.
const ImpactQuantity *model_impact_of(const Model *model, Expr symbol);
// Returns the first impact that a claim mentions, or NULL.
const ImpactQuantity *model_claimed_impact(const Model *model, const Claim *claim);

// The meaning of a quantity symbol; index is that of its constraint or coordinate.
bool model_quantity_of(const Model *model, Expr symbol, QuantityKind *kind, size_t *index);

// --- adding: each reports mistakes to model->diags -----------------------------------------------
//
// EXPR_NONE among the arguments is a mistake that was already reported: it is not reported again, and the name is
// still declared. A model is good if diags has no errors after model_finish.

void model_title(Model *model, Str title, Span span);
void model_count(Model *model, Str name, long value, Span span);
// Declares the name of a function; returns false after a report.
bool model_function(Model *model, Str name, size_t index, Span span);
Expr model_parameter(Model *model, Str name, Expr value, Span span);  // EXPR_NONE if symbolic
Expr model_coordinate(Model *model, Str name, Span span);
Expr model_momentum(Model *model, Str name, Span span);  // for the first coordinate without one
Expr model_speed(Model *model, Str name, Span span);     // a free speed
Expr model_quasi_velocity(Model *model, Str name, Expr definition, Span span);
void model_rate(Model *model, size_t coordinate, Expr rate, Span span);
void model_let_scalar(Model *model, Str name, Expr value, Span span);
void model_let_vector(Model *model, Str name, Vec value, Span span);

typedef struct {
  int axis;  // 0, 1, 2 for x, y, z; 3: the direction
  Expr angle;
  Vec direction;  // in the carried frame; constant, of any nonzero length
} Rotation;

// Adds a frame by successive rotations about carried axes, starting from the frame parent (NOWHERE means N).
void model_frame(Model *model, Str name, size_t parent, const Rotation *rotations, size_t n,
                 Span span);
// The angular velocity of a frame in N, components in N.
Vec frame_omega(const Model *model, const Frame *frame);
// Adds a frame by four components of a quaternion, whose unit length becomes the constraint NAME_unit.
void model_frame_quaternion(Model *model, Str name, size_t parent, const Expr e[4], Span span);
void model_point(Model *model, Str name, Vec at, Expr mass, Span span);  // EXPR_NONE for no mass
void model_body(Model *model, Str name, Vec at, Expr mass, size_t frame, const Expr inertia[6],
                Span span);

// Adds `kinetic = E` and the like; with add, `kinetic += E`. Quasi-velocities are replaced by their definitions, here
// and in forces.
void model_energy(Model *model, EnergyKind kind, Expr value, bool add, Span span);
const char *dynamics_energy_keyword(EnergyKind kind);  // "kinetic", ...
void model_gravity(Model *model, Vec gravity, Span span);
void model_force_point(Model *model, size_t point, Vec force, Span span);
void model_force_body(Model *model, size_t body, Vec force, Span span);
void model_torque(Model *model, size_t body, Vec torque, Span span);
void model_force_coordinate(Model *model, size_t coordinate, Expr force, bool add, Span span);

// Adds a constraint with n <= 9 components, 1 for a scalar; components that always hold are dropped. If the name is
// empty, model_finish names it c1, c2, ... realized (n of them) may be NULL.
void model_constraint(Model *model, Str name, const Expr *residual, size_t n, const Expr *realized,
                      Span span);

// Adds a constraint residual >= 0, with impact, contact and release. restitution: EXPR_ZERO if not given.
void model_unilateral(Model *model, Str name, Expr residual, Expr restitution, Span span);
// Marks the constraints added last, n components of one, as not in force when a run begins.
void model_released(Model *model, size_t n);

// Replaces the residual of a constraint, e.g. by one factor of a product.
void model_replace_constraint(Model *model, size_t index, Expr residual);

void model_observe(Model *model, Str name, Expr value, Span span);
// Sets the unit in which figures show the observable.
void model_observe_in(Model *model, Str name, const char *unit, Expr factor);
// Add a result over a motion, and the unit in which it is shown.
void model_result(Model *model, Str name, ResultKind kind, Expr value, Str of, Span span);
void model_result_in(Model *model, Str name, const char *unit, Expr factor);
// replace: replaces a sweep of the same variable, which is otherwise a mistake
void model_sweep(Model *model, const Sweep *sweep, bool replace);
// Reports values of sweeps that depend on varied symbols.
void model_check_sweeps(Model *model);
// replace: replaces an earlier sampling
void model_sampling(Model *model, const Sampling *sampling, bool replace);
void model_initial(Model *model, Expr symbol, Expr value, Span span);
void model_guess(Model *model, Expr symbol, Expr value, Span span);
void model_simulate(Model *model, Expr from, Expr to, Expr every, Span span);
void model_stop(Model *model, Expr difference, bool in_units, Crossing crossing, Span span);
void model_when(Model *model, const When *when);
void model_section(Model *model, const Section *section);
void model_draw(Model *model, const Drawing *drawing);
void model_claim(Model *model, const Claim *claim);
void model_assume(Model *model, Expr larger, Expr smaller, bool strict, Span span);
void model_unit(Model *model, const UnitFact *fact);

// Is symbol = value a valid assignment to a state variable (or t)? Reports if it is not.
bool model_check_assignment(Model *model, Expr symbol, Expr value, Span span);

// Does the value consist of numbers and parameters only? Reports if it does not.
bool model_check_constant(Model *model, Expr value, Span span);

// Kinds of statements that failed: their absence is then not reported.
#define MODEL_FAILED_COORDINATE 1u
#define MODEL_FAILED_DYNAMICS 2u
#define MODEL_FAILED_SPEED 4u
#define MODEL_FAILED_CONSTRAINT 8u
#define MODEL_FAILED_ANY 15u

// Checks the whole model after the last statement: one source of dynamics, names that exist, ... Sets dynamics and
// default names. Returns STATUS_INPUT if diags has errors.
MUST_USE Status model_finish(Model *model);

// --- modes: which constraints are in force ------------------------------------------------------------

// Does the model have several modes: unilateral constraints, or constraints that events release or engage?
bool model_has_modes(const Model *model);
// Returns all constraints that the model declares, in force or not, and their number.
const Constraint *model_declared(const Model *model, size_t *n);
// The use of a declared constraint in this mode.
ConstraintUse model_use(const Model *model, size_t declared);
// The same model in another mode, with one use for each declared constraint. In it, the multiplier of a constraint that
// is not in force is 0. It shares everything else with the model.
Model *model_in_mode(const Model *model, const ConstraintUse *use);
// Returns the index of a declared constraint by its name, or NOWHERE.
size_t model_find_declared(const Model *model, const char *name);

#endif
