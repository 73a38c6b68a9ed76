// methods/appell.c: Gibbs-Appell equations in free speeds.
//
// In:    a Model with constraints in parametric form q' = psi(q, z, t), or in implicit form that
//        can be solved for velocities
// Out:   Equations q' = psi, G z' = psi_z^T (F - M (psi_q psi + psi_t)), free of multipliers
// Law:   same accelerations as methods/multipliers.c (tests/prop/methods/prop_agree.c)
// From:  B11 Theorem 2, B08 sections 3 to 7; labels are those of docs/theory/appell.md
// Not:   B08 Theorem 1 and (43)-(45) omit M psi_q psi; (5) here includes it

#include "algebra/algebra.h"
#include "methods/free.h"
#include "methods/parametrize.h"
#include "methods/worksheet.h"

// --- the reduction -------------------------------------------------------------------------------

// (3)  psi_z and the drift psi_q psi + psi_t
static void differentiate_psi(const FreeSystem *s, Equations *eq) {
  ExprPool *pool = s->pool;
  eq->problem.psi_z = matrix_make(s->arena, s->n, eq->problem.m);
  eq->problem.drift = matrix_make(s->arena, s->n, 1).at;
  for (size_t i = 0; i < s->n; i++) {
    for (size_t k = 0; k < eq->problem.m; k++)
      *matrix_entry(&eq->problem.psi_z, i, k) =
        expr_diff(pool, eq->problem.psi[i], eq->problem.u[k]);
    eq->problem.drift[i] = rate_along(s, eq->problem.psi[i], eq->problem.psi);
  }
}

// (4)  G = psi_z^T M psi_z,  (5)  Z = psi_z^T (F - M drift)
static void reduce(const FreeSystem *s, Equations *eq) {
  ExprPool *pool = s->pool;
  const size_t n = s->n, m = eq->problem.m;
  Matrix Mp = matrix_make(s->arena, n, m);  // M psi_z
  Expr *force = matrix_make(s->arena, n, 1).at;
  for (size_t i = 0; i < n; i++) {
    force[i] = free_on_psi(eq, eq->free.made.F[i]);
    for (size_t j = 0; j < n; j++) {
      const Expr entry = free_on_psi(eq, *matrix_entry(&eq->free.made.M, i, j));
      if (expr_same(entry, EXPR_ZERO)) continue;
      force[i] = expr_sub(pool, force[i], expr_mul(pool, entry, eq->problem.drift[j]));
      for (size_t k = 0; k < m; k++) {
        Expr *to = matrix_entry(&Mp, i, k);
        *to = expr_add(pool, *to, expr_mul(pool, entry, *matrix_entry(&eq->problem.psi_z, j, k)));
      }
    }
  }
  eq->problem.made.M = matrix_make(s->arena, m, m);
  eq->problem.made.F = matrix_make(s->arena, m, 1).at;
  for (size_t k = 0; k < m; k++)
    for (size_t i = 0; i < n; i++) {
      const Expr p = *matrix_entry(&eq->problem.psi_z, i, k);
      if (expr_same(p, EXPR_ZERO)) continue;
      eq->problem.made.F[k] = expr_add(pool, eq->problem.made.F[k], expr_mul(pool, p, force[i]));
      for (size_t l = 0; l < m; l++) {
        Expr *to = matrix_entry(&eq->problem.made.M, k, l);
        *to = expr_add(pool, *to, expr_mul(pool, p, *matrix_entry(&Mp, i, l)));
      }
    }
}

// --- checks --------------------------------------------------------------------------------------

// Do the given rates satisfy the given constraints? Redundant ones follow from the others.
static Status check_rates(const FreeSystem *s, const Equations *eq, const bool *redundant) {
  Status status = STATUS_OK;
  for (size_t a = 0; a < eq->constraints.r; a++) {
    const ConstraintRow *row = &eq->constraints.row[a];
    if (redundant != NULL && redundant[a]) continue;
    if (expr_is_none(row->velocity) || expr_same(free_on_psi(eq, row->velocity), EXPR_ZERO))
      continue;
    diag_report(s->model->diags, DIAG_RATE_WRONG, row->span);
    status = STATUS_INPUT;
  }
  return status;
}

