// report/mode_text.h: a model whose constraints come and go, as source text: facts, functions, and code that follows
// it.

#ifndef REPORT_MODE_TEXT_H
#define REPORT_MODE_TEXT_H

#include "report/target.h"

// Write the model's functions in JavaScript: modeTerms, modeCrossings, modeAssigned, modeRow; and their facts, an
// object.
void mode_text_functions(const ExportedModes *modes, Text *out);
void mode_text_facts(const ExportedModes *modes, Text *out);
// Writes the code that follows a motion (text/dop853.js); with modes also push.js, contact.js and modes.js; with forces
// that switch also slide.js and switching.js.
void mode_text_follow(bool modes, bool sides, Text *out);

// Returns the names of the parameters, t, the coordinates, the velocities, and as many signs as given.
const char *const *mode_inputs(const ExportedModes *modes, size_t signs, Arena *arena);

// The same in C99: facts, functions and the code that works on them (native/text/push.h, contact.h, contact_event.h,
// modes.h), after pivoting.h; the caller has defined MODES_FIELDS and MODES_NOTE. mode_c_follow: all of it, with a program
// that follows the motion until `to`.
void mode_c_functions(const ExportedModes *modes, Text *out);
// Write tables of the names of constraints and `when`s, mode_names and mode_when_names; and a function for the columns
// of a table.
void mode_c_names(const ExportedModes *modes, Text *out);
void mode_c_shown(const ExportedModes *modes, const char *linkage, const char *name, Text *out);
void mode_c_follow(const ExportedModes *modes, const char *prefix, double to, Text *out);
// A tape as a C99 function with the arguments p, t, y and out; without a tape, one that does nothing.
typedef struct {
  const Tape *tape;          // or NULL
  const char *const *input;  // the names of its inputs: parameters, t, then y
  size_t parameters, inputs;
} CTape;
void mode_c_function(const CTape *tape, const char *linkage, const char *name, Text *out);
// Writes the code of surfaces where forces switch, with its types; the caller has defined EventWatch.
void switch_c_texts(Text *out);
// Writes a C99 program that follows a motion whose forces switch.
void switch_c_follow(const ExportedEquations *equations, Text *out);

#endif
