// answer/sweep_plan.c: the plan of a sweep of a model.

#include "answer/sweep.h"
#include <math.h>
#include <string.h>

typedef struct {
  System *m;
  ModelSweep *sweep;
  const SweepVaried *varied;
} Job;

// --- what is varied ------------------------------------------------------------------------------

static Status take_statements(const Job *job) {
  for (size_t i = 0; i < job->varied->n; i++)
    TRY(language_vary(job->m->model, system_source(job->m, "--vary", str(job->varied->text[i]))));
  if (job->m->model->sweeps.n > 0) return STATUS_OK;
  diag_report(&job->m->diags, DIAG_SWEEP_NOTHING, (Span){0});
  diag_help(&job->m->diags,
            "write `sweep m = 1:3 step 0.5` in the model, or give --vary \"m=1:3:0.5\"");
  return STATUS_INPUT;
}

static Status find_precise(System *m, Expr e, Span span, Precise *to) {
  TRY(system_constant(m, e, span, &to->high));
  to->low = 0;
  if (!expr_is_number(m->pool, e)) return STATUS_OK;
  return system_constant(m, expr_sub(m->pool, e, expr_exact(m->pool, to->high)), span, &to->low);
}

static Status find_axis(const Job *job, const Sweep *from, SweepAxis *a) {
  System *m = job->m;
  Arena *arena = &job->sweep->arena;
  size_t index;
  a->name = str_copy(arena, str(expr_symbol_name(m->pool, from->symbol)));
  a->initial = model_role(m->model, from->symbol, &index) != ROLE_CONSTANT;
  a->kind = from->kind;
  a->n = from->n;
  a->value = ARENA_ARRAY(arena, Precise, from->n + 1);
  for (size_t i = 0; i < from->n; i++)
    TRY(find_precise(m, from->value[i], from->span, &a->value[i]));
  const Source *source = a->initial ? NULL : m->model->parameters.at[index].span.source;
  if (source == NULL || strcmp(source->name, "--set") != 0) return STATUS_OK;
  diag_report(&m->diags, DIAG_SWEEP_SET, from->span, a->name);
  return STATUS_INPUT;
}

// Reads a whole number from `least` to `most`.
static Status find_whole(System *m, Expr e, Span span, const char *what, double least, double most,
                         uint64_t *to) {
  double value;
  if (expr_is_none(e)) return STATUS_OK;
  TRY(system_constant(m, e, span, &value));
  if (value == floor(value) && value >= least && value <= most) {
    *to = (uint64_t) value;
    return STATUS_OK;
  }
  diag_report(&m->diags, DIAG_SWEEP_VALUES, span, what,
              text_format(&m->work, "a whole number from %.0f to %.0f is needed", least, most));
  return STATUS_INPUT;
}

// Finds how samples are drawn, if there are any.
static Status find_sampling(const Job *job, SweepPlan *p) {
  System *m = job->m;
  const Sampling *s = &m->model->sampling;
  const Sweep *sampled = NULL;
  for (size_t i = 0; i < m->model->sweeps.n; i++)
    if (m->model->sweeps.at[i].kind >= SWEEP_GRIDS && sampled == NULL)
      sampled = &m->model->sweeps.at[i];
  p->by = s->given && sampled != NULL ? s->by : SAMPLING_GRID;
  p->samples = 1;
  if (sampled == NULL) return STATUS_OK;
  const char *name = expr_symbol_name(m->pool, sampled->symbol);
  if (!s->given || expr_is_none(s->samples)) {
    diag_report(&m->diags, DIAG_SWEEP_SAMPLES, sampled->span, name);
    diag_help(&m->diags, "write `sweep 1000 by random` in the model, or give --samples 1000");
    return STATUS_INPUT;
  }
  if (s->by == SAMPLING_GRID) {
    diag_report(&m->diags, DIAG_SWEEP_GRID, sampled->span, name);
    return STATUS_INPUT;
  }
  TRY(find_whole(m, s->samples, s->span, "the number of samples", 1, (double) SWEEP_MOST,
                 &p->samples));
  TRY(find_whole(m, s->seed, s->span, "the seed", 0, 0x1p53, &p->seed));
  if (p->by == SAMPLING_SOBOL && (p->samples & (p->samples - 1)) != 0)
    diag_report(&m->diags, DIAG_SWEEP_SOBOL, s->span,
                text_format(&m->work, "%llu", (unsigned long long) p->samples));
  return STATUS_OK;
}

