// answer/check_result.c: what `check` found, as structs and as JSON.

#include "answer/check_result.h"
#include "report/json.h"
#include <math.h>

_Static_assert((int) DAL_PROVED == VERDICT_PROVED && (int) DAL_VERIFIED == VERDICT_VERIFIED &&
                 (int) DAL_REFUTED == VERDICT_REFUTED && (int) DAL_UNKNOWN == VERDICT_UNKNOWN,
               "verdicts");

static const char *copy(Arena *arena, const char *text) {
  return text != NULL ? str_copy(arena, str(text)) : NULL;
}

static const char *const *copy_list(Arena *arena, const char *const *at, size_t n) {
  const char **list = ARENA_ARRAY(arena, const char *, n);
  for (size_t i = 0; i < n; i++) list[i] = copy(arena, at[i]);
  return list;
}

static const char *proof_name(const Judgement *j) {
  if (j->verdict != VERDICT_PROVED || j->proof == PROVED_OTHERWISE) return NULL;
  return j->proof == PROVED_BY_ALGEBRA ? "algebra" : "points";
}

static DalClaim claim_of(const CheckReport *r, size_t i, Arena *arena) {
  const Claim *claim = &r->model->claims.at[i];
  const Judgement *j = &r->judgement[i];
  const bool points = j->verdict == VERDICT_PROVED && j->proof == PROVED_BY_POINTS;
  return (DalClaim){.label = copy(arena, claim->label),
                    .title = copy(arena, check_claim_title(r, claim)),
                    .kind = check_claim_kind(claim->kind),
                    .line = check_claim_line(claim),
                    .denied = claim->deny,
                    .passes = claim_passes(claim, *j),
                    .verdict = (DalVerdict) j->verdict,
                    .proof = proof_name(j),
                    .odds = points && j->odds > 0 ? pow(10, -j->odds) : 0,
                    .detail = copy(arena, j->detail),
                    .counterexample = copy(arena, j->state),
                    .piece = copy(arena, j->piece)};
}

static DalAgreement agreement_of(const CheckedMethod *method) {
  const DalVerdict verdict = method->agrees == TRUTH_NO        ? DAL_REFUTED
                             : method->agrees == TRUTH_UNKNOWN ? DAL_UNKNOWN
                             : method->verified                ? DAL_VERIFIED
                                                               : DAL_PROVED;
  return (DalAgreement){.name = method->method->name, .verdict = verdict};
}

DalCheck *answer_check_result(const CheckReport *r, Arena *arena) {
  const size_t claims = r->model->claims.n;
  DalAgreement *method = ARENA_ARRAY(arena, DalAgreement, r->methods.n);
  DalClaim *claim = ARENA_ARRAY(arena, DalClaim, claims);
  for (size_t i = 0; i < r->methods.n; i++) method[i] = agreement_of(&r->methods.at[i]);
  for (size_t i = 0; i < claims; i++) claim[i] = claim_of(r, i, arena);
  DalCheck *check = ARENA_NEW(arena, DalCheck);
  *check = (DalCheck){.ok = check_is_ok(r),
                      .methods = r->methods.n,
                      .method = method,
                      .claims = claims,
                      .claim = claim,
                      .pieces = r->pieces.n,
                      .piece = copy_list(arena, r->pieces.at, r->pieces.n),
                      .dimensions = str_copy(arena, str(check_dimensions_line(r))),
                      .all_pieces = r->pieces_left_out == 0 && r->pieces_counted,
                      .problems = r->problems.n,
                      .problem = copy_list(arena, r->problems.at, r->problems.n),
                      .warnings = r->warnings.n,
                      .warning = copy_list(arena, r->warnings.at, r->warnings.n),
                      .unfinished = r->unfinished};
  return check;
}

// --- JSON ----------------------------------------------------------------------------------------

static void json_claim(Json *json, const DalClaim *claim) {
  json_begin(json, NULL, '{');
  json_string(json, "label", claim->label);
  json_string(json, "kind", claim->kind);
  json_bool(json, "deny", claim->denied);
  json_string(json, "verdict", verdict_name((Verdict) claim->verdict));
  if (claim->proof != NULL) json_string(json, "proof", claim->proof);
  if (claim->odds > 0) json_number(json, "odds", claim->odds);
  json_string(json, "detail", claim->detail);
  json_string(json, "piece", claim->piece != NULL ? claim->piece : "");
  if (claim->counterexample != NULL) json_string(json, "counterexample", claim->counterexample);
  json_bool(json, "passes", claim->passes);
  json_number(json, "line", (double) claim->line);
  json_end(json, '}');
}

static void add_strings(Json *json, const char *const *at, size_t n) {
  for (size_t i = 0; i < n; i++) json_string(json, NULL, at[i]);
}

static void add_messages(Json *json, const Diags *diags) {
  for (size_t i = 0; i < diags->all.n; i++) json_message(json, &diags->all.at[i]);
}

void answer_check_json(const DalCheck *check, const DalModel *m, Text *out) {
  Json json = json_make(out);
  json_begin(&json, NULL, '{');
  json_bool(&json, "ok", check->ok);
  if (check->unfinished) json_bool(&json, "unfinished", true);
  json_begin(&json, "methods", '[');
  for (size_t i = 0; i < check->methods; i++) json_string(&json, NULL, check->method[i].name);
  json_end(&json, ']');
  json_begin(&json, "pieces", '[');
  add_strings(&json, check->piece, check->pieces);
  json_end(&json, ']');
  json_bool(&json, "all_pieces", check->all_pieces);
  if (check->dimensions[0] != '\0') json_string(&json, "dimensions", check->dimensions);
  json_begin(&json, "claims", '[');
  for (size_t i = 0; i < check->claims; i++) json_claim(&json, &check->claim[i]);
  json_end(&json, ']');
  json_begin(&json, "problems", '[');
  add_strings(&json, check->problem, check->problems);
  json_end(&json, ']');
  // problems are also among the warnings, for readers that know only those
  json_begin(&json, "warnings", '[');
  add_strings(&json, check->problem, check->problems);
  add_strings(&json, check->warning, check->warnings);
  json_end(&json, ']');
  if (m->statements.all.n + m->diags.all.n > 0) {
    json_begin(&json, "messages", '[');
    add_messages(&json, &m->statements);
    add_messages(&json, &m->diags);
    json_end(&json, ']');
  }
  json_end(&json, '}');
}
