// page/page_impl.h: what the files of the page share.

#ifndef PAGE_PAGE_IMPL_H
#define PAGE_PAGE_IMPL_H

#include "page/page.h"
#include "report/listing.h"

// What is shown of the equations, twice: to be seen, and to be copied.
typedef struct {
  Listing steps, motion;              // MathML
  Listing steps_latex, motion_latex;  // the same blocks and formulas
} PageListings;

PageListings page_listings(Equations *eq);

// The value of a parameter: a decimal, or a formula in the format; NULL if it has none.
const char *page_parameter_value(const PageContent *content, const Parameter *p, Format format);

// formulas.c: blocks of a listing, with buttons to copy them
void page_add_blocks(const Listing *mathml, const Listing *latex, Text *out);
// How wide a matrix is, about, in letters; one of its entries as LaTeX, [M]_{1,2} = ...
double page_matrix_width(const ListedFormula *mathml);
const char *page_entry_latex(const ListedFormula *latex, size_t i, Arena *arena);
// One formula as it stands in a line of text.
void page_add_math(const char *mathml, Text *out);

// One on lines of its own, broken where that is needed.
void page_add_lines(const char *mathml, Text *out);

// The same with a button that copies its LaTeX; a matrix, or its entries; the button alone.
void page_add_formula(const char *mathml, const char *latex, Text *out);
void page_add_matrix(const ListedFormula *mathml, const ListedFormula *latex, Text *out);
void page_add_copy_button(const char *latex, Text *out);

// analysis.c: what the analysis found
void page_add_analysis(const Outline *outline, Text *out);

// claims.c: what check found
void page_add_claims(const PageContent *content, Text *out);

// sources.c: what the short names stand for that the worksheet cites
void page_add_sources(const Equations *eq, Text *out);
void page_latex_sources(const Equations *eq, Text *out);

// text.c: the texts of the model, highlighted, with the lines numbered as #line-1 ...
void page_add_text(const PageContent *content, Text *out);

#endif
