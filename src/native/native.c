// native/native.c: from C text to functions that can be called.
//
// In:    C text
// Out:   a loaded object
// Law:   native_open leaves nothing behind but an entry in the cache, whatever the compiler does
// Fails: STATUS_UNABLE without a compiler, or if it fails; STATUS_LIMIT if time or memory runs out
// Cost:  found in the cache: reading and digesting the object, and dlopen; else the compiler

#include "native/native_impl.h"
#include "base/arena.h"
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct NativeUnit {
  void *library;
  NativeFacts facts;
};

// One call of native_open.
typedef struct {
  const char *source;
  size_t n;
  CompilerUse use;
  Compiler compiler;
  uint8_t key[SHA256_BYTES];
  char name[SHA256_BYTES + 1];  // of its entry: half of the key
  const SignalHold *hold;
  NativeUnit *unit;
  NativeTrouble *trouble;
} Opening;

// --- shared by all files ------------------------------------------------------------------------

bool native_path(char path[PATH_MAX], const char *folder, const char *name) {
  const int n = snprintf(path, PATH_MAX, "%s/%s", folder, name);
  return n > 0 && n < PATH_MAX;
}

Status native_fail(NativeTrouble *trouble, NativeCode code, const char *format, ...) {
  va_list args;
  va_start(args, format);
  trouble->code = code;
  vsnprintf(trouble->text, sizeof trouble->text, format, args);
  va_end(args);
  return code == NATIVE_TIME || code == NATIVE_MEMORY ? STATUS_LIMIT : STATUS_UNABLE;
}

// --- steps --------------------------------------------------------------------------------------

static void make_key(Opening *o) {
  Sha256 sha = sha256_make();
  sha256_add(&sha, o->compiler.identity, SHA256_BYTES);
  if (o->use == COMPILE_SOON) sha256_add(&sha, "soon", 4);
  sha256_add(&sha, o->source, o->n);
  sha256_finish(&sha, o->key);
  for (int i = 0; i < SHA256_BYTES / 2; i++) snprintf(o->name + 2 * i, 3, "%02x", o->key[i]);
}

static Status load(Opening *o, const char *path) {
  o->unit->library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (o->unit->library) return STATUS_OK;
  const char *why = dlerror();
  return native_fail(o->trouble, NATIVE_LOADING, "the compiled object could not be loaded: %.1000s",
                     why ? why : "no reason given");
}

// Loads the entry of the cache, if there is a sound one.
static Status load_kept(Opening *o, const char *cache, bool *there) {
  char path[PATH_MAX], file[SHA256_BYTES + 8];
  const double start = process_now();
  snprintf(file, sizeof file, "%s.so", o->name);
  *there = native_path(path, cache, file) && cache_is_sound(path, o->key);
  if (!*there) return STATUS_UNABLE;
  TRY(load(o, path));
  o->unit->facts = (NativeFacts){.kept = true, .load_seconds = process_now() - start};
  return STATUS_OK;
}

static bool write_source(const Opening *o, const char *path) {
  const int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR);
  size_t done = 0;
  if (file < 0) return false;
  for (ssize_t put = 1; put > 0 && done<o->n; done += put> 0 ? (size_t) put : 0)
    put = write(file, o->source + done, o->n - done);
  return close(file) == 0 && done == o->n;
}

static bool put_source(const Opening *o, const char *work) {
  char source[PATH_MAX];
  return native_path(source, work, NATIVE_SOURCE) && write_source(o, source);
}

// Loads what was compiled in the work folder; after that the object may be moved or removed.
static Status take_object(Opening *o, const char *work) {
  char object[PATH_MAX];
  if (!native_path(object, work, NATIVE_OBJECT) || !cache_seal(object, o->key))
    return native_fail(o->trouble, NATIVE_REJECTED, "the C compiler %.300s wrote no object",
                       o->compiler.path);
  const double compiled = process_now();
  TRY(load(o, object));
  o->unit->facts.load_seconds = process_now() - compiled;
  return STATUS_OK;
}

static Status compile(Opening *o, const char *work) {
  NativeFacts *facts = &o->unit->facts;
  if (!put_source(o, work))
    return native_fail(o->trouble, NATIVE_FOLDER,
                       "the C source could not be written in %.1000s: %s", work, strerror(errno));
  const double start = process_now();
  TRY(compiler_run(&o->compiler, o->use, work, o->hold, o->trouble));
  facts->compiled = true;
  facts->compile_seconds = process_now() - start;
  return take_object(o, work);
}

