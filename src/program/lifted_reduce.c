// program/lifted_reduce.c: eliminates unknowns without inertia, by the relations that contain them.
//
// In:    accelerations of coordinates, angles and movers, and the relations between them
// Out:   the accelerations with an inertia; rows between them that contain no others
// Law:   a row is perpendicular to the columns eliminated from it, so that the eliminated unknowns are free to
//        follow
//
// Example: two masses in the plane with a link between them: (a_2 - a_1 - bias) = J theta''. The component
// perpendicular to J remains as a row, the condition of a rod; the component along J gives theta''.

#include "program/lifted.h"

// --- forms ---------------------------------------------------------------------------------------

LiftedForm lifted_resolved(const Lifted *l, const LiftedForm *form) {
  LiftedForm result = {.constant = EXPR_ZERO}, rest = {.constant = EXPR_ZERO};
  lifted_add_form(l, &rest, form, EXPR_ONE);
  result.constant = rest.constant;
  while (rest.terms.n > 0) {
    const LiftedTerm t = rest.terms.at[--rest.terms.n];
    const LiftedUnknown *u = &l->unknowns.at[t.of];
    if (!u->gone) {
      lifted_add(l, &result, t.of, t.by);
      continue;
    }
    rest.constant = EXPR_ZERO;
    lifted_add_form(l, &rest, &u->is, t.by);
    result.constant = expr_add(l->pool, result.constant, rest.constant);
  }
  return result;
}

static Expr coefficient(const LiftedForm *form, size_t of) {
  for (size_t i = 0; i < form->terms.n; i++)
    if (form->terms.at[i].of == of) return form->terms.at[i].by;
  return EXPR_ZERO;
}

static bool is_massless(const Lifted *l, size_t of) {
  return expr_same(l->unknowns.at[of].mass, EXPR_ZERO);
}

// (6)  The unknown equals this form; its force acts on the unknowns in the form.
static void eliminate(Lifted *l, size_t of, const LiftedForm *is) {
  LiftedUnknown *u = &l->unknowns.at[of];
  u->gone = true;
  u->is = *is;
  for (size_t i = 0; i < is->terms.n; i++) {
    LiftedUnknown *to = &l->unknowns.at[is->terms.at[i].of];
    to->force = expr_add(l->pool, to->force, expr_mul(l->pool, is->terms.at[i].by, u->force));
  }
  array_push(l->arena, &l->gone, of);
}

static void add_row(Lifted *l, const LiftedForm *row, size_t constraint) {
  if (row->terms.n == 0) return;
  array_push(l->arena, &l->rows, *row);
  array_push(l->arena, &l->constraint, constraint);
}

// --- angles --------------------------------------------------------------------------------------

// (4)  alpha = alpha of another + coordinates: eliminates a coordinate without inertia, or the angle itself.
static void reduce_angle(Lifted *l, const LiftedAngle *a) {
  const LiftedForm form = lifted_resolved(l, &a->is);
  for (size_t i = 0; i < form.terms.n; i++) {
    const LiftedTerm t = form.terms.at[i];
    if (t.of >= l->free.n || !is_massless(l, t.of)) continue;
    const Expr inverse = expr_div(l->pool, EXPR_ONE, t.by);
    LiftedForm is = {.constant = EXPR_ZERO};
    lifted_add(l, &is, a->unknown, inverse);
    lifted_add_form(l, &is, &form, expr_neg(l->pool, inverse));
    lifted_add(l, &is, t.of, EXPR_ONE);
    eliminate(l, t.of, &is);
    return;
  }
  if (is_massless(l, a->unknown)) {
    eliminate(l, a->unknown, &form);
    return;
  }
  LiftedForm row = {.constant = EXPR_ZERO};
  lifted_add_form(l, &row, &form, EXPR_ONE);
  lifted_add(l, &row, a->unknown, expr_int(l->pool, -1));
  add_row(l, &row, NOWHERE);
}

// --- movers and frames --------------------------------------------------------------------------------------

// The relation of a mover: 0 = error, of which `rows` components are not identities; and its massless unknowns.
typedef struct {
  size_t rows, massless;
  LiftedForm error[3];
  size_t unknown[3];
  Vec column[3];  // of each of these, minus its coefficients
} Relation;

static bool add_massless(const Lifted *l, Relation *r, size_t of) {
  for (size_t i = 0; i < r->massless; i++)
    if (r->unknown[i] == of) return true;
  if (r->massless == 3) return false;
  Vec column = vec_zero();
  for (size_t k = 0; k < r->rows; k++)
    column.x[k] = expr_neg(l->pool, coefficient(&r->error[k], of));
  r->unknown[r->massless] = of;
  r->column[r->massless++] = column;
  return true;
}

