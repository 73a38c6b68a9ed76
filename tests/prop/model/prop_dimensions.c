// Property tests of model/dimensions.c, on the gallery. The adversary puts a mistake into a formula, at every place
// where a parameter or coordinate is used: the name squared, another name of another dimension in its place, or the
// factor dropped.
//
// - Without units: models that use all of mass, length and time freely have exactly these; a mistake
//   shows as a dimension that is lost, or as a name that has become a pure number.
// - With a unit for every name, as it was inferred: no gallery model is refused, and mistakes are errors.

#include "base/embedded.h"
#include "language/units.h"
#include "support/desk.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_name_part(char c) {
  return isalnum((unsigned char) c) || c == '_' || (unsigned char) c >= 128;
}

static void clear(Desk *desk) {
  desk_close((void **) &desk);
}

// Reads a dimension with whole exponents: "kg*m^2/s^2".
static bool read_dimension(const char *text, Dimension *d) {
  static const char *const units[] = {"kg", "m", "s", "A", "K"};
  int sign = 1;
  *d = (Dimension){{0}};
  if (strcmp(text, "1") == 0) return true;
  if (strncmp(text, "1/", 2) == 0) text++;
  while (*text != '\0') {
    if (*text == '*' || *text == '/') sign = *text++ == '/' ? -1 : 1;
    int k = 0;
    while (k < 5 && strncmp(text, units[k], strlen(units[k])) != 0) k++;
    if (k == 5) return false;
    text += strlen(units[k]);
    int power = 1;
    if (*text == '^') {
      if (!isdigit((unsigned char) text[1])) return false;
      power = text[1] - '0';
      text += 2;
    }
    d->power[k] += sign * power;
  }
  return true;
}

// --- mistakes ------------------------------------------------------------------------------------

