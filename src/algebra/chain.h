// algebra/chain.h: consequences of polynomial equations.
//
// Equations in the generators of a free field (rationals_create_free) become a chain: polynomials, each solved for a
// generator of its own. Whatever the chain reduces to zero is a combination of the equations, up to a factor made of
// the divisors. So it vanishes wherever the equations hold, provided that these divisors vanish on no piece of the
// zeros, which is shown, too (docs/theory/algebra.md). Nothing here is decided at random points.
//
// Generators have levels. Those of level 0 are constants with independent values: they are never solved for, and
// dividing by polynomials in them alone is always allowed. Equations of the state are solved for generators below
// CHAIN_UNKNOWN; above are unknowns that linear equations determine at every state.

#ifndef ALGEBRA_CHAIN_H
#define ALGEBRA_CHAIN_H

#include "algebra/rational.h"

#define CHAIN_CONSTANT 0
#define CHAIN_SPECIAL 1   // a constant about which less is known: neither solved for nor divided by
#define CHAIN_STATE 2     // the first level that equations of the state are solved for
#define CHAIN_POSITION 3  // up to here: time and positions
#define CHAIN_UNKNOWN 16  // the first level of unknowns

typedef struct Chain Chain;

// level: that of each generator of the field. recorded: every step is kept, for a certificate.
Chain *chain_create(Rationals *field, const unsigned char *level, bool recorded);

// Adds the equation e = 0. The divisors in e do not vanish where the equations are used. name: for the record, in which
// the relation of generator g is called "rg", and a polynomial that vanishes on a piece "piece".
void chain_add(Chain *chain, const Rational *e, const char *name);

#define CHAIN_CASES 8
typedef ARRAY(Chain *) Chains;

// Puts the equations of the state added so far into the chain. If a divisor vanishes on a whole piece of the set of
// states, that piece gets a chain of its own. positions: a piece is omitted if more equations between positions than
// this hold on it; there, constraints on velocities have a lower rank than at nearby positions. Returns false if this
// takes too much; then nothing can be proved.
bool chain_close_state(Chain *chain, size_t positions, Chains *cases);
#define CHAIN_ANY_POSITIONS ((size_t) -1)
// The number of equations in the chain between positions and time alone.
size_t chain_positions(const Chain *chain);
// The same for the equations added since then, solved for unknowns. simple: only those that can be solved by divisions
// that are always allowed; the others stay for later.
bool chain_close_unknowns(Chain *chain, bool simple);

// Is e nonzero at almost all states of this piece?
bool chain_differs(Chain *chain, const Rational *e);

// Copies a chain with its equations and links; the two are independent.
Chain *chain_copy(const Chain *chain);

// Why something vanishes: multiplier * e = sum cofactor * fact. Only for a recorded chain.
typedef struct ChainProof ChainProof;

// Does e vanish wherever the equations hold, on this piece? The answer is never TRUTH_NO, which a chain cannot know.
// proof: the reason, if the chain is recorded; may be NULL.
Truth chain_vanishes(Chain *chain, const Rational *e, const ChainProof **proof);

// --- the record ----------------------------------------------------------------------------------
//
// Polynomials are written with the given names of the generators, as text in the arena: 3*x^2*y - 1.

typedef struct {
  size_t fact;
  const char *cofactor;
} ChainTerm;

// A combination of facts: multiplier * (its subject) - sum cofactor * fact.
typedef struct {
  const char *multiplier;
  const ChainTerm *terms;
  size_t n;
} ChainSum;

// A polynomial that vanishes: an added equation, or content * poly = how, with fact `source` as the subject.
typedef struct {
  const char *name;  // of an added equation, or NULL
  const char *poly;
  const char *solved_for;  // a generator, or NULL if it is not in the chain
  const char *content;
  size_t source;
  ChainSum how;
} ChainFact;

size_t chain_facts(const Chain *chain);
ChainFact chain_fact(const Chain *chain, size_t i, const char **names, Arena *arena);
ChainSum chain_proof_sum(const Chain *chain, const ChainProof *proof, const char **names,
                         Arena *arena);
// Marks the facts on which the proof rests, directly or indirectly.
void chain_mark(const Chain *chain, const ChainProof *proof, bool *marked);
// The divisors other than constants: they vanish on no piece.
typedef struct {
  const char **at;
  size_t n;
} ChainTexts;
ChainTexts chain_divisors(const Chain *chain, const char **names, Arena *arena);
// The numerator or denominator of an element, as text.
const char *rational_text(const Rationals *field, const Rational *a, bool numerator,
                          const char **names, Arena *arena);

#endif
