// cli/report.c: dalembert report FILE: everything about a model in one page.

#include "cli/cli.h"
#include <string.h>

#define WORK_SHARE 0.8  // part of --limit time=... for optional parts of a page

int command_report(const Arguments *a) {
  const char *format = a->value[OPTION_REPORT_FORMAT];
  const bool latex = format != NULL && strcmp(format, "latex") == 0;
  if (format != NULL && !latex && strcmp(format, "html") != 0)
    return wrong("--format is html or latex, not %s", format);
  int status;
  DalModel *model = open_model(a, &status);
  if (model == NULL) return status;
  const DalReportOptions options = {.format = latex ? DAL_REPORT_LATEX : DAL_REPORT_HTML,
                                    .method = a->value[OPTION_METHOD],
                                    .work = WORK_SHARE * time_left()};
  DalResult *result;
  limit_call(a, model, "equations");
  const DalStatus done = dal_model_report(model, &options, &result);
  status = finish_text(a, model, result, done);
  dal_model_destroy(model);
  return status;
}
