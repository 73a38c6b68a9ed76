// sweep/status.c: the contents of a folder.

#include "sweep/status.h"
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// --- counting ------------------------------------------------------------------------------------

// Finds the block that a file of this name belongs to.
static bool block_of(const char *name, const char *ending, uint64_t blocks, uint64_t *block) {
  char *rest;
  if (*name < '0' || *name > '9') return false;
  *block = strtoull(name, &rest, 10);
  return strcmp(rest, ending) == 0 && *block < blocks;
}

// Opens a folder of the sweep, or returns NULL if it does not exist. A folder that the system refuses memory for is not
// empty.
static DIR *open_part(Arena *arena, const SweepFolder *f, const char *name) {
  DIR *list = opendir(text_format(arena, "%s/%s", f->path, name));
  if (list == NULL && errno == ENOMEM) guard_fail_here(STATUS_LIMIT);
  return list;
}

static void count_parts(Arena *arena, const SweepFolder *f, SweepStatus *s) {
  const uint64_t n = plan_blocks(f->plan);
  DIR *list = open_part(arena, f, "parts");
  if (list == NULL) return;
  for (const struct dirent *entry; (entry = readdir(list)) != NULL;) {
    uint64_t block;
    if (!block_of(entry->d_name, ".h5", n, &block)) continue;
    const PartState state = sweep_folder_part(f, block);
    s->damaged += state == PART_DAMAGED;
    s->blocks += state == PART_WHOLE;
    if (state == PART_WHOLE) s->members += plan_block_members(f->plan, block);
  }
  closedir(list);
}

static void add_reason(Arena *arena, SweepStatus *s, const SweepFailure *failure) {
  s->failed++;
  for (size_t i = 0; i < s->reasons.n; i++) {
    SweepReason *r = &s->reasons.at[i];
    if (strcmp(r->code, failure->code) != 0) continue;
    r->count++;
    if (failure->member >= r->first) return;
    r->first = failure->member;
    r->message = failure->message;
    return;
  }
  array_push(arena, &s->reasons,
             ((SweepReason){failure->code, failure->message, 1, failure->member}));
}

static int by_code(const void *a, const void *b) {
  const SweepReason *x = a, *y = b;
  return strcmp(x->code, y->code);
}

// Counts the failures in parts that exist.
static void count_failures(Arena *arena, const SweepFolder *f, SweepStatus *s) {
  const uint64_t n = plan_blocks(f->plan);
  DIR *list = open_part(arena, f, "failed");
  if (list == NULL) return;
  for (const struct dirent *entry; (entry = readdir(list)) != NULL;) {
    uint64_t block;
    if (!block_of(entry->d_name, ".json", n, &block)) continue;
    if (sweep_folder_part(f, block) != PART_WHOLE) continue;
    SweepFailures failures = {0};
    sweep_folder_failures(arena, f, block, &failures);
    for (size_t i = 0; i < failures.n; i++) add_reason(arena, s, &failures.at[i]);
  }
  closedir(list);
  if (s->reasons.n > 1) qsort(s->reasons.at, s->reasons.n, sizeof *s->reasons.at, by_code);
}

SweepStatus sweep_status(Arena *arena, const SweepFolder *f) {
  SweepStatus s = {0};
  count_parts(arena, f, &s);
  count_failures(arena, f, &s);
  return s;
}

// --- in words ------------------------------------------------------------------------------------

void sweep_add_count(Text *out, uint64_t n) {
  char digits[32];
  const int length = snprintf(digits, sizeof digits, "%llu", (unsigned long long) n);
  for (int i = 0; i < length; i++) {
    if (i > 0 && (length - i) % 3 == 0) text_add_char(out, ',');
    text_add_char(out, digits[i]);
  }
}

void sweep_status_text(const SweepFolder *f, const SweepStatus *s, Text *out) {
  const SweepPlan *p = f->plan;
  sweep_add_count(out, s->members);
  text_add(out, " of ");
  sweep_add_count(out, p->members);
  text_addf(out, " member%s done", p->members == 1 ? "" : "s");
  if (s->failed > 0) {
    text_add(out, ", ");
    sweep_add_count(out, s->failed);
    text_add(out, " of them failed (");
    for (size_t i = 0; i < s->reasons.n; i++) {
      text_addf(out, "%s%s x ", i > 0 ? ", " : "", s->reasons.at[i].code);
      sweep_add_count(out, s->reasons.at[i].count);
    }
    text_add_char(out, ')');
  }
  if (s->members < p->members) {
    text_add(out, ", ");
    sweep_add_count(out, p->members - s->members);
    text_add(out, " missing");
  }
  text_add_char(out, '\n');
  text_addf(out, "%llu of %llu parts", (unsigned long long) s->blocks,
            (unsigned long long) plan_blocks(p));
  if (s->damaged > 0)
    text_addf(out, ", %llu damaged: the next run computes them again",
              (unsigned long long) s->damaged);
  text_add_char(out, '\n');
  for (size_t i = 0; i < s->reasons.n; i++)
    text_addf(out, "member %llu: %s [%s]\n", (unsigned long long) s->reasons.at[i].first,
              s->reasons.at[i].message, s->reasons.at[i].code);
}
