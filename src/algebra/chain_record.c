// algebra/chain_record.c: the steps of a chain as text, for independent checks.
//
// Out:   polynomials as sums of products of names, with ^ for powers

#include "algebra/chain_impl.h"

static void clear_text(void *text) {
  flint_free(*(char **) text);
}

static const char *poly_text(const Rationals *f, const Poly *p, const char **names, Arena *arena) {
  char **text = ARENA_NEW(arena, char *);
  arena_defer(arena, clear_text, text);
  *text = fmpz_mpoly_get_str_pretty(p, names, f->ctx);
  return *text;
}

const char *rational_text(const Rationals *f, const Rational *a, bool numerator, const char **names,
                          Arena *arena) {
  return poly_text(f, numerator ? &a->num : &a->den, names, arena);
}

static ChainSum sum_of(const Rationals *f, const Remainder *how, const char **names, Arena *arena) {
  ChainTerm *terms = ARENA_ARRAY(arena, ChainTerm, how->cofactors.n + 1);
  size_t n = 0;
  for (size_t i = 0; i < how->cofactors.n; i++) {
    const Cofactor *c = &how->cofactors.at[i];
    if (c->p->length > 0) terms[n++] = (ChainTerm){c->fact, poly_text(f, c->p, names, arena)};
  }
  return (ChainSum){poly_text(f, how->multiplier, names, arena), terms, n};
}

size_t chain_facts(const Chain *c) {
  return c->facts.n;
}

static const char *solved_for(const Chain *c, size_t fact, const char **names) {
  for (size_t i = 0; i < c->links.n; i++)
    if (c->links.at[i].fact == fact) return names[c->links.at[i].main];
  return NULL;
}

ChainFact chain_fact(const Chain *c, size_t i, const char **names, Arena *arena) {
  const Fact *fact = &c->facts.at[i];
  ChainFact text = {.name = fact->name,
                    .poly = poly_text(c->f, fact->p, names, arena),
                    .solved_for = solved_for(c, i, names),
                    .source = fact->source};
  if (fact->name != NULL) return text;
  text.content = fact->content == NULL ? "1" : poly_text(c->f, fact->content, names, arena);
  text.how = sum_of(c->f, &fact->how, names, arena);
  return text;
}

ChainSum chain_proof_sum(const Chain *c, const ChainProof *proof, const char **names,
                         Arena *arena) {
  return sum_of(c->f, &proof->how, names, arena);
}

void chain_mark(const Chain *c, const ChainProof *proof, bool *marked) {
  for (size_t i = 0; i < proof->how.cofactors.n; i++)
    if (proof->how.cofactors.at[i].p->length > 0) marked[proof->how.cofactors.at[i].fact] = true;
  // a fact rests on earlier ones
  for (size_t i = c->facts.n; i-- > 0;) {
    const Fact *fact = &c->facts.at[i];
    if (!marked[i] || fact->name != NULL) continue;
    marked[fact->source] = true;
    for (size_t k = 0; k < fact->how.cofactors.n; k++)
      if (fact->how.cofactors.at[k].p->length > 0) marked[fact->how.cofactors.at[k].fact] = true;
  }
}

ChainTexts chain_divisors(const Chain *c, const char **names, Arena *arena) {
  ChainTexts list = {ARENA_ARRAY(arena, const char *, c->divided.n + 1), 0};
  for (size_t i = 0; i < c->divided.n; i++)
    if (!fmpz_mpoly_is_fmpz(c->divided.at[i], c->f->ctx))
      list.at[list.n++] = poly_text(c->f, c->divided.at[i], names, arena);
  return list;
}
