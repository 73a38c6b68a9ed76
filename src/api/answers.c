// api/answers.c: questions about a model that a text answers: checks, analyses, reports, exports, animations.

#include "answer/analyze.h"
#include "answer/export.h"
#include "answer/report.h"
#include "answer/analysis_result.h"
#include "answer/check.h"
#include "answer/check_result.h"
#include "answer/print_format.h"
#include "api/run_impl.h"
#include "draw/animation.h"

// --- checks --------------------------------------------------------------------------------------

const char *dal_format_name(size_t i) {
  const PrintFormat *format = print_format(i);
  return format != NULL ? format->name : NULL;
}

const DalCheck *dal_result_check(const DalResult *result) {
  return result != NULL ? result->check : NULL;
}

typedef struct {
  DalModel *m;
  const PrintFormat *format;
  DalResult *result;
} Asked;

static Status check_body(void *context) {
  const Asked *r = context;
  CheckReport report = {0};
  const Status status = answer_check(r->m, 0, &report);
  if (report.model == NULL) return status;
  DalCheck *check = answer_check_result(&report, &r->result->arena);
  r->result->check = check;
  r->format->check(r->format, &report, check, r->m, &r->result->text);
  return status;
}

DalStatus dal_model_check(DalModel *m, DalFormat format, DalResult **result) {
  API_NEED(m, m);
  API_PLACE(m, result);
  API_PRINTS(m, format, check);
  Asked asked = {m, print_format(format), api_result_make(&m->arena)};
  return api_answer(m, check_body, &asked, asked.result, result);
}

static Status certificate_body(void *context) {
  const Asked *r = context;
  return answer_certificate(r->m, "dalembert " DAL_VERSION, &r->result->text);
}

DalStatus dal_model_certificate(DalModel *m, DalResult **result) {
  API_NEED(m, m);
  API_PLACE(m, result);
  Asked asked = {.m = m, .result = api_result_make(&m->arena)};
  return api_answer(m, certificate_body, &asked, asked.result, result);
}

// --- analyses ------------------------------------------------------------------------------------

const DalAnalysis *dal_result_analysis(const DalResult *result) {
  return result != NULL ? result->analysis : NULL;
}

typedef struct {
  DalModel *m;
  const AnalyzeRequest *request;
  const PrintFormat *format;
  DalResult *result;
} AnalyzeJob;

// As a table; nothing if a limit has ended it.
static Status add_matrices(System *m, const AnalysisReport *report, Text *text) {
  const Linearization *l = report->linearization;
  if (l == NULL) return STATUS_OK;
  if (!l->found) {
    diag_report(&m->diags, DIAG_LINEARIZE_NONE, (Span){0}, l->trouble);
    return STATUS_DOMAIN;
  }
  analysis_csv_linearization(report, text);
  return STATUS_OK;
}

static Status analyze_body(void *context) {
  const AnalyzeJob *job = context;
  DalResult *result = job->result;
  AnalysisReport report = {0};
  const Status status = answer_analyze(job->m, job->request, &report);
  if (report.model == NULL) return status;
  const DalAnalysis *found = answer_analysis_result(&report, &result->arena);
  result->analysis = found;
  if (job->request->csv)
    TRY(add_matrices(job->m, &report, &result->text));
  else
    job->format->analysis(job->format, &report, found, &result->text);
  return status;
}

DalStatus dal_model_analyze(DalModel *m, const DalAnalyzeOptions *options, DalFormat format,
                            DalResult **result) {
  API_NEED(m, m);
  API_PLACE(m, result);
  API_PRINTS(m, format, analysis);
  API_OPTIONS(m, DalAnalyzeOptions, o, options);
  const AnalyzeRequest request = {.only = o.only,
                                  .degree = o.degree,
                                  .basis = o.basis,
                                  .range = o.range,
                                  .steady = o.steady,
                                  .linearize = o.linearize,
                                  .at = o.at,
                                  .input = o.input,
                                  .csv = o.csv,
                                  .columns = o.columns,
                                  .variables = o.variables};
  AnalyzeJob job = {m, &request, print_format(format), api_result_make(&m->arena)};
  return api_answer(m, analyze_body, &job, job.result, result);
}

// --- documents -----------------------------------------------------------------------------------

typedef struct {
  DalModel *m;
  ReportRequest request;
  DalResult *result;
} ReportJob;

static Status report_body(void *context) {
  const ReportJob *job = context;
  return answer_report(job->m, &job->request, &job->result->text);
}

DalStatus dal_model_report(DalModel *m, const DalReportOptions *options, DalResult **result) {
  API_NEED(m, m);
  API_PLACE(m, result);
  API_OPTIONS(m, DalReportOptions, o, options);
  API_FORMAT(m, o.format, DAL_REPORT_LATEX);
  if (!(o.work >= 0)) return api_unfit(m, __func__, "a negative time");
  const ReportRequest request = {o.format == DAL_REPORT_LATEX, o.method, o.work};
  ReportJob job = {m, request, api_result_make(&m->arena)};
  return api_answer(m, report_body, &job, job.result, result);
}

typedef struct {
  DalModel *m;
  const ExportRequest *request;
  DalResult *result;
} ExportJob;

static Status export_body(void *context) {
  const ExportJob *job = context;
  return answer_export(job->m, job->request, &job->result->text);
}

DalStatus dal_model_export(DalModel *m, const DalExportOptions *options, DalResult **result) {
  API_NEED(m, m);
  API_PLACE(m, result);
  API_OPTIONS(m, DalExportOptions, o, options);
  const ExportRequest request = {
    .target = o.target, .name = o.name, .input = o.input, .source_only = o.source_only != 0};
  ExportJob job = {m, &request, api_result_make(&m->arena)};
  return api_answer(m, export_body, &job, job.result, result);
}

typedef struct {
  DalModel *m;
  const DalRun *run;
  const char *path;
  DalResult *result;
} AnimationJob;

static Status animation_body(void *context) {
  const AnimationJob *job = context;
  Animation animation;
  ModelRun run;
  TRY(answer_run_in_si(job->m, &job->run->its, &job->m->notes, &run));
  TRY(animation_of_run(job->m, &run.motion, &job->m->notes, &animation));
  page_animation(&animation, &job->result->text);
  return STATUS_OK;
}

DalStatus dal_model_animation(DalModel *m, const DalRun *run, DalResult **result) {
  API_NEED(m, m);
  API_PLACE(m, result);
  API_NEED(m, run);
  AnimationJob job = {m, run, NULL, api_result_make(&m->arena)};
  return api_answer(m, animation_body, &job, job.result, result);
}

static Status film_body(void *context) {
  const AnimationJob *job = context;
  ModelRun run;
  TRY(answer_run_in_si(job->m, &job->run->its, &job->m->notes, &run));
  return film_write(job->m, &run.motion, job->path);
}

DalStatus dal_model_film(DalModel *m, const DalRun *run, const char *path, DalResult **result) {
  API_NEED(m, m);
  API_PLACE(m, result);
  API_NEED(m, run);
  API_NEED(m, path);
  AnimationJob job = {m, run, path, api_result_make(&m->arena)};
  return api_answer(m, film_body, &job, job.result, result);
}