static void keep(Opening *o, const char *cache, const char *work) {
  o->unit->facts.kept = cache_keep(cache, work, o->name);
  if (o->unit->facts.kept) cache_prune(cache, NATIVE_ENTRIES, NATIVE_BYTES);
}

// cache is NULL for a private folder.
static Status compile_in(Opening *o, const char *cache) {
  char work[PATH_MAX];
  o->unit->facts = (NativeFacts){.compiled = false};
  if (!cache_work_folder(work, cache))
    return native_fail(o->trouble, NATIVE_FOLDER, "no folder for temporary files can be made");
  const Status status = compile(o, work);
  if (status == STATUS_OK && cache) keep(o, cache, work);
  cache_remove_work(work);
  return status;
}

// Compiles in the cache or, if that fails, in a private folder: the cache may be on a full disk, or on one from
// which no program may be loaded, which the compiler's messages do not show. A sound entry that does not load
// is not made again there: it would not load either.
static Status open_unit(Opening *o) {
  char cache[PATH_MAX];
  bool there;
  if (cache_folder(cache)) {
    if (load_kept(o, cache, &there) == STATUS_OK) return STATUS_OK;
    const Status status = there ? STATUS_UNABLE : compile_in(o, cache);
    if (status == STATUS_OK || status == STATUS_LIMIT) return status;
    if (!there && o->trouble->code == NATIVE_INTERRUPTED) return status;
  }
  return compile_in(o, NULL);
}

// --- objects for distribution ---------------------------------------------------------------------

// Leaves the object open when its folder is gone, so that memory for it is allocated after everything is cleaned up.
static Status build_in(Opening *o, const char *work, int *object) {
  char path[PATH_MAX];
  if (!native_path(path, work, NATIVE_OBJECT) || !put_source(o, work))
    return native_fail(o->trouble, NATIVE_FOLDER,
                       "the C source could not be written in %.1000s: %s", work, strerror(errno));
  TRY(compiler_run(&o->compiler, COMPILE_AWAY, work, o->hold, o->trouble));
  *object = open(path, O_RDONLY | O_CLOEXEC);
  if (*object >= 0) return STATUS_OK;
  return native_fail(o->trouble, NATIVE_REJECTED, "the C compiler %.300s wrote no object",
                     o->compiler.path);
}

// Reads all bytes of an open file, and closes it.
static bool take_bytes(int file, Arena *arena, Str *bytes) {
  struct stat about;
  const bool known = fstat(file, &about) == 0 && about.st_size > 0;
  const size_t n = known ? (size_t) about.st_size : 0;
  char *at = ARENA_ARRAY(arena, char, n + 1);
  size_t done = 0;
  for (ssize_t got = 1; got > 0 && done<n; done += got> 0 ? (size_t) got : 0)
    got = read(file, at + done, n - done);
  *bytes = (Str){at, n};
  return close(file) == 0 && known && done == n;
}

// --- the interface ------------------------------------------------------------------------------

static Status start(Opening *o, NativeUnit **unit) {
  TRY(compiler_find(&o->compiler, o->trouble));
  make_key(o);
  o->unit = calloc(1, sizeof *o->unit);
  if (o->unit == NULL) return native_fail(o->trouble, NATIVE_MEMORY, "out of memory");
  const Status status = open_unit(o);
  if (status == STATUS_OK)
    *unit = o->unit;
  else
    free(o->unit);
  return status;
}

static Status open_with(CompilerUse use, const char *source, size_t n, NativeUnit **unit,
                        NativeTrouble *trouble) {
  SignalHold hold;
  *unit = NULL;
  Opening *o = calloc(1, sizeof *o);  // its paths make it too large for a small stack
  if (o == NULL) return native_fail(trouble, NATIVE_MEMORY, "out of memory");
  signals_hold(&hold);
  o->hold = &hold;
  o->source = source;
  o->n = n;
  o->use = use;
  o->trouble = trouble;
  const Status status = start(o, unit);
  if (status == STATUS_OK) *trouble = (NativeTrouble){.code = NATIVE_NONE};
  free(o);
  process_release_signals(&hold);
  return status;
}

Status native_open(const char *source, size_t n, NativeUnit **unit, NativeTrouble *trouble) {
  return open_with(COMPILE_HERE, source, n, unit, trouble);
}

Status native_open_soon(const char *source, size_t n, NativeUnit **unit, NativeTrouble *trouble) {
  return open_with(COMPILE_SOON, source, n, unit, trouble);
}

// Does the compiler, or put_source, say that a file could not be written for lack of room?
static bool is_about_space(const char *text) {
  static const int reasons[] = {ENOSPC, EDQUOT, EFBIG};
  for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++)
    if (strstr(text, strerror(reasons[i])) != NULL) return true;
  return false;
}

