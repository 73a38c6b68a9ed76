"""Models: where they come from, their parameters, what is wrong with them, copies."""

import copy
import pickle
import random
import warnings
from decimal import Decimal
from fractions import Fraction

import dalembert as dal
import numpy as np
import pytest
from conftest import CIRCLE, LONG, PENDULUM


def test_sources(tmp_path, root):
    path = tmp_path / "pendulum.mech"
    path.write_text(PENDULUM)
    for m in (dal.Model(path), dal.Model(str(path)), dal.Model(text=PENDULUM)):
        assert m.title == "Pendulum" and m.coordinates == ("theta",) and m.parameters == ("l", "g", "m", "I")
        assert m.text == PENDULUM
    assert repr(dal.Model(path)) == "<dalembert.Model: Pendulum, theta>"
    assert len(dal.examples()) == len(list((root / "models").glob("*.mech")))
    assert dal.example("double-pendulum").title == dal.examples()["double-pendulum"]
    with pytest.raises(KeyError, match="not in the gallery"):
        dal.example("triple-pendulum")
    with pytest.raises(TypeError):
        dal.Model()
    with pytest.raises(TypeError):
        dal.Model(path, text=PENDULUM)


def test_included_files(tmp_path):
    (tmp_path / "parts.mech").write_text("parameter g = 9.81\n")
    (tmp_path / "more.mech").write_text('include "parts.mech"\nparameter l = 2\n')
    path = tmp_path / "whole.mech"
    path.write_text('include "more.mech"\ninclude "parts.mech"\n' + PENDULUM.replace("l = 2, g = 9.81, ", ""))
    m = dal.Model(path)
    again = pickle.loads(pickle.dumps(m))  # without the files
    assert again.values == m.values == {"g": 9.81, "l": 2.0, "m": 3.0, "I": 12.0}
    assert again.accelerations([1], [0]) == m.accelerations([1], [0])


def test_lists():
    assert dal.__version__.count(".") == 2
    assert "appell" in dal.methods() and "dop853" in dal.integrators()
    assert any(entry.name == "HDF5" for entry in dal.libraries())


# --- mistakes -------------------------------------------------------------------------------------


def test_input_error_shows_the_place():
    with pytest.raises(dal.InputError) as caught:
        dal.Model(text="coordinate x\npoint P mass m at [x, 0]\n")
    error = caught.value
    assert isinstance(error, ValueError) and isinstance(error, dal.Error)
    assert "    2 | point P mass m at [x, 0]\n      |              ^" in str(error)
    message = error.messages[0]
    assert (message.code, message.file, message.line, message.column, message.length) == ("N0201", "<text>", 2, 14, 1)
    assert message.severity == "error" and message.text == "m is not declared" and "parameter m" in message.help
    again = pickle.loads(pickle.dumps(error))
    assert str(again) == str(error) and again.messages == error.messages


def test_missing_file(tmp_path):
    with pytest.raises(dal.InputError, match="No such file"):
        dal.Model(tmp_path / "nothing.mech")


def test_text_instead_of_a_path():
    with pytest.raises(TypeError, match="Model\\(text=...\\)"):
        dal.Model("coordinate x\nkinetic = x'^2\n")


def test_names_that_others_use():
    m = dal.Model(text="coordinate x\nkinetic = x'^2\n")
    for name, hint in (("simulate", "run(to=10)"), ("linearize", "analyze(linearize=True)"), ("latex", "equations.latex")):
        with pytest.raises(AttributeError) as caught:
            getattr(m, name)
        assert hint in str(caught.value)
    with pytest.raises(AttributeError, match="no attribute 'nothing'$"):
        m.nothing
    assert not hasattr(m, "nothing") and copy.copy(m).coordinates == ("x",)


def test_many_mistakes_at_once():
    with pytest.raises(dal.InputError) as caught:
        dal.Model(text="coordinate x\nx = = 1\npoint P mass m at [x, 0]\n")
    assert len(caught.value.messages) >= 2


def test_null_character():
    for wrong in ("coordinate x\0", "\0"):
        with pytest.raises((ValueError, dal.InputError)):
            dal.Model(text=wrong).accelerations([0], [0])


def test_warnings(recwarn):
    redundant = CIRCLE + "constraint again: 2*x^2 + 2*y^2 = 2*l^2\n"
    m = dal.Model(text=redundant)
    with pytest.warns(dal.DalembertWarning, match="again") as caught:
        m.accelerations([2, 0], [0, 0])
    assert caught[0].filename == __file__  # the line of the caller
    assert caught[0].message.messages[0].code.startswith("N")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(dal.DalembertWarning):
            dal.Model(text=redundant).accelerations([2, 0], [0, 0])


