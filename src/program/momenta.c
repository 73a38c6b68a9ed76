// program/momenta.c: Hamilton's equations of a Lagrangian, in numbers.
//
// In:    M q' = rest, p' = push + A^T lambda of a Problem; M q'' = F + A^T lambda, A q'' = b of the free
//        system with its constraints
// Out:   q', q'' and p' as values of the tape
// From:  docs/theory/hamilton.md (9), (10)
// Law:   q'' of a run agree with an independent solution in 113 bits (tests/prop/ground/slow_assorted.c,
//        tests/unit/api/test_pivoting.c)
// Not:   Hamiltonians that a model gives: there q' = H_p as written

#include "program/momenta.h"

bool momenta_are_unknowns(const Equations *eq) {
  return eq->problem.rest != NULL;
}

static Linear without_rows(MotionTape *s) {
  return linear_make(s, s->m->equations.n, NULL, 0, 0, NULL, NULL, NULL);
}

Status momenta_velocities(MotionTape *s, Linear *p) {
  const Equations *eq = &s->m->equations;
  *p = without_rows(s);
  TRY(motion_tape_lower_own(s, problem_M(&eq->free)->at, eq->n * eq->n, p->M));
  TRY(motion_tape_lower_own(s, eq->problem.rest, eq->n, p->F));
  return linear_solve(s, p);
}

Status momenta_rates(MotionTape *s, Linear *p, Value *rate) {
  const Equations *eq = &s->m->equations;
  const Problem *free = &eq->free;
  const size_t n = eq->n;
  TRY(motion_tape_lower_own(s, eq->problem.push, n, rate));
  *p = without_rows(s);
  if (free->rows == 0) return STATUS_OK;
  *p = linear_make(s, n, s->chart->row, s->chart->rows, s->chart->known, &free->A, NULL, free->b);
  TRY(motion_tape_lower_own(s, problem_M(free)->at, n * n, p->M));
  TRY(motion_tape_lower_own(s, problem_F(free), n, p->F));
  TRY(linear_lower(s, p));
  TRY(linear_solve(s, p));
  for (size_t k = 0; k < (p->pivoting ? p->all : p->r); k++)
    for (size_t i = 0; i < n; i++) {
      const Value part = tape_op(s->b, TAPE_MUL, p->B[k * n + i], p->lambda[k]);
      rate[i] = tape_op(s->b, TAPE_ADD, rate[i], part);
    }
  return STATUS_OK;
}

Status momenta_accelerations(MotionTape *s, Value *x) {
  const Equations *eq = &s->m->equations;
  Linear p = without_rows(s);
  TRY(motion_tape_lower_own(s, problem_M(&eq->free)->at, eq->n * eq->n, p.M));
  TRY(motion_tape_lower_own(s, problem_F(&eq->free), eq->n, p.F));
  TRY(linear_solve(s, &p));
  for (size_t i = 0; i < eq->n; i++) x[i] = p.x[i];
  return STATUS_OK;
}

Status momenta_change(MotionTape *s, Value *change) {
  const Equations *eq = &s->m->equations;
  const size_t n = eq->n;
  Value *M = motion_tape_values(s, n * n), *x = motion_tape_values(s, n);
  TRY(motion_tape_lower_own(s, problem_M(&eq->free)->at, n * n, M));
  for (size_t i = 0; i < n; i++) {
    x[i] = tape_constant(s->b, 0);
    for (size_t j = 0; j < n; j++)
      x[i] = tape_op(s->b, TAPE_ADD, x[i], tape_op(s->b, TAPE_MUL, M[i * n + j], change[j]));
  }
  for (size_t i = 0; i < n; i++) change[i] = x[i];
  return STATUS_OK;
}
