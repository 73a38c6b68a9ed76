// native/emit.c: tapes as C text.

#include "native/emit_impl.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MOST_LOOPS 16  // of a function; in arrays, if there are more
#define EMIT_LONG 70   // characters from which an expression gets its own name

// --- expressions ---------------------------------------------------------------------------------

static Binding binding_of(TapeOp op) {
  switch (op) {
    case TAPE_ADD:
    case TAPE_SUB: return BIND_SUM;
    case TAPE_MUL:
    case TAPE_DIV: return BIND_PRODUCT;
    case TAPE_NEG: return BIND_UNARY;
    default: return BIND_ATOM;
  }
}

// Does an operand of this binding need brackets? Preserves the order of operations: a - (b + c), but also a +
// (b + c) if it was computed that way.
static bool needs_brackets(TapeOp op, bool second, Binding operand) {
  const Binding own = binding_of(op);
  if (own == BIND_ATOM || operand == BIND_ATOM) return false;
  if (own == BIND_UNARY) return true;
  return second ? operand <= own || operand == BIND_UNARY : operand < own;
}

static void add_operand(Text *to, const Emitter *e, TapeOp op, bool second, uint32_t value) {
  // in Fortran a sign must not follow another operator
  const bool signs =
    second && e->f->language != NULL && e->text[value][0] == '-' && binding_of(op) != BIND_ATOM;
  const bool brackets = signs || needs_brackets(op, second, e->binding[value]);
  text_addf(to, brackets ? "(%s)" : "%s", e->text[value]);
}

// Adds or subtracts a product, or its negative, with one rounding, if the processor can.
static const char *fused_expression(const Emitter *e, const TapeInstruction *at) {
  const bool first = e->fused[at->a] > 0;
  const bool minus_other = at->op == TAPE_SUB && first;
  bool minus = at->op == TAPE_SUB && !first;
  const uint32_t other = first ? at->b : at->a;
  TapeInstruction product = tape_instruction(e->f->tape, e->fused[first ? at->a : at->b] - 1);
  if (product.op == TAPE_NEG) {
    minus = !minus;
    product = tape_instruction(e->f->tape, e->fused[product.a] - 1);
  }
  return text_format(e->arena, "dal_fma(%s%s%s, %s, %s%s%s)", minus ? "-(" : "", e->text[product.a],
                     minus ? ")" : "", e->text[product.b], minus_other ? "-(" : "", e->text[other],
                     minus_other ? ")" : "");
}

const char *emitter_expression(const Emitter *e, const TapeInstruction *at) {
  Text text = text_make(e->arena);
  if (is_sum(at->op) && (e->fused[at->a] > 0 || e->fused[at->b] > 0))
    return fused_expression(e, at);
  for (const char *c = e->l->op[at->op]; *c != '\0'; c++) {
    if (c[0] == '%' && (c[1] == 'a' || c[1] == 'b')) {
      add_operand(&text, e, at->op, c[1] == 'b', c[1] == 'a' ? at->a : at->b);
      c++;
    } else {
      text_add_char(&text, *c);
    }
  }
  return text_get(&text);
}

// --- instructions --------------------------------------------------------------------------------

static const char *type_of(const Emitter *e) {
  return e->f->plain ? "double" : "dal_real";
}

static void name_inputs(Emitter *e) {
  for (uint32_t i = 0; i < tape_inputs(e->f->tape); i++)
    e->text[i] = e->parts ? e->f->input[i] : e->f->input_name[i];
}

#define DECLARED_IN_LINE 10

static void declare(Emitter *e, const char *name) {
  const char *const words[] = {"n", name, NULL};
  if (e->names++ % DECLARED_IN_LINE == 0)
    emit_fill(&e->declared, e->l->declared, words);
  else
    text_addf(&e->declared, ", %s", name);
}

