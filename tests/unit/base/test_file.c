// Unit tests of base/file.c: complete or absent, whatever is at the path.

#include "base/file.h"
#include "support/check.h"
#include "support/folder.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static Status put(const char *path, const char *text) {
  return file_replace_bytes(path, str(text));
}

static void test_new_and_replaced(void **state) {
  Folder *f = *state;
  const char *path = folder_path(f, "a.txt");
  assert_int_equal(put(path, "one"), STATUS_OK);
  assert_string_equal(folder_read(f, path, NULL), "one");
  assert_int_equal(put(path, ""), STATUS_OK);
  assert_string_equal(folder_read(f, path, NULL), "");
  const char bytes[] = {'a', 0, '\r', '\n', (char) 255};
  size_t n = 0;
  assert_int_equal(file_replace_bytes(path, (Str){bytes, sizeof bytes}), STATUS_OK);
  assert_memory_equal(folder_read(f, path, &n), bytes, sizeof bytes);
  assert_int_equal(n, sizeof bytes);
  assert_int_equal(folder_count(f), 1);
}

static mode_t mode_of(const char *path) {
  struct stat there;
  assert_int_equal(stat(path, &there), 0);
  return there.st_mode & 07777;
}

// A new file follows the umask, a replaced one keeps its permissions.
static void test_permissions(void **state) {
  Folder *f = *state;
  const char *path = folder_path(f, "a.txt");
  const mode_t before = umask(027);
  assert_int_equal(put(path, "one"), STATUS_OK);
  umask(before);
  assert_int_equal(mode_of(path), 0640);
  assert_int_equal(chmod(path, 0604), 0);
  assert_int_equal(put(path, "two"), STATUS_OK);
  assert_int_equal(mode_of(path), 0604);
}

typedef struct {
  Status status;
  const char *old;  // what must still be at path while the writer is at work
  const char *path;
  Folder *folder;
} Failure;

static Status write_and_fail(void *context, FILE *stream) {
  const Failure *failure = context;
  fputs("half", stream);
  fflush(stream);
  if (failure->old)
    assert_string_equal(folder_read(failure->folder, failure->path, NULL), failure->old);
  return failure->status;
}

static void test_failing_writer(void **state) {
  Folder *f = *state;
  const char *old = folder_path(f, "old.txt"), *new = folder_path(f, "new.txt");
  assert_int_equal(put(old, "precious"), STATUS_OK);
  Failure failure = {STATUS_UNABLE, "precious", old, f};
  errno = ENOSPC;
  assert_int_equal(file_replace(old, write_and_fail, &failure), STATUS_UNABLE);
  assert_int_equal(errno, 0);
  assert_string_equal(folder_read(f, old, NULL), "precious");
  failure = (Failure){.status = STATUS_UNABLE};
  assert_int_equal(file_replace(new, write_and_fail, &failure), STATUS_UNABLE);
  assert_int_equal(folder_count(f), 1);
  failure = (Failure){STATUS_OK, "precious", old, f};
  assert_int_equal(file_replace(old, write_and_fail, &failure), STATUS_OK);
  assert_string_equal(folder_read(f, old, NULL), "half");
}

static void test_link(void **state) {
  Folder *f = *state;
  const char *path = folder_path(f, "a.txt"), *link = folder_path(f, "link");
  assert_int_equal(put(path, "one"), STATUS_OK);
  assert_int_equal(symlink("a.txt", link), 0);
  assert_int_equal(put(link, "two"), STATUS_OK);
  struct stat there;
  assert_int_equal(lstat(link, &there), 0);
  assert_true(S_ISLNK(there.st_mode));
  assert_string_equal(folder_read(f, path, NULL), "two");
  assert_int_equal(folder_count(f), 2);
}

static void test_pipe(void **state) {
  Folder *f = *state;
  const char *path = folder_path(f, "pipe");
  assert_int_equal(mkfifo(path, 0600), 0);
  const int end = open(path, O_RDONLY | O_NONBLOCK);
  char got[8] = "";
  assert_true(end >= 0);
  assert_int_equal(put(path, "through"), STATUS_OK);
  assert_int_equal(read(end, got, sizeof got), 7);
  assert_memory_equal(got, "through", 7);
  close(end);
  struct stat there;
  assert_int_equal(stat(path, &there), 0);
  assert_true(S_ISFIFO(there.st_mode));
}

static void assert_refused(const char *path, Status status, int reason) {
  errno = 0;
  assert_int_equal(put(path, "text"), status);
  assert_int_equal(errno, reason);
}

static void test_refused(void **state) {
  Folder *f = *state;
  assert_refused(folder_path(f, "no/such.txt"), STATUS_INPUT, ENOENT);
  assert_refused(folder_path(f, ""), STATUS_INPUT, EISDIR);
  assert_refused("", STATUS_INPUT, ENOENT);
  assert_refused("/dev/full", STATUS_LIMIT, ENOSPC);
  assert_int_equal(folder_count(f), 0);
}

// More than the stream's buffer: the write fails before the end.
static void test_full_early(void **state) {
  Folder *f = *state;
  const size_t n = (size_t) 1 << 20;
  char *much = calloc(n, 1);
  assert_non_null(much);
  errno = 0;
  assert_int_equal(file_replace_bytes("/dev/full", (Str){much, n}), STATUS_LIMIT);
  assert_int_equal(errno, ENOSPC);
  free(much);
  assert_int_equal(folder_count(f), 0);
}

// Root may write anywhere, so the test gives up root for a moment.
static void test_forbidden(void **state) {
  Folder *f = *state;
  const char *path = folder_path(f, "a.txt");
  const bool root = geteuid() == 0;
  assert_int_equal(put(path, "one"), STATUS_OK);
  assert_int_equal(chmod(f->path, 0555), 0);
  if (root) assert_int_equal(seteuid(65534), 0);
  errno = 0;
  const Status old = put(path, "two");
  const int old_reason = errno;
  const Status new = put(folder_path(f, "b.txt"), "two");
  const int new_reason = errno;
  if (root) assert_int_equal(seteuid(0), 0);
  assert_int_equal(chmod(f->path, 0755), 0);
  assert_int_equal(old, STATUS_INPUT);
  assert_int_equal(old_reason, EACCES);
  assert_int_equal(new, STATUS_INPUT);
  assert_int_equal(new_reason, EACCES);
  assert_string_equal(folder_read(f, path, NULL), "one");
  assert_int_equal(folder_count(f), 1);
}

// What a crash left beside the file is neither used nor removed.
static void test_names_taken(void **state) {
  Folder *f = *state;
  char taken[64];
  snprintf(taken, sizeof taken, "a.txt.%ld-0", (long) getpid());
  assert_int_equal(put(folder_path(f, taken), "left"), STATUS_OK);
  assert_int_equal(put(folder_path(f, "a.txt"), "one"), STATUS_OK);
  assert_string_equal(folder_read(f, folder_path(f, "a.txt"), NULL), "one");
  assert_string_equal(folder_read(f, folder_path(f, taken), NULL), "left");
  assert_int_equal(folder_count(f), 2);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    FOLDER_TEST(test_new_and_replaced),
    FOLDER_TEST(test_permissions),
    FOLDER_TEST(test_failing_writer),
    FOLDER_TEST(test_link),
    FOLDER_TEST(test_pipe),
    FOLDER_TEST(test_refused),
    FOLDER_TEST(test_full_early),
    FOLDER_TEST(test_forbidden),
    FOLDER_TEST(test_names_taken),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
