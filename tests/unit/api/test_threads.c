// tests/unit/api/test_threads.c: models of several threads do not disturb each other.
//
// Law:   a thread gets the same results next to others as alone, byte for byte: equations, numbers, verdicts, runs,
//        figures; results may be read and destroyed by another thread than the one that made them; a call may be
//        cancelled by another thread. If one thread is refused memory or time, this disturbs neither the others nor its
//        own next call.
// Not:   one model in two threads at once
//
// Built with ThreadSanitizer, too (the preset `threads`).

#include "dalembert.h"
#include "support/check.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS = 4, TASKS = 5 };

static const char *const names[TASKS] = {"double-pendulum", "pendulum-cartesian", "rolling-disk",
                                          "parallel-velocities-spring", "spherical-pendulum"};

typedef struct {
  uint64_t digest;      // of all texts and numbers
  const char *failure;  // or NULL
  DalResult *kept;      // for another thread
  DalRun *run;
} Answer;

typedef struct {
  size_t first;  // of the tasks, so that no two threads are at the same one
  Answer answer[TASKS];
} Job;

static void add(Answer *a, const void *bytes, size_t n) {
  const unsigned char *b = bytes;
  for (size_t i = 0; i < n; i++) a->digest = (a->digest ^ b[i]) * 0x100000001b3u;
}

// Takes the result into the digest; keeps the last one.
static void take(Answer *a, const char *what, DalStatus status, DalResult **result) {
  if (status != DAL_OK || *result == NULL) a->failure = what;
  if (*result == NULL) return;
  add(a, dal_result_text(*result), dal_result_length(*result));
  dal_result_destroy(a->kept);
  a->kept = *result;
}

static const char *example(const char *name) {
  for (size_t i = 0; i < dal_example_count(); i++)
    if (strcmp(dal_example_name(i), name) == 0) return dal_example_text(i);
  return NULL;
}

static void follow(DalModel *m, const char *integrator, Answer *a) {
  dal_run_destroy(a->run);
  a->run = NULL;
  if (dal_model_simulate(m, &(DalRunOptions){.integrator = integrator, .to = "1", .every = "0.1"},
                         &a->run) != DAL_OK)
    a->failure = integrator ? integrator : "a run";
  for (size_t i = 0; a->run != NULL && i < dal_run_rows(a->run); i++)
    add(a, dal_run_row(a->run, i), dal_run_columns(a->run) * sizeof(double));
}

static void draw(DalModel *m, Answer *a) {
  DalFigure *figure = NULL;
  DalResult *svg = NULL;
  const DalStatus status =
    dal_model_plot(m, &(DalPlotOptions){.run = &(DalRunOptions){.to = "1"}}, &figure);
  if (status != DAL_OK) a->failure = "a plot";
  if (figure != NULL) take(a, "a figure", dal_figure_svg(figure, "f", &svg), &svg);
  dal_figure_destroy(figure);
}

// Carries out one task: a model, and one request after the other.
static Answer answer(size_t task) {
  Answer a = {.digest = 0xcbf29ce484222325u};
  DalModel *m = dal_model_create();
  DalResult *r = NULL;
  const char *text = example(names[task]);
  if (text == NULL || dal_model_add(m, text) != DAL_OK || dal_model_finish(m) != DAL_OK) {
    a.failure = "the model";
  } else {
    take(&a, "equations", dal_model_print(m, DAL_TEXT, &r), &r);
    take(&a, "LaTeX", dal_model_print(m, DAL_LATEX, &r), &r);
    take(&a, "numbers", dal_model_eval(m, NULL, DAL_JSON, &r), &r);
    take(&a, "a check", dal_model_check(m, DAL_JSON, &r), &r);
    take(&a, "an export", dal_model_export(m, NULL, &r), &r);
    follow(m, NULL, &a);
    follow(m, "bdf", &a);
    draw(m, &a);
  }
  dal_model_destroy(m);
  return a;
}

static void *work(void *context) {
  Job *job = context;
  for (size_t i = 0; i < TASKS; i++) {
    const size_t task = (job->first + i) % TASKS;
    job->answer[task] = answer(task);
  }
  return NULL;
}

static void forget(Answer *a) {
  dal_result_destroy(a->kept);
  dal_run_destroy(a->run);
}

static void test_together(void **state) {
  (void) state;
  Job job[THREADS] = {{0}};
  pthread_t thread[THREADS];
  for (size_t i = 0; i < THREADS; i++) {
    job[i].first = i;
    assert_int_equal(pthread_create(&thread[i], NULL, work, &job[i]), 0);
  }
  for (size_t i = 0; i < THREADS; i++) pthread_join(thread[i], NULL);
  for (size_t k = 0; k < TASKS; k++) {
    Answer alone = answer(k);
    if (alone.failure != NULL) fail_msg("%s: %s", names[k], alone.failure);
    for (size_t i = 0; i < THREADS; i++) {
      Answer *together = &job[i].answer[k];
      assert_null(together->failure);
      assert_int_equal(together->digest, alone.digest);
      assert_string_equal(dal_result_text(together->kept), dal_result_text(alone.kept));
      assert_int_equal(dal_run_rows(together->run), dal_run_rows(alone.run));
      forget(together);
    }
    forget(&alone);
  }
}

