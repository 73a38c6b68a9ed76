// answer/check.c: is the model sound, do the methods agree, do the claims hold?

#include "answer/check.h"
#include "base/part.h"
#include "program/facts.h"
#include "program/part.h"
#include "language/units.h"
#include "program/partial_state.h"
#include "ground/ground.h"
#include "methods/start.h"
#include "local/mass.h"
#include "proof/in_mode.h"
#include <string.h>

typedef struct {
  System *m;
  CheckReport report;
  const Equations *first;  // of the first method that applies
  bool
    by_default;  // the default state, used without initial values, is singular, but others are not
  double end;    // the work at which time is up; 0: the limit of the call
  Status limit;  // the limit of the call that was reached
  Judge *judge;  // of claims; NULL: not open yet
  ArenaMark mark;  // of the working memory before that
  size_t claim;    // being judged
} Job;

static void warn(Job *job, const char *text) {
  array_push(&job->m->notes, &job->report.warnings, text);
}

static void unsound(Job *job, const char *text) {
  array_push(&job->m->notes, &job->report.problems, text);
}

// --- methods -------------------------------------------------------------------------------------

static Status find_first(Job *job) {
  const Method *first;
  if (job->first != NULL) return STATUS_OK;
  return system_reference(job->m, &job->first, &first);
}

static void compare_method(Job *job, const Method *method, const Equations *eq) {
  System *m = job->m;
  Truth agrees = proof_agree(job->first, eq, &m->work);
  const bool proved = agrees != TRUTH_UNKNOWN;
  if (!proved) agrees = proof_agree_at_states(job->first, eq, &m->work);
  const bool verified = !proved && agrees == TRUTH_YES;
  array_push(&m->notes, &job->report.methods, ((CheckedMethod){method, agrees, verified}));
  if (agrees == TRUTH_NO)
    unsound(job, text_format(&m->notes, "the method %s gives other accelerations than %s",
                             method->name, job->report.methods.at[0].method->name));
}

// Compares the other methods with the first.
static Status check_methods(void *context) {
  Job *job = context;
  System *m = job->m;
  const Method *first;
  TRY(system_reference(m, &job->first, &first));
  array_push(&m->notes, &job->report.methods, ((CheckedMethod){first, TRUTH_YES, false}));
  for (const Method *const *method = methods_all(); *method != NULL; method++) {
    if (*method == first) continue;
    const ArenaMark mark = arena_mark(&m->work);
    const Equations *eq;
    const Status status = system_by_method(m, *method, &eq);
    if (status == STATUS_LIMIT || status == STATUS_INTERNAL) return status;
    if (status == STATUS_OK) compare_method(job, *method, eq);
    arena_release(&m->work, mark);
  }
  return STATUS_OK;
}

// --- the model -----------------------------------------------------------------------------------

static Status solve_start(System *m) {
  States states = {0};
  TRY(system_ready(m));
  TRY(system_states(m, NULL, &states));
  Program *p = &m->program;
  memcpy(p->inputs + p->parameters, states.rows.at[0],
         (program_inputs(p) - p->parameters) * sizeof(double));
  EvaluatorMotion motion;
  return system_solve(m, &motion);
}

// Is the message about the model? Without values or without LAPACK nothing is known about numbers,
// but the formulas may be right.
static bool is_about_model(DiagCode code) {
  return code != DIAG_PARAMETER_VALUE && code != DIAG_NO_LAPACK;
}

static bool has_guess(const Model *model, Expr symbol) {
  for (size_t i = 0; i < model->guess.n; i++)
    if (expr_same(model->guess.at[i].symbol, symbol)) return true;
  return false;
}

