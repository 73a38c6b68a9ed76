// fault/refuse.c: a library for LD_PRELOAD that makes malloc and its relatives refuse memory.
//
//   REFUSE=K         the K-th request since main began, once
//   REFUSE=K+        that one and all that follow
//   REFUSE_COUNT=F   writes how many requests there were into the file F
//   REFUSE_REPORT=F  every REFUSE_EVERY-th request (from REFUSE_FIRST on) is refused in a child that the
//                    process splits off there, and it and all that follow in a second one. A line of F
//                    for each child says how it ended. REFUSE_FILE is the file that the command writes.
//                    Within calls of the loader the process is not split, since their locks would
//                    stay closed in a child: the line is then the number of the request alone.
//
// Counted are the requests of all libraries of the program, and of the C library itself. By splitting, the common
// part runs only once for all requests; requests of a child of the program itself are not split.

#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *block, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

static atomic_bool counting;
static atomic_int loading;  // calls of the loader under way
static atomic_long asked;
static long first;  // 0: none
static bool for_good;

// --- children ------------------------------------------------------------------------------------

#define SECONDS 60   // of processor time; more is a hang
#define MESSAGE 200  // characters of a message that are kept
#define FILES 32     // that may be open
#define FILE_NAME 256

static int report = -1;  // open while requests are split
static long split_first, every;
static pid_t splitting;   // this process, not its children
static const char *file;  // the file that the command writes, or NULL
static char out_name[64], said_name[64], begun_name[64];

typedef struct {
  uint64_t hash;  // FNV-1a; 0: there is no file
  bool told, by_handler, bug;
  char last[MESSAGE + 1];  // the end of the text, printable
} Content;

// Writes what the process had put out before it split.
static void copy_begun(int out) {
  char part[4096];
  ssize_t n;
  const int begun = open(begun_name, O_RDONLY);
  while (begun >= 0 && (n = read(begun, part, sizeof part)) > 0)
    if (write(out, part, (size_t) n) != n) _exit(99);
  close(begun);
}

