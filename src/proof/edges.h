// proof/edges.h: pieces of the states under conditions that no factor of a condition shows.

#ifndef PROOF_EDGES_H
#define PROOF_EDGES_H

#include "methods/methods.h"

// Variables with their values: further conditions under which as many others hold by themselves.
typedef struct {
  const Condition *at;
  size_t n;
} Edge;

typedef ARRAY(Edge) Edges;

// x = 0, z = 0 for the conditions x*y = z*w and x*p + z*q = 0.
Edges proof_edges(const Equations *eq, const Condition *given, size_t n, Arena *arena);

#endif
