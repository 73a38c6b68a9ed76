#!/usr/bin/env python3
"""stability.py COUNT SEED: claims on stability under random assumptions, true and false ones.

The judge draws parameter values that satisfy the assumptions, many of them near their limits, and decides by exact
fractions whether they are stable. A claim that fails for one of the draws is false, and must not be proved."""

import json, random, subprocess, sys
from fractions import Fraction

def roots(M, H):
    """Judges by the potential energy H of two rows, which decides if the masses M are positive. Exact."""
    det = lambda S: S[0][0]*S[1][1] - S[0][1]*S[1][0]
    if M[0][0] <= 0 or det(M) <= 0: return "open"
    if H[0][0] < 0 or H[1][1] < 0 or det(H) < 0: return "unstable"
    return "stable" if det(H) > 0 else "open"

def gyroscopic(m, a, b, w):
    """m x'' = -a x + 2 w y', m y'' = -b y - 2 w x': s^2 - p s + q = 0 for the squares of frequencies."""
    if m <= 0: return "open"
    if a > 0 and b > 0: return "stable"     # gyroscopic forces do no work, and the potential has a minimum
    p, q = (m*(a + b) + 4*w*w)/(m*m), a*b/(m*m)
    if q < 0 or p*p < 4*q or (p < 0 and q > 0): return "unstable"
    return "stable" if q > 0 and p > 0 and p*p > 4*q else "open"

def inertia(masses, H):
    """The same for many rows, with masses on the diagonal: by the signs of pivots, exact."""
    if min(masses) <= 0: return "open"
    H, signs = [row[:] for row in H], []
    while H:
        at = next((i for i in range(len(H)) if H[i][i] != 0), None)
        if at is None: return "unstable" if any(map(any, H)) else "open" if min(signs, default=1) > 0 else "unstable"
        pivot = H[at]
        signs.append(pivot[at])
        H = [[x - row[at]*y/pivot[at] for j, (x, y) in enumerate(zip(row, pivot)) if j != at] for i, row in enumerate(H) if i != at]
    return "stable" if min(signs) > 0 else "unstable"

ROW = 7

def row_of_springs(v):
    """Springs k in a row from a wall, and one of stiffness -d at the end: stable if k > 7 d."""
    H = [[Fraction(0)]*ROW for _ in range(ROW)]
    for i in range(ROW): H[i][i] = 2*v["k"] if i + 1 < ROW else v["k"] - v["d"]
    for i in range(ROW - 1): H[i][i + 1] = H[i + 1][i] = -v["k"]
    return inertia([v["m"]]*ROW, H)

