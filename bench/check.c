// bench/check.c: how long does it take to check the models of the gallery?
//
// Question: can `dalembert check` be run after every change of a model? Prints, for each model, its
// claims and the processor time of dal_model_check, the slowest first, and the sum.
//
//   check [FOLDER]     default: models, from the source root

#include "dalembert.h"
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MOST 500

typedef struct {
  char name[64];
  size_t claims;
  double seconds;
  bool ok;
} Row;

static int slowest_first(const void *a, const void *b) {
  const double x = ((const Row *) a)->seconds, y = ((const Row *) b)->seconds;
  return (x < y) - (x > y);
}

static Row check(const char *folder, const char *file) {
  Row row = {.ok = false};
  char path[512];
  DalResult *result = NULL;
  snprintf(path, sizeof path, "%s/%s", folder, file);
  snprintf(row.name, sizeof row.name, "%.*s", (int) (strlen(file) - strlen(".mech")), file);
  const clock_t start = clock();
  DalModel *model = dal_model_create();
  if (dal_model_read(model, path) == DAL_OK && dal_model_finish(model) == DAL_OK &&
      dal_model_check(model, DAL_TEXT, &result) == DAL_OK) {
    row.ok = dal_result_check(result)->ok;
    row.claims = dal_result_check(result)->claims;
  }
  row.seconds = (double) (clock() - start) / CLOCKS_PER_SEC;
  dal_result_destroy(result);
  dal_model_destroy(model);
  return row;
}

int main(int argc, char **argv) {
  const char *folder = argc > 1 ? argv[1] : "models";
  static Row rows[MOST];
  size_t n = 0, claims = 0;
  double sum = 0;
  DIR *models = opendir(folder);
  if (models == NULL) {
    fprintf(stderr, "check: no folder %s\n", folder);
    return EXIT_FAILURE;
  }
  for (struct dirent *entry; n < MOST && (entry = readdir(models)) != NULL;)
    if (strstr(entry->d_name, ".mech") != NULL) rows[n++] = check(folder, entry->d_name);
  closedir(models);
  qsort(rows, n, sizeof *rows, slowest_first);
  for (size_t i = 0; i < n; i++) {
    printf("%-40s %3zu claims %8.1f ms%s\n", rows[i].name, rows[i].claims, 1e3 * rows[i].seconds,
           rows[i].ok ? "" : "  FAILS");
    claims += rows[i].claims;
    sum += rows[i].seconds;
  }
  printf("%-40zu %3zu claims %8.1f ms\n", n, claims, 1e3 * sum);
  return EXIT_SUCCESS;
}