Status native_build(const char *source, size_t n, Arena *arena, Str *object,
                    NativeTrouble *trouble) {
  char work[PATH_MAX];
  SignalHold hold;
  int file = -1;
  Opening *o = ARENA_NEW(arena, Opening);
  *o = (Opening){.source = source, .n = n, .hold = &hold, .trouble = trouble};
  TRY(compiler_find(&o->compiler, trouble));
  if (!cache_work_folder(work, NULL))
    return native_fail(trouble, NATIVE_FOLDER, "no folder for temporary files can be made");
  signals_hold(&hold);
  Status status = build_in(o, work, &file);
  if (status == STATUS_UNABLE && is_about_space(trouble->text)) status = STATUS_LIMIT;
  cache_remove_work(work);
  process_release_signals(&hold);
  TRY(status);
  if (take_bytes(file, arena, object)) return STATUS_OK;
  return native_fail(trouble, NATIVE_REJECTED, "the object of %.300s cannot be read",
                     o->compiler.path);
}

// --- in the background --------------------------------------------------------------------------

struct NativeTask {
  Opening opening;
  NativeTrouble trouble;  // not reported: the program has other code meanwhile
  char cache[PATH_MAX], work[PATH_MAX];
  bool has_cache, over;
  pid_t pid;
  ProcessEnd end;
  double late;  // when its time is up
};

// Makes an opening for native_find and native_begin, with its key. NULL without compiler or memory.
static NativeTask *make_task(const char *source, size_t n) {
  NativeTask *task = calloc(1, sizeof *task);
  if (task == NULL) return NULL;
  Opening *o = &task->opening;
  *o = (Opening){
    .source = source, .n = n, .trouble = &task->trouble, .unit = calloc(1, sizeof *o->unit)};
  if (o->unit != NULL && compiler_find(&o->compiler, o->trouble) == STATUS_OK) {
    make_key(o);
    task->has_cache = cache_folder(task->cache);
    return task;
  }
  free(o->unit);
  free(task);
  return NULL;
}

// Ends the task; returns its unit, if that was loaded.
static NativeUnit *finish_task(NativeTask *task, bool loaded) {
  NativeUnit *unit = task->opening.unit;
  free(task);
  if (loaded) return unit;
  free(unit);
  return NULL;
}

NativeUnit *native_find(const char *source, size_t n) {
  NativeTask *task = make_task(source, n);
  bool there;
  if (task == NULL) return NULL;
  return finish_task(task, task->has_cache &&
                             load_kept(&task->opening, task->cache, &there) == STATUS_OK);
}

NativeTask *native_begin(const char *source, size_t n) {
  SignalHold hold;
  NativeTask *task = make_task(source, n);
  if (task == NULL) return NULL;
  signals_hold(&hold);
  const bool folder = cache_work_folder(task->work, task->has_cache ? task->cache : NULL);
  const bool begun = folder && put_source(&task->opening, task->work) &&
                     compiler_begin(&task->opening.compiler, task->work, &task->pid);
  task->late = process_now() + task->opening.compiler.seconds;
  if (folder && !begun) cache_remove_work(task->work);
  process_release_signals(&hold);
  if (begun) return task;
  finish_task(task, false);
  return NULL;
}

bool native_is_over(NativeTask *task) {
  if (!task->over) task->over = process_has_ended(task->pid, &task->end);
  if (!task->over && process_now() > task->late) {
    process_stop(task->pid);
    task->over = true;
    task->end = PROCESS_LATE;
  }
  return task->over;
}

NativeUnit *native_take(NativeTask *task) {
  SignalHold hold;
  signals_hold(&hold);
  if (!native_is_over(task)) {
    process_stop(task->pid);
    task->end = PROCESS_INTERRUPTED;
  }
  Opening *o = &task->opening;
  const bool loaded = task->end == PROCESS_DONE && take_object(o, task->work) == STATUS_OK;
  if (loaded && task->has_cache) keep(o, task->cache, task->work);
  cache_remove_work(task->work);
  process_release_signals(&hold);
  return finish_task(task, loaded);
}

// --- units --------------------------------------------------------------------------------------

void *native_symbol(const NativeUnit *unit, const char *name) {
  return dlsym(unit->library, name);
}

const NativeFacts *native_facts(const NativeUnit *unit) {
  return &unit->facts;
}

void native_close(NativeUnit *unit) {
  if (unit == NULL) return;
  dlclose(unit->library);
  free(unit);
}
