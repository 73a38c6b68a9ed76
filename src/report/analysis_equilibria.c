// report/analysis_equilibria.c: equilibria, their stability and small motions.

#include "expr/print.h"
#include "report/analysis.h"
#include "report/analysis_impl.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PAGE 92  // columns, without the margin of a part
#define LONG 40  // characters of a formula that leave no room behind it

// --- pieces --------------------------------------------------------------------------------------

static ExprPool *pool_of(const AnalysisReport *r) {
  return r->model->pool;
}

void print_expr(const AnalysisReport *r, Expr e, bool latex, Text *out) {
  expr_print(pool_of(r), e, latex ? FORMAT_LATEX : FORMAT_TEXT, NULL, out);
}

void print_number(double value, bool latex, Text *out) {
  char text[40];
  snprintf(text, sizeof text, "%.7g", value == 0 ? 0.0 : value);
  const char *e = latex ? strchr(text, 'e') : NULL;
  if (e == NULL)
    text_add(out, text);
  else
    text_addf(out, "%.*s \\cdot 10^{%d}", (int) (e - text), text, atoi(e + 1));
}

// a + b i
void print_complex(double re, double im, bool latex, Text *out) {
  if (re != 0 || im == 0) print_number(re, latex, out);
  if (im == 0) return;
  text_add(out, im < 0 ? (re != 0 ? " - " : "-") : re != 0 ? " + " : "");
  print_number(fabs(im), latex, out);
  text_add(out, latex ? "\\mathrm{i}" : "i");
}

void print_indented(const char *text, Text *out) {
  while (*text != '\0') {
    const size_t n = strcspn(text, "\n");
    if (n > 0) text_add(out, "    ");
    text_add_str(out, (Str){text, n});
    text_add(out, "\n");
    text += text[n] == '\n' ? n + 1 : n;
  }
}

// Up to the next space after a comma, semicolon or colon.
static size_t piece_of(const char *at) {
  size_t n = 0;
  while (at[n] != '\0' && !(n > 0 && at[n] == ' ' && strchr(",;:", at[n - 1]))) n++;
  return n;
}

void print_wrapped(const char *line, size_t indent, Text *out) {
  size_t column = 0;
  for (const char *piece = line; *piece != '\0';) {
    const size_t gap = column > 0 && *piece == ' ' ? 1 : 0, n = gap + piece_of(piece + gap);
    if (column > indent && column + n > PAGE) {
      text_addf(out, "\n%*s", (int) indent, "");
      text_add_str(out, (Str){piece + gap, n - gap});
      column = indent + n - gap;
    } else {
      text_add_str(out, (Str){piece, n});
      column += n;
    }
    piece += n;
  }
  text_add(out, "\n");
}

// A grid of entries in brackets, its rows under each other.
void print_grid(const char *name, const char *const *entry, size_t rows, size_t columns,
                Arena *arena, Text *out) {
  size_t *width = ARENA_ARRAY(arena, size_t, columns + 1);
  for (size_t i = 0; i < rows * columns; i++)
    if (strlen(entry[i]) > width[i % columns]) width[i % columns] = strlen(entry[i]);
  for (size_t i = 0; i < rows; i++) {
    text_addf(out, "      %*s%s[ ", (int) strlen(name), i == 0 ? name : "", i == 0 ? " = " : "   ");
    for (size_t j = 0; j < columns; j++)
      text_addf(out, "%s%-*s", j > 0 ? ", " : "", (int) width[j], entry[i * columns + j]);
    text_add(out, " ]\n");
  }
}

void print_latex_grid(const char *name, const char *const *entry, size_t rows, size_t columns,
                      Text *out) {
  text_addf(out, "\\[\n  %s = \\begin{pmatrix}\n", name);
  for (size_t i = 0; i < rows; i++) {
    text_add(out, "    ");
    for (size_t j = 0; j < columns; j++)
      text_addf(out, "%s%s", j > 0 ? " & " : "", entry[i * columns + j]);
    text_add(out, i + 1 < rows ? " \\\\\n" : "\n");
  }
  text_add(out, "  \\end{pmatrix}\n\\]\n");
}

