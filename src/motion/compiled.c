// motion/compiled.c: flows along compiled tapes.

#include "motion/compiled.h"
#include "base/process.h"
#include "base/stack.h"
#include "motion/units.h"
#include <assert.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WHOLE_AFTER 0.1  // seconds that a run takes before the whole unit is compiled in the background

typedef struct {
  NativeUnit *unit;
  NativeUnit *whole;        // the same functions with an integrator, once it is compiled; or NULL
  NativeTask *task;         // compiles it, or NULL
  bool alone;               // the unit has no integrator, and one is worth waiting for
  double since;             // when the flow was made
  UnitKey settings;         // with which it was compiled
  double *fixed;            // the fixed inputs, followed by values computed from them
  const Flow *interpreted;  // computes everything that is not compiled
  Flow *shared;             // the interpreted flow, if this one shares another's unit; or NULL
  double *inputs;           // its fixed inputs
  void (*prepare)(double *p);
} Compiled;

static_assert(offsetof(Flow, fixed) == 0, "compiled functions find it there");

static const Compiled *compiled_of(const Flow *flow) {
  return flow->own;
}

// Interprets the Jacobian if it would make the unit too long.
static void compiled_jacobian(const Flow *flow, double t, const double *y, double *J) {
  const Flow *interpreted = compiled_of(flow)->interpreted;
  interpreted->jacobian(interpreted, t, y, J);
}

static void compiled_bounds(const Flow *flow, const Bounds *ty, Bounds *g) {
  const Flow *interpreted = compiled_of(flow)->interpreted;
  interpreted->bounds(interpreted, ty, g);
}

// Interprets the residuals of constraints that are not checked after every step.
static void compiled_residual(const Flow *flow, double t, const double *y, double *r) {
  const Flow *interpreted = compiled_of(flow)->interpreted;
  interpreted->residual(interpreted, t, y, r);
}

static void compiled_destroy(Flow *flow) {
  Compiled *own = flow->own;
  flow_rest(flow);
  if (own->whole != NULL) units_release(own->whole);
  if (own->shared == NULL) units_release(own->unit);
  flow_destroy(own->shared);
  free(own->inputs);
  free(own->fixed);
  free(own);
}

static size_t length_of(const Tape *tape) {
  return tape != NULL ? tape_length(tape) : 0;
}

static size_t length_without_jacobian(const FlowTapes *tapes, bool project) {
  return length_of(tapes->rate) + length_of(tapes->event) +
         (tapes->monitored ? length_of(tapes->residual) : 0) + length_of(tapes->series.start) +
         length_of(tapes->series.next) +
         (project ? length_of(tapes->position) + length_of(tapes->velocity) : 0);
}

bool flow_unit_has_jacobian(const FlowTapes *tapes, bool project) {
  const size_t others = length_without_jacobian(tapes, project);
  return tapes->jacobian != NULL && length_of(tapes->jacobian) + others <= FLOW_UNIT_MOST;
}

size_t flow_unit_length(const Flow *interpreted) {
  const FlowTapes *tapes = flow_tapes(interpreted);
  const bool project = interpreted->project != NULL;
  return length_without_jacobian(tapes, project) +
         (flow_unit_has_jacobian(tapes, project) ? length_of(tapes->jacobian) : 0);
}

#define ARRAYS_OF_STEP 30  // arrays as long as the state that an integrator keeps
#define STACK_KEPT 65536   // bytes for the callers of the unit

size_t flow_unit_stack(const FlowTapes *tapes, size_t motions) {
  const Tape *const all[] = {tapes->rate,     tapes->position,     tapes->velocity,    tapes->event,
                             tapes->residual, tapes->series.start, tapes->series.next, tapes->jacobian};
  size_t values = 0;
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    if (all[i] != NULL && tape_values(all[i]) > values) values = tape_values(all[i]);
  return (values + ARRAYS_OF_STEP * tapes->n) * motions * sizeof(double) + STACK_KEPT;
}

#define SHORT_UNIT 10000  // operations, all of which are counted

