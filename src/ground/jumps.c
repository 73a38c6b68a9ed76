// ground/jumps.c: the size of jumps of formulas.
//
// Law:   beyond the zero of u, |u| = s u, sign(u) = s, if(u, a, b) is a or b, with s = 1 or -1: the jump of a formula
//        is its value with s = 1 minus that with s = -1
// From:  docs/theory/switching.md (1), (9)

#include "ground/jumps.h"
#include "ground/balls.h"
#include "ground/switches.h"

#define JUMPS_MOST 24  // functions that are examined
#define JUMPS_FEW 2    // the same for formulas with more than NODES_MOST parts that jump
#define NODES_MOST 100
#define DRAWS 6  // states at which a function vanishes
#define ROUNDING \
  1e-9  // relative to the size of the parts of a value: tables do not meet at their points to the last digit

typedef struct {
  ExprPool *pool;
  Arena *arena;
  Expr where;
  ARRAY(Expr) from, above, below;  // nodes, and their forms beyond the zero and before it
} Sides;

static Expr put(const Sides *s, Expr e, bool above) {
  return expr_substitute(s->pool, e, s->from.at, above ? s->above.at : s->below.at, s->from.n);
}

static void replace(Sides *s, Expr node, Expr above, Expr below) {
  array_push(s->arena, &s->from, node);
  array_push(s->arena, &s->above, above);
  array_push(s->arena, &s->below, below);
}

// --- u = where rest: its sign is that of `where` times that of `rest` ---------------------------------

// The product in u = +-product, or u itself.
static Expr product_of(ExprPool *pool, Expr u, bool *negative) {
  const bool single = expr_kind(pool, u) == EXPR_SUM && expr_count(pool, u) == 1;
  *negative = single && ratio_sign(pool, expr_operand(pool, u, 0).c) < 0;
  return single ? expr_operand(pool, u, 0).e : u;
}

static bool is_odd(const ExprPool *pool, Ratio c) {
  return ratio_is_integer(pool, c) && !ratio_is_even(pool, c);
}

// Is u the same as `where`? 1: yes; -1: up to the sign; 0: no.
static int same_as(const Sides *s, Expr u) {
  if (expr_equal(s->pool, u, s->where)) return 1;
  return expr_equal(s->pool, u, expr_neg(s->pool, s->where)) ? -1 : 0;
}

// The rest of u after division by `where`, or EXPR_NONE if u does not change its sign with `where`.
static Expr rest_of(const Sides *s, Expr u) {
  ExprPool *pool = s->pool;
  bool negative;
  const int whole = same_as(s, u);
  if (whole != 0) return expr_int(pool, whole);
  const Expr product = product_of(pool, u, &negative);
  if (expr_kind(pool, product) != EXPR_PRODUCT) return EXPR_NONE;
  Expr rest = expr_int(pool, negative ? -1 : 1);
  bool found = false;
  for (size_t i = 0; i < expr_count(pool, product); i++) {
    const ExprTerm factor = expr_operand(pool, product, i);
    const int same = is_odd(pool, factor.c) ? same_as(s, factor.e) : 0;
    found = found || same != 0;
    const Expr part = same != 0 ? expr_int(pool, same) : expr_pow_ratio(pool, factor.e, factor.c);
    rest = expr_mul(pool, rest, part);
  }
  return found ? rest : EXPR_NONE;
}

// Adds the functions at whose zeros u changes its sign: its odd factors.
static void add_places(ExprPool *pool, Expr u, Switches *places, Arena *arena) {
  bool negative;
  const Expr product = product_of(pool, u, &negative);
  if (expr_kind(pool, product) != EXPR_PRODUCT) {
    array_push(arena, places, u);
    return;
  }
  for (size_t i = 0; i < expr_count(pool, product); i++) {
    const ExprTerm factor = expr_operand(pool, product, i);
    if (is_odd(pool, factor.c) && !expr_is_constant(pool, factor.e))
      array_push(arena, places, expr_same_sign(pool, factor.e));
  }
}

// --- both sides ----------------------------------------------------------------------------------

