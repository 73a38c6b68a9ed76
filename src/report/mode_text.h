// report/mode_text.h: a model whose constraints come and go, as text: its facts and functions, and what follows it.

#ifndef REPORT_MODE_TEXT_H
#define REPORT_MODE_TEXT_H

#include "report/target.h"

// The functions of the model in JavaScript: modeTerms, modeCrossings, modeAssigned, modeRow; their facts, an object.
void mode_text_functions(const ExportedModes *modes, Text *out);
void mode_text_facts(const ExportedModes *modes, Text *out);
// How a motion is followed (text/dop853.js); with modes (push.js, modes.js); with forces that switch (slide.js,
// switching.js).
void mode_text_follow(bool modes, bool sides, Text *out);

// The same in C99: facts, functions and what works on them (native/text/push.h, modes.h); before it stand MODES_FIELDS and
// MODES_NOTE. Then all of it with a program that follows the motion until `to`.
void mode_c_functions(const ExportedModes *modes, Text *out);
// Tables of the names of constraints and `when`s, mode_names and mode_when_names; a function for what a table shows.
void mode_c_names(const ExportedModes *modes, Text *out);
void mode_c_shown(const ExportedModes *modes, const char *linkage, const char *name, Text *out);
void mode_c_follow(const ExportedModes *modes, const char *prefix, double to, Text *out);
// A tape as a function of C99 with the arguments p, t, y and out; one that does nothing without a tape.
typedef struct {
  const Tape *tape;          // or NULL
  const char *const *input;  // the names of its inputs: parameters, t, then y
  size_t parameters, inputs;
} CTape;
void mode_c_function(const CTape *tape, const char *linkage, const char *name, Text *out);
// A program that follows a motion whose forces switch, in C99.
void switch_c_follow(const ExportedEquations *equations, Text *out);

#endif
