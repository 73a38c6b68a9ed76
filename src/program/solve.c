// program/solve.c: the motion at a state, or the reason why there is no motion.
//
// In:    a state among the inputs of the program
// Out:   accelerations, multipliers, reactions; or a message
// Law:   a state is singular if the rank of the constraints is lower than around it

#include "ground/ground.h"
#include "program/system.h"

// Reports each constraint concerned.
static void report_constraints(System *m, DiagCode code, const bool *loses) {
  const Constraints *c = &m->equations.constraints;
  for (size_t a = 0; a < c->r; a++)
    if (loses[a]) diag_report(&m->diags, code, c->row[a].span, c->row[a].name);
}

const char *system_unknown(const System *m, size_t k, Span *span) {
  const Expr u = m->equations.problem.u[k];
  Span none, *place = span != NULL ? span : &none;
  for (size_t i = 0; i < m->model->speeds.n; i++) {
    const Speed *speed = &m->model->speeds.at[i];
    *place = speed->span;
    if (expr_same(speed->z, u)) return speed->name;
  }
  for (size_t i = 0; i < m->equations.n; i++) {
    const Coordinate *x = &m->model->coordinates.at[i];
    *place = x->span;
    if (expr_same(x->qd, u) || expr_same(x->p, u)) return x->name;
  }
  *place = (Span){0};
  return expr_symbol_name(m->pool, u);
}

void system_report_open(System *m, size_t k) {
  Span span;
  const char *name = system_unknown(m, k, &span);
  const bool velocities = free_in_velocities(&m->equations);
  diag_report(&m->diags, velocities ? DIAG_SINGULAR_MASS : DIAG_HPP_SINGULAR, span, name);
}

static void report_kinks(System *m, const bool *marked) {
  const Constraints *c = &m->equations.constraints;
  for (size_t a = 0; a < c->r; a++)
    if (marked[a]) system_report_kink(m, &c->row[a]);
}

// Could another choice of variables succeed where these fail?
static bool uses_chart(const System *m) {
  return m->equations.problem.own_variables;
}

static void report_failure(System *m, const EvaluatorFailure *failure) {
  const Coordinate *x = &m->model->coordinates.at[failure->bad];
  switch (failure->trouble) {
    case EVALUATED_SINGULAR_MASS: system_report_open(m, failure->bad); break;
    case EVALUATED_NOT_FINITE:
      if (!uses_chart(m)) {
        diag_report(&m->diags, DIAG_NOT_FINITE, x->span, x->name);
      } else {
        diag_report(&m->diags, DIAG_CHART_FAILS, x->span, m->equations.method->name, x->name);
        if (free_in_velocities(&m->equations))
          diag_help(&m->diags, "another method may work: --method multipliers");
      }
      break;
    case EVALUATED_EDGE:
      diag_report(&m->diags, DIAG_CHART_EDGE, x->span, m->equations.method->name, x->name);
      diag_help(&m->diags, "use --method multipliers");
      break;
    case EVALUATED_OTHER_BRANCH:
      diag_report(&m->diags, DIAG_OTHER_BRANCH, x->span, m->equations.method->name, x->name);
      diag_help(&m->diags, "use --method multipliers, which accepts the constraints as they are");
      break;
    case EVALUATED_KINK: report_kinks(m, failure->loses); break;
    case EVALUATED_SINGULAR: report_constraints(m, DIAG_SINGULAR_STATE, failure->loses); break;
    case EVALUATED_UNREACHED: report_constraints(m, DIAG_UNREACHED, failure->loses); break;
    case EVALUATED_OTHER_RANK:
    case EVALUATED_INCONSISTENT: report_constraints(m, DIAG_CONFLICT, failure->loses); break;
    case EVALUATED: break;
  }
}

// Finds the rank of the constraints around the state among the inputs, which may lie on another piece of the
// manifold than the initial one. False if the state is singular, or nothing is known.
static bool rank_about_state(System *m, size_t *rank) {
  const Program *p = &m->program;
  const double *now = p->inputs + p->parameters;
  const Ground *ground = ground_at(&m->equations, now[0], now + 1, now + 1 + p->n,
                                   p->speeds > 0 ? now + 1 + 2 * p->n : NULL, &m->work);
  *rank = ground->rank;
  return ground->known && ground->regular && ground->fault == GROUND_SOUND;
}

// Finds the motion there, by its tape first or by singular values alone; determines the rank again if the
// constraints seem to lose their independence.
static Status solve_there(System *m, bool by_tape, EvaluatorMotion *motion, EvaluatorFailure *failure) {
  Evaluator *e = m->program.evaluator;
  size_t rank;
  Status status = by_tape ? evaluator_solve(e, m->program.inputs, motion, failure)
                          : evaluator_judge(e, m->program.inputs, motion, failure);
  if (status == STATUS_DOMAIN &&
      (failure->trouble == EVALUATED_SINGULAR || failure->trouble == EVALUATED_OTHER_RANK) &&
      rank_about_state(m, &rank)) {
    const size_t before = evaluator_set_rank(e, rank);
    status = evaluator_judge(e, m->program.inputs, motion, failure);
    (void) evaluator_set_rank(e, before);
  }
  return status;
}

Status system_solve(System *m, EvaluatorMotion *motion) {
  EvaluatorFailure failure;
  TRY(system_compile(m));
  TRY(system_check_pace(m));
  const Status status = solve_there(m, true, motion, &failure);
  if (status == STATUS_UNABLE) return system_no_lapack(m);
  if (status == STATUS_DOMAIN) report_failure(m, &failure);
  return status;
}

#define LOOKED_AT 2500  // entries of A; with more, singular values would take longer than a run

// Does not report a chart that fails there: the run itself finds another.
Status system_check_start(System *m) {
  const Equations *eq = &m->equations;
  EvaluatorMotion motion;
  EvaluatorFailure failure;
  if (eq->constraints.r == 0 || eq->constraints.r * eq->n > LOOKED_AT) return STATUS_OK;
  TRY(system_compile(m));
  const Status status = solve_there(m, true, &motion, &failure);
  const bool open = failure.trouble == EVALUATED_SINGULAR_MASS && !uses_chart(m);
  const bool reported =
    failure.trouble == EVALUATED_SINGULAR || failure.trouble == EVALUATED_UNREACHED || open;
  if (status != STATUS_DOMAIN || !reported) return STATUS_OK;
  report_failure(m, &failure);
  return STATUS_DOMAIN;
}
