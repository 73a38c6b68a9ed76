// report/hdf5_arrays.c: HDF5 files of plain arrays, by the library.
//
// Why:  a child process for each file would cost a sweep more than its motions; a lock around the library would block
//       its threads. So the library works once, on a file in memory whose data is never written: it takes no space,
//       however large its arrays are
// Law:  objects have no time stamps, texts a fixed length, the format bounds: the bytes follow from the arrays alone

#include "report/hdf5_arrays.h"
#include "report/hdf5_child_impl.h"
#include "report/hdf5_impl.h"
#include "report/hdf5_library_impl.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

uint64_t hdf5_reserved(const Hdf5Array *d) {
  uint64_t n = d->kind == HDF5_STRING ? d->width : d->kind == HDF5_U8 ? 1 : 8;
  for (unsigned i = 0; i < d->rank; i++) n *= d->size[i];
  return d->from != NULL || d->value != NULL ? 0 : n;
}

// --- in the child: the file ----------------------------------------------------------------------

// A file being made. After the first failure nothing more is done.
typedef struct {
  hid_t file;
  const char *failed;
  char *image;  // the bytes written so far, from the beginning; the rest is 0
  size_t written;
  uint64_t size;
} Making;

static hid_t made(Making *m, const char *function, hid_t result) {
  if (result < 0 && m->failed == NULL) m->failed = function;
  return result;
}

