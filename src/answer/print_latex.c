// answer/print_latex.c: results as LaTeX.

#include "answer/print_format.h"

extern const PrintFormat print_format_latex;
const PrintFormat print_format_latex = {.name = "latex",
                                        .notation = FORMAT_LATEX,
                                        .equations = print_format_equations,
                                        .tapes = print_format_tapes,
                                        .records = print_format_records,
                                        .check = print_format_check,
                                        .analysis = print_format_analysis};
