// ground/balls.c: the door to Arb: values of expressions as balls.
//
// Law:   the value of an expression at any point of the symbols' balls lies in its ball
// Not:   a value that is not defined everywhere in the balls is NaN, and so is everything that contains it

#include "ground/balls.h"
#include "base/part.h"
#include <flint/fmpq.h>
#include <math.h>

// --- symbols -------------------------------------------------------------------------------------

void balls_set(Balls *balls, Expr symbol, const arb_t value) {
  uint32_t place;
  if (!memo_get(&balls->place, symbol.id, &place)) {
    place = (uint32_t) balls->ball.n;
    arb_struct fresh;
    arb_init(&fresh);
    array_push(balls->arena, &balls->ball, fresh);
    memo_put(balls->arena, &balls->place, symbol.id, place);  // last: memory may be refused before
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
  arena_defer(arena, clear_vector, vector);  // first: the next line may not return
  *vector = (Vector){_arb_vec_init((slong) n), n};
  return vector->at;
}

arb_mat_struct *ball_matrix(Arena *arena, size_t rows, size_t columns) {
  arb_mat_struct *matrix = ARENA_NEW(arena, arb_mat_struct);
  arena_defer(arena, clear_matrix, matrix);
  arb_mat_init(matrix, (slong) rows, (slong) columns);
  return matrix;
}

// --- linear systems ------------------------------------------------------------------------------

#define SOLVE_SECONDS 2e-8  // for each of n^3 operations with 256 bits, as measured for 400 and 800 equations
#define SOLVE_WHOLE 24      // up to here zeros are not looked for

typedef int Solver(arb_mat_t x, const arb_mat_t A, const arb_mat_t b, slong bits);

static bool solve_whole(Arena *work, Solver *solver, arb_mat_t x, const arb_mat_t A, const arb_mat_t b, slong bits) {
  const double n = (double) arb_mat_nrows(A);
  if (!work->guard->held && part_expect(SOLVE_SECONDS * n * n * n * fmax((double) bits / 256, 1)) != STATUS_OK)
    guard_fail(work->guard, STATUS_LIMIT);
  return solver(x, A, b, bits) != 0;
}

static SparseBlocks blocks_of(Arena *work, const arb_mat_t A) {
  SparsePlaces places = {0};
  const slong n = arb_mat_nrows(A);
  for (slong i = 0; i < n; i++)
    for (slong j = 0; j < n; j++)
      if (!arb_is_zero(arb_mat_entry(A, i, j)))
        array_push(work, &places, ((SparsePlace){(uint32_t) i, (uint32_t) j}));
  return sparse_blocks((size_t) n, (size_t) n, &places, work);
}

static bool solve_block(Arena *work, Solver *solver, const SparseBlock *block, arb_mat_t x, const arb_mat_t A,
                        const arb_mat_t b, slong bits) {
  const size_t n = block->rows, columns = (size_t) arb_mat_ncols(b);
  if (block->columns != n) return false;
  arb_mat_struct *own = ball_matrix(work, n, n), *right = ball_matrix(work, n, columns),
                 *y = ball_matrix(work, n, columns);
  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j < n; j++)
      arb_set(arb_mat_entry(own, (slong) i, (slong) j), arb_mat_entry(A, (slong) block->row[i], (slong) block->column[j]));
    for (size_t k = 0; k < columns; k++)
      arb_set(arb_mat_entry(right, (slong) i, (slong) k), arb_mat_entry(b, (slong) block->row[i], (slong) k));
  }
  if (!solve_whole(work, solver, y, own, right, bits)) return false;
  for (size_t j = 0; j < n; j++)
    for (size_t k = 0; k < columns; k++)
      arb_swap(arb_mat_entry(x, (slong) block->column[j], (slong) k), arb_mat_entry(y, (slong) j, (slong) k));
  return true;
}

static bool solve(Arena *work, Solver *solver, arb_mat_t x, const arb_mat_t A, const arb_mat_t b, slong bits) {
  if (arb_mat_nrows(A) <= SOLVE_WHOLE) return solver(x, A, b, bits) != 0;
  const ArenaMark mark = arena_mark(work);
  const SparseBlocks blocks = blocks_of(work, A);
  bool solved = true;
  for (size_t i = 0; solved && blocks.n > 1 && i < blocks.n; i++) {
    const ArenaMark before = arena_mark(work);
    solved = solve_block(work, solver, &blocks.at[i], x, A, b, bits);
    arena_release(work, before);
  }
  if (blocks.n == 1) solved = solve_whole(work, solver, x, A, b, bits);
  arena_release(work, mark);
  return solved;
}

