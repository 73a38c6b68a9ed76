// motion/lanes.c: motions from a source into lanes, and their results back.

#include "motion/lanes.h"
#include "base/part.h"
#include "base/stack.h"
#include "motion/run_impl.h"
#include "native/text/drive_lanes.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_LANES 8
#define LEAST_WORTH 0.05  // seconds
#define COMPILED_AFTER \
  0.25  // seconds: half of what a compiler takes for lanes, since they are kept for the next time,
#define COMPILED_EACH 0.0001  // and for each operation that it reads
#define SAVED 0.65            // part of the time of single motions

struct Lanes {
  const Flow *flow;
  NativeUnit *unit;  // or NULL
  size_t width;
  void (*drive)(DriveLanes *l);
  int (*has_event)(Drive *d);
  void (*fill_rows)(Drive *d, double until);
};

// --- the unit ------------------------------------------------------------------------------------

// Returns the number of lanes the user wants; 0: as many as the processor has.
static size_t wanted_width(void) {
  const char *wish = getenv("DALEMBERT_LANES");
  const long width = wish != NULL ? strtol(wish, NULL, 10) : 0;
  return width == 1 || width == 2 || width == 4 || width == 8 ? (size_t) width : 0;
}

bool lanes_may_help(size_t motions, double worth) {
  const size_t wanted = wanted_width();
  return wanted > 0 ? wanted > 1 : motions >= MOST_LANES && worth > LEAST_WORTH;
}

static pthread_mutex_t compiling = PTHREAD_MUTEX_INITIALIZER;

typedef struct {
  Lanes *lanes;
  Arena arena;
  size_t width;
  double worth;
  bool locked;  // `compiling`, by this thread
  NativeTrouble *trouble;
} Job;

// Gives the reason not to compile a text of which a compiler reads this many operations; false if it should be compiled.
static bool is_refused(const Job *job, size_t read) {
  NativeTrouble *trouble = job->trouble;
  const double cost = COMPILED_AFTER + COMPILED_EACH * (double) read;
  if (read > LANES_UNIT_MOST)
    snprintf(trouble->text, sizeof trouble->text, "%zu operations are too many for lanes", read);
  else if (job->width == 0 && !(SAVED * job->worth > cost))
    snprintf(trouble->text, sizeof trouble->text,
             "lanes would save less time than compiling them takes");
  else
    return false;
  return true;
}

// Compiles the text unless another thread does.
static Status compile_new(Job *job, const char *text) {
  job->locked = pthread_mutex_trylock(&compiling) == 0;
  if (job->locked) return native_open(text, strlen(text), &job->lanes->unit, job->trouble);
  snprintf(job->trouble->text, sizeof job->trouble->text, "another thread is compiling lanes");
  return STATUS_UNABLE;
}

static Status compile_body(void *context) {
  Job *job = context;
  const Flow *from = flow_compiled_from(job->lanes->flow);
  size_t read;
  const char *text = flow_lanes_text(flow_tapes(from), from->project != NULL, &job->arena, &read);
  if (job->width > 0)
    text = text_format(&job->arena, "#define DAL_WIDTH %zu\n%s", job->width, text);
  job->lanes->unit = native_find(text, strlen(text));
  if (job->lanes->unit != NULL) return STATUS_OK;
  return is_refused(job, read) ? STATUS_UNABLE : compile_new(job, text);
}

static void find(const NativeUnit *unit, const char *name, void *function) {
  void *symbol = native_symbol(unit, name);
  memcpy(function, &symbol, sizeof symbol);
}

static Status compile(Job *job) {
  Guard guard = {.budget = SIZE_MAX};
  Lanes *lanes = job->lanes;
  arena_init(&job->arena, allocator_heap(), &guard);
  const Status status = guard_run(&guard, compile_body, job);
  arena_clear(&job->arena);
  if (job->locked) pthread_mutex_unlock(&compiling);
  TRY(status);
  find(lanes->unit, "lanes_drive", &lanes->drive);
  flow_compiled_find(lanes->flow, "flow_event_in_step", &lanes->has_event);
  flow_compiled_find(lanes->flow, "flow_rows_in_step", &lanes->fill_rows);
  lanes->width = (size_t) * (const int *) native_symbol(lanes->unit, "lanes_width");
  return STATUS_OK;
}

Lanes *lanes_create(const Flow *compiled, double worth, NativeTrouble *trouble) {
  Lanes *lanes = calloc(1, sizeof *lanes);
  if (lanes == NULL) return NULL;
  const Flow *from = flow_compiled_from(compiled);
  *lanes = (Lanes){.flow = compiled, .width = 1};
  *trouble = (NativeTrouble){.code = NATIVE_LENGTH};
  Job job = {.lanes = lanes, .width = wanted_width(), .worth = worth, .trouble = trouble};
  if (job.width == 1)
    snprintf(trouble->text, sizeof trouble->text, "one lane is wanted");
  else if (compiled->taylor != NULL)
    snprintf(trouble->text, sizeof trouble->text, "Taylor series have no lanes");
  else if (flow_unit_stack(flow_tapes(from), MOST_LANES) > STACK_OF_THREADS / 4 * 3)
    snprintf(trouble->text, sizeof trouble->text, "lanes would need too much stack");
  else if (compile(&job) != STATUS_OK)
    lanes->unit = NULL;
  return lanes;
}