const char *const *number_entries(const double *at, size_t n, bool latex, Arena *arena) {
  const char **entry = ARENA_ARRAY(arena, const char *, n + 1);
  for (size_t i = 0; i < n; i++) {
    Text text = text_make(arena);
    print_number(at[i], latex, &text);
    entry[i] = text_get(&text);
  }
  return entry;
}

static const char *const *expr_entries(const AnalysisReport *r, const Expr *at, size_t n,
                                       bool latex) {
  const char **entry = ARENA_ARRAY(r->arena, const char *, n + 1);
  for (size_t i = 0; i < n; i++) {
    Text text = text_make(r->arena);
    print_expr(r, at[i], latex, &text);
    entry[i] = text_get(&text);
  }
  return entry;
}

const char *stability_name(Stability stability) {
  return stability == STABILITY_STABLE     ? "stable"
         : stability == STABILITY_UNSTABLE ? "unstable"
                                           : "undecided";
}

// --- text ----------------------------------------------------------------------------------------

static const char *opens(bool latex) {
  return latex ? "\\(" : "";
}

static const char *closes(bool latex) {
  return latex ? "\\)" : "";
}

static void print_place(const AnalysisReport *r, const Equilibrium *e, bool latex, Text *out) {
  const Equilibria *all = r->equilibria;
  for (size_t i = 0; i < all->n; i++) {
    text_addf(out, "%s%s", i > 0 ? ", " : "", opens(latex));
    if (e->any[i]) {
      text_addf(out, "%s", latex ? "\\text{any } " : "any ");
      print_expr(r, all->q[i], latex, out);
      text_add(out, closes(latex));
      continue;
    }
    print_expr(r, all->q[i], latex, out);
    text_add(out, " = ");
    const bool exact = e->exact != NULL;
    if (exact) print_expr(r, e->exact[i], latex, out);
    if (exact && expr_is_number(pool_of(r), e->exact[i])) {
      text_add(out, closes(latex));
      continue;
    }
    if (exact) text_add(out, " = ");
    print_number(e->q[i], latex, out);
    text_add(out, closes(latex));
  }
}

static void print_set(const AnalysisReport *r, const Equilibrium *e, Text *out) {
  size_t free = 0;
  for (size_t i = 0; i < r->equilibria->n; i++) free += e->any[i];
  if (e->family > free)
    text_addf(out, "   one of a set of %zu dimension%s\n", e->family, e->family == 1 ? "" : "s");
  if (!e->certain && e->exact == NULL)
    text_add(out, "   found in numbers, without a proof that there is one\n");
}

static void print_matrices(const AnalysisReport *r, const Equilibrium *e, bool latex, Text *out) {
  if (e->A0 == NULL) return;
  const size_t d = e->d;
  text_addf(out, "   small motions %s = (",
            latex ? "\\(A^0 \\ddot\\eta = B^0 \\eta\\), \\(\\eta\\)" : "A0 eta'' = B0 eta, eta");
  for (size_t i = 0; i < d; i++) {
    text_addf(out, "%s%s", i > 0 ? ", " : "", opens(latex));
    print_expr(r, r->equilibria->q[e->index[i]], latex, out);
    text_add(out, closes(latex));
  }
  text_add(out, ")\n");
  const bool closed = e->A0_closed != NULL;
  const char *const *A0 = closed ? expr_entries(r, e->A0_closed, d * d, latex)
                                 : number_entries(e->A0, d * d, latex, r->arena),
                    *const *B0 = closed ? expr_entries(r, e->B0_closed, d * d, latex)
                                        : number_entries(e->B0, d * d, latex, r->arena);
  if (latex) {
    print_latex_grid("A^0", A0, d, d, out);
    print_latex_grid("B^0", B0, d, d, out);
    return;
  }
  print_grid("A0", A0, d, d, r->arena, out);
  print_grid("B0", B0, d, d, r->arena, out);
}

