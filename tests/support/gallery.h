// support/gallery.h: facts about the gallery for tests of all its models.

#ifndef SUPPORT_GALLERY_H
#define SUPPORT_GALLERY_H

#include <stdbool.h>

// Does this method refuse the model only after many seconds? hamilton does not find the inverse of the mass matrix of
// trailer-10. Only unit/proof/slow_agree.c checks this.
bool refuses_late(const char *model, const char *method);

// The part of a motion before its first event: impacts, contact and `when` end it. text: the model, with unilateral
// constraints that hold from the start on as equations; the caller frees it.
typedef struct {
  char *text;
  double to;  // the smaller of `most` and nine tenths of the way to the first event; 0 if forces switch or depend on multipliers
} SmoothPart;

SmoothPart smooth_part(const char *text, double most);

#endif
