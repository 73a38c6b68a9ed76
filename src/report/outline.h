// report/outline.h: the results about a system, in reading order, for every format at once.
//
// An outline is a list of items: headings, lines of words with formulas in them, formulas that are
// displayed, matrices. The parts of an analysis write it once; outline_print.c prints it as text
// and LaTeX, page/analysis.c as HTML. A formula is kept in all formats, words unchanged: the
// printer escapes them.

#ifndef REPORT_OUTLINE_H
#define REPORT_OUTLINE_H

#include "report/listing.h"

#define FORMATS (FORMAT_MATHML + 1)

typedef enum { PIECE_WORDS, PIECE_CODE, PIECE_FORMULA } PieceKind;

// A formula in each format; words and names of the language in the first alone.
typedef struct {
  PieceKind kind;
  Text as[FORMATS];
} LinePiece;

typedef ARRAY(LinePiece) OutlineLine;

typedef enum {
  ITEM_PART,     // a heading
  ITEM_LINE,     // a paragraph
  ITEM_NOTE,     // one in small print
  ITEM_NAMED,    // a description of a named thing
  ITEM_ENTRY,    // of a list; after a named item it is a list about that
  ITEM_CASE,     // one of several, with a number and a verdict; what follows is about it
  ITEM_ROW,      // of a table: name, line, below
  ITEM_FORMULA,  // the formulas of the line, displayed
  ITEM_MATRIX
} ItemKind;

typedef enum { TONE_OPEN, TONE_GOOD, TONE_BAD } Tone;

typedef struct {
  ItemKind kind;
  unsigned indent;   // columns, in text
  unsigned hang;     // columns of continuation lines
  unsigned width;    // columns of a name, in text
  const char *name;  // of a part, a thing, a row
  size_t number;     // of a case
  const char *verdict;
  Tone tone;
  OutlineLine line, below;
  ListedFormula matrix[FORMATS];
} OutlineItem;

typedef struct {
  Arena *arena;
  ExprPool *pool;
  uint32_t most;   // operations of a formula; of larger ones only the size is shown; 0: no limit
  size_t cases;    // of equilibria, integrals and the like that are shown; 0: all
  size_t matrix;   // rows and columns of a matrix that is shown; 0: any
  bool is_below;   // further text goes below the line
  size_t columns;  // width of a terminal for text, or 0 for a page
  ARRAY(OutlineItem) items;
} Outline;

Outline outline_make(Arena *arena, ExprPool *pool, uint32_t most);

// A new item, valid until the next; text added after that is its line.
OutlineItem *outline_add(Outline *o, ItemKind kind, unsigned indent);
void outline_below(Outline *o);  // and after that, the text below the line

void outline_say(Outline *o, const char *format, ...) __attribute__((format(printf, 2, 3)));
void outline_code(Outline *o, const char *format, ...) __attribute__((format(printf, 2, 3)));

// An item that is one line of words.
void outline_line(Outline *o, unsigned indent, const char *format, ...)
  __attribute__((format(printf, 3, 4)));

// a, b and c
void outline_names(Outline *o, const char *const *at, size_t n);

// --- formulas: between outline_math_open and outline_math_close --------------------------------------------------

void outline_math_open(Outline *o);
void outline_math_close(Outline *o);
void outline_math_add(Outline *o, const char *text,
                      const char *latex);  // MathML is made of the LaTeX
void outline_math_expr(Outline *o, Expr e);
void outline_math_number(Outline *o, double value);
void outline_math_complex(Outline *o, double re, double im);  // a + b i
void outline_math_roots(Outline *o, double re, double im);    // a +- b i; a if b is 0

// Whole formulas.
void outline_expr(Outline *o, Expr e);
void outline_exprs(Outline *o, const Expr *at, size_t n);  // with commas between them
// left = right from left - right: a sum has its negative terms on the other side.
void outline_equation(Outline *o, Expr difference);

// A matrix as an item, row by row, of expressions or, if these are NULL, of numbers.
typedef struct {
  const char *name, *latex;
  const Expr *exact;
  const double *at;
  size_t rows, columns;
} OutlineMatrix;
void outline_matrix(Outline *o, unsigned indent, const OutlineMatrix *matrix);

// --- as text and LaTeX ---------------------------------------------------------------------------

void outline_text(const Outline *o, Text *out);

// How LaTeX sets formulas: as a piece for any document, or with the commands of the document of a
// report, which breaks them if they are too wide.
typedef struct {
  const char *open, *close;              // a formula in a line
  const char *display, *end_of_display;  // one on its own
  void (*matrix)(const ListedFormula *latex, const ListedFormula *mathml, Text *out);
} LatexStyle;

extern const LatexStyle outline_latex_plain;

void outline_latex(const Outline *o, const LatexStyle *style, Text *out);

// Paragraphs are sentences in LaTeX and HTML. The words of a piece, with a capital at the beginning
// of one; the end of an item's line: ":", "." or nothing.
const char *outline_words(const Outline *o, const OutlineItem *item, size_t piece);
const char *outline_stop(const Outline *o, size_t item);

#endif
