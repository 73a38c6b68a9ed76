// bench/hand/dag.c: the least that can derive the planar pendulum of n links: a DAG in which equal expressions are
// stored once, and differentiation. A yardstick for the program's own derivation, for this one family alone.
//
// Does:     builds L = T - V with masses and lengths as symbols; differentiates it to the mass matrix M and the other
//           terms F of M a = F; lists the operations of M and F, operands first.
// Does not: read a text, have names, units or messages; test for zero (only factors 0 and 1 and terms 0 vanish), collect
//           terms, combine sines and cosines; find pairs of terms that could be shared; solve M a = F; schedule or
//           allocate; examine constraints, poles, constants of the motion; count memory or stop at a limit.
//
// There are two ways. One by one: each derivative alone, as in the books, for M_ij and d2L/dw_i dq_j; n^3 nodes. By
// sweeps: one backward sweep gives all dL/dw_i and dL/dq_i, a forward sweep for each w_j a column of M, and one along the
// motion the rest; n^2 nodes.

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef enum { SYMBOL, NUMBER, ADD, MULTIPLY, SINE, COSINE } Op;

// Operands are numbers of nodes, smaller than that of their node; of a symbol or a number, `a` says which.
typedef struct {
  uint32_t op, a, b;
} Node;

static const double numbers[] = {0, 1, -1, 0.5};

typedef struct {
  int n;       // links
  Node *node;  // from 1 on
  uint32_t count, room;
  uint32_t *place, mask;                 // hash table of nodes; 0 is free
  uint32_t *derivative, *sweep, sweeps;  // of each node in the sweep that computed it last
  uint32_t *seed;                        // derivative of each symbol in this sweep
  uint32_t zero, one, minus, half;
  uint32_t *g, *mass, *length, *q, *w;  // symbols: g, m1, l1, m2, l2, ..., q1, ..., w1, ...
  uint32_t *momentum, *force, *matrix;  // what is derived; of M the lower half by rows
  Node *list;                           // its operations, from 0 on
  uint32_t operations, *output;         // places of M, then of F
} Dag;

// --- nodes ---------------------------------------------------------------------------------------

static void *room_for(size_t n, size_t size) {
  void *room = calloc(n, size);
  if (room == NULL) abort();
  return room;
}

static void *grown(void *old, size_t n, size_t size) {
  void *room = realloc(old, n * size);
  if (room == NULL) abort();
  return room;
}

static uint32_t hash_of(uint32_t op, uint32_t a, uint32_t b) {
  uint64_t h = (((uint64_t) a << 32 | b) ^ (uint64_t) op << 29) * 0x9e3779b97f4a7c15u;
  h ^= h >> 32;
  return (uint32_t) (h * 0xd6e8feb86659fd93u >> 32);
}

static void enter(Dag *d, uint32_t k) {
  const Node *node = &d->node[k];
  uint32_t i = hash_of(node->op, node->a, node->b) & d->mask;
  while (d->place[i] != 0) i = (i + 1) & d->mask;
  d->place[i] = k;
}

// At most half of the table is in use.
static void grow(Dag *d, uint32_t room) {
  free(d->place);
  d->room = room;
  d->mask = 2 * room - 1;
  d->node = grown(d->node, room, sizeof *d->node);
  d->derivative = grown(d->derivative, room, sizeof *d->derivative);
  d->sweep = grown(d->sweep, room, sizeof *d->sweep);
  d->place = room_for(2 * (size_t) room, sizeof *d->place);
  for (uint32_t k = 1; k < d->count; k++) enter(d, k);
}

static uint32_t make(Dag *d, uint32_t op, uint32_t a, uint32_t b) {
  uint32_t i = hash_of(op, a, b) & d->mask;
  for (uint32_t k; (k = d->place[i]) != 0; i = (i + 1) & d->mask) {
    const Node *node = &d->node[k];
    if (node->a == a && node->b == b && node->op == op) return k;
  }
  const uint32_t k = d->count++;
  d->node[k] = (Node){op, a, b};
  d->sweep[k] = 0;
  d->place[i] = k;
  if (d->count == d->room) grow(d, 2 * d->room);
  return k;
}

static uint32_t sum(Dag *d, uint32_t a, uint32_t b) {
  if (a == d->zero) return b;
  if (b == d->zero) return a;
  return a < b ? make(d, ADD, a, b) : make(d, ADD, b, a);
}

static uint32_t product(Dag *d, uint32_t a, uint32_t b) {
  if (a == d->zero || b == d->one) return a;
  if (b == d->zero || a == d->one) return b;
  return a < b ? make(d, MULTIPLY, a, b) : make(d, MULTIPLY, b, a);
}

static uint32_t negative(Dag *d, uint32_t a) {
  return product(d, d->minus, a);
}

// --- the Lagrangian ------------------------------------------------------------------------------

