// native/native.h: compiles C text with the system's compiler, and loads it.
//
// Compiled code is kept in the user's cache folder and found again by content: by the text, the compiler, its
// flags and the processor. If that folder cannot be used safely, a private folder is used, which is removed
// when native_open returns.
//
//   DALEMBERT_CC, CC        the compiler, with leading arguments if need be; else cc, gcc or clang
//   DALEMBERT_CC_SECONDS    how long it may take, 60 by default
//   DALEMBERT_MARCH         which processor to compile for, `native` by default
//   DALEMBERT_CACHE         the cache folder; else $XDG_CACHE_HOME/dalembert, ~/.cache/dalembert

#ifndef NATIVE_NATIVE_H
#define NATIVE_NATIVE_H

#include "base/status.h"
#include "base/text.h"
#include <stdbool.h>
#include <stddef.h>

typedef struct NativeUnit NativeUnit;

#define NATIVE_TROUBLE_LIST(X)                                \
  X(NONE, "all is well")                                      \
  X(COMPILER, "there is no compiler")                         \
  X(REJECTED, "the compiler ended with an error")             \
  X(TIME, "the compiler took too long")                       \
  X(LENGTH, "the compiler would take too long")               \
  X(INTERRUPTED, "a signal came while the compiler was busy") \
  X(FOLDER, "there is no folder to compile in")               \
  X(LOADING, "the compiled code could not be loaded")         \
  X(MEMORY, "there is no memory left")

typedef enum {
#define X(name, meaning) NATIVE_##name,
  NATIVE_TROUBLE_LIST(X)
#undef X
} NativeCode;

typedef struct {
  NativeCode code;
  char
    text[2048];  // for the user; starts with what happened, may continue with the compiler's output
} NativeTrouble;

typedef struct {
  bool compiled;           // in this call; false if it was found in the cache
  bool kept;               // the next call will find it
  double compile_seconds;  // 0 if it was not compiled
  double load_seconds;     // to check and open the object
} NativeFacts;

// Compiles the n bytes of C, or finds them compiled, and loads the result; native_close unloads it.
// STATUS_UNABLE if that cannot be done, STATUS_LIMIT if time or memory ran out; *trouble has the reason. A
// signal that would end the program is held back until temporary files are removed.
MUST_USE Status native_open(const char *source, size_t n, NativeUnit **unit,
                            NativeTrouble *trouble);

// Does the same with fewer passes of the compiler: it takes a third of the time, and the code, which is slower,
// gives the same bits.
MUST_USE Status native_open_soon(const char *source, size_t n, NativeUnit **unit,
                                 NativeTrouble *trouble);

// Returns what native_open would find in the cache; NULL if it would have to compile.
NativeUnit *native_find(const char *source, size_t n);

// Does what native_open does while this program continues: the compiler runs in the background. NULL if it
// cannot be started.
typedef struct NativeTask NativeTask;
NativeTask *native_begin(const char *source, size_t n);
// Has the compiler ended, or used up its time?
bool native_is_over(NativeTask *task);
// Ends the task: returns what was compiled, or NULL. A compiler that is still busy is stopped, and leaves
// nothing behind.
NativeUnit *native_take(NativeTask *task);

// Compiles the n bytes of C99 to a shared object for any processor of this kind, for distribution: with the
// bits of the interpreter, since nothing is contracted, and without names except those that the text exports.
// Its bytes are in the arena. Fails as native_open does.
MUST_USE Status native_build(const char *source, size_t n, Arena *arena, Str *object,
                             NativeTrouble *trouble);

// Returns the function or object of that name, or NULL. Valid until native_close.
void *native_symbol(const NativeUnit *unit, const char *name);

const NativeFacts *native_facts(const NativeUnit *unit);

void native_close(NativeUnit *unit);

#endif
