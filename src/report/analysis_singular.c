// report/analysis_singular.c: singular states, as `analyze` shows them.

#include "print/print.h"
#include "report/analysis.h"

static const char *const matrix_words[SINGULAR_COUNT] = {
  "the mass matrix is singular", "the constraints lose their independence",
  "masses and constraints do not determine the accelerations"};

static void say_case(const SingularCase *c, Outline *o) {
  outline_add(o, ITEM_ENTRY, 6)->hang = 2;
  for (size_t i = 0; i < c->n; i++) {
    if (i > 0) outline_say(o, " and ");
    outline_equation(o, c->equation[i]);
  }
  for (size_t i = 0; i < c->n_divisors; i++) {
    outline_say(o, ", ");
    outline_expr(o, c->divisor[i]);
    outline_say(o, " not 0");
  }
  if (!c->proved) outline_say(o, " (not proved)");
  if (c->real != TRUTH_YES) outline_say(o, " (no real state was found)");
}

// Lists the cases of one cause.
static void say_cause(const SingularAnalysis *s, SingularCause cause, Outline *o) {
  if (!s->of[cause].asked) return;
  size_t n = 0;
  for (size_t i = 0; i < s->cases.n; i++) n += s->cases.at[i].cause == cause;
  if (!s->of[cause].known || !s->of[cause].complete) {
    outline_line(o, 4, "where %s was not found: %s", matrix_words[cause],
                 s->of[cause].known ? "there are too many cases" : "the minors are too long");
    return;
  }
  if (n == 0) return;
  outline_line(o, 4, "%s where", matrix_words[cause]);
  for (size_t i = 0; i < s->cases.n; i++)
    if (s->cases.at[i].cause == cause) say_case(&s->cases.at[i], o);
}

void analysis_say_singular(const AnalysisReport *r, Outline *o) {
  const SingularAnalysis *s = r->singular;
  for (size_t i = 0; i < s->idle.n; i++) {
    outline_line(o, 4, "all: wherever ");
    outline_code(o, "%s", s->idle.at[i]);
    outline_say(o, " holds its derivatives by the velocities vanish, so that it has no reaction");
  }
  if (s->everywhere) {
    outline_line(o, 4, "all: the accelerations are not determined at any state");
    return;
  }
  bool none = s->cases.n == 0 && s->idle.n == 0;
  for (int cause = 0; cause < SINGULAR_COUNT; cause++) {
    const SingularMatrix *m = &s->of[cause];
    none = none && (!m->asked || (m->known && m->complete));
    say_cause(s, (SingularCause) cause, o);
  }
  if (none) outline_line(o, 4, "none");
}
