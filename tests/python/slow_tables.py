"""Tables: the cubic of Fritsch and Carlson, as in SciPy's PchipInterpolator; `linear` as numpy.interp."""

import dalembert as dal
import numpy as np
import pytest

interpolate = pytest.importorskip("scipy.interpolate")

TEXT = """table F(u) = "data.csv"{linear}
coordinate x
kinetic = 1/2*x'^2
force x = F(x)
initial x = {start}
"""


def points(rng, n):
    """Draws steps and plateaus, rising and falling, at uneven distances."""
    x = np.cumsum(rng.uniform(0.01, 2, n))
    y = np.cumsum(rng.choice([0, 1, -1], n) * rng.uniform(0, 3, n))
    return x, y


def model(folder, x, y, linear):
    (folder / "data.csv").write_text("".join(f"{a!r},{b!r}\n" for a, b in zip(x.tolist(), y.tolist())))
    path = folder / "table.mech"
    path.write_text(TEXT.format(linear=" linear" if linear else "", start=repr(float(x[0] + x[-1]) / 2)))
    return dal.Model(path)


@pytest.mark.parametrize("seed", range(20))
def test_tables(tmp_path, seed):
    rng = np.random.default_rng(seed)
    x, y = points(rng, int(rng.integers(2, 12)))
    places = np.sort(rng.uniform(x[0], x[-1], 200))
    for linear in (False, True):
        f = model(tmp_path, x, y, linear).function("x''")
        ours = np.array([f([u], [0.0])[0] for u in places])
        theirs = np.interp(places, x, y) if linear else interpolate.PchipInterpolator(x, y)(places)
        assert np.max(np.abs(ours - theirs)) < 1e-12 * (1 + np.max(np.abs(y)))
