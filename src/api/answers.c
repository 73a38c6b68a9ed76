// api/answers.c: questions about a model that a text answers: checks, analyses, reports, exports, animations.

#include "answer/analysis_result.h"
#include "answer/analyze.h"
#include "answer/check.h"
#include "answer/check_result.h"
#include "answer/export.h"
#include "answer/print_format.h"
#include "answer/report.h"
#include "api/run_impl.h"
#include "draw/animation.h"

// What is asked for, and where the answer goes.
typedef struct {
  DalModel *m;
  const PrintFormat *format;
  const AnalyzeRequest *analyze;
  const ReportRequest *report;
  const ExportRequest *export;
  const ModelRun *run;
  const char *path;
  DalResult *result;
} Job;

static DalStatus answer(DalModel *m, Status (*body)(void *), Job job, DalResult **result) {
  job.m = m;
  job.result = api_result_make(&m->arena);
  return api_answer(m, body, &job, job.result, result);
}

const char *dal_format_name(size_t i) {
  const PrintFormat *format = print_format(i);
  return format != NULL ? format->name : NULL;
}

// --- checks --------------------------------------------------------------------------------------

const DalCheck *dal_result_check(const DalResult *result) {
  return result != NULL ? result->check : NULL;
}

static Status check_body(void *context) {
  const Job *job = context;
  CheckReport report = {0};
  const Status status = answer_check(job->m, 0, &report);
  if (report.model == NULL) return status;
  const DalCheck *check = answer_check_result(&report, &job->result->arena);
  job->result->check = check;
  job->format->check(job->format, &report, check, job->m, &job->result->text);
  return status;
}

DalStatus dal_model_check(DalModel *m, DalFormat format, DalResult **result) {
  API_NEED(m, m);
  API_PLACE(m, result);
  API_PRINTS(m, format, check);
  return answer(m, check_body, (Job){.format = print_format(format)}, result);
}

static Status certificate_body(void *context) {
  const Job *job = context;
  return answer_certificate(job->m, "dalembert " DAL_VERSION, &job->result->text);
}

DalStatus dal_model_certificate(DalModel *m, DalResult **result) {
  API_NEED(m, m);
  API_PLACE(m, result);
  return answer(m, certificate_body, (Job){0}, result);
}

// --- analyses ------------------------------------------------------------------------------------

const DalAnalysis *dal_result_analysis(const DalResult *result) {
  return result != NULL ? result->analysis : NULL;
}

static Status analyze_body(void *context) {
  const Job *job = context;
  DalResult *result = job->result;
  AnalysisReport report = {0};
  const Status status = answer_analyze(job->m, job->analyze, &report);
  if (report.model == NULL) return status;
  const DalAnalysis *found = answer_analysis_result(&report, &result->arena);
  result->analysis = found;
  if (job->analyze->csv)
    TRY(answer_analysis_csv(job->m, &report, &result->text));
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
  return answer(m, analyze_body, (Job){.format = print_format(format), .analyze = &request},
                result);
}

// --- documents -----------------------------------------------------------------------------------

static Status report_body(void *context) {
  const Job *job = context;
  return answer_report(job->m, job->report, &job->result->text);
}

DalStatus dal_model_report(DalModel *m, const DalReportOptions *options, DalResult **result) {
  API_NEED(m, m);
  API_PLACE(m, result);
  API_OPTIONS(m, DalReportOptions, o, options);
  API_FORMAT(m, o.format, DAL_REPORT_LATEX);
  if (!(o.work >= 0)) return api_unfit(m, __func__, "a negative time");
  const ReportRequest request = {o.format == DAL_REPORT_LATEX, o.method, o.work};
  return answer(m, report_body, (Job){.report = &request}, result);
}

static Status export_body(void *context) {
  const Job *job = context;
  return answer_export(job->m, job->export, &job->result->text);
}

DalStatus dal_model_export(DalModel *m, const DalExportOptions *options, DalResult **result) {
  API_NEED(m, m);
  API_PLACE(m, result);
  API_OPTIONS(m, DalExportOptions, o, options);
  const ExportRequest request = {
    .target = o.target, .name = o.name, .input = o.input, .source_only = o.source_only != 0};
  return answer(m, export_body, (Job){.export = &request}, result);
}

static Status animation_body(void *context) {
  const Job *job = context;
  Animation animation;
  ModelRun run;
  TRY(answer_run_in_si(job->m, job->run, &job->m->notes, &run));
  TRY(animation_of_run(job->m, &run.motion, &job->m->notes, &animation));
  page_animation(&animation, &job->result->text);
  return STATUS_OK;
}

DalStatus dal_model_animation(DalModel *m, const DalRun *run, DalResult **result) {
  API_NEED(m, m);
  API_PLACE(m, result);
  API_NEED(m, run);
  return answer(m, animation_body, (Job){.run = &run->its}, result);
}

static Status film_body(void *context) {
  const Job *job = context;
  ModelRun run;
  TRY(answer_run_in_si(job->m, job->run, &job->m->notes, &run));
  return film_write(job->m, &run.motion, job->path);
}

DalStatus dal_model_film(DalModel *m, const DalRun *run, const char *path, DalResult **result) {
  API_NEED(m, m);
  API_PLACE(m, result);
  API_NEED(m, run);
  API_NEED(m, path);
  return answer(m, film_body, (Job){.run = &run->its, .path = path}, result);
}
