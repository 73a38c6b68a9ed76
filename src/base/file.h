// base/file.h: files that are there whole or not at all, and reading them.
//
// What is written stands beside its place, for its owner's eyes alone, until it is complete and on the
// disk, and is then renamed; when anything fails, the old file is untouched and nothing is left behind.
// A pipe or a device cannot be replaced: it is written to. A symbolic link stays one; the file that it
// leads to is replaced, or made.

#ifndef BASE_FILE_H
#define BASE_FILE_H

#include "base/diag.h"
#include <stdio.h>

// Puts the content into the stream. It need not look at what fwrite and its kin return: the stream
// is asked in the end. Any other failure is its status. It must come back: what may run out of
// memory has a guard_run of its own.
typedef Status FileWriter(void *context, FILE *stream);

// The whole content of the file at path, "-" for standard input, in the arena. STATUS_INPUT, with an
// errno that says why, where it cannot be read or has more than `most` bytes.
MUST_USE Status file_read(Arena *arena, const char *path, size_t most, Str *text);

// Makes the file at path, or replaces it; "-" is standard output. Fails with the status of the
// writer and errno 0, or with an errno that says why: STATUS_LIMIT when there is no room on the
// device, STATUS_INPUT when nothing can be written there.
MUST_USE Status file_replace(const char *path, FileWriter *write, void *context);

// The same for content that is there already.
MUST_USE Status file_replace_bytes(const char *path, Str bytes);

// Removes the files that are being written: for a handler of signals that end the program. What a
// killed program leaves behind is removed when the same file is written again.
void file_abandon(void);

#endif
