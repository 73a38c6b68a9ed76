// motion/units.c: the loaded units, a short list.
//
// Law:   a unit in use is never closed
// Not:   units stay loaded when the process ends, as libraries do

#include "motion/units.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define KEPT 32  // units, with and without users

typedef struct {
  UnitKey key;
  NativeUnit *unit;  // NULL: an empty place
  size_t users;
  uint64_t used;  // the value of `takings` when it was last taken
} Loaded;

static Loaded list[KEPT];
static uint64_t takings;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

// --- keys ----------------------------------------------------------------------------------------

// Adds an item with its length, so that one item never looks like two.
static void add_item(Sha256 *sha, const void *data, size_t n) {
  const uint64_t length = n;
  sha256_add(sha, &length, sizeof length);
  sha256_add(sha, data, n);
}

static void add_text(Sha256 *sha, const char *text) {
  add_item(sha, text != NULL ? text : "", text != NULL ? strlen(text) + 1 : 0);
}

static void add_numbers(Sha256 *sha, const size_t *number, size_t n) {
  add_item(sha, number, n * sizeof *number);
}

#define NUMBERS(sha, ...) \
  add_numbers(sha, (const size_t[]){__VA_ARGS__}, sizeof((size_t[]){__VA_ARGS__}) / sizeof(size_t))

static void add_tape(Sha256 *sha, const Tape *tape) {
  if (tape == NULL) {
    NUMBERS(sha, 0);
    return;
  }
  NUMBERS(sha, 1, tape_inputs(tape), tape_constants(tape), tape_length(tape), tape_outputs(tape));
  for (size_t i = 0; i < tape_constants(tape); i++) {
    const double value = tape_constant_at(tape, i);
    sha256_add(sha, &value, sizeof value);
  }
  for (size_t i = 0; i < tape_length(tape); i++) {
    const TapeInstruction at = tape_instruction(tape, i);
    const uint32_t words[] = {(uint32_t) at.op, at.to, at.a, at.b};
    sha256_add(sha, words, sizeof words);
  }
  for (size_t i = 0; i < tape_outputs(tape); i++) {
    const uint32_t output = tape_output(tape, i);
    sha256_add(sha, &output, sizeof output);
  }
}

static void add_settings(Sha256 *sha) {
  static const char *const settings[] = {"DALEMBERT_CC", "CC", "PATH", "DALEMBERT_CC_SECONDS",
                                         "DALEMBERT_MARCH", "DALEMBERT_CACHE", "XDG_CACHE_HOME", "HOME"};
  for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
    add_text(sha, getenv(settings[i]));
}

UnitKey units_settings(void) {
  Sha256 sha = sha256_make();
  UnitKey key;
  add_settings(&sha);
  sha256_finish(&sha, key.digest);
  return key;
}

UnitKey units_key(const FlowTapes *t, bool project, UnitKeyKind kind) {
  Sha256 sha = sha256_make();
  UnitKey key;
  add_settings(&sha);
  add_text(&sha, t->title);
  for (size_t i = 0; i < t->fixed + 1 + t->n; i++) add_text(&sha, t->input[i]);
  const TapeSeries *s = &t->series;
  NUMBERS(&sha, kind, project, t->fixed, t->n, t->watched, t->events, t->positions, t->first, t->speeds,
          t->sides, t->residuals, t->monitored, s->outputs, s->guards, s->kept, s->sums);
  const Tape *const tapes[] = {t->rate,                            project ? t->position : NULL,
                               project ? t->velocity : NULL,       t->event,
                               t->monitored ? t->residual : NULL, s->start,
                               s->next,                            t->jacobian};
  for (size_t i = 0; i < sizeof tapes / sizeof *tapes; i++) add_tape(&sha, tapes[i]);
  for (size_t i = 0; s->next != NULL && i < tape_inputs(s->next); i++)
    NUMBERS(&sha, (size_t) s->input[i].from, s->input[i].index);
  sha256_finish(&sha, key.digest);
  return key;
}

// --- the list ------------------------------------------------------------------------------------

NativeUnit *units_take(const UnitKey *key) {
  NativeUnit *unit = NULL;
  pthread_mutex_lock(&lock);
  for (size_t i = 0; i < KEPT && unit == NULL; i++) {
    Loaded *at = &list[i];
    if (at->unit == NULL || memcmp(&at->key, key, sizeof *key) != 0) continue;
    unit = at->unit;
    at->users++;
    at->used = ++takings;
  }
  pthread_mutex_unlock(&lock);
  return unit;
}

// Returns an empty place, or that of the unit unused for longest; NULL if all are in use.
static Loaded *find_place(void) {
  Loaded *place = NULL;
  for (size_t i = 0; i < KEPT; i++) {
    if (list[i].unit == NULL) return &list[i];
    if (list[i].users == 0 && (place == NULL || list[i].used < place->used)) place = &list[i];
  }
  return place;
}

void units_add(const UnitKey *key, NativeUnit *unit) {
  NativeUnit *old = NULL;
  pthread_mutex_lock(&lock);
  Loaded *place = find_place();
  if (place != NULL) {
    old = place->unit;
    *place = (Loaded){.key = *key, .unit = unit, .users = 1, .used = ++takings};
  }
  pthread_mutex_unlock(&lock);
  if (old != NULL) native_close(old);
}

void units_release(NativeUnit *unit) {
  bool kept = false;
  pthread_mutex_lock(&lock);
  for (size_t i = 0; i < KEPT && !kept; i++) {
    kept = list[i].unit == unit;
    if (kept) list[i].users--;
  }
  pthread_mutex_unlock(&lock);
  if (!kept) native_close(unit);
}
