// proof/closed.c: closed forms: solve, shorten with the constraints, prove, name repeated parts.
//
// From:  docs/theory/readable.md, section "Closed forms"
// In:    M u' = F + B^T lambda, A u' = b; or u' = rate + reach lambda, A u' = b
// Out:   u' and lambda as fractions in lowest terms
// Law:   every form has the value of the unshortened solution at random points of the manifold, and
//        that one solves the problem there

#include "proof/closed.h"
#include "algebra/algebra.h"
#include "methods/worksheet.h"
#include "proof/proof_impl.h"
#include <string.h>

#define POINTS 2            // where forms are compared
#define POINT_DRAWS 16      // some of which lie where something divides by zero
#define SHORTEN_ROUNDS 3    // relations used one after the other
#define SHORTEN_TERMS 80    // of a solution; longer ones are not shortened
#define MORE_TERMS 2        // that a form may have, when multiplied out, and still be lighter
#define ELIMINATE_GAIN 0.7  // what eliminating must save: it may divide by what can vanish
#define RELATION_MONOMIALS 16
#define NAME_WEIGHT 9    // a repeated part is named from here on
#define SHARE_WEIGHT 32  // a form may be chosen for a part that it shares with others from here on
#define NAMES_MOST 4

typedef struct {
  Equations *eq;
  Arena *arena;
  size_t m, r, size;  // unknowns, independent constraints, both
  size_t *row;        // the constraints taken
  Expr *K, *f;        // K [u'; lambda] = f
  Expr *relations;    // what vanishes on the manifold
  size_t n_relations;
  FieldPoint *point[POINTS];
  Rationals *field;
  const Rational **relation;
  ARRAY(const Rational *) tried;  // for the unknown at hand
  Memo shared;                    // sums that are in a form already: they can be named
  bool shortened, reactions;
} Closing;

// --- the problem ---------------------------------------------------------------------------------

// What lambda of constraint a adds to equation i.
static Expr reach(const Equations *eq, size_t i, size_t a) {
  return *(eq->rate  ? matrix_entry(&eq->reach, i, a)
           : eq->psi ? matrix_entry(&eq->row_A, a, i)
                     : matrix_entry(&eq->constraints.B, a, i));
}

// Constraints that follow from others on the manifold are left out: with them the problem would be
// regular off the manifold only, and its solution 0/0 on it.
static void choose_rows(Closing *c) {
  const Equations *eq = c->eq;
  c->row = ARENA_ARRAY(c->arena, size_t, eq->rows + 1);
  if (eq->rows == 0) return;
  bool *among = ARENA_ARRAY(c->arena, bool, eq->constraints.r);
  for (size_t a = 0; a < eq->constraints.r; a++) among[a] = a < eq->rows;
  c->r = proof_independent_rows(eq, c->arena, among, c->row);
}

static void put_problem(Closing *c) {
  const Equations *eq = c->eq;
  const size_t m = c->m, size = c->size;
  c->K = ARENA_ARRAY(c->arena, Expr, size * size);
  c->f = ARENA_ARRAY(c->arena, Expr, size);
  for (size_t i = 0; i < size * size; i++) c->K[i] = EXPR_ZERO;
  for (size_t i = 0; i < m; i++) {
    for (size_t j = 0; j < m; j++)
      c->K[i * size + j] = eq->rate ? (i == j ? EXPR_ONE : EXPR_ZERO) : *matrix_entry(&eq->M, i, j);
    for (size_t a = 0; a < c->r; a++) {
      c->K[i * size + m + a] = expr_neg(eq->pool, reach(eq, i, c->row[a]));
      c->K[(m + a) * size + i] = *matrix_entry(&eq->row_A, c->row[a], i);
    }
    c->f[i] = eq->rate ? eq->rate[i] : eq->F[i];
  }
  for (size_t a = 0; a < c->r; a++) c->f[m + a] = eq->row_b[c->row[a]];
}

