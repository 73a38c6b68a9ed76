// program/sides.c: the places where the equations of a motion jump or bend, and their sides.
//
// From:  docs/theory/switching.md (1)
// Not:   functions of multipliers or accelerations, whose rates are not known, keep their jumps; so do the
//        signs of velocities that a method solves for (MotionTape.branch)

#include "program/sides.h"
#include <math.h>

typedef struct {
  System *m;
  Sides *sides;
  ARRAY(Expr) key;  // of each side: its function in the inputs of the program
  ARRAY(Expr) function, symbol, from, to;
  ARRAY(Expr) side;  // of each in `from`, with its sign
} Finder;

// Writes the function in coordinates and the variables of the method, so that equal functions look the same.
static Expr key_of(System *m, Expr function) {
  const Equations *eq = &m->equations;
  Expr key = function;
  system_in_inputs(m, &key, 1);
  key = expr_substitute(m->pool, key, eq->qd, problem_by_time(eq)->psi, eq->n);
  (void) expr_trouble(m->pool);
  return key;
}

static bool find_side(const Finder *f, Expr key, size_t *place, bool *opposite) {
  ExprPool *pool = f->m->pool;
  if (expr_is_none(key)) return false;
  const Expr negative = expr_neg(pool, key);
  for (*place = 0; *place < f->key.n; ++*place) {
    *opposite = expr_equal(pool, f->key.at[*place], negative);
    if (*opposite || expr_equal(pool, f->key.at[*place], key)) return true;
  }
  return false;
}

// Does the function have a rate in terms that a tape of the motion knows?
static bool has_rate(const Finder *f, Expr function) {
  const Equations *eq = &f->m->equations;
  const Expr rate = expr_rate(f->m->pool, function);
  (void) expr_trouble(f->m->pool);
  if (expr_is_none(rate)) return false;
  for (size_t i = 0; i < eq->n; i++)
    if (expr_depends(f->m->pool, function, eq->qdd[i])) return false;
  for (size_t a = 0; a < eq->constraints.r; a++)
    if (expr_depends(f->m->pool, function, eq->constraints.row[a].lambda)) return false;
  return true;
}

static size_t add_side(Finder *f, Expr function, Expr key) {
  System *m = f->m;
  const size_t place = f->key.n;
  const char *name = text_format(&m->work, "side(%zu)", place + 1);
  array_push(&m->work, &f->key, key);
  array_push(&m->work, &f->function, function);
  array_push(&m->work, &f->symbol, expr_step_symbol(m->pool, str(name)));
  return place;
}

// |u| = s u, sign(u) = s, if(u, a, b) = if(s, a, b), with s or -s for the sign of u
static Expr with_side(Finder *f, Expr node, Expr side) {
  ExprPool *pool = f->m->pool;
  Expr part[FUNCTION_ARGUMENTS];
  for (size_t i = 0; i < expr_count(pool, node); i++) {
    part[i] = expr_operand(pool, node, i).e;
    sides_put(f->m, &(Sides){.replaced = f->from.n, .from = f->from.at, .to = f->to.at}, &part[i],
              1);
  }
  switch (expr_function(pool, node)) {
    case FN_ABS: return expr_mul(pool, side, part[0]);
    case FN_SIGN: return side;
    default: return expr_if(pool, side, part[1], part[2]);
  }
}

static void replace(Finder *f, Expr from, Expr to, Expr side) {
  array_push(&f->m->work, &f->from, from);
  array_push(&f->m->work, &f->to, to);
  array_push(&f->m->work, &f->side, side);
}

static bool is_replaced(const Finder *f, Expr e, size_t *place) {
  for (*place = 0; *place < f->from.n; ++*place)
    if (expr_same(f->from.at[*place], e)) return true;
  return false;
}

// |u|^c = s u^c for odd c, so that u/|u| is s, also between the sides
static void look_at_product(Finder *f, Expr e) {
  ExprPool *pool = f->m->pool;
  const size_t n = expr_count(pool, e);
  const Sides sides = {.replaced = f->from.n, .from = f->from.at, .to = f->to.at};
  Expr product = EXPR_ONE;
  bool any = false;
  size_t place;
  for (size_t i = 0; i < n; i++) {
    ExprTerm factor = expr_operand(pool, e, i);
    const bool odd = ratio_is_integer(pool, factor.c) && !ratio_is_even(pool, factor.c);
    const bool size = odd && factor.c.id != RATIO_ONE.id && is_replaced(f, factor.e, &place) &&
                      expr_function(pool, factor.e) == FN_ABS;
    if (size) {
      product = expr_mul(pool, product, f->side.at[place]);
      factor.e = expr_operand(pool, factor.e, 0).e;
    }
    any = any || size;
    sides_put(f->m, &sides, &factor.e, 1);
    product = expr_mul(pool, product, expr_pow_ratio(pool, factor.e, factor.c));
  }
  if (any && !is_replaced(f, e, &place)) replace(f, e, product, EXPR_NONE);
}

