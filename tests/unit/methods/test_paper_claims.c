// tests/unit/methods/test_paper_claims.c: what the papers print, claim by claim as the models state
// it: equations, first integrals and redundant constraints; under further conditions if points
// can be found that meet them.
//
// Law:   a claim holds on the constraint manifold, a denied one does not.
// Judge: arithmetic in two finite fields of about 2^61 elements at random points of the manifold;
//        accelerations, multipliers and reactions there by elimination of
//        M q'' = F + B^T lambda, A q'' = b. No tolerance.

#include "proof/in_mode.h"
#include "support/desk.h"

#include "algebra/field_linear.h"
#include "expr/field.h"
#include "methods/constraints.h"
#include "methods/methods.h"
#include "proof/proof.h"
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DRAWS 3
#define PINS_MOST 8
#define DRAWS_WITH_ROOT 40  // fewer than 3 of them with a root: odds of 1 in 1000

typedef struct {
  Desk *desk;
  Model *model;
  Equations eq;
  FieldPoint *point;
  Expr pinned[PINS_MOST], pin[PINS_MOST];  // symbols that conditions give a value
  size_t pins;
} FieldMotion;

static Expr with_pins(const FieldMotion *c, Expr e) {
  for (size_t i = 0; i < c->pins; i++)
    e = expr_substitute(c->desk->pool, e, &c->pinned[i], &c->pin[i], 1);
  return e;
}

static Fingerprint value_of(FieldMotion *c, Expr e) {
  Fingerprint value;
  e = with_pins(c, e);
  assert_true(field_point_values(c->point, &e, 1, &value));
  return value;
}

static Fingerprint add(Fingerprint a, Fingerprint b) {
  for (int k = 0; k < FIELD_COUNT; k++) a.v[k] = field_add(k, a.v[k], b.v[k]);
  return a;
}

static Fingerprint times(Fingerprint a, Fingerprint b) {
  for (int k = 0; k < FIELD_COUNT; k++) a.v[k] = field_mul(k, a.v[k], b.v[k]);
  return a;
}

static bool is_zero(Fingerprint a) {
  return a.v[0] == 0 && a.v[1] == 0;
}

// Solves A x = b with rows*columns values; asserts that there is a solution.
static void solve(FieldMotion *c, size_t rows, size_t columns, const Fingerprint *A,
                  const Fingerprint *b, Fingerprint *x) {
  Arena *arena = &c->desk->arena;
  for (int k = 0; k < FIELD_COUNT; k++) {
    uint64_t *a = ARENA_ARRAY(arena, uint64_t, rows * columns),
             *f = ARENA_ARRAY(arena, uint64_t, rows), *y = ARENA_ARRAY(arena, uint64_t, columns);
    for (size_t i = 0; i < rows * columns; i++) a[i] = A[i].v[k];
    for (size_t i = 0; i < rows; i++) f[i] = b[i].v[k];
    assert_true(field_solve(k, arena, rows, columns, a, f, y, NULL));
    for (size_t i = 0; i < columns; i++) x[i].v[k] = y[i];
  }
}

static void set(FieldMotion *c, Expr symbol, Fingerprint value) {
  if (!expr_is_none(symbol)) field_point_set(c->point, symbol, value);
}

static void set_named(FieldMotion *c, const char *what, const char *name, Fingerprint value) {
  Expr symbol;
  if (expr_find_symbol(c->desk->pool, str(text_format(&c->desk->arena, "%s(%s)", what, name)),
                       &symbol))
    set(c, symbol, value);
}

// --- the motion at a point -----------------------------------------------------------------------

