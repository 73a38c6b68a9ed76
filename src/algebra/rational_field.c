// algebra/rational_field.c: the generators of a field of rational functions.
//
// In:    expressions
// Out:   their symbols, angles, roots and other functions as generators
// Fails: NULL with more than RATIONAL_GENERATORS, or if an angle occurs in multiples beyond
//        ANGLE_MOST, a root beyond ROOT_MOST
//
// Sums, products and radicands are searched; arguments of functions are not.

#include "algebra/rational_impl.h"

#define ANGLE_MOST 8       // multiples of an angle; sin(8x) has degree 8 in sin(x) and cos(x)
#define ROOT_MOST 12       // index of a root
#define UNIT_MOST 1000000  // numerator and denominator of an angle's unit

typedef ARRAY(Expr) Exprs;

typedef struct {
  Rationals *f;
  Exprs open;   // still to be searched
  Exprs plain;  // symbols and functions, in the order found
  Exprs bases;  // of roots
  Memo seen;
  bool failed;
} Scan;

// --- angles --------------------------------------------------------------------------------------

static long gcd_of(long a, long b) {
  while (b != 0) {
    const long rest = a % b;
    a = b;
    b = rest;
  }
  return a < 0 ? -a : a;
}

// Is it pi times a multiple of 1/2? *quarters counts quarter turns.
static bool is_quarters(ExprPool *pool, ExprTerm term, long *quarters) {
  long num, den;
  if (!expr_same(term.e, EXPR_PI) || !ratio_get(pool, term.c, &num, &den) || den > 2) return false;
  *quarters = (den == 2 ? num % 4 : num % 2 * 2);
  return true;
}

bool angle_form(Rationals *f, Expr argument, AngleForm *form) {
  ExprPool *pool = f->pool;
  *form = (AngleForm){0};
  const bool sum = expr_kind(pool, argument) == EXPR_SUM;
  const ExprTerm alone = expr_is_number(pool, argument)
                           ? (ExprTerm){EXPR_ONE, expr_ratio_of(pool, argument)}
                           : (ExprTerm){argument, RATIO_ONE};
  for (size_t i = 0; i < (sum ? expr_count(pool, argument) : 1); i++) {
    const ExprTerm term = sum ? expr_operand(pool, argument, i) : alone;
    long quarters;
    if (is_quarters(pool, term, &quarters)) {
      form->quarters += quarters;
      continue;
    }
    if (form->n == ANGLE_ATOMS) return false;
    form->at[form->n++] = term;
  }
  if (f->mode == ANGLES_SPLIT || form->n == 0) return true;
  // the whole argument as one atom, with coefficient 1 in its first term
  const Ratio first = form->at[0].c, scale = ratio_inv(pool, first);
  for (size_t i = 0; i < form->n; i++) form->at[i].c = ratio_mul(pool, form->at[i].c, scale);
  form->at[0] = (ExprTerm){expr_sum(pool, form->at, form->n), first};
  form->n = 1;
  return true;
}

// Makes the unit the largest of which both it and c are multiples.
static bool refine_unit(ExprPool *pool, Angle *angle, Ratio c) {
  long num, den;
  if (!ratio_get(pool, c, &num, &den)) return false;
  if (num < -UNIT_MOST || num > UNIT_MOST || den > UNIT_MOST) return false;
  const long top = gcd_of(angle->num * den, num * angle->den), bottom = angle->den * den;
  const long common = gcd_of(top, bottom);
  angle->num = top / common;
  angle->den = bottom / common;
  return angle->num <= UNIT_MOST && angle->den <= UNIT_MOST;
}

// Adds the atoms of a form to the list, with units of which they are multiples.
static bool note_form(Rationals *f, const AngleForm *form, Memo *places, AngleList *list) {
  for (size_t i = 0; i < form->n; i++) {
    uint32_t place;
    if (!memo_get(places, form->at[i].e.id, &place)) {
      place = (uint32_t) list->n;
      memo_put(f->arena, places, form->at[i].e.id, place);
      array_push(f->arena, list, ((Angle){.atom = form->at[i].e, .num = 0, .den = 1}));
    }
    if (!refine_unit(f->pool, &list->at[place], form->at[i].c)) return false;
  }
  return true;
}

static bool note_angle(Rationals *f, Expr argument) {
  AngleForm form;
  return angle_form(f, argument, &form) && note_form(f, &form, &f->of_angle, &f->angles);
}

static bool multiple_of(Rationals *f, ExprTerm term, const Memo *places, const AngleList *list,
                        const Angle **angle, long *multiple) {
  uint32_t place;
  long num, den;
  if (!memo_get(places, term.e.id, &place) || !ratio_get(f->pool, term.c, &num, &den)) return false;
  *angle = &list->at[place];
  *multiple = num * (*angle)->den / (den * (*angle)->num);
  return *multiple >= -ANGLE_MOST && *multiple <= ANGLE_MOST;
}

