// proof/edges.h: pieces of the states under conditions that the factors of the conditions do not reveal.

#ifndef PROOF_EDGES_H
#define PROOF_EDGES_H

#include "methods/methods.h"

// Values of some variables: further conditions under which an equal number of the given ones hold automatically.
typedef struct {
  const Condition *at;
  size_t n;
} Edge;

typedef ARRAY(Edge) Edges;

// Finds such edges: for example x = 0, z = 0 for the conditions x*y = z*w and x*p + z*q = 0.
Edges proof_edges(const Equations *eq, const Condition *given, size_t n, Arena *arena);

#endif
