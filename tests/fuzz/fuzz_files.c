// Fuzz entry: files with changes that keep most of their format, through the commands that read them.
//
//   .csv   plot; as a table of states, eval; as the points of a table, simulate     .npy  plot
//   .json, .h5   plot, simulate --resume     .mech   check, derive
//   plan.json and a part of a sweep: sweep, which continues, --status, --collect, plot
//
// Laws: those of command.h.
//
// FUZZ_KIND=csv, npy, json, h5, mech, plan or part in the environment takes this kind alone; FUZZ_COPY=FILE
// copies each changed file there before it is used.

#include "fuzz/command.h"
#include "fuzz/fuzz.h"
#include "fuzz/grammar.h"
#include "fuzz/mutate.h"

#include "report/hdf5.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROOM ((size_t) 1 << 17)  // bytes of a file

static const char model_text[] = "system \"A <run> & 'more'\"\n"
                                 "parameter k = 2, m = 3/2\n"
                                 "coordinate x, y\n"
                                 "kinetic = m*(x'^2 + y'^2)/2\n"
                                 "potential = k*x^2/2 + x*y^2\n"
                                 "observe r = sqrt(x^2 + y^2), angle = atan2(y, x)\n"
                                 "initial x = 1, y = 1/2, y' = -1\n"
                                 "simulate to 1 every 0.1\n"
                                 "claim conserved energy\n"
                                 "observe top = max(x)\n"
                                 "sweep k = 1:2 points 2\n";

static const char states_text[] =
  "t,x,\"y\",x',y'\n0,1,2,3,4\n0.5,-1e-3,2.25,0,\"7\"\n\n1,0.1,0.2,0.3,0.4\n";

static const char table_text[] = "coordinate x\nkinetic = x'^2/2\ntable F(u) = \"file.csv\"\nforce "
                                 "x = F(x)\ninitial x = 1\nsimulate to 1/10 every 1/20\n";

static char folder[] = P_tmpdir "/fuzz_files.XXXXXX";
static char model[64], tabled[64], swept[64];

enum { KIND_CSV, KIND_NPY, KIND_JSON, KIND_HDF5, KIND_MECH, KIND_PLAN, KIND_PART, KINDS };

static struct {
  const char *name, *file;  // the word of FUZZ_KIND; where it is in the folder
  char path[80];            // of the changed file
  uint8_t *sound;           // as the program writes it
  size_t n;
  Sealed sealed[SEALED_MOST];  // of HDF5
  size_t sealed_count;
} kinds[KINDS] = {{.name = "csv", .file = "file.csv"},
                  {.name = "npy", .file = "file.npy"},
                  {.name = "json", .file = "file.json"},
                  {.name = "h5", .file = "file.h5"},
                  {.name = "mech", .file = "file.mech"},
                  {.name = "plan", .file = "sweep/plan.json"},
                  {.name = "part", .file = "sweep/parts/000000.h5"}};

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
  remove_tree(folder);
  for (int i = 0; i < KINDS; i++) free(kinds[i].sound);
}

static bool is_hdf5(int kind) {
  return kind == KIND_HDF5 || kind == KIND_PART;
}

static const char *const sweep_words[] = {"sweep", "-q", "--code", "interpreter", "--threads",
                                          "1",     "-o", swept,    model,         NULL};

static void make_sound(int kind, bool with_hdf5) {
  const char *const words[] = {"simulate", "-q", "-o", kinds[kind].path, model, NULL};
  kinds[kind].sound = malloc(ROOM);
  if (kinds[kind].sound == NULL) abort();
  if (kind == KIND_MECH || (kind >= KIND_HDF5 && !with_hdf5)) return;
  if (kind < KIND_MECH && command(words) != 0) abort();
  if (kind == KIND_PLAN && command(sweep_words) != 0) abort();
  kinds[kind].n = read_bytes(kinds[kind].path, kinds[kind].sound);
  if (!is_hdf5(kind)) return;
  kinds[kind].sealed_count = find_sealed(kinds[kind].sound, kinds[kind].n, kinds[kind].sealed);
  if (kinds[kind].sealed_count == 0) abort();  // changes would fail at the checksums
}

// Lets the program write a run of the model in every format, and a sweep. HDF5 may be missing. The library is opened
// here, so that the children that read need not do it each time.
static void make_files(void) {
  char path[80];
  if (mkdtemp(folder) == NULL) abort();
  atexit(remove_folder);
  snprintf(model, sizeof model, "%s/model.mech", folder);
  snprintf(tabled, sizeof tabled, "%s/tabled.mech", folder);
  snprintf(swept, sizeof swept, "%s/sweep", folder);
  write_bytes(model, model_text, sizeof model_text - 1);
  write_bytes(tabled, table_text, sizeof table_text - 1);
  snprintf(path, sizeof path, "%s/data.csv", folder);
  write_bytes(path, grammar_data, strlen(grammar_data));
  snprintf(path, sizeof path, "%s/part.mech", folder);
  write_bytes(path, grammar_part, strlen(grammar_part));
  const bool with_hdf5 = hdf5_library()->handle != NULL;
  for (int i = 0; i < KINDS; i++) {
    snprintf(kinds[i].path, sizeof kinds[i].path, "%s/%s", folder, kinds[i].file);
    make_sound(i, with_hdf5);
  }
}

