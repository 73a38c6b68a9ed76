// sweep/folder.c: the files of a sweep.

#include "sweep/folder.h"
#include "base/file.h"
#include "report/json.h"
#include "report/json_read.h"
#include <errno.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>

#define PLAN_MOST ((size_t) 64 << 20)  // bytes of plan.json
#define PART_MOST ((size_t) 1 << 34)

static const char *path_in(Arena *arena, const char *folder, const char *name) {
  return text_format(arena, "%s/%s", folder, name);
}

const char *sweep_folder_part_path(Arena *arena, const SweepFolder *f, uint64_t block) {
  return text_format(arena, "%s/parts/%06llu.h5", f->path, (unsigned long long) block);
}

static const char *failed_path(Arena *arena, const SweepFolder *f, uint64_t block) {
  return text_format(arena, "%s/failed/%06llu.json", f->path, (unsigned long long) block);
}

static Status cannot(Diags *diags, const char *path, Status status) {
  diag_report(diags, DIAG_FILE_WRITE, (Span){0}, path, strerror(errno));
  return status;
}

// --- making and opening --------------------------------------------------------------------------

static Status make_folder(Diags *diags, const char *path) {
  struct stat is;
  if (mkdir(path, 0777) == 0) return STATUS_OK;
  if (errno == EEXIST && stat(path, &is) == 0 && S_ISDIR(is.st_mode)) return STATUS_OK;
  if (errno == EEXIST) errno = ENOTDIR;
  return cannot(diags, path, errno == ENOSPC ? STATUS_LIMIT : STATUS_INPUT);
}

static Status write_once(Arena *arena, Diags *diags, const char *path, Str bytes) {
  Str there;
  if (file_read(arena, path, PLAN_MOST, &there) == STATUS_OK && str_equal(there, bytes))
    return STATUS_OK;
  const Status status = file_replace_bytes(path, bytes);
  return status == STATUS_OK ? status : cannot(diags, path, status);
}

// Lays out the files of the folder; sweep.h5 too, unless `all` is NULL.
static Status lay_out(Arena *arena, Diags *diags, SweepFolder *f, PartLayout *all) {
  PartLayout *const layout[] = {&f->part, &f->last, all};
  part_layout(arena, f->plan, plan_block_members(f->plan, 0), &f->part);
  part_layout(arena, f->plan, plan_block_members(f->plan, plan_blocks(f->plan) - 1), &f->last);
  if (all != NULL) part_layout_virtual(arena, f->plan, all);
  return part_lay_out(arena, diags, f->path, layout, all != NULL ? 3 : 2);
}

static const PartLayout *layout_of(const SweepFolder *f, uint64_t block) {
  return block + 1 == plan_blocks(f->plan) ? &f->last : &f->part;
}

// Reads a file; returns false, with errno set, if it cannot be read. If memory is refused, the file
// is neither damaged nor absent: the whole call ends.
static bool read_whole(Arena *arena, const char *path, size_t most, Str *bytes) {
  const Status status = file_read(arena, path, most, bytes);
  if (status == STATUS_LIMIT) guard_fail(arena->guard, status);
  return status == STATUS_OK;
}

Status sweep_folder_make(Arena *arena, Diags *diags, const char *path, const SweepPlan *plan,
                         const char *text, SweepFolder *f) {
  PartLayout *all = ARENA_NEW(arena, PartLayout);
  *f = (SweepFolder){.path = path, .plan = plan};
  TRY(make_folder(diags, path));
  const char *plan_path = path_in(arena, path, "plan.json");
  Str there;
  if (read_whole(arena, plan_path, PLAN_MOST, &there)) {
    if (!str_equal(there, str(text))) {
      diag_report(diags, DIAG_SWEEP_FOLDER, (Span){0}, path,
                  plan_difference(arena, there, str(text)));
      diag_help(diags, "choose another folder by -o, or repeat the command that began this one");
      return STATUS_INPUT;
    }
  } else if (errno != ENOENT) {
    diag_report(diags, DIAG_FILE_OPEN, (Span){0}, plan_path, strerror(errno));
    return STATUS_INPUT;
  }
  TRY(lay_out(arena, diags, f, all));
  TRY(make_folder(diags, path_in(arena, path, "parts")));
  TRY(make_folder(diags, path_in(arena, path, "failed")));
  TRY(write_once(arena, diags, path_in(arena, path, "sweep.h5"), all->file.piece[0].bytes));
  return write_once(arena, diags, plan_path, str(text));
}

