// answer/report_sweep.c: many motions of a model for its report.
//
// The number of motions is found by counting steps, not seconds: the same model has the same page.

#include "answer/report_sweep.h"
#include "answer/sweep.h"
#include "draw/sweep_plot.h"
#include "sweep/status.h"
#include "sweep/summary.h"
#include "sweep/thin.h"
#include <math.h>
#include <string.h>

#define PROBES 12     // members that show how many steps a motion takes
#define STEPS 400000  // of all motions of a page
#define MEMBERS 2500  // at most: more dots and cells cannot be distinguished on a page
#define ROWS 100      // of each motion, for bands

typedef struct {
  System *m;
  ModelSweep *sweep;
  SweepPlan plan;  // of those that are computed
  SweepBlock block;
  uint64_t *member;  // their numbers
  uint64_t failed, steps;
  const char *failure;  // of the first that failed
} Job;

// --- the motions ---------------------------------------------------------------------------------

static void clear_arena(void *object) {
  arena_clear(object);
}

static bool is_fatal(Status status) {
  return status == STATUS_LIMIT || status == STATUS_INTERNAL || status == STATUS_CANCELLED;
}

// Removes messages about a member from those of the report, and keeps the first error.
static void note_failure(Job *job, const Diags *before, const char **failure) {
  const Diags *now = &job->m->diags;
  for (size_t i = before->all.n; i < now->all.n && *failure == NULL; i++)
    if (diag_code_severity(now->all.at[i].code) == SEVERITY_ERROR)
      *failure = str_copy(&job->m->notes, str(now->all.at[i].message));
  job->m->diags = *before;
}

static Status follow_one(Job *job, Arena *room, size_t i) {
  System *m = job->m;
  const SweepPlan *p = &job->plan;
  const Diags before = m->diags;
  const ArenaMark mark = arena_mark(room);
  Motion motion;
  double *values = job->block.value + i * p->axes;
  plan_draw(&job->sweep->file.plan, job->member[i], values);
  const Status status =
    answer_sweep_member(&(MemberJob){m, p, &job->sweep->request, values, room, &motion, false});
  if (is_fatal(status)) return status;
  sweep_member_keep(p, &motion, &job->block, i);
  job->steps += motion.steps;
  const bool good = motion.rows > 0 && sweep_member_ended_well(&motion);
  job->failed += !good;
  const char *failure = job->failure;
  note_failure(job, &before, &failure);
  if (!good) job->failure = failure;
  arena_release(room, mark);
  return STATUS_OK;
}

// Computes at most `most` members.
static Status follow(Job *job, uint64_t most) {
  System *m = job->m;
  Arena *room = ARENA_NEW(&m->work, Arena);
  arena_init(room, m->arena.allocator, &m->guard);
  arena_defer(&m->work, clear_arena, room);
  job->plan = plan_thin(&m->work, &job->sweep->file.plan, most, &job->member);
  job->block = part_make(&m->work, &job->plan, 0);
  job->steps = job->failed = 0;
  job->failure = NULL;
  for (size_t i = 0; i < job->block.members; i++) TRY(follow_one(job, room, i));
  arena_clear(room);
  return STATUS_OK;
}

// Computes a few members first, then as many as the budget allows.
static Status follow_all(Job *job) {
  TRY(follow(job, PROBES));
  if (job->plan.members == job->sweep->file.plan.members) return STATUS_OK;
  const double each = (double) (job->steps + 1) / (double) job->plan.members;
  const double most = fmin(STEPS / each, MEMBERS);
  return most > PROBES ? follow(job, (uint64_t) most) : STATUS_OK;
}

// --- what is shown -------------------------------------------------------------------------------

static void add_axis(const SweepAxis *a, Text *out) {
  const Precise *v = a->value;
  text_addf(out, "%s: ", a->name);
  if (a->kind == SWEEP_LIST || a->kind == SWEEP_CHOICE) {
    text_addf(out, "%zu values", a->n);
  } else if (a->kind < SWEEP_GRIDS) {
    text_addf(out, "%llu values from %g to %g", (unsigned long long) a->count,
              plan_grid_value(a, 0), plan_grid_value(a, a->count - 1));
  } else {
    text_addf(out, "%s(", model_sweep_word(a->kind));
    for (size_t i = 0; i < a->n; i++) text_addf(out, "%s%g", i > 0 ? ", " : "", v[i].high);
    text_add_char(out, ')');
  }
}

