// Unit tests of page/page.h: the order of sections, with and without parts from elsewhere.

#include "page/page.h"
#include "support/desk.h"

#include <string.h>

static const char text[] = "system \"Oscillator\"\nparameter m = 1, k = 2\ncoordinate x\n"
                           "kinetic = m*x'^2/2\npotential = k*x^2/2\n";

typedef struct {
  Desk *desk;
  Equations eq;
  SolvedForms forms;
  CheckReport check;
  Source source;
  const Source *sources[1];
  PageContent content;
} Fixture;

static void make(Desk *desk, Fixture *f) {
  *f = (Fixture){.desk = desk, .source = {"test.mech", str(text)}};
  desk_read_well(desk, text);
  const DeriveOptions options = {.arena = &desk->arena, .worksheet = true};
  assert_int_equal(method_lagrange.derive(desk->model, &options, &f->eq), STATUS_OK);
  solved_forms(&f->eq, true, false, &f->forms);
  f->check = (CheckReport){.model = desk->model, .arena = &desk->arena};
  f->sources[0] = &f->source;
  f->content = (PageContent){.model = desk->model,
                             .sources = f->sources,
                             .n_sources = 1,
                             .eq = &f->eq,
                             .forms = &f->forms,
                             .check = &f->check};
}

static const char *html(Fixture *f) {
  Text out = text_make(&f->desk->arena);
  page_html(&f->content, &out);
  return text_get(&out);
}

static const char *place(const char *page, const char *words) {
  const char *at = strstr(page, words);
  if (at == NULL) fail_msg("not in the page: %s", words);
  return at;
}

static void test_sections(void **state) {
  Fixture f;
  make(*state, &f);
  const char *page = html(&f);
  static const char *const sections[] = {"<section id=\"motion\"",     "<section id=\"model\"",
                                         "<section id=\"equations\"",  "<section id=\"consistency\"",
                                         "<section id=\"derivation\"", "</main>"};
  for (size_t i = 1; i < sizeof sections / sizeof *sections; i++)
    assert_true(place(page, sections[i - 1]) < place(page, sections[i]));
  assert_null(strstr(page, "id=\"analysis\""));
  place(page, "<h1>Oscillator</h1>");
  place(page, "<mi>m</mi><mo>&#x2062;</mo><mover accent=\"true\"><mi>x</mi><mo>¨</mo></mover>"
              "<mo>=</mo><mo>−</mo><mi>k</mi><mo>&#x2062;</mo><mi>x</mi>");
  place(page, "data-latex=\"m \\ddot{x} = -k x\"");
}

// A run, a remark, and markup from elsewhere: each in its section, the remark escaped.
static void test_parts(void **state) {
  Fixture f;
  make(*state, &f);
  const PageRun run = {.variable = "t",
                       .to = 2.5,
                       .end = "the end <was> reached",
                       .integrator = "dop853",
                       .rtol = 1e-10,
                       .atol = 1e-12,
                       .steps = 42,
                       .energy = 3};
  f.content.run = &run;
  f.content.remark = "a <remark> & more";
  f.content.animation = "<div id=\"animation\"></div>";
  f.content.figures = "<svg role=\"img\" aria-label=\"x\"></svg>";
  Outline outline = outline_make(&f.desk->arena, f.desk->model->pool, 0);
  outline_line(&outline, 4, "small <motions>");
  f.content.analysis = &outline;
  const char *page = html(&f);
  const char *motion = place(page, "<section id=\"motion\"");
  const char *end = place(motion, "</section>");
  assert_true(place(motion, "a &lt;remark&gt; &amp; more") < end);
  assert_true(place(motion, "<div id=\"animation\"></div>") < end);
  assert_true(place(motion, "<svg role=\"img\"") < end);
  assert_true(place(motion, "t = 0 to 2.5: the end &lt;was&gt; reached") < end);
  assert_true(place(motion, "dop853, 42 steps") < end);
  assert_true(place(page, "<section id=\"analysis\"") <
              place(page, "<p class=\"scroll\">Small &lt;motions&gt;.</p>"));
  place(page, "<a href=\"#analysis\">Analysis</a>");
}

static void test_document(void **state) {
  Fixture f;
  make(*state, &f);
  Text out = text_make(&f.desk->arena);
  page_latex(&f.content, &out);
  const char *latex = text_get(&out);
  assert_int_equal(strncmp(latex, "\\documentclass", 14), 0);
  place(latex, "\\title{Oscillator}");
  place(latex, "\\codeline{kinetic\\ =\\ m*x{\\char13}\\textasciicircum{}2/2}");
  place(latex, "\\formula{m \\ddot{x} = -k x}");
  place(latex, "\\(k\\) & \\texttt{k} & \\(2\\)");
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test_setup_teardown(test_sections, desk_open, desk_close),
    cmocka_unit_test_setup_teardown(test_parts, desk_open, desk_close),
    cmocka_unit_test_setup_teardown(test_document, desk_open, desk_close),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
