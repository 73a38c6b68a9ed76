// report/mode_c.c: a model whose constraints come and go, as C99: its facts and functions (native/text/modes.h).

#include "native/emit.h"
#include "report/mode_text.h"
#include <string.h>

#define ARGUMENTS "const double *p, double t, const double *y"

static void add_integers(Text *out, const char *name, const int *value, size_t n) {
  text_addf(out, "static const int %s[] = {", name);
  for (size_t i = 0; i < n; i++) text_addf(out, "%s%d", i > 0 ? ", " : "", value[i]);
  text_add(out, n > 0 ? "};\n" : "0};\n");
}

static void add_define(Text *out, const char *name, size_t value) {
  text_addf(out, "#define MODES_%s %zu\n", name, value);
}

static void add_facts(const ExportedModes *m, Text *out) {
  size_t unilateral = 0;
  for (size_t a = 0; a < m->r; a++) unilateral += m->unilateral[a] != 0;
  add_define(out, "N", m->n);
  add_define(out, "R", m->r);
  add_define(out, "SIDES", m->sides);
  add_define(out, "SLIPS", m->slips);
  add_define(out, "STOPS", m->stops);
  add_define(out, "WHENS", m->whens);
  add_define(out, "UNILATERAL", unilateral);
  add_define(out, "ACTIONS", m->actions);
  add_define(out, "ASSIGNED", m->assigned);
  add_define(out, "USES_MOTION", m->uses_motion);
  add_integers(out, "mode_is_unilateral", m->unilateral, m->r);
  add_integers(out, "mode_level", m->level, m->r);
  add_integers(out, "mode_is_nonlinear", m->nonlinear, m->r);
  add_integers(out, "mode_first_use", m->use, m->r);
  add_integers(out, "mode_direction", m->direction, m->stops + m->whens);
  if (m->sides > 0) add_integers(out, "mode_side_acts", m->acts, m->sides * (m->r + 1));
  text_add(out, "static const int mode_actions[][4] = {");
  for (size_t i = 0; i < m->actions; i++) {
    const ExportedAction *a = &m->action[i];
    text_addf(out, "%s{%zu, %d, %zu, %zu}", i > 0 ? ", " : "", a->when, a->kind, a->first, a->count);
  }
  text_add(out, m->actions > 0 ? "};\n\n" : "{0}};\n\n");
}

void mode_c_function(const CTape *tape, const char *linkage, const char *name, Text *out) {
  Arena *arena = out->arena;
  const size_t inputs = tape->inputs, outputs = tape->tape != NULL ? tape_outputs(tape->tape) : 0;
  if (tape->tape == NULL) {
    text_addf(out, "%svoid %s(" ARGUMENTS ", double *out) {\n  (void) p, (void) t, (void) y, (void) out;\n}\n\n", linkage,
              name);
    return;
  }
  const char **place = ARENA_ARRAY(arena, const char *, inputs + 1), **names = ARENA_ARRAY(arena, const char *, inputs + 1);
  const char **output = ARENA_ARRAY(arena, const char *, outputs + 1);
  for (size_t i = 0; i < inputs; i++) {
    place[i] = i < tape->parameters    ? text_format(arena, "p[%zu]", i)
               : i == tape->parameters ? "t"
                                       : text_format(arena, "y[%zu]", i - tape->parameters - 1);
  }
  emit_names(arena, tape->input, inputs, names, 0);
  for (size_t i = 0; i < outputs; i++) output[i] = text_format(arena, "out[%zu]", i);
  emit_function(&(EmitFunction){.tape = tape->tape,
                                .linkage = linkage,
                                .name = name,
                                .parameters = ARGUMENTS ", double *out",
                                .arguments = "p, t, y, out",
                                .input = place,
                                .input_name = names,
                                .output = output,
                                .plain = true},
                out);
}

const char *const *mode_inputs(const ExportedModes *m, size_t signs, Arena *arena) {
  const size_t state = m->parameters + 1 + 2 * m->n;
  const char **name = ARENA_ARRAY(arena, const char *, state + signs + 1);
  memcpy(name, m->input, state * sizeof *name);
  for (size_t i = 0; i < signs; i++) name[state + i] = text_format(arena, "side(%zu)", i + 1);
  return name;
}

// Writes a function of coordinates, velocities, accelerations, multipliers and sides.
static void add_function(const ExportedModes *m, const char *linkage, const char *name, const Tape *tape, Text *out) {
  const size_t inputs = m->parameters + 1 + 3 * m->n + m->r + m->sides;
  mode_c_function(&(CTape){tape, m->input, m->parameters, inputs}, linkage, name, out);
}

// Writes a function of coordinates, velocities and signs.
static void add_terms(const ExportedModes *m, const char *name, const Tape *tape, size_t signs, Text *out) {
  const size_t inputs = m->parameters + 1 + 2 * m->n + signs;
  mode_c_function(&(CTape){tape, mode_inputs(m, signs, out->arena), m->parameters, inputs}, "static ", name, out);
}

static void add_strings(Text *out, const char *name, const char *const *value, size_t n) {
  text_addf(out, "%s[] = {", name);
  for (size_t i = 0; i < n; i++) {
    text_addf(out, "%s\"", i > 0 ? ", " : "");
    for (const char *c = value[i]; *c != '\0'; c++)
      text_addf(out, strchr("\"\\", *c) != NULL ? "\\%c" : "%c", *c);
    text_add_char(out, '"');
  }
  text_add(out, n > 0 ? "};\n" : "0};\n");
}

