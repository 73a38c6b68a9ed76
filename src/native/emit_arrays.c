// native/emit_arrays.c: long functions as operations on arrays.
//
// In:    the emitter of a long function, once the values that stay constant are prepared and products are fused
// Out:   the same values, computed step by step: in each step a loop over values that are computed alike, from values next
//        to each other; tables say where
// Law:   the same operations as written out (tests/prop/native/prop_arrays.c)
// Cost:  a sort of the operations, up to seven times
// Not:   solutions with pivoting; the text of other languages and of exported C
//
// Written out, the elimination of a full matrix takes more code than fits into the caches, one number at a time, and gcc
// takes a tenth of a millisecond for each operation. Here the code is a few loops, and the operations are data.
//
// The values of one level need values of earlier levels only. Among those of one operation, sorting by the places of the
// operands brings together what a loop can do: each operand stays where it is or moves on by one from value to value.
// Results are stored in this order, so that their users find them side by side, too.

#include "native/emit_impl.h"
#include "base/table.h"
#include <stdlib.h>
#include <string.h>

#define MOST_OPERANDS 3     // of a product that is fused with a sum
#define LEAST_ROW 4         // values from which a row is worth a loop
#define LEAST_STORED 8      // outputs next to each other that a loop stores
#define MOST_VALUES 300000  // on the stack

// Times in cycles, for a choice: on AMD EPYC of the fifth generation they are within a third of what was measured.
#define STEP_CYCLES 8
#define ROW_CYCLES 8
#define IN_ROW_CYCLES 0.5
#define LOOSE_CYCLES 2.6
#define CIRCULAR_ROW_CYCLES 6
#define CIRCULAR_CYCLES 20
#define WRITTEN_CYCLES 1.1
#define WRITTEN_MOST 40000      // operations whose code fits into the caches;
#define WRITTEN_FAR_CYCLES 2.5  // of longer code

// Where a value is: an element of an array; or a text, which is an array without elements.
typedef struct {
  uint32_t array, index;
} Place;

enum { VALUES, NUMBERS };       // the first arrays: computed values, constants
enum { FIXED, MOVING, LOOSE };  // an operand along a row: always the same, the next element each time, anywhere
#define NOWHERE ((Place){UINT32_MAX, 0})

// An instruction, or a sum with the product that is fused with it.
typedef struct {
  uint32_t instruction;
  uint32_t operand[MOST_OPERANDS];  // values, each once
  uint32_t level;                   // of the values that need inputs alone: 1
  uint32_t shape;                   // how the operands are combined
  bool swaps;                       // the first two operands may change places
  uint8_t operands;
} Operation;

// One loop for rows of the same kind.
typedef struct {
  uint32_t shape, array[MOST_OPERANDS];
  uint8_t motion[MOST_OPERANDS], operands;
  const Operation *example;
} Kind;

static bool is_loose(const Kind *kind) {
  return kind->motion[0] == LOOSE;
}

// n operations whose operands move alike; their results go to places `to`, `to` + 1, ... Loose operations have rows of one.
typedef struct {
  const Operation *first;
  uint32_t n, to, kind;
} Row;

// Rows of one kind that follow each other.
typedef struct {
  uint32_t kind, apart;  // apart: of circular operations, the distance from sines to cosines
  size_t first, rows;
} Step;

typedef struct {
  const char *name;
  bool elements;  // false: the name is the value, like t
} NamedArray;

typedef struct {
  Emitter *e;
  ARRAY(NamedArray) arrays;
  Place *place;                // of each value
  ARRAY(Operation) operations;
  ARRAY(Row) rows;
  ARRAY(Step) steps;
  ARRAY(Kind) kinds;
  uint32_t values;  // places taken in the array of values
} Arrays;

