// api/examples.c: the model gallery inside the program.

#include "base/embedded.h"
#include "dalembert.h"
#include <string.h>

size_t dal_example_count(void) {
  return embedded_models_count;
}

const char *dal_example_name(size_t i) {
  return i < embedded_models_count ? embedded_models[i].name : NULL;
}

const char *dal_example_text(size_t i) {
  return i < embedded_models_count ? embedded_models[i].text : NULL;
}

void dal_example_title(size_t i, char *title, size_t size) {
  if (title == NULL || size == 0) return;
  title[0] = '\0';
  const char *text = dal_example_text(i);
  const char *line = text;
  while (line != NULL && strncmp(line, "system", 6) != 0) {
    line = strchr(line, '\n');
    if (line != NULL) line++;
  }
  const char *open = line ? strchr(line, '"') : NULL, *close = open ? strchr(open + 1, '"') : NULL;
  if (close == NULL) return;
  size_t n = (size_t) (close - open - 1);
  if (n >= size) n = size - 1;
  memcpy(title, open + 1, n);
  title[n] = '\0';
}
