// algebra/chain.c: solves polynomial equations one after another.
//
// In:    polynomials that vanish
// Out:   links, each solved for a generator that the links after it do not contain
// Law:   what the links reduce to zero is a combination of the equations, up to the divisors
// Cost:  products of terms, out of the budget of the field
// From:  docs/theory/algebra.md
//
// The equation that can be solved best is taken next: preferably linearly, and without dividing by anything that could
// vanish. The generator must not be needed, by way of others, to compute the other parts of the equation.

#include "algebra/chain_impl.h"
#include <limits.h>
#include <string.h>

#define CANCEL_TERMS 60    // longer polynomials are not searched for common factors
#define CANCEL_WITH 400    // nor are others compared with polynomials longer than this
#define CONTENT_TERMS 400  // longer equations keep their common factors
#define DEGREE_MOST 8      // of a link

// --- polynomials ---------------------------------------------------------------------------------

void poly_degrees(const Chain *c, const Poly *p, slong *degrees) {
  if (p->length > 0)
    fmpz_mpoly_degrees_si(degrees, p, c->f->ctx);
  else
    memset(degrees, 0, c->f->n * sizeof *degrees);
}

static Poly *copy_of(Chain *c, const Poly *p) {
  Poly *copy = poly_new(c->f);
  fmpz_mpoly_set(copy, p, c->f->ctx);
  return copy;
}

static Poly *one(Chain *c) {
  Poly *p = poly_new(c->f);
  fmpz_mpoly_one(p, c->f->ctx);
  return p;
}

// The coefficient of x^d.
static Poly *coefficient(Chain *c, const Poly *p, slong x, slong d) {
  Poly *result = poly_new(c->f);
  const ulong power = (ulong) d;
  fmpz_mpoly_get_coeff_vars_ui(result, p, &x, &power, 1, c->f->ctx);
  return result;
}

// Divides both by their common factor, if that is easily found.
static void cancel(Chain *c, Poly *a, Poly *b) {
  const fmpz_mpoly_ctx_struct *ctx = c->f->ctx;
  if (fmpz_mpoly_is_one(a, ctx)) return;
  Poly *quotient = poly_new(c->f);
  if (fmpz_mpoly_divides(quotient, b, a, ctx)) {
    fmpz_mpoly_swap(b, quotient, ctx);
    fmpz_mpoly_one(a, ctx);
    return;
  }
  if (a->length > CANCEL_TERMS || b->length > CANCEL_WITH) return;
  if (!poly_gcd(c->f, quotient, a, b) || fmpz_mpoly_is_one(quotient, ctx)) return;
  if (!fmpz_mpoly_divides(a, a, quotient, ctx) || !fmpz_mpoly_divides(b, b, quotient, ctx))
    c->failed = true;
}

// --- remainders ----------------------------------------------------------------------------------

Remainder chain_remainder(Chain *c, const Poly *p) {
  return (Remainder){.p = copy_of(c, p), .multiplier = c->recorded ? one(c) : NULL};
}

static Poly *cofactor_of(Chain *c, Remainder *r, size_t fact) {
  for (size_t i = 0; i < r->cofactors.n; i++)
    if (r->cofactors.at[i].fact == fact) return r->cofactors.at[i].p;
  array_push(c->f->arena, &r->cofactors, ((Cofactor){fact, poly_new(c->f)}));
  return r->cofactors.at[r->cofactors.n - 1].p;
}

// Multiplies everything by a, and adds cofactor to that of the fact.
static bool record(Chain *c, Remainder *r, const Poly *a, size_t fact, const Poly *cofactor) {
  if (!c->recorded) return true;
  if (!fmpz_mpoly_is_one(a, c->f->ctx)) {
    if (!poly_mul(c->f, r->multiplier, r->multiplier, a)) return false;
    for (size_t i = 0; i < r->cofactors.n; i++)
      if (!poly_mul(c->f, r->cofactors.at[i].p, r->cofactors.at[i].p, a)) return false;
  }
  Poly *sum = cofactor_of(c, r, fact);
  fmpz_mpoly_add(sum, sum, cofactor, c->f->ctx);
  return true;
}

