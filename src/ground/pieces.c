// ground/pieces.c: splits constraints and conditions into factors, and recombines them.
//
// Law:   a state satisfies constraints and conditions if and only if it lies on a piece, except for states at
//        which a constraint loses its independence
// How:   one factor of every product is chosen, in all ways; a product with a factor that is already chosen
//        needs no other. If one set of factors contains another, the larger set has no further states.

#include "ground/pieces.h"
#include "algebra/algebra.h"
#include "print/print.h"
#include "ground/balls.h"
#include "ground/branches.h"
#include "ground/range.h"
#include <string.h>

#define WAYS_MOST 1024  // limit of the ways tried

// A factor, and whether it occurs more than once.
typedef struct {
  Expr e;
  bool power;
} Factor;

// Where a product or a power stands.
typedef enum {
  IN_CONDITION,  // the factor replaces it
  IN_ROW,        // the same
  IN_BOTH        // a row that is a product under the conditions: the factor is one more condition
} Spot;

typedef struct {
  Spot spot;
  size_t index;  // of a condition or a row
  ARRAY(Factor) factors;
} Product;

typedef struct {
  const Equations *eq;
  const Condition *given;
  size_t n;
  Arena *arena;
  RealSource reduced;  // what the conditions eliminate
  Factors divisors;    // divisors of the conditions, which are not zero
  Factors always;      // expressions that vanish in any case: products may hold by them
  ARRAY(Product) products;
  size_t *choice;  // for each product, a factor; NO_CHOICE: it holds by another's factor
  size_t ways;
  ARRAY(size_t *) found;
} Search;

#define NO_CHOICE ((size_t) -1)

// --- factors -------------------------------------------------------------------------------------

// Are a and b the same up to the sign?
static bool is_same(ExprPool *pool, Expr a, Expr b) {
  return expr_equal(pool, a, b) || expr_equal(pool, a, expr_neg(pool, b));
}

// Can e be chosen as a factor? A factor of a constraint must depend on the variables of its level.
static bool is_choice(const Search *s, const Product *p, Expr e) {
  const Equations *eq = s->eq;
  ExprPool *pool = eq->pool;
  if (p->spot != IN_CONDITION && expr_is_constant(pool, e)) return false;
  if (p->spot == IN_ROW) {
    const bool on_velocities = expr_is_none(eq->constraints.row[p->index].position);
    const bool speeds = on_velocities && eq->beside > 0;
    const bool depends = on_velocities ? expr_depends_on_any(pool, e, eq->qd, eq->n)
                                       : expr_depends_on_any(pool, e, eq->q, eq->n);
    if (!depends && !(speeds && expr_depends_on_any(pool, e, eq->state.z, eq->state.m)))
      return false;
  }
  for (size_t i = 0; i < s->divisors.n; i++)
    if (is_same(pool, s->divisors.at[i], e)) return false;
  if (p->spot != IN_ROW) return range_may_vanish(eq->model, e, s->arena);
  // where an expression of one sign vanishes, its derivatives vanish, too: x^2 + y^2
  const Range range = range_of(eq->model, e, s->arena);
  return range.low < 0 && range.high > 0;
}

// Finds e among the factors, up to its sign; *place is its index.
static bool find_factor(const Search *s, const Product *p, Expr e, size_t *place) {
  ExprPool *pool = s->eq->pool;
  for (size_t i = 0; i < p->factors.n; i++) {
    *place = i;
    if (is_same(pool, p->factors.at[i].e, e)) return true;
  }
  return false;
}

// Adds a factor; the same factor is the same expression in all products.
static void add_factor(const Search *s, Product *p, Expr e, bool power) {
  size_t place;
  if (!is_choice(s, p, e)) return;
  if (find_factor(s, p, e, &place)) {
    p->factors.at[place].power = true;
    return;
  }
  for (size_t k = 0; k < s->products.n; k++)
    if (find_factor(s, &s->products.at[k], e, &place)) e = s->products.at[k].factors.at[place].e;
  for (size_t i = 0; i < s->always.n; i++)
    if (is_same(s->eq->pool, s->always.at[i], e)) e = s->always.at[i];
  array_push(s->arena, &p->factors, ((Factor){e, power}));
}

