// program/many.c: computes motions of one system, several at a time.
//
// In:    a system and the differences between its motions
// Out:   their tables
// How:   the tapes are made at the state of the first motion, and compiled, for one motion and for lanes. At
//        the state of every other motion it is checked that they would come out the same: all decisions made by
//        numbers are repeated (flow_plan_fits). Motions run in groups, so that memory does not grow with their
//        number

#include "program/many.h"
#include "motion/lanes.h"
#include "program/follow_impl.h"
#include <stdlib.h>
#include <string.h>

#define GROUP 256              // motions that are in memory together
#define GROUP_NUMBERS 1000000  // or fewer, if their rows have this many numbers

typedef struct {
  FollowJob job;
  LaneMotion lane;
  Motion motion;
  bool runs;
} One;

typedef struct {
  System *m;
  const ManyMotions *many;
  Atlas atlas;  // of all
  bool opened, useful;
  Flow *compiled;
  Lanes *lanes;
  One *one;  // a group
  size_t first, count, given;
  size_t numbers;  // in the rows of the group
} Team;

// --- one motion ----------------------------------------------------------------------------------

// Leaves decisions that lanes cannot make to a run of the motion alone.
static RunAdvice leave_it(void *context, double t, const double *y, size_t pivot, double part) {
  (void) context, (void) t, (void) y, (void) pivot, (void) part;
  return RUN_CHANGE;
}

static void close_team(void *object) {
  Team *team = object;
  lanes_destroy(team->lanes);
  flow_destroy(team->compiled);
  if (team->opened) atlas_close(&team->atlas);
}

// Makes the tapes at the state of this motion, and compiles them.
static Status open_team(Team *team, const FollowJob *job, const FlowWish *wish, double **y) {
  NativeTrouble trouble;
  team->opened = true;
  TRY(atlas_open(team->m, wish, !job->options->no_projection, job->request.rtol, &team->atlas, y));
  const Patch *patch = team->atlas.now;
  if (team->atlas.judge.choice || patch->plan.particular || patch->flow->sides > 0 ||
      model_has_modes(team->m->model) || !lanes_may_help(team->many->n, team->many->worth))
    return STATUS_OK;
  if (flow_compile(patch->flow, &team->compiled, &trouble) != STATUS_OK) return STATUS_OK;
  team->lanes = lanes_create(team->compiled, team->many->worth, &trouble);
  team->useful = team->lanes != NULL && lanes_width(team->lanes) > 1;
  return STATUS_OK;
}

// Allocates the rows, and makes the request as follow_leg does.
static void prepare_run(Team *team, One *one, const double *y) {
  const Patch *patch = team->atlas.now;
  FollowJob *job = &one->job;
  const size_t n = patch->plan.n, fixed = patch->plan.fixed, rows = job->request.n_times + 2;
  Arena *work = &team->m->work;
  follow_find_directions(job);
  RunRequest r = job->request;
  r.ask = atlas_is_asked(&team->atlas) ? leave_it : NULL;
  r.ask_part = patch->ask;
  r.fall = patch->fall;
  double *values = ARENA_ARRAY(work, double, fixed + 1), *states = ARENA_ARRAY(work, double, rows * n);
  memcpy(values, patch->plan.parameters, fixed * sizeof *values);
  memcpy(states, y, n * sizeof *states);
  double *last = states + (rows - 1) * n;
  memcpy(last, y, n * sizeof *last);
  job->states = states;
  team->numbers += rows * n;
  one->lane = (LaneMotion){.fixed = values, .request = r, .result = {.y = last, .rows = states + n}};
  one->runs = true;
}

// Does everything up to the first step. Leaves one->runs false if the motion must be computed alone.
static Status begin_one(Team *team, One *one, const MotionRequest *request) {
  System *m = team->m;
  FlowWish wish = {0};
  *one = (One){.job = {.m = m, .options = request, .arena = team->many->room}};
  FollowJob *job = &one->job;
  TRY(system_prepare(m));
  TRY(follow_find_request(job, &wish));
  TRY(follow_find_start(job));
  TRY(system_check_start(m));
  TRY(follow_find_times(job));
  // crossings that a run passes are watched only for single motions
  const bool plain = job->passed == 0 && job->code == CODE_NATIVE && job->request.integrator == INTEGRATOR_DOP853 &&
                     !follow_is_free(job) && !wish.jacobian;
  if (!plain) return STATUS_OK;
  double *y = NULL;
  if (!team->opened) {
    TRY(open_team(team, job, &wish, &y));
    if (team->useful) prepare_run(team, one, y);
    return STATUS_OK;
  }
  if (!team->useful) return STATUS_OK;
  y = ARENA_ARRAY(&m->work, double, team->atlas.now->plan.n);
  if (atlas_fits(&team->atlas, y)) prepare_run(team, one, y);
  return STATUS_OK;
}

