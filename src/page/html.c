// page/html.c: writing HTML in which texts cannot become markup; measuring MathML.

#include "page/html.h"
#include "base/sha256.h"
#include "print/print.h"
#include <assert.h>
#include <stdarg.h>
#include <string.h>

void html_add_str(Text *out, Str s) {
  names_print_plain(s, FORMAT_MATHML, out);  // escapes everything that XML and HTML have in common
}

void html_add(Text *out, const char *format, ...) {
  va_list args;
  va_start(args, format);
  for (const char *c = format; *c != '\0'; c++) {
    if (*c != '%') {
      text_add_char(out, *c);
      continue;
    }
    switch (*++c) {
      case 's': html_add_str(out, str(va_arg(args, const char *))); break;
      case 'm': text_add(out, va_arg(args, const char *)); break;
      case 'z': text_addf(out, "%zu", va_arg(args, size_t)); break;
      default: assert(*c == '%'); text_add_char(out, '%');
    }
  }
  va_end(args);
}

// --- hashes --------------------------------------------------------------------------------------

void html_add_hash(Text *out, Str content) {
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  uint8_t digest[SHA256_BYTES + 1] = {0};  // 33 bytes: 11 groups of base64 (RFC 4648)
  Sha256 sha = sha256_make();
  sha256_add(&sha, content.at, content.n);
  sha256_finish(&sha, digest);
  text_add(out, "'sha256-");
  for (size_t i = 0; i < sizeof digest; i += 3) {
    const uint32_t group =
      (uint32_t) digest[i] << 16 | (uint32_t) digest[i + 1] << 8 | digest[i + 2];
    for (int k = 0; k < 4; k++)
      text_add_char(out,
                    i + 3 == sizeof digest && k == 3 ? '=' : digits[group >> (18 - 6 * k) & 63]);
  }
  text_add_char(out, '\'');
}

// --- MathML --------------------------------------------------------------------------------------

#define SCRIPT 0.7   // size of an index or exponent
#define SIGN_ROOM 1  // around a sign, in letters

static bool starts(const char *at, const char *prefix) {
  return strncmp(at, prefix, strlen(prefix)) == 0;
}

// Returns the width of one character or entity; invisible operators take no room.
static double character_width(const char **at) {
  const bool invisible = starts(*at, "&#x20");
  if (**at == '&') {
    *at += strcspn(*at, ";");
    *at += **at == ';';
    return invisible ? 0 : 1;
  }
  for ((*at)++; ((unsigned char) **at & 0xc0) == 0x80;) (*at)++;
  return 1;
}

typedef enum { ADD, WIDEST, FIRST_AND_SCRIPTS } Arrangement;

static Arrangement arrangement(const char *tag) {
  if (starts(tag, "<mfrac") || starts(tag, "<mover")) return WIDEST;
  return starts(tag, "<msub") || starts(tag, "<msup") ? FIRST_AND_SCRIPTS : ADD;
}

// Returns the width of the element at *at, and moves past it.
static double element_width(const char **at) {
  const char *tag = *at;
  const Arrangement how = arrangement(tag);
  *at += strcspn(*at, ">");
  const bool empty = (*at)[-1] == '/';
  *at += **at == '>';
  if (empty) return starts(tag, "<mspace") ? 0.2 : 0;
  double width = 0, scripts = 0;
  for (int k = 0; **at != '\0' && !starts(*at, "</"); k++) {
    const double part = **at == '<' ? element_width(at) : character_width(at);
    if (how == FIRST_AND_SCRIPTS && k > 0)
      scripts = SCRIPT * part > scripts ? SCRIPT * part : scripts;
    else if (how == WIDEST)
      width = part > width ? part : width;
    else
      width += part;
  }
  *at += strcspn(*at, ">");
  *at += **at == '>';
  const bool sign = starts(tag, "<mo>+") || starts(tag, "<mo>−") || starts(tag, "<mo>=");
  return width + scripts + (sign ? SIGN_ROOM : 0);
}

double html_mathml_width(const char *mathml) {
  double width = 0;
  while (*mathml != '\0')
    width += *mathml == '<' ? element_width(&mathml) : character_width(&mathml);
  return width;
}

static bool may_break(const char *at) {
  return starts(at, "<mo>+</mo>") || starts(at, "<mo>−</mo>") || starts(at, "<mo>=</mo>");
}

size_t html_mathml_piece(const char *mathml) {
  const char *at = mathml;
  bool any = false;
  while (*at != '\0' && !(any && may_break(at))) {
    any = any || !may_break(at);  // a sign stays with the term after it
    if (*at == '<')
      element_width(&at);
    else
      character_width(&at);
  }
  return (size_t) (at - mathml);
}