// Adds the factors of products as written, each split further by algebra.
static void add_factors(const Search *s, Product *p, Expr e, bool power) {
  ExprPool *pool = s->eq->pool;
  if (expr_kind(pool, e) == EXPR_SUM && expr_count(pool, e) == 1) e = expr_operand(pool, e, 0).e;
  if (expr_kind(pool, e) == EXPR_PRODUCT) {
    for (size_t i = 0; i < expr_count(pool, e); i++) {
      const ExprTerm f = expr_operand(pool, e, i);
      const int over = ratio_compare(pool, f.c, RATIO_ONE);
      if (ratio_sign(pool, f.c) > 0) add_factors(s, p, f.e, power || over != 0);
    }
    return;
  }
  const FactorList list = algebra_factors(pool, s->arena, e);
  for (size_t i = 0; i < list.n; i++) {
    const int over = ratio_compare(pool, list.at[i].c, RATIO_ONE);
    if (ratio_sign(pool, list.at[i].c) > 0) add_factor(s, p, list.at[i].e, power || over != 0);
  }
}

// Is e linear in a variable, with a number as its slope? Then it is not a product.
static bool is_plain(const Equations *eq, Expr e, const Expr *v, size_t n) {
  for (size_t i = 0; i < n; i++) {
    const Expr slope = expr_diff(eq->pool, e, v[i]);
    if (expr_is_number(eq->pool, slope) && !expr_same(slope, EXPR_ZERO)) return true;
  }
  return false;
}

// Adds a row that is a product only under the conditions.
static void add_row_under_conditions(Search *s, size_t a, Expr e) {
  Product p = {.spot = IN_BOTH, .index = a};
  const Expr reduced = expr_is_none(e) ? e : real_in_state(&s->reduced, e, s->arena);
  if (expr_is_none(reduced) || expr_same(reduced, e) || expr_is_number(s->eq->pool, reduced))
    return;
  add_factors(s, &p, reduced, false);
  if (p.factors.n > 1) array_push(s->arena, &s->products, p);
}

static void add_row(Search *s, size_t a) {
  const Equations *eq = s->eq;
  const ConstraintRow *row = &eq->constraints.row[a];
  const Expr e = expr_is_none(row->position) ? row->velocity : row->position;
  Product p = {.spot = IN_ROW, .index = a};
  if (expr_is_none(e)) return;
  const bool plain = is_plain(eq, e, eq->q, eq->n) || is_plain(eq, e, eq->qd, eq->n);
  if (!plain) add_factors(s, &p, e, false);
  if (p.factors.n > 1 || (p.factors.n == 1 && p.factors.at[0].power)) {
    array_push(s->arena, &s->products, p);
    return;
  }
  array_push(s->arena, &s->always, p.factors.n == 1 ? p.factors.at[0].e : e);
  if (s->reduced.eliminated.n == 0) return;
  add_row_under_conditions(s, a, row->position);
  add_row_under_conditions(s, a, row->velocity);
}

// Adds the divisors of the condition, also after the elimination by those before it.
static void add_divisors(Search *s, Expr e) {
  const Factors list = branches_divisors(s->eq->pool, e, s->arena);
  for (size_t i = 0; i < list.n; i++) {
    const Expr reduced = real_in_state(&s->reduced, list.at[i], s->arena);
    array_push(s->arena, &s->divisors, list.at[i]);
    if (!expr_is_none(reduced)) array_push(s->arena, &s->divisors, reduced);
  }
}

// Adds a condition after the elimination by those before it.
static void add_condition(Search *s, size_t i) {
  const Equations *eq = s->eq;
  const Expr whole = expr_sub(eq->pool, s->given[i].left, s->given[i].right);
  const Expr e = real_in_state(&s->reduced, whole, s->arena);
  Product p = {.spot = IN_CONDITION, .index = i};
  if (expr_is_none(e) || expr_is_number(eq->pool, e)) return;
  add_divisors(s, whole);
  const Factors factors = branches_factors(eq->model, e, s->arena);
  const bool divides = branches_divisors(eq->pool, e, s->arena).n > 0;
  for (size_t k = 0; k < factors.n; k++) add_factor(s, &p, factors.at[k], false);
  if (factors.n == 0 && divides) add_factor(s, &p, e, false);
  if (factors.n == 0 && !divides) add_factors(s, &p, e, false);
  if (p.factors.n == 0) return;
  if (factors.n > 0 || p.factors.n > 1 || p.factors.at[0].power) {
    array_push(s->arena, &s->products, p);
    return;
  }
  array_push(s->arena, &s->always, p.factors.at[0].e);
  (void) real_eliminate(&s->reduced, e);
}

// --- ways ----------------------------------------------------------------------------------------

static Expr chosen(const Search *s, const size_t *choice, size_t k) {
  return choice[k] == NO_CHOICE ? EXPR_NONE : s->products.at[k].factors.at[choice[k]].e;
}

// Does e vanish by the first n choices, or in any case?
static bool has_factor(const Search *s, const size_t *choice, size_t n, Expr e) {
  for (size_t k = 0; k < n; k++)
    if (expr_same(chosen(s, choice, k), e)) return true;
  for (size_t i = 0; i < s->always.n; i++)
    if (is_same(s->eq->pool, s->always.at[i], e)) return true;
  return false;
}

