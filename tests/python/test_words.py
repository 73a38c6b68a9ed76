"""Equations, checks, analyses, reports, exports: the words and data of the command line."""

import json
import pickle
import xml.etree.ElementTree
import zipfile

import dalembert as dal
import numpy as np
import pytest
from conftest import CIRCLE


@pytest.mark.parametrize("name", ["double-pendulum", "chaplygin-sleigh", "pendulum-cartesian"])
@pytest.mark.parametrize("options, arguments", [
    ({}, []), ({"worksheet": True}, ["--worksheet"]), ({"form": "matrix"}, ["--matrix"]),
    ({"method": "multipliers", "form": "closed"}, ["--method", "multipliers", "--closed"]),
])
def test_equations(name, options, arguments, command):
    path = f"models/{name}.mech"
    e = dal.example(name).derive(**options)
    assert e.text == command("derive", path, *arguments)
    assert e.latex == command("derive", path, "--format", "latex", *arguments)
    assert e.json == json.loads(command("derive", path, "--format", "json", *arguments))
    assert str(e) == e.text


def test_mathml():
    for name in ("double-pendulum", "chaplygin-sleigh"):
        markup = dal.example(name).derive(worksheet=True).mathml.replace(" hidden ", " ")
        tree = xml.etree.ElementTree.fromstring(f"<div>{markup}</div>")  # well-formed
        assert len(tree.findall(".//math")) > 5 and "https://" not in markup


def test_notebook_bundle(double):
    bundle = double._repr_mimebundle_()
    latex = bundle["text/latex"]
    assert "<math" in bundle["text/html"] and "Planar double pendulum" in bundle["text/html"]
    assert "$$\\begin{aligned}" in latex and bundle["text/plain"] == double.equations.text.rstrip()
    for trap in ("\\section", "align*", "\\[", "\\("):
        assert trap not in latex
    steps = double.derive(worksheet=True)._repr_mimebundle_()["text/latex"]
    for trap in ("\\section", "\\paragraph", "align*", "\\[", "\\(", "\\hfill"):
        assert trap not in steps
    assert steps.count("$$") % 2 == 0


def test_equations_stay_what_they_were(circle):
    a = circle.derive("appell")
    b = circle.derive("udwadia")
    assert a.method == "appell" and b.method == "udwadia" and circle.equations.method == "udwadia"
    assert a.derive("multipliers").method == "multipliers"
    with pytest.raises(dal.InputError):
        circle.derive("newton")
    with pytest.raises(ValueError):
        circle.derive(form="long")


def test_whittaker(double):
    e = double.derive("whittaker", independent="theta1", energy=5)
    assert e.json["independent"] == "theta1"
    run = double.run(to=2.1, start=2, at={"theta1'": 3, "theta2'": 1}, rows=5)
    assert run.summary.variable == "theta1" and run["energy"][0] == pytest.approx(5, rel=1e-9)
    assert double.size["coordinates"] == 2


# --- SymPy ----------------------------------------------------------------------------------------


def test_sympy(double):
    sympy = pytest.importorskip("sympy")
    e = double.equations.sympy
    # closed forms solve the equations, and these follow from the Lagrangian: at a state of 30 digits
    numbers = {s: sympy.Rational(i + 2, 3) for i, s in enumerate(sorted(e.lagrangian.free_symbols - {e.t}, key=str))}
    motion = [(q.diff(e.t, k), sympy.Rational(7 * k + i + 1, 5)) for k in (2, 1, 0) for i, q in enumerate(e.coordinates)]

    def at(expression):
        return expression.subs(numbers).subs(motion).evalf(30)

    left = e.M * sympy.Matrix([e.closed[name] for name in e.unknowns]) - e.F
    equations = e.M * sympy.Matrix(e.unknowns) - e.F
    for i, q in enumerate(e.coordinates):
        assert abs(at(left[i])) < 1e-25
        lagrange = e.lagrangian.diff(q.diff(e.t)).diff(e.t) - e.lagrangian.diff(q)
        assert abs(at(lagrange - equations[i])) < 1e-25 < abs(at(equations[i]))
    theta1 = e.coordinates[0]
    assert e.read("m1*sin(theta1')^2/2 - pi").has(theta1.diff(e.t)) and sympy.diff(e.energy, e.t) != 0


