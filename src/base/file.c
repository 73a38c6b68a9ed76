// base/file.c: writes a file under another name in its folder, then renames it; reads a file whole.
//
// Law:   a file that is being written is locked by its writer. An unlocked file with such a name
//        belongs to a process that was killed, and the next writer removes it.

#include "base/file.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define BESIDE_MOST 100       // names tried; only threads of one process can need more than one
#define BESIDE ".dalembert-"  // follows the goal's name
#define LINKS_MOST 40         // symbolic links followed; about the system's own limit

typedef struct {
  FileWriter *write;
  void *context;
} Content;

// errno as a status.
static Status refused(void) {
  switch (errno) {
    case ENOSPC:
    case EDQUOT:
    case EFBIG:
    case EIO:
    case ENOMEM: return STATUS_LIMIT;
    case 0: errno = EIO; return STATUS_LIMIT;
    default: return STATUS_INPUT;
  }
}

// Writes and flushes the content; the stream stays open.
static Status fill(FILE *stream, Content content) {
  errno = 0;
  const Status status = content.write(content.context, stream);
  if (ferror(stream)) return refused();
  if (status != STATUS_OK) {
    errno = 0;
    return status;
  }
  return fflush(stream) == 0 ? STATUS_OK : refused();
}

static Status fill_and_close(FILE *stream, Content content) {
  const Status status = fill(stream, content);
  const int reason = errno;
  if (fclose(stream) != 0 && status == STATUS_OK) return refused();
  errno = reason;
  return status;
}

static Status write_directly(const char *path, Content content) {
  FILE *stream = fopen(path, "wb");
  return stream ? fill_and_close(stream, content) : refused();
}

// --- files under way -----------------------------------------------------------------------------

#define UNDER_WAY_MOST 256  // at a time; more can be written, but a signal does not remove them

static struct {
  atomic_bool taken;
  volatile sig_atomic_t named;
  char path[PATH_MAX];
} under_way[UNDER_WAY_MOST];

// Returns the place of a file under way, or -1.
static int announce(const char *path) {
  const size_t n = strlen(path);
  for (int i = 0; i < UNDER_WAY_MOST && n < PATH_MAX; i++) {
    if (atomic_exchange(&under_way[i].taken, true)) continue;
    memcpy(under_way[i].path, path, n + 1);
    under_way[i].named = 1;
    return i;
  }
  return -1;
}

static void forget(int place) {
  if (place < 0) return;
  under_way[place].named = 0;
  atomic_store(&under_way[place].taken, false);
}

// A file that another thread opens while the program ends would remain.
static atomic_bool abandoned;
static atomic_int opening;  // threads that are opening a file, with signals blocked

#define OPENING_MOST 1000  // milliseconds

// Returns the file, or -1.
static int open_new(const char *path) {
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, &before);
  atomic_fetch_add(&opening, 1);
  errno = EINTR;
  const int file =
    atomic_load(&abandoned) ? -1 : open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  const int reason = errno;
  atomic_fetch_sub(&opening, 1);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  errno = reason;
  return file;
}

void file_abandon(void) {
  const int reason = errno;
  const struct timespec moment = {.tv_nsec = 1000000};
  atomic_store(&abandoned, true);
  for (int i = 0; i < OPENING_MOST && atomic_load(&opening) > 0; i++) nanosleep(&moment, NULL);
  for (int i = 0; i < UNDER_WAY_MOST; i++)
    if (under_way[i].named) unlink(under_way[i].path);
  errno = reason;
}

// --- what killed processes left ------------------------------------------------------------------

