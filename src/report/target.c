// report/target.c: equations of motion in any language that is described by data.

#include "report/target.h"
#include "base/embedded.h"
#include <assert.h>
#include <string.h>

static const char *const op_texts[OPS_COUNT][TAPE_OP_COUNT] = {
#define X(name, js, python, matlab, fortran, rust) [TAPE_##name] = js,
  [OPS_JS] = {
#include "report/op_texts.def"
  },
#undef X
#define X(name, js, python, matlab, fortran, rust) [TAPE_##name] = python,
  [OPS_PYTHON] = {
#include "report/op_texts.def"
  },
#undef X
#define X(name, js, python, matlab, fortran, rust) [TAPE_##name] = matlab,
  [OPS_MATLAB] = {
#include "report/op_texts.def"
  },
#undef X
#define X(name, js, python, matlab, fortran, rust) [TAPE_##name] = fortran,
  [OPS_FORTRAN] = {
#include "report/op_texts.def"
  },
#undef X
#define X(name, js, python, matlab, fortran, rust) [TAPE_##name] = rust,
  [OPS_RUST] = {
#include "report/op_texts.def"
  },
#undef X
};

// Every operation must have its texts.
#define X(name, js, python, matlab, fortran, rust) +1
static_assert(0
#include "report/op_texts.def"
                == TAPE_OP_COUNT,
              "report/op_texts.def has a line for each line of tape/ops.def");
#undef X

// --- functions -----------------------------------------------------------------------------------

static const char *number_text(Arena *arena, size_t n) {
  return text_format(arena, "%zu", n);
}

static EmitLanguage language_of(const TargetLanguage *l) {
  EmitLanguage emit = l->emit;
  emit.op = op_texts[l->ops];
  return emit;
}

static const char *element(const TargetLanguage *l, const char *array, size_t i, Arena *arena) {
  Text text = text_make(arena);
  const char *const words[] = {"n", array, "i", number_text(arena, i + l->emit.base), NULL};
  emit_fill(&text, l->emit.element, words);
  return text_get(&text);
}

// Names the inputs: distinct, and different from taken names and words of the language.
static const char **name_inputs(const TargetInputs *in, const EmitLanguage *emit, Arena *arena) {
  const size_t n = in->n_taken;
  const char **all = ARENA_ARRAY(arena, const char *, n + in->inputs + 1);
  for (size_t i = 0; i < n; i++) all[i] = in->taken[i];
  emit_names_in(emit, arena, in->input, in->inputs, all, n);
  return all + n;
}

// Returns the text as a comment on one line.
static const char *line_of(const char *text, Arena *arena) {
  Text line = text_make(arena);
  emit_comment(text, &line);
  return text_get(&line);
}

static const char **label_lines(const ExportedFunction *f, size_t n, Arena *arena) {
  if (f->label == NULL) return NULL;
  const char **labels = ARENA_ARRAY(arena, const char *, n + 1);
  for (size_t i = 0; i < n; i++)
    if (f->label[i] != NULL) labels[i] = line_of(f->label[i], arena);
  return labels;
}

static const char *filled(const char *text, const char *const *words, Arena *arena) {
  Text to = text_make(arena);
  emit_fill(&to, text, words);
  return text_get(&to);
}

void target_function(const TargetInputs *in, const ExportedFunction *f, Text *out) {
  const TargetLanguage *l = in->language;
  Arena *arena = out->arena;
  const size_t columns = f->columns > 0 ? f->columns : 1, n = f->rows * columns;
  const EmitLanguage emit = language_of(l);
  const char **output = ARENA_ARRAY(arena, const char *, n + 1);
  for (size_t i = 0; i < n; i++) {
    const size_t at = l->by_columns && f->columns > 0 ? i / columns + i % columns * f->rows : i;
    output[i] = element(l, "out", at, arena);
  }
  const char *const words[] = {"f", f->name,
                               "d", line_of(f->title, arena),
                               "k", number_text(arena, n),
                               "r", number_text(arena, f->rows),
                               "c", number_text(arena, columns),
                               NULL};
  const bool matrix = f->columns > 0 && l->matrix_end != NULL;
  const char *head = filled(l->head, words, arena);
  const char *end = filled(matrix ? l->matrix_end : l->end, words, arena);
  if (f->tape == NULL) {
    text_addf(out, "%s%s", head, end);
    return;
  }
  emit_function(&(EmitFunction){.tape = f->tape,
                                .language = &emit,
                                .head = head,
                                .end = end,
                                .name = f->name,
                                .input = in->place,
                                .input_name = name_inputs(in, &emit, arena),
                                .output = output,
                                .comment = label_lines(f, n, arena),
                                .plain = true},
                out);
}

// --- lists ---------------------------------------------------------------------------------------

typedef struct {
  const TargetLanguage *l;
  const ExportedEquations *e;
  Arena *arena;
  const ExportedFunction *function;
  size_t functions;
} Page;

#define IN_LINE 4  // items in a line of a list

