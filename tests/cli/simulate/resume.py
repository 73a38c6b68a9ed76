"""Compares runs in three pieces with one run, model after model: columns, times and numbers. resume.py T MODEL..."""

import csv
import os
import subprocess
import sys

T = float(sys.argv[1])
OPTIONS = [["--columns", "accelerations,multipliers,reactions"], ["--method", "appell"], ["--method", "hamilton"], ["--rtol", "1e-12"],
           ["--integrator", "taylor"], []]


def simulate(model, to, out, *options):
    return subprocess.run(["dalembert", "simulate", model, "--to", repr(to), "-qo", out, *options], capture_output=True, text=True)


def table(path):
    rows = list(csv.reader(open(path)))
    return rows[0], [[float(x) for x in row] for row in rows[1:]]


bad = pieces = refused = 0
for number, model in enumerate(sys.argv[2:]):
    options, kind = OPTIONS[number % len(OPTIONS)], ("h5", "json")[number % 2]
    for name in ("one.csv", "two.csv", "a." + kind):
        if os.path.exists(name):
            os.remove(name)
    whole = simulate(model, T, "one.csv", "--every", repr(T / 8), *options)
    if whole.returncode != 0:  # a method that does not apply, or a run that ends before
        refused += 1
        continue
    simulate(model, T * 0.25, "a." + kind, "--every", repr(T / 8), *options)
    rest = [o for i in range(0, len(options), 2) for o in options[i:i + 2] if options[i] == "--method"]
    done = [simulate(model, T * part, out, "--resume", "a." + kind, *rest) for part, out in ((0.6, "a." + kind), (1, "two.csv"))]
    pieces += 1
    wrong = [d.stderr for d in done if d.returncode != 0]
    if not wrong:
        (names, one), (others, two) = table("one.csv"), table("two.csv")
        two = [row for row in two if row[0] in {r[0] for r in one}]  # 0.6 T is a row of its own
        if names != others or [r[0] for r in one] != [r[0] for r in two]:
            wrong = ["other columns or times"]
        for row, again in zip(one, two):
            size = 1 + max(abs(x) for x in row)
            wrong += [f"t = {row[0]}: {n} {x} {y}" for n, x, y in zip(names, row, again) if not abs(x - y) <= 1e-7 * size]
    if wrong:
        bad += 1
        print(model, options, wrong[:2])
print(f"{pieces} runs in pieces, {bad} differ")