typedef struct {
  const Flow *flow;
  Arena arena;
  size_t read;
} Reading;

static Status read_body(void *context) {
  Reading *r = context;
  r->read = flow_unit_read(flow_tapes(r->flow), r->flow->project != NULL, &r->arena);
  return STATUS_OK;
}

size_t flow_unit_work(const Flow *interpreted) {
  const size_t length = flow_unit_length(interpreted);
  Reading r = {.flow = interpreted};
  Guard guard = {.budget = SIZE_MAX};
  if (length <= SHORT_UNIT) return length;
  arena_init(&r.arena, allocator_heap(), &guard);
  const Status status = guard_run(&guard, read_body, &r);
  arena_clear(&r.arena);
  return status == STATUS_OK ? r.read : length;
}

static const NativeTrouble no_memory = {NATIVE_MEMORY, "out of memory"};

typedef struct {
  const Flow *from;
  bool soon;  // compile quickly rather than for speed
  UnitKey whole, functions;
  Arena arena;
  Compiled *own;
  NativeTrouble *trouble;
} Job;

static const char *unit_text(const Flow *from, Arena *arena) {
  return flow_unit_text(flow_tapes(from), from->project != NULL, arena);
}

static UnitKey key_of(const Flow *from, UnitKeyKind kind) {
  return units_key(flow_tapes(from), from->project != NULL, kind);
}

// Takes a unit that is loaded already, if any.
static bool is_loaded(Job *job) {
  Compiled *own = job->own;
  own->unit = units_take(&job->whole);
  if (own->unit != NULL || !job->soon) return own->unit != NULL;
  own->unit = units_take(&job->functions);
  own->alone = own->unit != NULL;
  return own->alone;
}

static Status compile_body(void *context) {
  Job *job = context;
  Compiled *own = job->own;
  const char *text = unit_text(job->from, &job->arena);
  if (job->soon) {
    own->unit = native_find(text, strlen(text));
    own->alone = own->unit == NULL;
  }
  if (own->alone) {
    text = flow_functions_text(flow_tapes(job->from), job->from->project != NULL, &job->arena);
    TRY(native_open_soon(text, strlen(text), &own->unit, job->trouble));
  } else if (own->unit == NULL) {
    TRY(native_open(text, strlen(text), &own->unit, job->trouble));
  }
  units_add(own->alone ? &job->functions : &job->whole, own->unit);
  return STATUS_OK;
}

// Looks up a function in a unit. ISO C has no cast for it; POSIX promises that copying works.
static void find(const NativeUnit *unit, const char *name, void *function) {
  void *symbol = native_symbol(unit, name);
  memcpy(function, &symbol, sizeof symbol);
}

// Allocates room for the fixed inputs and the values that the unit computes from them.
static double *fixed_room(const NativeUnit *unit) {
  const int *count = native_symbol(unit, "flow_fixed");
  return calloc((size_t) *count + 1, sizeof(double));
}

// Returns the fixed inputs, followed by the values that the unit computes from them.
static double *fixed_values(Compiled *own, const Flow *from) {
  find(own->unit, "flow_prepare", &own->prepare);
  double *fixed = fixed_room(own->unit);
  if (fixed == NULL) return NULL;
  memcpy(fixed, from->fixed, flow_tapes(from)->fixed * sizeof *fixed);
  own->prepare(fixed);
  return fixed;
}

static Status compile(Job *job) {
  Guard guard = {.budget = SIZE_MAX};
  job->whole = key_of(job->from, UNIT_KEY_WHOLE);
  job->functions = key_of(job->from, UNIT_KEY_FUNCTIONS);
  if (!is_loaded(job)) {
    arena_init(&job->arena, allocator_heap(), &guard);
    const Status status = guard_run(&guard, compile_body, job);
    arena_clear(&job->arena);
    TRY(status);
  }
  job->own->fixed = fixed_values(job->own, job->from);
  if (job->own->fixed != NULL) return STATUS_OK;
  units_release(job->own->unit);
  *job->trouble = no_memory;
  return STATUS_LIMIT;
}

