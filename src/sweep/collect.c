// sweep/collect.c: writes all members to one file.
//
// Cost: only one part is in memory at a time
// Not:  after a failed write nothing more is read, so that errno keeps the reason

#include "sweep/status.h"
#include "base/file.h"
#include "sweep/summary.h"
#include <errno.h>
#include <math.h>
#include <string.h>

typedef struct {
  Arena *arena;
  const SweepFolder *folder;
  const SweepSummary *summary;
  PartLayout *whole;  // of an HDF5 file
} Collecting;

// Reads a block from the folder; if it is missing, all its numbers are NaN.
static SweepBlock block_or_nothing(const Collecting *c, uint64_t block) {
  SweepBlock b;
  const bool there = sweep_folder_part(c->folder, block) == PART_WHOLE;
  if (there && sweep_folder_read(c->arena, c->folder, block, &b)) return b;
  b = part_make(c->arena, c->folder->plan, block);
  memset(b.end, PART_MISSING, b.members);
  return b;
}

// --- tables --------------------------------------------------------------------------------------

// The columns: member, end, varied values, results, last row.
static const char **table_names(const Collecting *c, size_t *n) {
  const SweepPlan *p = c->folder->plan;
  const char **name = ARENA_ARRAY(c->arena, const char *, 2 + p->axes + p->results + p->columns);
  *n = 0;
  name[(*n)++] = "member";
  name[(*n)++] = "end";
  for (size_t i = 0; i < p->axes; i++) name[(*n)++] = p->axis[i].name;
  for (size_t i = 0; i < p->results; i++) name[(*n)++] = p->result[i];
  for (size_t i = 0; i < p->columns; i++)
    name[(*n)++] = text_format(c->arena, "final.%s", p->column[i]);
  return name;
}

static void table_row(const SweepPlan *p, const SweepBlock *b, size_t i, double *row) {
  *row++ = (double) (b->block * p->block + i);
  *row++ = b->end[i];
  memcpy(row, b->value + i * p->axes, p->axes * sizeof *row);
  memcpy(row + p->axes, b->result + i * p->results, p->results * sizeof *row);
  memcpy(row + p->axes + p->results, b->final + i * p->columns, p->columns * sizeof *row);
}

// Calls `write` for every member.
static void write_rows(const Collecting *c, size_t n, FILE *stream,
                       void (*write)(Arena *arena, FILE *stream, const double *row, size_t n)) {
  const SweepPlan *p = c->folder->plan;
  for (uint64_t block = 0; block < plan_blocks(p) && !ferror(stream); block++) {
    const ArenaMark mark = arena_mark(c->arena);
    const SweepBlock b = block_or_nothing(c, block);
    double *row = ARENA_ARRAY(c->arena, double, n + 1);
    for (size_t i = 0; i < b.members; i++) {
      const ArenaMark line = arena_mark(c->arena);
      table_row(p, &b, i, row);
      write(c->arena, stream, row, n);
      arena_release(c->arena, line);
    }
    arena_release(c->arena, mark);
  }
}

static void write_csv_row(Arena *arena, FILE *stream, const double *row, size_t n) {
  Text line = text_make(arena);
  for (size_t i = 0; i < n; i++) {
    if (i > 0) text_add_char(&line, ',');
    if (isfinite(row[i]))
      text_add_double(&line, row[i]);
    else
      text_add(&line, isnan(row[i]) ? "nan" : row[i] > 0 ? "inf" : "-inf");
  }
  text_add_char(&line, '\n');
  fwrite(line.at, 1, line.n, stream);
}

static Status write_csv(void *context, FILE *stream) {
  const Collecting *c = context;
  size_t n;
  const char **name = table_names(c, &n);
  for (size_t i = 0; i < n; i++) fprintf(stream, "%s%s", i > 0 ? "," : "", name[i]);
  fputc('\n', stream);
  write_rows(c, n, stream, write_csv_row);
  return STATUS_OK;
}

static void write_npy_row(Arena *arena, FILE *stream, const double *row, size_t n) {
  (void) arena;
  fwrite(row, sizeof *row, n, stream);
}

// Writes numpy.lib.format, version 3 (UTF-8): an array of records of doubles.
static Status write_npy(void *context, FILE *stream) {
  const Collecting *c = context;
  size_t n;
  const char **name = table_names(c, &n);
  Text d = text_make(c->arena);
  text_add(&d, "{'descr': [");
  for (size_t i = 0; i < n; i++) text_addf(&d, "%s(\"%s\", '<f8')", i > 0 ? ", " : "", name[i]);
  text_addf(&d, "], 'fortran_order': False, 'shape': (%llu,), }",
            (unsigned long long) c->folder->plan->members);
  do text_add_char(&d, ' ');
  while ((12 + d.n + 1) % 64 != 0);
  text_add_char(&d, '\n');
  fwrite("\x93NUMPY\x03", 1, 8, stream);
  for (int i = 0; i < 4; i++) fputc((int) (d.n >> (8 * i) & 255), stream);
  fwrite(d.at, 1, d.n, stream);
  write_rows(c, n, stream, write_npy_row);
  return STATUS_OK;
}

