// ground/real.c: real states on the constraint manifold, under further conditions.
//
// In:    equations; conditions, each an equation in what a state has
// Out:   a state in balls that contain a true one
// How:   Conditions that are linear in a variable eliminate it, in symbols, so that constraints
//        that follow from them vanish identically and are left out. Constraints that depend on
//        others everywhere on the manifold are left out, too (ground_of). The rest is solved in
//        three stages, for parameters, positions and velocities (enclose.c). What the equations
//        leave open is rounded to a few digits, so that a state can be told to people.
// From:  docs/theory/real.md

#include "methods/constraints.h"
#include "ground/branches.h"
#include "ground/balls.h"
#include <math.h>

#define TRIES 40
#define TRIES_SIGNED 20  // first so many with the signs that parameters have
#define FAR 3            // one draw of so many is not near the initial state
#define TRIES_INEXACT 8  // first so many of them again, if none was exact

// What is to be solved, whatever the draw.
typedef struct {
  const Equations *eq;
  Arena *arena, *work;
  unsigned draw;
  const Condition *given;
  size_t n_given;
  // a condition u*v = 0 is met where u vanishes or where v does: which of how many ways
  unsigned branch, branches;
  const Ground *ground;
  Settings eliminated;
  ARRAY(Expr) equations, nonlinear;
} Task;

// Where the search begins, and what it may change.
typedef enum {
  START_HELD,   // at the initial state; what it gives is held
  START_NEAR,   // at the initial state
  START_RANDOM  // near it
} StartKind;

typedef struct {
  const Task *task;
  RealPoint *point;
  StartKind kind;
  uint64_t seed;
  double scale;  // of random differences
  Settings start;
  ARRAY(Expr) equations;
} Attempt;

// --- formulas in terms of the state --------------------------------------------------------------

static Expr quantity_formula(const Equations *eq, QuantityKind kind, size_t index) {
  switch (kind) {
    case QUANTITY_RESIDUAL: return eq->model->constraints.at[index].residual;
    case QUANTITY_ENERGY: return eq->energy;
    case QUANTITY_KINETIC_ENERGY: return eq->kinetic;
    case QUANTITY_POTENTIAL_ENERGY: return eq->potential;
    default: return EXPR_NONE;
  }
}

Expr without_quantities(const Equations *eq, Expr e, Arena *work) {
  const ExprList symbols = expr_symbols(eq->pool, &e, 1, work);
  for (size_t i = 0; i < symbols.n; i++) {
    QuantityKind kind;
    size_t index = 0;
    if (!model_quantity_of(eq->model, symbols.at[i], &kind, &index)) continue;
    if (kind == QUANTITY_LAMBDA || kind == QUANTITY_REACTION) continue;
    const Expr value = quantity_formula(eq, kind, index);
    if (expr_is_none(value)) continue;
    e = expr_substitute(eq->pool, e, &symbols.at[i], &value, 1);
  }
  return e;
}

static Expr in_state(const Equations *eq, Expr e, Arena *work) {
  const FreeSystem s = free_system(eq->model, eq->arena);
  e = in_velocities(&s, without_quantities(eq, e, work), eq->momentum);
  return eq->given.m > 0 ? expr_substitute(eq->pool, e, eq->qd, eq->given.psi, eq->n) : e;
}

Expr real_in_variables(const Equations *eq, Expr C) {
  if (eq->given.m == 0 || expr_is_none(C)) return C;
  const Expr e = expr_substitute(eq->pool, C, eq->qd, eq->given.psi, eq->n);
  if (expr_is_none(e)) (void) expr_trouble(eq->pool);
  return e;
}

Variables velocity_variables(const Equations *eq) {
  return eq->given.m > 0 ? (Variables){eq->given.m, eq->given.z} : (Variables){eq->n, eq->qd};
}

static Expr *parameter_symbols(const Equations *eq, Arena *arena) {
  const Model *model = eq->model;
  Expr *at = ARENA_ARRAY(arena, Expr, model->parameters.n + 1);
  at[0] = EXPR_TIME;
  for (size_t i = 0; i < model->parameters.n; i++) at[i + 1] = model->parameters.at[i].symbol;
  return at;
}

