// local/polish.c: a state that is a multiple solution of its equations, to many digits.
//
// In:    a state near which Newton's steps become shorter, if only by a constant factor
// Out:   the limit of these steps. At an m-fold solution each step is 1 - 1/m of the one before, so their sum is
//        known (Aitken); repeated from there, until nothing is left
// From:  docs/theory/smallmotions.md, section "Rest"

#include "local/local_impl.h"
#include <math.h>

#define LOCAL_BITS_MOST 20000

slong local_useful_bits(const BallProgram *program) {
  slong least = 0;
  for (size_t i = 0; i < program->nodes.n; i++) {
    const arf_struct *middle = arb_midref(program->value + i);
    if (!arf_is_normal(middle)) continue;
    if (arf_cmpabs_2exp_si(middle, -LOCAL_BITS_MOST) < 0) return LOCAL_BITS_MOST;
    const slong exponent = fmpz_get_si(ARF_EXPREF(middle));
    if (exponent < least) least = exponent;
  }
  return 2 * LOCAL_BITS - least;
}

// Reduces E = [J | f] to [1 X | d; 0 0 | r] with its columns in another order, by the largest pivots, down to rounding;
// returns the rank.
static size_t eliminate(arb_mat_struct *E, slong bits, size_t *order, arb_ptr factor) {
  const slong columns = E->c - 1;
  slong rank = 0;
  for (slong j = 0; j < columns; j++) order[j] = (size_t) j;
  for (; rank < E->r && rank < columns; rank++) {
    slong p = rank, q = rank;
    for (slong i = rank; i < E->r; i++)
      for (slong j = rank; j < columns; j++)
        if (arf_cmpabs(arb_midref(arb_mat_entry(E, i, j)), arb_midref(arb_mat_entry(E, p, q))) > 0)
          p = i, q = j;
    if (arf_cmpabs_2exp_si(arb_midref(arb_mat_entry(E, p, q)), 64 - bits) < 0) break;
    arb_mat_swap_rows(E, NULL, rank, p);
    for (slong i = 0; i < E->r; i++) arb_swap(arb_mat_entry(E, i, rank), arb_mat_entry(E, i, q));
    const size_t swap = order[rank];
    order[rank] = order[q];
    order[q] = swap;
    for (slong j = E->c - 1; j >= rank; j--)
      arb_div(arb_mat_entry(E, rank, j), arb_mat_entry(E, rank, j), arb_mat_entry(E, rank, rank),
              bits);
    for (slong i = 0; i < E->r; i++) {
      if (i == rank) continue;
      arb_set(factor, arb_mat_entry(E, i, rank));
      for (slong j = rank; j < E->c; j++)
        arb_submul(arb_mat_entry(E, i, j), factor, arb_mat_entry(E, rank, j), bits);
    }
    arb_mat_get_mid(E, E);
  }
  return (size_t) rank;
}

// Computes Newton's step for all unknowns of the enclosure. All rows count here, also those that seem to depend on
// others: many digits show whether they do, and whether they vanish. Returns the number of bits that this takes.
static slong newton_step(Local *l, arb_ptr step) {
  const Enclosure *enclosure = l->enclosure;
  const size_t columns = enclosure->columns;
  ball_program_run(enclosure->program, &l->balls, LOCAL_BITS);
  const slong bits = local_useful_bits(enclosure->program);
  ball_program_run(enclosure->program, &l->balls, bits);
  arb_mat_struct *E = ball_matrix(&l->work, enclosure->rows, columns + 1);
  for (size_t i = 0; i < enclosure->rows; i++)
    for (size_t j = 0; j <= columns; j++)
      arb_get_mid_arb(arb_mat_entry(E, (slong) i, (slong) j),
                      ball_program_value(enclosure->program,
                                         j < columns ? enclosure->rows + i * columns + j : i));
  size_t *order = ARENA_ARRAY(&l->work, size_t, columns + 1);
  const size_t rank = eliminate(E, bits, order, vector_make(&l->work, 1));
  _arb_vec_zero(step, (slong) columns);
  for (size_t i = 0; i < rank; i++)
    arb_set(step + order[i], arb_mat_entry(E, (slong) i, (slong) columns));
  return bits;
}

static double longest(arb_srcptr step, size_t n) {
  double most = 0;
  for (size_t i = 0; i < n; i++)
    most = fmax(most, fabs(arf_get_d(arb_midref(step + i), ARF_RND_NEAR)));
  return most;
}

double local_error(Local *l) {
  if (l->enclosed) return 0;
  const ArenaMark mark = arena_mark(&l->work);
  arb_ptr step = vector_make(&l->work, l->enclosure->columns);
  newton_step(l, step);
  const double error = longest(step, l->enclosure->columns);
  arena_release(&l->work, mark);
  return error;
}

// x -= factor*step
static void move(Local *l, arb_srcptr step, const arb_t factor, slong bits) {
  arb_t x;
  arb_init(x);
  for (size_t i = 0; i < l->enclosure->columns; i++) {
    arb_set(x, balls_get(&l->balls, l->enclosure->unknown[i]));
    arb_submul(x, factor, step + i, bits);
    arb_get_mid_arb(x, x);
    balls_set(&l->balls, l->enclosure->unknown[i], x);
  }
  arb_clear(x);
}

#define POLISHES 8
#define POLISHED 1e-40
#define SLOWEST 0.999  // a step longer than this part of the one before: they lead nowhere

bool local_polish(Local *l) {
  const ArenaMark mark = arena_mark(&l->work);
  const size_t n = l->enclosure->columns;
  arb_ptr first = vector_make(&l->work, n), second = vector_make(&l->work, n),
          number = vector_make(&l->work, 3);
  arb_ptr ratio = number, size = number + 1, one = number + 2;
  arb_one(one);
  bool shorter = true;
  for (int i = 0; i < POLISHES && shorter; i++) {
    const slong bits = newton_step(l, first);
    if (longest(first, n) < POLISHED) break;
    move(l, first, one, bits);
    newton_step(l, second);
    arb_dot(ratio, NULL, 0, first, 1, second, 1, (slong) n, bits);
    arb_dot(size, NULL, 0, first, 1, first, 1, (slong) n, bits);
    arb_div(ratio, ratio, size, bits);
    const double part = arf_get_d(arb_midref(ratio), ARF_RND_NEAR);
    shorter = part >= 0 && part < SLOWEST;
    // x - first/(1 - ratio), of which one step has been taken
    arb_sub(size, one, ratio, bits);
    arb_div(ratio, ratio, size, bits);
    arb_get_mid_arb(ratio, ratio);
    if (shorter) move(l, first, ratio, bits);
  }
  arena_release(&l->work, mark);
  return shorter;
}