// B11 (3.3), (3.4): psi_z has full rank, C_q' psi_z = 0 at q' = psi, and there are as many independent speeds as the
// constraints leave.
static Status check_directions(const FreeSystem *s, const Equations *eq, const bool *redundant) {
  ExprPool *pool = s->pool;
  const size_t n = s->n, m = eq->problem.m, r = eq->constraints.r;
  const size_t independent = algebra_rank(pool, s->arena, n, m, eq->problem.psi_z.at);
  Expr *A = ARENA_ARRAY(s->arena, Expr, r * n);
  for (size_t i = 0; i < r * n; i++)
    A[i] =
      redundant != NULL && redundant[i / n] ? EXPR_ZERO : free_on_psi(eq, eq->constraints.A.at[i]);
  for (size_t i = 0; i < r * m; i++) {
    Expr sum = EXPR_ZERO;
    for (size_t j = 0; j < n; j++)
      sum = expr_add(pool, sum,
                     expr_mul(pool, A[i / m * n + j], *matrix_entry(&eq->problem.psi_z, j, i % m)));
    if (expr_same(sum, EXPR_ZERO)) continue;
    diag_report(s->model->diags, DIAG_RATE_WRONG, eq->constraints.row[i / m].span);
    return STATUS_INPUT;
  }
  const Span span = s->model->coordinates.at[0].rate_span;
  const size_t left = r > 0 ? n - algebra_rank(pool, s->arena, r, n, A) : m;
  if (independent == m && left == m) return STATUS_OK;
  if (independent < m)
    diag_report(s->model->diags, DIAG_RATE_RANK, span, m, independent);
  else
    diag_report(s->model->diags, DIAG_RATE_COUNT, span, m, left);
  return STATUS_INPUT;
}

static Status check_constraints(const Equations *eq) {
  for (size_t a = 0; a < eq->constraints.r; a++) {
    const ConstraintRow *row = &eq->constraints.row[a];
    if (row->ideal && row->level != LEVEL_ACCELERATION) continue;
    diag_report(eq->model->diags, row->ideal ? DIAG_METHOD_ACCELERATION : DIAG_METHOD_SERVO,
                row->span, "appell");
    return STATUS_UNABLE;
  }
  return STATUS_OK;
}

// --- the worksheet: the nine steps of B08 section 3 ----------------------------------------------

// A_i = -V_q + Q, the active forces; false if they are hidden in a Lagrangian
static bool active_forces(const FreeSystem *s, const Equations *eq, Expr *A) {
  if (expr_is_none(eq->potential)) return false;
  for (size_t i = 0; i < s->n; i++)
    A[i] = expr_sub(s->pool, eq->force[i], expr_diff(s->pool, eq->potential, s->q[i]));
  return true;
}

// (6)  S = 1/2 z'^T G z' + z'^T psi_z^T (M drift + Gamma), up to terms without z';
//      Gamma = A - F, so that S_z' = psi_z^T A is (4), (5)
static void write_appell_function(const FreeSystem *s, Equations *eq) {
  ExprPool *pool = s->pool;
  Expr *A = matrix_make(s->arena, s->n, 1).at;
  if (!active_forces(s, eq, A)) return;
  Expr S = EXPR_ZERO;
  Expr *reduced = matrix_make(s->arena, eq->problem.m, 1).at;
  for (size_t k = 0; k < eq->problem.m; k++) {
    for (size_t i = 0; i < s->n; i++)
      reduced[k] =
        expr_add(pool, reduced[k],
                 expr_mul(pool, *matrix_entry(&eq->problem.psi_z, i, k), free_on_psi(eq, A[i])));
    Expr term = expr_sub(pool, reduced[k], eq->problem.made.F[k]);
    for (size_t l = 0; l < eq->problem.m; l++)
      term = expr_add(pool, term,
                      expr_half(pool, expr_mul(pool, *matrix_entry(&eq->problem.made.M, k, l),
                                               eq->problem.ud[l])));
    S = expr_add(pool, S, expr_mul(pool, eq->problem.ud[k], term));
  }
  work_step(
    eq, "Gibbs-Appell function, without terms free of z'", "S = 1/2 sum m a.a, S_z' = A_alpha",
    "S = \\tfrac12\\sum m\\,a\\cdot a,\\quad S_{\\dot z_\\alpha} = A_\\alpha", "B08 (39), (40)");
  worksheet_letter(eq, "S", S);
  for (size_t k = 0; k < eq->problem.m; k++)
    worksheet_indexed(eq, "A", "A", &eq->problem.u[k], 1, false, reduced[k]);
  work_step(eq, "Gauss' function is least: its second derivative is G, which is positive definite",
            "1/2 (q'' - a)^T M (q'' - a) with a = M^-1 F",
            "\\tfrac12(\\ddot q - a)^T M(\\ddot q - a),\\; a = M^{-1}F", "B08 (31), (34)");
}

