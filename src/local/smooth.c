// local/smooth.c: whether the equations of motion are smooth at a state.
//
// In:    a state in balls
// Out:   whether values and first derivatives of the equations are continuous there
// Law:   over a small box of states around it, both are narrow balls
// From:  docs/theory/smallmotions.md, section "Linearization"
// Not:   |x| has the derivative sign(x), which is 0 at 0: the formulas alone do not show a kink

#include "ground/switches.h"
#include "local/local_impl.h"

#define BOX_BITS 120  // half the width of the box is 2^-BOX_BITS of a coordinate, or of 1
#define NARROW_BITS \
  40  // something that changes by less than 2^-NARROW_BITS of itself, or of 1, does not jump

static void add_all(Local *l, LocalList *list, const Expr *at, size_t n) {
  for (size_t i = 0; i < n; i++) array_push(&l->work, list, at[i]);
}

// Collects the equations, and the arguments of the functions that jump or bend in them.
static void gather(Local *l, LocalList *equations, LocalList *arguments) {
  add_all(l, equations, l->whole.equation, l->whole.equations);
  add_all(l, equations, l->psi, l->n);
  const Switches nodes = switches_nodes(l->pool, equations->at, equations->n, &l->work);
  for (size_t i = 0; i < nodes.n; i++)
    array_push(&l->work, arguments, expr_operand(l->pool, nodes.at[i], 0).e);
}

// Widens the state to a box around it; saves it in saved.
static void widen(Local *l, arb_ptr saved) {
  arb_t width;
  arb_init(width);
  for (size_t i = 0; i < l->n + l->m; i++) {
    arb_set(saved + i, balls_get(&l->balls, l->x[i]));
    arb_abs(width, saved + i);
    arb_add_ui(width, width, 1, LOCAL_BITS);
    arb_mul_2exp_si(width, width, -BOX_BITS);
    arb_ptr box = vector_make(&l->work, 1);
    arb_set(box, saved + i);
    arb_add_error(box, width);
    balls_set(&l->balls, l->x[i], box);
  }
  arb_clear(width);
}

static bool is_narrow(arb_srcptr a) {
  if (!arb_is_finite(a)) return false;
  mag_t most;
  mag_init(most);
  arb_get_mag(most, a);
  mag_add_ui(most, most, 1);
  mag_mul_2exp_si(most, most, -NARROW_BITS);
  const bool narrow = mag_cmp(arb_radref(a), most) <= 0;
  mag_clear(most);
  return narrow;
}

static bool any_vanishes(Local *l, const LocalList *arguments) {
  BallProgram *program = ball_program_make(l->pool, arguments->at, arguments->n, &l->work);
  ball_program_run(program, &l->balls, LOCAL_BITS);
  for (size_t i = 0; i < arguments->n; i++) {
    arb_srcptr value = ball_program_value(program, i);
    if (!arb_is_finite(value) || arb_contains_zero(value)) return true;
  }
  return false;
}

static bool are_narrow(Local *l, const LocalList *equations) {
  LocalList all = {0};
  add_all(l, &all, equations->at, equations->n);
  for (size_t i = 0; i < equations->n; i++)
    for (size_t j = 0; j < l->whole.unknowns; j++) {
      const Expr slope = expr_diff(l->pool, equations->at[i], l->whole.unknown[j]);
      if (!expr_same(slope, EXPR_ZERO)) array_push(&l->work, &all, slope);
    }
  BallProgram *program = ball_program_make(l->pool, all.at, all.n, &l->work);
  ball_program_run(program, &l->balls, LOCAL_BITS);
  for (size_t i = 0; i < all.n; i++)
    if (!is_narrow(ball_program_value(program, i))) return false;
  return true;
}

bool local_is_smooth(Local *l) {
  LocalList equations = {0}, arguments = {0};
  const ArenaMark mark = arena_mark(&l->work);
  gather(l, &equations, &arguments);
  bool smooth = true;
  if (arguments.n > 0) {
    arb_ptr saved = vector_make(&l->work, l->n + l->m);
    widen(l, saved);
    smooth = !any_vanishes(l, &arguments) || are_narrow(l, &equations);
    for (size_t i = 0; i < l->n + l->m; i++) balls_set(&l->balls, l->x[i], saved + i);
  }
  arena_release(&l->work, mark);
  return smooth;
}
