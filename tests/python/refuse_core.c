// python/refuse_core.c: a library for LD_PRELOAD that refuses memory to the extension module alone.
//
//   refuse_at(K, N)   of the requests from now on, the K-th and the N-1 after it; K = 0: none
//   refuse_asked()    the number of requests since then
//
// Counted are requests that come from the code of _core.abi3.so, so that Python itself and NumPy get all the memory
// they request.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *block, size_t size);

static uintptr_t low, high;  // addresses of its code
static long first, count, asked;

static int look(struct dl_phdr_info *info, size_t size, void *context) {
  (void) size;
  (void) context;
  if (strstr(info->dlpi_name, "_core.abi3.so") == NULL) return 0;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *part = &info->dlpi_phdr[i];
    if (part->p_type != PT_LOAD || (part->p_flags & PF_X) == 0) continue;
    low = info->dlpi_addr + part->p_vaddr;
    high = low + part->p_memsz;
  }
  return 1;
}

void refuse_at(long k, long n);
long refuse_asked(void);

void refuse_at(long k, long n) {
  if (low == 0) dl_iterate_phdr(look, NULL);
  first = k;
  count = n;
  asked = 0;
}

long refuse_asked(void) {
  return low == 0 ? -1 : asked;
}

static bool refused(const void *from) {
  const uintptr_t at = (uintptr_t) from;
  if (at < low || at >= high) return false;
  asked++;
  if (first == 0 || asked < first || asked >= first + count) return false;
  errno = ENOMEM;
  return true;
}

void *malloc(size_t size) {
  return refused(__builtin_return_address(0)) ? NULL : __libc_malloc(size);
}

void *calloc(size_t n, size_t size) {
  return refused(__builtin_return_address(0)) ? NULL : __libc_calloc(n, size);
}

void *realloc(void *block, size_t size) {
  return refused(__builtin_return_address(0)) ? NULL : __libc_realloc(block, size);
}