// Gives a value a name, or stores it at a place.
static void emit_named(Emitter *e, bool place, const char *name, const char *text) {
  const char *const words[] = {"n", name, "v", text, NULL};
  if (!place && e->l->declared != NULL) declare(e, name);
  emit_fill(e->out, place ? e->l->store : e->l->value, words);
  if (place) text_add_char(e->out, '\n');
}

static const char *element(const Emitter *e, const char *array, uint32_t i) {
  Text text = text_make(e->arena);
  const char *const words[] = {"n", array, "i", text_format(e->arena, "%u", i + e->l->base), NULL};
  emit_fill(&text, e->l->element, words);
  return text_get(&text);
}

static void emit_inputs(Emitter *e) {
  for (size_t i = 0; i < tape_inputs(e->f->tape); i++)
    if (e->uses[i] > 0) emit_named(e, false, e->text[i], e->f->input[i]);
}

static void name_constants(Emitter *e) {
  const Tape *tape = e->f->tape;
  for (size_t i = 0; i < tape_constants(tape); i++) {
    const double value = tape_constant_at(tape, i);
    const size_t at = tape_inputs(tape) + i;
    Text text = text_make(e->arena);
    if (e->f->lanes) text_add(&text, "DAL_REAL(");
    emit_number_in(e->l, value, &text);
    if (e->f->lanes) text_add(&text, ")");
    e->text[at] = text_get(&text);
    e->binding[at] = signbit(value) && !e->f->lanes ? BIND_UNARY : BIND_ATOM;
  }
}

static void emit_assignment(Emitter *e, uint32_t to, char letter, const char *text) {
  const bool kept = e->parts && e->shared[to];
  e->text[to] = kept ? element(e, "v", to) : text_format(e->arena, "%c%u", letter, to);
  emit_named(e, kept, e->text[to], text);
}

// Emits sine and cosine by the library, each if it is used.
static void emit_plain_sincos(Emitter *e, const TapeInstruction *at) {
  const TapeInstruction sine = {TAPE_SIN, at->to, at->a, at->a};
  const TapeInstruction cosine = {TAPE_COS, at->to + 1, at->a, at->a};
  if (e->uses[at->to] > 0) emit_assignment(e, at->to, 's', emitter_expression(e, &sine));
  if (e->uses[at->to + 1] > 0) emit_assignment(e, at->to + 1, 'c', emitter_expression(e, &cosine));
}

// Emits sine and cosine by the inlined function, both together.
static void emit_sincos(Emitter *e, const TapeInstruction *at) {
  const uint32_t cosine = at->op == TAPE_COS ? at->to : at->to + 1;
  const char *s = text_format(e->arena, "s%u", at->to), *c = text_format(e->arena, "c%u", at->to);
  text_addf(e->out, "  dal_real %s, %s;\n  dal_sincos(%s, &%s, &%s);\n", s, c, e->text[at->a], s,
            c);
  if (at->op != TAPE_COS) e->text[at->to] = s;
  if (at->op != TAPE_SIN) e->text[cosine] = c;
  if (!e->parts) return;
  if (at->op != TAPE_COS && e->shared[at->to]) emit_assignment(e, at->to, 's', s);
  if (at->op != TAPE_SIN && e->shared[cosine]) emit_assignment(e, cosine, 'c', c);
}

// Emits an operand of a solution: into the array of all values if there is one.
static void emit_taken(Emitter *e, const TapeInstruction *at) {
  e->text[at->to] = e->text[at->b];
  if (e->parts) emit_assignment(e, at->to, 'v', e->text[at->b]);
}

