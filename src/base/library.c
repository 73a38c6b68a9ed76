// base/library.c: shared libraries that are opened when they are first needed.

#include "base/library.h"
#include <dlfcn.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

static _Atomic(const char *) opening;

const char *library_opening(void) {
  return atomic_load(&opening);
}

// The wording of the GNU C library's loader, which creates descriptors and lists in memory; with other systems it makes
// no difference.
bool library_lacks_memory(const char *text) {
  return strstr(text, "llocate") != NULL || strstr(text, "failed to map") != NULL ||
         strstr(text, "out of memory") != NULL || strstr(text, "cannot create") != NULL;
}

static void keep_trouble(Library *library, const char *text) {
  snprintf(library->trouble, sizeof library->trouble, "%s", text ? text : "no memory");
  library->no_memory = text == NULL || library_lacks_memory(text);
}

bool library_has(const Library *library, const char *name, void *to) {
  void *symbol = dlsym(library->handle, name);
  memcpy(to, &symbol, sizeof symbol);
  return symbol != NULL;
}

bool library_symbol(Library *library, const char *name, void *to) {
  const bool found = library_has(library, name, to);
  if (!found) keep_trouble(library, dlerror());
  return found;
}

// Tries one name. library->file is set if a file was found.
static bool open_file(Library *library, const char *file, int mode, bool (*fits)(Library *library)) {
  *library = (Library){.handle = dlopen(file, mode | RTLD_LOCAL)};
  if (library->handle == NULL) {
    keep_trouble(library, dlerror());
    return false;
  }
  library->file = file;
  if (fits(library)) return true;
  dlclose(library->handle);
  library->handle = NULL;
  return false;
}

static bool open_first(Library *library, const char *const *files, int mode, bool (*fits)(Library *library)) {
  Library first = {0};
  for (size_t i = 0; files[i] != NULL; i++) {
    atomic_store(&opening, files[i]);
    const bool opened = open_file(library, files[i], mode, fits);
    atomic_store(&opening, NULL);
    if (opened) return true;
    if (i == 0 || (first.file == NULL && library->file != NULL) || library->no_memory)
      first = *library;
    if (library->no_memory) break;
  }
  *library = (Library){.no_memory = first.no_memory};
  memcpy(library->trouble, first.trouble, sizeof library->trouble);
  return false;
}

bool library_open(Library *library, const char *const *files, bool (*fits)(Library *library)) {
  return open_first(library, files, RTLD_NOW, fits);
}

bool library_open_lazily(Library *library, const char *const *files, bool (*fits)(Library *library)) {
  return open_first(library, files, RTLD_LAZY, fits);
}
