// local/pfaff_impl.h: shared by the files about Pfaffian systems.

#ifndef LOCAL_PFAFF_IMPL_H
#define LOCAL_PFAFF_IMPL_H

#include "local/pfaff.h"

// Computes values in the first field at the point; returns false if one is undefined there.
bool pfaff_values(const Pfaff *p, const Expr *at, size_t n, uint64_t *values);

// The coefficient of dx_i dx_j in dw
Expr pfaff_curl(const Pfaff *p, const Expr *form, size_t i, size_t j);

// Simplifies e for further work: 0 if it vanishes on the manifold, otherwise a short form.
Expr pfaff_tidy(const Pfaff *p, Expr e);
// [X, Y], n components
void pfaff_bracket(const Pfaff *p, const Expr *X, const Expr *Y, Expr *result);

// Empty rows in solved form, with room for as many as there are variables.
Rows rows_make(const Pfaff *p);
// Adds a row of forms or of fields, which is consumed; returns false if it depends on the present rows.
bool rows_insert(const Pfaff *p, Rows *rows, Expr *row, bool forms);
// The dual of the rows: forms that vanish on fields, or fields that forms allow.
Rows rows_dual(const Pfaff *p, const Rows *rows);

#endif
