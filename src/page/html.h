// page/html.h: writing HTML in which texts cannot become markup.
//
// Everything goes through html_add, which knows the type of each text: %s is plain text and is
// escaped, for content and for attributes in double quotes; %m is markup, which must come from a
// printer of this program.

#ifndef PAGE_HTML_H
#define PAGE_HTML_H

#include "base/text.h"

// %s: plain text, a char *; %m: markup, a char *; %z: a size_t; %%: a percent sign.
void html_add(Text *out, const char *format, ...);

// Appends plain text, escaped.
void html_add_str(Text *out, Str s);

// Appends the hash of an inline script or style for the Content-Security-Policy: 'sha256-...'.
void html_add_hash(Text *out, Str content);

// Returns the approximate width of MathML, in letters.
double html_mathml_width(const char *mathml);

// MathML may be broken before the signs + and - and = that are outside all other elements. Returns
// the length of the piece that starts here, at least one element.
size_t html_mathml_piece(const char *mathml);

#endif
