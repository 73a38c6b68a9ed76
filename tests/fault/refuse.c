// fault/refuse.c: a library to be loaded before others (LD_PRELOAD): malloc and its kin refuse.
//
//   REFUSE=K        the K-th request since main began, once
//   REFUSE=K+       that one and all that follow
//   REFUSE_COUNT=F  writes how many requests there were into the file F
//
// Counted are the requests of all libraries of the program, and of the C library itself.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *block, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

static atomic_bool counting;
static atomic_long asked;
static long first;  // 0: none
static bool for_good;

static bool refused(void) {
  if (!atomic_load(&counting)) return false;
  const long k = atomic_fetch_add(&asked, 1) + 1;
  const bool no = first > 0 && (for_good ? k >= first : k == first);
  if (no) errno = ENOMEM;
  return no;
}

void *malloc(size_t size) {
  return refused() ? NULL : __libc_malloc(size);
}

void *calloc(size_t n, size_t size) {
  return refused() ? NULL : __libc_calloc(n, size);
}

void *realloc(void *block, size_t size) {
  return refused() ? NULL : __libc_realloc(block, size);
}

void *memalign(size_t alignment, size_t size) {
  return refused() ? NULL : __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  return refused() ? NULL : __libc_memalign(alignment, size);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
  if (refused()) return ENOMEM;
  *block = __libc_memalign(alignment, size);
  return *block ? 0 : ENOMEM;
}

// --- from main on ---------------------------------------------------------------------------------

typedef int Main(int, char **, char **);
typedef int Start(Main *, int, char **, void (*)(void), void (*)(void), void (*)(void), void *);

static Main *true_main;

static void write_count(void) {
  const char *path = getenv("REFUSE_COUNT");
  char digits[32];
  const int n = snprintf(digits, sizeof digits, "%ld\n", atomic_load(&asked));
  const int file = path ? open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600) : -1;
  if (file < 0 || write(file, digits, (size_t) n) != n) return;
  close(file);
}

static int counted_main(int argc, char **argv, char **environment) {
  const char *say = getenv("REFUSE");
  char *end = NULL;
  first = say ? strtol(say, &end, 10) : 0;
  for_good = end && *end == '+';
  unsetenv("LD_PRELOAD");  // programs that this one starts have what they need
  if (getenv("REFUSE_COUNT")) atexit(write_count);
  atomic_store(&counting, true);
  const int status = true_main(argc, argv, environment);
  return status;
}

int __libc_start_main(Main *main, int argc, char **argv, void (*init)(void), void (*fini)(void),
                      void (*rtld_fini)(void), void *stack_end);
int __libc_start_main(Main *main, int argc, char **argv, void (*init)(void), void (*fini)(void),
                      void (*rtld_fini)(void), void *stack_end) {
  Start *start;
  void *symbol = dlsym(RTLD_NEXT, "__libc_start_main");
  memcpy(&start, &symbol, sizeof start);
  true_main = main;
  return start(counted_main, argc, argv, init, fini, rtld_fini, stack_end);
}