// atan2(u, x) is pi or -pi if u vanishes and x < 0, and has no jump for x > 0.
static Expr half_turn(const Sides *s, Expr node, Expr sign, bool above) {
  const Expr x = put(s, expr_operand(s->pool, node, 1).e, above);
  const Expr beyond = expr_sub(s->pool, EXPR_ONE, expr_call1(s->pool, FN_SIGN, x));
  const Expr turn =
    expr_scale(s->pool, ratio_make(s->pool, 1, 2), expr_mul(s->pool, EXPR_PI, beyond));
  return expr_mul(s->pool, sign, turn);
}

// The form of the node beyond the zero, or before it.
static Expr side(const Sides *s, Expr node, Expr rest, bool above) {
  ExprPool *pool = s->pool;
  const Expr inner = put(s, rest, above), with = above ? inner : expr_neg(pool, inner);
  const Expr sign = expr_call1(pool, FN_SIGN, with);
  switch (expr_function(pool, node)) {
    case FN_ABS: return expr_mul(pool, sign, put(s, expr_operand(pool, node, 0).e, above));
    case FN_SIGN: return sign;
    case FN_IF: {
      const Expr u = put(s, expr_operand(pool, node, 1).e, above),
                 v = put(s, expr_operand(pool, node, 2).e, above);
      return expr_if(pool, with, u, v);
    }
    default: return half_turn(s, node, sign, above);
  }
}

static Expr argument(ExprPool *pool, Expr node) {
  return expr_same_sign(pool, expr_operand(pool, node, 0).e);
}

// The odd factors by which u is divided: at their zeros u goes from one infinity to the other.
static Switches odd_poles(ExprPool *pool, Expr u, Arena *arena) {
  Switches found = {0};
  if (expr_kind(pool, u) != EXPR_PRODUCT) return found;
  for (size_t i = 0; i < expr_count(pool, u); i++) {
    const ExprTerm factor = expr_operand(pool, u, i);
    if (is_odd(pool, factor.c) && ratio_sign(pool, factor.c) < 0)
      array_push(arena, &found, expr_same_sign(pool, factor.e));
  }
  return found;
}

// atan(v/w) is pi/2 on one side of w = 0 and -pi/2 on the other. The sign of the jump is not needed.
static void replace_arcs(Sides *s, const ExprList *nodes) {
  ExprPool *pool = s->pool;
  const Expr quarter = expr_scale(pool, ratio_make(pool, 1, 2), EXPR_PI);
  for (size_t i = 0; i < nodes->n; i++) {
    const Expr node = nodes->at[i];
    if (expr_kind(pool, node) != EXPR_FUNCTION || expr_function(pool, node) != FN_ATAN) continue;
    const Expr u = expr_operand(pool, node, 0).e;
    const Switches poles = odd_poles(pool, u, s->arena);
    for (size_t k = 0; k < poles.n; k++) {
      const int same = same_as(s, poles.at[k]);
      if (same == 0) continue;
      const Expr sign = expr_call1(pool, FN_SIGN, expr_mul(pool, u, s->where));
      if (expr_is_none(sign)) continue;
      const Expr above = expr_mul(pool, quarter, sign), below = expr_neg(pool, above);
      replace(s, node, above, below);
    }
  }
}

static void add(ExprPool *pool, Jumps *found, Expr formula, const ExprList *nodes,
                const Switches *switching, Expr where, Arena *arena) {
  const size_t most = switching->n > NODES_MOST ? JUMPS_FEW : JUMPS_MOST;
  if (found->n >= most || expr_is_number(pool, where)) return;
  for (size_t k = 0; k < found->n; k++)
    if (expr_equal(pool, found->at[k].where, where) ||
        expr_equal(pool, found->at[k].where, expr_neg(pool, where)))
      return;
  Sides s = {.pool = pool, .arena = arena, .where = where};
  replace_arcs(&s, nodes);
  for (size_t i = 0; i < switching->n; i++) {
    const Expr rest = rest_of(&s, argument(pool, switching->at[i]));
    if (expr_is_none(rest)) continue;
    const Expr above = side(&s, switching->at[i], rest, true),
               below = side(&s, switching->at[i], rest, false);
    replace(&s, switching->at[i], above, below);
  }
  const Expr above = put(&s, formula, true), below = put(&s, formula, false);
  const bool none = expr_is_none(above) || expr_is_none(below);
  if (none) (void) expr_trouble(pool);
  array_push(arena, found, ((Jump){where, none ? EXPR_NONE : above, none ? EXPR_NONE : below}));
}