// theta : phi = 1 : -0.2, only the coordinates that take part
static void print_shape(const AnalysisReport *r, const Mode *mode, bool latex, Text *out) {
  const size_t n = r->equilibria->n;
  if (mode->shape == NULL) {
    text_add(out, "no shape of its own");
    return;
  }
  text_add(out, opens(latex));
  for (size_t pass = 0; pass < 2; pass++) {
    bool first = true;
    if (pass == 1) text_add(out, " = ");
    for (size_t i = 0; i < n; i++) {
      if (mode->shape[i] == 0 && mode->shape[n + i] == 0) continue;
      if (!first) text_add(out, " : ");
      if (pass == 0) print_expr(r, r->equilibria->q[i], latex, out);
      if (pass == 1) print_complex(mode->shape[i], mode->shape[n + i], latex, out);
      first = false;
    }
  }
  text_add(out, closes(latex));
}

// lambda = -1 +- 2i for two conjugate roots
static void print_eigenvalue(const Equilibrium *e, const Mode *mode, bool latex, Text *out) {
  if (e->second_order || mode->im == 0) {
    print_complex(mode->re, mode->im, latex, out);
    return;
  }
  if (mode->re != 0) print_number(mode->re, latex, out);
  text_addf(out, "%s%s%s", mode->re != 0 ? " " : "", latex ? "\\pm" : "+-",
            mode->re != 0 ? " " : "");
  print_number(mode->im, latex, out);
  text_add(out, latex ? "\\mathrm{i}" : "i");
}

static void print_value(const AnalysisReport *r, const Equilibrium *e, const Mode *mode, bool latex,
                        Text *out) {
  const bool closed = !expr_is_none(mode->closed);
  text_addf(out, "%s%s = ", opens(latex),
            latex ? (e->second_order ? "\\lambda^2" : "\\lambda")
                  : (e->second_order ? "lambda2" : "lambda"));
  const size_t before = out->n;
  if (closed) print_expr(r, mode->closed, latex, out);
  if (!closed || !expr_is_number(pool_of(r), mode->closed)) {
    if (closed) text_add(out, !latex && out->n - before > LONG ? "\n      = " : " = ");
    print_eigenvalue(e, mode, latex, out);
  }
  text_add(out, closes(latex));
  if (mode->omega > 0 && e->second_order) {
    text_addf(out, ", %s = ", latex ? "\\(\\omega" : "omega");
    print_number(mode->omega, latex, out);
    text_add(out, closes(latex));
  }
}

// How many of the modes from i on are linear like it: these are told together.
static size_t alike(const Equilibrium *e, size_t i) {
  size_t n = 1;
  while (e->mode[i].kind == MODE_LINEAR && i + n < e->modes && e->mode[i + n].kind == MODE_LINEAR)
    n++;
  return n;
}

static void add_shapes(const AnalysisReport *r, const Equilibrium *e, size_t i, size_t n,
                       bool latex, Text *out) {
  for (size_t k = 0; k < n; k++) {
    if (k > 0) text_add(out, "; ");
    print_shape(r, &e->mode[i + k], latex, out);
  }
}

static void print_modes(const AnalysisReport *r, const Equilibrium *e, bool latex, Text *out) {
  for (size_t i = 0, n; i < e->modes; i += n) {
    n = alike(e, i);
    text_addf(out, "   %s: ", mode_kind_name(e->mode[i].kind));
    print_value(r, e, &e->mode[i], latex, out);
    if (n > 1) text_addf(out, ", %zu times", n);
    if (latex) {
      text_add(out, "; ");
      add_shapes(r, e, i, n, latex, out);
      text_add(out, "\\\\\n");
      continue;
    }
    Text line = text_make(r->arena);
    text_add(&line, "      ");
    add_shapes(r, e, i, n, latex, &line);
    text_add(out, "\n");
    print_wrapped(text_get(&line), 8, out);
  }
}

