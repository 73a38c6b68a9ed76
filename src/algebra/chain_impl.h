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
  Poly *multiplier;  // NULL if nothing is recorded; so are the cofactors
  ARRAY(Cofactor) cofactors;
} Remainder;

// A polynomial that vanishes.
typedef struct {
  const Poly *p;
  const char *name;     // of an equation that was added; NULL for one that follows
  bool core;            // what the links of the base leave of an equation of the state
  bool linked;          // it was a link, or one that follows from it was
  size_t source;        // of one that follows: content * p is what remains of that fact
  const Poly *content;  // NULL for 1
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
// thought.
enum { RANK_LINEAR, RANK_POWER, RANK_LINEAR_BY, RANK_POWER_BY, RANK_NONE };

typedef struct {
  slong main, degree;  // main -1: there is none
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
  // What all pieces have in common: relations between constants, and equations that are solved linearly
  // without dividing by anything that could vanish, with what they leave of the others.
  size_t base_links, base_facts;
  Polys domain;    // what vanishes nowhere, in factors
  Polys divisors;  // initials of all links so far, and what else was divided by
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
void chain_add_fact(Chain *c, size_t fact);  // one that is there
// Uses all links on r. False if it takes too much.
bool chain_reduce(Chain *c, Remainder *r);
Remainder chain_remainder(Chain *c, const Poly *p);
// The equation that is solved best, reduced; NULL if no one is left that can be solved for a generator of
// these levels. *empty: one of them says that a unit is 0.
const Pending *chain_next(Chain *c, unsigned char low, unsigned char high, bool *empty);
// Puts it into the chain.
void chain_link(Chain *c, const Pending *next);
// It follows from others.
void chain_drop(Chain *c, const Pending *next);
void poly_degrees(const Chain *c, const Poly *p, slong *degrees);

// --- chain_cover.c -------------------------------------------------------------------------------

// Adds what p consists of to what vanishes nowhere.
void chain_put_domain(Chain *c, const Poly *p);
// Can p be divided by without further thought?
bool chain_is_unit(Chain *c, const Poly *p);
// Is p different from zero at almost all states of every piece?
bool chain_is_regular(Chain *c, const Poly *p);
// All pieces of the states, c being that of most of them. False if that takes too much.
bool chain_cover(Chain *c, size_t positions, Chains *cases);

#endif
