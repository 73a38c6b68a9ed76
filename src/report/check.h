// report/check.h: what `check` found, as text, LaTeX and JSON.

#ifndef REPORT_CHECK_H
#define REPORT_CHECK_H

#include "proof/claims.h"
#include "report/report.h"

typedef struct {
  const Method *method;
  Truth agrees;   // with the first of the list
  bool verified;  // that they agree is shown at real states, not proved
} CheckedMethod;

typedef struct {
  const Model *model;
  Arena *arena;
  ARRAY(CheckedMethod) methods;  // those that apply
  ARRAY(const char *)
  pieces;                  // of the constraint set, by what vanishes there; empty if it is of one
  size_t pieces_left_out;  // that were not looked at
  bool pieces_counted;     // otherwise there are more than that
  Judgement *judgement;    // of each claim of the model
  ARRAY(const char *) problems;  // what is not sound
  ARRAY(const char *) warnings;  // what else is worth knowing
} CheckReport;

bool check_is_ok(const CheckReport *report);
// In words: the methods and whether they agree; how many claims came to which end.
const char *check_methods_line(const CheckReport *report);
const char *check_summary_line(const CheckReport *report);
// How many pieces the constraint set has, and the first of them; "" if it is of one.
const char *check_pieces_line(const CheckReport *report);
// What the claim is called: its label, or its own words; its line in the text, 0 where it has none.
const char *check_claim_title(const CheckReport *report, const Claim *claim);
uint32_t check_claim_line(const Claim *claim);
void report_check(const CheckReport *report, ReportFormat format, Text *out);

#endif