// Takes the functions of a flow from its unit.
static void find_functions(Flow *flow, const Flow *from, const NativeUnit *unit) {
  find(unit, "flow_rate", &flow->rate);
  if (from->event != NULL) find(unit, "flow_event", &flow->event);
  if (from->project != NULL) find(unit, "flow_project", &flow->project);
  if (from->monitored) find(unit, "flow_residual", &flow->residual);
  if (flow_unit_has_jacobian(flow_tapes(from), from->project != NULL))
    find(unit, "flow_jacobian", &flow->jacobian);
}

// Steps with the unit's own integrator.
static void drive_whole(Flow *flow, const Flow *from, const NativeUnit *unit) {
  const bool taylor = flow_tapes(from)->series.next != NULL;
  find(unit, "flow_drive", taylor ? &flow->taylor : &flow->drive);
}

// Steps with the program's own integrators, using the arithmetic of the unit.
static void drive_alone(Flow *flow, const Flow *from, const NativeUnit *unit) {
  const bool fused = *(const int *) native_symbol(unit, "flow_fused") && flow_has_fused;
  if (flow_tapes(from)->series.next == NULL) {
    flow->drive = fused ? flow_dop853_fused : flow_dop853;
    return;
  }
  // where series are useless, flow_dop853 takes over from both kinds of units
  flow->taylor = fused ? flow_taylor_fused : flow_taylor;
  find(unit, "flow_start", &flow->series.start);
  find(unit, "flow_next", &flow->series.next);
}

static Status check_length(const Flow *from, NativeTrouble *trouble) {
  *trouble = no_memory;
  if (flow_unit_length(from) <= FLOW_UNIT_MOST) return STATUS_OK;
  const size_t length = flow_unit_work(from);
  if (length <= FLOW_UNIT_MOST) return STATUS_OK;
  trouble->code = NATIVE_LENGTH;
  snprintf(trouble->text, sizeof trouble->text,
           "%zu operations are too many for a C compiler; the most are %d", length, FLOW_UNIT_MOST);
  return STATUS_LIMIT;
}

static Status check_stack(const Flow *from, NativeTrouble *trouble) {
  const size_t need = flow_unit_stack(flow_tapes(from), 1);
  if (need <= 2 * STACK_KEPT || need <= stack_left()) return STATUS_OK;
  trouble->code = NATIVE_LENGTH;
  snprintf(trouble->text, sizeof trouble->text, "compiled functions would need %zu kB of stack; raise the limit (ulimit -s)",
           need / 1024 + 1);
  return STATUS_LIMIT;
}

static Status compile_flow(const Flow *from, bool soon, Flow **result, NativeTrouble *trouble) {
  Flow *flow = calloc(1, sizeof *flow);
  Job job = {.from = from, .soon = soon, .own = calloc(1, sizeof(Compiled)), .trouble = trouble};
  Status status = check_length(from, trouble);
  if (status == STATUS_OK) status = check_stack(from, trouble);
  if (status == STATUS_OK) status = flow != NULL && job.own != NULL ? compile(&job) : STATUS_LIMIT;
  if (status != STATUS_OK) {
    free(flow);
    free(job.own);
    return status;
  }
  const NativeUnit *unit = job.own->unit;
  job.own->interpreted = from;
  job.own->since = process_now();
  job.own->settings = units_settings();
  *flow = *from;
  flow->fixed = job.own->fixed;
  flow->own = job.own;
  flow->destroy = compiled_destroy;
  flow->jacobian = from->jacobian ? compiled_jacobian : NULL;
  flow->bounds = from->bounds ? compiled_bounds : NULL;
  flow->residual = compiled_residual;
  flow->drive = flow_dop853;
  find_functions(flow, from, unit);
  (job.own->alone ? drive_alone : drive_whole)(flow, from, unit);
  *result = flow;
  return STATUS_OK;
}

Status flow_compile(const Flow *from, Flow **result, NativeTrouble *trouble) {
  return compile_flow(from, false, result, trouble);
}

Status flow_compile_soon(const Flow *from, Flow **result, NativeTrouble *trouble) {
  return compile_flow(from, true, result, trouble);
}

