// tests/unit/api/slow_export.c: the exported file of every model of the gallery, by every method
// that takes it, is C99 without a warning and computes what eval does.
//
// Law:   rates, energy, multipliers and residuals at the initial state differ by less than 1e-12 of
//        the largest of their kind; the residuals also off the constraints, and those of the
//        velocities are the rates of those of the positions; the program in the file ends where a
//        run of the library does.
// Judge: dal_model_eval, which solves by LAPACK what the tape of the file solves by elimination;
//        two compilers; difference quotients; DOP853 against the file's Runge-Kutta method.

#include "dalembert.h"

#include "support/constrained.h"
#include "support/texts.h"
#include "support/gallery.h"
#include "support/shared.h"

#include <math.h>
#include <stdlib.h>
#include <strings.h>

#define TOLERANCE 1e-12
#define STRICT "-std=c99 -Wall -Wextra -Wconversion -Wshadow -Wpedantic -Werror -DNO_MAIN"
#define MOST 64
#define MOST_METHODS 8
#define MOST_TEXT 100000  // bytes; for longer files, the natural method is enough in a quick test

typedef void Fill(const double *p, double t, const double *y, double *out);
typedef double Energy(const double *p, double t, const double *y);

// What an exported file holds.
typedef struct {
  const char *const *state, *const *residual, *const *multiplier;
  const double *p, *start, *from;
  size_t n, residuals, multipliers, fixed;
  Fill *rate, *residual_values, *multiplier_values;
  Energy *energy;
} Exported;

typedef struct {
  Folder *folder;
  const char *model;  // its name, for messages
  size_t number;
  DalModel *m[MOST_METHODS];
  const char *method[MOST_METHODS], *prefix[MOST_METHODS];
  const char *text[MOST_METHODS], *json[MOST_METHODS];  // exported, evaluated
  size_t code[MOST_METHODS];                             // the first one with the same text
  size_t n;
} Work;

static double worst;
static size_t compared, compiled;

// --- exporting ----------------------------------------------------------------------------------

static DalModel *read_model(const char *text) {
  DalModel *m = dal_model_create();
  assert_int_equal(dal_model_add(m, text), DAL_OK);
  assert_int_equal(dal_model_finish(m), DAL_OK);
  return m;
}

// Are the texts the same, except for their prefixes, in small or capital letters?
static bool is_same_file(const char *a, const char *prefix, const char *b, const char *other) {
  while (*a != '\0' && *b != '\0') {
    const bool begins = strncasecmp(a, prefix, strlen(prefix)) == 0;
    if (begins != (strncasecmp(b, other, strlen(other)) == 0) || (!begins && *a != *b)) return false;
    a += begins ? strlen(prefix) : 1;
    b += begins ? strlen(other) : 1;
  }
  return *a == *b;
}

// Returns the first file that has the same code, perhaps itself. The first line names the method.
static size_t find_code(const Work *w, const char *text, const char *prefix) {
  for (size_t k = 0; k < w->n; k++)
    if (is_same_file(strchr(w->text[k], '\n'), w->prefix[k], strchr(text, '\n'), prefix)) return w->code[k];
  return w->n;
}

// Adds the file by this method, unless the method does not accept the model or its initial state.
static void add_method(Work *w, const char *text, const char *method) {
  DalModel *m = read_model(text);
  // as long as the others, so that lines break at the same places
  const char *prefix = text_format(&w->folder->bench.arena, "m%zu_%zu", w->number, w->n);
  const bool good = dal_model_derive(m, &(DalDeriveOptions){.method = method}) == DAL_OK &&
                    text_of(&w->json[w->n], dal_model_eval, m, NULL, DAL_JSON) == DAL_OK;
  if (good && text_of(&w->text[w->n], dal_model_export, m, &(DalExportOptions){.name = prefix}) != DAL_OK)
    fail_msg("%s by %s: %s", w->model, method, dal_model_messages(m));
  if (method == NULL && !good) fail_msg("%s: %s", w->model, dal_model_messages(m));
  if (good) w->code[w->n] = find_code(w, w->text[w->n], prefix);
  const bool skipped = good && method != NULL && w->code[w->n] == w->n && strlen(w->text[w->n]) > MOST_TEXT;
  if (!good || skipped) {
    dal_model_destroy(m);
    return;
  }
  w->m[w->n] = m;
  w->method[w->n] = method ? method : "";
  w->prefix[w->n++] = prefix;
}

