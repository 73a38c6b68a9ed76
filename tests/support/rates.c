// support/rates.c: tapes as compiled functions.

#include "support/rates.h"

#include <math.h>
#include <stdlib.h>

#define WIDTH 4

// Calls `rate` of lanes: its arguments are passed by a function of doubles.
static const char by_address[] =
  "void call(const dal_real *p, const dal_real *y, dal_real *out) {\n  rate(p, (dal_real){0}, y, out);\n}\n";

// Returns the text of an input: an element of p, t, or an element of y.
static const char *input_text(Arena *arena, size_t i, size_t fixed) {
  if (i == fixed) return "t";
  return i < fixed ? text_format(arena, "p[%zu]", i) : text_format(arena, "y[%zu]", i - fixed - 1);
}

size_t rates_write(const RateTape *r, bool lanes, Text *out) {
  Arena *arena = out->arena;
  const Tape *tape = r->tape;
  const size_t fixed = r->fixed;
  const size_t n = tape_outputs(tape), inputs = tape_inputs(tape);
  const char **in = ARENA_ARRAY(arena, const char *, inputs), **to = ARENA_ARRAY(arena, const char *, n);
  const char **name = ARENA_ARRAY(arena, const char *, inputs);
  for (size_t i = 0; i < inputs; i++) {
    in[i] = input_text(arena, i, fixed);
    name[i] = text_format(arena, "x%zu", i);
  }
  for (size_t i = 0; i < n; i++) to[i] = text_format(arena, "out[%zu]", i);
  Text prepared = text_make(arena);
  EmitPrepared place = {.out = &prepared, .n = fixed};
  emit_function(&(EmitFunction){.tape = tape,
                                .linkage = "",
                                .name = "rate",
                                .parameters = "const dal_real *restrict p, dal_real t, const "
                                              "dal_real *restrict y, dal_real *restrict out",
                                .arguments = "p, t, y, out",
                                .input = in,
                                .input_name = name,
                                .output = to,
                                .lanes = lanes,
                                .arrays = r->arrays,
                                .fixed = fixed,
                                .prepared = &place},
                out);
  text_addf(out, "void prepare(dal_real *p) {\n%s}\n", text_get(&prepared));
  return place.n;
}

// Writes the operations as cases of a switch.
static void write_operations(Text *out) {
  static const char *const words[] = {"a", "a", "b", "b", NULL};
  for (uint32_t op = 0; op < TAPE_OP_COUNT; op++) {
    text_addf(out, "      case %u: ", op);
    if (op == TAPE_SIN || op == TAPE_COS || op == TAPE_SINCOS) {
      text_add(out, "dal_sincos(a, &s, &c); *to = ");
      text_add(out, op == TAPE_SIN ? "s;" : op == TAPE_COS ? "c;" : "s, to[1] = c;");
    } else {
      text_add(out, "*to = ");
      emit_fill(out, emit_c_real.op[op], words);
      text_add_char(out, ';');
    }
    text_add(out, " break;\n");
  }
}

void rates_write_reference(const RateTape *r, Text *out) {
  const Tape *tape = r->tape;
  const size_t fixed = r->fixed;
  const size_t inputs = tape_inputs(tape), constants = tape_constants(tape), values = tape_values(tape);
  text_add(out, "static const unsigned code[][4] = {\n");
  for (size_t i = 0; i < tape_length(tape); i++) {
    const TapeInstruction at = tape_instruction(tape, i);
    text_addf(out, "  {%u, %u, %u, %u},\n", at.op, at.to, at.a, at.b);
  }
  text_add(out, "};\nstatic const double constant[] = {0");
  for (size_t i = 0; i < constants; i++) {
    text_add(out, ",\n  ");
    emit_number(tape_constant_at(tape, i), out);
  }
  text_addf(out,
            "};\nvoid reference(const double *p, double t, const double *y, double *out) {\n"
            "  static double v[%zu];\n  memcpy(v, p, %zu * sizeof *v);\n  v[%zu] = t;\n"
            "  memcpy(v + %zu, y, %zu * sizeof *v);\n  memcpy(v + %zu, constant + 1, %zu * sizeof *v);\n"
            "  for (int i = 0; i < %zu; i++) {\n"
            "    double *to = v + code[i][1], a = v[code[i][2]], b = v[code[i][3]], s, c;\n    switch (code[i][0]) {\n",
            values, fixed, fixed, fixed + 1, inputs - fixed - 1, inputs, constants, tape_length(tape));
  write_operations(out);
  text_add(out, "    }\n  }\n");
  for (size_t i = 0; i < tape_outputs(tape); i++) text_addf(out, "  out[%zu] = v[%u];\n", i, tape_output(tape, i));
  text_add(out, "}\n");
}

