// cli/loader.c: a reserve of memory for the loader of the C library.
//
// In:    every call of malloc, calloc, realloc and free in the process: a program may replace these functions
// Out:   the same calls of the C library's functions; if the loader is refused a request, a block of the reserve
// Why:   for thread-local data of a library that was opened, and for C++ symbols that exist once in a process, the GNU
//        loader takes no refusal: it ends the process with status 127 (elf/dl-tls.c, elf/dl-lookup.c). With this it goes
//        on, and the program ends with status 3 at the next request of its own
// Not:   in a host of the library, whose malloc is its own business; with sanitizers, which replace malloc themselves

#define _GNU_SOURCE  // for RTLD_NEXT
#include "cli/cli.h"
#include <dlfcn.h>
#include <link.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>

#ifdef __has_feature
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || \
  __has_feature(memory_sanitizer)
#define __SANITIZE_ADDRESS__ 1  // as gcc defines it
#endif
#endif

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

// These functions have a section of their own: a fault in them is the caller's, as in the C library's own.
#define STANDS_IN __attribute__((section("stands_in")))
extern const char __start_stands_in[], __stop_stands_in[];  // of the linker

bool stands_in_for_library(uintptr_t at) {
  return at >= (uintptr_t) __start_stands_in && at < (uintptr_t) __stop_stands_in;
}

#define RESERVE (1 << 20)  // bytes; opening FLINT takes about 100,000
#define ALIGNMENT 16       // of malloc

// Blocks follow one another and are not used again. Before each is its size.
static _Alignas(ALIGNMENT) unsigned char reserve[RESERVE];
static atomic_size_t reserved;

STANDS_IN static void *reserve_block(size_t size) {
  if (size > RESERVE - 2 * ALIGNMENT) return NULL;
  const size_t whole = ALIGNMENT + (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  size_t at = atomic_load(&reserved);
  do
    if (at + whole > RESERVE) return NULL;
  while (!atomic_compare_exchange_weak(&reserved, &at, at + whole));
  memcpy(reserve + at, &size, sizeof size);
  return reserve + at + ALIGNMENT;
}

STANDS_IN static bool is_reserved(const void *block) {
  return (uintptr_t) block - (uintptr_t) reserve < RESERVE;
}

STANDS_IN static size_t block_size(void *block) {
  size_t size;
  if (!is_reserved(block)) return malloc_usable_size(block);
  memcpy(&size, (unsigned char *) block - ALIGNMENT, sizeof size);
  return size;
}

// --- the functions that are replaced ---------------------------------------------------------------

static struct {
  void *(*malloc)(size_t);
  void *(*calloc)(size_t, size_t);
  void *(*realloc)(void *, size_t);
  void (*free)(void *);
} next;

// Looks a function up; what the loader requests meanwhile comes from the reserve.
STANDS_IN static void find_next(const char *name, void *function) {
  void *symbol = dlsym(RTLD_NEXT, name);
  memcpy(function, &symbol, sizeof symbol);
}

static uintptr_t loader;  // where it begins; 0: not known

extern void *__tls_get_addr(void *);  // of the loader

// The auxiliary vector does not say it if the loader itself was started, with the program as its argument.
STANDS_IN static void find_loader(void) {
  void *(*const function)(void *) = __tls_get_addr;
  void *address;
  Dl_info found;
  memcpy(&address, &function, sizeof address);
  if (dladdr(address, &found) != 0) loader = (uintptr_t) found.dli_fbase;
}

// Returns whether the functions are known. The first requests come before any thread is started.
STANDS_IN static bool has_next(void) {
  static bool looking;
  if (next.free != NULL) return true;
  if (looking) return false;
  looking = true;
  find_loader();
  find_next("malloc", &next.malloc);
  find_next("calloc", &next.calloc);
  find_next("realloc", &next.realloc);
  find_next("free", &next.free);
  looking = false;
  return true;
}

// Reads the loader's own headers: asking it, by dladdr, would wait for its lock in a child that forked meanwhile.
STANDS_IN static bool is_loader(const void *caller) {
  const uintptr_t at = (uintptr_t) caller - loader;
  const ElfW(Ehdr) *header = (const ElfW(Ehdr) *) loader;
  if (header == NULL) return false;
  const ElfW(Phdr) *part = (const ElfW(Phdr) *) (loader + header->e_phoff);
  for (int i = 0; i < header->e_phnum; i++)
    if (part[i].p_type == PT_LOAD && at - part[i].p_vaddr < part[i].p_memsz) return true;
  return false;
}

#define CALLER __builtin_return_address(0)

STANDS_IN void *malloc(size_t size) {
  if (!has_next()) return reserve_block(size);
  void *block = next.malloc(size);
  return block != NULL || !is_loader(CALLER) ? block : reserve_block(size);
}

STANDS_IN void *calloc(size_t n, size_t size) {
  const bool fits = size == 0 || n <= SIZE_MAX / size;
  void *block = has_next() ? next.calloc(n, size) : NULL;  // errno shows if it is too much
  if (block != NULL || !fits || (has_next() && !is_loader(CALLER))) return block;
  return reserve_block(n * size);  // is not used twice, and still zero
}

STANDS_IN void *realloc(void *block, size_t size) {
  void *moved = NULL;
  if (has_next() && !is_reserved(block)) {
    moved = next.realloc(block, size);
    if (moved != NULL || size == 0 || !is_loader(CALLER)) return moved;
  } else if (has_next())
    moved = next.malloc(size);  // there may be memory again
  if (moved == NULL) moved = reserve_block(size);
  if (moved == NULL || block == NULL) return moved;
  const size_t old = block_size(block);
  memcpy(moved, block, old < size ? old : size);
  free(block);
  return moved;
}

STANDS_IN void free(void *block) {
  if (!is_reserved(block) && has_next()) next.free(block);
}

#else

bool stands_in_for_library(uintptr_t at) {
  (void) at;
  return false;
}

#endif
