// answer/print_mathml.c: equations as a fragment of HTML, the formulas in MathML.

#include "answer/print_format.h"
#include "page/page.h"

static void equations(const PrintFormat *f, Equations *eq, EquationForm form,
                      const SolvedForms *forms, size_t columns, Text *out) {
  (void) f, (void) columns;
  page_equations(eq, form, forms, out);
}

extern const PrintFormat print_format_mathml;
const PrintFormat print_format_mathml = {
  .name = "mathml", .notation = FORMAT_MATHML, .equations = equations};
