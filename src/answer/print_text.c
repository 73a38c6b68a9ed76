// answer/print_text.c: results as plain text.

#include "answer/print_format.h"

extern const PrintFormat print_format_text;
const PrintFormat print_format_text = {.name = "text",
                                       .notation = FORMAT_TEXT,
                                       .equations = print_format_equations,
                                       .tapes = print_format_tapes,
                                       .records = print_format_records,
                                       .check = print_format_check,
                                       .analysis = print_format_analysis};
