// solve/closed.c: closed forms: solve, shorten with the constraints, prove, name repeated parts.
//
// From:  docs/theory/readable.md, section "Closed forms"
// In:    M u' = F + B^T lambda, A u' = b; or u' = rate + reach lambda, A u' = b
// Out:   u' and lambda as fractions in lowest terms
// Law:   every form has the value of the unshortened solution at random points of the manifold, and
//        the unshortened solution solves the problem there

#include "solve/closed_impl.h"
#include "ground/branches.h"
#include <string.h>

#define POINT_DRAWS 40   // at some of which something divides by zero or a root is missing
#define DERIVED_TERMS 6  // of a relation that follows from two others

// --- the problem ---------------------------------------------------------------------------------

// The coefficient of lambda of constraint a in equation i.
static Expr reach(const Equations *eq, size_t i, size_t a) {
  const Problem *p = &eq->problem;
  return *(p->rate != NULL ? matrix_entry(&p->reach, i, a) : matrix_entry(&p->B, a, i));
}

// Omits constraints that follow from others on the manifold: with them the problem would be regular only off the
// manifold, and its solution 0/0 on it.
static void choose_rows(Closing *c) {
  const Equations *eq = c->eq;
  c->row = ARENA_ARRAY(c->arena, size_t, eq->problem.rows + 1);
  if (eq->problem.rows == 0) return;
  bool *among = ARENA_ARRAY(c->arena, bool, eq->constraints.r);
  for (size_t a = 0; a < eq->constraints.r; a++) among[a] = a < eq->problem.rows;
  c->r = ground_independent_rows(eq, c->arena, among, c->row);
}

static void put_problem(Closing *c) {
  const Equations *eq = c->eq;
  const size_t m = c->m, size = c->size;
  c->K = ARENA_ARRAY(c->arena, Expr, size * size);
  c->f = ARENA_ARRAY(c->arena, Expr, size);
  for (size_t i = 0; i < size * size; i++) c->K[i] = EXPR_ZERO;
  for (size_t i = 0; i < m; i++) {
    for (size_t j = 0; j < m; j++)
      c->K[i * size + j] =
        eq->problem.rate ? (i == j ? EXPR_ONE : EXPR_ZERO) : *matrix_entry(problem_M(&eq->problem), i, j);
    for (size_t a = 0; a < c->r; a++) {
      c->K[i * size + m + a] = expr_neg(eq->pool, reach(eq, i, c->row[a]));
      c->K[(m + a) * size + i] = *matrix_entry(&eq->problem.A, c->row[a], i);
    }
    c->f[i] = eq->problem.rate ? eq->problem.rate[i] : problem_F(&eq->problem)[i];
  }
  for (size_t a = 0; a < c->r; a++) c->f[m + a] = eq->problem.b[c->row[a]];
}

// Collects the constraints on positions and velocities, in the method's unknowns, as expressions that vanish.
static void put_relations(Closing *c) {
  const Equations *eq = c->eq;
  c->relations = ARENA_ARRAY(c->arena, Expr, 2 * eq->constraints.r + 1);
  for (size_t a = 0; a < eq->constraints.r; a++) {
    const ConstraintRow *row = &eq->constraints.row[a];
    if (!expr_is_none(row->position)) c->relations[c->n_relations++] = row->position;
    if (expr_is_none(row->velocity)) continue;
    const Expr C = free_in_unknowns(eq, &eq->problem, row->velocity);
    if (!expr_is_none(C) && !expr_same(C, EXPR_ZERO)) c->relations[c->n_relations++] = C;
  }
}

// Eliminates a variable from two relations: with x*px + y*py = 0, x^2 + y^2 = r^2 becomes y^2*(px^2 + py^2) = r^2*px^2.
static void derive_relations(Closing *c) {
  for (size_t i = 0; i < c->n_relations; i++)
    for (size_t j = 0; j < c->n_relations; j++)
      for (size_t g = 0; i != j && g < rationals_generators(c->field); g++) {
        if (c->n_derived == DERIVED_MOST) return;
        const Rational *r = rational_eliminate(c->field, c->relation[i], c->relation[j], g);
        if (r != NULL && rational_terms(r) <= DERIVED_TERMS && !rational_is_zero(c->field, r))
          c->derived[c->n_derived++] = r;
      }
}