Jumps jumps_of(ExprPool *pool, Expr formula, Arena *arena) {
  Jumps found = {0};
  const ExprList nodes = expr_reachable(pool, &formula, 1, arena);
  const Switches switching = switches_nodes(pool, &formula, 1, arena);
  Switches places = {0};
  for (size_t i = 0; i < switching.n; i++)
    add_places(pool, argument(pool, switching.at[i]), &places, arena);
  for (size_t i = 0; i < places.n; i++)
    add(pool, &found, formula, &nodes, &switching, places.at[i], arena);
  for (size_t i = 0; i < nodes.n; i++) {
    if (expr_kind(pool, nodes.at[i]) != EXPR_FUNCTION ||
        expr_function(pool, nodes.at[i]) != FN_ATAN)
      continue;
    const Switches poles = odd_poles(pool, expr_operand(pool, nodes.at[i], 0).e, arena);
    for (size_t k = 0; k < poles.n; k++)
      add(pool, &found, formula, &nodes, &switching, poles.at[k], arena);
  }
  return found;
}

// --- at real states ------------------------------------------------------------------------------

// Two values that should be equal, and the size of their parts.
typedef struct {
  Expr left, right, size;
  bool by_motion;  // they contain accelerations
} Gap;

typedef ARRAY(Gap) Gaps;

// |a factor| + |b factor|
static Expr size_of(ExprPool *pool, Expr a, Expr b, Expr factor) {
  const Expr left = expr_call1(pool, FN_ABS, expr_mul(pool, a, factor));
  const Expr right = expr_call1(pool, FN_ABS, expr_mul(pool, b, factor));
  return expr_add(pool, left, right);
}

static bool is_open(RealPoint *point, const Gap *gap, ExprPool *pool) {
  double low, high, least, most;
  if (!real_bounds(point, expr_sub(pool, gap->left, gap->right), &low, &high) ||
      !real_bounds(point, gap->size, &least, &most))
    return false;
  return low > ROUNDING * most || high < -ROUNDING * most;
}

// Finds a state at which the conditions hold and one of the gaps is open.
static bool is_any_open(const Equations *eq, const Condition *given, size_t n, const Gaps *gaps,
                        bool for_values, Arena *arena, Expr where, const char **state) {
  RealSource *source = gaps->n > 0 ? real_source(eq, given, n, arena) : NULL;
  if (source == NULL) return false;
  if (for_values) real_hold_parameters(source);
  for (unsigned draw = 0; draw < DRAWS; draw++) {
    RealPoint *point;
    if (real_draw(source, draw, arena, &point) != STATUS_OK) continue;
    // rates of functions of velocities need the motion, others do not
    const bool moves = real_motion(point) == STATUS_OK;
    for (size_t i = 0; i < gaps->n; i++) {
      if ((!moves && gaps->at[i].by_motion) || !is_open(point, &gaps->at[i], eq->pool)) continue;
      const Expr formulas[] = {where, gaps->at[i].left, gaps->at[i].right};
      *state = real_state(point, formulas, 3, arena);
      return true;
    }
    real_point_clear(point);
  }
  return false;
}

static void add_gap(const Equations *eq, Arena *arena, Gaps *gaps, Gap gap) {
  gap.by_motion = expr_depends_on_any(eq->pool, gap.left, eq->qdd, eq->n);
  if (!expr_equal(eq->pool, expr_sub(eq->pool, gap.left, gap.right), EXPR_ZERO))
    array_push(arena, gaps, gap);
}

