// native/native_impl.h: what the files of native share.

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

// folder/name; false if that is longer than a path can be.
bool native_path(char path[PATH_MAX], const char *folder, const char *name);

// Fills in the trouble and returns the status that belongs to it.
Status native_fail(NativeTrouble *trouble, NativeCode code, const char *format, ...)
  __attribute__((format(printf, 3, 4)));

// --- compiler.c: which compiler, and how it is called -------------------------------------------

typedef struct {
  char path[PATH_MAX];   // of the program
  char words[PATH_MAX];  // the command as it was given, cut into ...
  char *word[NATIVE_WORDS];
  int n;                           // ... that many words
  char march[64];                  // -march=...; "" if the processor is not known
  double seconds;                  // it may take
  uint8_t identity[SHA256_BYTES];  // of compiler, flags and processor
} Compiler;

// STATUS_UNABLE if there is none; *trouble says what was tried.
MUST_USE Status compiler_find(Compiler *compiler, NativeTrouble *trouble);

// How it is called: for this machine only, optimised or quick to compile; or for others.
typedef enum { COMPILE_HERE, COMPILE_SOON, COMPILE_AWAY } CompilerUse;

// unit.c of the folder becomes unit.so.
MUST_USE Status compiler_run(const Compiler *compiler, CompilerUse use, const char *folder,
                             const SignalHold *hold, NativeTrouble *trouble);

// The same for COMPILE_HERE, without waiting (process_begin). False if it could not be started.
bool compiler_begin(const Compiler *compiler, const char *folder, pid_t *pid);

// --- cache.c: the folders -----------------------------------------------------------------------

// The cache folder, made if need be; false unless it is safe: it belongs to the user, and nobody
// else can write to it, or put another in its place.
bool cache_folder(char folder[PATH_MAX]);

// A new folder for one compilation: in the cache, or, if that is NULL, in the folder of temporary files.
bool cache_work_folder(char work[PATH_MAX], const char *cache);
void cache_remove_work(const char *work);

// Appends to an object what cache_is_sound looks for: the key, and the digest of all before.
bool cache_seal(const char *path, const uint8_t key[SHA256_BYTES]);

// Is there an object that belongs to the user alone, sealed with this key, undamaged? Then it is
// marked as used just now.
bool cache_is_sound(const char *path, const uint8_t key[SHA256_BYTES]);

// Moves source and object from the work folder into the cache; false if that did not work.
bool cache_keep(const char *cache, const char *work, const char *name);

// Removes the entries that were not used for longest until so many entries and bytes are left, and
// the work folders of compilations that were killed.
void cache_prune(const char *cache, size_t entries, uint64_t bytes);

#endif
