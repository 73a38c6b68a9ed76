// bench/tape.c: how much slower is the interpreter than compiled code, and are the numbers the same?
//
// Question: is a tape worth compiling, and from which length on? For some models the system tape is run by the
// interpreter and by C text with one line per instruction, compiled as for runs, but without fused multiply-add.
// Prints: instructions, nanoseconds per run of both, nanoseconds per instruction of the interpreter, the ratio, and the
// number of outputs whose bits differ, which should be 0.

#include "api/api_impl.h"
#include "bench/common/flows.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SPENT_ENOUGH 0.05  // seconds for one measurement

// --- C text ---------------------------------------------------------------------------------------

static void write_operation(FILE *file, TapeInstruction op) {
  static const char *const texts[] = {
#define X(name, operands, text) text,
#include "tape/ops.def"
#undef X
  };
  fprintf(file, "  const double v%" PRIu32 " = ", op.to);
  for (const char *t = texts[op.op]; *t; t++) {
    if (*t == '%')
      fprintf(file, "v%" PRIu32, *++t == 'a' ? op.a : op.b);
    else
      fputc(*t, file);
  }
  fputs(";\n", file);
  if (op.op == TAPE_SINCOS)
    fprintf(file, "  const double v%" PRIu32 " = cos(v%" PRIu32 ");\n", op.to + 1, op.a);
}

// void run(const double *work, double *out): inputs and constants are taken from the workspace.
static void write_tape(FILE *file, const Tape *tape) {
  fputs("#include <math.h>\n"
        "#pragma GCC optimize \"fp-contract=off\"\n"
        "#pragma STDC FP_CONTRACT OFF\n"  // the same for clang
        "void run(const double *work, double *out) {\n",
        file);
  const size_t first = tape_length(tape) > 0 ? tape_instruction(tape, 0).to : tape_values(tape);
  for (size_t i = 0; i < first; i++) fprintf(file, "  const double v%zu = work[%zu];\n", i, i);
  for (size_t i = 0; i < tape_length(tape); i++) write_operation(file, tape_instruction(tape, i));
  for (size_t i = 0; i < tape_outputs(tape); i++)
    fprintf(file, "  out[%zu] = v%" PRIu32 ";\n", i, tape_output(tape, i));
  fputs("}\n", file);
}

typedef void Native(const double *work, double *out);

static NativeUnit *compiled(const Tape *tape) {
  char *text = NULL;
  size_t size;
  FILE *file = open_memstream(&text, &size);
  if (file == NULL) abort();
  write_tape(file, tape);
  fclose(file);
  NativeUnit *unit = bench_compile(text);
  free(text);
  return unit;
}

// --- measuring ------------------------------------------------------------------------------------

typedef struct {
  const Tape *tape;
  Native *native;  // NULL: the interpreter
  double *work, *out;
} Machine;

static void run(const Machine *m) {
  if (m->native != NULL)
    m->native(m->work, m->out);
  else
    tape_run(m->tape, m->work);
}

// Seconds per run: the best of five stretches.
static double seconds(const Machine *m) {
  double best = HUGE_VAL;
  for (int stretch = 0; stretch < 5; stretch++) {
    long runs = 0;
    const double start = bench_now();
    double spent = 0;
    for (; spent < SPENT_ENOUGH / 5; spent = bench_now() - start)
      for (int i = 0; i < 64; i++, runs++) run(m);
    best = fmin(best, spent / (double) runs);
  }
  return best;
}

static void compare(const char *name, const Tape *tape) {
  Machine m = {.tape = tape, .work = calloc(tape_values(tape) + 1, sizeof(double))};
  m.out = calloc(tape_outputs(tape) + 1, sizeof(double));
  if (m.work == NULL || m.out == NULL) abort();
  tape_start(tape, m.work);
  for (size_t i = 0; i < tape_inputs(tape); i++) m.work[i] = 0.3 + 0.1 * (double) i;
  const double interpreted = seconds(&m);
  NativeUnit *unit = compiled(tape);
  bench_find(unit, "run", &m.native);
  const double fast = seconds(&m);
  size_t other = 0;
  for (size_t i = 0; i < tape_outputs(tape); i++)
    other += memcmp(&m.out[i], &m.work[tape_output(tape, i)], sizeof(double)) != 0;
  printf(
    "%-30s %6zu instructions  %9.1f ns  %8.1f ns compiled  %5.2f ns each  %5.1f x  %zu differ\n",
    name, tape_length(tape), 1e9 * interpreted, 1e9 * fast,
    1e9 * interpreted / (double) tape_length(tape), interpreted / fast, other);
  native_close(unit);
  free(m.work), free(m.out);
}

static void measure(const char *name, const char *text) {
  DalModel *m = dal_model_create();
  DalStatus status = dal_model_add(m, text);
  if (status == DAL_OK) status = dal_model_finish(m);
  if (status == DAL_OK) status = dal_model_compile(m);
  if (status != DAL_OK) {
    fputs(dal_model_messages(m), stderr);
  } else {
    NamedTape tapes[EVALUATOR_TAPES];
    if (evaluator_tapes(m->program.evaluator, tapes) > 0) compare(name, tapes[0].tape);
  }
  dal_model_destroy(m);
}

static void measure_pendulum(int n) {
  char *text = NULL, name[32];
  size_t size;
  FILE *file = open_memstream(&text, &size);
  if (file == NULL) abort();
  fputs("parameter g = 9.81\nlet r0 = [0, 0]\ngravity = [0, -g]\n", file);
  for (int i = 1; i <= n; i++)
    fprintf(file,
            "parameter m%d = 1, l%d = 1\ncoordinate theta%d\n"
            "let r%d = r%d + l%d*[sin(theta%d), -cos(theta%d)]\npoint P%d mass m%d at r%d\n",
            i, i, i, i, i - 1, i, i, i, i, i, i);
  fclose(file);
  snprintf(name, sizeof name, "pendulum of %d links", n);
  measure(name, text);
  free(text);
}

int main(void) {
  static const char *const names[] = {"double-pendulum", "heavy-symmetric-top", "rolling-disk",
                                      "four-bar",        "quaternion-body",     "trailer-10"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    for (size_t k = 0; k < dal_example_count(); k++)
      if (strcmp(dal_example_name(k), names[i]) == 0) measure(names[i], dal_example_text(k));
  measure_pendulum(5);
  measure_pendulum(10);
  measure_pendulum(12);
  return 0;
}
