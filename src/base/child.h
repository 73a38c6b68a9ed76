// base/child.h: work in a child process, for libraries that may crash, hang or take all memory.
//
// The child is a copy of this process (fork) that does one thing and ends. Whatever a library does to
// it, this process continues and knows that it failed.

#ifndef BASE_CHILD_H
#define BASE_CHILD_H

#include <stdbool.h>
#include <stddef.h>

typedef struct ChildOut ChildOut;

// The work. What it hands to child_write is what the parent gets; it returns whether it went well.
typedef bool ChildBody(void *context, ChildOut *out);

void child_write(ChildOut *out, const void *bytes, size_t n);
// A text with the 0 at its end; NULL is "".
void child_write_text(ChildOut *out, const char *text);

typedef enum {
  CHILD_DONE,
  CHILD_FAILED,     // the work says so, or it crashed
  CHILD_LATE,       // stopped after this many seconds
  CHILD_UNSTARTED,  // no memory, here or for a library in the child; or no process
} ChildEnd;

typedef struct {
  double seconds;  // it may take, by the clock
  double work;     // seconds of a processor
  size_t memory;   // bytes that it may take beyond what this process has
} ChildLimits;

// What the child wrote; free *bytes in the end, whatever the result. It is NULL unless all is well.
ChildEnd child_run(ChildBody *body, void *context, ChildLimits limits, char **bytes, size_t *n);

#endif
