// native/cache.c: the folders where objects are compiled and kept.
//
//   FOLDER/NAME.c, NAME.so   an entry: the source, for people to read, and the sealed object;
//                            NAME is the first half of the key in hexadecimal
//   FOLDER/.work-XXXXXX/     one compilation; removed when it is over
//
// Law:   everything loaded was written by this user: nobody else can write to the folder, or to one above it,
//        so that no path used here can come to mean another file
// Law:   an entry appears complete: it is renamed into place. Two processes that add the same entry replace
//        each other's, which are equal
// Law:   a damaged object is never loaded: it carries the digest of its bytes, after the end that a loader sees

#include "native/native_impl.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <grp.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define SEAL_MARK "dalembert-object"  // before key and digest, without its zero
#define MARK_BYTES (sizeof SEAL_MARK - 1)
#define SEAL_BYTES (MARK_BYTES + 2 * SHA256_BYTES)
#define NAME_LETTERS SHA256_BYTES  // half of the key, two letters a byte
#define WORK_PREFIX ".work-"
#define FORGOTTEN 3600  // seconds after which a compilation is certainly over

// --- a safe folder ------------------------------------------------------------------------------

static bool others_write(const struct stat *about) {
  return (about->st_mode & (S_IWGRP | S_IWOTH)) != 0;
}

// Is it a group with only this user, named like the user, as Debian makes one for each? Such groups come with a
// umask of 002, by which new folders are writable for the group.
static bool is_private_group(gid_t group) {
  char user_text[4096], group_text[4096];
  struct passwd user, *user_found;
  struct group entry, *group_found;
  if (getpwuid_r(geteuid(), &user, user_text, sizeof user_text, &user_found) != 0 ||
      getgrgid_r(group, &entry, group_text, sizeof group_text, &group_found) != 0)
    return false;
  if (user_found == NULL || group_found == NULL) return false;
  if (user.pw_gid != group || strcmp(user.pw_name, entry.gr_name) != 0) return false;
  for (char **member = entry.gr_mem; *member; member++)
    if (strcmp(*member, user.pw_name) != 0) return false;
  return true;
}

// Can only this user and root rename or change the folders above path? In a sticky folder, like /tmp, others
// cannot touch files that are not theirs. path is resolved, and is cut on the way.
static bool is_safe_above(char *path) {
  for (char *slash = strrchr(path, '/'); slash; slash = strrchr(path, '/')) {
    struct stat about;
    const bool top = slash == path;
    *slash = '\0';
    if (lstat(top ? "/" : path, &about) != 0 || !S_ISDIR(about.st_mode)) return false;
    if (about.st_uid != 0 && about.st_uid != geteuid()) return false;
    if (!others_write(&about) || (about.st_mode & S_ISVTX)) continue;
    if ((about.st_mode & S_IWOTH) || !is_private_group(about.st_gid)) return false;
  }
  return true;
}

static bool is_own(const struct stat *about) {
  return about->st_uid == geteuid() && !others_write(about);
}

// Follows a link: its target counts.
static bool is_safe_folder(const char *path, char real[PATH_MAX]) {
  struct stat about;
  char above[PATH_MAX];
  if (realpath(path, real) == NULL || lstat(real, &about) != 0) return false;
  if (!S_ISDIR(about.st_mode) || !is_own(&about)) return false;
  memcpy(above, real, PATH_MAX);
  return is_safe_above(above);
}

// Finds the folder that contains the last folder of the path.
static bool folder_above(const char *path, char above[PATH_MAX]) {
  size_t n = strlen(path);
  if (n == 0 || n >= PATH_MAX) return false;
  while (n > 1 && path[n - 1] == '/') n--;
  while (n > 0 && path[n - 1] != '/') n--;
  while (n > 1 && path[n - 1] == '/') n--;
  memcpy(above, n > 0 ? path : ".", n > 0 ? n : 1);
  above[n > 0 ? n : 1] = '\0';
  return true;
}

