// analysis/newton.c: equations near a state as a tape, and Newton's method on it.

#include "analysis/newton.h"
#include "base/part.h"
#include "motion/complete.h"
#include <math.h>
#include <string.h>

#define RESIDUAL 1e-9  // residual allowed if nothing is unknown

struct Newton {
  Tape *tape;  // unknowns, t, parameters -> residuals, and their derivatives by the unknowns
  Completion problem;
  size_t unknowns, inputs;
  double *input, *work;
};

static void destroy_tape(void *object) {
  const Newton *newton = object;
  tape_destroy(newton->tape);
}

static Status make_tape(const Equations *eq, const LocalSystem *s, const Expr *equation,
                        size_t first, Arena *arena, Newton *newton) {
  const Model *model = eq->model;
  const size_t rows = newton->problem.equations, by = s->unknowns - first;
  TapeBuilder *b = tape_builder_create(arena, eq->pool);
  Value *x = ARENA_ARRAY(arena, Value, s->unknowns + 1),
        *f = ARENA_ARRAY(arena, Value, rows * (by + 1) + 1);
  for (size_t i = 0; i < s->unknowns; i++) x[i] = tape_input(b, s->unknown[i]);
  tape_input(b, EXPR_TIME);
  for (size_t i = 0; i < model->parameters.n; i++) tape_input(b, model->parameters.at[i].symbol);
  TRY(tape_lower(b, equation, rows, f, NULL));
  TRY(tape_jacobian(b, f, rows, x + first, by, f + rows));
  newton->tape = tape_finish(b, f, rows * (by + 1));
  return newton->tape ? STATUS_OK : part_refuse();
}

Status newton_make(const Local *local, const Equations *eq, const LocalSystem *s,
                   const Expr *further, size_t n, size_t first, Arena *arena, Newton **made) {
  const Model *model = eq->model;
  const size_t rows = s->equations + n;
  Newton *newton = *made = ARENA_NEW(arena, Newton);
  Expr *equation = ARENA_ARRAY(arena, Expr, rows + 1);
  size_t *place = ARENA_ARRAY(arena, size_t, s->unknowns + 1);
  for (size_t i = 0; i < rows; i++)
    equation[i] = i < s->equations ? s->equation[i] : further[i - s->equations];
  for (size_t i = first; i < s->unknowns; i++) place[i - first] = i;
  newton->unknowns = s->unknowns;
  newton->inputs = s->unknowns + 1 + model->parameters.n;
  newton->input = ARENA_ARRAY(arena, double, newton->inputs);
  for (size_t i = 0; i < model->parameters.n; i++)
    newton->input[s->unknowns + 1 + i] = local_value(local, model->parameters.at[i].symbol);
  // with coordinates held, what is left is linear and often singular: LAPACK decides its rank
  newton->problem = (Completion){rows, s->unknowns - first, NULL, place, first == 0};
  arena_defer(arena, destroy_tape, newton);
  TRY(make_tape(eq, s, equation, first, arena, newton));
  newton->problem.tape = newton->tape;
  newton->work = ARENA_ARRAY(arena, double, tape_values(newton->tape) + 1);
  return STATUS_OK;
}

void newton_set_time(Newton *newton, double t) {
  newton->input[newton->unknowns] = t;
}

// Checks the equations if there is nothing to solve for.
static Status check(const Newton *newton) {
  memcpy(newton->work, newton->input, newton->inputs * sizeof *newton->work);
  tape_start(newton->tape, newton->work);
  tape_run(newton->tape, newton->work);
  for (size_t i = 0; i < newton->problem.equations; i++)
    if (!(fabs(newton->work[tape_output(newton->tape, i)]) < RESIDUAL)) return STATUS_DOMAIN;
  return STATUS_OK;
}

Status newton_solve(Newton *newton, double *x) {
  double error;
  memcpy(newton->input, x, newton->unknowns * sizeof *x);
  if (newton->problem.unknowns == 0) return check(newton);
  const Status status = complete_state(&newton->problem, newton->input, &error);
  memcpy(x, newton->input, newton->unknowns * sizeof *x);
  // a search that ran out of time or memory says nothing about the state
  if (status != STATUS_OK && guard_look_here() != STATUS_OK) guard_fail_here(guard_look_here());
  if (status == STATUS_LIMIT) guard_fail_here(status);
  return status;
}
