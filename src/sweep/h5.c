// sweep/h5.c: the bytes of an HDF5 file.
//
// From: The HDF Group, HDF5 File Format Specification Version 3.0: sections II.C (superblock), III.E (global heap),
//       IV.A (object headers and their messages), VIII (virtual datasets). All numbers are little endian.

#include "sweep/h5.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

#define UNDEFINED UINT64_MAX

// --- bytes ---------------------------------------------------------------------------------------

static void put(Text *out, uint64_t value, size_t bytes) {
  for (size_t i = 0; i < bytes; i++) text_add_char(out, (char) (value >> (8 * i) & 255));
}

static void put_bytes(Text *out, const char *bytes, size_t n) {
  text_add_str(out, (Str){bytes, n});
}

static void pad(Text *out, size_t n) {
  for (size_t i = 0; i < n; i++) text_add_char(out, '\0');
}

static uint32_t rotated(uint32_t x, int by) {
  return x << by | x >> (32 - by);
}

// The checksum of metadata: Jenkins's lookup3 hash of the bytes, beginning with 0.
static uint32_t checksum(const unsigned char *k, size_t n) {
  uint32_t a = 0xdeadbeef + (uint32_t) n, b = a, c = a;
  const size_t all = n;
  for (; n > 12; n -= 12, k += 12) {
    uint32_t w[3] = {0};
    for (int i = 0; i < 12; i++) w[i / 4] += (uint32_t) k[i] << (8 * (i % 4));
    a += w[0], b += w[1], c += w[2];
    a -= c, a ^= rotated(c, 4), c += b;
    b -= a, b ^= rotated(a, 6), a += c;
    c -= b, c ^= rotated(b, 8), b += a;
    a -= c, a ^= rotated(c, 16), c += b;
    b -= a, b ^= rotated(a, 19), a += c;
    c -= b, c ^= rotated(b, 4), b += a;
  }
  if (all == 0) return c;
  uint32_t w[3] = {0};
  for (size_t i = 0; i < n; i++) w[i / 4] += (uint32_t) k[i] << (8 * (i % 4));
  a += w[0], b += w[1], c += w[2];
  c ^= b, c -= rotated(b, 14);
  a ^= c, a -= rotated(c, 11);
  b ^= a, b -= rotated(a, 25);
  c ^= b, c -= rotated(b, 16);
  a ^= c, a -= rotated(c, 4);
  b ^= a, b -= rotated(a, 14);
  c ^= b, c -= rotated(b, 24);
  return c;
}

static void put_checksum(Text *out, size_t from) {
  put(out, checksum((const unsigned char *) out->at + from, out->n - from), 4);
}

// --- messages of object headers ------------------------------------------------------------------

enum {
  MESSAGE_SPACE = 1,
  MESSAGE_LINKS = 2,
  MESSAGE_TYPE = 3,
  MESSAGE_FILL = 5,
  MESSAGE_LINK = 6,
  MESSAGE_LAYOUT = 8,
  MESSAGE_GROUP = 10,
  MESSAGE_ATTRIBUTE = 12
};

static void put_space(Text *out, unsigned rank, const uint64_t *size) {
  put(out, 2, 1);  // version
  put(out, rank, 1);
  put(out, 0, 1);
  put(out, rank > 0, 1);  // simple, or one value
  for (unsigned i = 0; i < rank; i++) put(out, size[i], 8);
}

static void put_type(Text *out, H5Type type, size_t width) {
  switch (type) {
    case H5_DOUBLE:
      put(out, 0x11, 1);
      put(out, 0x003f20, 3);  // implied leading bit, sign in bit 63
      put(out, 8, 4);
      put(out, 64u << 16, 4);  // bits: from 0, 64 of them,
      put(out, 52, 1);         // the exponent from bit 52, 11 of them,
      put(out, 11, 1);
      put(out, 0, 1);  // the mantissa from bit 0, 52 of them
      put(out, 52, 1);
      put(out, 1023, 4);
      break;
    case H5_U64:
    case H5_U8:
      put(out, 0x10, 1);
      put(out, 0, 3);
      put(out, type == H5_U8 ? 1 : 8, 4);
      put(out, (type == H5_U8 ? 8u : 64u) << 16, 4);
      break;
    case H5_STRING:
      put(out, 0x13, 1);
      put(out, 0x11, 3);  // padded with 0, UTF-8
      put(out, width, 4);
  }
}

static Text message_text(const Text *out) {
  return text_make(out->arena);
}

static void put_message(Text *out, int kind, const Text *content) {
  put(out, (uint64_t) kind, 1);
  put(out, content->n, 2);
  put(out, 0, 1);
  put_bytes(out, content->at, content->n);
}

