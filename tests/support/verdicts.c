// support/verdicts.c: claims whose labels say their verdicts.

#include "support/verdicts.h"
#include "proof/claims.h"

#include <string.h>

static void expect(size_t i, const Claim *claim, Judgement j) {
  const char *colon = strchr(claim->label, ':'), *name = verdict_name(j.verdict);
  const size_t n = colon == NULL ? strlen(claim->label) : (size_t) (colon - claim->label);
  if (strlen(name) != n || strncmp(name, claim->label, n) != 0)
    fail_msg("claim %zu \"%s\" is %s: %s", i + 1, claim->label, name, j.detail);
  if (colon != NULL && strstr(j.detail, colon + 2) == NULL)
    fail_msg("claim %zu \"%s\" is %s because: %s", i + 1, claim->label, name, j.detail);
  if (j.verdict != VERDICT_PROVED && j.detail[0] == '\0') fail_msg("%s: no reason", claim->label);
}

void judge_labels(Desk *desk, const char *text) {
  Equations eq;
  desk_read_well(desk, text);
  if (!desk_derive(desk, &method_multipliers, &eq) &&
      !desk_derive(desk, methods_default(desk->model), &eq))
    fail_msg("no method: %s", desk_messages(desk));
  assert_true(desk->model->claims.n > 0);
  for (size_t i = 0; i < desk->model->claims.n; i++) {
    const Claim *claim = &desk->model->claims.at[i];
    const Judgement j = proof_judge(&eq, claim, &desk->arena);
    expect(i, claim, j);
    const bool right = j.verdict == VERDICT_PROVED || j.verdict == VERDICT_VERIFIED;
    assert_int_equal(claim_passes(claim, j), claim->deny ? j.verdict == VERDICT_REFUTED : right);
  }
}
