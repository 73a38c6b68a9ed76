// support/svg.h: looking into SVG that gnuplot drew.

#ifndef SUPPORT_SVG_H
#define SUPPORT_SVG_H

#include "base/array.h"
#include "base/text.h"

// Returns NULL, or the defect: tags that do not match, elements or attributes that no figure has (a
// script, an event handler, a link to elsewhere), text that is not escaped.
const char *svg_wrong(Str svg, Arena *arena);

// The contents of all elements of that name, with tags inside them left out and escapes undone.
typedef ARRAY(const char *) SvgTexts;
SvgTexts svg_texts(Str svg, const char *element, Arena *arena);

// The corners of all paths drawn in that colour, e.g. "rgb(  0, 114, 178)", in pixels.
typedef ARRAY(double) SvgPoints;
SvgPoints svg_path(Str svg, const char *colour, Arena *arena);

#endif
