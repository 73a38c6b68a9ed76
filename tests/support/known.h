// support/known.h: models against closed forms at random states.
//
// Law:   at random states with random parameters, accelerations, momenta and energy of a model are
//        those of the closed form.
// Judge: the closed form in long double, derived by hand, from Newton's or Euler's laws if there is a choice, so that
//        it shares nothing with Lagrange's equations.
//
// Every value comes with the size of the terms it is summed from; errors are measured by that size.
// The size of q'' is |M^-1| (|F| + |M| |q''|), where |M| and |F| sum the absolute values of all
// terms: the condition of the solve, component by component (Oettli and Prager 1964).
//
// A failure prints the command that shows the numbers of the program. TEST_SCALE=10 draws ten times
// as many states.

#ifndef SUPPORT_KNOWN_H
#define SUPPORT_KNOWN_H

#include <stddef.h>

#define KNOWN_TOLERANCE 1e-13L  // 450 roundings of 2^-52 on the way to a value
#define KNOWN_STATES    200
#define KNOWN_MOST      8  // parameters, coordinates

typedef long double Real;

typedef struct {
  Real p[KNOWN_MOST];  // the parameters in the order of the System
  Real t, q[KNOWN_MOST], v[KNOWN_MOST];
} State;

typedef struct {
  Real value, size;  // size 0: the value must be exact
} Known;

typedef struct {
  Known a[KNOWN_MOST], p[KNOWN_MOST], energy;
  Known rate[KNOWN_MOST];  // of the momenta; not compared if the size is 0
} Closed;

typedef struct {
  const char *name;
  double low, high;
} Range;

typedef struct {
  const char *name;  // of the model: models/NAME.mech
  void (*closed)(const State *s, Closed *c);
  Range parameters[KNOWN_MOST];
  Range coordinates[KNOWN_MOST];
} System;

#define ANGLE -3.14, 3.14  // a circle
#define TILT  0.1, 3.04    // away from the poles, where Euler's angles are not coordinates
#define PART  0.3, 3       // masses, lengths, and other positive quantities

static inline Known known(Real value, Real size) { return (Known){value, size}; }

// Returns the size of q'' = F/M for one coordinate: the terms of F/M, and q'' itself.
Known known_alone(Real value, Real terms);
// Sets the sizes of two accelerations a: inverse and M as (11, 12, 22), absolute values; f: the terms of F.
void known_size_two(const Real inverse[3], const Real M[3], const Real f[2], Known *a);

// Runs all systems as cmocka tests; returns the result of main.
int known_run(const System *systems, size_t n);

#endif