static uint32_t array_named(Arrays *a, Str name, bool elements) {
  for (size_t i = 0; i < a->arrays.n; i++)
    if (str_is(name, a->arrays.at[i].name)) return (uint32_t) i;
  array_push(a->e->arena, &a->arrays, ((NamedArray){str_copy(a->e->arena, name), elements}));
  return (uint32_t) a->arrays.n - 1;
}

// Finds the place of a value that is given or prepared.
static void place_given(Arrays *a, uint32_t value) {
  const uint32_t inputs = (uint32_t) tape_inputs(a->e->f->tape);
  const char *text = a->e->text[value];
  if (a->place[value].array != NOWHERE.array || text == NULL) return;
  if (value >= inputs && value < inputs + tape_constants(a->e->f->tape)) {
    a->place[value] = (Place){NUMBERS, value - inputs};
    return;
  }
  const EmitElement at = emit_element(text);
  const bool element = at.index >= 0;
  const uint32_t array = array_named(a, (Str){text, at.name}, element);
  a->place[value] = (Place){array, element ? (uint32_t) at.index : 0};
}

// --- operations ----------------------------------------------------------------------------------

static bool is_circular(uint32_t op) {
  return op == TAPE_SIN || op == TAPE_COS || op == TAPE_SINCOS;
}

// The operands of an instruction, and a number for how they are combined.
static Operation operation_of(const Emitter *e, uint32_t i) {
  const TapeInstruction at = tape_instruction(e->f->tape, i);
  const bool circular = is_circular(at.op);
  Operation o = {.instruction = i, .operand = {at.a, at.b}, .operands = at.a == at.b ? 1 : 2};
  o.shape = circular ? TAPE_SINCOS : at.op;
  o.swaps = at.op == TAPE_ADD || at.op == TAPE_MUL;
  const bool first = e->fused[at.a] > 0;
  if (!is_sum((TapeOp) at.op) || (!first && e->fused[at.b] == 0)) return o;
  const uint32_t other = first ? at.b : at.a;
  TapeInstruction product = tape_instruction(e->f->tape, e->fused[first ? at.a : at.b] - 1);
  bool minus = at.op == TAPE_SUB && !first;
  if (product.op == TAPE_NEG) {
    minus = !minus;
    product = tape_instruction(e->f->tape, e->fused[product.a] - 1);
  }
  o.shape = (uint32_t) TAPE_ALL_OPS + (minus ? 1 : 0) + (at.op == TAPE_SUB && first ? 2 : 0);
  const uint32_t all[] = {product.a, product.b, other};
  o.operands = 0;
  for (size_t k = 0, same; k < MOST_OPERANDS; k++) {
    for (same = 0; same < o.operands && o.operand[same] != all[k];) same++;
    o.shape = 4 * o.shape + (uint32_t) same;
    if (same == o.operands) o.operand[o.operands++] = all[k];
  }
  o.swaps = product.a != product.b && o.operands == MOST_OPERANDS;
  return o;
}

// Lists the operations that vary, with their levels; a fused product is part of its sum. False if there are solutions.
static bool list_operations(Arrays *a) {
  const Emitter *e = a->e;
  const Tape *tape = e->f->tape;
  uint32_t *level = ARENA_ARRAY(e->arena, uint32_t, tape_values(tape) + 1);
  for (uint32_t i = 0; i < tape_length(tape); i++) {
    const TapeInstruction at = tape_instruction(tape, i);
    if (at.op >= TAPE_OP_COUNT) return false;
    if (!e->varies[at.to] || e->fused[at.to] > 0) continue;
    Operation o = operation_of(e, i);
    for (size_t k = 0; k < o.operands; k++) {
      if (level[o.operand[k]] > o.level) o.level = level[o.operand[k]];
      place_given(a, o.operand[k]);
    }
    o.level++;
    for (size_t k = 0; k < tape_results(at); k++) level[at.to + k] = o.level;
    array_push(e->arena, &a->operations, o);
  }
  return true;
}