// Emits a solution by pivoting; its results are elements of an array.
static void emit_solution(Emitter *e, const TapeInstruction *at) {
  const uint32_t count = at->b - at->a + 1, base = e->l->base;
  const char *array = e->parts ? "v" : text_format(e->arena, "s%u", at->to);
  const size_t results = tape_results(*at);
  Text list = text_make(e->arena);
  for (uint32_t i = 0; i < results; i++)
    e->text[at->to + i] = element(e, array, e->parts ? at->to + i : i);
  for (uint32_t i = 0; !e->parts && i < count; i++)
    text_addf(&list, "%s%s", i ? ", " : "", e->text[at->a + i]);
#define NUMBER(n) text_format(e->arena, "%zu", (size_t) (n))
  const char *const words[] = {"n", array,
                               "v", text_get(&list),
                               "c", NUMBER(count),
                               "k", NUMBER(results),
                               "a", NUMBER(at->a + base),
                               "b", NUMBER(at->b + base),
                               "e", NUMBER(at->b + 1),
                               "t", NUMBER(at->to + base),
                               "f", NUMBER(at->to + results),
                               NULL};
#undef NUMBER
  if (!e->parts && e->l->declared_array != NULL) {
    emit_fill(&e->declared, e->l->declared_array, words);
    e->names = 1;  // the line continues
  }
  emit_fill(e->out, e->parts ? e->l->solution_in : e->l->solution, words);
}

// Emits a value: as an expression where it is used, or with a name.
static void emit_instruction(Emitter *e, const TapeInstruction *at) {
  if (at->op == TAPE_TAKE) {
    emit_taken(e, at);
    return;
  }
  if (at->op == TAPE_SOLVE) {
    emit_solution(e, at);
    return;
  }
  const bool lone = at->op == TAPE_SIN || at->op == TAPE_COS;
  if (at->op == TAPE_SINCOS && e->f->plain) {
    emit_plain_sincos(e, at);
    return;
  }
  if (at->op == TAPE_SINCOS || (lone && !e->f->plain)) {
    emit_sincos(e, at);
    return;
  }
  const char *text = emitter_expression(e, at);
  const bool kept = e->parts && e->shared[at->to];
  const bool fused = is_sum(at->op) && (e->fused[at->a] > 0 || e->fused[at->b] > 0);
  if (e->fused[at->to] > 0 || (e->uses[at->to] == 1 && strlen(text) < EMIT_LONG && !kept)) {
    e->text[at->to] = text;
    e->binding[at->to] = fused ? BIND_ATOM : binding_of(at->op);
    return;
  }
  emit_assignment(e, at->to, 'v', text);
}

void emitter_emit(Emitter *e, uint32_t instruction) {
  const TapeInstruction at = tape_instruction(e->f->tape, instruction);
  emit_instruction(e, &at);
}

#define COPY_LEAST 8  // adjacent inputs that become adjacent outputs: a loop copies them

// Counts the outputs from here on that are inputs in the same order.
static size_t count_copies(const Emitter *e, size_t from, size_t to) {
  const Tape *tape = e->f->tape;
  const uint32_t first = tape_output(tape, from);
  size_t n = 0;
  while (from + n < to && tape_output(tape, from + n) == first + n && first + n < tape_inputs(tape))
    n++;
  return n;
}

// Emits a[i] = b[j], a[i + 1] = b[j + 1], ... as a loop, if the names have this form.
static bool emit_copies(const Emitter *e, size_t from, size_t n) {
  const char *const to = e->f->output[from], *const of = e->f->input[tape_output(e->f->tape, from)];
  const char *const last = e->f->output[from + n - 1];
  const char *const end = e->f->input[tape_output(e->f->tape, from + n - 1)];
  const char *const a = strchr(to, '['), *const b = strchr(of, '[');
  if (e->f->plain || e->f->language != NULL || a == NULL || b == NULL) return false;
  const size_t i = strtoul(a + 1, NULL, 10), j = strtoul(b + 1, NULL, 10);
  const int names[] = {(int) (a - to), (int) (b - of)};
  if (strcmp(last, text_format(e->arena, "%.*s[%zu]", names[0], to, i + n - 1)) != 0 ||
      strcmp(end, text_format(e->arena, "%.*s[%zu]", names[1], of, j + n - 1)) != 0)
    return false;
  text_addf(e->out, "  for (int i = 0; i < %zu; i++) %.*s[%zu + i] = %.*s[%zu + i];\n", n, names[0],
            to, i, names[1], of, j);
  return true;
}