// What a stage is solved for: t and parameters; coordinates; velocities, free speeds or momenta.
static Variables stage_variables(const Equations *eq, size_t stage, Arena *arena) {
  if (stage == STAGE_VELOCITIES) return velocity_variables(eq);
  if (stage == STAGE_POSITIONS) return (Variables){eq->n, eq->q};
  return (Variables){eq->model->parameters.n + 1, parameter_symbols(eq, arena)};
}

// The stage that an equation belongs to: that of its last variable.
static size_t stage_of(const Equations *eq, Expr e, Arena *arena) {
  for (size_t k = STAGES; k-- > 1;) {
    const Variables v = stage_variables(eq, k, arena);
    if (expr_depends_on_any(eq->pool, e, v.at, v.n)) return k;
  }
  return STAGE_PARAMETERS;
}

// --- conditions ----------------------------------------------------------------------------------

static Expr eliminate_in(const Equations *eq, const Settings *eliminated, Expr e) {
  for (size_t i = 0; i < eliminated->n; i++)
    e = expr_substitute(eq->pool, e, &eliminated->at[i].symbol, &eliminated->at[i].value, 1);
  return e;
}

// The value of the variable for which e vanishes; EXPR_NONE where e is not linear in it.
static Expr linear_solution(ExprPool *pool, Expr e, Expr variable, bool *plain) {
  const Expr slope = expr_diff(pool, e, variable), zero = EXPR_ZERO;
  if (expr_same(slope, EXPR_ZERO) || expr_depends(pool, slope, variable)) return EXPR_NONE;
  *plain = expr_is_number(pool, slope);
  const Expr rest = expr_substitute(pool, e, &variable, &zero, 1);
  const Expr solution = expr_neg(pool, expr_div(pool, rest, slope));
  if (expr_is_none(solution)) (void) expr_trouble(pool);
  return solution;
}

// The factor of e that is to vanish on this branch.
static Expr chosen_factor(Task *task, Expr e) {
  const Factors factors = branch_factors(task->eq->pool, e, task->arena);
  if (factors.n == 0) return e;
  const size_t choice = task->branch / task->branches % factors.n;
  task->branches *= (unsigned) factors.n;
  return factors.at[choice];
}

// Solves e for a variable of its stage in which it is linear, one without a factor if there is one.
static bool eliminate_one(Task *task, Expr e) {
  const Equations *eq = task->eq;
  const Variables v = stage_variables(eq, stage_of(eq, e, task->arena), task->arena);
  Setting found = {EXPR_NONE, EXPR_NONE};
  bool plain = false;
  for (size_t i = v.n; i-- > 0 && !plain;) {
    bool is_plain = false;
    if (!expr_depends(eq->pool, e, v.at[i])) continue;
    const Expr solution = linear_solution(eq->pool, e, v.at[i], &is_plain);
    if (expr_is_none(solution) || (!expr_is_none(found.value) && !is_plain)) continue;
    found = (Setting){v.at[i], solution};
    plain = is_plain;
  }
  if (expr_is_none(found.value)) return false;
  array_push(task->arena, &task->eliminated, found);
  return true;
}

// e = 0 by elimination, or later by a stage.
static void settle(Task *task, Expr e) {
  e = chosen_factor(task, e);
  if (!expr_same(e, EXPR_ZERO) && !eliminate_one(task, e))
    array_push(task->arena, &task->nonlinear, e);
}

static Status add_condition(Task *task, Condition given) {
  const Equations *eq = task->eq;
  Expr e = in_state(eq, expr_sub(eq->pool, given.left, given.right), task->work);
  e = eliminate_in(eq, &task->eliminated, e);
  if (expr_is_none(e)) {
    (void) expr_trouble(eq->pool);
    return STATUS_UNABLE;
  }
  settle(task, e);
  return STATUS_OK;
}

// e = 0 for a stage, unless it holds already. STATUS_UNABLE where it cannot hold.
static Status add_equation(Task *task, Expr e) {
  if (expr_is_none(e)) return STATUS_OK;
  e = eliminate_in(task->eq, &task->eliminated, in_state(task->eq, e, task->work));
  if (expr_is_none(e)) {
    (void) expr_trouble(task->eq->pool);
    return STATUS_UNABLE;
  }
  if (expr_is_number(task->eq->pool, e)) return expr_same(e, EXPR_ZERO) ? STATUS_OK : STATUS_UNABLE;
  array_push(task->arena, &task->equations, e);
  return STATUS_OK;
}

