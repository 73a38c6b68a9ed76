// page/page.c: the HTML page, section by section.
//
// One self-contained file, with style and script inside. The Content-Security-Policy names the
// script by its hash, so that no other can run in the page; html_add escapes all texts.

#include "base/embedded.h"
#include "language/units.h"
#include "page/animation.h"
#include "page/html.h"
#include "page/page_impl.h"
#include <string.h>

// --- what is shown -------------------------------------------------------------------------------

PageListings page_listings(const PageContent *content, Arena *arena) {
  PageListings p;
  listing_make(content->eq, FORMAT_MATHML, FORM_AUTO, false, content->forms, arena, &p.motion);
  p.motion.most = PAGE_MOST;
  p.motion.room = PAGE_ROOM;
  p.steps = p.motion_latex = p.steps_latex = p.motion;
  p.motion_latex.format = p.steps_latex.format = FORMAT_LATEX;
  listing_add_motion(&p.motion);
  listing_add_motion(&p.motion_latex);
  listing_add_steps(&p.steps);
  listing_add_steps(&p.steps_latex);
  return p;
}

void page_equations(Equations *eq, EquationForm form, const SolvedForms *forms, Text *out) {
  Listing mathml;
  listing_make(eq, FORMAT_MATHML, form, false, forms, out->arena, &mathml);
  mathml.most = PAGE_MOST;
  Listing latex = mathml;
  latex.format = FORMAT_LATEX;
  Listing *const both[] = {&mathml, &latex};
  for (size_t i = 0; i < 2; i++) {
    listing_add_steps(both[i]);
    listing_add_motion(both[i]);
  }
  page_add_blocks(&mathml, &latex, out);
}

const char *page_parameter_value(const PageContent *content, const Parameter *p, Format format,
                                 Arena *arena) {
  ExprPool *pool = content->model->pool;
  if (expr_is_none(p->value)) return NULL;
  Text text = text_make(arena);
  if (expr_is_number(pool, p->value)) {
    if (format == FORMAT_MATHML) text_add(&text, "<mn>");
    text_add_double(&text, ratio_double(pool, expr_ratio_of(pool, p->value)));
    if (format == FORMAT_MATHML) text_add(&text, "</mn>");
  } else {
    print_expr(pool, p->value, format, NULL, &text);
  }
  return text_get(&text);
}

void page_add_more(size_t n, size_t shown, const char *command, Text *out) {
  if (n <= shown) return;
  html_add(out, "<p class=\"note\">… and %z more", n - shown);
  if (command != NULL) html_add(out, ": <code>%s</code>", command);
  html_add(out, "</p>\n");
}

const char *page_parameter_unit(const PageContent *content, const Parameter *p) {
  const char *unit;
  language_units_of(content->model, &p->symbol, 1, &unit);
  return unit != NULL && strcmp(unit, "1") != 0 ? unit : NULL;
}

// --- sections ------------------------------------------------------------------------------------

typedef struct {
  const PageContent *content;
  PageListings listings;
} Page;

static void add_name(const char *name, Text *out) {
  Text math = text_make(out->arena);
  name_print(str(name), 0, FORMAT_MATHML, &math);
  page_add_math(text_get(&math), out);
}

// Appends a table of the parameters: letters in formulas, names in the text, values.
static void add_parameters(const PageContent *content, Text *out) {
  const Model *m = content->model;
  if (m->parameters.n == 0) return;
  html_add(out,
           "<div class=\"scroll\"><table class=\"values\"><caption>Parameters</caption><thead><tr>"
           "<th scope=\"col\">Symbol</th><th scope=\"col\">Name</th>"
           "<th scope=\"col\">Value</th></tr></thead><tbody>\n");
  for (size_t i = 0; i < m->parameters.n && i < PAGE_PARAMETERS; i++) {
    const Parameter *p = &m->parameters.at[i];
    const char *value = page_parameter_value(content, p, FORMAT_MATHML, out->arena);
    html_add(out, "<tr><td>");
    add_name(p->name, out);
    html_add(out, "</td><td><code>%s</code></td><td>", p->name);
    if (value != NULL)
      page_add_math(value, out);
    else
      html_add(out, "not given");
    const char *unit = page_parameter_unit(content, p);
    if (unit != NULL) html_add(out, value != NULL ? " %s" : ", in %s", unit);
    html_add(out, "</td></tr>\n");
  }
  html_add(out, "</tbody></table></div>\n");
  page_add_more(m->parameters.n, PAGE_PARAMETERS, NULL, out);
}