// Positions and velocities as the method has them, each as something that vanishes.
static void put_relations(Closing *c) {
  const Equations *eq = c->eq;
  c->relations = ARENA_ARRAY(c->arena, Expr, 2 * eq->constraints.r + 1);
  for (size_t a = 0; a < eq->constraints.r; a++) {
    const ConstraintRow *row = &eq->constraints.row[a];
    if (!expr_is_none(row->position)) c->relations[c->n_relations++] = row->position;
    if (expr_is_none(row->velocity)) continue;
    const Expr C = eq->psi == NULL
                     ? row->velocity
                     : expr_substitute(eq->pool, row->velocity, eq->qd, eq->psi, eq->n);
    if (!expr_is_none(C) && !expr_same(C, EXPR_ZERO)) c->relations[c->n_relations++] = C;
  }
}

static Status open_field(Closing *c, const Rational **K, const Rational **f) {
  const size_t size = c->size, n = size * size + size + c->n_relations;
  Expr *roots = ARENA_ARRAY(c->arena, Expr, n);
  memcpy(roots, c->K, size * size * sizeof *roots);
  memcpy(roots + size * size, c->f, size * sizeof *roots);
  if (c->n_relations > 0)
    memcpy(roots + size * size + size, c->relations, c->n_relations * sizeof *roots);
  // shorter forms first: they have fewer generators
  for (size_t i = 0; i < n; i++) roots[i] = algebra_readable(c->eq->pool, roots[i]);
  c->field = rationals_create(c->eq->pool, c->arena, roots, n, ANGLES_WHOLE);
  if (c->field == NULL) return STATUS_LIMIT;
  for (size_t i = 0; i < size * size; i++) K[i] = rational_of(c->field, roots[i]);
  for (size_t i = 0; i < size; i++) f[i] = rational_of(c->field, roots[size * size + i]);
  c->relation = ARENA_ARRAY(c->arena, const Rational *, c->n_relations + 1);
  for (size_t i = 0; i < c->n_relations; i++)
    c->relation[i] = rational_of(c->field, roots[size * size + size + i]);
  return rationals_status(c->field);
}

// --- proofs --------------------------------------------------------------------------------------

static bool find_points(Closing *c) {
  size_t found = 0;
  for (unsigned draw = 0; draw < POINT_DRAWS && found < POINTS; draw++) {
    FieldPoint *point;
    if (proof_point(c->eq, c->arena, draw, &point) != STATUS_OK) return false;
    if (!proof_put_defined(c->eq, point)) continue;
    c->point[found++] = point;
  }
  return found == POINTS;
}

static bool same_value(Closing *c, Expr a, Expr b) {
  for (size_t i = 0; i < POINTS; i++) {
    Fingerprint value[2];
    if (!field_point_values(c->point[i], (Expr[]){a, b}, 2, value)) return false;
    if (value[0].v[0] != value[1].v[0] || value[0].v[1] != value[1].v[1]) return false;
  }
  return true;
}

// Does x solve the problem: as functions, or on the manifold?
static bool is_solution(Closing *c, const Expr *x) {
  ExprPool *pool = c->eq->pool;
  for (size_t i = 0; i < c->size; i++) {
    Expr sum = EXPR_ZERO;
    for (size_t j = 0; j < c->size; j++)
      sum = expr_add(pool, sum, expr_mul(pool, c->K[i * c->size + j], x[j]));
    if (!expr_equal(pool, sum, c->f[i])) return false;
    // at a point of the manifold nothing may divide by zero
    if (c->n_relations > 0 && !same_value(c, sum, c->f[i])) return false;
  }
  return true;
}

// --- shortening ----------------------------------------------------------------------------------

typedef struct {
  const Rational *r;
  Expr e;
} Form;

