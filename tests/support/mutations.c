// support/mutations.c: constraints written in another way.

#include "support/mutations.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_CONSTRAINTS 64

typedef struct {
  Mechanism *m;
  MechConstraint list[MOST_CONSTRAINTS];
  size_t n, one, other;  // constraints; which are changed
  Mutant *out;
} Work;

// --- formulas ------------------------------------------------------------------------------------

// Returns the expression that must be zero.
static Formula defect(Work *w, size_t i) {
  return formula_sub(&w->m->f, w->list[i].left, w->list[i].right);
}

// Returns a formula that is written like this; its value is not needed here.
static Formula written(Work *w, const char *before, Formula e, const char *after) {
  Text text = text_make(&w->m->arena);
  text_add(&text, before);
  formula_write(&w->m->f, e, &text);
  text_add(&text, after);
  return formula_named(&w->m->f, text_get(&text), e);
}

static Formula call(Work *w, const char *function, Formula e) {
  return written(w, mech_text(w->m, "%s(", function), e, ")");
}

static Formula any_coordinate(Work *w, size_t *i) {
  *i = dice_below(&w->m->dice, w->m->n);
  return w->m->q[*i];
}

static Formula number(Work *w, long numerator, long denominator) {
  return formula_ratio(&w->m->f, numerator, denominator);
}

static void set(Work *w, size_t i, Formula left, Formula right) {
  w->list[i].left = left;
  w->list[i].right = right;
}

static void set_zero(Work *w, size_t i, Formula left) {
  set(w, i, left, mech_zero(w->m));
}

static void add(Work *w, const char *name, Formula left, Formula right) {
  w->list[w->n++] = (MechConstraint){.name = name, .left = left, .right = right};
}

static void blame(Work *w, const char *name) {
  size_t i = 0;
  while (w->out->culprit[i] != NULL) i++;
  if (i + 1 < MUTANT_CULPRITS) w->out->culprit[i] = name;
}

// --- nothing changes -----------------------------------------------------------------------------

static bool doubled(Work *w) {
  add(w, "again", w->list[w->one].left, w->list[w->one].right);
  return true;
}

static bool scaled(Work *w) {
  const Formula c = number(w, dice_int(&w->m->dice, 2, 2000), 7);
  set(w, w->one, formula_mul(&w->m->f, c, w->list[w->one].left),
      formula_mul(&w->m->f, c, w->list[w->one].right));
  return true;
}

static bool swapped(Work *w) {
  const MechConstraint kept = w->list[w->one];
  w->list[w->one] = w->list[w->other];
  w->list[w->other] = kept;
  return w->one != w->other;
}

static bool summed(Work *w) {
  set_zero(w, w->one, formula_add(&w->m->f, defect(w, w->one), defect(w, w->other)));
  return w->one != w->other;
}

static bool paired(Work *w) {
  const Formula a = defect(w, w->one), b = defect(w, w->other);
  set_zero(w, w->one, formula_add(&w->m->f, a, b));
  set_zero(w, w->other, formula_sub(&w->m->f, a, b));
  return w->one != w->other;
}

static bool times_never(Work *w) {
  size_t i;
  const Formula q = any_coordinate(w, &i);
  Formula factor = formula_add(&w->m->f, mech_one(w->m), formula_power(&w->m->f, q, 2));
  if (dice_below(&w->m->dice, 2))
    factor = formula_add(&w->m->f, number(w, 2, 1), formula_call(&w->m->f, FORMULA_SIN, q));
  set_zero(w, w->one, formula_mul(&w->m->f, factor, defect(w, w->one)));
  return true;
}

// The factor vanishes 0.3 away from the state.
static bool times_elsewhere(Work *w) {
  size_t i;
  const Formula q = any_coordinate(w, &i);
  const double place = (double) w->m->x[FORMULA_Q(i)] + dice_signed(&w->m->dice, 0.29, 0.31);
  const Formula factor = formula_sub(&w->m->f, q, formula_decimal(&w->m->f, place, 2));
  set_zero(w, w->one, formula_mul(&w->m->f, factor, defect(w, w->one)));
  return true;
}

