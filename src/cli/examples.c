// cli/examples.c: dalembert examples [NAME]: the model gallery.

#include "cli/cli.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *example_text(const char *name) {
  for (size_t i = 0; i < dal_example_count(); i++)
    if (strcmp(dal_example_name(i), name) == 0) return dal_example_text(i);
  return NULL;
}

const char *nearest_example(const char *path) {
  char name[NAME_MOST];
  file_name(path, name);
  const char **names = calloc(dal_example_count() + 1, sizeof *names);
  if (names == NULL) return NULL;
  for (size_t i = 0; i < dal_example_count(); i++) names[i] = dal_example_name(i);
  const char *near = dal_nearest_word(name, names);
  free(names);
  return near;
}

static int list_examples(void) {
  int width = 0;
  for (size_t i = 0; i < dal_example_count(); i++) {
    const int length = (int) strlen(dal_example_name(i));
    if (length > width) width = length;
  }
  for (size_t i = 0; i < dal_example_count(); i++) {
    char title[200];
    dal_example_title(i, title, sizeof title);
    printf("%-*s  %s\n", width, dal_example_name(i), title);
  }
  return EXIT_DONE;
}

int command_examples(const Arguments *a) {
  if (a->file == NULL) return list_examples();
  const char *text = example_text(a->file), *near = nearest_example(a->file);
  if (text != NULL) return write_result(a, text);
  if (near != NULL) return wrong("there is no example %s; did you mean %s?", a->file, near);
  return wrong("there is no example %s; dalembert examples lists them", a->file);
}
