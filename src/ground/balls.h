// ground/balls.h: what the files about real states share: balls, programs of formulas, enclosures.

#ifndef GROUND_BALLS_H
#define GROUND_BALLS_H

#include "base/table.h"
#include "ground/arb.h"
#include "ground/ground.h"
#include "ground/real.h"

// --- values (balls.c) ----------------------------------------------------------------------------

void ball_ratio(ExprPool *pool, Ratio c, slong bits, arb_t value);

// The balls of symbols.
typedef struct {
  Arena *arena;
  Memo place;
  ARRAY(arb_struct) ball;
} Balls;

void balls_set(Balls *balls, Expr symbol, const arb_t value);
const arb_struct *balls_get(const Balls *balls,
                            Expr symbol);  // NULL if it has none; until a set
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
} BallProgram;

BallProgram *ball_program_make(ExprPool *pool, const Expr *roots, size_t n, Arena *arena);
// All values anew. What is not defined, or contains a symbol without a ball, is NaN.
void ball_program_run(BallProgram *program, const Balls *balls, slong bits);
arb_srcptr ball_program_value(const BallProgram *program, size_t root);
bool ball_program_is_finite(const BallProgram *program);  // are all roots?

// Is the node a root or logarithm of what is certainly negative, or an arc sine or cosine of what is
// certainly beyond 1? (real_compare.c)
bool ball_program_is_outside(const BallProgram *program, Expr e);

// e alone, once
void value_of_expr(ExprPool *pool, Expr e, const Balls *balls, slong bits, Arena *work,
                   arb_t value);

// --- equations (enclose.c) -----------------------------------------------------------------------

// Equations f = 0 that are solved for some unknowns; the others are known before.
typedef struct {
  size_t rows, columns;
  Expr *equation, *unknown;
  BallProgram *program;  // f, then its derivatives by the unknowns, row by row
  size_t rank;           // the rows and columns that are solved: independent, by full pivoting
  size_t *row, *column;
  slong found_bits;  // |f| < 2^-found_bits is a solution
} Enclosure;

Enclosure *enclosure_make(ExprPool *pool, const Expr *equation, size_t rows, const Expr *unknown,
                          size_t columns, Arena *arena);
// The same equations with a choice of rows and columns of its own; the program is shared.
Enclosure *enclosure_copy(const Enclosure *enclosure, Arena *arena);
// Moves the unknowns to a solution near their present balls, and chooses rows and columns. False if none is found.
// The balls become single points.
bool enclosure_find(Enclosure *enclosure, Balls *balls, Arena *work);
// The same by the way that motion/complete.c goes, so that both come to the same solution where there are several;
// where it comes to none, the unknowns stay where they are.
bool enclosure_approach(Enclosure *enclosure, Balls *balls, Arena *work);
// Encloses the unknowns of the chosen columns as functions of everything else, by the chosen rows.
// False if that fails, or if another row does not vanish.
bool enclosure_enclose(Enclosure *enclosure, Balls *balls, slong bits, Arena *work);
// Does every equation that was not chosen vanish identically?
bool enclosure_is_exact(const Enclosure *enclosure);

// Independent rows and columns of a matrix by its midpoints, the largest pivots first; entries
// below 2^-PIVOT_BITS of their row's largest count as 0.
#define PIVOT_BITS 100
size_t enclose_choose_pivots(const arb_mat_t A, Arena *work, size_t *row, size_t *column);

// --- the point (real.c) --------------------------------------------------------------------------

// symbol = value
typedef struct {
  Expr symbol, value;
} Setting;

typedef ARRAY(Setting) Settings;

enum { ENCLOSE_PARAMETERS, ENCLOSE_POSITIONS, ENCLOSE_VELOCITIES, ENCLOSURES };

struct RealPoint {
  RealSource *source;
  const Equations *eq;
  Arena store, work;  // of the point, whole; for a moment
  slong bits;
  Balls balls;
  Settings fixed;  // in numbers and pi
  Enclosure *enclosure[ENCLOSURES];
  bool exact;
  bool moves;  // real_motion was done
  bool cleared;
};

// The variables of an enclosure; on the level of velocities: velocities, free speeds, or momenta.
typedef struct {
  size_t n;
  const Expr *at;
} Variables;

