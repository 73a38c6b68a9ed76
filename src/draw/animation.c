// draw/animation.c: samples what a model draws along the rows of a run.
//
// Positions are functions of coordinates and time. Between two rows the coordinates are cubic, with the velocities of
// the rows. If rows are dense enough for a table, no difference is visible, and frames can be evenly spaced for any
// rows.

#include "draw/animation.h"
#include "draw/events.h"
#include <math.h>
#include <string.h>

typedef struct {
  System *m;
  const Motion *run;
  Arena *arena;
  Animation *a;
  ARRAY(AnimationPoint) points;
  ARRAY(AnimationLine) lines;
  ARRAY(size_t) paths;
  ARRAY(AnimationCircle) circles;
  ARRAY(AnimationVector) boxes, arrows;
  ARRAY(Expr) roots;  // one for each column
  bool planar;
  const Expr *height;  // z of the first point
} Maker;

// --- what is drawn -------------------------------------------------------------------------------

static size_t add_roots(Maker *k, const Expr *e, size_t n) {
  const size_t first = k->roots.n;
  for (size_t i = 0; i < n; i++) array_push(&k->m->work, &k->roots, e[i]);
  return first;
}

static bool is_drawn(const Model *model, const char *name) {
  for (size_t i = 0; i < model->drawings.n; i++) {
    const Drawing *d = &model->drawings.at[i];
    if (strcmp(d->name[0], name) == 0) return true;
    if (d->name[1] != NULL && strcmp(d->name[1], name) == 0) return true;
  }
  return false;
}

// Evaluates an expression that is constant along the motion; 0 if it has no value: drawing can do without.
static double number_of(System *m, Expr e) {
  double value = 0;
  for (size_t i = 0; i < m->program.parameters; i++)
    if (isnan(m->program.inputs[i]) && expr_depends(m->pool, e, m->program.symbols[i])) return 0;
  return system_constant(m, e, (Span){0}, &value) == STATUS_OK ? value : 0;
}

static AnimationPoint *add_place(Maker *k, const char *name, const Vec *at, Expr mass) {
  const AnimationPoint point = {.name = name,
                                .mass = expr_is_none(mass) ? 0 : number_of(k->m, mass),
                                .at = add_roots(k, at->x, 3),
                                .axes = ANIMATION_NONE};
  // planar: everything at one constant height
  const Expr z = at->x[2];
  if (k->height == NULL) k->height = &at->x[2];
  if (!expr_same(z, *k->height) || !expr_same(expr_rate(k->m->pool, z), EXPR_ZERO))
    k->planar = false;
  array_push(k->arena, &k->points, point);
  return &k->points.at[k->points.n - 1];
}

static void add_body(Maker *k, const Body *body) {
  AnimationPoint *point = add_place(k, body->name, &body->at, body->mass);
  point->body = true;
  if (body->frame == NOWHERE) return;
  const Frame *frame = &k->m->model->frames.at[body->frame];
  Expr axes[6];
  for (size_t i = 0; i < 6; i++) axes[i] = frame->r[i % 3][i / 3];
  point->axes = add_roots(k, axes, 6);
  if (!expr_same(frame->r[2][2], EXPR_ONE)) k->planar = false;
}

static size_t find_point(Maker *k, const char *name, const Vec *at) {
  for (size_t i = 0; i < k->points.n; i++)
    if (strcmp(k->points.at[i].name, name) == 0) return i;
  add_place(k, name, at, EXPR_NONE);  // the origin
  return k->points.n - 1;
}

