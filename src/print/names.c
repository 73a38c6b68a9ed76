// print/names.c: names as typeset in mechanics, and plain text escaped.
//
//   theta1            \theta_1                  trailing digits are a subscript
//   theta1'           \dot{\theta}_1            the dot is over the letter alone
//   m_left            m_{\text{left}}           what follows an underscore is a subscript,
//   p_theta1          p_{\theta_1}              typeset as a name where it is a letter
//   q[3], u[2][3]     q_3, u_{2,3}              members of families
//   Ixx               \mathit{Ixx}              several letters that are not a Greek name: a word
//   lambda(pivot)     \lambda_{\text{pivot}}    of a constraint
//   reaction(x)       R_x                       on a coordinate
//   dx/dphi           \frac{dx}{d\phi}         a derivative, d(dx/dphi)/dphi the second

#include "print/print_impl.h"
#include <assert.h>
#include <string.h>

// --- greek letters -------------------------------------------------------------------------------

static const struct {
  const char *name, *latex, *letter;
} greek[] = {
#define X(name, latex, letter) {name, latex, letter},
#include "print/greek.def"
#undef X
  {"varepsilon", "\\varepsilon", "ϵ"}, {"vartheta", "\\vartheta", "ϑ"}, {"varphi", "\\varphi", "ϕ"},
  {"varrho", "\\varrho", "ϱ"},         {"varsigma", "\\varsigma", "ς"},
};

#define GREEK_COUNT (sizeof greek / sizeof *greek)

// Returns the index of a letter given by its English name or as itself, or GREEK_COUNT.
static size_t find_greek(Str s) {
  for (size_t i = 0; i < GREEK_COUNT; i++)
    if (str_equal(s, str(greek[i].name)) || str_equal(s, str(greek[i].letter))) return i;
  return GREEK_COUNT;
}

const char *names_greek_letter(Str s) {
  const size_t place = find_greek(s);
  return place < GREEK_COUNT ? greek[place].letter : NULL;
}

// --- the parts of a name -------------------------------------------------------------------------

static bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

static Str slice(Str s, size_t from, size_t to) {
  return (Str){s.at + from, to - from};
}

static Str until(Str s, char c) {
  size_t n = 0;
  while (n < s.n && s.at[n] != c) n++;
  return slice(s, 0, n);
}

static void split_digits(Str s, Str *letters, Str *digits) {
  size_t n = s.n;
  while (n > 0 && is_digit(s.at[n - 1])) n--;
  *letters = slice(s, 0, n);
  *digits = slice(s, n, s.n);
}

NameParts name_parts(Str s) {
  NameParts name = {.rest = {NULL, 0}};
  Str head = until(s, '(');
  if (head.n > 0 && head.n + 1 < s.n && s.at[s.n - 1] == ')') {
    name.inner = slice(s, head.n + 1, s.n - 1);
    name.inner_is_name = str_equal(head, str("reaction"));
    if (name.inner_is_name) head = str("R");
  } else {
    head = s;
  }
  if (until(head, '_').n == head.n && head.n > 0 && head.at[head.n - 1] == ']') {
    const Str base = until(head, '[');
    if (base.n + 1 < head.n) name.indices = slice(head, base.n + 1, head.n - 1);
    head = base;
  }
  const Str first = until(head, '_');
  if (first.n < head.n) name.rest = slice(head, first.n + 1, head.n);
  split_digits(first, &name.letters, &name.digits);
  return name;
}

bool name_is_letter(Str s) {
  size_t characters = 0;
  for (size_t i = 0; i < s.n; i++) characters += ((unsigned char) s.at[i] & 0xc0) != 0x80;
  return characters == 1 || find_greek(s) < GREEK_COUNT;
}

bool name_is_word(Str name) {
  return !name_is_letter(name_parts(name).letters);
}

// --- typesetting ---------------------------------------------------------------------------------

static void write_letters(Str s, Format format, Text *out) {
  const size_t place = find_greek(s);
  const bool latex = format == FORMAT_LATEX;
  if (!latex) text_add(out, "<mi>");
  if (place < GREEK_COUNT) {
    text_add(out, latex ? greek[place].latex : greek[place].letter);
  } else {
    const bool word = latex && !name_is_letter(s);
    if (word) text_add(out, "\\mathit{");
    names_print_plain(s, format, out);
    if (word) text_add(out, "}");
  }
  if (!latex) text_add(out, "</mi>");
}

