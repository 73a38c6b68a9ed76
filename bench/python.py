"""bench/python.py: what does Python add to the library, and what does a user of SymPy and SciPy gain?

    python.py BUILD     the build folder, with bench/calls and dalembert

Question: are calls from Python as fast as from C? Aims: one call takes at most 1 microsecond longer than in C, a block of
10^5 states at most 1.05 times as long, a whole run at most 1.05 times the integration time that the command line reports.
For comparison: SymPy's lambdify with SciPy's solve_ivp on the same double pendulum, the time of one evaluation and of the
motion. Least of several repetitions, C and Python in turn.
"""

import os
import pathlib
import re
import subprocess
import sys
import time

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # threads would only slow such small matrices down

import dalembert as dal
import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[1]
STATES, SINGLE, REPEAT, ROUNDS = 100000, 20000, 7, 3


def least(work, count, repeat=REPEAT):
    """Microseconds of one, the least of several times."""
    times = []
    for _ in range(repeat):
        begin = time.perf_counter()
        work()
        times.append(time.perf_counter() - begin)
    return 1e6 * min(times) / count


def in_c(build):
    said = subprocess.run([build / "bench" / "calls"], stdout=subprocess.PIPE, text=True, check=True, cwd=ROOT).stdout
    return {line.rsplit(" ", 1)[0]: float(line.rsplit(" ", 1)[1]) for line in said.splitlines()}


def in_python(m):
    i = np.arange(STATES)[:, None] * 1e-5
    q, v = 0.3 + i + np.array([0, 1]), 1 - i + np.array([0, 0])
    y, t = np.hstack([q, v]), np.zeros(STATES)
    q1, v1, y1 = q[0].copy(), v[0].copy(), y[0].copy()
    accelerations, rates = m.accelerations, m.rates

    def one_accelerations():
        for _ in range(SINGLE):
            accelerations(q1, v1)

    def one_rates():
        for _ in range(SINGLE):
            rates(0.0, y1)

    def nothing():
        for _ in range(SINGLE):
            pass

    loop = least(nothing, SINGLE)
    m.jacobian(0, y[:10])
    return {"one accelerations": least(one_accelerations, SINGLE) - loop, "one rates": least(one_rates, SINGLE) - loop,
            "block accelerations": least(lambda: m.accelerations(q, v, t), STATES),
            "block rates": least(lambda: m.rates(t, y), STATES),
            "block jacobian": least(lambda: m.jacobian(t, y), STATES),
            "block mass_matrix": least(lambda: m.mass_matrix(q, v, t), STATES)}


def compare_calls(build):
    m = dal.example("double-pendulum")
    c, python = {}, {}
    for _ in range(ROUNDS):
        for name, x in in_c(build).items():
            c[name] = min(x, c.get(name, x))
        for name, x in in_python(m).items():
            python[name] = min(x, python.get(name, x))
    print("calls of the double pendulum, microseconds a state\n")
    print(f"{'':22}{'C':>8}{'Python':>9}{'more':>8}{'ratio':>8}")
    for name in c:
        print(f"{name:22}{c[name]:8.3f}{python[name]:9.3f}{python[name] - c[name]:8.3f}{python[name] / c[name]:8.3f}")


def compare_runs(build):
    """A run of some tenths of a second, by the interpreter in both."""
    arguments = ["--to", "3000", "--every", "1", "--code", "interpreter"]
    ours, theirs = [], []
    m = dal.example("double-pendulum")
    for _ in range(9):
        said = subprocess.run([build / "dalembert", "simulate", "models/double-pendulum.mech"] +
                              arguments, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, cwd=ROOT).stderr
        theirs.append(float(re.search(r"interpreted, ([\d.e+-]+) s", said).group(1)))
        begin = time.perf_counter()
        m.run(to=3000, every=1, code="interpreter").array
        ours.append(time.perf_counter() - begin)
    print(f"\na run to t = 3000: {min(theirs):.3f} s of integration by the command line, {min(ours):.3f} s for run() in all: "
          f"{min(ours) / min(theirs):.3f} times")


def compare_sympy():
    sys.path.insert(0, str(ROOT / "bench"))
    import python_sympy
    import sympy
    from scipy.integrate import solve_ivp

    begin = time.perf_counter()
    m = dal.example("double-pendulum")
    t, y = m.start()
    m.rates(t, y)
    made = time.perf_counter() - begin
    e = m.equations.sympy
    names = sympy.symbols("a b u v")
    exchange = dict(zip([*e.velocities, *e.coordinates], [names[2], names[3], names[0], names[1]]))
    values = {sympy.Symbol(name): value for name, value in m.values.items()}
    parts = [part.subs(exchange).subs(values) for part in (e.M, e.F)]
    evaluate = sympy.lambdify(names, parts, cse=True)

    def rates(t, y):
        M, F = evaluate(*y)
        return np.concatenate([y[2:], np.linalg.solve(M, F)[:, 0]])

    assert np.allclose(rates(t, y), m.rates(t, y), rtol=1e-12)
    one = least(lambda: [rates(0.0, y) for _ in range(1000)], 1000)
    ours = least(lambda: [m.rates(0.0, y) for _ in range(1000)], 1000)
    options = dict(method="DOP853", rtol=1e-10, atol=1e-12)
    by_sympy = least(lambda: solve_ivp(rates, (0, 10), y, **options), 1, 3)
    by_rates = least(lambda: solve_ivp(m.rates, (0, 10), y, **options), 1, 3)
    by_run = least(lambda: m.run(to=10, rows=1), 1, 5)
    print("\nthe double pendulum to t = 10, rtol 1e-10")
    print(f"one evaluation:   lambdify {one:.1f} us, Model.rates {ours:.2f} us: {one / ours:.0f} times")
    print(f"the motion:       lambdify + solve_ivp {by_sympy / 1e3:.0f} ms, rates + solve_ivp {by_rates / 1e3:.0f} ms, "
          f"run() {by_run / 1e3:.2f} ms: {by_sympy / by_run:.0f} times")
    cases = {name: python for name, _, python, _ in python_sympy.cases()}
    theirs = python_sympy.by_sympy(cases["double"])[0]
    print(f"to equations:     sympy.physics.mechanics {theirs:.2f} s, Model() and its rates {1e3 * made:.2f} ms: {theirs / made:.0f} times")


if __name__ == "__main__":
    folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "build").resolve()
    compare_calls(folder)
    compare_runs(folder)
    compare_sympy()
