"""Units of runs, events, results over a motion, and members of sweeps: from Python, as on the command line."""

import dalembert as dal
import numpy as np
import pytest

SPRING = """
parameter m = 2 kg, k = 8 N/m
coordinate x [mm]
point P mass m at [x, 0]
potential += 1/2*k*x^2
observe v [km/h] = x'
initial x = 50 mm, x' = 0 m/s
simulate to 2 s every 0.5 s
"""
BALL = """
parameter g = 10, h = 1
coordinate y
point P mass 1 at [0, y]
gravity = [0, -g]
constraint floor: y >= 0 restitution 1/2
initial y = h, y' = 0
section half: y = h/2 falling
observe landing = time(floor), half_way = time(half), top = max(y)
simulate to 2 every 0.1
sweep h = (1, 2), g = (5, 20)
"""


def test_declared():
    m = dal.Model(text=SPRING)
    a, b = m.run(), m.run(units="declared")
    assert b.columns == ("t", "x [mm]", "x' [mm/s]", "v [km/h]", "energy", "constraint_error")
    assert a.units == {"t": "s", "x": "m", "x'": "m/s", "v": "m/s", "energy": "kg*m^2/s^2", "constraint_error": None}
    assert b.units["x [mm]"] == "mm" and b.units["v [km/h]"] == "km/h"
    # x = 50 mm cos(2 t)
    np.testing.assert_allclose(b["x [mm]"], 50*np.cos(2*b.t), rtol=0, atol=1e-7)
    np.testing.assert_allclose(b["v [km/h]"], -0.1*np.sin(2*b.t)*3.6, rtol=0, atol=1e-9)
    np.testing.assert_allclose(m.run(units="SI").array, a.array, rtol=0)
    with pytest.raises(dal.InputError, match="SI"):
        m.run(units="furlongs")


@pytest.mark.parametrize("ending", ["csv", "json", "h5"])
def test_as_the_command_line(tmp_path, command, ending):
    model, file, mine = tmp_path / "spring.mech", tmp_path / ("run." + ending), tmp_path / ("mine." + ending)
    model.write_text(SPRING)
    command("simulate", model, "--units", "declared", "-o", file, "-q")
    m = dal.Model(model)
    run = m.run(units="declared")
    run.save(mine)
    back = dal.read_run(file)
    assert back.columns == run.columns and np.array_equal(back.array, run.array)
    assert np.array_equal(dal.read_run(mine).array, run.array)
    # a figure of the model has the same curve, whatever the units of the file
    command("plot", model, "--run", file, "-o", tmp_path / "run.svg", "-q")
    curves = []
    for shown in (m.run(), run, back):
        folder = tmp_path / str(len(curves))
        folder.mkdir()
        m.plot(shown, show="x").script(folder)
        lines = (folder / "figure.dat").read_text().splitlines()
        curves.append(np.array([line.split() for line in lines if line[:1].isdigit()], float))
    assert len(curves[0]) == 5
    for other in curves[1:]:
        np.testing.assert_allclose(other, curves[0], rtol=1e-14)
    assert m.animate(back).html == m.animate(run).html


def test_events():
    m = dal.Model(text=BALL)
    r = m.run()
    assert r.events[0].what == "impact" and r.events[0].name == "floor"
    # falls from 1 with g = 10, and comes back with half the speed: a quarter of the energy is left
    np.testing.assert_allclose([r.events[0].t, r.events[0].energy_lost], [np.sqrt(0.2), 7.5], rtol=1e-12)
    np.testing.assert_allclose([r.results[k] for k in ("landing", "half_way", "top")], [np.sqrt(0.2), np.sqrt(0.1), 1], rtol=1e-12)


def test_members(tmp_path):
    m = dal.Model(text=BALL)
    s = m.sweep(tmp_path / "all", part=(1, 2))
    assert (s.members, s.done) == (4, 2)
    s = m.sweep(tmp_path / "all", part=(2, 2))
    assert s.done == 4
    table = s.table()
    np.testing.assert_allclose(table["landing"], np.sqrt(2*table["h"]/table["g"]), rtol=1e-12)
    for i in range(4):
        one = m.member(i, code="native")
        assert one["y'"][-1] == table["final.y'"][i] and one.results["landing"] == table["landing"][i]
    with pytest.raises(dal.InputError, match="no member 4"):
        m.member(4)
