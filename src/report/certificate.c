// report/certificate.c: proofs by algebra as JSON, see docs/guide/certificates.md.

#include "report/certificate.h"

static void put_symbols(const CertifiedSystem *s, Json *json) {
  json_begin(json, "symbols", '[');
  for (size_t i = 0; i < s->symbols.n; i++) {
    const CertifiedSymbol *symbol = &s->symbols.at[i];
    json_begin(json, NULL, '{');
    json_string(json, "name", symbol->name);
    json_string(json, "is", symbol->is);
    json_string(json, "rate", symbol->rate);
    json_string(json, "polynomial", symbol->poly);
    json_end(json, '}');
  }
  json_end(json, ']');
  json_begin(json, "generators", '[');
  for (size_t i = 0; i < s->generators.n; i++) {
    const CertifiedGenerator *g = &s->generators.at[i];
    json_begin(json, NULL, '{');
    json_string(json, "name", g->name);
    json_string(json, "kind", g->kind);
    if (g->n > 0) {
      json_begin(json, "of", '[');
      for (size_t k = 0; k < g->n; k++) json_string(json, NULL, g->of[k]);
      json_end(json, ']');
    }
    if (g->index > 0) json_number(json, "index", (double) g->index);
    json_end(json, '}');
  }
  json_end(json, ']');
}

static void put_equations(const CertifiedSystem *s, Json *json) {
  json_begin(json, "values", '[');
  for (size_t i = 0; i < s->values.n; i++) {
    json_begin(json, NULL, '{');
    json_string(json, "symbol", s->values.at[i].name);
    json_string(json, "value", s->values.at[i].formula);
    json_end(json, '}');
  }
  json_end(json, ']');
  json_begin(json, "zeros", '[');
  for (size_t i = 0; i < s->zeros.n; i++) json_string(json, NULL, s->zeros.at[i]);
  json_end(json, ']');
  json_begin(json, "equations", '[');
  for (size_t i = 0; i < s->equations.n; i++) {
    const CertifiedEquation *e = &s->equations.at[i];
    json_begin(json, NULL, '{');
    json_string(json, "name", e->name);
    json_string(json, "what", e->what);
    json_string(json, "formula", e->formula);
    json_string(json, "numerator", e->numerator);
    json_string(json, "denominator", e->denominator);
    json_end(json, '}');
  }
  json_end(json, ']');
}

static void put_sum(const ChainSum *sum, Json *json) {
  json_string(json, "multiplier", sum->multiplier);
  json_begin(json, "terms", '[');
  for (size_t i = 0; i < sum->n; i++) {
    json_begin(json, NULL, '{');
    json_number(json, "fact", (double) sum->terms[i].fact);
    json_string(json, "cofactor", sum->terms[i].cofactor);
    json_end(json, '}');
  }
  json_end(json, ']');
}

static void put_chain(const CertifiedChain *c, Json *json) {
  json_begin(json, NULL, '{');
  json_begin(json, "facts", '[');
  for (size_t i = 0; i < c->facts.n; i++) {
    const ChainFact *fact = &c->facts.at[i].fact;
    json_begin(json, NULL, '{');
    json_number(json, "fact", (double) c->facts.at[i].id);
    json_string(json, "polynomial", fact->poly);
    if (fact->solved_for != NULL) json_string(json, "solved_for", fact->solved_for);
    if (fact->name != NULL) {
      json_string(json, "equation", fact->name);
    } else {
      json_string(json, "content", fact->content);
      json_number(json, "source", (double) fact->source);
      put_sum(&fact->how, json);
    }
    json_end(json, '}');
  }
  json_end(json, ']');
  json_begin(json, "divided_by", '[');
  for (size_t i = 0; i < c->divided.n; i++) json_string(json, NULL, c->divided.at[i]);
  json_end(json, ']');
  json_end(json, '}');
}

static void put_proof(const CertifiedProof *proof, const char *title, Json *json) {
  json_begin(json, NULL, '{');
  json_string(json, "claim", title);
  json_string(json, proof->conserved ? "conserved" : "left", proof->left);
  if (!proof->conserved) json_string(json, "right", proof->right);
  json_string(json, "numerator", proof->numerator);
  json_string(json, "denominator", proof->denominator);
  json_begin(json, "identities", '[');
  for (size_t i = 0; i < proof->identities.n; i++) {
    json_begin(json, NULL, '{');
    json_number(json, "chain", (double) proof->identities.at[i].chain);
    put_sum(&proof->identities.at[i].sum, json);
    json_end(json, '}');
  }
  json_end(json, ']');
  json_end(json, '}');
}

void certificate_json(const Certificate *c, const char *const *titles, Json *json) {
  json_begin(json, NULL, '{');
  put_symbols(&c->system, json);
  put_equations(&c->system, json);
  json_begin(json, "chains", '[');
  for (size_t i = 0; i < c->system.chains.n; i++) put_chain(&c->system.chains.at[i], json);
  json_end(json, ']');
  json_begin(json, "proofs", '[');
  for (size_t i = 0; i < c->proofs.n; i++)
    put_proof(&c->proofs.at[i], titles[c->proofs.at[i].which], json);
  json_end(json, ']');
  json_end(json, '}');
}