// Makes the last folder of the path if it is missing, provided that nobody else could put another in its place.
static bool make_folder(const char *path) {
  struct stat about;
  char above[PATH_MAX], real[PATH_MAX], inside[PATH_MAX];
  if (stat(path, &about) == 0) return S_ISDIR(about.st_mode);
  if (!folder_above(path, above) || realpath(above, real) == NULL) return false;
  if (!native_path(inside, real, "new") || !is_safe_above(inside)) return false;
  return mkdir(path, S_IRWXU) == 0 || errno == EEXIST;
}

bool cache_folder(char folder[PATH_MAX]) {
  const char *given = getenv("DALEMBERT_CACHE"), *base = getenv("XDG_CACHE_HOME");
  const char *home = getenv("HOME");
  char path[PATH_MAX];
  if (given && *given) return make_folder(given) && is_safe_folder(given, folder);
  if (base == NULL || *base != '/') {  // a relative one must be ignored
    if (home == NULL || *home != '/' || !native_path(path, home, ".cache")) return false;
    base = strcpy(folder, path);
  }
  return make_folder(base) && native_path(path, base, "dalembert") && make_folder(path) &&
         is_safe_folder(path, folder);
}

// --- the folder of one compilation --------------------------------------------------------------

bool cache_work_folder(char work[PATH_MAX], const char *cache) {
  const char *given = getenv("TMPDIR");
  char place[PATH_MAX];
  if (cache) return native_path(work, cache, WORK_PREFIX "XXXXXX") && mkdtemp(work) != NULL;
  for (int i = 0; i < 2; i++) {
    const char *folder = i == 0 ? given : "/tmp";
    if (folder && *folder && realpath(folder, place) &&
        native_path(work, place, "dalembert-XXXXXX") && mkdtemp(work) != NULL)
      return true;
  }
  return false;
}

static int remove_one(const char *path, const struct stat *about, int kind, struct FTW *where) {
  (void) about, (void) kind, (void) where;
  remove(path);
  return 0;
}