// Does one step of division by a link, which removes the highest power of its generator.
static bool divide_once(Chain *c, Remainder *r, const Link *link, slong d) {
  const fmpz_mpoly_ctx_struct *ctx = c->f->ctx;
  Poly *a = copy_of(c, link->initial), *lead = coefficient(c, r->p, link->main, d),
       *part = poly_new(c->f);
  cancel(c, a, lead);
  if (d > link->degree) {
    fmpz_mpoly_gen(part, link->main, ctx);
    fmpz_mpoly_pow_ui(part, part, (ulong) (d - link->degree), ctx);
    if (!poly_mul(c->f, lead, lead, part)) return false;
  }
  if (!poly_mul(c->f, part, lead, link->p)) return false;
  if (!fmpz_mpoly_is_one(a, ctx) && !poly_mul(c->f, r->p, r->p, a)) return false;
  fmpz_mpoly_sub(r->p, r->p, part, ctx);
  r->steps++;
  return record(c, r, a, link->fact, lead);
}

bool chain_reduce(Chain *c, Remainder *r) {
  slong degrees[RATIONAL_FREE_GENERATORS];
  poly_degrees(c, r->p, degrees);
  for (size_t i = 0; i < c->links.n; i++) {
    const Link *link = &c->links.at[i];
    if (degrees[link->main] < link->degree) continue;
    while (r->p->length > 0 && degrees[link->main] >= link->degree) {
      if (!divide_once(c, r, link, degrees[link->main])) return false;
      degrees[link->main] =
        r->p->length > 0 ? fmpz_mpoly_degree_si(r->p, link->main, c->f->ctx) : 0;
    }
    poly_degrees(c, r->p, degrees);
  }
  return !c->failed;
}

// --- solving -------------------------------------------------------------------------------------

static size_t link_of(const Chain *c, slong main) {
  size_t i = 0;
  while (i < c->links.n && c->links.at[i].main != main) i++;
  return i;
}

// Is x needed, by way of links other than its own, for a polynomial with these degrees?
static bool depends_on(const Chain *c, const slong *degrees, slong x) {
  bool needed[RATIONAL_FREE_GENERATORS] = {false};
  for (size_t g = 0; g < c->f->n; g++) needed[g] = degrees[g] > 0;
  // a link comes before those whose mains it contains
  for (size_t i = 0; i < c->links.n; i++) {
    const Link *link = &c->links.at[i];
    if (link->main == x || !needed[link->main]) continue;
    if (link->uses[x]) return true;
    for (size_t g = 0; g < c->f->n; g++) needed[g] = needed[g] || link->uses[g];
  }
  return false;
}

// Can a polynomial with these degrees be solved for x, replacing the present link, if any?
static bool is_possible(const Chain *c, const slong *degrees, slong x) {
  const size_t taken = link_of(c, x);
  if (degrees[x] > DEGREE_MOST || depends_on(c, degrees, x)) return false;
  return taken == c->links.n || c->links.at[taken].degree > degrees[x];
}

// The rank of a solution for x; *initial is the coefficient of the highest power.
static int rank_of(Chain *c, const Poly *p, const slong *degrees, slong x, Poly **initial) {
  if (!is_possible(c, degrees, x)) return RANK_NONE;
  *initial = coefficient(c, p, x, degrees[x]);
  const bool unit = chain_is_unit(c, *initial);
  return degrees[x] == 1 ? (unit ? RANK_LINEAR : RANK_LINEAR_BY)
                         : (unit ? RANK_POWER : RANK_POWER_BY);
}

static bool is_better(const Chain *c, const Solution *a, const Solution *b) {
  if (a->rank != b->rank) return a->rank < b->rank;
  if (a->main < 0) return false;
  if (c->level[a->main] != c->level[b->main]) return c->level[a->main] > c->level[b->main];
  if (a->degree != b->degree) return a->degree < b->degree;
  return a->initial->length < b->initial->length;
}

static Solution best_solution(Chain *c, const Poly *p, unsigned char low, unsigned char high) {
  slong degrees[RATIONAL_FREE_GENERATORS];
  Solution best = {.main = -1, .rank = RANK_NONE};
  poly_degrees(c, p, degrees);
  for (size_t g = 0; g < c->f->n; g++) {
    if (degrees[g] == 0 || c->level[g] < low || c->level[g] >= high) continue;
    Solution way = {.main = (slong) g, .degree = degrees[g]};
    way.rank = rank_of(c, p, degrees, way.main, &way.initial);
    if (way.rank < RANK_NONE && is_better(c, &way, &best)) best = way;
  }
  return best;
}

