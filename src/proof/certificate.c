// proof/certificate.c: proofs by algebra written down.
//
// In:    an Algebra that was recorded
// Out:   its symbols, equations and steps as text

#include "proof/certificate.h"
#include "print/print.h"
#include "proof/algebra_impl.h"
#include <ctype.h>
#include <string.h>

typedef struct {
  const Algebra *a;
  ExprPool *pool;
  Arena *arena;
  Certificate *out;
  Names taken;
  Abbreviations short_names;  // symbol -> symbol with its name in the certificate
  const char **names;         // of generators
} Writer;

// --- names ---------------------------------------------------------------------------------------

// letters, digits and underscores; x' becomes x_d
static const char *identifier(Writer *w, const char *text) {
  Text name = text_make(w->arena);
  for (const char *c = text; *c != '\0'; c++) {
    if (isalnum((unsigned char) *c) || *c == '_')
      text_addf(&name, "%c", *c);
    else if (*c == '\'')
      text_add(&name, c > text && c[-1] == '\'' ? "d" : "_d");
    else if (*c == '(' || *c == '.' || *c == '[')
      text_add(&name, "_");
  }
  uint32_t ignored;
  while (names_get(&w->taken, str(text_get(&name)), &ignored)) text_add(&name, "_");
  const char *result = text_get(&name);
  names_put(w->arena, &w->taken, str(result), 0);
  return result;
}

// The name of a symbol in formulas.
static const char *symbol_name(Writer *w, Expr symbol) {
  uint32_t id;
  if (memo_get(&w->short_names, symbol.id, &id)) return expr_symbol_name(w->pool, (Expr){id});
  const char *name = identifier(w, expr_symbol_name(w->pool, symbol));
  const Expr other = expr_symbol(w->pool, str(name), SYMBOL_CONSTANT);
  memo_put(w->arena, &w->short_names, symbol.id, other.id);
  return name;
}

static const char *formula(Writer *w, Expr e) {
  Text text = text_make(w->arena);
  const ExprList symbols = expr_symbols(w->pool, &e, 1, w->arena);
  for (size_t i = 0; i < symbols.n; i++) (void) symbol_name(w, symbols.at[i]);
  if (expr_kind(w->pool, e) == EXPR_SYMBOL) return symbol_name(w, e);
  (void) print_expr(w->pool, e, FORMAT_TEXT, &w->short_names, &text);
  return text_get(&text);
}

// --- symbols and generators ----------------------------------------------------------------------

// base^(1/n) gives base and n
static bool is_root_of(const Writer *w, Expr e, Expr *base, long *n) {
  long num;
  if (expr_kind(w->pool, e) != EXPR_PRODUCT || expr_count(w->pool, e) != 1) return false;
  const ExprTerm factor = expr_operand(w->pool, e, 0);
  *base = factor.e;
  return ratio_get(w->pool, factor.c, &num, n) && num == 1 && *n > 1;
}

static CertifiedGenerator generator(Writer *w, size_t g) {
  const Expr e = rationals_generator(w->a->field, g);
  CertifiedGenerator made = {.kind = "symbol"};
  Expr base;
  if (expr_kind(w->pool, e) == EXPR_SYMBOL) {
    made.name = symbol_name(w, e);
  } else if (is_root_of(w, e, &base, &made.index)) {
    made.kind = "root";
    made.of[made.n++] = formula(w, base);
  } else {
    made.kind = function_name(expr_function(w->pool, e));
    for (; made.n < expr_count(w->pool, e) && made.n < 2; made.n++)
      made.of[made.n] = formula(w, expr_operand(w->pool, e, made.n).e);
  }
  if (made.name == NULL) made.name = identifier(w, text_format(w->arena, "%s%zu", made.kind, g));
  return made;
}

// The symbol as a polynomial: itself, or a power of the root that stands for it.
static const char *symbol_poly(Writer *w, Expr symbol) {
  for (size_t g = 0; g < rationals_generators(w->a->field); g++) {
    const Expr e = rationals_generator(w->a->field, g);
    Expr base;
    long n;
    if (expr_same(e, symbol)) return w->names[g];
    if (is_root_of(w, e, &base, &n) && expr_same(base, symbol))
      return text_format(w->arena, "%s^%ld", w->names[g], n);
  }
  return "";
}

static void put_generators(Writer *w) {
  const size_t n = rationals_generators(w->a->field);
  w->names = ARENA_ARRAY(w->arena, const char *, n + 1);
  w->names[n] = "none";  // if the field has no generators
  for (size_t g = 0; g < n; g++) {
    const CertifiedGenerator made = generator(w, g);
    w->names[g] = made.name;
    array_push(w->arena, &w->out->system.generators, made);
  }
}

// Writes the symbols that have a name by now; a rate may name further ones.
static void put_symbols(Writer *w) {
  ARRAY(Expr) open = {0};
  Memo seen = {0};
  for (size_t g = 0; g < rationals_generators(w->a->field); g++) {
    const Expr e = rationals_generator(w->a->field, g);
    const ExprList inside = expr_symbols(w->pool, &e, 1, w->arena);
    for (size_t i = 0; i < inside.n; i++) array_push(w->arena, &open, inside.at[i]);
  }
  for (size_t i = 0; i < open.n; i++) {
    const Expr symbol = open.at[i];
    uint32_t ignored;
    if (memo_get(&seen, symbol.id, &ignored)) continue;
    memo_put(w->arena, &seen, symbol.id, 0);
    const Expr rate = expr_rate(w->pool, symbol);
    if (expr_is_none(rate)) (void) expr_trouble(w->pool);
    const bool known =
      !expr_is_none(rate) && (expr_is_number(w->pool, rate) || *symbol_poly(w, rate) != '\0');
    const CertifiedSymbol made = {symbol_name(w, symbol), expr_symbol_name(w->pool, symbol),
                                  known ? formula(w, rate) : "", symbol_poly(w, symbol)};
    array_push(w->arena, &w->out->system.symbols, made);
  }
}