bool angle_multiple(Rationals *f, ExprTerm term, const Angle **angle, long *multiple) {
  return multiple_of(f, term, &f->of_angle, &f->angles, angle, multiple);
}

bool rational_exponent_form(Rationals *f, Expr argument, AngleForm *form) {
  *form = (AngleForm){0};
  const bool sum = expr_kind(f->pool, argument) == EXPR_SUM;
  for (size_t i = 0; i < (sum ? expr_count(f->pool, argument) : 1); i++) {
    if (form->n == ANGLE_ATOMS) return false;
    form->at[form->n++] = sum ? expr_operand(f->pool, argument, i)
                          : expr_is_number(f->pool, argument)
                            ? (ExprTerm){EXPR_ONE, expr_ratio_of(f->pool, argument)}
                            : (ExprTerm){argument, RATIO_ONE};
  }
  return true;
}

bool rational_exponent_multiple(Rationals *f, ExprTerm term, const Angle **exponent,
                                long *multiple) {
  return multiple_of(f, term, &f->of_exponential, &f->exponentials, exponent, multiple);
}

static bool note_exponent(Rationals *f, Expr argument) {
  AngleForm form;
  return rational_exponent_form(f, argument, &form) &&
         note_form(f, &form, &f->of_exponential, &f->exponentials);
}

// --- looking for generators ----------------------------------------------------------------------

static void look_into(Scan *s, Expr e) {
  uint32_t ignored;
  if (memo_get(&s->seen, e.id, &ignored)) return;
  memo_put(s->f->arena, &s->seen, e.id, 0);
  array_push(s->f->arena, &s->open, e);
}

// e^(num/den): needs a root whose index is a multiple of den and of the indices seen before
static void note_root(Scan *s, Expr base, long den) {
  Rationals *f = s->f;
  uint32_t index = 1;
  if (!memo_get(&f->roots, base.id, &index)) array_push(f->arena, &s->bases, base);
  const long common = (long) index / gcd_of((long) index, den) * den;
  if (common > ROOT_MOST) s->failed = true;
  memo_put(f->arena, &f->roots, base.id, (uint32_t) (common > ROOT_MOST ? 1 : common));
}

static void scan_product(Scan *s, Expr e) {
  for (size_t i = 0; i < expr_count(s->f->pool, e); i++) {
    const ExprTerm factor = expr_operand(s->f->pool, e, i);
    long num, den;
    if (!ratio_get(s->f->pool, factor.c, &num, &den))
      s->failed = true;
    else if (den > ROOT_MOST)
      s->failed = true;
    else if (den > 1)
      note_root(s, factor.e, den);
    look_into(s, factor.e);
  }
}

// Is it a function with relations in the field? Other functions become generators.
static bool scan_function(Scan *s, Function fn, Expr argument) {
  if (fn == FN_SIN || fn == FN_COS || fn == FN_TAN) {
    if (!note_angle(s->f, argument)) s->failed = true;
    return true;
  }
  if (!s->f->is_free) return false;
  if (fn == FN_ABS) look_into(s, argument);
  if (fn != FN_EXP && fn != FN_SINH && fn != FN_COSH && fn != FN_TANH) return false;
  if (!note_exponent(s->f, argument)) s->failed = true;
  return true;
}

static void scan_node(Scan *s, Expr e) {
  ExprPool *pool = s->f->pool;
  switch (expr_kind(pool, e)) {
    case EXPR_NUMBER: return;
    case EXPR_SUM:
      for (size_t i = 0; i < expr_count(pool, e); i++) look_into(s, expr_operand(pool, e, i).e);
      return;
    case EXPR_PRODUCT: scan_product(s, e); return;
    case EXPR_FUNCTION:
      if (scan_function(s, expr_function(pool, e), expr_operand(pool, e, 0).e)) return;
      break;
    case EXPR_SYMBOL: break;
  }
  array_push(s->f->arena, &s->plain, e);
}

// --- making them ---------------------------------------------------------------------------------

static bool add_generator(Rationals *f, Generator generator, size_t *place) {
  if (f->n == f->generators_most || expr_is_none(generator.e)) return false;
  *place = f->n;
  f->prints[f->n] = expr_fingerprint(f->pool, generator.e);
  f->generators[f->n++] = generator;
  return true;
}

