// report/wrap.h: text for a terminal.

#ifndef REPORT_WRAP_H
#define REPORT_WRAP_H

#include "base/text.h"

// Appends the text with lines broken at spaces, outside parentheses if possible, to fit this many columns; a longer
// word stays whole. Continued lines are indented.
void report_wrap(const char *text, size_t columns, Text *out);

#endif