// Reduces by new links; finds another solution if the previous one is no longer valid.
static void renew(Chain *c, Pending *p, unsigned char low, unsigned char high) {
  slong degrees[RATIONAL_FREE_GENERATORS];
  const bool first = p->version == 0;
  const size_t steps = p->r.steps;
  if (!chain_reduce(c, &p->r)) c->failed = true;
  p->version = c->version;
  if (c->failed) return;
  poly_degrees(c, p->r.p, degrees);
  if (first || p->r.steps != steps || p->best.main < 0 || !is_possible(c, degrees, p->best.main))
    p->best = best_solution(c, p->r.p, low, high);
}

static void drop_pending(Chain *c, size_t i) {
  for (; i + 1 < c->pending.n; i++) c->pending.at[i] = c->pending.at[i + 1];
  c->pending.n--;
}

const Pending *chain_next(Chain *c, unsigned char low, unsigned char high, bool *empty) {
  Pending *next = NULL;
  *empty = false;
  for (size_t i = 0; i < c->pending.n;) {
    Pending *p = &c->pending.at[i];
    if (p->version != c->version) renew(c, p, low, high);
    if (c->failed) return NULL;
    if (p->r.p->length == 0) {
      // facts used to derive others are not implied by them
      if (c->facts.at[p->source].linked) c->failed = true;
      drop_pending(c, i);
      continue;
    }
    *empty = *empty || (p->best.main < 0 && chain_is_unit(c, p->r.p));
    i++;
  }
  for (size_t i = 0; i < c->pending.n; i++) {
    Pending *p = &c->pending.at[i];
    if (p->best.main < 0) continue;
    if (next == NULL || is_better(c, &p->best, &next->best) ||
        (!is_better(c, &next->best, &p->best) && p->r.p->length < next->r.p->length))
      next = p;
  }
  return next;
}

// Puts the links in the order of reduction.
static void sort_links(Chain *c) {
  for (size_t i = 0; i < c->links.n; i++) {
    // the first remaining link whose main no other remaining link contains
    size_t k = i;
    for (; k < c->links.n; k++) {
      bool contained = false;
      for (size_t j = i; j < c->links.n; j++)
        contained = contained || (j != k && c->links.at[j].uses[c->links.at[k].main]);
      if (!contained) break;
    }
    if (k == c->links.n) {
      c->failed = true;
      return;
    }
    const Link first = c->links.at[k];
    for (; k > i; k--) c->links.at[k] = c->links.at[k - 1];
    c->links.at[i] = first;
  }
}

static void put_link(Chain *c, size_t fact, const Solution *way) {
  Link link = {.fact = fact,
               .p = c->facts.at[fact].p,
               .initial = way->initial,
               .main = way->main,
               .degree = way->degree};
  slong degrees[RATIONAL_FREE_GENERATORS];
  poly_degrees(c, link.p, degrees);
  for (size_t g = 0; g < c->f->n; g++) link.uses[g] = degrees[g] > 0;
  array_push(c->f->arena, &c->links, link);
  sort_links(c);
  c->version++;
}

// Turns the link that was solved for the same generator back into an equation.
static void unlink_main(Chain *c, slong main) {
  const size_t i = link_of(c, main);
  if (i == c->links.n) return;
  chain_add_fact(c, c->links.at[i].fact);
  for (size_t k = i; k + 1 < c->links.n; k++) c->links.at[k] = c->links.at[k + 1];
  c->links.n--;
}

// The common factor of all coefficients of the unknowns, if there are unknowns; otherwise the number and the constants
// common to all terms. NULL for 1.
static Poly *common_factor(Chain *c, const Poly *p, bool unknowns) {
  const fmpz_mpoly_ctx_struct *ctx = c->f->ctx;
  Poly *common = poly_new(c->f);
  slong degrees[RATIONAL_FREE_GENERATORS], vars[RATIONAL_FREE_GENERATORS], n = 0;
  if (unknowns && p->length <= CONTENT_TERMS) {
    poly_degrees(c, p, degrees);
    for (size_t g = 0; g < c->f->n; g++)
      if (degrees[g] > 0 && c->level[g] >= CHAIN_UNKNOWN) vars[n++] = (slong) g;
    if (!fmpz_mpoly_content_vars(common, p, vars, n, ctx)) fmpz_mpoly_one(common, ctx);
  } else {
    fmpz_mpoly_term_content(common, p, ctx);
    poly_degrees(c, common, degrees);
    for (size_t g = 0; g < c->f->n; g++)
      if (degrees[g] > 0 && c->level[g] != CHAIN_CONSTANT) return NULL;
  }
  return fmpz_mpoly_is_one(common, ctx) ? NULL : common;
}