static Status open_field(Closing *c, const Rational **K, const Rational **f) {
  const size_t size = c->size, n = size * size + size + c->n_relations;
  Expr *roots = ARENA_ARRAY(c->arena, Expr, n);
  memcpy(roots, c->K, size * size * sizeof *roots);
  memcpy(roots + size * size, c->f, size * sizeof *roots);
  if (c->n_relations > 0)
    memcpy(roots + size * size + size, c->relations, c->n_relations * sizeof *roots);
  // shorter forms first: they have fewer generators. A relation is replaced by its numerator
  for (size_t i = 0; i < n; i++) {
    roots[i] = algebra_readable(c->eq->pool, roots[i]);
    if (i >= size * size + size) roots[i] = branches_numerator(c->eq->pool, roots[i]);
  }
  c->field = rationals_create(c->eq->pool, c->arena, roots, n, ANGLES_WHOLE);
  if (c->field == NULL) return STATUS_LIMIT;
  for (size_t i = 0; i < size * size; i++) K[i] = rational_of(c->field, roots[i]);
  for (size_t i = 0; i < size; i++) f[i] = rational_of(c->field, roots[size * size + i]);
  c->relation = ARENA_ARRAY(c->arena, const Rational *, c->n_relations + 1);
  for (size_t i = 0; i < c->n_relations; i++)
    c->relation[i] = rational_of(c->field, roots[size * size + size + i]);
  TRY(rationals_status(c->field));
  derive_relations(c);
  return STATUS_OK;
}

// --- proofs --------------------------------------------------------------------------------------

static bool has_roots(Closing *c) {
  const size_t n = c->size * c->size;
  const ExprList parts[] = {expr_reachable(c->eq->pool, c->K, n, c->arena),
                            expr_reachable(c->eq->pool, c->f, c->size, c->arena)};
  for (size_t k = 0; k < 2; k++)
    for (size_t i = 0; i < parts[k].n; i++)
      if (branches_is_root(c->eq->pool, parts[k].at[i])) return true;
  return false;
}

// Fingerprints do not know that the square of a root is its radicand. If there are roots, they are roots in the fields,
// and only points at which all of them exist are used.
static bool take_roots(Closing *c, FieldPoint *point, unsigned draw) {
  const size_t n = c->size * c->size;
  Fingerprint *values = ARENA_ARRAY(c->arena, Fingerprint, n + c->size);
  field_point_take_roots(point, 0, hash_mix(draw + 1) | 1);
  point->lacks_root = 0;
  return field_point_values(point, c->K, n, values) &&
         field_point_values(point, c->f, c->size, values) && !point->lacks_root;
}

static bool find_points(Closing *c) {
  size_t found = 0;
  for (unsigned draw = 0; draw < POINT_DRAWS && found < CLOSED_POINTS; draw++) {
    FieldPoint *point;
    if (ground_point(c->eq, c->arena, draw, &point) != STATUS_OK) return false;
    if (!field_motion_define(c->eq, point) || (c->rooted && !take_roots(c, point, draw))) continue;
    c->point[found++] = point;
  }
  return found == CLOSED_POINTS;
}

// Compares at the points of find_points, which exist only if there are relations or roots.
static bool closing_same(Closing *c, Expr a, Expr b) {
  for (size_t i = 0; i < CLOSED_POINTS; i++) {
    Fingerprint value[2];
    if (!field_point_values(c->point[i], (Expr[]){a, b}, 2, value)) return false;
    if (value[0].v[0] != value[1].v[0] || value[0].v[1] != value[1].v[1]) return false;
  }
  return true;
}

bool closing_equal(Closing *c, Expr a, Expr b) {
  return c->n_relations > 0 || c->rooted ? closing_same(c, a, b) : expr_equal(c->eq->pool, a, b);
}

// Does x solve the problem: as functions, or on the manifold?
static bool is_solution(Closing *c, const Expr *x) {
  ExprPool *pool = c->eq->pool;
  for (size_t i = 0; i < c->size; i++) {
    const Expr sum = expr_dot(pool, c->K + i * c->size, 1, x, c->size);
    if (!c->rooted && !expr_equal(pool, sum, c->f[i])) return false;
    // at a point of the manifold, nothing may divide by zero
    if (!closing_equal(c, sum, c->f[i])) return false;
  }
  return true;
}

// --- forms ---------------------------------------------------------------------------------------

// Does the equation contain no other unknown u'?
static bool stands_alone(const Closing *c, size_t i) {
  if (c->r == 0 || i >= c->m || expr_same(c->K[i * c->size + i], EXPR_ZERO)) return false;
  for (size_t j = 0; j < c->m; j++)
    if (j != i && !expr_same(c->K[i * c->size + j], EXPR_ZERO)) return false;
  return true;
}