static Status task_prepare(Task *task) {
  const Constraints *c = &task->eq->constraints;
  for (size_t i = 0; i < task->n_given; i++) TRY(add_condition(task, task->given[i]));
  for (size_t i = 0; i < task->nonlinear.n; i++) TRY(add_equation(task, task->nonlinear.at[i]));
  // A row that depends on those before it at almost all points does so wherever these are
  // independent, which the enclosure shows: the rank is nowhere larger.
  task->ground = ground_of(task->eq);
  for (size_t a = 0; a < c->r; a++) {
    if (task->ground->redundant[a]) continue;
    TRY(add_equation(task, c->row[a].position));
    TRY(add_equation(task, c->row[a].velocity));
  }
  return STATUS_OK;
}

// --- where to start ------------------------------------------------------------------------------

// Uniform in [-1, 1].
static double random_unit(Attempt *a) {
  a->seed = hash_mix(a->seed + 0x9e3779b97f4a7c15u);
  return (double) (a->seed >> 12) * 0x1p-51 - 1;
}

// The decimal with so many digits that is nearest; 0 for what is no number.
static Expr decimal(ExprPool *pool, double value, int digits) {
  if (!isfinite(value) || value == 0) return EXPR_ZERO;
  const int places = digits - 1 - (int) floor(log10(fabs(value)));
  const Expr unit = expr_pow_ratio(pool, expr_int(pool, 10), ratio_make(pool, -places, 1));
  return expr_mul(pool, expr_int(pool, lround(value * pow(10, places))), unit);
}

static bool find_assignment(const Assignments *list, Expr symbol, Expr *value) {
  for (size_t i = 0; i < list->n; i++) {
    if (!expr_same(list->at[i].symbol, symbol)) continue;
    *value = list->at[i].value;
    return true;
  }
  return false;
}

static bool find_setting(const Settings *list, Expr symbol, Expr *value) {
  for (size_t i = 0; i < list->n; i++) {
    if (!expr_same(list->at[i].symbol, symbol)) continue;
    *value = list->at[i].value;
    return true;
  }
  return false;
}

Expr real_constant(const Equations *eq, Expr e) {
  for (size_t i = eq->model->parameters.n; i-- > 0;) {
    const Parameter *p = &eq->model->parameters.at[i];
    const Expr value = expr_is_none(p->value) ? expr_ratio(eq->pool, 11 + (long) i, 10) : p->value;
    if (expr_depends(eq->pool, e, p->symbol))
      e = expr_substitute(eq->pool, e, &p->symbol, &value, 1);
  }
  return e;
}

Expr real_start_value(const Equations *eq, Expr symbol, Expr otherwise) {
  Expr value;
  size_t i;
  if (model_role(eq->model, symbol, &i) == ROLE_CONSTANT) return real_constant(eq, symbol);
  const bool given = find_assignment(&eq->model->initial, symbol, &value) ||
                     find_assignment(&eq->model->guess, symbol, &value);
  const Expr e = given ? real_constant(eq, value) : otherwise;
  if (!expr_is_none(e)) return e;
  (void) expr_trouble(eq->pool);
  return otherwise;
}

// Near a value. What is positive or negative among parameters stays so.
static Expr random_near(Attempt *a, Expr value, bool keep_sign) {
  ExprPool *pool = a->task->eq->pool;
  const double at = expr_value(pool, value, NULL, NULL, 0), u = a->scale * random_unit(a);
  if (keep_sign && at != 0) return decimal(pool, at * (1 + u / 2), 3);
  // now and then farther away, on the other side of zero
  const double reach = a->task->draw % FAR == FAR - 1 ? 2 * (1 + fabs(at)) : 1;
  return decimal(pool, floor(100 * (at + u * reach) + 0.5) / 100, 3);
}

static void add_start(Attempt *a, Expr symbol, Expr otherwise, bool keep_sign) {
  Expr value = real_start_value(a->task->eq, symbol, otherwise);
  if (a->kind == START_RANDOM) value = random_near(a, value, keep_sign);
  array_push(&a->point->store, &a->start, ((Setting){symbol, value}));
}