void cache_remove_work(const char *work) {
  nftw(work, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

// --- seals --------------------------------------------------------------------------------------

// Reads all of a file that belongs to this user; the caller frees it. NULL for anything else.
static uint8_t *read_own(int file, size_t *n) {
  struct stat about;
  if (fstat(file, &about) != 0 || !S_ISREG(about.st_mode) || !is_own(&about)) return NULL;
  if (about.st_size <= 0 || about.st_size > NATIVE_BYTES) return NULL;
  const size_t size = (size_t) about.st_size;
  uint8_t *all = malloc(size);
  *n = 0;
  for (ssize_t got = 1; all && got > 0 && *n<size; *n += got> 0 ? (size_t) got : 0)
    got = read(file, all + *n, size - *n);
  if (all && *n == size) return all;
  free(all);
  return NULL;
}

static void make_seal(const uint8_t *object, size_t n, const uint8_t key[SHA256_BYTES],
                      uint8_t seal[SEAL_BYTES]) {
  Sha256 sha = sha256_make();
  memcpy(seal, SEAL_MARK, MARK_BYTES);
  memcpy(seal + MARK_BYTES, key, SHA256_BYTES);
  sha256_add(&sha, seal, MARK_BYTES + SHA256_BYTES);
  sha256_add(&sha, object, n);
  sha256_finish(&sha, seal + MARK_BYTES + SHA256_BYTES);
}

bool cache_seal(const char *path, const uint8_t key[SHA256_BYTES]) {
  uint8_t seal[SEAL_BYTES];
  size_t n;
  const int file = open(path, O_RDWR | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) return false;
  uint8_t *object = fchmod(file, S_IRUSR | S_IWUSR) == 0 ? read_own(file, &n) : NULL;
  if (object) make_seal(object, n, key, seal);
  const bool sealed = object && write(file, seal, SEAL_BYTES) == (ssize_t) SEAL_BYTES;
  free(object);
  return close(file) == 0 && sealed;
}

bool cache_is_sound(const char *path, const uint8_t key[SHA256_BYTES]) {
  uint8_t seal[SEAL_BYTES];
  size_t n;
  const int file = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) return false;
  uint8_t *object = read_own(file, &n);
  bool sound = object && n > SEAL_BYTES;
  if (sound) {
    make_seal(object, n - SEAL_BYTES, key, seal);
    sound = memcmp(object + n - SEAL_BYTES, seal, SEAL_BYTES) == 0;
  }
  if (sound) futimens(file, NULL);
  free(object);
  close(file);
  return sound;
}

// --- entries ------------------------------------------------------------------------------------

static bool move(const char *work, const char *from, const char *cache, const char *name,
                 const char *ending) {
  char source[PATH_MAX], target[PATH_MAX], full[NAME_LETTERS + 8];
  snprintf(full, sizeof full, "%.*s%s", NAME_LETTERS, name, ending);
  return native_path(source, work, from) && native_path(target, cache, full) &&
         rename(source, target) == 0;
}

bool cache_keep(const char *cache, const char *work, const char *name) {
  return move(work, NATIVE_SOURCE, cache, name, ".c") &&
         move(work, NATIVE_OBJECT, cache, name, ".so");
}

typedef struct {
  char name[NAME_LETTERS + 1];
  uint64_t bytes;        // of object and source
  struct timespec used;  // when it was last used
} Entry;

static int older_first(const void *a, const void *b) {
  const struct timespec *x = &((const Entry *) a)->used, *y = &((const Entry *) b)->used;
  if (x->tv_sec != y->tv_sec) return x->tv_sec < y->tv_sec ? -1 : 1;
  return x->tv_nsec < y->tv_nsec ? -1 : x->tv_nsec > y->tv_nsec;
}

// Only files that this file made are ever removed.
static bool is_entry(const char *name, const char *ending) {
  return strspn(name, "0123456789abcdef") == NAME_LETTERS &&
         strcmp(name + NAME_LETTERS, ending) == 0;
}

static void remove_if_forgotten(const char *cache, int folder, const char *name) {
  struct stat about;
  char path[PATH_MAX];
  if (fstatat(folder, name, &about, AT_SYMLINK_NOFOLLOW) == 0 && S_ISDIR(about.st_mode) &&
      about.st_mtime < time(NULL) - FORGOTTEN && native_path(path, cache, name))
    cache_remove_work(path);
}

// Reads the entry of an object. A source without an object is worthless and not counted: compiling it again
// replaces it.
static bool read_entry(int folder, const char *name, Entry *entry) {
  struct stat about;
  if (!is_entry(name, ".so") || fstatat(folder, name, &about, AT_SYMLINK_NOFOLLOW) != 0)
    return false;
  entry->bytes = (uint64_t) about.st_size;
  entry->used = about.st_mtim;
  memcpy(entry->name, name, NAME_LETTERS);
  entry->name[NAME_LETTERS] = '\0';
  char source[NAME_LETTERS + 8];
  snprintf(source, sizeof source, "%s.c", entry->name);
  if (fstatat(folder, source, &about, AT_SYMLINK_NOFOLLOW) == 0)
    entry->bytes += (uint64_t) about.st_size;
  return true;
}

static void remove_entry(int folder, const Entry *entry) {
  static const char *const endings[] = {".so", ".c"};
  for (int i = 0; i < 2; i++) {
    char name[NAME_LETTERS + 8];
    snprintf(name, sizeof name, "%s%s", entry->name, endings[i]);
    unlinkat(folder, name, 0);
  }
}

void cache_prune(const char *cache, size_t entries, uint64_t bytes) {
  DIR *list = opendir(cache);
  if (list == NULL) return;
  const int folder = dirfd(list);
  Entry *all = NULL;
  size_t n = 0, room = 0;
  uint64_t sum = 0;
  for (struct dirent *item; (item = readdir(list));) {
    if (strncmp(item->d_name, WORK_PREFIX, strlen(WORK_PREFIX)) == 0)
      remove_if_forgotten(cache, folder, item->d_name);
    if (n == room) {
      Entry *more = realloc(all, (2 * room + 64) * sizeof *all);
      if (more == NULL) break;
      all = more;
      room = 2 * room + 64;
    }
    if (!read_entry(folder, item->d_name, &all[n])) continue;
    sum += all[n++].bytes;
  }
  if (n > entries || sum > bytes) qsort(all, n, sizeof *all, older_first);
  for (size_t i = 0; i < n && (n - i > entries || sum > bytes); i++) {
    remove_entry(folder, &all[i]);
    sum -= all[i].bytes;
  }
  free(all);
  closedir(list);
}
