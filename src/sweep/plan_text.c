// sweep/plan_text.c: plans as JSON.

#include "sweep/plan_text.h"
#include "base/sha256.h"
#include "report/json.h"
#include "report/json_read.h"
#include <math.h>
#include <string.h>

#define FORMAT 1  // version of the folder's format

static const char *digest_of(Arena *arena, Str text) {
  uint8_t digest[SHA256_BYTES];
  Sha256 sha = sha256_make();
  sha256_add(&sha, text.at, text.n);
  sha256_finish(&sha, digest);
  Text out = text_make(arena);
  for (int i = 0; i < SHA256_BYTES; i++) text_addf(&out, "%02x", digest[i]);
  return text_get(&out);
}

// --- writing -------------------------------------------------------------------------------------

static void write_notes(Json *json, const char *key, const PlanNote *note, size_t n, Arena *arena,
                        bool digests) {
  json_begin(json, key, '[');
  for (size_t i = 0; i < n; i++) {
    json_begin(json, NULL, '{');
    json_string(json, "name", note[i].name);
    if (digests) json_string(json, "sha256", digest_of(arena, str(note[i].text)));
    json_string(json, "text", note[i].text);
    json_end(json, '}');
  }
  json_end(json, ']');
}

static void write_names(Json *json, const char *key, const char *const *name, size_t n) {
  json_begin(json, key, '[');
  for (size_t i = 0; i < n; i++) json_string(json, NULL, name[i]);
  json_end(json, ']');
}

static const char *const kind_names[SWEEP_KINDS] = {
  "steps", "points", "list", "uniform", "normal", "lognormal", "triangular", "truncated", "choice"};

static void write_axes(Json *json, const SweepPlan *plan) {
  json_begin(json, "vary", '[');
  for (size_t i = 0; i < plan->axes; i++) {
    const SweepAxis *a = &plan->axis[i];
    json_begin(json, NULL, '{');
    json_string(json, "name", a->name);
    json_string(json, "of", a->initial ? "state" : "parameters");
    json_string(json, "kind", kind_names[a->kind]);
    json_numbers(json, "values", &a->value[0].high, a->n, 2);
    json_numbers(json, "rests", &a->value[0].low, a->n, 2);
    json_end(json, '}');
  }
  json_end(json, ']');
}

const char *plan_text(Arena *arena, PlanFile *f) {
  SweepPlan *p = &f->plan;
  Text out = text_make(arena);
  Json json = json_make(&out);
  json_begin(&json, NULL, '{');
  json_number(&json, "format", FORMAT);
  json_string(&json, "version", f->version);
  json_string(&json, "title", f->title);
  json_number(&json, "members", (double) p->members);
  json_number(&json, "block", (double) p->block);
  json_string(&json, "by", model_sampling_word(p->by));
  json_number(&json, "samples", (double) p->samples);
  json_number(&json, "seed", (double) p->seed);
  write_axes(&json, p);
  write_names(&json, "columns", p->column, p->columns);
  write_names(&json, "scalars", p->result, p->results);
  json_number(&json, "rows", (double) p->rows);
  write_notes(&json, "options", f->option, f->options, arena, false);
  write_notes(&json, "models", f->model, f->models, arena, true);
  json_end(&json, '}');
  p->digest = digest_of(arena, (Str){out.at, out.n});
  return text_get(&out);
}

// --- reading -------------------------------------------------------------------------------------

typedef struct {
  Arena *arena;
  const JsonValue *from;
  const char *wrong;  // the first entry that is not as it should be, or NULL
} Reading;

static const JsonValue *need(Reading *r, const JsonValue *of, const char *name, JsonKind kind) {
  static const JsonValue nothing = {0};
  const JsonValue *v = json_member(of, str(name));
  if (v != NULL && v->kind == kind) return v;
  if (r->wrong == NULL) r->wrong = name;
  return &nothing;
}

static const char *need_text(Reading *r, const JsonValue *of, const char *name) {
  return str_copy(r->arena, need(r, of, name, JSON_STRING)->string);
}

static uint64_t need_count(Reading *r, const JsonValue *of, const char *name) {
  const double x = need(r, of, name, JSON_NUMBER)->number;
  if (x >= 0 && x <= 0x1p53 && x == floor(x)) return (uint64_t) x;
  if (r->wrong == NULL) r->wrong = name;
  return 0;
}

static size_t need_word(Reading *r, const char *text, const char *name, const char *const *word,
                        size_t n) {
  for (size_t i = 0; i < n; i++)
    if (strcmp(text, word[i]) == 0) return i;
  if (r->wrong == NULL) r->wrong = name;
  return 0;
}

static PlanNote *read_notes(Reading *r, const char *name, size_t *n) {
  const JsonValue *list = need(r, r->from, name, JSON_LIST);
  PlanNote *note = ARENA_ARRAY(r->arena, PlanNote, list->n + 1);
  for (size_t i = 0; i < list->n; i++)
    note[i] =
      (PlanNote){need_text(r, &list->item[i], "name"), need_text(r, &list->item[i], "text")};
  *n = list->n;
  return note;
}

static const char **read_names(Reading *r, const char *name, size_t *n) {
  const JsonValue *list = need(r, r->from, name, JSON_LIST);
  const char **names = ARENA_ARRAY(r->arena, const char *, list->n + 1);
  for (size_t i = 0; i < list->n; i++) {
    if (list->item[i].kind != JSON_STRING && r->wrong == NULL) r->wrong = name;
    names[i] = str_copy(r->arena, list->item[i].string);
  }
  *n = list->n;
  return names;
}

