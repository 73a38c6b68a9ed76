// report/export_js.c: the target js: JavaScript, for Node and for pages.

#include "report/mode_text.h"

// `stop when`, `when`, impacts and contact: a motion can be followed through them.
static void add_follow(const ExportedEquations *e, Text *out) {
  const ExportedModes *m = e->modes;
  if (m == NULL && e->events == 0) return;
  if (m != NULL) mode_text_functions(m, out);
  mode_text_follow(m != NULL, out);
  if (m == NULL) {
    text_add(out, "  // The states at `times`, in `rows`, from y at `from` on, until `to` or `stop when`; `end` says which.\n"
                  "  const follow = (p, y, from, to, times = [], options = {}) =>\n"
                  "    dop853.follow({n, watched, least, directions, events: directions.length, positions: 0, speeds: 0, first: 0,\n"
                  "                   rates, eventValues: events}, p, y, from, to, times, options);\n\n");
    return;
  }
  text_add(out, "  const modeStart = [");
  for (size_t i = 0; i < 2 * m->n; i++) {
    if (i > 0) text_add(out, ", ");
    emit_number_in(&target_js.emit, m->start[i], out);
  }
  text_add(out, "];  // coordinates, velocities\n  const modeFacts = ");
  mode_text_facts(m, out);
  text_add(out, ";\n\n"
                "  // The motion from coordinates and velocities y at `from` on, through impacts, contact and `when`, until `to` or a\n"
                "  // stop: `rows` at `times` (coordinates, velocities, accelerations, multipliers; modeRow shows one), `list` of events.\n"
                "  const follow = (p, y, from, to, times = [], options = {}) =>\n"
                "    modes.follow({modeTerms, modeCrossings, modeAssigned, modes: {...modeFacts, showsMotion: true}}, p, y, from, to,\n"
                "                 times, options);\n\n");
}

static void add_follow_names(const ExportedEquations *e, Text *out) {
  if (e->modes != NULL)
    text_add(out, ", follow, modeTerms, modeCrossings, modeAssigned, modeRow, modeStart, modeFacts");
  else if (e->events > 0)
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
        " dop853 push modes follow modeTerms modeCrossings modeAssigned modeRow modeStart modeFacts ",
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
