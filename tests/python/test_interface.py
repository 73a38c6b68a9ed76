"""The package as a whole: stubs, docstrings, imports, threads, other Pythons, warnings as errors."""

import ast
import gc
import glob
import inspect
import os
import pathlib
import subprocess
import sys
import textwrap
import threading
import time

import dalembert as dal
import numpy as np
import pytest
from conftest import LONG, PENDULUM

PACKAGE = pathlib.Path(dal.__file__).parent


def run_python(text, *options, program=sys.executable, **environment):
    return subprocess.run([program, *options, "-c", textwrap.dedent(text)], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True, timeout=120, env={**os.environ, **environment})


# --- stubs and docstrings -------------------------------------------------------------------------


def stub():
    """Returns the names of the stub: those of the module, and of each class with the arguments of its functions."""
    tree = ast.parse((PACKAGE / "__init__.pyi").read_text())
    module, classes = {}, {}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            module[node.name] = arguments(node)
        elif isinstance(node, ast.ClassDef):
            module[node.name] = None
            classes[node.name] = {n.name: None if decorated(n) else arguments(n) for n in node.body
                                  if isinstance(n, ast.FunctionDef)}
            classes[node.name].update({n.target.id: None for n in node.body if isinstance(n, ast.AnnAssign)})
    return module, classes


def decorated(node):
    return any(getattr(d, "id", "") == "property" for d in node.decorator_list)


def arguments(node):
    a = node.args
    return [x.arg for x in [*a.posonlyargs, *a.args]], [x.arg for x in a.kwonlyargs], bool(a.vararg), bool(a.kwarg)


def signature(function):
    kinds = inspect.Parameter
    parameters = inspect.signature(function).parameters.values()
    return ([p.name for p in parameters if p.kind in (kinds.POSITIONAL_ONLY, kinds.POSITIONAL_OR_KEYWORD)],
            [p.name for p in parameters if p.kind == kinds.KEYWORD_ONLY],
            any(p.kind == kinds.VAR_POSITIONAL for p in parameters), any(p.kind == kinds.VAR_KEYWORD for p in parameters))


def test_stub_of_the_module():
    module, _ = stub()
    assert sorted(module) == sorted(dal.__all__)
    for name, expected in module.items():
        if expected is not None:
            assert signature(getattr(dal, name)) == expected, name


def test_stub_of_the_classes():
    _, classes = stub()
    for name, known in classes.items():
        cls = getattr(dal, name)
        for member, expected in known.items():
            assert hasattr(cls, member) or member in ("last_run", "messages", "html", "text", "folder"), f"{name}.{member}"
            if expected is not None and (not member.startswith("__") or member in ("__call__", "__init__")):
                own = expected[0][1:] if expected[0][:1] in (["self"], ["cls"]) else expected[0]
                found = signature(getattr(cls, member))
                assert ([x for x in found[0] if x != "self"], *found[1:]) == (own, *expected[1:]), f"{name}.{member}"
        plain = {n for n in dir(cls) if not n.startswith("_")} - {n for n in dir(Exception) if not n.startswith("_")}
        plain -= set(dir(dict)) | set(dir(tuple)) | {"_fields", "add_note"}
        assert plain <= set(known) | set(stub()[1]["Error"]) , f"{name}: {plain - set(known)}"


def test_everything_has_a_docstring():
    _, classes = stub()
    assert dal.__doc__ and (PACKAGE / "py.typed").exists()
    for name in dal.__all__:
        thing = getattr(dal, name)
        assert thing.__doc__ and thing.__module__ == "dalembert", name
        for member in classes.get(name, ()):
            if not member.startswith("_") and isinstance(getattr(thing, member, None), (type(lambda: 0), property)):
                assert getattr(thing, member).__doc__, f"{name}.{member}"
    help_text = run_python("import dalembert; help(dalembert.Model)").stdout
    for word in ("accelerations(self, /, q, v, t=0)", "ready for scipy.integrate.solve_ivp", "m.run(to=10", "KeyboardInterrupt"):
        assert word in help_text, word


