// ground/balls.h: shared by the files about real states: balls, programs of formulas, enclosures.

#ifndef GROUND_BALLS_H
#define GROUND_BALLS_H

#include "algebra/sparse.h"
#include "base/table.h"
#include "ground/arb.h"
#include "ground/ground.h"
#include "ground/real.h"

// --- values (balls.c) ----------------------------------------------------------------------------

void ball_ratio(ExprPool *pool, Ratio c, slong bits, arb_t value);

// Maps symbols to their balls.
typedef struct {
  Arena *arena;
  Memo place;
  ARRAY(arb_struct) ball;
} Balls;

void balls_set(Balls *balls, Expr symbol, const arb_t value);
const arb_struct *balls_get(const Balls *balls,
                            Expr symbol);  // NULL if it has none; valid until the next set
void balls_clear(Balls *balls);

// A vector and a matrix in the arena, which clears them.
arb_ptr vector_make(Arena *arena, size_t n);
arb_mat_struct *ball_matrix(Arena *arena, size_t rows, size_t columns);
// Solve A x = b as arb_mat_solve and arb_mat_approx_solve do, block by block if A is large and has zeros. A block that
// would take longer than what is left of the active part ends that part, since FLINT is not interrupted.
bool ball_solve(Arena *work, arb_mat_t x, const arb_mat_t A, const arb_mat_t b, slong bits);
bool ball_solve_near(Arena *work, arb_mat_t x, const arb_mat_t A, const arb_mat_t b, slong bits);

// An operand of a sum, product or function: the node number `place`, with the factor or power num/den; den is 0 if that
// does not fit.
typedef struct {
  uint32_t place;
  long num, den;
} BallOperand;

// Formulas in the order of evaluation: those of the first roots, then the others.
typedef struct {
  ExprPool *pool;
  ExprList nodes;
  Memo place;  // node -> its index
  arb_ptr value;
  size_t n;
  size_t first;           // nodes that the first roots need
  uint32_t *root;         // indices of the requested formulas
  uint32_t *start;        // of each node: its first operand, and the end of the last
  BallOperand *operands;  // of all nodes
} BallProgram;

BallProgram *ball_program_make(ExprPool *pool, const Expr *roots, size_t n, Arena *arena);
// Puts the first roots before the others, so that they can be computed alone.
BallProgram *ball_program_make_parts(ExprPool *pool, const Expr *roots, size_t first, size_t n,
                                     Arena *arena);
// Recomputes all values. A value that is undefined, or contains a symbol without a ball, is NaN.
void ball_program_run(BallProgram *program, const Balls *balls, slong bits);
// The same in two parts, if it was made so: the first roots, then the others, with the same balls.
void ball_program_run_first(BallProgram *program, const Balls *balls, slong bits);
void ball_program_run_others(BallProgram *program, const Balls *balls, slong bits);
arb_srcptr ball_program_value(const BallProgram *program, size_t root);
bool ball_program_is_finite(const BallProgram *program);  // are all roots finite?

// Is the node a root or logarithm of a number that is certainly negative, or an arc sine or cosine of a number that is
// certainly beyond 1? (real_compare.c)
bool ball_program_is_outside(const BallProgram *program, Expr e);

// evaluates e alone, once
void value_of_expr(ExprPool *pool, Expr e, const Balls *balls, slong bits, Arena *work,
                   arb_t value);

// --- equations (enclose.c) -----------------------------------------------------------------------

// Equations f = 0 that are solved for some unknowns; all other symbols are known before.
typedef struct {
  size_t rows, columns;
  Expr *equation, *unknown;
  BallProgram *program;  // f, then its derivatives by the unknowns, row by row
  size_t rank;           // of the solved rows and columns: independent, by full pivoting
  size_t *row, *column;
  slong found_bits;  // |f| < 2^-found_bits counts as a solution
} Enclosure;

Enclosure *enclosure_make(ExprPool *pool, const Expr *equation, size_t rows, const Expr *unknown,
                          size_t columns, Arena *arena);
// Copies the equations with their own choice of rows and columns; shares the program.
Enclosure *enclosure_copy(const Enclosure *enclosure, Arena *arena);
// Moves the unknowns to a solution near their present balls, and chooses rows and columns. The balls become single
// points. Returns false if no solution is found.
bool enclosure_find(Enclosure *enclosure, Balls *balls, Arena *work);
// The same on the path that motion/complete.c takes, so that both reach the same of several solutions; if that path
// reaches none, the unknowns are unchanged.
bool enclosure_approach(Enclosure *enclosure, Balls *balls, Arena *work);
// Encloses the unknowns of the chosen columns as functions of everything else, by the chosen rows. Returns false if
// that fails, or if another row does not vanish.
bool enclosure_enclose(Enclosure *enclosure, Balls *balls, slong bits, Arena *work);
// Do all equations that were not chosen vanish identically?
bool enclosure_is_exact(const Enclosure *enclosure);

