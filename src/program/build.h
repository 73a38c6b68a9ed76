// program/build.h: a system made from statements, and made once more.

#ifndef PROGRAM_BUILD_H
#define PROGRAM_BUILD_H

#include "program/system.h"

#define SYSTEM_MEMORY \
  ((size_t) 8 << 30)  // bytes in all arenas of one system, unless a limit is set

// An empty system with one user (program/call.h), or NULL without memory.
System *system_create(void);

// Calls, as system_call_statement: the statements of a file ("-": standard input), or of a text that messages
// know by `name`; values for counts and parameters that come before the statements; the end of the statements.
MUST_USE Status system_read(System *m, const char *path);
MUST_USE Status system_add(System *m, const char *name, const char *statements);
MUST_USE Status system_preset(System *m, const char *settings);
MUST_USE Status system_finish(System *m);

// The system once more, as it was read, with the values it has now, or NULL without memory. The equations are not
// derived yet. If *status is not STATUS_OK, its messages give the reason. Meanwhile no other
// thread may use `m`.
System *system_clone(System *m, Status *status);

#endif