static bool switches(const ExprPool *pool, Expr e) {
  if (expr_kind(pool, e) != EXPR_FUNCTION) return false;
  const Function fn = expr_function(pool, e);
  const bool side = fn == FN_ABS || fn == FN_SIGN || fn == FN_IF;
  return side && !expr_is_constant(pool, expr_operand(pool, e, 0).e);
}

// Looks at the nodes of these expressions, operands before their users. Only the equations (own) add sides.
static void look_at(Finder *f, const Expr *roots, size_t n, bool own) {
  System *m = f->m;
  ExprPool *pool = m->pool;
  const ExprList nodes = expr_reachable(pool, roots, n, &m->work);
  for (size_t i = 0; i < nodes.n; i++) {
    const Expr node = nodes.at[i];
    bool opposite = false;
    size_t place;
    if (f->from.n > 0 && expr_kind(pool, node) == EXPR_PRODUCT) look_at_product(f, node);
    if (!switches(pool, node) || is_replaced(f, node, &place)) continue;
    const Expr function = expr_same_sign(pool, expr_operand(pool, node, 0).e),
               key = key_of(m, function);
    if (!find_side(f, key, &place, &opposite)) {
      if (!own || expr_is_none(key) || !has_rate(f, function)) continue;
      opposite = false;
      place = add_side(f, function, key);
    }
    const Expr symbol = f->symbol.at[place], side = opposite ? expr_neg(pool, symbol) : symbol;
    replace(f, node, with_side(f, node, side), side);
  }
}

static void finish(Finder *f, Sides *sides) {
  // a function inside a function has a side, too
  for (size_t i = 0; i < f->function.n; i++)
    sides_put(f->m, &(Sides){.replaced = f->from.n, .from = f->from.at, .to = f->to.at},
              &f->function.at[i], 1);
  *sides = (Sides){f->function.n, f->function.at, f->symbol.at, f->from.n, f->from.at, f->to.at};
}

void sides_find(System *m, Sides *sides) {
  const Equations *eq = &m->equations;
  const Problem *p = &eq->problem;
  const Model *model = m->model;
  Finder f = {.m = m, .sides = sides};
  *sides = (Sides){0};
  if (!problem_waits(p)) {  // otherwise nothing in them switches
    if (problem_M(p)->at != NULL) look_at(&f, problem_M(p)->at, p->m * p->m, true);
    if (problem_F(p) != NULL) look_at(&f, problem_F(p), p->m, true);
  }
  if (p->rate != NULL) look_at(&f, p->rate, p->m, true);
  look_at(&f, p->A.at, p->rows * p->m, true);
  look_at(&f, p->B.at, p->rows * p->m, true);
  look_at(&f, p->b, p->rows, true);
  // x' = sign(sin(t)) jumps, and its derivatives are 0
  for (size_t a = 0; a < eq->constraints.r; a++) {
    const Expr level[] = {eq->constraints.row[a].position, eq->constraints.row[a].velocity};
    for (size_t k = 0; k < 2; k++)
      if (!expr_is_none(level[k])) look_at(&f, &level[k], 1, true);
  }
  if (f.function.n > 0) {
    look_at(&f, problem_F(&eq->free), problem_F(&eq->free) != NULL ? eq->n : 0, false);
    look_at(&f, &eq->energy, 1, false);
    for (size_t i = 0; i < model->observables.n; i++)
      look_at(&f, &model->observables.at[i].value, 1, false);
  }
  finish(&f, sides);
}

void sides_of(System *m, const Expr *e, size_t n, Sides *sides) {
  Finder f = {.m = m, .sides = sides};
  look_at(&f, e, n, true);
  finish(&f, sides);
}

void sides_put(System *m, const Sides *sides, Expr *e, size_t n) {
  if (sides->replaced > 0)
    expr_substitute_all(m->pool, e, n, sides->from, sides->to, sides->replaced);
}

void sides_now(System *m, const Sides *sides, double *side) {
  if (sides->n == 0) return;
  Expr *roots = ARENA_ARRAY(&m->work, Expr, sides->n);
  for (size_t i = 0; i < sides->n; i++) roots[i] = sides->function[i];
  system_in_inputs(m, roots, sides->n);
  // sides inside are known by then: those of smaller functions come first
  for (size_t i = 0; i < sides->n; i++) {
    const size_t n = program_inputs(&m->program);
    Expr *symbol = ARENA_ARRAY(&m->work, Expr, n + i);
    double *value = ARENA_ARRAY(&m->work, double, n + i);
    for (size_t k = 0; k < n; k++)
      symbol[k] = m->program.symbols[k], value[k] = m->program.inputs[k];
    for (size_t k = 0; k < i; k++) symbol[n + k] = sides->symbol[k], value[n + k] = side[k];
    side[i] = expr_value(m->pool, roots[i], symbol, value, n + i) < 0 ? -1 : 1;
  }
}
