// methods/multipliers.c: constraints by multipliers, and the multipliers eliminated.
//
// In:    a Model with constraints of any kind: holonomic, linear or not in the velocities,
//        redundant, rheonomic, servo (`realized by`), on accelerations
// Out:   Equations M q'' = F + B^T lambda, A q'' = b
// Law:   same accelerations as methods/udwadia.c and methods/appell.c
//        (tests/prop/methods/prop_agree.c)
// From:  B11 Theorems 3 to 5, Remark 10; labels are those of docs/theory/multipliers.md
// Not:   M need not be invertible: the numbers come from the augmented problem. The worksheet
//        follows the paper and needs M^-1; without it, the worksheet is shorter

#include "algebra/algebra.h"
#include "methods/free.h"
#include "methods/worksheet.h"

// --- the worksheet: the ten objects of B11 Remark 10 ---------------------------------------------

static void write_constraints(Equations *eq) {
  const Constraints *c = &eq->constraints;
  work_step(eq, "Constraints", "C^a(q, q', t) = 0", "C^a(q, \\dot q, t) = 0", "B11 (3.2)");
  for (size_t a = 0; a < c->r; a++) {
    const ConstraintRow *row = &c->row[a];
    if (row->level == LEVEL_POSITION) worksheet_constraint(eq, "h", "h", row->name, row->position);
    if (!expr_is_none(row->velocity)) worksheet_constraint(eq, "C", "C", row->name, row->velocity);
  }
}

#define NAME_WEIGHT 6     // heavier entries are referred to by name from then on
#define SINGULAR_MOST 40  // limit of rows for writing out products without an inverse

static Expr named(Equations *eq, const char *name, Expr entry) {
  return expr_weight(eq->pool, entry) > NAME_WEIGHT ? worksheet_name(eq, name) : entry;
}

// Writes the inverse of several products; refers to its heavier entries by name from then on.
static void name_inverse(Equations *eq, Matrix *G_inverse) {
  const Matrix written_out = *G_inverse;
  const size_t r = written_out.rows;
  work_step(eq, "Inverse", "[G_ab] = [G^ab]^-1", "[G_{ab}] = [G^{ab}]^{-1}", "B11 Remark 10, 6");
  worksheet_matrix(eq, "G_ab", "G_{ab}", written_out);
  *G_inverse = matrix_make(eq->arena, r, r);
  for (size_t i = 0; i < r * r; i++) {
    const char *name = text_format(eq->arena, "G_%zu%zu", 1 + i / r, 1 + i % r);
    G_inverse->at[i] = named(eq, name, written_out.at[i]);
  }
}

