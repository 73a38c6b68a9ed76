"""Sweeps: the numbers of the folder are those of single runs; failures, other plans and Ctrl-C."""

import os
import signal
import threading

import dalembert as dal
import numpy as np
import pytest

FALL = """
parameter g = 10, h = 1
coordinate y
point P mass 1 at [0, y]
gravity = [0, -g]
initial y = h, y' = 0
stop when y = 0
observe speed = final(y'), landing = time(stop)
simulate to 10 every 0.01
sweep g = (5, 20)
"""


def test_table(tmp_path):
    m = dal.Model(text=FALL)
    s = m.sweep(tmp_path / "fall", {"h": "uniform(1/10, 1)"}, samples=8, by="latin", seed=3)
    assert (s.members, s.done, s.failed) == (16, 16, 0)
    assert "16 of 16 members" in s.status and "landing" in s.statistics
    t = s.table()
    assert len(t) == 16 and set(t["g"]) == {5, 20}
    # h - g t^2/2 = 0, with errors of the tolerance alone
    np.testing.assert_allclose(t["landing"], np.sqrt(2*t["h"]/t["g"]), rtol=1e-9)
    np.testing.assert_allclose(t["speed"], -np.sqrt(2*t["h"]*t["g"]), rtol=1e-9)
    m.set(g=float(t["g"][9]), h=float(t["h"][9]))
    r = m.run(code="native")
    assert r["y'"][-1] == t["final.y'"][9]
    assert "<svg" in s.plot("h:landing").svg
    s.collect(tmp_path / "all.csv")
    assert len((tmp_path / "all.csv").read_text().splitlines()) == 17
    assert repr(dal.Sweep(tmp_path / "fall")) == repr(s)


def test_goes_on(tmp_path):
    m = dal.Model(text=FALL)
    done = []
    s = m.sweep(tmp_path / "fall", ["h = 1:2 points 4"], progress=done.append)
    part = tmp_path / "fall" / "parts" / "000002.h5"
    before = part.read_bytes()
    part.unlink()
    assert s.done == 7
    m.sweep(tmp_path / "fall", ["h = 1:2 points 4"])
    assert s.done == 8 and part.read_bytes() == before
    with pytest.raises(dal.InputError, match="N0939"):
        m.sweep(tmp_path / "fall", ["h = 1:2 points 5"])
    with pytest.raises(dal.InputError, match="N0936"):
        m.sweep(tmp_path / "other", {"h": "normal(1, 2)"})
    with pytest.raises(dal.InputError, match="N0940"):
        dal.Sweep(tmp_path)
    with pytest.raises(dal.InputError, match="N0847"):
        s.plot("nothing")


def test_failures(tmp_path):
    s = dal.Model(text=FALL + "force y = sqrt(h - 1/2)\n").sweep(tmp_path / "f", {"h": "(1/4, 1)"})
    assert (s.members, s.done, s.failed) == (4, 4, 2)
    assert np.isnan(s.table()["speed"]).tolist() == [True, False, True, False]


def test_interrupted(tmp_path):
    m = dal.Model(text=FALL)
    timer = threading.Timer(1.0, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        m.sweep(tmp_path / "long", {"h": "uniform(1, 2)"}, samples=1000000)
    timer.cancel()
    s = dal.Sweep(tmp_path / "long")
    assert s.members == 2000000 and s.done < s.members
    assert not any(".dalembert-" in name for name in os.listdir(tmp_path / "long" / "parts"))
