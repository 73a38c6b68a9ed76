// draw/events.c: the events of a motion, in words, with what they changed.

#include "draw/events.h"
#include <math.h>
#include <string.h>

#define CHANGED 1e-9   // times the larger value: a smaller change is rounding error
#define NOTHING 1e-12  // times the other value: smaller ones count as zero

// Returns "impact floor"; for a `when` or `stop when` its own name, or its number.
static const char *event_text(const MotionEvent *e, Arena *arena) {
  const bool number = e->name[strspn(e->name, "0123456789")] == '\0';
  if (strcmp(e->what, "when") == 0 && !number) return str_copy(arena, str(e->name));
  return text_format(arena, "%s %s", strcmp(e->what, "stop") == 0 ? "stop when" : e->what, e->name);
}

// Finds the first of two rows at the time t, the states before and after; false if there are no
// such rows. *row: where to start looking.
static bool find_jump(const Motion *motion, double t, size_t *row) {
  const size_t width = motion->columns;
  const double sign = motion->t >= motion->from ? 1 : -1;
  while (*row + 1 < motion->rows && sign * (motion->at[*row * width] - t) < 0) ++*row;
  for (size_t i = *row; i + 1 < motion->rows && motion->at[i * width] == t; i++)
    if (motion->at[(i + 1) * width] == t) {
      // a regular row at this time may precede them
      const bool due = i + 2 < motion->rows && motion->at[(i + 2) * width] == t;
      *row = due ? i + 1 : i;
      return true;
    }
  return false;
}

static void note_change(PageEvent *e, Expr symbol, double before, double after) {
  if (!(fabs(after - before) > CHANGED * fmax(fabs(before), fabs(after)))) return;
  if (fabs(before) < NOTHING * fabs(after)) before = 0;
  if (fabs(after) < NOTHING * fabs(before)) after = 0;
  if (e->changes < PAGE_CHANGES) e->change[e->changes] = (PageChange){symbol, before, after};
  e->changes++;
}

// Finds the coordinates and velocities that differ between a row and the next.
static void find_changes(System *m, const Motion *motion, size_t row, PageEvent *e) {
  const double *before = motion->at + row * motion->columns, *after = before + motion->columns;
  for (size_t j = 0; j < motion->columns; j++) {
    Expr symbol;
    size_t k;
    if (!expr_find_symbol(m->pool, str(motion->column[j]), &symbol)) continue;
    const Role role = model_role(m->model, symbol, &k);
    if (role == ROLE_COORDINATE || role == ROLE_VELOCITY)
      note_change(e, symbol, before[j], after[j]);
  }
}

PageEvent *draw_events(System *m, const Motion *motion, Arena *arena, size_t *n) {
  PageEvent *list = ARENA_ARRAY(arena, PageEvent, motion->events.n + 1);
  size_t row = 0;
  *n = motion->events.n;
  for (size_t i = 0; i < *n; i++) {
    const MotionEvent *e = &motion->events.at[i];
    list[i] = (PageEvent){.t = e->t, .text = event_text(e, arena), .impulse = e->impulse, .lost = e->lost};
    // of several events at one time, the first shows what they changed together
    const bool again = i > 0 && list[i - 1].t == e->t;
    if (!again && find_jump(motion, e->t, &row)) find_changes(m, motion, row, &list[i]);
  }
  return list;
}