def test_version(command):
    assert command("--version").strip() == f"dalembert {dal.__version__}"


# --- imports --------------------------------------------------------------------------------------


def test_no_numpy_before_an_array_is_wanted():
    done = run_python("""
        import sys, dalembert as dal
        m = dal.example("double-pendulum")
        str(m.equations), m.check(), m.values, m.run(to=1)
        assert "numpy" not in sys.modules and "sympy" not in sys.modules and "pandas" not in sys.modules
        m.accelerations([1, 2], [0, 0])
        assert "numpy" in sys.modules
    """)
    assert done.returncode == 0, done.stderr


def test_without_numpy():
    done = run_python("""
        import sys
        sys.modules["numpy"] = None
        import dalembert as dal
        m = dal.example("double-pendulum")
        a = m.accelerations([2, 1], (0, 0))
        assert isinstance(a, memoryview) and a.shape == (2,) and a.format == "d" and abs(a[0] + 7.83356938) < 1e-8
        assert m.mass_matrix([[2, 1]] * 3).shape == (3, 2, 2)
        assert m.rates(0, [2, 1, 0, 0])[2] == a[0] or abs(m.rates(0, [2, 1, 0, 0])[2] - a[0]) < 1e-12
        r = m.run(to=1, every=0.5)
        assert list(r["t"]) == [0, 0.5, 1] and r.array.shape[0] == 3 and len(r.t) == 3
        assert m.function("theta1")([[1, 2]], p={"l1": 2})[0, 0] == 1
        c = dal.example("pendulum-cartesian")
        s = c.state()
        assert len(c.multipliers(s.q, s.v)) == len(c.constraints)
        try: m.accelerations([[1, 2], [3]], [0, 0])
        except ValueError: pass
        else: raise SystemExit("rows of different lengths")
    """)
    assert done.returncode == 0, done.stderr


def test_warnings_are_errors():
    done = run_python("""
        import dalembert as dal, pickle, copy
        m = dal.example("double-pendulum")
        m.run(to=1, progress=True).array, m.plot(show="theta1").svg, m.animate(to=1), m.check(), m.equations.json
        pickle.loads(pickle.dumps(copy.copy(m)))
        m.export(), m.analyze("constraints")
    """, "-X", "dev", "-W", "error")
    assert done.returncode == 0 and done.stderr == "", done.stderr


def test_all_pythons():
    """One file of machine code serves every installed Python from 3.11 on."""
    found = {os.path.realpath(p) for p in glob.glob("/usr/bin/python3.1?") + glob.glob("/usr/local/bin/python3.1?")}
    for program in found:
        if run_python("import sys; raise SystemExit(sys.version_info < (3, 11))", program=program).returncode == 0:
            done = run_python("import dalembert; print(len(dalembert.example('double-pendulum').run(to=1, rows=2)))",
                              program=program)
            assert done.stdout == "3\n", done.stderr
    assert sorted(p.name for p in PACKAGE.glob("*.so")) == ["_core.abi3.so"]


def test_symbols():
    """Nothing but the entry of the module is visible, and nothing outside the stable ABI is used."""
    path = PACKAGE / "_core.abi3.so"
    shown = subprocess.run(["nm", "-D", "--defined-only", path], stdout=subprocess.PIPE, text=True).stdout.split()
    assert [s for s in shown if s.startswith(("Py", "dal", "_"))] == ["PyInit__core"]
    used = subprocess.run(["nm", "-D", "--undefined-only", path], stdout=subprocess.PIPE, text=True).stdout.split()
    names = {s for s in used if s.startswith(("Py", "_Py"))}
    private = {"_Py_NoneStruct", "_Py_TrueStruct", "_Py_FalseStruct", "_Py_Dealloc", "_PyArg_ParseTuple_SizeT",
               "_PyObject_CallFunction_SizeT", "_Py_BuildValue_SizeT"}  # used by macros of the stable ABI
    assert names and not {s for s in names if s.startswith("_Py")} - private


# --- threads --------------------------------------------------------------------------------------


