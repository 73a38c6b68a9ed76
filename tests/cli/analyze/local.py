#!/usr/bin/env python3
"""local.py COUNT SEED: analyses about a state, of random models.

growth     growth vectors of linear constraints, in general and at a point, against brackets in exact fractions
linear     linearizations about any state, with the time held, against differences of the accelerations of eval
steady     circular orbits in central forces, on planes and cones, against their closed forms"""

import cmath, json, math, random, subprocess, sys
from fractions import Fraction

def ask(words, text):
    run = subprocess.run(["dalembert"] + words, input=text, capture_output=True, text=True)
    assert run.stdout, text + run.stderr
    return json.loads(run.stdout)

# --- growth vectors: polynomials are {exponents: coefficient} -----------------------------------------

def add(a, b, sign=1):
    out = dict(a)
    for e, c in b.items():
        out[e] = out.get(e, 0) + sign*c
    return {e: c for e, c in out.items() if c}

def times(a, b):
    out = {}
    for e, c in a.items():
        for f, d in b.items():
            key = tuple(x + y for x, y in zip(e, f))
            out[key] = out.get(key, 0) + c*d
    return {e: c for e, c in out.items() if c}

def slope(a, k):
    return {e[:k] + (e[k] - 1,) + e[k + 1:]: c*e[k] for e, c in a.items() if e[k]}

def value(a, at):
    return sum(c*math.prod(x**k for x, k in zip(at, e)) for e, c in a.items())

def bracket(X, Y):
    out = []
    for i in range(len(X)):
        sum_ = {}
        for k in range(len(X)):
            sum_ = add(add(sum_, times(X[k], slope(Y[i], k))), times(Y[k], slope(X[i], k)), -1)
        out.append(sum_)
    return out

def rank(rows):
    rows, count = [list(map(Fraction, row)) for row in rows], 0
    for j in range(len(rows[0])):
        pivot = next((i for i in range(count, len(rows)) if rows[i][j]), None)
        if pivot is None: continue
        rows[count], rows[pivot] = rows[pivot], rows[count]
        for i in range(count + 1, len(rows)):
            factor = rows[i][j]/rows[count][j]
            rows[i] = [x - factor*y for x, y in zip(rows[i], rows[count])]
        count += 1
    return count

def growth(fields, at):
    last, rows = fields, [[value(f, at) for f in X] for X in fields]
    out = [rank(rows)]
    while out[-1] < len(at) and len(out) < 6:
        last = [B for X in fields for Y in last for B in [bracket(X, Y)] if any(B)]
        if not last: break
        rows += [[value(f, at) for f in X] for X in last]
        out.append(rank(rows))
    return out

def same(found, wanted):
    """Is this the wanted vector? The judge may know only its beginning; entries left out equal the last one."""
    return all(found[min(i, len(found) - 1)] == w for i, w in enumerate(wanted)) and len(found) >= len(set(wanted))

def written(a, names):
    return " + ".join(f"({c})" + "".join(f"*{n}^{k}" for n, k in zip(names, e) if k) for e, c in a.items()) or "0"

def judge_growth(dice):
    n = dice.choice([3, 3, 4, 4, 5])
    held = dice.randint(1, n - 2)
    names, free = [f"x{i}" for i in range(1, n + 1)], range(n - held)
    coefficient = lambda: Fraction(dice.choice([1, -1, 2, 3]))
    power = lambda: tuple(dice.choice([0, 0, 0, 1, 2]) for _ in range(n))
    row = [[{} if dice.random() < .35 else dict((power(), coefficient()) for _ in range(dice.randint(1, 2))) for _ in free]
           for _ in range(held)]
    one = {(0,)*n: Fraction(1)}
    fields = [[one if k == i else row[k - n + held][i] if k >= n - held else {} for k in range(n)] for i in free]
    text = f"coordinate {', '.join(names)}\nkinetic = " + " + ".join(f"1/2*{x}'^2" for x in names) + "\n"
    for k in range(held):
        sides = " + ".join(f"({written(row[k][i], names)})*{names[i]}'" for i in free)
        text += f"constraint c{k}: {names[n - held + k]}' = {sides}\n"
    at = [dice.choice([0, 0, 0, 1, -1, 2]) for _ in names]
    freedom = ask(["analyze", "-", "--only", "constraints", "--format", "json", "--at",
                   ", ".join(f"{x}={v}" for x, v in zip(names, at))], text)["freedom"]
    anywhere = [Fraction(dice.randint(-997, 997), dice.randint(1, 499)) for _ in names]
    wanted = growth(fields, anywhere), growth(fields, at)
    found = freedom["growth"], freedom.get("growth_at", [])
    # if the vector does not reach the general dimension, only its beginning is known
    short = not found[1] and wanted[1][-1] < wanted[0][-1]
    good = same(found[0], wanted[0]) and (short or (found[1] and same(found[1], wanted[1])))
    return None if good else f"growth {found}, not {wanted}, at {at}\n{text}"

# --- linearizations ---------------------------------------------------------------------------------

