// base/file.h: reading files, and writing them so that they appear complete or not at all.
//
// A file is written under another name in the same folder, readable only by its owner, synced to the
// disk and then renamed. If anything fails, the old file is untouched and the new one is removed.
// A pipe or a device cannot be replaced, so it is written to directly. A symbolic link stays one; the file that it
// leads to is replaced or made.

#ifndef BASE_FILE_H
#define BASE_FILE_H

#include "base/diag.h"
#include <stdio.h>

// Writes the content to the stream. It need not check fwrite and the like: the error flag of the stream is checked at
// the end. It reports any other failure as its status. It must return: code that may run out of memory needs a
// guard_run of its own.
typedef Status FileWriter(void *context, FILE *stream);

// Reads the whole file at path ("-": standard input) into the arena. Returns STATUS_INPUT and sets errno if it cannot
// be read or has more than `most` bytes.
MUST_USE Status file_read(Arena *arena, const char *path, size_t most, Str *text);

// Makes or replaces the file at path ("-": standard output). Fails with the status of the writer and errno 0, or with
// an errno: STATUS_LIMIT if the device is full, STATUS_INPUT if nothing can be written there.
MUST_USE Status file_replace(const char *path, FileWriter *write, void *context);

// The same for content that exists already.
MUST_USE Status file_replace_bytes(const char *path, Str bytes);

// Removes the files that are being written, and lets no other be opened; called by handlers of signals that end the
// program. Files left by SIGKILL are removed when the same file is written again.
void file_abandon(void);

#endif
