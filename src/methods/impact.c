// methods/impact.c: velocities after an impact, impulses, and the energy lost.
//
// In:    M and the rows of all constraints that take part, in symbols
// Out:   Equations of the impact; its worksheet
// From:  docs/theory/impacts.md (1) to (5)

#include "methods/impact.h"
#include "algebra/algebra.h"
#include "methods/worksheet.h"

static bool is_linear(const Equations *eq) {
  for (size_t i = 0; i < eq->n * eq->n; i++)
    if (expr_depends_on_any(eq->pool, eq->free.made.M.at[i], eq->qd, eq->n)) return false;
  for (size_t i = 0; i < eq->constraints.r * eq->n; i++)
    if (expr_depends_on_any(eq->pool, eq->constraints.A.at[i], eq->qd, eq->n)) return false;
  // friction that depends on velocities may end a slip during the impact
  for (size_t i = 0; i < eq->constraints.r * eq->n; i++)
    if (expr_depends_on_any(eq->pool, eq->constraints.B.at[i], eq->qd, eq->n)) return false;
  return true;
}

static Expr restitution(const Equations *eq, size_t a) {
  const Constraint *c = &eq->model->constraints.at[a];
  return c->unilateral ? c->restitution : EXPR_ZERO;
}

// Turns the equations of a mode, in which everything that is hit or kept is in force, into those of the impact, unless
// momenta or constraints are not linear in the velocities:
// (2), (3)  C dv = -(1 + e) (C v- + c_t) for constraints that are hit, 0 for those that are kept
Status impact_equations(const Equations *of_mode, const bool *hit, Arena *arena, Equations *eq) {
  *eq = *of_mode;
  eq->arena = arena;
  ExprPool *pool = eq->pool;
  Constraints *c = &eq->constraints;
  if (eq->free.psi != eq->qd || !is_linear(eq)) return STATUS_UNABLE;
  Expr *b = matrix_make(eq->arena, c->r, 1).at;
  ConstraintRow *row = ARENA_ARRAY(eq->arena, ConstraintRow, c->r + 1);
  for (size_t a = 0; a < c->r; a++) {
    row[a] = c->row[a];
    b[a] = EXPR_ZERO;
    if (!hit[a]) continue;
    const Expr factor = expr_neg(pool, expr_add(pool, EXPR_ONE, restitution(eq, a)));
    b[a] = expr_mul(pool, factor, row[a].velocity);
    row[a].velocity = EXPR_NONE;
  }
  c->row = row;
  c->b = b;
  eq->free.made.F = matrix_make(eq->arena, eq->n, 1).at;
  for (size_t i = 0; i < eq->n; i++) eq->free.made.F[i] = EXPR_ZERO;
  eq->free.b = b;
  eq->problem = eq->free;
  eq->problem.kind = PROBLEM_MULTIPLIERS;
  return STATUS_OK;
}

// (5)  T- - T+ = 1/2 v-.M v- - 1/2 v+.M v+
static Expr lost(const Equations *eq) {
  ExprPool *pool = eq->pool;
  Expr sum = EXPR_ZERO;
  for (size_t i = 0; i < eq->n; i++)
    for (size_t j = 0; j < eq->n; j++) {
      const Expr vi = expr_add(pool, eq->qd[i], eq->qdd[i]),
                 vj = expr_add(pool, eq->qd[j], eq->qdd[j]);
      const Expr before = expr_mul(pool, eq->qd[i], eq->qd[j]), after = expr_mul(pool, vi, vj);
      const Expr part =
        expr_mul(pool, *matrix_entry(&eq->free.made.M, i, j), expr_sub(pool, before, after));
      sum = expr_add(pool, sum, part);
    }
  return expr_half(pool, sum);
}

