// report/hdf5.c: writes a run as an HDF5 file, and reads it, by the library; in a child process (hdf5_child.c).
//
// In:   a RunTable
// Out:  /             attributes: title, method, the notes, model
//       /run          one dataset for each column, in order, with the attribute units if its unit is
//                     known; attribute columns: their names
//       /parameters   one attribute for each parameter
//       /events       t, event, name, impulse and energy_lost of each event, if there were any
// Why:  the file is made in memory. So it is written like all other files: it appears complete or not at all, failures
//        have a reason, and the library never meets a full disk.
// Cost: the library and the thirty or so that it needs are loaded only when the first file is written.
//       Memory: the table twice more.

#include "report/hdf5_impl.h"
#include "report/hdf5_library_impl.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

// --- the parts of a file -------------------------------------------------------------------------

// A file being made. After the first failure nothing more is done.
typedef struct {
  hid_t file, string, scalar;  // string: of any length, in UTF-8
  const char *failed;
  size_t most;  // numbers that a file of this size may hold
} Making;

// Passes a function's result on; the first failure is remembered by the name of the function.
static hid_t made(Making *m, const char *function, hid_t result) {
  if (result < 0 && m->failed == NULL) m->failed = errno == ENOMEM ? NO_MEMORY : function;
  return result;
}

#define MADE(m, function, ...) made((m), #function, (hid_t) h5.function(__VA_ARGS__))

