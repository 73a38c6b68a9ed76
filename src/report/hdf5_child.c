// report/hdf5_child.c: runs the HDF5 library in a child process.
//
// Why:   libhdf5 and libraries that it loads crash or hang on damaged files, and when memory is refused
// Not:   the result is not trusted: a child confused by a file may write anything

#include "report/hdf5_child_impl.h"
#include "report/hdf5_impl.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Time and memory for reading a file of this many bytes that may be damaged; compressed numbers take the longest.
static ChildLimits limits_for(size_t bytes) {
  const double size = (double) bytes;
  return (ChildLimits){30 + size / 1e6, 1 + size / 1e7, ((size_t) 1 << 29) + 16 * bytes};
}

// The limits for writing. The program's own table is sound, but the processor may be slow or busy, and every column is
// a dataset.
ChildLimits hdf5_limits_to_write(size_t bytes) {
  ChildLimits limits = limits_for(2 * bytes);
  limits.work = 10 + (double) bytes / 1e6;
  limits.seconds = 10 * limits.work + 20;
  return limits;
}

const char *hdf5_trouble(ChildEnd end) {
  switch (end) {
    case CHILD_LATE: return "it takes too long";
    case CHILD_UNSTARTED: return "there is no memory, or no process, for it";
    default: return "the library crashes";
  }
}

// --- is there a library? -------------------------------------------------------------------------

static bool look_body(void *context, ChildOut *out) {
  (void) context;
  const Library *library = hdf5_library();
  child_write_text(out, library->handle ? "" : library->no_memory ? "m" : "?");
  child_write_text(out, library->trouble);
  return true;
}

// If the child ends in another way, the library failed in it, which happens for lack of memory.
Status hdf5_find(char trouble[HDF5_TROUBLE]) {
  char *text;
  size_t n;
  const ChildEnd end = child_run(look_body, NULL, hdf5_limits_to_write(0), &text, &n);
  const bool known = end == CHILD_DONE && n > 1 && text[n - 1] == '\0';
  const Status status = !known            ? STATUS_LIMIT
                        : text[0] == '\0' ? STATUS_OK
                        : text[0] == 'm'  ? STATUS_LIMIT
                                          : STATUS_UNABLE;
  snprintf(trouble, HDF5_TROUBLE, "%s", !known ? hdf5_trouble(end) : text + (text[0] ? 2 : 1));
  free(text);
  return status;
}

// --- writing -------------------------------------------------------------------------------------

static bool make_body(void *context, ChildOut *out) {
  Str image = {0};
  const char *failed = hdf5_library()->handle ? hdf5_make_here(context, &image) : "dlopen";
  child_write_text(out, failed);
  if (failed == NULL) child_write(out, image.at, image.n);
  return true;
}

bool hdf5_image(const RunTable *run, Str *image, char trouble[HDF5_TROUBLE]) {
  RunTable copy = *run;
  char *bytes;
  size_t n;
  *image = (Str){0};
  const size_t size = (run->rows * run->columns + 8 * run->events.n) * sizeof(double);
  const ChildEnd end = child_run(make_body, &copy, hdf5_limits_to_write(size), &bytes, &n);
  const size_t word = bytes ? strnlen(bytes, n) : 0;
  if (end == CHILD_DONE && n > 1 && word == 0) {
    memmove(bytes, bytes + 1, n - 1);
    *image = (Str){bytes, n - 1};
    return true;
  }
  const int shown = word < HDF5_TROUBLE ? (int) word : HDF5_TROUBLE;
  if (word > 0)
    snprintf(trouble, HDF5_TROUBLE, "HDF5 fails in %.*s", shown, bytes);
  else
    snprintf(trouble, HDF5_TROUBLE, "%s", hdf5_trouble(end));
  free(bytes);
  return false;
}

void hdf5_free(Str image) {
  char *bytes;
  memcpy(&bytes, &image.at, sizeof bytes);  // drops the const, which is for readers
  free(bytes);
}

// --- reading -------------------------------------------------------------------------------------