// The weight of e on the page, where a sum of at least this weight that is in another form already
// is a name.
static double cost(Closing *c, Expr e, uint32_t least) {
  const ExprPool *pool = c->eq->pool;
  const ArenaMark mark = arena_mark(c->arena);
  ARRAY(Expr) open = {0};
  double sum = expr_weight(pool, e);
  array_push(c->arena, &open, e);
  while (open.n > 0) {
    const Expr top = open.at[--open.n];
    const ExprKind kind = expr_kind(pool, top);
    uint32_t ignored;
    if (kind == EXPR_NUMBER || kind == EXPR_SYMBOL || expr_weight(pool, top) < least) continue;
    if (memo_get(&c->shared, top.id, &ignored)) {
      sum -= expr_weight(pool, top) - 1.0;
      continue;
    }
    for (size_t i = 0; i < expr_count(pool, top); i++)
      array_push(c->arena, &open, expr_operand(pool, top, i).e);
  }
  arena_release(c->arena, mark);
  return sum;
}

static void share_sums(Closing *c, Expr e) {
  const ExprPool *pool = c->eq->pool;
  const ExprList parts = expr_reachable(c->eq->pool, &e, 1, c->arena);
  for (size_t i = 0; i < parts.n; i++) {
    const bool sum = expr_kind(pool, parts.at[i]) == EXPR_SUM && expr_count(pool, parts.at[i]) > 1;
    if (sum && expr_weight(pool, parts.at[i]) >= NAME_WEIGHT && !expr_same(parts.at[i], e))
      memo_put(c->arena, &c->shared, parts.at[i].id, 1);
  }
}

// Keeps the candidate if it weighs less than this part of the best so far and has the same values
// on the manifold.
static void consider(Closing *c, const Rational *candidate, Expr original, double part,
                     Form *best) {
  if (candidate == NULL || rational_terms(candidate) > rational_terms(best->r) + MORE_TERMS) return;
  for (size_t i = 0; i < c->tried.n; i++)
    if (rational_same(c->field, c->tried.at[i], candidate)) return;
  array_push(c->arena, &c->tried, candidate);
  const Rational *r = rational_cancel(c->field, candidate);
  const Expr e = algebra_quotient(c->eq->pool, c->field, r);
  if (expr_is_none(e)) return;
  if (cost(c, e, SHARE_WEIGHT) >= part * cost(c, best->e, SHARE_WEIGHT)) return;
  if (same_value(c, e, original)) *best = (Form){r, e};
}

static Expr shorten(Closing *c, Form form) {
  const Expr original = form.e;
  if (rational_terms(form.r) > SHORTEN_TERMS) return original;
  c->tried.n = 0;
  for (int round = 0; round < SHORTEN_ROUNDS; round++) {
    const Form before = form;
    for (size_t i = 0; i < c->n_relations; i++) {
      const Rational *p = c->relation[i];
      for (size_t k = 0; k < RELATION_MONOMIALS; k++)
        consider(c, rational_modulo(c->field, before.r, p, k), original, 1, &form);
      for (size_t k = 0; k < rationals_generators(c->field); k++)
        consider(c, rational_eliminate(c->field, before.r, p, k), original, ELIMINATE_GAIN, &form);
    }
    if (expr_same(form.e, before.e)) break;
    c->shortened = true;
  }
  return form.e;
}

// What the unknown would be without constraints, where no other unknown is in its equation.
static Expr without_reactions(const Closing *c, size_t i) {
  const Equations *eq = c->eq;
  if (c->r == 0 || i >= c->m) return EXPR_ZERO;
  for (size_t j = 0; j < c->m; j++)
    if (j != i && !expr_same(c->K[i * c->size + j], EXPR_ZERO)) return EXPR_ZERO;
  const Expr mass = c->K[i * c->size + i];
  return expr_same(mass, EXPR_ZERO) ? EXPR_ZERO
                                    : algebra_readable(eq->pool, expr_div(eq->pool, c->f[i], mass));
}

