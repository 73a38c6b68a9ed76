// report/listing.h: the formulas of equations, in reading order and in one format.
//
// A listing is a list of blocks of formulas, printed as text, LaTeX or MathML. How a block looks is up to the writer:
// equations.c for text and LaTeX, the folder page for HTML.

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
  BLOCK_STEP,   // a step of the worksheet
  BLOCK_LIST,   // equations under a title
  BLOCK_CLOSED  // the unknowns in closed form
} BlockKind;

typedef struct {
  BlockKind kind;
  const char *title;
  const char *rule, *source;  // of a step; the rule in the format of the listing
  ARRAY(ListedFormula) formulas;
  size_t omitted;              // formulas that were omitted to save space
  const char *note;            // shown instead of formulas; or NULL
  const char *sign, *sign_of;  // a sign in the formulas, and what it is the sign of; or NULL
} ListedBlock;

typedef struct {
  Equations *eq;
  Arena *arena;  // of the texts
  Format format;
  const SolvedForms *forms;
  const ClosedForms *closed;  // those of `forms` that are shown; or NULL
  size_t unshown;             // columns of the longest line, if this is why they are not shown
  bool equations;             // whether to show the equations before the closed forms
  uint32_t most;              // most operations of a formula that is shown; 0: no limit
  size_t room;                // most operations of all formulas; the rest is omitted; 0: no limit
  size_t used;                // of `room`
  ARRAY(ListedBlock) blocks;
} Listing;

// Makes a listing of what the form asks for, with forms that were solved before.
void listing_make(Equations *eq, Format format, EquationForm form, bool all_closed,
                  const SolvedForms *forms, Arena *arena, Listing *listing);

// Append the worksheet's steps, if requested; the equations and their consequences.
void listing_add_steps(Listing *listing);
void listing_add_motion(Listing *listing);

// Print one expression in the format of the listing: in readable form; unchanged; as a symbol; as a closed form with
// names for its repeated parts.
const char *listing_formula(const Listing *listing, Expr e);
const char *listing_as_given(const Listing *listing, Expr e);
const char *listing_symbol(const Listing *listing, Expr e);
const char *listing_closed_value(const Listing *listing, const ClosedForm *form);

// Returns line i of the closed forms: first the names of repeated parts.
const ClosedForm *listing_closed_line(const ClosedForms *closed, size_t i);

// Returns MathML without its outermost element: a row of terms that can stand beside others, or be broken.
const char *listing_mathml_opened(const char *mathml, Arena *arena);

// Append a matrix as indented lines of text that fit `columns` (0: a page), or as LaTeX (equations.c).
void report_text_matrix(const ListedFormula *formula, unsigned indent, size_t columns, Text *out);
void report_latex_matrix(const ListedFormula *formula, Text *out);

// The title of the model.
const char *listing_title(const Equations *eq);

#endif
