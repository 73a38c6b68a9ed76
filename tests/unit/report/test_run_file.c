// Unit tests of report/run_file.c and report/hdf5.c. Judge of the formats: other readers, numpy,
// h5py, and Python's csv and json, through read_run.py.

#include "report/run_file.h"
#include "support/folder.h"

#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *const endings[] = {"csv", "npy", "json", "h5"};  // by RunFormat

static Diags diags_of(Folder *f) {
  return (Diags){.arena = &f->bench.arena};
}

static const char *told(Folder *f, const Diags *diags) {
  Text text = text_make(&f->bench.arena);
  diags_write(diags, &text);
  return text_get(&text);
}

static const char *path_of(Folder *f, RunFormat format) {
  return folder_path(f, text_format(&f->bench.arena, "run.%s", endings[format]));
}

static void write_run(Folder *f, const RunTable *run, RunFormat format) {
  Diags diags = diags_of(f);
  const Status status = run_write(run, format, path_of(f, format), &diags);
  assert_string_equal(told(f, &diags), "");
  assert_int_equal(status, STATUS_OK);
}

// --- what others read ----------------------------------------------------------------------------

// Returns the contents of these files of the folder, in this order.
static const char *as_read(Folder *f, const char *files) {
  const char *const out = folder_path(f, "read.txt");
  const char *command = text_format(&f->bench.arena,
                                    "script=$PWD/tests/unit/report/read_run.py; cd '%s' && "
                                    "/usr/bin/python3 $script %s >'%s'",
                                    f->path, files, out);
  assert_int_equal(system(command), 0);
  return folder_read(f, out, NULL);
}

static void add_bits(Text *out, double value, bool finite_only) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  if (finite_only && !isfinite(value))
    text_add(out, "null\n");
  else
    text_addf(out, "%016llx\n", (unsigned long long) bits);
}

// Adds a note; notes are in alphabetical order, together with the members that every file has.
static void add_note(Text *out, const char *before, const RunNote *note) {
  text_addf(out, "%s%s ", before, note->name);
  if (note->text)
    text_addf(out, "\"%s\"\n", note->text);
  else
    add_bits(out, note->value, false);
}

static void add_expected(Text *out, const RunTable *run, RunFormat format) {
  if (format == RUN_JSON || format == RUN_HDF5) {
    for (size_t i = 0; i < run->notes; i++) add_note(out, "", &run->note[i]);
    if (run->method) text_addf(out, "method \"%s\"\n", run->method);
    if (run->model_text) text_add(out, "model \"coordinate x\\n\"\n");
    if (run->title) text_addf(out, "title \"%s\"\n", run->title);
    for (size_t i = 0; i < run->parameters; i++) add_note(out, "parameters ", &run->parameter[i]);
  }
  for (size_t j = 0; j < run->columns; j++) {
    text_addf(out, "column %s\n", run->column[j]);
    for (size_t i = 0; i < run->rows; i++)
      add_bits(out, run->at[i * run->columns + j], format == RUN_JSON);
  }
}

static void check_all_formats(Folder *f, const RunTable *run) {
  Text expected = text_make(&f->bench.arena);
  for (RunFormat format = RUN_CSV; format <= RUN_HDF5; format++) {
    write_run(f, run, format);
    add_expected(&expected, run, format);
  }
  assert_string_equal(as_read(f, "run.csv run.npy run.json run.h5"), text_get(&expected));
}

static const RunNote notes[] = {
  {"atol", NULL, 1e-12}, {"integrator", "cvode", 0}, {"length", NULL, 0.1}};
static const RunNote parameters[] = {{"g", NULL, 9.81}, {"m", NULL, -0.25}};

static RunTable table(const char *const *column, size_t columns, const double *at, size_t rows) {
  return (RunTable){.title = "Disk on a bar",
                    .method = "multipliers",
                    .model_text = "coordinate x\n",
                    .note = notes,
                    .notes = COUNT(notes),
                    .parameter = parameters,
                    .parameters = COUNT(parameters),
                    .column = column,
                    .columns = columns,
                    .rows = rows,
                    .at = at};
}

