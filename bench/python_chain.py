"""bench/python_chain.py: how long does deriving a chain of links take in SymPy?

    python_chain.py [N ...]     numbers of links; default: 2 5

Question: what does SymPy's LagrangesMethod take to derive the planar pendulum of n links, with masses and lengths as
symbols, compared with this program from the text? "equations" are M and F as expressions, "ready" adds functions that can
be called: by lambdify with common subexpressions there, by Model(text) and its first rates here. Milliseconds of processor
time; SymPy once, with an empty cache, the program the least of many. Accelerations must agree, or this program ends.
"""

import os
import sys
import time

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # threads would only slow such small matrices down

import dalembert as dal
import numpy as np
import sympy
from sympy.physics import mechanics

AGREE = 1e-9  # parts of the largest acceleration
REPEAT = 20


def text_of(n):
    """The chain of bench_chain in bench/common/flows.c."""
    lines = ["parameter g = 9.81", "let r0 = [0, 0]", "gravity = [0, -g]"]
    for i in range(1, n + 1):
        lines += [f"parameter m{i} = {9 + i % 20}/10, l{i} = {80 - i % 40}/100", f"coordinate q{i}",
                  f"let r{i} = r{i - 1} + l{i}*[sin(q{i}), -cos(q{i})]", f"point P{i} mass m{i} at r{i}",
                  f"initial q{i} = {10 + i % 37}/100, q{i}' = {i % 11}/50"]
    return "\n".join(lines) + "\n"


def by_sympy(n):
    """Seconds to equations and to functions; the functions."""
    sympy.core.cache.clear_cache()
    begin = time.process_time()
    t = mechanics.dynamicsymbols._t
    q = mechanics.dynamicsymbols(f"q1:{n + 1}")
    g, m, length = sympy.Symbol("g"), sympy.symbols(f"m1:{n + 1}"), sympy.symbols(f"l1:{n + 1}")
    x = y = kinetic = potential = sympy.Integer(0)
    for i in range(n):
        x, y = x + length[i] * sympy.sin(q[i]), y - length[i] * sympy.cos(q[i])
        kinetic += m[i] * (x.diff(t)**2 + y.diff(t)**2) / 2
        potential += m[i] * g * y
    method = mechanics.LagrangesMethod(kinetic - potential, q)
    method.form_lagranges_equations()
    M, F = method.mass_matrix, method.forcing
    derived = time.process_time()
    a, v = sympy.symbols(f"a1:{n + 1}"), sympy.symbols(f"v1:{n + 1}")
    exchange = dict(zip([*(each.diff(t) for each in q), *q], [*v, *a]))  # derivatives first
    evaluate = sympy.lambdify(([g, *(each for pair in zip(m, length) for each in pair)], a, v),
                              [part.subs(exchange) for part in (M, F)], cse=True)
    return derived - begin, time.process_time() - begin, evaluate


def by_dalembert(text):
    """Seconds to the first rates; the model."""
    begin = time.process_time()
    m = dal.Model(text=text)
    m.rates(*m.start())
    return time.process_time() - begin, m


def check_agreement(n, m, evaluate):
    t, y = m.start()
    M, F = evaluate(list(m.values.values()), y[:n], y[n:])
    theirs, ours = np.linalg.solve(M, F)[:, 0], m.rates(t, y)[n:]
    assert np.max(abs(theirs - ours)) <= AGREE * np.max(abs(theirs)), f"{n} links: accelerations differ"


def measure(n):
    text = text_of(n)
    equations, ready, evaluate = by_sympy(n)
    runs = [by_dalembert(text) for _ in range(REPEAT)]
    check_agreement(n, runs[0][1], evaluate)
    ours = min(seconds for seconds, _ in runs)
    print(f"{n:5} {1e3 * ours:10.2f} {1e3 * equations:12.0f} {equations / ours:8.0f} {1e3 * ready:12.0f} {ready / ours:8.0f}",
          flush=True)


if __name__ == "__main__":
    print(f"{'links':>5} {'ours, ms':>10} {'equations':>12} {'ratio':>8} {'ready':>12} {'ratio':>8}")
    for links in [int(word) for word in sys.argv[1:]] or [2, 5]:
        measure(links)
