// program/atlas.c: changes charts during a run.
//
// In:    a state where a pivot of the chart in use has become small
// Out:   a chart that is better there, its equations and flow, and the state in its variables
// From:  docs/theory/integration.md, section "Charts"
//
// A change of the kept constraints changes only the tapes: the state stays the same. A change of the velocities
// requires a new derivation of the equations.

#include "program/atlas.h"
#include <math.h>
#include <string.h>

#define ASK_PART 0.25    // of a pivot's largest size: below it, look for another chart,
#define ASK_SOLVER 1e-3  // for a way to solve that does not lose digits,
#define ASK_NOISE 1e-6   // and whether the pivot still means anything
#define HIDDEN \
  16  // times rounding: for pivots, which are asked about each time they fall to a quarter
#define ENOUGH 1.5        // times the least strain is good enough for an existing chart
#define BETTER 2          // times less strain makes a change worthwhile
#define START_STRAIN 100  // with more, a run does not start in the chart of the derivation
#define POLE_NEAR 3.5     // times rtol^(1/8): the distance to a pole that an order-8 step may cover
#define PIVOT_FALL 0.3    // fraction of a pivot that a step must always leave
#define LEAST_PART 0.05   // of a divisor of its equations: below it, a chart has come to its end

// --- patches -------------------------------------------------------------------------------------

// Marks the velocities that the equations of the model solve for; false if their speeds are not velocities.
static bool mark_bound(const Equations *eq, bool *bound, size_t *count) {
  size_t free = 0;
  *count = 0;
  for (size_t i = 0; i < eq->n; i++) {
    bound[i] = true;
    for (size_t k = 0; k < eq->problem.m; k++)
      if (expr_same(eq->problem.u[k], eq->qd[i])) bound[i] = false;
    free += !bound[i];
    *count += bound[i];
  }
  return free == eq->problem.m;
}

typedef struct {
  Atlas *atlas;
  Patch *patch;
} Derivation;

static Status derive_body(void *context) {
  const Derivation *d = context;
  System *m = d->atlas->m;
  const Chart *chart = &d->patch->chart;
  const Elimination eliminate = {chart->rows, chart->row, chart->velocity};
  const DeriveOptions options = {.arena = &m->work, .eliminate = &eliminate};  // like the patch
  return method_derive(d->atlas->own.method, m->model, &options, &d->patch->equations);
}

// Derives equations in the velocities that the chart leaves free.
static Status derive_in(Atlas *a, Patch *patch) {
  return guard_run(&a->m->guard, derive_body, &(Derivation){a, patch});
}

static Chart copy_chart(const ChartJudge *j, const Chart *chart) {
  Chart copy = chart_judge_blank(j);
  copy.ordered = chart->ordered;
  copy.known = chart->known;
  memcpy(copy.row, chart->row, j->r * sizeof *copy.row);
  memcpy(copy.velocity, chart->velocity, chart->rows * sizeof *copy.velocity);
  return copy;
}

static Patch *add_patch(Atlas *a, const Chart *chart) {
  Patch *patch = ARENA_NEW(&a->m->work, Patch);
  patch->chart = copy_chart(&a->judge, chart);
  patch->equations = a->own;
  array_push(&a->m->work, &a->patches, patch);
  return patch;
}

// Could the problem be regular although this pivot is small? With constraints M need not be regular, nor any
// part of A M^-1 B^T if the reactions have other directions than A. A definite M without constraints has small
// pivots only if it is nearly singular itself.
static bool hides_a_pivot(const Patch *patch, size_t pivot) {
  const Equations *eq = &patch->equations;
  const WatchKind kind = patch->plan.watch[pivot].kind;
  if (patch->plan.pivoting || patch->stuck || eq->problem.rows == 0) return false;
  return kind == WATCH_INERTIA ||
         (kind == WATCH_CONSTRAINT && motion_tape_is_servo(&eq->constraints));
}

static bool sees_positions(const Atlas *a) {
  return chart_judge_sees_positions(&a->judge);
}

