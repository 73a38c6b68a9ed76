// print/print_impl.h: what the files of the printer share.
//
// Printing takes two steps. order.c examines everything that will be shown and settles, from the operands to their
// users, in which order terms and factors are read, which powers are u^v, and what is tall. print.c and factor.c then
// walk down once, decide signs, fractions and parentheses, and write pieces; PIECE_LIST alone defines what a piece
// looks like in each format.

#ifndef PRINT_PRINT_IMPL_H
#define PRINT_PRINT_IMPL_H

#include "base/table.h"
#include "print/print.h"
#include <string.h>

// --- shapes: what is to be shown -----------------------------------------------------------------

typedef enum {
  SHAPE_NUMBER,
  SHAPE_SYMBOL,  // also any abbreviation
  SHAPE_SUM,     // also of one term: 3*x
  SHAPE_PRODUCT,
  SHAPE_FUNCTION,
  SHAPE_POWER  // u^v with v not a number; its parts are u and v
} ShapeKind;

// The order in which factors are read. Functions come last: anything after "sin x" without parentheses would look like
// part of the argument.
typedef enum {
  RANK_NUMBER,
  RANK_PI,
  RANK_CONSTANT_SUM,  // (m1 + m2)*l1*theta1''
  RANK_CONSTANT,
  RANK_TIME,
  RANK_VARIABLE,  // and its rates: RANK_VARIABLE + order
  RANK_QUANTITY = RANK_VARIABLE + EXPR_RATE_ORDERS + 1,
  RANK_PRODUCT,  // under a root
  RANK_SUM,
  RANK_POWER,
  RANK_ABS,
  RANK_FUNCTION
} Rank;

#define DEGREE_KINDS 3  // accelerations, velocities, everything else that moves

typedef struct {
  ShapeKind kind;
  Rank rank;
  Expr shown;                   // the symbol of an abbreviation, otherwise the expression
  bool ready;                   // everything below is known
  bool constant, tall;          // nothing in it moves; it is taller than a line of type
  bool mixed;                   // for a sum: some terms are positive, some negative
  int lead;                     // for a sum: the sign of its first term, as read
  double degree[DEGREE_KINDS];  // as a polynomial; terms of high degree are read first
  ExprTerm *parts;              // in reading order
  size_t n;
} Shape;

typedef struct {
  ExprPool *pool;
  const Abbreviations *abbreviations;  // or NULL
  Expr root;                           // the one that is not abbreviated
  Memo places;                         // expression id -> place in shapes
  ARRAY(Shape *) shapes;
} Shapes;

// Finds the shapes of root and of everything shown in it; they live in the workspace of the pool.
void shapes_prepare(Shapes *shapes, Expr root);
const Shape *shape_of(const Shapes *shapes, Expr e);

// --- names ---------------------------------------------------------------------------------------

// Compares in natural order: m2 before m10, a before B.
int names_compare(const char *a, const char *b);
// Prints the name of a derivative, dx/dy, as a fraction; text gives it unchanged.
void names_print_derivative(Str name, Format format, Text *out);
// Is the name typeset as a word, so that it needs space on both sides?
bool name_is_word(Str name);

// --- pieces --------------------------------------------------------------------------------------

#define WIDE_TIMES "<mo>&#x2062;</mo><mspace width=\"0.167em\"/>"
#define WIDE_APPLY "<mo>&#x2061;</mo><mspace width=\"0.167em\"/>"