// --- the whole unit, during a run ------------------------------------------------------------------

typedef struct {
  Compiled *own;
  Arena arena;
} Begin;

// Looks in the cache first: the unit may have been compiled elsewhere meanwhile.
static Status begin_body(void *context) {
  Begin *begin = context;
  Compiled *own = begin->own;
  const char *text = unit_text(own->interpreted, &begin->arena);
  own->whole = native_find(text, strlen(text));
  if (own->whole == NULL) own->task = native_begin(text, strlen(text));
  return STATUS_OK;
}

// Finds the whole unit, or begins to compile it.
static void begin_whole(Compiled *own) {
  Guard guard = {.budget = SIZE_MAX};
  Begin begin = {.own = own};
  arena_init(&begin.arena, allocator_heap(), &guard);
  const Status status = guard_run(&guard, begin_body, &begin);
  arena_clear(&begin.arena);
  own->alone = status == STATUS_OK && own->task != NULL;
}

void flow_improve(Flow *compiled) {
  Compiled *own = compiled->own;
  if (!own->alone) return;
  if (own->task != NULL) {
    if (!native_is_over(own->task)) return;
    own->whole = native_take(own->task);
    own->task = NULL;
    own->alone = false;
  } else if (process_now() - own->since > WHOLE_AFTER) {
    begin_whole(own);
  }
  if (own->whole == NULL) return;
  const UnitKey key = key_of(own->interpreted, UNIT_KEY_WHOLE);
  units_add(&key, own->whole);
  find_functions(compiled, own->interpreted, own->whole);
  drive_whole(compiled, own->interpreted, own->whole);
}

void flow_rest(Flow *compiled) {
  Compiled *own = compiled->own;
  NativeUnit *late = own->task != NULL ? native_take(own->task) : NULL;
  if (late != NULL) native_close(late);
  own->task = NULL;
}

bool flow_renew_compiled(Flow *compiled) {
  Compiled *own = compiled->own;
  const UnitKey settings = units_settings();
  if (memcmp(&settings, &own->settings, sizeof settings) != 0) return false;
  const Flow *from = own->interpreted;
  memcpy(own->fixed, from->fixed, flow_tapes(from)->fixed * sizeof *own->fixed);
  own->prepare(own->fixed);
  own->since = process_now();
  return true;
}

Flow *flow_share_compiled(const Flow *compiled) {
  const Compiled *from = compiled_of(compiled);
  const size_t inputs = flow_tapes(from->interpreted)->fixed;
  Flow *flow = calloc(1, sizeof *flow);
  Compiled *own = calloc(1, sizeof *own);
  double *values = calloc(inputs + 1, sizeof *values), *fixed = fixed_room(from->unit);
  Flow *shared = values != NULL ? flow_share(from->interpreted, values, false) : NULL;
  if (flow == NULL || own == NULL || fixed == NULL || shared == NULL) {
    free(flow);
    free(own);
    free(values);
    free(fixed);
    flow_destroy(shared);
    return NULL;
  }
  *own = (Compiled){.unit = from->unit,
                    .fixed = fixed,
                    .interpreted = shared,
                    .shared = shared,
                    .inputs = values,
                    .prepare = from->prepare};
  *flow = *compiled;
  flow->fixed = fixed;
  flow->own = own;
  return flow;
}

void flow_set_fixed(Flow *shared, const double *fixed) {
  const Compiled *own = compiled_of(shared);
  const size_t size = flow_tapes(own->interpreted)->fixed * sizeof *fixed;
  memcpy(own->inputs, fixed, size);
  memcpy(own->fixed, fixed, size);
  own->prepare(own->fixed);
  flow_restart(own->shared);
}

void flow_compiled_find(const Flow *compiled, const char *name, void *function) {
  find(compiled_of(compiled)->unit, name, function);
}

const Flow *flow_compiled_from(const Flow *compiled) {
  return compiled_of(compiled)->interpreted;
}

const NativeFacts *flow_compile_facts(const Flow *compiled) {
  return native_facts(compiled_of(compiled)->unit);
}
