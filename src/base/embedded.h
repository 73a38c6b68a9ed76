// base/embedded.h: text files inside the program, made into data by tools/embed.cmake.

#ifndef BASE_EMBEDDED_H
#define BASE_EMBEDDED_H

#include <stddef.h>
#include <string.h>

typedef struct {
  const char *name;  // of the file, without its ending
  const char *text;  // terminated
  size_t size;
} EmbeddedText;

// The gallery, models/*.mech.
extern const EmbeddedText embedded_models[];
extern const size_t embedded_models_count;

// The files found by `include <joints>`, models/library/*.mech.
extern const EmbeddedText embedded_library[];
extern const size_t embedded_library_count;

// Parts of compiled units and of exported C, src/native/text/*.h and src/tape/{pivoting,bounded,bounding}.h.
extern const EmbeddedText embedded_units[];
extern const size_t embedded_units_count;

// The first parts of files of exported equations, src/report/text/*.
extern const EmbeddedText embedded_targets[];
extern const size_t embedded_targets_count;

// Styles and scripts of pages, src/page/*.css and *.js.
extern const EmbeddedText embedded_page[];
extern const size_t embedded_page_count;

// Returns the text of this name, or "".
static inline const char *embedded_find(const EmbeddedText *list, size_t n, const char *name) {
  for (size_t i = 0; i < n; i++)
    if (strcmp(list[i].name, name) == 0) return list[i].text;
  return "";
}

#endif
