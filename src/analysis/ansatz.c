// analysis/ansatz.c: candidates for first integrals.
//
// In:    the functions that occur in the equations of a model
// Out:   products of a function of positions and of velocities, the simplest first
// From:  docs/theory/integrals.md (1)
//
// The coefficients are products of atoms: coordinates; sin and cos of coordinates that occur in this form;
// roots, quotients and other functions of positions that occur in energies, forces and constraints.

#include "analysis/integrals_impl.h"
#include "methods/constraints.h"
#include <string.h>

#define ATOM_FUNCTIONS 12    // other than coordinates, sines and cosines; the first ones found
#define CANDIDATES_MANY 500  // with up to this many, higher degrees of the atoms are tried
#define CANDIDATES_MOST 900  // more take too long: the degrees of the atoms are reduced
#define ATOM_DEGREE 2
#define ATOM_DEGREE_MOST 4

// --- what the equations contain ------------------------------------------------------------------

typedef struct {
  const Equations *eq;
  ExprPool *pool;
  Arena *arena;
  Memo seen;
  Statements open;
  // coordinates and free speeds, which may be angles, too
  size_t n;
  Expr *x;
  bool *plain;       // of each: occurs outside of functions
  long *part;        // 0, or occurs in sines of multiples of x/part
  Statements other;  // further functions of positions
} Occurrence;

// Does it consist of coordinates, t and parameters, and is it not constant?
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
  for (size_t i = 0; i < o->n; i++) {
    if (!expr_depends(o->pool, argument, o->x[i])) continue;
    const Expr slope = expr_diff(o->pool, argument, o->x[i]);
    long num, den;
    if (!expr_is_number(o->pool, slope) ||
        !ratio_get(o->pool, expr_ratio_of(o->pool, slope), &num, &den)) {
      rest = argument;  // not such a sum: an atom as it is
      break;
    }
    o->part[i] = o->part[i] == 0 ? den : least_common(o->part[i], den);
    rest = expr_substitute(o->pool, rest, &o->x[i], &zero, 1);
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

// u^c is an atom unless c is a positive integer; so is u^(c + 1) while its exponent is negative
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
        for (i = 0; i < o->n; i++)
          if (expr_same(o->x[i], node)) o->plain[i] = true;
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
  const size_t speeds = eq->given.m;
  o.n = eq->n + speeds;
  o.x = ARENA_ARRAY(arena, Expr, o.n + 1);
  o.plain = ARENA_ARRAY(arena, bool, o.n + 1);
  o.part = ARENA_ARRAY(arena, long, o.n + 1);
  for (size_t i = 0; i < eq->n; i++) o.x[i] = eq->q[i];
  for (size_t i = 0; i < speeds; i++) o.x[eq->n + i] = eq->given.z[i];
  look(&o, eq->potential);
  look(&o, eq->lagrangian);
  for (size_t i = 0; i < eq->n; i++) look(&o, eq->force[i]);
  for (size_t a = 0; a < eq->constraints.r; a++) {
    look(&o, eq->constraints.row[a].position);
    look(&o, eq->constraints.row[a].velocity);
  }
  for (size_t i = 0; eq->beside > 0 && i < eq->n; i++) look(&o, eq->state.psi[i]);
  for (size_t i = 0; i < eq->model->speeds.n; i++) look(&o, eq->model->speeds.at[i].definition);
  return o;
}

// --- functions -----------------------------------------------------------------------------------

typedef struct {
  Expr e, shown;
  unsigned most;  // highest power
} Atom;

typedef ARRAY(Atom) Atoms;

static bool is_atom(const ExprPool *pool, const Atoms *atoms, Expr e) {
  for (size_t i = 0; i < atoms->n; i++)
    if (expr_equal(pool, atoms->at[i].e, e)) return true;
  return false;
}

