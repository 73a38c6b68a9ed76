// base/child.h: work in a child process, for libraries that may crash, hang or take all memory.
//
// The child is a copy of this process (fork) that does one thing and ends. Whatever a library does to the child, this
// process continues and learns that it failed.

#ifndef BASE_CHILD_H
#define BASE_CHILD_H

#include <stdbool.h>
#include <stddef.h>

typedef struct ChildOut ChildOut;

// The work. The parent receives what it passes to child_write; it returns true on success.
typedef bool ChildBody(void *context, ChildOut *out);

void child_write(ChildOut *out, const void *bytes, size_t n);
// Writes a text with its terminating 0; NULL counts as "".
void child_write_text(ChildOut *out, const char *text);

typedef enum {
  CHILD_DONE,
  CHILD_FAILED,     // the work returned false or crashed
  CHILD_LATE,       // stopped after this many seconds
  CHILD_UNSTARTED,  // no memory, here or for a library in the child; or no process
} ChildEnd;

typedef struct {
  double seconds;  // of wall-clock time
  double work;     // seconds of processor time
  size_t memory;   // bytes beyond what this process has
} ChildLimits;

// Runs the body in a child and hands over what it wrote. Free *bytes afterwards in any case; it is NULL unless the
// result is CHILD_DONE.
ChildEnd child_run(ChildBody *body, void *context, ChildLimits limits, char **bytes, size_t *n);

#endif
