"""Motions: the bits of the command line, views that outlive everything, early ends, interruption, figures."""

import gc
import io
import math
import os
import pickle
import signal
import subprocess
import sys
import textwrap

import dalembert as dal
import numpy as np
import pytest
from conftest import CIRCLE, PENDULUM

# --- bits -----------------------------------------------------------------------------------------

CASES = [
    ("double-pendulum", ["--to", "2", "--every", "0.1"], dict(to=2, every="0.1")),
    ("double-pendulum", ["--to", "1", "--columns", "accelerations", "--integrator", "taylor"],
     dict(to=1, columns="accelerations", integrator="taylor")),
    ("chaplygin-sleigh", ["--to", "1"], dict(to=1)),
    ("rolling-disk", ["--to", "0.5", "--columns", "accelerations,multipliers,reactions"],
     dict(to=0.5, columns=["accelerations", "multipliers", "reactions"])),
    ("pendulum-cartesian", ["--to", "1", "--method", "udwadia", "--rtol", "1e-8", "--no-projection"],
     dict(to=1, method="udwadia", rtol=1e-8, projection=False)),
    ("double-pendulum", ["--from", "1", "--to", "0", "--set", "l1=3/2,m2=0.1", "--at", "theta1=1, theta2'=1/3"],
     dict(start=1, to=0, set=dict(l1="3/2", m2="0.1"), at={"theta1": 1, "theta2'": "1/3"})),
    ("double-pendulum", ["--to", "1", "--method", "hamilton", "--code", "interpreter", "--integrator", "erk"],
     dict(to=1, method="hamilton", code="interpreter", integrator="erk")),
]


@pytest.mark.parametrize("name, arguments, options", CASES)
def test_bits_of_the_command_line(name, arguments, options, command):
    """Every number equals that of `simulate`, to the bit: CSV has 17 digits."""
    lines = command("simulate", "-q", f"models/{name}.mech", *arguments).splitlines()
    settings = options.pop("set", None)
    run = dal.example(name, set=settings).run(**options)
    options["set"] = settings
    assert ",".join(run.columns) == lines[0].replace('"', "")
    table = np.array([[float(x) for x in line.split(",")] for line in lines[1:]])
    assert table.tobytes() == run.array.tobytes()


# --- views ----------------------------------------------------------------------------------------


def test_columns(pendulum):
    r = pendulum.run()
    assert r.columns[:3] == ("t", "theta", "theta'") and len(r) == 5 and "theta" in r and list(r) == list(r.columns)
    assert r.array.shape == (5, len(r.columns)) and np.array_equal(r.t, [0, 0.25, 0.5, 0.75, 1])
    assert np.array_equal(r[["t", "theta"]], r.array[:, :2]) and r.keys() == r.columns
    with pytest.raises(KeyError, match="the run has no column 'x'; it has t, theta"):
        r["x"]
    s = r.summary
    assert s.end == "done" and s.start == 0 and s.stop == 1 and s.steps > 0 and s.energy_drift < 1e-8
    assert s.energy == pytest.approx(-2 * 3 * 9.81 * math.cos(1), rel=1e-15)
    assert "5 rows, t = 0 to 1, the end was reached" in repr(r)


def test_read_only_views_of_one_memory(pendulum):
    r = pendulum.run()
    a, b = np.asarray(r), r.array
    assert not a.flags.owndata and not a.flags.writeable
    assert a.__array_interface__["data"] == b.__array_interface__["data"]
    assert r["theta"].base is not None and np.shares_memory(r["theta"], a)
    with pytest.raises(ValueError):
        a[0, 0] = 1
    with pytest.raises(ValueError):
        a.flags.writeable = True
    with pytest.raises((TypeError, BufferError)):
        memoryview(r)[0, 0] = 1
    view = memoryview(r)
    assert view.format == "d" and view.readonly and view.shape == a.shape and view.tolist() == a.tolist()
    assert np.array(r).flags.writeable  # a copy


def test_arrays_outlive_everything():
    m = dal.Model(text=PENDULUM)
    r = m.run(to=5, every=0.01)
    column, whole = r["theta"], r.array
    kept = column.copy(), whole.copy()
    f = m.function("energy")
    del m, r
    gc.collect()
    rubbish = [dal.Model(text=PENDULUM).run(to=5, every=0.01, at={"theta": i}) for i in range(5)]
    assert np.array_equal(column, kept[0]) and np.array_equal(whole, kept[1])
    assert f(1, 0) == pytest.approx(-6 * 9.81 * math.cos(1))
    del rubbish, column, whole


def test_the_next_run_changes_nothing(pendulum):
    first = pendulum.run()
    before = first.array.copy()
    pendulum["l"] = 5
    second = pendulum.run()
    assert np.array_equal(first.array, before) and not np.array_equal(second.array, before)


