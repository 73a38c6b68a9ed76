// report/export_js.c: the target js: JavaScript, for Node and for pages.

#include "report/target.h"

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
        " observableNames eventNames directions parameters start from to least pivoting rate energy ",
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
};

const ExportTarget export_js = {.name = "js", .language = &target_js};
