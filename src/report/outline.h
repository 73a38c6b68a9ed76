// report/outline.h: the results about a system, in reading order, in all formats at once.
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

// A formula has a text in each format; words, and names of the language, only in the first.
typedef struct {
  PieceKind kind;
  Text as[FORMATS];
} LinePiece;

typedef ARRAY(LinePiece) OutlineLine;

typedef enum {
  ITEM_PART,     // a heading
  ITEM_LINE,     // a paragraph
  ITEM_NOTE,     // a paragraph in small print
  ITEM_NAMED,    // a description of a named thing
  ITEM_ENTRY,    // an entry of a list; after a named item, a list about that item
  ITEM_CASE,     // one of several, with number and verdict; the items after it are about it
  ITEM_ROW,      // a row of a table: name, line, below
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
  uint32_t most;   // operations of a formula; larger ones are replaced by their size; 0: no limit
  size_t cases;    // most equilibria, integrals and so on that are shown; 0: all
  size_t matrix;   // most rows and columns of a matrix that is shown; 0: any
  bool is_below;   // added text goes below the line
  size_t columns;  // width of a terminal for text, or 0 for a page
  ARRAY(OutlineItem) items;
} Outline;

Outline outline_make(Arena *arena, ExprPool *pool, uint32_t most);

// Appends an item, valid until the next call; text added afterwards forms its line.
OutlineItem *outline_add(Outline *o, ItemKind kind, unsigned indent);
void outline_below(Outline *o);  // text added afterwards goes below the line

void outline_say(Outline *o, const char *format, ...) __attribute__((format(printf, 2, 3)));
void outline_code(Outline *o, const char *format, ...) __attribute__((format(printf, 2, 3)));

// Appends an item that is one line of words.
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
// Shows left = right for left - right: the negative terms of a sum move to the right.
void outline_equation(Outline *o, Expr difference);

// A matrix as an item, row by row: expressions or, if `exact` is NULL, numbers.
typedef struct {
  const char *name, *latex;
  const Expr *exact;
  const double *at;
  size_t rows, columns;
} OutlineMatrix;
void outline_matrix(Outline *o, unsigned indent, const OutlineMatrix *matrix);

// --- as text and LaTeX ---------------------------------------------------------------------------

void outline_text(const Outline *o, Text *out);

// How LaTeX sets formulas: as a fragment for any document, or with the commands of a report's document, which break
// formulas that are too wide.
typedef struct {
  const char *open, *close;              // a formula in a line
  const char *display, *end_of_display;  // one on its own
  void (*matrix)(const ListedFormula *latex, const ListedFormula *mathml, Text *out);
} LatexStyle;

extern const LatexStyle outline_latex_plain;

void outline_latex(const Outline *o, const LatexStyle *style, Text *out);

// Paragraphs are sentences in LaTeX and HTML. Return the words of a piece, with a capital letter if they begin a
// sentence; and the end of an item's line: ":", "." or "".
const char *outline_words(const Outline *o, const OutlineItem *item, size_t piece);
const char *outline_stop(const Outline *o, size_t item);

#endif