static int compare_steps(const void *left, const void *right) {
  const Operation *a = left, *b = right;
  if (a->level != b->level) return a->level < b->level ? -1 : 1;
  if (a->shape != b->shape) return a->shape < b->shape ? -1 : 1;
  if (a->operands != b->operands) return a->operands < b->operands ? -1 : 1;
  return a->instruction < b->instruction ? -1 : a->instruction > b->instruction;
}

// --- rows ----------------------------------------------------------------------------------------

static int compare_places(Place a, Place b) {
  if (a.array != b.array) return a.array < b.array ? -1 : 1;
  return a.index < b.index ? -1 : a.index > b.index;
}

typedef struct {
  Place place[MOST_OPERANDS];  // the one that is compared first, first
  Operation operation;
} Sorted;

static int compare_sorted(const void *left, const void *right) {
  const Sorted *a = left, *b = right;
  for (size_t k = 0; k < MOST_OPERANDS; k++) {
    const int order = compare_places(a->place[k], b->place[k]);
    if (order != 0) return order;
  }
  return a->operation.instruction < b->operation.instruction ? -1 : 1;
}

// How does an operand move from one operation to the next?
static int motion_of(const Arrays *a, uint32_t from, uint32_t to) {
  const Place x = a->place[from], y = a->place[to];
  if (x.array != y.array || y.index - x.index > 1) return LOOSE;
  return y.index == x.index ? FIXED : MOVING;
}

// Counts the operations from here on whose operands move alike, and finds how.
static size_t row_length(const Arrays *a, const Operation *o, size_t n, uint8_t *motion) {
  for (size_t k = 0; k < o->operands; k++) {
    const int m = n > 1 ? motion_of(a, o[0].operand[k], o[1].operand[k]) : LOOSE;
    if (m == LOOSE) return 1;
    motion[k] = (uint8_t) m;
  }
  for (size_t i = 2; i < n; i++)
    for (size_t k = 0; k < o->operands; k++)
      if (motion_of(a, o[i - 1].operand[k], o[i].operand[k]) != motion[k]) return i;
  return n;
}

static size_t count_rows(const Arrays *a, const Operation *o, size_t n) {
  uint8_t motion[MOST_OPERANDS];
  size_t rows = 0;
  for (size_t i = 0; i < n; rows++) i += row_length(a, o + i, n - i, motion);
  return rows;
}

// Sorts by the places of the operands; `order` names the operand that is compared first, and so on.
static void sort_by(const Arrays *a, Operation *o, size_t n, Sorted *room, const uint8_t *order) {
  for (size_t i = 0; i < n; i++) {
    room[i] = (Sorted){.operation = o[i]};
    for (size_t k = 0, j = 0; k < MOST_OPERANDS; k++)
      if (order[k] < o[i].operands) room[i].place[j++] = a->place[o[i].operand[order[k]]];
  }
  qsort(room, n, sizeof *room, compare_sorted);
  for (size_t i = 0; i < n; i++) o[i] = room[i].operation;
}

