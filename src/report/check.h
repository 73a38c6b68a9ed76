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
  pieces;                        // of the constraint set; empty if there is only one
  size_t pieces_left_out;        // that were not examined
  bool pieces_counted;           // otherwise there are more than that
  bool pieces_listed;            // otherwise they were not looked for
  Judgement *judgement;          // of each claim of the model
  ARRAY(const char *) problems;  // problems
  ARRAY(const char *) warnings;  // other remarks
  const Dimensions *dimensions;  // of a model with units; or NULL
  bool unfinished;               // a limit was reached: there may be more to say
} CheckReport;

bool check_is_ok(const CheckReport *report);
// In words: the methods and whether they agree; how many claims have each verdict.
const char *check_methods_line(const CheckReport *report);
const char *check_summary_line(const CheckReport *report);
// How many pieces the constraint set has, and the first of them; "" if there is only one.
const char *check_pieces_line(const CheckReport *report);
// Which units the model has, what is a pure number, and whose units would determine the rest; "" for a
// model without units.
const char *check_dimensions_line(const CheckReport *report);
// The name of the claim: its label, or its own words; its line in the text, or 0.
const char *check_claim_title(const CheckReport *report, const Claim *claim);
uint32_t check_claim_line(const Claim *claim);
// A message with file, line, column, length, code and help.
void json_message(Json *json, const Diag *diag);
// All of them, as a JSON object of a model that is not good.
void report_messages(const Diags *diags, Text *out);
const char *check_claim_kind(ClaimKind kind);  // "equation", ...
// As text or LaTeX.
void report_check(const CheckReport *report, Format format, Text *out);

#endif