static void put_divisor(Chain *c, const Poly *p) {
  array_push(c->f->arena, &c->divisors, p);
  if (c->recorded) array_push(c->f->arena, &c->divided, p);
}

// Makes the pending polynomial a fact of its own, without its common factor.
static size_t settle(Chain *c, const Pending *next) {
  const bool unknowns = next->best.main >= 0 && c->level[next->best.main] >= CHAIN_UNKNOWN;
  Poly *content = common_factor(c, next->r.p, unknowns);
  Poly *p = next->r.p;
  if (content == NULL && fmpz_mpoly_equal(p, c->facts.at[next->source].p, c->f->ctx))
    return next->source;
  if (content != NULL) {
    p = poly_new(c->f);
    if (!fmpz_mpoly_divides(p, next->r.p, content, c->f->ctx)) c->failed = true;
    if (unknowns) put_divisor(c, content);
    if (!fmpz_mpoly_divides(next->best.initial, next->best.initial, content, c->f->ctx))
      c->failed = true;
  }
  array_push(c->f->arena, &c->facts,
             ((Fact){.p = p, .source = next->source, .content = content, .how = next->r}));
  return c->facts.n - 1;
}

void chain_drop(Chain *c, const Pending *next) {
  if (c->facts.at[next->source].linked) c->failed = true;
  drop_pending(c, (size_t) (next - c->pending.at));
}

void chain_link(Chain *c, const Pending *next) {
  const size_t fact = settle(c, next), source = next->source;
  const Solution way = next->best;
  drop_pending(c, (size_t) (next - c->pending.at));
  c->facts.at[fact].linked = c->facts.at[source].linked = true;
  put_divisor(c, way.initial);
  unlink_main(c, way.main);
  put_link(c, fact, &way);
}

// --- the whole -----------------------------------------------------------------------------------

Chain *chain_make(Rationals *f, const unsigned char *level, bool recorded) {
  Chain *c = ARENA_NEW(f->arena, Chain);
  c->f = f;
  c->level = level;
  c->recorded = recorded;
  c->version = 1;
  return c;
}

void chain_add_fact(Chain *c, size_t fact) {
  array_push(c->f->arena, &c->pending,
             ((Pending){.source = fact, .r = chain_remainder(c, c->facts.at[fact].p)}));
}

void chain_add_poly(Chain *c, const Poly *p, const char *name) {
  array_push(c->f->arena, &c->facts, ((Fact){.p = p, .name = name}));
  chain_add_fact(c, c->facts.n - 1);
}

static const char *relation_name(Chain *c, size_t g) {
  return text_format(c->f->arena, "r%zu", g);
}

#define COPY_ARRAY(arena, array)                                                   \
  do {                                                                             \
    void *at = arena_take_array((arena), (array)->n + 1, sizeof *(array)->at);     \
    if ((array)->n > 0) memcpy(at, (array)->at, (array)->n * sizeof *(array)->at); \
    (array)->at = at;                                                              \
    (array)->room = (array)->n + 1;                                                \
  } while (0)

Chain *chain_copy(const Chain *from) {
  Chain *c = ARENA_NEW(from->f->arena, Chain);
  *c = *from;
  COPY_ARRAY(c->f->arena, &c->facts);
  COPY_ARRAY(c->f->arena, &c->links);
  COPY_ARRAY(c->f->arena, &c->domain);
  COPY_ARRAY(c->f->arena, &c->divisors);
  COPY_ARRAY(c->f->arena, &c->divided);
  COPY_ARRAY(c->f->arena, &c->pending);
  for (size_t i = 0; i < c->pending.n; i++) {
    Remainder *r = &c->pending.at[i].r;
    r->p = copy_of(c, r->p);
    if (r->multiplier != NULL) r->multiplier = copy_of(c, r->multiplier);
    COPY_ARRAY(c->f->arena, &r->cofactors);
    for (size_t k = 0; k < r->cofactors.n; k++)
      r->cofactors.at[k].p = copy_of(c, r->cofactors.at[k].p);
  }
  return c;
}

