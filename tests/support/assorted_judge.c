// support/assorted_judge.c: accelerations of random models, computed in every way.

#include "support/settings.h"
#include "support/assorted.h"
#include "support/texts.h"

#include "dalembert.h"
#include "support/shared.h"

#include <math.h>
#include <stdlib.h>

#define TOLERANCE 1e-9  // relative to the largest acceleration
#define ROUNDING \
  200  // times the effect of a rounding of the state on the accelerations, if that is more
#define LEAST_GAP 1e-12  // a worse problem may be refused
#define BATCH 50         // models that are kept at a time
#define NATIVE_EVERY 40  // one in this many runs is compiled

typedef struct {
  uint64_t seed;
  Mechanism *m;
  const char *text;
  Quad qdd[FORMULA_MOST];
  MechProblem problem;
  double
    rounding;  // the change of the accelerations with roundings of the state, as a part of the largest
  double by_momenta;  // the same with roundings of the momenta, for a method whose state they are
  bool solvable;
  JudgeFindings found;
} Item;

typedef struct {
  size_t drawn, none, solvable, singular;
  size_t compared[8], refused_rightly, unable;  // by method
  size_t runs, native, exported;
  size_t judged[JUDGE_VERDICTS];
  size_t loose;  // comparisons with a bound of more than TOLERANCE
  double worst;
} Count;

static void find(Item *item, JudgeVerdict verdict, const char *way, const char *detail) {
  if (item->found.n == JUDGE_FINDINGS) return;
  JudgeFinding *f = &item->found.at[item->found.n++];
  f->verdict = verdict;
  snprintf(f->what, sizeof f->what, "%s: %.120s", way, detail);
}

static double tolerance(const Item *item, const char *way) {
  const bool momenta = strstr(way, "hamilton") != NULL;
  return fmax(TOLERANCE, ROUNDING * (momenta ? item->by_momenta : item->rounding));
}

// Returns the distance of accelerations from those of the judge.
static double distance(const Item *item, const double *qdd) {
  const double scale = 1 + (double) quad_norm(item->qdd, item->m->n);
  double worst = 0;
  for (size_t i = 0; i < item->m->n; i++) {
    const double error = fabs(qdd[i] - (double) item->qdd[i]) / scale;
    worst = error <= worst ? worst : error;  // so that NaN stays
  }
  return worst;
}

static void judge_numbers(Item *item, const char *way, const double *qdd, Count *count) {
  char text[120];
  const double error = distance(item, qdd);
  if (!item->problem.determined || !item->problem.consistent) {
    find(item, JUDGE_WRONG, way, "accelerations where there are none");
  } else if (item->solvable && !(error <= tolerance(item, way))) {
    snprintf(text, sizeof text, "accelerations off by %.2g, bound %.2g", error,
             tolerance(item, way));
    find(item, JUDGE_WRONG, way, text);
  } else if (item->solvable) {
    if (tolerance(item, way) <= TOLERANCE)
      count->worst = fmax(count->worst, error);
    else
      count->loose++;
  }
}

// A method need not accept every model: these messages say that it does not, or that its own formulas fail here.
static bool does_not_apply(const char *error) {
  static const char *const codes[] = {"N0702", "N0703", "N0710", "N0711", "N0712", "N0713",
                                      "N0714", "N0715", "N0720", "N0721", "N0722", "N0723",
                                      "N0727", "N0729", "N0730", "N0740", "N0741", "N0742",
                                      "N0744", "N0745", "N0746", "N0759"};
  for (size_t i = 0; i < COUNT(codes); i++)
    if (strstr(error, codes[i]) != NULL) return true;
  return false;
}

static void judge_refusal(Item *item, const char *way, const char *messages, Count *count) {
  char error[400];
  const char *at = strstr(messages, "error: ");
  at = at == NULL ? "error: no message" : at;
  snprintf(error, sizeof error, "%.*s", (int) strcspn(at, "\n"), at);
  if (does_not_apply(error) && strstr(way, "multipliers") == NULL)
    count->unable++;
  else if (!item->solvable)
    count->refused_rightly++;
  else
    find(item, JUDGE_REFUSED, way, error + strlen("error: "));
}

// --- ways ----------------------------------------------------------------------------------------