// Is the state regular if coordinates without an initial value, 0 by default, have other values?
// Then 0 is a pole of these coordinates and says nothing about the model.
static bool is_regular_elsewhere(System *m) {
  Model *model = m->model;
  const size_t given = model->guess.n;
  const Diags before = m->diags;
  for (size_t i = 0; i < model->coordinates.n; i++) {
    const Expr q = model->coordinates.at[i].q;
    if (start_has_initial(model, q) || has_guess(model, q)) continue;
    const Expr value = expr_ratio(m->pool, 37 + 12 * (long) i, 64);
    array_push(&m->arena, &model->guess, ((Assignment){.symbol = q, .value = value}));
  }
  const bool regular = model->guess.n > given && solve_start(m) == STATUS_OK;
  model->guess.n = given;
  m->diags = before;
  return regular;
}

// Checks that the initial state exists and determines the accelerations. Messages go into the
// report; if the state is wrong, other warnings would only confuse.
static Status check_start(void *context) {
  Job *job = context;
  System *m = job->m;
  const Diags before = m->diags;
  const Status status = solve_start(m);
  if (status == STATUS_LIMIT || status == STATUS_INTERNAL) return status;
  const Diags after = m->diags;
  m->diags = before;
  job->by_default = status == STATUS_DOMAIN && is_regular_elsewhere(m);
  for (size_t i = before.all.n; i < after.all.n; i++) {
    const Diag *diag = &after.all.at[i];
    const bool error = diag_code_severity(diag->code) == SEVERITY_ERROR;
    if (error && job->by_default)
      warn(job, text_format(&m->notes, "with 0 for coordinates that have no initial value: %s",
                            diag->message));
    else if (error && is_about_model(diag->code))
      unsound(job, text_format(&m->notes, "initial state: %s", diag->message));
    else if (error || status == STATUS_OK)
      warn(job, diag->message);
  }
  return STATUS_OK;
}

// Does every parameter have a value? Otherwise the state uses made-up values.
static bool has_values(const Model *model) {
  for (size_t i = 0; i < model->parameters.n; i++)
    if (expr_is_none(model->parameters.at[i].value)) return false;
  return true;
}

static void add_finding(Job *job, bool problem, const char *text) {
  if (problem)
    unsound(job, text);
  else
    warn(job, text);
}

static const char *at_state(Job *job, const MassReport *mass) {
  return *mass->state == '\0' ? "" : text_format(&job->m->notes, "; at %s", mass->state);
}

// Reports a velocity with zero or negative energy: a problem at the initial state, if no parameter
// values were made up for it; elsewhere only a remark.
static void report_mass(Job *job, const MassReport *mass, bool sure) {
  Arena *arena = &job->m->notes;
  if (mass->kind == MASS_INDEFINITE) {
    const bool allowed = mass->along == MASS_INDEFINITE;
    add_finding(job, sure && allowed,
         text_format(arena, "the mass matrix is indefinite: 1/2 u.M u is %s along u: %s%s%s",
                     mass->energy, mass->direction,
                     allowed ? "" : ", which the constraints do not allow", at_state(job, mass)));
  } else if (mass->kind == MASS_SINGULAR && mass->moves) {
    warn(job,
         text_format(arena,
                     "the mass matrix is singular: no kinetic energy along %s; the constraints "
                     "determine the accelerations all the same",
                     mass->direction));
  } else if (mass->kind == MASS_SINGULAR && job->report.problems.n == 0 && !job->by_default) {
    add_finding(job, sure,
         text_format(arena, "the mass matrix is singular: no kinetic energy along %s%s",
                     mass->direction, at_state(job, mass)));
  } else if (mass->kind == MASS_UNKNOWN && job->report.problems.n == 0) {
    warn(job, "no state was found where the constraints hold and the mass matrix is defined");
  }
}

#define MASS_DRAWS 4  // random states, if no initial state is given

// Checks the mass matrix at the initial state, and so near it; without one, at random states too.
static void check_mass(Job *job) {
  System *m = job->m;
  const bool start = m->model->initial.n + m->model->guess.n > 0;
  for (unsigned draw = 0; draw <= (start ? 0 : MASS_DRAWS); draw++) {
    const ArenaMark mark = arena_mark(&m->work);
    const MassReport mass = mass_definite(job->first, draw, &m->work);
    const bool shown = draw == 0 || mass.kind == MASS_INDEFINITE;
    if (shown) report_mass(job, &mass, draw == 0 && has_values(m->model));
    arena_release(&m->work, mark);
    if (mass.kind == MASS_INDEFINITE) return;
  }
}