static void write_dotted(Str letters, int order, Format format, Text *out) {
  static const char *const commands[] = {"", "\\dot{", "\\ddot{"};
  static const char *const marks[] = {"", "˙", "¨"};
  assert(order >= 0 && order <= EXPR_RATE_ORDERS);
  if (order == 0) {
    write_letters(letters, format, out);
  } else if (format == FORMAT_LATEX) {
    text_add(out, commands[order]);
    write_letters(letters, format, out);
    text_add(out, "}");
  } else {
    text_add(out, "<mover accent=\"true\">");
    write_letters(letters, format, out);
    text_addf(out, "<mo>%s</mo></mover>", marks[order]);
  }
}

static void write_digits(Str digits, Format format, Text *out) {
  if (format == FORMAT_MATHML) text_add(out, "<mn>");
  text_add_str(out, digits);
  if (format == FORMAT_MATHML) text_add(out, "</mn>");
}

static void write_words(Str s, Format format, Text *out) {
  text_add(out, format == FORMAT_MATHML ? "<mtext>" : "\\text{");
  names_print_plain(s, format, out);
  text_add(out, format == FORMAT_MATHML ? "</mtext>" : "}");
}

static void subscript_open(bool small, Format format, Text *out) {
  if (format == FORMAT_LATEX) text_add(out, small ? "_" : "_{");
}

static void subscript_close(bool small, Format format, Text *out) {
  if (format == FORMAT_MATHML)
    text_add(out, "</msub>");
  else if (!small)
    text_add(out, "}");
}

// Writes a part of a subscript: a number, a letter perhaps with its own digits or indices, or words.
static void write_part(Str part, Format format, Text *out) {
  Str letters, digits;
  split_digits(part, &letters, &digits);
  if (part.at[part.n - 1] == ']' && name_is_letter(until(part, '['))) {
    name_print(part, 0, format, out);
  } else if (letters.n == 0 || (*letters.at == '-' && digits.n > 0)) {
    write_digits(part, format, out);
  } else if (!name_is_letter(letters)) {
    write_words(part, format, out);
  } else if (digits.n == 0) {
    write_letters(letters, format, out);
  } else {
    if (format == FORMAT_MATHML) text_add(out, "<msub>");
    write_letters(letters, format, out);
    subscript_open(digits.n == 1, format, out);
    write_digits(digits, format, out);
    subscript_close(digits.n == 1, format, out);
  }
}

size_t name_subscripts(const NameParts *name, Str parts[NAME_SUBSCRIPTS]) {
  size_t n = 0;
  if (name->digits.n > 0) parts[n++] = name->digits;
  Str rest = name->rest;
  Str indices = name->indices;
  while (indices.n > 0 && n < NAME_SUBSCRIPTS) {
    parts[n++] = until(indices, ']');
    const size_t next = until(indices, '[').n + 1;
    indices = next < indices.n ? slice(indices, next, indices.n) : (Str){0};
  }
  while (rest.n > 0 && n < NAME_SUBSCRIPTS) {
    const Str part = n + 1 < NAME_SUBSCRIPTS ? until(rest, '_') : rest;
    if (part.n > 0) parts[n++] = part;
    rest = part.n < rest.n ? slice(rest, part.n + 1, rest.n) : (Str){0};
  }
  return n;
}

static void write_inner(const NameParts *name, Format format, Text *out) {
  if (name->inner_is_name)
    name_print(name->inner, 0, format, out);
  else
    write_words(name->inner, format, out);
}

static void write_subscripts(const NameParts *name, const Str *parts, size_t n, Format format,
                             Text *out) {
  const bool inner = name->inner.n > 0, row = format == FORMAT_MATHML && n + inner > 1;
  if (row) text_add(out, "<mrow>");
  for (size_t i = 0; i < n; i++) {
    if (i > 0) text_add(out, format == FORMAT_MATHML ? "<mo>,</mo>" : ",");
    write_part(parts[i], format, out);
  }
  if (inner && n > 0) text_add(out, format == FORMAT_MATHML ? "<mo>,</mo>" : ",");
  if (inner) write_inner(name, format, out);
  if (row) text_add(out, "</mrow>");
}

