// Unit tests of native/cache.c: what is found again, what is compiled again, and which files it trusts.
// Judge: the fact `compiled`, a log of the compiler's calls, the files that are there.

#include "native/native_impl.h"
#include "support/native.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define OTHER_USER 65534

static mode_t mode_of(const char *path) {
  struct stat about;
  assert_int_equal(stat(path, &about), 0);
  return about.st_mode & 0777;
}

// Reads all of a small file.
static size_t read_file(const char *path, char *data, size_t room) {
  FILE *file = fopen(path, "r");
  assert_non_null(file);
  const size_t n = fread(data, 1, room, file);
  fclose(file);
  return n;
}

static void set_age(const char *path, time_t seconds) {
  const struct timespec then = {time(NULL) - seconds, 0}, times[2] = {then, then};
  assert_int_equal(utimensat(AT_FDCWD, path, times, AT_SYMLINK_NOFOLLOW), 0);
}

static void assert_answer(int number, bool compiled, bool kept) {
  const Opened opened = place_answer(number);
  assert_int_equal(opened.answer, number);
  assert_int_equal(opened.facts.compiled, compiled);
  assert_int_equal(opened.facts.kept, kept);
  assert_int_equal(opened.facts.compile_seconds > 0, compiled);
}

// --- what is kept -------------------------------------------------------------------------------

static void test_entry(void **state) {
  const Place *place = *state;
  char text[64];
  const mode_t before = umask(0);
  assert_answer(1, true, true);
  umask(before);
  assert_answer(1, false, true);
  assert_int_equal(place_count(place->cache, ""), 2);
  const size_t n = read_file(place_entry(place, ".c"), text, sizeof text);
  assert_int_equal(n, strlen(answer_source(1)));
  assert_memory_equal(text, answer_source(1), n);
  assert_int_equal(mode_of(place->cache), 0700);
  assert_int_equal(mode_of(place_entry(place, ".so")) & 022, 0);
  assert_answer(2, true, true);
  assert_answer(1, false, true);
  assert_int_equal(place_count(place->cache, ".so"), 2);
}

// Another compiler, a newer one, other flags: compiled again. The log counts the calls.
static void test_key(void **state) {
  const Place *place = *state;
  const char *script = "echo >>\"$place/log\"; exec cc \"$@\"";
  char log[16];
  place_compiler(place, script);
  assert_answer(1, true, true);
  assert_answer(1, false, true);
  assert_int_equal(read_file(place_file(place, "log"), log, sizeof log), 1);
  set_age(place_file(place, "compiler"), 1000);
  assert_answer(1, true, true);
  place_compiler(place, "# longer\necho >>\"$place/log\"; exec cc \"$@\"");
  set_age(place_file(place, "compiler"), 1000);
  assert_answer(1, true, true);
  const char *march = getenv("DALEMBERT_MARCH");
  char *kept = march ? strdup(march) : NULL;
  setenv("DALEMBERT_MARCH", "no-such-processor", 1);  // refused, so compiled for any
  assert_answer(1, true, true);
  assert_answer(1, false, true);
  if (kept)
    setenv("DALEMBERT_MARCH", kept, 1);
  else
    unsetenv("DALEMBERT_MARCH");
  free(kept);
  assert_int_equal(read_file(place_file(place, "log"), log, sizeof log), 1 + 1 + 1 + 2);
  assert_int_equal(place_count(place->cache, ".so"), 4);
}

// Every kind of damage: a cut anywhere, one bit anywhere, more at the end, nothing left.
static void test_damage(void **state) {
  const Place *place = *state;
  static char object[1 << 17], damaged[1 << 17];
  assert_answer(3, true, true);
  const char *path = place_entry(place, ".so");
  const size_t n = read_file(path, object, sizeof object - 1);
  assert_true(n < sizeof object - 1);
  uint8_t key[SHA256_BYTES];
  memcpy(key, object + n - sizeof key - SHA256_BYTES, sizeof key);
  assert_true(cache_is_sound(path, key));
  for (size_t i = 0; i < 40; i++) {
    const size_t at = i < 20 ? n * i / 20 : n - 1 - (i - 20) * 5;
    memcpy(damaged, object, n);
    damaged[at] = (char) (damaged[at] ^ 4);
    place_write(path, damaged, n);
    assert_false(cache_is_sound(path, key));
    place_write(path, object, at);
    assert_false(cache_is_sound(path, key));
  }
  memcpy(damaged, object, n);
  damaged[n] = 0;
  place_write(path, damaged, n + 1);
  assert_false(cache_is_sound(path, key));
  place_write(path, object, n);
  assert_true(cache_is_sound(path, key));
  key[31] ^= 1;
  assert_false(cache_is_sound(path, key));
  // and it is repaired
  assert_int_equal(truncate(path, 4096), 0);
  assert_answer(3, true, true);
  assert_answer(3, false, true);
}

