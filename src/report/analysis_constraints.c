// report/analysis_constraints.c: the constraints of a system, as `analyze` shows them.

#include "report/analysis.h"
#include <math.h>
#include <string.h>

#define INDENT 4
#define NAME_MOST 20  // most columns that names get

// --- pieces --------------------------------------------------------------------------------------

static const char *plural(size_t n) {
  return n == 1 ? "" : "s";
}

static const char *dimensions(const Outline *o, const Flag *flag) {
  Text text = text_make(o->arena);
  for (size_t i = 0; i < flag->n; i++)
    text_addf(&text, "%s%zu", i ? ", " : "(", flag->dimension[i]);
  text_add(&text, ")");
  return text_get(&text);
}

static unsigned name_width(const ConstraintAnalysis *c) {
  size_t width = 0;
  for (size_t i = 0; i < c->n; i++)
    if (strlen(c->at[i].name) > width) width = strlen(c->at[i].name);
  return (unsigned) (width < NAME_MOST ? width : NAME_MOST);
}

// --- one constraint ------------------------------------------------------------------------------

static const char *integrable_words(const ConstraintFinding *f) {
  if (f->kind == KIND_HOLONOMIC || f->kind == KIND_ACCELERATION) return "";
  if (f->one_side) return "; integrable on one side of where it jumps or bends";
  if (f->alone) return "; integrable";
  if (f->integrable == TRUTH_YES) return "; integrable with the others";
  if (f->integrable == TRUTH_NO) return "; not integrable";
  return f->kind == KIND_NONLINEAR ? "" : "; alone not integrable, with the others not decided";
}

static void say_kind(const ConstraintFinding *f, Outline *o) {
  static const char *const words[KIND_COUNT] = {"holonomic", "linear", "affine", "nonlinear",
                                                "on accelerations"};
  outline_say(o, "%s", words[f->kind]);
  if (f->kind == KIND_NONLINEAR && f->homogeneous)
    outline_say(o, " (degree %d)", f->degree);
  else if (f->kind == KIND_NONLINEAR)
    outline_say(o, " (not homogeneous)");
  if (f->with_time) outline_say(o, ", with the time");
  outline_say(o, "%s", integrable_words(f));
  if (f->redundant && f->kind != KIND_NONLINEAR) {
    outline_say(o, "%s",
                f->n_from == 0              ? "; redundant: always holds"
                : f->kind == KIND_HOLONOMIC ? "; redundant: its rate follows from "
                                            : "; redundant: follows from ");
    outline_names(o, f->from, f->n_from);
  }
}

static const char *factor_words(const FactorFinding *factor) {
  if (factor->kind == KIND_HOLONOMIC || factor->kind == KIND_NONLINEAR) return "";
  if (factor->integrable == TRUTH_YES) return ", integrable";
  return factor->integrable == TRUTH_NO ? ", not integrable" : "";
}

static void say_factors(const ConstraintFinding *f, unsigned indent, Outline *o) {
  static const char *const kinds[KIND_COUNT] = {"holonomic", "linear", "affine", "nonlinear", ""};
  for (size_t i = 0; i < f->factors.n; i++) {
    outline_add(o, ITEM_ENTRY, indent);
    outline_say(o, "%zu: ", i + 1);
    outline_equation(o, f->factors.at[i]);
    outline_say(o, "; %s%s", kinds[f->factor[i].kind], factor_words(&f->factor[i]));
  }
  for (size_t i = 0; i < f->transitions.n; i++) {
    const Transition *t = &f->transitions.at[i];
    outline_add(o, ITEM_ENTRY, indent);
    outline_say(o, "transition states %zu-%zu: ", t->first + 1, t->second + 1);
    outline_equation(o, f->factors.at[t->first]);
    outline_say(o, " and ");
    outline_equation(o, f->factors.at[t->second]);
    if (t->real != TRUTH_YES) outline_say(o, " (no real one was found)");
  }
}

// Says what a nonlinear constraint amounts to; returns whether equations for it follow.
static bool say_apparent(const ConstraintFinding *f, Outline *o) {
  switch (f->apparent.kind) {
    case APPARENT_NOT: outline_say(o, "; no linear equation is hidden in it"); return false;
    case APPARENT_IMPLIED:
      outline_say(o, " in form only: it follows from %s", f->n_from > 0 ? "" : "the linear ones");
      outline_names(o, f->from, f->n_from);
      return false;
    case APPARENT_LINEAR:
      outline_say(o, " in form only");
      if (f->factors.power && f->factors.n == 1) {
        outline_say(o, ", a power (");
        outline_code(o, "--branch %s=1", f->name);
        outline_say(o, ")");
      }
      outline_say(o, ": it is equivalent to");
      return true;
    case APPARENT_SQUARES: outline_say(o, " in form only: a sum of squares, that is"); return true;
    case APPARENT_EMPTY:
      outline_say(o, ": a sum of squares that no real state satisfies");
      return false;
    case APPARENT_PRODUCT:
      if (f->factors.n < 2) outline_say(o, "; where the linear ones hold it is the product of");
      return f->factors.n < 2;
    case APPARENT_UNDECIDED: return false;
  }
  return false;
}

static void say_constraint(const ConstraintFinding *f, unsigned width, Outline *o) {
  const unsigned indent = INDENT + width + 2;
  OutlineItem *item = outline_add(o, ITEM_NAMED, INDENT);
  item->name = f->name;
  item->width = width;
  say_kind(f, o);
  const bool forms = f->kind == KIND_NONLINEAR && say_apparent(f, o);
  if (f->factors.n > 1) {
    outline_say(o, "; a product, ");
    outline_code(o, "--branch %s=K", f->name);
    outline_say(o, " takes one factor");
  }
  for (size_t i = 0; forms && i < f->apparent.n; i++) {
    outline_add(o, ITEM_ENTRY, indent + 2);
    outline_equation(o, f->apparent.forms[i]);
  }
  if (f->factors.n > 1) say_factors(f, indent, o);
}

