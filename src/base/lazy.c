// base/lazy.c: opens the libraries and fills the table of lazy.S.

#define _GNU_SOURCE  // for RTLD_DEFAULT and dl_iterate_phdr
#include "base/lazy.h"
#include "base/arena.h"
#include "base/library.h"
#include "base/part.h"
#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  const char *file;  // NULL at the end of the list
  size_t first;      // the number of its first function
} LazyLibrary;

// Of lazy.S. If the libraries are linked, these do not exist.
extern const LazyLibrary lazy_libraries[] __attribute__((weak));  // each after those that it uses
extern const char lazy_names[] __attribute__((weak));  // of the functions, each with its 0
extern void *lazy_found[] __attribute__((weak));       // the functions of the libraries
extern void *lazy_slots[] __attribute__((weak));       // where the functions of lazy.S jump

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static Library newest;            // the library opened last
static atomic_size_t open_count;  // libraries of the list that are open, with their slots filled
static const char *names;         // of the functions of the next library
static void (*settle_by)(void);
static _Thread_local bool settling;  // settle_by calls functions whose slots are not filled yet

static bool is_linked(void) {
  return lazy_libraries == NULL;
}

static bool find_functions(Library *found) {
  const LazyLibrary *l = &lazy_libraries[open_count];
  const char *name = names != NULL ? names : lazy_names;
  for (size_t i = l[0].first; i < l[1].first; i++, name += strlen(name) + 1)
    if (!library_symbol(found, name, &lazy_found[i])) return false;
  return true;
}

// Other threads may jump through the table meanwhile; a slot has its old value or the new one.
static void fill_slots(void) {
  const LazyLibrary *l = &lazy_libraries[open_count];
  if (names == NULL) names = lazy_names;
  for (size_t i = l[0].first; i < l[1].first; i++, names += strlen(names) + 1)
    __atomic_store_n(&lazy_slots[i], lazy_found[i], __ATOMIC_RELEASE);
  open_count++;
}

// The loader ends the process if it gets no memory for a library's thread-local data, or for the symbols of C++ that
// exist once in a process. So it is called only after a look whether there is room.
#define ROOM 65536

static bool has_room(void) {
  void *room = malloc(ROOM);
  free(room);
  return room != NULL;
}

// --- data of threads -----------------------------------------------------------------------------

// FLINT and MPFR have data for each thread. The loader would take memory for these at the first call in a thread.

typedef struct {
  unsigned long module, offset;
} ThreadData;

extern void *__tls_get_addr(ThreadData *data);  // of the loader

static int take_data(struct dl_phdr_info *info, size_t size, void *context) {
  (void) size, (void) context;
  if (info->dlpi_tls_modid != 0 && info->dlpi_tls_data == NULL)
    (void) __tls_get_addr(&(ThreadData){info->dlpi_tls_modid, 0});
  return 0;
}

bool lazy_prepare_thread(void) {
  static _Thread_local size_t prepared;  // for how many libraries
  const size_t open = atomic_load_explicit(&open_count, memory_order_acquire);
  if (prepared == open) return true;
  if (!has_room()) return false;
  dl_iterate_phdr(take_data, NULL);
  prepared = open;
  return true;
}

// --- opening -------------------------------------------------------------------------------------

// Opens the next library. Room for the data of this thread is kept meanwhile: once the library is open, it needs them
// even at the exit of the process.
static bool open_next(void) {
  const char *const files[] = {lazy_libraries[open_count].file, NULL};
  newest = (Library){.no_memory = true};
  void *room = malloc(ROOM);
  const bool opened = room != NULL && has_room() && library_open_lazily(&newest, files, find_functions);
  free(room);
  if (opened) dl_iterate_phdr(take_data, NULL);
  return opened;
}

// Opens the libraries up to the n-th, the first one with its settings. The caller holds the lock.
static Status open_libraries(size_t n) {
  while (open_count < n) {
    if (!open_next()) return newest.no_memory ? part_refuse() : STATUS_INTERNAL;
    settling = true;
    if (open_count == 0 && settle_by != NULL) settle_by();
    settling = false;
    fill_slots();
  }
  return STATUS_OK;
}

void lazy_settle(void (*settle)(void)) {
  pthread_mutex_lock(&lock);
  settle_by = settle;
  const bool now = is_linked() || open_count > 0;
  pthread_mutex_unlock(&lock);
  if (now) settle();
}

// The last library brings all others.
const void *lazy_variable(const char *name) {
  if (is_linked()) return dlsym(RTLD_DEFAULT, name);
  size_t all = 0;
  while (lazy_libraries[all].file != NULL) all++;
  if (settling) return dlsym(newest.handle, name);
  pthread_mutex_lock(&lock);
  const void *variable = open_libraries(all) == STATUS_OK ? dlsym(newest.handle, name) : NULL;
  pthread_mutex_unlock(&lock);
  return variable;
}

const char *lazy_trouble(void) {
  return newest.trouble[0] != '\0' && !newest.no_memory ? newest.trouble : NULL;
}

// In place of functions that clear objects: without the library no object was ever made.
static long clear_nothing(void) {
  return 0;
}

void *lazy_function(size_t number) {
  if (settling) return lazy_found[number];
  size_t library = 1;
  while (lazy_libraries[library].first <= number) library++;
  pthread_mutex_lock(&lock);
  const Status status = open_libraries(library);
  pthread_mutex_unlock(&lock);
  if (status == STATUS_OK) return lazy_found[number];
  if (guard_is_active()) guard_fail_here(status);
  long (*const nothing)(void) = clear_nothing;
  void *address;
  memcpy(&address, &nothing, sizeof address);
  return address;
}
