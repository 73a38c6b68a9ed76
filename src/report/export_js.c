// report/export_js.c: the target js: JavaScript, for Node and for pages.

#include "report/mode_text.h"

static void add_flow_function(const FlowTapes *f, const char *name, const char *title, const Tape *tape, Text *out) {
  const size_t inputs = f->fixed + 1 + f->n;
  const char **place = ARENA_ARRAY(out->arena, const char *, inputs + 1);
  for (size_t i = 0; i < inputs; i++)
    place[i] = i < f->fixed    ? text_format(out->arena, "p[%zu]", i)
               : i == f->fixed ? "t"
                               : text_format(out->arena, "y[%zu]", i - f->fixed - 1);
  const TargetInputs in = {.language = &target_js, .inputs = inputs, .input = f->input, .place = place};
  const ExportedFunction function = {
    .name = name, .title = title, .tape = tape, .rows = tape != NULL ? tape_outputs(tape) : 0};
  target_function(&in, &function, out);
}

// Writes what runs with `stop when` and with forces that switch need.
static void add_flow(const ExportedEquations *e, Text *out) {
  const FlowTapes *f = e->flow;
  add_flow_function(f, "flowRates", "rates of the state of a run, which ends with the sides of forces that switch", f->rate, out);
  add_flow_function(f, "flowEvents", "`stop when`, functions whose signs are the sides, what is left of sides", f->event, out);
  add_flow_function(f, "flowSlopes",
                    "of these functions the first derivatives by time that depend on the sides, and the rates before those of order 2",
                    f->slope, out);
  add_flow_function(f, "flowPositions", "changes of positions that satisfy the constraints", f->position, out);
  add_flow_function(f, "flowVelocities", "changes of velocities that satisfy the constraints", f->velocity, out);
  Text orders = text_make(out->arena), surfaces = text_make(out->arena);
  for (size_t i = 0; i < f->sides; i++) {
    text_addf(&orders, "%s%d", i > 0 ? ", " : "", f->order[i]);
    text_addf(&surfaces, "%s\"%s\"", i > 0 ? ", " : "", e->surface[i]);
  }
  mode_text_follow(false, f->sides > 0, out);
  text_addf(out,
            "  // Returns the states at `times` as `rows`, from y at `from` until `to` or `stop when`; `end` says which.%s\n"
            "  const follow = (p, y, from, to, times = [], options = {}) =>\n"
            "    %s.follow({n: %zu, watched: %zu, sides: %zu, events: %zu, positions: %zu, first: %zu, speeds: %zu, least, directions,\n"
            "      orders: [%s], surfaces: [%s],\n"
            "      rates: flowRates, eventValues: flowEvents, slopes: flowSlopes, positionChange: flowPositions,\n"
            "      velocityChange: flowVelocities}, p, y, from, to, times, options);\n\n",
            f->sides > 0 ? " Sides follow\n  // the state: signs of what forces depend on." : "", f->sides > 0 ? "switching" : "dop853",
            f->n, f->watched, f->sides, f->events, f->positions, f->first, f->speeds, text_get(&orders), text_get(&surfaces));
}

// Writes what follows a motion through `stop when`, `when`, impacts, contact and forces that switch.
static void add_follow(const ExportedEquations *e, Text *out) {
  const ExportedModes *m = e->modes;
  if (e->alone != NULL) text_addf(out, "  // No function follows the motion: %s.\n\n", e->alone);
  if (e->flow != NULL) add_flow(e, out);
  if (m == NULL) return;
  mode_text_functions(m, out);
  mode_text_follow(true, m->sides > 0, out);
  text_add(out, "  const modeStart = [");
  for (size_t i = 0; i < 2 * m->n; i++) {
    if (i > 0) text_add(out, ", ");
    emit_number_in(&target_js.emit, m->start[i], out);
  }
  text_add(out, "];  // coordinates, velocities\n  const modeFacts = ");
  mode_text_facts(m, out);
  text_add(out, ";\n\n"
                "  // Follows the motion from coordinates and velocities y at `from`, through impacts, contact and `when`, until `to` or a\n"
                "  // stop: `rows` at `times` (coordinates, velocities, accelerations, multipliers; modeRow shows one), `list` of events.\n"
                "  const follow = (p, y, from, to, times = [], options = {}) =>\n"
                "    modes.follow({modeTerms, modeSided, modeSurfaces, modeCrossings, modeAssigned, modes: {...modeFacts, showsMotion: true}}, p, y, from, to,\n"
                "                 times, options);\n\n");
}

static void add_follow_names(const ExportedEquations *e, Text *out) {
  if (e->modes != NULL)
    text_add(out, ", follow, modeTerms, modeCrossings, modeAssigned, modeRow, modeStart, modeFacts");
  else if (e->flow != NULL)
    text_add(out, ", follow");
}

const TargetLanguage target_js = {
  .text = "js",
  .ops = OPS_JS,
  .emit =
    {
      .reserved =
        " abstract arguments async await boolean break byte case catch char class const continue debugger"
        " default delete do double else enum eval export extends false final finally float for function goto if"
        " implements import in instanceof int interface let long native new null of package private protected"
        " public return short static super switch synchronized this throw throws transient true try typeof"
        " undefined var void volatile while with yield Math NaN Infinity Array Float64Array module require"
        " p t y out v all x a k title n watched stateNames parameterNames residualNames multiplierNames"
        " observableNames eventNames directions parameters start from to least pivoting rate energy"
        " dop853 push contact modes slide switching follow flowRates flowEvents flowSlopes flowPositions flowVelocities modeTerms modeSided modeSurfaces modeCrossings modeAssigned modeRow modeStart modeFacts ",
      .suffix = "",
      .nan = "NaN",
      .infinity = "Infinity",
      .value = "    const %n = %v;\n",
      .store = "    %n = %v;",
      .remark = "  // %c",
      .element = "%n[%i]",
      .solution = "    const %n = pivoting([%v]);\n",
      .solution_in = "    v.set(pivoting(v.subarray(%a, %e)), %t);\n",
      .part_head = "  function %f_part_%k(p, t, y, out, v) {\n",
      .part_end = "  }\n\n",
      .part_call = "    %f_part_%k(p, t, y, out, v);\n",
      .room = "    const v = new Float64Array(%k);\n",
    },
  .comment = "//",
  .quote = "\"\\",
  .head = "  // %d\n  function %f(p, t, y, out = new Array(%k)) {\n",
  .end = "    return out;\n  }\n\n",
  .follow = add_follow,
  .follow_names = add_follow_names,
};

const ExportTarget export_js = {.name = "js", .language = &target_js};