// --- all of them together ------------------------------------------------------------------------

static void say_count(const ConstraintAnalysis *c, Outline *o) {
  const size_t free = c->coordinates - c->rank;
  if (c->rates)
    outline_line(o, INDENT, "the rates of %zu coordinates are given by %zu free speed%s",
                 c->coordinates, c->speeds, plural(c->speeds));
  else if (c->n == 0)
    outline_line(o, INDENT, "none");
  else
    outline_line(o, INDENT, "%zu independent %s%s, %zu coordinates: %zu degree%s of freedom%s",
                 c->rank, c->rank > c->n ? "equation" : "of ",
                 c->rank > c->n ? plural(c->rank) : text_format(o->arena, "%zu", c->n),
                 c->coordinates, free, plural(free),
                 c->exact ? "" : " (the rank off the constraints)");
}

static void say_potentials(const ConstraintAnalysis *c, Outline *o) {
  for (size_t i = 0; i < c->potentials.n; i++) {
    outline_add(o, ITEM_FORMULA, INDENT + 2);
    outline_math_open(o);
    outline_math_expr(o, c->potentials.at[i]);
    outline_math_add(o, " = constant", " = \\text{constant}");
    outline_math_close(o);
  }
  if (c->potentials.n > 0 && c->potentials.n < c->integrable)
    outline_line(o, INDENT + 2, "and %zu without a closed form", c->integrable - c->potentials.n);
}

// Example: at y = 0: growth vector (2, 2, 3)
static void say_place(const ConstraintAnalysis *c, Outline *o) {
  if (c->n_place == 0) return;
  outline_line(o, INDENT, "at ");
  for (size_t i = 0; i < c->n_place; i++) {
    if (i > 0) outline_say(o, ", ");
    outline_math_open(o);
    outline_math_expr(o, c->place[i].left);
    outline_math_add(o, " = ", " = ");
    outline_math_expr(o, c->place[i].right);
    outline_math_close(o);
  }
  if (c->place_status == STATUS_OK)
    outline_say(o, ": growth vector %s", dimensions(o, &c->growth_at));
  else if (c->place_status == STATUS_DOMAIN)
    outline_say(o, ": the constraints depend on each other there");
  else if (c->place_status == STATUS_UNABLE)
    outline_say(o, ": no such point was found");
  else
    outline_say(o, ": the growth vector begins with %s", dimensions(o, &c->growth_at));
}

static void say_flag(const ConstraintAnalysis *c, Outline *o) {
  const Pfaff *f = &c->pfaff;
  if (!c->has_forms) return;
  if (c->flag != STATUS_OK) {
    outline_line(o, INDENT, "the growth vector was not found: its fields are too long");
    return;
  }
  const bool same =
    f->growth.n == f->derived.n && memcmp(f->growth.dimension, f->derived.dimension,
                                          f->growth.n * sizeof *f->growth.dimension) == 0;
  outline_line(o, INDENT, "growth vector %s%s%s%s", dimensions(o, &f->growth),
               f->with_time ? ", with the time" : "", same ? "" : "; derived flag ",
               same ? "" : dimensions(o, &f->derived));
  say_place(c, o);
  const char *whose = f->whole ? "" : " of the linear ones";
  if (c->integrable == 0) {
    outline_line(o, INDENT, "no combination%s is integrable", whose);
    return;
  }
  bool one_side = false;
  for (size_t a = 0; a < c->n; a++) one_side = one_side || c->at[a].one_side;
  outline_line(o, INDENT, "%zu combination%s%s %s integrable%s%s", c->integrable,
               plural(c->integrable), whose, c->integrable == 1 ? "is" : "are",
               one_side ? " there" : "", c->potentials.n > 0 ? ":" : "; no closed form was found");
  say_potentials(c, o);
}

// Names the constraints that come and go and are not in force: the analysis leaves them out.
static void say_mode(const Model *model, Outline *o) {
  size_t n;
  const Constraint *all = model_declared(model, &n);
  Text names = text_make(model->arena);
  for (size_t i = 0; i < n; i++)
    if (model_use(model, i) != USE_IN_FORCE)
      text_addf(&names, "%s%s", names.n > 0 ? ", " : "", all[i].name);
  if (names.n > 0)
    outline_line(o, INDENT, "in the mode in which these are not in force: %s", text_get(&names));
}

#define CONSTRAINTS_EACH 8  // so many constraints take the room of one equilibrium

void analysis_say_constraints(const AnalysisReport *r, Outline *o) {
  const ConstraintAnalysis *c = r->constraints;
  const size_t shown = outline_shown(o, c->n, CONSTRAINTS_EACH);
  for (size_t i = 0; i < shown; i++) say_constraint(&c->at[i], name_width(c), o);
  outline_more(o, INDENT, c->n - shown, "constraints");
  for (size_t i = 0; i < c->hidden.combined.n; i++) {
    outline_line(o, INDENT, "together the nonlinear ones imply ");
    outline_equation(o, c->hidden.combined.at[i]);
  }
  say_count(c, o);
  say_flag(c, o);
  say_mode(r->model, o);
}

const char *analysis_apparent_kind(ApparentKind kind) {
  static const char *const text[] = {"nonlinear", "implied", "linear",   "squares",
                                     "empty",     "product", "undecided"};
  return text[kind];
}
