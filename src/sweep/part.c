// sweep/part.c: parts as HDF5 files.
//
// Out:  /member, /parameters, /final, /scalars, /end, and /rows if requested, with one row per
//       member; /parameter_names, /columns, /scalar_names: the names of their columns; /sha256: a
//       digest of the numbers
// Law:  the bytes depend only on the plan, the numbers and the HDF5 library

#include "sweep/part.h"
#include "base/sha256.h"
#include <assert.h>
#include <math.h>
#include <string.h>

// --- names ---------------------------------------------------------------------------------------

static size_t width_of(const char *const *name, size_t n) {
  size_t width = 1;
  for (size_t i = 0; i < n; i++)
    if (strlen(name[i]) > width) width = strlen(name[i]);
  return width;
}

static const char *const *axis_names(Arena *arena, const SweepPlan *plan) {
  const char **name = ARENA_ARRAY(arena, const char *, plan->axes + 1);
  for (size_t i = 0; i < plan->axes; i++) name[i] = plan->axis[i].name;
  return name;
}

static Hdf5Array *add_array(PartLayout *to, Hdf5Array array) {
  assert(to->file.arrays < PART_ARRAYS_MOST);
  to->array[to->file.arrays] = array;
  return &to->array[to->file.arrays++];
}

static void add_names(Arena *arena, PartLayout *to, const char *called, const char *const *name,
                      size_t n) {
  const size_t width = width_of(name, n);
  char *bytes = ARENA_ARRAY(arena, char, n * width + 1);
  for (size_t i = 0; i < n; i++) memcpy(bytes + i * width, name[i], strlen(name[i]));
  add_array(
    to,
    (Hdf5Array){
      .name = called, .kind = HDF5_STRING, .width = width, .rank = 1, .size = {n}, .value = bytes});
}

static void add_all_names(Arena *arena, const SweepPlan *plan, PartLayout *to) {
  add_names(arena, to, "parameter_names", axis_names(arena, plan), plan->axes);
  add_names(arena, to, "columns", plan->column, plan->columns);
  add_names(arena, to, "scalar_names", plan->result, plan->results);
}

// --- arrays --------------------------------------------------------------------------------------

size_t part_arrays(const SweepPlan *p, const SweepBlock *b, PartArray array[PART_ARRAYS]) {
  static const SweepBlock none = {0};
  if (b == NULL) b = &none;
  const uint64_t d = sizeof(double);
  size_t n = 0;
  array[n++] = (PartArray){"member", NULL, d};
  array[n++] = (PartArray){"parameters", b->value, d * p->axes};
  array[n++] = (PartArray){"final", b->final, d * p->columns};
  array[n++] = (PartArray){"scalars", b->result, d * p->results};
  array[n++] = (PartArray){"end", b->end, 1};
  if (p->rows > 0) array[n++] = (PartArray){"rows", b->row, d * p->rows * p->columns};
  return n;
}

static void add_arrays(const SweepPlan *p, uint64_t members, const Hdf5Parts *from,
                       PartLayout *to) {
  PartArray array[PART_ARRAYS];
  const size_t arrays = part_arrays(p, NULL, array);
  const Hdf5Kind kind[PART_ARRAYS] = {HDF5_U64,    HDF5_DOUBLE, HDF5_DOUBLE,
                                      HDF5_DOUBLE, HDF5_U8,     HDF5_DOUBLE};
  const uint64_t width[PART_ARRAYS] = {0, p->axes, p->columns, p->results, 0, p->rows};
  for (size_t i = 0; i < arrays; i++) {
    const bool full = i == 5;
    const bool empty = array[i].bytes == 0;
    add_array(to, (Hdf5Array){.name = array[i].name,
                              .kind = kind[i],
                              .rank = full                    ? 3
                                      : width[i] > 0 || empty ? 2
                                                              : 1,
                              .size = {members, width[i], p->columns},
                              .from = empty ? NULL : from});
  }
}

// --- layouts -------------------------------------------------------------------------------------

#define HEX (2 * SHA256_BYTES)

