// Fuzz entry: files with changes that keep most of their format, through the commands that read them.
//
//   .csv  plot, or as a table of states eval     .npy, .json, .h5  plot     .mech  check, derive
//
// Laws: those of command.h.
//
// FUZZ_KIND=csv, npy, json, h5 or mech in the environment takes this kind alone; FUZZ_COPY=FILE copies
// each changed file there before it is used.

#include "fuzz/command.h"
#include "fuzz/fuzz.h"
#include "fuzz/grammar.h"
#include "fuzz/mutate.h"

#include "report/hdf5.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define ROOM ((size_t) 1 << 17)  // bytes of a file

static const char model_text[] =
  "system \"A <run> & 'more'\"\n"
  "parameter k = 2, m = 3/2\n"
  "coordinate x, y\n"
  "kinetic = m*(x'^2 + y'^2)/2\n"
  "potential = k*x^2/2 + x*y^2\n"
  "observe r = sqrt(x^2 + y^2), angle = atan2(y, x)\n"
  "initial x = 1, y = 1/2, y' = -1\n"
  "simulate to 1 every 0.1\n"
  "claim conserved energy\n";

static const char states_text[] = "t,x,\"y\",x',y'\n0,1,2,3,4\n0.5,-1e-3,2.25,0,\"7\"\n\n1,0.1,0.2,0.3,0.4\n";

static char folder[] = P_tmpdir "/fuzz_files.XXXXXX";
static char model[64], figure[64];

enum { KIND_CSV, KIND_NPY, KIND_JSON, KIND_HDF5, KIND_MECH, KINDS };

static struct {
  const char *ending;
  char path[64];   // of the changed file
  uint8_t *sound;  // as the program writes it
  size_t n;
} kinds[KINDS] = {{.ending = "csv"}, {.ending = "npy"}, {.ending = "json"}, {.ending = "h5"}, {.ending = "mech"}};

static Sealed sealed[SEALED_MOST];
static size_t sealed_count;

// --- files ----------------------------------------------------------------------------------------

static void write_bytes(const char *path, const void *at, size_t n) {
  FILE *f = fopen(path, "wb");
  if (f == NULL || fwrite(at, 1, n, f) != n || fclose(f) != 0) abort();
}

static size_t read_bytes(const char *path, uint8_t *at) {
  FILE *f = fopen(path, "rb");
  if (f == NULL) abort();
  const size_t n = fread(at, 1, ROOM, f);
  fclose(f);
  return n;
}

static void remove_folder(void) {
  unlink(model);
  unlink(figure);
  for (int i = 0; i < KINDS; i++) {
    unlink(kinds[i].path);
    free(kinds[i].sound);
  }
  rmdir(folder);
}

// A run of the model in every format, as the program writes it. HDF5 may be missing. The library is opened
// here, so that the children that read need not do it each time.
static void make_files(void) {
  if (mkdtemp(folder) == NULL) abort();
  snprintf(model, sizeof model, "%s/model.mech", folder);
  snprintf(figure, sizeof figure, "%s/figure.svg", folder);
  write_bytes(model, model_text, sizeof model_text - 1);
  atexit(remove_folder);
  const bool with_hdf5 = hdf5_library()->handle != NULL;
  for (int i = 0; i < KINDS; i++) {
    kinds[i].sound = malloc(ROOM);
    if (kinds[i].sound == NULL) abort();
    snprintf(kinds[i].path, sizeof kinds[i].path, "%s/file.%s", folder, kinds[i].ending);
    if (i == KIND_MECH || (i == KIND_HDF5 && !with_hdf5)) continue;
    const char *const words[] = {"simulate", "-q", "-o", kinds[i].path, model, NULL};
    if (command(words) != 0) abort();
    kinds[i].n = read_bytes(kinds[i].path, kinds[i].sound);
  }
  sealed_count = find_sealed(kinds[KIND_HDF5].sound, kinds[KIND_HDF5].n, sealed);
  if (with_hdf5 && sealed_count == 0) abort();  // changes would fail at the checksums
}

// --- changes --------------------------------------------------------------------------------------

static void change(Choice *c, int kind, Bytes *b) {
  if (kind == KIND_HDF5) {
    mutate_hdf5(c, b, sealed, sealed_count);
    return;
  }
  for (size_t i = choose(c, 2) ? 1 : 2 + choose(c, 3); i > 0; i--) {
    if (kind == KIND_CSV)
      mutate_csv(c, b);
    else if (kind == KIND_NPY)
      mutate_npy(c, b);
    else if (kind == KIND_JSON)
      mutate_json(c, b);
    else
      mutate_text(c, b);
  }
}

// The file before it is changed: a valid one; states; a model by the grammar.
static void begin(Choice *c, int kind, bool states, Bytes *b) {
  static char text[GRAMMAR_ROOM];
  if (kind == KIND_MECH) {
    grammar_model(c->data, c->size, text);
    b->n = strlen(text);
    memcpy(b->at, text, b->n);
  } else if (states) {
    b->n = sizeof states_text - 1;
    memcpy(b->at, states_text, b->n);
  } else {
    b->n = kinds[kind].n;
    memcpy(b->at, kinds[kind].sound, b->n);
  }
}

static void use(Choice *c, int kind, bool states) {
  char at[80];
  snprintf(at, sizeof at, "@%s", kinds[kind].path);
  const char *path = kinds[kind].path;
  if (kind == KIND_MECH)
    command((const char *const[]){choose(c, 4) ? "check" : "derive", path, NULL});
  else if (states)
    command((const char *const[]){"eval", "--as-is", "--at", at, model, NULL});
  else if (choose(c, 2))
    command((const char *const[]){"plot", "--terminal", path, NULL});
  else
    command((const char *const[]){"plot", "--terminal", "--run", path, model, NULL});
}

static int chosen_kind(Choice *c) {
  const char *name = getenv("FUZZ_KIND");
  for (int i = 0; name != NULL && i < KINDS; i++)
    if (strcmp(name, kinds[i].ending) == 0) return i;
  return (int) choose(c, KINDS);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static uint8_t room[ROOM];
  if (*model == '\0') make_files();
  Choice c = choice_of(data, size);
  const int kind = chosen_kind(&c);
  const bool states = kind == KIND_CSV && choose(&c, 2) == 0;
  Bytes b = {room, 0, ROOM};
  if (kind == KIND_HDF5 && kinds[kind].n == 0) return 0;
  begin(&c, kind, states, &b);
  change(&c, kind, &b);
  const char *copy = getenv("FUZZ_COPY");
  if (copy != NULL && *copy) write_bytes(copy, b.at, b.n);
  write_bytes(kinds[kind].path, b.at, b.n);
  use(&c, kind, states);
  return 0;
}
