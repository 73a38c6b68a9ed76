// support/folder.c: temporary folders.

#include "support/folder.h"

#include <dirent.h>
#include <ftw.h>
#include <stdlib.h>
#include <unistd.h>

static bool is_file(const struct dirent *entry) {
  return strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
}

int folder_open(void **state) {
  Folder *folder = calloc(1, sizeof *folder);
  if (folder == NULL) return -1;
  bench_init(&folder->bench);
  strcpy(folder->path, "/tmp/dalembert-test-XXXXXX");
  *state = folder;
  return mkdtemp(folder->path) ? 0 : -1;
}

static int take_away(const char *path, const struct stat *is, int kind, struct FTW *place) {
  (void) is, (void) kind, (void) place;
  return remove(path);
}

int folder_close(void **state) {
  Folder *folder = *state;
  const int status = nftw(folder->path, take_away, 8, FTW_DEPTH | FTW_PHYS);
  bench_clear(&folder->bench);
  free(folder);
  return status;
}

const char *folder_path(Folder *folder, const char *name) {
  return text_format(&folder->bench.arena, "%s/%s", folder->path, name);
}

size_t folder_count(const Folder *folder) {
  size_t n = 0;
  DIR *all = opendir(folder->path);
  assert_non_null(all);
  for (struct dirent *entry; (entry = readdir(all)) != NULL;) n += is_file(entry);
  closedir(all);
  return n;
}

const char *folder_read(Folder *folder, const char *path, size_t *n) {
  FILE *stream = fopen(path, "rb");
  assert_non_null(stream);
  Text text = text_make(&folder->bench.arena);
  char block[4096];
  for (size_t got; (got = fread(block, 1, sizeof block, stream)) > 0;)
    text_add_str(&text, (Str){block, got});
  assert_false(ferror(stream));
  fclose(stream);
  if (n) *n = text.n;
  return text_get(&text);
}