static void emit_outputs(const Emitter *e, size_t from, size_t to) {
  const EmitFunction *f = e->f;
  const bool before = strchr(e->l->remark, '\n') != NULL;
  for (size_t i = from; i < to; i++) {
    const size_t copies = e->parts ? count_copies(e, i, to) : 0;
    if (copies >= COPY_LEAST && emit_copies(e, i, copies)) {
      i += copies - 1;
      continue;
    }
    const char *comment = f->comment != NULL ? f->comment[i] : NULL;
    const char *const words[] = {"n", f->output[i], "v", e->text[tape_output(f->tape, i)],
                                 "c", comment,      NULL};
    if (comment != NULL && before) emit_fill(e->out, e->l->remark, words);
    emit_fill(e->out, e->l->store, words);
    if (comment != NULL && !before) emit_fill(e->out, e->l->remark, words);
    text_add_char(e->out, '\n');
  }
}

// Emits the instructions from .. to - 1 that vary, or those that do not.
static void emit_instructions(Emitter *e, bool varying, size_t from, size_t to) {
  for (size_t i = from; i < to; i++) {
    const TapeInstruction at = tape_instruction(e->f->tape, i);
    if (e->varies[at.to] == varying && e->text[at.to] == NULL) emit_instruction(e, &at);
  }
}

// --- constant values -----------------------------------------------------------------------------

// Makes the expression the next number of p. Returns the name of the value in the function.
static const char *prepare(Emitter *e, uint32_t value, const char *expression) {
  EmitPrepared *prepared = e->f->prepared;
  const size_t k = prepared->n++;
  text_addf(prepared->out, "    p[%zu] = %s;\n", k, expression);
  if (e->parts) return text_format(e->arena, "p[%zu]", k);
  const char *name = text_format(e->arena, "v%u", value);
  const bool show = strcmp(name, expression) != 0;
  text_addf(&e->declared, "  const %s %s = p[%zu];%s%s\n", type_of(e), name, k, show ? "  // " : "",
            show ? expression : "");
  return name;
}

// Prepares a value that does not vary, for an instruction that does.
static void prepare_value(Emitter *e, const char **name, uint32_t value) {
  const size_t made = tape_inputs(e->f->tape) + tape_constants(e->f->tape);
  if (!e->varies[value] && value >= made && name[value] == NULL)
    name[value] = prepare(e, value, e->text[value]);
}

// Writes the values that do not vary to the place where they are prepared. From here on they have the names
// that they have in the function.
static void prepare_values(Emitter *e) {
  const Tape *tape = e->f->tape;
  Text *const out = e->out;
  const bool parts = e->parts;
  const char **name = ARENA_ARRAY(e->arena, const char *, tape_values(tape) + 1);
  e->out = e->f->prepared->out;
  e->parts = false;
  text_add(e->out, "  {\n");
  name_inputs(e);
  for (size_t i = 0; i < e->f->fixed; i++) {
    text_addf(e->out, "    const %s %s = %s;\n", type_of(e), e->text[i], e->f->input[i]);
    if (e->f->plain) text_addf(e->out, "    (void) %s;\n", e->text[i]);
  }
  emit_instructions(e, false, 0, tape_length(tape));
  e->parts = parts;
  for (size_t i = 0; i < tape_length(tape); i++) {
    const TapeInstruction at = tape_instruction(tape, i);
    if (!e->varies[at.to]) continue;
    prepare_value(e, name, at.a);
    prepare_value(e, name, at.b);
  }
  for (size_t i = 0; i < tape_outputs(tape); i++) prepare_value(e, name, tape_output(tape, i));
  text_add(e->out, "  }\n");
  for (size_t i = 0; i < tape_values(tape); i++) {
    if (name[i] == NULL) continue;
    e->text[i] = name[i];
    e->binding[i] = BIND_ATOM;
  }
  e->out = out;
}

