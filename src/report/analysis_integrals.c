// report/analysis_integrals.c: first integrals, as `analyze` shows them.

#include "report/analysis.h"

// Returns "2", or "2, 1, 0 beside 0, 1, 2 of them" if the degrees differ.
static const char *limits_text(const AnalysisReport *r) {
  const Integrals *found = r->integrals;
  bool same = true;
  for (unsigned d = 1; d <= found->degree; d++) same = same && found->limit[d] == found->limit[0];
  if (same) return text_format(r->arena, "%u", found->limit[0]);
  Text text = text_make(r->arena);
  for (unsigned d = 0; d <= found->degree; d++)
    text_addf(&text, "%s%u", d ? ", " : "", found->limit[d]);
  text_add(&text, " beside ");
  for (unsigned d = 0; d <= found->degree; d++) text_addf(&text, "%s%u", d ? ", " : "", d);
  text_add(&text, " of these");
  return text_get(&text);
}

// --- for people ----------------------------------------------------------------------------------

#define FORMULAS_EACH 5  // so many short formulas take the room of one equilibrium

static void say_one(const AnalysisReport *r, const Integral *i, Outline *o) {
  outline_add(o, ITEM_LINE, 4);
  if (i->kind == INTEGRAL_MOMENTUM) {
    outline_say(o, "momentum of ");
    outline_expr(o, r->model->coordinates.at[i->coordinate].q);
  } else {
    outline_say(o, "%s", i->name);
  }
  outline_say(o, "%s%s", i->proof.verdict == VERDICT_PROVED ? "" : "; verified to many digits",
              i->follows ? "; follows from the others" : "");
  outline_add(o, ITEM_FORMULA, 8);
  outline_expr(o, i->shown);
}

static void say_cyclic(const AnalysisReport *r, Outline *o) {
  bool any = false;
  size_t shown = outline_shown(o, r->model->coordinates.n, FORMULAS_EACH);
  for (size_t i = 0; i < r->model->coordinates.n; i++) {
    if (!r->integrals->cyclic[i]) continue;
    if (shown-- == 0) {
      outline_say(o, ", …");
      return;
    }
    // constraints may fix what L leaves free
    if (!any)
      outline_line(o, 4, "%s: ",
                   r->model->constraints.n == 0
                     ? "cyclic coordinates"
                     : "coordinates that are cyclic but for the constraints");
    if (any) outline_say(o, ", ");
    outline_expr(o, r->model->coordinates.at[i].q);
    any = true;
  }
}

// Explains the names in the formulas.
static void say_names(const Integrals *found, Outline *o) {
  for (size_t i = 0; i < outline_shown(o, found->definitions.n, FORMULAS_EACH); i++) {
    if (i == 0) outline_add(o, ITEM_LINE, 4)->hang = 5;
    outline_say(o, "%s", i == 0 ? "with " : i % 3 == 0 ? ",\n" : ", ");
    outline_math_open(o);
    outline_math_expr(o, found->definitions.at[i].symbol);
    outline_math_add(o, " = ", " = ");
    outline_math_close(o);
    outline_code(o, "%s", found->definitions.at[i].text);
  }
}

static void say_some(Outline *o, const Expr *at, size_t n) {
  const size_t shown = outline_shown(o, n, FORMULAS_EACH);
  outline_exprs(o, at, shown);
  if (shown < n) outline_say(o, ", …");
}

static void say_search(const AnalysisReport *r, Outline *o) {
  const Integrals *found = r->integrals;
  outline_add(o, ITEM_NOTE, 4)->hang = 4;
  outline_say(o, "searched: up to the degree %u in ", found->degree);
  say_some(o, found->letters.at, found->letters.n);
  outline_say(o, "; coefficients up to the degree %s in ", limits_text(r));
  say_some(o, found->atoms.at, found->atoms.n);
  outline_say(o, "; %zu candidates", found->candidates);
  if (found->body == NULL) return;
  outline_say(o, "; and in the angular velocity of ");
  outline_code(o, "%s", found->body);
  outline_say(o, " and the directions of its axes; %zu candidates", found->body_candidates);
}

void analysis_say_integrals(const AnalysisReport *r, Outline *o) {
  const Integrals *found = r->integrals;
  say_cyclic(r, o);
  const size_t shown = outline_shown(o, found->list.n, FORMULAS_EACH);
  for (size_t i = 0; i < shown; i++) say_one(r, &found->list.at[i], o);
  outline_more(o, 4, found->list.n - shown, "integrals");
  if (found->unfinished) return;
  if (found->list.n == 0 && found->unlifted == 0) outline_line(o, 4, "none was found");
  if (found->unlifted > 0)
    outline_line(o, 4, "%zu%s with coefficients that were not found as functions of the parameters",
                 found->unlifted, found->list.n > 0 ? " more" : "");
  if (found->jumping)
    outline_line(o, 4, "formulas whose rates vanish, but which jump, are not among them");
  say_names(found, o);
  if (found->fault != NULL)
    outline_line(o, 4, "not searched further: %s", found->fault);
  else
    say_search(r, o);
}

const char *analysis_integral_kind(IntegralKind kind) {
  static const char *const names[] = {"energy",   "jacobi", "momentum",  "symmetry",
                                      "position", "linear", "polynomial"};
  return names[kind];
}
