// Laws of native/emit_loops.c: a loop computes what its outputs compute when they are written out. The generator draws
// lattices of points with bonds to neighbours, and breaks their order: other bonds, functions without a loop, edges.

#include "native/emit.h"
#include "support/judge.h"
#include "support/native.h"

#include <math.h>
#include <stdlib.h>

#define MOST_POINTS 400
#define SHARED 3  // parameters of all points; one for each point follows
#define MOST_BONDS 3
#define MOST_ODD 3

typedef struct {
  Gen *g;
  TapeBuilder *b;
  size_t points, components, parameters;
  bool interleaved;  // the components of a point are next to each other
  bool closed;       // the last points are joined to the first ones
  Value *p, *q;      // inputs
  Value *out;
  unsigned force[MOST_BONDS];
  size_t reach[MOST_BONDS], bonds;
  Tape *tape;
} Lattice;

static void destroy_tape(void *tape) {
  tape_destroy(tape);
}

static Value op(Lattice *l, TapeOp code, Value a, Value b) {
  return tape_op(l->b, code, a, b);
}

static size_t place(const Lattice *l, size_t point, size_t component) {
  return l->interleaved ? point * l->components + component : component * l->points + point;
}

// A force over a distance d, for parameters c of all bonds and k of one.
static Value force_over(Lattice *l, unsigned kind, Value d, Value c, Value k) {
  const Value square = op(l, TAPE_MUL, d, d);
  switch (kind) {
    case 0: return op(l, TAPE_MUL, c, d);
    case 1: return op(l, TAPE_MUL, k, op(l, TAPE_ADD, d, op(l, TAPE_MUL, square, d)));
    case 2: return op(l, TAPE_DIV, d, op(l, TAPE_SQRT, op(l, TAPE_ADD, square, c), c));
    case 3: return op(l, TAPE_MUL, op(l, TAPE_ABS, d, d), op(l, TAPE_SUB, d, k));
    case 4: return op(l, TAPE_DIV, op(l, TAPE_NEG, d, d), k);
    default: return op(l, TAPE_SIN, d, d);
  }
}

// The bond of this number from a point, in one component, added to the forces on both ends.
static void add_bond(Lattice *l, size_t bond, size_t from, size_t component, bool odd) {
  const size_t to = (from + l->reach[bond]) % l->points;
  const size_t a = place(l, from, component), b = place(l, to, component);
  const Value d = op(l, TAPE_SUB, l->q[a], l->q[b]);
  const unsigned kind = odd ? (unsigned) gen_below(l->g, 6) : l->force[bond];
  const Value f = force_over(l, kind, d, l->p[bond % SHARED], l->p[SHARED + from]);
  l->out[a] = op(l, TAPE_SUB, l->out[a], f);
  l->out[b] = op(l, TAPE_ADD, l->out[b], f);
}

static void add_bonds(Lattice *l) {
  size_t odd[MOST_ODD] = {0};  // bonds of another kind
  const size_t count = gen_below(l->g, MOST_ODD + 1);
  for (size_t i = 0; i < count; i++) odd[i] = 1 + gen_below(l->g, l->points);
  for (size_t bond = 0; bond < l->bonds; bond++)
    for (size_t i = 0; i + (l->closed ? 0 : l->reach[bond]) < l->points; i++)
      for (size_t c = 0; c < l->components; c++)
        add_bond(l, bond, i, c, i + 1 == odd[bond]);
}

// Products of two neighbours, squares up to some point: there, two inputs of a later group are one.
static void add_products(Lattice *l) {
  const size_t n = l->points * l->components, edge = gen_below(l->g, 3), reach = gen_below(l->g, 3);
  for (size_t i = 0; i + reach < n; i++)
    l->out[i] = op(l, TAPE_ADD, l->out[i], op(l, TAPE_MUL, l->q[i], l->q[i < edge ? i : i + reach]));
}

