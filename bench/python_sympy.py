"""bench/python_sympy.py: how long do ten systems take from text to equations, and to motion, in SymPy and here?

    python_sympy.py [--write] [NAME ...]

Question: what does a user of sympy.physics.mechanics and SciPy gain? The systems are those of
docs/guide/python-sympy.md, where each stands as `python NAME.py` and as `mech NAME.mech`. Measured are, in seconds: from the text to
functions that can be called (SymPy: Kane's or Lagrange's equations, then lambdify of the mass matrix and the right-hand side; here: Model(text)
and the first rates), and the whole motion at rtol 1e-10 (solve_ivp by DOP853 with dense output at no points; Model.run by its default). Prints
a table; --write puts it into the page. The ends of both motions are compared; a difference is an error.
"""

import os
import pathlib
import re
import sys
import time

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # threads would only slow such small matrices down

import dalembert as dal
import numpy as np
import sympy
from scipy.integrate import solve_ivp
from sympy.physics import mechanics

PAGE = pathlib.Path(__file__).resolve().parents[1] / "docs" / "guide" / "python-sympy.md"
RTOL, ATOL = 1e-10, 1e-12


def cases():
    """The pairs of the page: name, title, SymPy's text, the model."""
    text = PAGE.read_text()
    found = re.findall(r"^## \d+\. (.*?)\n\n```python (\w+)\.py\n(.*?)```\n\n```mech \2\.mech\n(.*?)```", text, re.M | re.S)
    return [(name, title, python, model) for title, name, python, model in found]


def lines(text):
    return sum(bool(line.strip()) for line in text.splitlines())


def by_sympy(text):
    """Seconds to equations and to motion; the coordinates by name at the end."""
    names = {name: getattr(mechanics, name) for name in mechanics.__all__}
    names.update(symbols=sympy.symbols, sin=sympy.sin, cos=sympy.cos, tan=sympy.tan, dot=mechanics.dot)
    begin = time.perf_counter()
    exec(text, names)
    method, values, start, end = (names[name] for name in ("method", "values", "start", "end"))
    q = list(method.q)
    speeds = list(method.u) if hasattr(method, "u") else [x.diff() for x in q]
    state = sympy.symbols(f"s:{2 * len(q)}")
    exchange = dict(zip([*speeds, *q], [*state[len(q):], *state[:len(q)]]))  # derivatives first
    t = mechanics.dynamicsymbols._t
    parts = [part.subs(exchange).subs(values) for part in (method.mass_matrix_full, method.forcing_full)]
    evaluate = sympy.lambdify((t, state), parts, cse=True)
    size = 2 * len(q)

    def rates(t, y):
        M, f = evaluate(t, y)
        return np.linalg.solve(M, f)[:size, 0]

    rates(0.0, np.array(start, dtype=float))
    made = time.perf_counter()
    found = solve_ivp(rates, (0, end), np.array(start, dtype=float), method="DOP853", rtol=RTOL, atol=ATOL)
    done = time.perf_counter()
    assert found.success
    return made - begin, done - made, dict(zip([x.func.__name__ for x in q], found.y[:, -1]))


def by_dalembert(text):
    begin = time.perf_counter()
    m = dal.Model(text=text)
    m.rates(*m.start())
    made = time.perf_counter()
    run = m.run(rows=1, rtol=RTOL, atol=ATOL)
    done = time.perf_counter()
    return made - begin, done - made, {name: run[name][-1] for name in m.coordinates}


def difference(a, b):
    """The largest between coordinates of the same name, or, if these differ, in the same place."""
    if len(a) == len(b):
        pairs = zip(a.values(), b.values())
    else:
        pairs = [(a[name], b[name]) for name in a]
    return max(abs(x - y) for x, y in pairs)


def measure(name, python, model):
    theirs = by_sympy(python)
    ours = min((by_dalembert(model) for _ in range(3)), key=lambda times: times[0] + times[1])
    return theirs, ours, difference(theirs[2], ours[2])


def number(x):
    return f"{x:.2g}" if x < 10 else f"{x:.0f}"


def table(names=()):
    rows = ["| | lines, SymPy | here | to equations, SymPy | here | to motion, SymPy | here | in all |",
            "|---|---|---|---|---|---|---|---|"]
    for name, title, python, model in cases():
        if names and name not in names:
            continue
        theirs, ours, apart = measure(name, python, model)
        assert apart < 1e-6, f"{name}: the ends differ by {apart}"
        ratio = (theirs[0] + theirs[1]) / (ours[0] + ours[1])
        rows.append(f"| {title} | {lines(python)} | {lines(model)} | {1e3 * theirs[0]:.0f} ms | {number(1e3 * ours[0])} ms | "
                    f"{1e3 * theirs[1]:.0f} ms | {number(1e3 * ours[1])} ms | {ratio:.0f} × |")
        print(rows[-1], f"ends {apart:.1e} apart", flush=True)
    return "\n".join(rows) + "\n"


if __name__ == "__main__":
    made = table([a for a in sys.argv[1:] if not a.startswith("-")])
    if "--write" in sys.argv:
        text = PAGE.read_text()
        PAGE.write_text(re.sub(r"(<!-- table: begin .*? -->\n).*?(<!-- table: end -->)", lambda m: m[1] + made + m[2], text,
                               flags=re.S))
