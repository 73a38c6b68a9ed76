// sweep/part.c: parts as HDF5 files.
//
// Out:  /member, /parameters, /final, /scalars, /end, and /rows if they are wanted, with one row a member;
//       /parameter_names, /columns, /scalar_names: what their columns are
// Law:  the bytes follow from the plan and the numbers alone

#include "sweep/part.h"
#include "base/sha256.h"
#include "sweep/h5.h"
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

typedef struct {
  const char *name;  // of the dataset
  const char *const *text;
  size_t n, width;
} NameList;

static void all_names(Arena *arena, const SweepPlan *plan, NameList *names) {
  names[0] = (NameList){"parameter_names", axis_names(arena, plan), plan->axes, 0};
  names[1] = (NameList){"columns", plan->column, plan->columns, 0};
  names[2] = (NameList){"scalar_names", plan->result, plan->results, 0};
  for (int i = 0; i < 3; i++) names[i].width = width_of(names[i].text, names[i].n);
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

#define DATASETS (PART_ARRAYS + 3)

static size_t all_datasets(const SweepPlan *p, uint64_t members, const H5Virtual *from,
                           const NameList names[3], H5Dataset d[DATASETS]) {
  PartArray array[PART_ARRAYS];
  const size_t arrays = part_arrays(p, NULL, array);
  const H5Type type[PART_ARRAYS] = {H5_U64, H5_DOUBLE, H5_DOUBLE, H5_DOUBLE, H5_U8, H5_DOUBLE};
  const uint64_t width[PART_ARRAYS] = {0, p->axes, p->columns, p->results, 0, p->rows};
  size_t n = 0;
  for (int i = 0; i < 3; i++)
    d[n++] = (H5Dataset){.name = names[i].name,
                         .type = H5_STRING,
                         .width = names[i].width,
                         .rank = 1,
                         .size = {names[i].n}};
  for (size_t i = 0; i < arrays; i++) {
    const bool full = i == 5;
    const bool empty = array[i].bytes == 0;
    d[n++] = (H5Dataset){.name = array[i].name,
                         .type = type[i],
                         .rank = full                    ? 3
                                 : width[i] > 0 || empty ? 2
                                                         : 1,
                         .size = {members, width[i], p->columns},
                         .from = empty ? NULL : from};
  }
  return n;
}

static void put_names(Text *out, const NameList *names) {
  for (size_t i = 0; i < names->n; i++) {
    text_add(out, names->text[i]);
    for (size_t k = strlen(names->text[i]); k < names->width; k++) text_add_char(out, '\0');
  }
  while (out->n % 8 != 0) text_add_char(out, '\0');
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

// NaN has many bit patterns; a file has one of them.
static void put_doubles(Text *out, const double *at, uint64_t bytes) {
  const uint64_t quiet = 0x7ff8000000000000;
  for (size_t i = 0; i < bytes / sizeof *at; i++) {
    uint64_t bits;
    memcpy(&bits, &at[i], sizeof bits);
    if (isnan(at[i])) bits = quiet;
    for (int k = 0; k < 8; k++) text_add_char(out, (char) (bits >> (8 * k) & 255));
  }
}

static Str part_data(Arena *arena, const SweepPlan *p, const NameList names[3],
                     const SweepBlock *b) {
  Text out = text_make(arena);
  PartArray array[PART_ARRAYS];
  const size_t arrays = part_arrays(p, b, array);
  for (int i = 0; i < 3; i++) put_names(&out, &names[i]);
  for (size_t i = 0; i < arrays; i++) {
    if (i == 0) {
      for (uint64_t k = 0; k < b->members; k++) {
        const uint64_t member = b->block * p->block + k;
        for (int byte = 0; byte < 8; byte++)
          text_add_char(&out, (char) (member >> (8 * byte) & 255));
      }
    } else if (array[i].bytes == 1) {
      text_add_str(&out, (Str){array[i].at, b->members});
    } else {
      put_doubles(&out, array[i].at, b->members * array[i].bytes);
    }
    while (out.n % 8 != 0) text_add_char(&out, '\0');
  }
  return (Str){out.at, out.n};
}

#define HEX (2 * SHA256_BYTES + 1)

static void hex_digest(Str bytes, char text[HEX]) {
  static const char digits[] = "0123456789abcdef";
  uint8_t digest[SHA256_BYTES];
  Sha256 sha = sha256_make();
  sha256_add(&sha, bytes.at, bytes.n);
  sha256_finish(&sha, digest);
  for (int i = 0; i < SHA256_BYTES; i++) {
    text[2 * i] = digits[digest[i] >> 4];
    text[2 * i + 1] = digits[digest[i] & 15];
  }
  text[HEX - 1] = '\0';
}

// The head of block's file, if its data has this digest.
static Str part_head(Arena *arena, const SweepPlan *p, const NameList names[3], uint64_t block,
                     const char *digest, uint64_t *end) {
  H5Dataset d[DATASETS];
  const size_t n = all_datasets(p, plan_block_members(p, block), NULL, names, d);
  const H5Attribute attribute[] = {{"plan", p->digest}, {"sha256", digest}};
  return h5_head(arena, d, n, attribute, 2, end);
}

Str part_bytes(Arena *arena, const SweepPlan *p, const SweepBlock *b) {
  NameList names[3];
  char digest[HEX];
  uint64_t end;
  all_names(arena, p, names);
  const Str data = part_data(arena, p, names, b);
  hex_digest(data, digest);
  Text out = text_make(arena);
  text_add_str(&out, part_head(arena, p, names, b->block, digest, &end));
  text_add_str(&out, data);
  return (Str){out.at, out.n};
}

uint64_t part_size(Arena *arena, const SweepPlan *p, uint64_t block) {
  NameList names[3];
  uint64_t end;
  char digest[HEX];
  memset(digest, '0', HEX - 1);
  digest[HEX - 1] = '\0';
  all_names(arena, p, names);
  part_head(arena, p, names, block, digest, &end);
  return end;
}

static double double_at(const char *bytes) {
  uint64_t bits = 0;
  double value;
  for (int k = 7; k >= 0; k--) bits = bits << 8 | (unsigned char) bytes[k];
  memcpy(&value, &bits, sizeof value);
  return value;
}

static void take_doubles(const char **from, double *to, uint64_t n) {
  for (uint64_t i = 0; i < n; i++) to[i] = double_at(*from + 8 * i);
  *from += 8 * n;
}

// Are these the numbers of the members of the block?
static bool has_members(const SweepPlan *p, const char *from, uint64_t block) {
  for (uint64_t i = 0; i < plan_block_members(p, block); i++) {
    uint64_t member = 0;
    for (int k = 7; k >= 0; k--) member = member << 8 | (unsigned char) from[8 * i + (uint64_t) k];
    if (member != block * p->block + i) return false;
  }
  return true;
}

static void take_numbers(const SweepPlan *p, const char *from, SweepBlock *b) {
  from += 8 * b->members;
  take_doubles(&from, b->value, b->members * p->axes);
  take_doubles(&from, b->final, b->members * p->columns);
  take_doubles(&from, b->result, b->members * p->results);
  memcpy(b->end, from, b->members);
  from += (b->members + 7) / 8 * 8;
  if (b->row != NULL) take_doubles(&from, b->row, b->members * p->rows * p->columns);
}

bool part_read(Arena *arena, const SweepPlan *p, uint64_t block, Str bytes, SweepBlock *b) {
  NameList names[3];
  char digest[HEX];
  uint64_t end, named = 0;
  all_names(arena, p, names);
  if (bytes.n != part_size(arena, p, block)) return false;
  for (int i = 0; i < 3; i++) named += (names[i].n * names[i].width + 7) / 8 * 8;
  // the head is as long for any digest
  memset(digest, '0', HEX - 1);
  digest[HEX - 1] = '\0';
  const size_t head = part_head(arena, p, names, block, digest, &end).n;
  hex_digest((Str){bytes.at + head, bytes.n - head}, digest);
  const Str expected = part_head(arena, p, names, block, digest, &end);
  if (memcmp(expected.at, bytes.at, head) != 0) return false;
  if (!has_members(p, bytes.at + head + named, block)) return false;
  *b = part_make(arena, p, block);
  take_numbers(p, bytes.at + head + named, b);
  return true;
}

// --- all members ---------------------------------------------------------------------------------

Str part_virtual(Arena *arena, const SweepPlan *p) {
  NameList names[3];
  H5Dataset d[DATASETS];
  uint64_t end;
  const H5Virtual from = {"parts/", plan_blocks(p), p->block};
  all_names(arena, p, names);
  const size_t n = all_datasets(p, p->members, &from, names, d);
  const H5Attribute attribute[] = {{"plan", p->digest}};
  Text out = text_make(arena);
  text_add_str(&out, h5_head(arena, d, n, attribute, 1, &end));
  for (int i = 0; i < 3; i++) put_names(&out, &names[i]);
  return (Str){out.at, out.n};
}

Str part_whole(Arena *arena, const SweepPlan *p, size_t count, const char *const *statistics,
               uint64_t *end) {
  NameList names[4];
  H5Dataset d[DATASETS + 3], all[DATASETS + 3];
  all_names(arena, p, names);
  names[3] = (NameList){"statistics", statistics, count, width_of(statistics, count)};
  const size_t arrays = all_datasets(p, p->members, NULL, names, d) - 3;
  size_t n = 3;
  memcpy(all, d, 3 * sizeof *all);
  all[n++] = (H5Dataset){
    .name = "statistics", .type = H5_STRING, .width = names[3].width, .rank = 1, .size = {count}};
  all[n++] = (H5Dataset){
    .name = "scalar_statistics", .type = H5_DOUBLE, .rank = 2, .size = {p->results, count}};
  if (p->rows > 0)
    all[n++] = (H5Dataset){
      .name = "row_statistics", .type = H5_DOUBLE, .rank = 3, .size = {p->rows, p->columns, count}};
  memcpy(all + n, d + 3, arrays * sizeof *all);
  const H5Attribute attribute[] = {{"plan", p->digest}};
  Text out = text_make(arena);
  text_add_str(&out, h5_head(arena, all, n + arrays, attribute, 1, end));
  for (int i = 0; i < 4; i++) put_names(&out, &names[i]);
  return (Str){out.at, out.n};
}
