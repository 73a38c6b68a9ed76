// tape/order.c: an order for eliminating unknowns that preserves most zeros.
//
// In:    the zero pattern of a symmetric matrix
// Out:   an order of its rows: the given one, or one that takes fewer operations
// From:  Tinney and Walker, Proc. IEEE 55 (1967) 1801, scheme 2: the unknown with the fewest neighbours goes
//        next, and its neighbours are joined to each other
// Cost:  n/64 words for each entry of the factor; n^2 bits
//
// Uses exact degrees, where SuiteSparse's AMD uses bounds for matrices of millions: the same loop counts the
// operations of both orders, and these counts decide what is too long to be written out.
//
// A chain whose coordinates are numbered along it already has the best order; numbered at random, its factor
// would be full.

#include "tape/tape_impl.h"

typedef struct {
  size_t n, words;
  uint64_t *row;   // n rows of words: the neighbours among the remaining unknowns
  size_t *degree;  // the number of neighbours
  bool *gone;
} Graph;

#define WORD_BITS 64

static uint64_t *row_of(const Graph *g, size_t i) {
  return g->row + i * g->words;
}

static bool are_joined(const Graph *g, size_t i, size_t j) {
  return row_of(g, i)[j / WORD_BITS] >> j % WORD_BITS & 1;
}

static void set_joined(const Graph *g, size_t i, size_t j, bool joined) {
  const uint64_t bit = (uint64_t) 1 << j % WORD_BITS;
  uint64_t *word = &row_of(g, i)[j / WORD_BITS];
  *word = joined ? *word | bit : *word & ~bit;
}

static void count_neighbours(const Graph *g, size_t i) {
  g->degree[i] = 0;
  for (size_t w = 0; w < g->words; w++)
    g->degree[i] += (size_t) __builtin_popcountll(row_of(g, i)[w]);
}

static Graph graph_of(const TapeBuilder *b, size_t n, const Value *M) {
  Graph g = {.n = n, .words = n / WORD_BITS + 1};
  g.row = ARENA_ARRAY(b->arena, uint64_t, n * g.words);
  g.degree = ARENA_ARRAY(b->arena, size_t, n);
  g.gone = ARENA_ARRAY(b->arena, bool, n);
  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j < n; j++)
      if (i != j && !tape_is_zero(b, M[i * n + j])) set_joined(&g, i, j, true);
    count_neighbours(&g, i);
  }
  return g;
}

// Removes an unknown: its neighbours become neighbours of each other.
static void eliminate(Graph *g, size_t i) {
  g->gone[i] = true;
  for (size_t j = 0; j < g->n; j++) {
    if (!are_joined(g, i, j)) continue;
    for (size_t w = 0; w < g->words; w++) row_of(g, j)[w] |= row_of(g, i)[w];
    set_joined(g, j, i, false);
    set_joined(g, j, j, false);
    count_neighbours(g, j);
  }
}

static size_t least_joined(const Graph *g) {
  size_t least = g->n;
  for (size_t i = 0; i < g->n; i++)
    if (!g->gone[i] && (least == g->n || g->degree[i] < g->degree[least])) least = i;
  return least;
}

// Counts the operations of the elimination: d quotients, d (d + 1)/2 products, and as many differences for an
// unknown with d neighbours.
static size_t eliminate_all(Graph g, bool by_degree, size_t *order) {
  size_t operations = 0;
  for (size_t k = 0; k < g.n; k++) {
    order[k] = by_degree ? least_joined(&g) : k;
    operations += g.degree[order[k]] * (g.degree[order[k]] + 2);
    eliminate(&g, order[k]);
  }
  return operations;
}

size_t order_elimination(const TapeBuilder *b, size_t n, const Value *M, size_t **order) {
  size_t *own = ARENA_ARRAY(b->arena, size_t, n + 1);
  size_t *better = ARENA_ARRAY(b->arena, size_t, n + 1);
  const ArenaMark mark = arena_mark(b->arena);
  const size_t operations = eliminate_all(graph_of(b, n, M), false, own);
  const size_t fewer = operations > 0 ? eliminate_all(graph_of(b, n, M), true, better) : 0;
  arena_release(b->arena, mark);
  *order = fewer < operations ? better : own;
  return fewer < operations ? fewer : operations;
}