static void add_break(size_t i, const TargetLanguage *l, Text *out) {
  if (i == 0) return;
  text_add_char(out, ',');
  if (i % IN_LINE == 0)
    text_addf(out, "%s\n    ", l->goes_on != NULL ? l->goes_on : "");
  else
    text_add_char(out, ' ');
}

static const char *string_list(const Page *page, const char *const *names, size_t n) {
  Text out = text_make(page->arena);
  const char quote = page->l->quote[0], escape = page->l->quote[1];
  for (size_t i = 0; i < n; i++) {
    add_break(i, page->l, &out);
    text_add_char(&out, quote);
    for (const char *c = names[i]; *c != '\0'; c++) {
      if (*c == quote || (escape != '\0' && *c == escape))
        text_add_char(&out, escape != '\0' ? escape : quote);
      text_add_char(&out, *c);
    }
    text_add_char(&out, quote);
  }
  return text_get(&out);
}

static const char *number_list(const Page *page, const double *values, size_t n) {
  Text out = text_make(page->arena);
  for (size_t i = 0; i < n; i++) {
    add_break(i, page->l, &out);
    emit_number_in(&page->l->emit, values[i], &out);
  }
  return text_get(&out);
}

static const char *integer_list(const Page *page, const int *values, size_t n) {
  Text out = text_make(page->arena);
  for (size_t i = 0; i < n; i++) {
    add_break(i, page->l, &out);
    text_addf(&out, "%d", values[i]);
  }
  return text_get(&out);
}

static const char *one_number(const Page *page, double value) {
  return number_list(page, &value, 1);
}

static size_t outputs_of(const Tape *tape) {
  return tape != NULL ? tape_outputs(tape) : 0;
}

// --- the file ------------------------------------------------------------------------------------

// Collects the functions: rates, energy, residuals, multipliers, then all others.
static void gather(Page *page) {
  const ExportedEquations *e = page->e;
  ExportedFunction *all = ARENA_ARRAY(page->arena, ExportedFunction, 4 + e->furthers);
  const char **rates = ARENA_ARRAY(page->arena, const char *, e->n + 2 * e->watched + 1);
  for (size_t i = 0; i < e->n; i++)
    rates[i] =
      text_format(page->arena, "d %s / d %s", e->input[e->fixed + 1 + i], e->input[e->fixed]);
  size_t n = 0;
  all[n++] = (ExportedFunction){"rates", "the rates of the state; then pivots, and what each is measured by",
                                e->rate, tape_outputs(e->rate), 0, rates};
  all[n++] = (ExportedFunction){"energies", "the energy, as a list of one number", e->energy, 1, 0, NULL};
  all[n++] = (ExportedFunction){"residuals", "the residuals of the constraints, 0 on a motion", e->residual,
                                outputs_of(e->residual), 0, e->residual_name};
  all[n++] = (ExportedFunction){"multipliers", "the multipliers of the constraints", e->multiplier,
                                outputs_of(e->multiplier), 0, e->multiplier_name};
  for (size_t i = 0; i < e->furthers; i++) all[n++] = e->further[i];
  page->function = all;
  page->functions = n;
}

static const char *all_functions(const Page *page) {
  const ExportedEquations *e = page->e;
  Text out = text_make(page->arena);
  const size_t inputs = e->fixed + 1 + e->n;
  const char **place = ARENA_ARRAY(page->arena, const char *, inputs);
  for (size_t i = 0; i < inputs; i++)
    place[i] = i < e->fixed    ? element(page->l, "p", i, page->arena)
               : i == e->fixed ? "t"
                               : element(page->l, "y", i - e->fixed - 1, page->arena);
  const char **taken = ARENA_ARRAY(page->arena, const char *, page->functions + 1);
  for (size_t i = 0; i < page->functions; i++) taken[i] = page->function[i].name;
  taken[page->functions] = e->prefix;
  const TargetInputs in = {page->l, inputs, e->input, place, taken, page->functions + 1};
  for (size_t i = 0; i < page->functions; i++) target_function(&in, &page->function[i], &out);
  return text_get(&out);
}

// Lists the functions besides rate and energy, one per line.
static const char *function_list(const Page *page) {
  Text out = text_make(page->arena);
  for (size_t i = 2; i < page->functions; i++)
    text_addf(&out, "%s%s   %-18s %s", i > 2 ? "\n" : "", page->l->comment, page->function[i].name,
              page->function[i].title);
  return text_get(&out);
}

static const char *name_list(const Page *page) {
  Text out = text_make(page->arena);
  for (size_t i = 0; i < page->functions; i++)
    text_addf(&out, "%s%s", i > 0 ? ", " : "", page->function[i].name);
  return text_get(&out);
}

// Lists the functions as fields of a struct, for MATLAB.
static const char *handle_list(const Page *page) {
  Text out = text_make(page->arena);
  for (size_t i = 0; i < page->functions; i++) {
    const char *name = page->function[i].name;
    text_addf(&out, "%s  m.%s = @%s;", i > 0 ? "\n" : "", name, name);
  }
  return text_get(&out);
}

