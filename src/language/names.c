// language/names.c: the characters of names.
//
// A Greek letter is another way to write its English name, so θ1 and theta1 are one name. Other
// letters stand for themselves.

#define _POSIX_C_SOURCE 200809L  // newlocale, iswalpha_l

#include "language/language_impl.h"
#include <locale.h>
#include <wctype.h>

static bool is_tail(unsigned char c) {
  return (c & 0xc0) == 0x80;
}

size_t names_decode(Str s, uint32_t *code) {
  static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  if (s.n == 0) return 0;
  const unsigned char first = (unsigned char) s.at[0];
  *code = first;
  if (first < 0x80) return 1;
  const size_t n = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || s.n < n) return 0;
  *code = first & (0x7fu >> n);
  for (size_t i = 1; i < n; i++) {
    if (!is_tail((unsigned char) s.at[i])) return 0;
    *code = *code << 6 | ((unsigned char) s.at[i] & 0x3fu);
  }
  const bool surrogate = *code >= 0xd800 && *code <= 0xdfff;
  return *code < least[n] || *code > 0x10ffff || surrogate ? 0 : n;
}

static const struct {
  const char *name, *letter;
} greek[] = {
#define X(name, latex, letter) {name, letter},
#include "print/greek.def"
#undef X
};

const char *names_greek(uint32_t code) {
  if (code < 0x80) return NULL;  // most letters of most texts
  for (size_t i = 0; i < sizeof greek / sizeof *greek; i++) {
    uint32_t letter;
    if (names_decode(str(greek[i].letter), &letter) > 0 && letter == code) return greek[i].name;
  }
  switch (code) {
    case 0x3c2: return "sigma";   // final form
    case 0xb5: return "mu";       // the micro sign
    case 0x2126: return "Omega";  // the ohm sign
    case 0x3d0: return "beta";    // script forms
    case 0x3d1: return "theta";
    case 0x3d5: return "phi";
    case 0x3d6: return "pi";
    case 0x3f0: return "kappa";
    case 0x3f1: return "rho";
    case 0x3f4: return "Theta";
    case 0x3f5: return "epsilon";
    case 0x2206: return "Delta";  // the increment sign
    default: return NULL;
  }
}

// Is it a letter outside ASCII, as the C library knows it in any UTF-8 locale? The locale is made anew each time: only
// the answers are kept.
static bool is_foreign_letter(uint32_t code) {
  const locale_t locale = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t) 0);
  if (locale == (locale_t) 0) return code >= 0xc0;  // no such locale: better too many than too few
  const bool is = iswalpha_l((wint_t) code, locale) != 0;
  freelocale(locale);
  return is;
}

bool names_is_letter(Letters *letters, uint32_t code) {
  if (code < 0x80) return (code | 0x20) >= 'a' && (code | 0x20) <= 'z';
  if (names_greek(code) != NULL) return true;
  uint32_t is;
  if (!memo_get(&letters->known, code, &is)) {
    is = is_foreign_letter(code);
    memo_put(letters->arena, &letters->known, code, is);
  }
  return is;
}
