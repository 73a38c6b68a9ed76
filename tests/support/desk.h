// support/desk.h: a pool, a model and its diagnostics on one desk, for tests of model and language.

#ifndef SUPPORT_DESK_H
#define SUPPORT_DESK_H

#include "language/language.h"
#include "methods/methods.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

typedef struct {
  Guard guard;
  Arena arena;
  Diags diags;
  ExprPool *pool;
  Model *model;
} Desk;

// cmocka's setup and teardown: *state is a Desk with an empty model.
int desk_open(void **state);
int desk_close(void **state);

// Makes a second, empty model on the same desk; the diagnostics are shared.
void desk_clear_model(Desk *desk);

// Parses the text as "test.mech" and finishes the model.
Status desk_read(Desk *desk, const char *text);
// The same; fails the test with all diagnostics if there are any.
void desk_read_well(Desk *desk, const char *text);

// Returns the scalar expression of that text, in the names of the model; fails the test on a
// mistake.
Expr desk_expr(Desk *desk, const char *text);

// Derives the equations by this method. If it refuses, returns false and leaves the messages as
// they were.
bool desk_derive(Desk *desk, const Method *method, Equations *eq);

// Returns all diagnostics as printed.
const char *desk_messages(Desk *desk);
// Returns the codes of all diagnostics in the order of their places, e.g. "N0201 N0402".
const char *desk_codes(Desk *desk);

// Fails the test unless the two are the same expression; shows both.
#define assert_expr(desk, actual, expected) \
  desk_assert_expr((desk), (actual), (expected), __FILE__, __LINE__)
void desk_assert_expr(Desk *desk, Expr actual, Expr expected, const char *file, int line);
void desk_assert_vec(Desk *desk, Vec actual, Expr x, Expr y, Expr z, const char *file, int line);
#define assert_vec(desk, actual, x, y, z) \
  desk_assert_vec((desk), (actual), (x), (y), (z), __FILE__, __LINE__)

#endif
