// answer/certificate.c: the claims that algebra proves, with their proofs.
//
// Out:   JSON: one system for all claims without conditions, and one for each claim with conditions

#include "answer/check.h"
#include "program/facts.h"
#include "report/certificate.h"

typedef struct {
  System *m;
  const Equations *eq;
  CheckReport names;  // for the titles of claims
  Json *json;
} Writing;

static const char *title(Writing *w, const Claim *claim) {
  return check_claim_title(&w->names, claim);
}

// Proves what it can of these claims, which have the same conditions, and adds it.
static void add_system(Writing *w, const Claim *const *claims, size_t n) {
  System *m = w->m;
  const ArenaMark mark = arena_mark(&m->work);
  Question *questions = ARENA_ARRAY(&m->work, Question, n + 1);
  const char **titles = ARENA_ARRAY(&m->work, const char *, n + 1);
  bool any = false;
  for (size_t i = 0; i < n; i++) {
    questions[i] = question_of(claims[i]);
    titles[i] = title(w, claims[i]);
  }
  Algebra *a = n == 0 ? NULL
                      : algebra_open(w->eq, claims[0]->given.at, claims[0]->given.n, questions, n,
                                     &m->work, true);
  for (size_t i = 0; i < n && a != NULL; i++) any = algebra_proves(a, i) == TRUTH_YES || any;
  if (any) {
    const Certificate c = algebra_certificate(a, &m->work);
    certificate_json(&c, titles, w->json);
  }
  arena_release(&m->work, mark);
}

// Can the claim have a certificate? A certificate is about the rate of a conserved quantity, which
// does not show jumps.
static bool has_certificate(const Writing *w, const Claim *claim) {
  return claims_is_for_algebra(w->m->model, claim) &&
         (claim->kind != CLAIM_CONSERVED ||
          claims_conserved_jumps(w->eq, claim, &w->m->work) == NULL);
}

static void add_systems(Writing *w) {
  const Model *model = w->m->model;
  const Claim **alike = ARENA_ARRAY(&w->m->work, const Claim *, model->claims.n + 1);
  size_t n = 0;
  for (size_t i = 0; i < model->claims.n; i++) {
    const Claim *claim = &model->claims.at[i];
    if (has_certificate(w, claim) && claim->given.n == 0) alike[n++] = claim;
  }
  add_system(w, alike, n);
  for (size_t i = 0; i < model->claims.n; i++) {
    const Claim *claim = &model->claims.at[i];
    if (has_certificate(w, claim) && claim->given.n > 0) add_system(w, &claim, 1);
  }
}

Status answer_certificate(System *m, const char *program, Text *out) {
  Json json = json_make(out);
  TRY(system_check_finished(m));
  Writing w = {.m = m, .names = {.model = m->model, .arena = &m->work}, .json = &json};
  const Method *method;
  TRY(system_reference(m, &w.eq, &method));
  json_begin(&json, NULL, '{');
  json_string(&json, "program", program);
  json_string(&json, "model", m->model->title);
  json_begin(&json, "systems", '[');
  add_systems(&w);
  json_end(&json, ']');
  json_end(&json, '}');
  return STATUS_OK;
}
