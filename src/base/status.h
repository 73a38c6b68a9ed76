// base/status.h: the ways a function can end.

#ifndef BASE_STATUS_H
#define BASE_STATUS_H

#define STATUS_LIST(X)                                                             \
  X(OK, "the result is right")                                                     \
  X(INPUT, "the model or the request is wrong; a message says where")              \
  X(DOMAIN, "the result does not exist, e.g. because the mass matrix is singular") \
  X(UNABLE, "the result may exist, but could neither be found nor ruled out")      \
  X(LIMIT, "a limit was reached: memory, time or number of terms")                 \
  X(INTERNAL, "this program has a bug")                                            \
  X(CANCELLED, "the caller cancelled the call")

typedef enum {
#define X(name, meaning) STATUS_##name,
  STATUS_LIST(X)
#undef X
} Status;

// Three answers; "unknown" never turns into "no".
typedef enum { TRUTH_NO, TRUTH_YES, TRUTH_UNKNOWN } Truth;

#define MUST_USE __attribute__((warn_unused_result))

// Passes a failure to the caller. Memory allocated on the way stays in its arena, so this is always safe.
#define TRY(call)                                     \
  do {                                                \
    Status try_status_ = (call);                      \
    if (try_status_ != STATUS_OK) return try_status_; \
  } while (0)

// What the status means, as one sentence.
const char *status_meaning(Status status);

#endif
