// report/analysis_constraints.c: the constraints of a system, as text, LaTeX and JSON.

#include "expr/print.h"
#include "report/analysis.h"
#include <math.h>
#include <string.h>

typedef struct {
  const AnalysisReport *r;
  const ConstraintAnalysis *c;
  ExprPool *pool;
  bool latex;
  Text *out;
} Page;

// --- pieces --------------------------------------------------------------------------------------

// A formula, with dollar signs in LaTeX.
static void add_formula(const Page *p, Expr e, const char *after) {
  if (p->latex) text_add(p->out, "\\(");
  (void) expr_print(p->pool, e, p->latex ? FORMAT_LATEX : FORMAT_TEXT, NULL, p->out);
  text_addf(p->out, "%s%s", after, p->latex ? "\\)" : "");
}

static void add_words(const Page *p, const char *words) {
  plain_print(str(words), p->latex ? FORMAT_LATEX : FORMAT_TEXT, p->out);
}

static const char *plural(size_t n) {
  return n == 1 ? "" : "s";
}

static const char *names(const Page *p, const char *const *at, size_t n) {
  Text text = text_make(p->r->arena);
  for (size_t i = 0; i < n; i++)
    text_addf(&text, "%s%s", i == 0 ? "" : i + 1 == n ? " and " : ", ", at[i]);
  return text_get(&text);
}

static const char *dimensions(const Page *p, const Flag *flag) {
  Text text = text_make(p->r->arena);
  for (size_t i = 0; i < flag->n; i++)
    text_addf(&text, "%s%zu", i ? ", " : "(", flag->dimension[i]);
  text_add(&text, ")");
  return text_get(&text);
}

static size_t name_width(const ConstraintAnalysis *c) {
  size_t width = 0;
  for (size_t i = 0; i < c->n; i++)
    if (strlen(c->at[i].name) > width) width = strlen(c->at[i].name);
  return width < 20 ? width : 20;
}

// A further line about the constraint whose name stands above.
static void begin_line(const Page *p) {
  if (p->latex)
    text_add(p->out, "\\\\\n  ");
  else
    text_addf(p->out, "\n    %*s  ", (int) name_width(p->c), "");
}

// --- one constraint ------------------------------------------------------------------------------

static const char *integrable_words(const ConstraintFinding *f) {
  if (f->kind == KIND_HOLONOMIC || f->kind == KIND_ACCELERATION) return "";
  if (f->alone) return "; integrable";
  if (f->integrable == TRUTH_YES) return "; integrable with the others";
  if (f->integrable == TRUTH_NO) return "; not integrable";
  return f->kind == KIND_NONLINEAR ? "" : "; alone not integrable, with the others not decided";
}

static void add_kind(const Page *p, const ConstraintFinding *f) {
  static const char *const words[KIND_COUNT] = {"holonomic", "linear", "affine", "nonlinear",
                                                "on accelerations"};
  text_add(p->out, words[f->kind]);
  if (f->kind == KIND_NONLINEAR && f->homogeneous)
    text_addf(p->out, " (degree %d)", f->degree);
  else if (f->kind == KIND_NONLINEAR)
    text_add(p->out, " (not homogeneous)");
  if (f->with_time) text_add(p->out, ", with the time");
  text_add(p->out, integrable_words(f));
  if (f->redundant && f->kind != KIND_NONLINEAR) {
    text_add(p->out, f->n_from == 0              ? "; redundant: always holds"
                     : f->kind == KIND_HOLONOMIC ? "; redundant: its rate follows from "
                                                 : "; redundant: follows from ");
    add_words(p, names(p, f->from, f->n_from));
  }
}

static void add_factors(const Page *p, const ConstraintFinding *f) {
  static const char *const kinds[KIND_COUNT] = {"holonomic", "linear", "affine", "nonlinear", ""};
  for (size_t i = 0; i < f->factors.n; i++) {
    begin_line(p);
    text_addf(p->out, "%zu: ", i + 1);
    print_equation(p->pool, f->factors.at[i], p->latex, p->out);
    const FactorFinding *factor = &f->factor[i];
    text_addf(p->out, "   %s%s", kinds[factor->kind],
              factor->kind == KIND_HOLONOMIC || factor->kind == KIND_NONLINEAR ? ""
              : factor->integrable == TRUTH_YES                                ? ", integrable"
              : factor->integrable == TRUTH_NO                                 ? ", not integrable"
                                                                               : "");
  }
  for (size_t i = 0; i < f->transitions.n; i++) {
    const Transition *t = &f->transitions.at[i];
    begin_line(p);
    text_addf(p->out, "transition states %zu-%zu: ", t->first + 1, t->second + 1);
    print_equation(p->pool, f->factors.at[t->first], p->latex, p->out);
    text_add(p->out, " and ");
    print_equation(p->pool, f->factors.at[t->second], p->latex, p->out);
    if (t->real != TRUTH_YES) text_add(p->out, " (no real one was found)");
  }
}

