"""The ten systems of docs/guide/python-sympy.md: SymPy with SciPy, and dalembert, end in the same place."""

import sys

import dalembert as dal
import numpy as np
import pytest
from conftest import ROOT

pytest.importorskip("scipy")
sympy = pytest.importorskip("sympy")
sys.path.insert(0, str(ROOT / "bench"))
import python_sympy  # noqa: E402

CASES = python_sympy.cases()


def test_ten_with_their_lines_in_the_table():
    text = python_sympy.PAGE.read_text()
    assert len(CASES) == 10
    for name, title, python, model in CASES:
        assert f"| {title} | {python_sympy.lines(python)} | {python_sympy.lines(model)} |" in text, name


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize("name, title, python, model", CASES, ids=[case[0] for case in CASES])
def test_same_end(name, title, python, model):
    theirs, ours = python_sympy.by_sympy(python), python_sympy.by_dalembert(model)
    assert python_sympy.difference(theirs[2], ours[2]) < 1e-6  # errors of 1e-10 a step, some hundred steps


def test_mass_matrix_of_the_double_pendulum():
    """Compares M of SymPy's Lagrange equations with ours, as expressions."""
    (_, _, python, model), = [case for case in CASES if case[0] == "double"]
    names = {name: getattr(python_sympy.mechanics, name) for name in python_sympy.mechanics.__all__}
    names.update(symbols=sympy.symbols, sin=sympy.sin, cos=sympy.cos)
    exec(python, names)
    e = dal.Model(text=model).equations.sympy
    exchange = {sympy.Function(str(q.func))(e.t): x for q, x in zip(e.coordinates, sympy.symbols("a b"))}
    difference = (names["method"].mass_matrix - e.M).subs(exchange)
    for a, b in np.random.default_rng(5).uniform(-3, 3, (5, 2)):
        values = {sympy.Symbol("a"): a, sympy.Symbol("b"): b, sympy.Symbol("m"): 2, sympy.Symbol("l"): 3}
        assert max(abs(float(x)) for x in difference.subs(values)) < 1e-13
