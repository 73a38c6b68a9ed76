// native/emit_names.c: names, numbers and reserved words of languages, including C.

#include "native/emit.h"
#include "base/embedded.h"
#include "base/table.h"
#include <ctype.h>
#include <math.h>
#include <string.h>
#include <strings.h>

static const char *const op_text[] = {
#define X(name, operands, text) text,
#include "tape/ops.def"
#undef X
};

// Reserved: keywords of C99, C11, C23 and of GNU C, names that headers or compilers define although they look
// like ordinary ones, and the arguments of our functions.
const EmitLanguage emit_c = {
  .op = op_text,
  .reserved =
    " auto break case char const continue default do double else enum extern float for goto if"
    " inline int long register restrict return short signed sizeof static struct switch typedef"
    " union unsigned void volatile while alignas alignof bool constexpr false nullptr static_assert"
    " thread_local true typeof typeof_unqual asm unix linux math_errhandling signgam main"
    " p t y yd w v change out ",
  .suffix = "",
  .nan = "NAN",
  .infinity = "INFINITY",
  .value = "  const double %n = %v;\n",
  .store = "  %n = %v;",
  .remark = "  // %c",
  .element = "%n[%i]",
  .solution = "  double %n[%k];\n  dal_pivoting(%c, (const double[]){%v}, %n);\n",
  .solution_in = "  dal_pivoting(%c, v + %a, v + %t);\n",
};

// Operations in the terms of text/real.h and text/lanes.h.
static const char *const unit_op[TAPE_OP_COUNT] = {
  [TAPE_ADD] = "%a + %b",
  [TAPE_SUB] = "%a - %b",
  [TAPE_MUL] = "%a * %b",
  [TAPE_DIV] = "%a / %b",
  [TAPE_NEG] = "-%a",
  [TAPE_SQRT] = "dal_sqrt(%a)",
  [TAPE_POW] = "dal_pow(%a, %b)",
  [TAPE_TAN] = "dal_tan(%a)",
  [TAPE_ASIN] = "dal_asin(%a)",
  [TAPE_ACOS] = "dal_acos(%a)",
  [TAPE_ATAN] = "dal_atan(%a)",
  [TAPE_ATAN2] = "dal_atan2(%a, %b)",
  [TAPE_SINH] = "dal_sinh(%a)",
  [TAPE_COSH] = "dal_cosh(%a)",
  [TAPE_TANH] = "dal_tanh(%a)",
  [TAPE_EXP] = "dal_exp(%a)",
  [TAPE_LOG] = "dal_log(%a)",
  [TAPE_ABS] = "dal_fabs(%a)",
  [TAPE_SIGN] = "dal_sign(%a)",
  [TAPE_SIDE] = "dal_side(%a)",
  [TAPE_PICK] = "dal_pick(%a, %b)",
  // sine and cosine are separate statements
};

// The parts common to both kinds of units of C: dal_real is a number, or a lane of several.
#define UNIT_LANGUAGE                                                                                        \
  .op = unit_op, .suffix = "", .nan = "NAN", .infinity = "INFINITY", .value = "  const dal_real %n = %v;\n", \
  .store = "  %n = %v;", .remark = "  // %c", .element = "%n[%i]"

const EmitLanguage emit_c_real = {
  UNIT_LANGUAGE,
  .solution = "  dal_real %n[%k];\n  dal_pivoting(%c, (const dal_real[]){%v}, %n);\n",
  .solution_in = "  dal_pivoting(%c, v + %a, v + %t);\n",
};

const EmitLanguage emit_c_lanes = {
  UNIT_LANGUAGE,
  .solution = "  dal_real %n[%k];\n  dal_pivoting_lanes(%c, (const dal_real[]){%v}, %n);\n",
  .solution_in = "  dal_pivoting_lanes(%c, v + %a, v + %t);\n",
};

void emit_fill(Text *out, const char *text, const char *const *words) {
  for (const char *c = text; *c != '\0'; c++) {
    const char *const *w = words;
    while (c[0] == '%' && *w != NULL && **w != c[1]) w += 2;
    if (c[0] != '%' || *w == NULL) {
      text_add_char(out, *c);
      continue;
    }
    text_add(out, w[1]);
    c++;
  }
}

static bool is_reserved(const EmitLanguage *l, const char *name) {
  const size_t n = strlen(name);
  const char *small = l->reserved;
  for (const char *at = small; n > 0 && *at != '\0'; at++)
    if (*at == ' ' &&
        (l->one_case ? strncasecmp(at + 1, name, n) : strncmp(at + 1, name, n)) == 0 &&
        at[n + 1] == ' ')
      return true;
  return false;
}

// Does it look like a name of another kind? Values have a letter and a number, names of text/sincos.h start
// with dal_, macros of headers are in capitals: M_E, NAN, SIZE_MAX.
static bool is_of_a_kind(const EmitLanguage *l, const char *name) {
  const size_t n = strlen(name);
  const bool value = n > 1 && strchr(l->one_case ? "vscVSC" : "vsc", name[0]) != NULL &&
                     strspn(name + 1, "0123456789") == n - 1;
  const bool macro = l == &emit_c && n > 2 &&
                     strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789") == n;
  return value || macro || strncmp(name, "dal_", 4) == 0;
}