// --- equations, steps, proofs --------------------------------------------------------------------

static void put_equations(Writer *w, const Premises *list, const char *prefix) {
  Rationals *f = w->a->field;
  for (size_t i = 0; i < list->n; i++) {
    const Rational *r = rational_of(f, list->at[i].e);
    if (r == NULL) continue;
    const CertifiedEquation made = {text_format(w->arena, "%s%zu", prefix, i), list->at[i].name,
                                    formula(w, list->at[i].e),
                                    rational_text(f, r, true, w->names, w->arena),
                                    rational_text(f, r, false, w->names, w->arena)};
    array_push(w->arena, &w->out->system.equations, made);
  }
}

static void put_values(Writer *w) {
  for (size_t i = 0; i < w->a->from.n; i++) {
    const CertifiedEquation made = {.name = symbol_name(w, w->a->from.at[i]),
                                    .what = "a condition",
                                    .formula = formula(w, w->a->to.at[i])};
    array_push(w->arena, &w->out->system.values, made);
  }
}

static void put_zeros(Writer *w, const ZeroSums *zeros) {
  for (size_t i = 0; i < zeros->n; i++) {
    Text text = text_make(w->arena);
    for (size_t k = 0; k < zeros->at[i].n; k++) {
      const ExprTerm term = zeros->at[i].terms[k];
      text_addf(&text, "%s(%s)*(%s)", k > 0 ? " + " : "", formula(w, expr_number(w->pool, term.c)),
                formula(w, term.e));
    }
    array_push(w->arena, &w->out->system.zeros, text_get(&text));
  }
}

static const PieceProof *proof_of(const Algebra *a, size_t which, size_t piece) {
  return piece < CHAIN_CASES ? &a->proofs[which * CHAIN_CASES + piece] : NULL;
}

// Does the proof have this piece? Pieces are filled from the start; a question without a proof has none.
static bool has_piece(const Algebra *a, size_t which, size_t piece) {
  const PieceProof *proof = proof_of(a, which, piece);
  return proof != NULL && proof->how != NULL;
}

static size_t chain_number(Writer *w, const Chain *chain) {
  CertifiedSystem *s = &w->out->system;
  size_t i = 0;
  while (i < s->chains.n && s->chains.at[i].chain != chain) i++;
  if (i == s->chains.n)
    array_push(
      w->arena, &s->chains,
      ((CertifiedChain){.chain = chain, .divided = chain_divisors(chain, w->names, w->arena)}));
  return i;
}

static void put_proof(Writer *w, size_t which) {
  const Algebra *a = w->a;
  const Question *q = &a->questions[which];
  CertifiedProof made = {
    .which = which,
    .left = formula(w, q->left),
    .right = q->conserved ? "" : formula(w, q->right),
    .numerator = rational_text(a->field, a->difference[which], true, w->names, w->arena),
    .denominator = rational_text(a->field, a->difference[which], false, w->names, w->arena),
    .conserved = q->conserved};
  for (size_t piece = 0; has_piece(a, which, piece); piece++) {
    const PieceProof *proof = proof_of(a, which, piece);
    const CertifiedIdentity identity = {
      chain_number(w, proof->chain), chain_proof_sum(proof->chain, proof->how, w->names, w->arena)};
    array_push(w->arena, &made.identities, identity);
  }
  array_push(w->arena, &w->out->proofs, made);
}

// The facts of the chain that proofs rest on.
static void put_facts(Writer *w, CertifiedChain *made) {
  const Algebra *a = w->a;
  const Chain *chain = made->chain;
  bool *marked = ARENA_ARRAY(w->arena, bool, chain_facts(chain) + 1);
  for (size_t i = 0; i < a->count; i++)
    for (size_t piece = 0; a->proved[i] && has_piece(a, i, piece); piece++)
      if (proof_of(a, i, piece)->chain == chain)
        chain_mark(chain, proof_of(a, i, piece)->how, marked);
  for (size_t i = 0; i < chain_facts(chain); i++) {
    if (!marked[i]) continue;
    const CertifiedFact fact = {i, chain_fact(chain, i, w->names, w->arena)};
    array_push(w->arena, &made->facts, fact);
  }
}

Certificate algebra_certificate(const Algebra *a, Arena *arena) {
  Certificate out = {0};
  Writer w = {.a = a, .pool = a->pool, .arena = arena, .out = &out};
  put_generators(&w);
  put_symbols(&w);
  put_values(&w);
  put_equations(&w, &a->state, "s");
  put_equations(&w, &a->values, "v");
  put_equations(&w, &a->unknowns, "m");
  put_zeros(&w, &a->eq->model->zeros);
  put_zeros(&w, &a->zeros);
  for (size_t i = 0; i < a->count; i++)
    if (a->proved[i]) put_proof(&w, i);
  for (size_t i = 0; i < out.system.chains.n; i++) put_facts(&w, &out.system.chains.at[i]);
  return out;
}