static DalModel *open_model(Item *item) {
  DalModel *m = dal_model_create();
  if (dal_model_add(m, item->text) == DAL_OK && dal_model_finish(m) == DAL_OK) return m;
  find(item, JUDGE_REFUSED, "model", dal_model_messages(m));
  dal_model_destroy(m);
  return NULL;
}

static bool evaluate(Item *item, size_t method, Count *count) {
  DalModel *m = open_model(item);
  if (m == NULL) return false;
  const char *json, *way = dal_method_name(method);
  double qdd[FORMULA_MOST];
  DalStatus status = dal_model_derive(m, &(DalDeriveOptions){.method = way});
  if (status == DAL_OK) status = text_of(&json, dal_model_eval, m, NULL, DAL_JSON);
  if (status == DAL_OK) {
    for (size_t i = 0; i < item->m->n; i++) {
      char name[32];
      snprintf(name, sizeof name, "%s''", item->m->name[i]);
      if (!judge_number(json, "accelerations", name, &qdd[i])) qdd[i] = (double) NAN;
    }
    count->compared[method]++;
    judge_numbers(item, way, qdd, count);
  } else {
    judge_refusal(item, way, dal_model_messages(m), count);
  }
  dal_model_destroy(m);
  return status == DAL_OK;
}

#define LAST_GAP 1e-6  // at the end of a run that met a singular state; pivots at the drawn states are larger

static size_t column_of(const DalRun *r, const char *name) {
  size_t c = 0;
  while (c < dal_run_columns(r) && strcmp(dal_run_column(r, c), name) != 0) c++;
  return c;
}

// Did the short run meet a singular state? Decided by the augmented problem at its last row.
static bool ended_rightly(Item *item, const DalRun *r) {
  Mechanism *m = item->m;
  Quad kept[FORMULA_VARIABLES], qdd[FORMULA_MOST];
  if (r == NULL || dal_run_summary(r).end != DAL_RUN_SINGULAR) return false;
  const double *row = dal_run_row(r, dal_run_rows(r) - 1);
  memcpy(kept, m->x, sizeof kept);
  m->x[FORMULA_T] = quad(row[0]);
  for (size_t i = 0; i < m->n; i++) {
    char rate[32];
    snprintf(rate, sizeof rate, "%s'", m->name[i]);
    m->x[FORMULA_Q(i)] = quad(row[column_of(r, m->name[i])]);
    m->x[FORMULA_V(i)] = quad(row[column_of(r, rate)]);
  }
  const MechProblem there = mech_solve(m, qdd);
  memcpy(m->x, kept, sizeof kept);
  return !there.determined || !there.generic || there.gap < LAST_GAP * item->problem.gap;
}

// The first row of a run has the accelerations at the initial state, by its tapes.
static void run(Item *item, const char *method, const char *code, Count *count) {
  DalModel *m = open_model(item);
  if (m == NULL) return;
  char way[48], end[32];
  double qdd[FORMULA_MOST];
  DalRun *r = NULL;
  snprintf(way, sizeof way, "run by %s (%s)", method, code);
  snprintf(end, sizeof end, "%.17g", (double) item->m->x[FORMULA_T] + 1e-4);
  const DalRunOptions options = {.to = end, .rows = 1, .code = code, .columns = "accelerations"};
  DalStatus status = dal_model_derive(m, &(DalDeriveOptions){.method = method});
  if (status == DAL_OK) status = dal_model_simulate(m, &options, &r);
  const bool ended = ended_rightly(item, r);
  count->refused_rightly += ended;
  if ((status == DAL_OK && r != NULL) || ended) {
    for (size_t i = 0; i < item->m->n; i++) {
      char name[32];
      snprintf(name, sizeof name, "%s''", item->m->name[i]);
      const size_t c = column_of(r, name);
      qdd[i] = c < dal_run_columns(r) ? dal_run_row(r, 0)[c] : (double) NAN;
    }
    count->runs++;
    count->native += strcmp(code, "native") == 0;
    judge_numbers(item, way, qdd, count);
  } else {
    judge_refusal(item, way, dal_model_messages(m), count);
  }
  dal_run_destroy(r);
  dal_model_destroy(m);
}

