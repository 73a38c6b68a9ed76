// print/latex.c: converts the LaTeX that this program writes to MathML.
//
// In:    the rules and names of a worksheet: letters, indices, fractions, dots, brackets, sums
// Out:   the same as MathML
// Law:   formulas that the printer knows in both formats give the same characters
//        (tests/unit/print/test_print.c)
// Fails: false if a command is unknown or something is not closed; it is then shown as text
//
// Formulas of the theory are written once, as LaTeX; this converts them for a page.

#include "print/print_impl.h"
#include <string.h>

#define LATEX_DEPTH 100  // nested braces; more are unreadable

typedef struct {
  Arena *arena;
  const char *at, *end;
  int depth;
  bool good;
} Latex;

static const char *read_row(Latex *l, const char *stop);

// --- commands ------------------------------------------------------------------------------------

static const struct {
  const char *name, *mathml;
} symbols[] = {
  {"partial", "<mi>∂</mi>"},
  {"cdot", "<mo>⋅</mo>"},
  {"sum", "<mo>∑</mo>"},
  {"int", "<mo>∫</mo>"},
  {"pm", "<mo>±</mo>"},
  {"le", "<mo>≤</mo>"},
  {"dots", "<mo>…</mo>"},
  {"quad", "<mspace width=\"1em\"/>"},
  {",", "<mspace width=\"0.167em\"/>"},
  {";", "<mspace width=\"0.278em\"/>"},
  {"!", ""},
  {" ", "<mspace width=\"0.25em\"/>"},
};

static const struct {
  const char *name, *mark;
} accents[] = {{"dot", "˙"}, {"ddot", "¨"}, {"bar", "¯"}};

static bool is_word(Str word, const char *name) {
  return str_equal(word, str(name));
}

static bool is_ascii_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// Reads the name of the command at this place, without its backslash; skips trailing spaces.
static Str read_command(Latex *l) {
  Str word = {++l->at, 0};
  while (l->at < l->end && is_ascii_letter(*l->at)) l->at++;
  if (l->at == word.at && l->at < l->end) l->at++;
  word.n = (size_t) (l->at - word.at);
  while (word.n > 0 && is_ascii_letter(*word.at) && l->at < l->end && *l->at == ' ') l->at++;
  return word;
}

static char peek(const Latex *l) {
  return l->at < l->end ? *l->at : '\0';
}

static bool skip(Latex *l, char c) {
  if (peek(l) != c) return false;
  l->at++;
  return true;
}

static void expect(Latex *l, char c) {
  if (!skip(l, c)) l->good = false;
}

// --- text ----------------------------------------------------------------------------------------

// Reads the text in braces, without the escapes that names_print_plain writes.
static const char *read_words(Latex *l) {
  Text words = text_make(l->arena);
  expect(l, '{');
  while (l->at < l->end && *l->at != '}') {
    if (*l->at != '\\') {
      text_add_char(&words, *l->at++);
      continue;
    }
    const Str word = read_command(l);
    const char *sign = is_word(word, "textbackslash")              ? "\\"
                       : is_word(word, "textasciitilde")           ? "~"
                       : is_word(word, "textasciicircum")          ? "^"
                       : is_word(word, "textless")                 ? "<"
                       : is_word(word, "textgreater")              ? ">"
                       : is_word(word, "textbar")                  ? "|"
                       : word.n == 1 && !is_ascii_letter(*word.at) ? str_copy(l->arena, word)
                                                                   : NULL;
    if (sign == NULL) l->good = false;
    if (sign != NULL) text_add(&words, sign);
    if (word.n > 1 && skip(l, '{')) expect(l, '}');
  }
  expect(l, '}');
  return text_get(&words);
}

static const char *wrapped(Latex *l, const char *tag, const char *words) {
  Text text = text_make(l->arena);
  text_addf(&text, "<%s>", tag);
  names_print_plain(str(words), FORMAT_MATHML, &text);
  text_addf(&text, "</%s>", tag);
  return text_get(&text);
}

// --- atoms ---------------------------------------------------------------------------------------

static const char *row(Latex *l, const char *inner) {
  return text_format(l->arena, "<mrow>%s</mrow>", inner);
}

// Reads {x + y} as one item.
static const char *read_group(Latex *l) {
  expect(l, '{');
  const char *inner = read_row(l, "}");
  expect(l, '}');
  return row(l, inner);
}

static const char *read_atom(Latex *l);

// Reads the argument of a command: a group, or the single item that follows.
static const char *read_argument(Latex *l) {
  while (peek(l) == ' ') l->at++;
  if (l->at >= l->end) {
    l->good = false;
    return "<mrow></mrow>";
  }
  if (peek(l) == '{') return read_group(l);
  // a lone digit: \tfrac12
  if (peek(l) >= '0' && peek(l) <= '9') return text_format(l->arena, "<mn>%c</mn>", *l->at++);
  return read_atom(l);
}

static const char *read_root(Latex *l) {
  if (!skip(l, '[')) return text_format(l->arena, "<msqrt>%s</msqrt>", read_argument(l));
  const char *index = row(l, read_row(l, "]"));
  expect(l, ']');
  return text_format(l->arena, "<mroot>%s%s</mroot>", read_argument(l), index);
}