bool jump_is_passed(const Equations *eq, const Condition *given, size_t n, const Jump *jump,
                    Arena *arena, const char **state) {
  ExprPool *pool = eq->pool;
  Condition *all = ARENA_ARRAY(arena, Condition, n + 1);
  for (size_t i = 0; i < n; i++) all[i] = given[i];
  all[n] = (Condition){jump->where, EXPR_ZERO};
  const Expr pace = expr_rate(pool, jump->where);
  if (expr_is_none(jump->above) || expr_is_none(pace)) {
    (void) expr_trouble(pool);
    return false;
  }
  Gaps gaps = {0};
  const Expr above = expr_mul(pool, jump->above, pace), below = expr_mul(pool, jump->below, pace);
  add_gap(eq, arena, &gaps,
          (Gap){.left = above, .right = below, .size = size_of(pool, above, below, EXPR_ONE)});
  return is_any_open(eq, all, n + 1, &gaps, false, arena, jump->where, state);
}

const ConstraintRow *jumps_of_constraint(const Equations *eq, const Condition *given, size_t n,
                                         Arena *arena, Expr *where) {
  const char *state;
  for (size_t a = 0; a < eq->constraints.r; a++) {
    const ConstraintRow *row = &eq->constraints.row[a];
    if (expr_is_none(row->velocity)) continue;
    const Jumps jumps = jumps_of(eq->pool, real_state_formula(eq, row->velocity, arena), arena);
    for (size_t k = 0; k < jumps.n; k++) {
      *where = jumps.at[k].where;
      if (jump_is_passed(eq, given, n, &jumps.at[k], arena, &state)) return row;
    }
  }
  return NULL;
}

// --- Lagrangians that jump -----------------------------------------------------------------------

// a b - c d
static Expr minus_product(ExprPool *pool, Expr a, Expr b, Expr c, Expr d) {
  const Expr left = expr_mul(pool, a, b), right = expr_mul(pool, c, d);
  return expr_sub(pool, left, right);
}

// (9)  Across u(q, t) = 0 momenta change by c u_q and the energy by -c u_t (Weierstrass and Erdmann): velocities can
//      continue unchanged if L changes by c u', which is the rate of a function. Across u(q, q', t) = 0 neither L nor
//      its momenta may change.
static Gaps impulses(const Equations *eq, const Jump *jump, Arena *arena) {
  ExprPool *pool = eq->pool;
  Gaps gaps = {0};
  const Expr A = jump->above, B = jump->below;
  const bool by_velocities = expr_depends_on_any(pool, jump->where, eq->qd, eq->n) ||
                             expr_depends_on_any(pool, jump->where, eq->state.z, eq->beside);
  if (by_velocities)
    add_gap(eq, arena, &gaps, (Gap){.left = A, .right = B, .size = size_of(pool, A, B, EXPR_ONE)});
  const Expr pace = by_velocities ? EXPR_ONE : expr_rate(pool, jump->where);
  for (size_t i = 0; i < eq->n; i++) {
    const Expr p = expr_diff(pool, A, eq->qd[i]), r = expr_diff(pool, B, eq->qd[i]),
               along = by_velocities ? EXPR_ZERO : expr_diff(pool, jump->where, eq->q[i]);
    const Expr by_pace = size_of(pool, p, r, pace), by_way = size_of(pool, A, B, along),
               size = expr_add(pool, by_pace, by_way);
    const Expr left = minus_product(pool, p, pace, A, along),
               right = minus_product(pool, r, pace, B, along);
    add_gap(eq, arena, &gaps, (Gap){.left = left, .right = right, .size = size});
  }
  return gaps;
}

bool jumps_of_lagrangian(const Equations *eq, Arena *arena, Expr *where, const char **state) {
  const Jumps jumps = jumps_of(eq->pool, eq->lagrangian, arena);
  for (size_t k = 0; k < jumps.n; k++) {
    const Jump *jump = &jumps.at[k];
    if (expr_is_none(jump->above) || expr_is_constant(eq->pool, jump->where)) continue;
    const Gaps gaps = impulses(eq, jump, arena);
    *where = jump->where;
    if (is_any_open(eq, &(Condition){jump->where, EXPR_ZERO}, 1, &gaps, true, arena, jump->where,
                    state))
      return true;
  }
  return false;
}