static Atoms atoms_of(const Occurrence *o, const IntegralOptions *options, Arena *arena) {
  Atoms atoms = {0};
  for (size_t i = 0; i < o->n; i++) {
    const Expr q = o->x[i];
    if (i < o->eq->n && (o->plain[i] || o->part[i] == 0))
      array_push(arena, &atoms, ((Atom){q, q, ATOM_DEGREE_MOST}));
    if (o->part[i] == 0) continue;
    const Expr angle = expr_scale(o->pool, ratio_make(o->pool, 1, (unsigned long) o->part[i]), q);
    // cos^2 = 1 - sin^2
    const Expr s = expr_call1(o->pool, FN_SIN, angle), c = expr_call1(o->pool, FN_COS, angle);
    array_push(arena, &atoms, ((Atom){c, c, 1}));
    array_push(arena, &atoms, ((Atom){s, s, ATOM_DEGREE_MOST}));
  }
  for (size_t i = 0; i < o->other.n; i++)
    array_push(arena, &atoms, ((Atom){o->other.at[i], o->other.at[i], 1}));
  for (size_t i = 0; options != NULL && i < options->n; i++) {
    const Expr e = options->functions[i];
    if (!is_atom(o->pool, &atoms, e) && !expr_is_constant(o->pool, e))
      array_push(arena, &atoms, ((Atom){e, e, 1}));
  }
  return atoms;
}

static void add_function(Ansatz *a, Expr e, Expr shown, unsigned weight) {
  for (size_t i = 0; i < a->functions.n; i++)
    if (expr_equal(a->pool, a->functions.at[i].e, e)) return;
  array_push(a->arena, &a->functions, ((Piece){e, expr_rate(a->pool, e), shown, weight}));
}

// Adds all products of e with atoms from the i-th on, of exactly this degree.
static void add_products(Ansatz *a, const Atoms *atoms, size_t i, Expr e, Expr shown,
                         unsigned degree, unsigned weight) {
  if (degree == 0) {
    add_function(a, e, shown, weight);
    return;
  }
  if (i == atoms->n) return;
  const Atom atom = atoms->at[i];
  for (unsigned k = atom.most < degree ? atom.most : degree; k > 0; k--) {
    const ExprTerm powers[2] = {{atom.e, ratio_make(a->pool, (long) k, 1)},
                                {atom.shown, ratio_make(a->pool, (long) k, 1)}};
    const Expr longer = expr_mul(a->pool, shown, expr_product(a->pool, &powers[1], 1));
    add_products(a, atoms, i + 1, expr_mul(a->pool, e, expr_product(a->pool, &powers[0], 1)),
                 longer, degree - k, weight);
  }
  add_products(a, atoms, i + 1, e, shown, degree, weight);
}

static void add_all_products(Ansatz *a, const Atoms *atoms) {
  for (unsigned d = 0; d <= a->limit[0]; d++) add_products(a, atoms, 0, EXPR_ONE, EXPR_ONE, d, d);
  for (size_t i = 0; i < atoms->n; i++) array_push(a->arena, &a->atoms, atoms->at[i].shown);
}

static size_t count_products(const Atoms *atoms, unsigned degree) {
  // ways[d]: the number of products of degree d of the atoms so far
  size_t ways[ATOM_DEGREE_MOST + 1] = {1}, sum = 0;
  for (size_t i = 0; i < atoms->n; i++)
    for (unsigned d = ATOM_DEGREE_MOST; d > 0; d--)
      for (unsigned k = 1; k <= d && k <= atoms->at[i].most; k++) ways[d] += ways[d - k];
  for (unsigned d = 0; d <= degree; d++) sum += ways[d];
  return sum;
}

// --- letters -------------------------------------------------------------------------------------

static void add_letter(Ansatz *a, Expr e, Expr shown) {
  for (size_t i = 0; i < a->letters.n; i++)
    if (expr_same(a->letters.at[i].e, e)) return;
  array_push(a->arena, &a->letters, ((Piece){e, expr_rate(a->pool, e), shown, 1}));
}

