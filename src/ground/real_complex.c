// ground/real_complex.c: formulas that are not real at a real state.
//
// Law:   at a state at which one side of an equation is real and the other is not, its principal complex
//        value decides whether the equation holds there
// Not:   |z| and atan2 of non-real numbers have no value

#include "ground/balls.h"

typedef struct {
  acb_ptr at;
  size_t n;
} Values;

static void clear_values(void *object) {
  const Values *values = object;
  _acb_vec_clear(values->at, (slong) values->n);
}

static acb_ptr complex_vector(Arena *arena, size_t n) {
  Values *values = ARENA_NEW(arena, Values);
  arena_defer(arena, clear_values, values);
  *values = (Values){_acb_vec_init((slong) n), n};
  return values->at;
}

static acb_ptr operand(const BallProgram *program, acb_ptr value, Expr e) {
  uint32_t place = 0;
  memo_get(&program->place, e.id, &place);
  return value + place;
}

// c1*e1 + c2*e2 + ... or e1^c1 * e2^c2 * ...
static void combine(const BallProgram *program, acb_ptr value, Expr e, bool product, slong bits,
                    acb_t to) {
  acb_t part;
  arb_t c;
  acb_init(part);
  arb_init(c);
  acb_set_si(to, product ? 1 : 0);
  for (size_t i = 0; i < expr_count(program->pool, e); i++) {
    const ExprTerm term = expr_operand(program->pool, e, i);
    ball_ratio(program->pool, term.c, bits, c);
    if (product) {
      acb_pow_arb(part, operand(program, value, term.e), c, bits);
      acb_mul(to, to, part, bits);
    } else {
      acb_mul_arb(part, operand(program, value, term.e), c, bits);
      acb_add(to, to, part, bits);
    }
  }
  arb_clear(c);
  acb_clear(part);
}

static void apply(Function fn, acb_srcptr a, slong bits, acb_t to) {
  switch (fn) {
    case FN_SIN: acb_sin(to, a, bits); break;
    case FN_COS: acb_cos(to, a, bits); break;
    case FN_TAN: acb_tan(to, a, bits); break;
    case FN_ASIN: acb_asin(to, a, bits); break;
    case FN_ACOS: acb_acos(to, a, bits); break;
    case FN_ATAN: acb_atan(to, a, bits); break;
    case FN_SINH: acb_sinh(to, a, bits); break;
    case FN_COSH: acb_cosh(to, a, bits); break;
    case FN_TANH: acb_tanh(to, a, bits); break;
    case FN_EXP: acb_exp(to, a, bits); break;
    case FN_LOG: acb_log(to, a, bits); break;
    default: acb_indeterminate(to); break;
  }
}

// Computes all nodes: their real value if there is one.
static acb_ptr complex_values(const BallProgram *program, slong bits, Arena *work) {
  ExprPool *pool = program->pool;
  acb_ptr value = complex_vector(work, program->nodes.n + 1);
  acb_indeterminate(value + program->nodes.n);
  for (size_t i = 0; i < program->nodes.n; i++) {
    const Expr e = program->nodes.at[i];
    const ExprKind kind = expr_kind(pool, e);
    if (arb_is_finite(program->value + i))
      acb_set_arb(value + i, program->value + i);
    else if (kind == EXPR_SUM || kind == EXPR_PRODUCT)
      combine(program, value, e, kind == EXPR_PRODUCT, bits, value + i);
    else if (kind == EXPR_FUNCTION)
      apply(expr_function(pool, e), operand(program, value, expr_operand(pool, e, 0).e), bits,
            value + i);
    else
      acb_indeterminate(value + i);
  }
  return value;
}

// Does it contain a root or the like that is certainly not real?
static bool is_not_real(const BallProgram *program) {
  for (size_t i = 0; i < program->nodes.n; i++)
    if (ball_program_is_outside(program, program->nodes.at[i])) return true;
  return false;
}

static bool differ(RealPoint *point, const Expr side[2]) {
  BallProgram *program = ball_program_make(point->eq->pool, side, 2, &point->work);
  ball_program_run(program, &point->balls, point->bits);
  const bool real[2] = {arb_is_finite(ball_program_value(program, 0)),
                        arb_is_finite(ball_program_value(program, 1))};
  if (real[0] == real[1] || !is_not_real(program)) return false;
  acb_ptr value = complex_values(program, point->bits, &point->work);
  acb_srcptr left = value + program->root[0], right = value + program->root[1];
  return acb_is_finite(left) && acb_is_finite(right) && !acb_overlaps(left, right);
}

bool real_differs_in_complex(RealPoint *point, Expr left, Expr right) {
  const ArenaMark mark = arena_mark(&point->work);
  Expr side[2];
  side[0] = real_without_quantities(point->eq, left, &point->work);
  side[1] = real_without_quantities(point->eq, right, &point->work);
  const bool result = differ(point, side);
  arena_release(&point->work, mark);
  return result;
}
