// report/export_matlab.c: the target matlab: one file for MATLAB and Octave.

#include "report/target.h"

static const TargetLanguage language = {
  .text = "matlab",
  .ops = OPS_MATLAB,
  .emit =
    {
      .reserved = " break case catch classdef continue do else elseif end end_try_catch end_unwind_protect endfor"
                  " endfunction endif endparfor endswitch endwhile for function global if otherwise parfor persistent"
                  " return spmd switch try until unwind_protect unwind_protect_cleanup while i j pi e eps Inf NaN NA"
                  " ans p t y out zeros reshape abs any isreal error m rate real_numbers pivoting ",
      .letter_first = true,
      .suffix = "",
      .nan = "NaN",
      .infinity = "Inf",
      .value = "  %n = %v;\n",
      .store = "  %n = %v;",
      .remark = "  % %c",
      .element = "%n(%i)",
      .base = 1,
      .solution = "  %n = pivoting([%v]);\n",
    },
  .comment = "%",
  .quote = "'",
  .head = "% %d\nfunction out = %f(p, t, y)\n  out = zeros(%k, 1);\n",
  .end = "  out = real_numbers(out);\nend\n\n",
  .matrix_end = "  out = reshape(real_numbers(out), %r, %c);\nend\n\n",
  .by_columns = true,
  .goes_on = " ...",
};

const ExportTarget export_matlab = {.name = "matlab", .language = &language};
