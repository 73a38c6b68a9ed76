// analysis/ansatz.c: candidates for first integrals.
//
// In:    the functions that occur in the equations of a model
// Out:   products of a function of positions and of velocities, the simple ones first
// From:  docs/theory/integrals.md (1)
//
// The coefficients are products of atoms: coordinates; sin and cos of coordinates that occur so;
// roots, quotients and other functions of positions that occur in energies, forces and constraints.

#include "analysis/integrals_impl.h"
#include "methods/constraints.h"
#include <string.h>

#define ATOM_FUNCTIONS 12     // of other kinds than coordinates, sines and cosines; the first ones
#define CANDIDATES_MANY 320   // up to so many, higher degrees of the atoms are taken
#define CANDIDATES_MOST 900   // more take too long: the degrees of the atoms are lowered
#define ATOM_DEGREE 2
#define ATOM_DEGREE_MOST 4

// --- what occurs ---------------------------------------------------------------------------------

typedef struct {
  const Equations *eq;
  ExprPool *pool;
  Arena *arena;
  Memo seen;
  Statements open;
  bool *plain;       // of each coordinate: occurs outside of functions
  long *part;        // 0, or occurs in sines of multiples of q/part
  Statements other;  // further functions of positions
} Occurrence;

// Is it made of coordinates, t and parameters, and not constant?
static bool is_of_positions(const Occurrence *o, Expr e) {
  const ExprList symbols = expr_symbols(o->pool, &e, 1, o->arena);
  bool moves = false;
  for (size_t i = 0; i < symbols.n; i++) {
    const Role role = model_role(o->eq->model, symbols.at[i], NULL);
    if ((role & (ROLE_CONSTANT | ROLE_TIME | ROLE_COORDINATE)) == 0) return false;
    moves = moves || role != ROLE_CONSTANT;
  }
  return moves;
}

static void add_other(Occurrence *o, Expr e) {
  if (o->other.n >= ATOM_FUNCTIONS || expr_is_none(e) || !is_of_positions(o, e)) return;
  for (size_t i = 0; i < o->other.n; i++)
    if (expr_equal(o->pool, o->other.at[i], e)) return;
  array_push(o->arena, &o->other, e);
}

static void look_at(Occurrence *o, Expr e) {
  uint32_t seen;
  if (expr_is_none(e) || memo_get(&o->seen, e.id, &seen)) return;
  memo_put(o->arena, &o->seen, e.id, 1);
  array_push(o->arena, &o->open, e);
}

static long least_common(long a, long b) {
  long x = a, y = b;
  while (y != 0) {
    const long r = x % y;
    x = y, y = r;
  }
  return a / x * b;
}

// sin or cos of a sum of rational multiples of coordinates, and of a rest
static void look_at_angle(Occurrence *o, Expr argument) {
  Expr rest = argument;
  const Expr zero = EXPR_ZERO;
  for (size_t i = 0; i < o->eq->n; i++) {
    if (!expr_depends(o->pool, argument, o->eq->q[i])) continue;
    const Expr slope = expr_diff(o->pool, argument, o->eq->q[i]);
    long num, den;
    if (!expr_is_number(o->pool, slope) ||
        !ratio_get(o->pool, expr_ratio_of(o->pool, slope), &num, &den)) {
      rest = argument;  // no sum of that kind: an atom as it stands
      break;
    }
    o->part[i] = o->part[i] == 0 ? den : least_common(o->part[i], den);
    rest = expr_substitute(o->pool, rest, &o->eq->q[i], &zero, 1);
  }
  add_other(o, expr_call1(o->pool, FN_SIN, rest));
  add_other(o, expr_call1(o->pool, FN_COS, rest));
}

static void look_at_function(Occurrence *o, Expr e) {
  const Function fn = expr_function(o->pool, e);
  if (fn == FN_SIN || fn == FN_COS || fn == FN_TAN) {
    look_at_angle(o, expr_operand(o->pool, e, 0).e);
    if (fn == FN_TAN) add_other(o, e);
    return;
  }
  add_other(o, e);
  for (size_t i = 0; i < expr_count(o->pool, e); i++) look_at(o, expr_operand(o->pool, e, i).e);
}

// u^c with c no positive whole number is an atom; so is u^(c + 1) while that is negative
static void look_at_power(Occurrence *o, ExprTerm factor) {
  look_at(o, factor.e);
  while (ratio_sign(o->pool, factor.c) < 0 || !ratio_is_integer(o->pool, factor.c)) {
    add_other(o, expr_product(o->pool, &factor, 1));
    if (ratio_sign(o->pool, factor.c) > 0) break;
    factor.c = ratio_add(o->pool, factor.c, RATIO_ONE);
  }
}

