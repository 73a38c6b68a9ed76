// program/lifted_solve.c: solves the problem of masses in a tree on the tape of a motion.
//
// In:    G mu = rhs and the accelerations by mu, as expressions
// Out:   the accelerations as values; their divisors, to be watched along a motion
// Law:   the same accelerations as the problem in coordinates (tests/prop/program/prop_lifted.c)

#include "program/lifted.h"
#include "program/motion_tape.h"
#include <math.h>
#include <stdlib.h>

#define MOST_MISSED 1e-12  // residual of an equation, relative to its terms
#define LEAST_PART 1e-8    // of a pivot's entry; a smaller pivot has lost more digits than that

// Makes the symbols stand for their values from here on.
static Status define_symbols(MotionTape *s, const Lifted *l) {
  for (size_t i = 0; i < l->definitions.n; i++) {
    Value value;
    TRY(motion_tape_lower_own(s, &l->definitions.at[i].value, 1, &value));
    tape_define(s->b, l->definitions.at[i].symbol, value);
  }
  return STATUS_OK;
}

// Expressions to be lowered, and their values. Neighbours in the tree are lowered together, so that they share
// what they can; in batches, so that the time grows only linearly with their number.
typedef struct {
  Expr e;
  size_t row;  // of the problem, to which it belongs
  size_t at;   // among the values
} Root;

typedef struct {
  ARRAY(Root) roots;
  Value *values;
  size_t next;
} Batch;

#define TOGETHER 256

static void add_root(MotionTape *s, Batch *batch, Expr e, size_t row) {
  const Root root = {e, row, batch->roots.n};
  array_push(&s->m->work, &batch->roots, root);
}

static void add_form(MotionTape *s, Batch *batch, const LiftedForm *form) {
  size_t row = 0;
  for (size_t k = 0; k < form->terms.n; k++)
    if (form->terms.at[k].of > row) row = form->terms.at[k].of;
  add_root(s, batch, form->constant, row);
  for (size_t k = 0; k < form->terms.n; k++) add_root(s, batch, form->terms.at[k].by, row);
}

static int by_row(const void *a, const void *b) {
  const Root *x = a, *y = b;
  return x->row != y->row ? (x->row > y->row) - (x->row < y->row)
                          : (x->at > y->at) - (x->at < y->at);
}

static Status lower_batch(MotionTape *s, Batch *batch) {
  const size_t n = batch->roots.n;
  Expr *e = ARENA_ARRAY(&s->m->work, Expr, TOGETHER);
  Value *values = motion_tape_values(s, TOGETHER);
  batch->values = motion_tape_values(s, n);
  if (n > 0) qsort(batch->roots.at, n, sizeof *batch->roots.at, by_row);
  for (size_t from = 0; from < n; from += TOGETHER) {
    const size_t count = n - from < TOGETHER ? n - from : TOGETHER;
    for (size_t i = 0; i < count; i++) e[i] = batch->roots.at[from + i].e;
    TRY(motion_tape_lower_own(s, e, count, values));
    for (size_t i = 0; i < count; i++) batch->values[batch->roots.at[from + i].at] = values[i];
  }
  return STATUS_OK;
}

static Batch gather(MotionTape *s, const LiftedProblem *p) {
  Batch batch = {0};
  for (size_t i = 0; i < p->entries.n; i++)
    add_root(s, &batch, p->entries.at[i].value, p->entries.at[i].row);
  for (size_t a = 0; a < p->rows; a++) add_root(s, &batch, p->rhs[a], a);
  for (size_t i = 0; i < p->n; i++) add_form(s, &batch, &p->acceleration[i]);
  for (size_t i = 0; i < p->from->divisors.n; i++) {
    const Expr value = p->from->divisors.at[i].value;
    add_root(s, &batch, value, p->rows);
    add_root(s, &batch, expr_size_of_terms(s->m->pool, value), p->rows);
  }
  return batch;
}

// A solution on the tape.
typedef struct {
  size_t r, n;
  const Value *G, *rhs, *mu, *pivots, *x;
} Solved;