// L8 (8.43): eta = eta1 (C1 cos wt + C2 sin wt) + eta2 (C3 + C4 t) + eta3 (C5 cosh lt + C6 sinh lt)
static void print_solution(const Equilibrium *e, Text *out) {
  if (!e->second_order || e->modes == 0 || e->A0 == NULL) return;
  text_add(out, "   eta = ");
  for (size_t i = 0; i < e->modes; i++) {
    const Mode *m = &e->mode[i];
    const size_t a = 2 * i + 1, b = 2 * i + 2;
    if (i > 0) text_add(out, "\n       + ");
    text_addf(out, "eta%zu*(", i + 1);
    if (m->kind == MODE_LINEAR) {
      text_addf(out, "C%zu + C%zu*t)", a, b);
      continue;
    }
    const bool oscillates = m->kind == MODE_OSCILLATING;
    const double rate = sqrt(fabs(m->re));
    text_addf(out, "C%zu*%s(%.7g*t) + C%zu*%s(%.7g*t))", a, oscillates ? "cos" : "cosh", rate, b,
              oscillates ? "sin" : "sinh", rate);
  }
  text_add(out, "\n");
}

static void print_equilibrium(const AnalysisReport *r, size_t k, bool latex, Text *out) {
  const Equilibrium *e = &r->equilibria->all.at[k];
  Text line = text_make(r->arena);
  text_addf(&line, latex ? "\\paragraph{%zu.} " : "%zu. ", k + 1);
  print_place(r, e, latex, &line);
  text_addf(&line, ": %s", stability_name(e->stability.stability));
  if (latex)
    text_addf(out, "%s\n", text_get(&line));
  else
    print_wrapped(text_get(&line), 3, out);
  text_addf(out, "   %s\n", e->stability.reason);
  print_set(r, e, out);
  print_matrices(r, e, latex, out);
  print_modes(r, e, latex, out);
  if (!latex) print_solution(e, out);
}

static void add_ranges(const AnalysisReport *r, bool latex, Text *out) {
  const Equilibria *all = r->equilibria;
  text_add(out, latex ? "Looked for from starts in " : "looked for from starts in ");
  for (size_t i = 0; i < all->n; i++) {
    text_addf(out, "%s%s", i > 0 ? ", " : "", opens(latex));
    const Range *range = &all->range[i];
    if (range->turns && !range->given) {
      text_add(out, latex ? "-\\pi < " : "-pi < ");
      print_expr(r, all->q[i], latex, out);
      text_add(out, latex ? " \\le \\pi" : " <= pi");
    } else {
      print_number(range->low, latex, out);
      text_add(out, latex ? " \\le " : " <= ");
      print_expr(r, all->q[i], latex, out);
      text_add(out, latex ? " \\le " : " <= ");
      print_number(range->high, latex, out);
    }
    text_add(out, closes(latex));
  }
}

static void print_ranges(const AnalysisReport *r, bool latex, Text *out) {
  Text line = text_make(r->arena);
  add_ranges(r, latex, &line);
  if (latex)
    text_addf(out, "%s.\n", text_get(&line));
  else
    print_wrapped(text_get(&line), 3, out);
}

static void write_equilibria(const AnalysisReport *r, bool latex, Text *out) {
  const Equilibria *all = r->equilibria;
  if (all->none != NULL) {
    text_addf(out, "%s: nothing was looked for\n", all->none);
    return;
  }
  if (all->every) {
    text_add(out, "every position that the constraints allow is one; for example\n");
  } else {
    print_ranges(r, latex, out);
    if (all->all.n == 0) text_add(out, "none was found\n");
    if (all->singular)
      text_add(out, "accelerations are not determined at rest: the constraints lose their rank\n");
  }
  for (size_t i = 0; i < all->all.n; i++) print_equilibrium(r, i, latex, out);
}