static bool find_massless(const Lifted *l, Relation *r) {
  r->massless = 0;
  for (size_t k = 0; k < r->rows; k++)
    for (size_t i = 0; i < r->error[k].terms.n; i++) {
      const size_t of = r->error[k].terms.at[i].of;
      if (is_massless(l, of) && !add_massless(l, r, of)) return false;
    }
  return true;
}

static bool relation_of(const Lifted *l, const size_t unknown[3], const LiftedForm by[3],
                        Relation *r) {
  *r = (Relation){0};
  for (int k = 0; k < 3; k++) {
    if (unknown[k] == NOWHERE || l->unknowns.at[unknown[k]].gone) continue;
    LiftedForm row = {.constant = EXPR_ZERO};
    const LiftedForm is = lifted_resolved(l, &by[k]);
    lifted_add(l, &row, unknown[k], EXPR_ONE);
    lifted_add_form(l, &row, &is, expr_int(l->pool, -1));
    r->error[r->rows++] = row;
  }
  return find_massless(l, r);
}

// The relation along the axes of the frame that carries the mover. There the column of a joint is constant if it turns
// about a fixed axis, or slides along one.
static bool relation_along(const Lifted *l, const LiftedMover *m, Relation *r) {
  *r = (Relation){.rows = 3};
  for (int k = 0; k < 3; k++) {
    LiftedForm row = {.constant = EXPR_ZERO};
    const LiftedForm carried = lifted_resolved(l, &m->carried[k]);
    lifted_add_form(l, &row, &carried, expr_int(l->pool, -1));
    for (int i = 0; i < 3; i++) {
      const Expr axis = m->carrier->axes[i][k];
      const LiftedForm rest = lifted_resolved(l, &m->rest[i]);
      lifted_add(l, &row, m->unknown[i], axis);
      lifted_add_form(l, &row, &rest, expr_neg(l->pool, axis));
    }
    r->error[k] = row;
  }
  return find_massless(l, r);
}

// sum of direction_k error_k, without massless unknowns
static LiftedForm along(const Lifted *l, const Relation *r, Vec direction) {
  LiftedForm sum = {.constant = EXPR_ZERO};
  for (size_t k = 0; k < r->rows; k++) lifted_add_form(l, &sum, &r->error[k], direction.x[k]);
  size_t kept = 0;
  for (size_t i = 0; i < sum.terms.n; i++)
    if (!is_massless(l, sum.terms.at[i].of)) sum.terms.at[kept++] = sum.terms.at[i];
  sum.terms.n = kept;
  return sum;
}

// Returns the constant factors of a product: the length of a link.
static Expr constant_part(const Lifted *l, Expr e) {
  ExprPool *pool = l->pool;
  if (expr_kind(pool, e) == EXPR_SUM && expr_count(pool, e) == 1) e = expr_operand(pool, e, 0).e;
  if (expr_kind(pool, e) != EXPR_PRODUCT) return EXPR_ONE;
  Expr part = EXPR_ONE;
  for (size_t i = 0; i < expr_count(pool, e); i++) {
    const ExprTerm factor = expr_operand(pool, e, i);
    if (expr_is_constant(pool, factor.e))
      part = expr_mul(pool, part, expr_pow_ratio(pool, factor.e, factor.c));
  }
  return part;
}

static Vec shortened(const Lifted *l, Vec v) {
  Expr part = EXPR_ONE;
  for (int k = 0; k < 3 && expr_same(part, EXPR_ONE); k++) part = constant_part(l, v.x[k]);
  return vec_scale(l->pool, expr_div(l->pool, EXPR_ONE, part), v);
}

static size_t first_coordinate(const Lifted *l, size_t of) {
  if (of < l->free.n) return of;
  for (size_t i = 0; i < l->gone.n; i++)
    if (l->gone.at[i] < l->free.n &&
        !expr_same(coefficient(&l->unknowns.at[l->gone.at[i]].is, of), EXPR_ZERO))
      return l->gone.at[i];
  return 0;
}

// Eliminates the unknown with this column: it is dual . error / divisor, dual being perpendicular to the other
// columns.
static bool follow(Lifted *l, const Relation *r, size_t which, Vec dual) {
  const Expr divisor = vec_dot(l->pool, dual, r->column[which]);
  if (expr_same(divisor, EXPR_ZERO)) return false;
  if (!expr_is_constant(l->pool, divisor)) {
    const size_t coordinate = first_coordinate(l, r->unknown[which]);
    array_push(l->arena, &l->divisors, ((LiftedDivisor){divisor, coordinate}));
  }
  const LiftedForm sum = along(l, r, dual);
  LiftedForm is = {.constant = EXPR_ZERO};
  lifted_add_form(l, &is, &sum, expr_div(l->pool, EXPR_ONE, divisor));
  eliminate(l, r->unknown[which], &is);
  return true;
}

static void keep_along(Lifted *l, const Relation *r, Vec direction) {
  const LiftedForm row = along(l, r, direction);
  add_row(l, &row, NOWHERE);
}