// The solution as a whole, or as the free motion and what the constraints add to it, whichever is
// lighter.
static Expr lightest(Closing *c, size_t i, Form form) {
  ExprPool *pool = c->eq->pool;
  const Expr whole = shorten(c, form), free = without_reactions(c, i);
  if (expr_same(free, EXPR_ZERO)) return whole;
  Rationals *field = c->field;
  const Rational *added = rational_sub(field, form.r, rational_of(field, free));
  if (added == NULL) return whole;
  const bool shortened = c->shortened;
  const Form rest = {added, algebra_quotient(pool, field, rational_cancel(field, added))};
  if (expr_is_none(rest.e) || expr_same(rest.e, EXPR_ZERO)) return whole;
  const Expr extra = shorten(c, rest), sum = expr_add(pool, free, extra);
  if (cost(c, sum, NAME_WEIGHT) <= cost(c, whole, NAME_WEIGHT) && same_value(c, sum, form.e))
    return sum;
  c->shortened = shortened;
  return whole;
}

// The candidate if it weighs less and has the same value; original is the unshortened solution.
static Expr better(Closing *c, Expr best, Expr candidate, Expr original) {
  if (expr_is_none(candidate) || cost(c, candidate, NAME_WEIGHT) >= cost(c, best, NAME_WEIGHT))
    return best;
  const bool equal = c->n_relations > 0 ? same_value(c, candidate, original)
                                        : expr_equal(c->eq->pool, candidate, original);
  return equal ? candidate : best;
}

// The free motion and the reactions, with the multipliers in the forms that were found for them.
static Expr by_multipliers(Closing *c, const ClosedForms *forms, size_t i) {
  ExprPool *pool = c->eq->pool;
  Expr sum = without_reactions(c, i);
  if (expr_same(sum, EXPR_ZERO) || forms->main < c->size) return EXPR_NONE;
  for (size_t a = 0; a < c->r; a++) {
    const Expr per_mass = expr_div(pool, reach(c->eq, i, c->row[a]), c->K[i * c->size + i]);
    sum = expr_add(pool, sum,
                   expr_mul(pool, algebra_readable(pool, per_mass), forms->at[c->m + a].value));
  }
  return sum;
}

// Once more by the means that need no field of the problem.
static Expr polished(Closing *c, Expr e) {
  const Expr other = algebra_readable(c->eq->pool, e);
  return cost(c, other, NAME_WEIGHT) < cost(c, e, NAME_WEIGHT) ? other : e;
}

// --- names ---------------------------------------------------------------------------------------

typedef struct {
  Memo count;  // sum -> how often it occurs
  ARRAY(Expr) sums;
} Occurrences;

// Counts the sums that are factors or arguments; what is named is not looked into.
static void count_sums(Closing *c, Expr e, const Memo *named, Occurrences *o) {
  ExprPool *pool = c->eq->pool;
  ARRAY(Expr) open = {0};
  array_push(c->arena, &open, e);
  while (open.n > 0) {
    const Expr top = open.at[--open.n];
    uint32_t n = 0;
    if (memo_get(named, top.id, &n)) continue;
    const ExprKind kind = expr_kind(pool, top);
    if (kind == EXPR_NUMBER || kind == EXPR_SYMBOL) continue;
    if (kind == EXPR_SUM && expr_count(pool, top) > 1 && !expr_same(top, e)) {
      n = 0;
      if (!memo_get(&o->count, top.id, &n)) array_push(c->arena, &o->sums, top);
      memo_put(c->arena, &o->count, top.id, n + 1);
    }
    for (size_t i = 0; i < expr_count(pool, top); i++)
      array_push(c->arena, &open, expr_operand(pool, top, i).e);
  }
}

// A name that neither the model nor the worksheet has.
static bool is_taken(const Equations *eq, const char *name) {
  Thing thing;
  if (model_find(eq->model, str(name), &thing)) return true;
  for (size_t i = 0; i < eq->worksheet.n; i++)
    for (size_t k = 0; k < eq->worksheet.at[i].lines.n; k++)
      if (strcmp(eq->worksheet.at[i].lines.at[k].text, name) == 0) return true;
  return false;
}

