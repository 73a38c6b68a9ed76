// support/linkage_judge.c: compares what the program says about a mechanical system with its numbers.

#include "support/linkage_judge.h"
#include "support/texts.h"

#include "dalembert.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RUN_END "0.1"  // LINKAGE_END
#define RUN_ROWS 6

const char *const judge_verdicts[JUDGE_VERDICTS] = {"right", "wrong", "refused", "unable"};

static void find(JudgeFindings *out, JudgeVerdict verdict, const char *format, ...)
  __attribute__((format(printf, 3, 4)));

static void find(JudgeFindings *out, JudgeVerdict verdict, const char *format, ...) {
  if (out->n == JUDGE_FINDINGS) return;
  JudgeFinding *f = &out->at[out->n++];
  f->verdict = verdict;
  va_list args;
  va_start(args, format);
  vsnprintf(f->what, sizeof f->what, format, args);
  va_end(args);
}

// Finds the code of the first error in the messages, and the name that it quotes.
static void first_error(const char *messages, char *out, size_t room) {
  const char *error = strstr(messages, "error: ");
  error = error == NULL ? "" : error + strlen("error: ");
  snprintf(out, room, "%.*s", (int) strcspn(error, "\n"), error);
}

bool judge_number(const char *json, const char *group, const char *key, double *value) {
  char head[96];
  snprintf(head, sizeof head, "\"%s\": {", group);
  const char *at = strstr(json, head);
  if (at == NULL) return false;
  const char *end = strchr(at, '}');
  snprintf(head, sizeof head, "\"%s\": ", key);
  at = strstr(at, head);
  if (at == NULL || at > end) return false;
  *value = strtod(at + strlen(head), NULL);
  return strncmp(at + strlen(head), "null", 4) != 0;
}

// --- a model -------------------------------------------------------------------------------------

static DalModel *open_model(const char *text, JudgeFindings *out) {
  char error[120];
  DalModel *m = dal_model_create();
  if (dal_model_add(m, text) == DAL_OK && dal_model_finish(m) == DAL_OK) return m;
  first_error(dal_model_messages(m), error, sizeof error);
  find(out, JUDGE_REFUSED, "model: %s", error);
  dal_model_destroy(m);
  return NULL;
}

static void judge_freedoms(const Mechanism *m, const char *text, JudgeFindings *out) {
  DalModel *model = open_model(text, out);
  if (model == NULL) return;
  const char *json;
  char error[120];
  double n = 0, rank = 0;
  if (text_of(&json, dal_model_analyze, model, &(DalAnalyzeOptions){.only = "constraints"}, DAL_JSON) !=
      DAL_OK) {
    first_error(dal_model_messages(model), error, sizeof error);
    find(out, JUDGE_REFUSED, "analyze: %s", error);
  } else if (!judge_number(json, "freedom", "coordinates", &n) ||
             !judge_number(json, "freedom", "rank", &rank)) {
    find(out, JUDGE_REFUSED, "analyze: no rank");
  } else if (n - rank != (double) m->freedoms) {
    find(out, JUDGE_WRONG, "freedoms: %g, not %zu", n - rank, m->freedoms);
  }
  dal_model_destroy(model);
}

// --- accelerations and multipliers ---------------------------------------------------------------

static double compare_accelerations(const Mechanism *m, const char *json, const Quad *qdd) {
  double worst = 0;
  const double scale = 1 + (double) quad_norm(qdd, m->n);
  for (size_t i = 0; i < m->n; i++) {
    char name[64];
    double value;
    snprintf(name, sizeof name, "%s''", m->name[i]);
    if (!judge_number(json, "accelerations", name, &value)) return (double) INFINITY;
    worst = fmax(worst, fabs(value - (double) qdd[i]) / scale);
  }
  return worst;
}

