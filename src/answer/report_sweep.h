// answer/report_sweep.h: many motions of a model for its report.

#ifndef ANSWER_REPORT_SWEEP_H
#define ANSWER_REPORT_SWEEP_H

#include "page/page.h"
#include "program/system.h"

// Within a call: computes some of the motions of the model's `sweep`, in the notes of the model.
// to: where they end if the model leaves that open; or NULL. drawn: with figures. Problems with the
// sweep are part of the page.
MUST_USE Status answer_report_sweep(System *m, const char *to, bool drawn, PageSweep *page);

#endif
