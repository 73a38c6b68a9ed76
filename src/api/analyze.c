// api/analyze.c: what a mechanician asks of a system: the parts that are asked for, one after the
// other.

#include "api/api_impl.h"
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

static const char *const part_names[] = {"constraints", "integrals", "equilibria", "singular"};

enum { PART_CONSTRAINTS, PART_INTEGRALS, PART_EQUILIBRIA, PART_SINGULAR, PART_COUNT };

// Which parts a list such as "constraints, singular" names, as bits.
static Status asked_parts(Job *job, unsigned *asked) {
  *asked = (1u << PART_COUNT) - 1;
  const char *at = job->options->only;
  if (at == NULL) return STATUS_OK;
  *asked = 0;
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

// By multipliers, which take the constraints as they stand, or by the natural method.
static Status derive_equations(Job *job) {
  DalModel *m = job->m;
  const DeriveOptions options = {.arena = &m->arena, .energy = EXPR_NONE};
  const Diags before = m->diags;
  const Status status = method_multipliers.derive(m->model, &options, &job->equations);
  if (status != STATUS_UNABLE) return status;
  m->diags = before;
  return methods_default(m->model)->derive(m->model, &options, &job->equations);
}

static Status analyze_body(void *context) {
  Job *job = context;
  DalModel *m = job->m;
  if (!m->finished) return STATUS_INPUT;
  unsigned asked;
  TRY(asked_parts(job, &asked));
  job->report = (AnalysisReport){.model = m->model, .arena = &m->arena};
  TRY(derive_equations(job));
  if (asked & 1u << PART_CONSTRAINTS)
    job->report.constraints = analyze_constraints(&job->equations, &m->work);
  if (asked & 1u << PART_SINGULAR)
    job->report.singular = analyze_singular(&job->equations, &m->work);
  Text text = text_make(&m->arena);
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
