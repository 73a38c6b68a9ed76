"""tests/python: the Python package, by Debian's pytest. tests/python/check_python runs it."""

import os
import pathlib
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("DAL_PROGRAM", str(ROOT / "build" / "dalembert"))

PENDULUM = """system "Pendulum"
parameter l = 2, g = 9.81, m = 3
parameter I = m*l^2
coordinate theta
point P mass m at [l*sin(theta), -l*cos(theta)]
gravity = [0, -g]
observe height = -l*cos(theta)
initial theta = 1
simulate to 1 every 0.25
"""

CIRCLE = """system "Particle on a circle"
parameter l = 2, g = 9.81, m = 3
coordinate x, y
point P mass m at [x, y]
gravity = [0, -g]
constraint rod: x^2 + y^2 = l^2
initial x = 2, y = 0
simulate to 1 every 0.25
"""

# 30 links: a derivation and a run that take long enough to be interrupted
LONG = ("parameter g = 9.81\n" + "".join(f"coordinate q{i}\n" for i in range(1, 31)) + "let r0 = [0, 0]\n" + "".join(
    f"let r{i} = r{i - 1} + [sin(q{i}), -cos(q{i})]\npoint P{i} mass 1 at r{i}\n" for i in range(1, 31))
    + "gravity = [0, -g]\ninitial q1 = 1\n")


@pytest.fixture
def pendulum():
    import dalembert

    return dalembert.Model(text=PENDULUM)


@pytest.fixture
def circle():
    import dalembert

    return dalembert.Model(text=CIRCLE)


@pytest.fixture
def double():
    import dalembert

    return dalembert.example("double-pendulum")


@pytest.fixture
def command():
    """Runs the command line: its standard output."""

    def run(*arguments, status=0):
        done = subprocess.run([PROGRAM, *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                              cwd=ROOT)
        assert done.returncode == status, done.stderr
        return done.stdout

    return run


@pytest.fixture
def root():
    return ROOT