static void add_drawing(Maker *k, const Drawing *d) {
  const size_t first = find_point(k, d->name[0], &d->at[0]);
  switch (d->kind) {
    case DRAW_LINE:
    case DRAW_SPRING:
    case DRAW_DAMPER: {
      const AnimationLine line = {.from = first,
                                  .to = find_point(k, d->name[1], &d->at[1]),
                                  .kind = d->kind == DRAW_SPRING   ? LINE_SPRING
                                          : d->kind == DRAW_DAMPER ? LINE_DAMPER
                                                                   : LINE_ROD};
      array_push(k->arena, &k->lines, line);
      break;
    }
    case DRAW_CYLINDER: {
      const size_t second = find_point(k, d->name[1], &d->at[1]);
      const AnimationLine line = {first, second, LINE_CYLINDER, add_roots(k, &d->radius, 1)};
      array_push(k->arena, &k->lines, line);
      break;
    }
    case DRAW_BOX: {
      const AnimationVector box = {first, add_roots(k, d->vector.x, 3)};
      array_push(k->arena, &k->boxes, box);
      k->planar = k->planar && expr_same(d->vector.x[2], EXPR_ZERO);
      break;
    }
    case DRAW_ARROW: {
      const AnimationVector arrow = {first, add_roots(k, d->vector.x, 3)};
      array_push(k->arena, &k->arrows, arrow);
      k->planar = k->planar && expr_same(d->vector.x[2], EXPR_ZERO);
      break;
    }
    case DRAW_PATH: array_push(k->arena, &k->paths, first); break;
    case DRAW_CIRCLE: {
      const AnimationCircle circle = {first, add_roots(k, &d->radius, 1)};
      array_push(k->arena, &k->circles, circle);
    }
  }
}

// Does the user ask for nothing to be drawn? Springs and dampers come with the model.
static bool draws_nothing(const Model *model) {
  for (size_t i = 0; i < model->drawings.n; i++)
    if (model->drawings.at[i].kind < DRAW_SPRING) return false;
  return true;
}

static void gather(Maker *k) {
  const Model *model = k->m->model;
  const bool all = draws_nothing(model);
  for (size_t i = 0; i < model->points.n; i++) {
    const Point *p = &model->points.at[i];
    if (all || !expr_is_none(p->mass) || is_drawn(model, p->name))
      add_place(k, p->name, &p->at, p->mass);
  }
  for (size_t i = 0; i < model->bodies.n; i++) add_body(k, &model->bodies.at[i]);
  for (size_t i = 0; i < model->drawings.n; i++) add_drawing(k, &model->drawings.at[i]);
  for (size_t i = 0; all && i < k->points.n; i++) array_push(k->arena, &k->paths, i);
}

// --- along the run -------------------------------------------------------------------------------

// Makes the tape from parameters, t, coordinates, velocities to columns.
static Status position_tape(Maker *k, Tape **tape) {
  System *m = k->m;
  TapeBuilder *b = tape_builder_create(&m->work, m->pool);
  for (size_t i = 0; i < m->program.parameters; i++) tape_input(b, m->program.symbols[i]);
  tape_input(b, EXPR_TIME);
  for (size_t i = 0; i < m->equations.n; i++) tape_input(b, m->equations.q[i]);
  for (size_t i = 0; i < m->equations.n; i++) tape_input(b, m->equations.qd[i]);
  Value *values = ARENA_ARRAY(&m->work, Value, k->roots.n);
  TRY(system_lower(m, b, k->roots.at, k->roots.n, values));
  Tape **held = system_hold_tape(m);
  *tape = *held = tape_finish(b, values, k->roots.n);
  return STATUS_OK;
}

// Finds the first column of the coordinates; the velocities follow them.
static size_t coordinate_column(const Maker *k) {
  const char *name = expr_symbol_name(k->m->pool, k->m->equations.q[0]);
  size_t column = 0;
  while (strcmp(k->run->column[column], name) != 0) column++;
  return column;
}

// Evaluates the cubic through values and rates at both ends of an interval of length h, at the part s of it.
static double hermite(double s, double h, double a, double rate_a, double b, double rate_b) {
  const double r = 1 - s;
  return r * r * (1 + 2 * s) * a + s * s * (1 + 2 * r) * b + s * r * h * (r * rate_a - s * rate_b);
}

// Interpolates coordinates and velocities at time t, between the rows *row and *row + 1; t must not decrease from call
// to call.
static void coordinates_at(const Maker *k, double t, size_t *row, size_t first, double *q) {
  const Motion *run = k->run;
  const size_t n = k->m->equations.n, last = run->rows - 1;
  const double sign = k->a->to >= k->a->from ? 1 : -1;
  while (*row + 2 <= last && sign * (t - run->at[(*row + 1) * run->columns]) > 0) ++*row;
  const double *a = run->at + *row * run->columns, *b = last > 0 ? a + run->columns : a;
  const double h = b[0] - a[0], s = h != 0 ? fmin(fmax((t - a[0]) / h, 0), 1) : 0;
  for (size_t i = 0; i < n; i++) {
    q[i] = hermite(s, h, a[first + i], a[first + n + i], b[first + i], b[first + n + i]);
    q[n + i] = a[first + n + i] + s * (b[first + n + i] - a[first + n + i]);  // for arrows
  }
}