// Compares multipliers. Vector constraints have a row for each component that does not always hold.
static double compare_multipliers(const Mechanism *m, const char *json, const Quad *lambda) {
  const size_t r = mech_rows(m);
  double worst = 0;
  const double scale = 1 + (double) quad_norm(lambda, r);
  for (size_t i = 0; i < r; i++) {
    char name[64];
    double value = 0;
    size_t component;
    const MechConstraint *c = &m->constraints.at[mech_row_owner(m, i, &component)];
    const bool vector = formula_is_vector(&m->f, c->left);
    if (vector)
      snprintf(name, sizeof name, "%s.%zu", c->name, component + 1);
    else
      snprintf(name, sizeof name, "%s", c->name);
    (void) judge_number(json, "multipliers", name, &value);
    worst = fmax(worst, fabs(value - (double) lambda[i]) / scale);
  }
  return worst;
}

// Does the program have a multiplier for it? A component that always holds is not a constraint there.
static bool has_multiplier(const char *json, const MechConstraint *c, size_t component,
                           bool vector) {
  char name[64];
  double value;
  if (vector)
    snprintf(name, sizeof name, "%s.%zu", c->name, component + 1);
  else
    snprintf(name, sizeof name, "%s", c->name);
  return judge_number(json, "multipliers", name, &value);
}

static bool is_named_in(const char *messages, const MechConstraint *c, size_t component,
                        bool vector) {
  char text[120];
  if (vector)
    snprintf(text, sizeof text, "the constraint %s.%zu follows", c->name, component + 1);
  else
    snprintf(text, sizeof text, "the constraint %s follows", c->name);
  return strstr(messages, text) != NULL;
}

// Judges the rows that the program calls redundant: without them the rank is the same, and it equals the number of
// rows left.
static void judge_redundant(Mechanism *m, const char *json, const char *messages,
                            JudgeFindings *out) {
  const size_t r = mech_rows(m), n = m->n, size = r > n ? r : n;
  size_t kept = 0;
  const ArenaMark mark = arena_mark(&m->scratch);
  Quad *A = ARENA_ARRAY(&m->scratch, Quad, r * n + 1);
  Quad *square = ARENA_ARRAY(&m->scratch, Quad, size * size + 1);
  mech_constrain(m, &(MechRows){.A = A});
  for (size_t i = 0; i < r; i++) {
    size_t component;
    const MechConstraint *c = &m->constraints.at[mech_row_owner(m, i, &component)];
    const bool vector = formula_is_vector(&m->f, c->left);
    if (is_named_in(messages, c, component, vector)) continue;
    kept += has_multiplier(json, c, component, vector);
    memcpy(square + i * size, A + i * n, n * sizeof *A);
  }
  QuadFactors f;
  if (!quad_factors_init(&f, size)) abort();
  quad_factor(&f, square, size, quad(1e-11));
  if (f.rank != n - m->freedoms)
    find(out, JUDGE_WRONG, "redundant: without what is called so the rank is %zu, not %zu", f.rank,
         n - m->freedoms);
  if (kept != n - m->freedoms)
    find(out, JUDGE_WRONG, "redundant: %zu rows are left, not %zu", kept, n - m->freedoms);
  quad_factors_clear(&f);
  arena_release(&m->scratch, mark);
}

static bool is_general(const char *method) {
  return strcmp(method, "multipliers") == 0 || strcmp(method, "udwadia") == 0;
}

// Judges the numbers at the initial state by one method.
static void judge_method(Mechanism *m, const char *text, const char *method, const Quad *qdd,
                         const Quad *lambda, JudgeFindings *out) {
  DalModel *model = open_model(text, out);
  if (model == NULL) return;
  const char *json;
  char error[120];
  DalStatus status = dal_model_derive(model, &(DalDeriveOptions){.method = method});
  if (status == DAL_OK) status = text_of(&json, dal_model_eval, model, NULL, DAL_JSON);
  if (status != DAL_OK) {
    first_error(dal_model_messages(model), error, sizeof error);
    const bool gave_up = !is_general(method) && (status == DAL_UNABLE || status == DAL_LIMIT);
    find(out, gave_up ? JUDGE_UNABLE : JUDGE_REFUSED, "eval by %s: %s", method, error);
  } else {
    const double a = compare_accelerations(m, json, qdd);
    if (!(a < JUDGE_TOLERANCE))
      find(out, JUDGE_WRONG, "eval by %s: accelerations off by %.2g", method, a);
    const double l =
      m->same_multipliers && lambda != NULL ? compare_multipliers(m, json, lambda) : 0;
    if (!(l < JUDGE_TOLERANCE))
      find(out, JUDGE_WRONG, "eval by %s: multipliers off by %.2g", method, l);
    if (strcmp(method, "multipliers") == 0 && lambda != NULL)
      judge_redundant(m, json, dal_model_messages(model), out);
  }
  dal_model_destroy(model);
}

