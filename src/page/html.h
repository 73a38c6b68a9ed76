// page/html.h: writing HTML in which texts cannot become markup.
//
// Everything goes through html_add, where each text has a type: %s is plain text and gets
// escaped, for content and for attributes in double quotes; %m is markup, and must come from a
// printer of this program.

#ifndef PAGE_HTML_H
#define PAGE_HTML_H

#include "base/text.h"

// %s: plain text, a char *; %m: markup, a char *; %z: a size_t; %%: a percent sign.
void html_add(Text *out, const char *format, ...);

// A piece of plain text.
void html_add_str(Text *out, Str s);

// The hash of an inline script or style for the Content-Security-Policy: 'sha256-...'.
void html_add_hash(Text *out, Str content);

// The approximate width of MathML, in letters.
double html_mathml_width(const char *mathml);

// The places where MathML may be broken: the signs + and - and = that are in no other element.
// Gives the length of the piece that starts here, at least one element.
size_t html_mathml_piece(const char *mathml);

#endif