// --- changes --------------------------------------------------------------------------------------

static void change(Choice *c, int kind, Bytes *b) {
  if (is_hdf5(kind)) {
    mutate_hdf5(c, b, kinds[kind].sealed, kinds[kind].sealed_count);
    return;
  }
  for (size_t i = choose(c, 2) ? 1 : 2 + choose(c, 3); i > 0; i--) {
    if (kind == KIND_CSV)
      mutate_csv(c, b);
    else if (kind == KIND_NPY)
      mutate_npy(c, b);
    else if (kind == KIND_JSON || kind == KIND_PLAN)
      mutate_json(c, b);
    else
      mutate_text(c, b);
  }
}

enum { AS_RUN, AS_STATES, AS_TABLE };  // what a CSV file is taken for

// Makes the file before it is changed: a valid one; states; points of a table; a model by the grammar.
static void begin(Choice *c, int kind, size_t as, Bytes *b) {
  static char text[GRAMMAR_ROOM];
  if (kind == KIND_MECH) {
    grammar_model(c->data, c->size, text);
    b->n = strlen(text);
    memcpy(b->at, text, b->n);
  } else if (as != AS_RUN) {
    const char *from = as == AS_STATES ? states_text : grammar_data;
    b->n = strlen(from);
    memcpy(b->at, from, b->n);
  } else {
    b->n = kinds[kind].n;
    memcpy(b->at, kinds[kind].sound, b->n);
  }
}

static void use_run(Choice *c, int kind, const char *path) {
  switch (choose(c, kind == KIND_CSV || kind == KIND_NPY ? 2 : 3)) {
    case 0: command((const char *const[]){"plot", "--terminal", path, NULL}); break;
    case 1: command((const char *const[]){"plot", "--terminal", "--run", path, model, NULL}); break;
    default:
      command((const char *const[]){"simulate", "--code", "interpreter", "--to", "3/2", "--resume",
                                    path, model, NULL});
      break;
  }
}

// Uses the changed file of a sweep; all its other files are sound before and afterwards.
static void use_sweep(Choice *c, int kind) {
  switch (choose(c, 4)) {
    case 0: command((const char *const[]){"sweep", "--status", swept, NULL}); break;
    case 1: command((const char *const[]){"sweep", "--collect", swept, NULL}); break;
    case 2: command((const char *const[]){"plot", "--terminal", swept, NULL}); break;
    default: command(sweep_words); break;
  }
  write_bytes(kinds[kind].path, kinds[kind].sound, kinds[kind].n);
}

static void use(Choice *c, int kind, size_t as) {
  char at[96];
  snprintf(at, sizeof at, "@%s", kinds[kind].path);
  const char *path = kinds[kind].path;
  if (kind == KIND_MECH)
    command((const char *const[]){choose(c, 4) ? "check" : "derive", path, NULL});
  else if (kind == KIND_PLAN || kind == KIND_PART)
    use_sweep(c, kind);
  else if (as == AS_STATES)
    command((const char *const[]){"eval", "--as-is", "--at", at, model, NULL});
  else if (as == AS_TABLE)
    command((const char *const[]){"simulate", "--code", "interpreter", tabled, NULL});
  else
    use_run(c, kind, path);
}

static int chosen_kind(Choice *c) {
  const char *name = getenv("FUZZ_KIND");
  for (int i = 0; name != NULL && i < KINDS; i++)
    if (strcmp(name, kinds[i].name) == 0) return i;
  return (int) choose(c, KINDS);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static uint8_t room[ROOM];
  if (*model == '\0') make_files();
  Choice c = choice_of(data, size);
  const int kind = chosen_kind(&c);
  const size_t as = kind == KIND_CSV ? choose(&c, 3) : AS_RUN;
  Bytes b = {room, 0, ROOM};
  if (kind != KIND_MECH && kinds[kind].n == 0) return 0;
  begin(&c, kind, as, &b);
  change(&c, kind, &b);
  const char *copy = getenv("FUZZ_COPY");
  if (copy != NULL && *copy) write_bytes(copy, b.at, b.n);
  write_bytes(kinds[kind].path, b.at, b.n);
  use(&c, kind, as);
  return 0;
}
