// page/animation.c: the figure of an animation as HTML, with its numbers as JSON.

#include "page/animation.h"
#include "base/embedded.h"
#include <math.h>
#include <string.h>

#define FRAMES_A_SECOND 60
#define MOST_FRAMES 2000
#define MOST_NUMBERS 100000  // about 0.75 MB
#define LEAST_FRAMES 50      // however many columns there are
#define MOST_NAMES 6         // in a sentence; if there are more, only their number is given
#define SHORTEST 4           // seconds: motions between these two are played in real time
#define LONGEST 45
#define PLAYING 15       // seconds that any other motion takes, roughly
#define DIGITS 7         // of the largest coordinate; smaller values count as zero
#define AXIS_GRAIN 1e-5  // of a unit vector: less than a pixel

// --- time ----------------------------------------------------------------------------------------

double animation_rate(double duration) {
  duration = fabs(duration);
  if (!(duration > 0) || !isfinite(duration)) return 1;
  if (duration >= SHORTEST && duration <= LONGEST) return 1;
  // the nearest of 1, 2 or 5 times a power of ten below
  const double wanted = duration / PLAYING, power = pow(10, floor(log10(wanted)));
  const double leading = wanted / power;
  return power * (leading >= 5 ? 5 : leading >= 2 ? 2 : 1);
}

size_t animation_frames(double duration, double rate, size_t columns) {
  const double frames = ceil(FRAMES_A_SECOND * fabs(duration) / rate) + 1;
  const double light = fmax(LEAST_FRAMES, (double) MOST_NUMBERS / (double) columns);
  return (size_t) fmin(frames, fmin(light, MOST_FRAMES));
}

// --- text ----------------------------------------------------------------------------------------

static void add_escaped(Text *out, const char *s) {
  for (; *s != '\0'; s++) switch (*s) {
      case '&': text_add(out, "&amp;"); break;
      case '<': text_add(out, "&lt;"); break;
      case '>': text_add(out, "&gt;"); break;
      case '"': text_add(out, "&quot;"); break;
      case '\'': text_add(out, "&#39;"); break;
      default: text_add_char(out, *s);
    }
}

// Appends a JSON string for a <script>: nothing in it looks like markup.
static void add_quoted(Text *out, const char *s) {
  text_add_char(out, '"');
  for (; *s != '\0'; s++) {
    const unsigned char c = (unsigned char) *s;
    if (c < 0x20 || strchr("\"\\<>&", c) != NULL)
      text_addf(out, "\\u%04x", c);
    else
      text_add_char(out, *s);
  }
  text_add_char(out, '"');
}

// Appends a multiple of grain, with as many digits as it needs.
static void add_number(Text *out, double value, double grain, int digits) {
  if (!isfinite(value)) {
    text_add(out, "null");
    return;
  }
  const double rounded = grain > 0 ? round(value / grain) * grain : value;
  text_addf(out, "%.*g", digits, rounded == 0 ? 0 : rounded);
}

// --- numbers -------------------------------------------------------------------------------------

typedef struct {
  Text *out;
  const Animation *a;
  double grain;  // of positions
} Writer;

static double entry(const Animation *a, size_t frame, size_t column) {
  return a->at[frame * a->columns + column];
}

static double largest_coordinate(const Animation *a) {
  double largest = 0;
  for (size_t p = 0; p < a->points; p++)
    for (size_t f = 0; f < a->frames; f++)
      for (size_t i = 0; i < 3; i++) {
        const double x = fabs(entry(a, f, a->point[p].at + i));
        if (isfinite(x)) largest = fmax(largest, x);
      }
  return largest;
}

static bool is_constant(const Writer *w, size_t column, double grain) {
  const double first = entry(w->a, 0, column);
  for (size_t f = 1; f < w->a->frames; f++)
    if (!(fabs(entry(w->a, f, column) - first) <= grain / 2)) return false;
  return true;
}