static void fill_frames(Maker *k, const Tape *tape) {
  System *m = k->m;
  Animation *a = k->a;
  const size_t parameters = m->program.parameters, first = coordinate_column(k);
  double *work = ARENA_ARRAY(&m->work, double, tape_values(tape));
  double *at = ARENA_ARRAY(k->arena, double, a->frames * a->columns);
  memcpy(work, m->program.inputs, parameters * sizeof *work);
  tape_start(tape, work);
  for (size_t f = 0, row = 0; f < a->frames; f++) {
    const double part = a->frames > 1 ? (double) f / (double) (a->frames - 1) : 0;
    const double t = a->from + part * (a->to - a->from);
    work[parameters] = t;
    coordinates_at(k, t, &row, first, work + parameters + 1);
    tape_run(tape, work);
    for (size_t c = 0; c < a->columns; c++) at[f * a->columns + c] = work[tape_output(tape, c)];
  }
  a->at = at;
}

static bool ended_early(const Motion *run) {
  return run->end != RUN_DONE && run->end != RUN_EVENT;
}

static void find_gravity(Maker *k) {
  const Model *model = k->m->model;
  double g[3] = {0}, size = 0;
  for (size_t i = 0; model->has_gravity && i < 3; i++) {
    const Expr e = model->gravity.x[i];
    g[i] = expr_depends(k->m->pool, e, EXPR_TIME) ? 0 : number_of(k->m, e);
    size = hypot(size, g[i]);
  }
  for (size_t i = 0; i < 3; i++) k->a->gravity[i] = size > 0 ? g[i] / size : 0;
}

// --- events --------------------------------------------------------------------------------------

#define STRUCK 4     // times the changes of a velocity nearby: a larger one is an impact
#define SLIGHT 1e-6  // of the largest speed: smaller changes do not count

// Computes the velocity of each point in a row, three numbers each, as a difference along the rates of the coordinates.
static void velocities_at(Maker *k, const Tape *tape, double *work, size_t row, double *v) {
  const Motion *run = k->run;
  const size_t n = k->m->equations.n, parameters = k->m->program.parameters, first = coordinate_column(k);
  const double *at = run->at + row * run->columns, step = 1e-6;
  for (int side = 0; side < 2; side++) {
    const double h = side == 0 ? -step : step;
    work[parameters] = at[0] + h;
    for (size_t i = 0; i < n; i++) {
      work[parameters + 1 + i] = at[first + i] + h * at[first + n + i];
      work[parameters + 1 + n + i] = at[first + n + i];
    }
    tape_run(tape, work);
    for (size_t p = 0; p < k->points.n; p++)
      for (size_t c = 0; c < 3; c++) {
        const double x = work[tape_output(tape, k->points.at[p].at + c)] / (2 * step);
        v[3 * p + c] = side == 0 ? -x : v[3 * p + c] + x;
      }
  }
}

static double distance(const double *a, const double *b) {
  return hypot(hypot(a[0] - b[0], a[1] - b[1]), a[2] - b[2]);
}

// Finds the rows around a time: the last before and the first after it, and one more on each side.
static void rows_around(const Motion *run, double t, size_t row[4]) {
  const double sign = run->t >= run->from ? 1 : -1;
  size_t low = 0, high = run->rows;  // rows before `low` are earlier, rows from `high` on later
  while (low < run->rows && sign * (run->at[low * run->columns] - t) < 0) low++;
  high = low;
  while (high < run->rows && run->at[high * run->columns] == t) high++;
  row[1] = low > 0 ? low - 1 : 0;
  row[0] = row[1] > 0 ? row[1] - 1 : 0;
  row[2] = high < run->rows ? high : run->rows - 1;
  row[3] = row[2] + 1 < run->rows ? row[2] + 1 : row[2];
}

