// support/verdicts.h: claims whose labels say their verdicts.

#ifndef SUPPORT_VERDICTS_H
#define SUPPORT_VERDICTS_H

#include "support/desk.h"

// Fails the test unless every claim of the model has the verdict that is the first word of its label; what follows a
// colon there must be part of the detail.
void judge_labels(Desk *desk, const char *text);

#endif
