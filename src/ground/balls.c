// ground/balls.c: the door to Arb: values of expressions as balls.
//
// Law:   the value of an expression at any points of the symbols' balls lies in its ball
// Not:   a value that is not defined everywhere in the balls is NaN, and so is all that contains it

#include "ground/balls.h"
#include <flint/fmpq.h>

// --- symbols -------------------------------------------------------------------------------------

void balls_set(Balls *balls, Expr symbol, const arb_t value) {
  uint32_t place;
  if (!memo_get(&balls->place, symbol.id, &place)) {
    place = (uint32_t) balls->ball.n;
    memo_put(balls->arena, &balls->place, symbol.id, place);
    arb_struct fresh;
    arb_init(&fresh);
    array_push(balls->arena, &balls->ball, fresh);
  }
  arb_set(&balls->ball.at[place], value);
}

const arb_struct *balls_get(const Balls *balls, Expr symbol) {
  uint32_t place;
  return memo_get(&balls->place, symbol.id, &place) ? &balls->ball.at[place] : NULL;
}

void balls_clear(Balls *balls) {
  for (size_t i = 0; i < balls->ball.n; i++) arb_clear(&balls->ball.at[i]);
  balls->ball.n = 0;
  balls->place = (Memo){0};
}

// --- vectors and matrices ------------------------------------------------------------------------

typedef struct {
  arb_ptr at;
  size_t n;
} Vector;

static void clear_vector(void *object) {
  const Vector *vector = object;
  _arb_vec_clear(vector->at, (slong) vector->n);
}

static void clear_matrix(void *object) {
  arb_mat_clear(object);
}

arb_ptr vector_make(Arena *arena, size_t n) {
  Vector *vector = ARENA_NEW(arena, Vector);
  arena_defer(arena, clear_vector, vector);  // first: it may not return
  *vector = (Vector){_arb_vec_init((slong) n), n};
  return vector->at;
}

arb_mat_struct *ball_matrix(Arena *arena, size_t rows, size_t columns) {
  arb_mat_struct *matrix = ARENA_NEW(arena, arb_mat_struct);
  arena_defer(arena, clear_matrix, matrix);
  arb_mat_init(matrix, (slong) rows, (slong) columns);
  return matrix;
}

// --- numbers and functions -----------------------------------------------------------------------

static void get_ratio(ExprPool *pool, Ratio c, fmpq_t value) {
  long num, den;
  if (ratio_get(pool, c, &num, &den)) {
    fmpq_set_si(value, num, (ulong) den);
    return;
  }
  Arena *arena = expr_arena(pool);
  const ArenaMark mark = arena_mark(arena);
  fmpz_set_str(fmpq_numref(value), ratio_numerator(pool, c, arena), 10);
  fmpz_set_str(fmpq_denref(value), ratio_denominator(pool, c, arena), 10);
  arena_release(arena, mark);
}

static void apply_function(Function fn, arb_srcptr a, arb_srcptr b, slong bits, arb_t value) {
  switch (fn) {
    case FN_SIN: arb_sin(value, a, bits); break;
    case FN_COS: arb_cos(value, a, bits); break;
    case FN_TAN: arb_tan(value, a, bits); break;
    case FN_ASIN: arb_asin(value, a, bits); break;
    case FN_ACOS: arb_acos(value, a, bits); break;
    case FN_ATAN: arb_atan(value, a, bits); break;
    case FN_ATAN2: arb_atan2(value, a, b, bits); break;
    case FN_SINH: arb_sinh(value, a, bits); break;
    case FN_COSH: arb_cosh(value, a, bits); break;
    case FN_TANH: arb_tanh(value, a, bits); break;
    case FN_EXP: arb_exp(value, a, bits); break;
    case FN_LOG: arb_log(value, a, bits); break;
    case FN_ABS: arb_abs(value, a); break;
    case FN_COUNT: arb_indeterminate(value); break;
  }
}

// --- sheets --------------------------------------------------------------------------------------