# name: parameters, model, place, squares of frequencies
SYSTEMS = {
    "spring": ("m l g k", "coordinate th, z\npoint P mass m at [l*sin(th), l*cos(th), z]\ngravity = [0, -g]\n"
               "potential = 1/2*k*l^2*sin(th)^2 + 1/2*k*z^2\n", "th = 0, z = 0",
               lambda v: roots([[v["m"]*v["l"]**2, 0], [0, v["m"]]], [[v["k"]*v["l"]**2 - v["m"]*v["g"]*v["l"], 0], [0, v["k"]]])),
    "coupled": ("m n a b c", "coordinate x, y\nkinetic = 1/2*m*x'^2 + 1/2*n*y'^2\npotential = 1/2*a*x^2 + 1/2*b*y^2 + c*x*y\n", "x = 0, y = 0",
                lambda v: roots([[v["m"], 0], [0, v["n"]]], [[v["a"], v["c"]], [v["c"], v["b"]]])),
    "zero mode": ("m n a", "coordinate x, y\nkinetic = 1/2*m*x'^2 + 1/2*n*y'^2\npotential = 1/2*a*(x - y)^2\n", "x = 0, y = 0",
                  lambda v: roots([[v["m"], 0], [0, v["n"]]], [[v["a"], -v["a"]], [-v["a"], v["a"]]])),
    "upright": ("m l g k", "coordinate a, b\npoint P mass m at l*[sin(a), cos(a)]\npoint Q mass m at pos(P) + l*[sin(b), cos(b)]\n"
                "gravity = [0, -g]\npotential = 1/2*k*a^2 + 1/2*k*(b - a)^2\n", "a = 0, b = 0",
                lambda v: roots([[2*v["m"]*v["l"]**2, v["m"]*v["l"]**2], [v["m"]*v["l"]**2]*2],
                                [[2*v["k"] - 2*v["m"]*v["g"]*v["l"], -v["k"]], [-v["k"], v["k"] - v["m"]*v["g"]*v["l"]]])),
    "bowl": ("m a b g", "coordinate x, y, z\npoint P mass m at [x, y, z]\ngravity = [0, 0, -g]\n"
             "constraint bowl: z = a*x^2 + b*y^2 + x*y\n", "x = 0, y = 0, z = 0",
             lambda v: roots([[v["m"], 0], [0, v["m"]]], [[2*v["m"]*v["g"]*v["a"], v["m"]*v["g"]], [v["m"]*v["g"], 2*v["m"]*v["g"]*v["b"]]])),
    "scaled": ("m a c g", "coordinate x, y, z\npoint P mass m at [x, y, z]\ngravity = [0, 0, -g]\n"
               "constraint bowl: c*z = a*x^2 + y^2\n", "x = 0, y = 0, z = 0",
               lambda v: "open" if v["c"] == 0 else roots([[v["m"], 0], [0, v["m"]]],
                                                        [[2*v["m"]*v["g"]*v["a"]/v["c"], 0], [0, 2*v["m"]*v["g"]/v["c"]]])),
    "gyroscopic": ("m a b w", "coordinate x, y\nlagrangian = 1/2*m*(x'^2 + y'^2) + w*(x*y' - y*x') - 1/2*a*x^2 - 1/2*b*y^2\n", "x = 0, y = 0",
                   lambda v: gyroscopic(v["m"], v["a"], v["b"], v["w"])),
    "row": ("m k d", f"coordinate x[1..{ROW}]\nkinetic = sum(1/2*m*x[i]'^2 for i = 1..{ROW})\n"
            f"potential = 1/2*k*x[1]^2 + sum(1/2*k*(x[i] - x[i-1])^2 for i = 2..{ROW}) - 1/2*d*x[{ROW}]^2\n",
            ", ".join(f"x[{i}] = 0" for i in range(1, ROW + 1)), row_of_springs),
    "many": ("m k a b", "coordinate x[1..9]\nkinetic = sum(1/2*m*x[i]'^2 for i = 1..9)\n"
             "potential = sum(1/2*k*x[i]^2 for i = 1..7) + 1/2*a*x[8]^2 + 1/2*b*x[9]^2 + k*x[8]*x[9]\n",
             ", ".join(f"x[{i}] = 0" for i in range(1, 10)),
             lambda v: inertia([v["m"]]*9, [[v["k"]*(i == j) for j in range(7)] + [0, 0] for i in range(7)]
                               + [[0]*7 + [v["a"], v["k"]], [0]*7 + [v["k"], v["b"]]])),
    "moving": ("m a b v", "coordinate x, y, s\nkinetic = 1/2*m*(x'^2 + y'^2 + s'^2)\npotential = 1/2*a*x^2 + 1/2*b*y^2\n"
               "constraint belt: s' = v*x\n", "x = 0, y = 0, s = 0", None),
}

def relations(dice, names):
    """Returns a comparison of parameters, as the language and as Python write it."""
    a, b, c, d = (dice.choice(names) for _ in range(4))
    factor = dice.choice(["1/2", "1", "2", "3", "4", "7/2"])
    return dice.choice([f"{a} > {factor}*{b}", f"{a}*{b} > {factor}*{c}*{d}", f"{a} > {factor}", f"{a} < {factor}", f"{a}*{b} > {c}^2",
                        f"4*{a}*{b} > 1", f"{a} > {b} + {c}", f"0 < {a} < {factor}", f"{a}*{b} >= {factor}*{c}*{d}", f"{a} >= {b}", f"{a} < 0"])

