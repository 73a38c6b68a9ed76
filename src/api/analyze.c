// api/analyze.c: what a mechanician asks of a system: the parts that are asked for, one after the
// other.

#include "api/api_impl.h"
#include "api/analyze_local.h"
#include "language/language.h"
#include "report/analysis.h"
#include <string.h>

typedef struct {
  DalModel *m;
  const DalAnalyzeOptions *options;
  DalFormat format;
  const char **text;
  AnalysisReport report;
  Equations equations;  // with the constraints as the model states them
} Job;

static const char *const part_names[] = {"constraints", "integrals", "equilibria", "singular",
                                         "linearization"};

enum {
  PART_CONSTRAINTS,
  PART_INTEGRALS,
  PART_EQUILIBRIA,
  PART_SINGULAR,
  PART_LINEARIZATION,
  PART_COUNT
};

// Which parts a list such as "constraints, singular" names, as bits.
static Status asked_parts(Job *job, unsigned *asked) {
  // a steady motion and a linearization are told alone, unless more is asked for
  const bool local = job->options->steady != NULL || job->options->linearize;
  const char *at = job->options->only;
  *asked = at != NULL || local ? 0 : (1u << PART_LINEARIZATION) - 1;
  if (job->options->linearize) *asked |= 1u << PART_LINEARIZATION;
  if (at == NULL) return STATUS_OK;
  while (*at != '\0') {
    at += strspn(at, " ,");
    const size_t n = strcspn(at, " ,");
    if (n == 0) break;
    size_t part = 0;
    while (part < PART_COUNT &&
           (strlen(part_names[part]) != n || strncmp(part_names[part], at, n) != 0))
      part++;
    if (part == PART_COUNT) {
      diag_report(&job->m->diags, DIAG_NO_PART, (Span){0}, (int) n, at);
      return STATUS_INPUT;
    }
    *asked |= 1u << part;
    at += n;
  }
  return STATUS_OK;
}

// Any derivation that takes the constraints as they stand, or else the natural one.
static Status derive_equations(Job *job) {
  DalModel *m = job->m;
  const Diags before = m->diags;
  const DeriveOptions options = {.arena = &m->arena, .energy = EXPR_NONE};
  const Status status = method_multipliers.derive(m->model, &options, &job->equations);
  if (status != STATUS_UNABLE) return status;
  m->diags = before;
  return methods_default(m->model)->derive(m->model, &options, &job->equations);
}

// --- first integrals -----------------------------------------------------------------------------

static Status need_positions(DalModel *m, Expr e, Span span) {
  const ExprList symbols = expr_symbols(m->pool, &e, 1, &m->work);
  for (size_t i = 0; i < symbols.n; i++) {
    const Role role = model_role(m->model, symbols.at[i], NULL);
    if ((role & (ROLE_CONSTANT | ROLE_TIME | ROLE_COORDINATE)) != 0) continue;
    diag_report(&m->diags, DIAG_BASIS, span, expr_symbol_name(m->pool, symbols.at[i]));
    return STATUS_INPUT;
  }
  return STATUS_OK;
}

// Functions of positions, separated by commas.
static Status read_basis(Job *job, IntegralOptions *options) {
  DalModel *m = job->m;
  ARRAY(Expr) list = {0};
  const char *at = job->options->basis;
  while (at != NULL && *at != '\0') {
    size_t n = 0;
    for (int depth = 0; at[n] != '\0' && (at[n] != ',' || depth > 0); n++)
      depth += (at[n] == '(') - (at[n] == ')');
    Source *source = ARENA_NEW(&m->arena, Source);
    *source = (Source){"--basis", {str_copy(&m->arena, (Str){at, n}), n}};
    const Expr e = language_expression(m->model, source);
    if (expr_is_none(e)) return STATUS_INPUT;
    TRY(need_positions(m, e, (Span){source, 0, (uint32_t) n}));
    array_push(&m->arena, &list, e);
    at += at[n] == ',' ? n + 1 : n;
  }
  options->functions = list.at;
  options->n = list.n;
  return STATUS_OK;
}

static Status analyze_integrals(Job *job) {
  DalModel *m = job->m;
  IntegralOptions options = {.degree = job->options->degree};
  TRY(read_basis(job, &options));
  if (options.degree > INTEGRALS_DEGREE_MOST) {
    diag_report(&m->diags, DIAG_DEGREE, (Span){0}, INTEGRALS_DEGREE_MOST, options.degree);
    return STATUS_INPUT;
  }
  // the momenta have names in formulas
  for (size_t i = 0; i < m->model->coordinates.n; i++) (void) model_momentum_symbol(m->model, i);
  Integrals *found = ARENA_NEW(&m->arena, Integrals);
  TRY(integrals_find(&job->equations, &options, &m->arena, &m->work, found));
  job->report.integrals = found;
  return STATUS_OK;
}

// --- rest, steady motions, linearization ----------------------------------------------------------

// What a state is for, and what inputs are for.
static Status check_linearize(Job *job, unsigned asked) {
  const DalAnalyzeOptions *o = job->options;
  const char *without = o->at ? "--at" : o->input ? "--input" : o->csv ? "a .csv file" : NULL;
  if (asked & 1u << PART_LINEARIZATION || without == NULL) return STATUS_OK;
  diag_report(&job->m->diags, DIAG_LINEARIZE_OPTION, (Span){0}, without);
  return STATUS_INPUT;
}

static Status analyze_local(Job *job, unsigned asked) {
  AnalysisReport *r = &job->report;
  if (asked & 1u << PART_EQUILIBRIA) TRY(analyze_equilibria(job->m, job->options, &r->equilibria));
  if (asked & 1u << PART_LINEARIZATION)
    TRY(analyze_linearization(job->m, job->options, &r->linearization));
  else if (job->options->steady != NULL)
    TRY(analyze_steady(job->m, job->options, &r->steady));
  return STATUS_OK;
}

static Status analyze_body(void *context) {
  Job *job = context;
  DalModel *m = job->m;
  if (!m->finished) return STATUS_INPUT;
  unsigned asked;
  TRY(asked_parts(job, &asked));
  job->report = (AnalysisReport){.model = m->model, .arena = &m->arena};
  TRY(check_linearize(job, asked));
  TRY(derive_equations(job));
  if (asked & 1u << PART_CONSTRAINTS)
    job->report.constraints = analyze_constraints(&job->equations, &m->work);
  if (asked & 1u << PART_SINGULAR)
    job->report.singular = analyze_singular(&job->equations, &m->work);
  if (asked & 1u << PART_INTEGRALS) TRY(analyze_integrals(job));
  TRY(analyze_local(job, asked));
  Text text = text_make(&m->arena);
  if (job->options->csv)
    csv_linearization(&job->report, &text);
  else
    report_analysis(&job->report, (ReportFormat) job->format, &text);
  *job->text = text_get(&text);
  return STATUS_OK;
}

DalStatus dal_model_analyze(DalModel *m, const DalAnalyzeOptions *options, DalFormat format,
                            const char **text) {
  static const DalAnalyzeOptions none = {0};
  Job job = {.m = m, .options = options ? options : &none, .format = format, .text = text};
  const Status status = guard_run(&m->guard, analyze_body, &job);
  arena_release(&m->work, (ArenaMark){0});
  return (DalStatus) status;
}
