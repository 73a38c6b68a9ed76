// support/quad.c: elimination in numbers of 113 bits.

#include "support/quad.h"

#include <stdlib.h>
#include <string.h>

Quad quad_norm(const Quad *x, size_t n) {
  Quad norm = 0;
  for (size_t i = 0; i < n; i++) {
    const Quad size = quad_abs(x[i]);
    if (!(size <= norm)) norm = size;  // so that NaN stays
    if (!quad_is_finite(norm)) break;
  }
  return norm;
}

bool quad_factors_init(QuadFactors *f, size_t n) {
  *f = (QuadFactors){.n = n};
  f->a = calloc(n * n + 1, sizeof *f->a);
  f->row = calloc(n + 1, sizeof *f->row);
  f->column = calloc(n + 1, sizeof *f->column);
  f->row_scale = calloc(n + 1, sizeof *f->row_scale);
  f->column_scale = calloc(n + 1, sizeof *f->column_scale);
  f->work = calloc(n + 1, sizeof *f->work);
  f->solution = calloc(n + 1, sizeof *f->solution);
  if (f->a != NULL && f->row != NULL && f->column != NULL && f->row_scale != NULL &&
      f->column_scale != NULL && f->work != NULL && f->solution != NULL)
    return true;
  quad_factors_clear(f);
  return false;
}

void quad_factors_clear(QuadFactors *f) {
  free(f->a);
  free(f->row);
  free(f->column);
  free(f->row_scale);
  free(f->column_scale);
  free(f->work);
  free(f->solution);
  *f = (QuadFactors){0};
}

// Divides every row, then every column, by its largest entry, so that pivots can be compared.
static void scale(QuadFactors *f) {
  const size_t n = f->n;
  for (size_t i = 0; i < n; i++) {
    const Quad size = quad_norm(f->a + i * n, n);
    f->row_scale[i] = size > 0 ? 1 / size : 1;
    for (size_t j = 0; j < n; j++) f->a[i * n + j] *= f->row_scale[i];
  }
  for (size_t j = 0; j < n; j++) {
    Quad size = 0;
    for (size_t i = 0; i < n; i++) size = quad_max(size, quad_abs(f->a[i * n + j]));
    f->column_scale[j] = size > 0 ? 1 / size : 1;
    for (size_t i = 0; i < n; i++) f->a[i * n + j] *= f->column_scale[j];
  }
}

static void swap_places(size_t *at, size_t i, size_t j) {
  const size_t kept = at[i];
  at[i] = at[j];
  at[j] = kept;
}

// Brings the largest entry that is left to place k.
static void bring_pivot(QuadFactors *f, size_t k) {
  const size_t n = f->n;
  size_t row = k, column = k;
  Quad largest = -1;
  for (size_t i = k; i < n; i++)
    for (size_t j = k; j < n; j++) {
      const Quad size = quad_abs(f->a[i * n + j]);
      if (size <= largest) continue;
      largest = size;
      row = i;
      column = j;
    }
  for (size_t j = 0; row != k && j < n; j++) {
    const Quad kept = f->a[k * n + j];
    f->a[k * n + j] = f->a[row * n + j];
    f->a[row * n + j] = kept;
  }
  for (size_t i = 0; column != k && i < n; i++) {
    const Quad kept = f->a[i * n + k];
    f->a[i * n + k] = f->a[i * n + column];
    f->a[i * n + column] = kept;
  }
  swap_places(f->row, k, row);
  swap_places(f->column, k, column);
}

void quad_factor(QuadFactors *f, const Quad *a, size_t most, Quad tolerance) {
  const size_t n = f->n;
  memcpy(f->a, a, n * n * sizeof *a);
  scale(f);
  for (size_t i = 0; i < n; i++) f->row[i] = f->column[i] = i;
  f->rank = 0;
  f->smallest = 0;
  for (size_t k = 0; k < n && k < most; k++) {
    bring_pivot(f, k);
    const Quad pivot = f->a[k * n + k], part = quad_abs(pivot) / quad_abs(f->a[0]);
    if (!(part > tolerance)) break;
    f->rank++;
    f->smallest = part;
    for (size_t i = k + 1; i < n; i++) {
      const Quad factor = f->a[i * n + k] /= pivot;
      if (factor == 0) continue;
      for (size_t j = k + 1; j < n; j++)
        if (f->a[k * n + j] != 0) f->a[i * n + j] -= factor * f->a[k * n + j];
    }
  }
}

void quad_solve(QuadFactors *f, const Quad *b, Quad *x) {
  const size_t n = f->n;
  Quad *y = f->work;
  for (size_t i = 0; i < f->rank; i++) {
    Quad sum = b[f->row[i]] * f->row_scale[f->row[i]];
    for (size_t j = 0; j < i; j++)
      if (f->a[i * n + j] != 0) sum -= f->a[i * n + j] * y[j];
    y[i] = sum;
  }
  for (size_t i = f->rank; i-- > 0;) {
    Quad sum = y[i];
    for (size_t j = i + 1; j < f->rank; j++)
      if (f->a[i * n + j] != 0) sum -= f->a[i * n + j] * y[j];
    y[i] = sum / f->a[i * n + i];
  }
  for (size_t i = 0; i < n; i++)
    x[f->column[i]] = i < f->rank ? y[i] * f->column_scale[f->column[i]] : 0;
}

// x = a^T y with a a^T y = b. The product squares the condition, which 113 bits can afford.
bool quad_least_norm(size_t rows, size_t columns, const Quad *a, const Quad *b, Quad *x) {
  QuadFactors f;
  Quad *product = calloc(rows * rows + 1, sizeof *product), *y = calloc(rows + 1, sizeof *y);
  const bool room = product != NULL && y != NULL && quad_factors_init(&f, rows);
  if (room) {
    for (size_t i = 0; i < rows; i++)
      for (size_t j = 0; j < rows; j++)
        for (size_t k = 0; k < columns; k++)
          product[i * rows + j] += a[i * columns + k] * a[j * columns + k];
    quad_factor(&f, product, rows, quad(QUAD_OPEN) * quad(QUAD_OPEN));
    quad_solve(&f, b, y);
    for (size_t k = 0; k < columns; k++) {
      x[k] = 0;
      for (size_t i = 0; i < rows; i++) x[k] += a[i * columns + k] * y[i];
    }
    quad_factors_clear(&f);
  }
  free(product);
  free(y);
  return room;
}
