// motion/units.h: compiled units of this process, found again by what they were made of.
//
// A model that is run again, with other parameters or from another state, has the same tapes: its unit is still
// loaded, and the cache of objects is left alone.

#ifndef MOTION_UNITS_H
#define MOTION_UNITS_H

#include "base/sha256.h"
#include "motion/flow.h"
#include "native/native.h"

typedef struct {
  uint8_t digest[SHA256_BYTES];
} UnitKey;

// Which text is made of the tapes: all of it, or the functions without an integrator.
typedef enum { UNIT_KEY_WHOLE, UNIT_KEY_FUNCTIONS } UnitKeyKind;

// What the text of a unit and the way it is compiled depend on: the tapes, and the settings of native.h.
UnitKey units_key(const FlowTapes *tapes, bool project, UnitKeyKind kind);

// These settings alone.
UnitKey units_settings(void);

// The loaded unit of that key, for one more user; or NULL.
NativeUnit *units_take(const UnitKey *key);
// Keeps a unit that was opened by its only user.
void units_add(const UnitKey *key, NativeUnit *unit);
// Its user no longer needs it. Some units without users stay loaded.
void units_release(NativeUnit *unit);

#endif
