// support/fmu_judge.c: FMUs against `simulate`, against differences, and against bad importers.

#include "support/fmu_judge.h"
#include "support/check.h"
#include <ctype.h>
#include <math.h>
#include <stdlib.h>

#define MOST 400  // variables

void fmu_open(Fmu *f, const char *name, const char *text, int version, const char *input,
              ImportedCode code) {
  char path[200];
  snprintf(path, sizeof path, "models/%s.mech", name);
  f->model = dal_model_create();
  assert_non_null(f->model);
  if (text != NULL)
    assert_int_equal(dal_model_add(f->model, text), DAL_OK);
  else
    assert_int_equal(dal_model_read(f->model, path), DAL_OK);
  assert_int_equal(dal_model_finish(f->model), DAL_OK);
  const DalExportOptions options = {.size = sizeof options,
                                    .target = version == 2 ? "fmu2" : "fmu3",
                                    .name = name,
                                    .input = input,
                                    .source_only = code == IMPORT_SOURCE};
  const DalStatus status = dal_model_export(f->model, &options, &f->archive);
  if (status != DAL_OK) fail_msg("%s: %s", name, dal_result_messages(f->archive));
  importer_open(&f->im, version, dal_result_text(f->archive), dal_result_length(f->archive), code);
}

void fmu_close(Fmu *f) {
  importer_close(&f->im);
  dal_result_destroy(f->archive);
  dal_model_destroy(f->model);
}

void *fmu_begin_with(Fmu *f, bool steps, double tolerance) {
  Importer *im = &f->im;
  void *c = importer_create(im, steps, im->token);
  assert_non_null(c);
  assert_int_equal(importer_setup_with(im, c, tolerance, im->from, im->to), 0);
  assert_int_equal(importer_ready(im, c), 0);
  return c;
}

void *fmu_begin(Fmu *f, bool steps) {
  return fmu_begin_with(f, steps, 0);
}

// --- co-simulation -------------------------------------------------------------------------------

void fmu_plain_name(const char *name, char *plain) {
  for (; *name != '\0'; name++) {
    if (*name == '\'') {
      memcpy(plain, "_dot", 4);
      plain += 4;
    } else if (strchr("])", *name) == NULL)
      *plain++ = isalnum((unsigned char) *name) || (unsigned char) *name >= 128 ? *name : '_';
  }
  *plain = '\0';
}

// Finds the columns of a run that the FMU has, and their value references.
static size_t match(const Fmu *f, const DalRun *run, size_t *column, unsigned *reference) {
  size_t n = 0;
  for (size_t i = 1; i < dal_run_columns(run); i++) {
    char plain[200];
    fmu_plain_name(dal_run_column(run, i), plain);
    for (size_t v = 0; v < f->im.n; v++)
      if (strcmp(f->im.variable[v].name, plain) == 0) {
        assert_true(n < MOST);
        column[n] = i;
        reference[n++] = f->im.variable[v].reference;
      }
  }
  assert_int_equal(n, dal_run_columns(run) - 1);
  return n;
}

static DalRun *simulate(Fmu *f, int rows, const char *columns) {
  char every[40];
  DalRun *run;
  snprintf(every, sizeof every, "%.17g", (f->im.to - f->im.from) / rows);
  const DalRunOptions options = {
    .size = sizeof options, .code = "interpreter", .every = every, .columns = columns};
  (void) dal_model_simulate(f->model, &options, &run);
  assert_non_null(run);
  return run;
}

static void compare(Fmu *f, void *c, const DalRun *run, size_t row) {
  size_t column[MOST];
  unsigned reference[MOST];
  double value[MOST];
  const size_t n = match(f, run, column, reference);
  assert_int_equal(importer_get(&f->im, c, reference, n, value), 0);
  for (size_t i = 0; i < n; i++) {
    const double wanted = dal_run_row(run, row)[column[i]];
    if (value[i] != wanted)
      fail_msg("%s, row %zu, %s: %.17g, not %.17g", f->im.identifier, row,
               dal_run_column(run, column[i]), value[i], wanted);
  }
}

