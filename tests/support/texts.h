// support/texts.h: the texts of results, for tests that need each only for a moment.
//
//   const char *text;
//   assert_int_equal(text_of(&text, dal_model_print, m, DAL_TEXT), DAL_OK);
//
// The text lives until a few more were requested; at the end of the program all of them are destroyed.

#ifndef SUPPORT_TEXTS_H
#define SUPPORT_TEXTS_H

#include "dalembert.h"

#define text_of(text, function, ...) texts_keep((text), (function) (__VA_ARGS__, texts_place()))

DalResult **texts_place(void);
DalStatus texts_keep(const char **text, DalStatus status);

#endif