static const char *sentence(const Job *job) {
  const SweepPlan *all = &job->sweep->file.plan;
  Text text = text_make(&job->m->notes);
  text_add(&text, "What varies: ");
  for (size_t i = 0; i < all->axes; i++) {
    if (i > 0) text_add(&text, "; ");
    add_axis(&all->axis[i], &text);
  }
  text_add(&text, ". ");
  sweep_add_count(&text, job->plan.members);
  text_add(&text, " of ");
  sweep_add_count(&text, all->members);
  text_add(&text, " motions are shown here");
  text_add(&text,
           job->plan.members < all->members ? "; dalembert sweep follows all of them." : ".");
  return text_get(&text);
}

static void fill_numbers(const Job *job, const SweepFolder *folder, PageSweep *page) {
  static const int which[PAGE_SWEEP_NUMBERS] = {SUMMARY_COUNT, SUMMARY_MEAN, SUMMARY_VARIANCE,
                                                SUMMARY_Q05,   SUMMARY_Q50,  SUMMARY_Q95};
  Arena *arena = &job->m->notes;
  const SweepSummary s = sweep_summary(&job->m->work, folder, false);
  const char **name = ARENA_ARRAY(arena, const char *, job->plan.results + 1);
  double(*number)[PAGE_SWEEP_NUMBERS] = arena_take(arena, (job->plan.results + 1) * sizeof *number);
  for (size_t i = 0; i < job->plan.results; i++) {
    name[i] = str_copy(arena, str(job->plan.result[i]));
    for (int k = 0; k < PAGE_SWEEP_NUMBERS; k++)
      number[i][k] = s.scalar[i * SUMMARIES + (size_t) which[k]];
    number[i][2] = sqrt(number[i][2]);
  }
  page->results = job->plan.results;
  page->name = name;
  page->number = (const double(*)[PAGE_SWEEP_NUMBERS]) number;
}

static Status draw(const Job *job, const SweepFolder *folder, PageSweep *page) {
  System *m = job->m;
  const Diags before = m->diags;
  Figure figure = {0};
  Str svg;
  sweep_panels(&m->work, &m->work, &m->diags, folder, &figure);
  const Status status = figure_svg(&figure, "sweep", &m->work, &m->diags, &svg);
  if (status == STATUS_OK)
    page->figures =
      text_format(&m->notes, "<figure class=\"plot\">%.*s</figure>\n", (int) svg.n, svg.at);
  else if (m->diags.all.n > before.all.n)
    page->no_figures = str_copy(&m->notes, str(m->diags.all.at[before.all.n].message));
  else
    return status;
  m->diags = before;
  return STATUS_OK;
}

// --- all of it -----------------------------------------------------------------------------------

static bool has_samples(const Model *model) {
  for (size_t i = 0; i < model->sweeps.n; i++)
    if (model->sweeps.at[i].kind >= SWEEP_GRIDS) return true;
  return model->results.n == 0;
}

static Status make_plan(Job *job, const char *to) {
  System *m = job->m;
  ModelSweep *s = ARENA_NEW(&m->work, ModelSweep);
  s->model = m;
  arena_init(&s->arena, m->arena.allocator, &m->guard);
  arena_defer(&m->work, clear_arena, &s->arena);
  s->request =
    (MotionRequest){.to = to, .rows = has_samples(m->model) ? ROWS : 0, .code = "interpreter"};
  job->sweep = s;
  return answer_sweep_plan(s, &(SweepVaried){0});
}

Status answer_report_sweep(System *m, const char *to, bool drawn, PageSweep *page) {
  Job job = {.m = m};
  const Diags before = m->diags;
  *page = (PageSweep){.said = "The model asks for many motions."};
  const Status planned = make_plan(&job, to);
  if (is_fatal(planned)) return planned;
  if (planned != STATUS_OK) {
    note_failure(&job, &before, &page->remark);
    return STATUS_OK;
  }
  TRY(follow_all(&job));
  const SweepFolder folder = {.plan = &job.plan, .held = &job.block};
  page->said = sentence(&job);
  if (job.failed > 0)
    page->remark =
      text_format(&m->notes, "%llu of them failed; the first: %s", (unsigned long long) job.failed,
                  job.failure != NULL ? job.failure : "no reason is known");
  fill_numbers(&job, &folder, page);
  return drawn ? draw(&job, &folder, page) : STATUS_OK;
}
