// support/folder.h: a separate folder for each test that writes files.

#ifndef SUPPORT_FOLDER_H
#define SUPPORT_FOLDER_H

#include "support/check.h"

typedef struct {
  Bench bench;
  char path[64];
} Folder;

// cmocka's setup and teardown: *state is a Folder, which is removed at the end with its contents.
int folder_open(void **state);
int folder_close(void **state);

#define FOLDER_TEST(name) cmocka_unit_test_setup_teardown(name, folder_open, folder_close)

const char *folder_path(Folder *folder, const char *name);
size_t folder_count(const Folder *folder);  // number of files in it

// Returns the whole file at path, with a zero after its last byte; fails the test if it cannot be
// read.
const char *folder_read(Folder *folder, const char *path, size_t *n);

#endif