typedef ARRAY(Expr) Formulas;

struct RealSource {
  const Equations *eq;
  Arena *arena;
  const Condition *given;
  size_t n_given;
  Settings eliminated;  // by conditions, each in symbols that are not eliminated before it
  Formulas equations[ENCLOSURES];
  Enclosure *enclosure[ENCLOSURES];  // for points that hold nothing of the initial state
  bool flat;
  ARRAY(double) numbers;  // sizes at which solutions of the equations may be looked for
  bool for_values;        // parameters keep the values of the model
  RealSource *plain;      // without the conditions; made when it is asked for
  BallProgram *follow;    // what follows from a motion, of the symbols `following` (real_motion.c)
  Expr *following;
  BallProgram *motion;  // the problem of the motion; made when it is asked for
};

// Where a search begins, and what it may change.
typedef struct {
  Settings at;    // of all variables
  bool held;      // what the initial state gives is not changed
  bool any_sign;  // parameters that the model has positive may become negative
  int digits;     // that what is left open is rounded to
} RealStart;

// symbol gets the value that e has now.
void real_define(RealPoint *point, Expr symbol, Expr e);

// The values of formulas at the point, row by row.
arb_mat_struct *real_matrix(RealPoint *point, const Expr *at, size_t rows, size_t columns,
                            Arena *work);
// psi_z: the velocities that free speeds allow.
arb_mat_struct *real_slopes(RealPoint *point, Arena *work);

// e with residuals and energies written out. Nothing is released in the arena, which may be the
// one that the pool grows in.
Expr real_without_quantities(const Equations *eq, Expr e, Arena *work);
// And with momenta, quasi-velocities and velocities as functions of what the state is made of.
Expr real_state_formula(const Equations *eq, Expr e, Arena *work);

Variables real_velocity_variables(const Equations *eq);
// What an enclosure is solved for: t and parameters; coordinates; velocities, free speeds or momenta.
Variables enclosure_variables(const Equations *eq, size_t enclosure, Arena *arena);
// The enclosure that an equation belongs to: that of its last variable.
size_t enclosure_of(const Equations *eq, Expr e, Arena *arena);

// e in terms of the state, and without what the conditions eliminate; EXPR_NONE if that divides by
// zero.
Expr real_in_state(const RealSource *source, Expr e, Arena *work);
bool real_is_eliminated(const RealSource *source, Expr symbol);
// Solves e = 0 for a variable of its enclosure in which it is linear, and eliminates that.
bool real_eliminate(RealSource *source, Expr e);

// e in numbers: parameters have the values of the model; those without one get some of order one.
Expr real_constant(const Equations *eq, Expr e);
// The value of a variable in the model: initial, else guessed, else what is given here.
Expr real_start_value(const Equations *eq, Expr symbol, Expr otherwise);
bool real_is_initial(const Equations *eq, Expr symbol);

// C in the variables of the state: velocities written in free speeds or momenta, if these are the
// variables. EXPR_NONE if that divides by zero.
Expr real_in_variables(const Equations *eq, Expr C);

// --- where to start (real_start.c) ---------------------------------------------------------------

// The nearest decimal with this many digits; 0 for NaN and infinities.
Expr real_decimal(ExprPool *pool, double value, int digits);

#define REAL_TRIES 40
unsigned real_tries(unsigned draw);  // starts of a draw
RealStart real_start(const RealSource *source, unsigned draw, unsigned attempt, Arena *arena);
// At a point, positive parameters to stay positive; near a point, but not at it.
RealStart real_start_at(const RealSource *source, const RealPoint *point, Arena *arena);
RealStart real_start_beside(const RealSource *source, const RealPoint *point, Arena *arena);

// --- the search (real_solve.c) -------------------------------------------------------------------

// A point of which nothing is known yet.
RealPoint *real_point_make(RealSource *source, Arena *arena);
// Finds a state from a start, and encloses it. False, and nothing is known of the point again, if
// there is none.
bool real_attempt(RealPoint *point, const RealStart *start);
// What follows from the variables of the enclosures.
bool real_define_rest(RealPoint *point);
// A state near this one without the conditions, or NULL.
RealPoint *real_neighbour(RealPoint *point, Arena *arena);

#endif