def test_a_run_goes_on(pendulum, tmp_path):
    whole = pendulum.run(to=2, every=0.25)
    half = pendulum.run(to=1, every=0.25)
    rest = pendulum.run(to=2, resume=half)
    assert np.array_equal(rest.t, whole.t) and np.array_equal(rest.array[:5], half.array)
    assert np.allclose(rest.array, whole.array, rtol=0, atol=1e-8)
    half.save(tmp_path / "half.h5")
    again = pendulum.run(to=2, resume=dal.read_run(tmp_path / "half.h5"))
    assert np.array_equal(again.array, rest.array)
    pendulum["l"] = 5
    with pytest.raises(dal.InputError, match="l was"):
        pendulum.run(to=2, resume=half)
    with pytest.raises(TypeError):
        pendulum.run(to=2, resume="half.h5")


def test_pandas(pendulum):
    pandas = pytest.importorskip("pandas")
    r = pendulum.run()
    frame = r.to_pandas()
    assert isinstance(frame, pandas.DataFrame) and frame.index.name == "t"
    assert np.array_equal(frame["theta"], r["theta"]) and list(frame.columns) == list(r.columns[1:])


@pytest.mark.parametrize("ending", ["csv", "npy", "json", "h5"])
def test_files(pendulum, tmp_path, ending):
    r = pendulum.run(columns="accelerations")
    path = tmp_path / f"run.{ending}"
    r.save(path)
    again = dal.read_run(path)
    assert again.columns == r.columns and again.array.tobytes() == r.array.tobytes()
    if ending == "npy":
        assert np.array_equal(np.load(path)["theta"], r["theta"])


def test_wrong_files(pendulum, tmp_path):
    with pytest.raises(dal.InputError, match=".xyz"):
        pendulum.run().save(tmp_path / "run.xyz")
    with pytest.raises(dal.InputError):
        dal.read_run(tmp_path / "nothing.csv")
    (tmp_path / "bad.csv").write_text("t,x\n1,zwei\n")
    with pytest.raises(dal.InputError):
        dal.read_run(tmp_path / "bad.csv")


def test_pickle(pendulum):
    r = pendulum.run()
    again = pickle.loads(pickle.dumps(r))
    assert again.array.tobytes() == r.array.tobytes() and again.summary == r.summary and repr(again) == repr(r)


# --- options --------------------------------------------------------------------------------------


def test_times(pendulum):
    r = pendulum.run(to="2*pi*sqrt(l/g)", rows=10)
    assert r.t[-1] == pytest.approx(2 * math.pi * math.sqrt(2 / 9.81), rel=1e-15)
    assert len(pendulum.run(to=1, every=0.5)) == 3 and len(pendulum.run(start=1, to=0)) == 5


@pytest.mark.parametrize("options, error", [
    (dict(rtol=-1), ValueError), (dict(steps=0), ValueError), (dict(integrator="euler"), dal.InputError),
    (dict(code="fast"), dal.InputError), (dict(columns="colours"), dal.InputError), (dict(to="x +"), dal.InputError),
    (dict(to=math.nan), ValueError), (dict(project=True, as_is=True), ValueError), (dict(method="newton"), dal.InputError),
    (dict(steps=1.5), TypeError), (dict(at="theta=1, theta=2"), dal.InputError), (dict(until=1), TypeError),
])
def test_wrong_options(pendulum, options, error):
    with pytest.raises(error):
        pendulum.run(**options)
    assert len(pendulum.run()) == 5


# --- runs that end early --------------------------------------------------------------------------


def test_early_end():
    m = dal.Model(text=CIRCLE.replace("simulate to 1 every 0.25", "simulate to 1 every 0.01"))
    with pytest.raises(dal.DomainError) as caught:
        m.run(steps=5)
    run = caught.value.run
    assert run.summary.end == "steps" and 0 < len(run) < 101 and m.last_run is run
    with pytest.warns(dal.DalembertWarning):
        figure = m.plot(steps=5, show="x")
    assert "the run ends" in figure.svg or "×" in figure.text(80)
    assert m.run() is m.last_run


def test_progress(pendulum):
    seen = []
    pendulum.run(to=20000, rows=5, rtol=1e-12, code="interpreter", progress=seen.append)
    assert seen and all(0 <= x <= 1 for x in seen) and seen == sorted(seen)


def test_exception_in_progress_ends_the_run(pendulum):
    def show(done):
        raise LookupError("enough")

    with pytest.raises(LookupError) as caught:
        pendulum.run(to=1e6, rows=1000, code="interpreter", progress=show)
    assert len(caught.value.run) >= 1 and caught.value.run.summary.end == "interrupted"
    assert len(pendulum.run()) == 5


def test_a_callback_cannot_use_the_model(pendulum):
    errors = []

    def show(done):
        for call in (lambda: pendulum.run(), lambda: pendulum.set(l=1), lambda: pendulum.accelerations(1, 0),
                     lambda: pendulum.rates(0, [1, 0]), lambda: pendulum["l"]):
            with pytest.raises(dal.BusyError):
                call()
            errors.append(1)

    pendulum.rates(0, [1, 0])
    pendulum.run(to=20000, rows=5, rtol=1e-12, code="interpreter", progress=show)
    assert errors and not pendulum.busy