static const char *const names[] = {"t", "x'", "reaction(x)", "B_2"};

static void test_values(void **state) {
  const double at[] = {
    0,        -0.0,      DBL_TRUE_MIN, -DBL_TRUE_MIN,
    DBL_MAX,  -DBL_MAX,  DBL_MIN,      0x1p-1030,
    1.0 / 3,  0.1 + 0.2, 1e23,         9007199254740994,
    HUGE_VAL, -HUGE_VAL, (double) NAN, 1,
  };
  const RunTable run = table(names, 4, at, 4);
  check_all_formats(*state, &run);
}

static void test_one_row(void **state) {
  const double at[] = {0.5, -1, 2, -0.0};
  const RunTable run = table(names, 4, at, 1), one = table(names, 1, at, 4);
  check_all_formats(*state, &run);
  check_all_formats(*state, &one);
}

static void test_no_rows(void **state) {
  const RunTable run = table(names, 4, NULL, 0);
  check_all_formats(*state, &run);
}

static void test_nothing_known(void **state) {
  const double at[] = {1, 2};
  const RunTable run = {.column = names, .columns = 2, .rows = 1, .at = at};
  check_all_formats(*state, &run);
}

// No model has such names today; the formats can represent them all the same.
static void test_strange_names(void **state) {
  const char *const strange[] = {"a,b", "say \"x\"", "\\n", "θ̇", "x''", " "};
  const double at[] = {1, 2, 3, 4, 5, 6};
  const RunTable run = table(strange, 6, at, 1);
  check_all_formats(*state, &run);
}

// More columns than a header of NPY version 1 holds, more parameters than HDF5 keeps in one block,
// and more rows than a buffer.
static void test_large(void **state) {
  Folder *f = *state;
  enum { columns = 3000, rows = 3, most = 300 };
  const char **column = ARENA_ARRAY(&f->bench.arena, const char *, columns);
  RunNote *parameter = ARENA_ARRAY(&f->bench.arena, RunNote, most);
  double *at = ARENA_ARRAY(&f->bench.arena, double, columns * rows);
  for (size_t j = 0; j < columns; j++)
    column[j] = text_format(&f->bench.arena, "coordinate_of_link_%zu'", columns - j);
  for (size_t i = 0; i < columns * rows; i++) at[i] = sin((double) i);
  for (size_t i = 0; i < most; i++)
    parameter[i] = (RunNote){text_format(&f->bench.arena, "m%03zu", i), NULL, (double) i / 7};
  RunTable run = table(column, columns, at, rows);
  run.parameter = parameter;
  run.parameters = most;
  check_all_formats(f, &run);
  run = table(names, 3, at, columns * rows / 3);
  check_all_formats(f, &run);
}

// --- the bytes, where a text says them -----------------------------------------------------------

static void test_csv_text(void **state) {
  Folder *f = *state;
  const double at[] = {0, 0.25, -0.0, 1e-7, 1, HUGE_VAL, (double) NAN, -2e300};
  const RunTable run = table(names, 4, at, 2);
  write_run(f, &run, RUN_CSV);
  assert_string_equal(folder_read(f, path_of(f, RUN_CSV), NULL), "t,x',reaction(x),B_2\n"
                                                                 "0,0.25,-0.0,1e-07\n"
                                                                 "1,inf,nan,-2e+300\n");
}

// numpy.lib.format: the numbers begin at a multiple of 64, after a line's end.
static void test_npy_header(void **state) {
  Folder *f = *state;
  const double at[] = {0.5, -1};
  const RunTable run = table(names, 2, at, 1);
  size_t n;
  write_run(f, &run, RUN_NPY);
  const char *file = folder_read(f, path_of(f, RUN_NPY), &n);
  assert_memory_equal(file, "\x93NUMPY\x01\x00\x76\x00", 10);
  assert_memory_equal(file + 10, "{'descr': [('t', '<f8'), ('x\\'', '<f8')], ", 42);
  assert_int_equal(file[127], '\n');
  assert_int_equal(n, 128 + sizeof at);
  assert_memory_equal(file + 128, at, sizeof at);
}