static Lattice gen_lattice(Gen *g) {
  Lattice l = {.g = g, .b = tape_builder_create(g->arena, g->pool)};
  l.components = 1 + gen_below(g, 3);
  l.bonds = 1 + gen_below(g, MOST_BONDS);
  l.points = (MOST_POINTS / 2 + gen_below(g, MOST_POINTS / 2)) / (1 + gen_below(g, l.components));
  l.interleaved = gen_below(g, 2);
  l.closed = gen_below(g, 2);
  l.parameters = SHARED + l.points;
  for (size_t i = 0; i < l.bonds; i++) {
    l.force[i] = (unsigned) gen_below(g, 5);
    l.reach[i] = i == 0 ? 1 : 1 + gen_below(g, 30);
  }
  const size_t n = l.points * l.components;
  l.p = ARENA_ARRAY(g->arena, Value, l.parameters);
  l.q = ARENA_ARRAY(g->arena, Value, n);
  l.out = ARENA_ARRAY(g->arena, Value, n);
  for (size_t i = 0; i < l.parameters; i++)
    l.p[i] = tape_input(l.b, expr_symbol(g->pool, str(text_format(g->arena, "p%zu", i)), SYMBOL_CONSTANT));
  tape_input(l.b, EXPR_TIME);
  for (size_t i = 0; i < n; i++)
    l.q[i] = tape_input(l.b, expr_symbol(g->pool, str(text_format(g->arena, "q%zu", i)), SYMBOL_CONSTANT));
  for (size_t i = 0; i < n; i++) l.out[i] = tape_constant(l.b, 0);
  if (gen_below(g, 2)) add_products(&l);
  add_bonds(&l);
  // each divided by its mass; somewhere the same output again, and an input
  for (size_t i = 0; i < l.points; i++)
    for (size_t c = 0; c < l.components; c++)
      l.out[place(&l, i, c)] = op(&l, TAPE_DIV, l.out[place(&l, i, c)], l.p[SHARED + i]);
  if (gen_below(g, 2)) l.out[gen_below(g, n)] = l.out[gen_below(g, n)];
  if (gen_below(g, 2)) l.out[gen_below(g, n)] = l.q[gen_below(g, n)];
  l.tape = tape_finish_for(l.b, l.out, n, (TapeUse){.fixed = l.parameters});
  arena_defer(g->arena, destroy_tape, l.tape);
  return l;
}

static size_t drawn, looped;  // lattices; those with loops

// --- compiled ------------------------------------------------------------------------------------

typedef void Rate(const double *p, double t, const double *y, double *out);
typedef void Prepare(double *p);

// Writes the function `rate`, and `prepare`, unless the numbers are those of lanes. Returns how many numbers p has.
static size_t write_rate(const Lattice *l, bool lanes, Text *out) {
  Arena *arena = l->g->arena;
  const size_t n = l->points * l->components, inputs = l->parameters + 1 + n;
  const char **in = ARENA_ARRAY(arena, const char *, inputs), **to = ARENA_ARRAY(arena, const char *, n);
  const char **name = ARENA_ARRAY(arena, const char *, inputs);
  for (size_t i = 0; i < inputs; i++) name[i] = text_format(arena, "x%zu", i);
  for (size_t i = 0; i < inputs; i++)
    in[i] = i < l->parameters    ? text_format(arena, "p[%zu]", i)
            : i == l->parameters ? "t"
                                 : text_format(arena, "y[%zu]", i - l->parameters - 1);
  for (size_t i = 0; i < n; i++) to[i] = text_format(arena, "out[%zu]", i);
  Text prepared = text_make(arena);
  EmitPrepared place = {.out = &prepared, .n = l->parameters};
  emit_function(&(EmitFunction){.tape = l->tape,
                                .linkage = "",
                                .name = "rate",
                                .parameters = "const dal_real *restrict p, dal_real t, const "
                                              "dal_real *restrict y, dal_real *restrict out",
                                .arguments = "p, t, y, out",
                                .input = in,
                                .input_name = name,
                                .output = to,
                                .lanes = lanes,
                                .fixed = l->parameters,
                                .prepared = &place},
                out);
  drawn++;
  looped += strstr(text_get(out), "rate_loop_1") != NULL;
  text_addf(out, "void prepare(dal_real *p) {\n%s}\n", text_get(&prepared));
  return place.n;
}

static void *found(Gen *g, const NativeUnit *unit, const char *name) {
  void *symbol = native_symbol(unit, name);
  CHECK(symbol != NULL);
  return symbol;
}

static NativeUnit *compiled(Gen *g, const char *before, const char *kind, const char *rate) {
  Text all = text_make(g->arena);
  NativeUnit *unit = NULL;
  NativeTrouble trouble;
  text_add(&all, before);
  text_add_str(&all, emit_text(kind));
  text_add_str(&all, emit_text("sincos"));
  text_add(&all, rate);
  const char *source = text_get(&all);
  const Status status = native_open(source, strlen(source), &unit, &trouble);
  if (status != STATUS_OK) fputs(trouble.text, stderr);
  CHECK(status == STATUS_OK);
  return unit;
}

