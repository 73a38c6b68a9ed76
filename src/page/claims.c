// page/claims.c: published formulas in a page, and whether they are correct.

#include "page/html.h"
#include "page/page_impl.h"

static const char *const symbols[] = {[VERDICT_PROVED] = "✓",
                                      [VERDICT_VERIFIED] = "✓",
                                      [VERDICT_REFUTED] = "✗",
                                      [VERDICT_UNKNOWN] = "?"};

// Returns the outcome of a claim, for its colour: a denial passes if the formula is refuted.
static const char *outcome(const Claim *claim, Judgement j) {
  if (claim_passes(claim, j)) return j.verdict == VERDICT_VERIFIED ? "fair" : "good";
  return j.verdict == VERDICT_UNKNOWN ? "open" : "bad";
}

// Returns the formula of a claim, or NULL if it is not a formula.
static const char *claim_formula(const Listing *l, const Claim *claim) {
  if (claim->kind == CLAIM_EQUATION)
    return text_format(l->arena, "%s<mo>=</mo>%s", listing_as_given(l, claim->left),
                       listing_as_given(l, claim->right));
  return claim->kind == CLAIM_CONSERVED ? listing_as_given(l, claim->left) : NULL;
}

static void add_verdict(const Claim *claim, Judgement j, Text *out) {
  html_add(out, "<td><span class=\"verdict %s\"><span aria-hidden=\"true\">%s</span> %s</span>",
           outcome(claim, j), claim->deny && claim_passes(claim, j) ? "✓" : symbols[j.verdict],
           verdict_name(j.verdict));
  if (claim->deny) html_add(out, " <span class=\"note\">as denied</span>");
  html_add(out, "</td>");
}

static void add_claim(const PageContent *content, const Listing *listing, size_t i, Text *out) {
  const Claim *claim = &content->model->claims.at[i];
  const Judgement j = content->check->judgement[i];
  const char *formula = claim_formula(listing, claim);
  // only lines of the first text have ids
  const bool first = content->n_sources > 0 && claim->span.source == content->sources[0];
  const size_t line = first ? check_claim_line(claim) : 0;
  html_add(out, "<tr>");
  add_verdict(claim, j, out);
  html_add(out, "<td><div class=\"label\">%s</div>", check_claim_title(content->check, claim));
  if (formula != NULL) {
    html_add(out, "<div class=\"scroll\">");
    page_add_lines(formula, out);
    html_add(out, "</div>");
  }
  if (claim->kind == CLAIM_CONSERVED) html_add(out, "<div class=\"note\">is conserved</div>");
  html_add(out, "<div class=\"note\">%s</div></td><td>", j.detail);
  if (line > 0) html_add(out, "<a href=\"#line-%z\">line %z</a>", line, line);
  html_add(out, "</td></tr>\n");
}

#define LIST_SHOWN 50

static void add_list(const char *class, const char *title, const char *const *at, size_t n,
                     Text *out) {
  if (n == 0) return;
  html_add(out, "<div class=\"box %s\"><h3>%s</h3><ul>", class, title);
  for (size_t i = 0; i < n && i < LIST_SHOWN; i++) html_add(out, "<li>%s</li>", at[i]);
  html_add(out, "</ul>");
  page_add_more(n, LIST_SHOWN, "dalembert check MODEL", out);
  html_add(out, "</div>\n");
}

void page_add_claims(const PageContent *content, Text *out) {
  const CheckReport *check = content->check;
  const Listing listing = {
    .eq = content->eq, .arena = out->arena, .format = FORMAT_MATHML, .most = PAGE_MOST};
  if (content->model->claims.n > 0) html_add(out, "<p>%s.</p>\n", check_summary_line(check));
  html_add(out, "<p>The accelerations were derived by several methods and compared exactly: %s.</p>\n",
           check_methods_line(check));
  if (check->pieces.n > 0)
    html_add(out, "<p>Pieces of the constraint set: %s.</p>\n", check_pieces_line(check));
  add_list("bad", "The model is not sound", check->problems.at, check->problems.n, out);
  add_list("open", "Warnings", check->warnings.at, check->warnings.n, out);
  if (content->model->claims.n == 0) return;
  html_add(out, "<table class=\"claims\"><thead><tr><th scope=\"col\">Verdict</th>"
                "<th scope=\"col\">Claim</th><th scope=\"col\">Place</th></tr></thead><tbody>\n");
  const size_t claims = content->model->claims.n;
  for (size_t i = 0; i < claims && i < PAGE_CLAIMS; i++) add_claim(content, &listing, i, out);
  html_add(out, "</tbody></table>\n");
  page_add_more(claims, PAGE_CLAIMS, "dalembert check MODEL", out);
}
