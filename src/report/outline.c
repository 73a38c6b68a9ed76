// report/outline.c: writing outlines.

#include "report/outline.h"
#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Outline outline_make(Arena *arena, ExprPool *pool, uint32_t most) {
  return (Outline){.arena = arena, .pool = pool, .most = most};
}

OutlineItem *outline_add(Outline *o, ItemKind kind, unsigned indent) {
  array_push(o->arena, &o->items, ((OutlineItem){.kind = kind, .indent = indent}));
  o->is_below = false;
  return &o->items.at[o->items.n - 1];
}

void outline_below(Outline *o) {
  o->is_below = true;
}

// --- words ---------------------------------------------------------------------------------------

static OutlineLine *current_line(Outline *o) {
  OutlineItem *item = &o->items.at[o->items.n - 1];
  return o->is_below ? &item->below : &item->line;
}

static LinePiece *last_piece(Outline *o) {
  OutlineLine *line = current_line(o);
  return line->n > 0 ? &line->at[line->n - 1] : NULL;
}

static void add_piece(Outline *o, PieceKind kind) {
  LinePiece piece = {.kind = kind};
  for (int i = 0; i < FORMATS; i++) piece.as[i] = text_make(o->arena);
  OutlineLine *line = current_line(o);
  array_push(o->arena, line, piece);
}

static void add_words(Outline *o, PieceKind kind, const char *format, va_list args) {
  const LinePiece *last = last_piece(o);
  if (last == NULL || last->kind != kind) add_piece(o, kind);
  text_addv(&last_piece(o)->as[FORMAT_TEXT], format, args);
}

void outline_say(Outline *o, const char *format, ...) {
  va_list args;
  va_start(args, format);
  add_words(o, PIECE_WORDS, format, args);
  va_end(args);
}

void outline_code(Outline *o, const char *format, ...) {
  va_list args;
  va_start(args, format);
  add_words(o, PIECE_CODE, format, args);
  va_end(args);
}

void outline_line(Outline *o, unsigned indent, const char *format, ...) {
  va_list args;
  outline_add(o, ITEM_LINE, indent);
  va_start(args, format);
  add_words(o, PIECE_WORDS, format, args);
  va_end(args);
}

void outline_names(Outline *o, const char *const *at, size_t n) {
  for (size_t i = 0; i < n; i++) {
    if (i > 0) outline_say(o, "%s", i + 1 == n ? " and " : ", ");
    outline_code(o, "%s", at[i]);
  }
}

// --- formulas ------------------------------------------------------------------------------------

void outline_math_open(Outline *o) {
  add_piece(o, PIECE_FORMULA);
}

void outline_math_close(Outline *o) {
  assert(last_piece(o)->kind == PIECE_FORMULA);
  (void) o;
}

// Appends a formula in each format. A minus sign that follows something would otherwise be spaced
// as a difference.
static void append(Outline *o, const char *const as[FORMATS], bool is_value) {
  static const char minus[] = "<mo>−</mo>";
  Text *to = last_piece(o)->as;
  const char *mathml = as[FORMAT_MATHML];
  text_add(&to[FORMAT_TEXT], as[FORMAT_TEXT]);
  text_add(&to[FORMAT_LATEX], as[FORMAT_LATEX]);
  if (is_value && strncmp(mathml, minus, strlen(minus)) == 0) {
    text_add(&to[FORMAT_MATHML], "<mo form=\"prefix\">−</mo>");
    mathml += strlen(minus);
  }
  text_add(&to[FORMAT_MATHML], mathml);
}

void outline_math_add(Outline *o, const char *text, const char *latex) {
  Text mathml = text_make(o->arena);
  const bool understood = latex_to_mathml(str(latex), &mathml);
  assert(understood);
  (void) understood;
  append(o, (const char *const[FORMATS]){text, latex, text_get(&mathml)}, false);
}

static const char *formula_in(const Outline *o, Expr e, Format format) {
  static const char *const words[] = {"(%u operations)", "\\text{(%u operations)}",
                                      "<mtext>(an expression of %u operations)</mtext>"};
  const unsigned weight = (unsigned) expr_weight(o->pool, e);
  Text text = text_make(o->arena);
  const bool shown =
    (o->most == 0 || weight <= o->most) && print_expr(o->pool, e, format, NULL, &text);
  if (!shown) return text_format(o->arena, words[format], weight);
  return format == FORMAT_MATHML ? listing_mathml_opened(text_get(&text), o->arena)
                                 : text_get(&text);
}

void outline_math_expr(Outline *o, Expr e) {
  const char *as[FORMATS];
  for (int i = 0; i < FORMATS; i++) as[i] = formula_in(o, e, (Format) i);
  append(o, as, true);
}