// Returns whether all values could be computed; those of the tape are in work.
static const double *interpreted(const Lattice *l) {
  Gen *g = l->g;
  const size_t n = l->points * l->components;
  double *work = ARENA_ARRAY(g->arena, double, tape_values(l->tape));
  uint64_t seed = gen_below(g, 1000);  // one draw, so that a failing lattice is made smaller soon
  for (size_t i = 0; i <= l->parameters + n; i++) {
    seed = hash_mix(seed + 1);
    work[i] = (i < l->parameters ? 1.5 : 0) + (double) (seed >> 11) * 0x1p-53;
  }
  tape_start(l->tape, work);
  tape_run(l->tape, work);
  return work;
}

static double *fixed_numbers(const Lattice *l, const double *work, size_t n) {
  double *p = ARENA_ARRAY(l->g->arena, double, n);
  memcpy(p, work, l->parameters * sizeof *p);
  return p;
}

static bool same_bits(double a, double b) {
  return memcmp(&a, &b, sizeof a) == 0 || (isnan(a) && isnan(b));
}

// Law: without fused products, loops compute the bits of the interpreter.
PROP(same_as_interpreter, 10) {
  Lattice l = gen_lattice(g);
  Text rate = text_make(g->arena);
  const size_t fixed = write_rate(&l, false, &rate), n = l.points * l.components;
  NativeUnit *unit = compiled(g, "#define DAL_FUSED 0\n", "real", text_get(&rate));
  const double *work = interpreted(&l);
  double *numbers = fixed_numbers(&l, work, fixed), *out = ARENA_ARRAY(g->arena, double, n);
  Rate *function;
  Prepare *prepare;
  void *symbols[] = {found(g, unit, "rate"), found(g, unit, "prepare")};
  memcpy(&function, &symbols[0], sizeof function);
  memcpy(&prepare, &symbols[1], sizeof prepare);
  prepare(numbers);
  function(numbers, work[l.parameters], work + l.parameters + 1, out);
  native_close(unit);
  for (size_t i = 0; i < n; i++) CHECK(same_bits(out[i], work[tape_output(l.tape, i)]));
}

#define WIDTH 4

// Calls `rate` of lanes with the same numbers in all of them. Its arguments are passed by a function of doubles.
static const char by_address[] =
  "void call(const dal_real *p, const dal_real *y, dal_real *out) {\n  rate(p, (dal_real){0}, y, out);\n}\n";

typedef void Call(const double *p, const double *y, double *out);

static double *in_lanes(Arena *arena, const double *x, size_t n) {
  double *lanes = ARENA_ARRAY(arena, double, WIDTH * (n + 1));
  while ((uintptr_t) lanes % (WIDTH * sizeof *lanes) != 0) lanes++;
  for (size_t i = 0; i < WIDTH * n; i++) lanes[i] = x[i / WIDTH];
  return lanes;
}

// Law: one motion and several at once have the same bits, with fused products.
PROP(same_in_lanes, 4) {
  Lattice l = gen_lattice(g);
  Text one = text_make(g->arena), many = text_make(g->arena);
  const size_t fixed = write_rate(&l, false, &one), n = l.points * l.components;
  write_rate(&l, true, &many);
  text_add(&many, by_address);
  NativeUnit *alone = compiled(g, "", "real", text_get(&one));
  NativeUnit *together = compiled(g, "#define DAL_WIDTH 4\n", "lanes", text_get(&many));
  const double *work = interpreted(&l), *y = work + l.parameters + 1;
  double *numbers = fixed_numbers(&l, work, fixed), *out = ARENA_ARRAY(g->arena, double, n);
  Rate *function;
  Prepare *prepare;
  Call *call;
  void *symbols[] = {found(g, alone, "rate"), found(g, alone, "prepare"), found(g, together, "call")};
  memcpy(&function, &symbols[0], sizeof function);
  memcpy(&prepare, &symbols[1], sizeof prepare);
  memcpy(&call, &symbols[2], sizeof call);
  prepare(numbers);
  function(numbers, 0, y, out);
  double *all = in_lanes(g->arena, out, n);
  call(in_lanes(g->arena, numbers, fixed), in_lanes(g->arena, y, n), all);
  native_close(alone);
  native_close(together);
  for (size_t i = 0; i < WIDTH * n; i++) CHECK(same_bits(all[i], out[i / WIDTH]));
}

// A test of lattices without loops would prove nothing.
static void some_have_loops(void **state) {
  (void) state;
  assert_true(3 * looped >= drawn);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    PLACE_TEST(same_as_interpreter),
    PLACE_TEST(same_in_lanes),
    cmocka_unit_test(some_have_loops),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
