// report/run_read.h: a run from a file, as report/run_file.h writes it.

#ifndef REPORT_RUN_READ_H
#define REPORT_RUN_READ_H

#include "report/run_file.h"

// The table in these bytes of a file, in the arena. Besides the columns, the title and the
// notes that are texts are read, if the format has them. STATUS_INPUT, with a report, if the bytes
// are not such a file; path is its name in messages.
MUST_USE Status run_read(Str bytes, RunFormat format, const char *path, Arena *arena, Diags *diags,
                         RunTable *run);

#endif
