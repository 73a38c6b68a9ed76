// fuzz/grammar_impl.h: shared by the files of the grammar.

#ifndef FUZZ_GRAMMAR_IMPL_H
#define FUZZ_GRAMMAR_IMPL_H

#include "fuzz/choice.h"
#include "fuzz/grammar.h"

#include <stdbool.h>

#define MOST 4  // coordinates, points, bodies, constraints

typedef struct {
  Choice choice;
  char *text;
  size_t n;

  size_t coordinates, points, bodies, frames, constraints, walls, speeds;
  bool momenta;  // are named
  bool free_speeds;
  bool with_time;
  bool square;  // the function sq is declared
  bool table;   // and F, by the points of a file
  bool part;    // and those of part.mech
  bool section;  // S is declared
  bool stops;    // `stop when` is there
} Making;

extern const char *const names[MOST];  // of coordinates

// Returns a number below n, by the next byte.
size_t below(Making *m, size_t n);
bool one_in(Making *m, size_t n);

__attribute__((format(printf, 2, 3))) void put(Making *m, const char *format, ...);

const char *pick(Making *m, const char *const *from, size_t n);

#define PICK(m, ...)                            \
  pick((m), (const char *const[]){__VA_ARGS__}, \
       sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *))

const char *coordinate(Making *m);

// Writes a function of positions, parameters and perhaps the time.
void function(Making *m, int depth);
void vector(Making *m, int depth);

// Parts that few models have.
void add_table(Making *m);
void add_state(Making *m);
void add_walls(Making *m);
void add_events(Making *m);  // and sections, sweeps, results of a motion

// Whole models of other kinds.
void larger_model(Making *m);
void moving_model(Making *m);

#endif