static Status find_plan(const Job *job) {
  System *m = job->m;
  const Model *model = m->model;
  SweepPlan *p = &job->sweep->file.plan;
  p->axes = model->sweeps.n;
  p->axis = ARENA_ARRAY(&job->sweep->arena, SweepAxis, p->axes);
  for (size_t i = 0; i < p->axes; i++) TRY(find_axis(job, &model->sweeps.at[i], &p->axis[i]));
  TRY(find_sampling(job, p));
  size_t axis;
  p->rows = job->sweep->request.rows > 0 ? job->sweep->request.rows + 1 : 0;
  const char *wrong = plan_settle(p, p->rows > 0, &axis);
  if (wrong != NULL) {
    diag_report(&m->diags, DIAG_SWEEP_VALUES, model->sweeps.at[axis].span, p->axis[axis].name,
                wrong);
    return STATUS_INPUT;
  }
  if (p->members <= SWEEP_MOST) return STATUS_OK;
  diag_report(&m->diags, DIAG_SWEEP_MANY, model->sweeps.at[0].span,
              text_format(&m->work, "%llu", (unsigned long long) SWEEP_MOST));
  return STATUS_INPUT;
}

// --- what comes out ------------------------------------------------------------------------------

#define PROBES 64  // members that are tried to find the names of columns

static const char **copy_names(Arena *arena, const char *const *name, size_t n) {
  const char **names = ARENA_ARRAY(arena, const char *, n + 1);
  for (size_t i = 0; i < n; i++) names[i] = str_copy(arena, str(name[i]));
  return names;
}

static void forget_messages(System *m, const Diags *before) {
  m->diags.all.n = before->all.n;
  m->diags.errors = before->errors;
  m->diags.warnings = before->warnings;
}

// Starts members until one of them begins: its table has the columns of all.
static Status find_columns(const Job *job) {
  System *m = job->m;
  ModelSweep *s = job->sweep;
  SweepPlan *p = &s->file.plan;
  MotionRequest request = s->request;
  request.steps = 1;
  request.code = "interpreter";
  double *values = ARENA_ARRAY(&m->work, double, p->axes + 1);
  Status status = STATUS_OK;
  for (uint64_t i = 0; i < PROBES && i < p->members; i++) {
    const Diags before = m->diags;
    Motion motion;
    plan_draw(p, i, values);
    status = answer_sweep_member(&(MemberJob){m, p, &request, values, &s->arena, &motion, true});
    if (motion.columns > 0) {
      forget_messages(m, &before);
      p->column = copy_names(&s->arena, motion.column, motion.columns);
      p->columns = motion.columns;
      p->result = copy_names(&s->arena, motion.result_name, motion.results);
      p->results = motion.results;
      return STATUS_OK;
    }
    if (status != STATUS_DOMAIN && status != STATUS_INPUT) return status;
    if (i + 1 < PROBES && i + 1 < p->members) forget_messages(m, &before);
  }
  return status == STATUS_OK ? STATUS_DOMAIN : status;
}

// --- what it depends on --------------------------------------------------------------------------

static const char *base_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash != NULL ? slash + 1 : path;
}

static void find_models(const Job *job) {
  ModelSweep *s = job->sweep;
  PlanFile *f = &s->file;
  const Source *source;
  while (language_text(job->m->model, f->models) != NULL) f->models++;
  f->model = ARENA_ARRAY(&s->arena, PlanNote, f->models + 1);
  for (size_t i = 0; (source = language_text(job->m->model, i)) != NULL; i++)
    f->model[i] = (PlanNote){str_copy(&s->arena, str(base_name(source->name))),
                             str_copy(&s->arena, source->text)};
  s->model_name = f->models > 0 ? f->model[0].name : "MODEL";
}

static void add_option(ModelSweep *s, const char *name, const char *text) {
  if (text == NULL || *text == '\0') return;
  PlanNote *note = &s->file.option[s->file.options++];
  *note = (PlanNote){name, str_copy(&s->arena, str(text))};
}

static const char *double_text(Arena *arena, double value) {
  Text text = text_make(arena);
  text_add_double(&text, value);
  return text_get(&text);
}

// Lists the parameters that are not varied with their values, whatever set them.
static const char *parameters_text(const Job *job) {
  const System *m = job->m;
  const SweepPlan *p = &job->sweep->file.plan;
  Text text = text_make(&job->sweep->arena);
  for (size_t i = 0; i < m->program.parameters; i++) {
    const char *name = m->model->parameters.at[i].name;
    bool varied = false;
    for (size_t k = 0; k < p->axes; k++)
      varied = varied || (!p->axis[k].initial && strcmp(p->axis[k].name, name) == 0);
    if (varied || isnan(m->program.inputs[i])) continue;
    text_addf(&text, "%s%s=", text.n > 0 ? "," : "", name);
    text_add_double(&text, m->program.inputs[i]);
  }
  return text_get(&text);
}