// Does a factor of product k vanish already?
static bool holds_already(const Search *s, size_t k) {
  const Product *p = &s->products.at[k];
  for (size_t i = 0; i < p->factors.n; i++)
    if (has_factor(s, s->choice, k, p->factors.at[i].e)) return true;
  return false;
}

// Finds a variable in which e is linear, with a number as its slope, and its value; returns false if there is none.
static bool plain_solution(const Equations *eq, Expr e, Expr *variable, Expr *value) {
  ExprPool *pool = eq->pool;
  for (size_t i = 0; i < 2 * eq->n; i++) {
    const Expr v = i < eq->n ? eq->q[i] : eq->qd[i - eq->n], zero = EXPR_ZERO;
    const Expr slope = expr_diff(pool, e, v);
    if (!expr_is_number(pool, slope) || expr_same(slope, EXPR_ZERO)) continue;
    *variable = v;
    *value = expr_neg(pool, expr_div(pool, expr_substitute(pool, e, &v, &zero, 1), slope));
    if (!expr_is_none(*value)) return true;
    (void) expr_trouble(pool);
  }
  return false;
}

// Do the chosen factors exclude each other? Detected if one is linear in a variable: x - 1 and x - 2.
static bool is_contradiction(const Search *s) {
  if (s->products.n == 0) return false;
  const size_t n = s->products.n + s->always.n;
  Expr *left = ARENA_ARRAY(s->arena, Expr, n + 1), variable, value;
  for (size_t k = 0; k < s->products.n; k++) left[k] = chosen(s, s->choice, k);
  for (size_t k = s->products.n; k < n; k++) left[k] = s->always.at[k - s->products.n];
  for (size_t k = 0; k < n; k++) {
    if (expr_is_none(left[k]) || !plain_solution(s->eq, left[k], &variable, &value)) continue;
    for (size_t j = 0; j < n; j++) {
      if (j == k || expr_is_none(left[j])) continue;
      left[j] = expr_substitute(s->eq->pool, left[j], &variable, &value, 1);
      if (expr_is_none(left[j])) (void) expr_trouble(s->eq->pool);
      if (!expr_is_none(left[j]) && !range_may_vanish(s->eq->model, left[j], s->arena)) return true;
    }
    left[k] = EXPR_NONE;
  }
  return false;
}

static void go_through(Search *s, size_t k) {
  if (s->ways >= WAYS_MOST) return;
  if (k == s->products.n) {
    s->ways++;
    if (is_contradiction(s)) return;
    size_t *choice = ARENA_ARRAY(s->arena, size_t, k + 1);
    memcpy(choice, s->choice, k * sizeof *choice);
    array_push(s->arena, &s->found, choice);
    return;
  }
  if (holds_already(s, k)) {
    s->choice[k] = NO_CHOICE;
    go_through(s, k + 1);
    return;
  }
  for (size_t i = 0; i < s->products.at[k].factors.n; i++) {
    s->choice[k] = i;
    go_through(s, k + 1);
  }
}

// Are all factors of one way among those of the other?
static bool is_part(const Search *s, const size_t *part, const size_t *whole) {
  for (size_t k = 0; k < s->products.n; k++)
    if (part[k] != NO_CHOICE && !has_factor(s, whole, s->products.n, chosen(s, part, k)))
      return false;
  return true;
}

// Drops ways that contain another one; of equal ones, the first stays.
static void keep_least(Search *s) {
  size_t kept = 0;
  for (size_t i = 0; i < s->found.n; i++) {
    bool needed = true;
    for (size_t j = 0; j < s->found.n && needed; j++) {
      if (j == i || s->found.at[j] == NULL || !is_part(s, s->found.at[j], s->found.at[i])) continue;
      needed = j > i && is_part(s, s->found.at[i], s->found.at[j]);
    }
    if (!needed) s->found.at[i] = NULL;
  }
  for (size_t i = 0; i < s->found.n; i++)
    if (s->found.at[i] != NULL) s->found.at[kept++] = s->found.at[i];
  s->found.n = kept;
}

// --- pieces --------------------------------------------------------------------------------------

// The factor of product k that vanishes for this choice.
static const Factor *vanishing(const Search *s, const size_t *choice, size_t k) {
  const Product *p = &s->products.at[k];
  for (size_t i = 0; i < p->factors.n; i++)
    if (has_factor(s, choice, s->products.n, p->factors.at[i].e)) return &p->factors.at[i];
  return NULL;
}

