// base/embedded.h: text files inside the program, made into data by tools/embed.cmake.

#ifndef BASE_EMBEDDED_H
#define BASE_EMBEDDED_H

#include <stddef.h>

typedef struct {
  const char *name;  // of the file, without its ending
  const char *text;  // terminated
  size_t size;
} EmbeddedText;

// The gallery, models/*.mech.
extern const EmbeddedText embedded_models[];
extern const size_t embedded_models_count;

// Parts of compiled units, src/native/text/*.h.
extern const EmbeddedText embedded_units[];
extern const size_t embedded_units_count;

// Styles and scripts of pages, src/page/*.css and *.js.
extern const EmbeddedText embedded_page[];
extern const size_t embedded_page_count;

#endif