// clang-format off
//  name                text       LaTeX          MathML
#define PIECE_LIST(X)                                                                        \
  X(ELLIPSIS,           "...",     "\\dots",      "<mo>…</mo>")                              \
  X(NUMBER_OPEN,        "",        "",            "<mn>")                                    \
  X(NUMBER_CLOSE,       "",        "",            "</mn>")                                   \
  X(PLUS,               " + ",     " + ",         "<mo>+</mo>")                              \
  X(MINUS,              " - ",     " - ",         "<mo>−</mo>")                              \
  X(NEGATE,             "-",       "-",           "<mo>−</mo>")                              \
  X(TIMES,              "*",       " ",           "<mo>&#x2062;</mo>")                       \
  X(TIMES_CALL,         "*",       " ",           WIDE_TIMES)  /* beside sin, log, ... */    \
  X(TIMES_WORD,         "*",       " \\, ",       WIDE_TIMES)  /* beside a long name */      \
  X(TIMES_DIGIT,        "*",       " \\cdot ",    "<mo>⋅</mo>") /* before a number */        \
  X(COMMA,              ", ",      ", ",          "<mo>,</mo>")                              \
  X(OPEN,               "(",       "(",           "<mrow><mo>(</mo>")                        \
  X(CLOSE,              ")",       ")",           "<mo>)</mo></mrow>")                       \
  X(OPEN_TALL,          "(",       "\\left(",     "<mrow><mo>(</mo>")                        \
  X(CLOSE_TALL,         ")",       "\\right)",    "<mo>)</mo></mrow>")                       \
  X(ABS_OPEN,           "abs(",    "\\left|",     "<mrow><mo>|</mo>")                        \
  X(ABS_CLOSE,          ")",       "\\right|",    "<mo>|</mo></mrow>")                       \
  X(ABOVE_ZERO,         " > 0",    " > 0",        "<mo>&gt;</mo><mn>0</mn>")                 \
  X(ROW_OPEN,           "",        "",            "<mrow>")  /* makes several things one */  \
  X(ROW_CLOSE,          "",        "",            "</mrow>")                                 \
  X(FRACTION_OPEN,      "",        "\\frac{",     "<mfrac>")                                 \
  X(FRACTION_OVER,      "/",       "}{",          "")                                        \
  X(FRACTION_CLOSE,     "",        "}",           "</mfrac>")                                \
  X(POWER_OPEN,         "",        "",            "<msup>")                                  \
  X(POWER_TO,           "^",       "^{",          "")                                        \
  X(POWER_CLOSE,        "",        "}",           "</msup>")                                 \
  X(POWER_TO_ONE,       "^",       "^",           "")                                        \
  X(POWER_CLOSE_ONE,    "",        "",            "</msup>")                                 \
  X(EXPONENT_OVER,      "/",       "/",           "<mo>/</mo>")                              \
  X(SQRT_OPEN,          "sqrt(",   "\\sqrt{",     "<msqrt>")                                 \
  X(SQRT_CLOSE,         ")",       "}",           "</msqrt>")                                \
  X(ROOT_OPEN,          "",        "\\sqrt[",     "<mroot>")                                 \
  X(ROOT_OF,            "",        "]{",          "")                                        \
  X(ROOT_CLOSE,         "",        "}",           "</mroot>")                                \
  X(FUNCTION_OPEN,      "",        "",            "<mi>")                                    \
  X(FUNCTION_CLOSE,     "",        "",            "</mi>")                                   \
  X(APPLY,              "",        "",            "<mo>&#x2061;</mo>")                       \
  X(APPLY_BARE,         "",        " ",           WIDE_APPLY)  /* no parentheses: sin x */
// clang-format on

typedef enum {
#define X(name, text, latex, mathml) PIECE_##name,
  PIECE_LIST(X)
#undef X
    PIECE_COUNT
} Piece;

// --- the second step -----------------------------------------------------------------------------

typedef struct {
  ExprPool *pool;
  Shapes shapes;
  Format format;
  Text *out;
  size_t start;  // where in out this expression starts
  int depth;
  bool complete;  // nothing has been omitted so far
} Printer;

// Text is on one line; the other formats have fractions, raised exponents and long root signs.
static inline bool printer_is_flat(const Printer *p) {
  return p->format == FORMAT_TEXT;
}

static inline bool printer_is_full(const Printer *p) {
  return p->out->n - p->start >= PRINT_LENGTH;
}

static inline const Shape *printer_shape(const Printer *p, Expr e) {
  return shape_of(&p->shapes, e);
}

static inline bool digits_are_one(const char *digits) {
  return strcmp(digits, "1") == 0;
}

static inline bool ratio_is_unit(Ratio c) {
  return c.id == RATIO_ONE.id || c.id == RATIO_MINUS_ONE.id;
}

void printer_piece(Printer *p, Piece which);
// Marks that something is omitted.
void printer_ellipsis(Printer *p);
void printer_digits(Printer *p, const char *digits);
void printer_symbol(Printer *p, Expr symbol);
// The digits of |c| above and below the fraction bar.
const char *printer_numerator(Printer *p, Ratio c);
const char *printer_denominator(Printer *p, Ratio c);
// Prints any expression as the single operand of a fraction, a power or a root.
void printer_slot(Printer *p, Expr e, int sign);
// Print a factor without an exponent, and base^|c|. A sum is multiplied by sign. If it is the last factor, or a named
// function follows, a call may drop its parentheses.
void printer_plain_factor(Printer *p, Expr e, int sign, bool last);
void printer_factor(Printer *p, ExprTerm factor, int sign, bool last);
bool printer_is_named_call(const Printer *p, ExprTerm factor);
// Prints the multiplication sign between two factors; before is NULL after a number.
void printer_times(Printer *p, const ExprTerm *before, ExprTerm after);
// Print any expression, a sum multiplied by sign, or unchanged (print.c).
void printer_signed(Printer *p, Expr e, int sign);
void printer_whole(Printer *p, Expr e);

#endif