static Vec unit(int k) {
  Vec v = vec_zero();
  v.x[k] = EXPR_ONE;
  return v;
}

// (-v_j, v_i) in the plane of two components
static Vec across(const Lifted *l, Vec v, int i, int j) {
  Vec w = vec_zero();
  w.x[i] = expr_neg(l->pool, v.x[j]);
  w.x[j] = v.x[i];
  return w;
}

static size_t moving_components(Vec v, size_t rows, int at[3]) {
  size_t n = 0;
  for (size_t k = 0; k < rows; k++)
    if (!expr_same(v.x[k], EXPR_ZERO)) at[n++] = (int) k;
  return n;
}

// Returns a component that never vanishes, or -1; a number rather than what parameters may make zero.
static int constant_component(const Lifted *l, Vec v) {
  int found = -1;
  for (int k = 0; k < 3; k++) {
    if (expr_same(v.x[k], EXPR_ZERO)) continue;
    if (expr_kind(l->pool, v.x[k]) == EXPR_NUMBER) return k;
    if (expr_is_constant(l->pool, v.x[k])) found = k;
  }
  return found;
}

// Is there one column, which turns in space? Then no direction across it is always defined.
static bool turns(const Lifted *l, const Relation *r) {
  int at[3];
  return r->massless == 1 && moving_components(r->column[0], r->rows, at) == 3 &&
         constant_component(l, r->column[0]) < 0;
}

// Eliminates one column, by the directions across it.
static bool reduce_one(Lifted *l, const Relation *r) {
  int at[3];
  const Vec column = r->column[0], direction = shortened(l, column);
  const size_t n = moving_components(column, r->rows, at);
  if (n == 0 || turns(l, r)) return false;
  for (size_t k = 0; k < r->rows; k++)
    if (expr_same(column.x[k], EXPR_ZERO)) keep_along(l, r, unit((int) k));
  if (n == 2) keep_along(l, r, across(l, direction, at[0], at[1]));
  const int fixed = constant_component(l, column);
  for (int k = 1; n == 3 && k < 3; k++)
    keep_along(l, r, across(l, direction, fixed, (fixed + k) % 3));
  return follow(l, r, 0, n == 1 ? unit(at[0]) : column);
}

static bool reduce_two(Lifted *l, const Relation *r) {
  ExprPool *pool = l->pool;
  const Vec a = r->column[0], b = r->column[1];
  if (r->rows == 2)
    return follow(l, r, 0, across(l, b, 0, 1)) && follow(l, r, 1, across(l, a, 0, 1));
  const Vec first = shortened(l, a);
  const Vec normal = vec_cross(pool, first, shortened(l, b));
  if (vec_is_zero(normal)) return false;
  keep_along(l, r, normal);
  return follow(l, r, 0, vec_cross(pool, b, normal)) && follow(l, r, 1, vec_cross(pool, normal, a));
}

static bool reduce_three(Lifted *l, const Relation *r) {
  for (size_t i = 0; i < 3; i++) {
    const Vec dual = vec_cross(l->pool, r->column[(i + 1) % 3], r->column[(i + 2) % 3]);
    if (!follow(l, r, i, dual)) return false;
  }
  return true;
}

// (5)
static bool reduce_relation(Lifted *l, const Relation *r) {
  if (r->massless > r->rows) return false;
  switch (r->massless) {
    case 0:
      for (size_t k = 0; k < r->rows; k++) add_row(l, &r->error[k], NOWHERE);
      return true;
    case 1: return reduce_one(l, r);
    case 2: return reduce_two(l, r);
    default: return reduce_three(l, r);
  }
}

static bool reduce_frame(Lifted *l, const LiftedFrame *f) {
  Relation r;
  return relation_of(l, f->unknown, f->is, &r) && reduce_relation(l, &r);
}

static bool reduce_mover(Lifted *l, const LiftedMover *m) {
  Relation r;
  if (!relation_of(l, m->unknown, m->is, &r)) return false;
  if (m->carrier != NULL && turns(l, &r) && !relation_along(l, m, &r)) return false;
  return reduce_relation(l, &r);
}

bool lifted_reduce(Lifted *l) {
  for (size_t i = 0; i < l->angles.n; i++) reduce_angle(l, &l->angles.at[i]);
  for (size_t i = 0; i < l->free.model->frames.n; i++) {
    const LiftedFrame *f = &l->frames[i];
    if (f->there && f->massive && !reduce_frame(l, f)) return false;
  }
  for (size_t i = 0; i < l->movers.n; i++)
    if (!reduce_mover(l, &l->movers.at[i])) return false;
  for (size_t i = 0; i < l->unknowns.n; i++)
    if (!l->unknowns.at[i].gone && is_massless(l, i)) return false;
  return true;
}