static void number_in(double value, Text as[FORMATS]) {
  char text[40];
  snprintf(text, sizeof text, "%.7g", value == 0 ? 0.0 : value);
  text_add(&as[FORMAT_TEXT], text);
  const size_t n = strcspn(text, "e");
  text_addf(&as[FORMAT_LATEX], "%.*s", (int) n, text);
  const int minus = text[0] == '-';
  text_addf(&as[FORMAT_MATHML], "%s<mn>%.*s</mn>", minus ? "<mo>−</mo>" : "", (int) n - minus,
            text + minus);
  if (text[n] == '\0') return;
  const int exponent = atoi(text + n + 1);
  text_addf(&as[FORMAT_LATEX], " \\cdot 10^{%d}", exponent);
  text_addf(&as[FORMAT_MATHML], "<mo>⋅</mo><msup><mn>10</mn><mrow>%s<mn>%d</mn></mrow></msup>",
            exponent < 0 ? "<mo>−</mo>" : "", abs(exponent));
}

void outline_math_number(Outline *o, double value) {
  Text text[FORMATS];
  const char *as[FORMATS];
  for (int i = 0; i < FORMATS; i++) text[i] = text_make(o->arena);
  number_in(value, text);
  for (int i = 0; i < FORMATS; i++) as[i] = text_get(&text[i]);
  append(o, as, true);
}

static void add_imaginary(Outline *o, double im) {
  outline_math_number(o, im);
  outline_math_add(o, "i", "\\mathrm{i}");
}

void outline_math_complex(Outline *o, double re, double im) {
  if (re != 0 || im == 0) outline_math_number(o, re);
  if (im == 0) return;
  if (re != 0)
    outline_math_add(o, im < 0 ? " - " : " + ", im < 0 ? " - " : " + ");
  else if (im < 0)
    outline_math_add(o, "-", "-");
  add_imaginary(o, fabs(im));
}

void outline_math_roots(Outline *o, double re, double im) {
  if (re != 0 || im == 0) outline_math_number(o, re);
  if (im == 0) return;
  outline_math_add(o, re != 0 ? " +- " : "+-", re != 0 ? " \\pm " : "\\pm ");
  add_imaginary(o, im);
}

// --- whole formulas ------------------------------------------------------------------------------

void outline_expr(Outline *o, Expr e) {
  outline_math_open(o);
  outline_math_expr(o, e);
  outline_math_close(o);
}

void outline_exprs(Outline *o, const Expr *at, size_t n) {
  for (size_t i = 0; i < n; i++) {
    if (i > 0) outline_say(o, ", ");
    outline_expr(o, at[i]);
  }
}

// Returns the terms of this sign, made positive.
static Expr terms_of_sign(ExprPool *pool, Expr e, int sign) {
  Expr sum = EXPR_ZERO;
  for (size_t i = 0; i < expr_count(pool, e); i++) {
    const ExprTerm term = expr_operand(pool, e, i);
    if (ratio_sign(pool, term.c) != sign) continue;
    const Ratio c = sign > 0 ? term.c : ratio_neg(pool, term.c);
    sum = expr_add(pool, sum, expr_scale(pool, c, term.e));
  }
  return sum;
}

void outline_equation(Outline *o, Expr difference) {
  Expr left = difference, right = EXPR_ZERO;
  if (expr_kind(o->pool, difference) == EXPR_SUM) {
    left = terms_of_sign(o->pool, difference, 1);
    right = terms_of_sign(o->pool, difference, -1);
    if (expr_same(left, EXPR_ZERO)) left = right, right = EXPR_ZERO;
  }
  outline_math_open(o);
  outline_math_expr(o, left);
  outline_math_add(o, " = ", " = ");
  outline_math_expr(o, right);
  outline_math_close(o);
}

// --- matrices ------------------------------------------------------------------------------------

static const char *entry_in(const Outline *o, const OutlineMatrix *m, size_t i, Format format) {
  if (m->exact != NULL) return formula_in(o, m->exact[i], format);
  Text as[FORMATS];
  for (int k = 0; k < FORMATS; k++) as[k] = text_make(o->arena);
  number_in(m->at[i], as);
  return text_get(&as[format]);
}

void outline_matrix(Outline *o, unsigned indent, const OutlineMatrix *m) {
  const size_t n = m->rows * m->columns;
  if (n == 0) return;
  Text mathml = text_make(o->arena);
  (void) latex_to_mathml(str(m->latex), &mathml);
  const char *const left[FORMATS] = {m->name, m->latex, text_get(&mathml)};
  OutlineItem *item = outline_add(o, ITEM_MATRIX, indent);
  for (int k = 0; k < FORMATS; k++) {
    const char **entries = ARENA_ARRAY(o->arena, const char *, n);
    for (size_t i = 0; i < n; i++) entries[i] = entry_in(o, m, i, (Format) k);
    item->matrix[k] =
      (ListedFormula){.left = left[k], .rows = m->rows, .columns = m->columns, .entries = entries};
  }
}