void print_equilibria(const AnalysisReport *r, bool latex, Text *out) {
  Text text = text_make(r->arena);
  write_equilibria(r, latex, latex ? out : &text);
  if (!latex) print_indented(text_get(&text), out);
}

// --- JSON ----------------------------------------------------------------------------------------

static const char *name_of(const AnalysisReport *r, size_t i) {
  return expr_symbol_name(pool_of(r), r->equilibria->q[i]);
}

static void json_expr(const AnalysisReport *r, Json *json, const char *key, Expr e) {
  json_string(json, key, expr_text(pool_of(r), e, r->arena));
}

static void json_mode(const AnalysisReport *r, Json *json, const Equilibrium *e, const Mode *m) {
  const size_t n = r->equilibria->n;
  json_begin(json, NULL, '{');
  if (e->second_order && m->im == 0) json_number(json, "lambda2", m->re);
  if (!e->second_order || m->im != 0)
    json_numbers(json, e->second_order ? "lambda2" : "lambda", (const double[]){m->re, m->im}, 2,
                 1);
  if (!expr_is_none(m->closed)) json_expr(r, json, "lambda2_exact", m->closed);
  json_string(json, "kind", mode_kind_name(m->kind));
  if (m->omega > 0) json_number(json, "omega", m->omega);
  json_begin(json, "shape", '{');
  for (size_t i = 0; m->shape != NULL && i < n; i++) {
    if (m->shape[n + i] == 0)
      json_number(json, name_of(r, i), m->shape[i]);
    else
      json_numbers(json, name_of(r, i), m->shape + i, 2, n);
  }
  json_end(json, '}');
  json_end(json, '}');
}

static void json_place(const AnalysisReport *r, Json *json, const Equilibrium *e) {
  json_begin(json, "at", '{');
  for (size_t i = 0; i < r->equilibria->n; i++) json_number(json, name_of(r, i), e->q[i]);
  json_end(json, '}');
  if (e->exact != NULL) {
    json_begin(json, "exact", '{');
    for (size_t i = 0; i < r->equilibria->n; i++)
      if (!e->any[i]) json_expr(r, json, name_of(r, i), e->exact[i]);
    json_end(json, '}');
  }
  json_begin(json, "any", '[');
  for (size_t i = 0; i < r->equilibria->n; i++)
    if (e->any[i]) json_string(json, NULL, name_of(r, i));
  json_end(json, ']');
  json_number(json, "family", (double) e->family);
  json_bool(json, "enclosed", e->certain);
  json_bool(json, "determined", e->determined);
}

void json_matrix(Json *json, const char *key, const double *at, size_t rows, size_t columns) {
  json_begin(json, key, '[');
  for (size_t i = 0; i < rows; i++) json_numbers(json, NULL, at + i * columns, columns, 1);
  json_end(json, ']');
}

void json_equilibria(const AnalysisReport *r, Json *json) {
  json_begin(json, "equilibria", '[');
  for (size_t k = 0; k < r->equilibria->all.n; k++) {
    const Equilibrium *e = &r->equilibria->all.at[k];
    json_begin(json, NULL, '{');
    json_place(r, json, e);
    json_string(json, "stable", stability_name(e->stability.stability));
    json_string(json, "reason", e->stability.reason);
    if (e->A0 != NULL) {
      json_begin(json, "coordinates", '[');
      for (size_t i = 0; i < e->d; i++) json_string(json, NULL, name_of(r, e->index[i]));
      json_end(json, ']');
      json_matrix(json, "A0", e->A0, e->d, e->d);
      json_matrix(json, "B0", e->B0, e->d, e->d);
    }
    json_begin(json, "modes", '[');
    for (size_t i = 0; i < e->modes; i++) json_mode(r, json, e, &e->mode[i]);
    json_end(json, ']');
    json_end(json, '}');
  }
  json_end(json, ']');
}