static void write_worksheet(const FreeSystem *s, Equations *eq) {
  work_step(eq, "Parametric constraints", "q'^i = psi^i(q, z, t)", "\\dot q^i = \\psi^i(q, z, t)",
            "B08 section 3, step 1, (4)");
  for (size_t i = 0; i < s->n; i++) worksheet_symbol(eq, s->qd[i], eq->problem.psi[i]);
  worksheet_matrix(eq, "psi_alpha", "\\psi_\\alpha", eq->problem.psi_z);
  lagrange_write_free_system(s, eq);
  work_step(eq, "Lagrange's equations M q'' = F with active forces only",
            "F_i = A_i - Gamma_hk,i q'^h q'^k", "F_i = A_i - \\Gamma_{hk,i}\\dot q^h\\dot q^k",
            "B08 steps 2 and 3, (16)");
  worksheet_vector(eq, worksheet_own(eq, "F"), "F", eq->free.made.F, s->n);
  work_step(eq, "The same at q' = psi", "Zbar_i = F_i(q, psi, t)", "\\bar Z_i = F_i(q, \\psi, t)",
            "B08 step 4, (17)");
  Expr *bar = ARENA_ARRAY(s->arena, Expr, s->n);
  for (size_t i = 0; i < s->n; i++) bar[i] = free_on_psi(eq, eq->free.made.F[i]);
  worksheet_vector(eq, "Zbar", "\\bar Z", bar, s->n);
  work_step(eq, "Projected on the free directions, with the term that B08 leaves out",
            "Z_alpha = psi_alpha . (Zbar - M (psi_q psi + psi_t))",
            "Z_\\alpha = \\psi_\\alpha\\cdot(\\bar Z - M(\\psi_q\\psi + \\psi_t))",
            "B08 step 5, (18); B11 (3.12)");
  worksheet_vector(eq, worksheet_own(eq, "Z"), "Z", eq->problem.made.F, eq->problem.m);
  work_step(eq, "Metric of the free directions", "G = psi_z^T M psi_z", "G = \\psi_z^T M\\,\\psi_z",
            "B08 step 6, (19); B11 (3.13)");
  worksheet_matrix(eq, worksheet_own(eq, "G"), "G", eq->problem.made.M);
  Expr *inverse = ARENA_ARRAY(s->arena, Expr, eq->problem.m * eq->problem.m),
       *G = ARENA_ARRAY(s->arena, Expr, eq->problem.m * eq->problem.m);
  for (size_t i = 0; i < eq->problem.m * eq->problem.m; i++)
    G[i] = algebra_readable(s->pool, eq->problem.made.M.at[i]);
  if (algebra_inverse(s->pool, s->arena, eq->problem.m, G, inverse)) {
    work_step(eq, "Its inverse", "[G^ab] = [G_ab]^-1",
              "[G^{\\alpha\\beta}] = [G_{\\alpha\\beta}]^{-1}", "B08 step 7, (20)");
    worksheet_matrix(eq, "G^-1", "G^{-1}", (Matrix){eq->problem.m, eq->problem.m, inverse});
    work_step(eq, "Rates of the free speeds", "z' = G^-1 Z", "\\dot z = G^{-1} Z",
              "B08 step 8, (21)");
    for (size_t k = 0; k < eq->problem.m; k++) {
      Expr rate = EXPR_ZERO;
      for (size_t l = 0; l < eq->problem.m; l++)
        rate = expr_add(s->pool, rate,
                        expr_mul(s->pool, inverse[k * eq->problem.m + l],
                                 algebra_readable(s->pool, eq->problem.made.F[l])));
      worksheet_symbol(eq, eq->problem.ud[k], rate);
    }
  }
  Expr *A = matrix_make(s->arena, s->n, 1).at;
  if (active_forces(s, eq, A)) {
    work_step(eq, "Active forces", "A_i = -dV/dq^i + Q_i", "A_i = -\\partial V/\\partial q^i + Q_i",
              "B08 step 9, (22)");
    worksheet_vector(eq, worksheet_own(eq, "A"), "A", A, s->n);
  }
  write_appell_function(s, eq);
}

// --- the method ----------------------------------------------------------------------------------

static Status appell_derive(const Model *model, const DeriveOptions *options, Equations *eq) {
  FreeSystem s = free_system(model, options->arena);
  TRY(free_equations(&s, &method_appell, eq));
  if (model->constraints.n > 0) TRY(check_constraints(eq));
  const bool *redundant = redundant_rows(options, eq);
  s.known = known_state(options, eq);

  // (2)  q' = psi(q, z, t): as given by the model, or found from the constraints
  Parametrization p = parametrization_given(&s);
  const bool given = p.m > 0;
  eq->eliminates = !given;
  if (!given) TRY(parametrization_find(&s, eq, redundant, options->eliminate, &p));
  eq->problem.m = p.m;
  eq->problem.u = p.z;
  eq->problem.ud = p.zd;
  eq->problem.psi = p.psi;
  eq->problem.own_variables = p.psi != eq->qd;
  eq->problem.rows = 0;
  if (given) TRY(check_rates(&s, eq, redundant));

  // (3)-(5)
  differentiate_psi(&s, eq);
  if (given) TRY(check_directions(&s, eq, redundant));
  reduce(&s, eq);
  if (options->worksheet) write_worksheet(&s, eq);
  return STATUS_OK;
}

const Method method_appell = {
  .name = "appell",
  .title = "Gibbs-Appell equations in free speeds",
  .source = "benenti2008",
  .derive = appell_derive,
  .has_modes = true,
};