// --- formats by ending ---------------------------------------------------------------------------

static void test_endings(void **state) {
  (void) state;
  static const struct {
    const char *path;
    RunFormat format;
  } known[] = {{"run.csv", RUN_CSV},   {"-", RUN_CSV},          {"a.b/c.d.npy", RUN_NPY},
               {"run.json", RUN_JSON}, {"/tmp/x.h5", RUN_HDF5}, {"run.hdf5", RUN_HDF5},
               {"RUN.CSV", RUN_CSV}};
  static const char *const unknown[] = {"run",          "",    "run.txt", "run.csv.gz",
                                        "runs.csv/run", "csv", "run.",    "--"};
  RunFormat format;
  for (size_t i = 0; i < COUNT(known); i++) {
    format = (RunFormat) 99;
    assert_true(run_format_of(known[i].path, &format));
    assert_int_equal(format, known[i].format);
  }
  for (size_t i = 0; i < COUNT(unknown); i++) assert_false(run_format_of(unknown[i], &format));
}

static void test_unknown_ending(void **state) {
  Folder *f = *state;
  Diags diags = diags_of(f);
  RunFormat format;
  assert_int_equal(run_format_find("run.h5", &format, &diags), STATUS_OK);
  assert_int_equal(format, RUN_HDF5);
  assert_int_equal(diags.errors, 0);
  assert_int_equal(run_format_find("run.txt", &format, &diags), STATUS_INPUT);
  assert_string_equal(
    told(f, &diags), "error: unknown file ending in run.txt: use one of .csv .npy .json .h5 .hdf5 [N0622]\n");
}

// --- what is in the way --------------------------------------------------------------------------

static void assert_fails(Folder *f, const RunTable *run, RunFormat format, const char *path,
                         Status status, const char *message) {
  Diags diags = diags_of(f);
  assert_int_equal(run_write(run, format, path, &diags), status);
  assert_string_equal(told(f, &diags), message);
}

static void test_refused(void **state) {
  Folder *f = *state;
  const double at[] = {0.5, -1, 2, -0.0};
  const RunTable run = table(names, 4, at, 1);
  for (RunFormat format = RUN_CSV; format <= RUN_HDF5; format++) {
    assert_fails(f, &run, format, "/no/such/run", STATUS_INPUT,
                 "error: cannot write /no/such/run: No such file or directory [N0621]\n");
    assert_fails(f, &run, format, "/dev/full", STATUS_LIMIT,
                 "error: cannot write /dev/full: No space left on device [N0621]\n");
  }
  assert_int_equal(folder_count(f), 0);
}

// A disk that is full long before the end.
static void test_full_early(void **state) {
  Folder *f = *state;
  enum { rows = 100000 };
  const RunTable run = table(names, 4, ARENA_ARRAY(&f->bench.arena, double, 4 * rows), rows);
  for (RunFormat format = RUN_CSV; format <= RUN_HDF5; format++)
    assert_fails(f, &run, format, "/dev/full", STATUS_LIMIT,
                 "error: cannot write /dev/full: No space left on device [N0621]\n");
}

// Memory that runs out in the middle leaves the old file, and nothing else.
static void test_no_memory(void **state) {
  Folder *f = *state;
  enum { rows = 100000 };
  const RunTable run = table(names, 4, ARENA_ARRAY(&f->bench.arena, double, 4 * rows), rows);
  const RunTable old = table(names, 4, run.at, 1);
  write_run(f, &old, RUN_JSON);
  const char *path = path_of(f, RUN_JSON), *before = folder_read(f, path, NULL);
  const size_t budget = f->bench.guard.budget, used = f->bench.guard.used;
  f->bench.guard.budget = used + 200000;
  Diags diags = diags_of(f);
  const Status status = run_write(&run, RUN_JSON, path, &diags);
  f->bench.guard.budget = budget;
  assert_int_equal(status, STATUS_LIMIT);
  assert_int_equal(f->bench.guard.used, used);
  assert_string_equal(folder_read(f, path, NULL), before);
  assert_int_equal(folder_count(f), 1);
}

