// model/dynamics.c: energies, gravity and forces.

#include "model/model_impl.h"

#define USE_LAGRANGIAN "energy that depends on velocities belongs in `lagrangian = ...`"
#define USE_VELOCITIES "write it with the velocities x', y', ... as if there were no constraint"

static const struct {
  const char *keyword;
  Content content;
} energies[ENERGY_COUNT] = {
  [ENERGY_KINETIC] = {"kinetic", {"a kinetic energy", ROLES_VELOCITY, USE_VELOCITIES}},
  [ENERGY_POTENTIAL] = {"potential", {"a potential energy", ROLES_POSITION, USE_LAGRANGIAN}},
  [ENERGY_LAGRANGIAN] = {"lagrangian", {"a Lagrangian", ROLES_VELOCITY, USE_VELOCITIES}},
  [ENERGY_HAMILTONIAN] = {"hamiltonian",
                          {"a Hamiltonian", ROLES_POSITION | ROLE_MOMENTUM,
                           "write it with the momenta, whose default names are p_x, p_y, ..."}},
  [ENERGY_DISSIPATION] = {"dissipation", {"a dissipation function", ROLES_VELOCITY, NULL}},
};

const char *dynamics_energy_keyword(EnergyKind kind) {
  return energies[kind].keyword;
}

static Expr *energy_field(Model *model, EnergyKind kind) {
  switch (kind) {
    case ENERGY_KINETIC: return &model->kinetic;
    case ENERGY_POTENTIAL: return &model->potential;
    case ENERGY_LAGRANGIAN: return &model->lagrangian;
    case ENERGY_HAMILTONIAN: return &model->hamiltonian;
    default: return &model->dissipation;
  }
}

// --- sums ----------------------------------------------------------------------------------------

static void join_last(Model *model, GrowingSum *sum) {
  SumPart *part = &sum->at[--sum->n - 1];
  part->sum = expr_add(model->pool, part->sum, part[1].sum);
  part->terms += part[1].terms;
}

static void grow(Model *model, GrowingSum *sum, Expr term) {
  array_push(model->arena, sum, ((SumPart){term, 1}));
  while (sum->n > 1 && sum->at[sum->n - 2].terms <= sum->at[sum->n - 1].terms) join_last(model, sum);
}

// Joins the parts. Returns EXPR_ZERO without any.
static Expr grown(Model *model, GrowingSum *sum) {
  while (sum->n > 1) join_last(model, sum);
  return sum->n > 0 ? sum->at[0].sum : EXPR_ZERO;
}

void dynamics_finish(Model *model) {
  for (size_t i = 0; i < model->coordinates.n; i++)
    model->generalized_force[i] = grown(model, &model->force_parts[i]);
  for (EnergyKind kind = 0; kind < ENERGY_COUNT; kind++)
    if (model->energies[kind].given) *energy_field(model, kind) = grown(model, &model->energies[kind].parts);
}

// --- energies ------------------------------------------------------------------------------------

void model_energy(Model *model, EnergyKind kind, Expr value, bool add, Span span) {
  EnergyPlace *place = &model->energies[kind];
  if (!model_check_content(model, &value, 1, &energies[kind].content, span)) value = EXPR_NONE;
  if (place->given && !add) {
    diag_report(model->diags, DIAG_GIVEN_TWICE, span, energies[kind].keyword);
    diag_help(model->diags, "`%s += ...` adds to it", energies[kind].keyword);
    return;
  }
  value = model_expand(model, value, span);
  if (expr_is_none(value)) model->failed |= MODEL_FAILED_DYNAMICS;
  grow(model, &place->parts, value);
  if (!place->given || !add) place->span = span;
  place->given = true;
  place->set |= !add;
}

void model_gravity(Model *model, Vec gravity, Span span) {
  static const Content content = {"uniform gravity", ROLES_CONSTANT | ROLE_TIME,
                                  "a field that changes from place to place is `force on P = ...` "
                                  "or `potential += ...`"};
  if (model->has_gravity) {
    diag_report(model->diags, DIAG_GIVEN_TWICE, span, "gravity");
    model_help_first(model, model->gravity_span);
    return;
  }
  if (!model_check_content(model, gravity.x, 3, &content, span)) gravity = vec_none();
  model->has_gravity = true;
  model->gravity = gravity;
  model->gravity_span = span;
}

// --- forces --------------------------------------------------------------------------------------

static const Content force_content = {"a force", ROLES_FORCE, NULL};
static const Content friction_content = {"a force", ROLES_FORCE | ROLE_QUANTITY, NULL};

// A force may depend on multipliers and reactions, but on nothing else that is computed from the motion.
static bool check_force(Model *model, const Expr *e, size_t n, Span span) {
  const ExprList symbols = expr_symbols(model->pool, e, n, model->arena);
  bool friction = false, other = false;
  for (size_t i = 0; i < symbols.n; i++) {
    QuantityKind kind;
    size_t index;
    if (model_role(model, symbols.at[i], NULL) != ROLE_QUANTITY) continue;
    (void) model_quantity_of(model, symbols.at[i], &kind, &index);  // its constraint may follow
    const bool reaction = kind == QUANTITY_LAMBDA || kind == QUANTITY_REACTION;
    friction = friction || reaction;
    other = other || !reaction;
  }
  model->friction = model->friction || friction;
  return model_check_content(model, e, n, friction && !other ? &friction_content : &force_content,
                             span);
}

static void add_force(Model *model, Force force) {
  if (!check_force(model, force.vector.x, 3, force.span)) return;
  for (int k = 0; k < 3; k++)
    force.vector.x[k] = model_expand(model, force.vector.x[k], force.span);
  array_push(model->arena, &model->forces, force);
}

void model_force_point(Model *model, size_t point, Vec force, Span span) {
  add_force(model, (Force){false, point, false, force, span});
}

void model_force_body(Model *model, size_t body, Vec force, Span span) {
  add_force(model, (Force){true, body, false, force, span});
}

void model_torque(Model *model, size_t body, Vec torque, Span span) {
  if (model->bodies.at[body].frame == NOWHERE)
    diag_report(model->diags, DIAG_TORQUE_IDLE, span, model->bodies.at[body].name);
  add_force(model, (Force){true, body, true, torque, span});
}

void model_force_coordinate(Model *model, size_t coordinate, Expr force, bool add, Span span) {
  GrowingSum *parts = &model->force_parts[coordinate];
  if (!check_force(model, &force, 1, span)) force = EXPR_NONE;
  if (!add && !expr_same(grown(model, parts), EXPR_ZERO)) {
    const char *name = model->coordinates.at[coordinate].name;
    diag_report(model->diags, DIAG_GIVEN_TWICE, span,
                text_format(model->arena, "the force on %s", name));
    diag_help(model->diags, "`force %s += ...` adds to it", name);
    return;
  }
  grow(model, parts, model_expand(model, force, span));
  model->coordinates.at[coordinate].force_span = span;
}