// The unknown without constraints, or 0 if its row contains other unknowns, too.
static Expr without_reactions(const Closing *c, size_t i) {
  ExprPool *pool = c->eq->pool;
  if (!stands_alone(c, i)) return EXPR_ZERO;
  return algebra_readable(pool, expr_div(pool, c->f[i], c->K[i * c->size + i]));
}

// The solution as a whole, or as the free motion plus the contribution of the constraints, whichever is lighter.
static Expr lightest(Closing *c, size_t i, Form form) {
  ExprPool *pool = c->eq->pool;
  const Expr whole = closing_shorten(c, form), free = without_reactions(c, i);
  if (expr_same(free, EXPR_ZERO)) return whole;
  Rationals *field = c->field;
  const Rational *added = rational_sub(field, form.r, rational_of(field, free));
  if (added == NULL) return whole;
  const bool shortened = c->shortened;
  const Form rest = {added, algebra_quotient(pool, field, rational_cancel(field, added))};
  if (expr_is_none(rest.e) || expr_same(rest.e, EXPR_ZERO)) return whole;
  const Expr extra = closing_shorten(c, rest), sum = expr_add(pool, free, extra);
  if (closing_cost(c, sum, NAME_WEIGHT) <= closing_cost(c, whole, NAME_WEIGHT) &&
      closing_equal(c, sum, form.e))
    return sum;
  c->shortened = shortened;
  return whole;
}

// The coefficient of lambda of the a-th constraint used in equation i, in lowest terms.
static Expr short_reach(Closing *c, size_t i, size_t a) {
  const Expr entry = algebra_readable(c->eq->pool, reach(c->eq, i, c->row[a]));
  const Rational *r = rational_of(c->field, entry);
  const Expr form = r == NULL ? EXPR_NONE : algebra_quotient(c->eq->pool, c->field, r);
  return expr_is_none(form) || !closing_equal(c, form, entry) ? entry : form;
}

// The free motion plus the reactions, with the multipliers in the forms found for them.
static Expr by_multipliers(Closing *c, const ClosedForms *forms, size_t i) {
  ExprPool *pool = c->eq->pool;
  if (!stands_alone(c, i) || forms->main < c->size) return EXPR_NONE;
  Expr sum = without_reactions(c, i);
  for (size_t a = 0; a < c->r; a++) {
    const Expr per_mass = expr_div(pool, short_reach(c, i, a), c->K[i * c->size + i]);
    sum = expr_add(pool, sum,
                   expr_mul(pool, algebra_readable(pool, per_mass), forms->at[c->m + a].value));
  }
  return sum;
}

// --- all of it -----------------------------------------------------------------------------------

static Status solve(Closing *c, Expr *x, const Rational **solution) {
  const size_t size = c->size;
  const Rational **K = ARENA_ARRAY(c->arena, const Rational *, size * size);
  const Rational **f = ARENA_ARRAY(c->arena, const Rational *, size);
  TRY(open_field(c, K, f));
  if (!rational_solve(c->field, size, 1, K, f, solution)) return rationals_status(c->field);
  for (size_t i = 0; i < size; i++) {
    x[i] = algebra_quotient(c->eq->pool, c->field, solution[i]);
    if (expr_is_none(x[i])) return STATUS_UNABLE;
  }
  return is_solution(c, x) ? STATUS_OK : STATUS_UNABLE;
}

// Tries again, now that all forms are known: an earlier one may share parts with a later one.
static void settle(Closing *c, ClosedForms *forms, const Rational **solution, const Expr *x) {
  for (size_t i = 0; i < forms->main; i++) {
    c->shared = (Memo){0};
    for (size_t j = 0; j < forms->main; j++)
      if (j != i) closing_share(c, forms->at[j].value);
    const Expr other = lightest(c, i, (Form){solution[i], x[i]});
    if (closing_cost(c, other, NAME_WEIGHT) < closing_cost(c, forms->at[i].value, NAME_WEIGHT))
      forms->at[i].value = other;
  }
}

// Tries forms that keep the heavy fractions of the problem unchanged; the multipliers first, which the others may
// contain.
static void put_others(Closing *c, ClosedForms *forms, const Expr *x) {
  Expr *other = ARENA_ARRAY(c->arena, Expr, c->size);
  const bool hidden = solve_with_hidden(c->eq->pool, c->arena, c->size, c->K, c->f, other);
  c->shared = (Memo){0};
  for (size_t i = forms->main; i-- > 0;) {
    Expr *value = &forms->at[i].value;
    *value = closing_polish(c, *value);
    if (hidden) *value = closing_better(c, *value, other[i], x[i]);
    if (i < c->m) *value = closing_better(c, *value, by_multipliers(c, forms, i), x[i]);
  }
}