// The sum whose naming saves most.
static Expr best_sum(const ExprPool *pool, const Occurrences *o) {
  Expr best = EXPR_NONE;
  uint64_t most = 0;
  for (size_t i = 0; i < o->sums.n; i++) {
    uint32_t count = 0;
    const uint32_t weight = expr_weight(pool, o->sums.at[i]);
    memo_get(&o->count, o->sums.at[i].id, &count);
    const uint64_t saved = (uint64_t) (count - 1) * weight;
    if (count < 2 || weight < NAME_WEIGHT || saved <= most) continue;
    most = saved;
    best = o->sums.at[i];
  }
  return best;
}

static bool is_within(Closing *c, Expr part, Expr e) {
  const ExprList nodes = expr_reachable(c->eq->pool, &e, 1, c->arena);
  for (size_t i = 0; i < nodes.n; i++)
    if (expr_same(nodes.at[i], part) && !expr_same(part, e)) return true;
  return false;
}

// A name stands after those that its value contains; the letters keep their order.
static void sort_names(Closing *c, ClosedForms *forms) {
  const size_t n = forms->named;
  Expr value[NAMES_MOST];
  bool placed[NAMES_MOST] = {false};
  for (size_t k = 0; k < n; k++) {
    size_t next = 0;
    for (bool ready = false; !ready; next += !ready) {
      ready = !placed[next];
      for (size_t i = 0; i < n && ready; i++)
        ready = placed[i] || !is_within(c, forms->names[i].value, forms->names[next].value);
    }
    placed[next] = true;
    value[k] = forms->names[next].value;
  }
  for (size_t k = 0; k < n; k++) forms->names[k].value = value[k];
}

static void name_parts(Closing *c, ClosedForms *forms) {
  static const char *const letters[] = {"Delta", "Theta", "Sigma", "Xi", "Pi", "Upsilon", "Psi"};
  Memo named = {0};
  for (size_t k = 0; k < sizeof letters / sizeof *letters && forms->named < NAMES_MOST; k++) {
    if (is_taken(c->eq, letters[k])) continue;
    Occurrences o = {0};
    for (size_t i = 0; i < forms->main; i++) count_sums(c, forms->at[i].value, &named, &o);
    for (size_t i = 0; i < forms->named; i++) count_sums(c, forms->names[i].value, &named, &o);
    const Expr sum = best_sum(c->eq->pool, &o);
    if (expr_is_none(sum)) return;
    const Expr symbol = work_name(c->eq, letters[k]);
    memo_put(c->arena, &named, sum.id, symbol.id);
    forms->names[forms->named++] = (ClosedForm){symbol, sum};
  }
}

// --- all of it -----------------------------------------------------------------------------------

static Status solve(Closing *c, Expr *x, const Rational **solution) {
  const size_t size = c->size;
  const Rational **K = ARENA_ARRAY(c->arena, const Rational *, size *size);
  const Rational **f = ARENA_ARRAY(c->arena, const Rational *, size);
  TRY(open_field(c, K, f));
  if (!rational_solve(c->field, size, 1, K, f, solution)) return rationals_status(c->field);
  for (size_t i = 0; i < size; i++) {
    x[i] = algebra_quotient(c->eq->pool, c->field, solution[i]);
    if (expr_is_none(x[i])) return STATUS_UNABLE;
  }
  return is_solution(c, x) ? STATUS_OK : STATUS_UNABLE;
}

// Once more, now that all forms are known: what an earlier one could share with a later one.
static void settle(Closing *c, ClosedForms *forms, const Rational **solution, const Expr *x) {
  for (size_t i = 0; i < forms->main; i++) {
    c->shared = (Memo){0};
    for (size_t j = 0; j < forms->main; j++)
      if (j != i) share_sums(c, forms->at[j].value);
    const Expr other = lightest(c, i, (Form){solution[i], x[i]});
    if (cost(c, other, NAME_WEIGHT) < cost(c, forms->at[i].value, NAME_WEIGHT))
      forms->at[i].value = other;
  }
}

