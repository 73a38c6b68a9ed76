// answer/report.h: everything about a model in one text.

#ifndef ANSWER_REPORT_H
#define ANSWER_REPORT_H

#include "page/page.h"
#include "program/system.h"

typedef struct {
  bool latex;          // a LaTeX document; otherwise an HTML page
  const char *method;  // NULL: the natural one
  double work;         // seconds of processor time for optional parts; 0: 8
} ReportRequest;

// Appends the page or document, which says what there was no time for. STATUS_LIMIT if a limit of
// the call was reached: even then there is a text.
MUST_USE Status answer_report(System *m, const ReportRequest *request, Text *out);

#endif
