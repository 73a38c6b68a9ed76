// report/check.c: the results of `check`, as text and LaTeX.

#include "report/check.h"
#include "print/print.h"
#include <string.h>

const char *check_claim_kind(ClaimKind kind) {
  static const char *const names[] = {"equation", "conserved",  "cyclic", "equilibrium",
                                      "mode",     "integrable", "linear", "redundant"};
  return names[kind];
}

bool check_is_ok(const CheckReport *r) {
  if (r->problems.n > 0 || r->unfinished) return false;
  for (size_t i = 0; i < r->methods.n; i++)
    if (r->methods.at[i].agrees == TRUTH_NO) return false;
  for (size_t i = 0; i < r->model->claims.n; i++)
    if (!claim_passes(&r->model->claims.at[i], r->judgement[i])) return false;
  return true;
}

uint32_t check_claim_line(const Claim *claim) {
  uint32_t line = 0, column;
  if (claim->span.source != NULL)
    source_place(claim->span.source, claim->span.start, &line, &column);
  return line;
}

static const char *words_of_claim(const CheckReport *r, const Claim *claim) {
  if (claim->label[0] != '\0') return claim->label;
  if (claim->span.source == NULL) return check_claim_kind(claim->kind);
  const Str words = {claim->span.source->text.at + claim->span.start,
                     claim->span.end - claim->span.start};
  // join the lines, with single spaces
  Text text = text_make(r->arena);
  bool space = false;
  for (size_t i = 0; i < words.n; i++) {
    const char c = words.at[i];
    if (c != ' ' && c != '\n' && c != '\t' && c != '\r')
      text_addf(&text, "%s%c", space ? " " : "", c);
    space = c == ' ' || c == '\n' || c == '\t' || c == '\r';
  }
  return text_get(&text);
}

// What is conserved by the equations of motion may change at an impact, and by what a `when` assigns.
const char *check_claim_title(const CheckReport *r, const Claim *claim) {
  const char *words = words_of_claim(r, claim);
  const bool jumps = claim->kind == CLAIM_CONSERVED && (model_has_modes(r->model) || r->model->whens.n > 0);
  return jumps ? text_format(r->arena, "%s, between events", words) : words;
}

// --- messages ------------------------------------------------------------------------------------

// Columns and lengths count characters; columns start at 1.
void json_message(Json *json, const Diag *diag) {
  const Span span = diag->span;
  json_begin(json, NULL, '{');
  if (span.source != NULL) {
    uint32_t line, column, last_line, end;
    source_place(span.source, span.start, &line, &column);
    source_place(span.source, span.end, &last_line, &end);
    json_string(json, "file", span.source->name);
    json_number(json, "line", line);
    json_number(json, "column", column);
    json_number(json, "length", last_line == line && end > column ? end - column : 1);
  }
  json_string(json, "severity",
              diag_code_severity(diag->code) == SEVERITY_ERROR ? "error" : "warning");
  json_string(json, "code", diag_code_name(diag->code));
  json_string(json, "message", diag->message);
  if (diag->help != NULL) json_string(json, "hint", diag->help);
  json_end(json, '}');
}

void report_messages(const Diags *diags, Text *out) {
  Json json = json_make(out);
  json_begin(&json, NULL, '{');
  json_bool(&json, "ok", false);
  json_begin(&json, "messages", '[');
  for (size_t i = 0; i < diags->all.n; i++) json_message(&json, &diags->all.at[i]);
  json_end(&json, ']');
  json_end(&json, '}');
}

// --- text and LaTeX ------------------------------------------------------------------------------

const char *check_methods_line(const CheckReport *r) {
  Text text = text_make(r->arena);
  bool agree = true, verified = false, differ = false;
  for (size_t i = 0; i < r->methods.n; i++) {
    text_addf(&text, "%s%s", i ? ", " : "", r->methods.at[i].method->name);
    agree = agree && r->methods.at[i].agrees == TRUTH_YES;
    verified = verified || r->methods.at[i].verified;
    differ = differ || r->methods.at[i].agrees == TRUTH_NO;
  }
  if (r->methods.n > 1)
    text_add(&text, differ     ? ": they differ"
                    : !agree   ? ": agreement not decided"
                    : verified ? ": they agree, verified"
                               : ": they agree, proved");
  return text_get(&text);
}

#define PIECES_SHOWN 6

const char *check_pieces_line(const CheckReport *r) {
  if (r->pieces.n == 0) return "";
  Text text = text_make(r->arena);
  text_addf(&text, "%s%zu: ", r->pieces_counted ? "" : "more than ",
            r->pieces.n + r->pieces_left_out);
  for (size_t i = 0; i < r->pieces.n && i < PIECES_SHOWN; i++)
    text_addf(&text, "%s%s", i > 0 ? "; " : "", r->pieces.at[i]);
  if (r->pieces.n > PIECES_SHOWN) text_add(&text, "; ...");
  if (r->pieces_left_out > 0 || !r->pieces_counted)
    text_addf(&text, "; %zu of them were examined", r->pieces.n);
  return text_get(&text);
}

#define NUMBERS_SHOWN 6

static void add_names(Text *text, const char *const *name, size_t n, size_t most) {
  for (size_t i = 0; i < n && i < most; i++)
    text_addf(text, "%s%s", i == 0 ? "" : i + 1 < n ? ", " : " and ", name[i]);
  if (n > most) text_addf(text, " and %zu more", n - most);
}

