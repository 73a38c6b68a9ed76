// motion/units.h: the compiled units of this process, found again by their contents.
//
// A model that runs again, with other parameters or from another state, has the same tapes: its unit is still
// loaded, and the cache of objects is not needed.

#ifndef MOTION_UNITS_H
#define MOTION_UNITS_H

#include "base/sha256.h"
#include "motion/flow.h"
#include "native/native.h"

typedef struct {
  uint8_t digest[SHA256_BYTES];
} UnitKey;

// The text that is made of the tapes: all of it, or the functions without an integrator.
typedef enum { UNIT_KEY_WHOLE, UNIT_KEY_FUNCTIONS } UnitKeyKind;

// Digests everything that the text of a unit and its compilation depend on: the tapes, and the settings of native.h.
UnitKey units_key(const FlowTapes *tapes, bool project, UnitKeyKind kind);

// Digests these settings alone.
UnitKey units_settings(void);

// Returns the loaded unit of that key, with one more user, or NULL.
NativeUnit *units_take(const UnitKey *key);
// Keeps a unit that its only user has opened.
void units_add(const UnitKey *key, NativeUnit *unit);
// Gives up a unit that its user no longer needs. Some units without users stay loaded.
void units_release(NativeUnit *unit);

#endif
