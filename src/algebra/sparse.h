// algebra/sparse.h: a sparse matrix as blocks that share no row and no column.
//
// A system of equations in many unknowns often consists of small ones: a thousand masses that do not touch have a
// diagonal mass matrix. Each block is solved alone, and nothing has the size of the whole matrix.

#ifndef ALGEBRA_SPARSE_H
#define ALGEBRA_SPARSE_H

#include "base/arena.h"
#include "base/array.h"
#include <stdint.h>

// An entry that may differ from zero.
typedef struct {
  uint32_t row, column;
} SparsePlace;

typedef ARRAY(SparsePlace) SparsePlaces;

// Rows and columns are in ascending order; `place` are the numbers of its entries in the list. A row or column without
// entries is a block by itself.
typedef struct {
  size_t rows, columns, places;
  uint32_t *row, *column, *place;
} SparseBlock;

typedef struct {
  size_t n;
  SparseBlock *at;
  uint32_t *row_in, *column_in;  // the position of each row and column within its block
} SparseBlocks;

// Lists the blocks of a matrix with these entries.
SparseBlocks sparse_blocks(size_t rows, size_t columns, const SparsePlaces *places, Arena *arena);

#endif
