"""Numbers at states: shapes, closed forms, the command line's numbers, functions, flows, SciPy."""

import json
import math
import random

import dalembert as dal
import numpy as np
import pytest
from conftest import CIRCLE, PENDULUM

EPS = np.finfo(float).eps


def near(a, b, size=1.0, room=64):
    """Equal up to the rounding of some dozens of operations on numbers of this size."""
    return np.all(np.abs(np.asarray(a) - np.asarray(b)) <= room * EPS * (size + np.abs(b)))


# --- closed forms ---------------------------------------------------------------------------------


def test_pendulum(pendulum):
    q, v = np.linspace(-3, 3, 100).reshape(-1, 1), np.linspace(5, -5, 100).reshape(-1, 1)
    assert near(pendulum.accelerations(q, v), -9.81 / 2 * np.sin(q))
    assert near(pendulum.mass_matrix(q), np.full((100, 1, 1), 12.0))
    assert near(pendulum.forcing(q, v), -3 * 9.81 * 2 * np.sin(q), 60)
    assert near(pendulum.bias(q, v), 3 * 9.81 * 2 * np.sin(q), 60)
    assert pendulum.constraint_jacobian(q).shape == (100, 0, 1)


def test_circle(circle):
    a = np.linspace(0, 6, 50)
    w = np.linspace(-2, 2, 50)
    q = 2 * np.stack([np.cos(a), np.sin(a)], 1)
    v = 2 * (w * np.stack([-np.sin(a), np.cos(a)])).T
    A = circle.constraint_jacobian(q, v)
    assert circle.constraints == ("rod",) and near(A, 2 * q[:, None, :])
    assert near(circle.constraint_directions(q, v), A)
    assert near(circle.constraint_bias(q, v), -2 * (v**2).sum(1, keepdims=True), 20)
    # m q'' = m g + 2 lambda q with the pull towards the centre -m l w^2 + m g sin(a)
    lam = (-3 * 2 * w**2 + 3 * 9.81 * np.sin(a)) / 4
    assert near(circle.multipliers(q, v), lam[:, None], 40)
    expected = np.stack([2 * lam * q[:, 0] / 3, -9.81 + 2 * lam * q[:, 1] / 3], 1)
    assert near(circle.accelerations(q, v), expected, 40)


def test_shapes(double):
    q, v = np.arange(24.0).reshape(3, 4, 2), np.ones((3, 4, 2))
    whole = double.accelerations(q, v, 0)
    assert whole.shape == (3, 4, 2) and whole.flags.owndata and whole.flags.writeable
    assert np.array_equal(whole[1, 2], double.accelerations(q[1, 2], v[1, 2]))
    assert np.array_equal(whole, double.accelerations(q, [1, 1], np.zeros((3, 4))))
    assert np.array_equal(double.accelerations([1, 2], [3, 4]), double.accelerations((1.0, 2.0), np.array([3, 4])))
    assert np.array_equal(double.accelerations(q[::-1, ::2], v[::-1, ::2]), whole[::-1, ::2])  # not contiguous
    assert np.array_equal(double.accelerations(q.astype("f4"), v.astype(int)), whole)
    assert np.array_equal(double.accelerations(q.astype(">f8"), v), whole)
    assert double.accelerations(np.empty((0, 2)), np.empty((0, 2))).shape == (0, 2)
    assert double.mass_matrix(q).shape == (3, 4, 2, 2) and double.evaluate(q, v).shape == (3, 4, len(double.quantities))
    assert double.rates(0, np.ones((5, 4))).shape == (5, 4) and double.jacobian(0, np.ones((5, 4))).shape == (5, 4, 4)
    assert double.rates(np.zeros(5), np.ones(4)).shape == (5, 4)


def test_one_coordinate(pendulum):
    assert pendulum.accelerations(0.3, 0).shape == (1,)
    assert pendulum.accelerations([[0.3], [0.4]], 0).shape == (2, 1)
    with pytest.raises(ValueError, match=r"one state has the shape \(1,\), many have \(N, 1\)"):
        pendulum.accelerations([0.3, 0.4], [0, 0])


@pytest.mark.parametrize("q, v, t, error", [
    ([1, 2, 3], [0, 0], 0, ValueError), ([[1, 2]] * 3, [[1, 2]] * 4, 0, ValueError), ("ab", [0, 0], 0, TypeError),
    ([1, 2], [0, 0], [0, 1, 2, "x"], (TypeError, ValueError)), ([1, 1j], [0, 0], 0, TypeError),
    ([[1, 2], [3]], [0, 0], 0, (TypeError, ValueError)), (None, [0, 0], 0, (TypeError, ValueError)),
    (5, [0, 0], 0, ValueError), ([1, 2], [[[0, 0]]] * 2, np.zeros((2, 2)), ValueError),
])
def test_wrong_shapes(double, q, v, t, error):
    with pytest.raises(error):
        double.accelerations(q, v, t)
    assert double.accelerations([1, 2], [0, 0]).shape == (2,)


