// proof/algebra_premises.c: the premises of a proof by algebra.
//
// In:    the equations of a model, conditions, questions
// Out:   expressions that vanish: those of the state (constraints, conditions) and those of quantities that
//        every state determines (momenta, energies, the motion), as far as the questions need them
// Law:   fewer premises prove less, never more

#include "proof/algebra_impl.h"
#include "ground/balls.h"
#include "ground/ground.h"
#include "methods/constraints.h"

static void premise(Algebra *a, Premises *list, Expr e, const char *name) {
  if (!expr_is_none(e)) array_push(a->arena, list, ((Premise){.e = e, .name = name}));
}

static Expr minus(Algebra *a, Expr left, Expr right) {
  return expr_sub(a->pool, left, right);
}

// --- conditions ----------------------------------------------------------------------------------

// Is it t, a parameter, or a coordinate, velocity, speed or momentum of the state?
static bool is_basic(const Algebra *a, Expr e) {
  const Equations *eq = a->eq;
  if (expr_kind(a->pool, e) != EXPR_SYMBOL || expr_same(e, EXPR_PI)) return false;
  switch (model_role(eq->model, e, NULL)) {
    case ROLE_CONSTANT:
    case ROLE_TIME:
    case ROLE_COORDINATE: return true;
    case ROLE_SPEED: return true;
    case ROLE_VELOCITY:
    case ROLE_MOMENTUM: return free_is_state_variable(eq, e);
    default: return false;
  }
}

static Expr put_in(Algebra *a, Expr e) {
  if (expr_is_none(e) || a->from.n == 0) return e;
  return expr_substitute(a->pool, e, a->from.at, a->to.at, a->from.n);
}

// Writes out energies, momenta and quasi-velocities.
static Expr in_state(Algebra *a, Expr e) {
  const Equations *eq = a->eq;
  const FreeSystem s = free_system(eq->model, a->arena);
  e = field_motion_energies(eq, e);
  return constraints_in_velocities(&s, e, equations_momentum(eq));
}

// Takes symbol = value; false if it cannot be substituted.
static bool take_value(Algebra *a, Expr symbol, Expr value) {
  if (!is_basic(a, symbol) || expr_is_none(value) || expr_depends(a->pool, value, symbol))
    return false;
  for (size_t i = 0; i < a->to.n; i++)
    a->to.at[i] = expr_substitute(a->pool, a->to.at[i], &symbol, &value, 1);
  array_push(a->arena, &a->from, symbol);
  array_push(a->arena, &a->to, value);
  return true;
}

// Does it contain constants alone?
static bool is_about_parameters(Algebra *a, Expr e) {
  const ExprList symbols = expr_symbols(a->pool, &e, 1, a->arena);
  for (size_t i = 0; i < symbols.n; i++)
    if (expr_symbol_kind(a->pool, symbols.at[i]) != SYMBOL_CONSTANT) return false;
  return true;
}

// Fixes the parameters at their values, for models in which the rank of the constraints depends on them.
static void take_parameters(Algebra *a) {
  const Model *model = a->eq->model;
  for (size_t i = 0; i < model->parameters.n; i++)
    (void) take_value(a, model->parameters.at[i].symbol, put_in(a, model->parameters.at[i].value));
}

static void take_conditions(Algebra *a, const Condition *given, size_t n) {
  ExprArray left = {0};
  for (size_t i = 0; i < n; i++) {
    const Expr x = put_in(a, in_state(a, given[i].left)),
               y = put_in(a, in_state(a, given[i].right));
    if (take_value(a, x, y) || take_value(a, y, x)) continue;
    array_push(a->arena, &left, minus(a, x, y));
  }
  for (size_t i = 0; i < left.n; i++) {
    const Expr e = put_in(a, left.at[i]);
    premise(a, &a->state, e, "a condition");
    a->bound = true;
    if (expr_is_none(e) || !is_about_parameters(a, e)) continue;
    const ExprList symbols = expr_symbols(a->pool, &e, 1, a->arena);
    for (size_t k = 0; k < symbols.n; k++) array_push(a->arena, &a->free, symbols.at[k]);
  }
}

// --- premises ------------------------------------------------------------------------------------

// Holonomic constraints come first.
static void gather_state(Algebra *a) {
  const Equations *eq = a->eq;
  for (size_t i = 0; i < eq->n && eq->beside > 0; i++)
    premise(a, &a->state, minus(a, eq->qd[i], eq->state.psi[i]), "a velocity");
  for (int holonomic = 1; holonomic >= 0; holonomic--) {
    for (size_t k = 0; k < eq->constraints.r; k++) {
      const ConstraintRow *row = &eq->constraints.row[k];
      if (expr_is_none(row->position) == (holonomic == 1)) continue;
      premise(a, &a->state, row->position, text_format(a->arena, "constraint %s", row->name));
      if (holonomic && a->state.n > 0) a->state.at[a->state.n - 1].position = true;
      premise(
        a, &a->state, row->velocity,
        text_format(a->arena, holonomic ? "constraint %s, its rate" : "constraint %s", row->name));
    }
    if (holonomic) a->holonomic = a->state.n;
  }
}