bool ball_solve(Arena *work, arb_mat_t x, const arb_mat_t A, const arb_mat_t b, slong bits) {
  return solve(work, arb_mat_solve, x, A, b, bits);
}

bool ball_solve_near(Arena *work, arb_mat_t x, const arb_mat_t A, const arb_mat_t b, slong bits) {
  return solve(work, arb_mat_approx_solve, x, A, b, bits);
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

// u, v, or a ball that contains both
static void choose(arb_srcptr c, arb_srcptr u, arb_srcptr v, slong bits, arb_t value) {
  if (arb_is_positive(c))
    arb_set(value, u);
  else if (arb_is_nonpositive(c))
    arb_set(value, v);
  else if (arb_is_finite(u) && arb_is_finite(v))
    arb_union(value, u, v, bits);
  else
    arb_indeterminate(value);
}

static void apply_function(Function fn, arb_srcptr *argument, slong bits, arb_t value) {
  arb_srcptr a = argument[0], b = argument[1];
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
    case FN_SIGN: arb_sgn(value, a); break;
    case FN_IF: choose(a, b, argument[2], bits, value); break;
    case FN_COUNT: arb_indeterminate(value); break;
  }
}

// --- programs ------------------------------------------------------------------------------------

// Finds the nodes below the first roots, then those below the others alone.
static void order_nodes(BallProgram *program, const Expr *roots, size_t first, size_t n,
                        Arena *arena) {
  const ExprList all = expr_reachable(program->pool, roots, n, arena);
  const ExprList before = first < n ? expr_reachable(program->pool, roots, first, arena) : all;
  program->nodes = (ExprList){ARENA_ARRAY(arena, Expr, all.n), 0};
  for (size_t i = 0; i < before.n; i++) program->nodes.at[program->nodes.n++] = before.at[i];
  for (size_t i = 0, k = 0; i < all.n; i++)  // both are in the order of ids
    if (k < before.n && expr_same(all.at[i], before.at[k]))
      k++;
    else
      program->nodes.at[program->nodes.n++] = all.at[i];
  program->first = before.n;
}

static void find_operands(BallProgram *program, Arena *arena) {
  ExprPool *pool = program->pool;
  size_t count = 0;
  program->start = ARENA_ARRAY(arena, uint32_t, program->nodes.n + 1);
  for (size_t i = 0; i < program->nodes.n; i++) {
    const ExprKind kind = expr_kind(pool, program->nodes.at[i]);
    program->start[i] = (uint32_t) count;
    if (kind != EXPR_NUMBER && kind != EXPR_SYMBOL) count += expr_count(pool, program->nodes.at[i]);
  }
  program->start[program->nodes.n] = (uint32_t) count;
  program->operands = ARENA_ARRAY(arena, BallOperand, count + 1);
  for (size_t i = 0; i < program->nodes.n; i++)
    for (uint32_t k = program->start[i]; k < program->start[i + 1]; k++) {
      const ExprTerm term = expr_operand(pool, program->nodes.at[i], k - program->start[i]);
      BallOperand *operand = &program->operands[k];
      memo_get(&program->place, term.e.id, &operand->place);
      if (!ratio_get(pool, term.c, &operand->num, &operand->den)) operand->den = 0;
    }
}

BallProgram *ball_program_make_parts(ExprPool *pool, const Expr *roots, size_t first, size_t n,
                                     Arena *arena) {
  BallProgram *program = ARENA_NEW(arena, BallProgram);
  *program = (BallProgram){.pool = pool, .n = n, .root = ARENA_ARRAY(arena, uint32_t, n)};
  order_nodes(program, roots, first, n, arena);
  program->value = vector_make(arena, program->nodes.n + 1);
  arb_indeterminate(program->value + program->nodes.n);  // the value of EXPR_NONE
  for (size_t i = 0; i < program->nodes.n; i++)
    memo_put(arena, &program->place, program->nodes.at[i].id, (uint32_t) i);
  find_operands(program, arena);
  for (size_t i = 0; i < n; i++)
    if (!memo_get(&program->place, roots[i].id, &program->root[i]))
      program->root[i] = (uint32_t) program->nodes.n;
  return program;
}

BallProgram *ball_program_make(ExprPool *pool, const Expr *roots, size_t n, Arena *arena) {
  return ball_program_make_parts(pool, roots, n, n, arena);
}

