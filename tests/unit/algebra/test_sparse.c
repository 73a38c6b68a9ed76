// Unit tests of algebra/sparse.c: blocks of a sparse matrix.

#include "algebra/sparse.h"
#include "support/check.h"

#define MOST 8

// Are the two in the same block, by following entries until nothing changes?
static void reach(size_t rows, size_t columns, const SparsePlaces *places, size_t row, bool *in_row, bool *in_column) {
  for (size_t i = 0; i < rows; i++) in_row[i] = i == row;
  for (size_t j = 0; j < columns; j++) in_column[j] = false;
  for (size_t round = 0; round < rows + columns; round++)
    for (size_t k = 0; k < places->n; k++) {
      const SparsePlace at = places->at[k];
      if (in_row[at.row] || in_column[at.column]) in_row[at.row] = in_column[at.column] = true;
    }
}

// Law: a block has the rows and columns that are connected by entries, in ascending order, and all their entries; each
// row and column is in one block. Judge: what can be reached from a row.
PROP(blocks_are_connected_parts, 300) {
  (void) p;
  const size_t rows = gen_below(g, MOST), columns = gen_below(g, MOST);
  SparsePlaces places = {0};
  for (size_t k = gen_below(g, 2 * MOST); rows > 0 && columns > 0 && k > 0; k--)
    array_push(g->arena, &places,
               ((SparsePlace){(uint32_t) gen_below(g, rows), (uint32_t) gen_below(g, columns)}));
  const SparseBlocks all = sparse_blocks(rows, columns, &places, g->arena);
  size_t row_count = 0, column_count = 0, place_count = 0;
  for (size_t b = 0; b < all.n; b++) {
    const SparseBlock *block = &all.at[b];
    row_count += block->rows, column_count += block->columns, place_count += block->places;
    for (size_t i = 0; i < block->rows; i++) CHECK(all.row_in[block->row[i]] == i);
    for (size_t j = 0; j < block->columns; j++) CHECK(all.column_in[block->column[j]] == j);
    for (size_t i = 1; i < block->rows; i++) CHECK(block->row[i - 1] < block->row[i]);
    for (size_t j = 1; j < block->columns; j++) CHECK(block->column[j - 1] < block->column[j]);
    if (block->rows == 0) {
      CHECK(block->columns == 1 && block->places == 0);
      continue;
    }
    bool in_row[MOST], in_column[MOST];
    size_t reached = 0, held = 0;
    reach(rows, columns, &places, block->row[0], in_row, in_column);
    for (size_t i = 0; i < rows; i++) reached += in_row[i];
    for (size_t j = 0; j < columns; j++) reached += in_column[j];
    for (size_t i = 0; i < block->rows; i++) held += in_row[block->row[i]];
    for (size_t j = 0; j < block->columns; j++) held += in_column[block->column[j]];
    CHECK(reached == held && held == block->rows + block->columns);
    for (size_t k = 0; k < block->places; k++) CHECK(in_row[places.at[block->place[k]].row]);
  }
  CHECK(row_count == rows && column_count == columns && place_count == places.n);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(blocks_are_connected_parts)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
