// local/flag_at.c: the growth vector at a place, possibly a special one.
//
// In:    a Pfaffian system whose flag is known; values of some coordinates
// Out:   the dimensions of D, D + [D, D], D + [D, D] + [D, [D, D]], ... at the points with these values
// How:   fields that span D near the place are solved for variables whose coefficients do not vanish there.
//        All their brackets [X, [Y, [..., Z]]] up to a length are formed and evaluated: at a special point none
//        may be omitted because it depends on others elsewhere.
// From:  docs/theory/flag.md (3), (5a)
// Law:   at an ordinary place it is the growth vector of flag.c (tests/prop/analysis/prop_flag.c)

#include "algebra/field_linear.h"
#include "expr/field.h"
#include "print/print.h"
#include "ground/field_motion.h"
#include "local/pfaff_impl.h"

#define BRACKETS_MOST 3000  // of all lengths together
#define NODES_MOST 400000   // limit of nodes that they add to the pool
#define POINT_DRAWS 40

typedef struct {
  const Pfaff *p;
  FieldMotion motion;
  FieldPoint *point;
  Expr *field;  // brackets, n components each
  size_t fields, room;
} Growth;

// --- values --------------------------------------------------------------------------------------

// Computes values at the place; returns false if one is undefined there.
static bool values_at(Growth *w, const Expr *at, size_t n, uint64_t *values) {
  Expr *there = ARENA_ARRAY(w->p->arena, Expr, n + 1);
  Fingerprint *both = ARENA_ARRAY(w->p->arena, Fingerprint, n + 1);
  for (size_t i = 0; i < n; i++) there[i] = field_motion_statement(&w->motion, at[i]);
  w->point->lacks_root = 0;
  const bool good = field_point_values(w->point, there, n, both) && w->point->lacks_root == 0;
  for (size_t i = 0; good && i < n; i++) values[i] = both[i].v[0];
  (void) expr_trouble(w->p->pool);
  return good;
}

static size_t rank_of(const Growth *w, const uint64_t *rows, size_t n) {
  const Pfaff *p = w->p;
  size_t *ranks = ARENA_ARRAY(p->arena, size_t, n + 1);
  uint64_t *copy = ARENA_ARRAY(p->arena, uint64_t, n * p->n + 1);
  for (size_t i = 0; i < n * p->n; i++) copy[i] = rows[i];
  field_ranks(0, p->arena, n, p->n, copy, ranks);
  return ranks[n];
}

// Finds a random point of the manifold with the given values, at which the forms are defined.
static Status find_place(Growth *w) {
  const Pfaff *p = w->p;
  uint64_t *values = ARENA_ARRAY(p->arena, uint64_t, p->forms.n * p->n + 1);
  for (unsigned draw = 0; draw < POINT_DRAWS; draw++) {
    TRY(ground_point_given(&w->motion.eq, p->arena, draw, w->motion.conditions.at,
                           w->motion.conditions.n, &w->point));
    field_point_take_roots(w->point, 0, 0);
    if (values_at(w, p->forms.at, p->forms.n * p->n, values)) return STATUS_OK;
  }
  return STATUS_UNABLE;
}

// Does the symbol occur in a function?
static bool is_in_function(const Pfaff *p, Expr symbol) {
  const ExprList nodes = expr_reachable(p->pool, p->forms.at, p->forms.n * p->n, p->arena);
  for (size_t i = 0; i < nodes.n; i++)
    if (expr_kind(p->pool, nodes.at[i]) == EXPR_FUNCTION &&
        expr_depends(p->pool, nodes.at[i], symbol))
      return true;
  return false;
}

// Replaces nonzero numbers in an angle such as 1.2, whose sines the fields do not know. Each becomes a constant, the
// same for equal numbers: nothing is special about it, but 1.2 and 1.2 + pi/2 still differ by pi/2.
static Expr general_value(const Pfaff *p, Expr value) {
  ExprPool *pool = p->pool;
  const bool sum = expr_kind(pool, value) == EXPR_SUM;
  Expr result = EXPR_ZERO;
  for (size_t i = 0; i < (sum ? expr_count(pool, value) : 1); i++) {
    const ExprTerm term =
      sum ? expr_operand(pool, value, i) : (ExprTerm){.e = value, .c = RATIO_ONE};
    Expr part = expr_scale(pool, term.c, term.e);
    if (expr_is_number(pool, part) && !expr_same(part, EXPR_ZERO))
      part = expr_symbol(
        pool, str(text_format(p->arena, "angle(%s)", print_expr_text(pool, part, p->arena))),
        SYMBOL_CONSTANT);
    result = expr_add(pool, result, part);
  }
  return result;
}

static const Condition *general_conditions(const Pfaff *p, const Condition *given, size_t n) {
  Condition *general = ARENA_ARRAY(p->arena, Condition, n + 1);
  for (size_t i = 0; i < n; i++) {
    general[i] = given[i];
    if (is_in_function(p, given[i].left)) general[i].right = general_value(p, given[i].right);
  }
  return general;
}

