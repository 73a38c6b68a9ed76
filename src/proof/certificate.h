// proof/certificate.h: proofs by algebra written down so that others can check them.
//
// All texts are in the arena. Formulas are in the language of models, with names that are identifiers in most
// languages; polynomials are sums of products of generators. docs/guide/certificates.md explains each part.

#ifndef PROOF_CERTIFICATE_H
#define PROOF_CERTIFICATE_H

#include "algebra/chain.h"
#include "proof/algebra.h"

// A symbol of formulas.
typedef struct {
  const char *name, *is;  // x_d is x'
  const char *rate;       // a formula; "" if none is known
  const char *poly;       // in generators: the symbol itself, or a power of a root
} CertifiedSymbol;

// A variable of polynomials.
typedef struct {
  const char *name;
  const char *kind;   // "symbol", "root", "abs", or a function: "sin", "cos", "exp", "log", ...
  const char *of[2];  // formulas of its arguments
  size_t n;
  long index;  // of a root
} CertifiedGenerator;

// An equation of the model, formula = 0.
typedef struct {
  const char *name, *what, *formula, *numerator, *denominator;
} CertifiedEquation;

typedef struct {
  size_t id;
  ChainFact fact;
} CertifiedFact;

typedef struct {
  const Chain *chain;
  ARRAY(CertifiedFact) facts;
  ChainTexts divided;
} CertifiedChain;

// The common part of the proofs of several claims.
typedef struct {
  ARRAY(CertifiedSymbol) symbols;
  ARRAY(CertifiedGenerator) generators;
  ARRAY(CertifiedEquation) values;  // symbol = value, from conditions: substituted everywhere
  ARRAY(CertifiedEquation) equations;
  ARRAY(const char *) zeros;  // formulas that were simplified to 0 and vanish identically
  ARRAY(CertifiedChain) chains;
} CertifiedSystem;

// multiplier * numerator = sum cofactor * fact of a chain
typedef struct {
  size_t chain;
  ChainSum sum;
} CertifiedIdentity;

typedef struct {
  size_t which;  // of the questions
  const char *left, *right;
  const char *numerator, *denominator;  // of left - right, or of the rate of left
  bool conserved;
  ARRAY(CertifiedIdentity) identities;  // one for each piece of the set of states
} CertifiedProof;

typedef struct {
  CertifiedSystem system;
  ARRAY(CertifiedProof) proofs;
} Certificate;

// Writes a certificate of all questions proved so far; algebra must have been opened with recorded.
Certificate algebra_certificate(const Algebra *algebra, Arena *arena);

#endif
