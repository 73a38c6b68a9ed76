// language/table.c: functions through the points of a file.
//
// In:    table F(x) = "data.csv" column force over time linear
// Out:   a function of one argument: cubic between the points, without overshoot, or linear
// Law:   monotone between the points if the points are; one continuous derivative
// From:  F. N. Fritsch, R. E. Carlson, SIAM J. Numer. Anal. 17 (1980) 238; weights of the harmonic mean: F. N. Fritsch,
//        J. Butland, SIAM J. Sci. Stat. Comput. 5 (1984) 300
// Fails: there is no value outside the range of the points

#include "base/file.h"
#include "base/part.h"
#include "language/language_impl.h"
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define TABLE_MIB 16        // of a file
#define TABLE_POINTS 1000   // of a function
#define TABLE_COLUMNS 1000  // of a file

// --- the file ------------------------------------------------------------------------------------

typedef struct {
  Parser *parser;
  const char *path;
  Span span;
  Str rest;
  size_t line;
  ARRAY(Str) field;  // the fields of the current line
} Reading;

static bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r';
}

static Str trimmed(Str s) {
  while (s.n > 0 && (is_blank(s.at[0]) || s.at[0] == '"')) s.at++, s.n--;
  while (s.n > 0 && (is_blank(s.at[s.n - 1]) || s.at[s.n - 1] == '"')) s.n--;
  return s;
}

// Reads the fields of the next nonempty line; returns false at the end. Comments begin with #.
static bool next_line(Reading *r) {
  while (r->rest.n > 0) {
    const char *end = memchr(r->rest.at, '\n', r->rest.n);
    const size_t n = end != NULL ? (size_t) (end - r->rest.at) : r->rest.n;
    Str line = trimmed((Str){r->rest.at, n});
    r->rest.at += n + (end != NULL);
    r->rest.n -= n + (end != NULL);
    r->line++;
    if (line.n == 0 || line.at[0] == '#') continue;
    r->field.n = 0;
    line.n += 1;  // the last field ends with the line
    for (size_t i = 0, from = 0; i < line.n && r->field.n < TABLE_COLUMNS; i++) {
      const bool last = i + 1 == line.n;
      if (!last && line.at[i] != ',' && line.at[i] != ';' && line.at[i] != '\t') continue;
      array_push(r->parser->arena, &r->field, trimmed((Str){line.at + from, i - from}));
      from = i + 1;
    }
    return true;
  }
  return false;
}

static bool read_number(Reading *r, Str field, double *value) {
  char *end;
  const char *text = str_copy(r->parser->arena, field);
  *value = strtod(text, &end);
  return *text != '\0' && *end == '\0' && isfinite(*value) && strpbrk(text, "xXnN") == NULL;
}

static bool fails(Reading *r, const char *why) {
  diag_report(r->parser->diags, DIAG_TABLE_DATA, r->span, r->path, r->line, why);
  return false;
}

// Finds the column of this name; the first line of the file has the names.
static bool find_column(Reading *r, Str name, size_t *column) {
  for (*column = 0; *column < r->field.n; ++*column)
    if (str_equal(r->field.at[*column], name)) return true;
  return fails(r, text_format(r->parser->arena, "no column is called %.*s", (int) name.n, name.at));
}

// Reads the points, one per line, over the first column or the named one.
static bool read_points(Reading *r, Str column, Str over, DataTable *t) {
  size_t x = 0, y = 1;
  ARRAY(double) xs = {0};
  ARRAY(double) ys = {0};
  Parser *parser = r->parser;
  bool first = true;
  while (next_line(r)) {
    double a, b;
    const bool named = first && r->field.n > 0 && !read_number(r, r->field.at[0], &a);
    if (first && named) {
      if (over.n > 0 && !find_column(r, over, &x)) return false;
      if (over.n == 0 && column.n == 0 && r->field.n < 2) return fails(r, "two columns are needed");
      if (column.n > 0 && !find_column(r, column, &y)) return false;
      first = false;
      continue;
    }
    if (first && column.n > 0) return fails(r, "the columns have no names");
    first = false;
    if (r->field.n <= x || r->field.n <= y) return fails(r, "too few columns");
    if (!read_number(r, r->field.at[x], &a) || !read_number(r, r->field.at[y], &b))
      return fails(r, "not a number");
    if (xs.n > 0 && !(a > xs.at[xs.n - 1]))
      return fails(r, "the points are not in ascending order");
    if (xs.n == TABLE_POINTS)
      return fails(r, text_format(parser->arena, "more than %d points", TABLE_POINTS));
    array_push(parser->arena, &xs, a);
    array_push(parser->arena, &ys, b);
  }
  if (xs.n < 2) return fails(r, "two points are needed");
  t->n = xs.n;
  t->x = xs.at;
  t->y = ys.at;
  return true;
}