// q'' and B^T lambda, or p' and A_p^T lambda; the multipliers of least norm, lambda = B y
static void set_motion(FieldMotion *c, Fingerprint *x, Fingerprint *push) {
  const Equations *eq = &c->eq;
  const size_t n = eq->n, r = eq->constraints.r, size = n + r;
  Arena *arena = &c->desk->arena;
  Fingerprint *K = ARENA_ARRAY(arena, Fingerprint, size * size),
              *f = ARENA_ARRAY(arena, Fingerprint, size),
              *y = ARENA_ARRAY(arena, Fingerprint, size),
              *B = ARENA_ARRAY(arena, Fingerprint, r * n);
  for (size_t i = 0; i < n; i++) {
    f[i] = value_of(c, problem_F(&eq->free)[i]);
    for (size_t j = 0; j < n; j++)
      K[i * size + j] = value_of(c, *matrix_entry(problem_M(&eq->free), i, j));
    for (size_t a = 0; a < r; a++) {
      B[a * n + i] = value_of(c, *matrix_entry(&eq->constraints.B, a, i));
      K[i * size + n + a] = times(B[a * n + i], value_of(c, expr_neg(eq->pool, EXPR_ONE)));
      K[(n + a) * size + i] = value_of(c, *matrix_entry(&eq->constraints.A, a, i));
    }
  }
  for (size_t a = 0; a < r; a++) f[n + a] = value_of(c, eq->constraints.b[a]);
  solve(c, size, size, K, f, y);
  Fingerprint *BtB = ARENA_ARRAY(arena, Fingerprint, n * n),
              *least = ARENA_ARRAY(arena, Fingerprint, n);
  for (size_t i = 0; i < n; i++) {
    x[i] = y[i];
    for (size_t a = 0; a < r; a++) {
      push[i] = add(push[i], times(B[a * n + i], y[n + a]));
      for (size_t j = 0; j < n; j++)
        BtB[i * n + j] = add(BtB[i * n + j], times(B[a * n + i], B[a * n + j]));
    }
  }
  if (r > 0) solve(c, n, n, BtB, push, least);
  for (size_t a = 0; a < r; a++) {
    Fingerprint lambda = {{0}};
    for (size_t i = 0; i < n; i++) lambda = add(lambda, times(B[a * n + i], least[i]));
    set_named(c, "lambda", eq->constraints.row[a].name, lambda);
  }
}

// z' of free speeds: psi_z z' = q'' - drift
static void set_speed_rates(FieldMotion *c) {
  const Equations *eq = &c->eq;
  const FreeSystem s = free_system(c->model, &c->desk->arena);
  const Parametrization *p = &eq->given;
  Arena *arena = &c->desk->arena;
  Fingerprint *slope = ARENA_ARRAY(arena, Fingerprint, eq->n * p->m),
              *rest = ARENA_ARRAY(arena, Fingerprint, eq->n),
              *zd = ARENA_ARRAY(arena, Fingerprint, p->m);
  for (size_t i = 0; i < eq->n; i++) {
    rest[i] = value_of(c, expr_sub(eq->pool, eq->qdd[i], rate_along(&s, p->psi[i], p->psi)));
    for (size_t k = 0; k < p->m; k++)
      slope[i * p->m + k] = value_of(c, expr_diff(eq->pool, p->psi[i], p->z[k]));
  }
  solve(c, eq->n, p->m, slope, rest, zd);
  for (size_t k = 0; k < p->m; k++) set(c, p->zd[k], zd[k]);
}

// Sets everything that a claim may contain, at a point where q, q' (and p) are set.
static void set_all(FieldMotion *c) {
  const Equations *eq = &c->eq;
  ExprPool *pool = eq->pool;
  Arena *arena = &c->desk->arena;
  const bool canonical = !free_in_velocities(eq);
  const FreeSystem s = free_system(c->model, arena);
  Fingerprint *x = ARENA_ARRAY(arena, Fingerprint, eq->n),
              *push = ARENA_ARRAY(arena, Fingerprint, eq->n);
  set_motion(c, x, push);
  for (size_t i = 0; i < eq->n; i++) set(c, canonical ? eq->state.zd[i] : eq->qdd[i], x[i]);
  for (size_t i = 0; i < eq->n; i++) {
    const Expr p = model_momentum_symbol(c->model, i), pd = expr_symbol_rate(pool, p);
    const Fingerprint free =
      value_of(c, expr_add(pool, expr_diff(pool, eq->lagrangian, eq->q[i]), eq->force[i]));
    if (canonical) {
      Expr a = rate_along(&s, eq->state.psi[i], eq->state.psi);
      for (size_t j = 0; j < eq->n; j++)
        a = expr_add(pool, a,
                     expr_mul(pool, *matrix_entry(problem_M(&eq->free), i, j), eq->state.zd[j]));
      set(c, eq->qdd[i], value_of(c, a));
      push[i] = add(x[i], times(free, value_of(c, expr_neg(pool, EXPR_ONE))));
    } else {
      set(c, p, value_of(c, equations_momentum(eq)[i]));
      set(c, pd, add(free, push[i]));
    }
    set_named(c, "reaction", c->model->coordinates.at[i].name, push[i]);
  }
  for (size_t i = 0; i < c->model->speeds.n; i++) {
    const Speed *speed = &c->model->speeds.at[i];
    if (expr_is_none(speed->definition)) continue;
    set(c, speed->z, value_of(c, speed->definition));
    set(c, speed->zd, value_of(c, expr_rate(pool, speed->definition)));
  }
  if (eq->given.m > 0) set_speed_rates(c);
}

