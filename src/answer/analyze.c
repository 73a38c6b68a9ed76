// answer/analyze.c: the standard questions about a system: does the requested parts one after the other.

#include "answer/analyze.h"
#include "answer/analyze_local.h"
#include "base/part.h"
#include "program/facts.h"
#include "program/part.h"
#include "language/language.h"
#include "language/units.h"
#include "report/analysis.h"
#include <string.h>

typedef struct {
  System *m;
  const AnalyzeRequest *options;
  AnalysisReport report;
  const Equations *equations;  // with the constraints as the model states them
  AnalysisPart part;           // being done
} Job;

// The names by which parts can be requested.
static const struct {
  const char *name;
  AnalysisPart part;
} parts[] = {{"constraints", ANALYSIS_CONSTRAINTS}, {"integrals", ANALYSIS_INTEGRALS},
             {"equilibria", ANALYSIS_EQUILIBRIA},   {"singular", ANALYSIS_SINGULAR},
             {"dimensions", ANALYSIS_DIMENSIONS},   {"linearization", ANALYSIS_LINEARIZATION}};

#define PARTS (sizeof parts / sizeof *parts)

static unsigned bit(AnalysisPart part) {
  return 1u << part;
}

// The parts that need no request.
static unsigned default_parts(void) {
  return bit(ANALYSIS_CONSTRAINTS) | bit(ANALYSIS_INTEGRALS) | bit(ANALYSIS_EQUILIBRIA) |
         bit(ANALYSIS_SINGULAR);
}

// Reads which parts a list such as "constraints, singular" names, as bits.
static Status asked_parts(Job *job, unsigned *asked) {
  // a steady motion and a linearization are printed alone, unless more is requested
  const bool local = job->options->steady != NULL || job->options->linearize;
  const char *at = job->options->only;
  *asked = at != NULL || local ? 0 : default_parts();
  if (job->options->linearize) *asked |= bit(ANALYSIS_LINEARIZATION);
  while (at != NULL && *at != '\0') {
    at += strspn(at, " ,");
    const size_t n = strcspn(at, " ,");
    if (n == 0) break;
    size_t part = 0;
    while (part < PARTS && !str_equal(str(parts[part].name), (Str){at, n})) part++;
    if (part == PARTS) {
      diag_report(&job->m->diags, DIAG_NO_PART, (Span){0}, (int) n, at);
      return STATUS_INPUT;
    }
    *asked |= bit(parts[part].part);
    at += n;
  }
  if (job->options->steady != NULL && !(*asked & bit(ANALYSIS_LINEARIZATION)))
    *asked |= bit(ANALYSIS_STEADY);
  return STATUS_OK;
}

static Status derive_equations(Job *job) {
  const Method *method;
  return system_reference(job->m, &job->equations, &method);
}

// --- first integrals -----------------------------------------------------------------------------

static Status need_positions(System *m, Expr e, Span span) {
  const ExprList symbols = expr_symbols(m->pool, &e, 1, &m->work);
  for (size_t i = 0; i < symbols.n; i++) {
    const Role role = model_role(m->model, symbols.at[i], NULL);
    if ((role & (ROLE_CONSTANT | ROLE_TIME | ROLE_COORDINATE)) != 0) continue;
    diag_report(&m->diags, DIAG_BASIS, span, expr_symbol_name(m->pool, symbols.at[i]));
    return STATUS_INPUT;
  }
  return STATUS_OK;
}

// Reads functions of positions, separated by commas.
static Status read_basis(Job *job, IntegralOptions *options) {
  System *m = job->m;
  ARRAY(Expr) list = {0};
  const char *at = job->options->basis;
  while (at != NULL && *at != '\0') {
    size_t n = 0;
    for (int depth = 0; at[n] != '\0' && (at[n] != ',' || depth > 0); n++)
      depth += (at[n] == '(') - (at[n] == ')');
    const Source *source = system_source(m, "--basis", (Str){at, n});
    const Expr e = language_expression(m->model, source);
    if (expr_is_none(e)) return STATUS_INPUT;
    TRY(need_positions(m, e, (Span){source, 0, (uint32_t) n}));
    array_push(&m->notes, &list, e);
    at += at[n] == ',' ? n + 1 : n;
  }
  options->functions = list.at;
  options->n = list.n;
  return STATUS_OK;
}

