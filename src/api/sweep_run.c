// api/sweep_run.c: blocks of a sweep, computed by threads.
//
// Law:  what a block becomes depends only on the plan: threads share the plan and a counter, and nothing else

#include "api/sweep_impl.h"
#include "program/build.h"
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define THREADS_MOST 256
#define LOOK_EVERY 50000000  // nanoseconds: how soon a request to end is noticed

// What the threads of a run share.
typedef struct {
  const DalSweep *sweep;
  const DalSweepWork *work;
  const SweepFolder *folder;
  pthread_mutex_t lock;  // of all that follows
  pthread_cond_t ended;  // signalled when a thread ends
  unsigned running;      // threads
  uint64_t next;         // blocks taken so far
  DalSweepProgress progress;
  DalStatus status;   // of the first thread that could not continue
  volatile int stop;  // asks all threads to end
  bool polled;        // because the caller's `poll` asked for it
  char reason[300];   // a file that could not be written, or a message of a model
} Team;

typedef struct {
  Team *team;
  DalModel *m;
  Guard guard;
  Arena arena;  // of a block
  Arena room;   // of a motion
  uint64_t block;
  pthread_t thread;
  bool started;
} Worker;

// --- which block is next -------------------------------------------------------------------------

static bool is_cancelled(const Team *t) {
  return t->stop || (t->work->cancel != NULL && *t->work->cancel != 0);
}

static bool count_on(Team *t, unsigned long long *block) {
  const unsigned parts = t->work->parts > 0 ? t->work->parts : 1;
  const uint64_t first = t->work->parts > 0 ? t->work->part - 1 : 0;
  const uint64_t n = plan_blocks(&t->sweep->its.file.plan);
  if (t->next > (n - 1) / parts || first + t->next * parts >= n) return false;
  *block = first + t->next++ * parts;
  return true;
}

static void report_progress(Team *t, uint64_t members, uint64_t failed) {
  t->progress.done += members;
  t->progress.failed += failed;
  t->progress.blocks_done++;
  if (t->work->progress != NULL) t->work->progress(t->work->progress_context, &t->progress);
}

// Takes the next block whose file is missing. Returns false if there is no such block.
static bool next_block(Worker *w) {
  Team *t = w->team;
  const SweepPlan *p = &t->sweep->its.file.plan;
  bool found = false;
  pthread_mutex_lock(&t->lock);
  while (!found && !is_cancelled(t)) {
    unsigned long long block;
    const bool more =
      t->work->next != NULL ? t->work->next(t->work->next_context, &block) : count_on(t, &block);
    if (!more || block >= plan_blocks(p)) break;
    w->block = block;
    found = sweep_folder_part(t->folder, block) != PART_WHOLE;
    if (!found) report_progress(t, plan_block_members(p, block), 0);
  }
  pthread_mutex_unlock(&t->lock);
  return found;
}

// --- a thread ------------------------------------------------------------------------------------

static void give_up(Team *t, DalStatus status, const char *reason) {
  pthread_mutex_lock(&t->lock);
  if (t->status == DAL_OK || t->status == DAL_DOMAIN) {
    t->status = status;
    strncpy(t->reason, reason, sizeof t->reason - 1);
  }
  t->stop = 1;
  pthread_mutex_unlock(&t->lock);
}

static Status block_body(void *context) {
  Worker *w = context;
  Team *t = w->team;
  BlockJob job = {.m = w->m, .sweep = &t->sweep->its, .arena = &w->arena, .room = &w->room};
  job.block = part_make(&w->arena, &t->sweep->its.file.plan, w->block);
  const DalStatus status = (DalStatus) answer_sweep_block(&job);
  if (status != DAL_OK) {
    give_up(t, status, status == DAL_CANCELLED ? "" : dal_model_messages(w->m));
    return STATUS_OK;
  }
  const Status written = sweep_folder_write(&w->arena, t->folder, &job.block, job.failures.at,
                                            job.failures.n, t->sweep->its.model_name);
  if (written != STATUS_OK) {
    const char *why = strerror(errno);
    give_up(t, (DalStatus) written,
            text_format(&w->arena, "cannot write %s: %s",
                        sweep_folder_part_path(&w->arena, t->folder, w->block), why));
    return STATUS_OK;
  }
  pthread_mutex_lock(&t->lock);
  if (job.failures.n > 0 && t->status == DAL_OK) t->status = DAL_DOMAIN;
  report_progress(t, job.block.members, job.failures.n);
  pthread_mutex_unlock(&t->lock);
  return STATUS_OK;
}

static void *work(void *context) {
  Worker *w = context;
  while (next_block(w)) {
    const Status status = guard_run(&w->guard, block_body, w);
    if (status != STATUS_OK) give_up(w->team, (DalStatus) status, "out of memory");
    arena_release(&w->arena, (ArenaMark){0});
  }
  pthread_mutex_lock(&w->team->lock);
  w->team->running--;
  pthread_cond_signal(&w->team->ended);
  pthread_mutex_unlock(&w->team->lock);
  return NULL;
}

// --- a team --------------------------------------------------------------------------------------

typedef struct {
  DalModel *m;
  const DeriveRequest *request;
} Deriving;

static Status derive_body(void *context) {
  const Deriving *d = context;
  return system_derive(d->m, d->request);
}