// --- judgement -----------------------------------------------------------------------------------

static Expr without_energies(FieldMotion *c, Expr e) {
  const struct {
    QuantityKind kind;
    Expr value;
  } energy[] = {{QUANTITY_ENERGY, c->eq.energy},
                {QUANTITY_KINETIC_ENERGY, c->eq.kinetic},
                {QUANTITY_POTENTIAL_ENERGY, c->eq.potential}};
  for (size_t i = 0; i < 3; i++) {
    Expr symbol;
    if (expr_find_symbol(c->desk->pool, str(names_quantity(energy[i].kind)), &symbol))
      e = expr_substitute(c->desk->pool, e, &symbol, &energy[i].value, 1);
  }
  return e;
}

// Returns the expression that must vanish; EXPR_NONE for kinds of claims that are judged elsewhere.
static Expr statement(FieldMotion *c, const Claim *claim) {
  const Expr left = without_energies(c, claim->left);
  if (claim->kind == CLAIM_EQUATION)
    return expr_sub(c->desk->pool, left, without_energies(c, claim->right));
  if (claim->kind == CLAIM_CONSERVED) return expr_rate(c->desk->pool, left);
  return EXPR_NONE;
}

// Returns left minus right, with the quasi-velocities in it written out.
static Expr condition(FieldMotion *c, const Condition *given) {
  ExprPool *pool = c->desk->pool;
  Expr e = expr_sub(pool, without_energies(c, given->left), without_energies(c, given->right));
  for (size_t i = 0; i < c->model->speeds.n; i++) {
    const Speed *speed = &c->model->speeds.at[i];
    if (!expr_is_none(speed->definition))
      e = expr_substitute(pool, e, &speed->z, &speed->definition, 1);
  }
  return e;
}

// Returns the form in which constraints are solved best: in the free speeds if there are any, else
// linear in the velocities if a factor makes it so: y2'/y1' + 1 vanishes with y1' + y2'.
static Expr solvable(FieldMotion *c, Expr e) {
  const Equations *eq = &c->eq;
  if (eq->given.m > 0) return expr_substitute(eq->pool, e, eq->qd, eq->given.psi, eq->n);
  for (size_t i = 0; i < eq->n; i++) {
    const Expr product = expr_mul(eq->pool, e, eq->qd[i]);
    if (constraints_linear_in_velocities(eq->pool, product, eq->qd, eq->n) &&
        !constraints_linear_in_velocities(eq->pool, e, eq->qd, eq->n))
      return product;
  }
  return e;
}

// Puts symbol = value, with a coordinate, a velocity, a free speed or a parameter, into everything
// that is computed. So an angle may be pinned, too.
static bool pin(FieldMotion *c, const Condition *given) {
  ExprPool *pool = c->desk->pool;
  const Expr symbol = given->left, value = with_pins(c, without_energies(c, given->right));
  bool known = false;
  for (size_t i = 0; i < c->eq.n; i++)
    known = known || expr_same(symbol, c->eq.q[i]) || expr_same(symbol, c->eq.qd[i]);
  for (size_t i = 0; i < c->eq.state.m; i++) known = known || expr_same(symbol, c->eq.state.z[i]);
  for (size_t i = 0; i < c->model->parameters.n; i++)
    known = known || expr_same(symbol, c->model->parameters.at[i].symbol);
  if (!known || expr_depends(pool, value, symbol)) return false;
  assert_true(c->pins < PINS_MOST);
  c->pinned[c->pins] = symbol;
  c->pin[c->pins++] = value;
  return true;
}