static double number_of(Reading *r, const JsonValue *list, size_t i) {
  if (i < list->n && list->item[i].kind == JSON_NUMBER) return list->item[i].number;
  if (r->wrong == NULL) r->wrong = "values";
  return 0;
}

static void read_axis(Reading *r, const JsonValue *from, SweepAxis *a) {
  const JsonValue *high = need(r, from, "values", JSON_LIST);
  const JsonValue *low = need(r, from, "rests", JSON_LIST);
  const char *const of[] = {"parameters", "state"};
  static const size_t most[SWEEP_KINDS] = {3, 3, 0, 2, 2, 2, 3, 4, 0};
  a->name = need_text(r, from, "name");
  a->initial = need_word(r, need_text(r, from, "of"), "of", of, 2) == 1;
  a->kind = (SweepKind) need_word(r, need_text(r, from, "kind"), "kind", kind_names, SWEEP_KINDS);
  a->n = high->n;
  if ((most[a->kind] != 0 && a->n != most[a->kind]) || a->n == 0) r->wrong = "values";
  a->value = ARENA_ARRAY(r->arena, Precise, a->n + 4);
  for (size_t i = 0; i < a->n; i++)
    a->value[i] = (Precise){number_of(r, high, i), number_of(r, low, i)};
}

static void read_plan(Reading *r, SweepPlan *p) {
  static const char *const by[] = {"grid", "random", "latin", "sobol"};
  const JsonValue *axes = need(r, r->from, "vary", JSON_LIST);
  p->axes = axes->n;
  p->axis = ARENA_ARRAY(r->arena, SweepAxis, axes->n + 1);
  for (size_t i = 0; i < axes->n; i++) read_axis(r, &axes->item[i], &p->axis[i]);
  p->by = (SamplingKind) need_word(r, need_text(r, r->from, "by"), "by", by, 4);
  p->samples = need_count(r, r->from, "samples");
  p->seed = need_count(r, r->from, "seed");
  p->column = read_names(r, "columns", &p->columns);
  p->result = read_names(r, "scalars", &p->results);
  p->rows = need_count(r, r->from, "rows");
}

const char *plan_parse(Arena *arena, Str text, PlanFile *f) {
  JsonValue value;
  if (!json_read(text, arena, &value)) return "plan.json is not JSON";
  Reading r = {arena, &value, NULL};
  *f = (PlanFile){0};
  if (need_count(&r, &value, "format") != FORMAT) return "plan.json is of another format";
  f->version = need_text(&r, &value, "version");
  f->title = need_text(&r, &value, "title");
  f->model = read_notes(&r, "models", &f->models);
  f->option = read_notes(&r, "options", &f->options);
  read_plan(&r, &f->plan);
  const uint64_t members = need_count(&r, &value, "members");
  const uint64_t block = need_count(&r, &value, "block");
  size_t axis;
  if (r.wrong == NULL && plan_settle(&f->plan, f->plan.rows > 0, &axis) != NULL) r.wrong = "vary";
  if (r.wrong == NULL && f->plan.members != members) r.wrong = "members";
  if (r.wrong == NULL && f->plan.block != block) r.wrong = "block";
  f->plan.digest = digest_of(arena, text);
  return r.wrong != NULL ? text_format(arena, "`%s` of plan.json is damaged", r.wrong) : NULL;
}

// --- comparing -----------------------------------------------------------------------------------

static bool same_value(const JsonValue *a, const JsonValue *b) {
  if (a->kind != b->kind || a->n != b->n) return false;
  if (a->kind == JSON_NUMBER) return a->number == b->number;
  if (a->kind == JSON_STRING) return str_equal(a->string, b->string);
  for (size_t i = 0; i < a->n; i++) {
    if (a->kind == JSON_OBJECT && !str_equal(a->key[i], b->key[i])) return false;
    if (!same_value(&a->item[i], &b->item[i])) return false;
  }
  return true;
}

const char *plan_difference(Arena *arena, Str one, Str other) {
  JsonValue a, b;
  if (!json_read(one, arena, &a) || !json_read(other, arena, &b)) return "plan.json";
  if (a.kind != JSON_OBJECT) return "plan.json";
  // entries that follow from others come last
  static const char *const order[] = {"vary",    "by",     "seed",   "samples",
                                      "options", "models", "version"};
  for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
    const JsonValue *x = json_member(&a, str(order[i])), *y = json_member(&b, str(order[i]));
    if (x == NULL || y == NULL || same_value(x, y)) continue;
    if (strcmp(order[i], "models") == 0) return "the text of the model";
    if (strcmp(order[i], "vary") == 0) return "what is varied";
    if (strcmp(order[i], "options") == 0) return "an option of the run";
    if (strcmp(order[i], "by") == 0) return "the way of sampling";
    return text_format(arena, "the %s",
                       strcmp(order[i], "samples") == 0 ? "number of samples" : order[i]);
  }
  return "plan.json";
}

const char *plan_settings(Arena *arena, const SweepPlan *plan, const double *values, bool initial) {
  Text out = text_make(arena);
  for (size_t i = 0; i < plan->axes; i++) {
    if (plan->axis[i].initial != initial) continue;
    text_addf(&out, "%s%s=", out.n > 0 ? "," : "", plan->axis[i].name);
    text_add_double(&out, values[i]);
  }
  return text_get(&out);
}
