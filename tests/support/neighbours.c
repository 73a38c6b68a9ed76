// support/neighbours.c: linkages close to special ones.

#include "support/neighbours.h"

#include "dalembert.h"
#include "support/linkages.h"
#include "support/mutations.h"
#include "support/texts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_COORDINATES 9
#define ATTEMPTS 50
#define LEAST_GAP 1e-6  // a smaller pivot leaves the rank in doubt
#define HOLDS 1e-7      // a state with smaller residuals satisfies the constraints

typedef struct {
  size_t drawn, doubtful, beside, apart;  // apart: the judge found no state
  size_t judged[JUDGE_VERDICTS];
} Count;

// Changes the right-hand side of one constraint. Returns by how much.
static double displace(Mechanism *m) {
  static const double sizes[] = {3e-2, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6};
  const double sign = dice_below(&m->dice, 2) ? 1 : -1;
  const double by = sign * sizes[dice_below(&m->dice, sizeof sizes / sizeof *sizes)];
  MechConstraint *c = &m->constraints.at[dice_below(&m->dice, m->constraints.n)];
  c->right = formula_add(&m->f, c->right, formula_decimal(&m->f, by, 8));
  return by;
}

static Mechanism *draw(uint64_t seed) {
  for (uint64_t i = 0; i < ATTEMPTS; i++) {
    const uint64_t own = seed + i * 1000000007u;
    Mechanism *m = linkage_draw(linkage_turn((size_t) own), own);
    if (m == NULL) continue;
    mutation_prepare(m);
    if (m->n <= MOST_COORDINATES && m->constraints.n > 0) return m;
    mech_destroy(m);
  }
  return NULL;
}

// --- where there is no state ---------------------------------------------------------------------

// Makes the positions that the program prints the state of the mechanism.
static bool take_positions(Mechanism *m, const char *json) {
  for (size_t i = 0; i < m->n; i++) {
    double value;
    if (!judge_number(json, "coordinates", m->name[i], &value)) return false;
    m->x[FORMULA_Q(i)] = quad(value);
  }
  return true;
}

static void judge_apart(Mechanism *m, const char *text, JudgeFindings *out) {
  const char *json;
  DalModel *model = dal_model_create();
  DalStatus status = dal_model_add(model, text);
  if (status == DAL_OK) status = dal_model_finish(model);
  if (status == DAL_OK)
    status = dal_model_derive(model, &(DalDeriveOptions){.method = "multipliers"});
  if (status == DAL_OK) status = text_of(&json, dal_model_eval, model, NULL, DAL_JSON);
  out->n = 0;
  const bool wrong = status == DAL_OK && !(take_positions(m, json) && mech_residual(m, false) < quad(HOLDS));
  if (wrong || status == DAL_INTERNAL) {
    out->n = 1;
    out->at[0].verdict = JUDGE_WRONG;
    snprintf(out->at[0].what, sizeof out->at[0].what, "eval: status %d where there is no state",
             (int) status);
  }
  dal_model_destroy(model);
}

// --- many ----------------------------------------------------------------------------------------

static double setting(const char *name, double otherwise) {
  const char *text = getenv(name);
  return text != NULL && *text != '\0' ? strtod(text, NULL) : otherwise;
}

static void keep(const Mechanism *m, uint64_t seed, const char *text, const JudgeFindings *found) {
  const char *folder = getenv("LINKAGE_KEEP");
  char path[512];
  snprintf(path, sizeof path, "%s/neighbour-%llu.mech", folder == NULL ? "" : folder,
           (unsigned long long) seed);
  FILE *f = folder == NULL ? stderr : fopen(path, "w");
  if (f == NULL) return;
  for (size_t i = 0; i < found->n; i++)
    fprintf(f, "# %s: %s: %s\n", m->class, judge_verdicts[found->at[i].verdict], found->at[i].what);
  fputs(text, f);
  if (f != stderr) fclose(f);
}

static void judge(Mechanism *m, uint64_t seed, Count *count) {
  JudgeFindings found = {0};
  double gap = 0;
  (void) displace(m);
  const char *text;
  if (mech_settle(m, 60)) {
    m->freedoms = m->n - mech_rank(m, &gap);
    if (gap < LEAST_GAP || !mech_is_regular(m, &gap) || gap < LEAST_GAP ||
        !mech_settle_velocities(m)) {
      count->doubtful++;
      return;
    }
    count->beside++;
    text = mech_model(m, MECH_START_FEW);
    linkage_judge(m, text, JUDGE_ANALYZE | JUDGE_GENERAL | JUDGE_RUN | JUDGE_BY_OTHERS, &found);
  } else {
    count->apart++;
    text = mech_model(m, MECH_START_NEAR);
    judge_apart(m, text, &found);
  }
  JudgeVerdict worst = JUDGE_RIGHT;
  for (size_t i = 0; i < found.n; i++) {
    if (worst == JUDGE_RIGHT || found.at[i].verdict < worst) worst = found.at[i].verdict;
    fprintf(stderr, "neighbour %llu (%s): %s: %s\n", (unsigned long long) seed, m->class,
            judge_verdicts[found.at[i].verdict], found.at[i].what);
  }
  count->judged[worst]++;
  if (worst == JUDGE_WRONG || worst == JUDGE_REFUSED) keep(m, seed, text, &found);
}

size_t neighbours_run(size_t count) {
  const size_t scaled = (size_t) ((double) count * setting("TEST_SCALE", 1));
  const uint64_t first = (uint64_t) setting("TEST_SEED", 1);
  Count c = {0};
  for (size_t k = 0; k < scaled; k++) {
    Mechanism *m = draw(first + k);
    if (m == NULL) continue;
    c.drawn++;
    judge(m, first + k, &c);
    mech_destroy(m);
  }
  printf("drawn %zu: in doubt %zu, at a state beside %zu, without a state %zu\n", c.drawn, c.doubtful,
         c.beside, c.apart);
  printf("right %zu, wrong %zu, refused %zu, unable %zu\n", c.judged[JUDGE_RIGHT],
         c.judged[JUDGE_WRONG], c.judged[JUDGE_REFUSED], c.judged[JUDGE_UNABLE]);
  return c.judged[JUDGE_WRONG] + c.judged[JUDGE_REFUSED];
}