# what makes each of them stable, and what almost does
CRITICAL = {"spring": ["k*l > m*g", "k*l > 1/2*m*g", "k*l >= m*g", "k > m*g/l", "m*g < k*l"],
            "coupled": ["a*b > c^2", "a*b >= c^2", "a > c^2/b", "a > c, b > c", "a*b > 1/2*c^2", "a > 2*c"],
            "upright": ["k > 4*m*g*l", "k > 3*m*g*l", "k > 2*m*g*l", "k >= 7/2*m*g*l", "m*g*l < k/5"],
            "bowl": ["4*a*b > 1", "4*a*b >= 1", "a > 1/2, b > 1/2", "a*b > 1/5", "a > 1/(4*b)", "a > 1, b < 0"],
            "scaled": ["c > 0", "c >= 0", "c < 0", "a > c"], "gyroscopic": ["a < 0, b < 0", "w^2 > m*a", "a > 0", "a < 0"],
            "row": ["k > 7*d", "k >= 7*d", "k > 6*d", "d < k/8", "d < 0", "k > d"],
            "many": ["a*b > k^2", "a*b >= k^2", "a > k, b > k", "a > 2*k", "a < 0, k > 0"], "zero mode": ["a > m"], "moving": ["v > 0", "v > a"]}

def holds(text, values):
    return all(eval(part.replace("^", "**"), {}, values) for part in text.split(", "))

def draw(dice, names, assumed):
    """Draws values that satisfy the assumptions; some of them equal, some near limits."""
    for _ in range(400):
        values = {n: Fraction(dice.choice([dice.uniform(-3, 3), dice.uniform(0, 3), dice.uniform(0, .1), 10**dice.uniform(-2, 2), 1.0, 2.0, .5, 1e-3, 0.0]))
                  for n in names}
        if dice.random() < .3:
            values[dice.choice(names)] *= Fraction(4*(1 + dice.choice([1e-3, -1e-3, .1])))
        try:
            if all(holds(a, values) for a in assumed): return values
        except ZeroDivisionError:
            pass
    return None

count, seed = int(sys.argv[1]), int(sys.argv[2])
proved = false = true = 0
bad = []
for number in range(count):
    dice = random.Random(f"{seed}/{number}")
    name = dice.choice(list(SYSTEMS))
    parameters, body, place, squares = SYSTEMS[name]
    names = parameters.split()
    assumed = [f"{n} {'>' if dice.random() < .95 else '>='} 0" for n in names if dice.random() < (.97 if n in "mnlg" else .6)]
    if dice.random() < .8: assumed.append(dice.choice(CRITICAL[name]))
    if dice.random() < .3: assumed.append(relations(dice, names))
    draws = [v for v in (draw(dice, names, assumed) for _ in range(60)) if v is not None]
    if len(draws) < 20: continue
    text = f"parameter {', '.join(names)}\n{''.join('assume ' + a + chr(10) for a in assumed)}{body}"
    text += "".join(f"claim equilibrium {place} {word}\n" for word in ("stable", "unstable"))
    run = subprocess.run(["dalembert", "check", "-", "--format", "json"], input=text, capture_output=True, text=True)
    assert run.stdout, text + run.stderr
    kinds = {squares(v) for v in draws} if squares else {"open"}
    for claim, word, other in zip(json.loads(run.stdout)["claims"], ("stable", "unstable"), ("unstable", "stable")):
        wrong = other in kinds or "open" in kinds
        false += wrong
        true += not wrong
        proved += claim["verdict"] == "proved"
        if wrong and claim["verdict"] == "proved": bad.append(f"{name}: {word} proved, but {kinds}\n{text}")
        if not wrong and claim["verdict"] == "refuted": bad.append(f"{name}: {word} refuted, but {kinds}\n{text}")
for text in bad: print(text)
if "--show" in sys.argv: print(f"{true} true claims, {proved} of them proved; {false} false ones, {len(bad)} of them believed")
assert proved > 0.1*true