static void begin_layout(Arena *arena, const SweepPlan *p, PartLayout *to) {
  Hdf5Attribute *attribute = ARENA_NEW(arena, Hdf5Attribute);
  *attribute = (Hdf5Attribute){"plan", p->digest};
  *to = (PartLayout){.file = {.attribute = attribute, .attributes = 1}};
  add_all_names(arena, p, to);
}

void part_layout(Arena *arena, const SweepPlan *p, uint64_t members, PartLayout *to) {
  begin_layout(arena, p, to);
  add_arrays(p, members, NULL, to);
  add_array(
    to, (Hdf5Array){.name = "sha256", .kind = HDF5_STRING, .width = HEX, .rank = 1, .size = {1}});
}

void part_layout_virtual(Arena *arena, const SweepPlan *p, PartLayout *to) {
  Hdf5Parts *from = ARENA_NEW(arena, Hdf5Parts);
  *from = (Hdf5Parts){"parts/", plan_blocks(p), p->block, PART_MISSING};
  begin_layout(arena, p, to);
  add_arrays(p, p->members, from, to);
}

void part_layout_whole(Arena *arena, const SweepPlan *p, size_t n, const char *const *statistics,
                       PartLayout *to) {
  begin_layout(arena, p, to);
  add_names(arena, to, "statistics", statistics, n);
  add_array(
    to, (Hdf5Array){
          .name = "scalar_statistics", .kind = HDF5_DOUBLE, .rank = 2, .size = {p->results, n}});
  if (p->rows > 0)
    add_array(to, (Hdf5Array){.name = "row_statistics",
                              .kind = HDF5_DOUBLE,
                              .rank = 3,
                              .size = {p->rows, p->columns, n}});
  add_arrays(p, p->members, NULL, to);
}

Status part_lay_out(Arena *arena, Diags *diags, const char *path, PartLayout *const *layout,
                    size_t n) {
  Hdf5File *file = ARENA_ARRAY(arena, Hdf5File, n);
  for (size_t i = 0; i < n; i++) {
    file[i] = layout[i]->file;
    file[i].array = layout[i]->array;
  }
  TRY(hdf5_layouts(arena, diags, path, file, n));
  for (size_t i = 0; i < n; i++) layout[i]->file = file[i];
  return STATUS_OK;
}

// --- a part --------------------------------------------------------------------------------------

SweepBlock part_make(Arena *arena, const SweepPlan *p, uint64_t block) {
  const size_t n = (size_t) plan_block_members(p, block);
  const size_t rows = n * (size_t) p->rows * p->columns;
  SweepBlock b = {.block = block, .members = n};
  b.value = ARENA_ARRAY(arena, double, n * p->axes + 1);
  b.final = ARENA_ARRAY(arena, double, n * p->columns + 1);
  b.result = ARENA_ARRAY(arena, double, n * p->results + 1);
  b.row = p->rows > 0 ? ARENA_ARRAY(arena, double, rows) : NULL;
  b.end = ARENA_ARRAY(arena, unsigned char, n);
  for (size_t i = 0; i < n; i++) {
    plan_draw(p, block * p->block + i, b.value + i * p->axes);
    b.end[i] = PART_FAILED;
  }
  for (size_t i = 0; i < n * p->columns; i++) b.final[i] = (double) NAN;
  for (size_t i = 0; i < n * p->results; i++) b.result[i] = (double) NAN;
  for (size_t i = 0; b.row != NULL && i < rows; i++) b.row[i] = (double) NAN;
  return b;
}

static const Hdf5Array *array_named(const PartLayout *layout, const char *name) {
  for (size_t i = 0; i < layout->file.arrays; i++)
    if (strcmp(layout->array[i].name, name) == 0) return &layout->array[i];
  return NULL;
}

static void put_number(char *to, uint64_t bits) {
  for (int k = 0; k < 8; k++) to[k] = (char) (bits >> (8 * k) & 255);
}

static uint64_t number_at(const char *bytes) {
  uint64_t bits = 0;
  for (int k = 7; k >= 0; k--) bits = bits << 8 | (unsigned char) bytes[k];
  return bits;
}