// Chooses independent rows and columns of a matrix by its midpoints, the largest pivots first; entries below
// 2^-PIVOT_BITS of their row's largest entry count as 0.
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
  Arena store, work;  // for the lifetime of the point; temporary
  slong bits;
  Balls balls;
  Settings fixed;  // values given as numbers and pi
  Enclosure *enclosure[ENCLOSURES];
  bool exact;
  bool moves;  // real_motion has been called
  bool cleared;
};

// The variables of an enclosure; at the level of velocities: velocities, free speeds, or momenta.
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
  Enclosure *enclosure[ENCLOSURES];  // for points that do not hold the initial state
  bool flat;
  ARRAY(double) numbers;  // magnitudes at which solutions of the equations may be sought
  bool for_values;        // parameters keep the values of the model
  RealSource *plain;      // without the conditions; made on request
  BallProgram *follow;    // what follows from a motion, for the symbols `following` (real_motion.c)
  Expr *following;
  BallProgram *motion;  // the problem of the motion; made on request
  SparsePlaces masses;  // the entries of its M, which are its first roots
};

// Where a search begins, and what it may change.
typedef struct {
  Settings at;    // values of all variables
  bool held;      // values given by the initial state are not changed
  bool any_sign;  // parameters that are positive in the model may become negative
  int digits;     // to which the open variables are rounded
} RealStart;

// Gives the symbol the present value of e.
void real_define(RealPoint *point, Expr symbol, Expr e);

// The values of formulas at the point, row by row.
arb_mat_struct *real_matrix(RealPoint *point, const Expr *at, size_t rows, size_t columns,
                            Arena *work);
// psi_z: the velocities allowed by free speeds.
arb_mat_struct *real_slopes(RealPoint *point, Arena *work);

// e with residuals and energies written out. Releases nothing in the arena, since the pool may grow in it.
Expr real_without_quantities(const Equations *eq, Expr e, Arena *work);
// The same, with momenta, quasi-velocities and velocities as functions of the state variables.
Expr real_state_formula(const Equations *eq, Expr e, Arena *work);

Variables real_velocity_variables(const Equations *eq);
// The variables for which an enclosure is solved: t and parameters; coordinates; velocities, free speeds or momenta.
Variables enclosure_variables(const Equations *eq, size_t enclosure, Arena *arena);
// The enclosure to which an equation belongs: that of its last variable.
size_t enclosure_of(const Equations *eq, Expr e, Arena *arena);

// e in terms of the state, without the symbols that the conditions eliminate; EXPR_NONE if that divides by zero.
Expr real_in_state(const RealSource *source, Expr e, Arena *work);
bool real_is_eliminated(const RealSource *source, Expr symbol);
// Solves e = 0 for a variable of its enclosure in which it is linear, and eliminates this variable.
bool real_eliminate(RealSource *source, Expr e);

// e in numbers: parameters have the values of the model; those without one get values of order one.
Expr real_constant(const Equations *eq, Expr e);
// The value of a variable in the model: initial, otherwise guessed, otherwise the given default.
Expr real_start_value(const Equations *eq, Expr symbol, Expr otherwise);
bool real_is_initial(const Equations *eq, Expr symbol);

// C in the variables of the state: velocities are written in free speeds or momenta if these are the variables.
// EXPR_NONE if that divides by zero.
Expr real_in_variables(const Equations *eq, Expr C);

// --- where to start (real_start.c) ---------------------------------------------------------------

// The nearest decimal with this many digits; 0 for NaN and infinities.
Expr real_decimal(ExprPool *pool, double value, int digits);

#define REAL_TRIES 40
unsigned real_tries(unsigned draw);  // the number of starts for a draw
RealStart real_start(const RealSource *source, unsigned draw, unsigned attempt, Arena *arena);
// A start at a point, where positive parameters stay positive; and one near a point, but not at it.
RealStart real_start_at(const RealSource *source, const RealPoint *point, Arena *arena);
RealStart real_start_beside(const RealSource *source, const RealPoint *point, Arena *arena);

// --- the search (real_solve.c) -------------------------------------------------------------------

// Creates a point about which nothing is known yet.
RealPoint *real_point_make(RealSource *source, Arena *arena);
// Finds a state from a start, and encloses it. If there is none, resets the point and returns false.
bool real_attempt(RealPoint *point, const RealStart *start);
// Returns a state near this one without the conditions, or NULL.
RealPoint *real_neighbour(RealPoint *point, Arena *arena);

#endif
