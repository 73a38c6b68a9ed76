// native/emit_loops.c: outputs that repeat, as loops.
//
// In:    the emitter of a long function, once the values that stay constant are prepared
// Out:   groups of outputs that differ only in the places of their inputs, like the forces in a chain or a net of springs;
//        each run of them as a function with one loop
// Law:   the same operations as without loops (tests/prop/native/prop_loops.c)
// Cost:  MOST_PERIOD comparisons of up to MOST_NODES instructions for each output
// Not:   functions of the C library, which are not vectorized; eliminations, whose steps wait for each other
//
// Written out, 1000 springs take more code than fits into the caches, one number at a time; compilers vectorize the loop. What
// two neighbours share, such as the force of a spring, is computed for both, since iterations must not wait for each other.

#include "native/emit_impl.h"
#include <stdlib.h>
#include <string.h>

#define MOST_PERIOD 6    // outputs of a group: two points in space
#define MOST_NODES 120   // instructions of a group
#define LEAST_GROUPS 16  // of a run
#define MOST_REPEATED 2  // times as many instructions as without the loop

typedef struct {
  const Emitter *e;
  const uint32_t *maker;           // of each value: its instruction, starting at 1
  uint32_t *counterpart, *paired;  // of each value of the first group: the value that was compared with it, in the
  uint32_t comparison;             // comparison of this number
  long *stride;                    // of each input of the first group: how far its place moves from group to group,
  uint32_t *strided, run;          // in the run of this number
  ARRAY(uint32_t) nodes;           // instructions of the first group
  ARRAY(uint32_t) inputs;          // values
  size_t fresh;                    // instructions of the second group that the first one does not have
  ARRAY(uint32_t) waiting;         // pairs of values
} Matching;

EmitElement emit_element(const char *text) {
  const char *const bracket = strchr(text, '['), *const end = text + strlen(text);
  EmitElement p = {(size_t) (end - text), -1};
  if (bracket == NULL || end[-1] != ']') return p;
  char *after;
  const long index = strtol(bracket + 1, &after, 10);
  return after + 1 == end && index >= 0 ? (EmitElement){(size_t) (bracket - text), index} : p;
}

// How far is it from one element of an array to another? False if these are not elements of one array, or not the same text.
static bool find_distance(const char *from, const char *to, long *distance) {
  const EmitElement a = emit_element(from), b = emit_element(to);
  *distance = b.index - a.index;
  return (a.index < 0) == (b.index < 0) && a.name == b.name && memcmp(from, to, a.name) == 0;
}

static bool is_vectorized(uint32_t op) {
  switch (op) {
    case TAPE_ADD:
    case TAPE_SUB:
    case TAPE_MUL:
    case TAPE_DIV:
    case TAPE_NEG:
    case TAPE_SQRT:
    case TAPE_ABS: return true;
    default: return false;
  }
}

// Do these values move like all others of their group? The group is number k after the first.
static bool match_inputs(Matching *m, uint32_t a, uint32_t b, long k) {
  long distance;
  if (m->e->text[a] == NULL || m->e->text[b] == NULL) return false;
  if (!find_distance(m->e->text[a], m->e->text[b], &distance)) return false;
  if (m->strided[a] == m->run) return distance == k * m->stride[a];
  if (k != 1) return false;
  m->strided[a] = m->run;
  m->stride[a] = distance;
  array_push(m->e->arena, &m->inputs, a);
  return true;
}

static bool match_instructions(Matching *m, uint32_t a, uint32_t b, long k) {
  const Tape *tape = m->e->f->tape;
  const TapeInstruction x = tape_instruction(tape, m->maker[a] - 1), y = tape_instruction(tape, m->maker[b] - 1);
  if (x.op != y.op || !is_vectorized(x.op) || (m->e->fused[a] > 0) != (m->e->fused[b] > 0)) return false;
  const uint32_t operands[] = {x.a, y.a, x.b, y.b};
  for (size_t i = 0; i < 4; i++) array_push(m->e->arena, &m->waiting, operands[i]);
  if (k == 1) array_push(m->e->arena, &m->nodes, m->maker[a] - 1);
  return m->nodes.n <= MOST_NODES;
}

// Is b computed like a, from inputs that have all moved on by k times their strides?
static bool match(Matching *m, uint32_t a, uint32_t b, long k) {
  m->waiting.n = 0;
  array_push(m->e->arena, &m->waiting, a);
  array_push(m->e->arena, &m->waiting, b);
  while (m->waiting.n > 0) {
    const uint32_t y = m->waiting.at[--m->waiting.n], x = m->waiting.at[--m->waiting.n];
    if (m->paired[x] == m->comparison) {
      if (m->counterpart[x] != y) return false;
      continue;
    }
    m->paired[x] = m->comparison;
    m->counterpart[x] = y;
    const bool made = m->maker[x] > 0 && m->e->varies[x];
    if (made != (m->maker[y] > 0 && m->e->varies[y])) return false;
    if (!(made ? match_instructions(m, x, y, k) : match_inputs(m, x, y, k))) return false;
  }
  return true;
}

// Is group number k like the first one, which has `period` outputs from number `first` on?
static bool match_group(Matching *m, size_t first, size_t period, size_t k) {
  const EmitFunction *f = m->e->f;
  m->comparison++;
  for (size_t i = first; i < first + period; i++) {
    long distance, step;
    const size_t other = i + k * period;
    if (!find_distance(f->output[i], f->output[i + period], &step) ||
        !find_distance(f->output[i], f->output[other], &distance) || distance != (long) k * step ||
        !match(m, tape_output(f->tape, i), tape_output(f->tape, other), (long) k))
      return false;
  }
  return true;
}