static bool looks_for_pivots(const Page *page) {
  for (size_t i = 0; i < page->functions; i++)
    if (page->function[i].tape != NULL && tape_count(page->function[i].tape, TAPE_SOLVE) > 0) return true;
  return page->l->follow != NULL && export_flow_solves(page->e->flow);
}

static const char *written_by(void (*write)(const ExportedEquations *, Text *), const Page *page) {
  Text out = text_make(page->arena);
  if (write != NULL) write(page->e, &out);
  return text_get(&out);
}

typedef struct {
  const char *name, *text;
} Word;

// Replaces the words in a text; drops the part between {{pivoting}} and {{end}} if it is not needed.
static void substitute(const char *text, const Word *words, bool pivoting, Text *out) {
  for (const char *next; (next = strstr(text, "{{")) != NULL;) {
    text_add_str(out, (Str){text, (size_t) (next - text)});
    const Str name = {next + 2, strcspn(next + 2, "}")};
    text = next + name.n + strlen("{{}}");
    const bool begin = str_equal(name, str("pivoting")), mark = begin || str_equal(name, str("end"));
    if (begin && !pivoting) text = strstr(text, "{{end}}") + strlen("{{end}}");
    if (mark) text += *text == '\n';
    for (const Word *w = words; !mark && w->name != NULL; w++)
      if (str_equal(name, str(w->name))) text_add(out, w->text);
  }
  text_add(out, text);
}

void target_pivoting(const TargetLanguage *l, Text *out) {
  const char *text = embedded_find(embedded_targets, embedded_targets_count, l->text);
  const char *from = strstr(text, "{{pivoting}}"), *to = strstr(text, "{{end}}");
  if (from == NULL || to == NULL) return;
  from += strlen("{{pivoting}}");
  text_add_str(out, (Str){from, (size_t) (to - from)});
}

// Returns the longest name: in Fortran all strings of an array have the same length.
static size_t longest_name(const ExportedEquations *e) {
  size_t most = 1;
  const struct {
    const char *const *names;
    size_t n;
  } lists[] = {{e->input, e->fixed + 1 + e->n},
               {e->residual_name, outputs_of(e->residual)},
               {e->multiplier_name, outputs_of(e->multiplier)},
               {e->observable_name, e->observables},
               {e->event_name, e->events}};
  for (size_t k = 0; k < sizeof lists / sizeof *lists; k++)
    for (size_t i = 0; i < lists[k].n; i++)
      if (strlen(lists[k].names[i]) > most) most = strlen(lists[k].names[i]);
  return most;
}

void target_write(const TargetLanguage *l, const ExportedEquations *e, Text *out) {
  Page page = {.l = l, .e = e, .arena = out->arena};
  const EmitLanguage emit = language_of(l);
  gather(&page);
  Arena *a = out->arena;
  const Word words[] = {
    {"title", line_of(e->title, a)},
    {"title_string", string_list(&page, &(const char *){line_of(e->title, a)}, 1)},
    {"method", e->method},
    {"version", DAL_VERSION},
    {"prefix", emit_name_in(&emit, a, e->prefix, NULL, 0)},
    {"variable", e->input[e->fixed]},
    {"n", number_text(a, e->n)},
    {"fixed", number_text(a, e->fixed)},
    {"watched", number_text(a, e->watched)},
    {"all", number_text(a, e->n + 2 * e->watched)},
    {"residuals", number_text(a, outputs_of(e->residual))},
    {"multipliers", number_text(a, outputs_of(e->multiplier))},
    {"observables", number_text(a, e->observables)},
    {"events", number_text(a, e->events)},
    {"least", one_number(&page, e->least)},
    {"from", one_number(&page, e->from)},
    {"to", one_number(&page, e->to)},
    {"longest", number_text(a, longest_name(e))},
    {"state_names", string_list(&page, e->input + e->fixed + 1, e->n)},
    {"parameter_names", string_list(&page, e->input, e->fixed)},
    {"residual_names", string_list(&page, e->residual_name, outputs_of(e->residual))},
    {"multiplier_names", string_list(&page, e->multiplier_name, outputs_of(e->multiplier))},
    {"observable_names", string_list(&page, e->observable_name, e->observables)},
    {"event_names", string_list(&page, e->event_name, e->events)},
    {"directions", integer_list(&page, e->direction, e->events)},
    {"parameters", number_list(&page, e->parameter, e->fixed)},
    {"start", number_list(&page, e->start, e->n)},
    {"function_list", function_list(&page)},
    {"names", name_list(&page)},
    {"handles", handle_list(&page)},
    {"functions", all_functions(&page)},
    {"follow", written_by(l->follow, &page)},
    {"follow_names", written_by(l->follow_names, &page)},
    {NULL, NULL}};
  substitute(embedded_find(embedded_targets, embedded_targets_count, l->text), words,
             looks_for_pivots(&page), out);
}
