// report/check.h: the results of `check`, as text and LaTeX.

#ifndef REPORT_CHECK_H
#define REPORT_CHECK_H

#include "model/dimensions.h"
#include "proof/claims.h"
#include "report/json.h"
#include "report/report.h"

typedef struct {
  const Method *method;
  Truth agrees;   // with the first of the list
  bool verified;  // agreement is shown at real states, not proved
} CheckedMethod;

typedef struct {
  const Model *model;
  Arena *arena;
  ARRAY(CheckedMethod) methods;  // those that apply
  ARRAY(const char *)
  pieces;                  // of the constraint set; empty if it has only one
  size_t pieces_left_out;  // not examined
  bool pieces_counted;     // false: there are more than these
  bool pieces_listed;      // false: they were not looked for
  Judgement *judgement;    // of each claim of the model
  ARRAY(const char *) problems;
  ARRAY(const char *) warnings;  // other remarks
  const Dimensions *dimensions;  // of a model with units; or NULL
  bool unfinished;               // a limit was reached: the report may be incomplete
} CheckReport;

bool check_is_ok(const CheckReport *report);
// In words: the methods and whether they agree; the number of claims with each verdict.
const char *check_methods_line(const CheckReport *report);
const char *check_summary_line(const CheckReport *report);
// Says how many pieces the constraint set has and names the first ones; "" if there is only one.
const char *check_pieces_line(const CheckReport *report);
// Says which units the model has, which names are pure numbers, and which units would determine the rest; "" for a
// model without units.
const char *check_dimensions_line(const CheckReport *report);
// Returns the claim's title: its label, or its own words; and its line in the text, or 0.
const char *check_claim_title(const CheckReport *report, const Claim *claim);
uint32_t check_claim_line(const Claim *claim);
// Writes a message with file, line, column, length, code and help.
void json_message(Json *json, const Diag *diag);
// Writes all messages as a JSON object, for a model with errors.
void report_messages(const Diags *diags, Text *out);
const char *check_claim_kind(ClaimKind kind);  // "equation", ...
// As text or LaTeX.
void report_check(const CheckReport *report, Format format, Text *out);

#endif