static const char *counts_text(const Job *job) {
  Text text = text_make(&job->sweep->arena);
  const Model *model = job->m->model;
  for (size_t i = 0; i < model->counts.n; i++)
    text_addf(&text, "%s%s=%ld", text.n > 0 ? "," : "", model->counts.at[i].name,
              (long) model->counts.at[i].value);
  return text_get(&text);
}

static const char *build_text(const Job *job, BuildKind kind) {
  Text text = text_make(&job->sweep->arena);
  for (size_t i = 0; i < job->m->steps.n; i++)
    if (job->m->steps.at[i].kind == kind)
      text_addf(&text, "%s%s", text.n > 0 ? "," : "", job->m->steps.at[i].text.at);
  return text_get(&text);
}

static void find_options(const Job *job) {
  ModelSweep *s = job->sweep;
  Arena *arena = &s->arena;
  const MotionRequest *r = &s->request;
  s->file.option = ARENA_ARRAY(arena, PlanNote, 32);
  add_option(s, "parameters", parameters_text(job));
  add_option(s, "counts", counts_text(job));
  add_option(s, "branch", build_text(job, BUILD_BRANCH));
  add_option(s, "method", job->m->equations.method->name);
  add_option(s, "independent", job->m->request.independent);
  add_option(s, "energy", job->m->request.energy);
  add_option(s, "at", r->start.at);
  add_option(s, "tolerance",
             r->start.tolerance != 0 ? double_text(arena, r->start.tolerance) : NULL);
  add_option(s, "project", r->start.project ? "yes" : NULL);
  add_option(s, "as-is", r->start.as_is ? "yes" : NULL);
  add_option(s, "from", r->from);
  add_option(s, "to", r->to);
  add_option(s, "every", r->every);
  add_option(s, "rtol", r->rtol != 0 ? double_text(arena, r->rtol) : NULL);
  add_option(s, "atol", r->atol != 0 ? double_text(arena, r->atol) : NULL);
  add_option(s, "integrator", r->integrator);
  add_option(s, "code", r->code);
  add_option(s, "columns", r->columns);
  add_option(s, "no-projection", r->no_projection ? "yes" : NULL);
  add_option(s, "steps", r->steps > 0 ? double_text(arena, (double) r->steps) : NULL);
}

// --- all of it -----------------------------------------------------------------------------------

static Status plan(const Job *job) {
  System *m = job->m;
  ModelSweep *s = job->sweep;
  TRY(system_check_finished(m));
  TRY(take_statements(job));
  TRY(system_prepare(m));
  TRY(find_plan(job));
  TRY(find_columns(job));
  s->file.version = DAL_VERSION;
  s->file.title = str_copy(&s->arena, str(system_title(m)));
  find_models(job);
  find_options(job);
  s->text = plan_text(&s->arena, &s->file);
  return STATUS_OK;
}

// Makes the plan, and restores the model's own statements.
static Status plan_kept(const Job *job) {
  Model *model = job->m->model;
  const Sampling sampling = model->sampling;
  const size_t n = model->sweeps.n;
  Sweep *kept = ARENA_ARRAY(&job->m->work, Sweep, n + 1);
  if (n > 0) memcpy(kept, model->sweeps.at, n * sizeof *kept);
  const Status status = plan(job);
  model->sampling = sampling;
  model->sweeps.n = n;
  if (n > 0) memcpy(model->sweeps.at, kept, n * sizeof *kept);
  return status;
}

// Copies the texts of the request, which outlives the options it was made from.
static void keep_request(ModelSweep *sweep) {
  MotionRequest *r = &sweep->request;
  const char **const texts[] = {&r->from, &r->to,      &r->every,    &r->integrator,
                                &r->code, &r->columns, &r->start.at, &r->start.energy};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    if (*texts[i] != NULL) *texts[i] = str_copy(&sweep->arena, str(*texts[i]));
  r->progress = NULL;
  r->row = NULL;
  if (r->rows > 0) r->every = NULL;
  // many motions are worth compiling, and all must be computed in the same way
  if (r->code == NULL || strcmp(r->code, "auto") == 0) r->code = "native";
}

Status answer_sweep_plan(ModelSweep *sweep, const SweepVaried *varied) {
  keep_request(sweep);
  return plan_kept(&(Job){sweep->model, sweep, varied});
}
