// page/page_impl.h: shared by the files of page.

#ifndef PAGE_PAGE_IMPL_H
#define PAGE_PAGE_IMPL_H

#include "language/highlight.h"
#include "page/page.h"
#include "report/listing.h"

// The equations twice: for display, and for copying.
typedef struct {
  Listing steps, motion;              // MathML
  Listing steps_latex, motion_latex;  // the same blocks and formulas
} PageListings;

PageListings page_listings(const PageContent *content, Arena *arena);

// Returns a parameter's value: a decimal, or a formula in the format; or NULL.
const char *page_parameter_value(const PageContent *content, const Parameter *p, Format format,
                                 Arena *arena);
// Returns the unit of the value; NULL for a pure number, an unknown unit, or a model without units.
const char *page_parameter_unit(const PageContent *content, const Parameter *p);

// If not all of n things are shown: says how many more there are, and which command shows them (or
// NULL).
void page_add_more(size_t n, size_t shown, const char *command, Text *out);

// formulas.c: blocks of a listing, with buttons to copy them
void page_add_blocks(const Listing *mathml, const Listing *latex, Text *out);
// Return the approximate width of a matrix in letters; and entry i as LaTeX, [M]_{1,2} = ...
double page_matrix_width(const ListedFormula *mathml);
const char *page_entry_latex(const ListedFormula *latex, size_t i, Arena *arena);
// Appends a formula within a line of text.
void page_add_math(const char *mathml, Text *out);

// Appends a formula on lines of its own, broken if necessary.
void page_add_lines(const char *mathml, Text *out);

// Append a formula with a button that copies its LaTeX; a matrix, or its entries, with such
// buttons; the button alone.
void page_add_formula(const char *mathml, const char *latex, Text *out);
void page_add_matrix(const ListedFormula *mathml, const ListedFormula *latex, Text *out);
void page_add_copy_button(const char *latex, Text *out);

// events.c: what happened during the motion; a number with six digits
void page_add_events(const PageContent *content, Text *out);
void page_latex_events(const PageContent *content, Text *out);
const char *page_number(double value, Arena *arena);

// analysis.c: the analysis
void page_add_analysis(const Outline *outline, Text *out);

// sweep.c: many motions
void page_add_sweep(const PageSweep *sweep, Text *out);
extern const char *const page_sweep_heads[PAGE_SWEEP_NUMBERS];

// claims.c: the results of check
void page_add_claims(const PageContent *content, Text *out);

// sources.c: the short names of sources that the worksheet cites
void page_add_sources(const Equations *eq, Text *out);
void page_latex_sources(const Equations *eq, Text *out);

// families.c: the statements of a text that have an index, as LaTeX
typedef ARRAY(const char *) PageFormulas;
void page_families(const Source *source, const Marks *marks, Arena *arena, PageFormulas *out);

// text.c: the texts of the model, highlighted, with lines numbered as #line-1 ...
void page_add_text(const PageContent *content, Text *out);
// Returns all statements with an index, in the order of the texts.
PageFormulas page_family_statements(const PageContent *content, Arena *arena);

#endif