// Warns if the values of parameters are special.
static void check_values(Job *job) {
  if (ground_of(job->first)->for_values)
    warn(job,
         "for other parameter values the constraints have another rank: all of this is for the "
         "values of the model");
}

// Checks what holds at almost all states: are accelerations determined, are constraints
// independent? If the initial state could be evaluated, both are already known there.
static void check_regular(Job *job) {
  System *m = job->m;
  const Equations *eq = job->first;
  if (has_values(m->model)) return;
  if (job->report.problems.n == 0 && mass_regular(eq, &m->work) == TRUTH_NO)
    unsound(job, "the accelerations are not determined at any state");
  const Ground *ground = ground_of(eq);
  if (!ground->known) return;
  for (size_t a = 0; a < eq->constraints.r; a++)
    if (ground->redundant[a])
      warn(job, text_format(&m->notes, "the constraint %s follows from the others",
                            eq->constraints.row[a].name));
}

// --- dimensions ----------------------------------------------------------------------------------

#define DIMENSIONS_NAMES 1000  // the dimensions of larger models are not inferred unless requested:
#define DIMENSIONS_COORDINATES 100

// Reports what turns a dimension into a pure number, unless this may be a choice of units. In a
// model with units that is an error; there the dimensions are reported.
static void check_dimensions(Job *job) {
  Model *model = job->m->model;
  if (model->units_off || model->coordinates.n > DIMENSIONS_COORDINATES ||
      model->parameters.n > DIMENSIONS_NAMES)
    return;
  const Dimensions *d = language_dimensions(model);
  if (model_uses_units(model)) {
    job->report.dimensions = d;
    return;
  }
  for (size_t i = 0; i < d->lost.n; i++) {
    const LostDimension *lost = &d->lost.at[i];
    uint32_t line = 0, column;
    if (!lost->doubtful || lost->span.source == NULL) continue;
    source_place(lost->span.source, lost->span.start, &line, &column);
    warn(job, text_format(&job->m->arena, "%s would be a pure number: %s (line %u)",
                          lost->dimension, lost->reason, (unsigned) line));
    return;
  }
}

// --- claims --------------------------------------------------------------------------------------

// Lists the pieces of the constraint set that have states, if there are several.
static void list_pieces(Job *job, Judge *judge) {
  System *m = job->m;
  const GroundPieces *pieces = judge_pieces(judge);
  job->report.pieces_counted = true;
  if (pieces->all < 2) return;
  for (size_t i = 0; i < pieces->n; i++)
    if (judge_has_states(judge, i))
      array_push(&m->notes, &job->report.pieces, str_copy(&m->notes, str(pieces->at[i].name)));
  job->report.pieces_left_out = pieces->all - pieces->n;
  job->report.pieces_counted = pieces->counted;
}

static Status open_judge(void *context) {
  Job *job = context;
  System *m = job->m;
  TRY(find_first(job));
  Judge *judge = judge_open(job->first, &m->work);
  if (!job->report.pieces_listed) list_pieces(job, judge);
  job->report.pieces_listed = true;
  judge_use_algebra(judge, m->model->claims.at, m->model->claims.n);
  job->judge = judge;
  return STATUS_OK;
}

// Judges a claim by the equations of the mode that it is about.
static Judgement judge_in_mode(System *m, const Claim *claim) {
  const ImpactMode mode = claim_mode(m->model, claim, &m->work);
  const Equations *eq;
  const Status status = system_in_mode(m, mode.use, &eq);
  return proof_judge_in_mode(m->model, claim, &mode, status == STATUS_OK ? eq : NULL, &m->work);
}

