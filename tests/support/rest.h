// support/rest.h: two points that come to rest together, a singular state, and motions that only
// come near to one.
//
// The first speeds, and forces under which they fall linearly, determine when the state is reached:
// reactions do no work on a single point (B11, Theorem 6; B08, Theorem 3).

#ifndef SUPPORT_REST_H
#define SUPPORT_REST_H

#include <stdbool.h>
#include <stddef.h>

#define REST_MODELS 7
#define REST_STARTS 4

typedef struct {
  size_t model, start;  // below REST_MODELS, REST_STARTS
  double T;             // they come to rest at this time, or at -T in a run
  bool backward;
  const char *integrator, *code;
  double rtol, atol;
} RestRun;

// Is it friction of constant size, which is no function of the velocity at rest? As far as the tolerances
// allow an error of the velocity, such a motion comes to rest more than once.
bool rest_is_friction(size_t model);

// Fails the test unless the run ends before the state of rest, with the reason.
void assert_comes_to_rest(const RestRun *run);

// Thrown up an incline, one of two points comes to rest, which is no singular state: both parts of
// its velocity change their sign. Fails the test unless the run reaches its end. model and T of r are
// ignored; start is the point that turns, 0 or 1.
void assert_turns(const RestRun *r);

#endif
