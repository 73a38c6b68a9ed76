// tests/prop/analysis/prop_flag.c: laws of constraints on velocities.
//
// The constraints are written in functions f1, ..., f4 of the coordinates x, y, z, w that could serve as coordinates,
// and then mixed. Their properties are known from their construction.

#include "support/check.h"
#include "support/desk.h"

#include "algebra/algebra.h"
#include "analysis/constraints.h"
#include "methods/methods.h"

// Returns a term in the coordinates.
static const char *term(Gen *g) {
  static const char *const terms[] = {"x",   "y",   "z",      "w",      "x*y",        "z*w",  "x^2",
                                      "y*z", "w^2", "sin(x)", "cos(y)", "sin(z + w)", "x*y*w"};
  return terms[gen_below(g, COUNT(terms))];
}

// Returns the i-th coordinate with a nonlinear term.
static const char *function(Gen *g, size_t i) {
  static const char *const q[] = {"x", "y", "z", "w"};
  const int c = (int) gen_below(g, 3), d = (int) gen_below(g, 3);
  return text_format(g->arena, "%s + %d*%s + %d*%s", q[i], c, term(g), d, term(g));
}

typedef struct {
  Desk *desk;
  Equations eq;
  const ConstraintAnalysis *found;
} Case;

// Reads the constraints, in f1 ... f4; false if these are not independent.
static bool open_case(Gen *g, Case *c, const char *constraints) {
  void *state = NULL;
  CHECK(desk_open(&state) == 0);
  *c = (Case){.desk = state};
  Text text = text_make(g->arena);
  text_add(&text, "coordinate x, y, z, w\nkinetic = 1/2*(x'^2 + y'^2 + z'^2 + w'^2)\n");
  for (size_t i = 0; i < 4; i++) text_addf(&text, "let f%zu = %s\n", i + 1, function(g, i));
  text_add(&text, constraints);
  gen_note(g, "%s", text_get(&text));
  desk_read_well(c->desk, text_get(&text));
  const DeriveOptions options = {.arena = &c->desk->arena, .energy = EXPR_NONE};
  CHECK(method_multipliers.derive(c->desk->model, &options, &c->eq) == STATUS_OK);
  Expr J[16];
  for (size_t i = 0; i < 16; i++)
    J[i] = expr_diff(c->desk->pool, c->desk->model->lets.at[i / 4].scalar, c->eq.q[i % 4]);
  if (algebra_rank(c->desk->pool, &c->desk->arena, 4, 4, J) < 4) return false;
  c->found = analysis_constraints(&c->eq, NULL, 0, &c->desk->arena);
  return true;
}

static void close_case(Case *c) {
  void *state = c->desk;
  desk_close(&state);
}

static bool is_growth(const ConstraintAnalysis *a, const size_t *expected, size_t n) {
  if (a->flag != STATUS_OK || a->pfaff.growth.n != n) return false;
  for (size_t i = 0; i < n; i++)
    if (a->pfaff.growth.dimension[i] != expected[i]) return false;
  return true;
}

// Mixes u and v: (1 + p^2) u + q v and v, for random p and q
static const char *mixed(Gen *g, const char *u, const char *v) {
  return text_format(g->arena,
                     "constraint a: (1 + (%s)^2)*(%s) + (%s)*(%s) = 0\nconstraint b: %s = 0\n",
                     term(g), u, term(g), v, v);
}

// Are the differentials of what was found combinations of those of f1 and f2?
static bool is_of_first_two(Case *c) {
  ExprPool *p = c->desk->pool;
  Expr d[12];
  for (size_t k = 0; k < c->found->potentials.n; k++) {
    for (size_t i = 0; i < 12; i++) {
      const Expr f = i < 8 ? c->desk->model->lets.at[i / 4].scalar : c->found->potentials.at[k];
      d[i] = expr_diff(p, f, c->eq.q[i % 4]);
    }
    if (algebra_rank(p, &c->desk->arena, 3, 4, d) != 2) return false;
  }
  return true;
}

// Law: d f1 = 0 and d f2 = 0, mixed, are both integrable; what is found to be constant is a
//      function of f1 and f2.
PROP(flag_integrable, 15) {
  (void) p;
  static const size_t growth[] = {2};
  Case c;
  if (open_case(g, &c, mixed(g, "d(f1)", "d(f2)"))) {
    CHECK(is_growth(c.found, growth, 1));
    CHECK(c.found->integrable == 2);
    CHECK(c.found->at[0].integrable == TRUTH_YES && c.found->at[1].integrable == TRUTH_YES);
    CHECK(is_of_first_two(&c));
  }
  close_case(&c);
}

// Law: d f3 = f4 d f1 is a contact form, not integrable itself, beside the integrable d f2 = 0.
PROP(flag_contact, 15) {
  (void) p;
  static const size_t growth[] = {2, 3};
  Case c;
  if (open_case(g, &c, mixed(g, "d(f3) - f4*d(f1)", "d(f2)"))) {
    CHECK(is_growth(c.found, growth, 2));
    CHECK(c.found->integrable == 1);
    CHECK(c.found->at[0].integrable == TRUTH_NO && c.found->at[1].integrable == TRUTH_YES);
    CHECK(is_of_first_two(&c));
  }
  close_case(&c);
}

// Law: d f3 = f4 d f1, d f2 = f3 d f1 is Engel's system, in any coordinates and any mixture.
PROP(flag_engel, 15) {
  (void) p;
  static const size_t growth[] = {2, 3, 4};
  Case c;
  if (open_case(g, &c, mixed(g, "d(f3) - f4*d(f1)", "d(f2) - f3*d(f1)"))) {
    CHECK(is_growth(c.found, growth, 3));
    CHECK(c.found->integrable == 0);
    CHECK(c.found->at[0].integrable == TRUTH_NO && c.found->at[1].integrable == TRUTH_NO);
  }
  close_case(&c);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(flag_integrable),
                                     cmocka_unit_test(flag_contact), cmocka_unit_test(flag_engel)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