static Status judge_one(void *context) {
  Job *job = context;
  System *m = job->m;
  const ArenaMark mark = arena_mark(&m->work);
  const Claim *claim = &m->model->claims.at[job->claim];
  Judgement j = claim_has_mode(m->model, claim) ? judge_in_mode(m, claim) : judge_claim(job->judge, claim, &m->work);
  j.detail = str_copy(&m->notes, str(j.detail));
  if (j.piece != NULL) j.piece = str_copy(&m->notes, str(j.piece));
  if (j.state != NULL) j.state = str_copy(&m->notes, str(j.state));
  job->report.judgement[job->claim] = j;
  arena_release(&m->work, mark);
  return STATUS_OK;
}

// --- all of it -----------------------------------------------------------------------------------

// Runs a step of the check with half of the remaining time, if time is bounded. If the step is
// aborted, what it found stays, and the report says that there may be more.
static Status run_step(Job *job, const char *name, Status (*body)(void *context)) {
  System *m = job->m;
  bool left = true;
  const double rest = job->end > 0 ? job->end - part_work() : 0;
  if (job->limit == STATUS_OK && rest >= 0) {
    const Status status = system_part(m, &(SystemPart){name, rest / 2, body, job}, &left);
    if (!left) return status;
    if (job->end == 0 || system_is_over(m)) job->limit = status;
    job->first = NULL;
    if (job->judge != NULL) arena_release(&m->work, job->mark);
    job->judge = NULL;
  }
  job->report.unfinished = true;
  return STATUS_OK;
}

static Status check_constraints(void *context) {
  Job *job = context;
  TRY(find_first(job));
  return system_check_constraints(job->m, job->first);
}

// For a model whose constraints come and go: names the constraints that are not in force in this
// report.
static void report_mode(Job *job) {
  size_t n;
  const Model *model = job->m->model;
  const Constraint *all = model_declared(model, &n);
  Text names = text_make(&job->m->notes);
  for (size_t i = 0; i < n; i++)
    if (model_use(model, i) != USE_IN_FORCE)
      text_addf(&names, "%s%s", names.n > 0 ? ", " : "", all[i].name);
  if (names.n > 0)
    warn(job,
         text_format(
           &job->m->notes,
           "methods, masses and claims that do not say otherwise are about the mode in which these "
           "constraints are not in force: %s",
           text_get(&names)));
}

static Status check_model(void *context) {
  Job *job = context;
  TRY(find_first(job));
  report_mode(job);
  check_regular(job);
  check_values(job);
  check_mass(job);
  check_dimensions(job);
  return STATUS_OK;
}

static Status judge_claims(Job *job) {
  job->mark = arena_mark(&job->m->work);
  TRY(run_step(job, "pieces of the constraints", open_judge));
  for (job->claim = 0; job->claim < job->m->model->claims.n; job->claim++) {
    if (job->judge == NULL) TRY(run_step(job, "claims", open_judge));
    if (job->judge != NULL) TRY(run_step(job, "claims", judge_one));
  }
  return STATUS_OK;
}

static Judgement *open_judgements(System *m) {
  const size_t n = m->model->claims.n;
  Judgement *all = ARENA_ARRAY(&m->notes, Judgement, n + 1);
  for (size_t i = 0; i < n; i++)
    all[i] = (Judgement){.verdict = VERDICT_UNKNOWN, .detail = "not judged: a limit was reached"};
  return all;
}

Status answer_check(System *m, double seconds, CheckReport *report) {
  Job work = {.m = m, .report = {.model = m->model, .arena = &m->notes}}, *job = &work;
  TRY(system_check_finished(m));
  job->end = seconds > 0 ? part_work() + seconds : 0;
  job->report.judgement = open_judgements(m);
  TRY(run_step(job, "methods", check_methods));
  if (job->report.methods.n == 0 && job->end == 0) return job->limit;
  TRY(run_step(job, "constraints", check_constraints));
  TRY(run_step(job, "initial state", check_start));
  TRY(run_step(job, "masses", check_model));
  TRY(judge_claims(job));
  if (job->limit != STATUS_OK) part_grace(&m->guard);
  *report = job->report;
  return job->limit;
}
