// report/run_hdf5.c: a run as HDF5, by report/hdf5.c.

#include "base/file.h"
#include "report/hdf5.h"
#include "report/run_impl.h"
#include <errno.h>

// --- writing -------------------------------------------------------------------------------------

static Status find_hdf5(const char *path, Diags *diags) {
  char reason[HDF5_TROUBLE];
  const Status status = hdf5_find(reason);
  if (status == STATUS_OK) return STATUS_OK;
  diag_report(diags, DIAG_HDF5_MISSING, (Span){0}, path, reason);
  if (status == STATUS_UNABLE)
    diag_help(diags, "install HDF5, on Debian the package libhdf5-dev, or choose another ending");
  return status;
}

static Status write_hdf5(const RunTable *run, const char *path, Diags *diags) {
  Str image = {0};
  char trouble[HDF5_TROUBLE];
  TRY(find_hdf5(path, diags));
  if (!hdf5_image(run, &image, trouble)) {
    diag_report(diags, DIAG_HDF5_FAILS, (Span){0}, path, trouble);
    return STATUS_LIMIT;
  }
  const Status status = file_replace_bytes(path, image);
  const int reason = errno;
  hdf5_free(image);
  errno = reason;
  return status;
}

// --- reading -------------------------------------------------------------------------------------

static bool read_hdf5(RunReading *r, Str bytes) {
  Hdf5Table *table = ARENA_NEW(r->arena, Hdf5Table);
  arena_defer(r->arena, hdf5_clear, table);
  const char *failed = hdf5_read(bytes, table);
  if (table->no_memory) guard_fail(r->arena->guard, STATUS_LIMIT);
  if (failed != NULL) return run_fails(r, text_format(r->arena, "%s", failed));
  for (size_t j = 0; j < table->columns; j++)
    if (!run_add_name(r, str(table->column[j]))) return false;
  const RunNote notes[] = {{.name = "end", .text = table->end},
                           {.name = "end_kind", .text = table->end_kind},
                           {.name = "resume", .text = table->resume}};
  const size_t n = sizeof notes / sizeof *notes;
  RunNote *note = ARENA_ARRAY(r->arena, RunNote, n);
  for (size_t i = 0; i < n; i++)
    if (notes[i].text != NULL) note[r->run->notes++] = notes[i];
  r->run->title = table->title;
  r->run->note = note;
  r->at.at = table->at;
  r->at.n = table->rows * table->columns;
  return true;
}

const RunFormatTraits run_format_hdf5 = {
  .endings = ".h5 .hdf5",
  .find = find_hdf5,
  .write_file = write_hdf5,
  .read = read_hdf5,
};
