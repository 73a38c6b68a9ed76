// Unit tests of model/model.h: a model built by its functions is the one that is parsed from text.

#include "support/desk.h"

#define NO_PLACE ((Span){0})

static const char text[] = "system \"Everything\"\n"
                           "parameter m = 1, k, g = 2*m\n"
                           "coordinate x, y, a\n"
                           "momentum px, py, pa\n"
                           "speed w = x'*cos(a)\n"
                           "let c = cos(a)\n"
                           "let u = [c, 0, x]\n"
                           "frame B = rotate(z, a) rotate(x, t)\n"
                           "point P mass m at [x, y]\n"
                           "body D mass k at [y, 0, 1] frame B inertia (1, m, k)\n"
                           "kinetic += w^2\n"
                           "potential = x\n"
                           "dissipation = x'^2\n"
                           "gravity = [0, -g, 0]\n"
                           "force on P = [x', 0, 0]\n"
                           "force on D = u\n"
                           "torque on D = [0, 0, k]\n"
                           "force x = -k*x'\n"
                           "constraint rod: x^2 + y^2 = 1\n"
                           "constraint roll: [x', y', 0] = [y, x, 0]\n"
                           "constraint a'' = x realized by a'\n"
                           "observe e = x'' + lambda(rod)\n"
                           "initial x = m\n"
                           "guess y' = 1\n"
                           "simulate from 0 to 10 every k\n"
                           "stop when x = y falling\n"
                           "draw circle P radius 2\n"
                           "claim \"one\" x'' = energy given m = k\n"
                           "deny cyclic a\n"
                           "claim linear roll\n";

// --- the same by functions ----------------------------------------------------------------------

typedef struct {
  Expr m, k, g, x, y, a, xd, yd, ad, w;
} Symbols;

static Symbols declare(Model *model) {
  ExprPool *p = model->pool;
  Symbols s;
  model_title(model, str("Everything"), NO_PLACE);
  s.m = model_parameter(model, str("m"), EXPR_ONE, NO_PLACE);
  s.k = model_parameter(model, str("k"), EXPR_NONE, NO_PLACE);
  s.g = model_parameter(model, str("g"), expr_mul(p, expr_int(p, 2), s.m), NO_PLACE);
  s.x = model_coordinate(model, str("x"), NO_PLACE);
  s.y = model_coordinate(model, str("y"), NO_PLACE);
  s.a = model_coordinate(model, str("a"), NO_PLACE);
  model_momentum(model, str("px"), NO_PLACE);
  model_momentum(model, str("py"), NO_PLACE);
  model_momentum(model, str("pa"), NO_PLACE);
  s.xd = expr_symbol_rate(p, s.x);
  s.yd = expr_symbol_rate(p, s.y);
  s.ad = expr_symbol_rate(p, s.a);
  const Expr c = expr_call1(p, FN_COS, s.a);
  s.w = model_quasi_velocity(model, str("w"), expr_mul(p, s.xd, c), NO_PLACE);
  model_let_scalar(model, str("c"), c, NO_PLACE);
  model_let_vector(model, str("u"), (Vec){{c, EXPR_ZERO, s.x}}, NO_PLACE);
  return s;
}

static void add_dynamics(Model *model, Symbols s) {
  ExprPool *p = model->pool;
  const Rotation rotations[] = {{2, s.a, vec_zero()}, {0, EXPR_TIME, vec_zero()}};
  const Expr inertia[6] = {EXPR_ONE, s.m, s.k, EXPR_ZERO, EXPR_ZERO, EXPR_ZERO};
  model_frame(model, str("B"), NOWHERE, rotations, 2, NO_PLACE);
  model_point(model, str("P"), (Vec){{s.x, s.y, EXPR_ZERO}}, s.m, NO_PLACE);
  model_body(model, str("D"), (Vec){{s.y, EXPR_ZERO, EXPR_ONE}}, s.k, 0, inertia, NO_PLACE);
  model_energy(model, ENERGY_KINETIC, expr_square(p, s.w), true, NO_PLACE);
  model_energy(model, ENERGY_POTENTIAL, s.x, false, NO_PLACE);
  model_energy(model, ENERGY_DISSIPATION, expr_square(p, s.xd), false, NO_PLACE);
  model_gravity(model, (Vec){{EXPR_ZERO, expr_neg(p, s.g), EXPR_ZERO}}, NO_PLACE);
  model_force_point(model, 0, (Vec){{s.xd, EXPR_ZERO, EXPR_ZERO}}, NO_PLACE);
  model_force_body(model, 0, (Vec){{expr_call1(p, FN_COS, s.a), EXPR_ZERO, s.x}}, NO_PLACE);
  model_torque(model, 0, (Vec){{EXPR_ZERO, EXPR_ZERO, s.k}}, NO_PLACE);
  model_force_coordinate(model, 0, expr_neg(p, expr_mul(p, s.k, s.xd)), false, NO_PLACE);
}

