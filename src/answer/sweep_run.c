// answer/sweep_run.c: blocks of a sweep, computed by threads.
//
// Law:  what a block becomes depends only on the plan: threads share the plan and a counter, and nothing else

#include "answer/sweep_run.h"
#include "base/stack.h"
#include "program/build.h"
#include "program/call.h"
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
  const ModelSweep *sweep;
  const DalSweepWork *work;
  const SweepFolder *folder;
  pthread_mutex_t lock;  // of all that follows
  pthread_cond_t ended;  // signalled when a thread ends
  unsigned running;      // threads
  unsigned threads;      // started
  double each;           // seconds that a member takes by itself; 0: not known yet
  uint64_t next;         // blocks taken so far
  DalSweepProgress progress;
  Status status;      // of the first thread that could not continue
  volatile int stop;  // asks all threads to end
  bool polled;        // because the caller's `poll` asked for it
  char reason[300];   // a file that could not be written, or a message of a model
} Team;

typedef struct {
  Team *team;
  System *m;
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
  const uint64_t n = plan_blocks(&t->sweep->file.plan);
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
  const SweepPlan *p = &t->sweep->file.plan;
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

static void give_up(Team *t, Status status, const char *reason) {
  pthread_mutex_lock(&t->lock);
  if (t->status == STATUS_OK || t->status == STATUS_DOMAIN) {
    t->status = status;
    strncpy(t->reason, reason != NULL ? reason : "out of memory", sizeof t->reason - 1);
  }
  t->stop = 1;
  pthread_mutex_unlock(&t->lock);
}

// What is known about the work ahead, for the choice between lanes and single motions.
static void look_ahead(Team *t, BlockJob *job) {
  pthread_mutex_lock(&t->lock);
  const uint64_t members = t->sweep->file.plan.members;
  const uint64_t rest = members > t->progress.done ? members - t->progress.done : 0;
  job->each = t->each;
  job->rest = t->threads > 0 ? (double) rest / t->threads : 0;
  pthread_mutex_unlock(&t->lock);
}

static Status block_body(void *context) {
  Worker *w = context;
  Team *t = w->team;
  BlockJob job = {.m = w->m, .sweep = t->sweep, .arena = &w->arena, .room = &w->room};
  look_ahead(t, &job);
  job.block = part_make(&w->arena, &t->sweep->file.plan, w->block);
  const Status status = answer_sweep_block(&job);
  if (status != STATUS_OK) {
    give_up(t, status, status == STATUS_CANCELLED ? "" : system_messages(w->m, DIAG_MOST));
    return STATUS_OK;
  }
  const Status written = sweep_folder_write(&w->arena, t->folder, &job.block, job.failures.at,
                                            job.failures.n, t->sweep->model_name);
  if (written != STATUS_OK) {
    const char *why = strerror(errno);
    give_up(t, written,
            text_format(&w->arena, "cannot write %s: %s",
                        sweep_folder_part_path(&w->arena, t->folder, w->block), why));
    return STATUS_OK;
  }
  pthread_mutex_lock(&t->lock);
  if (job.failures.n > 0 && t->status == STATUS_OK) t->status = STATUS_DOMAIN;
  if (t->each <= 0) t->each = job.each;
  report_progress(t, job.block.members, job.failures.n);
  pthread_mutex_unlock(&t->lock);
  return STATUS_OK;
}

static void *work(void *context) {
  Worker *w = context;
  while (next_block(w)) {
    const Status status = guard_run(&w->guard, block_body, w);
    if (status != STATUS_OK) give_up(w->team, status, "out of memory");
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
  System *m;
  const DeriveRequest *request;
} Deriving;

static Status derive_body(void *context) {
  const Deriving *d = context;
  return system_derive(d->m, d->request);
}

// A separate model, in the same state as that of the sweep.
static Status prepare(Worker *w) {
  Team *t = w->team;
  Status status;
  w->guard.budget = SIZE_MAX;
  w->m = system_clone(t->sweep->model, &status);
  if (w->m == NULL) return STATUS_LIMIT;
  arena_init(&w->arena, allocator_heap(), &w->guard);
  arena_init(&w->room, allocator_heap(), &w->m->guard);
  Deriving d = {w->m, &t->sweep->model->request};
  if (status == STATUS_OK) status = system_call(w->m, derive_body, &d);
  if (status != STATUS_OK) give_up(t, status, system_messages(w->m, DIAG_MOST));
  w->m->watch = (GuardWatch){.cancel = &t->stop};
  return status;
}

static void dismiss(Worker *w) {
  if (w->m == NULL) return;
  arena_clear(&w->arena);
  arena_clear(&w->room);
  system_drop(w->m);
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

// Starts a thread with a stack that does not depend on limits (ulimit -s).
static bool start_thread(Worker *w) {
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) != 0) return false;
  const bool started = pthread_attr_setstacksize(&attributes, STACK_OF_THREADS) == 0 &&
                       pthread_create(&w->thread, &attributes, work, w) == 0;
  pthread_attr_destroy(&attributes);
  return started;
}

static void start(Team *t, Worker *w, unsigned n) {
  for (unsigned i = 0; i < n && !t->stop; i++) {
    w[i].team = t;
    const Status status = prepare(&w[i]);
    if (status == STATUS_OK) continue;
    give_up(t, status, "out of memory");  // unless it gave another reason
    return;
  }
  pthread_mutex_lock(&t->lock);
  for (unsigned i = 0; i < n; i++) {
    w[i].started = start_thread(&w[i]);
    t->running += w[i].started;
    t->threads += w[i].started;
  }
  pthread_mutex_unlock(&t->lock);
  if (!w[0].started) give_up(t, STATUS_LIMIT, "no thread can be started");
}

static void report_end(Team *t, Arena *arena, Diags *diags) {
  const bool cancelled = t->polled || (t->work->cancel != NULL && *t->work->cancel != 0);
  const bool timed = t->polled && guard_look_here() == STATUS_LIMIT;
  if (cancelled && (t->status == STATUS_OK || t->status == STATUS_DOMAIN))
    t->status = timed ? STATUS_LIMIT : STATUS_CANCELLED;
  if (t->status == STATUS_OK || t->status == STATUS_DOMAIN) return;
  if (t->status == STATUS_CANCELLED)
    diag_report(diags, DIAG_CALL_CANCELLED, (Span){0});
  else
    diag_report(diags, DIAG_SWEEP_STOPPED, (Span){0}, text_format(arena, "%s", t->reason));
  diag_help(diags, "what is in the folder stays; the same command continues from there");
}

Status answer_sweep_run(const ModelSweep *sweep, const DalSweepWork *work, const char *path,
                        Arena *arena, Diags *diags) {
  const SweepPlan *p = &sweep->file.plan;
  SweepFolder folder;
  TRY(sweep_folder_make(arena, diags, path, p, sweep->text, &folder));
  Team team = {.sweep = sweep, .work = work, .folder = &folder};
  team.progress = (DalSweepProgress){.members = p->members, .blocks = plan_blocks(p)};
  pthread_mutex_init(&team.lock, NULL);
  pthread_cond_init(&team.ended, NULL);
  const unsigned n = threads_of(work, plan_blocks(p));
  Worker *worker = ARENA_ARRAY(arena, Worker, n);
  start(&team, worker, n);
  watch(&team);
  for (unsigned i = 0; i < n; i++) {
    if (worker[i].started) pthread_join(worker[i].thread, NULL);
    dismiss(&worker[i]);
  }
  pthread_cond_destroy(&team.ended);
  pthread_mutex_destroy(&team.lock);
  report_end(&team, arena, diags);
  return team.status;
}