// --- slopes --------------------------------------------------------------------------------------

static int sign(double a) {
  return (a > 0) - (a < 0);
}

// The slope at an end: that of the parabola through three points, limited so that it does not overshoot.
static double end_slope(double h0, double h1, double d0, double d1) {
  const double slope = ((2 * h0 + h1) * d0 - h0 * d1) / (h0 + h1);
  if (sign(slope) != sign(d0)) return 0;
  return sign(d0) != sign(d1) && fabs(slope) > 3 * fabs(d0) ? 3 * d0 : slope;
}

static void find_slopes(Arena *arena, DataTable *t) {
  const size_t n = t->n;
  double *h = ARENA_ARRAY(arena, double, n), *d = ARENA_ARRAY(arena, double, n);
  t->slope = ARENA_ARRAY(arena, double, n);
  for (size_t i = 0; i + 1 < n; i++) {
    h[i] = t->x[i + 1] - t->x[i];
    d[i] = (t->y[i + 1] - t->y[i]) / h[i];
  }
  if (n == 2) {
    t->slope[0] = t->slope[1] = d[0];
    return;
  }
  for (size_t i = 1; i + 1 < n; i++) {
    const double v = 2 * h[i] + h[i - 1], w = h[i] + 2 * h[i - 1];
    t->slope[i] = d[i - 1] * d[i] > 0 ? (v + w) / (v / d[i - 1] + w / d[i]) : 0;
  }
  t->slope[0] = end_slope(h[0], h[1], d[0], d[1]);
  t->slope[n - 1] = end_slope(h[n - 2], h[n - 3], d[n - 2], d[n - 3]);
}

// --- the function --------------------------------------------------------------------------------

// A double as the exact value of its shortest decimal.
static Expr number(Parser *parser, double value) {
  const char *text = NULL;
  for (int digits = 15; digits <= 17 && (text == NULL || strtod(text, NULL) != fabs(value));
       digits++)
    text = text_format(parser->arena, "%.*g", digits, fabs(value));
  const Expr e = expr_decimal(parser->pool, str(text));
  return value < 0 ? expr_neg(parser->pool, e) : e;
}

// The function between point k and the next, in s = u - x_k.
static Expr piece(Parser *parser, const DataTable *t, size_t k, Expr u) {
  ExprPool *pool = parser->pool;
  const double h = t->x[k + 1] - t->x[k], d = (t->y[k + 1] - t->y[k]) / h;
  const Expr s = expr_sub(pool, u, number(parser, t->x[k]));
  double c[4] = {t->y[k], d, 0, 0};
  if (!t->linear) {
    c[1] = t->slope[k];
    c[2] = (3 * d - 2 * t->slope[k] - t->slope[k + 1]) / h;
    c[3] = (t->slope[k] + t->slope[k + 1] - 2 * d) / (h * h);
  }
  Expr sum = EXPR_ZERO;
  for (int i = 4; i-- > 0;) {
    const Expr constant = number(parser, c[i]);
    sum = expr_add(pool, constant, expr_mul(pool, s, sum));
  }
  return sum;
}

static Expr pieces(Parser *parser, const DataTable *t, size_t from, size_t to, Expr u) {
  if (to == from + 1) return piece(parser, t, from, u);
  const size_t middle = (from + to) / 2;
  const Expr above = pieces(parser, t, middle, to, u), below = pieces(parser, t, from, middle, u);
  return expr_if(parser->pool, expr_sub(parser->pool, u, number(parser, t->x[middle])), above,
                 below);
}