// \left( ... \right)
static const char *read_fence(Latex *l) {
  const char *open = text_format(l->arena, "%c", peek(l));
  l->at += l->at < l->end;
  const char *inner = read_row(l, "\\right");
  if (l->at < l->end) l->at += strlen("\\right");
  const char *close = text_format(l->arena, "%c", peek(l) ? peek(l) : ' ');
  if (strchr("([|", *open) == NULL || strchr(")]|", *close) == NULL) l->good = false;
  l->at += l->at < l->end;
  return row(
    l, text_format(l->arena, "%s%s%s", wrapped(l, "mo", open), inner, wrapped(l, "mo", close)));
}

static const char *read_operation(Latex *l, Str word) {
  if (is_word(word, "frac") || is_word(word, "tfrac")) {
    const char *above = read_argument(l), *below = read_argument(l);
    return text_format(l->arena, "<mfrac>%s%s</mfrac>", above, below);
  }
  if (is_word(word, "sqrt")) return read_root(l);
  if (is_word(word, "left")) return read_fence(l);
  if (is_word(word, "text")) return wrapped(l, "mtext", read_words(l));
  if (is_word(word, "mathit") || is_word(word, "mathrm") || is_word(word, "operatorname"))
    return wrapped(l, "mi", read_words(l));
  for (size_t i = 0; i < sizeof accents / sizeof *accents; i++)
    if (is_word(word, accents[i].name))
      return text_format(l->arena, "<mover accent=\"true\">%s<mo>%s</mo></mover>", read_argument(l),
                         accents[i].mark);
  return NULL;
}

static const char *read_known(Latex *l) {
  const Str word = read_command(l);
  const char *letter = names_greek_letter(word);
  if (letter != NULL) return wrapped(l, "mi", letter);
  for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++)
    if (is_word(word, symbols[i].name)) return symbols[i].mathml;
  for (int fn = 0; fn < FN_COUNT; fn++)
    if (function_latex((Function) fn)[0] == '\\' &&
        is_word(word, function_latex((Function) fn) + 1))
      return text_format(l->arena, "%s<mo>&#x2061;</mo>",
                         wrapped(l, "mi", str_copy(l->arena, word)));
  const char *operation = read_operation(l, word);
  if (operation != NULL) return operation;
  l->good = false;
  return wrapped(l, "mtext", str_copy(l->arena, word));
}

// Reads one character, however many bytes it has.
static Str read_character(Latex *l) {
  Str c = {l->at++, 1};
  while (l->at < l->end && ((unsigned char) *l->at & 0xc0) == 0x80) l->at++, c.n++;
  return c;
}

static const char *read_number(Latex *l) {
  Str digits = {l->at, 0};
  while (l->at < l->end && *l->at >= '0' && *l->at <= '9') l->at++;
  digits.n = (size_t) (l->at - digits.at);
  return wrapped(l, "mn", str_copy(l->arena, digits));
}

static const char *read_atom(Latex *l) {
  const char c = peek(l);
  if (c == '{') return read_group(l);
  if (c == '\\') return read_known(l);
  if (c >= '0' && c <= '9') return read_number(l);
  if (c == '-') return l->at++, "<mo>−</mo>";
  const Str character = read_character(l);
  const bool letter = is_ascii_letter(c) || (unsigned char) c >= 0x80;
  return wrapped(l, letter ? "mi" : "mo", str_copy(l->arena, character));
}

// --- rows ----------------------------------------------------------------------------------------

// Reads an atom with its indices, powers and primes.
static const char *read_scripted(Latex *l) {
  const char *base = read_atom(l), *low = NULL, *high = NULL;
  for (char c; (c = peek(l)) == '_' || c == '^' || c == '\'';) {
    l->at++;
    const char **place = c == '_' ? &low : &high;
    if (*place != NULL) l->good = false;
    *place = c == '\'' ? "<mo>′</mo>" : read_argument(l);
  }
  if (low != NULL && high != NULL)
    return text_format(l->arena, "<msubsup>%s%s%s</msubsup>", row(l, base), low, high);
  if (low != NULL) return text_format(l->arena, "<msub>%s%s</msub>", row(l, base), low);
  if (high != NULL) return text_format(l->arena, "<msup>%s%s</msup>", row(l, base), high);
  return base;
}

static bool stops(const Latex *l, const char *stop) {
  const size_t n = stop != NULL ? strlen(stop) : 0;
  return n > 0 && (size_t) (l->end - l->at) >= n && memcmp(l->at, stop, n) == 0;
}

// Reads up to the stop, which is not consumed; stop is NULL for the end.
static const char *read_row(Latex *l, const char *stop) {
  Text out = text_make(l->arena);
  if (++l->depth > LATEX_DEPTH) {
    l->good = false;
    l->at = l->end;
  }
  while (l->at < l->end && !stops(l, stop)) {
    if (*l->at == ' ' || *l->at == '\n')
      l->at++;
    else if (*l->at == '}')
      l->good = false, l->at++;
    else
      text_add(&out, read_scripted(l));
  }
  if (stop != NULL && l->at >= l->end) l->good = false;
  l->depth--;
  return text_get(&out);
}

bool latex_to_mathml(Str latex, Text *out) {
  Latex l = {.arena = out->arena, .at = latex.at, .end = latex.at + latex.n, .good = true};
  const char *mathml = read_row(&l, NULL);
  text_add(out, l.good ? mathml : wrapped(&l, "mtext", str_copy(out->arena, latex)));
  return l.good;
}
