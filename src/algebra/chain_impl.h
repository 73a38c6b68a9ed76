// algebra/chain_impl.h: what the files about chains share.

#ifndef ALGEBRA_CHAIN_IMPL_H
#define ALGEBRA_CHAIN_IMPL_H

#include "algebra/chain.h"
#include "algebra/rational_impl.h"

// multiplier * (polynomial it began with) = p + sum cofactor * fact
typedef struct {
  size_t fact;
  Poly *p;
} Cofactor;

typedef struct {
  Poly *p;
  size_t steps;      // divisions so far
  Poly *multiplier;  // or NULL if nothing is recorded; so are the cofactors
  ARRAY(Cofactor) cofactors;
} Remainder;

// A polynomial that vanishes.
typedef struct {
  const Poly *p;
  const char *name;     // of an equation that was added, or NULL
  bool core;            // the rest of an equation of the state after the links of the base
  bool linked;          // it was a link, or one that follows from it was
  size_t source;        // for one that follows: content * p is the rest of that fact
  const Poly *content;  // or NULL for 1
  Remainder how;
} Fact;

// A fact that is solved for a generator.
typedef struct {
  size_t fact;
  const Poly *p, *initial;  // initial: the coefficient of the highest power
  slong main, degree;
  bool is_base;
  bool uses[RATIONAL_FREE_GENERATORS];
} Link;

// How well a polynomial can be solved: linearly, or for a higher power; BY: with a division that needs
// an argument.
enum { RANK_LINEAR, RANK_POWER, RANK_LINEAR_BY, RANK_POWER_BY, RANK_NONE };

typedef struct {
  slong main, degree;  // main is -1 if it cannot be solved
  int rank;
  Poly *initial;
} Solution;

// An equation on its way into the chain.
typedef struct {
  size_t source;
  Remainder r;
  size_t version;  // of the links that it was reduced by
  Solution best;
} Pending;

typedef ARRAY(const Poly *) Polys;

struct Chain {
  Rationals *f;
  const unsigned char *level;
  bool recorded;
  ARRAY(Fact) facts;
  ARRAY(Pending) pending;
  ARRAY(Link)
  links;  // in the order of reduction: a link comes before those whose mains it contains
  size_t version;
  // The common part of all pieces: relations between constants, and equations that are solved linearly
  // without dividing by anything that could vanish, with the rest of the others.
  size_t base_links, base_facts;
  Polys domain;    // polynomials that vanish nowhere, in factors
  Polys divisors;  // initials of all links so far, and other divisors
  Polys divided;   // all of these, for the record
  bool closed;     // the state is
  bool failed;
};

struct ChainProof {
  Remainder how;
};

// --- chain.c -------------------------------------------------------------------------------------

Chain *chain_make(Rationals *f, const unsigned char *level, bool recorded);
void chain_add_poly(Chain *c, const Poly *p, const char *name);
void chain_add_fact(Chain *c, size_t fact);  // an existing one
// Uses all links on r. False if it takes too much.
bool chain_reduce(Chain *c, Remainder *r);
Remainder chain_remainder(Chain *c, const Poly *p);
// The equation that is solved best, reduced, or NULL if none can be solved for a generator of
// these levels. *empty: one of them requires a unit to be 0.
const Pending *chain_next(Chain *c, unsigned char low, unsigned char high, bool *empty);
// Puts it into the chain.
void chain_link(Chain *c, const Pending *next);
// It follows from others.
void chain_drop(Chain *c, const Pending *next);
void poly_degrees(const Chain *c, const Poly *p, slong *degrees);

// --- chain_cover.c -------------------------------------------------------------------------------

// Adds the factors of p to those that vanish nowhere.
void chain_put_domain(Chain *c, const Poly *p);
// Is division by p always allowed?
bool chain_is_unit(Chain *c, const Poly *p);
// Is p different from zero at almost all states of every piece?
bool chain_is_regular(Chain *c, const Poly *p);
// All pieces of the states, c being that of most of them. False if that takes too much.
bool chain_cover(Chain *c, size_t positions, Chains *cases);

#endif
