// api/print_mathml.c: equations as a fragment of HTML, the formulas in MathML.

#include "api/print_format.h"
#include "page/page.h"

extern const PrintFormat print_format_mathml;
const PrintFormat print_format_mathml = {.name = "mathml", .equations = page_equations};
