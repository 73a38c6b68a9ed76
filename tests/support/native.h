// support/native.h: a separate folder for a test that compiles, and compilers that misbehave.
//
// The fixture is a folder with an empty tmp/, to which the environment points, as to cache/, which does not exist yet.
// Closing it fails the test if tmp/ is not empty, or a compilation left its folder in cache/.

#ifndef SUPPORT_NATIVE_H
#define SUPPORT_NATIVE_H

#include "native/native.h"
#include "support/check.h"

#define PLACE_ROOM 256

typedef struct {
  char root[PLACE_ROOM], cache[PLACE_ROOM], tmp[PLACE_ROOM];
} Place;

// cmocka's setup and teardown: *state is a Place.
int place_open(void **state);
int place_close(void **state);

#define PLACE_TEST(name) cmocka_unit_test_setup_teardown(name, place_open, place_close)

// Writes the lines of a shell script that replaces the compiler (DALEMBERT_CC).
void place_compiler(const Place *place, const char *script);

// Returns the path of a file in the place; valid for the next three calls.
const char *place_file(const Place *place, const char *name);

// Counts the files in the folder whose names end like this.
int place_count(const char *folder, const char *ending);

// Returns the path of the only file of the cache that ends like this; valid as for place_file.
const char *place_entry(const Place *place, const char *ending);

void place_write(const char *path, const void *data, size_t n);

// Returns the C source of `int answer(void)`, which returns the number.
const char *answer_source(int number);
int answer_of(const NativeUnit *unit);  // the result, once compiled

// Opens, calls answer, closes. Returns -1 if there is trouble, which is kept.
typedef struct {
  int answer;
  Status status;
  NativeFacts facts;
  NativeTrouble trouble;
} Opened;

Opened place_answer(int number);

// Makes a unit of the text before, files of the source tree (up to NULL) and the text after, for a kind of
// processor; NULL for this one.
NativeUnit *place_unit(const char *march, const char *before, const char *const *files, const char *after);

#endif
