// report/mode_text.c: a model whose constraints come and go, as JavaScript.

#include "report/mode_text.h"
#include "base/embedded.h"
#include <string.h>

// --- functions -----------------------------------------------------------------------------------

static void add_with(const ExportedModes *m, const char *name, const char *title, const Tape *tape, const char *const *names,
                     size_t inputs, Text *out) {
  const char **place = ARENA_ARRAY(out->arena, const char *, inputs + 1);
  for (size_t i = 0; i < inputs; i++)
    place[i] = i < m->parameters    ? text_format(out->arena, "p[%zu]", i)
               : i == m->parameters ? "t"
                                    : text_format(out->arena, "y[%zu]", i - m->parameters - 1);
  const TargetInputs in = {.language = &target_js, .inputs = inputs, .input = names, .place = place};
  const ExportedFunction f = {
    .name = name, .title = title, .tape = tape, .rows = tape != NULL ? tape_outputs(tape) : 0};
  target_function(&in, &f, out);
}

// Writes a function of coordinates, velocities, accelerations, multipliers and sides.
static void add_function(const ExportedModes *m, const char *name, const char *title, const Tape *tape, Text *out) {
  add_with(m, name, title, tape, m->input, m->parameters + 1 + 3 * m->n + m->r + m->sides, out);
}

// Writes a function of coordinates, velocities and signs.
static void add_terms(const ExportedModes *m, const char *name, const char *title, const Tape *tape, size_t signs, Text *out) {
  add_with(m, name, title, tape, mode_inputs(m, signs, out->arena), m->parameters + 1 + 2 * m->n + signs, out);
}

void mode_text_functions(const ExportedModes *m, Text *out) {
  add_terms(m, "modeTerms",
            "of coordinates, velocities and signs of slip: M by its lower triangle, F, A, B, b, gaps, their rates, sizes of both, "
            "restitutions, velocities of slip",
            m->terms, m->slips, out);
  add_terms(m, "modeSided", "the same along a motion, with the sides of forces that switch", m->sided, m->sides, out);
  add_function(m, "modeSurfaces",
               "functions whose signs are the sides, derivatives by time that depend on these, rates before those of order 2; y with "
               "accelerations, multipliers and sides",
               m->surface, out);
  add_function(m, "modeCrossings", "differences of `stop when` and `when`", m->crossing, out);
  add_function(m, "modeAssigned", "what `when` assigns", m->assign, out);
  add_function(m, "modeRow", "what a table shows", m->shown, out);
}

// --- facts ---------------------------------------------------------------------------------------

static void add_integers(Text *out, const char *name, const int *value, size_t n) {
  text_addf(out, "%s: [", name);
  for (size_t i = 0; i < n; i++) text_addf(out, "%s%d", i > 0 ? ", " : "", value[i]);
  text_add(out, "], ");
}

// Writes names. What looks like markup is escaped, since the text may become part of a page.
static void add_names(Text *out, const char *name, const char *const *value, size_t n) {
  text_addf(out, "%s: [", name);
  for (size_t i = 0; i < n; i++) {
    text_addf(out, "%s\"", i > 0 ? ", " : "");
    for (const char *c = value[i]; *c != '\0'; c++)
      text_addf(out, strchr("\"\\<>&", *c) != NULL || (unsigned char) *c < 32 ? "\\x%02x" : "%c",
                (unsigned char) *c);
    text_add_char(out, '"');
  }
  text_add(out, "], ");
}

void mode_text_facts(const ExportedModes *m, Text *out) {
  text_addf(out, "{n: %zu, r: %zu, stops: %zu, whens: %zu, assigned: %zu, usesMotion: %s, showsMotion: %s,\n      ", m->n,
            m->r, m->stops, m->whens, m->assigned, m->uses_motion ? "true" : "false", m->shows_motion ? "true" : "false");
  add_names(out, "names", m->name, m->r);
  add_names(out, "whenNames", m->when_name, m->whens);
  text_add(out, "\n      ");
  add_integers(out, "unilateral", m->unilateral, m->r);
  add_integers(out, "level", m->level, m->r);
  add_integers(out, "nonlinear", m->nonlinear, m->r);
  add_integers(out, "use", m->use, m->r);
  add_integers(out, "crossDirections", m->direction, m->stops + m->whens);
  if (m->slips > 0) text_addf(out, "slips: %zu, ", m->slips);
  if (m->sides > 0) {
    text_addf(out, "sides: %zu, ", m->sides);
    add_integers(out, "orders", m->order, m->sides);
    add_integers(out, "sideActs", m->acts, m->sides * (m->r + 1));
    add_names(out, "surfaces", m->surface_name, m->sides);
  }
  text_add(out, "\n      actions: [");
  for (size_t i = 0; i < m->actions; i++) {
    const ExportedAction *a = &m->action[i];
    text_addf(out, "%s[%zu, %d, %zu, %zu]", i > 0 ? ", " : "", a->when, a->kind, a->first, a->count);
  }
  text_add(out, "]}");
}

// --- what follows it -----------------------------------------------------------------------------

static void add_text(Text *out, const char *name) {
  text_add(out, embedded_find(embedded_targets, embedded_targets_count, name));
  text_add_char(out, '\n');
}

void mode_text_follow(bool modes, bool sides, Text *out) {
  add_text(out, "dop853");
  if (sides) add_text(out, "slide");
  if (sides) add_text(out, "switching");
  if (!modes) return;
  add_text(out, "push");
  add_text(out, "contact");
  add_text(out, "modes");
}
