// Unit tests of draw/plot.c, plot_show.c and table.c: the numbers that figures show.
//
// Judge: motions in closed form. The oscillator x'' = -k x from x = 1 at rest is x = cos(sqrt(k) t), to
// 1e-8 where rtol is 1e-10; a point carried round a circle; points that move along straight lines.

#include "api/figure.h"

#include "support/check.h"
#include "support/models.h"
#include "support/texts.h"
#include "support/folder.h"
#include "support/svg.h"

#include <math.h>
#include <stdlib.h>

#define NEAR 1e-8

static const char oscillator[] = "system \"Oscillator\"\n"
                                 "parameter k = 4, m = 1\n"
                                 "coordinate x\n"
                                 "kinetic = 1/2*m*x'^2\n"
                                 "potential = 1/2*k*x^2\n"
                                 "observe height = 3*x\n"
                                 "initial x = 1\n"
                                 "simulate to 2\n";

static DalFigure *plotted(DalModel *m, DalPlotOptions options) {
  DalFigure *figure;
  if (dal_model_plot(m, &options, &figure) != DAL_OK) fail_msg("%s", dal_model_messages(m));
  assert_non_null(figure);
  return figure;
}

static void assert_near(double a, double b) {
  if (!(fabs(a - b) <= NEAR)) fail_msg("%.17g is not %.17g", a, b);
}

static const Series *series_at(const DalFigure *f, size_t panel, size_t series) {
  assert_true(panel < f->figure.panels.n);
  assert_true(series < f->figure.panels.at[panel].series.n);
  return &f->figure.panels.at[panel].series.at[series];
}

static void test_curves(void **state) {
  (void) state;
  DalModel *m = model_of(oscillator);
  const char *const show[] = {"x, 2*x' + t", "height", "x'' + k*x",
                              "x:x'",        "energy", "constraints"};
  DalFigure *f = plotted(m, (DalPlotOptions){.show = show, .shows = COUNT(show)});
  assert_int_equal(f->figure.panels.n, COUNT(show));
  assert_string_equal(f->figure.title.text, "Oscillator");
  assert_null(f->figure.note.text);
  const Series *x = series_at(f, 0, 0), *v = series_at(f, 0, 1), *height = series_at(f, 1, 0),
               *rest = series_at(f, 2, 0), *phase = series_at(f, 3, 0),
               *energy = series_at(f, 4, 0);
  assert_true(x->n >= 2000 && x->at[0][0] == 0 && x->at[0][x->n - 1] == 2);
  for (size_t i = 0; i < x->n; i++) {
    const double t = x->at[0][i];
    assert_near(x->at[1][i], cos(2 * t));
    assert_near(v->at[1][i], -4 * sin(2 * t) + t);
    assert_near(height->at[1][i], 3 * cos(2 * t));
    assert_near(rest->at[1][i], 0);
    assert_near(phase->at[0][i], cos(2 * t));
    assert_near(phase->at[1][i], -2 * sin(2 * t));
    assert_near(energy->at[1][i], 0);
    assert_true(series_at(f, 5, 0)->at[1][i] == 0);
  }
  assert_true(energy->at[1][0] == 0 && phase->start && f->figure.panels.at[3].tall);
  assert_string_equal(x->name.text, "x");
  assert_string_equal(v->name.text, "2*x' + t");
  assert_string_equal(f->figure.panels.at[2].label[1].text, "x'' + k*x");
  assert_int_equal(v->colour, 1);
  assert_false(x->stopped);
  dal_figure_destroy(f);
  dal_model_destroy(m);
}

// Without points with mass: the coordinates. With them: orbits.
static void test_usual(void **state) {
  (void) state;
  DalModel *m = model_of(oscillator);
  DalFigure *f = plotted(m, (DalPlotOptions){.run = &(DalRunOptions){.to = "1", .every = "1/4"}});
  assert_int_equal(f->figure.panels.n, 1);
  assert_int_equal(series_at(f, 0, 0)->n, 5);
  assert_string_equal(f->figure.panels.at[0].label[0].text, "t");
  dal_figure_destroy(f);
  dal_model_destroy(m);
}