void mode_c_names(const ExportedModes *m, Text *out) {
  add_strings(out, "static const char *const mode_names", m->name, m->r);
  add_strings(out, "static const char *const mode_when_names", m->when_name, m->whens);
}

void mode_c_shown(const ExportedModes *m, const char *linkage, const char *name, Text *out) {
  add_function(m, linkage, name, m->shown, out);
}

void mode_c_functions(const ExportedModes *m, Text *out) {
  add_facts(m, out);
  text_add(out, "// M by its lower triangle, F, A, B, b of all constraints, gaps, their rates, the sizes of the terms of both,\n"
                "// coefficients of restitution, velocities of slip; y: coordinates, velocities, signs of slip.\n");
  add_terms(m, "mode_terms", m->terms, m->slips, out);
  if (m->sides > 0) {
    text_add(out, "// The same along a motion, without velocities of slip; y: coordinates, velocities, sides.\n");
    add_terms(m, "mode_sided", m->sided, m->sides, out);
    text_add(out, "// The functions whose signs are the sides, derivatives that depend on them, rates before those of order 2;\n"
                  "// y: coordinates, velocities, accelerations, multipliers, sides.\n");
    add_function(m, "static ", "mode_surfaces", m->surface, out);
  } else {
    text_add(out, "#define mode_sided mode_terms\n\n");
  }
  text_add(out, "// Differences of `stop when` and `when`.\n");
  add_function(m, "static ", "mode_crossings", m->crossing, out);
  text_add(out, "// What `when` assigns.\n");
  add_function(m, "static ", "mode_assigned", m->assign, out);
  static const char *const texts[] = {"push_type", "push", "contact_type", "contact", "contact_event", "modes"};
  text_add(out, "#define PUSH_LINKAGE static\n#define CONTACT_LINKAGE static\n");
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    text_add_str(out, emit_text(texts[i]));
    text_add_char(out, '\n');
  }
}

// --- a program that follows the motion -----------------------------------------------------------

void mode_c_follow(const ExportedModes *m, const char *prefix, double to, Text *out) {
  Arena *arena = out->arena;
  text_addf(out,
            "/* --- impacts, contact, `when` ---\n\n"
            "   The constraints of this model come and go. %s_follow follows its motion from coordinates and velocities y on,\n"
            "   until `to` or a stop, with steps of about that length. row is given every n-th state, with accelerations and\n"
            "   multipliers after it, of which %s_mode_row makes the columns %s_mode_columns; event is called for what happens.\n"
            "   Gives 0 at the end, 1 after a stop, 2 if what happens is not determined. y becomes the last state. With\n"
            "   -DNO_FOLLOW all this is left out. */\n\n"
            "#ifndef NO_FOLLOW\n\n"
            "#include <float.h>\n#include <stdbool.h>\n#include <stddef.h>\n#include <stdlib.h>\n#include <string.h>\n\n"
            "#define MODEL(name) %s_##name\n"
            "int %s_follow(const double *p, double from, double to, double step, long every, double *y,\n"
            "    void (*row)(double t, const double *all),\n"
            "    void (*event)(double t, const char *what, const char *name, double impulse, double lost));\n"
            "void %s_mode_row(" ARGUMENTS ", double *out);\n"
            "enum { MODE_COLUMNS = %zu };\n",
            prefix, prefix, prefix, prefix, prefix, prefix, m->columns);
  text_addf(out, "extern const char *const %s_mode_columns[];\nextern const double %s_mode_start_state[];\n", prefix, prefix);
  add_strings(out, text_format(arena, "const char *const %s_mode_columns", prefix), m->column, m->columns);
  text_addf(out, "const double %s_mode_start_state[] = {", prefix);
  for (size_t i = 0; i < 2 * m->n; i++) {
    if (i > 0) text_add(out, ", ");
    emit_number(m->start[i], out);
  }
  text_add(out, "};\n#define MODES_TO ");
  emit_number(to, out);
  text_add_char(out, '\n');
  mode_c_names(m, out);
  text_add(out, "#define MODES_FIELDS void (*event)(double, const char *, const char *, double, double);\n"
                "#define MODES_NOTE(mode, t, what, name, impulse, lost) \\\n"
                "  (mode)->event(t, what, what[0] == 'w' ? mode_when_names[name] : what[0] == 's' ? \"\" : mode_names[name], \\\n"
                "                impulse, lost)\n\n");
  mode_c_functions(m, out);
  mode_c_shown(m, "", text_format(arena, "%s_mode_row", prefix), out);
  text_add(out, "typedef struct {\n"
                "  int sign[MODE_ALL_EVENTS + 1];      // of each event; 0: not known\n"
                "  double floor[MODE_ALL_EVENTS + 1];  // as long as it is no larger than this, the other sign is rounding\n"
                "} EventWatch;\n\n");
  if (m->sides > 0) {
    add_integers(out, "mode_order", m->order, m->sides);
    switch_c_texts(out);
  }
  text_add_str(out, emit_text("modes_main"));
  text_add(out, "\n#endif\n");
}
