// report/wrap.h: text for a terminal.

#ifndef REPORT_WRAP_H
#define REPORT_WRAP_H

#include "base/text.h"

// Adds the text with its lines broken at spaces, outside of parentheses if that is possible, so that they fit so many
// columns; a word that is longer stays whole. Continued lines are indented further.
void report_wrap(const char *text, size_t columns, Text *out);

#endif