// Appends a list with one number per frame, or a single number if it is constant.
static void add_column(const Writer *w, const char *key, size_t column, double grain, int digits) {
  text_addf(w->out, ",\"%s\":", key);
  const bool constant = is_constant(w, column, grain);
  const size_t n = constant ? 1 : w->a->frames;
  if (!constant) text_add_char(w->out, '[');
  for (size_t f = 0; f < n; f++) {
    if (f > 0) text_add_char(w->out, ',');
    add_number(w->out, entry(w->a, f, column), grain, digits);
  }
  if (!constant) text_add_char(w->out, ']');
}

// Does the point only carry a circle? Then it has no mark and no name.
static bool is_bare(const Animation *a, size_t point) {
  const AnimationPoint *p = &a->point[point];
  bool bare = false;
  for (size_t i = 0; i < a->circles; i++) bare = bare || a->circle[i].point == point;
  for (size_t i = 0; i < a->lines; i++)
    bare = bare && a->line[i].from != point && a->line[i].to != point;
  for (size_t i = 0; i < a->paths; i++) bare = bare && a->path[i] != point;
  return bare && !p->body && !(p->mass > 0);
}

static void add_point(const Writer *w, const AnimationPoint *p) {
  static const char *const keys[] = {"x", "y", "z"};
  static const char *const axes[] = {"xx", "xy", "xz", "yx", "yy", "yz"};
  text_add(w->out, "\n{\"name\":");
  add_quoted(w->out, p->name);
  if (p->mass > 0) {
    text_add(w->out, ",\"mass\":");
    add_number(w->out, p->mass, 0, 4);
  }
  if (p->body) text_add(w->out, ",\"body\":true");
  if (is_bare(w->a, (size_t) (p - w->a->point))) text_add(w->out, ",\"bare\":true");
  for (size_t i = 0; i < 3; i++) add_column(w, keys[i], p->at + i, w->grain, DIGITS);
  for (size_t i = 0; p->axes != ANIMATION_NONE && i < 6; i++)
    add_column(w, axes[i], p->axes + i, AXIS_GRAIN, 5);
  text_add_char(w->out, '}');
}

static void add_vectors(const Writer *w, const char *name, const AnimationVector *list, size_t n) {
  static const char *const keys[] = {"x", "y", "z"};
  if (n == 0) return;
  text_addf(w->out, ",\n\"%s\":[", name);
  for (size_t i = 0; i < n; i++) {
    text_addf(w->out, "%s{\"point\":%zu", i > 0 ? "," : "", list[i].point);
    for (size_t k = 0; k < 3; k++) add_column(w, keys[k], list[i].vector + k, w->grain, DIGITS);
    text_add_char(w->out, '}');
  }
  text_add_char(w->out, ']');
}

static void add_events(const Writer *w) {
  const Animation *a = w->a;
  if (a->events == 0) return;
  text_add(w->out, ",\n\"events\":[");
  for (size_t i = 0; i < a->events; i++) {
    const AnimationEvent *e = &a->event[i];
    text_addf(w->out, "%s{\"t\":%.10g,\"text\":", i > 0 ? "," : "", e->t);
    add_quoted(w->out, e->text);
    text_add(w->out, ",\"points\":[");
    for (size_t k = 0; k < e->points; k++) text_addf(w->out, "%s%zu", k > 0 ? "," : "", e->point[k]);
    text_add(w->out, "]}");
  }
  text_add_char(w->out, ']');
}

