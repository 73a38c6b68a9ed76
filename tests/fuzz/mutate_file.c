// fuzz/mutate_file.c: changes to NPY and HDF5 files: headers, lengths, addresses, checksums.

#include "fuzz/mutate.h"

#include <string.h>

// Reads a number of 1, 2, 4 or 8 bytes, little end first.
static uint64_t number_at(const uint8_t *at, size_t width) {
  uint64_t value = 0;
  for (size_t i = width; i > 0; i--) value = value << 8 | at[i - 1];
  return value;
}

static void put_number(uint8_t *at, size_t width, uint64_t value) {
  for (size_t i = 0; i < width; i++) at[i] = (uint8_t) (value >> (8 * i));
}

// Returns a wrong value for a length, a count or an address of this file.
static uint64_t odd_number(Choice *c, uint64_t now, size_t size) {
  const uint64_t odd[] = {0,   1,        2,          now + 1,         now - 1,        now * 2, now / 2, size,
                          size - 1, size + 1, 255,   0x7f,            0x80,           0xffff,  0x7fff,  0x7fffffff,
                          0x80000000u, 0xffffffffu, (uint64_t) 1 << 32, UINT64_MAX, UINT64_MAX / 2, UINT64_MAX / 8,
                          now ^ 0x80, now + 8, now + size, choose_bits(c), choose_bits(c) % (size + 1)};
  return odd[choose(c, sizeof odd / sizeof *odd)];
}

// --- NPY ------------------------------------------------------------------------------------------

// After "\x93NUMPY": two bytes of version and the length of the header, in 2 bytes, or 4 from version 2 on.
static size_t npy_header(const Bytes *b, size_t *length) {
  const size_t width = b->n > 6 && b->at[6] > 1 ? 4 : 2;
  *length = b->n > 8 + width ? (size_t) number_at(b->at + 8, width) : 0;
  if (8 + width + *length > b->n) *length = b->n > 8 + width ? b->n - 8 - width : 0;
  return 8 + width;
}

// Changes the text of the header; most of the time its length is corrected.
static void change_header(Choice *c, Bytes *b) {
  static const char *const odd[] = {"'descr'", "'<f8'", "'>f8'", "'<f4'", "'|O'", "'<i8'", "'|S0'", "[('t', '<f8')]",
                                    "('t', '<f8'), ", "True", "False", "(0,)", "(-1,)", "(2, 3)", "()",
                                    "(18446744073709551615,)", "(2305843009213693952,)", "{", "}", "'", "\\'", ",",
                                    "'shape': (1,), ", "\n", "\\x00", "\xff", "[", "]"};
  size_t length;
  const size_t start = npy_header(b, &length);
  const size_t at = start + choose(c, length), before = b->n;
  if (choose(c, 3) > 0) {
    const char *word = odd[choose(c, sizeof odd / sizeof *odd)];
    bytes_replace(b, at, choose(c, 4) ? choose(c, 8) : 0, word, strlen(word));
  } else {
    Bytes header = {b->at + start, length, length};  // in its place: changes cannot make it longer
    mutate_text(c, &header);
    if (header.n < length) memset(header.at + header.n, ' ', length - header.n);
  }
  if (b->n > start && choose(c, 4) > 0) put_number(b->at + 8, start - 8, length + b->n - before);
}

void mutate_npy(Choice *c, Bytes *b) {
  if (b->n < 16) return;
  switch (choose(c, 6)) {
    case 0: b->at[choose(c, 8)] = (uint8_t) choose(c, 256); break;
    case 1: put_number(b->at + 8, 2, odd_number(c, number_at(b->at + 8, 2), b->n)); break;
    case 2: b->n = 16 + choose(c, b->n - 16); break;
    case 3: bytes_replace(b, b->n, 0, b->at, choose(c, 64)); break;
    case 4: b->at[b->n - 1 - choose(c, b->n / 2)] = (uint8_t) choose(c, 256); break;
    default: change_header(c, b); break;
  }
}

