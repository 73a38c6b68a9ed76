// report/analysis_integrals.c: first integrals, as `analyze` shows them.

#include "expr/print.h"
#include "report/analysis.h"
#include <string.h>

static ExprPool *pool_of(const AnalysisReport *r) {
  return r->model->pool;
}

static const char *formula(const AnalysisReport *r, Expr e, bool latex) {
  Text text = text_make(r->arena);
  if (!expr_print(pool_of(r), e, latex ? FORMAT_LATEX : FORMAT_TEXT, NULL, &text))
    return text_format(r->arena, latex ? "\\text{(%u operations)}" : "(%u operations)",
                       (unsigned) expr_weight(pool_of(r), e));
  return text_get(&text);
}

static const char *list_of(const AnalysisReport *r, const Expr *at, size_t n) {
  Text text = text_make(r->arena);
  for (size_t i = 0; i < n; i++) text_addf(&text, "%s%s", i ? ", " : "", formula(r, at[i], false));
  return text_get(&text);
}

static const char *cyclic_list(const AnalysisReport *r) {
  Text text = text_make(r->arena);
  for (size_t i = 0; i < r->model->coordinates.n; i++)
    if (r->integrals->cyclic[i])
      text_addf(&text, "%s%s", text.n > 0 ? ", " : "", r->model->coordinates.at[i].name);
  return text_get(&text);
}

// "2", or "2, 1, 0 beside 0, 1, 2 of them" where the degrees differ
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

#define PAGE_WIDTH 96

// In lines of words, the first indented by 4, the others by 8.
static void add_wrapped(const char *words, Text *out) {
  size_t column = 4;
  text_add(out, "    ");
  while (*words != '\0') {
    const size_t n = strcspn(words, " ");
    if (column + n > PAGE_WIDTH && column > 8) {
      text_add(out, "\n        ");
      column = 8;
    } else if (column > 8 || (column > 4 && words[-1] == ' ')) {
      text_add_char(out, ' ');
      column++;
    }
    text_add_str(out, (Str){words, n});
    column += n;
    words += n + (words[n] == ' ');
  }
  text_add_char(out, '\n');
}

// --- text and LaTeX ------------------------------------------------------------------------------

static void print_one(const AnalysisReport *r, const Integral *i, bool latex, Text *out) {
  const char *follows = i->follows ? "; follows from the others" : "",
             *verdict = i->proof.verdict == VERDICT_PROVED ? "" : "; verified to many digits";
  if (latex) {
    plain_print(str(i->name), FORMAT_LATEX, out);
    text_addf(out, "%s%s\n\\[ %s \\]\n", verdict, follows, formula(r, i->shown, true));
    return;
  }
  text_addf(out, "    %s%s%s\n        %s\n", i->name, verdict, follows,
            formula(r, i->shown, false));
}

// What names in the formulas stand for.
static void print_names(const AnalysisReport *r, Text *out) {
  const Integrals *found = r->integrals;
  for (size_t i = 0; i < found->definitions.n; i++)
    text_addf(out, "%s%s = %s%s",
              i == 0       ? "    with "
              : i % 3 == 0 ? ",\n         "
                           : ", ",
              expr_symbol_name(pool_of(r), found->definitions.at[i].symbol),
              found->definitions.at[i].text, i + 1 == found->definitions.n ? "\n" : "");
}

void print_integrals(const AnalysisReport *r, bool latex, Text *out) {
  const Integrals *found = r->integrals;
  const char *cyclic = cyclic_list(r), *end = latex ? "\n" : "";
  // constraints may hold what L would let go
  const bool free = r->model->constraints.n == 0;
  if (*cyclic)
    text_addf(out, "%s%s: %s\n%s", latex ? "" : "    ",
              free ? "cyclic coordinates" : "coordinates that are cyclic but for the constraints",
              cyclic, end);
  for (size_t i = 0; i < found->list.n; i++) print_one(r, &found->list.at[i], latex, out);
  if (found->list.n == 0 && found->unlifted == 0)
    text_addf(out, "%snone was found\n", latex ? "" : "    ");
  if (found->unlifted > 0)
    text_addf(out, "%s%zu%s with coefficients that were not found as functions of the parameters\n",
              latex ? "" : "    ", found->unlifted, found->list.n > 0 ? " more" : "");
  if (latex) return;
  print_names(r, out);
  if (found->fault != NULL) {
    text_addf(out, "    not searched further: %s\n", found->fault);
    return;
  }
  Text text = text_make(r->arena);
  text_addf(&text,
            "searched: up to the degree %u in %s; coefficients up to the degree %s in %s; "
            "%zu candidates",
            found->degree, list_of(r, found->letters.at, found->letters.n), limits_text(r),
            list_of(r, found->atoms.at, found->atoms.n), found->candidates);
  if (found->body != NULL)
    text_addf(&text,
              "; and in the angular velocity of %s and the directions of its axes; "
              "%zu candidates",
              found->body, found->body_candidates);
  add_wrapped(text_get(&text), out);
}

// --- JSON ----------------------------------------------------------------------------------------

static const char *kind_name(IntegralKind kind) {
  static const char *const names[] = {"energy",   "jacobi", "momentum",  "symmetry",
                                      "position", "linear", "polynomial"};
  return names[kind];
}

static void json_symmetry(const AnalysisReport *r, const Integral *i, Json *json) {
  if (i->symmetry == NULL) return;
  json_begin(json, "symmetry", '{');
  for (size_t k = 0; k < r->model->coordinates.n; k++)
    if (!expr_same(i->symmetry[k], EXPR_ZERO))
      json_string(json, r->model->coordinates.at[k].name, formula(r, i->symmetry[k], false));
  json_end(json, '}');
}

static void json_search(const AnalysisReport *r, Json *json) {
  const Integrals *found = r->integrals;
  json_begin(json, "integral_search", '{');
  json_bool(json, "complete", found->fault == NULL && found->unlifted == 0);
  json_number(json, "degree", found->degree);
  json_number(json, "candidates", (double) found->candidates);
  json_begin(json, "coefficients", '[');
  for (size_t i = 0; i < found->atoms.n; i++)
    json_string(json, NULL, formula(r, found->atoms.at[i], false));
  json_end(json, ']');
  json_end(json, '}');
}

void json_integrals(const AnalysisReport *r, Json *json) {
  const Integrals *found = r->integrals;
  json_begin(json, "integrals", '[');
  for (size_t k = 0; k < found->list.n; k++) {
    const Integral *i = &found->list.at[k];
    json_begin(json, NULL, '{');
    json_string(json, "name", i->name);
    json_string(json, "kind", kind_name(i->kind));
    json_string(json, "value", formula(r, i->shown, false));
    json_string(json, "verdict", verdict_name(i->proof.verdict));
    json_bool(json, "independent", !i->follows);
    json_symmetry(r, i, json);
    json_end(json, '}');
  }
  json_end(json, ']');
  if (found->definitions.n > 0) {
    json_begin(json, "integral_names", '{');
    for (size_t i = 0; i < found->definitions.n; i++)
      json_string(json, expr_symbol_name(pool_of(r), found->definitions.at[i].symbol),
                  found->definitions.at[i].text);
    json_end(json, '}');
  }
  json_begin(json, "cyclic", '[');
  for (size_t i = 0; i < r->model->coordinates.n; i++)
    if (found->cyclic[i]) json_string(json, NULL, r->model->coordinates.at[i].name);
  json_end(json, ']');
  json_search(r, json);
}