static void add_shapes(const Writer *w) {
  static const char *const kinds[] = {"", ",\"spring\"", ",\"damper\"", ",\"cylinder\""};
  const Animation *a = w->a;
  text_add(w->out, "],\n\"lines\":[");
  for (size_t i = 0; i < a->lines; i++) {
    text_addf(w->out, "%s[%zu,%zu%s", i > 0 ? "," : "", a->line[i].from, a->line[i].to,
              kinds[a->line[i].kind]);
    if (a->line[i].kind == LINE_CYLINDER) {
      text_add(w->out, ",{\"point\":0");
      add_column(w, "radius", a->line[i].radius, w->grain, DIGITS);
      text_add_char(w->out, '}');
    }
    text_add_char(w->out, ']');
  }
  text_add(w->out, "],\n\"paths\":[");
  for (size_t i = 0; i < a->paths; i++) text_addf(w->out, "%s%zu", i > 0 ? "," : "", a->path[i]);
  text_add(w->out, "],\n\"circles\":[");
  for (size_t i = 0; i < a->circles; i++) {
    text_addf(w->out, "%s{\"point\":%zu", i > 0 ? "," : "", a->circle[i].point);
    add_column(w, "radius", a->circle[i].radius, w->grain, DIGITS);
    text_add_char(w->out, '}');
  }
  text_add_char(w->out, ']');
  add_vectors(w, "boxes", a->box, a->boxes);
  add_vectors(w, "arrows", a->arrow, a->arrows);
  add_events(w);
  text_add(w->out, "}\n");
}

static void add_json(Text *out, const Animation *a) {
  const double largest = largest_coordinate(a);
  const Writer w = {out, a, largest > 0 ? pow(10, floor(log10(largest)) + 1 - DIGITS) : 0};
  text_add(out, "{\"title\":");
  add_quoted(out, a->title);
  text_addf(out, ",\"planar\":%s,\"frames\":%zu", a->planar ? "true" : "false", a->frames);
  text_addf(out, ",\"from\":%.10g,\"to\":%.10g,\"rate\":%g", a->from, a->to, a->rate);
  if (a->end != NULL) {
    text_add(out, ",\"end\":");
    add_quoted(out, a->end);
  }
  text_addf(out, ",\"gravity\":[%.5g,%.5g,%.5g]", a->gravity[0], a->gravity[1], a->gravity[2]);
  text_add(out, ",\n\"points\":[");
  for (size_t i = 0; i < a->points; i++) {
    if (i > 0) text_add_char(out, ',');
    add_point(&w, &a->point[i]);
  }
  add_shapes(&w);
}

// --- words ---------------------------------------------------------------------------------------

// Does the point move, and is it shown with a name?
static bool moves(const Animation *a, size_t point) {
  if (is_bare(a, point)) return false;
  for (size_t f = 1; f < a->frames; f++)
    for (size_t i = 0; i < 3; i++)
      if (entry(a, f, a->point[point].at + i) != entry(a, 0, a->point[point].at + i)) return true;
  return false;
}

// Appends ", " between the parts of a list, " and " before the last one.
static void add_joint(Text *out, size_t i, size_t n) {
  if (i > 0) text_add(out, i + 1 < n ? ", " : " and ");
}

static void add_points(Text *out, const Animation *a) {
  size_t moving = 0, added = 0;
  for (size_t i = 0; i < a->points; i++) moving += moves(a, i);
  if (moving == 0) text_add(out, "nothing");
  if (moving > MOST_NAMES) text_addf(out, "%zu points", moving);
  for (size_t i = 0; moving <= MOST_NAMES && i < a->points; i++) {
    if (!moves(a, i)) continue;
    add_joint(out, added++, moving);
    add_escaped(out, a->point[i].name);
  }
}

// Appends "with the lines A–B and B–C"; springs and dampers are named as such.
static void add_lines(Text *out, const Animation *a, AnimationLineKind kind) {
  static const char *const words[] = {"line", "spring", "damper", "cylinder"};
  size_t n = 0, added = 0;
  for (size_t i = 0; i < a->lines; i++) n += a->line[i].kind == kind;
  if (n == 0) return;
  if (n > MOST_NAMES) {
    text_addf(out, ", with %zu %ss", n, words[kind]);
    return;
  }
  text_addf(out, ", with the %s%s ", words[kind], n > 1 ? "s" : "");
  for (size_t i = 0; i < a->lines; i++) {
    if (a->line[i].kind != kind) continue;
    add_joint(out, added++, n);
    add_escaped(out, a->point[a->line[i].from].name);
    text_add(out, "–");
    add_escaped(out, a->point[a->line[i].to].name);
  }
}

