// figure/label.c: texts of a figure, typeset and escaped.
//
// Law: whatever the text contains, a reader of the figure sees that text; gnuplot sees one string.
//      (tests/unit/figure/test_label.c, tests/prop/figure/prop_label.c)

#include "print/print.h"
#include "figure/figure_impl.h"
#include <string.h>

typedef enum { STYLE_GNUPLOT, STYLE_TEXT } Style;

// --- characters ----------------------------------------------------------------------------------

// Decodes one character of UTF-8. Returns its number of bytes, or 0 if it is malformed.
static size_t decode(Str s, uint32_t *code) {
  static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  const unsigned char first = (unsigned char) s.at[0];
  const size_t n = first < 0x80             ? 1
                   : (first & 0xe0) == 0xc0 ? 2
                   : (first & 0xf0) == 0xe0 ? 3
                   : (first & 0xf8) == 0xf0 ? 4
                                            : 0;
  if (n == 0 || n > s.n) return 0;
  *code = n == 1 ? first : first & (0x7fu >> n);
  for (size_t i = 1; i < n; i++) {
    const unsigned char c = (unsigned char) s.at[i];
    if ((c & 0xc0) != 0x80) return 0;
    *code = *code << 6 | (c & 0x3f);
  }
  const bool surrogate = *code >= 0xd800 && *code < 0xe000;
  return *code < least[n] || surrogate || *code > 0x10ffff ? 0 : n;
}

// In single quotes only the quote itself is special to gnuplot, and a doubled one is not
// always read as one: it becomes a string of its own, joined to the text before and after it.
// Then its enhanced mode interprets {}^_@&~ and \, unless a backslash precedes them. A
// backslash before U+ is interpreted again when SVG is written; {} keeps them apart.
static void add_character(Str c, Style style, Text *out) {
  const char first = c.at[0];
  if (style == STYLE_GNUPLOT && first == '\'')
    text_add(out, "'.\"'\".'");
  else if (style == STYLE_GNUPLOT && first == '\\')
    text_add(out, "\\\\{}");
  else if (style == STYLE_GNUPLOT && strchr("{}^_@&~", first) != NULL)
    text_addf(out, "\\%c", first);
  else
    text_add_str(out, c);
}

static void add_plain(Str s, Style style, Text *out) {
  while (s.n > 0) {
    uint32_t code = 0;
    const size_t n = decode(s, &code);
    if (n == 0 || (code & 0xfffe) == 0xfffe)
      text_add(out, "\uFFFD");
    else if (text_is_control(code))
      text_add_char(out, ' ');
    else
      add_character((Str){s.at, n}, style, out);
    s.at += n > 0 ? n : 1;
    s.n -= n > 0 ? n : 1;
  }
}

// --- names ---------------------------------------------------------------------------------------

static void add_name(Str name, int order, Style style, Text *out);

static void add_letters(Str letters, int order, Style style, Text *out) {
  static const char *const dots[] = {"", "\u0307", "\u0308"};  // combining: above the letter before
  const char *greek = names_greek_letter(letters);
  const bool dotted = style == STYLE_GNUPLOT && order <= 2 && name_is_letter(letters);
  if (style == STYLE_GNUPLOT) text_add(out, "{/:Italic ");
  if (greek != NULL)
    text_add(out, greek);
  else
    add_plain(letters, style, out);
  if (dotted) text_add(out, dots[order]);
  if (style == STYLE_GNUPLOT) text_add(out, "}");
  for (int i = 0; !dotted && style == STYLE_GNUPLOT && i < order; i++) text_add(out, "′");
}

// Appends a part of a subscript: a letter with or without digits, otherwise a number or words.
static void add_part(Str part, Style style, Text *out) {
  const NameParts parts = name_parts(part);
  if (parts.letters.n > 0 && parts.rest.n == 0 && name_is_letter(parts.letters))
    add_name(part, 0, style, out);
  else
    add_plain(part, style, out);
}

static void add_subscripts(const NameParts *name, const Str *parts, size_t n, Style style,
                           Text *out) {
  text_add(out, "_{");
  for (size_t i = 0; i < n; i++) {
    if (i > 0) text_add(out, ",");
    add_part(parts[i], style, out);
  }
  if (name->inner.n > 0 && n > 0) text_add(out, ",");
  if (name->inner_is_name)
    add_name(name->inner, 0, style, out);
  else
    add_plain(name->inner, style, out);
  text_add(out, "}");
}

// Appends a name as text: θ1_left'
static void add_name_text(Str s, const NameParts *name, int order, Text *out) {
  const char *greek = names_greek_letter(name->letters);
  const size_t n = greek != NULL ? name->letters.n : 0;
  if (greek != NULL) text_add(out, greek);
  add_plain((Str){s.at + n, s.n - n}, STYLE_TEXT, out);
  for (int i = 0; i < order; i++) text_add_char(out, '\'');
}

