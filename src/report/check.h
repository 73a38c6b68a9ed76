// report/check.h: what `check` found, as text, LaTeX and JSON.

#ifndef REPORT_CHECK_H
#define REPORT_CHECK_H

#include "proof/claims.h"
#include "report/report.h"

typedef struct {
  const Method *method;
  Truth agrees;  // with the first of the list
} CheckedMethod;

typedef struct {
  const Model *model;
  Arena *arena;
  ARRAY(CheckedMethod) methods;  // those that apply
  Judgement *judgement;          // of each claim of the model
  ARRAY(const char *) problems;  // what is not sound
  ARRAY(const char *) warnings;  // what else is worth knowing
} CheckReport;

bool check_is_ok(const CheckReport *report);
void report_check(const CheckReport *report, ReportFormat format, Text *out);

#endif
