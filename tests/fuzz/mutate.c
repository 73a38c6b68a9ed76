// fuzz/mutate.c: changes to texts: tokens, numbers, lines, brackets.

#include "fuzz/mutate.h"

#include <string.h>

void bytes_replace(Bytes *b, size_t at, size_t cut, const void *with, size_t n) {
  uint8_t part[512];
  if (at > b->n) at = b->n;
  if (cut > b->n - at) cut = b->n - at;
  if (n > sizeof part) n = sizeof part;
  if (n > b->room - at) n = b->room - at;
  if (n > 0) memcpy(part, with, n);  // it may be in the way
  size_t left = b->n - at - cut;
  if (left > b->room - at - n) left = b->room - at - n;
  memmove(b->at + at + n, b->at + at + cut, left);
  if (n > 0) memcpy(b->at + at, part, n);
  b->n = at + n + left;
}

// --- tokens ---------------------------------------------------------------------------------------

static const char *const extremes[] = {
  "0",     "-0",    "1",         "-1",         "1e308",      "1e-308", "1e999",
  "1e-999", "nan",  "inf",       "-inf",       "0x1p3",      "1e",     ".",
  "+",     "1..2",  "0.1",       "99999999999999999999999999999999999999999",
  "1/0",   "1/3",   "2147483647", "2147483648", "-2147483648", "4294967296", "9223372036854775807",
  "18446744073709551615", "1e1000000", "00", "١", "",
};

// of the language: keywords, functions, operators, units, names with a meaning
static const char *const tokens[] = {
  "system", "parameter", "coordinate", "momentum", "speed", "rate", "let", "frame", "point", "body", "mass", "at",
  "inertia", "about", "rotate", "quaternion", "kinetic", "potential", "lagrangian", "hamiltonian", "gravity",
  "force", "torque", "on", "dissipation", "spring", "damper", "stiffness", "length", "coefficient",
  "constraint", "realized by", "observe", "initial", "guess", "simulate", "from", "to", "every", "stop when",
  "rising", "falling", "draw", "line", "path", "circle", "radius", "claim", "deny", "conserved", "cyclic",
  "equilibrium", "stable", "unstable", "mode", "lambda2", "linear", "integrable", "redundant", "given", "assume",
  "units off", "include", "<joints>", "count", "for i = 1..n", "for i = 1..0", "sum(x for i = 1..3)", "[1..n]",
  "[i]", "[0]", "sin(", "cos(", "tan(", "asin(", "atan2(", "exp(", "log(", "sqrt(", "abs(", "dot(", "cross(",
  "norm(", "d(", "diff(", "pos(", "vel(", "acc(", "omega(", "lambda(", "reaction(", "reaction_force(", "residual(", "energy",
  "kinetic_energy", "potential_energy", "pi", "t", "O", "N", "x", "x'", "x''", "x'''", ".x", ".z", "'", "''",
  "+", "-", "*", "/", "^", "^2", "^(1/2)", "^-1", "=", "+=", "==", "<", ">=", ":", ",", "..", "(", ")", "[", "]",
  "\"", "\"a\"", "#", "\n", "\r\n", "\t", " ", "{", "}", "|", "\\", "%", "$", "&", ";", "θ", "Ω", "ϑ", "µ",
  "′", "−", "é", "\xff", "\xc0\x80", "\xe2\x80\xae", "\xef\xbb\xbf", " kg", " m/s^2", " deg", "[m]",
};

#define COUNT(a) (sizeof(a) / sizeof *(a))

static bool is_digit(uint8_t c) {
  return c >= '0' && c <= '9';
}

static bool is_word(uint8_t c) {
  return is_digit(c) || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_' || c >= 0x80;
}

static bool is_number(uint8_t c) {
  return is_digit(c) || c == '.';
}

static bool is_line(uint8_t c) {
  return c != '\n';
}

typedef struct {
  size_t at, n;
} Span;

// Returns the bytes of this kind around a place, or a single byte if the one there is of another kind.
static Span span_at(const Bytes *b, size_t at, bool (*kind)(uint8_t c)) {
  Span s = {at, at < b->n ? 1 : 0};
  if (at >= b->n || !kind(b->at[at])) return s;
  while (s.at > 0 && kind(b->at[s.at - 1])) s.at--, s.n++;
  while (s.at + s.n < b->n && kind(b->at[s.at + s.n])) s.n++;
  return s;
}

static Span any_token(Choice *c, const Bytes *b) {
  return span_at(b, choose(c, b->n), is_word);
}

// Finds a number at or after a random place; n is 0 if there is no such number.
static Span any_number(Choice *c, const Bytes *b) {
  size_t at = choose(c, b->n);
  for (size_t i = 0; i < b->n && !is_digit(b->at[at]); i++) at = (at + 1) % b->n;
  return at < b->n && is_digit(b->at[at]) ? span_at(b, at, is_number) : (Span){at, 0};
}

static Span any_line(Choice *c, const Bytes *b) {
  Span s = span_at(b, choose(c, b->n), is_line);
  if (s.at + s.n < b->n && b->at[s.at + s.n] == '\n') s.n++;
  return s;
}

