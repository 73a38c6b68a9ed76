// Laws of native/emit_loops.c: a loop computes what its outputs compute when they are written out. The generator draws
// lattices of points with bonds to neighbours, and breaks their order: other bonds, functions without a loop, edges.

#include "support/rates.h"

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

static RateTape as_rate(const Lattice *l) {
  return (RateTape){.tape = l->tape, .fixed = l->parameters, .states = l->points * l->components};
}

// Writes the function, and counts those with loops.
static size_t write_rate(const Lattice *l, Text *out) {
  const RateTape r = as_rate(l);
  const size_t fixed = rates_write(&r, false, out);
  drawn++;
  looped += strstr(text_get(out), "rate_loop_1") != NULL;
  return fixed;
}

// Returns the values of the tape.
static const double *interpreted(const Lattice *l, const double *inputs) {
  double *work = ARENA_ARRAY(l->g->arena, double, tape_values(l->tape));
  memcpy(work, inputs, tape_inputs(l->tape) * sizeof *work);
  tape_start(l->tape, work);
  tape_run(l->tape, work);
  return work;
}

// Law: without fused products, loops compute the bits of the interpreter.
PROP(same_as_interpreter, 10) {
  Lattice l = gen_lattice(g);
  Text rate = text_make(g->arena);
  const size_t fixed = write_rate(&l, &rate), n = l.points * l.components;
  NativeUnit *unit = rates_compile(g, "#define DAL_FUSED 0\n", "real", text_get(&rate));
  const RateTape r = as_rate(&l);
  const double *work = interpreted(&l, rates_inputs(g, &r));
  const double *all = rates_prepared(g, &r, unit, work, fixed);
  double *out = ARENA_ARRAY(g->arena, double, n);
  Rate *function;
  rates_find(g, unit, "rate", &function);
  function(all, work[l.parameters], work + l.parameters + 1, out);
  native_close(unit);
  for (size_t i = 0; i < n; i++) CHECK(rates_same_bits(out[i], work[tape_output(l.tape, i)]));
}

// Law: one motion and several at once have the same bits, with fused products.
PROP(same_in_lanes, 4) {
  Lattice l = gen_lattice(g);
  const RateTape r = as_rate(&l);
  rates_check_lanes(g, &r, rates_inputs(g, &r));
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
