// Unit tests of the linear algebra of analysis/kernel.c and constant.c. Judge: FLINT's row echelon form.

#include "analysis/integrals_impl.h"
#include "base/table.h"
#include "expr/field.h"
#include "support/check.h"

#include <flint/nmod_mat.h>
#include <stdlib.h>

#define MATRICES 300

typedef struct {
  Guard guard;
  Arena arena;
} Room;

static int room_open(void **state) {
  Room *room = calloc(1, sizeof *room);
  if (room == NULL) return -1;
  room->guard.budget = SIZE_MAX;
  arena_init(&room->arena, allocator_heap(), &room->guard);
  *state = room;
  return 0;
}

static int room_close(void **state) {
  Room *room = *state;
  arena_clear(&room->arena);
  free(room);
  return 0;
}

static uint64_t dice(uint64_t *seed) {
  return hash_mix((*seed)++);
}

// Draws a product of two random matrices over `inner` numbers, so that its rank is no larger; some of its columns and
// rows are 0, and some entries are the largest.
static Residues draw(Arena *arena, size_t rows, size_t columns, size_t inner, uint64_t *seed) {
  const uint64_t p = field_prime(SAMPLER_FIELD);
  Residues A = residues_make(arena, rows, columns), L = residues_make(arena, rows, inner),
           R = residues_make(arena, inner, columns);
  const uint64_t rare = 2 + dice(seed) % 9;
  for (size_t i = 0; i < rows * inner; i++)
    L.at[i] = dice(seed) % rare == 0 ? p - 1 : dice(seed) % p;
  for (size_t i = 0; i < inner * columns; i++)
    R.at[i] = dice(seed) % rare == 0 ? 0 : i % columns % 7 == 3 ? p - 1 : dice(seed) % p;
  for (size_t i = 0; i < rows; i++)
    for (size_t j = 0; j < columns; j++)
      for (size_t k = 0; k < inner && i % 11 != 5 && j % 13 != 8; k++)
        A.at[i * columns + j] =
          field_add(SAMPLER_FIELD, A.at[i * columns + j],
                    field_mul(SAMPLER_FIELD, L.at[i * inner + k], R.at[k * columns + j]));
  return A;
}

// Law: pivots and kernel are those of the row echelon form.
static void compare(Arena *arena, const Residues *A) {
  nmod_mat_t E;
  nmod_mat_init(E, (slong) A->rows, (slong) A->columns, field_prime(SAMPLER_FIELD));
  for (size_t i = 0; i < A->rows * A->columns; i++)
    nmod_mat_entry(E, i / A->columns, i % A->columns) = A->at[i];
  const size_t rank = (size_t) nmod_mat_rref(E);
  size_t *pivot = ARENA_ARRAY(arena, size_t, A->columns + 1);
  size_t *lead = ARENA_ARRAY(arena, size_t, A->columns + 1);
  assert_int_equal(residues_pivots(A, arena, pivot), rank);
  const Residues K = residues_kernel(A, arena, lead);
  assert_int_equal(K.rows, A->columns - rank);
  const Residues zeros = residues_product(A, A->rows, &K, arena);
  for (size_t i = 0; i < A->rows * K.rows; i++) assert_true(zeros.at[i] == 0);
  for (size_t i = 0, j = 0, free_ones = 0; j < A->columns; j++) {
    if (i < rank && nmod_mat_entry(E, i, j) != 0) {
      assert_int_equal(pivot[i++], j);
      continue;
    }
    const uint64_t *x = K.at + free_ones * K.columns;
    assert_int_equal(lead[free_ones++], j);
    for (size_t k = 0, row = 0; k < A->columns; k++) {
      const bool pivots = row < i && pivot[row] == k;
      const uint64_t right =
        pivots ? field_sub(SAMPLER_FIELD, 0, nmod_mat_entry(E, row, j)) : k == j;
      assert_true(x[k] == right);
      row += pivots;
    }
  }
  nmod_mat_clear(E);
}