static Expr meaning(const Equations *eq, const ImpactQuantity *q) {
  if (q->kind == IMPACT_LOST) return lost(eq);
  for (size_t i = 0; q->kind == IMPACT_AFTER && i < eq->n; i++)
    if (expr_same(eq->qd[i], q->velocity)) return expr_add(eq->pool, eq->qd[i], eq->qdd[i]);
  for (size_t a = 0; q->kind == IMPACT_IMPULSE && a < eq->constraints.r; a++)
    if (str_equal(str(eq->constraints.row[a].name), str(q->on.at[0])))
      return eq->constraints.row[a].lambda;
  return EXPR_NONE;
}

Expr impact_in_equations(const Equations *eq, const Model *model, Expr e) {
  for (size_t i = 0; i < model->impacts.n && !expr_is_none(e); i++) {
    const ImpactQuantity *q = &model->impacts.at[i];
    if (!expr_depends(eq->pool, e, q->symbol)) continue;
    const Expr to = meaning(eq, q);
    e = expr_is_none(to) ? EXPR_NONE : expr_substitute(eq->pool, e, &q->symbol, &to, 1);
  }
  return e;
}

// --- the mode ------------------------------------------------------------------------------------

// Sets the use of all components of a constraint.
static void set_use(const Model *model, const char *name, ConstraintUse use, ConstraintUse *to,
                    bool *mark) {
  const Model *whole = model->whole != NULL ? model->whole : model;
  ConstraintRange range;
  if (!model_find_constraint(whole, str(name), &range)) return;
  for (size_t a = range.first; a < range.first + range.count; a++) {
    to[a] = use;
    if (mark != NULL) mark[a] = true;
  }
}

static const char *hit_words(const ImpactQuantity *q, Arena *arena) {
  Text text = text_make(arena);
  text_add(&text, "at the impact on ");
  for (size_t i = 0; i < q->on.n; i++) text_addf(&text, "%s%s", i > 0 ? ", " : "", q->on.at[i]);
  return text_get(&text);
}

static const char *contact_words(const Model *model, const ConstraintUse *use, Arena *arena) {
  size_t n;
  const Constraint *all = model_declared(model, &n);
  Text text = text_make(arena);
  for (size_t i = 0; i < n; i++)
    if (use[i] == USE_IN_FORCE && model_use(model, i) != USE_IN_FORCE)
      text_addf(&text, "%s%s", text.n > 0 ? ", " : "with in force: ", all[i].name);
  return text_get(&text);
}

// Initial values belong to another mode, so they become guesses that only start a search.
static void loosen_start(Model *model) {
  Assignments guess = {0};
  for (size_t i = 0; i < model->initial.n; i++)
    array_push(model->arena, &guess, model->initial.at[i]);
  for (size_t i = 0; i < model->guess.n; i++) array_push(model->arena, &guess, model->guess.at[i]);
  model->guess = guess;
  model->initial = (Assignments){0};
  model->initial_given = model->guess_given = (Memo){0};
}

Model *impact_model(const Model *model, const ConstraintUse *use) {
  Model *mode = model_in_mode(model, use);
  loosen_start(mode);
  return mode;
}

ImpactMode impact_mode(const Model *model, const ImpactQuantity *q, const char *const *with, size_t n_with,
                       Arena *arena) {
  size_t n;
  const Constraint *all = model_declared(model, &n);
  ConstraintUse *use = ARENA_ARRAY(arena, ConstraintUse, n + 1);
  bool *marks = ARENA_ARRAY(arena, bool, n + 1), *hit = ARENA_ARRAY(arena, bool, n + 1);
  for (size_t i = 0; i < n; i++) {
    use[i] = model_use(model, i);
    // constraints on accelerations do not bind velocities
    if (q != NULL && all[i].level == LEVEL_ACCELERATION) use[i] = USE_OFF;
  }
  for (size_t i = 0; i < n_with; i++) set_use(model, with[i], USE_IN_FORCE, use, NULL);
  for (size_t i = 0; q != NULL && i < q->without.n; i++)
    set_use(model, q->without.at[i], USE_OFF, use, NULL);
  for (size_t i = 0; q != NULL && i < q->on.n; i++)
    set_use(model, q->on.at[i], USE_IN_FORCE, use, marks);
  for (size_t i = 0, a = 0; i < n; i++)
    if (use[i] == USE_IN_FORCE) hit[a++] = marks[i];
  return (ImpactMode){.use = use,
                      .hit = q != NULL ? hit : NULL,
                      .where = q != NULL ? hit_words(q, arena) : contact_words(model, use, arena)};
}

