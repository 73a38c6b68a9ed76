// program/slots.h: everything that can be given of a state, and finding the rest.

#ifndef PROGRAM_SLOTS_H
#define PROGRAM_SLOTS_H

#include "program/system.h"

// One list of slots: t, q, velocities, momenta, speeds.
typedef struct {
  size_t n, speeds;
  bool *given;
  double *value;
} Slots;

static inline size_t slot_count(const Slots *s) {
  return 1 + 3 * s->n + s->speeds;
}

static inline size_t velocity_slot(const Slots *s, size_t i) {
  return 1 + s->n + i;
}

static inline size_t momentum_slot(const Slots *s, size_t i) {
  return 1 + 2 * s->n + i;
}

static inline size_t speed_slot(const Slots *s, size_t i) {
  return 1 + 3 * s->n + i;
}

// Nothing given, all values 0; in the working memory of the model, like all of this.
Slots slots_make(System *m);
Slots slots_copy(System *m, const Slots *from);
// The slot of a symbol; false if it has none.
bool slot_of(const System *m, const Slots *s, Expr symbol, size_t *slot);
Expr slot_symbol(System *m, const Slots *s, size_t slot);
// Is it one of the variables that a state has beside coordinates and velocities?
bool is_free_slot(System *m, const Slots *s, size_t slot);

// t, q, velocities, free speeds or momenta: as the program takes them after the parameters.
void slots_to_state(System *m, const Slots *s, double *state);

// What is found out once for all states with the same slots given (stage.c).
typedef struct Stage Stage;
struct Stages {
  Arena *arena;  // that they live in; NULL: the working memory of the model
  ARRAY(Stage *) all;
};

// Fills in what is not given, from the constraints and from momenta and speeds that are given;
// checks the result against them. span: where the state came from, for messages.
MUST_USE Status complete_slots(System *m, Stages *stages, const StateRequest *options, Span span,
                               Slots *s);

// Scales the velocities so that the state has this energy, which is quadratic in them (energy.c).
MUST_USE Status scale_to_energy(System *m, const char *energy, Span span, Slots *s);

#endif