static bool same_name(const EmitLanguage *l, const char *a, const char *b) {
  return (l->one_case ? strcasecmp(a, b) : strcmp(a, b)) == 0;
}

// Is it a function that an operation starts with?
static bool is_function(const EmitLanguage *l, const char *name) {
  const size_t n = strlen(name);
  for (size_t i = 0; i < TAPE_OP_COUNT; i++)
    if ((l->one_case ? strncasecmp(l->op[i], name, n) : strncmp(l->op[i], name, n)) == 0 &&
        l->op[i][n] == '(')
      return true;
  return false;
}

static bool is_word(const EmitLanguage *l, const char *name) {
  return is_reserved(l, name) || (*name != '\0' && is_function(l, name));
}

static bool is_taken(const EmitLanguage *l, const char *name, const char *const *others, size_t n) {
  if (is_word(l, name)) return true;
  for (size_t i = 0; i < n; i++)
    if (others[i] != NULL && same_name(l, name, others[i])) return true;
  return false;
}

static bool is_plain(char c) {
  return (unsigned char) c < 128 && isalnum((unsigned char) c);  // in any locale
}

// Returns the name in letters of the language; it may be taken.
static Text draft(const EmitLanguage *l, Arena *arena, const char *name) {
  Text text = text_make(arena);
  if (l->letter_first && !(is_plain(*name) && !isdigit((unsigned char) *name)))
    text_add_char(&text, 'x');
  for (const char *c = name; *c != '\0'; c++) {
    if (*c == '\'')
      text_add(&text, c[1] == '\'' ? "_ddot" : "_dot");
    else if (*c != ']')  // q[3] is q_3
      text_add_char(&text, is_plain(*c) ? *c : '_');
    if (c[0] == '\'' && c[1] == '\'') c++;
  }
  if (is_of_a_kind(l, text_get(&text))) text_add_char(&text, '_');
  return text;
}

// Returns what two names have in common if they are the same to the language.
static Str key_of(const EmitLanguage *l, Arena *arena, const char *name) {
  if (!l->one_case) return str(name);
  Text key = text_make(arena);
  for (const char *c = name; *c != '\0'; c++) text_add_char(&key, (char) tolower((unsigned char) *c));
  return (Str){text_get(&key), key.n};
}

// With a table: there may be 100,000 names.
void emit_names_in(const EmitLanguage *l, Arena *arena, const char *const *names, size_t n, const char **all,
                   size_t taken) {
  Names found = {0};
  uint32_t number;
  for (size_t i = 0; i < taken; i++)
    if (all[i] != NULL) names_put(arena, &found, key_of(l, arena, all[i]), 0);
  for (size_t i = 0; i < n; i++) {
    Text text = draft(l, arena, names[i]);
    while (is_word(l, text_get(&text)) || names_get(&found, key_of(l, arena, text_get(&text)), &number))
      text_add_char(&text, '_');
    all[taken + i] = text_get(&text);
    names_put(arena, &found, key_of(l, arena, all[taken + i]), 0);
  }
}

void emit_names(Arena *arena, const char *const *names, size_t n, const char **all, size_t taken) {
  emit_names_in(&emit_c, arena, names, n, all, taken);
}

const char *emit_name_in(const EmitLanguage *l, Arena *arena, const char *name,
                         const char *const *others, size_t n) {
  Text text = draft(l, arena, name);
  while (is_taken(l, text_get(&text), others, n)) text_add_char(&text, '_');
  return text_get(&text);
}

const char *emit_name(Arena *arena, const char *name, const char *const *others, size_t n) {
  return emit_name_in(&emit_c, arena, name, others, n);
}

void emit_comment(const char *comment, Text *out) {
  for (const char *c = comment; *c != '\0'; c++) {
    text_add_char(out, iscntrl((unsigned char) *c) ? ' ' : *c);
    if ((c[0] == '*' && c[1] == '/') || (c[0] == '/' && c[1] == '*')) text_add_char(out, ' ');
  }
}

void emit_number_in(const EmitLanguage *l, double value, Text *out) {
  if (isnan(value)) {
    text_add(out, l->nan);
  } else if (isinf(value)) {
    text_addf(out, "%s%s", value < 0 ? "-" : "", l->infinity);
  } else if (value == 0) {
    text_addf(out, "%s%s", signbit(value) ? "-0.0" : "0.0", l->suffix);
  } else {
    Text digits = text_make(out->arena);
    text_add_double(&digits, value);
    text_add(out, text_get(&digits));
    if (strpbrk(text_get(&digits), ".e") == NULL) text_add(out, ".0");
    text_add(out, l->suffix);
  }
}

void emit_number(double value, Text *out) {
  emit_number_in(&emit_c, value, out);
}

Str emit_text(const char *name) {
  return str(embedded_find(embedded_units, embedded_units_count, name));
}