void lanes_destroy(Lanes *lanes) {
  if (lanes == NULL) return;
  native_close(lanes->unit);
  free(lanes);
}

size_t lanes_width(const Lanes *lanes) {
  return lanes->width;
}

// --- motions -------------------------------------------------------------------------------------

// A lane with everything a motion in it needs.
typedef struct {
  Flow *flow;
  EventWatch *events;
  double *block;
  LaneMotion *motion;  // or NULL
  Drive d;
  Course course;
} Place;

typedef struct {
  const LaneSource *source;
  size_t room;   // of the block of a place
  Place *place;  // one for each lane
  Drive **run;   // the run in each place, or NULL
} Crew;

// Puts the next motion in a place; false if none is left.
static bool take_next(const Crew *crew, Place *p) {
  p->motion = crew->source->next(crew->source->context);
  if (p->motion == NULL) return false;
  const RunRequest *r = &p->motion->request;
  flow_set_fixed(p->flow, p->motion->fixed);
  event_watch_restart(p->events);
  memset(p->block, 0, crew->room * sizeof *p->block);
  drive_init(&p->d, p->flow, r, false, p->block, &p->motion->result);
  p->d.watch_events = p->events;
  p->d.find_event = event_find;
  course_begin(&p->course, &driver_dop853, p->flow, r, &p->d);
  return true;
}

// Ends motions and starts others until one continues; false if none does.
static bool goes_on(const Crew *crew, Place *p) {
  while (p->motion != NULL && !course_goes_on(&p->course)) {
    course_end(&p->course, &p->motion->result);
    crew->source->done(crew->source->context, p->motion);
    take_next(crew, p);
  }
  return p->motion != NULL;
}

static void turn(DriveLanes *l, int lane, int reason) {
  const Crew *crew = l->context;
  Place *p = &crew->place[lane];
  course_pauses(&p->course, reason);
  if (!goes_on(crew, p)) l->run[lane] = NULL;
}

static void follow_together(const Lanes *lanes, const Crew *crew, LaneCount *count) {
  DriveLanes l = {.run = crew->run,
                  .drive = lanes->flow->drive,
                  .has_event = lanes->has_event,
                  .fill_rows = lanes->fill_rows,
                  .turn = turn,
                  .context = (void *) (uintptr_t) crew};
  for (size_t i = 0; i < lanes->width; i++) {
    Place *p = &crew->place[i];
    crew->run[i] = take_next(crew, p) && goes_on(crew, p) ? &p->d : NULL;
  }
  lanes->drive(&l);
  *count = (LaneCount){(size_t) l.steps, (size_t) l.alone};
}

static void follow_alone(const Lanes *lanes, const Crew *crew, LaneCount *count) {
  Place *p = crew->place;
  *count = (LaneCount){0};
  if (!take_next(crew, p)) return;
  while (goes_on(crew, p)) {
    const long before = p->d.steps;
    const int reason = lanes->flow->drive(&p->d);
    count->alone += (size_t) (p->d.steps - before);
    course_pauses(&p->course, reason);
  }
}

static bool open_places(const Lanes *lanes, Crew *crew) {
  crew->room = drive_room(lanes->flow, false);
  crew->place = calloc(lanes->width, sizeof *crew->place);
  crew->run = calloc(lanes->width, sizeof(Drive *));
  if (crew->place == NULL || crew->run == NULL) return false;
  for (size_t i = 0; i < lanes->width; i++) {
    Place *p = &crew->place[i];
    p->flow = flow_share_compiled(lanes->flow);
    p->block = calloc(crew->room, sizeof *p->block);
    p->events = event_watch_create(lanes->flow);
    if (p->flow == NULL || p->block == NULL || p->events == NULL) return false;
  }
  return true;
}

static void close_places(const Lanes *lanes, Crew *crew) {
  for (size_t i = 0; crew->place != NULL && i < lanes->width; i++) {
    flow_destroy(crew->place[i].flow);
    free(crew->place[i].block);
    event_watch_destroy(crew->place[i].events);
  }
  free(crew->place);
  free(crew->run);
}

Status lanes_follow(const Lanes *lanes, const LaneSource *source, LaneCount *count) {
  Crew crew = {.source = source};
  const bool ready = open_places(lanes, &crew);
  if (ready && lanes->unit != NULL) follow_together(lanes, &crew, count);
  if (ready && lanes->unit == NULL) follow_alone(lanes, &crew, count);
  close_places(lanes, &crew);
  return ready ? STATUS_OK : part_refuse();
}
