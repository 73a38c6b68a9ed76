// sweep/summary.c: statistics over members.
//
// Law:  the numbers do not depend on the order in which parts were computed: parts are read in the
//       order of members
// Cost: some of the quantities are in memory at a time; the parts are read as often as this
// requires

#include "sweep/summary.h"
#include "sweep/statistics.h"
#include <math.h>
#include <string.h>

const char *const summary_names[SUMMARIES] = {"count", "mean", "variance", "least", "greatest",
                                              "q05",   "q25",  "q50",      "q75",   "q95"};

#define NUMBERS_MOST ((uint64_t) 1 << 23)  // in memory at a time: 64 MiB

static void summarize(const Moments *m, double *sorted, size_t n, double *to) {
  static const double part[] = {0.05, 0.25, 0.5, 0.75, 0.95};
  const bool any = m->count > 0;
  to[SUMMARY_COUNT] = (double) m->count;
  to[SUMMARY_MEAN] = any ? m->mean : (double) NAN;
  to[SUMMARY_VARIANCE] = moments_variance(m);
  to[SUMMARY_LEAST] = any ? m->least : (double) NAN;
  to[SUMMARY_GREATEST] = any ? m->greatest : (double) NAN;
  statistics_sort(sorted, n);
  for (size_t i = 0; i < sizeof part / sizeof *part; i++)
    to[SUMMARY_Q05 + i] = statistics_quantile(sorted, n, part[i]);
}

// `count` quantities of all members, from `first` on.
typedef struct {
  const SweepFolder *folder;
  bool rows;  // of the rows; otherwise results
  size_t first, count;
  Moments *moments;
  double *kept;     // most * count
  size_t most, *n;  // numbers of each quantity: room for them, and how many there are
  uint64_t stride;  // one of this many members is kept for quantiles
  SweepSummary *summary;
} Pass;

static void add_member(const Pass *p, const SweepBlock *b, size_t i, uint64_t member) {
  const SweepPlan *plan = p->folder->plan;
  const size_t width = p->rows ? (size_t) plan->rows * plan->columns : plan->results;
  const double *at = (p->rows ? b->row : b->result) + i * width + p->first;
  if (b->end[i] > 1) return;  // the member failed
  for (size_t k = 0; k < p->count; k++) {
    if (!isfinite(at[k])) continue;
    moments_add(&p->moments[k], at[k]);
    if (member % p->stride == 0 && p->n[k] < p->most) p->kept[k * p->most + p->n[k]++] = at[k];
  }
}

static void make_pass(Arena *arena, const Pass *p, bool count) {
  const SweepPlan *plan = p->folder->plan;
  for (uint64_t block = 0; block < plan_blocks(plan); block++) {
    const ArenaMark mark = arena_mark(arena);
    SweepBlock b;
    const PartState state = sweep_folder_part(p->folder, block);
    const bool good = state == PART_WHOLE && sweep_folder_read(arena, p->folder, block, &b);
    if (count && state == PART_ABSENT) p->summary->missing++;
    if (count && state != PART_ABSENT && !good) p->summary->damaged++;
    for (size_t i = 0; good && i < b.members; i++) add_member(p, &b, i, block * plan->block + i);
    arena_release(arena, mark);
  }
}

static void summarize_all(Arena *arena, const SweepFolder *f, bool rows, size_t width, double *to,
                          SweepSummary *summary) {
  const uint64_t members = f->plan->members;
  const uint64_t stride = (members + NUMBERS_MOST - 1) / NUMBERS_MOST;
  const size_t most = (size_t) ((members + stride - 1) / stride);
  size_t together = (size_t) (NUMBERS_MOST / most);
  if (together > width) together = width;
  for (size_t first = 0; first < width; first += together) {
    const ArenaMark mark = arena_mark(arena);
    const size_t count = width - first < together ? width - first : together;
    const Pass pass = {f,
                       rows,
                       first,
                       count,
                       ARENA_ARRAY(arena, Moments, count),
                       ARENA_ARRAY(arena, double, count * most),
                       most,
                       ARENA_ARRAY(arena, size_t, count),
                       stride,
                       summary};
    make_pass(arena, &pass, !rows && first == 0);
    for (size_t k = 0; k < count; k++)
      summarize(&pass.moments[k], pass.kept + k * most, pass.n[k], to + (first + k) * SUMMARIES);
    arena_release(arena, mark);
  }
}

SweepSummary sweep_summary(Arena *arena, const SweepFolder *f, bool rows) {
  const SweepPlan *p = f->plan;
  const size_t width = (size_t) p->rows * p->columns;
  SweepSummary s = {0};
  s.scalar = ARENA_ARRAY(arena, double, p->results *SUMMARIES + 1);
  if (p->results > 0) summarize_all(arena, f, false, p->results, s.scalar, &s);
  if (p->results == 0)  // report what is missing all the same
    make_pass(arena, &(Pass){.folder = f, .stride = 1, .summary = &s}, true);
  if (!rows || width == 0) return s;
  s.row = ARENA_ARRAY(arena, double, width *SUMMARIES);
  summarize_all(arena, f, true, width, s.row, &s);
  return s;
}

void sweep_summary_text(const SweepFolder *f, const SweepSummary *s, Text *out) {
  const SweepPlan *p = f->plan;
  if (p->results == 0) return;
  text_addf(out, "%-16s %10s %12s %12s %12s %12s %12s\n", "", "count", "mean", "deviation", "q05",
            "q50", "q95");
  for (size_t i = 0; i < p->results; i++) {
    const double *v = s->scalar + i * SUMMARIES;
    text_addf(out, "%-16s %10.0f %12.6g %12.6g %12.6g %12.6g %12.6g\n", p->result[i],
              v[SUMMARY_COUNT], v[SUMMARY_MEAN], sqrt(v[SUMMARY_VARIANCE]), v[SUMMARY_Q05],
              v[SUMMARY_Q50], v[SUMMARY_Q95]);
  }
}
