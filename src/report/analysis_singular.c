// report/analysis_singular.c: singular states, as text, LaTeX and JSON.

#include "expr/print.h"
#include "report/analysis.h"

static void add_equations(const AnalysisReport *r, const SingularCase *c, bool latex, Text *out) {
  for (size_t i = 0; i < c->n; i++) {
    text_add(out, i ? " and " : "");
    print_equation(r->model->pool, c->equation[i], latex, out);
  }
}

static const char *const matrix_words[SINGULAR_COUNT] = {
  "the mass matrix is singular", "the constraints lose their independence",
  "masses and constraints do not determine the accelerations"};

// The cases of one cause, or that there are none.
static void add_cause(const AnalysisReport *r, SingularCause cause, bool latex, Text *out) {
  const SingularAnalysis *s = r->singular;
  const char *indent = latex ? "\n" : "    ";
  if (!s->of[cause].asked) return;
  size_t n = 0;
  for (size_t i = 0; i < s->cases.n; i++) n += s->cases.at[i].cause == cause;
  if (!s->of[cause].known || !s->of[cause].complete) {
    text_addf(out, "%swhere %s was not found: %s\n", indent, matrix_words[cause],
              s->of[cause].known ? "there are too many cases" : "the minors are too long");
    return;
  }
  if (n == 0) return;
  text_addf(out, "%s%s where\n", indent, matrix_words[cause]);
  for (size_t i = 0; i < s->cases.n; i++) {
    const SingularCase *c = &s->cases.at[i];
    if (c->cause != cause) continue;
    text_add(out, latex ? "\n" : "      ");
    add_equations(r, c, latex, out);
    for (size_t k = 0; k < c->n_divisors; k++) {
      text_add(out, latex ? ", \\(" : ", ");
      (void) expr_print(r->model->pool, c->divisor[k], latex ? FORMAT_LATEX : FORMAT_TEXT, NULL,
                        out);
      text_add(out, latex ? "\\) not 0" : " not 0");
    }
    if (!c->proved) text_add(out, " (not proved)");
    if (c->real != TRUTH_YES) text_add(out, " (no real state was found)");
    text_add(out, "\n");
  }
}

void print_singular(const AnalysisReport *r, bool latex, Text *out) {
  const SingularAnalysis *s = r->singular;
  const char *indent = latex ? "\n" : "    ";
  for (size_t i = 0; i < s->idle.n; i++) {
    text_addf(out, "%sall: wherever ", indent);
    plain_print(str(s->idle.at[i]), latex ? FORMAT_LATEX : FORMAT_TEXT, out);
    text_add(out, " holds its derivatives by the velocities vanish, so that it has no reaction\n");
  }
  if (s->everywhere) {
    text_addf(out, "%sall: masses and constraints determine the accelerations nowhere\n", indent);
    return;
  }
  bool none = s->cases.n == 0 && s->idle.n == 0;
  for (int cause = 0; cause < SINGULAR_COUNT; cause++) {
    const SingularMatrix *m = &s->of[cause];
    none = none && (!m->asked || (m->known && m->complete));
    add_cause(r, (SingularCause) cause, latex, out);
  }
  if (none) text_addf(out, "%snone\n", indent);
}

void json_singular(const AnalysisReport *r, Json *json) {
  const SingularAnalysis *s = r->singular;
  bool complete = true;
  json_begin(json, "singular", '[');
  for (size_t i = 0; i < s->cases.n; i++) {
    const SingularCase *c = &s->cases.at[i];
    json_begin(json, NULL, '{');
    json_string(json, "cause", singular_cause_name(c->cause));
    json_begin(json, "equations", '[');
    for (size_t k = 0; k < c->n; k++)
      json_string(json, NULL, expr_text(r->model->pool, c->equation[k], r->arena));
    json_end(json, ']');
    json_begin(json, "nonzero", '[');
    for (size_t k = 0; k < c->n_divisors; k++)
      json_string(json, NULL, expr_text(r->model->pool, c->divisor[k], r->arena));
    json_end(json, ']');
    json_bool(json, "proved", c->proved);
    json_bool(json, "real", c->real == TRUTH_YES);
    json_end(json, '}');
  }
  json_end(json, ']');
  for (int i = 0; i < SINGULAR_COUNT; i++)
    complete = complete && (!s->of[i].asked || (s->of[i].known && s->of[i].complete));
  json_bool(json, "singular_everywhere", s->everywhere);
  json_bool(json, "singular_complete", complete);
}
