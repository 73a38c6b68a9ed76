// support/gallery.h: what tests of the whole gallery know about it.

#ifndef SUPPORT_GALLERY_H
#define SUPPORT_GALLERY_H

#include <stdbool.h>

// Is this a method that refuses the model after many seconds? hamilton does not find the inverse of the
// mass matrix of trailer-10. unit/proof/slow_agree.c checks this, and nothing else does.
bool refuses_late(const char *model, const char *method);

// The part of a motion before its first event: impacts, contact and `when` end it. text is that of
// the model, in which the unilateral constraints that hold from the start on are equations; the caller frees it.
typedef struct {
  char *text;
  double to;  // the smaller of `most` and nine tenths of the way to the first event; 0 if forces switch or depend on multipliers
} SmoothPart;

SmoothPart smooth_part(const char *text, double most);

#endif