// Law: a product is that of FLINT.
static void compare_product(Arena *arena, const Residues *A, const Residues *K) {
  const Residues P = residues_product(A, A->rows, K, arena);
  nmod_mat_t a, k, product;
  nmod_mat_init(a, (slong) A->rows, (slong) A->columns, field_prime(SAMPLER_FIELD));
  nmod_mat_init(k, (slong) A->columns, (slong) K->rows, field_prime(SAMPLER_FIELD));
  nmod_mat_init(product, (slong) A->rows, (slong) K->rows, field_prime(SAMPLER_FIELD));
  for (size_t i = 0; i < A->rows * A->columns; i++)
    nmod_mat_entry(a, i / A->columns, i % A->columns) = A->at[i];
  for (size_t i = 0; i < K->rows * K->columns; i++)
    nmod_mat_entry(k, i % K->columns, i / K->columns) = K->at[i];
  nmod_mat_mul(product, a, k);
  for (size_t i = 0; i < A->rows * K->rows; i++)
    assert_true(P.at[i] == nmod_mat_entry(product, i / K->rows, i % K->rows));
  nmod_mat_clear(a);
  nmod_mat_clear(k);
  nmod_mat_clear(product);
}

static void test_random(void **state) {
  Room *room = *state;
  uint64_t seed = 1;
  for (int i = 0; i < MATRICES; i++) {
    const size_t rows = 1 + dice(&seed) % 50, columns = 1 + dice(&seed) % 50;
    const size_t most = rows < columns ? rows : columns;
    const Residues A = draw(&room->arena, rows, columns, 1 + dice(&seed) % most, &seed);
    compare(&room->arena, &A);
    const Residues K = draw(&room->arena, 1 + dice(&seed) % 50, columns, 1, &seed);
    compare_product(&room->arena, &A, &K);
    arena_release(&room->arena, (ArenaMark){0});
  }
}

// More products in a sum than are added before it is reduced, all of them as large as they can be.
static void test_largest(void **state) {
  Room *room = *state;
  const size_t n = 150;
  Residues A = residues_make(&room->arena, n, n);
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n; j++)
      A.at[i * n + j] = j + 1 >= i ? field_prime(SAMPLER_FIELD) - 1 : 0;
  compare(&room->arena, &A);
}

// Many rows that bring nothing, then one that does: the kernel vanishes on that one, too.
static void test_late_row(void **state) {
  Room *room = *state;
  uint64_t seed = 7;
  for (size_t late = 1; late < 60; late++) {
    const size_t rows = 60, columns = 30;
    Residues A = draw(&room->arena, rows, columns, 5, &seed);
    for (size_t j = 0; j < columns; j++)
      A.at[late * columns + j] = dice(&seed) % field_prime(SAMPLER_FIELD);
    compare(&room->arena, &A);
    arena_release(&room->arena, (ArenaMark){0});
  }
}

// Returns the rows of a matrix, and the same with the odd columns negated, as for a motion and its reverse.
static Residues with_reverse(Arena *arena, const Residues *A, const bool *odd) {
  Residues B = residues_make(arena, 2 * A->rows, A->columns);
  for (size_t i = 0; i < B.rows * B.columns; i++) {
    const uint64_t x = A->at[i % (A->rows * A->columns)];
    B.at[i] = i >= A->rows * A->columns && odd[i % A->columns] ? field_sub(SAMPLER_FIELD, 0, x) : x;
  }
  return B;
}

// Law: searching the candidates of each kind separately finds the same as searching all of them together.
static void test_two_kinds(void **state) {
  Room *room = *state;
  Arena *arena = &room->arena;
  uint64_t seed = 5;
  size_t found = 0;
  for (int i = 0; i < 40; i++) {
    const size_t n = 2 + dice(&seed) % 40;
    bool odd[64] = {false};
    for (size_t j = 1; j < n; j++) odd[j] = dice(&seed) % 2 == 1;
    Residues rate = draw(arena, n + 8, n, 1 + dice(&seed) % n, &seed),
             value = draw(arena, n + 8, n, 1 + dice(&seed) % n, &seed);
    for (size_t k = 0; k < n + 8; k++) rate.at[k * n] = 0, value.at[k * n] = 1;  // the constant 1
    const Residues all_rate = with_reverse(arena, &rate, odd),
                   all_value = with_reverse(arena, &value, odd);
    const Residues split = residues_constant(&rate, &value, odd, arena),
                   whole = residues_constant(&all_rate, &all_value, NULL, arena);
    assert_int_equal(split.rows, whole.rows);
    assert_memory_equal(split.at, whole.at, whole.rows * n * sizeof *whole.at);
    found += whole.rows;
    arena_release(arena, (ArenaMark){0});
  }
  assert_true(found > 100);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test_setup_teardown(test_random, room_open, room_close),
    cmocka_unit_test_setup_teardown(test_largest, room_open, room_close),
    cmocka_unit_test_setup_teardown(test_late_row, room_open, room_close),
    cmocka_unit_test_setup_teardown(test_two_kinds, room_open, room_close),
  };
  return cmocka_run_group_tests_name("kernel", tests, NULL, NULL);
}