static void add_forms(const Page *p, const Apparent *a) {
  for (size_t i = 0; i < a->n; i++) {
    begin_line(p);
    text_add(p->out, "  ");
    print_equation(p->pool, a->forms[i], p->latex, p->out);
  }
}

// What a nonlinear constraint amounts to.
static void add_apparent(const Page *p, const ConstraintFinding *f) {
  const Apparent *a = &f->apparent;
  switch (a->kind) {
    case APPARENT_NOT: text_add(p->out, "; no linear equation is hidden in it"); break;
    case APPARENT_IMPLIED:
      text_add(p->out, " in form only: it follows from ");
      add_words(p, f->n_from > 0 ? names(p, f->from, f->n_from) : "the linear ones");
      break;
    case APPARENT_LINEAR:
      text_add(p->out, " in form only");
      if (f->factors.power && f->factors.n == 1) {
        text_add(p->out, ", a power (--branch ");
        add_words(p, f->name);
        text_add(p->out, "=1)");
      }
      text_add(p->out, ": it says the same as");
      break;
    case APPARENT_SQUARES: text_add(p->out, " in form only: a sum of squares, that is"); break;
    case APPARENT_EMPTY: text_add(p->out, ": a sum of squares that no real state satisfies"); break;
    case APPARENT_PRODUCT:
      if (f->factors.n < 2) text_add(p->out, "; where the linear ones hold it is the product of");
      break;
    case APPARENT_UNDECIDED: break;
  }
  if (a->kind == APPARENT_LINEAR || a->kind == APPARENT_SQUARES ||
      (a->kind == APPARENT_PRODUCT && f->factors.n < 2))
    add_forms(p, a);
}

static void add_constraint(const Page *p, const ConstraintFinding *f) {
  if (p->latex) {
    text_add(p->out, "  \\item[");
    add_words(p, f->name);
    text_add(p->out, "] ");
  } else {
    text_addf(p->out, "    %-*s  ", (int) name_width(p->c), f->name);
  }
  add_kind(p, f);
  if (f->kind == KIND_NONLINEAR) add_apparent(p, f);
  if (f->factors.n > 1) {
    text_addf(p->out, "; a product, --branch ");
    add_words(p, f->name);
    text_add(p->out, "=K takes one factor");
    add_factors(p, f);
  }
  text_add(p->out, "\n");
}

// --- all of them together ------------------------------------------------------------------------

static void add_line(const Page *p, const char *text) {
  text_addf(p->out, "%s%s%s\n", p->latex ? "\n" : "    ", text, p->latex ? "\n" : "");
}

static void add_count(const Page *p) {
  const ConstraintAnalysis *c = p->c;
  Arena *arena = p->r->arena;
  if (c->rates)
    add_line(p, text_format(arena, "the rates of %zu coordinates are given by %zu free speed%s",
                            c->coordinates, c->speeds, plural(c->speeds)));
  else if (c->n == 0)
    add_line(p, "none");
  else
    add_line(p,
             text_format(arena, "%zu independent %s%s, %zu coordinates: %zu degree%s of freedom%s",
                         c->rank, c->rank > c->n ? "equation" : "of ",
                         c->rank > c->n ? plural(c->rank) : text_format(arena, "%zu", c->n),
                         c->coordinates, c->coordinates - c->rank, plural(c->coordinates - c->rank),
                         c->exact ? "" : " (the rank off the constraints)"));
}

static void add_flag(const Page *p) {
  const ConstraintAnalysis *c = p->c;
  const Pfaff *f = &c->pfaff;
  Arena *arena = p->r->arena;
  if (!c->has_forms) return;
  if (c->flag != STATUS_OK) {
    add_line(p, "the growth vector was not found: its fields are too long");
    return;
  }
  const bool same =
    f->growth.n == f->derived.n && memcmp(f->growth.dimension, f->derived.dimension,
                                          f->growth.n * sizeof *f->growth.dimension) == 0;
  add_line(p, text_format(arena, "growth vector %s%s%s%s", dimensions(p, &f->growth),
                          f->in_time ? ", with the time" : "", same ? "" : "; derived flag ",
                          same ? "" : dimensions(p, &f->derived)));
  const char *whose = f->whole ? "" : " of the linear ones";
  if (c->integrable == 0) {
    add_line(p, text_format(arena, "no combination%s is integrable", whose));
    return;
  }
  add_line(p, text_format(arena, "%zu combination%s%s %s integrable%s", c->integrable,
                          plural(c->integrable), whose, c->integrable == 1 ? "is" : "are",
                          c->potentials.n > 0 ? ":" : "; no closed form was found"));
  for (size_t i = 0; i < c->potentials.n; i++) {
    text_add(p->out, p->latex ? "\n" : "      ");
    add_formula(p, c->potentials.at[i], " = constant");
    text_add(p->out, p->latex ? "\n" : "\n");
  }
  if (c->potentials.n > 0 && c->potentials.n < c->integrable)
    add_line(
      p, text_format(arena, "  and %zu without a closed form", c->integrable - c->potentials.n));
}

