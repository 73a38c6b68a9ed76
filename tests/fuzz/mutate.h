// fuzz/mutate.h: changes to texts and files that know their format.
//
// Random bytes seldom get past the first test of a reader. These changes keep most of the format: they
// replace a number by an extreme one, a token by another, a length by a wrong one, and correct the checksums.

#ifndef FUZZ_MUTATE_H
#define FUZZ_MUTATE_H

#include "fuzz/choice.h"

typedef struct {
  uint8_t *at;
  size_t n, room;
} Bytes;

// Replaces b->at[at .. at + cut) by the n bytes of `with`, which may be part of b; what does not fit is dropped.
void bytes_replace(Bytes *b, size_t at, size_t cut, const void *with, size_t n);

// Make one change each.
void mutate_text(Choice *c, Bytes *b);  // a model, an expression, a list of states
void mutate_csv(Choice *c, Bytes *b);
void mutate_json(Choice *c, Bytes *b);
void mutate_npy(Choice *c, Bytes *b);

// Parts of an HDF5 file that end with a checksum.
typedef struct {
  size_t start, end;  // the checksum is at the end
} Sealed;

#define SEALED_MOST 256

// Finds them in a valid file; returns how many.
size_t find_sealed(const uint8_t *file, size_t n, Sealed sealed[SEALED_MOST]);

// Makes several changes; most of the time the checksums are corrected afterwards.
void mutate_hdf5(Choice *c, Bytes *b, const Sealed *sealed, size_t count);

#endif