def test_arguments(double):
    a = double.accelerations([1, 2], [0, 0], 0)
    assert np.array_equal(double.accelerations(q=[1, 2], v=[0, 0], t=0), a)
    for wrong in ({"w": 1}, {"q": [1, 2]}):
        with pytest.raises(TypeError):
            double.accelerations([1, 2], [0, 0], **wrong)
    with pytest.raises(TypeError, match="missing required argument: 'v'"):
        double.accelerations([1, 2])
    with pytest.raises(TypeError, match="at most 3"):
        double.accelerations(1, 2, 3, 4)


def test_singular_states(circle):
    with pytest.raises(dal.DomainError) as caught:
        circle.accelerations([0, 0], [0, 0])
    assert isinstance(caught.value, ArithmeticError)
    q = [[2, 0], [0, 0], [0, 2]]
    for function in (circle.accelerations, circle.evaluate, circle.function("x''", "y''")):
        with pytest.warns(dal.DalembertWarning):
            block = function(q, [[0, 0]] * 3)
        assert np.isnan(block[1]).any() and np.isfinite(block[[0, 2]]).all()


def test_long_jacobian():
    """With a full mass matrix of 30 coordinates, the derivatives of the rates are too long: the error says so."""
    model = dal.Model(text="""
count n = 30
coordinate q[1..n]
kinetic = sum((n + 1 - i)/2*q[i]'^2 for i = 1..n) + sum((n + 1 - j)*cos(q[i] - q[j])*q[i]'*q[j]' for i = 1..n, j = i+1..n)
potential = -sum((n + 1 - i)*cos(q[i]) for i = 1..n)
""")
    with pytest.raises(dal.UnableError, match="N0837"):
        model.jacobian(0, np.zeros(60))
    assert np.allclose(model.rates(0, np.zeros(60)), 0)


# --- the command line's numbers -------------------------------------------------------------------


@pytest.mark.parametrize("name", ["double-pendulum", "chaplygin-sleigh", "rolling-disk", "pendulum-cartesian"])
def test_as_eval(name, command):
    m = dal.example(name)
    data = json.loads(command("eval", "--format", "json", f"models/{name}.mech"))
    assert m.eval() == data
    state = m.state()
    assert list(state.q) == list(data["coordinates"].values()) and list(state.v) == list(data["velocities"].values())
    numbers = m.evaluate(state.q, state.v, state.t)
    flat = {}
    for group, part in data.items():
        flat.update({f"{group}.{k}": x for k, x in part.items()} if isinstance(part, dict) else {group: part})
    for (group, key), value in zip(m._quantities(), numbers):
        assert near(value, flat[group if key is None else f"{group}.{key}"], 1), (group, key)
    assert near(m.accelerations(*state[1:], state.t), list(data["accelerations"].values()))


def test_eval(double):
    e = double.eval(at={"theta1": "pi/2", "theta2'": 0.1})
    assert e.coordinates["theta1"] == math.pi / 2 and e["theta2'"] == 0.1 and e.energy == e["energy"]
    assert "accelerations" in e.text and double.eval(double.state("theta1=1"))["theta1"] == 1
    with pytest.raises(KeyError):
        e["nothing"]
    with pytest.raises(dal.InputError, match="theta3"):
        double.eval(at="theta3=1")


def test_eval_table(double, tmp_path):
    path = tmp_path / "states.csv"
    path.write_text("theta1,theta2\n1,2\n3,4\n")
    found = double.eval(at=f"@{path}")
    assert [e["theta1"] for e in found] == [1, 3]


def test_states():
    circle = dal.Model(text=CIRCLE.replace("initial x = 2, y = 0", "guess y = 1"))
    assert circle.state({"x": 1})[1][0] == 1
    assert near(circle.state({"x": 1, "y'": 0.5}).q[1] ** 2, 3, 1, 1e8)
    with pytest.raises(dal.InputError):
        circle.state("x=1, y=1")
    moved = circle.state("x=1, y=1", project=True)
    assert near(moved.q, [math.sqrt(2)] * 2, 1, 1e8)  # as far as projection goes: its tolerance is 1e-8 of the terms
    assert list(circle.state("x=1, y=1", as_is=True).q) == [1, 1]
    q = [[1.0, 1.5], [-1.0, 1.5]]
    t, q, v = circle.complete(q, [[0.5, 0.0]] * 2, given=["t", "x", "x'"])
    assert near(q[:, 0], [1, -1]) and near(q[:, 1], math.sqrt(3), 1, 1e4) and near((q * v).sum(1), 0, 1, 1e4)
    with pytest.raises(KeyError):
        circle.complete(q, given=["z"])