NativeUnit *rates_compile(Gen *g, const char *before, const char *kind, const char *written) {
  Text all = text_make(g->arena);
  NativeUnit *unit = NULL;
  NativeTrouble trouble;
  text_add(&all, before);
  const char *const parts[] = {kind, "sincos", "exp"};
  for (size_t i = 0; i < COUNT(parts); i++) text_add_str(&all, emit_text(parts[i]));
  text_add(&all, written);
  const char *source = text_get(&all);
  const Status status = native_open_soon(source, strlen(source), &unit, &trouble);
  if (status != STATUS_OK) fputs(trouble.text, stderr);
  CHECK(status == STATUS_OK);
  return unit;
}

void rates_find(Gen *g, const NativeUnit *unit, const char *name, void *function) {
  void *symbol = native_symbol(unit, name);
  CHECK(symbol != NULL);
  memcpy(function, &symbol, sizeof symbol);
}

// One draw for all, so that a failing case is made smaller soon.
double *rates_inputs(Gen *g, const RateTape *r) {
  double *inputs = ARENA_ARRAY(g->arena, double, r->fixed + 1 + r->states);
  uint64_t seed = gen_below(g, 1000);
  for (size_t i = 0; i <= r->fixed + r->states; i++) {
    seed = hash_mix(seed + 1);
    inputs[i] = (i < r->fixed ? 1.5 : 0) + (double) (seed >> 11) * 0x1p-53;
  }
  return inputs;
}

double *rates_prepared(Gen *g, const RateTape *r, const NativeUnit *unit, const double *inputs, size_t count) {
  double *all = ARENA_ARRAY(g->arena, double, count + 1);
  Prepare *prepare;
  rates_find(g, unit, "prepare", &prepare);
  memcpy(all, inputs, r->fixed * sizeof *all);
  prepare(all);
  return all;
}

// Each number in all lanes.
static double *in_lanes(Arena *arena, const double *x, size_t n) {
  double *lanes = ARENA_ARRAY(arena, double, WIDTH * (n + 1));
  while ((uintptr_t) lanes % (WIDTH * sizeof *lanes) != 0) lanes++;
  for (size_t i = 0; i < WIDTH * n; i++) lanes[i] = x[i / WIDTH];
  return lanes;
}

void rates_check_lanes(Gen *g, const RateTape *r, const double *inputs) {
  Text one = text_make(g->arena), many = text_make(g->arena);
  const size_t count = rates_write(r, false, &one), n = tape_outputs(r->tape);
  rates_write(r, true, &many);
  text_add(&many, by_address);
  NativeUnit *alone = rates_compile(g, "", "real", text_get(&one));
  NativeUnit *together = rates_compile(g, "#define DAL_WIDTH 4\n", "lanes", text_get(&many));
  const double *p = rates_prepared(g, r, alone, inputs, count), *y = inputs + r->fixed + 1;
  double *out = ARENA_ARRAY(g->arena, double, n);
  Rate *rate;
  RateOfLanes *call;
  rates_find(g, alone, "rate", &rate);
  rates_find(g, together, "call", &call);
  rate(p, 0, y, out);
  double *all = in_lanes(g->arena, out, n);
  call(in_lanes(g->arena, p, count), in_lanes(g->arena, y, r->states), all);
  native_close(alone);
  native_close(together);
  for (size_t i = 0; i < WIDTH * n; i++) CHECK(rates_same_bits(all[i], out[i / WIDTH]));
}

bool rates_same_bits(double a, double b) {
  return memcmp(&a, &b, sizeof a) == 0 || (isnan(a) && isnan(b));
}