// --- functions -----------------------------------------------------------------------------------

// Marks arguments that an exported function may not need as used.
static void emit_unused(const Emitter *e, const char *arguments) {
  if (!e->f->plain) return;
  text_add(e->out, "  (void) ");
  for (const char *c = arguments; *c != '\0'; c++)
    text_add(e->out, *c == ' ' ? " (void) " : (char[]){*c, '\0'});
  text_add(e->out, ";\n");
}

static void begin_part(const Emitter *e, size_t number) {
  text_addf(e->out, "static void %s_part_%zu(%s, %s *restrict v) {\n", e->f->name, number,
            e->f->parameters, type_of(e));
  emit_unused(e, e->f->arguments);
  emit_unused(e, "v");
}

// Emits one part: instructions and outputs from number `first` of the order on. Returns the start of the next part.
static size_t emit_part(Emitter *e, size_t first) {
  const size_t length = tape_length(e->f->tape);
  const uint32_t *const item = e->order.item;
  const size_t end = first + EMIT_PART < e->order.n ? first + EMIT_PART : e->order.n;
  for (size_t k = first, n; k < end; k += n) {
    const bool outputs = item[k] >= length;
    for (n = 1; k + n < end && item[k + n] == item[k] + n && outputs == (item[k + n] >= length);)
      n++;
    if (outputs)
      emit_outputs(e, item[k] - length, item[k] - length + n);
    else
      emit_instructions(e, true, item[k], item[k] + n);
  }
  return end;
}

// Emits a long tape: functions that work on the array of all values, one after the other, and store the outputs. They are
// called through a table, so that no compiler merges them into one. One part is the function itself.
static void emit_parts(Emitter *e) {
  const EmitFunction *f = e->f;
  size_t parts = 0;
  if (e->order.n <= EMIT_PART) {
    text_addf(e->out, "%svoid %s(%s) {\n  %s v[%zu];\n", f->linkage, f->name, f->parameters, type_of(e),
              tape_values(f->tape));
    emit_part(e, 0);
    text_add(e->out, "}\n\n");
    return;
  }
  for (size_t i = 0; i < e->order.n;) {
    begin_part(e, ++parts);
    i = emit_part(e, i);
    text_add(e->out, "}\n\n");
  }
  text_addf(e->out, "static void (*const %s_parts[])(%s, %s *restrict v) = {\n", f->name,
            f->parameters, type_of(e));
  for (size_t i = 0; i < parts; i++) text_addf(e->out, "  %s_part_%zu,\n", f->name, i + 1);
  text_addf(e->out, "};\n\n%svoid %s(%s) {\n  %s v[%zu];\n", f->linkage, f->name, f->parameters,
            type_of(e), tape_values(f->tape));
  text_addf(e->out, "  for (int i = 0; i < %zu; i++) %s_parts[i](%s, v);\n}\n\n", parts, f->name,
            f->arguments);
}

// --- functions of another language ---------------------------------------------------------------

// Adds lines as long as the language allows, broken at blanks.
static void add_continued(Text *out, const char *text, const char *continued) {
  enum { MOST = 100 };
  for (const char *line = text; *line != '\0';) {
    size_t n = strcspn(line, "\n");
    while (n > MOST) {
      size_t cut = MOST;
      while (cut > MOST / 2 && line[cut] != ' ') cut--;
      if (line[cut] != ' ') cut = MOST + strcspn(line + MOST, " \n");
      if (cut >= n) break;
      text_add_str(out, (Str){line, cut});
      text_add(out, continued);
      line += cut + 1;
      n -= cut + 1;
    }
    text_add_str(out, (Str){line, n});
    text_add_char(out, '\n');
    line += n + (line[n] == '\n');
  }
}