// Returns the value of an enumeration constant in the text.
static size_t count_in(const char *text, const char *name) {
  const char *at = strstr(text, name);
  assert_non_null(at);
  return strtoul(at + strlen(name) + 3, NULL, 10);
}

static Exported find_exported(void *shared, const char *text, const char *prefix, Arena *arena) {
  Exported e = {.n = count_in(text, "_STATE"),
                .fixed = count_in(text, "_PARAMETERS"),
                .residuals = count_in(text, "_RESIDUALS"),
                .multipliers = count_in(text, "_MULTIPLIERS")};
  const struct {
    const char *name;
    void *to;
  } all[] = {{"state_names", &e.state},
             {"residual_names", &e.residual},
             {"multiplier_names", &e.multiplier},
             {"parameters", &e.p},
             {"start", &e.start},
             {"from", &e.from},
             {"rate", &e.rate},
             {"residuals", &e.residual_values},
             {"multipliers", &e.multiplier_values},
             {"energy", &e.energy}};
  for (size_t i = 0; i < COUNT(all); i++)
    shared_find(shared, text_format(arena, "%s_%s", prefix, all[i].name), all[i].to);
  assert_true(e.n <= MOST && e.residuals <= MOST && e.multipliers <= MOST);
  return e;
}

// --- comparing ----------------------------------------------------------------------------------

// Returns the number at "key" anywhere in the output of eval, or NAN.
static double find_number(const char *json, const char *key) {
  char head[80];
  snprintf(head, sizeof head, "\"%s\": ", key);
  const char *at = strstr(json, head);
  return at ? strtod(at + strlen(head), NULL) : (double) NAN;
}

static void compare(const Work *w, size_t k, const char *what, size_t n, const double *a,
                    const double *expected) {
  double size = 1;
  for (size_t i = 0; i < n; i++)
    if (!isnan(expected[i])) size = fmax(size, fabs(expected[i]));
  for (size_t i = 0; i < n; i++) {
    if (isnan(expected[i])) continue;
    const double error = fabs(a[i] - expected[i]) / size;
    if (!(error <= TOLERANCE))
      fail_msg("%s by %s: %s %zu is %.17g, not %.17g", w->model, w->method[k], what, i, a[i],
               expected[i]);
    worst = fmax(worst, error);
    compared++;
  }
}

// If a coordinate replaces the time, rates are by that coordinate: its own rate is the last constant.
static void compare_rates(const Work *w, size_t k, const Exported *e, const char *json, double t) {
  const bool by_time = strcmp(e->state[e->n - 1], "t") != 0;
  const double pace = by_time ? 1 : e->p[e->fixed - 1];
  double rate[MOST], expected[MOST];
  e->rate(e->p, *e->from, e->start, rate);
  if (by_time) assert_true(*e->from == t);
  // the same in place
  memcpy(expected, e->start, e->n * sizeof *expected);
  e->rate(e->p, *e->from, expected, expected);
  assert_memory_equal(rate, expected, e->n * sizeof *rate);
  size_t known = 0;
  for (size_t i = 0; i < e->n; i++) {
    char key[80];
    snprintf(key, sizeof key, "%s'", e->state[i]);
    rate[i] *= pace;
    expected[i] = !by_time && i + 1 == e->n ? 1 : find_number(json, key);
    if (!isnan(expected[i])) known++;
  }
  assert_true(by_time ? 2 * known >= e->n : known > 0);
  if (k == 0) assert_int_equal(known, e->n);
  compare(w, k, "rate", e->n, rate, expected);
}

static void compare_rest(const Work *w, size_t k, const Exported *e, const char *json) {
  const double t = *e->from;
  double values[MOST], expected[MOST];
  const double energy = e->energy(e->p, t, e->start), known = find_number(json, "energy");
  compare(w, k, "energy", 1, &energy, &known);
  e->multiplier_values(e->p, t, e->start, values);
  for (size_t i = 0; i < e->multipliers; i++)
    expected[i] = number_in(json, "multipliers", e->multiplier[i]);
  compare(w, k, "multiplier", e->multipliers, values, expected);
  e->residual_values(e->p, t, e->start, values);
  for (size_t i = 0; i < e->residuals; i++) expected[i] = 0;
  compare(w, k, "residual", e->residuals, values, expected);
}

