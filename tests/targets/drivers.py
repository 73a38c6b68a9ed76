"""tests/targets/drivers.py: programs that run exported equations, one for each language and all models.

Each reads states.bin, for each model and state its parameters, t and state, and writes the numbers of all
functions, one after the other, row by row, as doubles.
"""

import collections
import os
import shutil
import subprocess

import numpy

ENDINGS = {"c": "c", "js": "js", "python": "py", "matlab": "m", "fortran": "f90", "rust": "rs"}

# sizes: rows and columns of the result of each function; columns 0 for a list
Model = collections.namedtuple("Model", "prefix fixed n functions sizes")


def count_of(size):
    return size[0] * (size[1] or 1)


def read(path):
    return numpy.fromfile(path, dtype="<f8")


def run(folder, *words):
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(f"{words[0]}: {done.stderr[-3000:]}{done.stdout[-2000:]}")
    return done.stdout


# --- C -------------------------------------------------------------------------------------------

C_LIBRARY = r"""
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Results of a library's functions, given by their number, argument and second argument: a hash table.
typedef struct { double f, a, b, result; } Call;
static Call *table;
static size_t room;
static double apart;   // the most that a given result differs from the C library's
static long missing;

static size_t place(double f, double a, double b) {
  const double key[3] = {f, a, b};
  uint64_t hash = 1469598103934665603u;
  for (size_t i = 0; i < sizeof key; i++) hash = (hash ^ ((const unsigned char *) key)[i]) * 1099511628211u;
  size_t at = hash % room;
  while (table[at].f >= 0 && memcmp(&table[at], key, sizeof key) != 0) at = (at + 1) % room;
  return at;
}

static int64_t order(double x) {
  int64_t bits;
  memcpy(&bits, &x, sizeof bits);
  return bits >= 0 ? bits : -(bits & INT64_MAX);
}

static double difference(double a, double b) {
  if (isnan(a) || isnan(b)) return isnan(a) && isnan(b) ? 0 : INFINITY;
  return signbit(a) != signbit(b) ? fabs((double) order(a) - (double) order(b)) : (double) llabs(order(a) - order(b));
}

static double given(int f, double a, double b, double own) {
  if (room == 0) return own;
  const Call *call = &table[place(f, a, b)];
  if (call->f < 0) { missing++; return own; }
  apart = fmax(apart, difference(own, call->result));
  return call->result;
}

static void read_calls(const char *name) {
  FILE *file = fopen(name, "rb");
  fseek(file, 0, SEEK_END);
  const size_t n = (size_t) ftell(file) / sizeof(Call);
  rewind(file);
  room = 2 * n + 1;
  table = malloc(room * sizeof *table);
  for (size_t i = 0; i < room; i++) table[i].f = -1;
  Call call;
  for (size_t i = 0; i < n && fread(&call, sizeof call, 1, file) == 1; i++) table[place(call.f, call.a, call.b)] = call;
  fclose(file);
}

"""

C_MAIN = r"""
int main(int count, char **argument) {
  if (count > 1) read_calls(argument[1]);
  FILE *in = fopen("states.bin", "rb"), *to = fopen("c.bin", "wb");
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) all[i](in, to);
  fclose(to);
  printf("%.0f %ld\n", apart, missing);
}
"""