// An undamaged object of another source.
static void test_exchanged(void **state) {
  const Place *place = *state;
  static char object[1 << 17];
  assert_answer(4, true, true);
  const size_t n = read_file(place_entry(place, ".so"), object, sizeof object);
  assert_int_equal(unlink(place_entry(place, ".so")), 0);
  assert_answer(5, true, true);
  place_write(place_entry(place, ".so"), object, n);
  assert_answer(5, true, true);
}

// Recently used entries are kept longer.
static void test_use(void **state) {
  const Place *place = *state;
  struct stat about;
  assert_answer(6, true, true);
  set_age(place_entry(place, ".so"), 100000);
  assert_answer(6, false, true);
  assert_int_equal(stat(place_entry(place, ".so"), &about), 0);
  assert_true(about.st_mtime > time(NULL) - 1000);
}

// --- which folder -------------------------------------------------------------------------------

static void test_places(void **state) {
  const Place *place = *state;
  unsetenv("DALEMBERT_CACHE");
  assert_answer(1, true, false);  // no HOME
  setenv("XDG_CACHE_HOME", "tests", 1);
  assert_answer(1, true, false);  // relative: ignored
  setenv("HOME", place_file(place, "home"), 1);
  assert_answer(1, true, false);  // not there, and not made
  assert_int_equal(access(place_file(place, "home"), F_OK), -1);
  assert_int_equal(mkdir(place_file(place, "home"), 0700), 0);
  assert_answer(1, true, true);
  assert_int_equal(place_count(place_file(place, "home/.cache/dalembert"), ".so"), 1);
  assert_int_equal(mode_of(place_file(place, "home/.cache")), 0700);
  assert_int_equal(mode_of(place_file(place, "home/.cache/dalembert")), 0700);
  setenv("XDG_CACHE_HOME", place_file(place, "xdg"), 1);
  assert_answer(1, true, true);
  assert_int_equal(place_count(place_file(place, "xdg/dalembert"), ".so"), 1);
  // a folder below one that is not there, a file, a name that is too long
  setenv("DALEMBERT_CACHE", place_file(place, "a/b"), 1);
  assert_answer(1, true, false);
  place_write(place_file(place, "file"), "", 0);
  setenv("DALEMBERT_CACHE", place_file(place, "file"), 1);
  assert_answer(1, true, false);
  static char name[2 * PATH_MAX];
  memset(name, 'x', sizeof name - 1);
  setenv("DALEMBERT_CACHE", name, 1);
  assert_answer(1, true, false);
  // slashes at the end, and a relative one
  char here[1024];
  assert_non_null(getcwd(here, sizeof here));
  setenv("DALEMBERT_CACHE", place_file(place, "slashes//"), 1);
  assert_answer(1, true, true);
  setenv("DALEMBERT_CACHE", "relative", 1);
  assert_int_equal(chdir(place->root), 0);
  const Opened opened = place_answer(1);
  assert_int_equal(chdir(here), 0);
  assert_true(opened.answer == 1 && opened.facts.kept);
}

// The cache is full, as far as the compiler can tell; a private folder is not.
static void test_full(void **state) {
  const Place *place = *state;
  place_compiler(place,
                 "case \"$*\" in *cache*) echo 'No space left on device' >&2; exit 1;; esac\n"
                 "exec cc \"$@\"");
  assert_answer(7, true, false);
  assert_int_equal(place_count(place->cache, ""), 0);
  // and without TMPDIR, too, /tmp is used
  setenv("TMPDIR", place_file(place, "nowhere"), 1);
  assert_answer(7, true, false);
}

// Something that cannot be replaced is in the way.
static void test_in_the_way(void **state) {
  const Place *place = *state;
  assert_answer(8, true, true);
  const char *path = place_entry(place, ".so");
  assert_int_equal(unlink(path), 0);
  assert_int_equal(mkdir(path, 0700), 0);
  assert_answer(8, true, false);
  assert_int_equal(rmdir(path), 0);
  assert_int_equal(mkfifo(path, 0600), 0);
  assert_answer(8, true, true);
  assert_answer(8, false, true);
}

// --- whom it trusts -----------------------------------------------------------------------------