static void add_model(const Page *page, Text *out) {
  page_add_text(page->content, out);
  add_parameters(page->content, out);
}

static void add_equations(const Page *page, Text *out) {
  page_add_blocks(&page->listings.motion, &page->listings.motion_latex, out);
}

static void add_fact(const char *name, const char *value, Text *out) {
  html_add(out, "<div><dt>%s</dt><dd>%s</dd></div>\n", name, value);
}

static void add_run(const PageRun *run, Text *out) {
  Arena *arena = out->arena;
  html_add(out, "<dl class=\"facts\">\n");
  add_fact("Run",
           text_format(arena, "%s = %g to %g: %s", run->variable, run->from, run->to, run->end),
           out);
  add_fact("Integrator",
           text_format(arena, "%s, %zu steps, tolerances %g relative, %g absolute", run->integrator,
                       run->steps, run->rtol, run->atol),
           out);
  add_fact("Energy at the start", text_format(arena, "%.10g", run->energy), out);
  add_fact(run->kind == ENERGY_CONSTANT ? "Energy drift" : "Energy changed by at most",
           text_format(arena, run->kind == ENERGY_WORK ? "%.3g (forces do work)" : "%.2g",
                       run->energy_drift),
           out);
  if (run->lost != 0) add_fact("Energy lost at events", text_format(arena, "%.6g", run->lost), out);
  if (run->constrained)
    add_fact("Largest constraint error", text_format(arena, "%.2g", run->constraint_error), out);
  html_add(out, "</dl>\n");
}

// Appends animation and figures; they are made elsewhere and come as markup with the content.
static void add_motion(const Page *page, Text *out) {
  const PageContent *content = page->content;
  if (content->remark != NULL) html_add(out, "<p class=\"box open\">%s</p>\n", content->remark);
  if (content->animation != NULL) html_add(out, "%m", content->animation);
  if (content->live != NULL) live_html(out, content->live);
  if (content->plots != NULL) {
    Plots plots = *content->plots;
    plots.fallback = content->figures;
    plots_html(out, &plots);
  } else if (content->figures != NULL) {
    html_add(out, "%m", content->figures);
  }
  if (content->no_figures != NULL)
    html_add(out,
             content->plots != NULL
               ? "<noscript><p class=\"box open\">Figures are missing: %s</p></noscript>\n"
               : "<p class=\"box open\">Figures are missing: %s</p>\n",
             content->no_figures);
  if (content->run != NULL) add_run(content->run, out);
  page_add_events(content, out);
}

static void add_claims(const Page *page, Text *out) {
  page_add_claims(page->content, out);
}

static void add_analysis(const Page *page, Text *out) {
  page_add_analysis(page->content->analysis, out);
}

static void add_derivation(const Page *page, Text *out) {
  html_add(out,
           "<p>%s, step by step. In brackets: the source and the number of its equation.</p>\n",
           page->content->eq->method->title);
  page_add_blocks(&page->listings.steps, &page->listings.steps_latex, out);
  page_add_sources(page->content->eq, out);
}

static bool always(const PageContent *content) {
  (void) content;
  return true;
}

static bool has_claims(const PageContent *content) {
  return content->model->claims.n > 0;
}

static bool no_claims(const PageContent *content) {
  return !has_claims(content);
}

static void add_sweep(const Page *page, Text *out) {
  page_add_sweep(page->content->sweep, out);
}

static bool has_sweep(const PageContent *content) {
  return content->sweep != NULL;
}

static bool has_analysis(const PageContent *content) {
  return content->analysis != NULL;
}

static const struct {
  const char *id, *title;
  bool (*is_there)(const PageContent *content);
  void (*add)(const Page *page, Text *out);
} sections[] = {
  {"motion", "Motion", always, add_motion},
  {"sweep", "Many motions", has_sweep, add_sweep},
  {"model", "Model", always, add_model},
  {"equations", "Equations", always, add_equations},
  {"claims", "Claims", has_claims, add_claims},
  {"consistency", "Do the methods agree?", no_claims, add_claims},
  {"analysis", "Analysis", has_analysis, add_analysis},
  {"derivation", "Derivation", always, add_derivation},
};

#define SECTIONS (sizeof sections / sizeof *sections)

// --- the page around them ------------------------------------------------------------------------

static const char *style_of(const PageContent *content, Arena *arena) {
  Text style = text_make(arena);
  text_add(&style, embedded_find(embedded_page, embedded_page_count, "style"));
  if (content->animation != NULL) animation_style(&style);
  if (content->live != NULL) live_style(&style);
  if (content->plots != NULL) plots_style(&style);
  return text_get(&style);
}

