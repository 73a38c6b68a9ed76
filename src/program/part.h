// program/part.h: parts of a call, each of which may be cut short without the others.

#ifndef PROGRAM_PART_H
#define PROGRAM_PART_H

#include "program/system.h"

// A part of a call with a share of its work. If a limit interrupts it, the model is restored, everything made
// from it except the equations is made again when needed, and the call continues.
typedef struct {
  const char *name;  // for progress: "first integrals"
  double seconds;    // of processor time; 0: as many as the call
  Status (*body)(void *context);
  void *context;
} SystemPart;
// *left: a limit ended it in the middle. If something else did, a request of the caller or an internal error, the call
// is over as well.
MUST_USE Status system_part(System *m, const SystemPart *part, bool *left);

// Has a limit of the whole call been reached?
bool system_is_over(const System *m);

#endif