static void judge_item(Item *item, Count *count) {
  const char *method;
  size_t other = 0;
  for (size_t i = 0; (method = dal_method_name(i)) != NULL; i++) {
    if (strcmp(method, "lagrange") == 0) continue;
    const bool taken = evaluate(item, i, count);
    if (taken && strcmp(method, "multipliers") != 0 && strcmp(method, "whittaker") != 0)
      if (other == 0 || dice_below(&item->m->dice, 2)) other = i;
  }
  const bool native = item->seed % NATIVE_EVERY == 0;
  if (item->m->speeds == 0) run(item, "multipliers", native ? "native" : "interpreter", count);
  if (other > 0) run(item, dal_method_name(other), "interpreter", count);
}

// --- exported C ----------------------------------------------------------------------------------

typedef void Rate(const double *p, double t, const double *y, double *out);

static bool export_item(Item *item, const char *prefix, Text *all, Count *count) {
  DalModel *m = open_model(item);
  const char *text;
  if (m == NULL) return false;
  DalStatus status = dal_model_derive(m, &(DalDeriveOptions){.method = "multipliers"});
  if (status == DAL_OK)
    status = text_of(&text, dal_model_export, m, &(DalExportOptions){.name = prefix});
  if (status == DAL_OK)
    text_add(all, text);
  else
    judge_refusal(item, "export by multipliers", dal_model_messages(m), count);
  dal_model_destroy(m);
  return status == DAL_OK;
}

static void compare_exported(Item *item, void *shared, const char *prefix, Arena *arena,
                             Count *count) {
  const double *p, *start, *from;
  Rate *rate;
  double out[2 * FORMULA_MOST];
  shared_find(shared, text_format(arena, "%s_parameters", prefix), &p);
  shared_find(shared, text_format(arena, "%s_start", prefix), &start);
  shared_find(shared, text_format(arena, "%s_from", prefix), &from);
  shared_find(shared, text_format(arena, "%s_rate", prefix), &rate);
  rate(p, *from, start, out);
  count->exported++;
  judge_numbers(item, "exported C", out + item->m->n, count);
}

// Compiles each as a unit of its own: they share names.
static void judge_exported(Item *items, size_t n, Folder *folder, Count *count) {
  Arena *arena = &folder->bench.arena;
  for (size_t i = 0; i < n; i++) {
    const ArenaMark mark = arena_mark(arena);
    Text text = text_make(arena);
    const char *name = text_format(arena, "m%llu", (unsigned long long) items[i].seed);
    if (items[i].m->speeds == 0 && export_item(&items[i], name, &text, count)) {
      void *shared = shared_open(folder, "gcc", "-O0 -w -std=c99 -DNO_MAIN", text_get(&text));
      compare_exported(&items[i], shared, name, arena, count);
      shared_close(shared);
    }
    arena_release(arena, mark);
  }
}

// --- many ----------------------------------------------------------------------------------------

// Replaces velocities by those of momenta M v, each rounded in some way. A singular M leaves them as they are: it has
// no such momenta.
static void round_momenta(Mechanism *m) {
  const size_t n = m->n;
  Quad M[FORMULA_MOST * FORMULA_MOST], F[FORMULA_MOST], change[FORMULA_MOST];
  QuadFactors f;
  mech_masses(m, M, F);
  for (size_t i = 0; i < n; i++) {
    Quad p = 0;
    for (size_t j = 0; j < n; j++) p += M[i * n + j] * m->x[FORMULA_V(j)];
    F[i] = p * quad(dice_signed(&m->dice, 0.5, 1) * 0x1p-53);
  }
  if (!quad_factors_init(&f, n)) return;
  quad_factor(&f, M, n, quad(1e-25));
  if (f.rank == n) quad_solve(&f, F, change);
  for (size_t i = 0; f.rank == n && i < n; i++) m->x[FORMULA_V(i)] += change[i];
  quad_factors_clear(&f);
}