// The factor or power of operand k of a node.
static void get_number(const BallProgram *program, size_t node, uint32_t k, fmpq_t c) {
  const BallOperand *operand = &program->operands[k];
  if (operand->den != 0)
    fmpq_set_si(c, operand->num, (ulong) operand->den);
  else
    get_ratio(program->pool,
              expr_operand(program->pool, program->nodes.at[node], k - program->start[node]).c, c);
}

// part = c*e or e^c
static void take_operand(const BallProgram *program, size_t node, uint32_t k, bool product,
                         slong bits, arb_t part) {
  arb_srcptr e = program->value + program->operands[k].place;
  fmpq_t c;
  fmpq_init(c);
  get_number(program, node, k, c);
  if (product) {
    arb_pow_fmpq(part, e, c, bits);
  } else {
    arb_mul_fmpz(part, e, fmpq_numref(c), bits);
    arb_div_fmpz(part, part, fmpq_denref(c), bits);
  }
  fmpq_clear(c);
}

// Adds num*e, or multiplies by e^num, if that is one operation of Arb: most numbers are small integers.
static bool combine_integer(arb_srcptr e, long num, bool product, slong bits, arb_t value) {
  if (product && num != 1 && num != -1) return false;
  if (product && num == 1)
    arb_mul(value, value, e, bits);
  else if (product)
    arb_div(value, value, e, bits);
  else if (num == 1)
    arb_add(value, value, e, bits);
  else if (num == -1)
    arb_sub(value, value, e, bits);
  else
    arb_addmul_si(value, e, num, bits);
  return true;
}

// c1*e1 + c2*e2 + ... or e1^c1 * e2^c2 * ...
static void combine(const BallProgram *program, size_t node, bool product, slong bits,
                    arb_t value) {
  arb_t part;
  arb_init(part);
  arb_set_si(value, product ? 1 : 0);
  for (uint32_t k = program->start[node]; k < program->start[node + 1]; k++) {
    const BallOperand *operand = &program->operands[k];
    arb_srcptr e = program->value + operand->place;
    if (operand->den == 1 && combine_integer(e, operand->num, product, bits, value)) continue;
    take_operand(program, node, k, product, bits, part);
    if (product)
      arb_mul(value, value, part, bits);
    else
      arb_add(value, value, part, bits);
  }
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

static void function_value(const BallProgram *program, size_t node, slong bits, arb_t value) {
  arb_srcptr argument[FUNCTION_ARGUMENTS] = {NULL};
  const uint32_t first = program->start[node], n = program->start[node + 1] - first;
  for (uint32_t i = 0; i < n; i++)
    argument[i] = program->value + program->operands[first + i].place;
  apply_function(expr_function(program->pool, program->nodes.at[node]), argument, bits, value);
}

static void compute_nodes(BallProgram *program, size_t begin, size_t end, const Balls *balls,
                          slong bits) {
  for (size_t i = begin; i < end; i++) {
    const Expr e = program->nodes.at[i];
    arb_ptr value = program->value + i;
    switch (expr_kind(program->pool, e)) {
      case EXPR_NUMBER:
        ball_ratio(program->pool, expr_ratio_of(program->pool, e), bits, value);
        break;
      case EXPR_SYMBOL: symbol_value(balls, e, bits, value); break;
      case EXPR_SUM: combine(program, i, false, bits, value); break;
      case EXPR_PRODUCT: combine(program, i, true, bits, value); break;
      case EXPR_FUNCTION: function_value(program, i, bits, value); break;
    }
  }
}

void ball_program_run_first(BallProgram *program, const Balls *balls, slong bits) {
  compute_nodes(program, 0, program->first, balls, bits);
}

void ball_program_run_others(BallProgram *program, const Balls *balls, slong bits) {
  compute_nodes(program, program->first, program->nodes.n, balls, bits);
}

void ball_program_run(BallProgram *program, const Balls *balls, slong bits) {
  compute_nodes(program, 0, program->nodes.n, balls, bits);
}

arb_srcptr ball_program_value(const BallProgram *program, size_t root) {
  return program->value + program->root[root];
}

bool ball_program_is_finite(const BallProgram *program) {
  for (size_t i = 0; i < program->n; i++)
    if (!arb_is_finite(ball_program_value(program, i))) return false;
  return true;
}

void value_of_expr(ExprPool *pool, Expr e, const Balls *balls, slong bits, Arena *work,
                   arb_t value) {
  const ArenaMark mark = arena_mark(work);
  BallProgram *program = ball_program_make(pool, &e, 1, work);
  ball_program_run(program, balls, bits);
  arb_set(value, ball_program_value(program, 0));
  arena_release(work, mark);
}
