// algebra/sparse.c: the connected parts of the graph whose edges are the entries of a matrix.

#include "algebra/sparse.h"

// Returns the first of the rows and columns that are known to be connected with this one, and shortens the way there.
static uint32_t first_of(uint32_t *before, uint32_t i) {
  while (before[i] != i) i = before[i] = before[before[i]];
  return i;
}

static void connect(uint32_t *before, uint32_t i, uint32_t j) {
  const uint32_t a = first_of(before, i), b = first_of(before, j);
  if (a < b)
    before[b] = a;
  else
    before[a] = b;
}

// Numbers the connected parts by their first rows; columns are counted after the rows.
static uint32_t *number_blocks(size_t rows, size_t columns, const SparsePlaces *places, size_t *count, Arena *arena) {
  uint32_t *before = ARENA_ARRAY(arena, uint32_t, rows + columns + 1),
           *number = ARENA_ARRAY(arena, uint32_t, rows + columns + 1);
  for (size_t i = 0; i < rows + columns; i++) before[i] = (uint32_t) i;
  for (size_t i = 0; i < places->n; i++)
    connect(before, places->at[i].row, (uint32_t) rows + places->at[i].column);
  for (size_t i = 0; i < rows + columns; i++) {
    const uint32_t first = first_of(before, (uint32_t) i);
    number[i] = first == i ? (uint32_t) (*count)++ : number[first];
  }
  return number;
}

SparseBlocks sparse_blocks(size_t rows, size_t columns, const SparsePlaces *places, Arena *arena) {
  SparseBlocks all = {0};
  const uint32_t *number = number_blocks(rows, columns, places, &all.n, arena);
  all.at = ARENA_ARRAY(arena, SparseBlock, all.n + 1);
  all.row_in = ARENA_ARRAY(arena, uint32_t, rows + 1);
  all.column_in = ARENA_ARRAY(arena, uint32_t, columns + 1);
  for (size_t i = 0; i < rows; i++) all.row_in[i] = (uint32_t) all.at[number[i]].rows++;
  for (size_t j = 0; j < columns; j++) all.column_in[j] = (uint32_t) all.at[number[rows + j]].columns++;
  for (size_t i = 0; i < places->n; i++) all.at[number[places->at[i].row]].places++;

  // one room for the rows of all blocks, one for the columns, one for the entries
  uint32_t *row = ARENA_ARRAY(arena, uint32_t, rows + 1), *column = ARENA_ARRAY(arena, uint32_t, columns + 1),
           *place = ARENA_ARRAY(arena, uint32_t, places->n + 1);
  for (size_t b = 0; b < all.n; b++) {
    SparseBlock *block = &all.at[b];
    block->row = row, row += block->rows;
    block->column = column, column += block->columns;
    block->place = place, place += block->places;
    block->places = 0;
  }
  for (size_t i = 0; i < rows; i++) all.at[number[i]].row[all.row_in[i]] = (uint32_t) i;
  for (size_t j = 0; j < columns; j++) all.at[number[rows + j]].column[all.column_in[j]] = (uint32_t) j;
  for (size_t i = 0; i < places->n; i++) {
    SparseBlock *block = &all.at[number[places->at[i].row]];
    block->place[block->places++] = (uint32_t) i;
  }
  return all;
}