void print_constraints(const AnalysisReport *r, bool latex, Text *out) {
  const ConstraintAnalysis *c = r->constraints;
  const Page p = {r, c, r->model->pool, latex, out};
  if (latex && c->n > 0) text_add(out, "\\begin{description}\n");
  for (size_t i = 0; i < c->n; i++) add_constraint(&p, &c->at[i]);
  if (latex && c->n > 0) text_add(out, "\\end{description}\n");
  for (size_t i = 0; i < c->hidden.combined.n; i++) {
    text_add(out, latex ? "\n" : "    ");
    text_add(out, "together the nonlinear ones imply ");
    print_equation(p.pool, c->hidden.combined.at[i], latex, out);
    text_add(out, "\n");
  }
  add_count(&p);
  add_flag(&p);
}

// --- JSON ----------------------------------------------------------------------------------------

static void json_truth(Json *json, const char *key, Truth truth) {
  if (truth == TRUTH_UNKNOWN)
    json_number(json, key, (double) NAN);
  else
    json_bool(json, key, truth == TRUTH_YES);
}

static void json_list(Json *json, const char *key, const AnalysisReport *r, const Expr *at,
                      size_t n) {
  json_begin(json, key, '[');
  for (size_t i = 0; i < n; i++)
    json_string(json, NULL, expr_text(r->model->pool, at[i], r->arena));
  json_end(json, ']');
}

static const char *apparent_name(ApparentKind kind) {
  static const char *const text[] = {"nonlinear", "implied", "linear",   "squares",
                                     "empty",     "product", "undecided"};
  return text[kind];
}

static void json_one(Json *json, const AnalysisReport *r, const ConstraintFinding *f) {
  const bool product = f->factors.n > 1 || f->factors.power;
  json_begin(json, NULL, '{');
  json_string(json, "name", f->name);
  json_string(json, "kind", constraint_kind_name(f->kind));
  json_truth(json, "integrable", f->integrable);
  json_bool(json, "alone", f->alone);
  json_bool(json, "redundant", f->redundant);
  json_begin(json, "follows_from", '[');
  for (size_t i = 0; i < f->n_from; i++) json_string(json, NULL, f->from[i]);
  json_end(json, ']');
  json_bool(json, "homogeneous", f->homogeneous);
  if (f->homogeneous) json_number(json, "degree", f->degree);
  json_bool(json, "with_time", f->with_time);
  json_list(json, "factors", r, f->factors.at, product ? f->factors.n : 0);
  if (f->kind == KIND_NONLINEAR) {
    json_string(json, "apparent", apparent_name(f->apparent.kind));
    json_list(json, "equations", r, f->apparent.forms, f->apparent.n);
  }
  json_end(json, '}');
}

static void json_flag(Json *json, const char *key, const Flag *flag) {
  double at[FLAG_MOST];
  for (size_t i = 0; i < flag->n; i++) at[i] = (double) flag->dimension[i];
  json_numbers(json, key, at, flag->n, 1);
}

void json_constraints(const AnalysisReport *r, Json *json) {
  const ConstraintAnalysis *c = r->constraints;
  json_begin(json, "constraints", '[');
  for (size_t i = 0; i < c->n; i++) json_one(json, r, &c->at[i]);
  json_end(json, ']');
  json_begin(json, "freedom", '{');
  json_number(json, "coordinates", (double) c->coordinates);
  json_number(json, "rank", (double) c->rank);
  if (c->has_forms && c->flag == STATUS_OK) {
    json_flag(json, "growth", &c->pfaff.growth);
    json_flag(json, "derived", &c->pfaff.derived);
    json_number(json, "integrable", (double) c->integrable);
    json_list(json, "constant", r, c->potentials.at, c->potentials.n);
  }
  json_end(json, '}');
}
