// support/shared.h: compiles C text in the folder of a test, with the given flags, and loads it.

#ifndef SUPPORT_SHARED_H
#define SUPPORT_SHARED_H

#include "support/folder.h"

bool has_compiler(const char *name);

// Runs the command; if it fails, shows its output and fails the test.
void shared_run(Folder *folder, const char *command);

// Compiles the text by `compiler flags` and loads it; shared_close unloads it.
void *shared_open(Folder *folder, const char *compiler, const char *flags, const char *text);
// Puts the address of the function or object of that name into *to, a pointer.
void shared_find(void *shared, const char *name, void *to);
void shared_close(void *shared);

void write_text(const char *path, const char *text);

#endif