// Is mu accurate at the state of reference, or does that have no numbers?
static bool is_stable(TapeBuilder *b, const void *what) {
  const Solved *p = what;
  const size_t r = p->r;
  for (size_t a = 0; a < r; a++) {
    const double right = tape_number(b, p->rhs[a]), entry = tape_number(b, p->G[a * r + a]);
    double error = -right, size = fabs(right);
    if (!(tape_number(b, p->pivots[a]) > LEAST_PART * entry)) return false;
    for (size_t c = 0; c < r; c++) {
      if (tape_is_zero(b, p->G[a * r + c])) continue;
      const double part = tape_number(b, p->G[a * r + c]) * tape_number(b, p->mu[c]);
      error += part;
      size += fabs(part);
    }
    if (!(fabs(error) <= MOST_MISSED * size)) return false;
  }
  for (size_t i = 0; i < p->n; i++)
    if (!isfinite(tape_number(b, p->x[i]))) return false;
  return true;
}

static Value sum_of(MotionTape *s, const LiftedForm *form, const Value *mu, Batch *batch) {
  Value sum = batch->values[batch->next++];
  for (size_t k = 0; k < form->terms.n; k++) {
    const Value part =
      tape_op(s->b, TAPE_MUL, batch->values[batch->next++], mu[form->terms.at[k].of]);
    sum = tape_op(s->b, TAPE_ADD, sum, part);
  }
  return sum;
}

static void watch(LiftedSolution *to, Value pivot, Value scale, bool inertia, size_t index) {
  to->watch[to->watched] = (LiftedWatch){pivot, scale, inertia, index};
  to->watched++;
}

// Watches divisors and pivots. Pivots of G can vanish only if there are constraints: without them its rows are
// independent wherever the divisors are not zero.
static void watch_all(MotionTape *s, const LiftedProblem *p, const Value *G, const Value *pivots,
                      Batch *batch, LiftedSolution *to) {
  const Lifted *l = p->from;
  const size_t constraints = s->chart->rows;
  to->watch = ARENA_ARRAY(&s->m->work, LiftedWatch, p->rows + l->divisors.n + 1);
  for (size_t i = 0; i < l->divisors.n; i++, batch->next += 2)
    watch(to, batch->values[batch->next], batch->values[batch->next + 1], true,
          l->divisors.at[i].coordinate);
  for (size_t a = 0; constraints > 0 && a < p->rows; a++) {
    const size_t constraint = l->constraint.at[a];
    watch(to, pivots[a], G[a * p->rows + a], false,
          constraint != NOWHERE ? constraint : s->chart->row[0]);
  }
}

Status lifted_solve(MotionTape *s, const LiftedProblem *p, LiftedSolution *to) {
  const size_t r = p->rows;
  *to = (LiftedSolution){0};
  TRY(define_symbols(s, p->from));
  Batch batch = gather(s, p);
  TRY(lower_batch(s, &batch));
  Value *G = motion_tape_values(s, r * r), *mu = motion_tape_values(s, r),
        *pivots = motion_tape_values(s, r);
  for (size_t i = 0; i < r * r; i++) G[i] = tape_constant(s->b, 0);
  for (size_t i = 0; i < p->entries.n; i++) {
    const LiftedEntry e = p->entries.at[i];
    G[e.row * r + e.column] = G[e.column * r + e.row] = batch.values[batch.next++];
  }
  const Value *rhs = batch.values + batch.next;
  batch.next += r;
  TRY(tape_solve(s->b, r, G, rhs, mu, pivots));
  to->x = motion_tape_values(s, p->n);
  for (size_t i = 0; i < p->n; i++) to->x[i] = sum_of(s, &p->acceleration[i], mu, &batch);
  Solved *solved = ARENA_NEW(&s->m->work, Solved);
  *solved = (Solved){r, p->n, G, rhs, mu, pivots, to->x};
  to->stable = is_stable(s->b, solved);
  array_push(&s->m->work, &s->checks, ((MotionCheck){s->b, is_stable, solved}));
  watch_all(s, p, G, pivots, &batch, to);
  return STATUS_OK;
}
