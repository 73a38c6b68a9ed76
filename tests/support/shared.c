// support/shared.c: compiles and loads C text.

#include "support/shared.h"

#include <dlfcn.h>
#include <stdlib.h>

bool has_compiler(const char *name) {
  char command[80];
  snprintf(command, sizeof command, "command -v %s >/dev/null 2>&1", name);
  return system(command) == 0;
}

void write_text(const char *path, const char *text) {
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  assert_int_equal(fwrite(text, 1, strlen(text), file), strlen(text));
  assert_int_equal(fclose(file), 0);
}

void shared_run(Folder *folder, const char *command) {
  Arena *arena = &folder->bench.arena;
  const char *log = folder_path(folder, "log");
  if (system(text_format(arena, "( %s ) >'%s' 2>&1", command, log)) == 0) return;
  fail_msg("%s\n%.2000s", command, folder_read(folder, log, NULL));
}

void *shared_open(Folder *folder, const char *compiler, const char *flags, const char *text) {
  static int count;
  Arena *arena = &folder->bench.arena;
  const char *base = folder_path(folder, text_format(arena, "unit%d", count++));
  write_text(text_format(arena, "%s.c", base), text);
  shared_run(folder, text_format(arena, "%s %s -shared -fPIC -o %s.so %s.c -lm", compiler, flags,
                                 base, base));
  void *shared = dlopen(text_format(arena, "%s.so", base), RTLD_NOW | RTLD_LOCAL);
  if (shared == NULL) fail_msg("%s", dlerror());
  return shared;
}

void shared_find(void *shared, const char *name, void *to) {
  void *found = dlsym(shared, name);
  if (found == NULL) fail_msg("no %s", name);
  memcpy(to, &found, sizeof found);
}

void shared_close(void *shared) {
  dlclose(shared);
}
