// report/listing.h: the formulas of equations, in reading order and in one format.
//
// A listing is a list of blocks of formulas, printed as text, LaTeX or MathML. The writer
// decides how a block looks: equations.c as text and LaTeX, the folder page as HTML.

#ifndef REPORT_LISTING_H
#define REPORT_LISTING_H

#include "print/print.h"
#include "solve/closed.h"
#include "report/report.h"

// left = right, or left = a matrix
typedef struct {
  const char *left, *right;  // right is NULL for the matrix
  size_t rows, columns;
  const char **entries;  // row by row
} ListedFormula;

typedef enum {
  BLOCK_STEP,   // of the worksheet
  BLOCK_LIST,   // equations under a title
  BLOCK_CLOSED  // the unknowns in closed form
} BlockKind;

typedef struct {
  BlockKind kind;
  const char *title;
  const char *rule, *source;  // of a step; the rule in the format of the listing
  ARRAY(ListedFormula) formulas;
  size_t omitted;              // formulas for which there was no room
  const char *note;            // in place of formulas; or NULL
  const char *sign, *sign_of;  // if the formulas contain a sign: what it is the sign of; or NULL
} ListedBlock;

typedef struct {
  Equations *eq;
  Arena *arena;  // of the texts
  Format format;
  const SolvedForms *forms;
  const ClosedForms *closed;  // of these; or NULL: not shown
  size_t unshown;             // columns of the longest line, if that is why they are not
  bool equations;             // whether to show them before they are solved
  uint32_t most;              // operations of a formula that is shown; 0: no limit
  size_t room;                // operations of all of them; the rest is omitted; 0: no limit
  size_t used;                // of these
  ARRAY(ListedBlock) blocks;
} Listing;

// What the form asks for, with forms that were solved before.
void listing_make(Equations *eq, Format format, EquationForm form, bool all_closed,
                  const SolvedForms *forms, Arena *arena, Listing *listing);

// The worksheet's steps, if requested; the equations and their consequences.
void listing_add_steps(Listing *listing);
void listing_add_motion(Listing *listing);

// One expression in the format of the listing: in a form for reading; as it is given; a symbol; a
// closed form with the names of its repeated parts.
const char *listing_formula(const Listing *listing, Expr e);
const char *listing_as_given(const Listing *listing, Expr e);
const char *listing_symbol(const Listing *listing, Expr e);
const char *listing_closed_value(const Listing *listing, const ClosedForm *form);

// The i-th line of the closed forms: the names first.
const ClosedForm *listing_closed_line(const ClosedForms *closed, size_t i);

// MathML without the element around all of it: a row of terms, to be set beside others or broken.
const char *listing_mathml_opened(const char *mathml, Arena *arena);

// A matrix as lines of text, indented, for this many columns or, with 0, a page; and as LaTeX (equations.c).
void report_text_matrix(const ListedFormula *formula, unsigned indent, size_t columns, Text *out);
void report_latex_matrix(const ListedFormula *formula, Text *out);

// The title of the model.
const char *listing_title(const Equations *eq);

#endif