# --- functions ------------------------------------------------------------------------------------


def test_function(pendulum):
    f = pendulum.function("theta''", "energy", "height, I")
    assert f.names == ("theta''", "energy", "height", "I") and f.needs_motion and f.model is pendulum
    q, v = np.linspace(-3, 3, 200).reshape(-1, 1), np.linspace(2, 5, 200).reshape(-1, 1)
    expected = np.hstack([-9.81 / 2 * np.sin(q), 6 * v**2 - 3 * 9.81 * 2 * np.cos(q), -2 * np.cos(q), 0 * q + 12])
    assert near(f(q, v), expected, 200)
    assert near(f(1, 0, p={"l": [1, 2, 4]}), np.stack([[-9.81 / l * math.sin(1), -3 * 9.81 * l * math.cos(1),
                                                       -l * math.cos(1), 3 * l * l] for l in (1, 2, 4)]), 200)
    assert near(f(q, v, p={"m": 1, "l": 2})[:, 3], 4)
    assert pendulum["l"] == 2
    with pytest.raises(KeyError):
        f(1, 0, p={"L": 1})
    with pytest.raises(ValueError):
        f(1, 0, p={"l": math.nan})
    with pytest.raises(dal.InputError, match="<function>:1:"):
        pendulum.function("theta", "thata")
    with pytest.raises(TypeError):
        pendulum.function()
    with pytest.raises(TypeError):
        dal.Function()(1)


def formula(dice, depth):
    """Returns a random formula, for dalembert and for Python. Arguments of functions are kept moderate."""
    if depth == 0:
        number = f"{dice.randint(1, 9)}/{dice.randint(1, 9)}"
        return dice.choice([("x", "x"), ("y", "y"), ("x'", "u"), ("y'", "v"), ("t", "t"), ("m", "m"), (number, f"({number})")])
    a, b = formula(dice, depth - 1), formula(dice, depth - 1)
    kind = dice.randrange(7)
    if kind == 0:
        return f"({a[0]} + {b[0]})", f"({a[1]} + {b[1]})"
    if kind == 1:
        return f"({a[0]} - {b[0]})", f"({a[1]} - {b[1]})"
    if kind == 2:
        return f"{a[0]}*{b[0]}", f"{a[1]}*{b[1]}"
    if kind == 3:
        return f"({a[0]})/(1 + ({b[0]})^2)", f"({a[1]})/(1 + ({b[1]})**2)"
    if kind == 4:
        name = dice.choice(["sin", "cos", "atan", "tanh"])
        return f"{name}({a[0]})", f"{name}({a[1]})"
    if kind == 5:
        return f"sqrt(1 + ({a[0]})^2)", f"sqrt(1 + ({a[1]})**2)"
    return f"atan2({a[0]}, 2 + ({b[0]})^2)", f"atan2({a[1]}, 2 + ({b[1]})**2)"


def test_random_formulas():
    """Adversary: random formulas at random states. The judge is mpmath with 40 digits, which comes with SymPy."""
    mpmath = pytest.importorskip("mpmath")
    dice = random.Random(7)
    m = dal.Model(text="parameter m = 2\ncoordinate x, y\nkinetic = m*(x'^2 + y'^2)/2\n")
    functions = {name: getattr(mpmath, name) for name in ("sin", "cos", "atan", "tanh", "sqrt", "atan2")}
    checked = 0
    with mpmath.workdps(40):
        for _ in range(50):
            pairs = [formula(dice, dice.randint(1, 3)) for _ in range(4)]
            f = m.function(*(a for a, _ in pairs))
            states = np.array([[dice.uniform(-2, 2) for _ in range(6)] for _ in range(5)])
            values = f(states[:, :2], states[:, 2:4], states[:, 4], p={"m": states[:, 5]})
            for state, row in zip(states, values):
                names = dict(zip("xyuvtm", map(mpmath.mpf, state)), **functions)
                for (text, judge), value in zip(pairs, row):
                    expected = eval(exactly(judge), {"F": mpmath.mpf}, names)
                    # 30 operations on numbers up to about 1000, each rounded
                    assert abs(value - expected) <= 30 * EPS * (1000 + abs(expected)), text
                    checked += 1
    assert checked == 1000


