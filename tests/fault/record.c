// tests/fault/record.c: records the order in which a program syncs and renames files.
//
//   RECORD=LIST LD_PRELOAD=record.so PROGRAM: a line for each call goes to the end of LIST:
//   "fsync PATH MODE BYTES", "rename FROM TO". The calls are then made as usual.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void note(const char *what, const char *first, const char *second) {
  const char *list = getenv("RECORD");
  FILE *out = list != NULL ? fopen(list, "a") : NULL;
  if (out == NULL) return;
  fprintf(out, "%s %s %s\n", what, first, second);
  fclose(out);
}

// Finds the function of that name that would have been called. POSIX allows copying the pointer, not converting it.
static void find_next(const char *name, void *function, size_t size) {
  void *const found = dlsym(RTLD_NEXT, name);
  if (found == NULL) abort();
  memcpy(function, &found, size);
}

int fsync(int file) {
  char link[64], path[PATH_MAX], facts[64];
  struct stat about = {0};
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  const ssize_t n = readlink(link, path, sizeof path - 1);
  path[n > 0 ? n : 0] = '\0';
  if (fstat(file, &about) != 0) return -1;
  snprintf(facts, sizeof facts, "%o %lld", (unsigned) about.st_mode & 0777u,
           (long long) about.st_size);
  note("fsync", path, facts);
  int (*real)(int);
  find_next("fsync", &real, sizeof real);
  return real(file);
}

int rename(const char *from, const char *to) {
  note("rename", from, to);
  int (*real)(const char *, const char *);
  find_next("rename", &real, sizeof real);
  return real(from, to);
}