// Returns the one script of the page, with the player if there is an animation.
static const char *script_of(const PageContent *content, Arena *arena) {
  Text script = text_make(arena);
  text_add(&script, embedded_find(embedded_page, embedded_page_count, "page"));
  if (content->animation != NULL) animation_script(&script);
  if (content->plots != NULL) plots_script(&script);
  if (content->live != NULL) live_script(&script, content->live);
  return text_get(&script);
}

static void add_head(const char *title, const char *style, const char *script, Text *out) {
  html_add(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                "style-src 'unsafe-inline'; script-src ");
  html_add_hash(out, str(script));
  html_add(out,
           "; base-uri 'none'; form-action 'none'\">\n"
           "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
           "<meta name=\"color-scheme\" content=\"light dark\">\n"
           "<meta name=\"generator\" content=\"dalembert %s\">\n<title>%s</title>\n",
           DAL_VERSION, title);
  html_add(out, "<style>\n%m</style>\n</head>\n", style);
}

static void add_count(size_t n, const char *one, const char *many, Text *out) {
  if (n > 0) html_add(out, "<li>%z %s</li>", n, n == 1 ? one : many);
}

#define COORDINATES_SHOWN 50

static void add_header(const Page *page, Text *out) {
  const PageContent *content = page->content;
  const Equations *eq = content->eq;
  html_add(out, "<header>\n<h1>%s</h1>\n<p class=\"method\">%s in ", listing_title(eq),
           eq->method->title);
  for (size_t i = 0; i < eq->n && i < COORDINATES_SHOWN; i++) {
    if (i > 0) html_add(out, ", ");
    page_add_math(listing_symbol(&page->listings.motion, eq->q[i]), out);
  }
  if (eq->n > COORDINATES_SHOWN) html_add(out, " …");
  html_add(out, "</p>\n<ul class=\"counts\">");
  add_count(eq->n, "coordinate", "coordinates", out);
  add_count(content->model->parameters.n, "parameter", "parameters", out);
  add_count(content->model->constraints.n, "constraint", "constraints", out);
  if (content->model->claims.n > 0 || !check_is_ok(content->check))
    html_add(out, "<li class=\"%s\">%s</li>", check_is_ok(content->check) ? "good" : "bad",
             check_summary_line(content->check));
  html_add(out, "</ul>\n</header>\n");
}

static void add_contents(const PageContent *content, Text *out) {
  html_add(out, "<nav aria-label=\"Contents\"><ol>\n");
  for (size_t i = 0; i < SECTIONS; i++)
    if (sections[i].is_there(content))
      html_add(out, "<li><a href=\"#%s\">%s</a></li>\n", sections[i].id, sections[i].title);
  html_add(out, "</ol></nav>\n");
}

void page_animation(const Animation *animation, Text *out) {
  Text style = text_make(out->arena), script = text_make(out->arena);
  text_add(&style, embedded_find(embedded_page, embedded_page_count, "style"));
  animation_style(&style);
  animation_script(&script);
  add_head(animation->title, text_get(&style), text_get(&script), out);
  html_add(out, "<body class=\"alone\">\n");
  animation_html(out, animation);
  html_add(out, "<script>%m</script>\n</body>\n</html>\n", text_get(&script));
}

void page_html(const PageContent *content, Text *out) {
  const Page page = {content, page_listings(content, out->arena)};
  const char *script = script_of(content, out->arena);
  add_head(listing_title(content->eq), style_of(content, out->arena), script, out);
  html_add(out, "<body>\n<a class=\"skip\" href=\"#content\">Skip to the content</a>\n"
                "<div class=\"page\">\n");
  add_header(&page, out);
  add_contents(content, out);
  html_add(out, "<main id=\"content\" tabindex=\"-1\">\n");
  for (size_t i = 0; i < SECTIONS; i++) {
    if (!sections[i].is_there(content)) continue;
    html_add(out, "<section id=\"%s\" aria-labelledby=\"%s-title\">\n<h2 id=\"%s-title\">%s</h2>\n",
             sections[i].id, sections[i].id, sections[i].id, sections[i].title);
    sections[i].add(&page, out);
    html_add(out, "</section>\n");
  }
  html_add(out,
           "</main>\n<footer>Made by dalembert %s.</footer>\n</div>\n"
           "<div id=\"status\" class=\"unseen\" role=\"status\"></div>\n<script>%m</script>\n"
           "</body>\n</html>\n",
           DAL_VERSION, script);
}
