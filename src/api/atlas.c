// api/atlas.c: changing charts under way.
//
// In:    a state where a pivot of the chart in use has become small
// Out:   a chart that is better there, its equations and flow, and the state in its variables
// From:  docs/theory/integration.md, section "Charts"
//
// Which constraints are kept changes the tapes alone: the state stays the same. Where the chart is
// one of velocities, the equations are derived anew.

#include "api/atlas.h"
#include <math.h>
#include <string.h>

#define BETTER 2          // times less strain makes a change worth while
#define START_STRAIN 100  // more, and the chart that was derived is not begun with

// --- sheets --------------------------------------------------------------------------------------

// Marks the velocities that the equations of the model solve for; false where their speeds are
// others.
static bool mark_bound(const Equations *eq, bool *bound, size_t *count) {
  size_t free = 0;
  *count = 0;
  for (size_t i = 0; i < eq->n; i++) {
    bound[i] = true;
    for (size_t k = 0; k < eq->m; k++)
      if (expr_same(eq->u[k], eq->qd[i])) bound[i] = false;
    free += !bound[i];
    *count += bound[i];
  }
  return free == eq->m;
}

typedef struct {
  Atlas *atlas;
  Sheet *sheet;
} Derivation;

static Status derive_body(void *context) {
  const Derivation *d = context;
  DalModel *m = d->atlas->m;
  const Chart *chart = &d->sheet->chart;
  const Elimination eliminate = {chart->rows, chart->row, chart->velocity};
  const DeriveOptions options = {.arena = &m->arena, .eliminate = &eliminate};
  return d->atlas->own.method->derive(m->model, &options, &d->sheet->equations);
}

// Equations in the velocities that the chart leaves free.
static Status derive_in(Atlas *a, Sheet *sheet) {
  return guard_run(&a->m->guard, derive_body, &(Derivation){a, sheet});
}

// Another chart that cannot be made is none: what was told about it is forgotten.
static void forget(DalModel *m, const Diags *before) {
  m->diags.all.n = before->all.n;
  m->diags.errors = before->errors;
  m->diags.warnings = before->warnings;
}

static Chart copy_chart(const Judge *j, const Chart *chart) {
  Chart copy = judge_blank(j);
  memcpy(copy.row, chart->row, j->r * sizeof *copy.row);
  memcpy(copy.velocity, chart->velocity, chart->rows * sizeof *copy.velocity);
  return copy;
}

static Sheet *add_sheet(Atlas *a, const Chart *chart) {
  Sheet *sheet = ARENA_NEW(&a->m->work, Sheet);
  sheet->chart = copy_chart(&a->judge, chart);
  sheet->equations = a->own;
  array_push(&a->m->work, &a->sheets, sheet);
  return sheet;
}

// The plan of a sheet whose equations are there; and the state, from the inputs of the program, to
// y, or, where that is NULL, to room for it.
static Status plan_sheet(Atlas *a, Sheet *sheet, double **y) {
  FlowWish wish = a->wish;
  wish.chart = &sheet->chart;
  a->m->equations = sheet->equations;
  TRY(flow_plan(a->m, &wish, &sheet->plan));
  if (*y == NULL) *y = ARENA_ARRAY(&a->m->work, double, sheet->plan.n);
  TRY(flow_enter(a->m, &sheet->plan, *y));
  sheet->flow = flow_interpret(&sheet->plan.tapes, sheet->plan.parameters, a->project);
  return sheet->flow != NULL ? STATUS_OK : STATUS_LIMIT;
}

// --- beginning and end ---------------------------------------------------------------------------