// Does this line contain formulas, not names, values or claims?
static bool has_formulas(const char *line) {
  static const char *const words[] = {"kinetic", "potential", "lagrangian", "hamiltonian", "point",
                                      "body",    "force",     "constraint", "gravity",     "rate",
                                      "torque",  "dissipation"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (strncmp(line, words[i], strlen(words[i])) == 0) return true;
  return false;
}

// Returns the next place after `at` where a name of the model ends in a formula; 0 at the end.
static size_t next_place(const Model *model, const char *text, size_t at) {
  size_t line = 0;
  for (size_t i = 0; text[i] != '\0'; i++) {
    if (i == 0 || text[i - 1] == '\n') line = i;
    if (i < at || !has_formulas(text + line) || memchr(text + line, '#', i - line) != NULL) continue;
    if (!is_name_part(text[i]) || is_name_part(text[i + 1]) || text[i + 1] == '(') continue;
    size_t start = i;
    while (start > line && is_name_part(text[start - 1])) start--;
    Thing thing;
    const bool equals = memchr(text + line, '=', start - line) != NULL ||
                        memchr(text + line, '[', start - line) != NULL;
    if (!equals || !model_find(model, (Str){text + start, i + 1 - start}, &thing)) continue;
    if (thing.kind != THING_PARAMETER && thing.kind != THING_COORDINATE) continue;
    if (text[i + 1] == '\'' || text[i + 1] == '.' || text[i + 1] == '[') continue;
    return i + 1;
  }
  return 0;
}

static size_t start_of(const char *text, size_t at) {
  while (at > 0 && is_name_part(text[at - 1])) at--;
  return at;
}

static const NamedDimension *named(const Dimensions *d, const char *text, size_t at) {
  const size_t start = start_of(text, at);
  for (size_t i = 0; i < d->names.n; i++)
    if (str_equal(str(d->names.at[i].name), (Str){text + start, at - start})) return &d->names.at[i];
  return NULL;
}

typedef enum { SQUARED, EXCHANGED, DROPPED, MISTAKES } Mistake;

static const char *const mistake_names[] = {"squared", "exchanged", "dropped"};

// Replaces this name by the next one in the list that has another dimension.
static const char *exchanged(Arena *arena, const Dimensions *d, const char *text, size_t at) {
  const NamedDimension *own = named(d, text, at);
  const size_t first = (size_t) (own - d->names.at), start = start_of(text, at);
  for (size_t k = 1; k < d->names.n; k++) {
    const NamedDimension *other = &d->names.at[(first + k) % d->names.n];
    if (!other->known || strcmp(other->dimension, own->dimension) == 0) continue;
    return text_format(arena, "%.*s%s%s", (int) start, text, other->name, text + at);
  }
  return NULL;
}

// l*x becomes x, m*l becomes m; NULL if the name is not such a factor.
static const char *dropped(Arena *arena, const char *text, size_t at) {
  const size_t start = start_of(text, at);
  if (text[at] == '*' && text[at + 1] != '*' && (start == 0 || text[start - 1] != '/'))
    return text_format(arena, "%.*s%s", (int) start, text, text + at + 1);
  if (start > 0 && text[start - 1] == '*' && text[at] != '^')
    return text_format(arena, "%.*s%s", (int) (start - 1), text, text + at);
  return NULL;
}

static const char *with_mistake(Arena *arena, Mistake mistake, const Dimensions *d, const char *text,
                                size_t at) {
  switch (mistake) {
    case SQUARED: return text_format(arena, "%.*s^2%s", (int) at, text, text + at);
    case EXCHANGED: return exchanged(arena, d, text, at);
    default: return dropped(arena, text, at);
  }
}

// Returns a new desk with the model, or NULL if the text with its mistake is not a model.
static Desk *read(const char *text) {
  void *state = NULL;
  desk_open(&state);
  Desk *desk = state;
  if (desk_read(desk, text) == STATUS_OK) return desk;
  clear(desk);
  return NULL;
}

static size_t pure_names(const Dimensions *d) {
  size_t n = 0;
  for (size_t i = 0; i < d->names.n; i++) n += strcmp(d->names.at[i].dimension, "1") == 0;
  return n;
}

// Gives each name whose dimension was inferred a unit.
static void write_units(Model *model, const Dimensions *d) {
  for (size_t i = 0; i < d->names.n; i++) {
    Dimension dimension;
    Expr symbol;
    if (!d->names.at[i].known || !read_dimension(d->names.at[i].dimension, &dimension)) continue;
    if (!expr_find_symbol(model->pool, str(d->names.at[i].name), &symbol)) continue;
    model_unit(model, &(UnitFact){.e = symbol,
                                  .dimension = dimension,
                                  .unit = d->names.at[i].dimension,
                                  .factor = EXPR_ONE});
  }
}

typedef struct {
  size_t models, harmless;
  size_t mistakes[MISTAKES], shown[MISTAKES], refused[MISTAKES];
} Counts;

// Is the name a pure number, or its dimension undetermined?
static bool is_harmless(const Dimensions *d, const char *text, size_t at) {
  const NamedDimension *own = named(d, text, at);
  return own == NULL || !own->known || strcmp(own->dimension, "1") == 0;
}

static void try_mistake(Desk *desk, const Dimensions *d, const char *text, size_t at, Mistake mistake,
                        Counts *counts) {
  const char *changed = with_mistake(&desk->arena, mistake, d, text, at);
  Desk *wrong = changed != NULL ? read(changed) : NULL;
  if (wrong == NULL) return;
  const Dimensions *then = language_dimensions(wrong->model);
  counts->mistakes[mistake]++;
  counts->shown[mistake] += then->lost.n > 0 || pure_names(then) > pure_names(d);
  write_units(wrong->model, d);
  language_check_dimensions(wrong->model);
  counts->refused[mistake] += wrong->diags.errors > 0;
  if (wrong->diags.errors == 0 && getenv("SHOW_MISSED") != NULL)
    printf("%s: %.*s\n", mistake_names[mistake], 90, changed + (at > 60 ? at - 60 : 0));
  clear(wrong);
}

static void try_mistakes(const char *name, const char *text, Counts *counts) {
  Desk *desk = read(text);
  assert_non_null(desk);
  const Dimensions *d = language_dimensions(desk->model);
  if (d->lost.n == 0) {
    write_units(desk->model, d);
    language_check_dimensions(desk->model);
    if (desk->diags.errors > 0) fail_msg("%s: %s", name, desk_messages(desk));
    counts->models++;
    for (size_t at = 0; (at = next_place(desk->model, text, at)) > 0;) {
      if (is_harmless(d, text, at)) {
        counts->harmless++;
        continue;
      }
      for (int k = 0; k < MISTAKES; k++) try_mistake(desk, d, text, at, (Mistake) k, counts);
    }
  }
  clear(desk);
}

static void test_mistakes(void **state) {
  (void) state;
  Counts counts = {0};
  for (size_t i = 0; i < embedded_models_count; i++)
    try_mistakes(embedded_models[i].name, embedded_models[i].text, &counts);
  printf("%zu models with mass, length and time; %zu places without a dimension\n", counts.models,
         counts.harmless);
  for (int k = 0; k < MISTAKES; k++)
    printf("%s: %zu mistakes, %zu shown without units, %zu refused with units\n", mistake_names[k],
           counts.mistakes[k], counts.shown[k], counts.refused[k]);
  assert_true(counts.models >= 20);
  for (int k = 0; k < MISTAKES; k++) {
    assert_true(counts.mistakes[k] >= (k == DROPPED ? 50 : 150));
    assert_int_equal(counts.refused[k], counts.mistakes[k]);
    // a name that occurs only once can have any dimension: its square is not a contradiction
    assert_true(counts.shown[k] * 100 >= counts.mistakes[k] * (k == SQUARED ? 90 : 100));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_mistakes)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
