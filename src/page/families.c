// page/families.c: typesets statements that stand for many: q_i for q[i], a sum with its range
// below it.
//
// In:   the text of a model
// Out:  LaTeX of each statement with `for` or `sum(... for ...)`; MathML by latex_to_mathml
// Not:  an expression: indices are names here, so the text itself is typeset, sign by sign

#include "language/language.h"
#include "page/page_impl.h"
#include <ctype.h>
#include <string.h>

#define DEPTH_MOST 60       // of nested brackets; deeper ones end the attempt
#define STATEMENT_MOST 800  // bytes; longer ones are not for reading
#define STATEMENTS_MOST 40  // on a page

typedef struct {
  const char *at, *end;
  Text *out;
  int depth;
  bool family;  // contains a `for`
} Scan;

static void add_row(Scan *s, char close);

// --- small things --------------------------------------------------------------------------------

static char peek(const Scan *s) {
  return s->at < s->end ? *s->at : '\0';
}

static void skip_spaces(Scan *s) {
  while (s->at < s->end && (isspace((unsigned char) *s->at) || *s->at == '#')) {
    if (*s->at == '#')
      while (s->at < s->end && *s->at != '\n') s->at++;
    else
      s->at++;
  }
}

static bool is_letter_byte(char c) {
  return isalpha((unsigned char) c) || c == '_' || ((unsigned char) c & 0x80) != 0;
}

static Str take_name(Scan *s) {
  const char *start = s->at;
  while (s->at < s->end && (is_letter_byte(*s->at) || isdigit((unsigned char) *s->at))) s->at++;
  return (Str){start, (size_t) (s->at - start)};
}

// Is the name a word of a statement, which stands between values?
static bool is_word(Str name) {
  static const char *const words[] = {
    "for",    "mass",   "at",       "frame",    "inertia", "stiffness", "length", "coefficient",
    "on",     "in",     "realized", "by",       "given",   "conserved", "line",   "path",
    "circle", "radius", "box",      "cylinder", "arrow",   "size",      "along",  NULL};
  for (size_t i = 0; words[i] != NULL; i++)
    if (str_equal(name, str(words[i]))) return true;
  return false;
}

static bool is_elementary(Str name) {
  static const char *const functions[] = {"sin", "cos", "tan", "sinh", "cosh", "tanh", "exp", NULL};
  for (size_t i = 0; functions[i] != NULL; i++)
    if (str_equal(name, str(functions[i]))) return true;
  return false;
}

// --- names and brackets --------------------------------------------------------------------------

// Appends the content of the open bracket and its end.
static void add_inside(Scan *s, char close) {
  s->at++;
  if (++s->depth > DEPTH_MOST)
    s->at = s->end;
  else
    add_row(s, close);
  s->depth--;
  if (peek(s) == close) s->at++;
}

static void add_fence(Scan *s, char open, char close) {
  text_addf(s->out, "\\left%c ", open);
  add_inside(s, close);
  text_addf(s->out, "\\right%c ", close);
}

// Appends q[i][j], with primes.
static void add_variable(Scan *s, Str name) {
  Text indices = text_make(s->out->arena);
  while (peek(s) == '[') {
    Text *out = s->out;
    if (indices.n > 0) text_add(&indices, ",");
    s->out = &indices;
    add_inside(s, ']');
    s->out = out;
  }
  int order = 0;
  while (peek(s) == '\'') s->at++, order++;
  const char *spelt = language_name(s->out->arena, name);
  const bool indexed = indices.n > 0;
  if (indexed) text_add_char(s->out, '{');
  name_print(str(spelt), order, FORMAT_LATEX, s->out);
  if (indexed) text_addf(s->out, "}_{%s}", text_get(&indices));
  text_add_char(s->out, ' ');
}

// Finds `for` in the current brackets, or NULL.
static const char *find_for(const Scan *s) {
  int depth = 0;
  for (const char *c = s->at; c < s->end; c++) {
    if (*c == '(' || *c == '[') depth++;
    if (*c == ')' || *c == ']') depth--;
    if (depth < 0) return NULL;
    if (depth == 0 && s->end - c > 4 && strncmp(c, "for", 3) == 0 &&
        isspace((unsigned char) c[3]) && c > s->at && isspace((unsigned char) c[-1]))
      return c;
  }
  return NULL;
}

// Appends sum(E for i = 1..n); its bracket comes next.
static void add_sum(Scan *s) {
  Scan inside = *s;
  inside.at++;
  const char *range = find_for(&inside);
  text_add(s->out, "\\sum");
  if (range == NULL) {
    add_fence(s, '(', ')');
    return;
  }
  s->family = true;
  s->at = range + 3;
  text_add(s->out, "_{");
  add_row(s, ')');
  text_add(s->out, "} \\left( ");
  const char *behind = s->at;
  Scan term = {inside.at, range, s->out, s->depth + 1, false};
  add_row(&term, '\0');
  text_add(s->out, "\\right) ");
  s->at = behind;
  if (peek(s) == ')') s->at++;
}