static void add_constraints(Model *model, Symbols s) {
  ExprPool *p = model->pool;
  const Expr square = expr_add(p, expr_square(p, s.x), expr_square(p, s.y));
  const Expr rod = expr_sub(p, square, EXPR_ONE);
  const Expr roll[3] = {expr_sub(p, s.xd, s.y), expr_sub(p, s.yd, s.x), EXPR_ZERO};
  const Expr servo = expr_sub(p, expr_symbol_rate(p, s.ad), s.x);
  model_constraint(model, str("rod"), &rod, 1, NULL, NO_PLACE);
  model_constraint(model, str("roll"), roll, 3, NULL, NO_PLACE);
  model_constraint(model, str(""), &servo, 1, &s.ad, NO_PLACE);
}

static void add_requests(Model *model, Symbols s) {
  ExprPool *p = model->pool;
  const Expr lambda = model_quantity(model, QUANTITY_LAMBDA, str("rod"), NO_PLACE);
  const Expr energy = model_quantity(model, QUANTITY_ENERGY, str(""), NO_PLACE);
  const Expr xdd = expr_symbol_rate(p, s.xd);
  model_observe(model, str("e"), expr_add(p, xdd, lambda), NO_PLACE);
  model_initial(model, s.x, s.m, NO_PLACE);
  model_guess(model, s.yd, EXPR_ONE, NO_PLACE);
  model_simulate(model, EXPR_ZERO, expr_int(p, 10), s.k, NO_PLACE);
  model_stop(model, expr_sub(p, s.x, s.y), false, CROSSING_FALLING, NO_PLACE);
  model_draw(model, &(Drawing){.kind = DRAW_CIRCLE,
                               .name = {"P"},
                               .at = {{{s.x, s.y, EXPR_ZERO}}},
                               .radius = expr_int(p, 2)});
  Claim one = {.kind = CLAIM_EQUATION, .label = "one", .left = xdd, .right = energy};
  array_push(model->arena, &one.given, ((Condition){s.m, s.k}));
  model_claim(model, &one);
  model_claim(model, &(Claim){.kind = CLAIM_CYCLIC, .deny = true, .label = "", .name = "a"});
  model_claim(model, &(Claim){.kind = CLAIM_LINEAR, .label = "", .name = "roll"});
}

// --- comparing, field by field ------------------------------------------------------------------

static void same_vec(Desk *desk, Vec a, Vec b) {
  assert_vec(desk, a, b.x[0], b.x[1], b.x[2]);
}

static void same_text(const char *a, const char *b) {
  if (a == NULL || b == NULL) assert_true(a == b);
  else assert_string_equal(a, b);
}

static void same_declarations(Desk *desk, const Model *a, const Model *b) {
  same_text(a->title, b->title);
  assert_int_equal(a->parameters.n, b->parameters.n);
  for (size_t i = 0; i < a->parameters.n; i++) {
    same_text(a->parameters.at[i].name, b->parameters.at[i].name);
    assert_expr(desk, a->parameters.at[i].symbol, b->parameters.at[i].symbol);
    assert_expr(desk, a->parameters.at[i].value, b->parameters.at[i].value);
  }
  assert_int_equal(a->coordinates.n, b->coordinates.n);
  for (size_t i = 0; i < a->coordinates.n; i++) {
    const Coordinate *x = &a->coordinates.at[i], *y = &b->coordinates.at[i];
    same_text(x->name, y->name);
    assert_expr(desk, x->q, y->q);
    assert_expr(desk, x->qd, y->qd);
    assert_expr(desk, x->qdd, y->qdd);
    assert_expr(desk, x->p, y->p);
    assert_expr(desk, x->rate, y->rate);
    assert_expr(desk, a->generalized_force[i], b->generalized_force[i]);
  }
  assert_int_equal(a->speeds.n, b->speeds.n);
  for (size_t i = 0; i < a->speeds.n; i++) {
    same_text(a->speeds.at[i].name, b->speeds.at[i].name);
    assert_expr(desk, a->speeds.at[i].z, b->speeds.at[i].z);
    assert_expr(desk, a->speeds.at[i].zd, b->speeds.at[i].zd);
    assert_expr(desk, a->speeds.at[i].definition, b->speeds.at[i].definition);
  }
  assert_int_equal(a->lets.n, b->lets.n);
  for (size_t i = 0; i < a->lets.n; i++) {
    same_text(a->lets.at[i].name, b->lets.at[i].name);
    assert_int_equal(a->lets.at[i].is_vector, b->lets.at[i].is_vector);
    assert_expr(desk, a->lets.at[i].scalar, b->lets.at[i].scalar);
    same_vec(desk, a->lets.at[i].vector, b->lets.at[i].vector);
  }
}