// Appends a description of the picture in words.
static void add_description(Text *out, const Animation *a) {
  text_addf(out, "%s motion of ", a->planar ? "Planar" : "Spatial");
  add_points(out, a);
  for (int kind = 0; kind < LINE_KINDS; kind++) add_lines(out, a, (AnimationLineKind) kind);
  text_addf(out, ", from t = %.6g to %.6g.", a->from, a->to);
  if (a->events > 0)
    text_addf(out, " %s event%s %s marked.", a->events == 1 ? "One" : text_format(out->arena, "%zu", a->events),
              a->events == 1 ? "" : "s", a->events == 1 ? "is" : "are");
  if (a->end == NULL) return;
  text_add(out, " <strong>The run ended early: ");
  add_escaped(out, a->end);
  text_add(out, ".</strong>");
}

// --- the figure ----------------------------------------------------------------------------------

static const char controls[] =
  "<div class=\"controls\" role=\"group\" aria-label=\"Animation\" hidden>\n"
  "<div class=\"clock\">\n"
  "<button type=\"button\" class=\"play\" aria-label=\"Play\"></button>\n"
  "<input type=\"range\" class=\"time\" min=\"0\" step=\"1\" value=\"0\" aria-label=\"Time\">\n"
  "<output class=\"now\" aria-live=\"off\"></output>\n"
  "</div>\n"
  "<label>Speed <select class=\"speed\"></select></label>\n"
  "<label>Trail <select class=\"trail\"><option value=\"0\">none</option>"
  "<option value=\"1\">short</option><option value=\"4\" selected>long</option>"
  "<option value=\"all\">whole</option></select></label>\n"
  "<label class=\"tick\"><input type=\"checkbox\" class=\"names\" checked> Names</label>\n"
  "<label class=\"tick\"><input type=\"checkbox\" class=\"follow\"> Follow</label>\n"
  "<button type=\"button\" class=\"reset\">Reset view</button>\n"
  "</div>\n";

static const char keys[] =
  "<details><summary>Keys</summary><p><kbd>Space</kbd> plays and pauses, "
  "<kbd>←</kbd> <kbd>→</kbd> step, <kbd>Page up</kbd> <kbd>Page down</kbd> jump, "
  "<kbd>Home</kbd> <kbd>End</kbd> go to the ends. On the picture <kbd>+</kbd> <kbd>−</kbd> zoom, "
  "<kbd>Shift</kbd> with an arrow %s, <kbd>0</kbd> resets the view; drag to %s, and turn the "
  "wheel to zoom once the picture is selected, or with <kbd>Ctrl</kbd>.</p></details>\n";

void animation_html(Text *out, const Animation *a) {
  text_add(out, "<figure class=\"animation\">\n"
                "<div class=\"stage\"><canvas tabindex=\"0\" role=\"application\" "
                "aria-roledescription=\"animation\" aria-label=\"");
  add_escaped(out, a->title);
  text_add(out, "\"></canvas></div>\n"
                "<noscript><p>The animation needs JavaScript.</p></noscript>\n");
  text_add(out, controls);
  text_add(out, "<p class=\"state\" role=\"status\"></p>\n<figcaption>");
  add_description(out, a);
  text_addf(out, keys, a->planar ? "moves it" : "turns it", a->planar ? "move it" : "turn it");
  text_add(out, "</figcaption>\n<script type=\"application/json\">\n");
  add_json(out, a);
  text_add(out, "</script>\n</figure>\n");
}

void animation_style(Text *out) {
  text_add(out, embedded_find(embedded_page, embedded_page_count, "animation"));
}

void animation_script(Text *out) {
  text_add(out, embedded_find(embedded_page, embedded_page_count, "picture"));
  text_add(out, embedded_find(embedded_page, embedded_page_count, "player"));
}