void *fmu_move(Fmu *f, void *c) {
  Importer *im = &f->im;
  void *state = NULL, *again = NULL, *other = importer_create(im, true, im->token);
  size_t size;
  assert_int_equal(importer_save(im, c, &state), 0);
  assert_int_equal(importer_size(im, c, state, &size), 0);
  char *bytes = malloc(size);
  assert_int_equal(importer_serialize(im, c, state, bytes, size), 0);
  assert_int_equal(importer_drop(im, c, &state), 0);
  assert_null(state);
  importer_free(im, c);
  assert_int_equal(importer_deserialize(im, other, bytes, size, &again), 0);
  assert_int_equal(importer_load(im, other, again), 0);
  assert_int_equal(importer_drop(im, other, &again), 0);
  free(bytes);
  return other;
}

double fmu_step_to(double t, double next) {
  const double step = next - t, up = nextafter(step, HUGE_VAL), down = nextafter(step, 0);
  return t + step == next ? step : t + up == next ? up : down;
}

// Follows the run with a step for each `stride` rows. Every instance is left in the middle of its way.
static size_t follow_run(Fmu *f, const DalRun *run, size_t stride) {
  Importer *im = &f->im;
  void *c = fmu_begin(f, true);
  const size_t rows = dal_run_rows(run);
  const bool event = dal_run_summary(run).end == DAL_RUN_EVENT;
  double t = im->from, last;
  bool terminated = false;
  size_t seen = 1;
  int status = 0;
  compare(f, c, run, 0);
  for (size_t i = stride; i < rows; i += stride, seen++) {
    const double next = dal_run_row(run, i)[0];
    const bool ends = event && i + 1 == rows;
    // a step that leads past the event ends there
    const double step = ends ? fmin(im->to - t, (im->to - im->from) / 4) : fmu_step_to(t, next);
    status = importer_step(im, c, t, step, &last, &terminated);
    if (!ends && status != 0) fail_msg("%s: a step from %.17g by %g ends with status %d", im->identifier, t, step, status);
    if (last != next)
      fail_msg("%s: the step ends at %.17g, not %.17g", im->identifier, last, next);
    compare(f, c, run, i);
    t = next;
    if (i % 7 == 3) c = fmu_move(f, c);
  }
  if (event && (rows - 1) % stride == 0) {
    assert_true(terminated);
    assert_int_equal(status, im->version == 2 ? 2 : 0);
  }
  assert_int_equal(importer_terminate(im, c), 0);
  importer_free(im, c);
  return seen * (dal_run_columns(run) - 1);
}

bool fmu_has_modes(const Importer *im) {
  char path[200];
  snprintf(path, sizeof path, "sources/%s.c", im->identifier);
  char *source = importer_file(im, path, NULL);
  const bool modes = strstr(source, "native/text/modes.h") != NULL;
  free(source);
  return modes;
}

size_t fmu_judge_steps(Fmu *f, int rows) {
  bool constrained = false;
  for (size_t i = 0; i < f->im.n; i++)
    constrained = constrained || strncmp(f->im.variable[i].name, "lambda_", 7) == 0;
  const char *const columns = fmu_has_modes(&f->im) ? "multipliers" : "multipliers, reactions";
  DalRun *run = simulate(f, rows, constrained ? columns : NULL);
  const size_t compared = follow_run(f, run, 1) + follow_run(f, run, 5);
  dal_run_destroy(run);
  return compared;
}

// --- model exchange ------------------------------------------------------------------------------

// Checks that the first events that were logged, of co-simulation, and the others, of model exchange, are the same.
static void judge_events(const Importer *im, size_t n) {
  if (im->happened != 2 * n)
    fail_msg("%s: %zu events in co-simulation, %zu in model exchange", im->identifier, n, im->happened - n);
  for (size_t i = 0; i < n; i++) {
    const ImportedEvent *a = &im->event[i], *b = &im->event[n + i];
    if (strcmp(a->what, b->what) != 0 || !(fabs(a->t - b->t) <= 1e-9 * fmax(1, fabs(a->t))))
      fail_msg("%s: %s at %.17g, and in model exchange %s at %.17g", im->identifier, a->what, a->t, b->what, b->t);
  }
}