static Expr named(const Algebra *a, const char *what, const char *name) {
  Expr symbol = EXPR_NONE;
  (void) expr_find_symbol(a->pool, str(text_format(a->arena, "%s(%s)", what, name)), &symbol);
  return symbol;
}

static bool is_asked(const ExprList *asked, Expr symbol) {
  for (size_t i = 0; i < asked->n; i++)
    if (expr_same(asked->at[i], symbol)) return true;
  return false;
}

// Gathers functions of the state: the momenta, quasi-velocities and energies that the questions contain.
static void gather_definitions(Algebra *a, const ExprList *asked) {
  const Equations *eq = a->eq;
  for (size_t i = 0; i < eq->n; i++) {
    const Expr p = eq->model->coordinates.at[i].p;
    if (is_asked(asked, p) && !free_is_state_variable(eq, p))
      premise(a, &a->unknowns, minus(a, p, equations_momentum(eq)[i]), "a momentum");
  }
  for (size_t i = 0; i < eq->model->speeds.n; i++) {
    const Speed *speed = &eq->model->speeds.at[i];
    if (!expr_is_none(a->fields.quasi[i]) && is_asked(asked, speed->z))
      premise(a, &a->unknowns, minus(a, speed->z, a->fields.quasi[i]), "a speed");
  }
  for (size_t i = 0; i < asked->n; i++) {
    const Expr formula = real_without_quantities(eq, asked->at[i], a->arena);
    if (!expr_same(formula, asked->at[i]))
      premise(a, &a->unknowns, minus(a, asked->at[i], formula), "an energy");
  }
}

// M x = F + B^T lambda, A x = b with x = q'' or p'
static void gather_motion(Algebra *a, const Expr *x) {
  const Equations *eq = a->eq;
  const Constraints *c = &eq->constraints;
  for (size_t i = 0; i < eq->n; i++) {
    const Expr push = expr_add(a->pool, problem_F(&eq->free)[i],
                               constraints_reaction(a->pool, &a->eq->constraints, i));
    premise(a, &a->unknowns, minus(a, matrix_row_times(a->pool, problem_M(&eq->free), i, x), push),
            text_format(a->arena, "the equation of %s", eq->model->coordinates.at[i].name));
  }
  for (size_t k = 0; k < c->r; k++)
    premise(a, &a->unknowns, minus(a, matrix_row_times(a->pool, &c->A, k, x), c->b[k]),
            text_format(a->arena, "the constraint %s on accelerations", c->row[k].name));
}

// Adds symbol = formula, with B^T lambda for M u' - F, unless both sides are the same.
static void follows(Algebra *a, Expr symbol, Expr formula, size_t i, const char *name) {
  const Expr from = rates_push_symbol(a->eq, i),
             push = constraints_reaction(a->pool, &a->eq->constraints, i),
             value = expr_substitute(a->pool, formula, &from, &push, 1);
  if (!expr_same(symbol, value)) premise(a, &a->unknowns, minus(a, symbol, value), name);
}

// Gathers reactions, accelerations and rates of momenta that are not themselves the unknowns.
static void gather_rates(Algebra *a, const ExprList *asked) {
  const Equations *eq = a->eq;
  for (size_t i = 0; i < eq->n; i++) {
    const Expr p = eq->model->coordinates.at[i].p,
               R = named(a, names_quantity(QUANTITY_REACTION), eq->model->coordinates.at[i].name);
    if (is_asked(asked, R)) follows(a, R, a->fields.formula[eq->n + i], i, "a reaction");
    follows(a, eq->qdd[i], a->fields.formula[i], i, "an acceleration");
    const Expr rate = expr_is_none(p) ? EXPR_NONE : expr_symbol_rate(a->pool, p);
    if (is_asked(asked, rate))
      follows(a, rate, a->fields.formula[2 * eq->n + i], i, "the rate of a momentum");
  }
}