static void choose_start(Attempt *a) {
  const Equations *eq = a->task->eq;
  for (size_t k = 0; k < STAGES; k++) {
    const Variables v = stage_variables(eq, k, &a->point->store);
    for (size_t i = 0; i < v.n; i++) {
      const Expr some =
        k == STAGE_VELOCITIES ? expr_ratio(eq->pool, 53 + 7 * (long) i, 100) : EXPR_ZERO;
      add_start(a, v.at[i], some, k == STAGE_PARAMETERS);
    }
  }
}

// --- the stages ----------------------------------------------------------------------------------

void real_define(RealPoint *point, Expr symbol, Expr e) {
  if (expr_is_none(symbol)) return;
  const ArenaMark mark = arena_mark(&point->work);
  arb_ptr ball = vector_make(&point->work, 1);
  value_of_expr(point->eq->pool, e, &point->balls, point->bits, &point->work, ball);
  balls_set(&point->balls, symbol, ball);
  arena_release(&point->work, mark);
}

static bool is_held(const Attempt *a, Expr symbol) {
  Expr value;
  return a->kind == START_HELD && find_assignment(&a->task->eq->model->initial, symbol, &value);
}

// Which variables does the stage change? All others get the values they keep.
static size_t choose_unknowns(Attempt *a, size_t stage, const Expr *equations, size_t rows,
                              Expr *unknown) {
  RealPoint *point = a->point;
  const Variables v = stage_variables(point->eq, stage, &point->store);
  size_t n = 0;
  for (size_t i = 0; i < v.n; i++) {
    Expr value = EXPR_ZERO, ignored;
    bool occurs = false;
    if (find_setting(&a->task->eliminated, v.at[i], &ignored)) continue;
    (void) find_setting(&a->start, v.at[i], &value);
    real_define(point, v.at[i], value);
    for (size_t e = 0; e < rows && !occurs; e++)
      occurs = expr_depends(point->eq->pool, equations[e], v.at[i]);
    if (occurs && !is_held(a, v.at[i]))
      unknown[n++] = v.at[i];
    else
      array_push(&point->store, &point->fixed, ((Setting){v.at[i], value}));
  }
  return n;
}

static bool is_pivot(const Stage *stage, size_t column) {
  for (size_t j = 0; j < stage->rank; j++)
    if (stage->column[j] == column) return true;
  return false;
}

// Rounds what the stage leaves open to this number of digits, and solves for the rest.
static bool round_and_enclose(RealPoint *point, Stage *stage, int digits) {
  const ArenaMark mark = arena_mark(&point->work);
  arb_ptr before = vector_make(&point->work, stage->columns);
  const size_t fixed = point->fixed.n;
  for (size_t j = 0; j < stage->columns; j++)
    arb_set(before + j, balls_get(&point->balls, stage->unknown[j]));
  for (size_t j = 0; j < stage->columns; j++) {
    if (is_pivot(stage, j)) continue;
    const Expr value =
      decimal(point->eq->pool, arf_get_d(arb_midref(before + j), ARF_RND_NEAR), digits);
    real_define(point, stage->unknown[j], value);
    array_push(&point->store, &point->fixed, ((Setting){stage->unknown[j], value}));
  }
  const bool good = stage_enclose(stage, &point->balls, point->bits, &point->work);
  for (size_t j = 0; !good && j < stage->columns; j++)
    balls_set(&point->balls, stage->unknown[j], before + j);
  if (!good) point->fixed.n = fixed;
  arena_release(&point->work, mark);
  return good;
}

static bool solve_stage(Attempt *a, size_t k) {
  RealPoint *point = a->point;
  Arena *arena = &point->store;
  Expr *equations = ARENA_ARRAY(arena, Expr, a->equations.n);
  size_t rows = 0;
  for (size_t i = 0; i < a->equations.n; i++)
    if (stage_of(point->eq, a->equations.at[i], arena) == k) equations[rows++] = a->equations.at[i];
  Expr *unknown = ARENA_ARRAY(arena, Expr, stage_variables(point->eq, k, arena).n);
  const size_t columns = choose_unknowns(a, k, equations, rows, unknown);
  Stage *stage = stage_make(point->eq->pool, equations, rows, unknown, columns, arena);
  point->stage[k] = stage;
  if (!stage_find(stage, &point->balls, &point->work)) return false;
  point->exact = point->exact && stage_is_exact(stage);
  for (int digits = 3; digits <= 17; digits += 7)
    if (round_and_enclose(point, stage, digits)) return true;
  return false;
}

