// fuzz/grammar.h: a model text made by the grammar of the language, each choice by a byte of the input.

#ifndef FUZZ_GRAMMAR_H
#define FUZZ_GRAMMAR_H

#include <stddef.h>
#include <stdint.h>

#define GRAMMAR_ROOM 16384  // bytes of a model, at most

// Writes a model into text, ended by 0. After the last byte, random ones follow that depend only on the input. Most
// of the models can be derived; a few have a mistake.
void grammar_model(const uint8_t *data, size_t size, char text[GRAMMAR_ROOM]);

// The files data.csv and part.mech, which models expect beside them.
extern const char grammar_data[], grammar_part[];

#endif