static void add_attribute(Making *m, hid_t on, const char *name, hid_t type, hid_t space,
                          const void *value) {
  if (m->failed) return;
  const hid_t a = MADE(m, H5Acreate2, on, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
  if (a < 0) return;
  MADE(m, H5Awrite, a, type, value);
  h5.H5Aclose(a);
}

static void add_text(Making *m, hid_t on, const char *name, const char *text) {
  if (text) add_attribute(m, on, name, m->string, m->scalar, &text);
}

static void add_notes(Making *m, hid_t on, const RunNote *note, size_t n) {
  for (size_t i = 0; i < n; i++) {
    if (note[i].text)
      add_text(m, on, note[i].name, note[i].text);
    else
      add_attribute(m, on, note[i].name, *h5.H5T_NATIVE_DOUBLE_g, m->scalar, &note[i].value);
  }
}

#define LINK_MOST 1000

// Returns a column's name in the file: without the unit of `v [km/h]`, since a / would begin a group.
static const char *link_of(const char *name, char to[LINK_MOST]) {
  const char *unit = strstr(name, " [");
  if (unit == NULL || (size_t) (unit - name) >= LINK_MOST) return name;
  memcpy(to, name, (size_t) (unit - name));
  to[unit - name] = '\0';
  return to;
}

// Adds a dataset; type: of its values, numbers or texts.
static void add_column(Making *m, hid_t group, const char *name, const char *unit, hid_t space,
                       hid_t type, const void *value) {
  if (m->failed) return;
  char link[LINK_MOST];
  name = link_of(name, link);
  // no time stamps: equal runs give equal bytes
  const hid_t timeless = MADE(m, H5Pcreate, *h5.H5P_CLS_DATASET_CREATE_ID_g);
  MADE(m, H5Pset_obj_track_times, timeless, false);
  const hid_t d = MADE(m, H5Dcreate2, group, name, type, space, H5P_DEFAULT, timeless, H5P_DEFAULT);
  h5.H5Pclose(timeless);
  if (d < 0) return;
  MADE(m, H5Dwrite, d, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, value);
  add_text(m, d, "units", unit);
  h5.H5Dclose(d);
}

// Adds all columns; `one` is room for one of them.
static void add_columns(Making *m, hid_t group, const RunTable *run, double *one) {
  const hsize_t rows = run->rows, columns = run->columns;
  const hid_t along = MADE(m, H5Screate_simple, 1, &rows, NULL);
  const hid_t across = MADE(m, H5Screate_simple, 1, &columns, NULL);
  add_attribute(m, group, "columns", m->string, across, run->column);
  for (size_t j = 0; j < run->columns && !m->failed; j++) {
    for (size_t i = 0; i < run->rows; i++) one[i] = run->at[i * run->columns + j];
    add_column(m, group, run->column[j], run->unit ? run->unit[j] : NULL, along,
               *h5.H5T_NATIVE_DOUBLE_g, one);
  }
  h5.H5Sclose(along);
  h5.H5Sclose(across);
}

static void add_events(Making *m, hid_t group, const RunEvents *events) {
  const hsize_t n = events->n;
  const hid_t along = MADE(m, H5Screate_simple, 1, &n, NULL), real = *h5.H5T_NATIVE_DOUBLE_g;
  add_column(m, group, "t", NULL, along, real, events->t);
  add_column(m, group, "event", NULL, along, m->string, events->what);
  add_column(m, group, "name", NULL, along, m->string, events->name);
  add_column(m, group, "impulse", NULL, along, real, events->impulse);
  add_column(m, group, "energy_lost", NULL, along, real, events->lost);
  h5.H5Sclose(along);
}

// Makes a group that lists its members in the order of their creation.
static hid_t add_group(Making *m, const char *name) {
  const hid_t in_order = MADE(m, H5Pcreate, *h5.H5P_CLS_GROUP_CREATE_ID_g);
  MADE(m, H5Pset_link_creation_order, in_order, H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED);
  const hid_t group = MADE(m, H5Gcreate2, m->file, name, H5P_DEFAULT, in_order, H5P_DEFAULT);
  h5.H5Pclose(in_order);
  return group;
}

static void add_run(Making *m, const RunTable *run, double *one) {
  add_text(m, m->file, "title", run->title);
  add_text(m, m->file, "method", run->method);
  add_notes(m, m->file, run->note, run->notes);
  add_text(m, m->file, "model", run->model_text);
  const hid_t parameters = add_group(m, "parameters");
  add_notes(m, parameters, run->parameter, run->parameters);
  h5.H5Gclose(parameters);
  const hid_t group = add_group(m, "run");
  add_columns(m, group, run, one);
  h5.H5Gclose(group);
  if (run->events.n == 0) return;
  const hid_t events = add_group(m, "events");
  add_events(m, events, &run->events);
  h5.H5Gclose(events);
}

// --- the file ------------------------------------------------------------------------------------

// Begins a file in memory that grows by a quarter of the table at a time. Its name is never used.
static void begin(Making *m, const RunTable *run) {
  const size_t step = run->rows * run->columns * sizeof(double) / 4 + (1 << 16);
  const hid_t in_memory = MADE(m, H5Pcreate, *h5.H5P_CLS_FILE_ACCESS_ID_g);
  MADE(m, H5Pset_fapl_core, in_memory, step, false);
  m->file = MADE(m, H5Fcreate, "run.h5", H5F_ACC_TRUNC, H5P_DEFAULT, in_memory);
  h5.H5Pclose(in_memory);
  m->scalar = MADE(m, H5Screate, H5S_SCALAR);
  m->string = MADE(m, H5Tcopy, *h5.H5T_C_S1_g);
  MADE(m, H5Tset_size, m->string, H5T_VARIABLE);
  MADE(m, H5Tset_cset, m->string, H5T_CSET_UTF8);
}

static void take_image(Making *m, Str *image) {
  MADE(m, H5Fflush, m->file, H5F_SCOPE_LOCAL);
  const hid_t size = m->failed ? -1 : MADE(m, H5Fget_file_image, m->file, NULL, 0);
  if (size < 0) return;
  char *bytes = malloc((size_t) size);
  if (bytes == NULL)
    m->failed = NO_MEMORY;
  else
    MADE(m, H5Fget_file_image, m->file, bytes, (size_t) size);
  *image = (Str){bytes, (size_t) size};
}

static const char *make_image(const RunTable *run, double *one, Str *image) {
  Making m = {0};
  begin(&m, run);
  if (!m.failed) add_run(&m, run, one);
  if (!m.failed) take_image(&m, image);
  h5.H5Tclose(m.string);
  h5.H5Sclose(m.scalar);
  h5.H5Fclose(m.file);
  return m.failed;
}

// --- reading -------------------------------------------------------------------------------------

#define COLUMNS_MOST 100000
#define NUMBERS_MOST ((size_t) 1 << 32)
#define NUMBERS_SOME \
  ((size_t) 1 << 25)  // allowed in any file; in larger ones a number takes at least two bytes

// Copies the texts of an attribute; *n becomes their number.
static char **read_texts(Making *m, hid_t on, const char *name, hsize_t *n) {
  const hid_t a = MADE(m, H5Aopen, on, name, H5P_DEFAULT);
  if (a < 0) return NULL;
  const hid_t space = MADE(m, H5Aget_space, a), type = MADE(m, H5Aget_type, a);
  const hid_t count = space < 0 ? -1 : MADE(m, H5Sget_simple_extent_npoints, space);
  char **texts = NULL;
  if (type >= 0 && h5.H5Tis_variable_str(type) <= 0) m->failed = "a name is not text";
  if (!m->failed && (count < 1 || count > COLUMNS_MOST)) m->failed = "there are no columns";
  if (!m->failed) {
    texts = calloc((size_t) count, sizeof *texts);
    char **lent = calloc((size_t) count, sizeof *lent);
    if (texts == NULL || lent == NULL) m->failed = NO_MEMORY;
    if (!m->failed && MADE(m, H5Aread, a, m->string, lent) >= 0) {
      *n = (hsize_t) count;
      for (hsize_t i = 0; i < *n; i++) {
        texts[i] = strdup(lent[i] ? lent[i] : "");
        if (texts[i] == NULL) m->failed = NO_MEMORY;
      }
      h5.H5Dvlen_reclaim(m->string, space, H5P_DEFAULT, lent);
    }
    free(lent);
  }
  if (type >= 0) h5.H5Tclose(type);
  if (space >= 0) h5.H5Sclose(space);
  h5.H5Aclose(a);
  return texts;
}

static char *read_text(Making *m, const char *name) {
  hsize_t n = 0;
  if (m->failed || h5.H5Aexists(m->file, name) <= 0) return NULL;
  char **texts = read_texts(m, m->file, name, &n);
  char *text = texts && n > 0 ? texts[0] : NULL;
  for (hsize_t i = 1; texts && i < n; i++) free(texts[i]);
  free(texts);
  return text;
}

// Reads one column into its place; the first one determines the number of rows.
static void read_column(Making *m, hid_t group, size_t j, Hdf5Content *table) {
  char link[LINK_MOST];
  const hid_t d = MADE(m, H5Dopen2, group, link_of(table->column[j], link), H5P_DEFAULT);
  if (d < 0) return;
  const hid_t space = MADE(m, H5Dget_space, d);
  const hid_t count = space < 0 ? -1 : MADE(m, H5Sget_simple_extent_npoints, space);
  const size_t rows = count < 0 ? 0 : (size_t) count;
  if (!m->failed && j > 0 && rows != table->rows) m->failed = "the columns are not equally long";
  if (!m->failed && rows > m->most / table->columns) m->failed = "there are too many rows";
  if (!m->failed && j == 0) {
    table->rows = rows;
    table->at = calloc(rows * table->columns + 1, sizeof(double));
  }
  double *one = m->failed ? NULL : calloc(rows + 1, sizeof *one);
  if (!m->failed && (one == NULL || table->at == NULL)) m->failed = NO_MEMORY;
  if (!m->failed) MADE(m, H5Dread, d, *h5.H5T_NATIVE_DOUBLE_g, H5S_ALL, H5S_ALL, H5P_DEFAULT, one);
  for (size_t i = 0; !m->failed && i < rows; i++) table->at[i * table->columns + j] = one[i];
  free(one);
  if (space >= 0) h5.H5Sclose(space);
  h5.H5Dclose(d);
}

static void read_table(Making *m, Hdf5Content *table) {
  hsize_t columns = 0;
  table->title = read_text(m, "title");
  table->end = read_text(m, "end");
  table->end_kind = read_text(m, "end_kind");
  table->resume = read_text(m, "resume");
  const hid_t group = m->failed ? -1 : MADE(m, H5Gopen2, m->file, "run", H5P_DEFAULT);
  if (group < 0) return;
  table->column = read_texts(m, group, "columns", &columns);
  table->columns = (size_t) columns;
  for (size_t j = 0; !m->failed && j < table->columns; j++) read_column(m, group, j, table);
  h5.H5Gclose(group);
}

static const char *read_image(Str bytes, Hdf5Content *table) {
  Making m = {.file = -1, .most = NUMBERS_SOME + bytes.n / 2};
  if (m.most > NUMBERS_MOST) m.most = NUMBERS_MOST;
  char *copy = malloc(bytes.n + 1);  // the library wants bytes that it could modify
  if (copy == NULL) return NO_MEMORY;
  memcpy(copy, bytes.at, bytes.n);
  const hid_t in_memory = MADE(&m, H5Pcreate, *h5.H5P_CLS_FILE_ACCESS_ID_g);
  MADE(&m, H5Pset_fapl_core, in_memory, 1 << 16, false);
  MADE(&m, H5Pset_file_image, in_memory, copy, bytes.n);
  // the library requires that no file has this name: none can
  if (!m.failed) m.file = MADE(&m, H5Fopen, "/dev/null/run.h5", H5F_ACC_RDONLY, in_memory);
  h5.H5Pclose(in_memory);
  free(copy);
  m.string = MADE(&m, H5Tcopy, *h5.H5T_C_S1_g);
  MADE(&m, H5Tset_size, m.string, H5T_VARIABLE);
  MADE(&m, H5Tset_cset, m.string, H5T_CSET_UTF8);
  if (!m.failed) read_table(&m, table);
  h5.H5Tclose(m.string);
  if (m.file >= 0) h5.H5Fclose(m.file);
  return m.failed;
}

// --- inside the library's child ------------------------------------------------------------------

const char *hdf5_make_here(const RunTable *run, Str *image) {
  double *one = malloc((run->rows + 1) * sizeof *one);
  if (one == NULL) return NO_MEMORY;
  *image = (Str){0};
  const Hdf5Before before = hdf5_enter();
  const char *failed = make_image(run, one, image);
  hdf5_leave(before);
  free(one);
  if (failed) hdf5_free(*image);
  return failed;
}

const char *hdf5_read_here(Str bytes, Hdf5Content *table) {
  const Hdf5Before before = hdf5_enter();
  const char *failed = read_image(bytes, table);
  hdf5_leave(before);
  return failed;
}