static void replace_row(const Equations *eq, ConstraintRow *row, Expr factor) {
  if (expr_is_none(row->position)) {
    row->velocity = factor;
    return;
  }
  row->position = factor;
  if (expr_is_none(row->velocity)) return;  // closing at an impact: any velocity
  row->velocity = expr_rate(eq->pool, factor);
  row->velocity = free_in_unknowns(eq, &eq->free, row->velocity);
}

static const char *name_of(const Search *s, const size_t *choice, const char *before) {
  Text text = text_make(s->arena);
  text_add(&text, before);
  for (size_t k = 0; k < s->products.n; k++)
    if (choice[k] != NO_CHOICE && s->products.at[k].factors.n > 1)
      text_addf(&text, "%s%s = 0", text.n > 0 ? ", " : "",
                print_expr_text(s->eq->pool, chosen(s, choice, k), s->arena));
  return text_get(&text);
}

static GroundPiece piece_of(const Search *s, const size_t *choice, const char *before) {
  const size_t r = s->eq->constraints.r;
  GroundPiece piece = {.eq = *s->eq, .n = s->n};
  piece.given = ARENA_ARRAY(s->arena, Condition, s->n + s->products.n + 1);
  ConstraintRow *rows = ARENA_ARRAY(s->arena, ConstraintRow, r + 1);
  if (r > 0) memcpy(rows, s->eq->constraints.row, r * sizeof *rows);
  if (s->n > 0) memcpy(piece.given, s->given, s->n * sizeof *piece.given);
  piece.eq.constraints.row = rows;
  for (size_t k = 0; k < s->products.n; k++) {
    const Product *p = &s->products.at[k];
    const Factor *f = vanishing(s, choice, k);
    if (p->spot == IN_ROW) replace_row(s->eq, &rows[p->index], f->e);
    if (p->spot == IN_ROW && f->power) piece.power = rows[p->index].name;
    if (p->spot == IN_CONDITION) piece.given[p->index] = (Condition){f->e, EXPR_ZERO};
    if (p->spot == IN_BOTH && choice[k] != NO_CHOICE)
      piece.given[piece.n++] = (Condition){f->e, EXPR_ZERO};
  }
  piece.name = name_of(s, choice, before);
  return piece;
}

// Was a condition chosen under which others may become products?
static bool goes_on(const Search *s, const size_t *choice) {
  for (size_t k = 0; k < s->products.n; k++) {
    const Product *p = &s->products.at[k];
    if (p->spot != IN_ROW && choice[k] != NO_CHOICE) return true;
  }
  return false;
}

// A stride that spreads a selection over all n items: near the golden ratio of n, and coprime to n.
static size_t scattering(size_t n) {
  if (n <= PIECES_MOST) return 1;
  for (size_t stride = n * 5 / 8;; stride++) {
    size_t a = n, b = stride;
    while (b != 0) {
      const size_t rest = a % b;
      a = b;
      b = rest;
    }
    if (a == 1) return stride;
  }
}

#define ROUNDS_MOST 4

// Adds the pieces; products that arise under a chosen factor are split in turn.
static void split(const GroundPiece *whole, unsigned round, Arena *arena, GroundPieces *out) {
  Search s = {.eq = &whole->eq, .given = whole->given, .n = whole->n, .arena = arena};
  s.reduced = (RealSource){.eq = &whole->eq, .arena = arena};
  for (size_t i = 0; i < s.n; i++) add_condition(&s, i);
  for (size_t a = 0; a < s.eq->constraints.r; a++) add_row(&s, a);
  s.choice = ARENA_ARRAY(arena, size_t, s.products.n + 1);
  go_through(&s, 0);
  keep_least(&s);
  out->counted = out->counted && s.ways < WAYS_MOST;
  const size_t stride = scattering(s.found.n);
  for (size_t i = 0, k = 0; i < s.found.n; i++, k = (k + stride) % s.found.n) {
    GroundPiece piece = piece_of(&s, s.found.at[k], whole->name);
    if (piece.power == NULL) piece.power = whole->power;
    if (goes_on(&s, s.found.at[k]) && round < ROUNDS_MOST) {
      split(&piece, round + 1, arena, out);
    } else {
      if (out->n < PIECES_MOST) out->at[out->n++] = piece;
      out->all++;
    }
  }
}

GroundPieces ground_pieces(const Equations *eq, const Condition *given, size_t n, Arena *arena) {
  GroundPieces pieces = {.at = ARENA_ARRAY(arena, GroundPiece, PIECES_MOST), .counted = true};
  GroundPiece whole = {
    .eq = *eq, .given = ARENA_ARRAY(arena, Condition, n + 1), .n = n, .name = ""};
  if (n > 0) memcpy(whole.given, given, n * sizeof *given);
  split(&whole, 0, arena, &pieces);
  return pieces;
}
