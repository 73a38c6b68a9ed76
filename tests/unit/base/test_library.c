// Unit tests of base/library.c, with libraries that are compiled here: each knows its version.

#include "base/library.h"
#include "support/check.h"
#include "support/shared.h"

static int wanted;

static bool fits(Library *library) {
  int (*version)(void);
  if (!library_symbol(library, "version", &version)) return false;
  snprintf(library->version, sizeof library->version, "%d", version());
  if (version() == wanted) return true;
  snprintf(library->trouble, sizeof library->trouble, "version %d", version());
  return false;
}

// Makes a library of this text, as a file in the folder.
static const char *make(Folder *f, const char *name, const char *text) {
  Arena *arena = &f->bench.arena;
  const char *source = folder_path(f, text_format(arena, "%s.c", name));
  const char *file = folder_path(f, text_format(arena, "%s.so", name));
  write_text(source, text);
  shared_run(f, text_format(arena, "${CC:-cc} -shared -fPIC -o '%s' '%s'", file, source));
  return file;
}

static void test_first_that_fits(void **state) {
  Folder *f = *state;
  const char *one = make(f, "one", "int version(void) { return 1; }");
  const char *two = make(f, "two", "int version(void) { return 2; }");
  const char *const files[] = {"/no/such/file.so", one, two, NULL};
  Library library;
  wanted = 2;
  assert_true(library_open(&library, files, fits));
  assert_non_null(library.handle);
  assert_string_equal(library.file, two);
  assert_string_equal(library.version, "2");
  assert_string_equal(library.trouble, "");
  int (*version)(void), (*other)(void);
  assert_true(library_has(&library, "version", &version));
  assert_int_equal(version(), 2);
  assert_false(library_has(&library, "other", &other));
  assert_string_equal(library.trouble, "");
  wanted = 1;
  assert_true(library_open(&library, files, fits));
  assert_string_equal(library.file, one);
}

// A library that was found but does not fit is reported rather than a name that was not found.
static void test_trouble(void **state) {
  Folder *f = *state;
  const char *one = make(f, "one", "int version(void) { return 1; }");
  const char *bare = make(f, "bare", "int nothing;");
  const char *const old[] = {"/no/such/file.so", one, bare, NULL};
  const char *const none[] = {"/no/such/file.so", "/no/other/file.so", NULL};
  const char *const empty[] = {bare, NULL};
  Library library;
  wanted = 2;
  assert_false(library_open(&library, old, fits));
  assert_null(library.handle);
  assert_null(library.file);
  assert_string_equal(library.trouble, "version 1");
  assert_false(library_open(&library, none, fits));
  assert_non_null(strstr(library.trouble, "/no/such/file.so"));
  assert_false(library_open(&library, empty, fits));
  assert_non_null(strstr(library.trouble, "undefined symbol: version"));
}

int main(void) {
  const struct CMUnitTest tests[] = {FOLDER_TEST(test_first_that_fits), FOLDER_TEST(test_trouble)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