// --- what follows --------------------------------------------------------------------------------

// Eliminated variables, velocities, momenta, quasi-velocities.
static bool define_rest(RealPoint *point) {
  const Equations *eq = point->eq;
  const Model *model = eq->model;
  for (size_t i = point->eliminated.n; i-- > 0;)
    real_define(point, point->eliminated.at[i].symbol, point->eliminated.at[i].value);
  for (size_t i = 0; i < eq->n && eq->given.m > 0; i++)
    real_define(point, eq->qd[i], eq->given.psi[i]);
  for (size_t i = 0; i < eq->n && !momenta_are_state(eq); i++)
    real_define(point, model->coordinates.at[i].p, eq->momentum[i]);
  for (size_t i = 0; i < model->speeds.n; i++)
    if (!expr_is_none(model->speeds.at[i].definition))
      real_define(point, model->speeds.at[i].z, model->speeds.at[i].definition);
  for (size_t i = 0; i < point->balls.ball.n; i++)
    if (!arb_is_finite(&point->balls.ball.at[i])) return false;
  return true;
}

// Momenta and quasi-velocities of the initial state, which are no variables of it.
static bool add_initial(Attempt *a) {
  const Equations *eq = a->task->eq;
  const Variables v = velocity_variables(eq);
  for (size_t i = 0; i < eq->model->initial.n && a->kind == START_HELD; i++) {
    const Assignment *given = &eq->model->initial.at[i];
    const Role role = model_role(eq->model, given->symbol, NULL);
    bool variable = role == ROLE_COORDINATE || role == ROLE_TIME;
    for (size_t k = 0; k < v.n; k++) variable = variable || expr_same(v.at[k], given->symbol);
    if (variable) continue;
    const Expr e = in_state(eq, expr_sub(eq->pool, given->symbol, real_constant(eq, given->value)),
                            a->task->work);
    if (expr_is_none(e)) return false;
    array_push(&a->point->store, &a->equations, eliminate_in(eq, &a->task->eliminated, e));
  }
  return true;
}

// Are the parameters that the model has positive not negative? Conditions may demand that they are:
// this is asked at first only.
static bool signs_are_kept(const RealPoint *point) {
  const Model *model = point->eq->model;
  for (size_t i = 0; i < model->parameters.n; i++) {
    const Expr symbol = model->parameters.at[i].symbol;
    const Expr value = real_constant(point->eq, symbol);
    const bool positive = expr_value(point->eq->pool, value, NULL, NULL, 0) > 0;
    if (positive && arb_is_negative(balls_get(&point->balls, symbol))) return false;
  }
  return true;
}

// Is left = right, as far as the balls tell? False where a side is not defined.
static bool may_hold(RealPoint *point, Expr left, Expr right) {
  const Expr roots[] = {left, right};
  Sheet *sheet = sheet_make(point->eq->pool, roots, 2, &point->work);
  sheet_run(sheet, &point->balls, point->bits);
  return sheet_is_finite(sheet) && arb_overlaps(sheet_value(sheet, 0), sheet_value(sheet, 1));
}

// Conditions and constraints as they were stated: y'/x' = 1 does not hold where both vanish, though
// y' = x' does.
static bool all_hold(const Task *task, RealPoint *point) {
  const Constraints *c = &task->eq->constraints;
  const ArenaMark mark = arena_mark(&point->work);
  bool good = true;
  for (size_t i = 0; i < task->n_given && good; i++) {
    const Expr right = without_quantities(task->eq, task->given[i].right, &point->work);
    const Expr left = without_quantities(task->eq, task->given[i].left, &point->work);
    good = may_hold(point, left, right);
  }
  for (size_t a = 0; a < c->r && good; a++) {
    if (!expr_is_none(c->row[a].position)) good = may_hold(point, c->row[a].position, EXPR_ZERO);
    if (!expr_is_none(c->row[a].velocity))
      good = good && may_hold(point, c->row[a].velocity, EXPR_ZERO);
  }
  arena_release(&point->work, mark);
  return good;
}