static Status analyze_integrals(Job *job) {
  System *m = job->m;
  IntegralOptions options = {.degree = job->options->degree};
  TRY(read_basis(job, &options));
  if (options.degree > INTEGRALS_DEGREE_MOST) {
    diag_report(&m->diags, DIAG_DEGREE, (Span){0}, INTEGRALS_DEGREE_MOST, options.degree);
    return STATUS_INPUT;
  }
  // formulas name the momenta
  for (size_t i = 0; i < m->model->coordinates.n; i++) (void) model_momentum_symbol(m->model, i);
  Integrals *found = ARENA_NEW(&m->notes, Integrals);
  job->report.integrals = found;
  const Status status = integrals_find(job->equations, &options, &m->notes, &m->work, found);
  if (status != STATUS_OK) job->report.integrals = NULL;
  return status;
}

// --- rest, steady motions, linearization ----------------------------------------------------------

// Checks that a state and inputs come with an option that uses them.
static Status check_linearize(Job *job, unsigned asked) {
  const AnalyzeRequest *o = job->options;
  const bool place = (asked & bit(ANALYSIS_CONSTRAINTS)) != 0;  // --at can also be for this
  const char *without = o->at && !place ? "--at"
                        : o->input      ? "--input"
                        : o->variables  ? "--variables"
                        : o->csv        ? "a .csv file"
                                        : NULL;
  if (asked & bit(ANALYSIS_LINEARIZATION) || without == NULL) return STATUS_OK;
  diag_report(&job->m->diags, DIAG_LINEARIZE_OPTION, (Span){0}, without);
  return STATUS_INPUT;
}

// Finds the kinds of the constraints. They are in the working memory, so they are shown only if all of it is finished.
static Status analyze_constraints(Job *job) {
  System *m = job->m;
  ConstraintAnalysis *found;
  Status status = STATUS_OK;
  TRY(analyze_constraints_at(m, job->options, job->equations, &found));
  // the degrees of freedom of degenerate constraints are known only if other constraints imply the same
  if (!found->pfaff.whole || !found->has_forms)
    status = system_check_constraints(m, job->equations);
  job->report.constraints = found;
  return status;
}

static Status analyze_part(Job *job) {
  System *m = job->m;
  AnalysisReport *r = &job->report;
  switch (job->part) {
    case ANALYSIS_CONSTRAINTS: return analyze_constraints(job);
    case ANALYSIS_INTEGRALS: return analyze_integrals(job);
    case ANALYSIS_EQUILIBRIA: return analyze_equilibria(m, job->options, &r->equilibria);
    case ANALYSIS_STEADY: return analyze_steady(m, job->options, &r->steady);
    case ANALYSIS_LINEARIZATION: return analyze_linearization(m, job->options, &r->linearization);
    case ANALYSIS_SINGULAR:
      r->singular = analysis_singular(job->equations, &m->work);
      return STATUS_OK;
    case ANALYSIS_DIMENSIONS: r->dimensions = language_dimensions(m->model); return STATUS_OK;
    case ANALYSIS_PARTS: break;
  }
  return STATUS_OK;
}

// --- parts that are left -------------------------------------------------------------------------

// Derives the equations again if the part before was aborted.
static Status part_body(void *context) {
  Job *job = context;
  if (job->equations == NULL) TRY(derive_equations(job));
  return analyze_part(job);
}

// Runs one part within `seconds` of processor time (0: the limit of the call).
static Status run_part(Job *job, AnalysisPart part, double seconds, bool *left) {
  job->part = part;
  const Status status =
    system_part(job->m, &(SystemPart){analysis_part_name(part), seconds, part_body, job}, left);
  if (!*left) return status;
  // a search that has begun shows what it has found
  AnalysisReport *r = &job->report;
  if (r->integrals != NULL && r->integrals->cyclic == NULL) r->integrals = NULL;
  if (r->equilibria != NULL && r->equilibria->range == NULL) r->equilibria = NULL;
  job->equations = NULL;
  return status;
}