// --- fields --------------------------------------------------------------------------------------

static Expr *field_of(const Growth *w, size_t k) {
  return w->field + k * w->p->n;
}

// Solves the forms for variables, one for each, with pivots that do not vanish at the place. lead: these variables.
static bool solve_forms(Growth *w, Expr *form, size_t *lead) {
  const Pfaff *p = w->p;
  ExprPool *pool = p->pool;
  const size_t n = p->n, r = p->forms.n;
  uint64_t *value = ARENA_ARRAY(p->arena, uint64_t, n);
  for (size_t i = 0; i < r * n; i++) form[i] = p->forms.at[i];
  for (size_t k = 0; k < r; k++) {
    Expr *row = form + k * n;
    if (!values_at(w, row, n, value)) return false;
    lead[k] = NOWHERE;
    for (size_t i = 0; i < n; i++)
      if (value[i] != 0 &&
          (lead[k] == NOWHERE || expr_weight(pool, row[i]) < expr_weight(pool, row[lead[k]])))
        lead[k] = i;
    if (lead[k] == NOWHERE) return false;  // the forms are dependent there
    const Expr pivot = row[lead[k]];
    for (size_t i = 0; i < n; i++) row[i] = pfaff_tidy(p, expr_div(pool, row[i], pivot));
    for (size_t j = 0; j < r; j++) {
      const Expr factor = form[j * n + lead[k]];
      if (j == k || expr_same(factor, EXPR_ZERO)) continue;
      for (size_t i = 0; i < n; i++)
        form[j * n + i] =
          pfaff_tidy(p, expr_sub(pool, form[j * n + i], expr_mul(pool, factor, row[i])));
    }
  }
  return true;
}

// x_j - sum_k form_k[j] x_lead(k) for every j that is not a lead
static bool make_fields(Growth *w) {
  const Pfaff *p = w->p;
  const size_t n = p->n, r = p->forms.n;
  Expr *form = ARENA_ARRAY(p->arena, Expr, r * n + 1);
  size_t *lead = ARENA_ARRAY(p->arena, size_t, r + 1);
  if (!solve_forms(w, form, lead)) return false;
  for (size_t j = 0; j < n; j++) {
    bool is_lead = false;
    for (size_t k = 0; k < r; k++) is_lead = is_lead || lead[k] == j;
    if (is_lead) continue;
    Expr *field = field_of(w, w->fields++);
    for (size_t i = 0; i < n; i++) field[i] = i == j ? EXPR_ONE : EXPR_ZERO;
    for (size_t k = 0; k < r; k++) field[lead[k]] = expr_neg(p->pool, form[k * n + j]);
  }
  return true;
}

static bool is_zero(const Growth *w, const Expr *field) {
  for (size_t i = 0; i < w->p->n; i++)
    if (!expr_same(field[i], EXPR_ZERO)) return false;
  return true;
}

// Adds the brackets of the first m fields with those from `from` to `to`. Returns false if there are too many.
static bool add_brackets(Growth *w, size_t m, size_t from, size_t to, size_t limit) {
  for (size_t a = 0; a < m; a++)
    for (size_t b = from == 0 ? a + 1 : from; b < to; b++) {
      if (w->fields == BRACKETS_MOST || expr_pool_size(w->p->pool) > limit) return false;
      Expr *field = field_of(w, w->fields);
      pfaff_bracket(w->p, field_of(w, a), field_of(w, b), field);
      for (size_t i = 0; i < w->p->n; i++) field[i] = pfaff_tidy(w->p, field[i]);
      w->fields += !is_zero(w, field);
    }
  return true;
}

// --- the growth ----------------------------------------------------------------------------------

Status pfaff_growth_at(const Pfaff *p, const Condition *given, size_t n, Flag *growth) {
  Growth w = {.p = p,
              .motion = field_motion_open(p->eq, general_conditions(p, given, n), n, p->arena)};
  const size_t most = p->growth.dimension[p->growth.n - 1],
               limit = expr_pool_size(p->pool) + NODES_MOST;
  *growth = (Flag){0};
  TRY(find_place(&w));
  w.field = ARENA_ARRAY(p->arena, Expr, BRACKETS_MOST * p->n);
  if (!make_fields(&w)) return STATUS_DOMAIN;
  uint64_t *value = ARENA_ARRAY(p->arena, uint64_t, BRACKETS_MOST * p->n);
  const size_t m = w.fields;
  for (size_t from = 0, to = m; growth->n < FLAG_MOST;) {
    if (!values_at(&w, field_of(&w, from), (to - from) * p->n, value + from * p->n))
      return STATUS_UNABLE;
    growth->dimension[growth->n++] = rank_of(&w, value, to);
    if (growth->dimension[growth->n - 1] >= most) return STATUS_OK;
    if (!add_brackets(&w, m, from, to, limit)) return STATUS_LIMIT;
    from = to;
    to = w.fields;
    if (from == to) return STATUS_OK;  // nothing more can follow
  }
  return STATUS_LIMIT;
}
