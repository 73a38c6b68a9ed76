// methods/udwadia.c: the Udwadia-Kalaba equation.
//
// In:    a Model with ideal constraints of any kind, redundant ones included
// Out:   Equations q'' = a + M^(-1/2) (A M^(-1/2))^+ (b - A a), a = M^-1 F, or, if M has no
//        inverse, q'' = [(1 - A^+ A) M; A]^+ [F; b], with the pseudo-inverse still to be computed
// Law:   same accelerations as methods/multipliers.c (tests/prop/methods/prop_agree.c)
// From:  Udwadia and Kalaba, references 1 and 6 of U16, and 3 if M has no inverse; labels are
//        those of docs/theory/multipliers.md

#include "algebra/algebra.h"
#include "methods/free.h"
#include "methods/worksheet.h"

static void write_free_acceleration(Equations *eq) {
  work_step(eq, "Acceleration without constraints", "a = M^-1 F", "a = M^{-1}F",
            "Udwadia and Kalaba, U16 [1]");
  Expr *inverse = ARENA_ARRAY(eq->arena, Expr, eq->n * eq->n);
  worksheet_vector(eq, worksheet_own(eq, "F"), "F", eq->free.made.F, eq->n);
  if (algebra_inverse(eq->pool, eq->arena, eq->n, eq->free.made.M.at, inverse))
    worksheet_matrix(eq, "M^-1", "M^{-1}", (Matrix){eq->n, eq->n, inverse});
}

static void write_worksheet(const FreeSystem *s, Equations *eq) {
  const Constraints *c = &eq->constraints;
  const bool invertible =
    algebra_rank(eq->pool, eq->arena, eq->n, eq->n, eq->free.made.M.at) == eq->n;
  lagrange_write_free_system(s, eq);
  if (invertible) write_free_acceleration(eq);
  work_step(eq, "Constraints differentiated until accelerations appear", "A q'' = b",
            "A\\ddot q = b", "U16 [1]");
  worksheet_matrix(eq, worksheet_own(eq, "A"), "A", c->A);
  worksheet_vector(eq, worksheet_own(eq, "b"), "b", c->b, c->r);
  if (invertible)
    work_step(eq, "Acceleration", "q'' = a + M^(-1/2) (A M^(-1/2))^+ (b - A a)",
              "\\ddot q = a + M^{-1/2}\\left(A M^{-1/2}\\right)^{+}(b - A a)", "U16 [1, 6]");
  else
    work_step(eq, "Acceleration, M having no inverse", "q'' = [(1 - A^+ A) M; A]^+ [F; b]",
              "\\ddot q = [(1 - A^{+} A) M; A]^{+} [F; b]", "U16 [3]");
}

static Status udwadia_derive(const Model *model, const DeriveOptions *options, Equations *eq) {
  const FreeSystem s = free_system(model, options->arena);
  TRY(free_equations(&s, &method_udwadia, eq));
  TRY(free_need_implicit(eq));
  for (size_t a = 0; a < eq->constraints.r; a++) {
    if (eq->constraints.row[a].ideal) continue;
    diag_report(model->diags, DIAG_METHOD_SERVO, eq->constraints.row[a].span, "udwadia");
    return STATUS_UNABLE;
  }
  // (5)  the pseudo-inverse is computed numerically: no closed form is short
  eq->problem.kind = eq->constraints.r > 0 ? PROBLEM_UDWADIA : PROBLEM_FREE;
  if (options->worksheet) write_worksheet(&s, eq);
  return STATUS_OK;
}

const Method method_udwadia = {
  .name = "udwadia",
  .title = "The Udwadia-Kalaba equation",
  .source = "udwadia2016",
  .derive = udwadia_derive,
  .has_modes = true,
};