// A separate model, in the same state as that of the sweep.
static DalStatus prepare(Worker *w) {
  Team *t = w->team;
  Status status;
  w->guard.budget = SIZE_MAX;
  w->m = system_clone(t->sweep->its.model, &status);
  if (w->m == NULL) return DAL_LIMIT;
  arena_init(&w->arena, allocator_heap(), &w->guard);
  arena_init(&w->room, allocator_heap(), &w->m->guard);
  Deriving d = {w->m, &t->sweep->its.model->request};
  if (status == STATUS_OK) status = system_call(w->m, derive_body, &d);
  if (status != STATUS_OK) give_up(t, (DalStatus) status, dal_model_messages(w->m));
  const DalLimits limits = {.cancel = &t->stop};
  return status == STATUS_OK ? dal_model_limit(w->m, &limits) : (DalStatus) status;
}

static void dismiss(Worker *w) {
  if (w->m == NULL) return;
  arena_clear(&w->arena);
  arena_clear(&w->room);
  dal_model_destroy(w->m);
}

static unsigned threads_of(const DalSweepWork *work, uint64_t blocks) {
  const long processors = sysconf(_SC_NPROCESSORS_ONLN);
  uint64_t n = work->threads > 0 ? work->threads : processors > 0 ? (unsigned) processors : 1;
  if (n > blocks) n = blocks;
  return (unsigned) (n < THREADS_MOST ? n : THREADS_MOST);
}

// Waits for the threads, and passes a request to end on to them: a signal sets only the caller's flag.
static void watch(Team *t) {
  pthread_mutex_lock(&t->lock);
  while (t->running > 0) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += LOOK_EVERY;
    if (until.tv_nsec >= 1000000000) until.tv_sec++, until.tv_nsec -= 1000000000;
    pthread_cond_timedwait(&t->ended, &t->lock, &until);
    if (t->work->cancel != NULL && *t->work->cancel != 0) t->stop = 1;
    if (t->stop) continue;
    const DalSweepProgress progress = t->progress;
    pthread_mutex_unlock(&t->lock);
    const bool over =
      (t->work->poll != NULL && t->work->poll(t->work->poll_context, &progress) != 0) ||
      guard_look_here() != STATUS_OK;
    pthread_mutex_lock(&t->lock);
    t->polled |= over;
    if (t->polled) t->stop = 1;
  }
  pthread_mutex_unlock(&t->lock);
}

static void start(Team *t, Worker *w, unsigned n) {
  for (unsigned i = 0; i < n && !t->stop; i++) {
    w[i].team = t;
    const DalStatus status = prepare(&w[i]);
    if (status == DAL_OK) continue;
    give_up(t, status, "out of memory");  // unless it gave another reason
    return;
  }
  pthread_mutex_lock(&t->lock);
  for (unsigned i = 0; i < n; i++) {
    w[i].started = pthread_create(&w[i].thread, NULL, work, &w[i]) == 0;
    t->running += w[i].started;
  }
  pthread_mutex_unlock(&t->lock);
  if (!w[0].started) give_up(t, DAL_LIMIT, "no thread can be started");
}

typedef struct {
  const DalSweep *sweep;
  const DalSweepWork *work;
  const char *path;
} Job;

static void report_end(ApiCall *call, Team *t) {
  const bool cancelled = t->polled || (t->work->cancel != NULL && *t->work->cancel != 0);
  const bool timed = t->polled && guard_look_here() == STATUS_LIMIT;
  if (cancelled && (t->status == DAL_OK || t->status == DAL_DOMAIN))
    t->status = timed ? DAL_LIMIT : DAL_CANCELLED;
  if (t->status == DAL_OK || t->status == DAL_DOMAIN) return;
  if (t->status == DAL_CANCELLED)
    diag_report(&call->diags, DIAG_CALL_CANCELLED, (Span){0});
  else
    diag_report(&call->diags, DIAG_SWEEP_STOPPED, (Span){0},
                text_format(&call->work, "%s", t->reason));
  diag_help(&call->diags, "what is in the folder stays; the same command continues from there");
}

static Status run_body(ApiCall *call, void *context) {
  const Job *job = context;
  const SweepPlan *p = &job->sweep->its.file.plan;
  SweepFolder folder;
  TRY(sweep_folder_make(&call->work, &call->diags, job->path, p, job->sweep->its.text, &folder));
  Team team = {.sweep = job->sweep, .work = job->work, .folder = &folder};
  team.progress = (DalSweepProgress){.members = p->members, .blocks = plan_blocks(p)};
  pthread_mutex_init(&team.lock, NULL);
  pthread_cond_init(&team.ended, NULL);
  const unsigned n = threads_of(job->work, plan_blocks(p));
  Worker *worker = ARENA_ARRAY(&call->work, Worker, n);
  start(&team, worker, n);
  watch(&team);
  for (unsigned i = 0; i < n; i++) {
    if (worker[i].started) pthread_join(worker[i].thread, NULL);
    dismiss(&worker[i]);
  }
  pthread_cond_destroy(&team.ended);
  pthread_mutex_destroy(&team.lock);
  report_end(call, &team);
  return (Status) team.status;
}

DalStatus dal_sweep_run(DalSweep *sweep, const char *folder, const DalSweepWork *work,
                        DalResult **result) {
  if (result != NULL) *result = NULL;
  API_NEED(NULL, sweep);
  API_NEED(sweep->its.model, folder);
  API_OPTIONS(sweep->its.model, DalSweepWork, w, work);
  if (w.parts > 0 ? w.part == 0 || w.part > w.parts : w.part > 0)
    return api_no_such(sweep->its.model, __func__, "part");
  return api_call(run_body, &(Job){sweep, &w, folder}, result);
}
