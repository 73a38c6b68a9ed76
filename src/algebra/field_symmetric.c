// algebra/field_symmetric.c: sparse symmetric systems over the finite fields.
//
// In:    the entries on and below the diagonal that may differ from zero
// Out:   the solution in both fields
// Law:   A x = b (tests/unit/algebra/test_field_symmetric.c)
// From:  Tinney and Walker, Proc. IEEE 55 (1967) 1801, scheme 2: the row with the fewest entries is next
// Not:   pivots beside the diagonal: at a random point a pivot vanishes only if it does everywhere

#include "algebra/field_linear.h"
#include "base/array.h"

typedef struct {
  size_t column;
  Fingerprint value;
} Cell;

typedef struct {
  ARRAY(Cell) cells;  // beside the diagonal, in columns that are not eliminated
  Fingerprint diagonal, right;
  bool gone;
} Row;

typedef struct {
  Arena *arena;
  size_t n;
  Row *row;
  size_t *place;  // of each column in the row that is being changed, counted from 1; or 0
} Elimination;

static void add_entry(const Elimination *e, const FieldEntry *entry) {
  Row *row = &e->row[entry->row], *other = &e->row[entry->column];
  if (entry->row == entry->column) {
    row->diagonal = fingerprint_sum(row->diagonal, entry->value);
    return;
  }
  array_push(e->arena, &row->cells, ((Cell){entry->column, entry->value}));
  array_push(e->arena, &other->cells, ((Cell){entry->row, entry->value}));
}

static size_t shortest_row(const Elimination *e) {
  size_t best = e->n;
  for (size_t i = 0; i < e->n; i++)
    if (!e->row[i].gone && (best == e->n || e->row[i].cells.n < e->row[best].cells.n)) best = i;
  return best;
}

static void remove_column(Row *row, size_t column) {
  for (size_t k = 0; k < row->cells.n; k++) {
    if (row->cells.at[k].column != column) continue;
    row->cells.at[k] = row->cells.at[--row->cells.n];
    return;
  }
}

// row i = row i - factor * pivot row, beside the column of the pivot
static void subtract(const Elimination *e, size_t i, Fingerprint factor, const Row *pivot) {
  Row *row = &e->row[i];
  for (size_t k = 0; k < row->cells.n; k++) e->place[row->cells.at[k].column] = k + 1;
  for (size_t k = 0; k < pivot->cells.n; k++) {
    const Cell cell = pivot->cells.at[k];
    const Fingerprint less = fingerprint_negative(fingerprint_product(factor, cell.value));
    if (cell.column == i) {
      row->diagonal = fingerprint_sum(row->diagonal, less);
    } else if (e->place[cell.column] > 0) {
      Fingerprint *value = &row->cells.at[e->place[cell.column] - 1].value;
      *value = fingerprint_sum(*value, less);
    } else {
      array_push(e->arena, &row->cells, ((Cell){cell.column, less}));
    }
  }
  for (size_t k = 0; k < row->cells.n; k++) e->place[row->cells.at[k].column] = 0;
  row->right = fingerprint_difference(row->right, fingerprint_product(factor, pivot->right));
}

static void eliminate(const Elimination *e, size_t p) {
  Row *pivot = &e->row[p];
  const Fingerprint inverse = fingerprint_inverse(pivot->diagonal);
  pivot->gone = true;
  pivot->diagonal = inverse;
  for (size_t k = 0; k < pivot->cells.n; k++) {
    const Cell cell = pivot->cells.at[k];
    remove_column(&e->row[cell.column], p);
    subtract(e, cell.column, fingerprint_product(cell.value, inverse), pivot);
  }
}

bool field_solve_symmetric(Arena *arena, size_t n, const FieldEntry *entries, size_t count,
                           const Fingerprint *b, Fingerprint *x) {
  const Elimination e = {arena, n, ARENA_ARRAY(arena, Row, n + 1),
                         ARENA_ARRAY(arena, size_t, n + 1)};
  size_t *order = ARENA_ARRAY(arena, size_t, n + 1);
  for (size_t i = 0; i < n; i++) e.row[i].right = b[i];
  for (size_t k = 0; k < count; k++) add_entry(&e, &entries[k]);
  for (size_t step = 0; step < n; step++) {
    guard_poll(arena->guard);
    order[step] = shortest_row(&e);
    if (fingerprint_has_zero(e.row[order[step]].diagonal)) return false;
    eliminate(&e, order[step]);
  }
  for (size_t step = n; step-- > 0;) {
    const Row *row = &e.row[order[step]];
    Fingerprint rest = row->right;
    for (size_t k = 0; k < row->cells.n; k++) {
      const Cell cell = row->cells.at[k];
      rest = fingerprint_difference(rest, fingerprint_product(cell.value, x[cell.column]));
    }
    x[order[step]] = fingerprint_product(rest, row->diagonal);
  }
  return true;
}
