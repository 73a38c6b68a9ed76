"""Sweeps: the folders that Model.sweep() and `dalembert sweep` write."""

import os
import tempfile

from . import _core


class Sweep:
    """The folder of a sweep, with what was computed so far.

    >>> s = m.sweep("run", vary=["m = 1:3 step 0.5", "theta = normal(2, 0.01)"], samples=64, by="sobol")
    >>> s.members, s.done, s.failed
    >>> s.table()["top"], s.table()["m"]       # a structured array, one row a member
    >>> s.plot("m:top")
    """

    def __init__(self, folder):
        self.folder = os.fspath(folder)
        _core._sweep_status(self.folder)

    def __repr__(self):
        return f"<dalembert.Sweep {self.folder!r}: {self.done} of {self.members} members, {self.failed} failed>"

    @property
    def members(self):
        """The number of motions of the plan."""
        return _core._sweep_status(self.folder)[0]

    @property
    def done(self):
        """The number of motions computed so far, including failures."""
        return _core._sweep_status(self.folder)[1]

    @property
    def failed(self):
        """The number of motions that failed; the files in the folder's `failed` say why."""
        return _core._sweep_status(self.folder)[2]

    @property
    def status(self):
        """The progress and the failures, as text."""
        return _core._sweep_status(self.folder)[3]

    @property
    def statistics(self):
        """Count, mean, standard deviation and quantiles of each result, as text."""
        return _core._sweep_collect(self.folder, None)

    def collect(self, path):
        """Writes all members to one file, .h5, .npy or .csv by its ending."""
        _core._sweep_collect(self.folder, os.fspath(path))

    def table(self):
        """All members as a structured NumPy array: member, end, varied values, results, and the last row as final.x."""
        import numpy
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "all.npy")
            self.collect(path)
            return numpy.load(path)

    def plot(self, show=None):
        """A Figure: "top" is a histogram, "m:top" dots, "m, theta: top" a map over a grid, "theta" a median with bands if rows
        were kept; a list makes one panel for each."""
        shows = [] if show is None else [show] if isinstance(show, str) else list(show)
        return _core._sweep_plot(self.folder, shows)