static void test_writable(void **state) {
  const Place *place = *state;
  assert_int_equal(mkdir(place->cache, 0700), 0);
  static const mode_t modes[] = {0777, 0770, 0702, 01777};
  for (size_t i = 0; i < COUNT(modes); i++) {
    assert_int_equal(chmod(place->cache, modes[i]), 0);
    assert_answer(1, true, false);
    assert_int_equal(place_count(place->cache, ""), 0);
  }
  assert_int_equal(chmod(place->cache, 0755), 0);  // others may look
  assert_answer(1, true, true);
  // the folder above: a user who may write there can replace ours, unless the sticky bit is set
  assert_int_equal(chmod(place->root, 0777), 0);
  assert_answer(1, true, false);
  assert_int_equal(chmod(place->root, 01777), 0);
  assert_answer(1, false, true);
  // a group that others may be in; root alone can give folders away
  const bool given = chown(place->root, (uid_t) -1, 1) == 0;
  assert_int_equal(given, geteuid() == 0);
  if (given) {
    assert_int_equal(chmod(place->root, 0770), 0);
    assert_answer(1, true, false);
    assert_int_equal(chown(place->root, (uid_t) -1, 0), 0);  // the group of this user alone
    assert_answer(1, false, true);
  }
  assert_int_equal(chmod(place->root, 0700), 0);
  // the object
  assert_int_equal(chmod(place_entry(place, ".so"), 0666), 0);
  assert_answer(1, true, true);
  assert_answer(1, false, true);
}

// The object is a link to one that is perfectly good: not followed, but replaced.
static void test_link(void **state) {
  const Place *place = *state;
  struct stat about;
  assert_answer(2, true, true);
  const char *path = place_entry(place, ".so"), *other = place_file(place, "elsewhere.so");
  assert_int_equal(rename(path, other), 0);
  assert_int_equal(symlink(other, path), 0);
  assert_answer(2, true, true);
  assert_int_equal(lstat(path, &about), 0);
  assert_true(S_ISREG(about.st_mode));
  // the source is a link to something precious
  const char *precious = place_file(place, "precious"), *source = place_entry(place, ".c");
  place_write(precious, "gold", 4);
  assert_int_equal(unlink(source), 0);
  assert_int_equal(symlink(precious, source), 0);
  assert_int_equal(unlink(path), 0);
  assert_answer(2, true, true);
  char text[8];
  assert_int_equal(read_file(precious, text, sizeof text), 4);
  // the folder is a link to another of this user
  assert_int_equal(rename(place->cache, place_file(place, "real")), 0);
  assert_int_equal(symlink(place_file(place, "real"), place->cache), 0);
  assert_answer(2, false, true);
}

static void test_other_user(void **state) {
  const Place *place = *state;
  const char *real = place_file(place, "theirs");
  if (geteuid() != 0) skip();
  assert_int_equal(mkdir(place->cache, 0700), 0);
  assert_int_equal(chown(place->cache, OTHER_USER, OTHER_USER), 0);
  assert_answer(1, true, false);
  assert_int_equal(place_count(place->cache, ""), 0);
  // a link to a folder of another user
  assert_int_equal(rename(place->cache, real), 0);
  assert_int_equal(symlink(real, place->cache), 0);
  assert_answer(1, true, false);
  assert_int_equal(place_count(real, ""), 0);
  // no folder is made within theirs
  assert_int_equal(unlink(place->cache), 0);
  setenv("DALEMBERT_CACHE", place_file(place, "theirs/ours"), 1);
  assert_answer(1, true, false);
  assert_int_equal(access(place_file(place, "theirs/ours"), F_OK), -1);
  // an object of another user in our folder
  setenv("DALEMBERT_CACHE", place->cache, 1);
  assert_answer(1, true, true);
  assert_int_equal(chown(place_entry(place, ".so"), OTHER_USER, OTHER_USER), 0);
  assert_answer(1, true, true);
  assert_answer(1, false, true);
}

// Folders that this user may not write to; root may write to all.
static void test_read_only(void **state) {
  const Place *place = *state;
  int status;
  assert_int_equal(mkdir(place->cache, 0500), 0);
  const pid_t child = fork();
  assert_true(child >= 0);
  if (child == 0) {
    setenv("TMPDIR", "/tmp", 1);
    if (geteuid() == 0 &&
        (chown(place->root, OTHER_USER, OTHER_USER) != 0 ||
         chown(place->cache, OTHER_USER, OTHER_USER) != 0 || setuid(OTHER_USER) != 0))
      _exit(9);
    const Opened opened = place_answer(3);
    _exit(opened.answer == 3 && !opened.facts.kept ? 0 : 1);
  }
  assert_int_equal(waitpid(child, &status, 0), child);
  assert_int_equal(status, 0);
  assert_int_equal(place_count(place->cache, ""), 0);
}

// --- many at once, and too many -----------------------------------------------------------------

