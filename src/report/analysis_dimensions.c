// report/analysis_dimensions.c: the dimensions of a model's names, and the names without one.

#include "report/analysis.h"

static void say_names(const Dimensions *d, Outline *out) {
  for (size_t i = 0; i < d->names.n; i++) {
    const NamedDimension *name = &d->names.at[i];
    outline_add(out, ITEM_LINE, 4);
    outline_math_open(out);
    outline_math_expr(out, name->symbol);
    outline_math_close(out);
    if (!name->known)
      outline_say(out, " is not determined");
    else if (name->dimension[0] == '1' && name->dimension[1] == '\0')
      outline_say(out, " is a pure number");
    else
      outline_say(out, " is in %s", name->dimension);
  }
}

static void say_lost(const Dimensions *d, Outline *out) {
  for (size_t i = 0; i < d->lost.n; i++) {
    const LostDimension *lost = &d->lost.at[i];
    outline_add(out, ITEM_LINE, 4);
    outline_say(out, "%s is a pure number here: %s", lost->dimension, lost->reason);
    if (lost->span.source == NULL) continue;
    uint32_t line, column;
    source_place(lost->span.source, lost->span.start, &line, &column);
    outline_say(out, " (line %u)", (unsigned) line);
  }
}

void analysis_say_dimensions(const AnalysisReport *report, Outline *out) {
  const Dimensions *d = report->dimensions;
  say_names(d, out);
  say_lost(d, out);
  if (d->missing.n > 0) {
    outline_add(out, ITEM_LINE, 4);
    outline_say(out, "a unit of ");
    for (size_t i = 0; i < d->missing.n; i++)
      outline_say(out, "%s%s",
                  i == 0                 ? ""
                  : i + 1 < d->missing.n ? ", "
                                         : " and ",
                  d->missing.at[i]);
    outline_say(out, " would determine %s",
                d->missing.n == 1 ? "what is left open" : "all the others");
  }
  outline_line(out, 4, "units that can be chosen freely: %zu", d->scalings);
  for (size_t i = 0; i < d->groups.n; i++) {
    outline_add(out, ITEM_LINE, 4);
    outline_say(out, i == 0 ? "pure numbers of the parameters: " : "and ");
    outline_math_open(out);
    outline_math_expr(out, d->groups.at[i]);
    outline_math_close(out);
  }
  if (expr_is_none(d->time)) return;
  outline_add(out, ITEM_LINE, 4);
  outline_say(out, "a unit of time: ");
  outline_math_open(out);
  outline_math_expr(out, d->time);
  outline_math_close(out);
}