static void add_name(Str s, int order, Style style, Text *out) {
  const NameParts name = name_parts(s);
  if (style == STYLE_TEXT) {
    add_name_text(s, &name, order, out);
    return;
  }
  Str parts[NAME_SUBSCRIPTS];
  const size_t n = name_subscripts(&name, parts);
  add_letters(name.letters, order, style, out);
  if (n > 0 || name.inner.n > 0) add_subscripts(&name, parts, n, style, out);
}

// --- mathematics ---------------------------------------------------------------------------------

static bool begins_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (unsigned char) c >= 0x80;
}

static bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

static size_t name_length(Str s) {
  size_t n = 0;
  while (n < s.n && (begins_name(s.at[n]) || is_digit(s.at[n]) || s.at[n] == '_')) n++;
  return n;
}

// Returns the length of "(pivot)" after the name of a quantity with an argument, or 0.
static size_t argument_length(Str name, Str rest) {
  if (!str_equal(name, str("lambda")) && !str_equal(name, str("reaction"))) return 0;
  if (rest.n < 3 || rest.at[0] != '(') return 0;
  const size_t n = name_length((Str){rest.at + 1, rest.n - 1});
  return n > 0 && n + 1 < rest.n && rest.at[n + 1] == ')' ? n + 2 : 0;
}

// Appends a name with its primes. A name before a bracket is a function, set upright.
static size_t add_name_here(Str s, Style style, Text *out) {
  size_t n = name_length(s);
  n += argument_length((Str){s.at, n}, (Str){s.at + n, s.n - n});
  size_t primes = 0;
  while (n + primes < s.n && s.at[n + primes] == '\'') primes++;
  if (n + primes < s.n && s.at[n + primes] == '(')
    add_plain((Str){s.at, n + primes}, style, out);
  else
    add_name((Str){s.at, n}, (int) primes, style, out);
  return n + primes;
}

// Returns the length of a number with point and exponent: 1e-3 is not a name.
static size_t number_length(Str s) {
  size_t n = 0;
  while (n < s.n && (is_digit(s.at[n]) || s.at[n] == '.')) n++;
  if (n + 1 < s.n && (s.at[n] == 'e' || s.at[n] == 'E') &&
      (is_digit(s.at[n + 1]) || s.at[n + 1] == '-' || s.at[n + 1] == '+')) {
    n += 2;
    while (n < s.n && is_digit(s.at[n])) n++;
  }
  return n;
}

// Appends a ^ and the digits after it as an exponent.
static size_t add_power(Str s, Style style, Text *out) {
  size_t n = 1;
  while (n < s.n && is_digit(s.at[n])) n++;
  if (n == 1 || style == STYLE_TEXT) {
    add_plain((Str){s.at, n}, style, out);
  } else {
    text_add(out, "^{");
    text_add_str(out, (Str){s.at + 1, n - 1});
    text_add(out, "}");
  }
  return n;
}

static size_t add_other(char c, Text *out, Style style) {
  if (c == '*')
    text_add(out, "·");
  else if (c == '-')
    text_add(out, "−");
  else if (c == '=')
    text_add(out, "\u2009=\u2009");  // thin spaces
  else
    add_plain((Str){&c, 1}, style, out);
  return 1;
}

static void add_math(Str s, Style style, Text *out) {
  while (s.n > 0) {
    size_t n = number_length(s);
    if (n > 0)
      add_plain((Str){s.at, n}, style, out);
    else if (begins_name(s.at[0]))
      n = add_name_here(s, style, out);
    else if (s.at[0] == '^')
      n = add_power(s, style, out);
    else
      n = add_other(s.at[0], out, style);
    s.at += n;
    s.n -= n;
  }
}

// --- labels --------------------------------------------------------------------------------------

static void add_label(Label label, Style style, Text *out) {
  if (label.text == NULL) return;
  if (label.math)
    add_math(str(label.text), style, out);
  else
    add_plain(str(label.text), style, out);
  if (label.unit == NULL) return;
  add_plain(str(*label.text != '\0' ? " [" : "["), style, out);
  add_plain(str(label.unit), style, out);
  add_plain(str("]"), style, out);
}

void label_gnuplot(Label label, Text *out) {
  add_label(label, STYLE_GNUPLOT, out);
}

void label_text(Label label, Text *out) {
  add_label(label, STYLE_TEXT, out);
}

static size_t characters(const char *text) {
  size_t n = 0;
  for (const char *c = text; c != NULL && *c != '\0'; c++) n += ((unsigned char) *c & 0xc0) != 0x80;
  return n;
}

size_t label_width(Label label) {
  return characters(label.text) + (label.unit != NULL ? 3 + characters(label.unit) : 0);
}