static void same_bodies(Desk *desk, const Model *a, const Model *b) {
  assert_int_equal(a->frames.n, b->frames.n);
  for (size_t i = 0; i < a->frames.n; i++) {
    const Frame *x = &a->frames.at[i], *y = &b->frames.at[i];
    same_text(x->name, y->name);
    assert_int_equal(x->parent, y->parent);
    assert_memory_equal(x->r, y->r, sizeof x->r);
    same_vec(desk, frame_omega(a, x), frame_omega(b, y));
    same_vec(desk, x->omega_own, y->omega_own);
  }
  assert_int_equal(a->points.n, b->points.n);
  for (size_t i = 0; i < a->points.n; i++) {
    same_text(a->points.at[i].name, b->points.at[i].name);
    same_vec(desk, a->points.at[i].at, b->points.at[i].at);
    assert_expr(desk, a->points.at[i].mass, b->points.at[i].mass);
  }
  assert_int_equal(a->bodies.n, b->bodies.n);
  for (size_t i = 0; i < a->bodies.n; i++) {
    same_text(a->bodies.at[i].name, b->bodies.at[i].name);
    same_vec(desk, a->bodies.at[i].at, b->bodies.at[i].at);
    assert_expr(desk, a->bodies.at[i].mass, b->bodies.at[i].mass);
    assert_int_equal(a->bodies.at[i].frame, b->bodies.at[i].frame);
    assert_memory_equal(a->bodies.at[i].inertia, b->bodies.at[i].inertia,
                        sizeof a->bodies.at[i].inertia);
  }
}

static void same_dynamics(Desk *desk, const Model *a, const Model *b) {
  assert_int_equal(a->dynamics, b->dynamics);
  assert_expr(desk, a->kinetic, b->kinetic);
  assert_expr(desk, a->potential, b->potential);
  assert_expr(desk, a->lagrangian, b->lagrangian);
  assert_expr(desk, a->hamiltonian, b->hamiltonian);
  assert_expr(desk, a->dissipation, b->dissipation);
  assert_int_equal(a->has_gravity, b->has_gravity);
  same_vec(desk, a->gravity, b->gravity);
  assert_int_equal(a->momenta_named, b->momenta_named);
  assert_int_equal(a->forces.n, b->forces.n);
  for (size_t i = 0; i < a->forces.n; i++) {
    assert_int_equal(a->forces.at[i].on_body, b->forces.at[i].on_body);
    assert_int_equal(a->forces.at[i].target, b->forces.at[i].target);
    assert_int_equal(a->forces.at[i].is_torque, b->forces.at[i].is_torque);
    same_vec(desk, a->forces.at[i].vector, b->forces.at[i].vector);
  }
  assert_int_equal(a->constraints.n, b->constraints.n);
  for (size_t i = 0; i < a->constraints.n; i++) {
    same_text(a->constraints.at[i].name, b->constraints.at[i].name);
    assert_expr(desk, a->constraints.at[i].residual, b->constraints.at[i].residual);
    assert_int_equal(a->constraints.at[i].level, b->constraints.at[i].level);
    assert_expr(desk, a->constraints.at[i].realized, b->constraints.at[i].realized);
  }
}