typedef struct {
  pthread_barrier_t begun;
  int cancel;
  DalStatus status;
} Endless;

static void *run_endlessly(void *context) {
  Endless *e = context;
  DalModel *m = dal_model_create();
  DalRun *run = NULL;
  e->status = dal_model_limit(m, &(DalLimits){.cancel = &e->cancel});
  if (e->status == DAL_OK) e->status = dal_model_add(m, example("double-pendulum"));
  if (e->status == DAL_OK) e->status = dal_model_finish(m);
  pthread_barrier_wait(&e->begun);
  if (e->status == DAL_OK)
    e->status = dal_model_simulate(m, &(DalRunOptions){.to = "1e9", .every = "1e8"}, &run);
  dal_run_destroy(run);
  dal_model_destroy(m);
  return NULL;
}

static void test_cancelled_by_another_thread(void **state) {
  (void) state;
  Endless e = {0};
  pthread_t thread;
  assert_int_equal(pthread_barrier_init(&e.begun, NULL, 2), 0);
  assert_int_equal(pthread_create(&thread, NULL, run_endlessly, &e), 0);
  pthread_barrier_wait(&e.begun);
  __atomic_store_n(&e.cancel, 1, __ATOMIC_RELAXED);
  pthread_join(thread, NULL);
  pthread_barrier_destroy(&e.begun);
  assert_int_equal(e.status, DAL_CANCELLED);
}

// --- calls that end early, beside others ---------------------------------------------------------

enum { ROUNDS = 6 };

typedef struct {
  int calls, end;
} Patience;

static int lose_patience(void *context) {
  Patience *p = context;
  return ++p->calls >= p->end;
}

// Makes a call with too little memory or time, perhaps: its status must be documented, with a message.
static const char *try_limited(size_t task, const DalLimits *limits) {
  DalModel *m = dal_model_create();
  DalResult *r = NULL;
  DalRun *run = NULL;
  DalStatus status = dal_model_limit(m, limits);
  if (status == DAL_OK) status = dal_model_add(m, example(names[task]));
  if (status == DAL_OK) status = dal_model_finish(m);
  if (status == DAL_OK) status = task % 2 ? dal_model_check(m, DAL_JSON, &r) : dal_model_simulate(m, NULL, &run);
  const bool expected = status == DAL_OK || status == DAL_LIMIT || status == DAL_CANCELLED;
  const bool told = status == DAL_OK || *dal_model_messages(m) != '\0' ||
                    (r != NULL && dal_result_message(r, 0).text != NULL);
  dal_result_destroy(r);
  dal_run_destroy(run);
  dal_model_destroy(m);
  return !expected ? "an undocumented status" : !told ? "no message" : NULL;
}

// Makes calls with ever more memory, and calls that are cancelled ever later; then the task without limits.
static void *work_limited(void *context) {
  Job *job = context;
  const size_t task = job->first % TASKS;
  const char *wrong = NULL;
  for (int i = 0; i < ROUNDS && wrong == NULL; i++) {
    Patience patience = {.end = 1 << (2 * i)};
    wrong = try_limited(task, &(DalLimits){.bytes = (size_t) 20000 << (2 * i)});
    if (wrong == NULL) wrong = try_limited(task, &(DalLimits){.poll = lose_patience, .poll_context = &patience});
  }
  job->answer[task] = answer(task);
  if (wrong != NULL) job->answer[task].failure = wrong;
  return NULL;
}

static void test_limited_together(void **state) {
  (void) state;
  Job job[THREADS] = {{0}};
  pthread_t thread[THREADS];
  for (size_t i = 0; i < THREADS; i++) {
    job[i].first = i;
    assert_int_equal(pthread_create(&thread[i], NULL, work_limited, &job[i]), 0);
  }
  for (size_t i = 0; i < THREADS; i++) pthread_join(thread[i], NULL);
  for (size_t i = 0; i < THREADS; i++) {
    Answer alone = answer(i), *beside = &job[i].answer[i];
    if (beside->failure != NULL) fail_msg("%s: %s", names[i], beside->failure);
    assert_int_equal(beside->digest, alone.digest);
    forget(beside);
    forget(&alone);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_together),
    cmocka_unit_test(test_cancelled_by_another_thread),
    cmocka_unit_test(test_limited_together),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