def test_four_models_in_four_threads():
    lengths = [1, 1.5, 2, 2.5]
    alone, together = [], [None] * 4

    def motion(length):
        m = dal.Model(text=PENDULUM)
        m["l"] = length
        return m.run(to=50, every=0.1).array.tobytes(), m.accelerations(np.ones((100, 1)), np.ones((100, 1))).tobytes()

    def work(i):
        together[i] = motion(lengths[i])

    alone = [motion(length) for length in lengths]
    threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert alone == together


def test_other_threads_go_on_and_the_model_is_busy():
    m = dal.Model(text=PENDULUM)
    m.rates(0, [1, 0])
    flow, function = m.flow(), m.function("theta")
    ended = []

    def work():
        m.limit(seconds=0.6)
        try:
            m.run(to=1e9, rows=10, code="interpreter")
        except dal.LimitError as error:
            ended.append(error)

    thread = threading.Thread(target=work)
    thread.start()
    while not m.busy:
        time.sleep(0.001)
    ticks, refused = 0, 0
    calls = [lambda: m.accelerations(1, 0), lambda: m.run(), lambda: flow.rates(0, [1, 0]), lambda: function(1),
             lambda: m.rates(0, [1, 0]), lambda: m.set(l=1), lambda: m.values, lambda: m.check(), lambda: m.derive(),
             lambda: flow.set(l=1), lambda: m.plot(), lambda: m.limit(1), lambda: m.accelerations([[1]] * 1000, 0)]
    while thread.is_alive():
        ticks += 1
        time.sleep(0.01)
        for call in calls if ticks == 5 else ():
            with pytest.raises(dal.BusyError, match="another thread"):
                call()
            refused += 1
    thread.join()
    assert ended and ticks > 10 and refused == len(calls)
    m.limit()
    assert m.accelerations(0, 0) == 0


def test_many_threads_on_one_model():
    """Adversary: eight threads that call one model as fast as they can. Each call is right or refused."""
    m = dal.Model(text=PENDULUM)
    expected = m.accelerations([[1.0]] * 200, [[0.0]] * 200).tobytes()
    rates = m.rates(0, [1.0, 0.0]).tobytes()
    counts = {"right": 0, "busy": 0, "wrong": 0}
    end = time.monotonic() + 0.5

    def work():
        q, v = np.ones((200, 1)), np.zeros((200, 1))
        while time.monotonic() < end:
            try:
                good = m.accelerations(q, v).tobytes() == expected and m.rates(0, [1.0, 0.0]).tobytes() == rates
                counts["right" if good else "wrong"] += 1
            except dal.BusyError:
                counts["busy"] += 1

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert counts["wrong"] == 0 and counts["right"] > 0


def _end(length):
    m = dal.Model(text=PENDULUM, set={"l": length})
    return m, m.run()


def test_processes():
    """Models and runs go to other processes and back."""
    import multiprocessing

    with multiprocessing.get_context("fork").Pool(2) as pool:
        for length, (m, run) in zip([1, 2, 3], pool.map(_end, [1, 2, 3])):
            assert m["l"] == length and m.run().array.tobytes() == run.array.tobytes()


# --- life -----------------------------------------------------------------------------------------


def test_cycles_are_collected():
    import weakref

    gone = []
    for _ in range(20):
        m = dal.Model(text=PENDULUM)
        m.own = [m.flow(), m.function("theta"), m.run(), m]
        weakref.finalize(m, gone.append, 1)
        del m
    gc.collect()
    assert len(gone) == 20


def test_models_are_given_back():
    def resident():
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGESIZE")

    def use():
        m = dal.Model(text=PENDULUM)
        m.run(code="interpreter").array, m.rates(0, [1, 0]), m.function("energy")(1, 0), m.accelerations(1, 0)
        try:
            dal.Model(text="coordinate x\nnothing")
        except dal.InputError:
            pass

    for _ in range(100):
        use()
    before = resident()
    for _ in range(300):
        use()
    assert resident() - before < 2 << 20  # 7 kB for each model would be noticed