static void look(Occurrence *o, Expr e) {
  size_t i;
  look_at(o, e);
  while (o->open.n > 0) {
    const Expr node = o->open.at[--o->open.n];
    switch (expr_kind(o->pool, node)) {
      case EXPR_NUMBER: break;
      case EXPR_SYMBOL:
        if (model_role(o->eq->model, node, &i) == ROLE_COORDINATE) o->plain[i] = true;
        break;
      case EXPR_FUNCTION: look_at_function(o, node); break;
      case EXPR_SUM:
        for (i = 0; i < expr_count(o->pool, node); i++)
          look_at(o, expr_operand(o->pool, node, i).e);
        break;
      case EXPR_PRODUCT:
        for (i = 0; i < expr_count(o->pool, node); i++)
          look_at_power(o, expr_operand(o->pool, node, i));
        break;
    }
  }
}

static Occurrence occurrence(const Equations *eq, Arena *arena) {
  Occurrence o = {.eq = eq, .pool = eq->pool, .arena = arena};
  o.plain = ARENA_ARRAY(arena, bool, eq->n + 1);
  o.part = ARENA_ARRAY(arena, long, eq->n + 1);
  look(&o, eq->potential);
  look(&o, eq->lagrangian);
  for (size_t i = 0; i < eq->n; i++) look(&o, eq->force[i]);
  for (size_t a = 0; a < eq->constraints.r; a++) {
    look(&o, eq->constraints.row[a].position);
    look(&o, eq->constraints.row[a].velocity);
  }
  for (size_t i = 0; eq->given.m > 0 && i < eq->n; i++) look(&o, eq->given.psi[i]);
  for (size_t i = 0; i < eq->model->speeds.n; i++) look(&o, eq->model->speeds.at[i].definition);
  return o;
}

// --- functions -----------------------------------------------------------------------------------

typedef struct {
  Expr e;
  unsigned most;  // highest power
} Atom;

typedef ARRAY(Atom) Atoms;

static Atoms atoms_of(const Occurrence *o, const IntegralOptions *options, Arena *arena) {
  Atoms atoms = {0};
  for (size_t i = 0; i < o->eq->n; i++) {
    const Expr q = o->eq->q[i];
    if (o->plain[i] || o->part[i] == 0)
      array_push(arena, &atoms, ((Atom){q, ATOM_DEGREE_MOST}));
    if (o->part[i] == 0) continue;
    const Expr angle = expr_scale(o->pool, ratio_make(o->pool, 1, (unsigned long) o->part[i]), q);
    // cos^2 = 1 - sin^2
    array_push(arena, &atoms, ((Atom){expr_call1(o->pool, FN_COS, angle), 1}));
    array_push(arena, &atoms, ((Atom){expr_call1(o->pool, FN_SIN, angle), ATOM_DEGREE_MOST}));
  }
  for (size_t i = 0; i < o->other.n; i++) array_push(arena, &atoms, ((Atom){o->other.at[i], 1}));
  for (size_t i = 0; options != NULL && i < options->n; i++)
    array_push(arena, &atoms, ((Atom){options->functions[i], 1}));
  return atoms;
}

static void add_function(Ansatz *a, Expr e, unsigned weight) {
  for (size_t i = 0; i < a->functions.n; i++)
    if (expr_equal(a->pool, a->functions.at[i].e, e)) return;
  array_push(a->arena, &a->functions, ((Piece){e, expr_rate(a->pool, e), weight}));
}

// All products of atoms from the i-th on, of exactly this degree, times e.
static void add_products(Ansatz *a, const Atoms *atoms, size_t i, Expr e, unsigned degree,
                         unsigned weight) {
  if (degree == 0) {
    add_function(a, e, weight);
    return;
  }
  if (i == atoms->n) return;
  const unsigned most = atoms->at[i].most < degree ? atoms->at[i].most : degree;
  Expr power = EXPR_ONE;
  for (unsigned k = 0; k < most; k++) power = expr_mul(a->pool, power, atoms->at[i].e);
  for (unsigned k = most + 1; k-- > 0;) {
    add_products(a, atoms, i + 1, expr_mul(a->pool, e, power), degree - k, weight);
    if (k > 0) power = expr_div(a->pool, power, atoms->at[i].e);
  }
}

static size_t count_products(const Atoms *atoms, unsigned degree) {
  // ways[d]: products of degree d of the atoms so far
  size_t ways[ATOM_DEGREE_MOST + 1] = {1}, sum = 0;
  for (size_t i = 0; i < atoms->n; i++)
    for (unsigned d = ATOM_DEGREE_MOST; d > 0; d--)
      for (unsigned k = 1; k <= d && k <= atoms->at[i].most; k++) ways[d] += ways[d - k];
  for (unsigned d = 0; d <= degree; d++) sum += ways[d];
  return sum;
}

// --- letters -------------------------------------------------------------------------------------

static void add_letter(Ansatz *a, Expr e) {
  array_push(a->arena, &a->letters, ((Piece){e, expr_rate(a->pool, e), 1}));
}