def judge_linear(dice):
    n = dice.choice([1, 2, 2, 3])
    names = [f"q{i}" for i in range(1, n + 1)]
    function = lambda: dice.choice(["sin({})", "cos({})", "{}^2", "exp({}/3)", "(1 + {}^2)"]).format(dice.choice(names))
    in_time = lambda: dice.choice(["", "", "*cos(2*t)", "*(1 + t^2/4)", "*sin(t)"])
    text = f"coordinate {', '.join(names)}\nkinetic = " + " + ".join(f"1/2*{dice.randint(1, 3)}*{q}'^2" for q in names)
    if n > 1 and dice.random() < .6: text += " + 1/3*cos(q1)*q1'*q2'"
    if dice.random() < .4: text += f" + {function()}*{dice.choice(names)}'{in_time()}"
    text += "\npotential = " + " + ".join(f"{dice.choice(['2', '1/2', '-1'])}*{function()}{in_time()}" for _ in range(dice.randint(1, 3)))
    text += f"\nforce q1 = -1/2*q1'{in_time()}\n" if dice.random() < .4 else "\n"
    names += [q + "'" for q in names]
    t, state = round(dice.uniform(0, 2), 3), [round(dice.uniform(-1, 1), 3) for _ in names]
    found = ask(["analyze", "-", "--linearize", "--format", "json", "--at",
                 ", ".join(f"{x}={v}" for x, v in zip(["t"] + names, [t] + state))], text)["linearization"]
    step, states = 1e-4, [state]
    for k in range(2*n):
        states += [state[:k] + [state[k] + s*step] + state[k + 1:] for s in (1, -1, 2, -2)]
    with open("states.csv", "w") as table:
        table.write("\n".join([",".join(["t"] + names)] + [",".join(map(repr, [t] + s)) for s in states]) + "\n")
    rates = [[x["accelerations"][q + "''"] for q in names[:n]] for x in ask(["eval", "-", "--format", "json", "--at", "@states.csv"], text)]
    A = [[float(k == n + i) for k in range(2*n)] for i in range(n)] + [[0]*2*n for _ in range(n)]
    for k in range(2*n):
        one, back, two, far = rates[1 + 4*k:5 + 4*k]
        for i in range(n): A[n + i][k] = (8*(one[i] - back[i]) - (two[i] - far[i]))/(12*step)
    f, place = state[n:] + rates[0], [names.index(w) for w in found["variables"]]
    size = 1 + max(abs(x) for row in A for x in row)
    # differences of fourth order, with 1e-4: 1e-16/1e-4 of rounding and more of it in the program's numbers
    far = max(abs(found["A"][a][b] - A[i][j])/size for a, i in enumerate(place) for b, j in enumerate(place))
    far = max([far] + [abs(found["f"][a] - f[i])/(1 + abs(f[i])) for a, i in enumerate(place)])
    told = ("(t)" in text or "*t)" in text or "t^2" in text) == ("time_held" in found)
    return None if far < 1e-7 and told else f"off by {far}, time told {told}, at t = {t}, {state}\n{text}"

# --- circular orbits --------------------------------------------------------------------------------

def judge_steady(dice):
    m, R = dice.choice([1, 2, 1.5]), dice.choice([.5, .8, 1, 1.3, 2])
    a, b, c, d = (dice.choice([0, 0, .5, 1, 2, -.5, -1]) for _ in range(4))
    s, g = dice.choice([(0, 0), (.5, 9.81), (1, 0), (2, 9.81)])     # the slope of a cone, gravity along its axis
    pull = 2*a*R + 4*b*R**3 - c/R**2 + d + m*g*s
    stiffness = (2*a + 12*b*R**2 + 2*c/R**3 + 3*pull/R)/(m*(1 + s*s))
    square = pull/(m*R)
    if abs(square) < 1e-9 or abs(stiffness) < 1e-9: return None
    speed = math.sqrt(max(square, 0))
    start = dice.choice([(R, speed), (R, 1.1*speed + .1), (1.3*R, 1)])     # exactly there, near, far
    text = (f"coordinate r, phi\npoint P mass {m} at [r*cos(phi), r*sin(phi), {s}*r]\ngravity = [0, 0, -{g}]\n"
            f"potential = {a}*r^2 + {b}*r^4 + {c}/r + {d}*r\ninitial r = {start[0]!r}, phi' = {start[1]!r}\n")
    found = ask(["analyze", "-", "--format", "json", "--steady", f"r={R}"], text)["steady"]
    if found["found"] != (square > 0): return f"found {found['found']}, but the square of the speed is {square}\n{text}"
    if square < 0: return None
    root = cmath.sqrt(-stiffness)
    wanted = [root, -root] + [0]*(len(found["eigenvalues"]) - 2)
    far = max(min(abs(complex(*x) - y) for y in wanted) for x in found["eigenvalues"])
    far = max(far, max(min(abs(complex(*x) - y) for x in found["eigenvalues"]) for y in wanted))/(1 + abs(root))
    good = abs(found["state"]["r"] - R) < 1e-9 and abs(abs(found["state"]["phi'"]) - speed) < 1e-8 and far < 1e-6
    return None if good else f"{found['state']}, {found['eigenvalues']}, not {speed}, {wanted}\n{text}"

count, seed = int(sys.argv[1]), int(sys.argv[2])
for number in range(count):
    for judge in (judge_growth, judge_linear, judge_steady):
        wrong = judge(random.Random(f"{seed}/{number}/{judge.__name__}"))
        if wrong is not None: print(f"{judge.__name__} {number}: {wrong}")
