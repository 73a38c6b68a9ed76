// support/gallery.h: what tests that go through the gallery know about it.

#ifndef SUPPORT_GALLERY_H
#define SUPPORT_GALLERY_H

#include <stdbool.h>

// Is this a method that refuses the model after many seconds? hamilton does not find the inverse of the
// mass matrix of trailer-10. unit/proof/slow_agree.c checks this, and nothing else does.
bool refuses_late(const char *model, const char *method);

#endif