// Objects 4 to 10, which need M^-1.
static void write_elimination(Equations *eq, const Matrix *M_inverse) {
  const Constraints *c = &eq->constraints;
  const bool one = c->r == 1;
  ExprPool *pool = eq->pool;
  const Matrix F = worksheet_column(eq, eq->free.made.F, eq->n),
               free = worksheet_product(eq, M_inverse, &F);
  work_step(eq, "Accelerations without constraints", "F^i = A^i - Gamma^i_hk q'^h q'^k",
            "F^i = A^i - \\Gamma^i_{hk}\\dot q^h\\dot q^k", "B11 (3.22)");
  worksheet_matrix(eq, "F^i", "F^i", free);
  work_step(eq, "Derivatives of the constraints by the velocities", "C_i^a = dC^a/dq'^i",
            "C_i^a = \\partial C^a/\\partial\\dot q^i",
            one ? "B11 Theorem 5, 3" : "B11 Remark 10, 3");
  worksheet_matrix(eq, "C_i^a", "C_i^a", c->A);
  const Matrix At = worksheet_transposed(eq, &c->A), Ct = worksheet_product(eq, M_inverse, &At),
               C = worksheet_transposed(eq, &Ct);
  work_step(eq, "The same with raised index", "C^ai = g^ij C_j^a", "C^{ai} = g^{ij} C^a_j",
            one ? "B11 Theorem 5, 4" : "B11 (3.19)");
  worksheet_matrix(eq, "C^ai", "C^{ai}", C);
  // with more constraints than coordinates G has no inverse, and leads nowhere
  if (c->r > eq->n && c->r > SINGULAR_MOST) return;
  const Matrix G = worksheet_product(eq, &C, &At);
  work_step(eq, "Their products", "G^ab = C^ai C_i^b", "G^{ab} = C^{ai} C_i^b",
            one ? "B11 Theorem 5, 5" : "B11 (3.23)");
  worksheet_matrix(eq, one ? worksheet_own(eq, "G") : "G^ab", one ? "G" : "G^{ab}", G);
  Matrix G_inverse;
  if (!worksheet_inverse(eq, &G, &G_inverse)) return;
  if (one)
    G_inverse.at[0] = expr_div(pool, EXPR_ONE, named(eq, "G", G.at[0]));
  else
    name_inverse(eq, &G_inverse);
  const Matrix X = worksheet_product(eq, &G_inverse, &C);
  work_step(eq, "X", "X_a^i = G_ab C^bi", "X_a^i = G_{ab} C^{bi}",
            one ? "B11 Theorem 5, 6" : "B11 Remark 10, 7");
  worksheet_matrix(eq, "X_a^i", "X_a^i", X);
  const Matrix Xt = worksheet_transposed(eq, &X), A = c->A, pi = worksheet_product(eq, &Xt, &A);
  work_step(eq, "The projection on the reactions", "pi_i^j = C_i^a X_a^j", "\\pi_i^j = C_i^a X_a^j",
            one ? "B11 Theorem 5, 7" : "B11 Remark 10, 8");
  worksheet_matrix(eq, "pi^j_i", "\\pi^j_i", pi);
  const Matrix pi_F = worksheet_product(eq, &pi, &free);
  Matrix rest = matrix_make(eq->arena, eq->n, 1), D = matrix_make(eq->arena, eq->n, 1);
  const Matrix b = worksheet_column(eq, c->b, c->r), Xb = worksheet_product(eq, &Xt, &b);
  for (size_t i = 0; i < eq->n; i++) {
    rest.at[i] = expr_sub(pool, free.at[i], pi_F.at[i]);
    D.at[i] = expr_add(pool, rest.at[i], Xb.at[i]);
  }
  work_step(eq, "What the constraints leave of the free accelerations", "(delta - pi) F",
            "(\\delta - \\pi) F", one ? "B11 Theorem 5, 8" : "B11 Remark 10, 9");
  worksheet_matrix(eq, "(delta - pi) F", "(\\delta-\\pi)F", rest);
  work_step(eq, "Accelerations",
            "q''^i = D^i = (delta - pi) F + X_a^i b^a, b^a = -C^a_q q' - C^a_t",
            "\\ddot q^i = D^i = (\\delta-\\pi)F + X_a^i b^a,\\; b^a = -C^a_q\\dot q - C^a_t",
            one ? "B11 (3.29)" : "B11 (3.21)");
  for (size_t i = 0; i < eq->n; i++) worksheet_symbol(eq, eq->qdd[i], D.at[i]);
  const Matrix AF = worksheet_product(eq, &A, &free);
  Matrix defect = matrix_make(eq->arena, c->r, 1);
  for (size_t a = 0; a < c->r; a++) defect.at[a] = expr_sub(pool, b.at[a], AF.at[a]);
  const Matrix lambda = worksheet_product(eq, &G_inverse, &defect);
  work_step(eq, "Multipliers", "lambda_a = G_ab (b^b - C_i^b F^i)",
            "\\lambda_a = G_{ab}(b^b - C_i^b F^i)", "B11 (3.27)");
  for (size_t a = 0; a < c->r; a++) worksheet_symbol(eq, c->row[a].lambda, lambda.at[a]);
}

static bool all_ideal(const Constraints *c) {
  for (size_t a = 0; a < c->r; a++)
    if (!c->row[a].ideal) return false;
  return true;
}

static void write_worksheet(const FreeSystem *s, Equations *eq) {
  lagrange_write_free_system(s, eq);
  write_constraints(eq);
  Matrix M_inverse;
  if (all_ideal(&eq->constraints) && worksheet_inverse(eq, &eq->free.made.M, &M_inverse)) {
    work_step(eq, "Inverse of the mass matrix", "[g^ij] = [g_ij]^-1", "[g^{ij}] = [g_{ij}]^{-1}",
              "B11 Remark 10, 1");
    worksheet_matrix(eq, "g^ij", "g^{ij}", M_inverse);
    write_elimination(eq, &M_inverse);
  } else {
    work_step(eq, "Constraints on the accelerations, and directions of the reactions",
              "A q'' = b, M q'' = F + B^T lambda", "A\\ddot q = b,\\; M\\ddot q = F + B^T\\lambda",
              "B11 (3.24)");
    worksheet_vector(eq, worksheet_own(eq, "F"), "F", eq->free.made.F, eq->n);
    worksheet_matrix(eq, worksheet_own(eq, "A"), "A", eq->constraints.A);
    if (!all_ideal(&eq->constraints))
      worksheet_matrix(eq, worksheet_own(eq, "B"), "B", eq->constraints.B);
    worksheet_vector(eq, worksheet_own(eq, "b"), "b", eq->constraints.b, eq->constraints.r);
  }
  work_step(eq, "Energy function", "h = q'.p - L", "h = \\dot q\\cdot p - L", "L8 (8.22)");
  worksheet_letter(eq, "h", eq->energy);
}

// --- the method ----------------------------------------------------------------------------------

static Status multipliers_derive(const Model *model, const DeriveOptions *options, Equations *eq) {
  const FreeSystem s = free_system(model, options->arena);

  // (1)  M q'' = F + A^T lambda,  A q'' = b: the augmented problem, left to be solved
  TRY(free_equations(&s, &method_multipliers, eq));
  TRY(free_need_implicit(eq));
  eq->problem.kind = eq->constraints.r > 0 ? PROBLEM_MULTIPLIERS : PROBLEM_FREE;
  if (options->worksheet) write_worksheet(&s, eq);
  return STATUS_OK;
}

const Method method_multipliers = {
  .name = "multipliers",
  .title = "Lagrange's equations with multipliers",
  .source = "benenti2011",
  .derive = multipliers_derive,
  .has_modes = true,
};
