// report/run_read.h: a run from a file, as report/run_file.h writes it.

#ifndef REPORT_RUN_READ_H
#define REPORT_RUN_READ_H

#include "report/run_file.h"

// Reads the table from the bytes of a file, in the arena. Besides the columns it reads the title
// and the notes that are texts, if the format has them. Returns STATUS_INPUT, with a report, if the
// bytes are not such a file; messages call it `path`.
MUST_USE Status run_read(Str bytes, RunFormat format, const char *path, Arena *arena, Diags *diags,
                         RunTable *run);

#endif
