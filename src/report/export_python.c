// report/export_python.c: the target python: for NumPy, and for any library with the same functions.

#include "report/target.h"

static const TargetLanguage language = {
  .text = "python",
  .ops = OPS_PYTHON,
  .emit =
    {
      .reserved = " False None True and as assert async await break class continue def del elif else except finally"
                  " for from global if import in is lambda nonlocal not or pass raise return try while with match case"
                  " p t y xp out abs float int len list range _np _of _inputs _pick _checked _pivoting title state_names"
                  " parameter_names residual_names multiplier_names observable_names event_names directions"
                  " parameters start start_time end_time least rate energy ",
      .suffix = "",
      .nan = "float(\"nan\")",
      .infinity = "float(\"inf\")",
      .value = "    %n = %v\n",
      .store = "    %n = %v",
      .remark = "  # %c",
      .element = "%n[%i]",
      .solution = "    %n = _pivoting([%v])\n",
    },
  .comment = "#",
  .quote = "\"\\",
  .head = "def %f(p, t, y, xp=_np):\n    # %d\n    p, t, y = _inputs(xp, p, t, y)\n    out = [None] * %k\n",
  .end = "    return out\n\n\n",
  .matrix_end = "    return [out[i:i + %c] for i in range(0, %k, %c)]\n\n\n",
};

const ExportTarget export_python = {.name = "python", .language = &language};