// A point that goes round: x = 2 cos t, y = 2 sin t, and one that falls along z.
static void test_orbits(void **state) {
  (void) state;
  static const char text[] = "coordinate a, s\n"
                             "point P mass 1 at [2*cos(a), 2*sin(a), %s]\n"
                             "point Q at [0, 1, 0]\n"
                             "kinetic += 1/2*s'^2\n"
                             "initial a' = 1, s' = 3\n"
                             "simulate to 1\n";
  for (int k = 0; k < 2; k++) {
    char whole[400];
    snprintf(whole, sizeof whole, text, k ? "s" : "7");
    DalModel *m = model_of(whole);
    const char *const show[] = {"orbits", " Q , P "};
    DalFigure *f = plotted(m, (DalPlotOptions){.show = show, .shows = 2});
    const Panel *panel = &f->figure.panels.at[0];
    assert_int_equal(panel->series.n, 1);  // Q has no mass
    assert_int_equal(f->figure.panels.at[1].series.n, 2);
    assert_true(panel->equal == !k && panel->spatial == (k == 1));
    const Series *s = &panel->series.at[0];
    for (size_t i = 0; i < s->n; i++) {
      const double t = (double) i / 2000;
      assert_near(s->at[0][i], 2 * cos(t));
      assert_near(s->at[1][i], 2 * sin(t));
      if (k) assert_near(s->at[2][i], 3 * t);
    }
    assert_true(s->start && s->moves);
    assert_near(s->velocity[0], 0);
    assert_near(s->velocity[1], 2);
    assert_near(s->velocity[2], k ? 3 : 0);
    assert_string_equal(series_at(f, 1, 0)->name.text, "Q");
    dal_figure_destroy(f);
    dal_model_destroy(m);
  }
}

// Finds the plane in which the points move.
static void test_planes(void **state) {
  (void) state;
  static const char *const cases[][3] = {
    {"[s, r]", "x", "y"},    {"[s, 0, r]", "x", "z"}, {"[1, s, r]", "y", "z"},
    {"[s, 1, 5]", "x", "y"}, {"[0, s, 5]", "x", "y"}, {"[0, 0, s + r]", "x", "z"},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    char text[300];
    snprintf(text, sizeof text,
             "coordinate s, r\npoint P mass 1 at %s\nkinetic += 1/2*s'^2 + r'^2\n"
             "initial s' = 1, r' = 2\nsimulate to 1\n",
             cases[i][0]);
    DalModel *m = model_of(text);
    DalFigure *f = plotted(m, (DalPlotOptions){0});
    const Panel *panel = &f->figure.panels.at[0];
    assert_true(panel->equal && !panel->spatial);
    assert_string_equal(panel->label[0].text, cases[i][1]);
    assert_string_equal(panel->label[1].text, cases[i][2]);
    dal_figure_destroy(f);
    dal_model_destroy(m);
  }
}

// A body whose centre rests has no orbit: the coordinates are shown.
static void test_no_orbit(void **state) {
  (void) state;
  DalModel *m = model_of("coordinate a\nframe A = rotate(z, a)\n"
                         "body B mass 1 at [1, 2, 3] frame A inertia (1, 2, 3)\n"
                         "initial a' = 1\nsimulate to 1\n");
  DalFigure *f = plotted(m, (DalPlotOptions){0});
  assert_string_equal(f->figure.panels.at[0].label[1].text, "a");
  assert_false(f->figure.panels.at[0].equal);
  dal_figure_destroy(f);
  dal_model_destroy(m);
}

// Each setting is a run of its own, and the model is left as it was.
static void test_settings(void **state) {
  (void) state;
  DalModel *m = model_of(oscillator);
  const char *const set[] = {"k=1", "m=4", "k=9, m=1/4"};
  static const double rate[] = {1, 1, 6};
  const char *const show[] = {"x", "x, x'"};
  for (int twice = 0; twice < 2; twice++) {
    DalFigure *f = plotted(m, (DalPlotOptions){.show = show, .shows = 2, .set = set, .sets = 3});
    for (size_t k = 0; k < 3; k++) {
      const Series *x = series_at(f, 0, k), *other = series_at(f, 1, k);
      for (size_t i = 0; i < x->n; i++) assert_near(x->at[1][i], cos(rate[k] * x->at[0][i]));
      assert_string_equal(x->name.text, set[k]);
      assert_true(x->colour == k && x->dash == 0 && other->colour == 0 && other->dash == k);
    }
    assert_string_equal(series_at(f, 1, 5)->name.text, "x', k=9, m=1/4");
    dal_figure_destroy(f);
  }
  // a setting that fails leaves nothing behind either
  const char *const wrong[] = {"k=100", "nothing=1"};
  DalFigure *none;
  const DalPlotOptions options = {.show = show, .shows = 1, .set = wrong, .sets = 2};
  assert_int_equal(dal_model_plot(m, &options, &none), DAL_INPUT);
  DalRun *run;
  assert_int_equal(dal_model_simulate(m, &(DalRunOptions){.to = "1"}, &run), DAL_OK);
  assert_near(dal_run_row(run, dal_run_rows(run) - 1)[1], cos(2.0));
  dal_run_destroy(run);
  dal_model_destroy(m);
}

