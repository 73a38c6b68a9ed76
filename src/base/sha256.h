// base/sha256.h: SHA-256, FIPS 180-4.

#ifndef BASE_SHA256_H
#define BASE_SHA256_H

#include <stddef.h>
#include <stdint.h>

#define SHA256_BYTES 32

typedef struct {
  uint32_t h[8];      // the hash value so far
  uint8_t block[64];  // bytes that do not fill a block yet
  uint64_t length;    // bytes added
} Sha256;

Sha256 sha256_make(void);
void sha256_add(Sha256 *sha, const void *data, size_t n);

// Writes the digest of everything added; sha must not be used afterwards.
void sha256_finish(Sha256 *sha, uint8_t digest[SHA256_BYTES]);

#endif
