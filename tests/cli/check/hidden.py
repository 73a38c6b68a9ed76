#!/usr/bin/env python3
"""tests/cli/check/hidden.py COUNT SEED: claims under conditions that hold on all pieces but one.

k conditions sum_j u_ij c_j = 0 in different variables make det u vanish where some c_j is not 0. They also hold where
all c_j are 0, and there det u is anything. So det u = 0 is false, and c_1 det u = 0 is true. Prints how often the program
says otherwise; `unknown` is counted apart. The variables are coordinates and velocities in random order, with random
factors, some terms on the other side.
"""
import random
import subprocess
import sys


def determinant(rows):
    if len(rows) == 1:
        return rows[0][0]
    terms = []
    for j, entry in enumerate(rows[0]):
        minor = [row[:j] + row[j + 1:] for row in rows[1:]]
        terms.append(f"{'-' if j % 2 else '+'}({entry})*({determinant(minor)})")
    return " ".join(terms)


def condition(row, c):
    terms = [f"({u})*{v}" for u, v in zip(row, c)]
    random.shuffle(terms)
    cut = random.randint(1, len(terms))
    right = f"-({' + '.join(terms[cut:])})" if cut < len(terms) else "0"
    return f"{' + '.join(terms[:cut])} = {right}"


def model():
    k = random.choice([2, 2, 2, 3])
    names = [f"x{i}" for i in range(k * k + k)]
    variables = names + [f"{name}'" for name in names]
    random.shuffle(variables)
    c, u = variables[:k], variables[k:k + k * k]
    rows = [[random.choice(["", "-", "2*", "-3*"]) + u[i * k + j] for j in range(k)] for i in range(k)]
    given = ", ".join(condition(row, c) for row in rows)
    det = determinant(rows)
    squares = " + ".join(f"{name}'^2" for name in names)
    return (f"coordinate {', '.join(names)}\nkinetic = 1/2*({squares})\n"
            f'claim "false" {det} = 0 given {given}\nclaim "true" {c[0]}*({det}) = 0 given {given}\n')


def verdict(text, label):
    return next(line.split()[0] for line in text.splitlines() if line.split()[1:2] == [label])


random.seed(int(sys.argv[2]))
wrong = unknown = 0
for _ in range(int(sys.argv[1])):
    text = model()
    out = subprocess.run(["dalembert", "check", "-"], input=text, capture_output=True, text=True).stdout
    found = verdict(out, "false"), verdict(out, "true")
    unknown += "unknown" in found
    if found[0] in ("proved", "verified") or found[1] == "refuted":
        wrong += 1
        print(text + out)
print(f"{wrong} wrong" + (f", {unknown} unknown" if unknown else ""))
