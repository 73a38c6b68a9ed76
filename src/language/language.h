// language/language.h: text to Model.
//
// All mistakes go to model->diags with their places; a text with mistakes leaves a model
// that is only good for further diagnostics.

#ifndef LANGUAGE_LANGUAGE_H
#define LANGUAGE_LANGUAGE_H

#include "model/model.h"

#define LANGUAGE_SOURCE_MIB 16   // larger texts are data, not models
#define LANGUAGE_COPY_MIB 32     // text that families and functions read again
#define LANGUAGE_NAME_BYTES 200  // of a name, with Greek letters spelt out
#define LANGUAGE_DEPTH 100       // nested brackets, powers and calls; they fit a stack of 256 kB

// Adds all statements of the text to the model. May be called again with another text, before model_finish. The source
// and its text must live as long as the model.
MUST_USE Status language_parse(Model *model, const Source *source);

// The same for the text of a file, which may include files beside it.
MUST_USE Status language_parse_file(Model *model, const Source *source, const char *path);

// Finds the formulas of the reactions that the finished model asks for, and substitutes them.
MUST_USE Status language_reactions(Model *model);

// The texts that the model includes, files and libraries, in the order in which they were read; in the memory of the
// model.
const Source *const *language_included(Model *model, size_t *n);

// Parses a single scalar expression in the names of the model; returns EXPR_NONE after a mistake.
Expr language_expression(Model *model, const Source *source);

// Parses "x = 1, x' = 0.2": values for state variables, or t. Appends to out, in the arena of the messages.
MUST_USE Status language_assignments(Model *model, const Source *source, Assignments *out);

// Parses "n = 20, g = 0": values that the counts of texts parsed later take. Ignores other names.
void language_preset(Model *model, const Source *source);

// The i-th text that the model was read from, including included ones; NULL past the last.
const Source *language_text(Model *model, size_t i);

// Parses "m = 1:3:0.5", as after `sweep`; replaces the model's sweep of the same variable.
MUST_USE Status language_vary(Model *model, const Source *source);

// Parses a unit alone, "km/h"; gives its value in SI units.
MUST_USE Status language_unit(Model *model, const Source *source, Expr *factor);

// Parses "m1 = 2, g = 0": values for parameters, which may use other parameters. Appends to out.
MUST_USE Status language_settings(Model *model, const Source *source, Assignments *out);

// The name as the program knows it, in the arena: Greek letters spelt out. Other text is returned unchanged.
const char *language_name(Arena *arena, Str written);

#endif