static bool quotient(Work *w) {
  size_t i;
  const Formula q = any_coordinate(w, &i);
  const Formula below =
    formula_add(&w->m->f, number(w, 2, 1), formula_call(&w->m->f, FORMULA_COS, q));
  set_zero(w, w->one, formula_div(&w->m->f, defect(w, w->one), below));
  return true;
}

static bool in_exponent(Work *w) {
  set(w, w->one, call(w, "exp", defect(w, w->one)), mech_one(w->m));
  return true;
}

static bool in_sine(Work *w) {
  set_zero(w, w->one, call(w, "sin", defect(w, w->one)));
  return true;
}

static bool in_root(Work *w) {
  set(w, w->one, call(w, "sqrt", formula_add(&w->m->f, mech_one(w->m), defect(w, w->one))),
      mech_one(w->m));
  return true;
}

static bool rate(Work *w) {
  set_zero(w, w->one, call(w, "d", defect(w, w->one)));
  return true;
}

// c + c^3: the only real root is c = 0, and its slope there is 1
static bool plus_cube(Work *w) {
  const Formula c = defect(w, w->one);
  set_zero(w, w->one, formula_add(&w->m->f, c, formula_power(&w->m->f, c, 3)));
  return true;
}

static bool and_square(Work *w) {
  add(w, "square", formula_power(&w->m->f, defect(w, w->one), 2), mech_zero(w->m));
  return true;
}

// Rows that vanish wherever the others hold, or at this very state: they follow from the others.

static bool and_squares_summed(Work *w) {
  add(w, "squares",
      formula_add(&w->m->f, formula_power(&w->m->f, defect(w, w->one), 2),
                  formula_power(&w->m->f, defect(w, w->other), 2)),
      mech_zero(w->m));
  return true;
}

static bool and_rate_squared(Work *w) {
  add(w, "rate", written(w, "d(", defect(w, w->one), ")^2"), mech_zero(w->m));
  return true;
}

static bool and_product(Work *w) {
  add(w, "product",
      formula_mul(&w->m->f, written(w, "(", defect(w, w->one), ")"), defect(w, w->other)),
      mech_zero(w->m));
  return true;
}

// A coordinate that is zero up to the judge's digits would be a factor of that size,
// with two pieces side by side.
static bool factor_here(Work *w, Formula *factor) {
  size_t i;
  const Formula q = any_coordinate(w, &i);
  const double size = fabs((double) w->m->x[FORMULA_Q(i)]);
  Text place = text_make(&w->m->arena);
  formula_write_quad(w->m->x[FORMULA_Q(i)], 40, &place);
  const Formula at = formula_parameter(&w->m->f, text_get(&place), w->m->x[FORMULA_Q(i)]);
  *factor = written(w, "(", formula_sub(&w->m->f, q, at), ")");
  return size == 0 || size > 1e-20;
}

static bool and_times_here(Work *w) {
  Formula factor;
  if (!factor_here(w, &factor)) return false;
  add(w, "here", formula_mul(&w->m->f, factor, defect(w, w->one)), mech_zero(w->m));
  return true;
}

// --- errors --------------------------------------------------------------------------------------

static bool squared(Work *w) {
  set_zero(w, w->one, formula_power(&w->m->f, defect(w, w->one), 2));
  return true;
}

static bool cubed(Work *w) {
  set_zero(w, w->one, formula_power(&w->m->f, defect(w, w->one), 3));
  return true;
}

static bool expanded(Work *w) {
  Formulas *f = &w->m->f;
  const Formula a = w->list[w->one].left, b = w->list[w->one].right;
  const Formula mixed = formula_mul(f, formula_mul(f, number(w, 2, 1), a), b);
  set_zero(w, w->one,
           formula_add(f, formula_sub(f, formula_power(f, a, 2), mixed), formula_power(f, b, 2)));
  return !formula_is_zero(f, b);
}

static bool square_times(Work *w) {
  size_t i;
  const Formula q = any_coordinate(w, &i);
  const Formula factor = formula_add(&w->m->f, mech_one(w->m), formula_power(&w->m->f, q, 2));
  set_zero(w, w->one, formula_mul(&w->m->f, factor, formula_power(&w->m->f, defect(w, w->one), 2)));
  return true;
}

static bool in_cosine(Work *w) {
  set(w, w->one, call(w, "cos", defect(w, w->one)), mech_one(w->m));
  return true;
}