// The first sheet: the chart of the equations as they were derived, unless that is none here.
static Status first_sheet(Atlas *a, Sheet **first) {
  const Judge *j = &a->judge;
  Chart chart = judge_blank(j);
  bool *bound = ARENA_ARRAY(&a->m->work, bool, j->n + 1);
  size_t count = 0;
  const bool foreign = j->solved && !mark_bound(&a->own, bound, &count);
  const bool derived = j->solved && !foreign && count == chart.rows;
  const double strain = judge_choose(j, derived ? bound : NULL, &chart);
  *first = add_sheet(a, &chart);
  (*first)->foreign = foreign;
  if (!j->solved || foreign || (derived && strain < START_STRAIN)) return STATUS_OK;
  // another one, if it is better
  Chart best = judge_blank(j);
  if (!(judge_choose(j, NULL, &best) * BETTER < strain) && derived) return STATUS_OK;
  Sheet *other = add_sheet(a, &best);
  const Diags told = a->m->diags;
  if (derive_in(a, other) == STATUS_OK)
    *first = other;
  else
    forget(a->m, &told);
  return STATUS_OK;
}

Status atlas_open(DalModel *m, const FlowWish *wish, bool project, Atlas *a, double **y) {
  *a = (Atlas){.m = m, .wish = *wish, .project = project, .own = m->equations};
  TRY(judge_make(m, &a->judge));
  a->next = judge_blank(&a->judge);
  *y = NULL;
  TRY(first_sheet(a, &a->now));
  TRY(plan_sheet(a, a->now, y));
  a->state = ARENA_ARRAY(&m->work, double, a->now->plan.n);
  return STATUS_OK;
}

void atlas_close(Atlas *a) {
  for (size_t i = 0; i < a->sheets.n; i++) {
    Sheet *sheet = a->sheets.at[i];
    flow_destroy(sheet->compiled);
    flow_destroy(sheet->flow);
    flow_plan_clear(&sheet->plan);
  }
  if (a->m != NULL) a->m->equations = a->own;
}

// --- changing ------------------------------------------------------------------------------------

bool atlas_has_choice(const Atlas *a) {
  return a->judge.tape != NULL && a->own.in_time == NULL && !a->now->settled;
}

bool atlas_ask(Atlas *a, double t, const double *y, double part) {
  if (!atlas_has_choice(a)) return false;
  flow_leave(a->m, &a->now->plan, t, y);
  const double strain = !a->now->foreign ? judge_strain(&a->judge, &a->now->chart)
                        : part > 0       ? 1
                                         : (double) INFINITY;
  return judge_choose(&a->judge, NULL, &a->next) * BETTER < strain;
}

// Do the velocities whose signs the sheet's equations hold have these signs?
static bool has_branches(const Atlas *a, const Sheet *sheet) {
  const Program *p = &a->m->program;
  for (size_t k = 0; k < sheet->plan.branches; k++) {
    const double kept = sheet->plan.parameters[p->parameters + k];
    const double now = p->inputs[p->parameters + 1 + p->n + sheet->plan.branch[k]];
    if (!(kept * now > 0)) return false;
  }
  return true;
}

static Sheet *find_sheet(const Atlas *a) {
  for (size_t i = 0; i < a->sheets.n; i++) {
    Sheet *sheet = a->sheets.at[i];
    if (sheet->flow != NULL && !sheet->foreign && judge_same(&a->judge, &sheet->chart, &a->next) &&
        has_branches(a, sheet))
      return sheet;
  }
  return NULL;
}

static Status make_sheet(Atlas *a, Sheet **sheet, double *y) {
  *sheet = add_sheet(a, &a->next);
  if (a->judge.solved) TRY(derive_in(a, *sheet));
  return plan_sheet(a, *sheet, &y);
}

bool atlas_turn(Atlas *a, double t, double *y) {
  DalModel *m = a->m;
  Sheet *const before = a->now;
  const Diags told = m->diags;
  flow_leave(m, &before->plan, t, y);
  Sheet *sheet = find_sheet(a);
  const Status status = sheet != NULL ? flow_enter(m, &sheet->plan, a->state)
                                      : make_sheet(a, &sheet, a->state);
  const bool fits = status == STATUS_OK && sheet->plan.n == before->plan.n &&
                    sheet->plan.columns == before->plan.columns;
  if (!fits) forget(m, &told);
  a->now = fits ? sheet : before;
  m->equations = a->now->equations;
  before->settled = !fits;
  // where the variables are the same, so is the state
  if (fits && a->judge.solved) memcpy(y, a->state, before->plan.n * sizeof *y);
  return fits;
}
