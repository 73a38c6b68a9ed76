// expr/fingerprint.h: arithmetic with values in both finite fields.
//
// Both fields are computed together: the processor multiplies in one while it waits for the other.

#ifndef EXPR_FINGERPRINT_H
#define EXPR_FINGERPRINT_H

#include "expr/expr.h"
#include "expr/field.h"

static inline Fingerprint fingerprint_sum(Fingerprint a, Fingerprint b) {
  for (int k = 0; k < FIELD_COUNT; k++) a.v[k] = field_add(k, a.v[k], b.v[k]);
  return a;
}

static inline Fingerprint fingerprint_difference(Fingerprint a, Fingerprint b) {
  for (int k = 0; k < FIELD_COUNT; k++) a.v[k] = field_sub(k, a.v[k], b.v[k]);
  return a;
}

static inline Fingerprint fingerprint_negative(Fingerprint a) {
  return fingerprint_difference((Fingerprint){{0}}, a);
}

static inline Fingerprint fingerprint_product(Fingerprint a, Fingerprint b) {
  for (int k = 0; k < FIELD_COUNT; k++) a.v[k] = field_mul(k, a.v[k], b.v[k]);
  return a;
}

// to + a b
static inline Fingerprint fingerprint_plus_product(Fingerprint to, Fingerprint a, Fingerprint b) {
  return fingerprint_sum(to, fingerprint_product(a, b));
}

// Is it zero in either field?
static inline bool fingerprint_has_zero(Fingerprint a) {
  return a.v[0] == 0 || a.v[1] == 0;
}

static inline bool fingerprint_is_zero(Fingerprint a) {
  return a.v[0] == 0 && a.v[1] == 0;
}

// 1/a; 0 for 0.
Fingerprint fingerprint_inverse(Fingerprint a);

#endif
