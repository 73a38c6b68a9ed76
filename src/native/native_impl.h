// native/native_impl.h: shared by the files of native.

#ifndef NATIVE_NATIVE_IMPL_H
#define NATIVE_NATIVE_IMPL_H

#include "base/process.h"
#include "base/sha256.h"
#include "native/native.h"
#include <stdint.h>

#define NATIVE_WORDS 8          // of the compiler's command; more are ignored
#define NATIVE_ENTRIES 500      // of the cache
#define NATIVE_BYTES 200000000  // of the cache
#define NATIVE_SOURCE "unit.c"  // in the folder of one compilation
#define NATIVE_OBJECT "unit.so"

// Makes folder/name; false if that is longer than a path can be.
bool native_path(char path[PATH_MAX], const char *folder, const char *name);

// Fills in the trouble and returns its status.
Status native_fail(NativeTrouble *trouble, NativeCode code, const char *format, ...)
  __attribute__((format(printf, 3, 4)));

// --- compiler.c: finds a compiler, and calls it -------------------------------------------------

typedef struct {
  char path[PATH_MAX];   // of the program
  char words[PATH_MAX];  // the command as given, split into ...
  char *word[NATIVE_WORDS];
  int n;                           // ... this many words
  char march[64];                  // -march=...; "" if the processor is not known
  double seconds;                  // the time it may take
  uint8_t identity[SHA256_BYTES];  // of compiler, flags and processor
} Compiler;

// Returns STATUS_UNABLE without a compiler; *trouble says what was tried.
MUST_USE Status compiler_find(Compiler *compiler, NativeTrouble *trouble);

// The purpose of a call: for this machine only, optimised or quick to compile; or for others.
typedef enum { COMPILE_HERE, COMPILE_SOON, COMPILE_AWAY } CompilerUse;

// Compiles unit.c of the folder to unit.so.
MUST_USE Status compiler_run(const Compiler *compiler, CompilerUse use, const char *folder,
                             const SignalHold *hold, NativeTrouble *trouble);

// Does the same for COMPILE_HERE, without waiting (process_begin). False if it could not be started.
bool compiler_begin(const Compiler *compiler, const char *folder, pid_t *pid);

// --- cache.c: the folders -----------------------------------------------------------------------

// Finds the cache folder, and makes it if need be; false unless it is safe: it belongs to the user, and nobody
// else can write to it, or put another in its place.
bool cache_folder(char folder[PATH_MAX]);

// Makes a new folder for one compilation: in the cache or, if that is NULL, in the folder of temporary files.
bool cache_work_folder(char work[PATH_MAX], const char *cache);
void cache_remove_work(const char *work);

// Appends to an object what cache_is_sound checks: the key, and the digest of everything before.
bool cache_seal(const char *path, const uint8_t key[SHA256_BYTES]);

// Is there an undamaged object that belongs to the user alone, sealed with this key? Then it is marked as used
// just now.
bool cache_is_sound(const char *path, const uint8_t key[SHA256_BYTES]);

// Moves source and object from the work folder into the cache; false if that fails.
bool cache_keep(const char *cache, const char *work, const char *name);

// Removes the entries unused for longest until at most this many entries and bytes are left, and the work
// folders of compilations that were killed.
void cache_prune(const char *cache, size_t entries, uint64_t bytes);

#endif
