// api/print_mathml.c: equations as a fragment of HTML, the formulas in MathML.

#include "api/print_format.h"
#include "page/page.h"

static void equations(Equations *eq, EquationForm form, const SolvedForms *forms, size_t columns,
                      Text *out) {
  (void) columns;
  page_equations(eq, form, forms, out);
}

extern const PrintFormat print_format_mathml;
const PrintFormat print_format_mathml = {.name = "mathml", .equations = equations};