// --- HDF5 ----------------------------------------------------------------------------------------

static void write_array(const Collecting *c, size_t which, FILE *stream) {
  const SweepPlan *p = c->folder->plan;
  for (uint64_t block = 0; block < plan_blocks(p) && !ferror(stream); block++) {
    const ArenaMark mark = arena_mark(c->arena);
    const SweepBlock b = block_or_nothing(c, block);
    PartArray array[PART_ARRAYS];
    part_arrays(p, &b, array);
    for (uint64_t i = 0; which == 0 && i < b.members; i++) {
      const uint64_t member = block * p->block + i;
      fwrite(&member, sizeof member, 1, stream);
    }
    if (which > 0) fwrite(array[which].at, 1, (size_t) (array[which].bytes * b.members), stream);
    arena_release(c->arena, mark);
  }
}

// Writes the numbers of an array for which the library has reserved space.
static void write_reserved(const Collecting *c, const Hdf5Array *a, FILE *stream) {
  PartArray array[PART_ARRAYS];
  const size_t n = part_arrays(c->folder->plan, NULL, array), bytes = (size_t) hdf5_reserved(a);
  if (strcmp(a->name, "scalar_statistics") == 0) fwrite(c->summary->scalar, 1, bytes, stream);
  if (strcmp(a->name, "row_statistics") == 0) fwrite(c->summary->row, 1, bytes, stream);
  for (size_t i = 0; i < n; i++)
    if (strcmp(a->name, array[i].name) == 0) write_array(c, i, stream);
}

// Writes pieces and reserved space alternately, from the beginning of the file to its end.
static Status write_h5(void *context, FILE *stream) {
  const Collecting *c = context;
  const Hdf5File *f = &c->whole->file;
  for (size_t i = 0; i < f->pieces && !ferror(stream); i++) {
    const Hdf5Piece *piece = &f->piece[i];
    fwrite(piece->bytes.at, 1, piece->bytes.n, stream);
    for (size_t k = 0; k < f->arrays; k++)
      if (hdf5_reserved(&f->array[k]) > 0 && f->array[k].offset == piece->at + piece->bytes.n)
        write_reserved(c, &f->array[k], stream);
  }
  return STATUS_OK;
}

// --- all of it -----------------------------------------------------------------------------------

static FileWriter *writer_of(const char *path) {
  const char *dot = strrchr(path, '.');
  if (dot == NULL) return NULL;
  if (strcmp(dot, ".csv") == 0) return write_csv;
  if (strcmp(dot, ".npy") == 0) return write_npy;
  return strcmp(dot, ".h5") == 0 || strcmp(dot, ".hdf5") == 0 ? write_h5 : NULL;
}

static void report_damage(Arena *arena, Diags *diags, const SweepFolder *f) {
  for (uint64_t block = 0; block < plan_blocks(f->plan); block++) {
    const ArenaMark mark = arena_mark(arena);
    SweepBlock b;
    const PartState state = sweep_folder_part(f, block);
    const bool good = state == PART_WHOLE && sweep_folder_read(arena, f, block, &b);
    arena_release(arena, mark);
    if (state == PART_ABSENT || good) continue;
    diag_report(diags, DIAG_SWEEP_DAMAGED, (Span){0}, sweep_folder_part_path(arena, f, block));
    diag_help(diags, "remove it and run the sweep again to compute this part again");
  }
}

// Runs a writer in a guard of its own, since base/file.h needs writers that return.
typedef struct {
  FileWriter *write;
  Collecting *collecting;
  FILE *stream;
} Writing;

static Status writing_body(void *context) {
  const Writing *w = context;
  return w->write(w->collecting, w->stream);
}

static Status write_guarded(void *context, FILE *stream) {
  Writing *w = context;
  w->stream = stream;
  return guard_run(w->collecting->arena->guard, writing_body, w);
}

Status sweep_collect(Arena *arena, Diags *diags, const SweepFolder *f, const char *path,
                     Text *out) {
  FileWriter *writer = path != NULL ? writer_of(path) : NULL;
  if (path != NULL && writer == NULL) {
    diag_report(diags, DIAG_SWEEP_ENDING, (Span){0}, path);
    return STATUS_INPUT;
  }
  const SweepSummary summary = sweep_summary(arena, f, writer == write_h5);
  sweep_summary_text(f, &summary, out);
  if (summary.damaged > 0) report_damage(arena, diags, f);
  if (writer == NULL) return STATUS_OK;
  Collecting c = {arena, f, &summary, ARENA_NEW(arena, PartLayout)};
  if (writer == write_h5) {
    part_layout_whole(arena, f->plan, SUMMARIES, summary_names, c.whole);
    TRY(part_lay_out(arena, diags, path, &c.whole, 1));
  }
  const Status status = file_replace(path, write_guarded, &(Writing){writer, &c, NULL});
  if (status != STATUS_OK && errno != 0)
    diag_report(diags, DIAG_FILE_WRITE, (Span){0}, path, strerror(errno));
  return status;
}