def build_c(folder, layout, states, library):
    """Writes the program; results of the library may be given to it."""
    parts = [C_LIBRARY]
    for k, name in enumerate(library):
        two = name in ("atan2", "pow")
        parts.append(f"static double given_{name}(double a{', double b' if two else ''}) {{ return given({k}, a, "
                     f"{'b' if two else 'a'}, {name}(a{', b' if two else ''})); }}\n")
    parts += [f"#define {name} given_{name}\n" for name in library]
    parts.append("#define NO_MAIN\n#define NO_FOLLOW\n#define dal_pivoting dal_pivoting_\n")
    for model in layout:
        text = (folder / f"{model.prefix}.c").read_text()
        # otherwise each file is a unit of its own
        for name in ["DalPivoting", "dal_swap", "dal_bring", "dal_eliminate", "dal_factor", "dal_refine",
                     "dal_pivoting"]:
            text = text.replace(name, f"{model.prefix}_{name}")
        parts.append(text)
        parts.append(f"static void run_{model.prefix}(FILE *in, FILE *to) {{\n"
                     f"  double p[{model.fixed + 1 + model.n}], out[{max(map(count_of, model.sizes)) + 1}];\n"
                     f"  for (int state = 0; state < {states}; state++) {{\n"
                     f"    if (fread(p, sizeof *p, {model.fixed + 1 + model.n}, in) == 0) exit(1);\n"
                     f"    const double t = p[{model.fixed}], *y = p + {model.fixed + 1};\n")
        for name, size in zip(model.functions, model.sizes):
            # rates and pivots have an array each
            pivots = f", out + {model.n}" if name == "rates" and size[0] > model.n else ""
            parts.append(f"    {model.prefix}_{name}(p, t, y, out{pivots});\n"
                         f"    fwrite(out, sizeof *out, {count_of(size)}, to);\n")
        parts.append("  }\n}\n")
    parts.append("static void (*const all[])(FILE *, FILE *) = {" +
                 ", ".join("run_" + model.prefix for model in layout) + "};\n")
    parts.append(C_MAIN)
    (folder / "all.c").write_text("".join(parts))
    run(folder, "gcc", "-O0", "-w", "-ffp-contract=off", "all.c", "-o", "all_c", "-lm")
    return str(folder / "all_c")


def run_c(folder, program, calls):
    """Returns its numbers; how far given results are from those of its library; how many it misses."""
    words = run(folder, program, *([calls] if calls else [])).split()
    return read(folder / "c.bin"), float(words[0]), int(words[1])


# --- JavaScript ----------------------------------------------------------------------------------

JS = r"""
const fs = require("fs"), bytes = fs.readFileSync("states.bin");
const numbers = new Float64Array(bytes.buffer, bytes.byteOffset, bytes.length / 8), out = [], calls = [];
LIBRARY.forEach((name, k) => {
  const own = Math[name];
  Math[name] = (a, b) => {
    const result = own(a, b);
    calls.push(k, a, b === undefined ? a : b, result);
    return result;
  };
});
let at = 0;
for (const [prefix, fixed, n, names, sizes] of LAYOUT) {
  const model = require("./" + prefix + ".js");
  for (let state = 0; state < STATES; state++) {
    const p = numbers.slice(at, at + fixed), t = numbers[at + fixed], y = numbers.slice(at + fixed + 1, at + fixed + 1 + n);
    at += fixed + 1 + n;
    names.forEach((name, k) => {
      const values = model[name](p, t, y);
      if (values.length !== sizes[k]) throw new Error(prefix + "." + name + ": " + values.length + " numbers");
      for (const x of values) out.push(x);
    });
  }
}
fs.writeFileSync("js.bin", Buffer.from(Float64Array.from(out).buffer));
fs.writeFileSync("js_calls.bin", Buffer.from(Float64Array.from(calls).buffer));
"""


def run_js(folder, layout, states, library):
    import json
    models = [[m.prefix, m.fixed, m.n, m.functions, [count_of(s) for s in m.sizes]] for m in layout]
    text = JS.replace("LIBRARY", json.dumps(library), 1).replace("LAYOUT", json.dumps(models), 1)
    (folder / "driver.js").write_text(text.replace("STATES", str(states)))
    run(folder, "node", "driver.js")
    return read(folder / "js.bin"), read(folder / "js_calls.bin")


# --- Fortran -------------------------------------------------------------------------------------