Sheet *sheet_make(ExprPool *pool, const Expr *roots, size_t n, Arena *arena) {
  Sheet *sheet = ARENA_NEW(arena, Sheet);
  *sheet = (Sheet){.pool = pool, .n = n, .root = ARENA_ARRAY(arena, uint32_t, n)};
  sheet->nodes = expr_reachable(pool, roots, n, arena);
  sheet->value = vector_make(arena, sheet->nodes.n + 1);
  arb_indeterminate(sheet->value + sheet->nodes.n);  // the value of EXPR_NONE
  for (size_t i = 0; i < sheet->nodes.n; i++)
    memo_put(arena, &sheet->place, sheet->nodes.at[i].id, (uint32_t) i);
  for (size_t i = 0; i < n; i++)
    if (!memo_get(&sheet->place, roots[i].id, &sheet->root[i]))
      sheet->root[i] = (uint32_t) sheet->nodes.n;
  return sheet;
}

static arb_srcptr operand_value(const Sheet *sheet, Expr e) {
  uint32_t place = 0;
  memo_get(&sheet->place, e.id, &place);
  return sheet->value + place;
}

// c1*e1 + c2*e2 + ... or e1^c1 * e2^c2 * ...
static void combine(const Sheet *sheet, Expr e, bool product, slong bits, arb_t value) {
  arb_t part;
  fmpq_t c;
  arb_init(part);
  fmpq_init(c);
  arb_set_si(value, product ? 1 : 0);
  for (size_t i = 0; i < expr_count(sheet->pool, e); i++) {
    const ExprTerm term = expr_operand(sheet->pool, e, i);
    get_ratio(sheet->pool, term.c, c);
    if (product && fmpq_is_one(c)) {
      arb_mul(value, value, operand_value(sheet, term.e), bits);
    } else if (product) {
      arb_pow_fmpq(part, operand_value(sheet, term.e), c, bits);
      arb_mul(value, value, part, bits);
    } else {
      arb_mul_fmpz(part, operand_value(sheet, term.e), fmpq_numref(c), bits);
      arb_div_fmpz(part, part, fmpq_denref(c), bits);
      arb_add(value, value, part, bits);
    }
  }
  fmpq_clear(c);
  arb_clear(part);
}

void ball_ratio(ExprPool *pool, Ratio ratio, slong bits, arb_t value) {
  fmpq_t c;
  fmpq_init(c);
  get_ratio(pool, ratio, c);
  arb_set_fmpq(value, c, bits);
  fmpq_clear(c);
}

static void symbol_value(const Balls *balls, Expr e, slong bits, arb_t value) {
  const arb_struct *known = balls_get(balls, e);
  if (known != NULL)
    arb_set(value, known);
  else if (expr_same(e, EXPR_PI))
    arb_const_pi(value, bits);
  else
    arb_indeterminate(value);
}

static void function_value(const Sheet *sheet, Expr e, slong bits, arb_t value) {
  arb_srcptr argument[2] = {NULL, NULL};
  for (size_t i = 0; i < expr_count(sheet->pool, e); i++)
    argument[i] = operand_value(sheet, expr_operand(sheet->pool, e, i).e);
  apply_function(expr_function(sheet->pool, e), argument[0], argument[1], bits, value);
}

void sheet_run(Sheet *sheet, const Balls *balls, slong bits) {
  for (size_t i = 0; i < sheet->nodes.n; i++) {
    const Expr e = sheet->nodes.at[i];
    arb_ptr value = sheet->value + i;
    switch (expr_kind(sheet->pool, e)) {
      case EXPR_NUMBER: ball_ratio(sheet->pool, expr_ratio_of(sheet->pool, e), bits, value); break;
      case EXPR_SYMBOL: symbol_value(balls, e, bits, value); break;
      case EXPR_SUM: combine(sheet, e, false, bits, value); break;
      case EXPR_PRODUCT: combine(sheet, e, true, bits, value); break;
      case EXPR_FUNCTION: function_value(sheet, e, bits, value); break;
    }
  }
}

arb_srcptr sheet_value(const Sheet *sheet, size_t root) {
  return sheet->value + sheet->root[root];
}

bool sheet_is_finite(const Sheet *sheet) {
  for (size_t i = 0; i < sheet->n; i++)
    if (!arb_is_finite(sheet_value(sheet, i))) return false;
  return true;
}

void value_of_expr(ExprPool *pool, Expr e, const Balls *balls, slong bits, Arena *work,
                   arb_t value) {
  const ArenaMark mark = arena_mark(work);
  Sheet *sheet = sheet_make(pool, &e, 1, work);
  sheet_run(sheet, balls, bits);
  arb_set(value, sheet_value(sheet, 0));
  arena_release(work, mark);
}