static void put_word(Bytes *b, Span s, const char *word) {
  bytes_replace(b, s.at, s.n, word, strlen(word));
}

static void put_extreme(Choice *c, Bytes *b) {
  put_word(b, any_number(c, b), extremes[choose(c, COUNT(extremes))]);
}

// Moves a piece of the text, or repeats it.
static void move(Choice *c, Bytes *b, Span s, bool keep) {
  uint8_t part[512];
  const size_t n = s.n < sizeof part ? s.n : sizeof part;
  if (n > 0) memcpy(part, b->at + s.at, n);
  if (!keep) bytes_replace(b, s.at, s.n, NULL, 0);
  const Span to = s.n > 0 && part[n - 1] == '\n' ? any_line(c, b) : any_token(c, b);
  bytes_replace(b, to.at, 0, part, n);
}

// Inserts many brackets, or a long name.
static void repeat(Choice *c, Bytes *b) {
  static const char *const what[] = {"(", "[", "-", "x", "'", "1", "sin(", "\n", "2^", "{\"a\":", "[[", ","};
  const char *word = what[choose(c, COUNT(what))];
  const size_t at = any_token(c, b).at;
  for (size_t i = (size_t) 1 << choose(c, 9); i > 0; i--) bytes_replace(b, at, 0, word, strlen(word));
}

// Replaces a token by another one of the same kind in the text: most models changed this way are still models.
static void exchange(Choice *c, Bytes *b) {
  const Span to = any_token(c, b);
  if (to.n == 0) return;
  for (int tries = 0; tries < 32; tries++) {
    const Span from = any_token(c, b);
    const uint8_t old = b->at[to.at], new = b->at[from.at];
    if (is_digit(old) != is_digit(new) || is_word(old) != is_word(new)) continue;
    if (!is_word(old) && (strchr("+-*/", old) == NULL || strchr("+-*/", new) == NULL)) continue;
    if (from.n == to.n && memcmp(b->at + from.at, b->at + to.at, to.n) == 0) continue;
    bytes_replace(b, to.at, to.n, b->at + from.at, from.n);
    return;
  }
}

void mutate_text(Choice *c, Bytes *b) {
  switch (choose(c, 20)) {
    case 0: put_extreme(c, b); break;
    case 1: put_word(b, any_token(c, b), tokens[choose(c, COUNT(tokens))]); break;
    case 2: put_word(b, (Span){any_token(c, b).at, 0}, tokens[choose(c, COUNT(tokens))]); break;
    case 3: put_word(b, any_token(c, b), ""); break;
    case 4: move(c, b, any_line(c, b), choose(c, 2)); break;
    case 5: move(c, b, any_token(c, b), choose(c, 2)); break;
    case 6: put_word(b, any_line(c, b), ""); break;
    case 7: repeat(c, b); break;
    case 8: b->n = choose(c, 8) ? b->n : choose(c, b->n); break;
    case 9:
      if (b->n > 0) b->at[choose(c, b->n)] ^= (uint8_t) (1u << choose(c, 8));
      break;
    default: exchange(c, b); break;
  }
}

// --- tables and objects ---------------------------------------------------------------------------

static void put_any(Choice *c, Bytes *b, const char *const *words, size_t n) {
  put_word(b, (Span){choose(c, b->n + 1), choose(c, 3)}, words[choose(c, n)]);
}

void mutate_csv(Choice *c, Bytes *b) {
  static const char *const odd[] = {",", "\"", "\"\"", "\"a\n\"", "\r", "\r\n", "\n\n", ";", "\t", "#", "=1+1",
                                    "\xef\xbb\xbf", "\xff\xfe", " ", "t,", ",,,,,,,,", "'", "t,x,x'\n", "\"x\"\"\","};
  switch (choose(c, 5)) {
    case 0: put_extreme(c, b); break;
    case 1: put_any(c, b, odd, COUNT(odd)); break;
    case 2: move(c, b, any_line(c, b), choose(c, 2)); break;
    case 3: b->n = choose(c, 4) ? b->n : choose(c, b->n); break;
    default: mutate_text(c, b); break;
  }
}

void mutate_json(Choice *c, Bytes *b) {
  static const char *const odd[] = {"{", "}", "[", "]", ",", ":", "\"", "null", "true", "[]", "{}", "\"\\u0000\"",
                                    "\"\\ud800\"", "\"\\udc00\\ud800\"", "\\", "\"\\x\"", "1e999", "-", "01", "1.",
                                    "{\"t\": 1, \"t\": 2}", "\"run\": 3,", "\"columns\": [],", "\"columns\": [\"t\"],",
                                    "\"columns\": {},", "[[[[[[[[", "/**/", "\x01", "NaN", "Infinity"};
  switch (choose(c, 4)) {
    case 0: put_extreme(c, b); break;
    case 1: put_any(c, b, odd, COUNT(odd)); break;
    case 2: {  // one token in the place of another
      const Span from = any_token(c, b), to = any_token(c, b);
      bytes_replace(b, to.at, to.n, b->at + from.at, from.n);
      break;
    }
    default: mutate_text(c, b); break;
  }
}