// Is the unit a factor of a dimension such as kg*m/s^2?
static bool is_inside(const char *dimension, const char *unit) {
  const size_t n = strlen(unit);
  for (const char *at = dimension; (at = strstr(at, unit)) != NULL; at += n) {
    const bool starts = at == dimension || strchr("*/(", at[-1]) != NULL;
    if (starts && (at[n] == '\0' || strchr("*/^)", at[n]) != NULL)) return true;
  }
  return false;
}

const char *check_dimensions_line(const CheckReport *r) {
  static const char *const units[] = {"kg", "m", "s", "A", "K"};
  const Dimensions *d = r->dimensions;
  if (d == NULL) return "";
  Text text = text_make(r->arena);
  ARRAY(const char *) found = {0}, numbers = {0};
  for (size_t k = 0; k < sizeof units / sizeof *units; k++) {
    bool inside = false;
    for (size_t i = 0; i < d->names.n; i++)
      inside = inside || (d->names.at[i].known && is_inside(d->names.at[i].dimension, units[k]));
    if (inside) array_push(r->arena, &found, units[k]);
  }
  for (size_t i = 0; i < d->names.n; i++)
    if (d->names.at[i].known && strcmp(d->names.at[i].dimension, "1") == 0)
      array_push(r->arena, &numbers, d->names.at[i].name);
  text_add(&text, "consistent");
  if (found.n > 0) text_add(&text, ": ");
  for (size_t i = 0; i < found.n; i++) text_addf(&text, "%s%s", i ? ", " : "", found.at[i]);
  if (numbers.n > 0) {
    text_add(&text, "; ");
    add_names(&text, numbers.at, numbers.n, NUMBERS_SHOWN);
    text_add(&text, numbers.n == 1 ? " is a pure number" : " are pure numbers");
  }
  if (d->missing.n > 0) {
    text_add(&text, "; a unit of ");
    add_names(&text, d->missing.at, d->missing.n, d->missing.n);
    text_add(&text, " would determine the rest");
  }
  return text_get(&text);
}

const char *check_summary_line(const CheckReport *r) {
  size_t count[4] = {0}, denied = 0, failed = 0;
  const size_t n = r->model->claims.n;
  for (size_t i = 0; i < n; i++) {
    const Claim *claim = &r->model->claims.at[i];
    const bool passes = claim_passes(claim, r->judgement[i]);
    failed += !passes;
    denied += passes && claim->deny;
    count[r->judgement[i].verdict] += passes && !claim->deny;
  }
  const char *sound = r->problems.n > 0 ? "; the model is not sound"
                      : r->unfinished   ? "; a limit was reached before the check was finished"
                                        : "";
  if (n == 0) return text_format(r->arena, "no claims%s", sound);
  Text text = text_make(r->arena);
  text_addf(&text, "%zu claim%s: %zu proved", n, n == 1 ? "" : "s", count[VERDICT_PROVED]);
  if (count[VERDICT_VERIFIED] > 0) text_addf(&text, ", %zu verified", count[VERDICT_VERIFIED]);
  if (denied > 0) text_addf(&text, ", %zu refuted as denied", denied);
  if (failed > 0) text_addf(&text, ", %zu FAIL%s", failed, failed == 1 ? "S" : "");
  text_add(&text, sound);
  return text_get(&text);
}

// Says in parentheses how a claim was proved.
static const char *how(const CheckReport *r, Judgement j) {
  if (j.verdict != VERDICT_PROVED || j.proof == PROVED_OTHERWISE) return "";
  if (j.proof == PROVED_BY_ALGEBRA) return " (by algebra)";
  if (j.odds == 0) return " (by points)";
  return text_format(r->arena, " (by points: odds of error below 1e-%d)", j.odds);
}

static void add_text(const CheckReport *r, Text *out) {
  const Model *model = r->model;
  text_addf(out, "%s\n", model->title && *model->title ? model->title : "(no title)");
  text_addf(out, "methods   %s\n", check_methods_line(r));
  if (r->pieces.n > 0) text_addf(out, "pieces    %s\n", check_pieces_line(r));
  if (r->dimensions != NULL) text_addf(out, "units     %s\n", check_dimensions_line(r));
  for (size_t i = 0; i < r->problems.n; i++)
    text_addf(out, "unsound   %s  <- FAILS\n", r->problems.at[i]);
  for (size_t i = 0; i < model->claims.n; i++) {
    const Claim *claim = &model->claims.at[i];
    const Judgement j = r->judgement[i];
    const bool passes = claim_passes(claim, j);
    text_addf(out, "%-9s %s%s%s\n", verdict_name(j.verdict), check_claim_title(r, claim),
              claim->deny ? " (denied)" : how(r, j), passes ? "" : "  <- FAILS");
    if (!passes) text_addf(out, "          line %u: %s\n", check_claim_line(claim), j.detail);
  }
  for (size_t i = 0; i < r->warnings.n; i++) text_addf(out, "warning   %s\n", r->warnings.at[i]);
  text_addf(out, "%s\n", check_summary_line(r));
}

static void add_latex(const CheckReport *r, Text *out) {
  text_add(out, "\\begin{tabular}{ll}\n");
  for (size_t i = 0; i < r->model->claims.n; i++) {
    const Claim *claim = &r->model->claims.at[i];
    names_print_plain(str(check_claim_title(r, claim)), FORMAT_LATEX, out);
    text_addf(out, " & %s%s \\\\\n", verdict_name(r->judgement[i].verdict),
              claim->deny ? " (denied)" : "");
  }
  text_add(out, "\\end{tabular}\n");
}

void report_check(const CheckReport *report, Format format, Text *out) {
  if (format == FORMAT_LATEX)
    add_latex(report, out);
  else
    add_text(report, out);
}