void fmu_judge_exchange(Fmu *f, double part) {
  Importer *im = &f->im;
  const double to = im->from + part * (im->to - im->from);
  double ended, last, next, value[MOST], other[MOST];
  unsigned reference[MOST];
  bool terminated, ends, moved;
  im->happened = 0;
  void *steps = fmu_begin(f, true);
  (void) importer_step(im, steps, im->from, to - im->from, &last, &terminated);
  const size_t events = im->happened;
  void *c = fmu_begin(f, false);
  assert_int_equal(importer_update(im, c, &ends, &moved, &next), 0);
  assert_false(ends);
  assert_int_equal(importer_continuous(im, c), 0);
  const int status = importer_follow(im, c, to, next, &ended);
  if (status != 0) fail_msg("%s: status %d", im->identifier, status);
  judge_events(im, events);
  assert_int_equal(terminated, !isnan(ended));
  if (terminated) assert_true(fabs(ended - last) <= 1e-9 * fmax(1, fabs(last)));
  for (size_t i = 0; i < im->states; i++)
    reference[i] = im->variable[im->first_state + i].reference;
  assert_int_equal(importer_get(im, c, reference, im->states, value), 0);
  assert_int_equal(importer_get(im, steps, reference, im->states, other), 0);
  double size = 1;
  for (size_t i = 0; i < im->states; i++) size = fmax(size, fabs(other[i]));
  for (size_t i = 0; i < im->states; i++)
    if (!(fabs(value[i] - other[i]) <= 1e-9 * size))
      fail_msg("%s: model exchange gives %s = %.17g, co-simulation %.17g", im->identifier,
               im->variable[im->first_state + i].name, value[i], other[i]);
  importer_free(im, c);
  importer_free(im, steps);
}

// --- derivatives ---------------------------------------------------------------------------------

static double dice(unsigned *seed) {
  *seed = *seed * 1664525u + 1013904223u;
  return (double) (*seed >> 8) / 16777216 - 0.5;
}

typedef struct {
  Fmu *f;
  void *c;
  double t, x[MOST], p[MOST];
  unsigned unknown[MOST], input[MOST];
  size_t n, inputs;
} Spot;

// Evaluates all unknowns at the state with a part of it shifted; known: 0 is time, then inputs, then states.
static void evaluate(Spot *s, size_t known, double shift, double *value) {
  Importer *im = &s->f->im;
  double x[MOST], p[MOST];
  memcpy(x, s->x, im->states * sizeof *x);
  memcpy(p, s->p, s->inputs * sizeof *p);
  if (known > s->inputs) x[known - 1 - s->inputs] += shift;
  if (known > 0 && known <= s->inputs) p[known - 1] += shift;
  assert_int_equal(importer_put_time(im, s->c, s->t + (known == 0 ? shift : 0)), 0);
  assert_int_equal(importer_set(im, s->c, s->input, s->inputs, p), 0);
  assert_int_equal(importer_put_states(im, s->c, x, im->states), 0);
  assert_int_equal(importer_get(im, s->c, s->unknown, s->n, value), 0);
}

// Returns how an unknown depends on a known according to the description: 0 not at all, 1 by a constant, 2 otherwise.
static int said(const Importer *im, size_t unknown, size_t known) {
  const char *at = xml_next(im->xml, "ModelStructure");
  const char *end = strstr(at, "<InitialUnknown");
  const char *const tags[] = {"Output", "ContinuousStateDerivative"};
  char list[20000], kinds[40000], value[24];
  for (int k = 0; k < 2; k++) {
    const char *tag = im->version == 2 ? "Unknown" : tags[k];
    for (const char *u = xml_next(at, tag); u != NULL && u < end; u = xml_next(u + 1, tag)) {
      xml_attribute(u, im->version == 2 ? "index" : "valueReference", value, sizeof value);
      if ((size_t) atol(value) != unknown + (im->version == 2)) continue;
      xml_attribute(u, "dependencies", list, sizeof list);
      xml_attribute(u, "dependenciesKind", kinds, sizeof kinds);
      char *kind = kinds;
      for (char *rest = list, *stop; *rest != '\0'; rest = stop + (*stop == ' ')) {
        if ((size_t) strtol(rest, &stop, 10) == known + (im->version == 2))
          return strncmp(kind, "constant", 8) == 0 ? 1 : 2;
        kind += strcspn(kind, " ");
        kind += *kind == ' ';
      }
      return 0;
    }
  }
  return 2;
}

