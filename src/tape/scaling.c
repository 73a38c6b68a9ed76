// tape/scaling.c: factors for rows and columns that make the entries of a matrix comparable.
//
// In:    the sizes of the entries of a square matrix; zeros are left out
// Out:   for each row and column a power of two. Scaled by these, no entry is much larger than 1, and each row
//        and each column has an entry of about 1, no two of them in one line
// From:  Duff and Koster, SIAM J. Matrix Anal. Appl. 22 (2001) 973: the n entries with the largest product, by
//        shortest augmenting paths; the dual variables that prove optimality are the factors
// Cost:  a path, usually a short one, for each row that the first pass leaves without an entry
// Not:   if there are no n such entries, some rows and columns have none; the rest holds
//
// Masses, lengths and constraints have units that are far apart. Scaling the largest entry of each row to 1
// does not separate them: with rows of A of about 1, any mass below 1 would pass.

#include "tape/tape_impl.h"
#include <math.h>

#define NONE SIZE_MAX

typedef struct {
  const ScaledRow *row;
  size_t n;
  double *u, *v;               // logarithms of the factors, of opposite sign
  size_t *column_of, *row_of;  // of the chosen entries
  double *way;                 // the length of the way to each column
  size_t *from;                // the row before it
  bool *done;                  // its way is final
  size_t *seen, count;         // columns that have been reached
} Matching;

// The size of an entry as a cost: u + v for a chosen entry, and at least u + v for any other.
static double cost(ScaledEntry e) {
  return -log2(e.size);
}

// Returns how far an entry is from being chosen.
static double reduced(const Matching *m, size_t i, ScaledEntry e) {
  return cost(e) - m->u[i] - m->v[e.at];
}

static void choose(Matching *m, size_t i, size_t j) {
  m->column_of[i] = j;
  m->row_of[j] = i;
}

// Starts from the largest entries of each column, then of each row, and chooses those without conflict.
static void begin(Matching *m) {
  for (size_t j = 0; j < m->n; j++) m->v[j] = HUGE_VAL, m->row_of[j] = m->column_of[j] = NONE;
  for (size_t i = 0; i < m->n; i++)
    for (size_t k = 0; k < m->row[i].n; k++) {
      const ScaledEntry e = m->row[i].at[k];
      m->v[e.at] = fmin(m->v[e.at], cost(e));
    }
  for (size_t j = 0; j < m->n; j++) m->v[j] = isfinite(m->v[j]) ? m->v[j] : 0;
  for (size_t i = 0; i < m->n; i++) {
    size_t best = NONE;
    for (size_t k = 0; k < m->row[i].n; k++) {
      const ScaledEntry e = m->row[i].at[k];
      const bool first = best == NONE, nearer = !first && reduced(m, i, e) < 0;
      if (first || nearer) m->u[i] += reduced(m, i, e);
      if (first || nearer || (reduced(m, i, e) == 0 && m->row_of[e.at] == NONE)) best = e.at;
    }
    if (best != NONE && m->row_of[best] == NONE) choose(m, i, best);
  }
}

// Extends ways over the entries of row i, `way` long so far.
static void look_along(Matching *m, size_t i, double way) {
  for (size_t k = 0; k < m->row[i].n; k++) {
    const ScaledEntry e = m->row[i].at[k];
    const double longer = way + fmax(reduced(m, i, e), 0);
    if (m->done[e.at] || !(longer < m->way[e.at])) continue;
    if (isinf(m->way[e.at])) m->seen[m->count++] = e.at;
    m->way[e.at] = longer;
    m->from[e.at] = i;
  }
}

static size_t nearest(const Matching *m) {
  size_t best = NONE;
  for (size_t k = 0; k < m->count; k++) {
    const size_t j = m->seen[k];
    if (!m->done[j] && (best == NONE || m->way[j] < m->way[best])) best = j;
  }
  return best;
}

// Changes the factors so that all entries on the way can be chosen.
static void update_factors(Matching *m, size_t start, double way) {
  for (size_t k = 0; k < m->count; k++) {
    const size_t j = m->seen[k];
    if (!m->done[j] || m->row_of[j] == NONE) continue;
    m->u[m->row_of[j]] += way - m->way[j];
    m->v[j] -= way - m->way[j];
  }
  m->u[start] += way;
}

static void forget_ways(Matching *m) {
  for (size_t k = 0; k < m->count; k++) {
    m->way[m->seen[k]] = HUGE_VAL;
    m->done[m->seen[k]] = false;
  }
  m->count = 0;
}

// Finds an entry for row i, if need be by choosing other entries for other rows (Dijkstra).
static void augment(Matching *m, size_t start) {
  size_t j = NONE;
  double way = 0;
  for (size_t i = start; i != NONE; i = m->row_of[j]) {
    look_along(m, i, way);
    j = nearest(m);
    if (j == NONE) break;
    way = m->way[j];
    m->done[j] = true;
  }
  if (j != NONE) {
    update_factors(m, start, way);
    for (size_t i = NONE, next; i != start; j = next) {
      i = m->from[j];
      next = m->column_of[i];
      choose(m, i, j);
    }
  }
  forget_ways(m);
}

void scaling_factors(Arena *arena, const ScaledRow *rows, size_t n, double *row, double *column) {
  const ArenaMark mark = arena_mark(arena);
  Matching m = {.row = rows,
                .n = n,
                .u = ARENA_ARRAY(arena, double, n),
                .v = ARENA_ARRAY(arena, double, n),
                .column_of = ARENA_ARRAY(arena, size_t, n),
                .row_of = ARENA_ARRAY(arena, size_t, n),
                .way = ARENA_ARRAY(arena, double, n),
                .from = ARENA_ARRAY(arena, size_t, n),
                .done = ARENA_ARRAY(arena, bool, n),
                .seen = ARENA_ARRAY(arena, size_t, n)};
  for (size_t j = 0; j < n; j++) m.way[j] = HUGE_VAL;
  begin(&m);
  for (size_t i = 0; i < n; i++)
    if (m.column_of[i] == NONE) augment(&m, i);
  for (size_t i = 0; i < n; i++) {
    row[i] = exp2(rint(m.u[i]));
    column[i] = exp2(rint(m.v[i]));
  }
  arena_release(arena, mark);
}