// Runs all parts. If a limit ends one of them, the finished ones are printed; *limit is what ended it.
static Status analyze_parts(Job *job, unsigned asked, Status *limit) {
  *limit = STATUS_OK;
  for (int part = 0; part < ANALYSIS_PARTS; part++) {
    bool left = false;
    if (!(asked & bit((AnalysisPart) part))) continue;
    if (*limit == STATUS_OK) {
      const Status status = run_part(job, (AnalysisPart) part, 0, &left);
      if (!left) TRY(status);
      if (left) *limit = status;
    }
    if (*limit != STATUS_OK)
      job->report.trouble[part] = left ? "a limit was reached" : "a limit was reached before";
  }
  if (*limit != STATUS_OK) part_grace(&job->m->guard);
  return STATUS_OK;
}

Status answer_analyze(System *m, const AnalyzeRequest *request, AnalysisReport *report) {
  Job work = {.m = m, .options = request}, *job = &work;
  TRY(system_check_finished(m));
  unsigned asked;
  TRY(asked_parts(job, &asked));
  job->report =
    (AnalysisReport){.model = m->model, .arena = &m->notes, .columns = job->options->columns};
  TRY(check_linearize(job, asked));
  TRY(derive_equations(job));
  // the kinds of degenerate constraints are known even so; the motion is not
  if (asked & ~(bit(ANALYSIS_CONSTRAINTS) | bit(ANALYSIS_SINGULAR) | bit(ANALYSIS_DIMENSIONS)))
    TRY(system_check_constraints(m, job->equations));
  Status limit;
  TRY(analyze_parts(job, asked, &limit));
  *report = job->report;
  return limit;
}

static const AnalyzeRequest no_options = {0};

// --- for a report --------------------------------------------------------------------------------

// Finds why something was not done: the message, or the meaning of the status. An internal error without a message is
// passed on.
static Status take_trouble(System *m, const Diags *before, Status status, const char **trouble) {
  const bool reported = m->diags.all.n > before->all.n;
  if (status == STATUS_INTERNAL && !reported) return status;
  if (status != STATUS_OK)
    *trouble = reported ? m->diags.all.at[before->all.n].message : status_meaning(status);
  m->diags = *before;  // drop warnings of derivations: the report has them elsewhere
  return STATUS_OK;
}

// Returns why the rest of a part is missing.
static const char *lack(void) {
  return part_was_refused() ? "there is not enough memory for it" : ANALYSIS_NO_TIME;
}

Status answer_analysis(System *m, double seconds, AnalysisReport *report) {
  Job job = {.m = m, .options = &no_options};
  job.report = (AnalysisReport){.model = m->model, .arena = &m->notes};
  const Diags before = m->diags;
  const double end = part_work() + seconds;
  for (int part = 0; part < ANALYSIS_PARTS; part++) {
    const char **trouble = &job.report.trouble[part];
    bool left = false;
    if (!(default_parts() & bit((AnalysisPart) part))) continue;
    const double rest = end - part_work();
    if (rest <= 0 || system_is_over(m)) {
      *trouble = lack();
      continue;
    }
    // one part must not use up the time of the others
    const Status status = run_part(&job, (AnalysisPart) part, rest / 2, &left);
    if (status == STATUS_CANCELLED) return status;
    if (left)
      *trouble = lack();
    else
      TRY(take_trouble(m, &before, status, trouble));
  }
  *report = job.report;
  return STATUS_OK;
}

Status answer_analysis_csv(System *m, const AnalysisReport *report, Text *text) {
  const Linearization *l = report->linearization;
  if (l == NULL) return STATUS_OK;
  if (!l->found) {
    diag_report(&m->diags, DIAG_LINEARIZE_NONE, (Span){0}, l->trouble);
    return STATUS_DOMAIN;
  }
  analysis_csv_linearization(report, text);
  return STATUS_OK;
}