// A divisor of the equations is a pole of the rates, near which steps must be short. Constraints that lose
// their independence do not affect the rates, and a step only has to see it coming.
static void set_parts(Atlas *a, Patch *patch) {
  const size_t n = patch->plan.tapes.watched;
  patch->ask = ARENA_ARRAY(&a->m->work, double, n + 1);
  patch->fall = ARENA_ARRAY(&a->m->work, double, n + 1);
  const double pole = fmax(1 - POLE_NEAR * pow(a->rtol, 0.125), PIVOT_FALL);
  for (size_t i = 0; i < n; i++) {
    const WatchKind kind = patch->plan.watch[i].kind;
    if (kind == WATCH_LENGTH) continue;  // no other chart has it
    patch->ask[i] = a->judge.choice          ? ASK_PART
                    : hides_a_pivot(patch, i) ? ASK_SOLVER
                    : sees_positions(a)       ? ASK_NOISE
                                              : 0;
    if (a->judge.choice) patch->fall[i] = kind == WATCH_DIVISOR ? pole : PIVOT_FALL;
  }
}

// The constants of a run stay those of its start.
static void keep_constants(const Atlas *a, const Patch *patch) {
  if (a->now == NULL) return;
  const FlowPlan *from = &a->now->plan, *to = &patch->plan;
  memcpy(to->parameters + to->fixed - to->constants,
         from->parameters + from->fixed - from->constants, to->constants * sizeof *to->parameters);
}

// Makes the plan of a patch whose equations are known. The state goes from the inputs of the program to y or,
// if that is NULL, to new room for it.
static Status plan_patch(Atlas *a, Patch *patch, double **y) {
  FlowWish wish = a->wish;
  wish.chart = &patch->chart;
  wish.pivoting = a->solver;
  a->m->equations = patch->equations;
  TRY(flow_plan(a->m, &wish, &patch->plan));
  const FlowPlan *plan = &patch->plan;
  if (*y == NULL) {
    *y = ARENA_ARRAY(&a->m->work, double, plan->n);
    memcpy(*y, plan->reference + plan->fixed + 1, plan->n * sizeof **y);
  }
  TRY(flow_enter(a->m, &patch->plan, *y));
  if (patch != a->now) keep_constants(a, patch);
  set_parts(a, patch);
  patch->flow = flow_interpret(&patch->plan.tapes, patch->plan.parameters, a->project);
  return patch->flow != NULL ? STATUS_OK : STATUS_LIMIT;
}

// --- beginning and end ---------------------------------------------------------------------------

// Makes the first patch: the chart of the equations as derived, unless it fails here.
static Status first_patch(Atlas *a, Patch **first) {
  const ChartJudge *j = &a->judge;
  Chart chart = chart_judge_blank(j);
  bool *bound = ARENA_ARRAY(&a->m->work, bool, j->n + 1);
  size_t count = 0;
  const bool foreign = j->solved && !mark_bound(&a->own, bound, &count);
  const bool derived = j->solved && !foreign && count == chart.rows;
  const double strain = chart_judge_choose(j, derived ? bound : NULL, &chart);
  *first = add_patch(a, &chart);
  (*first)->foreign = foreign;
  if (!j->solved || foreign || (derived && strain < START_STRAIN)) return STATUS_OK;
  // another one, if it is better
  Chart best = chart_judge_blank(j);
  if (!(chart_judge_choose(j, NULL, &best) * BETTER < strain) && derived) return STATUS_OK;
  best.ordered = true;
  Patch *other = add_patch(a, &best);
  const Diags messages = a->m->diags;
  if (derive_in(a, other) == STATUS_OK)
    *first = other;
  else
    diags_forget(&a->m->diags, &messages);
  return STATUS_OK;
}

// Records the constraints at the first state.
static void begin_watch(Atlas *a) {
  a->next = chart_judge_blank(&a->judge);
  a->digits = 1;
  a->nearest_at = 0;
  a->singular = false;
  a->weakest_row = 0;
  a->calm = chart_judge_sees_positions(&a->judge)
              ? chart_judge_position_strain(&a->judge, &a->weakest_row)
              : 1;
}