// The reaction with the multipliers in the forms found for them, or EXPR_NONE if these are not unique.
static Expr reaction_by(Closing *c, const ClosedForms *forms, size_t i) {
  ExprPool *pool = c->eq->pool;
  Expr sum = EXPR_ZERO;
  for (size_t a = 0; a < c->r; a++) {
    if (forms->main < c->size) return EXPR_NONE;
    sum = expr_add(pool, sum, expr_mul(pool, short_reach(c, i, a), forms->at[c->m + a].value));
  }
  return sum;
}

// Adds R_i = sum_a lambda_a reach_ia, if the equations are those of the coordinates or their momenta
static void add_reactions(Closing *c, ClosedForms *forms, const Rational **solution,
                          const Expr *x) {
  const Equations *eq = c->eq;
  Rationals *f = c->field;
  const bool of_coordinates = equations_are_free(eq) && free_in_velocities(eq);
  if (c->r == 0 || c->m != eq->n || (eq->problem.rate == NULL && !of_coordinates)) return;
  for (size_t i = 0; i < eq->n; i++) {
    const Rational *sum = rational_of(f, EXPR_ZERO);
    Expr original = EXPR_ZERO;
    for (size_t a = 0; a < c->r; a++) {
      const Expr entry = algebra_readable(eq->pool, reach(eq, i, c->row[a]));
      sum = rational_add(f, sum, rational_mul(f, rational_of(f, entry), solution[c->m + a]));
      original = expr_add(eq->pool, original, expr_mul(eq->pool, entry, x[c->m + a]));
    }
    if (sum == NULL) return;
    const Form form = {sum, algebra_quotient(eq->pool, f, rational_cancel(f, sum))};
    if (expr_is_none(form.e)) continue;
    if (c->rooted ? !closing_same(c, form.e, original) : !expr_equal(eq->pool, form.e, original))
      continue;
    const char *name = text_format(eq->arena, "reaction(%s)", eq->model->coordinates.at[i].name);
    const Expr symbol = expr_symbol(eq->pool, str(name), SYMBOL_QUANTITY);
    const Expr value = closing_polish(c, closing_shorten(c, form));
    forms->at[forms->n++] =
      (ClosedForm){symbol, closing_better(c, value, reaction_by(c, forms, i), original)};
  }
}

static Status close_forms(Closing *c, Arena *arena, ClosedForms *forms) {
  const Equations *eq = c->eq;
  put_relations(c);
  choose_rows(c);
  c->size = c->m + c->r;
  put_problem(c);
  c->rooted = has_roots(c);
  if ((c->n_relations > 0 || c->rooted) && !find_points(c)) return STATUS_UNABLE;
  Expr *x = ARENA_ARRAY(c->arena, Expr, c->size);
  const Rational **solution = ARENA_ARRAY(c->arena, const Rational *, c->size);
  TRY(solve(c, x, solution));
  forms->main =
    c->r == eq->problem.rows ? c->size : c->m;  // those of dependent constraints are not unique
  forms->at = ARENA_ARRAY(arena, ClosedForm, forms->main + eq->n);
  for (forms->n = 0; forms->n < forms->main; forms->n++) {
    const size_t i = forms->n;
    const Expr symbol = i < c->m ? eq->problem.ud[i] : eq->constraints.row[c->row[i - c->m]].lambda;
    forms->at[i] =
      (ClosedForm){symbol, closing_polish(c, lightest(c, i, (Form){solution[i], x[i]}))};
    closing_share(c, forms->at[i].value);
  }
  if (c->n_relations > 0) settle(c, forms, solution, x);
  put_others(c, forms, x);
  if (c->reactions) add_reactions(c, forms, solution, x);
  forms->on_manifold = c->shortened;
  forms->names = ARENA_ARRAY(arena, ClosedForm, NAMES_MOST);
  closing_name_parts(c, forms);
  return STATUS_OK;
}

Status closed_forms(Equations *eq, Arena *arena, bool reactions, ClosedForms *forms) {
  *forms = (ClosedForms){0};
  if (eq->problem.m + eq->problem.rows > CLOSED_UNKNOWNS) return STATUS_LIMIT;
  Arena *work = expr_workspace(eq->pool);
  const ArenaMark mark = arena_mark(work);
  Closing c = {.eq = eq, .arena = work, .m = eq->problem.m, .reactions = reactions};
  const Status status = close_forms(&c, arena, forms);
  arena_release(work, mark);
  return status;
}
