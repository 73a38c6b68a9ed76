#!/usr/bin/env python3
"""units.py TABLE: compares every unit of src/language/units.def, with every prefix, with GNU units and udunits2.

The value of each, as the program evaluates it, is compared with what the two say in SI units."""

import json, math, re, subprocess, sys

PREFIXES = {"": 0, "k": 3, "M": 6, "G": 9, "T": 12, "h": 2, "da": 1, "d": -1, "c": -2, "m": -3, "u": -6, "n": -9, "p": -12}
GNU = {"t": "tonne", "h": "hour", "min": "minute", "in": "inch", "kn": "knot", "oz": "ounce", "L": "liter", "T": "tesla",
       "g": "gram", "C": "coulomb", "F": "farad", "H": "henry", "A": "ampere", "K": "kelvin", "m": "meter", "s": "second",
       "rad": "radian", "N": "newton", "J": "joule", "W": "watt", "V": "volt", "Pa": "pascal", "Hz": "hertz", "Wb": "weber",
       "deg": "degree", "rev": "revolution"}
UDUNITS = {"t": "tonne", "h": "hour", "in": "inch", "kn": "knot", "oz": "avoirdupois_ounce", "lb": "avoirdupois_pound",
           "rev": "360 degree", "rpm": "(360 degree)/min", "deg": "degree", "nmi": "nautical_mile", "mph": "mile/hour",
           "lbf": "lbf", "psi": "psi", "kgf": "kgf", "ohm": "ohm", "mi": "international_mile", "ft": "international_foot", "yd": "international_yard"}

rows = [re.match(r"X\((\w+),\s*(\w+),\s*(\d+), (\d+), (\d+), (-?\d+), (-?\d+), (-?\d+), (-?\d+), (-?\d+)\)", line)
        for line in open(sys.argv[1]) if line.startswith("X(")]
assert len(rows) >= 35 and all(rows)
names = {row[1] for row in rows}
cases = []
for row in rows:
    powers = [int(row[k]) for k in range(6, 11)]
    si = " ".join(f"{u}^{p}" for u, p in zip(("kg", "m", "s", "A", "K"), powers) if p)
    for prefix in PREFIXES if row[2] == "true" else [""]:
        if prefix and prefix + row[1] in names:
            continue      # min is a minute
        cases.append((prefix, row[1], si or "1"))

text = "coordinate x\nkinetic = x'^2\n"
for i, (prefix, unit, _) in enumerate(cases):
    text += f"parameter p{i} = 1 {prefix}{unit}\nobserve o{i} = p{i}\n"
run = subprocess.run(["dalembert", "eval", "-", "--format", "json"], input=text, capture_output=True, text=True)
assert run.returncode == 0, run.stderr
found = json.loads(run.stdout)["observables"]

def ask(command):
    return subprocess.run(command, capture_output=True, text=True)

worst = compared = 0
for i, (prefix, unit, si) in enumerate(cases):
    scale = 10.0 ** PREFIXES[prefix]
    answers = []
    gnu = ask(["units", "-d", "17", "-t", f"1 {GNU.get(unit, unit)}", si])
    if gnu.returncode == 0:
        answers.append(float(gnu.stdout.split()[0]))
    if not prefix:
        ud = ask(["udunits2", "-H", UDUNITS.get(unit, unit), "-W", si])
        match = re.search(r"= (\S+) ", ud.stdout)
        if match:
            answers.append(float(match.group(1)))
    assert answers, (prefix + unit, gnu.stdout)
    for k, answer in enumerate(answers):
        error = abs(found[f"o{i}"] / (answer * scale) - 1)
        limit = 1e-14 if k == 0 else 1e-5      # fifteen digits are printed, and six
        assert error <= limit or math.isclose(error, 0, abs_tol=limit), (prefix + unit, si, found[f"o{i}"], answer * scale)
        worst = max(worst, error if k == 0 else 0)
        compared += 1
print(f"{len(cases)} units", "agree" if compared >= len(cases) else compared)