def exactly(text):
    """Replaces the integers of a formula by numbers of 40 digits."""
    import re

    return re.sub(r"(?<![\w.])(\d+)", r"F(\1)", text)


def test_function_follows(circle):
    """A function stays right after another derivation, another value, and without a variable that holds the model."""
    f = circle.function("x''", "reaction(y)")
    before = f([2, 0], [0, 0])
    assert near(before, [0, 0])
    circle.derive("appell")
    assert near(f([2, 0], [0, 0]), before)
    circle["g"] = 5
    circle.derive("udwadia")
    assert near(f([0, 2], [0, 0]), [0, 15])
    f = dal.Model(text=PENDULUM).function("theta''")
    assert near(f(1, 0), -9.81 / 2 * math.sin(1))


# --- flows ----------------------------------------------------------------------------------------


def test_rates(double):
    t, y = double.start()
    assert double.y_names == ("theta1", "theta2", "theta1'", "theta2'") and list(y) == [2, 1, 0, 0]
    rates = double.rates(t, y)
    assert near(rates, [0, 0, *double.accelerations([2, 1], [0, 0])])
    double["l1"] = 3
    assert near(double.rates(t, y)[2:], double.accelerations([2, 1], [0, 0]))
    double.derive("hamilton")
    assert double.y_names[2:] == ("p_theta1", "p_theta2")
    t, y = double.start({"theta1'": 1})
    assert near(double.y([2, 1], [1, 0]), y)


def test_jacobian_by_differences(double):
    dice = np.random.default_rng(3)
    for y in dice.uniform(-2, 2, (10, 4)):
        J = double.jacobian(0, y)
        h = 1e-5
        steps = np.stack([(double.rates(0, y + h * e) - double.rates(0, y - h * e)) / (2 * h) for e in np.eye(4)], 1)
        # central differences: h^2/6 of third derivatives (about 1e4 here), and rounding of the rates by h
        assert np.abs(J - steps).max() <= h**2 * 1e4 + 1e3 * EPS / h


def test_derived_parameters_follow():
    m = dal.Model(text="parameter m = 2, l = 3, I = m*l^2\ncoordinate a\nkinetic = I*a'^2/2\npotential = cos(a)\n")
    flow = m.flow()
    for l in (3, 5, 0.1):
        flow.set(l=l)
        assert near(flow.rates(0, [1, 0])[1], math.sin(1) / (2 * l * l), 10)
    assert m["l"] == 3 and near(m.rates(0, [1, 0])[1], math.sin(1) / 18)
    flow.set(I=1)
    assert near(flow.rates(0, [1, 0])[1], math.sin(1))
    m["l"] = 1
    assert near(m.rates(0, [1, 0])[1], math.sin(1) / 2)


def test_flow(circle):
    flow = circle.flow(at="x=0, y=2, x'=1")
    t, y = flow.start()
    assert list(y) == [0, 2, 1, 0] and flow.model is circle
    assert near(flow.project(0, y + 1e-3)[:2] @ flow.project(0, y + 1e-3)[:2], 4, 1, 1e8)
    rows = flow.rows(0, y)
    assert rows[flow.columns.index("x''")] == pytest.approx(flow.rates(0, y)[2], rel=1e-12)
    assert flow.names == circle.y_names and near(flow.y(y[:2], y[2:]), y)
    circle.derive("udwadia")
    with pytest.raises(dal.InputError, match="derived again"):
        flow.y(y[:2], y[2:])
    with pytest.raises(TypeError):
        dal.Flow().rates(0, y)


def test_scipy(double):
    integrate = pytest.importorskip("scipy.integrate")
    t, y = double.start()
    end = double.run(to=2, rows=1, rtol=1e-13, atol=1e-13).array[-1, 1:5]
    found = integrate.solve_ivp(double.rates, (t, 2), y, rtol=1e-10, atol=1e-10, method="DOP853")
    assert np.abs(found.y[:, -1] - end).max() < 1e-6  # 1e-10 a step, some hundred steps, growing as e^(2 t)
    found = integrate.solve_ivp(double.rates, (t, 0.5), y, rtol=1e-8, atol=1e-8, method="Radau", jac=double.jacobian)
    assert np.abs(found.y[:, -1] - double.run(to=0.5, rows=1).array[-1, 1:5]).max() < 1e-5
    with pytest.raises(ValueError, match="last axis"):  # states in columns are not taken for rows
        integrate.solve_ivp(double.rates, (t, 1), y, method="Radau", vectorized=True)