// Adds a relation between constants, r^n - u or s^2 + c^2 - 1, as a link from the beginning.
static void add_constant_relation(Chain *c, size_t g, const Rational *relation) {
  Solution way = {.main = (slong) g};
  const Poly *p = &relation->num;
  way.degree = fmpz_mpoly_degree_si(p, way.main, c->f->ctx);
  way.initial = coefficient(c, p, way.main, way.degree);
  array_push(c->f->arena, &c->facts, ((Fact){.p = p, .name = relation_name(c, g)}));
  put_link(c, c->facts.n - 1, &way);
}

Chain *chain_create(Rationals *f, const unsigned char *level, bool recorded) {
  Chain *c = chain_make(f, level, recorded);
  for (size_t g = 0; g < f->n; g++) {
    const Rational *relation = rationals_relation(f, g);
    if (relation == NULL) continue;
    if (level[g] < CHAIN_STATE)
      add_constant_relation(c, g, relation);
    else
      chain_add(c, relation, relation_name(c, g));
  }
  return c;
}

static bool is_different(Chain *c, const Poly *p) {
  return chain_is_unit(c, p) || chain_is_regular(c, p);
}

// States that e has a value at the states in question: its divisors do not vanish there.
static void add_divisors(Chain *c, const Rational *e) {
  if (e == NULL)
    c->failed = true;
  else
    chain_put_domain(c, &e->den);
}

void chain_add(Chain *c, const Rational *e, const char *name) {
  // for a function of the state: is it defined at almost all states?
  if (e != NULL && c->closed && !is_different(c, &e->den)) c->failed = true;
  add_divisors(c, e);
  if (c->failed || e->num.length == 0) return;
  chain_add_poly(c, &e->num, name);
}

// Links all equations that can be solved, up to this rank; returns false if that takes too much or fails.
static bool link_state(Chain *c, int rank) {
  bool empty = false;
  while (!c->failed && !empty) {
    const Pending *next = chain_next(c, CHAIN_STATE, CHAIN_UNKNOWN, &empty);
    if (next == NULL || next->best.rank > rank) break;
    chain_link(c, next);
  }
  return !c->failed && !empty;
}

// Completes the base: the remainder of each equation becomes a fact.
static void found(Chain *c) {
  c->divisors.n = 0;
  c->base_links = c->links.n;
  for (size_t i = 0; i < c->links.n; i++) c->links.at[i].is_base = true;
  for (size_t i = 0; i < c->pending.n; i++) {
    Pending *p = &c->pending.at[i];
    p->source = settle(c, p);
    p->r = chain_remainder(c, c->facts.at[p->source].p);
    p->version = 0;
    c->facts.at[p->source].core = true;
  }
  c->base_facts = c->facts.n;
}

bool chain_close_state(Chain *c, size_t positions, Chains *cases) {
  bool good = link_state(c, RANK_LINEAR);
  if (good) found(c);
  good = good && link_state(c, RANK_NONE) && c->pending.n == 0 && chain_cover(c, positions, cases);
  if (!good) c->failed = true;
  return good;
}

// Checks that the divisors do not vanish: dividing by something not known to be nonzero must be justified.
static bool divisors_are_regular(Chain *c) {
  for (size_t i = 0; i < c->divisors.n; i++)
    if (!is_different(c, c->divisors.at[i])) return false;
  c->divisors.n = 0;
  return true;
}

bool chain_close_unknowns(Chain *c, bool simple) {
  bool empty = false;
  while (!c->failed && !empty) {
    const Pending *next = chain_next(c, CHAIN_UNKNOWN, UCHAR_MAX, &empty);
    if (next == NULL) break;
    if (next->best.degree > 1) c->failed = true;
    if (simple && next->best.rank != RANK_LINEAR) return divisors_are_regular(c);
    chain_link(c, next);
  }
  if (empty || c->pending.n > 0 || !divisors_are_regular(c)) c->failed = true;
  return !c->failed;
}

bool chain_differs(Chain *c, const Rational *e) {
  return e != NULL && !c->failed && is_different(c, &e->num) && is_different(c, &e->den);
}

Truth chain_vanishes(Chain *c, const Rational *e, const ChainProof **proof) {
  if (e == NULL || c->failed || !c->closed) return TRUTH_UNKNOWN;
  ChainProof *made = ARENA_NEW(c->f->arena, ChainProof);
  made->how = chain_remainder(c, &e->num);
  if (!chain_reduce(c, &made->how) || made->how.p->length > 0) return TRUTH_UNKNOWN;
  if (!is_different(c, &e->den)) return TRUTH_UNKNOWN;
  if (proof != NULL) *proof = made;
  return TRUTH_YES;
}