static void add_operator(Scan *s, Str name) {
  text_add(s->out, "\\operatorname{");
  names_print_plain(str(language_name(s->out->arena, name)), FORMAT_LATEX, s->out);
  text_add_char(s->out, '}');
}

static void add_name(Scan *s) {
  const Str name = take_name(s);
  if (peek(s) == '(' && str_equal(name, str("sum"))) {
    add_sum(s);
  } else if (peek(s) == '(') {
    const char *text = str_copy(s->out->arena, name);
    if (is_elementary(name))
      text_addf(s->out, "\\%s", text);
    else
      add_operator(s, name);
    add_fence(s, '(', ')');
  } else if (is_word(name)) {
    s->family |= str_equal(name, str("for"));
    text_addf(s->out, "\\;\\text{%s}\\;", str_copy(s->out->arena, name));
  } else {
    add_variable(s, name);
  }
}

// --- rows ----------------------------------------------------------------------------------------

static void add_number(Scan *s) {
  const char *start = s->at;
  while (s->at < s->end && isdigit((unsigned char) *s->at)) s->at++;
  // 1..n is two numbers, 1.5 is one
  if (peek(s) == '.' && s->at + 1 < s->end && isdigit((unsigned char) s->at[1]))
    for (s->at++; s->at < s->end && isdigit((unsigned char) *s->at);) s->at++;
  const char *digits = str_copy(s->out->arena, (Str){start, (size_t) (s->at - start)});
  text_addf(s->out, strchr(digits, '.') != NULL ? "\\mathrm{%s} " : "%s ", digits);
}

// Appends a value that a power may follow; returns false at a sign.
static bool add_value(Scan *s) {
  const char c = peek(s);
  if (isdigit((unsigned char) c))
    add_number(s);
  else if (is_letter_byte(c))
    add_name(s);
  else if (c == '(' || c == '[')
    add_fence(s, c, c == '(' ? ')' : ']');
  else
    return false;
  return true;
}

static void add_power(Scan *s) {
  s->at++;
  skip_spaces(s);
  while (s->out->n > 0 && s->out->at[s->out->n - 1] == ' ') s->out->n--;  // the base touches it
  text_add(s->out, "^{");
  if (peek(s) == '-') text_add_char(s->out, *s->at++);
  (void) add_value(s);
  text_add(s->out, "}");
}

static void add_sign(Scan *s) {
  const char c = *s->at++;
  if (c == '.' && peek(s) == '.') {
    s->at++;
    text_add(s->out, "\\dots ");
  } else if (c == '*') {
    text_add(s->out, "\\,");
  } else if (c == ',') {
    text_add(s->out, ",\\;");
  } else if (c == '"') {
    while (s->at < s->end && *s->at != '"') s->at++;
    if (s->at < s->end) s->at++;
  } else if (strchr("=+-/:.<>|", c) != NULL) {
    text_addf(s->out, "%c ", c);
  }
}

static void add_row(Scan *s, char close) {
  for (skip_spaces(s); s->at < s->end && *s->at != close; skip_spaces(s)) {
    if (*s->at == '^')
      add_power(s);
    else if (!add_value(s))
      add_sign(s);
  }
}

// --- statements ----------------------------------------------------------------------------------

void page_families(const Source *source, const Marks *marks, Arena *arena, PageFormulas *out) {
  for (size_t i = 0; i < marks->n; i++) {
    if (marks->at[i].kind != MARK_KEYWORD) continue;
    size_t next = i + 1;
    while (next < marks->n && marks->at[next].kind != MARK_KEYWORD) next++;
    uint32_t end = next < marks->n ? marks->at[next].start : (uint32_t) source->text.n;
    // comments after the statement belong to the next one
    for (size_t k = next; k > i + 1 && marks->at[k - 1].kind == MARK_COMMENT; k--)
      end = marks->at[k - 1].start;
    const Mark keyword = marks->at[i];
    if (end - keyword.end > STATEMENT_MOST || out->n == STATEMENTS_MOST) continue;
    Text text = text_make(arena);
    const Str word = {source->text.at + keyword.start, keyword.end - keyword.start};
    text_addf(&text, "\\text{%s}\\;", str_copy(arena, word));
    Scan s = {source->text.at + keyword.end, source->text.at + end, &text, 0, false};
    add_row(&s, '\0');
    if (s.family) array_push(arena, out, text_get(&text));
  }
}