void name_print(Str s, int order, Format format, Text *out) {
  if (format == FORMAT_TEXT) {
    text_add_str(out, s);
    for (int i = 0; i < order; i++) text_add_char(out, '\'');
    return;
  }
  NameParts name = name_parts(s);
  Str parts[NAME_SUBSCRIPTS];
  const size_t n = name_subscripts(&name, parts);
  const bool inner = name.inner.n > 0;
  const bool small =
    n + inner == 1 && (inner ? name.inner_is_name && name.inner.n == 1 : parts[0].n == 1);
  const bool plain = n == 0 && !inner;
  if (!plain && format == FORMAT_MATHML) text_add(out, "<msub>");
  write_dotted(name.letters, order, format, out);
  if (plain) return;
  subscript_open(small, format, out);
  write_subscripts(&name, parts, n, format, out);
  subscript_close(small, format, out);
}

// d, or d^2, before the differentiated name
static void write_d(bool twice, Format format, Text *out) {
  if (format == FORMAT_LATEX)
    text_add(out, twice ? "d^2 " : "d ");
  else
    text_add(out, twice ? "<msup><mi>d</mi><mn>2</mn></msup>" : "<mi>d</mi>");
}

// dx/dy, or d(dx/dy)/dy as d^2x/dy^2
void names_print_derivative(Str s, Format format, Text *out) {
  if (format == FORMAT_TEXT) {
    text_add_str(out, s);
    return;
  }
  const bool twice = s.at[1] == '(', latex = format == FORMAT_LATEX;
  const Str inner = until(slice(s, twice ? 3 : 1, s.n), '/');
  size_t by = s.n;
  while (s.at[by - 1] != '/') by--;
  text_add(out, latex ? "\\frac{" : "<mfrac><mrow>");
  write_d(twice, format, out);
  name_print(inner, 0, format, out);
  text_add(out, latex ? "}{" : "</mrow><mrow>");
  write_d(false, format, out);
  if (twice && !latex) text_add(out, "<msup>");
  if (twice && latex) text_add(out, "{");
  name_print(slice(s, by + 1, s.n), 0, format, out);
  if (twice) text_add(out, latex ? "}^2" : "<mn>2</mn></msup>");
  text_add(out, latex ? "}" : "</mrow></mfrac>");
}

// --- order ---------------------------------------------------------------------------------------

// Compares the numbers at *a and *b as numbers; moves both pointers past them.
static int compare_digits(const char **a, const char **b) {
  while (**a == '0') (*a)++;
  while (**b == '0') (*b)++;
  size_t n = 0, m = 0;
  while (is_digit((*a)[n])) n++;
  while (is_digit((*b)[m])) m++;
  const int result = n != m ? (n > m) - (n < m) : memcmp(*a, *b, n);
  *a += n;
  *b += m;
  return result;
}

static int lower(char c) {
  return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : (unsigned char) c;
}

int names_compare(const char *a, const char *b) {
  const char *x = a, *y = b;
  int result = 0;
  while (result == 0 && *x != '\0' && *y != '\0') {
    if (is_digit(*x) && is_digit(*y))
      result = compare_digits(&x, &y);
    else
      result = lower(*x++) - lower(*y++);
  }
  if (result == 0) result = (*x != '\0') - (*y != '\0');
  return result != 0 ? result : strcmp(a, b);
}

// --- plain text ----------------------------------------------------------------------------------

static const char *latex_escape(char c) {
  switch (c) {
    case '\\': return "\\textbackslash{}";
    case '~': return "\\textasciitilde{}";
    case '^': return "\\textasciicircum{}";
    case '{': return "\\{";
    case '}': return "\\}";
    case '$': return "\\$";
    case '&': return "\\&";
    case '#': return "\\#";
    case '_': return "\\_";
    case '%': return "\\%";
    case '<': return "\\textless{}";
    case '>': return "\\textgreater{}";
    case '|': return "\\textbar{}";
    default: return NULL;
  }
}

static const char *xml_escape(char c) {
  switch (c) {
    case '&': return "&amp;";
    case '<': return "&lt;";
    case '>': return "&gt;";
    case '"': return "&quot;";
    case '\'': return "&#39;";
    case '\t':
    case '\n':
    case '\r': return NULL;
    default: return (unsigned char) c < ' ' ? "\uFFFD" : NULL;  // characters not allowed in XML
  }
}

void names_print_plain(Str s, Format format, Text *out) {
  for (size_t i = 0; i < s.n; i++) {
    const char *escape = format == FORMAT_LATEX    ? latex_escape(s.at[i])
                         : format == FORMAT_MATHML ? xml_escape(s.at[i])
                                                   : NULL;
    if (escape != NULL)
      text_add(out, escape);
    else
      text_add_char(out, s.at[i]);
  }
}