Status atlas_open(System *m, const FlowWish *wish, bool project, double rtol, Atlas *a,
                  double **y) {
  *a = (Atlas){.m = m, .wish = *wish, .project = project, .rtol = rtol, .own = m->equations};
  TRY(chart_judge_make(m, &a->judge));
  begin_watch(a);
  *y = NULL;
  TRY(first_patch(a, &a->now));
  TRY(plan_patch(a, a->now, y));
  a->state = ARENA_ARRAY(&m->work, double, a->now->plan.n);
  return STATUS_OK;
}

// Makes a judge at the state among the inputs; false if charts are chosen differently there.
static bool judge_again(const Atlas *a, ChartJudge *here) {
  return !a->judge.choice && chart_judge_make(a->m, here) == STATUS_OK && !here->choice &&
         memcmp(here->rank, a->judge.rank, sizeof here->rank) == 0 &&
         (here->tape == NULL) == (a->judge.tape == NULL);
}

bool atlas_fits(Atlas *a, double *y) {
  System *m = a->m;
  const ArenaMark mark = arena_mark(&m->work);
  ChartJudge here;
  if (a->patches.n != 1 || a->now->plan.particular) return false;
  const bool same = judge_again(a, &here);
  arena_release(&m->work, mark);
  return same && flow_plan_fits(m, &a->now->plan, y);
}

bool atlas_lasts(const Atlas *a) {
  return !a->judge.choice && a->patches.n == 1 && !a->now->plan.particular &&
         a->now->flow->sides == 0;
}

// Forgets everything that a motion has found out about its own states.
bool atlas_renew(Atlas *a, const FlowWish *wish, double *y) {
  System *m = a->m;
  Patch *patch = a->now;
  ChartJudge here;
  if (!atlas_lasts(a) || !judge_again(a, &here) || !flow_plan_fits(m, &patch->plan, y))
    return false;
  a->wish = *wish;
  a->own = patch->equations = m->equations;
  a->judge = here;
  begin_watch(a);
  a->solver = patch->settled = patch->stuck = false;
  patch->calls = 0;
  flow_restart(patch->flow);
  return true;
}

void atlas_close(Atlas *a) {
  for (size_t i = 0; i < a->patches.n; i++) {
    Patch *patch = a->patches.at[i];
    flow_destroy(patch->compiled);
    flow_destroy(patch->flow);
    flow_plan_clear(&patch->plan);
  }
  if (a->m != NULL) a->m->equations = a->own;
}

// --- changing ------------------------------------------------------------------------------------

static bool has_charts(const Atlas *a) {
  return a->judge.choice && !a->now->settled && (a->judge.solved || !a->now->plan.pivoting);
}

static bool has_choice(const Atlas *a) {
  bool any = has_charts(a);
  for (size_t i = 0; !any && i < a->now->flow->watched; i++) any = hides_a_pivot(a->now, i);
  return any;
}

// Returns the strain of the chart in use. Divisors of equations that were derived before the run are known only
// by the fraction that is left of them.
static double strain_now(const Atlas *a, double part) {
  const Patch *now = a->now;
  const double strain = now->foreign ? 1 : chart_judge_strain(&a->judge, &now->chart);
  const bool known = now->chart.ordered || !a->judge.solved;
  const double least = now->foreign ? 0 : LEAST_PART;
  return known || part > least ? strain : part > 0 ? fmax(strain, 1 / part) : (double) INFINITY;
}

bool atlas_is_asked(const Atlas *a) {
  return has_choice(a) || sees_positions(a);
}