// --- the worksheet -------------------------------------------------------------------------------

static void write_statement(Equations *eq, const bool *hit) {
  const Constraints *c = &eq->constraints;
  work_step(eq, "What closes", "h = 0, u- < 0", "h = 0,\\; u^- < 0", "docs/theory/impacts.md, 2");
  for (size_t a = 0; a < c->r; a++)
    if (hit[a] && !expr_is_none(c->row[a].position))
      worksheet_constraint(eq, "h", "h", c->row[a].name, c->row[a].position);
  work_step(eq, "Momenta", "M (v+ - v-) = C^T L", "M(v^+ - v^-) = C^T L",
            "docs/theory/impacts.md (1)");
  worksheet_matrix(eq, worksheet_own(eq, "M"), "M", eq->free.made.M);
  worksheet_matrix(eq, worksheet_own(eq, "C"), "C", c->A);
  work_step(eq, "Restitution, and constraints that are kept",
            "C (v+ - v-) = b, b = -(1 + e) u-, or 0",
            "C(v^+ - v^-) = b,\\; b = -(1 + e)u^-\\text{ or }0", "docs/theory/impacts.md (2), (3)");
  for (size_t a = 0; a < c->r; a++) worksheet_constraint(eq, "b", "b", c->row[a].name, c->b[a]);
}

void impact_worksheet(Equations *eq, const bool *hit) {
  const Constraints *c = &eq->constraints;
  Matrix M_inverse, G_inverse;
  write_statement(eq, hit);
  if (!worksheet_inverse(eq, &eq->free.made.M, &M_inverse)) return;
  const Matrix Ct = worksheet_transposed(eq, &c->A), reach = worksheet_product(eq, &M_inverse, &Ct),
               G = worksheet_product(eq, &c->A, &reach);
  work_step(eq, "What a unit impulse does", "G = C M^-1 C^T", "G = C M^{-1} C^T",
            "docs/theory/impacts.md, 2");
  worksheet_matrix(eq, worksheet_own(eq, "G"), "G", G);
  if (!worksheet_inverse(eq, &G, &G_inverse)) return;
  const Matrix b = worksheet_column(eq, c->b, c->r), L = worksheet_product(eq, &G_inverse, &b),
               jump = worksheet_product(eq, &reach, &L);
  work_step(eq, "Impulses", "L = G^-1 b", "L = G^{-1} b", "docs/theory/impacts.md (1), (2)");
  for (size_t a = 0; a < c->r; a++) worksheet_constraint(eq, "L", "L", c->row[a].name, L.at[a]);
  work_step(eq, "Velocities after the impact", "v+ = v- + M^-1 C^T L", "v^+ = v^- + M^{-1}C^T L",
            "docs/theory/impacts.md (1)");
  Expr *after = ARENA_ARRAY(eq->arena, Expr, eq->n + 1);
  for (size_t i = 0; i < eq->n; i++) {
    after[i] = algebra_readable(eq->pool, expr_add(eq->pool, eq->qd[i], jump.at[i]));
    const char *name = expr_symbol_name(eq->pool, eq->qd[i]);
    worksheet_formula(eq, text_format(eq->arena, "v+(%s)", name),
                      text_format(eq->arena, "v^+_{%zu}", i + 1), after[i]);
  }
  work_step(eq, "Energy that is lost (Carnot)", "T- - T+ = 1/2 v-.M v- - 1/2 v+.M v+",
            "T^- - T^+ = \\tfrac12 v^-\\cdot M v^- - \\tfrac12 v^+\\cdot M v^+",
            "docs/theory/impacts.md (5)");
  const Expr loss = expr_substitute(eq->pool, lost(eq), eq->qdd, jump.at, eq->n);
  worksheet_formula(eq, "T- - T+", "T^- - T^+", algebra_readable(eq->pool, loss));
}