#define MADE(m, function, ...) \
  ((m)->failed ? -1 : made((m), #function, (hid_t) h5.function(__VA_ARGS__)))

static hid_t string_type(Making *m, size_t width) {
  const hid_t type = MADE(m, H5Tcopy, *h5.H5T_C_S1_g);
  MADE(m, H5Tset_size, type, width > 0 ? width : 1);
  MADE(m, H5Tset_strpad, type, H5T_STR_NULLPAD);
  MADE(m, H5Tset_cset, type, H5T_CSET_UTF8);
  return type;
}

static hid_t type_of(Making *m, const Hdf5Array *d) {
  switch (d->kind) {
    case HDF5_DOUBLE: return MADE(m, H5Tcopy, *h5.H5T_IEEE_F64LE_g);
    case HDF5_U64: return MADE(m, H5Tcopy, *h5.H5T_STD_U64LE_g);
    case HDF5_U8: return MADE(m, H5Tcopy, *h5.H5T_STD_U8LE_g);
    case HDF5_STRING: break;
  }
  return string_type(m, d->width);
}

static hid_t space_of(Making *m, const Hdf5Array *d, uint64_t rows) {
  hsize_t size[3] = {rows, d->size[1], d->size[2]};
  return MADE(m, H5Screate_simple, (int) d->rank, size, NULL);
}

static void set_missing(Making *m, hid_t how, const Hdf5Array *d, hid_t type) {
  const double nothing = (double) NAN;
  const uint64_t largest = UINT64_MAX;
  const void *value = d->kind == HDF5_DOUBLE ? (const void *) &nothing
                      : d->kind == HDF5_U8   ? (const void *) &d->from->missing
                                             : (const void *) &largest;
  MADE(m, H5Pset_fill_value, how, type, value);
}

// Maps the rows of each part to the whole array of its file.
static void set_parts(Making *m, hid_t how, const Hdf5Array *d, hid_t space) {
  const Hdf5Parts *from = d->from;
  for (uint64_t part = 0; part < from->parts && !m->failed; part++) {
    const uint64_t first = part * from->rows;
    const uint64_t rows = d->size[0] - first < from->rows ? d->size[0] - first : from->rows;
    const hsize_t start[3] = {first, 0, 0}, count[3] = {rows, d->size[1], d->size[2]};
    char name[200];
    snprintf(name, sizeof name, "%s%06llu.h5", from->pattern, (unsigned long long) part);
    const hid_t whole = space_of(m, d, rows);
    MADE(m, H5Sselect_hyperslab, space, H5S_SELECT_SET, start, NULL, count, NULL);
    MADE(m, H5Pset_virtual, how, space, name, d->name, whole);
    if (whole >= 0) h5.H5Sclose(whole);
  }
}

static hid_t manner_of(Making *m, const Hdf5Array *d, hid_t type, hid_t space) {
  const hid_t how = MADE(m, H5Pcreate, *h5.H5P_CLS_DATASET_CREATE_ID_g);
  MADE(m, H5Pset_obj_track_times, how, false);
  if (d->from != NULL) {
    set_missing(m, how, d, type);
    set_parts(m, how, d, space);
  } else {
    MADE(m, H5Pset_alloc_time, how, H5D_ALLOC_TIME_EARLY);
    MADE(m, H5Pset_fill_time, how, H5D_FILL_TIME_NEVER);
  }
  return how;
}

static void add_array(Making *m, Hdf5Array *d) {
  const hid_t type = type_of(m, d), space = space_of(m, d, d->size[0]);
  const hid_t how = manner_of(m, d, type, space);
  const hid_t object =
    MADE(m, H5Dcreate2, m->file, d->name, type, space, H5P_DEFAULT, how, H5P_DEFAULT);
  if (d->value != NULL && d->size[0] > 0)
    MADE(m, H5Dwrite, object, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, d->value);
  if (!m->failed && hdf5_reserved(d) > 0) {
    d->offset = h5.H5Dget_offset(object);
    if (d->offset == HADDR_UNDEF) m->failed = "H5Dget_offset";
  }
  if (object >= 0) h5.H5Dclose(object);
  if (how >= 0) h5.H5Pclose(how);
  if (space >= 0) h5.H5Sclose(space);
  if (type >= 0) h5.H5Tclose(type);
}

static void add_attribute(Making *m, const Hdf5Attribute *a) {
  const hid_t type = string_type(m, strlen(a->text)), space = MADE(m, H5Screate, H5S_SCALAR);
  const hid_t object = MADE(m, H5Acreate2, m->file, a->name, type, space, H5P_DEFAULT, H5P_DEFAULT);
  MADE(m, H5Awrite, object, type, a->text);
  if (object >= 0) h5.H5Aclose(object);
  if (space >= 0) h5.H5Sclose(space);
  if (type >= 0) h5.H5Tclose(type);
}

// Callbacks by which this file owns the library's image memory and keeps it when the file is closed.

static void *image_make(size_t n, H5FD_file_image_op_t why, void *context) {
  Making *m = context;
  (void) why;
  m->written = n;
  return malloc(n);
}

static void *image_resize(void *image, size_t n, H5FD_file_image_op_t why, void *context) {
  Making *m = context;
  (void) why;
  m->written = n;
  return realloc(image, n);
}

static herr_t image_keep(void *image, H5FD_file_image_op_t why, void *context) {
  Making *m = context;
  (void) why;
  m->image = image;
  return 0;
}

static void *image_copy(void *to, const void *from, size_t n, H5FD_file_image_op_t why,
                        void *context) {
  (void) why;
  (void) context;
  return memcpy(to, from, n);
}

static void *context_same(void *context) {
  return context;
}

static herr_t context_keep(void *context) {
  (void) context;
  return 0;
}

#define GROWTH 8  // bytes; the size of a file is a multiple
#define LINKS_MOST \
  64  // stored compactly; with more, a heap would be used, whose place is only known at the end
#define META_BLOCK 4096  // bytes; keeps everything that describes the file in one place

// Begins a file that HDF5 1.8 and later can read; virtual arrays need 1.10.
static void begin_file(Making *m) {
  H5FD_file_image_callbacks_t callbacks = {
    image_make, image_copy, image_resize, image_keep, context_same, context_keep, m};
  const hid_t access = MADE(m, H5Pcreate, *h5.H5P_CLS_FILE_ACCESS_ID_g);
  const hid_t manner = MADE(m, H5Pcreate, *h5.H5P_CLS_FILE_CREATE_ID_g);
  MADE(m, H5Pset_libver_bounds, access, H5F_LIBVER_V18, H5F_LIBVER_V110);
  MADE(m, H5Pset_fapl_core, access, GROWTH, false);
  MADE(m, H5Pset_meta_block_size, access, META_BLOCK);
  MADE(m, H5Pset_file_image_callbacks, access, &callbacks);
  MADE(m, H5Pset_obj_track_times, manner, false);
  MADE(m, H5Pset_link_phase_change, manner, LINKS_MOST, LINKS_MOST / 2);
  m->file = MADE(m, H5Fcreate, "layout.h5", H5F_ACC_TRUNC, manner, access);
}

#define TRIED_MOST ((uint64_t) 1 << 26)  // bytes; larger files are not opened again as a test

// Can the library open the file that it made, at the length that it announced?
static void try_file(Making *m) {
  if (m->failed || m->size > TRIED_MOST) return;
  char *image = calloc((size_t) m->size + 1, 1);
  if (image == NULL) {
    m->failed = NO_MEMORY;
    return;
  }
  memcpy(image, m->image, m->written < m->size ? m->written : (size_t) m->size);
  const hid_t access = MADE(m, H5Pcreate, *h5.H5P_CLS_FILE_ACCESS_ID_g);
  MADE(m, H5Pset_fapl_core, access, 1 << 16, false);
  MADE(m, H5Pset_file_image, access, image, (size_t) m->size);
  const hid_t file = MADE(m, H5Fopen, "/dev/null/layout.h5", H5F_ACC_RDONLY, access);
  MADE(m, H5Fclose, file);
  free(image);
}

static const char *make_file(const Hdf5File *f, Making *m) {
  hsize_t size = 0;
  *m = (Making){.file = -1};
  begin_file(m);
  for (size_t i = 0; i < f->attributes; i++) add_attribute(m, &f->attribute[i]);
  for (size_t i = 0; i < f->arrays; i++) add_array(m, &f->array[i]);
  MADE(m, H5Fget_filesize, m->file, &size);
  MADE(m, H5Fclose, m->file);
  m->size = size;
  if (!m->failed && m->image == NULL) m->failed = "H5Pset_file_image_callbacks";
  try_file(m);
  return m->failed;
}

// --- in the child: what is passed on -------------------------------------------------------------

static int by_offset(const void *a, const void *b) {
  const Hdf5Array *const *x = a, *const *y = b;
  return (*x)->offset < (*y)->offset ? -1 : (*x)->offset > (*y)->offset;
}

// Writes the ends of a piece, then its bytes.
static void write_piece(ChildOut *out, const Making *m, uint64_t from, uint64_t to) {
  static const char zeros[4096];
  const uint64_t ends[2] = {from, to};
  child_write(out, ends, sizeof ends);
  const uint64_t written = m->written < to ? m->written : to;
  if (from < written) child_write(out, m->image + from, (size_t) (written - from));
  for (uint64_t at = from < written ? written : from; at < to; at += sizeof zeros)
    child_write(out, zeros, to - at < sizeof zeros ? (size_t) (to - at) : sizeof zeros);
}

// Writes the size, the offsets, and the pieces between the reserved spaces; the last may be empty.
static bool write_layout(ChildOut *out, const Hdf5File *f, const Making *m) {
  uint64_t at = 0;
  size_t n = 0;
  Hdf5Array **order = calloc(f->arrays + 1, sizeof(Hdf5Array *));
  if (order == NULL) return false;
  child_write(out, &m->size, sizeof m->size);
  for (size_t i = 0; i < f->arrays; i++) {
    child_write(out, &f->array[i].offset, sizeof(uint64_t));
    if (hdf5_reserved(&f->array[i]) > 0) order[n++] = &f->array[i];
  }
  if (n > 1) qsort(order, n, sizeof *order, by_offset);
  for (size_t i = 0; i < n; i++) {
    if (order[i]->offset < at) return false;
    write_piece(out, m, at, order[i]->offset);
    at = order[i]->offset + hdf5_reserved(order[i]);
  }
  free(order);
  if (at <= m->size) write_piece(out, m, at, m->size);
  return at <= m->size;
}

typedef struct {
  Hdf5File *file;
  size_t n;
} Request;

static bool layouts_body(void *context, ChildOut *out) {
  const Request *r = context;
  const Library *library = hdf5_library();
  child_write_text(out, library->handle ? "" : library->no_memory ? "m" : "?");
  child_write_text(out, library->trouble);
  if (library->handle == NULL) return true;
  for (size_t i = 0; i < r->n; i++) {
    Making m;
    const Hdf5Before before = hdf5_enter();
    const char *failed = make_file(&r->file[i], &m);
    hdf5_leave(before);
    child_write_text(out, failed);
    if (failed != NULL) return true;
    if (!write_layout(out, &r->file[i], &m)) return false;
    free(m.image);
  }
  return true;
}

// --- in this process -----------------------------------------------------------------------------

static bool take(Hdf5Rest *rest, void *to, size_t n) {
  if (rest->left < n) return false;
  memcpy(to, rest->at, n);
  rest->at += n;
  rest->left -= n;
  return true;
}

// Reads a layout. Returns false if the pieces and the reserved spaces do not make up the whole file.
static bool take_layout(Arena *arena, Hdf5Rest *rest, Hdf5File *f) {
  uint64_t covered = 0;
  if (!take(rest, &f->size, sizeof f->size)) return false;
  size_t reserved = 0;
  for (size_t i = 0; i < f->arrays; i++) {
    if (!take(rest, &f->array[i].offset, sizeof(uint64_t))) return false;
    const uint64_t n = hdf5_reserved(&f->array[i]);
    if (n > 0 && (n > f->size || f->array[i].offset > f->size - n)) return false;
    reserved += n > 0;
    covered += n;
  }
  f->pieces = reserved + 1;
  f->piece = ARENA_ARRAY(arena, Hdf5Piece, f->pieces);
  for (size_t i = 0; i < f->pieces; i++) {
    uint64_t ends[2];
    if (!take(rest, ends, sizeof ends) || ends[0] > ends[1] || ends[1] > f->size) return false;
    const size_t n = (size_t) (ends[1] - ends[0]);
    if (rest->left < n) return false;
    f->piece[i] = (Hdf5Piece){ends[0], {rest->at, n}};
    rest->at += n;
    rest->left -= n;
    covered += n;
  }
  return covered == f->size;
}

static Status cannot(Diags *diags, const char *path, const char *trouble) {
  diag_report(diags, DIAG_HDF5_FAILS, (Span){0}, path, trouble);
  return STATUS_LIMIT;
}

static Status take_all(Arena *arena, Diags *diags, const char *path, Hdf5Rest rest, const Request *r) {
  const char *found = hdf5_next_text(&rest), *trouble = found ? hdf5_next_text(&rest) : NULL;
  if (trouble == NULL) return cannot(diags, path, "the library crashes");
  if (*found != '\0') {
    diag_report(diags, DIAG_SWEEP_HDF5, (Span){0}, path, trouble);
    if (*found == '?') diag_help(diags, "install HDF5, on Debian the package libhdf5-dev");
    return *found == 'm' ? STATUS_LIMIT : STATUS_UNABLE;
  }
  for (size_t i = 0; i < r->n; i++) {
    const char *failed = hdf5_next_text(&rest);
    if (failed != NULL && *failed != '\0')
      return cannot(diags, path, text_format(arena, "HDF5 fails in %s", failed));
    if (failed == NULL || !take_layout(arena, &rest, &r->file[i]))
      return cannot(diags, path, "the library crashes");
  }
  return STATUS_OK;
}

// The limits: memory for the library itself, and for the parts of virtual arrays, of which it keeps several copies.
static ChildLimits limits_of(const Request *r) {
  uint64_t parts = 0;
  for (size_t i = 0; i < r->n; i++)
    for (size_t k = 0; k < r->file[i].arrays; k++)
      if (r->file[i].array[k].from != NULL) parts += r->file[i].array[k].from->parts;
  return hdf5_limits_to_write((size_t) parts << 13);
}

static void drop_bytes(void *object) {
  char **bytes = object;
  free(*bytes);
}

Status hdf5_layouts(Arena *arena, Diags *diags, const char *path, Hdf5File *file, size_t n) {
  Request r = {file, n};
  size_t length = 0;
  char **bytes = ARENA_NEW(arena, char *);
  arena_defer(arena, drop_bytes, bytes);
  const ChildEnd end = child_run(layouts_body, &r, limits_of(&r), bytes, &length);
  if (end != CHILD_DONE) return cannot(diags, path, hdf5_trouble(end));
  return take_all(arena, diags, path, (Hdf5Rest){*bytes, length}, &r);
}
