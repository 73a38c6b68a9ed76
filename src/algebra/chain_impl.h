// algebra/chain_impl.h: what the files about chains share.

#ifndef ALGEBRA_CHAIN_IMPL_H
#define ALGEBRA_CHAIN_IMPL_H

#include "algebra/chain.h"
#include "algebra/rational_impl.h"

// multiplier * (original polynomial) = p + sum cofactor * fact
typedef struct {
  size_t fact;
  Poly *p;
} Cofactor;

typedef struct {
  Poly *p;
  size_t steps;      // divisions so far
  Poly *multiplier;  // NULL if nothing is recorded, like the cofactors
  ARRAY(Cofactor) cofactors;
} Remainder;

// A polynomial that vanishes.
typedef struct {
  const Poly *p;
  const char *name;     // of an added equation, or NULL
  bool core;            // the remainder of an equation of the state by the links of the base
  bool linked;          // it, or a fact derived from it, was a link
  size_t source;        // for a derived fact: content * p is the remainder of that fact
  const Poly *content;  // NULL for 1
  Remainder how;
} Fact;

// A fact solved for a generator.
typedef struct {
  size_t fact;
  const Poly *p, *initial;  // initial: the coefficient of the highest power
  slong main, degree;
  bool is_base;
  bool uses[RATIONAL_FREE_GENERATORS];
} Link;

// How well a polynomial can be solved: linearly, or for a higher power; BY: with a division that must be justified.
enum { RANK_LINEAR, RANK_POWER, RANK_LINEAR_BY, RANK_POWER_BY, RANK_NONE };

typedef struct {
  slong main, degree;  // main is -1 if it cannot be solved
  int rank;
  Poly *initial;
} Solution;

// An equation that is not in the chain yet.
typedef struct {
  size_t source;
  Remainder r;
  size_t version;  // that of the links by which it was reduced
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
  // The part common to all pieces: relations between constants, equations that are solved linearly without dividing by
  // anything that could vanish, and the remainders of the other equations.
  size_t base_links, base_facts;
  Polys domain;    // factors of polynomials that vanish nowhere
  Polys divisors;  // initials of all links so far, and other divisors
  Polys divided;   // all of these so far, for the record
  bool closed;     // the equations of the state are in the chain
  bool failed;
};

struct ChainProof {
  Remainder how;
};

// --- chain.c -------------------------------------------------------------------------------------

Chain *chain_make(Rationals *f, const unsigned char *level, bool recorded);
void chain_add_poly(Chain *c, const Poly *p, const char *name);
void chain_add_fact(Chain *c, size_t fact);  // an existing fact
// Reduces r by all links. Returns false if it takes too much.
bool chain_reduce(Chain *c, Remainder *r);
Remainder chain_remainder(Chain *c, const Poly *p);
// Returns the equation that can be solved best, reduced, or NULL if none can be solved for a generator of these levels.
// *empty: an equation requires a unit to be 0.
const Pending *chain_next(Chain *c, unsigned char low, unsigned char high, bool *empty);
// Puts it into the chain.
void chain_link(Chain *c, const Pending *next);
// Drops an equation that follows from others.
void chain_drop(Chain *c, const Pending *next);
void poly_degrees(const Chain *c, const Poly *p, slong *degrees);

// --- chain_cover.c -------------------------------------------------------------------------------

// Adds the factors of p to those that vanish nowhere.
void chain_put_domain(Chain *c, const Poly *p);
// Is division by p always allowed?
bool chain_is_unit(Chain *c, const Poly *p);
// Is p nonzero at almost all states of every piece?
bool chain_is_regular(Chain *c, const Poly *p);
// Finds all pieces of the states, of which c is the largest. Returns false if that takes too much.
bool chain_cover(Chain *c, size_t positions, Chains *cases);

#endif