// In a child: redirects outputs to files, and sets limits.
static void send_outputs(void) {
  const int out = open(out_name, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  const int said = open(said_name, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (out < 0 || said < 0 || dup2(out, 1) < 0 || dup2(said, 2) < 0) _exit(99);
  copy_begun(out);
  close(out);
  close(said);
  setrlimit(RLIMIT_CPU, &(struct rlimit){SECONDS, SECONDS});
  setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
  alarm(20 * SECONDS);
}

static Content content_of(const char *path) {
  Content c = {0};
  static char part[1 << 16];
  char tail[MESSAGE + 1] = "";
  size_t kept = 0;
  ssize_t n;
  const int f = path ? open(path, O_RDONLY) : -1;
  if (f < 0) return c;
  c.hash = 0xcbf29ce484222325u;
  while ((n = read(f, part, sizeof part - 1)) > 0) {
    for (ssize_t i = 0; i < n; i++) c.hash = (c.hash ^ (unsigned char) part[i]) * 0x100000001b3u;
    part[n] = '\0';
    c.told = c.told || strstr(part, "error:") || strstr(part, "dalembert:");
    c.by_handler = c.by_handler || strstr(part, "a library was refused memory and failed");
    c.bug = c.bug || strstr(part, "has a bug");
    kept = (size_t) n < MESSAGE ? (size_t) n : MESSAGE;
    memcpy(tail, part + (size_t) n - kept, kept);
  }
  close(f);
  for (size_t i = 0; i < kept; i++) c.last[i] = tail[i] < ' ' || tail[i] > '~' ? ' ' : tail[i];
  return c;
}

// Removes the files that were begun and not finished; returns their number.
static int leftovers(void) {
  int n = 0;
  DIR *here = opendir(".");
  for (struct dirent *e; here && (e = readdir(here)) != NULL;)
    if (strstr(e->d_name, ".dalembert-") && unlink(e->d_name) == 0) n++;
  if (here) closedir(here);
  return n;
}

// Removes all names of this file in the folder but one.
static void unlink_others(const char *kept) {
  struct stat it, other;
  DIR *here = opendir(".");
  if (here == NULL || stat(kept, &it) != 0) _exit(94);
  for (struct dirent *e; (e = readdir(here)) != NULL;)
    if (strcmp(e->d_name, kept) != 0 && stat(e->d_name, &other) == 0 && other.st_ino == it.st_ino)
      unlink(e->d_name);
  closedir(here);
}

// Gives a file that is being written a second name while a child runs, which finishes and renames it, or removes it.
static void keep_files(char name[FILES][FILE_NAME], bool restore) {
  int n = 0;
  DIR *here = restore ? NULL : opendir(".");
  for (struct dirent *e; here && n + 1 < FILES && (e = readdir(here)) != NULL;)
    if (strstr(e->d_name, ".dalembert-") && strlen(e->d_name) < FILE_NAME)
      memcpy(name[n++], e->d_name, strlen(e->d_name) + 1);
  if (here) closedir(here);
  if (!restore) name[n][0] = '\0';
  for (int i = 0; name[i][0] != '\0'; i++) {
    char second[32];
    snprintf(second, sizeof second, "refuse-%d", i);
    if (restore) unlink_others(second);  // rename(2) does nothing between two names of one file
    if (!restore ? link(name[i], second) != 0 : rename(second, name[i]) != 0) _exit(94);
  }
}

// Gives the file of the command, if it is finished, a second name while a child runs, after which it is removed.
static void keep_file(bool restore) {
  static const char second[] = "refuse-file";
  if (file == NULL || (restore ? rename(second, file) : link(file, second)) == 0) return;
  if (errno != ENOENT) _exit(93);
}

// Writes k, mode, status (negative: a signal), hashes of output and file, the kind of the messages, files left.
static void write_line(long k, char mode, int status) {
  const Content out = content_of(out_name), said = content_of(said_name), made = content_of(file);
  char line[2 * MESSAGE + 200];
  const int n = snprintf(line, sizeof line, "%ld %c %d %016llx %016llx %d %d %d %d %s\n", k, mode,
                         WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status),
                         (unsigned long long) out.hash, (unsigned long long) made.hash, said.told,
                         said.by_handler, said.bug, leftovers(), said.last);
  if (write(report, line, (size_t) n) != n) _exit(98);
  if (file) unlink(file);
}

// Writes a request at which the process could not be split.
static void write_number(long k) {
  char line[32];
  const int n = snprintf(line, sizeof line, "%ld\n", k);
  if (write(report, line, (size_t) n) != n) _exit(98);
}

// Keeps or restores the places in open files, which are shared with children that move them.
static void keep_places(off_t place[FILES], bool restore) {
  for (int i = 3; i < FILES; i++)
    if (!restore)
      place[i] = lseek(i, 0, SEEK_CUR);
    else if (place[i] >= 0 && lseek(i, place[i], SEEK_SET) < 0)
      _exit(95);
}

// Splits off a child for which request k is refused. Returns true in the child.
static bool split(long k, char mode) {
  off_t place[FILES];
  static char name[FILES][FILE_NAME];
  keep_places(place, false);
  keep_files(name, false);
  keep_file(false);
  const pid_t child = fork();
  if (child < 0) _exit(97);
  if (child == 0) {
    send_outputs();
    report = -1;
    first = mode == '-' ? 0 : k;
    for_good = mode == '+';
    return true;
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR) _exit(96);
  keep_places(place, true);
  write_line(k, mode, status);
  keep_files(name, true);
  keep_file(true);
  return false;
}

// Splits off the children at request k. Returns true in a child that is refused it.
static bool split_at(long k) {
  if (getpid() != splitting) return false;
  if (atomic_load(&loading) > 0) {
    write_number(k);
    return false;
  }
  atomic_store(&counting, false);
  const int kept = errno;
  const bool child = k == 0 ? split(k, '-') : split(k, '1') || split(k, '+');
  errno = kept;
  atomic_store(&counting, true);
  return child;
}

// --- requests ------------------------------------------------------------------------------------

static bool refused(void) {
  if (!atomic_load(&counting)) return false;
  const long k = atomic_fetch_add(&asked, 1) + 1;
  if (report >= 0 && k >= split_first && (k - split_first) % every == 0) split_at(k);
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

// --- calls of the loader --------------------------------------------------------------------------

static void find_next(const char *name, void *function) {
  void *symbol = dlsym(RTLD_NEXT, name);
  memcpy(function, &symbol, sizeof symbol);
}

void *dlopen(const char *name, int mode) {
  static void *(*next)(const char *, int);
  if (next == NULL) find_next("dlopen", &next);
  atomic_fetch_add(&loading, 1);
  void *opened = next(name, mode);
  atomic_fetch_sub(&loading, 1);
  return opened;
}

int dl_iterate_phdr(int (*visit)(struct dl_phdr_info *, size_t, void *), void *context) {
  static int (*next)(int (*)(struct dl_phdr_info *, size_t, void *), void *);
  if (next == NULL) find_next("dl_iterate_phdr", &next);
  atomic_fetch_add(&loading, 1);
  const int end = next(visit, context);
  atomic_fetch_sub(&loading, 1);
  return end;
}

// --- from main on ---------------------------------------------------------------------------------

typedef int Main(int, char **, char **);
typedef int Start(Main *, int, char **, void (*)(void), void (*)(void), void (*)(void), void *);

static Main *true_main;

static void write_count(void) {
  const char *path = getenv("REFUSE_COUNT");
  char digits[32];
  const int n = snprintf(digits, sizeof digits, "%ld\n", atomic_load(&asked));
  const int count = path ? open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600) : -1;
  if (count < 0 || write(count, digits, (size_t) n) != n) return;
  close(count);
}

static long number_of(const char *name, long otherwise) {
  const char *text = getenv(name);
  return text && *text ? strtol(text, NULL, 10) : otherwise;
}

// The first child is refused nothing: the others are compared with it.
static void begin_splitting(const char *path) {
  snprintf(out_name, sizeof out_name, P_tmpdir "/refuse-%ld-out", (long) getpid());
  snprintf(said_name, sizeof said_name, P_tmpdir "/refuse-%ld-said", (long) getpid());
  snprintf(begun_name, sizeof begun_name, P_tmpdir "/refuse-%ld-begun", (long) getpid());
  const int begun = open(begun_name, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (begun < 0 || dup2(begun, 1) < 0) _exit(99);
  close(begun);
  split_first = number_of("REFUSE_FIRST", 1);
  every = number_of("REFUSE_EVERY", 1);
  file = getenv("REFUSE_FILE");
  splitting = getpid();
  report = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  if (report >= 0) split_at(0);
}

static int counted_main(int argc, char **argv, char **environment) {
  const char *say = getenv("REFUSE"), *path = getenv("REFUSE_REPORT");
  char *end = NULL;
  first = say ? strtol(say, &end, 10) : 0;
  for_good = end && *end == '+';
  unsetenv("LD_PRELOAD");  // programs that this one starts get all the memory they need
  if (getenv("REFUSE_COUNT")) atexit(write_count);
  if (path) begin_splitting(path);
  atomic_store(&counting, true);
  const int status = true_main(argc, argv, environment);
  if (splitting == getpid()) {
    unlink(out_name);
    unlink(said_name);
    unlink(begun_name);
  }
  return status;
}

int __libc_start_main(Main *main, int argc, char **argv, void (*init)(void), void (*fini)(void),
                      void (*rtld_fini)(void), void *stack_end);
int __libc_start_main(Main *main, int argc, char **argv, void (*init)(void), void (*fini)(void),
                      void (*rtld_fini)(void), void *stack_end) {
  Start *start;
  find_next("__libc_start_main", &start);
  true_main = main;
  return start(counted_main, argc, argv, init, fini, rtld_fini, stack_end);
}
