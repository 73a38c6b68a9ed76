// page/live.h: the part of a page that computes motions: sliders and fields, and the model as a script.

#ifndef PAGE_LIVE_H
#define PAGE_LIVE_H

#include "base/text.h"

typedef struct {
  const char *name;  // as in the model
  const char *math;  // as a formula, MathML
  double value;
  const char *unit;  // or NULL
  size_t number;     // of the parameter, or of the slot
  bool given;        // an initial value that the model gives, not one from the constraints
} LiveValue;

typedef struct {
  const char *script;  // `const liveModel = ...`, or NULL if the page cannot compute the motion
  const char *why;     // the reason, if script is NULL
  const char *remark;  // what differs in the page, or NULL
  size_t parameters, initials;
  const LiveValue *parameter, *initial;
} Live;

// Writes the sliders and fields, or the reason why they are missing.
void live_html(Text *out, const Live *live);
void live_style(Text *out);
void live_script(Text *out, const Live *live);

#endif