// Adds the text written since the last call, after the names that it declares.
static void add_body(Emitter *e, Text *out, Text *body) {
  text_add(out, text_get(&e->declared));
  if (e->names > 0) text_add_char(out, '\n');
  e->names = 0;
  if (e->l->continued != NULL)
    add_continued(out, text_get(body), e->l->continued);
  else
    text_add(out, text_get(body));
  e->declared = text_make(e->arena);
  *body = text_make(e->arena);
}

static void emit_other(Emitter *e) {
  const EmitFunction *f = e->f;
  Text *out = e->out, body = text_make(e->arena);
  size_t parts = 0;
  e->out = &body;
  for (size_t i = 0; e->parts && i < e->order.n;) {
    const char *const words[] = {"f", f->name, "k", text_format(e->arena, "%zu", ++parts), NULL};
    emit_fill(out, e->l->part_head, words);
    i = emit_part(e, i);
    add_body(e, out, &body);
    emit_fill(out, e->l->part_end, words);
  }
  text_add(out, f->head);
  if (e->parts) {
    const char *const words[] = {"k", text_format(e->arena, "%zu", tape_values(f->tape)), NULL};
    emit_fill(out, e->l->room, words);
  } else {
    emit_inputs(e);
    emit_instructions(e, true, 0, tape_length(f->tape));
    emit_outputs(e, 0, tape_outputs(f->tape));
  }
  add_body(e, out, &body);
  for (size_t i = 0; i < parts; i++) {
    const char *const words[] = {"f", f->name, "k", text_format(e->arena, "%zu", i + 1), NULL};
    emit_fill(out, e->l->part_call, words);
  }
  text_add(out, f->end);
  e->out = out;
}

static void emit_whole(Emitter *e) {
  const EmitFunction *f = e->f;
  text_addf(e->out, "%svoid %s(%s) {\n", f->linkage, f->name, f->parameters);
  emit_unused(e, "p, t, y");
  emit_inputs(e);
  text_add(e->out, text_get(&e->declared));
  emit_instructions(e, true, 0, tape_length(f->tape));
  emit_outputs(e, 0, tape_outputs(f->tape));
  text_add(e->out, "}\n\n");
}

// Prepares what stays constant; all values have their texts after that, or none yet.
static Emitter open_emitter(const EmitFunction *f, bool parts, Text *out) {
  const size_t n = tape_values(f->tape);
  const EmitLanguage *own = f->lanes ? &emit_c_lanes : f->plain ? &emit_c : &emit_c_real;
  const EmitLanguage *l = f->language != NULL ? f->language : own;
  Emitter e = {.f = f,
               .l = l,
               .out = out,
               .arena = out->arena,
               .text = ARENA_ARRAY(out->arena, const char *, n + 1),
               .binding = ARENA_ARRAY(out->arena, Binding, n + 1),
               .uses = ARENA_ARRAY(out->arena, uint32_t, n + 1),
               .varies = ARENA_ARRAY(out->arena, bool, n + 1),
               .shared = ARENA_ARRAY(out->arena, bool, n + 1),
               .fused = ARENA_ARRAY(out->arena, uint32_t, n + 1),
               .declared = text_make(out->arena),
               .parts = parts && (f->language == NULL || l->part_head != NULL)};
  for (size_t i = 0; i < n; i++) e.binding[i] = BIND_ATOM;
  emitter_find_varying(&e);
  emitter_count_uses(&e, true);
  emitter_find_fused(&e);
  name_constants(&e);
  if (f->prepared != NULL) prepare_values(&e);
  emitter_count_uses(&e, false);
  name_inputs(&e);
  emitter_find_fused(&e);
  return e;
}

static void note_read(const EmitFunction *f, size_t operations) {
  if (f->read != NULL) *f->read = operations;
}