// Velocities, momenta where these are the state, or free speeds; and the model's quasi-velocities.
static void add_letters(Ansatz *a) {
  const Equations *eq = a->eq;
  for (size_t i = 0; eq->given.m == 0 && i < eq->n; i++) add_letter(a, eq->qd[i]);
  for (size_t i = 0; i < eq->given.m; i++) add_letter(a, eq->given.z[i]);
  for (size_t i = 0; i < eq->model->speeds.n; i++)
    if (!expr_is_none(eq->model->speeds.at[i].definition))
      add_letter(a, eq->model->speeds.at[i].z);
}

static size_t count_monomials(size_t letters, unsigned degree) {
  size_t n = 1;
  for (unsigned d = 0; d < degree; d++) n = n * (letters + d) / (d + 1);
  return n;
}

// --- candidates ----------------------------------------------------------------------------------

static Ansatz ansatz_make(const Equations *eq, Arena *arena) {
  return (Ansatz){.eq = eq, .pool = eq->pool, .arena = arena};
}

// All products of that degree in the letters from the first on, with the function.
static void add_candidates(Ansatz *a, Candidate c, size_t first, unsigned degree) {
  if (degree == 0) {
    array_push(a->arena, &a->all, c);
    return;
  }
  for (size_t l = first; l < a->letters.n; l++) {
    Candidate next = c;
    next.letter[next.degree++] = (uint8_t) l;
    add_candidates(a, next, l, degree - 1);
  }
}

// Velocities to the power d have coefficients up to the degree limit[d] in the atoms.
static void add_all_candidates(Ansatz *a) {
  for (unsigned d = 0; d <= a->degree; d++)
    for (unsigned weight = 0; weight <= a->limit[d]; weight++)
      for (size_t f = 0; f < a->functions.n; f++)
        if (a->functions.at[f].weight == weight)
          add_candidates(a, (Candidate){.function = (uint32_t) f}, 0, d);
}

static size_t count_candidates(const Atoms *atoms, size_t letters, unsigned degree,
                               const unsigned *limit) {
  size_t n = 0;
  for (unsigned d = 0; d <= degree; d++)
    n += count_monomials(letters, d) * count_products(atoms, limit[d]);
  return n;
}

// The degrees of the atoms that keep the number of candidates small: the same for all powers of the
// velocities, then less for the higher ones, then fewer powers.
static void choose_limits(Ansatz *a, const Atoms *atoms) {
  unsigned *limit = a->limit;
  for (unsigned most = ATOM_DEGREE_MOST; most >= ATOM_DEGREE; most--) {
    for (unsigned d = 0; d <= a->degree; d++) limit[d] = most;
    const size_t n = count_candidates(atoms, a->letters.n, a->degree, limit);
    if (n <= (most > ATOM_DEGREE ? CANDIDATES_MANY : CANDIDATES_MOST)) return;
  }
  while (count_candidates(atoms, a->letters.n, a->degree, limit) > CANDIDATES_MOST) {
    // the highest power whose coefficients are not below those of the one before it
    unsigned d = a->degree;
    while (d > 0 && limit[d] < limit[d - 1]) d--;
    if (limit[d] > 0)
      limit[d]--;
    else if (a->degree > 0)
      a->degree--;
    else
      return;
  }
}

Ansatz ansatz_noether(const Equations *eq, Arena *arena) {
  Ansatz a = ansatz_make(eq, arena);
  const Occurrence o = occurrence(eq, arena);
  a.degree = 1;
  for (size_t i = 0; i < eq->n; i++) add_letter(&a, eq->momentum[i]);
  const Atoms atoms = atoms_of(&o, NULL, arena);
  add_function(&a, EXPR_ONE, 0);
  for (size_t i = 0; i < eq->n; i++) add_function(&a, eq->q[i], 1);
  for (size_t i = 0; i < atoms.n; i++) add_function(&a, atoms.at[i].e, 1);
  array_push(arena, &a.all, ((Candidate){0}));
  for (size_t f = 0; f < a.functions.n && a.all.n < CANDIDATES_MOST; f++)
    add_candidates(&a, (Candidate){.function = (uint32_t) f}, 0, 1);
  return a;
}

Ansatz ansatz_full(const Equations *eq, const IntegralOptions *options, Arena *arena) {
  Ansatz a = ansatz_make(eq, arena);
  const Occurrence o = occurrence(eq, arena);
  const Atoms atoms = atoms_of(&o, options, arena);
  a.degree = options->degree == 0 ? INTEGRALS_DEGREE : options->degree;
  add_letters(&a);
  choose_limits(&a, &atoms);
  for (unsigned d = 0; d <= a.limit[0]; d++) add_products(&a, &atoms, 0, EXPR_ONE, d, d);
  for (size_t i = 0; i < eq->n; i++) add_function(&a, eq->q[i], a.limit[0]);
  for (size_t i = 0; i < atoms.n; i++) array_push(arena, &a.atoms, atoms.at[i].e);
  add_all_candidates(&a);
  return a;
}

Expr candidate_expr(const Ansatz *a, const Candidate *c) {
  Expr e = a->functions.at[c->function].e;
  for (size_t i = 0; i < c->degree; i++) e = expr_mul(a->pool, e, a->letters.at[c->letter[i]].e);
  return e;
}
