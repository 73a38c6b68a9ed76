// ground/determined.c: whether the motion determines a function of the multipliers.
//
// In:    constraints, some of which follow from others, and e as a function of lambda
// Out:   whether e is the same for all lambda with equal B^T lambda
// Law:   de/dlambda annihilates the kernel of B^T: it is a combination of the columns of B
// From:  docs/theory/reactions.md (7)

#include "ground/walk.h"

// e with numbers in place of the motion: the coefficients of lambda may contain it, e.g. a length.
static Expr with_some_motion(const Equations *eq, Expr e, Arena *work) {
  const ExprList symbols = expr_symbols(eq->pool, &e, 1, work);
  Expr *from = ARENA_ARRAY(work, Expr, symbols.n + 1), *to = ARENA_ARRAY(work, Expr, symbols.n + 1);
  size_t n = 0;
  for (size_t i = 0; i < symbols.n; i++) {
    const Role role = model_role(eq->model, symbols.at[i], NULL);
    if (role != ROLE_ACCELERATION && role != ROLE_QUANTITY && role != ROLE_SPEED_RATE &&
        role != ROLE_MOMENTUM_RATE)
      continue;
    from[n] = symbols.at[i];
    to[n++] = expr_ratio(eq->pool, 37 + 12 * (long) i, 64);
  }
  return expr_substitute(eq->pool, e, from, to, n);
}

Truth ground_determines(const Equations *eq, Expr e, Arena *arena) {
  const Ground *ground = ground_of(eq);
  const Constraints *c = &eq->constraints;
  const size_t r = c->r, n = eq->n;
  if (ground->known && ground->rank == r) return TRUTH_YES;
  if (ground->state == NULL) return TRUTH_UNKNOWN;
  const ArenaMark mark = arena_mark(arena);
  Expr *entry = ARENA_ARRAY(arena, Expr, r * (n + 1));
  for (size_t a = 0; a < r; a++) {
    for (size_t i = 0; i < n; i++) entry[a * (n + 1) + i] = *matrix_entry(&c->B, a, i);
    entry[a * (n + 1) + n] = with_some_motion(eq, expr_diff(eq->pool, e, c->row[a].lambda), arena);
  }
  BallProgram *program = ball_program_make(eq->pool, entry, r * (n + 1), arena);
  ball_program_run(program, &ground->state->balls, WALK_BITS);
  Truth determined = TRUTH_UNKNOWN;
  if (ball_program_is_finite(program)) {
    arb_mat_struct *B = ball_matrix(arena, r, n + 1);
    for (size_t k = 0; k < r * (n + 1); k++)
      arb_set(arb_mat_entry(B, (slong) (k / (n + 1)), (slong) (k % (n + 1))),
              ball_program_value(program, k));
    size_t *chosen = ARENA_ARRAY(arena, size_t, r + 1);
    const slong zero = ground->state->zero_bits;
    const size_t without = walk_independent_rows(B, n, NULL, zero, arena, chosen, NULL);
    const size_t with = walk_independent_rows(B, n + 1, NULL, zero, arena, chosen, NULL);
    determined = with == without ? TRUTH_YES : TRUTH_NO;
  }
  arena_release(arena, mark);
  return determined;
}
