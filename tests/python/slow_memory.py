"""Memory: ten thousand models leave the process as large as it was; a script under valgrind has no errors."""

import os
import shutil
import subprocess
import sys
import textwrap

import dalembert as dal
import numpy as np
import pytest
from conftest import CIRCLE, PENDULUM, ROOT


def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGESIZE")


def test_ten_thousand_models():
    q, v = np.ones((10, 1)), np.zeros((10, 1))

    def use(i):
        m = dal.Model(text=PENDULUM)
        m["l"] = 1 + i / 7
        r = m.run(code="interpreter")
        kept = r["theta"]
        m.accelerations(q, v), m.rates(0, [1, 0]), m.jacobian(0, [1, 0]), m.function("energy", "theta''")(q, v)
        if i % 10 == 0:
            m.flow().set(l=3)
            m.equations.json, m.state("theta=1"), repr(m), m.eval()
            try:
                dal.Model(text=CIRCLE + "nothing")
            except dal.InputError:
                pass
        del m, r
        return kept

    for i in range(500):
        use(i)
    before = resident()
    for i in range(10000):
        use(i)
    growth = resident() - before
    print(f"10000 models: {growth} bytes")
    assert growth < 4 << 20  # less than a block of the heap; 420 bytes for each model would be noticed


def test_a_million_calls():
    m = dal.Model(text=CIRCLE)
    q, v, y = np.array([2.0, 0]), np.zeros(2), np.array([2.0, 0, 0, 0])
    f = m.function("x''")
    for _ in range(20000):
        m.accelerations(q, v), m.rates(0, y), f(q, v, p={"g": 3})
    before = resident()
    for _ in range(200000):
        m.accelerations(q, v), m.rates(0, y)
    for _ in range(50000):
        f(q, v, p={"g": 3}), m.state
    assert resident() - before < 1 << 20


LIFETIME = textwrap.dedent("""
    import gc, pickle, copy, dalembert as dal
    m = dal.Model(text=TEXT)
    r = m.run(to=1, every=0.1, columns="accelerations", code="interpreter")
    view, column = memoryview(r), r["x"]
    f, flow = m.function("x''", "energy"), m.flow()
    equations, figure = m.equations, m.plot(r, show="x")
    m.rates(0, [2.0, 0, 0, 1]); m["l"] = 2.0; m.rates(0, [2.0, 0, 0, 1]); m.jacobian(0, [2.0, 0, 0, 1])
    other = pickle.loads(pickle.dumps(m))
    del m, r
    gc.collect()
    sum(view.cast("B")), sum(column)
    f([2, 0], [0, 1], p={"g": 3}), flow.rates(0, [2.0, 0, 0, 1]), flow.project(0, [2.1, 0, 0, 1])
    f.model.derive("udwadia"), f([[2, 0]] * 100, [[0, 1]] * 100), equations.text, figure.text(60)
    for wrong in ("coordinate", "x ="):
        try: dal.Model(text=wrong)
        except dal.InputError as error: str(error), error.messages
    try: other.run(steps=3, to=10)
    except dal.DomainError as error: kept = error.run
    del other, f, flow, equations, figure
    gc.collect()
    sum(memoryview(kept).cast("B")), sum(column)
    cycle = dal.Model(text=TEXT); cycle.own = cycle.flow(), cycle.function("x"), cycle
    del cycle; gc.collect()
""")


def test_lifetime_under_valgrind(tmp_path):
    valgrind = shutil.which("valgrind")
    if valgrind is None:
        pytest.skip("no valgrind")
    log = tmp_path / "log"
    script = tmp_path / "lifetime.py"
    # without NumPy, whose own start takes long there
    script.write_text(f"import sys\nsys.modules['numpy'] = None\nTEXT = {CIRCLE!r}\n" + LIFETIME)
    done = subprocess.run([valgrind, "--leak-check=full", "--errors-for-leak-kinds=none", "--error-exitcode=9",
                           "--num-callers=30", f"--log-file={log}", f"--suppressions={ROOT}/tests/valgrind.supp",
                           sys.executable, str(script)], env={**os.environ, "PYTHONMALLOC": "malloc"}, stderr=subprocess.PIPE,
                          text=True, timeout=800)
    text = log.read_text()
    assert done.returncode == 0, done.stderr + text[-5000:]
    # leaks of Python's own are not ours: a block is lost by us if our code asked for it
    lost = [block for block in text.split("\n==") if "definitely lost" in block and "_core.abi3.so" in block]
    blocks, current = [], []
    for line in text.splitlines():
        body = line.split("== ", 1)[-1]
        if not body.strip():
            blocks.append("\n".join(current))
            current = []
        current.append(body)
    ours = [b for b in blocks if "definitely lost in" in b and "_core.abi3.so" in b]
    assert not ours and not lost, "\n".join(ours)