def test_interrupted_derivation():
    done = run_python("""
        import dalembert as dal, os, signal, sys, threading, time
        signal.signal(signal.SIGINT, signal.default_int_handler)
        m = dal.Model(text=os.environ["TEXT"])
        threading.Timer(0.1, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
        begin = time.monotonic()
        try:
            for i in range(1000): m.derive("appell" if i % 2 else "multipliers"), m.equations.text
        except KeyboardInterrupt:
            print(time.monotonic() - begin < 5, len(m.accelerations([0] * 30, [0] * 30)))
    """, TEXT=LONG)
    assert done.stdout == "True 30\n", done.stderr


# --- every option of the command line -------------------------------------------------------------

# Each option and the corresponding arguments; None: about terminals and files, for which Python has its own means.
OPTIONS = {
    "set": ["Model.__init__.set", "Model.set", "Model.plot.set"], "branch": ["Model.__init__.branch"],
    "dimensionless": ["Model.__init__.dimensionless"],
    "method": ["Model.derive.method", "Model.eval.method", "Model.run.method", "Model.export.method", "Model.report.method"],
    "independent": ["Model.derive.independent", "Model.run.independent", "Model.eval.independent", "Model.export.independent"],
    "energy": ["Model.derive.energy", "Model.eval.energy", "Model.run.energy"],
    "format": ["Equations.latex", "Equations.json", "Analysis.latex", "Model.report.format"],
    "worksheet": ["Model.derive.worksheet"], "closed": ["Model.derive.form"], "matrix": ["Model.derive.form"],
    "tape": ["Model.cost"], "at": ["Model.eval.at", "Model.run.at", "Model.analyze.at"],
    "tolerance": ["Model.eval.tolerance", "Model.run.tolerance"], "project": ["Model.eval.project", "Model.run.project"],
    "as-is": ["Model.eval.as_is", "Model.run.as_is"], "from": ["Model.run.start"], "to": ["Model.run.to"],
    "every": ["Model.run.every"], "rtol": ["Model.run.rtol"], "atol": ["Model.run.atol"],
    "integrator": ["Model.run.integrator"], "code": ["Model.run.code"], "columns": ["Model.run.columns"],
    "steps": ["Model.run.steps"], "no-projection": ["Model.run.projection"], "resume": ["Model.run.resume"], "show": ["Model.plot.show"],
    "stretch": ["Model.plot.stretch"], "run": ["Model.plot.run"], "script": ["Figure.script"], "terminal": ["Figure.text"],
    "certificate": ["Model.certificate"], "only": ["Model.analyze.parts", "Model.run.only"], "range": ["Model.analyze.range"],
    "steady": ["Model.analyze.steady"], "linearize": ["Model.analyze.linearize"], "input": ["Model.analyze.input", "Model.export.input"],
    "source-only": ["Model.export.source_only"],
    "degree": ["Model.analyze.degree"], "basis": ["Model.analyze.basis"], "target": ["Model.export.target"],
    "limit": ["Model.limit.seconds", "Model.limit.memory"], "output": ["Run.save", "Figure.save", "Model.report.path"],
    "vary": ["Model.sweep.vary"], "samples": ["Model.sweep.samples"], "by": ["Model.sweep.by"], "seed": ["Model.sweep.seed"],
    "rows": ["Model.run.rows"], "threads": ["Model.sweep.threads"], "status": ["Sweep.status"], "collect": ["Sweep.collect"],
    "variables": ["Model.analyze.variables"], "open": None, "quiet": None, "help": None, "part": ["Model.sweep.part"],
    "slurm": None, "member": ["Model.member.number"], "events": ["Run.events"], "units": ["Model.run.units"],
}


def test_every_option_of_the_command_line(root):
    import re

    text = (root / "src" / "cli" / "options.def").read_text()
    there = set(re.findall(r'^X\(\w+, "([\w-]+)"', text, re.M))
    assert there == set(OPTIONS)
    for places in OPTIONS.values():
        for place in places or ():
            cls, member, *argument = place.split(".")
            thing = getattr(getattr(dal, cls), member)
            assert not argument or argument[0] in inspect.signature(thing).parameters, place
