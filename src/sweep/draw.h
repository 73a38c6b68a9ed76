// sweep/draw.h: pseudo-random numbers, each a function of seed, name and number alone.
//
// No state is kept between draws: any member of a sweep can be drawn alone, by any thread, on any
// machine. docs/theory/sampling.md describes the method, and how to draw the same numbers in
// Python.

#ifndef SWEEP_DRAW_H
#define SWEEP_DRAW_H

#include <stddef.h>
#include <stdint.h>

// Philox4x64-10 (Salmon, Moraes, Dror, Shaw 2011): encrypts a counter of four words with a key of
// two.
typedef struct {
  uint64_t word[4];
} Philox;

Philox philox(const uint64_t counter[4], const uint64_t key[2]);

// Returns the 64-bit FNV-1a hash that stands for a name in a key.
uint64_t draw_name(const char *name);

// Maps 52 bits to the middle of their interval: never 0, never 1.
double draw_open(uint64_t bits);

// --- one number between 0 and 1 for sample i -----------------------------------------------------

double draw_random(uint64_t seed, uint64_t name, uint64_t i);
// Latin hypercube: of n samples, exactly one lies in each of n equal intervals.
double draw_latin(uint64_t seed, uint64_t name, uint64_t n, uint64_t i);
// Returns the place of i in a permutation of 0 ... n - 1.
uint64_t draw_permuted(uint64_t seed, uint64_t name, uint64_t n, uint64_t i);

#define SOBOL_DIMENSIONS 64
#define SOBOL_BITS 52
// Returns point i of Sobol's sequence in Gray code order, in units of 2^-52.
uint64_t sobol_point(size_t dimension, uint64_t i);
// Applies Owen's scrambling: the bits before each bit decide whether it is flipped.
uint64_t sobol_scramble(uint64_t seed, uint64_t name, uint64_t point);
double draw_sobol(uint64_t seed, uint64_t name, size_t dimension, uint64_t i);

// --- distributions, by their inverse cumulative distribution functions ---------------------------

double distribution_inverse_normal(double p);
double distribution_inverse_triangular(double p, double low, double mode, double high);
// Normal, restricted to values between low and high.
double distribution_inverse_truncated(double p, double mean, double deviation, double low,
                                      double high);

#endif