// A saved run gives the same curves as the run, with its model and without.
static void test_saved(void **state) {
  Folder *folder = *state;
  static const char *const endings[] = {"csv", "npy", "json", "h5"};
  DalModel *m = model_of(oscillator);
  DalRun *run;
  assert_int_equal(dal_model_simulate(m, &(DalRunOptions){.every = "1/8"}, &run), DAL_OK);
  for (size_t e = 0; e < COUNT(endings); e++) {
    const char *path = folder_path(folder, text_format(&folder->bench.arena, "run.%s", endings[e]));
    assert_int_equal(dal_run_write(run, path, NULL), DAL_OK);
    const char *const show[] = {"x + 1", "energy"}, *const columns[] = {"x:x'", "height"};
    DalRun *saved;
    assert_int_equal(dal_run_read(path, &saved, NULL), DAL_OK);
    DalFigure *f = plotted(m, (DalPlotOptions){.show = show, .shows = 2, .made = saved});
    assert_int_equal(series_at(f, 0, 0)->n, 17);
    for (size_t i = 0; i < 17; i++)
      assert_near(series_at(f, 0, 0)->at[1][i], cos((double) i / 4) + 1);
    dal_figure_destroy(f);
    DalModel *none = dal_model_create();
    f = plotted(none, (DalPlotOptions){.show = columns, .shows = 2, .made = saved});
    for (size_t i = 0; i < 17; i++) {
      assert_near(series_at(f, 0, 0)->at[1][i], -2 * sin((double) i / 4));
      assert_near(series_at(f, 1, 0)->at[1][i], 3 * cos((double) i / 4));
    }
    dal_figure_destroy(f);
    f = plotted(none, (DalPlotOptions){.made = saved});  // x and height
    assert_int_equal(f->figure.panels.at[0].series.n, 2);
    dal_figure_destroy(f);
    dal_model_destroy(none);
    dal_run_destroy(saved);
  }
  // accelerations are not in this table
  const char *const show[] = {"x''"};
  DalFigure *f;
  const DalPlotOptions options = {.show = show, .shows = 1, .made = run};
  assert_int_equal(dal_model_plot(m, &options, &f), DAL_INPUT);
  assert_null(f);
  assert_non_null(strstr(dal_model_messages(m), "--show:1:1: error: x'' is not known here"));
  dal_run_destroy(run);
  dal_model_destroy(m);
}

// Two points that come to rest together: their common direction is lost.
static void test_stopped(void **state) {
  Folder *folder = *state;
  DalModel *m = dal_model_create();
  assert_int_equal(dal_model_read(m, "models/parallel-velocities-incline.mech"), DAL_OK);
  assert_int_equal(dal_model_finish(m), DAL_OK);
  DalFigure *f;
  const DalEvalOptions start = {.at = "v1=-2, v2=-2, theta=0"};
  const DalRunOptions going = {.start = &start};
  const DalPlotOptions options = {.run = &going};
  assert_int_equal(dal_model_plot(m, &options, &f), DAL_DOMAIN);
  assert_non_null(f);
  assert_true(series_at(f, 0, 0)->stopped && series_at(f, 0, 1)->stopped);
  assert_non_null(strstr(f->figure.note.text, "a singular state is ahead"));
  dal_figure_destroy(f);
  // the file knows it, too
  DalRun *run;
  const char *path = folder_path(folder, "run.json");
  assert_int_equal(dal_model_simulate(m, &going, &run), DAL_DOMAIN);
  assert_int_equal(dal_run_write(run, path, NULL), DAL_OK);
  DalRun *saved;
  assert_int_equal(dal_run_read(path, &saved, NULL), DAL_OK);
  f = plotted(m, (DalPlotOptions){.made = saved});
  dal_run_destroy(saved);
  assert_true(series_at(f, 0, 0)->stopped && f->figure.note.text != NULL);
  dal_figure_destroy(f);
  dal_run_destroy(run);
  dal_model_destroy(m);
}

// A run of no length: one row.
static void test_one_row(void **state) {
  Folder *folder = *state;
  DalModel *m = model_of(oscillator);
  const char *svg, *text, *const show[] = {"x", "x:x'", "energy"};
  DalFigure *f = plotted(m, (DalPlotOptions){.show = show, .shows = 3, .run = &(DalRunOptions){.to = "0"}});
  assert_int_equal(series_at(f, 0, 0)->n, 1);
  assert_int_equal(text_of(&svg, dal_figure_svg, f, "id"), DAL_OK);
  assert_null(svg_wrong(str(svg), &folder->bench.arena));
  assert_int_equal(text_of(&text, dal_figure_text, f, 80, 20, false), DAL_OK);
  assert_non_null(strstr(text, "Oscillator"));
  dal_figure_destroy(f);
  dal_model_destroy(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_curves), cmocka_unit_test(test_usual),    cmocka_unit_test(test_orbits),
    cmocka_unit_test(test_planes), cmocka_unit_test(test_no_orbit), cmocka_unit_test(test_settings),
    FOLDER_TEST(test_saved),       FOLDER_TEST(test_stopped),       FOLDER_TEST(test_one_row),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