def run_fortran(folder, layout, states):
    parts = []
    for model in layout:
        prefix = module_name(model.prefix)
        parts.append((folder / f"{model.prefix}.f90").read_text())
        parts.append(f"subroutine run_{prefix}(from, to)\n  use {prefix}\n  implicit none\n"
                     "  integer, intent(in) :: from, to\n  integer :: state\n"
                     f"  real(dp) :: p({model.fixed}), t, y({model.n})\n")
        for name, (rows, columns) in zip(model.functions, model.sizes):
            shape = f"{rows}, {columns}" if columns else f"{rows}"
            parts.append(f"  real(dp) :: {name}_({shape})\n")
        parts.append(f"  do state = 1, {states}\n    read (from) p, t, y\n")
        for name, (rows, columns) in zip(model.functions, model.sizes):
            parts.append(f"    call {name}(p, t, y, {name}_)\n")
            parts.append(f"    write (to) {f'transpose({name}_)' if columns else f'{name}_'}\n")
        parts.append("  end do\nend subroutine\n\n")
    calls = "".join(f"  call run_{module_name(m.prefix)}(from, to)\n" for m in layout)
    parts.append("program all\n  implicit none\n  integer :: from, to\n"
                 "  open (newunit=from, file='states.bin', access='stream', form='unformatted', status='old')\n"
                 "  open (newunit=to, file='fortran.bin', access='stream', form='unformatted', status='replace')\n"
                 + calls + "  close (to)\nend program\n")
    (folder / "all.f90").write_text("".join(parts))
    run(folder, "gfortran", "-std=f2008", "-O0", "-w", "-ffp-contract=off", "all.f90", "-o", "all_fortran")
    run(folder, str(folder / "all_fortran"))
    return read(folder / "fortran.bin")


def module_name(prefix):
    return prefix


# --- Rust ----------------------------------------------------------------------------------------

RUST = r"""
use std::io::Write;

fn main() {
    let bytes = std::fs::read("states.bin").unwrap();
    let numbers: Vec<f64> = bytes.chunks(8).map(|c| f64::from_le_bytes(c.try_into().unwrap())).collect();
    let mut to = std::io::BufWriter::new(std::fs::File::create("rust.bin").unwrap());
    let mut at = 0;
"""


def run_rust(folder, layout, states):
    parts = ["#![allow(warnings)]\n"] + [f"mod {m.prefix};\n" for m in layout] + [RUST]
    for m in layout:
        parts.append(f"    for _ in 0..{states} {{\n        let p = &numbers[at..at + {m.fixed}];\n"
                     f"        let t = numbers[at + {m.fixed}];\n"
                     f"        let y = &numbers[at + {m.fixed + 1}..at + {m.fixed + 1 + m.n}];\n"
                     f"        at += {m.fixed + 1 + m.n};\n")
        for name, size in zip(m.functions, m.sizes):
            parts.append(f"        let mut out = vec![0.0; {count_of(size)}];\n"
                         f"        {m.prefix}::{name}(p, t, y, &mut out);\n"
                         "        for x in &out { to.write_all(&x.to_le_bytes()).unwrap(); }\n")
        parts.append("    }\n")
    parts.append("}\n")
    (folder / "all.rs").write_text("".join(parts))
    # Debian's, whatever else is installed
    compiler = "/usr/bin/rustc" if os.path.exists("/usr/bin/rustc") else shutil.which("rustc")
    run(folder, compiler, "--edition", "2021", "-C", "opt-level=0", "-C", "debuginfo=0", "-D", "warnings", "all.rs",
        "-o", "all_rust")
    run(folder, str(folder / "all_rust"))
    return read(folder / "rust.bin")


# --- MATLAB --------------------------------------------------------------------------------------

MATLAB = r"""
from = fopen('states.bin', 'r', 'ieee-le');
to = fopen('matlab.bin', 'w', 'ieee-le');
warning('off', 'all');
for k = 1:numel(layout)
  [prefix, fixed, n, names, counts] = layout{k}{:};
  m = feval(prefix);
  for state = 1:STATES
    p = fread(from, fixed, 'double').';
    t = fread(from, 1, 'double');
    y = fread(from, n, 'double');
    for i = 1:numel(names)
      try
        out = m.(names{i})(p, t, y);
      catch
        out = NaN(counts(i), 1);  % outside of where the equations are real
      end
      fwrite(to, out.', 'double');
    end
  end
end
fclose(to);
"""


def run_matlab(folder, layout, states):
    lines = ["layout = {\n"]
    for m in layout:
        names = ", ".join(f"'{name}'" for name in m.functions)
        counts = ", ".join(str(count_of(s)) for s in m.sizes)
        lines.append(f"  {{'{m.prefix}', {m.fixed}, {m.n}, {{{names}}}, [{counts}]}}, ...\n")
    (folder / "all_matlab.m").write_text("".join(lines) + "};\n" + MATLAB.replace("STATES", str(states)))
    run(folder, "octave-cli", "--no-gui", "--norc", "--quiet", "all_matlab.m")
    return read(folder / "matlab.bin")