// Finds the points whose velocities jump at this time.
static void find_struck(Maker *k, const Tape *tape, double *work, AnimationEvent *e) {
  const size_t n = k->points.n;
  double *v = ARENA_ARRAY(&k->m->work, double, 12 * n + 1), most = 0;
  size_t row[4], *struck = ARENA_ARRAY(k->arena, size_t, n + 1);
  rows_around(k->run, e->t, row);
  for (size_t i = 0; i < 4; i++) velocities_at(k, tape, work, row[i], v + 3 * n * i);
  for (size_t i = 0; i < 4 * n; i++) most = fmax(most, distance(v + 3 * i, (const double[3]){0}));
  for (size_t p = 0; p < n; p++) {
    const double *a = v + 3 * p;
    const double beside = fmax(distance(a, a + 3 * n), distance(a + 6 * n, a + 9 * n));
    if (distance(a + 3 * n, a + 6 * n) > STRUCK * beside + SLIGHT * most) struck[e->points++] = p;
  }
  e->point = struck;
}

// Lists the events; those at the same time are joined.
static void find_events(Maker *k, const Tape *tape) {
  const Motion *run = k->run;
  size_t n, listed = 0;
  const PageEvent *all = draw_events(k->m, run, k->arena, &n);
  AnimationEvent *list = ARENA_ARRAY(k->arena, AnimationEvent, ANIMATION_EVENTS_MOST);
  double *work = ARENA_ARRAY(&k->m->work, double, tape_values(tape));
  memcpy(work, k->m->program.inputs, k->m->program.parameters * sizeof *work);
  tape_start(tape, work);
  for (size_t i = 0; i < n; i++) {
    AnimationEvent *last = listed > 0 ? &list[listed - 1] : NULL;
    if (last != NULL && last->t == all[i].t) {
      last->text = text_format(k->arena, "%s, %s", last->text, all[i].text);
      continue;
    }
    if (listed == ANIMATION_EVENTS_MOST) break;
    list[listed] = (AnimationEvent){.t = all[i].t, .text = all[i].text};
    find_struck(k, tape, work, &list[listed++]);
  }
  k->a->event = list;
  k->a->events = listed;
}

static void put_shapes(Maker *k) {
  Animation *a = k->a;
#define PUT(things, thing) a->things = k->things.n, a->thing = k->things.at
  PUT(points, point);
  PUT(lines, line);
  PUT(paths, path);
  PUT(circles, circle);
  PUT(boxes, box);
  PUT(arrows, arrow);
#undef PUT
  a->columns = k->roots.n;
}

Status animation_make(System *m, const Motion *run, Arena *arena, Animation *a, const Tape **shapes) {
  Maker k = {.m = m, .run = run, .arena = arena, .a = a, .planar = true};
  const double *end = run->at + (run->rows - 1) * run->columns;
  *a = (Animation){.title = system_title(m), .from = run->at[0], .to = end[0]};
  gather(&k);
  put_shapes(&k);
  if (a->points == 0) return STATUS_OK;
  a->planar = k.planar;
  a->rate = animation_rate(a->to - a->from);
  a->frames = animation_frames(a->to - a->from, a->rate, a->columns);
  if (ended_early(run)) a->end = run->why;
  find_gravity(&k);
  Tape *tape;
  TRY(position_tape(&k, &tape));
  fill_frames(&k, tape);
  if (run->events.n > 0) find_events(&k, tape);
  if (shapes != NULL) *shapes = tape;
  return STATUS_OK;
}

// Are the columns of the coordinates and velocities together, in the order of the model?
static Status check_columns(System *m, const Motion *motion) {
  const Equations *eq = &m->equations;
  size_t column = 0;
  for (size_t i = 0; i < 2 * eq->n; i++) {
    const Expr symbol = i < eq->n ? eq->q[i] : eq->qd[i - eq->n];
    const char *name = expr_symbol_name(m->pool, symbol);
    while (i == 0 && column < motion->columns && strcmp(motion->column[column], name) != 0)
      column++;
    if (column + i < motion->columns && strcmp(motion->column[column + i], name) == 0) continue;
    diag_report(&m->diags, DIAG_PLOT_COLUMN, (Span){0}, name);
    return STATUS_INPUT;
  }
  return motion->rows > 0 ? STATUS_OK : STATUS_INPUT;
}

Status animation_of_run(System *m, const Motion *motion, Arena *arena, Animation *animation) {
  TRY(system_ready(m));
  TRY(check_columns(m, motion));
  TRY(animation_make(m, motion, arena, animation, NULL));
  if (animation->points > 0) return STATUS_OK;
  diag_report(&m->diags, DIAG_ANIMATION_EMPTY, (Span){0});
  return STATUS_DOMAIN;
}
