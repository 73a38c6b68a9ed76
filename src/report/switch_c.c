// report/switch_c.c: a model whose forces switch, as C99: its functions, and a program that follows it
// (native/text/switch_main.h).

#include "native/emit.h"
#include "report/mode_text.h"

static void add_function(const FlowTapes *f, const char *name, const Tape *tape, Text *out) {
  mode_c_function(&(CTape){tape, f->input, f->fixed, f->fixed + 1 + f->n}, "static ", name, out);
}

static void add_functions(const FlowTapes *f, Text *out) {
  text_add(out, "// Rates of the state, then the divisors. The state ends with sides, the signs on which forces depend.\n");
  add_function(f, "flow_rates", f->rate, out);
  text_add(out, "// `stop when`; the functions whose signs are the sides; what is left of the sides.\n");
  add_function(f, "flow_events", f->event, out);
  text_add(out, "// Of these functions the first derivatives by time that depend on the sides, and the rates before those of order 2.\n");
  add_function(f, "flow_slopes", f->slope, out);
  text_add(out, "// Changes of positions, and of velocities, that satisfy the constraints.\n");
  add_function(f, "flow_positions", f->position, out);
  add_function(f, "flow_velocities", f->velocity, out);
}

static void add_define(Text *out, const char *name, size_t value) {
  text_addf(out, "#define FLOW_%s %zu\n", name, value);
}

static void add_facts(const ExportedEquations *e, Text *out) {
  const FlowTapes *f = e->flow;
  add_define(out, "N", f->n);
  add_define(out, "SIDES", f->sides);
  add_define(out, "WATCHED", f->watched);
  add_define(out, "EVENTS", f->events);
  add_define(out, "STOPS", e->events);
  add_define(out, "POSITIONS", f->positions);
  add_define(out, "FIRST", f->first);
  add_define(out, "SPEEDS", f->speeds);
  text_add(out, "#define FLOW_LEAST ");
  emit_number(e->least, out);
  text_add(out, "\n#define FLOW_TO ");
  emit_number(e->to, out);
  text_add(out, "\nstatic const int flow_direction[] = {");
  for (size_t i = 0; i < e->events; i++) text_addf(out, "%d, ", e->direction[i]);
  text_add(out, "0};  // 1: rising, -1: falling, 0: either\nstatic const int flow_order[] = {");
  for (size_t i = 0; i < f->sides; i++) text_addf(out, "%s%d", i > 0 ? ", " : "", f->order[i]);
  text_add(out, "};  // of the derivatives that depend on the sides\n\n");
}

void switch_c_texts(Text *out) {
  static const char *const texts[] = {"slide", "slide_decide", "switched", "switching"};
  text_add(out, "typedef struct Bounds Bounds;\n\n");
  text_add_str(out, emit_text("flow_type"));
  text_add(out, "\n"
                "static void event_watch_expect(EventWatch *watch, size_t event, int sign);\n"
                "static void event_watch_gone(EventWatch *watch, size_t event, int sign, double floor);\n"
                "typedef struct Slide Slide;\n"
                "typedef enum { SLIDE_FOUND, SLIDE_SEVERAL, SLIDE_NONE } SlideAdvice;\n"
                "#define SLIDE_LINKAGE static\n#define SLIDE_FLOW\n#define SWITCH_LINKAGE static\n\n");
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    text_add_str(out, emit_text(texts[i]));
    text_add_char(out, '\n');
  }
}

void switch_c_follow(const ExportedEquations *e, Text *out) {
  text_addf(out,
            "/* --- forces that switch ---\n\n"
            "   %s_follow follows the motion from y on, across the places where forces jump and along them, until `to` or `stop\n"
            "   when`, with steps of about that length. row is given every n-th state, which ends with the sides of these places.\n"
            "   Gives 0 at the end, 1 after a stop, 2 if what happens is not determined. y becomes the last state. With\n"
            "   -DNO_FOLLOW all this is left out. */\n\n"
            "#ifndef NO_FOLLOW\n\n"
            "#include <float.h>\n#include <stdbool.h>\n#include <stdlib.h>\n#include <string.h>\n\n"
            "#define MODEL(name) %s_##name\n"
            "int %s_follow(const double *p, double from, double to, double step, long every, double *y,\n"
            "    void (*row)(double t, const double *y));\n",
            e->prefix, e->prefix, e->prefix);
  add_facts(e, out);
  add_functions(e->flow, out);
  text_add(out, "typedef struct {\n"
                "  int sign[FLOW_EVENTS];      // of each event; 0: not known\n"
                "  double floor[FLOW_EVENTS];  // as long as it is no larger than this, the other sign is rounding\n"
                "} EventWatch;\n");
  switch_c_texts(out);
  text_add_str(out, emit_text("switch_main"));
  text_add(out, "\n#endif\n");
}
