// Fuzz entry: any bytes as a run of each format that the program reads itself, and complete files with some bytes
// replaced by those of the input.
//
// Law: a table, or an error with one message.

#include "fuzz/fuzz.h"

#include "report/hdf5.h"
#include "report/run_read.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// What run_file.c would write; NPY has a header of 80 bytes after the first 10.
static const char csv[] = "t,\"a,b\"\n0,1e-3\n0.5,-inf\n";
static const char npy[] =
  "\x93NUMPY\x01\0P\0"
  "{'descr': [('t', '<f8')], 'fortran_order': False, 'shape': (2,), }             \n"
  "12345678abcdefgh";
static const char json[] =
  "{\"title\": \"a\\u00e9\", \"end\": \"x\", \"parameters\": {\"k\": 1},\n"
  "\"columns\": [\"t\", \"x\"], \"run\": {\"t\": [0, 1], \"x\": [-2.5e3, null]}}";

static const Str files[] = {{csv, sizeof csv - 1}, {npy, sizeof npy - 1}, {json, sizeof json - 1}};

typedef struct {
  Arena arena;
  Diags diags;
  Str bytes;
  RunFormat format;
  RunTable run;
} Reading;

static Status read_body(void *context) {
  Reading *r = context;
  r->diags.arena = &r->arena;
  const char *copy = str_copy(&r->arena, r->bytes);
  return run_read((Str){copy, r->bytes.n}, r->format, "run", &r->arena, &r->diags, &r->run);
}

static void check(RunFormat format, Str bytes) {
  Guard guard = {.budget = (size_t) 1 << 28};
  Reading r = {.bytes = bytes, .format = format};
  arena_init(&r.arena, allocator_heap(), &guard);
  const Status status = guard_run(&guard, read_body, &r);
  const bool told = r.diags.errors == 1;
  double sum = 0;
  for (size_t i = 0; status == STATUS_OK && i < r.run.rows * r.run.columns; i++) sum += r.run.at[i];
  if ((status == STATUS_INPUT) != told || (status == STATUS_OK && r.run.columns == 0) ||
      (status != STATUS_OK && status != STATUS_INPUT && status != STATUS_LIMIT)) {
    fprintf(stderr, "fuzz_run: format %d, status %d, told %d, sum %g\n", (int) format, (int) status,
            told, sum);
    abort();
  }
  arena_clear(&r.arena);
}

// --- HDF5 -----------------------------------------------------------------------------------------

// Returns a file as the program writes it, made once. The library is opened here, too, so that the children
// that read need not do it each time.
static Str hdf5_file(void) {
  static Str image;
  static const char *const names[] = {"t", "x", "x'"};
  static const double at[] = {0, 1, -1, 0.5, 2, -2};
  static const RunNote notes[] = {{.name = "end", .text = "the end was reached"},
                                  {.name = "steps", .value = 3}};
  const RunTable run = {.column = names,
                        .columns = 3,
                        .rows = 2,
                        .at = at,
                        .title = "A title",
                        .method = "lagrange",
                        .note = notes,
                        .notes = 2,
                        .model_text = "coordinate x\n"};
  char trouble[HDF5_TROUBLE];
  if (image.n == 0 && hdf5_library()->handle != NULL && !hdf5_image(&run, &image, trouble)) abort();
  return image;
}

// Only one input in this number also goes to HDF5: its child takes much longer than all other formats together.
#define HDF5_SELDOM 64

static bool is_for_hdf5(const uint8_t *data, size_t size) {
  unsigned sum = 0;
  for (size_t i = 0; i < size; i++) sum = 31 * sum + data[i];
  return size >= 4 && sum % HDF5_SELDOM == 0;
}

// Reads the file with some of its bytes changed, and perhaps its end cut off.
static void check_hdf5(const uint8_t *data, size_t size) {
  const Str file = hdf5_file();
  if (file.n == 0) return;
  char *bytes = malloc(file.n);
  if (bytes == NULL) abort();
  memcpy(bytes, file.at, file.n);
  for (size_t i = 1; i + 2 < size && i < 16; i += 3)
    bytes[(256u * data[i] + data[i + 1]) % file.n] = (char) data[i + 2];
  const size_t kept = data[0] % 8 == 0 ? (256u * data[1] + data[2]) % file.n : file.n;
  check(RUN_HDF5, (Str){bytes, kept});
  free(bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (is_for_hdf5(data, size)) check_hdf5(data, size);
  for (int format = RUN_CSV; format < RUN_HDF5; format++) {
    check((RunFormat) format, (Str){(const char *) data, size});
    char bytes[300];
    const Str file = files[format];
    memcpy(bytes, file.at, file.n);
    for (size_t i = 2; i < size && i < 8; i++) bytes[(data[0] + i) % file.n] = (char) data[i];
    const size_t kept = size > 1 && data[1] % 4 == 0 ? data[1] % file.n : file.n;  // some are cut
    check((RunFormat) format, (Str){bytes, kept});
  }
  return 0;
}
