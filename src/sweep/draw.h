// sweep/draw.h: numbers that look random, each a function of seed, name and number alone.
//
// No state is kept from one draw to the next, so that any member of a sweep can be drawn alone, by any thread, on any
// machine. docs/theory/sampling.md says how, and how to draw the same numbers in Python.

#ifndef SWEEP_DRAW_H
#define SWEEP_DRAW_H

#include <stddef.h>
#include <stdint.h>

// Philox4x64-10 (Salmon, Moraes, Dror, Shaw 2011): four words of a counter, encrypted with a key of two.
typedef struct {
  uint64_t word[4];
} Philox;

Philox philox(const uint64_t counter[4], const uint64_t key[2]);

// FNV-1a of 64 bits: what stands for a name in a key.
uint64_t draw_name(const char *name);

// 52 bits to the middle of their interval: never 0, never 1.
double draw_open(uint64_t bits);

// --- one number between 0 and 1 for sample i -----------------------------------------------------

double draw_random(uint64_t seed, uint64_t name, uint64_t i);
// Of n samples, exactly one lies in each of n equal intervals.
double draw_latin(uint64_t seed, uint64_t name, uint64_t n, uint64_t i);
// A permutation of 0 ... n - 1: where i goes.
uint64_t draw_permuted(uint64_t seed, uint64_t name, uint64_t n, uint64_t i);

#define SOBOL_DIMENSIONS 64
#define SOBOL_BITS 52
// Point i of Sobol's sequence in Gray code order, in units of 2^-52.
uint64_t sobol_point(size_t dimension, uint64_t i);
// Owen's scrambling: every bit is flipped, or not, by what the bits before it are.
uint64_t sobol_scramble(uint64_t seed, uint64_t name, uint64_t point);
double draw_sobol(uint64_t seed, uint64_t name, size_t dimension, uint64_t i);

// --- distributions, by their inverse cumulative distribution functions ---------------------------

double distribution_inverse_normal(double p);
double distribution_inverse_triangular(double p, double low, double mode, double high);
// Normal, restricted to values between low and high.
double distribution_inverse_truncated(double p, double mean, double deviation, double low,
                                      double high);

#endif