static void open_dag(Dag *d, int n) {
  const uint32_t symbols = 4 * (uint32_t) n + 1;
  uint32_t *const symbol = room_for(symbols, sizeof *symbol);
  *d = (Dag){.n = n, .count = 1, .g = symbol};
  grow(d, 512);
  d->seed = room_for(symbols, sizeof *d->seed);
  d->zero = make(d, NUMBER, 0, 0);
  d->one = make(d, NUMBER, 1, 0);
  d->minus = make(d, NUMBER, 2, 0);
  d->half = make(d, NUMBER, 3, 0);
  for (uint32_t i = 0; i < symbols; i++) {
    symbol[i] = make(d, SYMBOL, i, 0);
    d->seed[i] = d->zero;
  }
  d->mass = symbol + 1;  // each other one
  d->length = symbol + 2;
  d->q = symbol + 2 * n + 1;
  d->w = d->q + n;
  d->momentum = room_for((size_t) n, sizeof *d->momentum);
  d->force = room_for((size_t) n, sizeof *d->force);
  d->matrix = room_for((size_t) n * (size_t) (n + 1) / 2, sizeof *d->matrix);
}

// sum of m ((vx^2 + vy^2)/2 + g times the depth) over all masses
static uint32_t lagrangian(Dag *d) {
  uint32_t vx = d->zero, vy = d->zero, depth = d->zero, L = d->zero;
  for (int i = 0; i < d->n; i++) {
    const uint32_t across = product(d, d->length[2 * i], make(d, SINE, d->q[i], 0));
    const uint32_t along = product(d, d->length[2 * i], make(d, COSINE, d->q[i], 0));
    depth = sum(d, depth, along);
    vx = sum(d, vx, product(d, along, d->w[i]));
    vy = sum(d, vy, product(d, across, d->w[i]));
    const uint32_t squares = sum(d, product(d, vx, vx), product(d, vy, vy));
    const uint32_t each = sum(d, product(d, d->half, squares), product(d, *d->g, depth));
    L = sum(d, L, product(d, d->mass[2 * i], each));
  }
  return L;
}

// --- derivatives ---------------------------------------------------------------------------------

// The derivative of a node, where those of symbols are the seeds of this sweep.
static uint32_t derivative(Dag *d, uint32_t e) {
  if (d->sweep[e] == d->sweeps) return d->derivative[e];
  const Node node = d->node[e];
  uint32_t result = d->zero;
  switch (node.op) {
    case SYMBOL: result = d->seed[node.a]; break;
    case NUMBER: break;
    case ADD: {
      const uint32_t a = derivative(d, node.a), b = derivative(d, node.b);
      result = sum(d, a, b);
      break;
    }
    case MULTIPLY: {
      const uint32_t a = derivative(d, node.a), b = derivative(d, node.b);
      result = sum(d, product(d, a, node.b), product(d, node.a, b));
      break;
    }
    default: {
      const uint32_t a = derivative(d, node.a);
      if (a == d->zero) break;
      const bool is_sine = node.op == SINE;
      const uint32_t outer = make(d, is_sine ? COSINE : SINE, node.a, 0);
      result = product(d, is_sine ? outer : negative(d, outer), a);
    }
  }
  d->sweep[e] = d->sweeps;
  d->derivative[e] = result;
  return result;
}

static void start_sweep(Dag *d, uint32_t symbol, uint32_t seed) {
  d->seed[d->node[symbol].a] = seed;
  d->sweeps++;
}

static uint32_t partial(Dag *d, uint32_t e, uint32_t symbol) {
  start_sweep(d, symbol, d->one);
  const uint32_t result = derivative(d, e);
  d->seed[d->node[symbol].a] = d->zero;
  return result;
}

static void derive_one_by_one(Dag *d, uint32_t L) {
  uint32_t *entry = d->matrix;
  for (int i = 0; i < d->n; i++) {
    const uint32_t p = partial(d, L, d->w[i]);
    uint32_t force = partial(d, L, d->q[i]);
    for (int j = 0; j <= i; j++) *entry++ = partial(d, p, d->w[j]);
    for (int j = 0; j < d->n; j++)
      force = sum(d, force, negative(d, product(d, partial(d, p, d->q[j]), d->w[j])));
    d->force[i] = force;
  }
}

// Adds the part of a node to what L changes by with each operand.
static void step_back(Dag *d, uint32_t k, uint32_t *change) {
  const Node node = d->node[k];
  const uint32_t by = change[k];
  if (by == d->zero) return;
  if (node.op == ADD) {
    change[node.a] = sum(d, change[node.a], by);
    change[node.b] = sum(d, change[node.b], by);
  } else if (node.op == MULTIPLY) {
    change[node.a] = sum(d, change[node.a], product(d, by, node.b));
    change[node.b] = sum(d, change[node.b], product(d, by, node.a));
  } else if (node.op == SINE || node.op == COSINE) {
    const bool is_sine = node.op == SINE;
    const uint32_t outer = make(d, is_sine ? COSINE : SINE, node.a, 0);
    const uint32_t part = product(d, by, is_sine ? outer : negative(d, outer));
    change[node.a] = sum(d, change[node.a], part);
  }
}