// Compares residuals off the constraints, for a state of coordinates and velocities.
static void compare_residuals(const Work *w, const Exported *e, double t) {
  double y[MOST], values[MOST], expected[MOST], ahead[MOST], behind[MOST], rate[MOST];
  char at[4000];
  uint64_t seed = 5;
  snprintf(at, sizeof at, "t=%.17g", t);
  for (size_t i = 0; i < e->n; i++) {
    y[i] = e->start[i] + draw_between(&seed, -0.3, 0.3);
    snprintf(at + strlen(at), sizeof at - strlen(at), ", %s=%.17g", e->state[i], y[i]);
  }
  const char *json;
  const DalStatus status =
    text_of(&json, dal_model_eval, w->m[0], &(DalEvalOptions){.at = at, .as_is = true}, DAL_JSON);
  if (status != DAL_OK) fail_msg("%s: %s", w->model, dal_model_messages(w->m[0]));
  e->residual_values(e->p, t, y, values);
  const double h = 1e-6;
  for (size_t i = 0; i < e->n; i++) {
    const double speed = i < e->n / 2 ? y[e->n / 2 + i] : 0;
    ahead[i] = y[i] + h * speed;
    behind[i] = y[i] - h * speed;
  }
  double more[MOST], less[MOST];
  e->residual_values(e->p, t + h, ahead, more);
  e->residual_values(e->p, t - h, behind, less);
  for (size_t i = 0; i < e->residuals; i++) {
    const size_t last = strlen(e->residual[i]) - 1;
    const bool rate_of_last = e->residual[i][last] == '\'';
    expected[i] = rate_of_last ? (double) NAN : number_in(json, "residuals", e->residual[i]);
    if (!rate_of_last) continue;
    rate[i] = (more[i - 1] - less[i - 1]) / (2 * h);
    if (!(fabs(values[i] - rate[i]) <= 1e-7 * (1 + fabs(rate[i]))))
      fail_msg("%s: %s is %.17g, not %.17g", w->model, e->residual[i], values[i], rate[i]);
  }
  compare(w, 0, "residual", e->residuals, values, expected);
}

// Are they coordinates and velocities, and no more?
static bool is_tangent(const Exported *e) {
  for (size_t i = 0; i < e->n / 2; i++) {
    char name[80];
    snprintf(name, sizeof name, "%s'", e->state[i]);
    if (e->n % 2 != 0 || strcmp(name, e->state[e->n / 2 + i]) != 0) return false;
  }
  return true;
}

static void compare_all(Work *w, void *shared, size_t k) {
  const size_t code = w->code[k];
  const Exported e = find_exported(shared, w->text[code], w->prefix[code], &w->folder->bench.arena);
  double t, q[MOST], v[MOST];
  assert_int_equal(dal_model_state(w->m[k], NULL, &t, q, v), DAL_OK);
  compare_rates(w, k, &e, w->json[k], t);
  compare_rest(w, k, &e, w->json[k]);
  if (k == 0 && is_tangent(&e)) compare_residuals(w, &e, t);
}

// --- the gallery --------------------------------------------------------------------------------

// Can the file not be joined with others of its kind? Then it has parts that are the same in all of them.
static bool stands_alone(const char *text) {
  return strstr(text, "DalPivoting") != NULL || strstr(text, "MODE_COLUMNS") != NULL ||
         strstr(text, "FLOW_SIDES") != NULL;
}

// Compares the code of one method, or of all joined if `only` is MOST_METHODS, for every method that has it.
static void compare_code(Folder *folder, Work *w, size_t only) {
  Text all = text_make(&folder->bench.arena);
  for (size_t k = 0; k < w->n; k++)
    if (w->code[k] == k && (only == MOST_METHODS || k == only)) text_add(&all, w->text[k]);
  void *shared = shared_open(folder, "gcc", STRICT, text_get(&all));
  compiled++;
  for (size_t k = 0; k < w->n; k++)
    if (only == MOST_METHODS || w->code[k] == only) compare_all(w, shared, k);
  shared_close(shared);
}

