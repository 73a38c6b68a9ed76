// local/pfaff_impl.h: what the files about Pfaffian systems share.

#ifndef LOCAL_PFAFF_IMPL_H
#define LOCAL_PFAFF_IMPL_H

#include "local/pfaff.h"

// Values in the first field at the point; false if one is not defined there.
bool pfaff_values(const Pfaff *p, const Expr *at, size_t n, uint64_t *values);

// The coefficient of dx_i dx_j in dw
Expr pfaff_curl(const Pfaff *p, const Expr *form, size_t i, size_t j);

// e for further work: 0 where it vanishes on the manifold, else short.
Expr pfaff_tidy(const Pfaff *p, Expr e);
// [X, Y], n components
void pfaff_bracket(const Pfaff *p, const Expr *X, const Expr *Y, Expr *result);

// Rows in solved form: none yet, with room for as many as there are variables.
Rows rows_make(const Pfaff *p);
// Adds a row, which is used up; false if it depends on those that are there. Of forms, or of
// fields.
bool rows_insert(const Pfaff *p, Rows *rows, Expr *row, bool forms);
// What vanishes on the rows: forms on fields, fields that forms allow.
Rows rows_dual(const Pfaff *p, const Rows *rows);

#endif
