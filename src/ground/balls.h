// ground/balls.h: what the files about real states share: balls, sheets of formulas, stages.

#ifndef GROUND_BALLS_H
#define GROUND_BALLS_H

#include "base/table.h"
#include "ground/arb.h"
#include "ground/ground.h"
#include "ground/real.h"

// --- values (balls.c) ----------------------------------------------------------------------------

// The balls of symbols.
typedef struct {
  Arena *arena;
  Memo place;
  ARRAY(arb_struct) ball;
} Balls;

void balls_set(Balls *balls, Expr symbol, const arb_t value);
const arb_struct *balls_get(const Balls *balls,
                            Expr symbol);  // NULL where it has none; until a set
void balls_clear(Balls *balls);

// A vector and a matrix in the arena, which clears them.
arb_ptr vector_make(Arena *arena, size_t n);
arb_mat_struct *ball_matrix(Arena *arena, size_t rows, size_t columns);

// Formulas in the order of evaluation.
typedef struct {
  ExprPool *pool;
  ExprList nodes;
  Memo place;  // node -> its number
  arb_ptr value;
  size_t n;
  uint32_t *root;  // numbers of what was asked for
} Sheet;

Sheet *sheet_make(ExprPool *pool, const Expr *roots, size_t n, Arena *arena);
// All values anew. What is not defined, or contains a symbol without a ball, is NaN.
void sheet_run(Sheet *sheet, const Balls *balls, slong bits);
arb_srcptr sheet_value(const Sheet *sheet, size_t root);
bool sheet_is_finite(const Sheet *sheet);  // are all roots?

// e alone, once
void value_of_expr(ExprPool *pool, Expr e, const Balls *balls, slong bits, Arena *work,
                   arb_t value);

// --- equations (enclose.c) -----------------------------------------------------------------------

// Equations f = 0 that are solved for some unknowns; the others are known before.
typedef struct {
  size_t rows, columns;
  Expr *equation, *unknown;
  Sheet *sheet;  // f, then its derivatives by the unknowns, row by row
  size_t rank;   // the rows and columns that are solved: independent, by full pivoting
  size_t *row, *column;
} Stage;

Stage *stage_make(ExprPool *pool, const Expr *equation, size_t rows, const Expr *unknown,
                  size_t columns, Arena *arena);
// Moves the unknowns to a solution near their present balls, and chooses rows and columns. False
// where none is found. The balls become single points.
bool stage_find(Stage *stage, Balls *balls, Arena *work);
// Encloses the unknowns of the chosen columns as functions of everything else, by the chosen rows.
// False where that fails, or where another row does not vanish.
bool stage_enclose(Stage *stage, Balls *balls, slong bits, Arena *work);
// Does every equation that was not chosen vanish identically?
bool stage_is_exact(const Stage *stage);

// Independent rows and columns of a matrix by its midpoints, the largest pivots first; entries
// below 2^-PIVOT_BITS of their row's largest count as 0.
#define PIVOT_BITS 40
size_t choose_pivots(const arb_mat_t A, Arena *work, size_t *row, size_t *column);

// --- the point (real.c) --------------------------------------------------------------------------

// symbol = value
typedef struct {
  Expr symbol, value;
} Setting;

typedef ARRAY(Setting) Settings;

enum { STAGE_PARAMETERS, STAGE_POSITIONS, STAGE_VELOCITIES, STAGES };

struct RealPoint {
  const Equations *eq;
  Arena store, work;  // of the point, whole; for a moment
  slong bits;
  const Ground *ground;
  Balls balls;
  Settings fixed;  // in numbers and pi
  Stage *stage[STAGES];
  Settings eliminated;  // each in symbols that are not eliminated before it
  bool exact;
  bool moves;  // real_motion was done
  bool cleared;
};

// symbol gets the value that e has now.
void real_define(RealPoint *point, Expr symbol, Expr e);

// The values of formulas at the point, row by row.
arb_mat_struct *real_matrix(RealPoint *point, const Expr *at, size_t rows, size_t columns,
                            Arena *work);
// psi_z: the velocities that free speeds allow.
arb_mat_struct *real_slopes(RealPoint *point, Arena *work);

// e with residuals and energies written out. Nothing is released in the arena, which may be the
// one that the pool grows in.
Expr without_quantities(const Equations *eq, Expr e, Arena *work);

// e in numbers: parameters have the values of the model; those without one get some of order one.
Expr real_constant(const Equations *eq, Expr e);
// The value of a variable in the model: initial, else guessed, else what is given here.
Expr real_start_value(const Equations *eq, Expr symbol, Expr otherwise);

// C in the variables of the state: velocities written in free speeds or momenta, if these are the
// variables. EXPR_NONE if that divides by zero.
Expr real_in_variables(const Equations *eq, Expr C);

// The variables on the level of velocities: velocities, free speeds, or momenta.
typedef struct {
  size_t n;
  const Expr *at;
} Variables;

Variables velocity_variables(const Equations *eq);

#endif