static void judge_methods(Mechanism *m, const char *text, unsigned parts, JudgeFindings *out) {
  Quad qdd[FORMULA_MOST], *lambda = ARENA_ARRAY(&m->arena, Quad, mech_rows(m) + 1);
  if (!mech_accelerations(m, qdd, lambda)) abort();
  const char *method;
  for (size_t i = 0; (method = dal_method_name(i)) != NULL; i++) {
    const bool takes =
      strcmp(method, "lagrange") != 0 &&
      // the independent variable must move
      (strcmp(method, "whittaker") != 0 || quad_norm(m->x + FORMULA_V(0), m->n) > quad(0.1));
    if (!takes || (!(parts & JUDGE_METHODS) && !is_general(method))) continue;
    judge_method(m, text, method, qdd, parts & JUDGE_BY_OTHERS ? NULL : lambda, out);
  }
}

// --- a run ---------------------------------------------------------------------------------------

static size_t column_of(const DalRun *run, const char *name) {
  size_t i = 0;
  while (i < dal_run_columns(run) && strcmp(dal_run_column(run, i), name) != 0) i++;
  return i;
}

// Makes a row of the table the state of the mechanism.
static bool take_row(Mechanism *m, const DalRun *run, size_t row) {
  const double *x = dal_run_row(run, row);
  for (size_t i = 0; i < m->n; i++) {
    char rate[64];
    snprintf(rate, sizeof rate, "%s'", m->name[i]);
    const size_t q = column_of(run, m->name[i]), v = column_of(run, rate);
    if (q >= dal_run_columns(run) || v >= dal_run_columns(run)) return false;
    m->x[FORMULA_Q(i)] = quad(x[q]);
    m->x[FORMULA_V(i)] = quad(x[v]);
  }
  m->x[FORMULA_T] = quad(x[0]);
  return true;
}

// Moves to the manifold in 113 bits, from a state that is on it in 53. Returns false if Newton's steps went farther:
// rows that vanish there may lead along the manifold, to other accelerations.
static bool settle_near(Mechanism *m) {
  Quad before[FORMULA_VARIABLES], way = 0;
  memcpy(before, m->x, sizeof before);
  if (!mech_settle(m, 10) || !mech_settle_velocities(m)) return false;
  for (size_t i = 0; i < FORMULA_VARIABLES; i++) way += quad_abs(m->x[i] - before[i]);
  return way < quad(JUDGE_DRIFT);
}

// Returns the error of the accelerations, negative if there is nothing to compare with.
static double run_accelerations(Mechanism *m, const DalRun *run, size_t row) {
  Quad qdd[FORMULA_MOST];
  double worst = 0;
  const double *x = dal_run_row(run, row);
  if (!settle_near(m) || !mech_accelerations(m, qdd, NULL)) return -1;
  const double scale = 1 + (double) quad_norm(qdd, m->n);
  for (size_t i = 0; i < m->n; i++) {
    char name[64];
    snprintf(name, sizeof name, "%s''", m->name[i]);
    worst = fmax(worst, fabs(x[column_of(run, name)] - (double) qdd[i]) / scale);
  }
  return worst;
}