# --- parameters -----------------------------------------------------------------------------------


def test_values(pendulum):
    assert pendulum.values == {"l": 2.0, "g": 9.81, "m": 3.0, "I": 12.0}
    pendulum["l"] = Fraction(1, 3)
    assert pendulum["l"] == 1 / 3 and pendulum["I"] == 3 * (1 / 9)
    pendulum.set(m=Decimal("0.1"), g="10/3")
    assert pendulum["m"] == 0.1 and pendulum["g"] == 10 / 3
    pendulum.set("l=1, m = 2")
    assert pendulum["l"] == 1 and pendulum["m"] == 2 and pendulum["I"] == 2
    pendulum["I"] = "l + m"
    pendulum["l"] = 5
    assert pendulum["I"] == 7
    pendulum["l"] = np.float64(0.5)
    pendulum["m"] = np.int64(4)
    assert pendulum["l"] == 0.5 and pendulum["m"] == 4


def test_floats_are_kept_to_the_bit(pendulum):
    dice = random.Random(1)
    for _ in range(2000):
        x = dice.uniform(1, 10) * 10.0 ** dice.randint(-200, 200)
        pendulum["g"] = x
        assert pendulum["g"] == x
        pendulum["g"] = repr(x)  # the nearest double of the decimal
        assert pendulum["g"] == x


@pytest.mark.parametrize("name, value, error", [
    ("L", 1, KeyError), ("l", float("nan"), ValueError), ("l", float("inf"), ValueError), ("l", True, TypeError),
    ("l", "1/0", dal.InputError), ("l", "x +", dal.InputError), ("l", 1j, TypeError), ("l", None, TypeError),
])
def test_wrong_values(pendulum, name, value, error):
    before = pendulum.values
    with pytest.raises(error):
        pendulum[name] = value
    assert pendulum.values == before


def test_count():
    text = "count n = 3\nparameter k = 1\ncoordinate x[1..n]\nkinetic = sum(x[i]'^2/2 for i = 1..n)\n"
    assert len(dal.Model(text=text).coordinates) == 3
    m = dal.Model(text=text, set={"n": 5, "k": 2})
    assert len(m.coordinates) == 5 and m["k"] == 2
    assert len(copy.copy(m).coordinates) == 5 and pickle.loads(pickle.dumps(m))["k"] == 2


def test_branch():
    text = ("coordinate x, y\npoint P mass 1 at [x, y]\ngravity = [0, -10]\nconstraint pivot: x*y = 0\n"
            "initial x = 0, y = 1\n")
    m = dal.Model(text=text, branch={"pivot": 1})
    again = pickle.loads(pickle.dumps(m))
    assert np.array_equal(again.accelerations([0, 1], [0, 0]), m.accelerations([0, 1], [0, 0]))
    with pytest.raises(dal.InputError):
        m.branch("pivot=7")


# --- copies ---------------------------------------------------------------------------------------


def test_pickle_and_copy():
    m = dal.Model(text=CIRCLE)
    m.set(l=Fraction(5, 3), g=0.1)
    m.derive("udwadia", form="matrix")
    m.limit(seconds=100)
    for other in (pickle.loads(pickle.dumps(m)), copy.copy(m), copy.deepcopy(m)):
        assert other.values == m.values and other.equations.method == "udwadia"
        assert other.equations.text == m.equations.text
        assert np.array_equal(other.run(at={"x": Fraction(5, 3), "y": 0}).array,
                              m.run(at={"x": Fraction(5, 3), "y": 0}).array)


# --- limits ---------------------------------------------------------------------------------------


def test_time_limit():
    m = dal.Model(text=LONG)
    m.limit(seconds=0.2)
    with pytest.raises(dal.LimitError, match="time limit") as caught:
        m.run(to=100000, rows=10, code="interpreter")
    assert isinstance(caught.value, RuntimeError)
    m.limit()
    assert len(m.run(to=0.001, rows=2, code="interpreter")) == 3


def test_memory_limit():
    m = dal.Model(text=LONG)
    for size in (1 << 12, 1 << 16, 1 << 18):
        m.limit(memory=size)
        with pytest.raises(dal.LimitError):
            m.derive()
    m.limit()
    assert len(m.accelerations([0] * 30, [0] * 30)) == 30