// Brings operations of one step into the order with the fewest rows.
static void arrange(const Arrays *a, Operation *o, size_t n, Sorted *room) {
  static const uint8_t orders[][MOST_OPERANDS] = {{0, 1, 2}, {1, 0, 2}, {0, 2, 1},
                                                  {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
  const size_t choices = o->operands == 3 ? 6 : o->operands;
  size_t best = 0, fewest = SIZE_MAX;
  for (size_t i = 0; i < n; i++) {
    const uint32_t x = o[i].operand[0], y = o[i].operand[1];
    if (!o[i].swaps || o[i].operands < 2 || compare_places(a->place[x], a->place[y]) <= 0) continue;
    o[i].operand[0] = y;
    o[i].operand[1] = x;
  }
  for (size_t c = 0; c < choices && fewest > 1; c++) {
    sort_by(a, o, n, room, orders[c]);
    const size_t rows = count_rows(a, o, n);
    if (rows < fewest) fewest = rows, best = c;
  }
  sort_by(a, o, n, room, orders[best]);
}

static uint32_t kind_of(Arrays *a, const Operation *o, const uint8_t *motion, bool loose) {
  Kind kind = {.shape = o->shape, .operands = o->operands, .example = o};
  for (size_t k = 0; k < o->operands; k++) {
    kind.array[k] = a->place[o->operand[k]].array;
    kind.motion[k] = loose ? LOOSE : motion[k];
  }
  for (size_t i = 0; i < a->kinds.n; i++) {
    const Kind *have = &a->kinds.at[i];
    if (have->shape == kind.shape && have->operands == kind.operands &&
        memcmp(have->array, kind.array, sizeof kind.array) == 0 &&
        memcmp(have->motion, kind.motion, sizeof kind.motion) == 0)
      return (uint32_t) i;
  }
  array_push(a->e->arena, &a->kinds, kind);
  return (uint32_t) a->kinds.n - 1;
}

static int compare_rows(const void *left, const void *right) {
  const Row *a = left, *b = right;
  if (a->kind != b->kind) return a->kind < b->kind ? -1 : 1;
  return a->first < b->first ? -1 : a->first > b->first;
}

// Lists the rows of operations that are alike; those of short rows one by one.
static void list_rows(Arrays *a, const Operation *o, size_t n) {
  for (size_t i = 0, end; i < n; i = end) {
    uint8_t motion[MOST_OPERANDS] = {0};
    const size_t length = row_length(a, o + i, n - i, motion);
    const bool loose = length < LEAST_ROW;
    end = i + length;
    for (size_t k = i; k < end; k += loose ? 1 : length)
      array_push(a->e->arena, &a->rows,
                 ((Row){o + k, (uint32_t) (loose ? 1 : length), 0, kind_of(a, o + k, motion, loose)}));
  }
}

static void list_steps(Arrays *a, size_t first, uint32_t apart) {
  for (size_t i = first; i < a->rows.n; i++) {
    const uint32_t kind = a->rows.at[i].kind;
    if (i == first || kind != a->rows.at[i - 1].kind)
      array_push(a->e->arena, &a->steps, ((Step){kind, apart, i, 0}));
    a->steps.at[a->steps.n - 1].rows++;
  }
}

// Gives the result of each operation of a row its place.
static void place_row(Arrays *a, Row *row, uint32_t to, uint32_t apart) {
  row->to = to;
  for (uint32_t i = 0; i < row->n; i++, to++) {
    const TapeInstruction at = tape_instruction(a->e->f->tape, row->first[i].instruction);
    a->place[at.to] = (Place){VALUES, at.op == TAPE_COS ? to + apart : to};
    if (at.op == TAPE_SINCOS) a->place[at.to + 1] = (Place){VALUES, to + apart};
  }
}

// Arranges operations that are alike, gives their results places, and lists their steps: rows in the order of their
// operands, then the loose ones, those of one kind next to each other.
static void place_results(Arrays *a, Operation *o, size_t n, Sorted *room) {
  const uint32_t apart = o->shape == TAPE_SINCOS ? (uint32_t) n : 0;
  const size_t first = a->rows.n;
  uint32_t to = a->values;
  arrange(a, o, n, room);
  list_rows(a, o, n);
  for (int loose = 0; loose < 2; loose++) {
    for (size_t i = first; i < a->rows.n; i++) {
      Row *row = &a->rows.at[i];
      if (is_loose(&a->kinds.at[row->kind]) != (loose == 1)) continue;
      place_row(a, row, to, apart);
      to += row->n;
    }
    if (loose == 0) qsort(a->rows.at + first, a->rows.n - first, sizeof *a->rows.at, compare_rows);
  }
  list_steps(a, first, apart);
  a->values = to + apart;
}

static bool alike(const Operation *a, const Operation *b) {
  return a->level == b->level && a->shape == b->shape && a->operands == b->operands;
}

static double cycles_in_arrays(const Arrays *a) {
  double cycles = STEP_CYCLES * (double) a->steps.n;
  for (size_t i = 0; i < a->rows.n; i++) {
    const Row *row = &a->rows.at[i];
    const bool circular = row->first->shape == TAPE_SINCOS;
    if (is_loose(&a->kinds.at[row->kind]))
      cycles += circular ? CIRCULAR_CYCLES : LOOSE_CYCLES;
    else
      cycles += ROW_CYCLES + row->n * (circular ? CIRCULAR_ROW_CYCLES : IN_ROW_CYCLES);
  }
  return cycles;
}

static double cycles_written(const Arrays *a) {
  const size_t n = a->operations.n;
  double cycles = 0;
  for (size_t i = 0; i < n; i++)
    cycles += a->operations.at[i].shape == TAPE_SINCOS ? CIRCULAR_CYCLES
              : n > WRITTEN_MOST                       ? WRITTEN_FAR_CYCLES
                                                       : WRITTEN_CYCLES;
  return cycles;
}

static void open_places(Arrays *a) {
  Emitter *e = a->e;
  const size_t values = tape_values(e->f->tape);
  a->place = ARENA_ARRAY(e->arena, Place, values + 1);
  for (size_t i = 0; i < values; i++) a->place[i] = NOWHERE;
  array_push(e->arena, &a->arrays, ((NamedArray){"v", true}));
  array_push(e->arena, &a->arrays, ((NamedArray){text_format(e->arena, "%s_numbers", e->f->name), true}));
}

// Could arrays take less time, if each level had one row of each shape? The operations are sorted.
static bool is_worth_a_try(const Arrays *a, double written) {
  const Operation *o = a->operations.at;
  double cycles = 0;
  for (size_t i = 0; i < a->operations.n; i++)
    cycles += (i == 0 || !alike(&o[i - 1], &o[i]) ? STEP_CYCLES : 0) + IN_ROW_CYCLES;
  return cycles < written;
}

// Arranges the tape; false if it is better written out.
static bool arrange_all(Arrays *a) {
  Emitter *e = a->e;
  open_places(a);
  if (!list_operations(a)) return false;
  Operation *const o = a->operations.at;
  const size_t n = a->operations.n;
  const double written = cycles_written(a);
  Sorted *room = ARENA_ARRAY(e->arena, Sorted, n + 1);
  if (n > 0) qsort(o, n, sizeof *o, compare_steps);
  if (!e->f->arrays && !is_worth_a_try(a, written)) return false;
  for (size_t i = 0, end; i < n; i = end) {
    for (end = i + 1; end < n && alike(&o[i], &o[end]);) end++;
    place_results(a, o + i, end - i, room);
  }
  return a->values <= MOST_VALUES && (e->f->arrays || cycles_in_arrays(a) < written);
}

// --- as text -------------------------------------------------------------------------------------

static const char *const operand_names[MOST_OPERANDS] = {"first", "second", "third"};

// Returns an operand within the loop; what it needs before is added to `head`.
static const char *operand_text(const Arrays *a, const Kind *kind, size_t k, size_t column, Text *head) {
  Arena *arena = a->e->arena;
  const char *array = a->arrays.at[kind->array[k]].name, *name = operand_names[k];
  const bool number = kind->array[k] == NUMBERS && a->e->f->lanes;
  if (!a->arrays.at[kind->array[k]].elements) return array;
  const char *element = text_format(arena, "%s[at[%zu]]", array, column);
  if (number) element = text_format(arena, "DAL_REAL(%s)", element);
  if (kind->motion[k] == LOOSE) return element;
  if (kind->motion[k] == FIXED) {
    text_addf(head, "    const dal_real %s = %s;\n", name, element);
    return name;
  }
  text_addf(head, "    const %s *const %s = %s + at[%zu];\n", number ? "double" : "dal_real", name, array, column);
  return text_format(arena, number ? "DAL_REAL(%s[i])" : "%s[i]", name);
}

// Returns the operation with these texts for its operands.
static const char *operation_text(Emitter *e, const Operation *o, const char *const *operand) {
  const char *kept[MOST_OPERANDS];
  Binding binding[MOST_OPERANDS];
  for (size_t k = 0; k < o->operands; k++) {
    kept[k] = e->text[o->operand[k]];
    binding[k] = e->binding[o->operand[k]];
    e->text[o->operand[k]] = operand[k];
    e->binding[o->operand[k]] = BIND_ATOM;
  }
  const TapeInstruction at = tape_instruction(e->f->tape, o->instruction);
  const char *text = emitter_expression(e, &at);
  for (size_t k = 0; k < o->operands; k++) {
    e->text[o->operand[k]] = kept[k];
    e->binding[o->operand[k]] = binding[k];
  }
  return text;
}

// Adds the loop of one kind: over the rows of a step, and over the values of a row.
static void add_kind(const Arrays *a, size_t number) {
  Emitter *e = a->e;
  const EmitFunction *f = e->f;
  const Kind *kind = &a->kinds.at[number];
  const bool loose = is_loose(kind);
  const size_t before = loose ? 0 : 2, columns = before + kind->operands;
  const char *operand[MOST_OPERANDS];
  Text head = text_make(e->arena);
  for (size_t k = 0; k < kind->operands; k++)
    operand[k] = operand_text(a, kind, k, before + k, &head);
  text_addf(e->out,
            "static %s void %s_rows_%zu(%s, const dal_real *restrict v, dal_real *restrict into, const unsigned *at, "
            "long rows, long apart) {\n  for (long row = 0; row < rows; row++, at += %zu) {\n%s",
            loose ? "DAL_LOOSE" : "DAL_ROWS", f->name, number + 1, f->parameters, columns, text_get(&head));
  if (!loose) text_add(e->out, "    dal_real *const to = into + at[1];\n    const long n = at[0];\n");
  if (kind->shape == TAPE_SINCOS && loose)
    text_addf(e->out, "    dal_sincos(%s, into + row, into + row + apart);\n", operand[0]);
  else if (kind->shape == TAPE_SINCOS && !f->lanes && kind->motion[0] == MOVING)
    text_addf(e->out, "    dal_sincos_row(n, %s, to, to + apart);\n", operand_names[0]);
  else if (kind->shape == TAPE_SINCOS)
    text_addf(e->out, "    for (long i = 0; i < n; i++) dal_sincos(%s, to + i, to + i + apart);\n", operand[0]);
  else
    text_addf(e->out, loose ? "    into[row] = %s;\n" : "    for (long i = 0; i < n; i++) to[i] = %s;\n",
              operation_text(e, kind->example, operand));
  text_add(e->out, "  }\n}\n\n");
}

static void add_number(Text *out, size_t *column, size_t number) {
  text_addf(out, *column == 0 ? "\n  %zu," : " %zu,", number);
  *column = (*column + 1) % 16;
}

// Adds the tables of constants and places. Returns where each step begins in the latter.
static size_t *add_tables(const Arrays *a) {
  Emitter *e = a->e;
  const Tape *tape = e->f->tape;
  size_t *begin = ARENA_ARRAY(e->arena, size_t, a->steps.n + 1), count = 0, column = 0;
  text_addf(e->out, "static const double %s_numbers[] = {", e->f->name);
  for (size_t i = 0; i < tape_constants(tape); i++) {
    text_add(e->out, i % 4 == 0 ? "\n  " : " ");
    emit_number_in(e->l, tape_constant_at(tape, i), e->out);
    text_add_char(e->out, ',');
  }
  text_add(e->out, " 0};\n\n");
  text_addf(e->out, "static const unsigned %s_places[] = {", e->f->name);
  for (size_t s = 0; s < a->steps.n; s++) {
    begin[s] = count;
    for (size_t r = a->steps.at[s].first; r < a->steps.at[s].first + a->steps.at[s].rows; r++) {
      const Row *row = &a->rows.at[r];
      const bool loose = is_loose(&a->kinds.at[row->kind]);
      if (!loose) add_number(e->out, &column, row->n);
      if (!loose) add_number(e->out, &column, row->to);
      for (size_t k = 0; k < row->first->operands; k++)
        add_number(e->out, &column, a->place[row->first->operand[k]].index);
      count += (size_t) (loose ? 0 : 2) + row->first->operands;
    }
  }
  text_add(e->out, "\n};\n\n");
  return begin;
}

// Counts the outputs from here on that are elements next to each other, and computed in steps.
static size_t count_stored(const Arrays *a, size_t from) {
  const EmitFunction *f = a->e->f;
  const EmitElement first = emit_element(f->output[from]);
  size_t n = 0;
  for (; first.index >= 0 && from + n < tape_outputs(f->tape); n++) {
    const EmitElement at = emit_element(f->output[from + n]);
    if (a->place[tape_output(f->tape, from + n)].array != VALUES) break;
    if (at.name != first.name || at.index != first.index + (long) n) break;
    if (memcmp(f->output[from], f->output[from + n], at.name) != 0) break;
  }
  return n;
}

// Adds loops that store outputs, with a table of the places of their values. Those that are left remain in *left, as first and
// end of each run.
static void store_outputs(const Arrays *a, Text *calls, EmitRuns *left) {
  const EmitFunction *f = a->e->f;
  const size_t outputs = tape_outputs(f->tape);
  Text table = text_make(a->e->arena);
  size_t stored = 0, column = 0;
  for (size_t i = 0, n; i < outputs; i += n) {
    n = count_stored(a, i);
    if (n < LEAST_STORED) {
      n = n > 0 ? n : 1;
      array_push(a->e->arena, left, ((EmitRun){i, i + n}));
      continue;
    }
    const EmitElement first = emit_element(f->output[i]);
    text_addf(calls, "  for (int i = 0; i < %zu; i++) %.*s[%ld + i] = v[%s_outputs[%zu + i]];\n", n,
              (int) first.name, f->output[i], first.index, f->name, stored);
    for (size_t k = 0; k < n; k++)
      add_number(&table, &column, a->place[tape_output(f->tape, i + k)].index);
    stored += n;
  }
  if (stored > 0)
    text_addf(a->e->out, "static const unsigned %s_outputs[] = {%s\n};\n\n", f->name, text_get(&table));
}

const char *emitter_emit_arrays(Emitter *e, size_t *read, EmitRuns *left) {
  Arrays a = {.e = e};
  if (!arrange_all(&a)) return NULL;
  const size_t *begin = add_tables(&a);
  for (size_t i = 0; i < a.kinds.n; i++) add_kind(&a, i);
  *read = a.kinds.n + a.steps.n;
  Text calls = text_make(e->arena);
  text_addf(&calls, "  dal_real v[%u];\n", a.values + 1);
  for (size_t s = 0; s < a.steps.n; s++) {
    const Step *step = &a.steps.at[s];
    const uint32_t into = is_loose(&a.kinds.at[step->kind]) ? a.rows.at[step->first].to : 0;
    text_addf(&calls, "  %s_rows_%u(%s, v, v + %u, %s_places + %zu, %zu, %u);\n", e->f->name, step->kind + 1,
              e->f->arguments, into, e->f->name, begin[s], step->rows, step->apart);
  }
  for (uint32_t i = 0; i < tape_values(e->f->tape); i++)
    if (a.place[i].array == VALUES) e->text[i] = text_format(e->arena, "v[%u]", a.place[i].index);
  store_outputs(&a, &calls, left);
  return text_get(&calls);
}
