// report/export_rust.c: the target rust: a module that needs no crates.

#include "report/target.h"

static const TargetLanguage language = {
  .text = "rust",
  .ops = OPS_RUST,
  .emit =
    {
      .reserved = " as async await break const continue crate dyn else enum extern false fn for if impl in let loop"
                  " match mod move mut pub ref return self Self static struct super trait true type unsafe use where"
                  " while abstract become box do final macro override priv typeof unsized virtual yield try union"
                  " p t y out v None Some Ok Err rate energy pivoting f64 STATE PIVOTS STATE_NAMES PARAMETER_NAMES RESIDUAL_NAMES"
                  " MULTIPLIER_NAMES OBSERVABLE_NAMES EVENT_NAMES DIRECTIONS PARAMETERS START FROM TO LEAST ",
      .suffix = "_f64",
      .nan = "f64::NAN",
      .infinity = "f64::INFINITY",
      .value = "    let %n = %v;\n",
      .store = "    %n = %v;",
      .remark = " // %c",
      .element = "%n[%i]",
      .solution = "    let mut %n = [0.0; %k];\n    pivoting(&[%v], &mut %n);\n",
      .solution_in = "    let k = v[%a..%e].to_vec();\n    pivoting(&k, &mut v[%t..%f]);\n",
      .part_head = "fn %f_part_%k(p: &[f64], t: f64, y: &[f64], out: &mut [f64], v: &mut [f64]) {\n",
      .part_end = "}\n\n",
      .part_call = "    %f_part_%k(p, t, y, out, &mut v);\n",
      .room = "    let mut v = vec![0.0; %k];\n",
    },
  .comment = "//",
  .quote = "\"\\",
  .head = "// %d\npub fn %f(p: &[f64], t: f64, y: &[f64], out: &mut [f64]) {\n",
  .end = "}\n\n",
};

const ExportTarget export_rust = {.name = "rust", .language = &language};