// An object header with these messages.
static void put_object(Text *out, const Text *messages) {
  const size_t start = out->n;
  text_add(out, "OHDR");
  put(out, 2, 1);  // version
  put(out, 2, 1);  // the size has four bytes
  put(out, messages->n, 4);
  put_bytes(out, messages->at, messages->n);
  put_checksum(out, start);
  pad(out, (8 - out->n % 8) % 8);
}

static void put_attribute(Text *out, const H5Attribute *a) {
  Text m = message_text(out), type = message_text(out), space = message_text(out);
  const size_t length = strlen(a->text);
  put_type(&type, H5_STRING, length > 0 ? length : 1);
  put_space(&space, 0, NULL);
  put(&m, 3, 1);
  put(&m, 0, 1);
  put(&m, strlen(a->name) + 1, 2);
  put(&m, type.n, 2);
  put(&m, space.n, 2);
  put(&m, 1, 1);  // UTF-8
  put_bytes(&m, a->name, strlen(a->name) + 1);
  put_bytes(&m, type.at, type.n);
  put_bytes(&m, space.at, space.n);
  put_bytes(&m, a->text, length > 0 ? length : 1);
  put_message(out, MESSAGE_ATTRIBUTE, &m);
}

// What is read of a virtual dataset where its part is missing: not a number, or the largest integers.
static void put_fill(Text *out, const H5Dataset *d) {
  Text m = message_text(out);
  const bool missing = d->from != NULL;
  const size_t bytes = d->type == H5_U8 ? 1 : 8;
  put(&m, 3, 1);
  put(&m, missing ? 0x2a : 0x0a, 1);  // space is taken late; written if it is set
  if (missing) put(&m, bytes, 4);
  if (missing)
    put(&m,
        d->type == H5_DOUBLE ? 0x7ff8000000000000
        : d->type == H5_U8   ? H5_MISSING
                             : UINT64_MAX,
        bytes);
  put_message(out, MESSAGE_FILL, &m);
}

static void put_layout(Text *out, const H5Dataset *d) {
  Text m = message_text(out);
  if (d->from != NULL) {
    put(&m, 4, 1);
    put(&m, 3, 1);  // virtual: the mapping is an object of a global heap
    put(&m, d->offset, 8);
    put(&m, 1, 4);
  } else {
    const uint64_t n = h5_bytes(d);
    put(&m, 3, 1);
    put(&m, 1, 1);  // contiguous
    put(&m, n > 0 ? d->offset : UNDEFINED, 8);
    put(&m, n, 8);
  }
  put_message(out, MESSAGE_LAYOUT, &m);
}

static void put_dataset(Text *out, const H5Dataset *d) {
  Text all = message_text(out), m = message_text(out), type = message_text(out);
  put_space(&m, d->rank, d->size);
  put_message(&all, MESSAGE_SPACE, &m);
  put_type(&type, d->type, d->width);
  put_message(&all, MESSAGE_TYPE, &type);
  put_fill(&all, d);
  put_layout(&all, d);
  put_object(out, &all);
}

static void put_root(Text *out, const H5Dataset *d, const uint64_t *at, size_t n,
                     const H5Attribute *attribute, size_t attributes) {
  Text all = message_text(out), links = message_text(out), group = message_text(out);
  put(&links, 0, 2);
  put(&links, UNDEFINED, 8);
  put(&links, UNDEFINED, 8);
  put_message(&all, MESSAGE_LINKS, &links);
  put(&group, 0, 2);
  put_message(&all, MESSAGE_GROUP, &group);
  for (size_t i = 0; i < n; i++) {
    Text link = message_text(out);
    put(&link, 1, 1);
    put(&link, 0, 1);
    put(&link, strlen(d[i].name), 1);
    put_bytes(&link, d[i].name, strlen(d[i].name));
    put(&link, at[i], 8);
    put_message(&all, MESSAGE_LINK, &link);
  }
  for (size_t i = 0; i < attributes; i++) put_attribute(&all, &attribute[i]);
  put_object(out, &all);
}

// --- virtual datasets ----------------------------------------------------------------------------

// Rows from `first` on, all of the rest: a block from corner to corner.
static void put_selection(Text *out, const H5Dataset *d, uint64_t first, uint64_t rows) {
  put(out, 2, 4);  // hyperslabs,
  put(out, 1, 4);  // version 1,
  put(out, 0, 4);
  put(out, 8 + 8 * d->rank, 4);  // the length of what follows
  put(out, d->rank, 4);
  put(out, 1, 4);  // one block
  for (int corner = 0; corner < 2; corner++)
    for (unsigned i = 0; i < d->rank; i++) {
      const uint64_t low = i == 0 ? first : 0, n = i == 0 ? rows : d->size[i];
      put(out, corner == 0 ? low : low + n - 1, 4);
    }
}

