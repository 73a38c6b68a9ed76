// program/sound.c: constraints that are unsound as stated.
//
// In:    the ground of the equations
// Out:   a message at the offending constraint, with what to write instead

#include "program/system.h"
#include "print/print.h"
#include "ground/ground.h"
#include "ground/jumps.h"
#include "methods/constraints.h"

// Returns the product of the factors of a constraint, each once; EXPR_NONE if none of them is a power.
static Expr without_powers(System *m, size_t a) {
  if (a >= m->model->constraints.n) return EXPR_NONE;
  const ConstraintFactors f = constraint_factors(m->model, &m->model->constraints.at[a], &m->work);
  Expr product = EXPR_ONE;
  for (size_t i = 0; i < f.n; i++)
    if (!expr_is_number(m->pool, f.at[i])) product = expr_mul(m->pool, product, f.at[i]);
  return f.power ? product : EXPR_NONE;
}

static void help_with_power(System *m, size_t a) {
  const Expr simple = without_powers(m, a);
  if (expr_is_none(simple))
    diag_help(&m->diags,
              "it only touches zero there, as a sum of squares and 1 - cos(x) do: state each "
              "term that must vanish as a separate constraint");
  else
    diag_help(&m->diags, "write %s = 0 instead", print_expr_text(m->pool, simple, &m->work));
}

void system_report_kink(System *m, const ConstraintRow *row) {
  diag_report(&m->diags, DIAG_CONSTRAINT_KINK, row->span, row->name);
  diag_help(&m->diags, "abs(c) and sqrt(c) have no derivative where c vanishes: to require that, "
                       "write c = 0");
}

static Status check_energy(System *m, const Equations *eq) {
  const ArenaMark mark = arena_mark(&m->work);
  Expr where;
  const char *state;
  const bool jumps = jumps_of_lagrangian(eq, &m->work, &where, &state);
  if (jumps) {
    const char *text = print_expr_text(m->pool, where, &m->work);
    diag_report(&m->diags, DIAG_LAGRANGIAN_JUMPS, (Span){0}, text);
    diag_help(&m->diags,
              "as at %s; forces may jump, energies, masses and velocities of points may not",
              state);
  }
  arena_release(&m->work, mark);
  return jumps ? STATUS_INPUT : STATUS_OK;
}

Status system_check_constraints(System *m, const Equations *eq) {
  const Ground *ground = ground_of(eq);
  if (ground->fault == GROUND_SOUND) return check_energy(m, eq);
  const ConstraintRow *row = &eq->constraints.row[ground->culprit];
  switch (ground->fault) {
    case GROUND_POWER:
      diag_report(&m->diags, DIAG_CONSTRAINT_POWER, row->span, row->name);
      help_with_power(m, ground->culprit);
      break;
    case GROUND_KINK: system_report_kink(m, row); break;
    case GROUND_TOUCHES:
      diag_report(&m->diags, DIAG_CONSTRAINT_TOUCHES, row->span, row->name);
      diag_help(&m->diags, "remove it, or state directly what it adds to the others");
      break;
    case GROUND_EMPTY: diag_report(&m->diags, DIAG_CONSTRAINT_NOWHERE, row->span, row->name); break;
    case GROUND_CONTRADICTS:
      diag_report(&m->diags,
                  row->level == LEVEL_ACCELERATION ? DIAG_CONFLICT
                  : ground->culprit == 0           ? DIAG_CONSTRAINT_NOWHERE
                                                   : DIAG_CONSTRAINT_CONTRADICTS,
                  row->span, row->name);
      break;
    case GROUND_UNREACHED: diag_report(&m->diags, DIAG_UNREACHED, row->span, row->name); break;
    case GROUND_SOUND: break;
  }
  return STATUS_INPUT;
}