def test_sympy_of_the_gallery():
    """Every formula of these models is read; other texts are not."""
    pytest.importorskip("sympy")
    for name in ("chaplygin-sleigh", "rolling-disk", "pendulum-cartesian"):
        e = dal.example(name).equations.sympy
        assert e.M.shape == (len(e.unknowns),) * 2 and e.energy is not None
    with pytest.raises(dal.UnableError):
        e.read("1 +")
    with pytest.raises(dal.UnableError):
        e.read("f(x")


# --- check and analyze ----------------------------------------------------------------------------


def test_check(command):
    m = dal.example("chaplygin-sleigh")
    c = m.check()
    assert c and c.ok and c == json.loads(command("check", "--format", "json", "models/chaplygin-sleigh.mech"))
    assert c.claims[0].verdict == "proved" and c.text == command("check", "models/chaplygin-sleigh.mech")
    assert "<table>" in c._repr_mimebundle_()["text/html"]
    again = pickle.loads(pickle.dumps(c))
    assert again == c and again.text == c.text
    assert m.certificate() == certificate(command)


def certificate(command):
    import os
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "c.json")
        command("check", "models/chaplygin-sleigh.mech", "--certificate", path)
        with open(path) as file:
            return file.read()


def test_false_claim():
    m = dal.Model(text=CIRCLE + "claim x'' = x\n")
    c = m.check()
    assert not c and not c.ok and c.claims[0].verdict == "refuted" and c.claims[0].counterexample


def test_analyze(command, double, tmp_path):
    path = "models/double-pendulum.mech"
    a = double.analyze("equilibria")
    data = json.loads(command("analyze", path, "--format", "json", "--only", "equilibria"))
    assert [e["stable"] for e in data["equilibria"]] == [e.stable for e in a.equilibria]
    assert np.array_equal(a.equilibria[0].A0, data["equilibria"][0]["A0"])
    assert a.text == command("analyze", path, "--only", "equilibria")
    assert a.latex == command("analyze", path, "--only", "equilibria", "--format", "latex")
    near = double.analyze("equilibria", linearize=True, at="theta1=0, theta2=0", range={"theta1": (-1, "pi/3")})
    assert near.text == command("analyze", path, "--only", "equilibria", "--linearize", "--at", "theta1=0, theta2=0",
                                "--range", "theta1=-1:pi/3")
    assert double.analyze("integrals", degree=1).integral_search.degree == 1
    with pytest.raises(dal.InputError):
        double.analyze("colours")
    with pytest.raises(AttributeError, match="there is"):
        a.nothing


# --- documents ------------------------------------------------------------------------------------


def test_documents(command, double, tmp_path):
    path = "models/double-pendulum.mech"
    assert dal.Model(path).export() == command("export", path)
    with pytest.raises(dal.InputError):
        double.export("cobol")
    page = double.report(tmp_path / "x.html")
    assert page == (tmp_path / "x.html").read_text() and page.startswith("<!DOCTYPE html>")
    assert double.report(tmp_path / "x.tex").startswith("\\documentclass") or "\\documentclass" in double.report(format="latex")
    with pytest.raises(ValueError):
        double.report(format="word")
    double.export(path=tmp_path / "x.c", name="pend")
    assert "pend_" in (tmp_path / "x.c").read_text()
    unit = double.export("fmu3", path=tmp_path / "x.fmu", input="g", source_only=True)
    assert unit == (tmp_path / "x.fmu").read_bytes() and zipfile.ZipFile(tmp_path / "x.fmu").testzip() is None
    assert double.cost() == command("derive", path, "--tape")


def test_dimensionless(command, double):
    m = dal.example("double-pendulum", dimensionless=True)
    assert m.equations.text == command("derive", "--dimensionless", "models/double-pendulum.mech")
    assert pickle.loads(pickle.dumps(m)).equations.text == m.equations.text


def test_part_of_an_answer():
    """What was finished before a limit is in the exception."""
    m = dal.example("rolling-disk")
    m.limit(work=0.02)
    with pytest.raises(dal.LimitError) as caught:
        m.analyze()
        m.check()
    assert isinstance(caught.value.text, str)
    m.limit()
    assert m.check().ok