// Returns the change when every number of the state is rounded to a double, differently each time; momenta: when these
// are rounded, too.
static double rounding_error(Item *item, bool momenta) {
  Mechanism *m = item->m;
  Quad kept[FORMULA_VARIABLES], qdd[FORMULA_MOST], worst = 0;
  memcpy(kept, m->x, sizeof kept);
  for (size_t k = 0; k < 3; k++) {
    for (size_t i = 0; i < FORMULA_VARIABLES; i++)
      m->x[i] = kept[i] * (1 + quad(dice_signed(&m->dice, 0.5, 1) * 0x1p-53));
    m->x[FORMULA_T] = kept[FORMULA_T];
    if (momenta) round_momenta(m);
    if (m->speeds == 0 && (!mech_settle(m, 10) || !mech_settle_velocities(m))) continue;
    (void) mech_solve(m, qdd);
    for (size_t i = 0; i < m->n; i++) worst = quad_max(worst, quad_abs(qdd[i] - item->qdd[i]));
  }
  memcpy(m->x, kept, sizeof kept);
  return (double) (worst / (1 + quad_norm(item->qdd, m->n)));
}

static bool draw_item(Item *item, uint64_t seed, Count *count) {
  *item = (Item){.seed = seed, .m = assorted_draw(seed)};
  count->drawn++;
  if (item->m == NULL) {
    count->none++;
    return false;
  }
  item->problem = mech_solve(item->m, item->qdd);
  const MechProblem *p = &item->problem;
  item->solvable = p->determined && p->consistent && p->generic && p->gap > LEAST_GAP;
  item->rounding = item->solvable ? rounding_error(item, false) : 0;
  item->by_momenta = item->solvable ? rounding_error(item, true) : 0;
  *(item->solvable ? &count->solvable : &count->singular) += 1;
  item->text = mech_model(item->m, dice_below(&item->m->dice, 2) ? MECH_START_ALL : MECH_START_FEW);
  return true;
}

static void close_item(Item *item, Count *count) {
  const char *folder = getenv("LINKAGE_KEEP");
  JudgeVerdict worst = JUDGE_RIGHT;
  for (size_t i = 0; i < item->found.n; i++) {
    const JudgeFinding *f = &item->found.at[i];
    if (worst == JUDGE_RIGHT || f->verdict < worst) worst = f->verdict;
    fprintf(stderr, "assorted %llu: %s: %s\n", (unsigned long long) item->seed,
            judge_verdicts[f->verdict], f->what);
  }
  count->judged[worst]++;
  if (worst != JUDGE_RIGHT) {
    char path[512];
    snprintf(path, sizeof path, "%s/assorted-%llu.mech", folder == NULL ? "" : folder,
             (unsigned long long) item->seed);
    FILE *f = folder == NULL ? stderr : fopen(path, "w");
    for (size_t i = 0; f != NULL && i < item->found.n; i++)
      fprintf(f, "# %s: %s\n", judge_verdicts[item->found.at[i].verdict], item->found.at[i].what);
    if (f != NULL) fputs(item->text, f);
    if (f != NULL && f != stderr) fclose(f);
  }
  mech_destroy(item->m);
}

static void print_count(const Count *c) {
  printf("drawn %zu, none %zu, solvable %zu, singular %zu\n", c->drawn, c->none, c->solvable,
         c->singular);
  printf("right %zu, wrong %zu, refused %zu\n", c->judged[JUDGE_RIGHT], c->judged[JUDGE_WRONG],
         c->judged[JUDGE_REFUSED]);
  printf("refused rightly %zu, by methods that do not apply %zu\n", c->refused_rightly, c->unable);
  for (size_t i = 0; dal_method_name(i) != NULL; i++)
    printf("  by %s %zu\n", dal_method_name(i), c->compared[i]);
  printf("  by tapes of runs %zu, of these compiled %zu, by exported C %zu\n", c->runs, c->native,
         c->exported);
  printf("largest error %.2g; %zu comparisons with a bound beyond %.0g\n", c->worst, c->loose,
         TOLERANCE);
}

size_t assorted_run(size_t count, Folder *folder) {
  const size_t scaled = test_scaled(count);
  const uint64_t first = (uint64_t) test_setting("TEST_SEED", 1);
  Count c = {0};
  Item batch[BATCH];
  size_t n = 0;
  for (size_t k = 0; k < scaled; k++) {
    if (draw_item(&batch[n], first + k, &c)) judge_item(&batch[n], &c), n++;
    if (n == BATCH || (n > 0 && k + 1 == scaled)) {
      judge_exported(batch, n, folder, &c);
      for (size_t i = 0; i < n; i++) close_item(&batch[i], &c);
      n = 0;
    }
  }
  print_count(&c);
  return c.judged[JUDGE_WRONG] + c.judged[JUDGE_REFUSED];
}
