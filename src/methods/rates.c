// methods/rates.c: reactions and rates of momenta from a solution of the free problem.
//
// In:    u' and M u' - F of the free problem, as symbols
// Out:   reactions R and p' = L_q + Q + R in terms of these
// Law:   if u are the velocities, M u' - F is R; if they are the momenta, u' is p'

#include "methods/equations.h"

static bool has_momenta(const Equations *eq) {
  return !free_in_velocities(eq);
}

static Expr symbol_of(const Equations *eq, const char *quantity, size_t i) {
  Arena *work = expr_workspace(eq->pool);
  const ArenaMark mark = arena_mark(work);
  const char *name = text_format(work, "%s(%s)", quantity, eq->model->coordinates.at[i].name);
  const Expr symbol = expr_symbol(eq->pool, str(name), SYMBOL_QUANTITY);
  arena_release(work, mark);
  return symbol;
}

Expr rates_acceleration(const Equations *eq, const Problem *p, size_t i) {
  Expr sum = p->drift[i];
  for (size_t k = 0; k < p->m; k++)
    sum = expr_add(eq->pool, sum, expr_mul(eq->pool, *matrix_entry(&p->psi_z, i, k), p->ud[k]));
  return sum;
}

Expr rates_reaction_symbol(const Equations *eq, size_t i) {
  return symbol_of(eq, names_quantity(QUANTITY_REACTION), i);
}

Expr rates_push_symbol(const Equations *eq, size_t i) {
  return has_momenta(eq) ? symbol_of(eq, "push", i) : rates_reaction_symbol(eq, i);
}

// L_q + Q
static Expr free_rate(const Equations *eq, size_t i) {
  return expr_add(eq->pool, expr_diff(eq->pool, eq->lagrangian, eq->q[i]), eq->force[i]);
}

Expr rates_reaction(const Equations *eq, size_t i) {
  if (!has_momenta(eq)) return rates_reaction_symbol(eq, i);
  return expr_sub(eq->pool, eq->free.ud[i], free_rate(eq, i));
}

// The rate of a momentum, exactly zero for a cyclic coordinate without constraints.
Expr rates_momentum(const Equations *eq, size_t i) {
  if (has_momenta(eq)) return eq->free.ud[i];
  const Expr rate = free_rate(eq, i);
  return equations_constrained(eq) ? expr_add(eq->pool, rate, rates_reaction_symbol(eq, i)) : rate;
}

bool equations_constrained(const Equations *eq) {
  return eq->constraints.r > 0 || eq->given.m > 0;
}