static bool in_abs(Work *w) {
  set_zero(w, w->one, call(w, "abs", defect(w, w->one)));
  return true;
}

static bool rate_squared(Work *w) {
  set_zero(w, w->one, written(w, "d(", defect(w, w->one), ")^2"));
  return true;
}

static bool squares_summed(Work *w) {
  set_zero(w, w->one,
           formula_add(&w->m->f, formula_power(&w->m->f, defect(w, w->one), 2),
                       formula_power(&w->m->f, defect(w, w->other), 2)));
  w->list[w->other] = w->list[--w->n];
  return w->one != w->other && w->one != w->n;
}

// The factor vanishes at this very state: two pieces cross there.
static bool times_here(Work *w) {
  Formula factor;
  if (!factor_here(w, &factor)) return false;
  set_zero(w, w->one, formula_mul(&w->m->f, factor, defect(w, w->one)));
  return true;
}

static bool product_of_two(Work *w) {
  set_zero(w, w->one,
           formula_mul(&w->m->f, written(w, "(", defect(w, w->one), ")"), defect(w, w->other)));
  w->list[w->other] = w->list[--w->n];
  return w->one != w->other && w->one != w->n;
}

static bool contradicted(Work *w) {
  add(w, "against", defect(w, w->one), number(w, 1, 10));
  w->out->degenerate = "against";
  blame(w, "against");
  return true;
}

static bool nowhere(Work *w) {
  add(w, "nowhere",
      formula_add(&w->m->f, mech_one(w->m), formula_power(&w->m->f, defect(w, w->one), 2)),
      mech_zero(w->m));
  w->out->degenerate = "nowhere";
  blame(w, "nowhere");
  return true;
}

// --- the list ------------------------------------------------------------------------------------

typedef struct {
  const char *name;
  MutantKind kind;
  bool (*change)(Work *w);
} Mutation;

static const Mutation mutations[] = {
  {"doubled", MUTANT_SAME, doubled},
  {"scaled", MUTANT_SAME, scaled},
  {"swapped", MUTANT_SAME, swapped},
  {"summed", MUTANT_SAME, summed},
  {"paired", MUTANT_SAME, paired},
  {"times what never vanishes", MUTANT_SAME, times_never},
  {"times what vanishes elsewhere", MUTANT_SAME, times_elsewhere},
  {"divided", MUTANT_SAME, quotient},
  {"in an exponent", MUTANT_SAME, in_exponent},
  {"in a sine", MUTANT_SAME, in_sine},
  {"in a root", MUTANT_SAME, in_root},
  {"differentiated", MUTANT_SAME, rate},
  {"plus its cube", MUTANT_SAME, plus_cube},
  {"with its square", MUTANT_SAME, and_square},
  {"with a sum of squares", MUTANT_SAME, and_squares_summed},
  {"with its rate squared", MUTANT_SAME, and_rate_squared},
  {"with a product", MUTANT_SAME, and_product},
  {"with a factor that vanishes here", MUTANT_SAME, and_times_here},
  {"squared", MUTANT_BAD, squared},
  {"cubed", MUTANT_BAD, cubed},
  {"squared and expanded", MUTANT_BAD, expanded},
  {"squared, with a factor", MUTANT_BAD, square_times},
  {"in a cosine", MUTANT_BAD, in_cosine},
  {"absolute value", MUTANT_EITHER, in_abs},
  {"rate squared", MUTANT_BAD, rate_squared},
  {"sum of squares", MUTANT_BAD, squares_summed},
  {"times what vanishes here", MUTANT_BAD, times_here},
  {"product of two", MUTANT_BAD, product_of_two},
  {"contradicted", MUTANT_BAD, contradicted},
  {"nowhere", MUTANT_BAD, nowhere},
};

size_t mutation_count(void) {
  return sizeof mutations / sizeof *mutations;
}

const char *mutation_name(size_t mutation) {
  return mutations[mutation].name;
}

// --- the system to be changed --------------------------------------------------------------------

static bool says_something(const Mechanism *m, const Quad *A, size_t row) {
  return quad_norm(A + row * m->n, m->n) > quad(1e-20);
}