// Adds the model's quasi-velocities, then velocities, momenta if these are the state, or free speeds that are
// not angles.
static void add_letters(Ansatz *a, const Occurrence *o) {
  const Equations *eq = a->eq;
  for (size_t i = 0; i < eq->model->speeds.n; i++)
    if (!expr_is_none(eq->model->speeds.at[i].definition))
      add_letter(a, eq->model->speeds.at[i].z, eq->model->speeds.at[i].z);
  for (size_t i = 0; i < eq->state.m; i++)
    if (i >= eq->given.m || o->part[eq->n + i] == 0) add_letter(a, eq->state.z[i], eq->state.z[i]);
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

// Adds all products of the candidate with that many letters from the first on.
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

// Products of d velocities have coefficients up to the degree limit[d] in the atoms. Coordinates that are not
// atoms appear alone.
static void add_all_candidates(Ansatz *a) {
  const size_t functions = a->functions.n;
  for (unsigned d = 0; d <= a->degree; d++) {
    for (unsigned weight = 0; weight <= a->limit[d]; weight++)
      for (size_t f = 0; f < functions; f++)
        if (a->functions.at[f].weight == weight)
          add_candidates(a, (Candidate){.function = (uint32_t) f}, 0, d);
    if (d > 0) continue;
    for (size_t i = 0; i < a->eq->n; i++) add_function(a, a->eq->q[i], a->eq->q[i], 1);
    for (size_t f = functions; f < a->functions.n; f++)
      add_candidates(a, (Candidate){.function = (uint32_t) f}, 0, 0);
  }
}

static size_t count_candidates(const Atoms *atoms, size_t letters, unsigned degree,
                               const unsigned *limit) {
  size_t n = 0;
  for (unsigned d = 0; d <= degree; d++)
    n += count_monomials(letters, d) * count_products(atoms, limit[d]);
  return n;
}

// Chooses degrees of the atoms that keep the number of candidates small: the same for all powers of the
// velocities, then lower for the higher ones, then fewer powers.
static void choose_limits(Ansatz *a, const Atoms *atoms) {
  unsigned *limit = a->limit;
  for (unsigned most = ATOM_DEGREE_MOST; most >= ATOM_DEGREE; most--) {
    for (unsigned d = 0; d <= a->degree; d++) limit[d] = most;
    const size_t n = count_candidates(atoms, a->letters.n, a->degree, limit);
    if (n <= (most > ATOM_DEGREE ? CANDIDATES_MANY : CANDIDATES_MOST)) return;
  }
  while (count_candidates(atoms, a->letters.n, a->degree, limit) > CANDIDATES_MOST) {
    // the highest power whose limit is not below that of the power before it
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

Ansatz ansatz_positions(const Equations *eq, const IntegralOptions *options, Arena *arena) {
  Ansatz a = ansatz_make(eq, arena);
  const Occurrence o = occurrence(eq, arena);
  const Atoms atoms = atoms_of(&o, options, arena);
  choose_limits(&a, &atoms);
  add_function(&a, EXPR_ONE, EXPR_ONE, 0);
  for (size_t i = 0; i < eq->n; i++) add_function(&a, eq->q[i], eq->q[i], 0);
  add_all_products(&a, &atoms);
  for (size_t f = 0; f < a.functions.n; f++)
    add_candidates(&a, (Candidate){.function = (uint32_t) f}, 0, 0);
  return a;
}

Ansatz ansatz_noether(const Equations *eq, Arena *arena) {
  Ansatz a = ansatz_make(eq, arena);
  const Occurrence o = occurrence(eq, arena);
  a.degree = 1;
  for (size_t i = 0; i < eq->n; i++) {
    // letter i is p_i, even if two are equal
    const Expr p = equations_momentum(eq)[i], name = eq->model->coordinates.at[i].p;
    array_push(arena, &a.letters,
               ((Piece){p, expr_rate(a.pool, p), expr_is_none(name) ? p : name, 1}));
  }
  const Atoms atoms = atoms_of(&o, NULL, arena);
  add_function(&a, EXPR_ONE, EXPR_ONE, 0);
  for (size_t i = 0; i < eq->n; i++) add_function(&a, eq->q[i], eq->q[i], 1);
  for (size_t i = 0; i < atoms.n; i++)  // angles that are speeds are not positions
    if (!expr_depends_on_any(a.pool, atoms.at[i].e, eq->state.z, eq->beside))
      add_function(&a, atoms.at[i].e, atoms.at[i].shown, 1);
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
  add_letters(&a, &o);
  choose_limits(&a, &atoms);
  add_all_products(&a, &atoms);
  add_all_candidates(&a);
  return a;
}

Expr candidate_expr(const Ansatz *a, const Candidate *c, bool shown) {
  const Piece *f = &a->functions.at[c->function];
  Expr e = shown ? f->shown : f->e;
  for (size_t i = 0; i < c->degree; i++) {
    const Piece *letter = &a->letters.at[c->letter[i]];
    e = expr_mul(a->pool, e, shown ? letter->shown : letter->e);
  }
  return e;
}

// --- bodies --------------------------------------------------------------------------------------

// Returns the scalar with this value that the model has named, or a new symbol.
static Expr name_for(Ansatz *a, Expr e, const char *name, const char *text) {
  const Model *model = a->eq->model;
  Expr symbol;
  Thing thing;
  for (size_t i = 0; i < model->speeds.n; i++) {
    const Speed *speed = &model->speeds.at[i];
    if (!expr_is_none(speed->definition) && expr_equal(a->pool, speed->definition, e))
      return speed->z;
  }
  for (size_t i = 0; i < model->lets.n; i++)
    if (!model->lets.at[i].is_vector && expr_equal(a->pool, model->lets.at[i].scalar, e)) {
      name = model->lets.at[i].name;
      break;
    }
  while (model_find(model, str(name), &thing) && thing.kind != THING_LET)
    name = text_format(a->arena, "%s_", name);
  symbol = expr_symbol(a->pool, str(name), SYMBOL_QUANTITY);
  array_push(a->arena, &a->definitions, ((Definition){symbol, text}));
  return symbol;
}

static bool turns_in_space(const Ansatz *a, const Body *body) {
  if (body->frame == NOWHERE) return false;
  const Vec *omega = &a->eq->model->frames.at[body->frame].omega_own;
  size_t parts = 0;
  for (size_t k = 0; k < 3; k++) parts += !expr_equal(a->pool, omega->x[k], EXPR_ZERO);
  return parts == 3;
}

// omega along the axes of the body's frame, and the components of these axes in N
static void add_body(Ansatz *a, const Body *body, Atoms *atoms) {
  const Frame *frame = &a->eq->model->frames.at[body->frame];
  a->body = body->name;
  for (size_t k = 0; k < 3; k++) {
    const Expr w = frame->omega_own.x[k];
    const char *text =
      text_format(a->arena, "dot(omega(%s), %s.%c)", body->name, frame->name, "xyz"[k]);
    add_letter(a, w, name_for(a, w, text_format(a->arena, "w%zu", k + 1), text));
  }
  for (size_t i = 3; i-- > 0;)
    for (size_t k = 0; k < 3; k++) {
      const Expr r = frame->r[i][k];
      if (expr_is_number(a->pool, r)) continue;
      const char *text =
        text_format(a->arena, "dot(N.%c, %s.%c)", "xyz"[i], frame -> name, "xyz"[k]);
      const Expr shown =
        name_for(a, r, text_format(a->arena, "%s_%c%c", frame->name, "xyz"[i], "xyz"[k]), text);
      array_push(a->arena, atoms, ((Atom){r, shown, ATOM_DEGREE_MOST}));
    }
}

Ansatz ansatz_bodies(const Equations *eq, const IntegralOptions *options, Arena *arena) {
  Ansatz a = ansatz_make(eq, arena);
  const Occurrence o = occurrence(eq, arena);
  Atoms atoms = {0};
  for (size_t i = 0; i < eq->model->bodies.n && atoms.n == 0; i++)
    if (turns_in_space(&a, &eq->model->bodies.at[i]))
      add_body(&a, &eq->model->bodies.at[i], &atoms);
  if (atoms.n == 0 || eq->beside > 0) return a;
  for (size_t i = 0; i < eq->n; i++) {
    if (o.part[i] != 0 || !o.plain[i]) continue;
    add_letter(&a, eq->qd[i], eq->qd[i]);
    array_push(arena, &atoms, ((Atom){eq->q[i], eq->q[i], ATOM_DEGREE_MOST}));
  }
  a.degree = options->degree == 0 ? INTEGRALS_DEGREE : options->degree;
  choose_limits(&a, &atoms);
  add_all_products(&a, &atoms);
  add_all_candidates(&a);
  return a;
}