// Drops messages: a run of that motion alone reports them again.
static Status prepare_one(Team *team, size_t i, One *one) {
  System *m = team->m;
  const Diags before = m->diags;
  MotionRequest *request = ARENA_NEW(&m->work, MotionRequest);
  *one = (One){0};
  Status status = team->many->set(team->many->context, i, request);
  if (status == STATUS_OK) status = begin_one(team, one, request);
  const Status restored = team->many->reset(team->many->context);
  m->diags.all.n = before.all.n;
  m->diags.errors = before.errors;
  m->diags.warnings = before.warnings;
  if (status == STATUS_LIMIT || status == STATUS_CANCELLED || status == STATUS_INTERNAL) return status;
  return restored;
}

// --- a group -------------------------------------------------------------------------------------

static LaneMotion *next_motion(void *context) {
  Team *team = context;
  while (team->given < team->count && !team->one[team->given].runs) team->given++;
  return team->given < team->count ? &team->one[team->given++].lane : NULL;
}

static void motion_done(void *context, LaneMotion *motion) {
  (void) context;
  (void) motion;
}

// Returns the table of a motion that has reached its end, or an event; NULL for any other end.
static const Motion *finish(Team *team, One *one) {
  Patch *patch = team->atlas.now;
  const RunResult *result = &one->lane.result;
  FollowJob *job = &one->job;
  if (!one->runs || (result->end != RUN_DONE && result->end != RUN_EVENT) || result->stiff ||
      result->digits < 1)
    return NULL;
  memcpy(patch->plan.parameters, one->lane.fixed, patch->plan.fixed * sizeof(double));
  flow_restart(patch->flow);
  job->motion = &one->motion;
  job->atlas = team->atlas;
  job->result = *result;
  array_push(&team->m->work, &job->legs, ((Leg){.patch = patch, .rows = result->n_rows, .at = job->states + patch->plan.n}));
  one->motion.compiled = true;
  follow_open_table(job);
  follow_fill_table(job);
  if (job->result.end != result->end) return NULL;
  follow_put_summary(job);
  return &one->motion;
}

static Status follow_group(Team *team) {
  const ManyMotions *many = team->many;
  const LaneSource source = {next_motion, motion_done, team};
  LaneCount count;
  team->given = 0;
  if (team->useful) TRY(lanes_follow(team->lanes, &source, &count));
  TRY(guard_look(&team->m->guard));
  for (size_t i = 0; i < team->count; i++) {
    const ArenaMark room = arena_mark(many->room);
    const Motion *motion = finish(team, &team->one[i]);
    many->take(many->context, team->first + i, motion);
    arena_release(many->room, room);
  }
  return STATUS_OK;
}

static Status follow_all(Team *team) {
  System *m = team->m;
  const size_t n = team->many->n;
  ArenaMark mark = arena_mark(&m->work);
  while (team->first < n) {
    team->count = team->numbers = 0;
    while (team->count < GROUP && team->first + team->count < n && team->numbers < GROUP_NUMBERS) {
      const bool opened = team->opened;
      TRY(prepare_one(team, team->first + team->count, &team->one[team->count]));
      team->count++;
      if (team->opened != opened) mark = arena_mark(&m->work);  // what was made with this motion is kept
    }
    TRY(follow_group(team));
    team->first += team->count;
    arena_release(&m->work, mark);
  }
  return STATUS_OK;
}

Status system_follow_many(System *m, const ManyMotions *many) {
  const ArenaMark mark = arena_mark(&m->work);
  Team *team = ARENA_NEW(&m->work, Team);
  *team = (Team){.m = m, .many = many, .one = ARENA_ARRAY(&m->work, One, GROUP)};
  arena_defer(&m->work, close_team, team);
  system_keep_problems(m);
  const Status status = follow_all(team);
  arena_release(&m->work, mark);
  return status;
}