// Adds rows of zeros for the conditions, which do not act on the motion.
static void lengthen(Constraints *c, size_t n, size_t r, Arena *arena) {
  Matrix A = matrix_make(arena, r, n), B = matrix_make(arena, r, n);
  Expr *b = matrix_make(arena, r, 1).at;
  for (size_t a = 0; a < c->r; a++) {
    for (size_t i = 0; i < n; i++) {
      *matrix_entry(&A, a, i) = *matrix_entry(&c->A, a, i);
      *matrix_entry(&B, a, i) = *matrix_entry(&c->B, a, i);
    }
    b[a] = c->b[a];
  }
  c->A = A, c->B = B, c->b = b, c->r = r;
}

// Returns what the claim is about: the manifold of the model, cut by the conditions. Only points are drawn
// there; the motion at them is still that of the model.
static Equations cut_by(FieldMotion *c, const Claim *claim) {
  Equations where = c->eq;
  size_t r = where.constraints.r;
  ConstraintRow *rows = ARENA_ARRAY(&c->desk->arena, ConstraintRow, r + claim->given.n);
  Expr *psi = ARENA_ARRAY(&c->desk->arena, Expr, where.n);
  c->pins = 0;
  for (size_t i = 0; i < claim->given.n; i++) {
    if (pin(c, &claim->given.at[i])) continue;
    const Expr e = solvable(c, condition(c, &claim->given.at[i]));
    const bool moving = expr_depends_on_any(where.pool, e, where.qd, where.n);
    rows[r++] = (ConstraintRow){
      .name = "given", .position = moving ? EXPR_NONE : e, .velocity = moving ? e : EXPR_NONE};
  }
  for (size_t a = 0; a < r; a++) {
    if (a < where.constraints.r) rows[a] = where.constraints.row[a];
    if (!expr_is_none(rows[a].position)) rows[a].position = with_pins(c, rows[a].position);
    if (!expr_is_none(rows[a].velocity)) rows[a].velocity = with_pins(c, rows[a].velocity);
  }
  for (size_t i = 0; where.beside > 0 && i < where.n; i++)
    psi[i] = with_pins(c, where.state.psi[i]);
  if (where.beside > 0) where.state.psi = psi;
  where.constraints.row = rows;
  lengthen(&where.constraints, where.n, r, &c->desk->arena);
  return where;
}

static bool meets_conditions(FieldMotion *c, const Claim *claim) {
  for (size_t i = 0; i < claim->given.n; i++) {
    const Expr e = with_pins(c, condition(c, &claim->given.at[i]));
    Fingerprint value;
    if (!field_point_values(c->point, &e, 1, &value) || !is_zero(value)) return false;
  }
  return true;
}

// A number of a field has a square root there in one case of two: a formula with one root that vanishes
// is seen to vanish at one point in four, one that does not vanish never. Unknown if no point meets the
// conditions.
static Truth holds_everywhere(FieldMotion *c, const Claim *claim, Expr e, unsigned tries) {
  const Equations where = cut_by(c, claim);
  unsigned zeros = 0, points = 0;
  for (unsigned draw = 0; draw < tries && zeros < DRAWS; draw++) {
    const Status status = ground_point(&where, &c->desk->arena, draw, &c->point);
    if (claim->given.n == 0) assert_int_equal(status, STATUS_OK);
    if (status != STATUS_OK) return TRUTH_UNKNOWN;
    field_point_take_roots(c->point, 0, 0);
    if (!meets_conditions(c, claim)) continue;
    set_all(c);
    zeros += is_zero(value_of(c, e));
    points++;
  }
  if (points < DRAWS) return TRUTH_UNKNOWN;
  assert_true(zeros == 0 || zeros == DRAWS);
  return zeros == DRAWS ? TRUTH_YES : TRUTH_NO;
}

