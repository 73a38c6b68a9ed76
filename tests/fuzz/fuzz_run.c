// Fuzz entry: any bytes as a run of each format that is ours to read.
//
// Law: a table, or an error with one message.

#include "fuzz/fuzz.h"

#include "report/run_read.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct {
  Arena arena;
  Diags diags;
  const uint8_t *data;
  size_t size;
  RunFormat format;
  RunTable run;
} Reading;

static Status read_body(void *context) {
  Reading *r = context;
  r->diags.arena = &r->arena;
  const char *copy = str_copy(&r->arena, (Str){(const char *) r->data, r->size});
  return run_read((Str){copy, r->size}, r->format, "run", &r->arena, &r->diags, &r->run);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  for (int format = RUN_CSV; format < RUN_HDF5; format++) {
    Guard guard = {.budget = (size_t) 1 << 28};
    Reading r = {.data = data, .size = size, .format = (RunFormat) format};
    arena_init(&r.arena, allocator_heap(), &guard);
    const Status status = guard_run(&guard, read_body, &r);
    const bool told = r.diags.errors == 1;
    double sum = 0;
    for (size_t i = 0; status == STATUS_OK && i < r.run.rows * r.run.columns; i++)
      sum += r.run.at[i];
    if ((status == STATUS_INPUT) != told || (status == STATUS_OK && r.run.columns == 0) ||
        (status != STATUS_OK && status != STATUS_INPUT && status != STATUS_LIMIT)) {
      fprintf(stderr, "fuzz_run: format %d, status %d, told %d, sum %g\n", format, (int) status,
              told, sum);
      abort();
    }
    arena_clear(&r.arena);
  }
  return 0;
}
