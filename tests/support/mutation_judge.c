// support/mutation_judge.c: what the program says about a constraint that is written in another way.

#include "support/settings.h"
#include "support/mutations.h"
#include "support/texts.h"

#include "dalembert.h"
#include "support/linkages.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define MINUTE 60

static void add(JudgeFindings *out, JudgeVerdict verdict, const char *what, const char *detail) {
  if (out->n == JUDGE_FINDINGS) return;
  JudgeFinding *f = &out->at[out->n++];
  f->verdict = verdict;
  snprintf(f->what, sizeof f->what, "%s%.110s", what, detail);
}

// --- errors at their place -----------------------------------------------------------------------

static size_t line_of(const char *text, const char *name) {
  char head[80];
  snprintf(head, sizeof head, "\nconstraint %s:", name);
  const char *at = strstr(text, head);
  if (at == NULL) return 0;
  size_t line = 2;
  for (const char *c = text; c < at; c++) line += *c == '\n';
  return line;
}

// Is there an error at this line? Messages begin with FILE:LINE:COLUMN: error: ...
static bool has_error_at(const char *messages, size_t line) {
  for (const char *at = messages; (at = strstr(at, ": error: ")) != NULL; at++) {
    const char *start = at;
    while (start > messages && start[-1] != '\n') start--;
    const char *colon = memchr(start, ':', (size_t) (at - start));
    if (colon != NULL && strtoul(colon + 1, NULL, 10) == line) return true;
  }
  return false;
}

static bool is_named(const Mutant *mutant, const char *messages) {
  for (size_t i = 0; mutant->culprit[i] != NULL; i++) {
    const size_t line = line_of(mutant->text, mutant->culprit[i]);
    if (line > 0 && has_error_at(messages, line)) return true;
  }
  return false;
}

static bool is_called_redundant(const Mutant *mutant, const char *messages) {
  char text[120];
  snprintf(text, sizeof text, "the constraint %s follows", mutant->degenerate);
  return strstr(messages, text) != NULL;
}

// --- what must be refused ------------------------------------------------------------------------

static void judge_refusal(const Mutant *mutant, const char *command, DalStatus status,
                          const char *messages, JudgeFindings *out) {
  if (status == DAL_OK)
    add(out, JUDGE_WRONG, command, " takes it");
  else if (status == DAL_INTERNAL || status == DAL_LIMIT)
    add(out, JUDGE_WRONG, command, " fails");
  else if (!is_named(mutant, messages)) {
    const char *error = strstr(messages, "error: ");
    char first[112];
    snprintf(first, sizeof first, " blames another: %.*s",
             error == NULL ? 0 : (int) strcspn(error, "\n"), error == NULL ? "" : error);
    add(out, JUDGE_REFUSED, command, first);
  }
  if (mutant->kind == MUTANT_BAD && is_called_redundant(mutant, messages))
    add(out, JUDGE_WRONG, command, " calls it redundant");
}

static DalModel *read_model(const char *text, DalStatus *status) {
  DalModel *m = dal_model_create();
  *status = dal_model_add(m, text);
  if (*status == DAL_OK) *status = dal_model_finish(m);
  return m;
}

void mutant_judge_bad(const Mutant *mutant, JudgeFindings *out) {
  DalStatus status;
  const char *json;
  DalModel *m = read_model(mutant->text, &status);
  if (status == DAL_OK) status = dal_model_derive(m, &(DalDeriveOptions){.method = "multipliers"});
  if (status == DAL_OK) status = text_of(&json, dal_model_eval, m, NULL, DAL_JSON);
  judge_refusal(mutant, "eval", status, dal_model_messages(m), out);
  dal_model_destroy(m);

  DalRun *run = NULL;
  m = read_model(mutant->text, &status);
  const DalRunOptions options = {.to = "0.1", .rows = 2, .code = "interpreter"};
  if (status == DAL_OK) status = dal_model_simulate(m, &options, &run);
  judge_refusal(mutant, "simulate", status, dal_model_messages(m), out);
  dal_run_destroy(run);
  dal_model_destroy(m);
}

void mutant_judge(Mechanism *m, const Mutant *mutant, JudgeFindings *out) {
  out->n = 0;
  const unsigned parts = JUDGE_ANALYZE | JUDGE_GENERAL | JUDGE_RUN | JUDGE_BY_OTHERS;
  if (mutant->kind == MUTANT_BAD) {
    mutant_judge_bad(mutant, out);
    return;
  }
  linkage_judge(m, mutant->text, parts, out);
  if (mutant->kind != MUTANT_EITHER || out->n == 0) return;
  JudgeFindings refused = {0};
  mutant_judge_bad(mutant, &refused);
  if (refused.n == 0) *out = refused;
}

// --- many ----------------------------------------------------------------------------------------

// Small systems of different kinds.
static const char *const bases[] = {"planar",         "crank angles",  "crank rods",
                                    "four-bar chain", "Bennett chain", "spherical chain",
                                    "door",           "points"};