// Two columns of one name, which no run has: HDF5 refuses without printing anything, and can still be used.
static void test_hdf5_fails(void **state) {
  Folder *f = *state;
  const char *const twice[] = {"t", "t"};
  const double at[] = {1, 2};
  const RunTable bad = table(twice, 2, at, 1), good = table(names, 2, at, 1);
  const char *path = path_of(f, RUN_HDF5);
  assert_fails(f, &bad, RUN_HDF5, path, STATUS_LIMIT,
               text_format(&f->bench.arena,
                           "error: cannot write %s: HDF5 fails in H5Dcreate2 [N0624]\n", path));
  assert_int_equal(folder_count(f), 0);
  write_run(f, &good, RUN_HDF5);
  Text expected = text_make(&f->bench.arena);
  add_expected(&expected, &good, RUN_HDF5);
  assert_string_equal(as_read(f, "run.h5"), text_get(&expected));
}

// The library is searched for once in a process, so another process is used.
static void test_hdf5_missing(void **state) {
  Folder *f = *state;
  const char *out = folder_path(f, "told.txt");
  char self[PATH_MAX] = "";  // an emulator shows it only under this name
  assert_true(readlink("/proc/self/exe", self, sizeof self - 1) > 0);
  const char *command = text_format(
    &f->bench.arena, "DALEMBERT_HDF5=/no/such/libhdf5.so '%s' missing >'%s'", self, out);
  assert_int_equal(system(command), 0);
  const char *reason = "the HDF5 library cannot be used: /no/such/libhdf5.so: cannot open shared "
                       "object file: No such file or directory [N0623]\n"
                       "help: install HDF5, on Debian the package libhdf5-dev, or choose another "
                       "ending\n";
  const char *once = text_format(&f->bench.arena, "error: run.h5: %s", reason);
  assert_string_equal(folder_read(f, out, NULL), text_format(&f->bench.arena, "%s%s", once, once));
  assert_int_not_equal(access("run.h5", F_OK), 0);
}

// The other process: prints the messages that it gets when it checks and when it writes.
static int without_hdf5(void) {
  void *state = NULL;
  if (folder_open(&state) != 0) return 1;
  Folder *f = state;
  Diags diags = diags_of(f);
  const double at[] = {1, 2};
  const RunTable run = table(names, 2, at, 1);
  RunFormat format;
  const bool right = run_format_find("run.h5", &format, &diags) == STATUS_UNABLE &&
                     run_write(&run, RUN_HDF5, "run.h5", &diags) == STATUS_UNABLE;
  fputs(told(f, &diags), stdout);
  return folder_close(&state) != 0 || !right;
}

int main(int argc, char **argv) {
  if (argc == 2 && strcmp(argv[1], "missing") == 0) return without_hdf5();
  const struct CMUnitTest tests[] = {
    FOLDER_TEST(test_values),        FOLDER_TEST(test_one_row),
    FOLDER_TEST(test_no_rows),       FOLDER_TEST(test_nothing_known),
    FOLDER_TEST(test_strange_names), FOLDER_TEST(test_large),
    FOLDER_TEST(test_csv_text),      FOLDER_TEST(test_npy_header),
    FOLDER_TEST(test_endings),       FOLDER_TEST(test_unknown_ending),
    FOLDER_TEST(test_refused),       FOLDER_TEST(test_full_early),
    FOLDER_TEST(test_no_memory),     FOLDER_TEST(test_hdf5_fails),
    FOLDER_TEST(test_hdf5_missing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
