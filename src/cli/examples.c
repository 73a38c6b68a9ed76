// cli/examples.c: dalembert examples [NAME]: the model gallery.

#include "cli/cli.h"
#include <stdio.h>
#include <string.h>

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
  for (size_t i = 0; i < dal_example_count(); i++)
    if (strcmp(dal_example_name(i), a->file) == 0) return write_result(a, dal_example_text(i));
  return wrong("there is no example %s; dalembert examples lists them", a->file);
}
