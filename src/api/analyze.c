// api/analyze.c: what a mechanician asks of a system: the parts that are asked for, one after the
// other.

#include "api/api_impl.h"
#include "api/analyze_local.h"
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
