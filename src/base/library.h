// base/library.h: shared libraries that are opened when they are first needed.
//
// A library has several names: each generation has its own soname, and distributions differ. A door lists the names
// that may work; the first file that the loader finds and that fits is used.

#ifndef BASE_LIBRARY_H
#define BASE_LIBRARY_H

#include <stdbool.h>

typedef struct {
  void *handle;       // or NULL
  const char *file;   // the name it was found by, or NULL
  char version[64];   // as the library reports it, or ""
  char trouble[256];  // why no file can be used, or ""
  bool no_memory;     // the reason is lack of memory
} Library;

// Opens the first of the files (ended by NULL) that `fits` accepts; returns false if none does. `fits` takes the
// symbols it needs and sets the version, or describes the trouble and returns false. The trouble reported is that of
// the first file that was found, otherwise of the first name.
bool library_open(Library *library, const char *const *files, bool (*fits)(Library *library));
// The same, but functions that the library calls are looked up when they are first called, which takes less time.
bool library_open_lazily(Library *library, const char *const *files, bool (*fits)(Library *library));

// The name under which any thread is opening a library at the moment, usually NULL.
const char *library_opening(void);

// Puts the address of a symbol into *to, a pointer of any type. If it is missing, sets the trouble
// and returns false.
bool library_symbol(Library *library, const char *name, void *to);
// The same for a symbol that only some versions have: sets no trouble.
bool library_has(const Library *library, const char *name, void *to);

// Is this message of the loader, ours or that of another program, about memory?
bool library_lacks_memory(const char *text);

#endif
