"""Motions, figures, animations, flows and functions: the objects that a model makes."""

import base64
import os
import random
import re
import shutil
import tempfile

from . import _core
from ._notebook import frame
from ._results import Record
from ._support import as_array, numpy
from ._text import exact, pairs


class Run(_core.Run):
    """A motion: a table with a row for each time.

    r["theta1"] is a column, r.t the time, r.array the whole table, r.columns its names. They are read-only views of the
    run's own memory, which lives as long as any of them; numpy.array(r) is a copy that can be changed.
    r.summary says how the run went.
    """

    _kept = None  # the summary of a run that was pickled

    @property
    def array(self):
        """All numbers, (rows, columns)."""
        return as_array(self)

    def __len__(self):
        return memoryview(self).shape[0]

    def __getitem__(self, name):
        """A column by name, or several by a list of names."""
        if not isinstance(name, str):
            np = numpy()
            return np.stack([self[part] for part in name], axis=1) if np else [self[part] for part in name]
        try:
            index = self.columns.index(name)
        except ValueError:
            raise KeyError(f"the run has no column {name!r}; it has {', '.join(self.columns)}") from None
        if numpy() is not None:
            return self.array[:, index]
        return memoryview(self).cast("B").cast("d")[index::len(self.columns)]

    def __contains__(self, name):
        return name in self.columns

    def keys(self):
        """The names of the columns."""
        return self.columns

    def __iter__(self):
        return iter(self.columns)

    @property
    def t(self):
        """The time of each row, or the variable that replaces it."""
        return self[self.columns[0]]

    @property
    def summary(self):
        """How it went: end, why, start, stop, steps, rejected, calls, seconds, compiled, energy, energy_drift, ..."""
        return Record(self._summary() if self._kept is None else self._kept)

    @property
    def units(self):
        """The unit of each column by name: "m/s", "mm", "1" for pure numbers; None if unknown."""
        return dict(zip(self.columns, self._units()))

    @property
    def events(self):
        """The events: a tuple of records t, what ("impact", "contact", "release", "rest", "when", ...), name,
        impulse, energy_lost."""
        names = ("t", "what", "name", "impulse", "energy_lost")
        return tuple(Record(dict(zip(names, event))) for event in self._events())

    @property
    def results(self):
        """Results over the whole motion, `observe top = max(theta)`, by name."""
        return dict(self._results())

    def save(self, path):
        """Writes the run as .csv, .npy, .json or .h5, by the ending of the path; dalembert.read_run() reads it."""
        self._write(os.fspath(path))

    def to_pandas(self):
        """A pandas.DataFrame with the time as its index."""
        import pandas

        names = self.columns
        frame = pandas.DataFrame(self.array[:, 1:], columns=names[1:], index=pandas.Index(self.t, name=names[0]))
        return frame

    def plot(self, show=None, *, stretch=False):
        """A Figure of columns, by name; Model.plot(run) also knows points and expressions."""
        shows = [] if show is None else [show] if isinstance(show, str) else list(show)
        return _core.Model()._plot(shows, [], bool(stretch), self, {}, None)

    def __repr__(self):
        s = self.summary
        return (f"<dalembert.Run: {len(self)} rows, {s.variable} = {s.start:g} to {s.stop:g}, {s.why}; "
                f"{', '.join(self.columns)}>")

    def __reduce__(self):
        return _run_from, (_written(self, "run.json"), dict(self.summary))


def _written(thing, name):
    """The content of the file that a run or a figure writes under this name."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, name)
        thing._write(path)
        with open(path, encoding="utf-8") as file:
            return file.read()


def _run_from(text, summary):
    """A run from the data of __reduce__."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "run.json")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        run = _core.read_run(path)
    run._kept = summary
    return run


def read_run(path):
    """A run from a file that Run.save() or the command `simulate -o` wrote: .csv, .npy, .json or .h5."""
    return _core.read_run(os.fspath(path))