static void test_together(void **state) {
  const Place *place = *state;
  enum { PROCESSES = 4 };
  pid_t children[PROCESSES];
  // each waits until all of them are compiling
  place_compiler(place, "mktemp \"$place/ready-XXXXXX\" >/dev/null\n"
                        "while [ $(ls \"$place\" | grep -c ready) -lt 4 ]; do sleep 0.01; done\n"
                        "exec cc \"$@\"");
  for (int i = 0; i < PROCESSES; i++) {
    children[i] = fork();
    assert_true(children[i] >= 0);
    if (children[i] > 0) continue;
    const Opened opened = place_answer(4);
    _exit(opened.answer == 4 && opened.facts.compiled && opened.facts.kept ? 0 : 1);
  }
  for (int i = 0; i < PROCESSES; i++) {
    int status;
    assert_int_equal(waitpid(children[i], &status, 0), children[i]);
    assert_int_equal(status, 0);
  }
  assert_int_equal(place_count(place->cache, ""), 2);
  assert_answer(4, false, true);
}

static void make_entry(const Place *place, char letter, size_t bytes, time_t age) {
  char name[PLACE_ROOM];
  static const char data[4096];
  for (int i = 0; i < 2; i++) {
    snprintf(name, sizeof name, "cache/0123456789abcdef0123456789abcde%c%s", letter,
             i == 0 ? ".so" : ".c");
    place_write(place_file(place, name), data, bytes);
    set_age(place_file(place, name), age);
  }
}

static bool has_entry(const Place *place, char letter) {
  char name[PLACE_ROOM];
  int there = 0;
  for (int i = 0; i < 2; i++) {
    snprintf(name, sizeof name, "cache/0123456789abcdef0123456789abcde%c%s", letter,
             i == 0 ? ".so" : ".c");
    there += access(place_file(place, name), F_OK) == 0;
  }
  assert_int_not_equal(there, 1);  // both or none
  return there == 2;
}

static void test_prune(void **state) {
  const Place *place = *state;
  static const char *const others[] = {
    "cache/notes.c", "cache/library.so", "cache/0123456789abcdef0123456789abcdef.txt",
    "cache/0123456789abcdef0123456789abcdeff.so", "cache/0123456789ABCDEF0123456789ABCDEF.so"};
  assert_int_equal(mkdir(place->cache, 0700), 0);
  for (size_t i = 0; i < COUNT(others); i++) {
    place_write(place_file(place, others[i]), "", 0);
    set_age(place_file(place, others[i]), 1000000);
  }
  make_entry(place, '1', 100, 400);
  make_entry(place, '2', 1000, 900);
  make_entry(place, '3', 200, 500);
  make_entry(place, '4', 50, 10);
  cache_prune(place->cache, 4, 2700);  // exactly the size of the cache
  for (char c = '1'; c <= '4'; c++) assert_true(has_entry(place, c));
  cache_prune(place->cache, 3, 2700);
  assert_false(has_entry(place, '2'));
  for (char c = '1'; c <= '4'; c++) assert_true(c == '2' || has_entry(place, c));
  cache_prune(place->cache, 3, 2 * (100 + 50));
  assert_true(!has_entry(place, '3') && has_entry(place, '1') && has_entry(place, '4'));
  cache_prune(place->cache, 0, 0);
  assert_true(!has_entry(place, '1') && !has_entry(place, '4'));
  assert_int_equal(place_count(place->cache, ""), COUNT(others));
  // a compilation that was killed long ago, and one that goes on
  assert_int_equal(mkdir(place_file(place, "cache/.work-killed"), 0700), 0);
  place_write(place_file(place, "cache/.work-killed/unit.c"), "", 0);
  set_age(place_file(place, "cache/.work-killed"), 100000);
  assert_int_equal(mkdir(place_file(place, "cache/.work-busy"), 0700), 0);
  assert_answer(1, true, true);  // pruning happens when an entry is added
  assert_int_equal(access(place_file(place, "cache/.work-killed"), F_OK), -1);
  assert_int_equal(rmdir(place_file(place, "cache/.work-busy")), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    PLACE_TEST(test_entry),     PLACE_TEST(test_key),        PLACE_TEST(test_damage),
    PLACE_TEST(test_exchanged), PLACE_TEST(test_use),        PLACE_TEST(test_places),
    PLACE_TEST(test_full),      PLACE_TEST(test_in_the_way), PLACE_TEST(test_writable),
    PLACE_TEST(test_link),      PLACE_TEST(test_other_user), PLACE_TEST(test_read_only),
    PLACE_TEST(test_together),  PLACE_TEST(test_prune),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