// --- HDF5 -----------------------------------------------------------------------------------------

static uint32_t turn(uint32_t x, int by) {
  return x << by | x >> (32 - by);
}

// The checksum of HDF5's metadata: the hash lookup3 (File Format Specification 3.0, section "Checksum"),
// which mixes twelve bytes at a time into three words.
static uint32_t checksum(const uint8_t *at, size_t n) {
  static const int mix[6] = {4, 6, 8, 16, 19, 4}, last[7] = {14, 11, 25, 16, 4, 14, 24};
  uint32_t w[3];
  w[0] = w[1] = w[2] = 0xdeadbeefu + (uint32_t) n;
  for (; n > 12; n -= 12, at += 12) {
    for (size_t i = 0; i < 3; i++) w[i] += (uint32_t) number_at(at + 4 * i, 4);
    for (size_t i = 0; i < 6; i++) {
      uint32_t *a = &w[i % 3], *b = &w[(i + 1) % 3], *z = &w[(i + 2) % 3];
      *a = (*a - *z) ^ turn(*z, mix[i]);
      *z += *b;
    }
  }
  if (n == 0) return w[2];
  uint8_t rest[12] = {0};
  memcpy(rest, at, n);
  for (size_t i = 0; i < 3; i++) w[i] += (uint32_t) number_at(rest + 4 * i, 4);
  for (size_t i = 0; i < 7; i++) {
    uint32_t *to = &w[(i + 2) % 3];
    const uint32_t from = w[(i + 1) % 3];
    *to = (*to ^ from) - turn(from, last[i]);
  }
  return w[2];
}

static bool is_signature(const uint8_t *at) {
  static const char *const known[] = {"OHDR", "OCHK", "FRHP", "FHDB", "FHIB", "BTHD", "BTIN", "BTLF",
                                      "FSHD", "FSSE", "SMTB", "SMLI", "EAHD", "FAHD", "GCOL"};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (memcmp(at, known[i], 4) == 0) return true;
  return false;
}

// The end of a part is not read from the file: it is where the checksum matches.
size_t find_sealed(const uint8_t *file, size_t n, Sealed sealed[SEALED_MOST]) {
  size_t count = 0;
  for (size_t start = 0; start + 8 < n && count < SEALED_MOST; start++) {
    if (!is_signature(file + start)) continue;
    for (size_t end = start + 4; end + 4 <= n && end - start < 1 << 14; end++)
      if (checksum(file + start, end - start) == number_at(file + end, 4)) {
        sealed[count++] = (Sealed){start, end};
        break;
      }
  }
  return count;
}

// Chooses a place in a part with a checksum, else anywhere: the rest of the file is mostly numbers of the run.
static size_t any_place(Choice *c, const Bytes *b, const Sealed *sealed, size_t count) {
  if (count == 0 || choose(c, 4) == 0) return choose(c, b->n);
  const Sealed part = sealed[choose(c, count)];
  return part.start + choose(c, part.end - part.start);
}

static void change_hdf5(Choice *c, Bytes *b, const Sealed *sealed, size_t count) {
  static const size_t widths[] = {1, 1, 2, 4, 8};
  const size_t width = widths[choose(c, 5)];
  const size_t at = any_place(c, b, sealed, count);
  if (at + width > b->n) return;
  const uint64_t now = number_at(b->at + at, width);
  put_number(b->at + at, width, odd_number(c, now, b->n));
}

void mutate_hdf5(Choice *c, Bytes *b, const Sealed *sealed, size_t count) {
  for (size_t i = 1 + choose(c, 3); i > 0; i--) change_hdf5(c, b, sealed, count);
  if (choose(c, 8) > 0)  // inner parts come later in the file than those that hold their addresses
    for (size_t i = 0; i < count; i++)
      put_number(b->at + sealed[i].end, 4, checksum(b->at + sealed[i].start, sealed[i].end - sealed[i].start));
  if (choose(c, 16) == 0) b->n = choose(c, b->n);
}