void mutation_prepare(Mechanism *m) {
  const size_t r = mech_rows(m);
  Quad *A = ARENA_ARRAY(&m->arena, Quad, r * m->n + 1);
  mech_constrain(m, &(MechRows){.A = A});
  const size_t n = m->constraints.n;
  const MechConstraint *old = m->constraints.at;
  m->constraints.at = NULL;
  m->constraints.n = m->constraints.room = 0;
  size_t row = 0;
  for (size_t i = 0; i < n; i++) {
    const MechConstraint c = old[i];
    if (!formula_is_vector(&m->f, c.left)) {
      if (says_something(m, A, row++)) array_push(&m->arena, &m->constraints, c);
      continue;
    }
    for (size_t k = 0; k < 3; k++) {
      MechConstraint part = c;
      part.name = mech_text(m, "%s_%c", c.name, (char) ('x' + (int) k));
      part.left = formula_component(&m->f, c.left, k);
      part.right =
        formula_is_vector(&m->f, c.right) ? formula_component(&m->f, c.right, k) : c.right;
      if (says_something(m, A, row++)) array_push(&m->arena, &m->constraints, part);
    }
  }
}

// Returns the rank of the constraints without these three (or fewer, if some are the same).
static size_t rank_without(Mechanism *m, size_t one, size_t other, size_t third) {
  const MechConstraint *all = m->constraints.at;
  const size_t n = m->constraints.n;
  MechConstraint *kept = ARENA_ARRAY(&m->arena, MechConstraint, n + 1);
  size_t k = 0;
  for (size_t i = 0; i < n; i++)
    if (i != one && i != other && i != third) kept[k++] = all[i];
  m->constraints.at = kept;
  m->constraints.n = k;
  const size_t rank = mech_rank(m, NULL);
  m->constraints.at = ARENA_ARRAY(&m->arena, MechConstraint, n + 1);
  memcpy(m->constraints.at, all, n * sizeof *all);
  m->constraints.n = m->constraints.room = n;
  return rank;
}

// A constraint that depends on the rest to first order was implied by it together with the two that were
// changed. Without them it may be the one that is violated, and may be named.
static void blame_dependent(Work *w, size_t one, size_t other) {
  Mechanism *m = w->m;
  const MechConstraint *all = m->constraints.at;
  const size_t n = m->constraints.n, rank = rank_without(m, one, other, other);
  for (size_t i = 0; i < n; i++)
    if (i != one && i != other && rank_without(m, one, other, i) == rank) blame(w, all[i].name);
}

static bool removes_two(const Mutation *mutation) {
  return mutation->change == squares_summed || mutation->change == product_of_two;
}

bool mutate(Mechanism *m, size_t mutation, Mutant *out) {
  Work w = {.m = m, .n = m->constraints.n, .out = out};
  const Mutation *change = &mutations[mutation];
  if (w.n == 0 || w.n + 2 > MOST_CONSTRAINTS) return false;
  memcpy(w.list, m->constraints.at, w.n * sizeof *w.list);
  w.one = dice_below(&m->dice, w.n);
  w.other = dice_below(&m->dice, w.n);
  *out = (Mutant){.name = change->name, .kind = change->kind};
  out->culprit[0] = out->degenerate = w.list[w.one].name;
  if (removes_two(change)) blame(&w, w.list[w.other].name);
  if (!change->change(&w)) return false;
  // what follows from the rest may be written as a power
  const bool adds = w.n > m->constraints.n;
  if (out->kind == MUTANT_BAD && !adds) {
    const size_t other = removes_two(change) ? w.other : w.one;
    if (rank_without(m, w.one, other, other) == m->n - m->freedoms) out->kind = MUTANT_EITHER;
    // one of the two may follow from the rest alone; then the product does not restrict the other
    if (change->change == product_of_two &&
        (rank_without(m, w.one, w.one, w.one) == m->n - m->freedoms ||
         rank_without(m, w.other, w.other, w.other) == m->n - m->freedoms))
      return false;
    if (out->kind == MUTANT_BAD) blame_dependent(&w, w.one, other);
  }
  const MechStart start = dice_below(&m->dice, 2) ? MECH_START_ALL : MECH_START_FEW;
  out->text = mech_model_with(m, start, w.list, w.n);
  return true;
}