class Figure(_core.Figure):
    """Curves of one or several runs. A notebook shows it; print(figure) draws it with characters.

    save("x.svg"), .png or .pdf writes it, by gnuplot; script("folder") writes the gnuplot script and its data.
    """

    @property
    def svg(self):
        """The figure as an <svg> element with unique ids: a page can hold several."""
        text = _written(self, "figure.svg")
        own = "".join(random.choices("abcdefghijklmnopqrstuvwxyz", k=8))
        text = re.sub(r"""(\bid=["']|href=["']#|url\(#)""", rf"\g<1>{own}-", text)
        return text[text.index("<svg"):]

    def text(self, columns=None, rows=20, colour=False):
        """The figure in characters, for a terminal with this many columns; rows: the most that a panel may take."""
        if columns is None:
            columns = shutil.get_terminal_size().columns
        return self._text(columns, rows, bool(colour))

    def save(self, path):
        """Writes the figure as .svg, .png or .pdf, by the ending of the path."""
        self._write(os.fspath(path))

    def script(self, folder):
        """Writes the gnuplot script of the figure and its data into a folder."""
        self._script(os.fspath(folder))

    def __str__(self):
        return self.text()

    def __repr__(self):
        return "<dalembert.Figure: .svg, print(), .save(\"x.pdf\")>"

    def _repr_mimebundle_(self, include=None, exclude=None):
        svg = self.svg  # also as an image: some tools remove the shapes of an <svg> in a page
        data = base64.b64encode(svg.encode()).decode()
        image = f'<img alt="a figure" style="max-width: 100%" src="data:image/svg+xml;base64,{data}">'
        return {"text/html": image, "image/svg+xml": svg, "text/plain": self.text(80)}


class Animation:
    """A motion to watch. A notebook plays it; save("x.html") writes it as one self-contained HTML file."""

    def __init__(self, html):
        self.html = html

    def save(self, path):
        """Writes the page to a file, for a browser."""
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.html)

    def __repr__(self):
        return f"<dalembert.Animation: {len(self.html) // 1000} kB of HTML; .save(\"x.html\")>"

    def _repr_mimebundle_(self, include=None, exclude=None):
        return {"text/html": frame(self.html, 640), "text/plain": repr(self)}


class Flow(_core.Flow):
    """y' = f(t, y) of a motion, for other integrators: rates, jacobian, project, rows, start, names, columns.

    Made by Model.flow(). It has its own parameter values: initially those of the model when it was made; set() changes
    them, as often as needed.
    """

    _values = None

    def set(self, settings=None, **more):
        """Gives parameters new values, numbers, only in this flow. Those defined by others follow."""
        model = self.model
        names = model.parameters
        if self._values is None:
            self._values = {}
            self._all = model._function(", ".join(names))
        for name, value in [*pairs(settings), *more.items()]:
            model._index(name)
            self._values[name] = float(eval_exact(value))
        zeros = [0.0] * len(model.coordinates)
        numbers = self._all(zeros, zeros, p=self._values)
        for i, value in enumerate(numbers):
            self._set_number(i, float(value))

    def y(self, q, v=None, t=0):
        """y for one state or many, from coordinates and velocities."""
        return self._y(q, v, t)

    def __repr__(self):
        return f"<dalembert.Flow of {', '.join(self.names)}>"


def eval_exact(value):
    """A number, or a text such as "3/2"."""
    text = exact(value)
    if text is None:
        return float(value)
    from fractions import Fraction

    return Fraction(text)


class Function(_core.Function):
    """Expressions of a model as a function of the state: f(q, v, t, p). Made by Model.function()."""

    def __call__(self, q, v=None, t=0, p=None):
        """The values at one state (n,) or many (N, n): an array (..., number of expressions).

        v: None for zeros. p: other parameters for this call, {"l": 2} or {"l": [1, 2, 3]} for three states;
        parameters that are defined by others follow, and the model does not change.
        """
        if not p:
            return self._values(q, v, t, None)
        rows = self._parameters(p)
        np = numpy()
        if np is not None and rows.ndim > 1 and np.ndim(q) < 2 and np.ndim(v if v is not None else 0) < 2:
            q = np.broadcast_to(np.asarray(q, dtype=float), (*rows.shape[:-1], len(self.model.coordinates)))
        return self._values(q, v, t, rows)

    def _parameters(self, p):
        """Rows of all parameters, with NaN for those not given."""
        names = self.model.parameters
        for name in p:
            self.model._index(name)
        np = numpy()
        if np is None:
            return [float(eval_exact(p[name])) if name in p else float("nan") for name in names]
        given = {name: np.asarray(eval_exact(value) if isinstance(value, str) else value, dtype=float)
                 for name, value in p.items()}
        shape = np.broadcast_shapes(*(array.shape for array in given.values()))
        rows = np.full((*shape, len(names)), np.nan)
        for name, array in given.items():
            rows[..., names.index(name)] = array
        if not np.isfinite(rows[..., [names.index(name) for name in given]]).all():
            raise ValueError("parameters must be finite numbers")
        return rows

    def __repr__(self):
        return f"<dalembert.Function: {', '.join(self.names)}>"
