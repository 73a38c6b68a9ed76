"""Refused memory: requests of the extension module in turn, once, and in a child for good.

Law: a call that is refused memory raises LimitError or MemoryError, or gives what it gives with memory. After a single
refusal the model works as before; when all memory ends inside a library, every later call is refused, and none crashes.
The count of refusals is printed.
"""

import ctypes
import os
import subprocess
import sys
import tempfile

import dalembert as dal
import pytest

REFUSE = os.environ.get("DAL_REFUSE", "")

TEXT = """parameter m = 1, l = 2, g = 9.81
coordinate x, y
point P mass m at [x, y]
gravity = [0, -g]
constraint rod: x^2 + y^2 = l^2
observe tension = lambda(rod)
initial x = 2, y = 0
simulate to 0.1 every 0.05
claim conserved energy
"""



def read_back(m, name):
    """Returns the rows of a run after it was written to a file of this name and read."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, name)
        m.run(code="interpreter").save(path)
        return dal.read_run(path).array.tolist()


def swept(m):
    """Returns all members of a small sweep; a member that lacked memory would show."""
    with tempfile.TemporaryDirectory() as folder:
        s = m.sweep(os.path.join(folder, "sweep"), ["g = 9:10:1"], threads=1, code="interpreter")
        return s.done, s.failed, s.table().tolist()


CALLS = {
    "model": lambda m: dal.Model(text=TEXT).title,
    "derive": lambda m: m.derive("udwadia").text,
    "equations": lambda m: (m.equations.latex, m.equations.mathml, m.equations.json),
    "set": lambda m: (m.set(l="2", g=9.81), m.values)[1],
    "accelerations": lambda m: m.accelerations([2, 0], [0, 0]).tolist(),
    "block": lambda m: m.evaluate([[2, 0]] * 100, [[0, 0]] * 100).tolist(),
    "state": lambda m: [x if isinstance(x, float) else x.tolist() for x in m.state("x=0, y=2")],
    "rates": lambda m: m.rates(0, [2.0, 0, 0, 1]).tolist(),
    "jacobian": lambda m: m.jacobian(0, [2.0, 0, 0, 1]).tolist(),
    "flow": lambda m: m.flow().rates(0, [2.0, 0, 0, 1]).tolist(),
    "function": lambda m: m.function("x''", "tension")([[2, 0]] * 20, [[0, 1]] * 20, p={"g": 5}).tolist(),
    "run": lambda m: m.run(code="interpreter").array.tolist(),
    "stiff": lambda m: m.run(code="interpreter", integrator="bdf").array.tolist(),
    "plot": lambda m: m.plot(show="x", code="interpreter").text(60),
    "animate": lambda m: m.animate(code="interpreter").html,
    "check": lambda m: m.check().text,
    "analyze": lambda m: m.analyze("constraints", "integrals").text,
    "export": lambda m: m.export(),
    "fmu": lambda m: m.export("fmu3", source_only=True),
    "multipliers": lambda m: m.multipliers([2, 0], [0, 1]).tolist(),
    "eval": lambda m: m.eval("x=0, y=2").text,
    "certificate": lambda m: m.certificate(),
    "linearize": lambda m: m.analyze(linearize=True, at="x=0, y=-2").text,
    "csv": lambda m: read_back(m, "run.csv"),
    "json": lambda m: read_back(m, "run.json"),
    "npy": lambda m: read_back(m, "run.npy"),
    "hdf5": lambda m: read_back(m, "run.h5"),
    "member": lambda m: m.member(1, ["g = 9:10:1"], code="interpreter").array.tolist(),
    "sweep": swept,
}

MOST = int(os.environ.get("DAL_REFUSALS", 8))  # requests of a call that are refused, evenly spread


@pytest.mark.skipif("refuse_core" in os.environ.get("LD_PRELOAD", ""), reason="the inner run")
def test_start():
    """Runs the tests below with the library in place."""
    done = subprocess.run([sys.executable, "-m", "pytest", "-q", "-s", "-p", "no:cacheprovider", __file__, "-k", "refused"],
                          env={**os.environ, "LD_PRELOAD": REFUSE, "PYTHONMALLOC": "pymalloc"}, stdout=subprocess.PIPE, text=True)
    print(done.stdout)
    assert done.returncode == 0 and f"{len(CALLS)} passed" in done.stdout


@pytest.mark.skipif("refuse_core" not in os.environ.get("LD_PRELOAD", ""), reason="without the library: see test_start")
@pytest.mark.parametrize("name", CALLS)
def test_refused(name):
    library = ctypes.CDLL(REFUSE)
    call = CALLS[name]
    expected = call(dal.Model(text=TEXT))
    library.refuse_at(ctypes.c_long(0), ctypes.c_long(0))
    call(dal.Model(text=TEXT))
    asked = library.refuse_asked()
    assert asked > 0
    refusals = raised = 0
    for k in sorted({1 + i * asked // MOST for i in range(min(asked, MOST))}):
        library.refuse_at(ctypes.c_long(0), ctypes.c_long(0))
        m = dal.Model(text=TEXT)
        raised += outcome(library, call, m, k, 1, expected)
        assert call(m) == expected, f"after request {k} of {asked}"
        child = os.fork()
        if child == 0:
            os._exit(10 + outcome(library, call, dal.Model(text=TEXT), k, 1 << 60, expected))
        _, status = os.waitpid(child, 0)
        assert os.WIFEXITED(status) and os.WEXITSTATUS(status) in (10, 11), f"request {k} of {asked}: status {status}"
        raised += os.WEXITSTATUS(status) - 10
        refusals += 2
    print(f"{name}: {asked} requests, {refusals} refusals, {raised} raised")


def outcome(library, call, m, k, count, expected):
    """Makes the call with these requests refused. Returns 1 if it raises as it should, 0 if it succeeds."""
    library.refuse_at(ctypes.c_long(k), ctypes.c_long(count))
    try:
        assert call(m) == expected
    except (dal.LimitError, MemoryError):
        return 1
    finally:
        library.refuse_at(ctypes.c_long(0), ctypes.c_long(0))
    return 0