// fold: the run ended at a singular state, where accelerations are lost.
static void judge_rows(Mechanism *m, const DalRun *run, const char *label, bool fold,
                       JudgeFindings *out) {
  Quad kept[FORMULA_VARIABLES];
  memcpy(kept, m->x, sizeof kept);
  const Quad energy = mech_energy(m);
  double residual = 0, drift = 0;
  for (size_t i = 0; i < dal_run_rows(run); i++) {
    if (!take_row(m, run, i)) {
      find(out, JUDGE_WRONG, "%s: columns are missing", label);
      return;
    }
    residual = fmax(residual, (double) mech_residual(m, true));
    drift = fmax(drift, (double) quad_abs(mech_energy(m) - energy));
  }
  const double size = 1 + fabs((double) energy);
  if (!(residual < JUDGE_DRIFT))
    find(out, JUDGE_WRONG, "%s: constraints violated by %.2g", label, residual);
  if (m->conserves && !(drift < JUDGE_DRIFT * size))
    find(out, JUDGE_WRONG, "%s: the energy changes by %.2g of %.2g", label, drift, size);
  const double a = fold ? 0 : run_accelerations(m, run, dal_run_rows(run) - 1);
  if (!(a < 1e3 * JUDGE_TOLERANCE))
    find(out, JUDGE_WRONG, "%s: accelerations at its end off by %.2g", label, a);
  memcpy(m->x, kept, sizeof kept);
}

// Do the constraints lose their independence where the run ended? At the drawn states, no pivot is
// as small.
static bool ended_at_fold(Mechanism *m, const DalRun *run) {
  Quad kept[FORMULA_VARIABLES];
  double gap = 0;
  if (run == NULL || dal_run_summary(run).end != DAL_RUN_SINGULAR) return false;
  memcpy(kept, m->x, sizeof kept);
  const bool there = take_row(m, run, dal_run_rows(run) - 1) && mech_settle(m, 10);
  const bool fold = there && (mech_rank(m, &gap) < m->n - m->freedoms || gap < JUDGE_FOLD);
  memcpy(m->x, kept, sizeof kept);
  return fold;
}

static void judge_run(Mechanism *m, const char *text, const char *method, const char *code,
                      JudgeFindings *out) {
  DalModel *model = open_model(text, out);
  if (model == NULL) return;
  char error[120], label[48];
  DalRun *run = NULL;
  snprintf(label, sizeof label, "run by %s%s", method,
           strcmp(code, "native") == 0 ? ", native" : "");
  const DalRunOptions options = {
    .to = RUN_END, .rows = RUN_ROWS, .code = code, .columns = "accelerations"};
  DalStatus status = dal_model_derive(model, &(DalDeriveOptions){.method = method});
  if (status == DAL_OK) status = dal_model_simulate(model, &options, &run);
  if (ended_at_fold(m, run)) {
    judge_rows(m, run, label, true, out);
  } else if (status != DAL_OK || run == NULL || dal_run_summary(run).end != DAL_RUN_DONE) {
    first_error(dal_model_messages(model), error, sizeof error);
    const bool gave_up = !is_general(method) && (status == DAL_UNABLE || status == DAL_LIMIT);
    find(out, gave_up ? JUDGE_UNABLE : JUDGE_REFUSED, "%s: %s", label, error);
  } else {
    judge_rows(m, run, label, false, out);
  }
  dal_run_destroy(run);
  dal_model_destroy(model);
}

void linkage_judge(Mechanism *m, const char *text, unsigned parts, JudgeFindings *out) {
  out->n = 0;
  if (parts & JUDGE_ANALYZE) judge_freedoms(m, text, out);
  if (parts & (JUDGE_METHODS | JUDGE_GENERAL)) judge_methods(m, text, parts, out);
  static const char *const methods[] = {"multipliers", "udwadia", "appell", "hamilton", "hamel"};
  if (parts & JUDGE_RUN) {
    judge_run(m, text, "multipliers", "interpreter", out);
    if (!(parts & JUDGE_METHODS)) return;
    const size_t other = 1 + (size_t) (m->dice.state >> 20) % 4;
    judge_run(m, text, methods[other], "interpreter", out);
  }
  if (parts & JUDGE_NATIVE) judge_run(m, text, "multipliers", "native", out);
}
