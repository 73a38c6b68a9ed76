// report/analysis_impl.h: what the parts of an analysis share.

#ifndef REPORT_ANALYSIS_IMPL_H
#define REPORT_ANALYSIS_IMPL_H

#include "report/analysis.h"

const char *stability_name(Stability stability);  // "stable", "unstable", "undecided"
void json_matrix(Json *json, const char *key, const double *at, size_t rows, size_t columns);

#endif
