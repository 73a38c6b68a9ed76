// Property tests of model/dimensions.c, on the gallery. The adversary puts a mistake into a formula: one name
// squared, at every place where a parameter or coordinate is used.
//
// - Without units: models that use all of mass, length and time freely have exactly these; a mistake
//   shows as a dimension that is lost, or as a name that has become a pure number.
// - With a unit for every name, as it was inferred: no gallery model is refused, and mistakes are errors.

#include "base/embedded.h"
#include "language/units.h"
#include "support/desk.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static bool is_name_part(char c) {
  return isalnum((unsigned char) c) || c == '_' || (unsigned char) c >= 128;
}

static void clear(Desk *desk) {
  desk_close((void **) &desk);
}

// The dimension in numbers of what the text says, as far as whole numbers go: "kg*m^2/s^2".
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

// Is this line one of formulas, and not of names, values or claims?
static bool has_formulas(const char *line) {
  static const char *const words[] = {"kinetic", "potential", "lagrangian", "hamiltonian", "point",
                                      "body",    "force",     "constraint", "gravity",     "rate",
                                      "torque",  "dissipation"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (strncmp(line, words[i], strlen(words[i])) == 0) return true;
  return false;
}

// The next place behind `at` where a name of the model ends in a formula; 0 at the end.
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

static const char *with_square(Arena *arena, const char *text, size_t at) {
  return text_format(arena, "%.*s^2%s", (int) at, text, text + at);
}

// A fresh desk with the model; NULL where the text with its mistake is none.
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

// A unit for each name whose dimension was inferred.
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
  size_t models, mistakes, shown, refused, harmless;
} Counts;

// Does squaring it change nothing: has the name no dimension, or any?
static bool is_harmless(const Dimensions *d, const char *text, size_t at) {
  size_t start = at;
  while (start > 0 && is_name_part(text[start - 1])) start--;
  for (size_t i = 0; i < d->names.n; i++)
    if (str_equal(str(d->names.at[i].name), (Str){text + start, at - start}))
      return !d->names.at[i].known || strcmp(d->names.at[i].dimension, "1") == 0;
  return true;
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
      Desk *wrong = read(with_square(&desk->arena, text, at));
      if (wrong == NULL) continue;
      const Dimensions *then = language_dimensions(wrong->model);
      counts->mistakes++;
      counts->shown += then->lost.n > 0 || pure_names(then) > pure_names(d);
      write_units(wrong->model, d);
      language_check_dimensions(wrong->model);
      counts->refused += wrong->diags.errors > 0;
      clear(wrong);
    }
  }
  clear(desk);
}

static void test_mistakes(void **state) {
  (void) state;
  Counts counts = {0};
  for (size_t i = 0; i < embedded_models_count; i++)
    try_mistakes(embedded_models[i].name, embedded_models[i].text, &counts);
  printf("%zu models with mass, length and time; %zu mistakes, %zu shown without units, %zu refused "
         "with units; %zu places without a dimension\n",
         counts.models, counts.mistakes, counts.shown, counts.refused, counts.harmless);
  assert_true(counts.models >= 20);
  assert_true(counts.mistakes >= 150);
  assert_int_equal(counts.refused, counts.mistakes);
  assert_true(counts.shown * 100 >= counts.mistakes * 95);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_mistakes)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