static void put_mapping(Text *out, const H5Dataset *d) {
  const H5Virtual *from = d->from;
  const size_t start = out->n;
  put(out, 0, 1);
  put(out, from->parts, 8);
  for (uint64_t part = 0; part < from->parts; part++) {
    const uint64_t first = part * from->rows;
    const uint64_t rows = d->size[0] - first < from->rows ? d->size[0] - first : from->rows;
    char name[200];
    const int n =
      snprintf(name, sizeof name, "%s%06llu.h5", from->pattern, (unsigned long long) part);
    put_bytes(out, name, (size_t) n + 1);
    put_bytes(out, d->name, strlen(d->name) + 1);
    put_selection(out, d, 0, rows);
    put_selection(out, d, first, rows);
  }
  put_checksum(out, start);
}

#define HEAP_LEAST 4096  // bytes of a collection

// A global heap with the mapping as its only object.
static void put_heap(Text *out, const H5Dataset *d) {
  Text mapping = message_text(out);
  put_mapping(&mapping, d);
  const size_t padded = (mapping.n + 7) / 8 * 8, used = 16 + 16 + padded;
  const size_t all = used + 16 > HEAP_LEAST ? used + 16 : HEAP_LEAST;
  text_add(out, "GCOL");
  put(out, 1, 4);
  put(out, all, 8);
  put(out, 1, 2);  // object 1, used once
  put(out, 1, 2);
  put(out, 0, 4);
  put(out, mapping.n, 8);
  put_bytes(out, mapping.at, mapping.n);
  pad(out, padded - mapping.n);
  put(out, 0, 8);  // the space that is left
  put(out, all - used, 8);
  pad(out, all - used - 16);
}

// --- the file ------------------------------------------------------------------------------------

uint64_t h5_bytes(const H5Dataset *d) {
  uint64_t n = d->type == H5_STRING ? d->width : d->type == H5_U8 ? 1 : 8;
  for (unsigned i = 0; i < d->rank; i++) n *= d->size[i];
  return d->from != NULL ? 0 : n;
}

// All objects, with the places that are known so far; their own places go to `at`.
static void put_objects(Text *out, const H5Dataset *d, size_t n, const H5Attribute *attribute,
                        size_t attributes, uint64_t *at) {
  for (size_t i = 0; i < n; i++) {
    at[i] = out->n;
    put_dataset(out, &d[i]);
  }
  at[n] = out->n;
  put_root(out, d, at, n, attribute, attributes);
}

static void put_superblock(Text *out, uint64_t root, uint64_t end) {
  static const char signature[8] = {(char) 0x89, 'H', 'D', 'F', '\r', '\n', 0x1a, '\n'};
  put_bytes(out, signature, sizeof signature);
  put(out, 2, 1);  // version
  put(out, 8, 1);  // bytes of an address, and of a length
  put(out, 8, 1);
  put(out, 0, 1);
  put(out, 0, 8);
  put(out, UNDEFINED, 8);
  put(out, end, 8);
  put(out, root, 8);
  put_checksum(out, 0);
}

Str h5_head(Arena *arena, H5Dataset *d, size_t n, const H5Attribute *attribute, size_t attributes,
            uint64_t *end) {
  uint64_t *at = ARENA_ARRAY(arena, uint64_t, n + 1);
  Text trial = text_make(arena), out = text_make(arena);
  // how long the objects are does not depend on what their places are
  put_superblock(&trial, 0, 0);
  put_objects(&trial, d, n, attribute, attributes, at);
  uint64_t place = trial.n;
  for (size_t i = 0; i < n; i++) {
    if (d[i].from == NULL) continue;
    const size_t before = trial.n;
    d[i].offset = place;
    put_heap(&trial, &d[i]);
    place += trial.n - before;
  }
  for (size_t i = 0; i < n; i++) {
    if (d[i].from != NULL) continue;
    d[i].offset = place;
    place += (h5_bytes(&d[i]) + 7) / 8 * 8;
  }
  *end = place;
  put_superblock(&out, at[n], place);
  put_objects(&out, d, n, attribute, attributes, at);
  for (size_t i = 0; i < n; i++)
    if (d[i].from != NULL) put_heap(&out, &d[i]);
  return (Str){out.at, out.n};
}