static void try_model(Folder *folder, size_t i, Text *natural) {
  Work w = {.folder = folder, .model = dal_example_name(i), .number = i};
  add_method(&w, dal_example_text(i), NULL);
  for (size_t k = 0; dal_method_name(k) != NULL; k++)
    if (!refuses_late(w.model, dal_method_name(k)))
      add_method(&w, dal_example_text(i), dal_method_name(k));
  bool alone = false;
  for (size_t k = 0; k < w.n; k++) alone = alone || stands_alone(w.text[k]);
  if (!alone) compare_code(folder, &w, MOST_METHODS);
  for (size_t k = 0; alone && k < w.n; k++)
    if (w.code[k] == k) compare_code(folder, &w, k);
  if (!alone) text_add(natural, w.text[0]);
  for (size_t k = 0; k < w.n; k++) dal_model_destroy(w.m[k]);
}

static void test_gallery(void **state) {
  Folder *folder = *state;
  Text natural = text_make(&folder->bench.arena);
  for (size_t i = 0; i < dal_example_count(); i++) try_model(folder, i, &natural);
  // one call of the other compiler for all of them
  if (has_compiler("clang")) shared_close(shared_open(folder, "clang", STRICT, text_get(&natural)));
  print_message("compared %zu numbers of %zu compiled texts, largest difference %.2g\n", compared, compiled, worst);
  assert_true(compared > 2000);
}

// --- the program in the file --------------------------------------------------------------------

// Reads the last row that the program prints for a run with this end.
static size_t last_row(Folder *folder, const char *text, const char *end, double *row) {
  Arena *arena = &folder->bench.arena;
  const char *c = folder_path(folder, "main.c"), *out = folder_path(folder, "out");
  write_text(c, text);
  shared_run(folder, text_format(arena, "cc -O2 -std=c99 -o %s/main %s -lm && %s/main %s >%s",
                                 folder->path, c, folder->path, end, out));
  const char *table = folder_read(folder, out, NULL);
  assert_int_equal(strncmp(table, "t,", 2), 0);
  const char *at = table + strlen(table) - 1;
  while (at > table && at[-1] != '\n') at--;
  size_t n = 0;
  for (char *next; n < MOST; at = next + 1) {
    row[n++] = strtod(at, &next);
    if (*next != ',') break;
  }
  return n;
}

// Ends of 10^4 steps of the file's method of order 4 and of DOP853 at 1e-10. Motions without chaos,
// so that errors grow like t: 1e-7 is far above both.
static void test_program(void **state) {
  Folder *folder = *state;
  static const char *const names[] = {"double-pendulum",   "chaplygin-sleigh", "four-bar",
                                      "relativistic-ring", "rheonomic-bead",   "quaternion-body"};
  for (size_t k = 0; k < COUNT(names); k++) {
    size_t i = 0;
    while (strcmp(dal_example_name(i), names[k]) != 0) i++;
    DalModel *m = read_model(dal_example_text(i));
    const char *text;
    double row[MOST];
    assert_int_equal(text_of(&text, dal_model_export, m, &(DalExportOptions){0}), DAL_OK);
    const size_t n = last_row(folder, text, "0.7", row);
    DalRun *run;
    assert_int_equal(dal_model_simulate(m, &(DalRunOptions){.to = "0.7", .every = "0.7"}, &run),
                     DAL_OK);
    const double *end = dal_run_row(run, dal_run_rows(run) - 1);
    size_t found = 0;
    for (size_t c = 0; c < dal_run_columns(run); c++) {
      // columns are t, the state and the energy; a run has others, too
      const char *name = text_format(&folder->bench.arena, "\"%s\"", dal_run_column(run, c));
      const char *list = strstr(text, "_state_names[] = {");
      const char *at = strstr(list, name), *stop = strchr(list, '}');
      size_t column = 1;
      if (at == NULL || at > stop) continue;
      for (const char *s = list; s < at; s++) column += *s == ',';
      assert_true(column < n);
      if (!(fabs(row[column] - end[c]) <= 1e-7 * (1 + fabs(end[c]))))
        fail_msg("%s: %s is %.17g, not %.17g", names[k], name, row[column], end[c]);
      found++;
    }
    assert_int_equal(found, n - 2);
    assert_true(row[0] == 0.7);
    dal_run_destroy(run);
    dal_model_destroy(m);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {FOLDER_TEST(test_gallery), FOLDER_TEST(test_program)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