// z' of quasi-velocities; of free speeds: psi_z z' = q'' - rate
static void gather_speed_rates(Algebra *a, const ExprList *asked) {
  const Equations *eq = a->eq;
  const size_t m = eq->given.m;
  const Matrix slope = {eq->n, m, a->fields.slope};
  for (size_t i = 0; i < eq->model->speeds.n; i++) {
    const Speed *speed = &eq->model->speeds.at[i];
    if (!expr_is_none(a->fields.quasi_rate[i]) && is_asked(asked, speed->zd))
      premise(a, &a->unknowns, minus(a, speed->zd, a->fields.quasi_rate[i]), "the rate of a speed");
  }
  bool free = false;
  for (size_t k = 0; k < m; k++) free = free || is_asked(asked, eq->given.zd[k]);
  for (size_t i = 0; i < eq->n && free; i++)
    premise(a, &a->unknowns,
            minus(a, eq->qdd[i],
                  expr_add(a->pool, a->fields.rate[i],
                           matrix_row_times(a->pool, &slope, i, eq->given.zd))),
            "the rate of a speed");
}

// --- which of them are needed --------------------------------------------------------------------

static bool is_motion(const Algebra *a, Expr symbol) {
  switch (model_role(a->eq->model, symbol, NULL)) {
    case ROLE_ACCELERATION:
    case ROLE_MOMENTUM_RATE:
    case ROLE_SPEED_RATE: return true;
    case ROLE_QUANTITY: {
      QuantityKind kind;
      size_t index;
      if (!model_quantity_of(a->eq->model, symbol, &kind, &index)) return false;
      return kind == QUANTITY_LAMBDA || kind == QUANTITY_REACTION;
    }
    default: return false;
  }
}

// Returns the symbols of the questions, and their rates for quantities claimed to be conserved.
static ExprList asked_symbols(Algebra *a) {
  ExprArray roots = {0};
  for (size_t i = 0; i < a->count; i++) {
    const Question *q = &a->questions[i];
    array_push(a->arena, &roots, q->left);
    if (!q->conserved) {
      array_push(a->arena, &roots, q->right);
      continue;
    }
    const ExprList symbols = expr_symbols(a->pool, &q->left, 1, a->arena);
    for (size_t k = 0; k < symbols.n; k++) {
      const Expr rate = expr_rate(a->pool, symbols.at[k]);
      if (expr_is_none(rate))
        (void) expr_trouble(a->pool);
      else
        array_push(a->arena, &roots, rate);
    }
  }
  return expr_symbols(a->pool, roots.at, roots.n, a->arena);
}

static void prepare_questions(Algebra *a, const Question *questions) {
  a->questions = ARENA_ARRAY(a->arena, Question, a->count + 1);
  for (size_t i = 0; i < a->count; i++) {
    Question q = questions[i];
    if (q.conserved) q.left = field_motion_energies(a->eq, q.left);
    a->questions[i] = q;
  }
}

static void gather_unknowns(Algebra *a) {
  const ExprList asked = asked_symbols(a);
  bool motion = false;
  for (size_t i = 0; i < asked.n; i++) motion = motion || is_motion(a, asked.at[i]);
  gather_definitions(a, &asked);
  if (!motion) return;
  gather_motion(a, a->eq->free.ud);
  gather_rates(a, &asked);
  gather_speed_rates(a, &asked);
}

// --- all of it -----------------------------------------------------------------------------------

// Substitutes conditions into the premises. A conserved quantity is the exception: its rate is taken first, by
// the field, and the values are substituted there.
static void put_in_premises(Algebra *a, Premises *list) {
  for (size_t i = 0; i < list->n; i++) list->at[i].e = put_in(a, list->at[i].e);
}

void algebra_gather(Algebra *a, const Condition *given, size_t n, const Question *questions) {
  const bool for_values = a->eq->constraints.r > 0 && ground_of(a->eq)->for_values;
  ZeroSums *before = expr_watch_zeros(a->pool, &a->zeros);
  prepare_questions(a, questions);
  gather_state(a);
  if (for_values) take_parameters(a);
  take_conditions(a, given, n);
  gather_unknowns(a);
  put_in_premises(a, &a->state);
  put_in_premises(a, &a->unknowns);
  for (size_t i = 0; i < a->count; i++) {
    if (a->questions[i].conserved) continue;
    a->questions[i].left = put_in(a, a->questions[i].left);
    a->questions[i].right = put_in(a, a->questions[i].right);
  }
  expr_watch_zeros(a->pool, before);
}

void algebra_gather_values(Algebra *a) {
  for (size_t g = 0; g < rationals_generators(a->field) && a->from.n > 0; g++) {
    const Expr e = rationals_generator(a->field, g);
    if (!expr_depends_on_any(a->pool, e, a->from.at, a->from.n)) continue;
    const Expr value = put_in(a, e);
    if (rational_of(a->field, value) == NULL)
      rationals_renew(a->field, rationals_work(a->field));  // not a function of this field
    else
      premise(a, &a->values, minus(a, e, value), "a condition");
  }
}