// NaN has many bit patterns; files use only one.
static void put_doubles(char *to, const double *at, uint64_t n) {
  const uint64_t quiet = 0x7ff8000000000000;
  for (uint64_t i = 0; i < n; i++) {
    uint64_t bits;
    memcpy(&bits, &at[i], sizeof bits);
    put_number(to + 8 * i, isnan(at[i]) ? quiet : bits);
  }
}

static void take_doubles(const char *from, double *to, uint64_t n) {
  for (uint64_t i = 0; i < n; i++) {
    const uint64_t bits = number_at(from + 8 * i);
    memcpy(&to[i], &bits, sizeof bits);
  }
}

// Computes the digest of all numbers of a file, in the order of the arrays.
static void hex_digest(const PartLayout *layout, const char *bytes, char text[HEX]) {
  static const char digits[] = "0123456789abcdef";
  uint8_t digest[SHA256_BYTES];
  Sha256 sha = sha256_make();
  for (size_t i = 0; i < layout->file.arrays; i++) {
    const Hdf5Array *a = &layout->array[i];
    if (a->kind != HDF5_STRING) sha256_add(&sha, bytes + a->offset, (size_t) hdf5_reserved(a));
  }
  sha256_finish(&sha, digest);
  for (int i = 0; i < SHA256_BYTES; i++) {
    text[2 * i] = digits[digest[i] >> 4];
    text[2 * i + 1] = digits[digest[i] & 15];
  }
}

Str part_bytes(Arena *arena, const SweepPlan *p, const PartLayout *layout, const SweepBlock *b) {
  const Hdf5File *f = &layout->file;
  char *bytes = ARENA_ARRAY(arena, char, (size_t) f->size + 1);
  PartArray array[PART_ARRAYS];
  const size_t arrays = part_arrays(p, b, array);
  for (size_t i = 0; i < f->pieces; i++)
    memcpy(bytes + f->piece[i].at, f->piece[i].bytes.at, f->piece[i].bytes.n);
  for (size_t i = 0; i < arrays; i++) {
    char *to = bytes + array_named(layout, array[i].name)->offset;
    if (i == 0)
      for (uint64_t k = 0; k < b->members; k++) put_number(to + 8 * k, b->block * p->block + k);
    else if (array[i].bytes == 1)
      memcpy(to, array[i].at, b->members);
    else if (array[i].bytes > 0)
      put_doubles(to, array[i].at, b->members * array[i].bytes / 8);
  }
  hex_digest(layout, bytes, bytes + array_named(layout, "sha256")->offset);
  return (Str){bytes, (size_t) f->size};
}

// Are all bytes besides the numbers as laid out, and does the digest match the numbers?
static bool is_whole(const PartLayout *layout, Str bytes) {
  const Hdf5File *f = &layout->file;
  char digest[HEX];
  if (bytes.n != f->size) return false;
  for (size_t i = 0; i < f->pieces; i++)
    if (memcmp(bytes.at + f->piece[i].at, f->piece[i].bytes.at, f->piece[i].bytes.n) != 0)
      return false;
  hex_digest(layout, bytes.at, digest);
  return memcmp(bytes.at + array_named(layout, "sha256")->offset, digest, HEX) == 0;
}

bool part_read(Arena *arena, const SweepPlan *p, const PartLayout *layout, uint64_t block,
               Str bytes, SweepBlock *b) {
  if (!is_whole(layout, bytes)) return false;
  const char *member = bytes.at + array_named(layout, "member")->offset;
  for (uint64_t i = 0; i < plan_block_members(p, block); i++)
    if (number_at(member + 8 * i) != block * p->block + i) return false;
  *b = part_make(arena, p, block);
  double *const to[] = {b->value, b->final, b->result, NULL, b->row};
  PartArray array[PART_ARRAYS];
  const size_t arrays = part_arrays(p, b, array);
  for (size_t i = 1; i < arrays; i++) {
    const char *from = bytes.at + array_named(layout, array[i].name)->offset;
    if (array[i].bytes == 1)
      memcpy(b->end, from, b->members);
    else if (array[i].bytes > 0)
      take_doubles(from, to[i - 1], b->members * array[i].bytes / 8);
  }
  return true;
}
