// algebra/chain.h: consequences of polynomial equations.
//
// Equations in the generators of a free field (rationals_create_free) become a chain: polynomials,
// each solved for a generator of its own. What the chain reduces to zero is a combination of
// the equations, up to a factor made of the divisors; so it vanishes wherever they hold, as
// long as these divisors vanish on no piece of the zeros, which is shown, too
// (docs/theory/algebra.md). Nothing here is decided at random points.
//
// Generators have levels. Those of level 0 are constants, whose values are independent of each other:
// they are never solved for, and dividing by polynomials in them alone is always allowed.
// Equations of the state are solved for generators below CHAIN_UNKNOWN; above are unknowns that
// linear equations determine at every state.

#ifndef ALGEBRA_CHAIN_H
#define ALGEBRA_CHAIN_H

#include "algebra/rational.h"

#define CHAIN_CONSTANT 0
#define CHAIN_SPECIAL 1   // a constant about which less is known: neither solved for nor divided by
#define CHAIN_STATE 2     // the first level that equations of the state are solved for
#define CHAIN_POSITION 3  // up to here: time and positions
#define CHAIN_UNKNOWN 16  // the first level of unknowns

typedef struct Chain Chain;

// level: of each generator of the field. recorded: every step is kept, for a certificate.
Chain *chain_create(Rationals *field, const unsigned char *level, bool recorded);

// e = 0. The divisors in e do not vanish where the equations are used. name: for the record,
// where the relation of generator g is called "rg", and what vanishes on a piece "piece".
void chain_add(Chain *chain, const Rational *e, const char *name);
// e has a value at the states in question: its divisors do not vanish there.
void chain_defines(Chain *chain, const Rational *e);

#define CHAIN_CASES 8
typedef ARRAY(Chain *) Chains;

// Puts the equations of the state added so far into the chain. If a divisor
// vanishes on a whole piece of the set of states, that piece gets a chain of its own. positions: a piece
// is left out if more equations between positions hold on it than these; constraints on velocities have
// a lower rank there than at positions near by. False if that takes too much; then nothing can be
// proved.
bool chain_close_state(Chain *chain, size_t positions, Chains *cases);
#define CHAIN_ANY_POSITIONS ((size_t) -1)
// How many equations between positions and time alone the chain has.
size_t chain_positions(const Chain *chain);
// The same for the equations added since then, solved for unknowns. simple: only those that can be
// solved by divisions that are always allowed; the others stay for later.
bool chain_close_unknowns(Chain *chain, bool simple);

// Is e different from zero at almost all states of this piece?
bool chain_differs(Chain *chain, const Rational *e);

// Another chain with the same equations and links; neither changes with the other.
Chain *chain_copy(const Chain *chain);

// How something was found to vanish: multiplier * e = sum cofactor * fact. For a recorded chain.
typedef struct ChainProof ChainProof;

// Does e vanish wherever the equations hold, on this piece? The answer is never TRUTH_NO: a chain
// cannot know that. proof: how, if the chain is recorded; may be NULL.
Truth chain_vanishes(Chain *chain, const Rational *e, const ChainProof **proof);

// --- the record ----------------------------------------------------------------------------------
//
// Polynomials are written with these names of the generators, as text in the arena: 3*x^2*y - 1.

typedef struct {
  size_t fact;
  const char *cofactor;
} ChainTerm;

// A combination of facts: multiplier * (what it is about) - sum cofactor * fact.
typedef struct {
  const char *multiplier;
  const ChainTerm *terms;
  size_t n;
} ChainSum;

// A polynomial that vanishes: an equation that was added, or content * poly = how, about fact `source`.
typedef struct {
  const char *name;  // of an equation that was added, or NULL
  const char *poly;
  const char *solved_for;  // a generator, or NULL if it is not in the chain
  const char *content;
  size_t source;
  ChainSum how;
} ChainFact;

size_t chain_facts(const Chain *chain);
// The first so many are the same for all pieces.
size_t chain_common_facts(const Chain *chain);
ChainFact chain_fact(const Chain *chain, size_t i, const char **names, Arena *arena);
ChainSum chain_proof_sum(const Chain *chain, const ChainProof *proof, const char **names,
                         Arena *arena);
// Marks the facts that the proof rests on, by way of others.
void chain_mark(const Chain *chain, const ChainProof *proof, bool *marked);
// The divisors besides constants: they vanish on no piece.
typedef struct {
  const char **at;
  size_t n;
} ChainTexts;
ChainTexts chain_divisors(const Chain *chain, const char **names, Arena *arena);
// Numerator and denominator of an element.
const char *rational_text(const Rationals *field, const Rational *a, bool numerator,
                          const char **names, Arena *arena);

#endif
