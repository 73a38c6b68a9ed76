// api/print_format.c: the formats in which results are printed, by number and name.

#include "api/print_format.h"

#define X(NAME, name) extern const PrintFormat print_format_##name;
#include "api/print_formats.def"
#undef X

enum {
#define X(NAME, name) PRINT_##NAME,
#include "api/print_formats.def"
#undef X
  PRINT_FORMATS
};

_Static_assert((int) PRINT_TEXT == (int) DAL_TEXT && (int) PRINT_LATEX == (int) DAL_LATEX &&
                 (int) PRINT_JSON == (int) DAL_JSON && (int) PRINT_MATHML == (int) DAL_MATHML,
               "formats have the numbers of the public header");

static const PrintFormat *const formats[] = {
#define X(NAME, name) &print_format_##name,
#include "api/print_formats.def"
#undef X
};

const PrintFormat *print_format(DalFormat format) {
  return (unsigned) format < PRINT_FORMATS ? formats[format] : NULL;
}

const char *dal_format_name(size_t i) {
  return i < PRINT_FORMATS ? formats[i]->name : NULL;
}