static bool add_root(Rationals *f, Expr base, slong index, GeneratorKind kind, Memo *memo) {
  size_t place;
  const Expr e = index == 1
                   ? base
                   : expr_pow_ratio(f->pool, base, ratio_make(f->pool, 1, (unsigned long) index));
  if (!add_generator(f, (Generator){kind, e, base, index}, &place)) return false;
  memo_put(f->arena, memo, base.id, (uint32_t) place);
  return true;
}

static bool add_angle(Rationals *f, Angle *angle) {
  size_t cosine;
  const Ratio unit = ratio_make(f->pool, angle->num, (unsigned long) angle->den);
  const Expr argument = expr_scale(f->pool, unit, angle->atom);
  const Generator sine = {GENERATOR_SINE, expr_call1(f->pool, FN_SIN, argument), EXPR_NONE, 1};
  return add_generator(f, sine, &angle->sine) &&
         add_generator(
           f, (Generator){GENERATOR_COSINE, expr_call1(f->pool, FN_COS, argument), EXPR_NONE, 1},
           &cosine);
}

static bool add_exponential(Rationals *f, Angle *exponent) {
  const Ratio unit = ratio_make(f->pool, exponent->num, (unsigned long) exponent->den);
  const Expr e = expr_call1(f->pool, FN_EXP, expr_scale(f->pool, unit, exponent->atom));
  return add_generator(f, (Generator){GENERATOR_PLAIN, e, e, 1}, &exponent->sine);
}

static bool add_generators(Scan *s) {
  Rationals *f = s->f;
  for (size_t i = 0; i < f->angles.n; i++)
    if (!add_angle(f, &f->angles.at[i])) return false;
  for (size_t i = 0; i < f->exponentials.n; i++)
    if (!add_exponential(f, &f->exponentials.at[i])) return false;
  for (size_t i = 0; i < s->plain.n; i++) {
    uint32_t index = 1;
    memo_get(&f->roots, s->plain.at[i].id, &index);
    if (!add_root(f, s->plain.at[i], (slong) index, GENERATOR_PLAIN, &f->plain)) return false;
  }
  for (size_t i = 0; i < s->bases.n; i++) {
    uint32_t index, plain;
    if (!memo_get(&f->roots, s->bases.at[i].id, &index)) return false;
    if (memo_get(&f->plain, s->bases.at[i].id, &plain)) continue;
    if (!add_root(f, s->bases.at[i], (slong) index, GENERATOR_ROOT, &f->of_root)) return false;
    f->has_roots = true;
  }
  return true;
}

static void clear_context(void *field) {
  Rationals *f = field;
  fmpz_clear(f->number);
  fmpz_mpoly_ctx_clear(f->ctx);
}

// Makes generators for these expressions; returns NULL if there are too many.
static Rationals *fill(Rationals *f, const Expr *roots, size_t n) {
  Scan s = {.f = f};
  f->work = RATIONAL_WORK;
  for (size_t i = 0; i < n; i++) {
    if (expr_is_none(roots[i])) return NULL;
    look_into(&s, roots[i]);
  }
  while (s.open.n > 0 && !s.failed) {
    const Expr e = s.open.at[--s.open.n];
    scan_node(&s, e);
    s.failed = s.failed || s.plain.n > f->generators_most;
  }
  if (s.failed || !add_generators(&s)) return NULL;
  fmpz_mpoly_ctx_init(f->ctx, (slong) (f->n > 0 ? f->n : 1), ORD_DEGREVLEX);
  fmpz_init(f->number);
  arena_defer(f->arena, clear_context, f);
  return f;
}

Rationals *rationals_create(ExprPool *pool, Arena *arena, const Expr *roots, size_t n,
                            Angles angles) {
  Rationals *f = ARENA_NEW(arena, Rationals);
  *f = (Rationals){.pool = pool,
                   .arena = arena,
                   .mode = angles,
                   .generators_most = RATIONAL_GENERATORS,
                   .terms_most = RATIONAL_TERMS};
  return fill(f, roots, n);
}

Rationals *rationals_create_free(ExprPool *pool, Arena *arena, const Expr *roots, size_t n) {
  Rationals *f = ARENA_NEW(arena, Rationals);
  *f = (Rationals){.pool = pool,
                   .arena = arena,
                   .mode = ANGLES_SPLIT,
                   .is_free = true,
                   .generators_most = RATIONAL_FREE_GENERATORS,
                   .terms_most = RATIONAL_FREE_TERMS};
  return fill(f, roots, n);
}

Status rationals_status(const Rationals *f) {
  return f->status;
}

Expr rationals_generator(const Rationals *f, size_t k) {
  return f->generators[k].e;
}

void rationals_renew(Rationals *f, size_t work) {
  f->work = work;
  f->status = STATUS_OK;
}

size_t rationals_work(const Rationals *f) {
  return f->work;
}