// Returns the last component of a path.
static const char *name_of(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

static void remove_unless_locked(int folder, const char *name) {
  const int file = openat(folder, name, O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (file < 0) return;
  struct stat about;
  if (fstat(file, &about) == 0 && S_ISREG(about.st_mode) && about.st_uid == geteuid() &&
      flock(file, LOCK_EX | LOCK_NB) == 0)
    unlinkat(folder, name, 0);
  close(file);
}

// Is this the name of a file beside the goal?
static bool is_beside(const char *name, const char *goal, size_t n) {
  const size_t middle = sizeof BESIDE - 1;
  if (strncmp(name, goal, n) != 0 || strncmp(name + n, BESIDE, middle) != 0) return false;
  const char *digits = name + n + middle;
  return *digits != '\0' && digits[strspn(digits, "0123456789-")] == '\0';
}

static void remove_leftovers(const char *goal) {
  const char *name = name_of(goal);
  const size_t before = (size_t) (name - goal), n = strlen(name);
  char folder[PATH_MAX] = ".";
  if (before >= sizeof folder) return;
  if (before > 0) memcpy(folder, goal, before);
  if (before > 0) folder[before] = '\0';
  DIR *list = opendir(folder);
  if (list == NULL) return;
  for (const struct dirent *entry; (entry = readdir(list)) != NULL;)
    if (is_beside(entry->d_name, name, n)) remove_unless_locked(dirfd(list), entry->d_name);
  closedir(list);
}

// --- writing beside ------------------------------------------------------------------------------

typedef struct {
  char *path;
  int file, place;  // place: result of announce
} Beside;

// Locks the file and checks that no other process has removed it in between, or is about to: that process would hold
// the lock. Where locks do not work, nothing is removed.
static bool is_ours(int file) {
  struct stat about;
  if (flock(file, LOCK_EX | LOCK_NB) != 0) return errno != EWOULDBLOCK;
  return fstat(file, &about) == 0 && about.st_nlink > 0;
}

// Opens a new file with a name made from the goal's. Only its owner can read it until it is renamed.
static bool open_beside(const char *goal, Beside *b) {
  const size_t room = strlen(goal) + 60;
  *b = (Beside){malloc(room), -1, -1};
  for (unsigned i = 0; b->path != NULL && i < BESIDE_MOST; i++) {
    snprintf(b->path, room, "%s" BESIDE "%ld-%u", goal, (long) getpid(), i);
    b->place = announce(b->path);
    b->file = open_new(b->path);
    if (b->file >= 0 && is_ours(b->file)) return true;
    const int reason = errno;
    if (b->file >= 0) close(b->file);
    forget(b->place);
    if (b->file < 0 && reason != EEXIST) break;
    b->file = -1;
  }
  return false;
}

// Returns the permissions that the system gives to a new file here.
static mode_t usual_mode(void) {
  char line[128];
  unsigned mask = 077;
  bool found = false;
  FILE *status = fopen("/proc/self/status", "r");
  while (status != NULL && !found && fgets(line, sizeof line, status) != NULL)
    found = sscanf(line, "Umask: %o", &mask) == 1;
  if (status != NULL) fclose(status);
  if (!found) {  // for a moment, files made by other threads would be private
    mask = umask(077);
    umask((mode_t) mask);
  }
  return (mode_t) (0666 & ~mask);
}

// A file system that cannot sync reports EINVAL or ENOSYS.
static bool reaches_disk(int file) {
  return fsync(file) == 0 || errno == EINVAL || errno == ENOSYS || errno == ENOTSUP;
}

// Writes to the file and closes it. The file gets its permissions when all of it is on the disk.
static Status fill_beside(int file, mode_t mode, Content content) {
  FILE *stream = fdopen(file, "wb");
  if (stream == NULL) {
    const Status status = refused();
    const int reason = errno;
    close(file);
    errno = reason;
    return status;
  }
  Status status = fill(stream, content);
  if (status == STATUS_OK && (!reaches_disk(file) || fchmod(file, mode) != 0)) status = refused();
  const int reason = errno;
  if (fclose(stream) != 0 && status == STATUS_OK) return refused();
  errno = reason;
  return status;
}

static Status write_beside(const char *goal, mode_t mode, Content content) {
  Beside b;
  remove_leftovers(goal);
  if (!open_beside(goal, &b)) {
    const Status status = refused();
    const int reason = errno;
    free(b.path);
    errno = reason;
    return status;
  }
  const int lock = fcntl(b.file, F_DUPFD_CLOEXEC, 0);  // lock held until the file has its name
  Status status = fill_beside(b.file, mode, content);
  if (status == STATUS_OK && rename(b.path, goal) != 0) status = refused();
  const int reason = errno;
  if (status != STATUS_OK) unlink(b.path);
  if (lock >= 0) close(lock);
  forget(b.place);
  free(b.path);
  errno = reason;
  return status;
}

// --- where to ------------------------------------------------------------------------------------

// Finds where the links at path lead, which need not exist; false if that cannot be found out.
static bool follow_links(const char *path, char goal[PATH_MAX]) {
  char target[PATH_MAX];
  const size_t length = strlen(path);
  if (length >= PATH_MAX) return false;
  memcpy(goal, path, length + 1);
  for (int i = 0; i < LINKS_MOST; i++) {
    struct stat about;
    if (lstat(goal, &about) != 0 || !S_ISLNK(about.st_mode)) return true;
    const ssize_t n = readlink(goal, target, sizeof target - 1);
    const size_t before = n > 0 && target[0] != '/' ? (size_t) (name_of(goal) - goal) : 0;
    if (n <= 0 || before + (size_t) n >= PATH_MAX) return false;
    memcpy(goal + before, target, (size_t) n);
    goal[before + (size_t) n] = '\0';
  }
  errno = ELOOP;
  return false;
}

Status file_replace(const char *path, FileWriter *write, void *context) {
  const Content content = {write, context};
  struct stat there;
  if (strcmp(path, "-") == 0) return fill(stdout, content);
  const bool exists = stat(path, &there) == 0;
  if (exists && !S_ISREG(there.st_mode)) return write_directly(path, content);
  char *goal = malloc(PATH_MAX);
  if (goal == NULL) return refused();
  const mode_t mode = exists ? (mode_t) (there.st_mode & 0777u) : usual_mode();
  errno = ENAMETOOLONG;
  const Status status = follow_links(path, goal) ? write_beside(goal, mode, content) : refused();
  const int reason = errno;
  free(goal);
  errno = reason;
  return status;
}

static Status write_bytes(void *context, FILE *stream) {
  const Str *bytes = context;
  fwrite(bytes->at, 1, bytes->n, stream);
  return STATUS_OK;
}

Status file_replace_bytes(const char *path, Str bytes) {
  return file_replace(path, write_bytes, &bytes);
}

// --- reading -------------------------------------------------------------------------------------

#define READ_BLOCK 65536

static void close_stream(void *object) {
  FILE **stream = object;
  if (*stream != NULL && *stream != stdin) fclose(*stream);
  *stream = NULL;
}

static Status read_stream(Text *all, FILE *stream, size_t most) {
  char block[READ_BLOCK];
  size_t got;
  while ((got = fread(block, 1, sizeof block, stream)) > 0) {
    if (all->n + got > most) {
      errno = EFBIG;
      return STATUS_INPUT;
    }
    text_add_str(all, (Str){block, got});
  }
  return ferror(stream) ? STATUS_INPUT : STATUS_OK;
}

Status file_read(Arena *arena, const char *path, size_t most, Str *text) {
  FILE **stream = ARENA_NEW(arena, FILE *);
  Text all = text_make(arena);
  arena_defer(arena, close_stream, stream);  // in case the call ends in the middle
  errno = 0;
  *stream = strcmp(path, "-") == 0 ? stdin : fopen(path, "rb");
  Status status = *stream != NULL ? read_stream(&all, *stream, most) : STATUS_INPUT;
  const int reason = errno ? errno : EIO;
  close_stream(stream);
  *text = (Str){text_get(&all), all.n};
  if (status != STATUS_OK && reason == ENOMEM) status = STATUS_LIMIT;
  if (status != STATUS_OK) errno = reason;
  return status;
}
