// page/live.c: the controls of a page that computes motions.

#include "page/live.h"
#include "base/embedded.h"
#include "page/html.h"
#include <math.h>

// Chooses the range of a slider: around its value, on the same side of zero.
static void slider_range(double value, double *low, double *high) {
  *low = value > 0 ? value / 10 : value < 0 ? 3 * value : -1;
  *high = value > 0 ? 3 * value : value < 0 ? value / 10 : 1;
}

static void add_slider(Text *out, const LiveValue *v) {
  double low, high;
  slider_range(v->value, &low, &high);
  html_add(out, "<div class=\"value\"><span aria-hidden=\"true\"><math>%m</math></span>", v->math);
  html_add(out, "<input type=\"range\" aria-label=\"Parameter %s\" data-parameter=\"%z\" ", v->name, v->number);
  text_addf(out, "min=\"%.6g\" max=\"%.6g\" step=\"any\" value=\"", low, high);
  text_add_double(out, v->value);
  text_add(out, "\">");
  html_add(out, "<input type=\"number\" aria-label=\"Value of the parameter %s\" data-parameter=\"%z\" ", v->name,
           v->number);
  text_add(out, "step=\"any\" value=\"");
  text_add_double(out, v->value);
  text_add(out, "\">");
  if (v->unit != NULL) html_add(out, " %s", v->unit);
  html_add(out, "</div>\n");
}

static void add_field(Text *out, const LiveValue *v) {
  html_add(out, "<div class=\"value\"><span aria-hidden=\"true\"><math>%m</math></span>", v->math);
  html_add(out, "<input type=\"number\" aria-label=\"Initial value of %s%s\" data-slot=\"%z\" class=\"%s\" ", v->name,
           v->given ? "" : ", found from the constraints unless it is set", v->number, v->given ? "" : "found");
  text_addf(out, "step=\"any\" value=\"%.10g\"></div>\n", v->value);
}

void live_html(Text *out, const Live *live) {
  if (live->script == NULL) {
    if (live->why != NULL)
      html_add(out, "<p class=\"note\">The motion is shown as it was computed, without sliders: %s.</p>\n", live->why);
    return;
  }
  html_add(out, "<div class=\"live\" role=\"group\" hidden aria-label=\"Change the motion\">\n");
  if (live->parameters > 0) {
    html_add(out, "<fieldset><legend>Parameters</legend>\n");
    for (size_t i = 0; i < live->parameters; i++) add_slider(out, &live->parameter[i]);
    html_add(out, "</fieldset>\n");
  }
  html_add(out, "<fieldset class=\"start\"><legend>Start</legend>\n");
  for (size_t i = 0; i < live->initials; i++) add_field(out, &live->initial[i]);
  html_add(out, "</fieldset>\n<p><button type=\"button\" class=\"restore\">Reset to the model</button> "
                "<output class=\"live-state\" aria-live=\"off\"></output></p>\n");
  html_add(out, "<p class=\"note\">Everything is computed in this page, with the method and the tolerances of the "
                "program. At the start of the animation, bodies can be dragged to a new start. Grey values are found "
                "from the constraints. %s</p>\n</div>\n",
           live->remark != NULL ? live->remark : "");
}

void live_style(Text *out) {
  text_add(out, embedded_find(embedded_page, embedded_page_count, "form"));
}

void live_script(Text *out, const Live *live) {
  if (live->script == NULL) return;
  text_add(out, live->script);
  text_add(out, embedded_find(embedded_page, embedded_page_count, "live"));
}
