// page/live.h: the part of a page that computes motions: sliders and fields, and the model as a script.

#ifndef PAGE_LIVE_H
#define PAGE_LIVE_H

#include "base/text.h"

typedef struct {
  const char *name;  // as the model has it
  const char *math;  // as a formula, MathML
  double value;
  const char *unit;  // or NULL
  size_t number;     // of the parameter, or of the slot
  bool given;        // of an initial value: the model gives it, and it is not found from the constraints
} LiveValue;

typedef struct {
  const char *script;  // `const liveModel = ...`; NULL: the page cannot compute it
  const char *why;     // then
  const char *remark;  // what is different in the page, or NULL
  size_t parameters, initials;
  const LiveValue *parameter, *initial;
} Live;

// The sliders and fields, or the reason why they are missing.
void live_html(Text *out, const Live *live);
void live_style(Text *out);
void live_script(Text *out, const Live *live);

#endif