static size_t base_class(size_t k) {
  const char *name = bases[k % (sizeof bases / sizeof *bases)];
  for (size_t i = 0; i < linkage_classes(); i++)
    if (strcmp(linkage_class(i)->name, name) == 0) return i;
  abort();
}

#define MOST_COORDINATES 7
#define ATTEMPTS 50

static Mechanism *draw_mutant(size_t k, uint64_t seed, size_t mutation, Mutant *mutant) {
  for (uint64_t i = 0; i < ATTEMPTS; i++) {
    Mechanism *m = linkage_draw(base_class(k), seed + i * 1000000007u);
    if (m == NULL) return NULL;
    mutation_prepare(m);
    if (m->n <= MOST_COORDINATES && mutate(m, mutation, mutant)) return m;
    mech_destroy(m);
  }
  return NULL;
}

static void keep(const Mutant *mutant, uint64_t seed, const JudgeFindings *found) {
  const char *folder = getenv("LINKAGE_KEEP");
  char path[512], name[64];
  if (folder == NULL) {
    fputs(mutant->text, stderr);
    return;
  }
  snprintf(name, sizeof name, "%s", mutant->name);
  for (char *c = name; *c != '\0'; c++)
    if (*c == ' ' || *c == ',') *c = '-';
  snprintf(path, sizeof path, "%s/%s-%llu.mech", folder, name, (unsigned long long) seed);
  FILE *f = fopen(path, "w");
  if (f == NULL) return;
  for (size_t i = 0; i < found->n; i++)
    fprintf(f, "# %s of %s: %s: %s\n", mutant->name, mutant->culprit[0],
            judge_verdicts[found->at[i].verdict], found->at[i].what);
  fputs(mutant->text, f);
  fclose(f);
}

// Returns the worst verdict, or JUDGE_VERDICTS if there was nothing to judge.
static JudgeVerdict run_one(size_t k, uint64_t seed, size_t mutation) {
  Mutant mutant;
  Mechanism *m = draw_mutant(k, seed, mutation, &mutant);
  if (m == NULL) return JUDGE_VERDICTS;
  JudgeFindings found;
  mutant_judge(m, &mutant, &found);
  JudgeVerdict worst = JUDGE_RIGHT;
  for (size_t i = 0; i < found.n; i++) {
    if (worst == JUDGE_RIGHT || found.at[i].verdict < worst) worst = found.at[i].verdict;
    fprintf(stderr, "%s (%s, %s) %llu: %s: %s\n", mutant.name, m->class, mutant.culprit[0],
            (unsigned long long) seed, judge_verdicts[found.at[i].verdict], found.at[i].what);
  }
  if (worst == JUDGE_WRONG || worst == JUDGE_REFUSED) keep(&mutant, seed, &found);
  mech_destroy(m);
  return worst;
}

// Judges in a separate process, so that a crash or a hang is found, too, and counted as wrong.
static JudgeVerdict run_apart(size_t k, uint64_t seed, size_t mutation) {
  if (getenv("LINKAGE_KEEP") == NULL) return run_one(k, seed, mutation);
  const pid_t child = fork();
  if (child == 0) {
    (void) setrlimit(RLIMIT_CPU, &(struct rlimit){MINUTE, MINUTE});
    _exit((int) run_one(k, seed, mutation));
  }
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) < 0) return JUDGE_VERDICTS;
  if (WIFEXITED(status) && WEXITSTATUS(status) <= JUDGE_VERDICTS)
    return (JudgeVerdict) WEXITSTATUS(status);
  fprintf(stderr, "%s (base %zu) %llu: died, status %d\n", mutation_name(mutation), base_class(k),
          (unsigned long long) seed, status);
  const JudgeFindings none = {0};
  Mutant mutant;
  Mechanism *m = draw_mutant(k, seed, mutation, &mutant);
  if (m != NULL) keep(&mutant, seed, &none);
  return JUDGE_WRONG;
}

size_t mutations_run(size_t count) {
  size_t counts[64][JUDGE_VERDICTS + 1] = {{0}}, bad = 0;
  const size_t scaled = test_scaled(count);
  const uint64_t first = (uint64_t) test_setting("TEST_SEED", 1);
  const char *only = getenv("MUTATION");
  for (size_t k = 0; k < scaled; k++) {
    const size_t mutation = only != NULL ? (size_t) atoi(only) : k % mutation_count();
    counts[mutation][run_apart(k / mutation_count() + k, first + k, mutation)]++;
  }
  printf("%-32s %6s %6s %8s %7s %5s\n", "mutation", "right", "wrong", "refused", "unable", "none");
  for (size_t i = 0; i < mutation_count(); i++) {
    const size_t *c = counts[i];
    printf("%-32s %6zu %6zu %8zu %7zu %5zu\n", mutation_name(i), c[JUDGE_RIGHT], c[JUDGE_WRONG],
           c[JUDGE_REFUSED], c[JUDGE_UNABLE], c[JUDGE_VERDICTS]);
    bad += c[JUDGE_WRONG] + c[JUDGE_REFUSED];
  }
  return bad;
}