// Rounding times the strain of the constraints on positions limits how well the states on them are known, and
// the pivots as well, each of which is one part in as much. If nothing of them is left, every chart is noise:
// the state is singular, as far as double precision can tell.
static bool is_hidden(Atlas *a, double t) {
  const double strain = chart_judge_position_strain(&a->judge, &a->weakest_row);
  a->calm = fmin(a->calm, strain);
  const double part = a->calm / strain, digits = part * part;
  a->singular = !(digits > HIDDEN * run_least_pivot(a->now->plan.n));
  if (digits < a->digits) a->nearest_at = t;
  a->digits = fmin(a->digits, digits);
  return a->singular;
}

bool atlas_explains_end(Atlas *a, const Patch *patch, double t, const double *y) {
  if (!sees_positions(a)) return false;
  flow_leave(a->m, &patch->plan, t, y);
  const double part = a->calm / chart_judge_position_strain(&a->judge, &a->weakest_row);
  a->singular = !(part * part * a->rtol > run_least_pivot(patch->plan.n));
  return a->singular;
}

static bool has_better_chart(Atlas *a, double part) {
  if (!has_charts(a)) return false;
  const double strain = strain_now(a, part);
  a->least = chart_judge_choose(&a->judge, NULL, &a->next);
  a->next.ordered = a->judge.solved;
  return a->least * BETTER < strain;
}

RunAdvice atlas_ask(Atlas *a, double t, const double *y, size_t pivot, double part) {
  flow_leave(a->m, &a->now->plan, t, y);
  if (sees_positions(a) && is_hidden(a, t)) return RUN_GIVE_UP;
  if (has_better_chart(a, part)) return RUN_CHANGE;
  a->solver = part <= ASK_SOLVER && hides_a_pivot(a->now, pivot) &&
              !flow_plan_is_stable(a->m, &a->now->plan, t, y);
  return a->solver ? RUN_CHANGE : RUN_STAY;
}

// Do the velocities still have the signs that the patch's equations assume?
static bool has_branches(const Atlas *a, const Patch *patch) {
  const Program *p = &a->m->program;
  for (size_t k = 0; k < patch->plan.branches; k++) {
    const double kept = patch->plan.parameters[p->parameters + k];
    const double now = p->inputs[p->parameters + 1 + p->n + patch->plan.branch[k]];
    if (!(kept * now > 0)) return false;
  }
  return true;
}

// Finds a patch that was made before, and is good enough here.
static Patch *find_patch(const Atlas *a) {
  for (size_t i = 0; i < a->patches.n; i++) {
    Patch *patch = a->patches.at[i];
    const bool known = patch->flow != NULL && patch != a->now &&
                       patch->chart.ordered == a->next.ordered && has_branches(a, patch);
    if (known && chart_judge_strain(&a->judge, &patch->chart) <= ENOUGH * a->least) return patch;
  }
  return NULL;
}

static Status make_patch(Atlas *a, Patch **patch, double *y) {
  *patch = add_patch(a, a->solver ? &a->now->chart : &a->next);
  if (a->solver) (*patch)->equations = a->now->equations;
  if (a->judge.solved && !a->solver) TRY(derive_in(a, *patch));
  return plan_patch(a, *patch, &y);
}

bool atlas_turn(Atlas *a, double t, double *y) {
  System *m = a->m;
  Patch *const before = a->now;
  const Diags messages = m->diags;
  flow_leave(m, &before->plan, t, y);
  Patch *patch = a->solver ? NULL : find_patch(a);
  const Status status =
    patch != NULL ? flow_enter(m, &patch->plan, a->state) : make_patch(a, &patch, a->state);
  if (status == STATUS_OK) keep_constants(a, patch);
  const bool fits = status == STATUS_OK && patch->plan.n == before->plan.n &&
                    patch->plan.columns == before->plan.columns &&
                    (patch->plan.pivoting || !a->solver);
  if (!fits) diags_forget(&m->diags, &messages);
  a->now = fits ? patch : before;
  m->equations = a->now->equations;
  if (!fits) *(a->solver ? &before->stuck : &before->settled) = true;
  a->solver = false;
  // with the same variables the state is the same
  if (fits && a->judge.solved)
    memcpy(y, a->state, (before->plan.n - before->plan.sides) * sizeof *y);
  return fits;
}