// May loops compute the function?
static bool is_looped(const EmitFunction *f) {
  return tape_length(f->tape) > EMIT_WHOLE && !f->plain && f->language == NULL;
}

// Emits a long function as operations on arrays, if that is better.
static bool emit_in_arrays(Emitter *e) {
  const EmitFunction *f = e->f;
  EmitRuns left = {0};
  size_t read;
  const char *steps = is_looped(f) ? emitter_emit_arrays(e, &read, &left) : NULL;
  if (steps == NULL) return false;
  text_addf(e->out, "%svoid %s(%s) {\n%s", f->linkage, f->name, f->parameters, steps);
  for (size_t i = 0; i < left.n; i++) {
    emit_outputs(e, left.at[i].first, left.at[i].end);
    read += left.at[i].end - left.at[i].first;
  }
  text_add(e->out, "}\n\n");
  note_read(f, read);
  return true;
}

static void emit_straight(Emitter *e) {
  if (emit_in_arrays(e)) return;
  note_read(e->f, tape_length(e->f->tape));
  if (e->parts) {
    emitter_find_shared(e);
    emitter_find_fused(e);
  }
  if (e->f->language != NULL)
    emit_other(e);
  else if (e->parts)
    emit_parts(e);
  else
    emit_whole(e);
}

static void destroy_tape(void *tape) {
  tape_destroy(tape);
}

// Emits the outputs that loops leave, if there are any.
static bool emit_rest(const Emitter *e, const EmitLoops *loops, const char *name) {
  const size_t n = tape_outputs(e->f->tape);
  bool *wanted = ARENA_ARRAY(e->arena, bool, n + 1);
  const char **output = ARENA_ARRAY(e->arena, const char *, n + 1);
  size_t count = 0;
  memset(wanted, true, n);
  for (size_t i = 0; i < loops->n; i++)
    memset(wanted + loops->at[i].first, false, loops->at[i].period * loops->at[i].groups);
  for (size_t i = 0; i < n; i++)
    if (wanted[i]) output[count++] = e->f->output[i];
  if (count == 0) return false;
  Tape *tape = tape_part(e->f->tape, wanted, e->arena);
  arena_defer(e->arena, destroy_tape, tape);
  EmitFunction rest = *e->f;
  rest.tape = tape;
  rest.linkage = "static ";
  rest.name = name;
  rest.output = output;
  Emitter others = open_emitter(&rest, true, e->out);
  emit_straight(&others);
  return true;
}

// Emits the outputs that repeat as loops, then the others.
static void emit_with_loops(Emitter *e, const EmitLoops *loops) {
  const EmitFunction *f = e->f;
  const char *rest = text_format(e->arena, "%s_rest", f->name);
  note_read(f, 0);
  for (size_t i = 0; i < loops->n; i++) emitter_emit_loop(e, loops->at[i], i + 1);
  const bool more = emit_rest(e, loops, rest);
  text_addf(e->out, "%svoid %s(%s) {\n", f->linkage, f->name, f->parameters);
  for (size_t i = 0; i < loops->n; i++)
    text_addf(e->out, "  %s_loop_%zu(%s);\n", f->name, i + 1, f->arguments);
  if (more) text_addf(e->out, "  %s(%s);\n", rest, f->arguments);
  text_add(e->out, "}\n\n");
}

void emit_function(const EmitFunction *f, Text *out) {
  const bool whole = f->plain || f->language != NULL || f->inlined;
  Emitter e = open_emitter(f, tape_length(f->tape) > (whole ? EMIT_WHOLE : EMIT_ORDERED), out);
  EmitLoops loops = {0};
  if (is_looped(f) && !f->arrays) loops = emitter_find_loops(&e);
  if (loops.n > MOST_LOOPS && emit_in_arrays(&e)) return;
  if (loops.n > 0)
    emit_with_loops(&e, &loops);
  else
    emit_straight(&e);
}