static bool is_redundant(FieldMotion *c, const char *name) {
  const Ground *ground = ground_of(&c->eq);
  assert_true(ground->known);
  for (size_t a = 0; a < c->eq.constraints.r; a++)
    if (strcmp(c->eq.constraints.row[a].name, name) == 0) return ground->redundant[a];
  fail_msg("no constraint %s", name);
  return false;
}

// Returns how many claims of the model were judged; fails the test if a verdict is not the stated one. Adds how many
// could not be judged because no point that meets their conditions was found.
static size_t judge(const char *name, unsigned tries, size_t *unjudged) {
  void *state = NULL;
  char path[256], *text = calloc(1, 1 << 16);
  snprintf(path, sizeof path, "models/%s.mech", name);
  FILE *file = fopen(path, "rb");
  assert_non_null(file);
  assert_true(fread(text, 1, (1 << 16) - 1, file) > 0);
  fclose(file);
  assert_int_equal(desk_open(&state), 0);
  Desk *desk = state;
  desk_read_well(desk, text);
  FieldMotion c = {.desk = desk, .model = desk->model};
  const DeriveOptions options = {.arena = &desk->arena};
  if (method_multipliers.derive(desk->model, &options, &c.eq) != STATUS_OK)
    assert_int_equal(method_hamilton.derive(desk->model, &options, &c.eq), STATUS_OK);
  size_t judged = 0;
  for (size_t i = 0; i < desk->model->claims.n; i++) {
    const Claim *claim = &desk->model->claims.at[i];
    if (claim_has_mode(desk->model, claim)) continue;
    const Expr e = statement(&c, claim);
    if (expr_is_none(e) && claim->kind != CLAIM_REDUNDANT) continue;
    if (expr_is_none(e) && claim->given.n > 0) continue;
    const Truth truth = !expr_is_none(e)                ? holds_everywhere(&c, claim, e, tries)
                        : is_redundant(&c, claim->name) ? TRUTH_YES
                                                        : TRUTH_NO;
    if (truth == TRUTH_UNKNOWN) {
      *unjudged += 1;
      continue;
    }
    const bool holds = truth == TRUTH_YES;
    if (holds == claim->deny)
      fail_msg("%s: \"%s\" is %s", path, claim->label, holds ? "true" : "false");
    judged++;
  }
  desk_close(&state);
  free(text);
  return judged;
}

// U16 sections 4.1 to 4.4; what is not judged is whether a constraint is integrable.
static void test_udwadia(void **state) {
  (void) state;
  size_t unjudged = 0;
  assert_int_equal(judge("hamilton-spherical-pendulum", DRAWS, &unjudged), 12);
  assert_int_equal(judge("hamilton-nonholonomic-particle", DRAWS, &unjudged), 10);
  assert_int_equal(judge("hamilton-incline", DRAWS, &unjudged), 43);
  assert_int_equal(judge("hamilton-double-pendulum", DRAWS, &unjudged), 13);
}

// U16 section 5: reactions as control
static void test_control(void **state) {
  (void) state;
  size_t unjudged = 0;
  assert_int_equal(judge("tracking-arm", DRAWS, &unjudged), 7);
}

// Every model of the gallery, the other papers and textbooks.
static void test_gallery(void **state) {
  (void) state;
  size_t judged = 0, unjudged = 0;
  DIR *folder = opendir("models");
  assert_non_null(folder);
  for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
    const char *end = strstr(entry->d_name, ".mech");
    char name[256];
    if (end == NULL) continue;
    snprintf(name, sizeof name, "%.*s", (int) (end - entry->d_name), entry->d_name);
    judged += judge(name, DRAWS_WITH_ROOT, &unjudged);
  }
  closedir(folder);
  print_message("%zu claims\n", judged);
  assert_true(judged >= 708);
  // B11 Example 2, whose condition and constraint are both nonlinear in the velocities; its numbers
  // are in test_constrained_examples.c. And Chaplygin's sleigh of a given energy: its closed form is
  // judged as a run. And two claims about signs, which fields do not have.
  assert_int_equal(unjudged, 12);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_udwadia),
    cmocka_unit_test(test_control),
    cmocka_unit_test(test_gallery),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