// Counts the instructions of the second group that the first one does not have.
static size_t count_fresh(Matching *m) {
  const Tape *tape = m->e->f->tape;
  size_t fresh = 0;
  for (size_t i = 0; i < m->nodes.n; i++)
    fresh += m->paired[m->counterpart[tape_instruction(tape, m->nodes.at[i]).to]] != m->comparison;
  return fresh;
}

// Compares the groups of outputs from number `first` on.
static EmitLoop run_of(Matching *m, size_t first, size_t period) {
  const size_t outputs = tape_outputs(m->e->f->tape);
  EmitLoop loop = {first, period, 1};
  m->run++;
  m->nodes.n = m->inputs.n = 0;
  for (size_t k = 1; first + (k + 1) * period <= outputs && match_group(m, first, period, k); k++) {
    if (k == 1) m->fresh = count_fresh(m);
    loop.groups++;
  }
  return loop;
}

static bool is_worth_it(const Matching *m, EmitLoop loop) {
  return loop.groups >= LEAST_GROUPS && m->nodes.n > 0 && m->nodes.n <= MOST_REPEATED * m->fresh;
}

static Matching open_matching(const Emitter *e) {
  const Tape *tape = e->f->tape;
  const size_t values = tape_values(tape) + 1;
  uint32_t *maker = ARENA_ARRAY(e->arena, uint32_t, values);
  for (uint32_t i = 0; i < tape_length(tape); i++) {
    const TapeInstruction at = tape_instruction(tape, i);
    for (size_t k = 0; k < tape_results(at); k++) maker[at.to + k] = i + 1;
  }
  return (Matching){.e = e,
                    .maker = maker,
                    .counterpart = ARENA_ARRAY(e->arena, uint32_t, values),
                    .paired = ARENA_ARRAY(e->arena, uint32_t, values),
                    .stride = ARENA_ARRAY(e->arena, long, values),
                    .strided = ARENA_ARRAY(e->arena, uint32_t, values)};
}

EmitLoops emitter_find_loops(const Emitter *e) {
  const size_t outputs = tape_outputs(e->f->tape);
  Matching m = open_matching(e);
  EmitLoops loops = {0};
  for (size_t i = 0, next; i < outputs; i = next) {
    EmitLoop best = {i, 1, 0};
    next = i + 1;
    for (size_t period = 1; period <= MOST_PERIOD; period++) {
      const EmitLoop loop = run_of(&m, i, period);
      const size_t end = i + loop.groups * period;
      if (is_worth_it(&m, loop) && end > i + best.groups * best.period) best = loop;
      // a run that is not worth a loop is not worth one from a later group on, either
      if ((loop.groups >= LEAST_GROUPS || m.nodes.n == 0) && end > next) next = end;
      if (m.nodes.n == 0) break;  // copies of inputs
    }
    if (best.groups == 0) continue;
    array_push(e->arena, &loops, best);
    next = i + best.groups * best.period;
  }
  return loops;
}

// --- as text -------------------------------------------------------------------------------------

// Returns an element of an array in iteration i.
static const char *moving(const Emitter *e, const char *text, long stride) {
  const EmitElement p = emit_element(text);
  if (stride == 0) return text;
  const char *by = labs(stride) > 1 ? text_format(e->arena, "%ld * ", labs(stride)) : "";
  return text_format(e->arena, "%.*s[%ld %c %si]", (int) p.name, text, p.index, stride < 0 ? '-' : '+', by);
}

static int compare_numbers(const void *left, const void *right) {
  const uint32_t a = *(const uint32_t *) left, b = *(const uint32_t *) right;
  return (a > b) - (a < b);
}

// Returns the statements of one iteration, a line each.
static const char *body_of(Emitter *e, const Matching *m, EmitLoop loop) {
  const EmitFunction *f = e->f;
  Text *const out = e->out, body = text_make(e->arena);
  e->out = &body;
  for (size_t i = 0; i < m->nodes.n; i++) emitter_emit(e, m->nodes.at[i]);
  for (size_t i = loop.first; i < loop.first + loop.period; i++) {
    long step = 0;
    (void) find_distance(f->output[i], f->output[i + loop.period], &step);
    text_addf(&body, "  %s = %s;\n", moving(e, f->output[i], step), e->text[tape_output(f->tape, i)]);
  }
  e->out = out;
  return text_get(&body);
}

void emitter_emit_loop(Emitter *e, EmitLoop loop, size_t number) {
  const EmitFunction *f = e->f;
  Matching m = open_matching(e);
  run_of(&m, loop.first, loop.period);
  qsort(m.nodes.at, m.nodes.n, sizeof *m.nodes.at, compare_numbers);
  const char **text = ARENA_ARRAY(e->arena, const char *, m.inputs.n + 1);
  for (size_t i = 0; i < m.inputs.n; i++) {
    text[i] = e->text[m.inputs.at[i]];
    e->text[m.inputs.at[i]] = moving(e, text[i], m.stride[m.inputs.at[i]]);
  }
  text_addf(e->out, "static DAL_LOOP void %s_loop_%zu(%s) {\n  for (long i = 0; i < %zu; i++) {\n", f->name, number,
            f->parameters, loop.groups);
  for (const char *line = body_of(e, &m, loop), *end; *line != '\0'; line = end + 1) {
    end = strchr(line, '\n');
    text_addf(e->out, "  %.*s", (int) (end + 1 - line), line);
  }
  text_add(e->out, "  }\n}\n\n");
  for (size_t i = 0; i < m.inputs.n; i++) e->text[m.inputs.at[i]] = text[i];
  for (size_t i = 0; i < m.nodes.n; i++) {
    const uint32_t to = tape_instruction(f->tape, m.nodes.at[i]).to;
    e->text[to] = NULL;
    e->binding[to] = BIND_ATOM;
  }
}
