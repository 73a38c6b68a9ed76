// support/mutants.h: the gallery's claims with one mistake each, and a judge for them.
//
// A mutant is a claim in which one sign, exponent, coefficient or name was changed. Nearly all are
// wrong; some are still right: a first integral times 2, x1 for x2 if x1 = x2 is given.
// The judge decides that in numbers of 113 bits, at random states with random parameters: constraints
// and conditions by Gauss-Newton steps of least norm, the motion from
//   [ M -B^T ] [ q''    ]   [ F ]
//   [ A   0  ] [ lambda ] = [ b ]
// by elimination. It shares the derivation of M, F, A, B, b with the program, which other tests
// judge, and nothing of src/proof.

#ifndef SUPPORT_MUTANTS_H
#define SUPPORT_MUTANTS_H

#include "support/check.h"

// Opens all claims of models/ on equations and first integrals; mutants_close releases the memory.
void mutants_open(void);
void mutants_close(void);

// Law: a wrong mutant is refuted, a right one is not, and no mutant is unknown without a reason.
void mutants_law(Gen *g, ExprPool *p);
// The same only for claims about impacts and contact: v+, impulse, energy_lost, lambda, `with`.
void mutants_law_of_impacts(Gen *g, ExprPool *p);

// Prints how many there were of each kind; fails if the judge left many undecided.
void mutants_count(void);

#endif