// Outside the points the value is the logarithm of a negative number, which does not exist.
Value table_value(Parser *parser, const DataTable *t, const Value *argument, Span span) {
  ExprPool *pool = parser->pool;
  const Expr u = value_need_scalar(parser, argument);
  if (expr_is_none(u)) return value_poison(span);
  const Expr first = number(parser, t->x[0]), last = number(parser, t->x[t->n - 1]);
  const Expr above = expr_sub(pool, u, last), below = expr_sub(pool, first, u);
  const Expr inside = pieces(parser, t, 0, t->n - 1, u);
  if (expr_is_number(pool, u)) {
    const bool good = !(ratio_sign(pool, expr_ratio_of(pool, above)) > 0) &&
                      !(ratio_sign(pool, expr_ratio_of(pool, below)) > 0);
    if (good) return value_scalar(inside, span);
    diag_report(parser->diags, DIAG_TABLE_RANGE, span, t->name);
    return value_poison(span);
  }
  const Expr none = expr_call1(pool, FN_LOG, expr_neg(pool, above));
  const Expr nothing = expr_call1(pool, FN_LOG, expr_neg(pool, below));
  const Expr right = expr_if(pool, above, none, inside);
  array_push(parser->arena, &parser->model->tables,
             ((TableUse){t->name, u, t->x[0], t->x[t->n - 1], span}));
  return value_scalar(expr_if(pool, below, nothing, right), span);
}

// --- declaring -----------------------------------------------------------------------------------

static bool read_file(Parser *parser, const Token *file, Reading *r) {
  const LanguageMemory *memory = language_memory(parser->model);
  Str text;
  if (memory->path == NULL) {
    diag_report(parser->diags, DIAG_TABLE_TEXT, file->span);
    return false;
  }
  r->path = include_path_beside(parser->arena, memory->path, file->text);
  const Status status = file_read(parser->arena, r->path, (size_t) TABLE_MIB << 20, &text);
  if (status == STATUS_LIMIT) guard_fail(parser->arena->guard, part_refuse());
  if (status != STATUS_OK) {
    diag_report(parser->diags, DIAG_TABLE_FILE, file->span, r->path, strerror(errno));
    return false;
  }
  r->rest = text;
  return true;
}

void parse_table(Parser *parser) {
  static const char *const enders[] = {"column", "over", "linear", NULL};
  Token name, argument, column = {0}, over = {0};
  parser->enders = enders;
  if (!parser_name(parser, "the name of a function", &name)) return;
  if (language_is_function(name.text)) {
    diag_report(parser->diags, DIAG_NAME_RESERVED, name.span, str_copy(parser->arena, name.text),
                "a function of the language");
    return;
  }
  if (!parser_at(parser, TOKEN_OPEN_ROUND)) {
    (void) parser_expect(parser, TOKEN_OPEN_ROUND);
    return;
  }
  const Token outer = parser_open(parser);
  if (!parser_name(parser, "the name of the argument", &argument)) return;
  if (!parser_close(parser, TOKEN_CLOSE_ROUND, outer) || !parser_expect(parser, TOKEN_EQUALS))
    return;
  const Token file = parser->token;
  if (!parser_take(parser, TOKEN_STRING)) {
    parser_expected(parser, "a file in quotes");
    return;
  }
  if (parser_take_word(parser, "column") && !parser_name(parser, "the name of a column", &column))
    return;
  if (parser_take_word(parser, "over") && !parser_name(parser, "the name of a column", &over))
    return;
  DataTable *t = ARENA_NEW(parser->arena, DataTable);
  *t = (DataTable){.name = str_copy(parser->arena, name.text),
                   .linear = parser_take_word(parser, "linear")};
  Reading r = {.parser = parser, .span = file.span};
  if (!read_file(parser, &file, &r) || !read_points(&r, column.text, over.text, t)) {
    names_put(parser->arena, &parser->poison, name.text, 0);
    return;
  }
  find_slopes(parser->arena, t);
  LanguageMemory *memory = language_memory(parser->model);
  Str *arguments = ARENA_ARRAY(parser->arena, Str, 1);
  arguments[0] = argument.text;
  if (model_function(parser->model, name.text, memory->functions.n, name.span))
    array_push(parser->arena, &memory->functions,
               ((UserFunction){.name = name.text, .arguments = arguments, .n = 1, .table = t}));
}