// Written by the child: the reason for a failure, or "" followed by this, the texts and the numbers.
typedef struct {
  uint64_t columns, rows, has_title, has_end, has_kind, has_resume;
} Head;

static bool read_body(void *context, ChildOut *out) {
  const Str *bytes = context;
  Hdf5Content table = {0};
  const Library *library = hdf5_library();
  const char *failed = library->handle      ? hdf5_read_here(*bytes, &table)
                       : library->no_memory ? NO_MEMORY
                                            : library->trouble;
  child_write_text(out, failed);
  if (failed != NULL) return true;
  const Head head = {.columns = table.columns,
                     .rows = table.rows,
                     .has_title = table.title != NULL,
                     .has_end = table.end != NULL,
                     .has_kind = table.end_kind != NULL,
                     .has_resume = table.resume != NULL};
  child_write(out, &head, sizeof head);
  child_write_text(out, table.title);
  child_write_text(out, table.end);
  child_write_text(out, table.end_kind);
  child_write_text(out, table.resume);
  for (size_t j = 0; j < table.columns; j++) child_write_text(out, table.column[j]);
  child_write(out, table.at, table.rows * table.columns * sizeof(double));
  return true;
}

const char *hdf5_next_text(Hdf5Rest *rest) {
  const size_t n = strnlen(rest->at, rest->left);
  if (n == rest->left) return NULL;
  const char *text = rest->at;
  rest->at += n + 1;
  rest->left -= n + 1;
  return text;
}

// Reads a table. Returns false if the bytes are not as read_body writes them.
static bool take_table(Hdf5Rest rest, Hdf5Table *table) {
  Head head;
  if (rest.left < sizeof head) return false;
  memcpy(&head, rest.at, sizeof head);
  rest.at += sizeof head;
  rest.left -= sizeof head;
  const char *title = hdf5_next_text(&rest), *end = title ? hdf5_next_text(&rest) : NULL;
  const char *kind = end ? hdf5_next_text(&rest) : NULL, *resume = kind ? hdf5_next_text(&rest) : NULL;
  if (resume == NULL || head.columns == 0 || head.columns > rest.left) return false;
  table->title = head.has_title ? title : NULL;
  table->end = head.has_end ? end : NULL;
  table->end_kind = head.has_kind ? kind : NULL;
  table->resume = head.has_resume ? resume : NULL;
  table->column = calloc(head.columns, sizeof *table->column);
  table->no_memory = table->column == NULL;
  for (size_t j = 0; !table->no_memory && j < head.columns; j++)
    if ((table->column[j] = hdf5_next_text(&rest)) == NULL) return false;
  if (table->no_memory || head.rows > rest.left / sizeof(double) / head.columns ||
      rest.left != head.rows * head.columns * sizeof(double))
    return false;
  table->columns = head.columns;
  table->rows = head.rows;
  table->at = malloc(rest.left + 1);
  table->no_memory = table->at == NULL;
  if (!table->no_memory && rest.left > 0) memcpy(table->at, rest.at, rest.left);
  return !table->no_memory;
}

const char *hdf5_read(Str bytes, Hdf5Table *table) {
  size_t n;
  const ChildEnd end = child_run(read_body, &bytes, limits_for(bytes.n), &table->bytes, &n);
  table->no_memory = end == CHILD_UNSTARTED;
  if (end == CHILD_LATE || end == CHILD_UNSTARTED) return hdf5_trouble(end);
  if (end == CHILD_FAILED) return "HDF5 crashes on it: it is damaged";
  Hdf5Rest rest = {table->bytes, n};
  const char *failed = hdf5_next_text(&rest);
  if (failed != NULL && *failed == '\0' && take_table(rest, table)) return NULL;
  if (failed != NULL && strcmp(failed, NO_MEMORY) == 0) table->no_memory = true;
  if (table->no_memory) return "there is no memory for it";
  return failed != NULL && *failed != '\0' ? failed : "it is damaged";
}

void hdf5_clear(void *object) {
  Hdf5Table *table = object;
  free(table->column);
  free(table->at);
  free(table->bytes);
  *table = (Hdf5Table){0};
}