// Compares the derivative by one known with differences of order 4.
static void judge_known(Spot *s, size_t known, size_t variable) {
  Importer *im = &s->f->im;
  double a[MOST], b[MOST], far_a[MOST], far_b[MOST], exact[MOST], here[MOST];
  const double one = 1, h = 1e-3;
  const unsigned reference = im->variable[variable].reference;
  evaluate(s, known, h, a), evaluate(s, known, -h, b);
  evaluate(s, known, 2 * h, far_a), evaluate(s, known, -2 * h, far_b);
  evaluate(s, 0, 0, here);
  assert_int_equal(importer_directional(im, s->c, s->unknown, s->n, &reference, 1, &one, exact), 0);
  for (size_t i = 0; i < s->n; i++) {
    const ImportedVariable *u = &im->variable[s->unknown[i]];
    if (strcmp(u->name, "constraint_error") == 0) continue;  // the largest of several, with corners
    const double near = (a[i] - b[i]) / (2 * h), wide = (far_a[i] - far_b[i]) / (4 * h);
    const double d = (4 * near - wide) / 3;
    const double size = fmax(fabs(a[i]), fabs(b[i])) + fabs(exact[i]) + 1;
    // the error of the formula of order 4 is a part of what it changes, plus rounding
    const double room = 0.2 * fabs(near - wide) + 1e-9 * size / h * 1e-3 + 1e-7 * size;
    if (!(fabs(d - exact[i]) <= room))
      fail_msg("%s: d %s / d %s is %.15g, differences give %.15g", im->identifier, u->name,
               im->variable[variable].name, exact[i], d);
    const int how = said(im, s->unknown[i], variable);
    if (how == 0 && (a[i] != here[i] || b[i] != here[i]))
      fail_msg("%s: %s depends on %s", im->identifier, u->name, im->variable[variable].name);
    if (how == 1 && !(fabs((a[i] - b[i]) - (far_a[i] - far_b[i]) / 2) <= 1e-10 * size))
      fail_msg("%s: %s depends on %s by no constant", im->identifier, u->name,
               im->variable[variable].name);
  }
  if (im->version == 2) return;
  double seed[MOST], sum = 0, result;
  for (size_t i = 0; i < s->n; i++) seed[i] = (double) i - 1.5, sum += seed[i] * exact[i];
  assert_int_equal(importer_adjoint(im, s->c, s->unknown, s->n, &reference, 1, seed, &result), 0);
  assert_true(fabs(result - sum) <= 1e-12 * (fabs(sum) + 1) * (double) s->n);
}

size_t fmu_judge_derivatives(Fmu *f, unsigned seed) {
  Importer *im = &f->im;
  bool ends, moved;
  Spot *s = calloc(1, sizeof *s);
  s->f = f;
  s->c = fmu_begin(f, false);
  assert_int_equal(importer_update(im, s->c, &ends, &moved, &(double){0}), 0);
  assert_int_equal(importer_continuous(im, s->c), 0);
  for (size_t i = 0; i < im->n; i++) {
    const ImportedVariable *v = &im->variable[i];
    if (strcmp(v->causality, "input") == 0) {
      s->p[s->inputs] = v->start + 0.1 * dice(&seed);
      s->input[s->inputs++] = v->reference;
    }
    const bool state = i >= im->first_state && i < im->first_state + im->states;
    if (!state && (v->derivative >= 0 || strcmp(v->causality, "output") == 0))
      s->unknown[s->n++] = v->reference;
  }
  s->t = im->from;
  for (size_t i = 0; i < im->states; i++)
    s->x[i] = im->variable[im->first_state + i].start + 0.02 * dice(&seed);
  judge_known(s, 0, 0);
  for (size_t i = 0; i < s->inputs; i++) judge_known(s, 1 + i, s->input[i]);
  for (size_t i = 0; i < im->states; i++) judge_known(s, 1 + s->inputs + i, im->first_state + i);
  const size_t compared = s->n * (1 + s->inputs + im->states);
  importer_free(im, s->c);
  free(s);
  return compared;
}