Status sweep_folder_open(Arena *arena, Diags *diags, const char *path, PlanFile *file,
                         SweepFolder *f) {
  Str text;
  const char *wrong = NULL;
  if (!read_whole(arena, path_in(arena, path, "plan.json"), PLAN_MOST, &text))
    wrong = errno == ENOENT ? "it has no plan.json" : strerror(errno);
  if (wrong == NULL) wrong = plan_parse(arena, text, file);
  if (wrong != NULL) {
    diag_report(diags, DIAG_SWEEP_NO_PLAN, (Span){0}, path, wrong);
    return STATUS_INPUT;
  }
  *f = (SweepFolder){.path = path, .plan = &file->plan};
  return lay_out(arena, diags, f, NULL);
}

// --- parts ---------------------------------------------------------------------------------------

PartState sweep_folder_part(const SweepFolder *f, uint64_t block) {
  char path[4096];
  struct stat is;
  if (f->held != NULL) return PART_WHOLE;
  const int n =
    snprintf(path, sizeof path, "%s/parts/%06llu.h5", f->path, (unsigned long long) block);
  if (n < 0 || (size_t) n >= sizeof path || stat(path, &is) != 0) return PART_ABSENT;
  const uint64_t size = layout_of(f, block)->file.size;
  return S_ISREG(is.st_mode) && (uint64_t) is.st_size == size ? PART_WHOLE : PART_DAMAGED;
}

bool sweep_folder_read(Arena *arena, const SweepFolder *f, uint64_t block, SweepBlock *to) {
  Str bytes;
  if (f->held != NULL) {
    *to = *f->held;
    return true;
  }
  const char *path = sweep_folder_part_path(arena, f, block);
  return read_whole(arena, path, PART_MOST, &bytes) &&
         part_read(arena, f->plan, layout_of(f, block), block, bytes, to);
}

// --- failures ------------------------------------------------------------------------------------

// Appends the shell command that runs the member alone.
static void add_command(Text *out, const SweepPlan *plan, const char *model, uint64_t member) {
  (void) plan;
  text_addf(out, "dalembert sweep %s --member %llu", model, (unsigned long long) member);
}

static Str failures_text(Arena *arena, const SweepFolder *f, const SweepBlock *b,
                         const SweepFailure *failure, size_t n, const char *model) {
  Text out = text_make(arena);
  Json json = json_make(&out);
  json_begin(&json, NULL, '{');
  json_number(&json, "block", (double) b->block);
  json_begin(&json, "failed", '[');
  for (size_t i = 0; i < n; i++) {
    const double *values =
      b->value + (failure[i].member - b->block * f->plan->block) * f->plan->axes;
    Text command = text_make(arena);
    add_command(&command, f->plan, model, failure[i].member);
    json_begin(&json, NULL, '{');
    json_number(&json, "member", (double) failure[i].member);
    json_string(&json, "code", failure[i].code);
    json_string(&json, "message", failure[i].message);
    json_string(&json, "set", plan_settings(arena, f->plan, values, false));
    json_string(&json, "at", plan_settings(arena, f->plan, values, true));
    json_string(&json, "command", text_get(&command));
    json_end(&json, '}');
  }
  json_end(&json, ']');
  json_end(&json, '}');
  return (Str){out.at, out.n};
}

Status sweep_folder_write(Arena *arena, const SweepFolder *f, const SweepBlock *b,
                          const SweepFailure *failure, size_t n, const char *model) {
  // failures first: a part that exists is complete with its failures
  if (n > 0)
    TRY(file_replace_bytes(failed_path(arena, f, b->block),
                           failures_text(arena, f, b, failure, n, model)));
  return file_replace_bytes(sweep_folder_part_path(arena, f, b->block),
                            part_bytes(arena, f->plan, layout_of(f, b->block), b));
}

void sweep_folder_failures(Arena *arena, const SweepFolder *f, uint64_t block, SweepFailures *to) {
  Str text;
  JsonValue value;
  if (!read_whole(arena, failed_path(arena, f, block), PLAN_MOST, &text)) return;
  if (!json_read(text, arena, &value)) return;
  const JsonValue *list = json_member(&value, str("failed"));
  for (size_t i = 0; list != NULL && list->kind == JSON_LIST && i < list->n; i++) {
    const JsonValue *member = json_member(&list->item[i], str("member"));
    const JsonValue *code = json_member(&list->item[i], str("code"));
    const JsonValue *message = json_member(&list->item[i], str("message"));
    if (member == NULL || code == NULL || message == NULL) continue;
    array_push(arena, to,
               ((SweepFailure){(uint64_t) member->number, str_copy(arena, code->string),
                               str_copy(arena, message->string)}));
  }
}