INTERRUPTED = textwrap.dedent("""
    import dalembert as dal, signal, sys, threading, os, time
    signal.signal(signal.SIGINT, signal.default_int_handler)
    m = dal.Model(text=sys.stdin.read())
    threading.Timer(0.4, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    begin = time.monotonic()
    try:
        m.run(to=1e6, every=1, rtol=1e-13, code="interpreter")
    except KeyboardInterrupt as error:
        run = error.run
        print(time.monotonic() - begin < 5, len(run) > 0, run.summary.end, m.last_run is run, len(m.run(to=1, rows=2)))
""")


def test_control_c_keeps_the_rows():
    done = subprocess.run([sys.executable, "-c", INTERRUPTED], input=PENDULUM, stdout=subprocess.PIPE, text=True, timeout=60,
                          preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
    assert done.stdout.split() == ["True", "True", "interrupted", "True", "3"]


DRAWING = textwrap.dedent("""
    import dalembert as dal, signal, sys, threading, os, time
    signal.signal(signal.SIGINT, signal.default_int_handler)
    figure = dal.Model(text=sys.stdin.read()).plot(show="theta")
    threading.Timer(0.4, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    begin = time.monotonic()
    try:
        figure.save(sys.argv[1])
    except KeyboardInterrupt:
        print(time.monotonic() - begin < 30, os.path.exists(sys.argv[1]), "theta" in figure.text(60) or "θ" in figure.text(60))
""")


def test_control_c_ends_a_drawing(tmp_path):
    slow = tmp_path / "gnuplot"
    slow.write_text("#!/bin/sh\nexec sleep 300\n")
    slow.chmod(0o700)
    done = subprocess.run([sys.executable, "-c", DRAWING, str(tmp_path / "figure.svg")], input=PENDULUM, stdout=subprocess.PIPE,
                          text=True, timeout=60, env={**os.environ, "DALEMBERT_GNUPLOT": str(slow)},
                          preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
    assert done.stdout.split() == ["True", "False", "True"]


# --- figures and animations -----------------------------------------------------------------------


def test_figure(pendulum, tmp_path):
    r = pendulum.run(to=3, every=0.01)
    figure = pendulum.plot(r, show=["orbits", "theta:theta'", "theta, 2*theta", "energy"])
    assert figure.svg.startswith("<svg") and figure.svg != figure.svg  # ids of their own
    assert "Pendulum" in figure.text(60) and str(figure)
    bundle = figure._repr_mimebundle_()
    assert "data:image/svg+xml;base64," in bundle["text/html"]
    assert bundle["image/svg+xml"].startswith("<svg") and "Pendulum" in bundle["text/plain"]
    for ending, first in (("svg", b"<?xml"), ("png", b"\x89PNG"), ("pdf", b"%PDF")):
        figure.save(tmp_path / f"figure.{ending}")
        assert (tmp_path / f"figure.{ending}").read_bytes().startswith(first)
    figure.script(tmp_path / "script")
    assert list((tmp_path / "script").iterdir())
    with pytest.raises(dal.InputError, match=".gif"):
        figure.save(tmp_path / "a.gif")
    with pytest.raises(dal.InputError, match="phi"):
        pendulum.plot(r, show="phi")
    assert "theta" in r.plot("theta").text(60) or "θ" in r.plot("theta").text(60)
    pendulum.plot(show="theta", set=[{"l": 1}, "l=3"], to=2)
    assert pendulum["l"] == 2 and pendulum.rates(0, [1, 0])[1] == pytest.approx(-9.81 / 2 * math.sin(1))
    with pytest.raises(TypeError):
        pendulum.plot(42)
    with pytest.raises(TypeError):
        dal.Figure().svg


def test_animation(pendulum, tmp_path):
    animation = pendulum.animate(pendulum.run(to=3))
    animation.save(tmp_path / "a.html")
    page = (tmp_path / "a.html").read_text()
    assert page.startswith("<!DOCTYPE html>") and "https://" not in page and "src=" not in page
    shown = animation._repr_mimebundle_()["text/html"]
    assert shown.startswith('<iframe sandbox="allow-scripts"') and "srcdoc=" in shown and "<script" not in shown
    assert "Pendulum" in pendulum.animate(to=1).html
    with pytest.raises(dal.InputError, match="the run has no column x"):
        dal.Model(text=CIRCLE).animate(pendulum.run())


def test_terminal_progress(pendulum, monkeypatch):
    line = io.StringIO()
    monkeypatch.setattr(sys, "stderr", line)
    pendulum.run(to=20000, rows=5, rtol=1e-12, code="interpreter", progress=True)
    text = line.getvalue()
    assert text == "" or ("%" in text and text.endswith("\r"))
