// Fuzz entry: any bytes as an expression in the names of a small model.
//
// Law: the text of an expression reads back as the same expression, or at least an equal one. The text may be nested
// more deeply than the expression was written, since powers of powers get brackets: then it may be too deep to be read.

#include "fuzz/fuzz.h"

#include "print/print.h"
#include "language/language.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BUDGET ((size_t) 1 << 30)

static const char names[] = "parameter m = 2, l, g = 9.81, θ0 = 1/3\n"
                            "coordinate x, y, phi\n"
                            "speed w = x'*cos(phi) + y'*sin(phi)\n"
                            "let c = cos(phi), u = [x, y]\n"
                            "frame B = rotate(z, phi)\n"
                            "point P mass m at [x, y]\n"
                            "body D mass 1 at [x, 0] frame B inertia (1, 2, 3)\n"
                            "constraint rod: x^2 + y^2 = l^2\n"
                            "constraint pair: [x', y'] = l*phi'*B.x\n"
                            "observe a = x + y\n";

typedef struct {
  Arena *arena;
  const uint8_t *data;
  size_t size;
} Job;

static Source *make_source(Arena *arena, const char *name, Str text) {
  Source *source = ARENA_NEW(arena, Source);
  *source = (Source){name, text};
  return source;
}

static void fail(const char *what, const char *printed, const char *messages) {
  fprintf(stderr, "fuzz_expression: %s\n%s\n%s", what, printed, messages);
  abort();
}

// Prints e and reads the text again.
static void check_round_trip(Model *model, Expr e) {
  Text text = text_make(model->arena);
  if (!print_expr(model->pool, e, FORMAT_TEXT, NULL, &text)) return;  // longer than is printed
  const Str printed = {text_get(&text), text.n};
  const Expr again = language_expression(model, make_source(model->arena, "printed", printed));
  Text messages = text_make(model->arena);
  diags_write(model->diags, &messages);
  if (expr_is_none(again) && model->diags->all.n == 1 && model->diags->all.at[0].code == DIAG_TOO_DEEP) return;
  if (expr_is_none(again)) fail("this does not read back", printed.at, text_get(&messages));
  if (!expr_same(e, again) && !expr_equal(model->pool, e, again))
    fail("this reads back as something else", printed.at,
         print_expr_text(model->pool, again, model->arena));
}

static Status run(void *context) {
  const Job *job = context;
  Diags diags = {.arena = job->arena};
  Model *model = model_create(expr_pool_create(job->arena), &diags);
  if (language_parse(model, make_source(job->arena, "model", str(names))) != STATUS_OK ||
      model_finish(model) != STATUS_OK)
    abort();
  const Str text = {(const char *) job->data, job->size};
  const Expr e = language_expression(model, make_source(job->arena, "input", text));
  if (expr_is_none(e) != (diags.errors > 0)) fail("no value and no message, or both", "", "");
  if (!expr_is_none(e)) check_round_trip(model, e);
  Text messages = text_make(job->arena);
  diags_write(&diags, &messages);
  return STATUS_OK;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Guard guard = {.budget = BUDGET};
  Arena arena;
  arena_init(&arena, allocator_heap(), &guard);
  const Status status = guard_run(&guard, run, &(Job){&arena, data, size});
  arena_clear(&arena);
  if (status == STATUS_INTERNAL) abort();
  return 0;
}