static void same_assignments(Desk *desk, const Assignments *a, const Assignments *b) {
  assert_int_equal(a->n, b->n);
  for (size_t i = 0; i < a->n; i++) {
    assert_expr(desk, a->at[i].symbol, b->at[i].symbol);
    assert_expr(desk, a->at[i].value, b->at[i].value);
  }
}

static void same_claims(Desk *desk, const Model *a, const Model *b) {
  assert_int_equal(a->claims.n, b->claims.n);
  for (size_t i = 0; i < a->claims.n; i++) {
    const Claim *x = &a->claims.at[i], *y = &b->claims.at[i];
    assert_int_equal(x->kind, y->kind);
    assert_int_equal(x->deny, y->deny);
    same_text(x->label, y->label);
    same_text(x->name, y->name);
    assert_expr(desk, x->left, y->left);
    assert_expr(desk, x->right, y->right);
    same_assignments(desk, &x->at, &y->at);
    assert_int_equal(x->stability, y->stability);
    assert_int_equal(x->given.n, y->given.n);
    for (size_t j = 0; j < x->given.n; j++) {
      assert_expr(desk, x->given.at[j].left, y->given.at[j].left);
      assert_expr(desk, x->given.at[j].right, y->given.at[j].right);
    }
  }
}

static void same_requests(Desk *desk, const Model *a, const Model *b) {
  assert_int_equal(a->observables.n, b->observables.n);
  for (size_t i = 0; i < a->observables.n; i++) {
    same_text(a->observables.at[i].name, b->observables.at[i].name);
    assert_expr(desk, a->observables.at[i].value, b->observables.at[i].value);
  }
  same_assignments(desk, &a->initial, &b->initial);
  same_assignments(desk, &a->guess, &b->guess);
  assert_int_equal(a->simulation.given, b->simulation.given);
  assert_expr(desk, a->simulation.from, b->simulation.from);
  assert_expr(desk, a->simulation.to, b->simulation.to);
  assert_expr(desk, a->simulation.every, b->simulation.every);
  assert_int_equal(a->stops.n, b->stops.n);
  for (size_t i = 0; i < a->stops.n; i++) {
    assert_expr(desk, a->stops.at[i].difference, b->stops.at[i].difference);
    assert_int_equal(a->stops.at[i].crossing, b->stops.at[i].crossing);
  }
  assert_int_equal(a->drawings.n, b->drawings.n);
  for (size_t i = 0; i < a->drawings.n; i++) {
    assert_int_equal(a->drawings.at[i].kind, b->drawings.at[i].kind);
    same_text(a->drawings.at[i].name[0], b->drawings.at[i].name[0]);
    same_text(a->drawings.at[i].name[1], b->drawings.at[i].name[1]);
    same_vec(desk, a->drawings.at[i].at[0], b->drawings.at[i].at[0]);
    assert_expr(desk, a->drawings.at[i].radius, b->drawings.at[i].radius);
  }
}

static void test_built_is_parsed(void **state) {
  Desk *desk = *state;
  desk_read_well(desk, text);
  const Model *parsed = desk->model;
  desk_clear_model(desk);
  Model *built = desk->model;
  const Symbols s = declare(built);
  add_dynamics(built, s);
  add_constraints(built, s);
  add_requests(built, s);
  assert_int_equal(model_finish(built), STATUS_OK);
  same_declarations(desk, parsed, built);
  same_bodies(desk, parsed, built);
  same_dynamics(desk, parsed, built);
  same_requests(desk, parsed, built);
  same_claims(desk, parsed, built);
}

static void test_mistakes_without_places(void **state) {
  Desk *desk = *state;
  Model *model = desk->model;
  const Expr x = model_coordinate(model, str("x"), NO_PLACE);
  model_coordinate(model, str("x"), NO_PLACE);
  model_energy(model, ENERGY_POTENTIAL, expr_symbol_rate(desk->pool, x), false, NO_PLACE);
  assert_int_equal(model_finish(model), STATUS_INPUT);
  assert_string_equal(
    desk_messages(desk),
    "error: x is already declared, as a coordinate [N0202]\n"
    "error: x' is a velocity, but a potential energy may contain only coordinates, t and "
    "parameters [N0403]\n"
    "help: energy that depends on velocities belongs in `lagrangian = ...`\n");
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test_setup_teardown(test_built_is_parsed, desk_open, desk_close),
    cmocka_unit_test_setup_teardown(test_mistakes_without_places, desk_open, desk_close),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