static bool attempt(const Task *task, RealPoint *point, StartKind kind, unsigned try) {
  Attempt a = {.task = task, .point = point, .kind = kind};
  a.seed = hash_mix(((uint64_t) task->draw << 32) + try + 1);
  a.scale = task->draw == 0 ? 0.01 * (double) try:
    1 / (double) (1 + try % 4);
  point->balls = (Balls){.arena = &point->store};
  point->ground = task->ground;
  point->eliminated = task->eliminated;
  point->fixed = (Settings){0};
  point->exact = true;
  for (size_t i = 0; i < task->equations.n; i++)
    array_push(&point->store, &a.equations, task->equations.at[i]);
  if (!add_initial(&a)) return false;
  choose_start(&a);
  for (size_t k = 0; k < STAGES; k++)
    if (!solve_stage(&a, k)) return false;
  return define_rest(point) && all_hold(task, point) &&
         (try >= TRIES_SIGNED || signs_are_kept(point));
}

// --- the interface -------------------------------------------------------------------------------

static void clear_point(void *object) {
  real_point_clear(object);
}

void real_point_clear(RealPoint *point) {
  if (point->cleared) return;
  balls_clear(&point->balls);
  arena_clear(&point->store);
  arena_clear(&point->work);
  point->cleared = true;
}

static RealPoint *point_make(const Equations *eq, Arena *arena) {
  RealPoint *point = ARENA_NEW(arena, RealPoint);
  *point = (RealPoint){.eq = eq, .bits = REAL_BITS};
  arena_init(&point->store, arena->allocator, arena->guard);
  arena_init(&point->work, arena->allocator, arena->guard);
  arena_defer(arena, clear_point, point);
  return point;
}

static bool search(const Task *task, RealPoint *point) {
  for (unsigned i = 0; i < TRIES + TRIES_INEXACT; i++) {
    const unsigned try = i % TRIES;
    const StartKind kind = task->draw > 0 || try > 1 ? START_RANDOM
                           : try == 1                ? START_NEAR
                                                     : START_HELD;
    if (attempt(task, point, kind, try) && (point->exact || i >= TRIES)) return true;
    balls_clear(&point->balls);
    arena_clear(&point->store);
  }
  return false;
}

Status real_point(const Equations *eq, const Condition *given, size_t n_given, unsigned draw,
                  Arena *arena, RealPoint **point) {
  unsigned branches = 1;
  *point = point_make(equations_in_time(eq), arena);
  for (unsigned b = 0; b < branches && b < BRANCHES_MOST; b++) {
    Task task = {.eq = (*point)->eq,
                 .arena = arena,
                 .work = &(*point)->work,
                 .draw = draw,
                 .given = given,
                 .n_given = n_given,
                 .branch = draw + b,
                 .branches = 1};
    const Status status = task_prepare(&task);
    arena_clear(&(*point)->work);
    if (status == STATUS_OK && search(&task, *point)) return STATUS_OK;
    branches = task.branches;
  }
  return STATUS_UNABLE;
}

bool real_is_exact(const RealPoint *point) {
  return point->exact;
}

static Status refine(RealPoint *point, int bits) {
  if (point->balls.ball.n == 0) return STATUS_UNABLE;  // it failed before
  point->bits = bits;
  for (size_t i = 0; i < point->fixed.n; i++)
    real_define(point, point->fixed.at[i].symbol, point->fixed.at[i].value);
  for (size_t k = 0; k < STAGES; k++)
    if (!stage_enclose(point->stage[k], &point->balls, point->bits, &point->work))
      return STATUS_UNABLE;
  if (!define_rest(point)) return STATUS_UNABLE;
  return point->moves ? real_motion(point) : STATUS_OK;
}

Status real_refine(RealPoint *point, int bits) {
  const Status status = refine(point, bits);
  if (status != STATUS_OK) balls_clear(&point->balls);  // nothing is known any more
  return status;
}
