// support/native.c: folders and compilers for tests of native.

#include "support/native.h"

#include <dirent.h>
#include <ftw.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static int remove_one(const char *path, const struct stat *about, int kind, struct FTW *where) {
  (void) about, (void) kind, (void) where;
  return remove(path);
}

int place_open(void **state) {
  static const char *const cleared[] = {"CC", "DALEMBERT_CC", "XDG_CACHE_HOME", "HOME"};
  Place *place = calloc(1, sizeof *place);
  if (place == NULL) return -1;
  snprintf(place->root, PLACE_ROOM, "/tmp/test-native-XXXXXX");
  if (mkdtemp(place->root) == NULL) return -1;
  snprintf(place->cache, PLACE_ROOM, "%.200s/cache", place->root);
  snprintf(place->tmp, PLACE_ROOM, "%.200s/tmp", place->root);
  if (mkdir(place->tmp, 0700) != 0) return -1;
  for (size_t i = 0; i < COUNT(cleared); i++) unsetenv(cleared[i]);
  setenv("DALEMBERT_CACHE", place->cache, 1);
  setenv("DALEMBERT_CC_SECONDS", "900", 1);  // the machine may be busy
  setenv("TMPDIR", place->tmp, 1);
  *state = place;
  return 0;
}

int place_close(void **state) {
  Place *place = *state;
  const int left = place_count(place->tmp, "");
  int work = 0;
  DIR *list = opendir(place->cache);
  for (struct dirent *item; list && (item = readdir(list));)
    work += strncmp(item->d_name, ".work", 5) == 0;
  if (list) closedir(list);
  const int removed = nftw(place->root, remove_one, 8, FTW_DEPTH | FTW_PHYS);
  free(place);
  if (left || work) print_error("left behind: %d temporary files, %d work folders\n", left, work);
  return left || work || removed ? -1 : 0;
}

const char *place_file(const Place *place, const char *name) {
  static char paths[4][2 * PLACE_ROOM];
  static int next;
  next = (next + 1) % 4;
  snprintf(paths[next], sizeof paths[next], "%s/%s", place->root, name);
  return paths[next];
}

void place_write(const char *path, const void *data, size_t n) {
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  assert_int_equal(fwrite(data, 1, n, file), n);
  assert_int_equal(fclose(file), 0);
}

void place_compiler(const Place *place, const char *script) {
  char text[2048];
  const char *path = place_file(place, "compiler");
  const int n = snprintf(text, sizeof text, "#!/bin/sh\nplace='%s'\n%s\n", place->root, script);
  place_write(path, text, (size_t) n);
  assert_int_equal(chmod(path, 0700), 0);
  setenv("DALEMBERT_CC", path, 1);
}

static bool ends(const char *name, const char *ending) {
  const size_t n = strlen(name), m = strlen(ending);
  return n >= m && strcmp(name + n - m, ending) == 0 && strcmp(name, ".") && strcmp(name, "..");
}

int place_count(const char *folder, const char *ending) {
  int count = 0;
  DIR *list = opendir(folder);
  for (struct dirent *item; list && (item = readdir(list));) count += ends(item->d_name, ending);
  if (list) closedir(list);
  return count;
}

const char *place_entry(const Place *place, const char *ending) {
  char name[PLACE_ROOM] = "";
  assert_int_equal(place_count(place->cache, ending), 1);
  DIR *list = opendir(place->cache);
  for (struct dirent *item; list && (item = readdir(list));)
    if (ends(item->d_name, ending)) snprintf(name, sizeof name, "cache/%.200s", item->d_name);
  closedir(list);
  return place_file(place, name);
}

const char *answer_source(int number) {
  static char text[64];
  snprintf(text, sizeof text, "int answer(void) { return %d; }\n", number);
  return text;
}

int answer_of(const NativeUnit *unit) {
  int (*answer)(void);
  void *symbol = native_symbol(unit, "answer");
  assert_non_null(symbol);
  memcpy(&answer, &symbol, sizeof symbol);
  return answer();
}

Opened place_answer(int number) {
  Opened opened = {.answer = -1};
  const char *source = answer_source(number);
  NativeUnit *unit = NULL;
  opened.status = native_open(source, strlen(source), &unit, &opened.trouble);
  if (opened.status != STATUS_OK) return opened;
  opened.answer = answer_of(unit);
  opened.facts = *native_facts(unit);
  native_close(unit);
  return opened;
}

// Adds a file of the source tree to the text, which has n characters.
static size_t add_file(char *text, size_t n, size_t room, const char *path) {
  FILE *file = fopen(path, "r");
  assert_non_null(file);
  n += fread(text + n, 1, room - n, file);
  fclose(file);
  assert_true(n < room);
  return n;
}

NativeUnit *place_unit(const char *march, const char *before, const char *const *files, const char *after) {
  static char text[1 << 15];
  NativeUnit *unit;
  NativeTrouble trouble;
  size_t n = strlen(before);
  memcpy(text, before, n);
  const size_t room = sizeof text - strlen(after);
  for (; *files != NULL; files++) n = add_file(text, n, room, *files);
  memcpy(text + n, after, strlen(after));
  const char *now = getenv("DALEMBERT_MARCH");
  char *kept = now ? strdup(now) : NULL;
  if (march) setenv("DALEMBERT_MARCH", march, 1);
  assert_int_equal(native_open(text, n + strlen(after), &unit, &trouble), STATUS_OK);
  if (kept)
    setenv("DALEMBERT_MARCH", kept, 1);
  else
    unsetenv("DALEMBERT_MARCH");
  free(kept);
  return unit;
}