// Forms in which the heavy fractions of the problem stand as they are; the multipliers first, which
// the others may contain.
static void put_hidden(Closing *c, ClosedForms *forms, const Expr *x) {
  Expr *other = ARENA_ARRAY(c->arena, Expr, c->size);
  if (!solve_with_hidden(c->eq->pool, c->arena, c->size, c->K, c->f, other)) return;
  c->shared = (Memo){0};
  for (size_t i = forms->main; i-- > 0;) {
    forms->at[i].value = better(c, forms->at[i].value, other[i], x[i]);
    if (i < c->m)
      forms->at[i].value = better(c, forms->at[i].value, by_multipliers(c, forms, i), x[i]);
  }
}

// With the multipliers in the forms that were found for them; EXPR_NONE where these are not unique.
static Expr reaction_by(Closing *c, const ClosedForms *forms, size_t i) {
  ExprPool *pool = c->eq->pool;
  Expr sum = EXPR_ZERO;
  for (size_t a = 0; a < c->r; a++) {
    if (forms->main < c->size) return EXPR_NONE;
    const Expr entry = algebra_readable(pool, reach(c->eq, i, c->row[a]));
    sum = expr_add(pool, sum, expr_mul(pool, entry, forms->at[c->m + a].value));
  }
  return sum;
}

// R_i = sum_a lambda_a reach_ia, where the equations are those of the coordinates or their momenta
static void add_reactions(Closing *c, ClosedForms *forms, const Rational **solution,
                          const Expr *x) {
  const Equations *eq = c->eq;
  Rationals *f = c->field;
  if (c->r == 0 || c->m != eq->n || (eq->psi != NULL && eq->rate == NULL)) return;
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
    if (expr_is_none(form.e) || !expr_equal(eq->pool, form.e, original)) continue;
    const char *name = text_format(eq->arena, "reaction(%s)", eq->model->coordinates.at[i].name);
    const Expr symbol = expr_symbol(eq->pool, str(name), SYMBOL_QUANTITY);
    const Expr value = polished(c, shorten(c, form));
    forms->at[forms->n++] =
      (ClosedForm){symbol, better(c, value, reaction_by(c, forms, i), original)};
  }
}

static Status close_forms(Closing *c, Arena *arena, ClosedForms *forms) {
  const Equations *eq = c->eq;
  put_relations(c);
  if (c->n_relations > 0 && !find_points(c)) return STATUS_UNABLE;
  choose_rows(c);
  c->size = c->m + c->r;
  put_problem(c);
  Expr *x = ARENA_ARRAY(c->arena, Expr, c->size);
  const Rational **solution = ARENA_ARRAY(c->arena, const Rational *, c->size);
  TRY(solve(c, x, solution));
  forms->main = c->r == eq->rows ? c->size : c->m;  // those of dependent constraints are not unique
  forms->at = ARENA_ARRAY(arena, ClosedForm, forms->main + eq->n);
  for (forms->n = 0; forms->n < forms->main; forms->n++) {
    const size_t i = forms->n;
    const Expr symbol = i < c->m ? eq->unknown[i] : eq->constraints.row[c->row[i - c->m]].lambda;
    forms->at[i] = (ClosedForm){symbol, polished(c, lightest(c, i, (Form){solution[i], x[i]}))};
    share_sums(c, forms->at[i].value);
  }
  if (c->n_relations > 0) settle(c, forms, solution, x);
  put_hidden(c, forms, x);
  if (c->reactions) add_reactions(c, forms, solution, x);
  forms->on_manifold = c->shortened;
  forms->names = ARENA_ARRAY(arena, ClosedForm, NAMES_MOST);
  name_parts(c, forms);
  sort_names(c, forms);
  return STATUS_OK;
}

Status closed_forms(Equations *eq, Arena *arena, bool reactions, ClosedForms *forms) {
  *forms = (ClosedForms){0};
  if (eq->m + eq->rows > CLOSED_UNKNOWNS) return STATUS_LIMIT;
  Arena *work = expr_workspace(eq->pool);
  const ArenaMark mark = arena_mark(work);
  Closing c = {.eq = eq, .arena = work, .m = eq->m, .reactions = reactions};
  const Status status = close_forms(&c, arena, forms);
  arena_release(work, mark);
  return status;
}
