// methods/worksheet.c: the steps of a derivation as data; the report decides on their appearance.

#include "methods/worksheet.h"
#include "algebra/algebra.h"
#include "print/print.h"

void work_step(Equations *eq, const char *title, const char *text, const char *latex,
               const char *source) {
  const WorkStep step = {
    .title = title, .formula_text = text, .formula_latex = latex, .source = source};
  array_push(eq->arena, &eq->worksheet, step);
}

static void add_line(Equations *eq, WorkLine line) {
  WorkStep *step = &eq->worksheet.at[eq->worksheet.n - 1];
  array_push(eq->arena, &step->lines, line);
}

void worksheet_formula(Equations *eq, const char *text, const char *latex, Expr value) {
  add_line(eq, (WorkLine){.kind = LINE_FORMULA, .text = text, .latex = latex, .value = value});
}

const char *worksheet_own(Equations *eq, const char *letter) {
  Thing thing;
  return model_find(eq->model, str(letter), &thing) ? text_format(eq->arena, "%s*", letter)
                                                    : letter;
}

void worksheet_letter(Equations *eq, const char *letter, Expr value) {
  const char *text = worksheet_own(eq, letter);
  worksheet_formula(eq, text, text == letter ? letter : text_format(eq->arena, "%s^{*}", letter),
                    value);
}

static const char *printed(Equations *eq, Expr symbol, Format format) {
  Text text = text_make(eq->arena);
  print_expr(eq->pool, symbol, format, NULL, &text);
  return text_get(&text);
}

void worksheet_symbol(Equations *eq, Expr symbol, Expr value) {
  worksheet_formula(eq, printed(eq, symbol, FORMAT_TEXT), printed(eq, symbol, FORMAT_LATEX), value);
}

void worksheet_constraint(Equations *eq, const char *letter, const char *latex_letter,
                          const char *name, Expr value) {
  Text latex = text_make(eq->arena);
  text_addf(&latex, "%s_{\\text{", latex_letter);
  names_print_plain(str(name), FORMAT_LATEX, &latex);
  text_add(&latex, "}}");
  worksheet_formula(eq, text_format(eq->arena, "%s[%s]", letter, name), text_get(&latex), value);
}

void worksheet_matrix(Equations *eq, const char *text, const char *latex, Matrix matrix) {
  add_line(eq, (WorkLine){.kind = LINE_MATRIX, .text = text, .latex = latex, .matrix = matrix});
}

void worksheet_vector(Equations *eq, const char *text, const char *latex, const Expr *at,
                      size_t n) {
  Matrix column = matrix_make(eq->arena, n, 1);
  for (size_t i = 0; i < n; i++) column.at[i] = at[i];
  worksheet_matrix(eq, text, latex, column);
}

Expr worksheet_name(Equations *eq, const char *name) {
  Expr symbol = expr_symbol(eq->pool, str(name), SYMBOL_QUANTITY);
  while (expr_symbol_kind(eq->pool, symbol) != SYMBOL_QUANTITY) {
    name = text_format(eq->arena, "%s_", name);
    symbol = expr_symbol(eq->pool, str(name), SYMBOL_QUANTITY);
  }
  return symbol;
}

// letter_x as text, letter_{x y, z} as LaTeX
static const char *indexed(Equations *eq, const char *letter, const Expr *symbols, size_t n,
                           bool comma, Format format) {
  Text text = text_make(eq->arena);
  text_add(&text, letter);
  text_add(&text, format == FORMAT_TEXT ? (n == 1 ? "_" : "[") : "_{");
  for (size_t i = 0; i < n; i++) {
    if (i > 0) text_add(&text, comma && i + 1 == n ? ", " : " ");
    print_expr(eq->pool, symbols[i], format, NULL, &text);
  }
  text_add(&text, format == FORMAT_TEXT ? (n == 1 ? "" : "]") : "}");
  return text_get(&text);
}

void worksheet_indexed(Equations *eq, const char *letter, const char *latex_letter,
                       const Expr *symbols, size_t n, bool comma, Expr value) {
  const char *text = indexed(eq, letter, symbols, n, comma, FORMAT_TEXT);
  const char *latex = indexed(eq, latex_letter, symbols, n, comma, FORMAT_LATEX);
  worksheet_formula(eq, text, latex, value);
}

// --- matrices ------------------------------------------------------------------------------------

Matrix worksheet_product(const Equations *eq, const Matrix *a, const Matrix *b) {
  ExprPool *pool = eq->pool;
  Matrix c = matrix_make(eq->arena, a->rows, b->columns);
  for (size_t i = 0; i < a->rows; i++)
    for (size_t j = 0; j < b->columns; j++) {
      const Expr *row = a->at + i * a->columns;
      *matrix_entry(&c, i, j) =
        algebra_readable(pool, expr_dot(pool, b->at + j, b->columns, row, a->columns));
    }
  return c;
}

Matrix worksheet_transposed(const Equations *eq, const Matrix *a) {
  Matrix t = matrix_make(eq->arena, a->columns, a->rows);
  for (size_t i = 0; i < a->rows; i++)
    for (size_t j = 0; j < a->columns; j++) *matrix_entry(&t, j, i) = *matrix_entry(a, i, j);
  return t;
}

Matrix worksheet_column(const Equations *eq, const Expr *at, size_t n) {
  Matrix c = matrix_make(eq->arena, n, 1);
  for (size_t i = 0; i < n; i++) c.at[i] = algebra_readable(eq->pool, at[i]);
  return c;
}

bool worksheet_inverse(const Equations *eq, const Matrix *a, Matrix *result) {
  *result = matrix_make(eq->arena, a->rows, a->rows);
  Matrix readable = matrix_make(eq->arena, a->rows, a->rows);
  for (size_t i = 0; i < a->rows * a->rows; i++)
    readable.at[i] = algebra_readable(eq->pool, a->at[i]);
  return algebra_inverse(eq->pool, eq->arena, a->rows, readable.at, result->at);
}