static void derive_by_sweeps(Dag *d, uint32_t L) {
  uint32_t *const change = room_for((size_t) L + 1, sizeof *change);
  for (uint32_t k = 1; k < L; k++) change[k] = d->zero;
  change[L] = d->one;
  for (uint32_t k = L; k > 0; k--) step_back(d, k, change);
  for (int i = 0; i < d->n; i++) d->momentum[i] = change[d->w[i]];
  for (int j = 0; j < d->n; j++) {
    start_sweep(d, d->w[j], d->one);
    for (int i = j; i < d->n; i++) d->matrix[i * (i + 1) / 2 + j] = derivative(d, d->momentum[i]);
    d->seed[d->node[d->w[j]].a] = d->zero;
  }
  for (int j = 0; j < d->n; j++) start_sweep(d, d->q[j], d->w[j]);
  for (int i = 0; i < d->n; i++)
    d->force[i] = sum(d, change[d->q[i]], negative(d, derivative(d, d->momentum[i])));
  free(change);
}

// --- the list of operations ----------------------------------------------------------------------

static void list_operations(Dag *d) {
  const uint32_t n = (uint32_t) d->n, entries = n * (n + 1) / 2;
  uint32_t *const place =
    room_for(d->count, sizeof *place);  // first 1 if needed, then 1 + the place
  d->output = room_for(entries + n, sizeof *d->output);
  for (uint32_t i = 0; i < entries; i++) place[d->matrix[i]] = 1;
  for (uint32_t i = 0; i < n; i++) place[d->force[i]] = 1;
  for (uint32_t k = d->count - 1; k > 0; k--) {
    if (place[k] == 0) continue;
    d->operations++;
    const Node *node = &d->node[k];
    if (node->op > NUMBER) place[node->a] = 1;
    if (node->op == ADD || node->op == MULTIPLY) place[node->b] = 1;
  }
  d->list = room_for(d->operations, sizeof *d->list);
  uint32_t used = 0;
  for (uint32_t k = 1; k < d->count; k++) {
    if (place[k] == 0) continue;
    const Node *node = &d->node[k];
    const bool leaf = node->op <= NUMBER, pair = node->op == ADD || node->op == MULTIPLY;
    d->list[used++] =
      (Node){node->op, leaf ? node->a : place[node->a] - 1, pair ? place[node->b] - 1 : 0};
    place[k] = used;
  }
  for (uint32_t i = 0; i < entries; i++) d->output[i] = place[d->matrix[i]] - 1;
  for (uint32_t i = 0; i < n; i++) d->output[entries + i] = place[d->force[i]] - 1;
  free(place);
}

// --- what bench/derive.c calls -------------------------------------------------------------------

void dag_close(Dag *d) {
  free(d->node), free(d->place), free(d->derivative), free(d->sweep), free(d->seed), free(d->g);
  free(d->momentum), free(d->force), free(d->matrix), free(d->list), free(d->output);
  free(d);
}

// Derives the pendulum of n links; one_by_one: each derivative alone.
Dag *dag_open(int n, int one_by_one) {
  Dag *d = room_for(1, sizeof *d);
  open_dag(d, n);
  const uint32_t L = lagrangian(d);
  if (one_by_one)
    derive_one_by_one(d, L);
  else
    derive_by_sweeps(d, L);
  list_operations(d);
  return d;
}

uint32_t dag_nodes(const Dag *d) {
  return d->count - 1;
}

uint32_t dag_operations(const Dag *d) {
  return d->operations;
}

// p: g, m1, l1, m2, l2, ...; y: angles, then their rates. M: the lower half by rows; then F.
void dag_evaluate(const Dag *d, const double *p, const double *y, double *M_F) {
  const uint32_t n = (uint32_t) d->n, parameters = 2 * n + 1, outputs = n * (n + 1) / 2 + n;
  double *const value = room_for(d->operations, sizeof *value);
  for (uint32_t k = 0; k < d->operations; k++) {
    const Node node = d->list[k];
    switch (node.op) {
      case SYMBOL: value[k] = node.a < parameters ? p[node.a] : y[node.a - parameters]; break;
      case NUMBER: value[k] = numbers[node.a]; break;
      case ADD: value[k] = value[node.a] + value[node.b]; break;
      case MULTIPLY: value[k] = value[node.a] * value[node.b]; break;
      case SINE: value[k] = sin(value[node.a]); break;
      default: value[k] = cos(value[node.a]);
    }
  }
  for (uint32_t i = 0; i < outputs; i++) M_F[i] = value[d->output[i]];
  free(value);
}
