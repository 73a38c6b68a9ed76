"""The class Model: a mechanical system, and every question that can be asked about it."""

import os
import sys

from . import _core
from ._equations import FORMS, Equations, pick_format
from ._notebook import progress_of
from ._results import Analysis, Check, Evaluation
from ._run import Animation, Figure, Flow, Function, Run
from ._sweep import Sweep
from ._text import State, exact, flatten, listed, pairs, settings_text, state_options, value_text


# names that others use, and the names here
_OTHER_NAMES = {
    "simulate": "run(to=10)",
    "integrate": "run(to=10)",
    "solve": "run(to=10)",
    "linearize": "analyze(linearize=True)",
    "linearise": "analyze(linearize=True)",
    "latex": "equations.latex",
    "sympy": "equations.sympy",
    "animation": "animate(to=10)",
    "to_fmu": 'export(target="fmu2")',
    "fmu": 'export(target="fmu2")',
}


class Model(_core.Model):
    """A mechanical system, from a file or a text in the model language.

    >>> import dalembert as dal
    >>> m = dal.Model(text='''
    ... parameter l = 1, g = 9.81
    ... coordinate theta
    ... point P mass 1 at [l*sin(theta), -l*cos(theta)]
    ... gravity = [0, -g]
    ... initial theta = 1
    ... simulate to 10
    ... ''')
    >>> m.equations                        # in a notebook: formulas
    >>> m["l"] = 2                         # another length, exactly
    >>> m.accelerations([0.3], [0])        # numbers at a state, or at many
    >>> r = m.run(to=5, every=0.01)        # a motion
    >>> r["theta"], r.t                    # its columns, as arrays

    Model("file.mech") reads a file; dalembert.example("double-pendulum") takes a model of the gallery. Errors in a
    model raise InputError, which shows the place; warnings are issued as warnings.

    set: new values of parameters, {"m": 2} or "m=2"; counts (`count n = 3`) can be set here, too.
    branch: requires only the K-th factor of a constraint that is a product: {"pivot": 2} or "pivot=2".
    dimensionless: chooses units in which as many parameters as possible are 1; the equations say what each name means.

    Only one thread may use a model at a time; copy.copy(m) makes one for another thread. Models can be pickled.
    """

    def __init__(self, path=None, *, text=None, set=None, branch=None, dimensionless=False):
        if (path is None) == (text is None):
            raise TypeError("Model() takes a path, or text=...")
        self._settings, self._branches, self._options, self._limits = {}, [], {}, (0.0, 0, 0.0)
        self.last_run = None
        settings = pairs(set)
        if path == "-":
            path, text = None, sys.stdin.read()
        if isinstance(path, str) and "\n" in path and not os.path.exists(path):
            raise TypeError("this is the text of a model, not a path: Model(text=...)")
        if settings:
            self._preset(settings_text(settings))
        if text is not None:
            self._path, self._source = None, text
            status = self._add(text)
        else:
            self._path = os.fspath(path)
            status = self._read(self._path)
            self._source = flatten(self._path) if status == 0 else ""
        self._finish(status)
        self._counts = {name: value for name, value in settings if name not in self.parameters}
        self.set({name: value for name, value in settings if name in self.parameters})
        if branch is not None:
            self.branch(branch)
        self._dimensionless = bool(dimensionless)
        if dimensionless:
            self._make_dimensionless()

    def __repr__(self):
        title = self.title or self._path or "model"
        return f"<dalembert.Model: {title}, {', '.join(self.coordinates)}>"

    def __getattr__(self, name):
        hint = _OTHER_NAMES.get(name)  # only called for missing names
        raise AttributeError(f"a Model has no attribute {name!r}" + (f"; did you mean {hint}?" if hint else ""),
                             name=name, obj=self)

    # --- copies -----------------------------------------------------------------------------------

    def __reduce__(self):
        return _rebuild, (type(self), self._source, self._counts, self._settings, self._branches, self._dimensionless,
                          self._options, self._limits)

    def __copy__(self):
        """Another model from the same text, with the same settings, method and limits."""
        rebuild, arguments = self.__reduce__()
        return rebuild(*arguments)

    def __deepcopy__(self, memo):
        return self.__copy__()

    @property
    def text(self):
        """The text of the model, with the contents of included files in place."""
        return self._source

    # --- parameters -------------------------------------------------------------------------------

    def _index(self, name):
        try:
            return self.parameters.index(name)
        except ValueError:
            raise KeyError(f"{name!r} is not a parameter; there are {', '.join(self.parameters) or 'none'}") from None

    def __getitem__(self, name):
        """The value of a parameter, m["l"]; None if it has none."""
        return self._value(self._index(name))

    def __setitem__(self, name, value):
        """Sets a parameter: an int, Fraction or text ("1/3", "2*l") is exact, a float is exactly that float."""
        self.set({name: value})

    @property
    def values(self):
        """All parameters and their values, as a dict."""
        return {name: self._value(i) for i, name in enumerate(self.parameters)}

    def set(self, settings=None, **more):
        """Gives parameters new values: set(l="3/2", m=2), set({"l": 0.1}) or set("l=3/2, m=2").

        An int, a Fraction or a text is exact; a float is exactly that float. A text may use other parameters:
        set(I="m*l^2"). Parameters that the model defines by others change with them.
        """
        given = dict([*pairs(settings), *more.items()])
        for name, value in given.items():
            self._index(name)
            value_text(value)
        words = {name: value for name, value in given.items() if exact(value) is not None}
        if words:
            self._set(settings_text(words))
        for name, value in given.items():
            if name not in words:
                self._set_number(self._index(name), float(value))
            self._settings.pop(name, None)
            self._settings[name] = exact(value) or float(value)

    def branch(self, branches):
        """Requires only the K-th factor of a constraint that is a product: branch({"pivot": 2})."""
        for name, value in pairs(branches):
            self._branch(f"{name}={value}")
            self._branches.append((name, value))

    def limit(self, seconds=None, memory=None, work=None):
        """Limits later calls: seconds, bytes of memory, or seconds of processor time (work). Beyond it: LimitError.

        A run keeps its rows: they are in the exception's `run`, and in `last_run`. The finished part of check, analyze
        and report is in its `text`. limit() removes the limits.
        """
        _positive(seconds=seconds, memory=memory, work=work)
        self._limits = (float(seconds or 0), int(memory or 0), float(work or 0))
        self._limit(*self._limits)

    # --- equations --------------------------------------------------------------------------------

    def derive(self, method=None, *, worksheet=False, form="auto", independent=None, energy=None):
        """Derives the equations of motion, and keeps them for all later calls.

        method: see dalembert.methods(); None for the natural one. worksheet: with every step. form: "auto", "closed"
        (the unknowns in closed form, however long) or "matrix" (only the equations). independent, energy: for the
        method whittaker, the variable that replaces time, and the energy.
        """
        if form not in FORMS:
            raise ValueError(f"form is one of {', '.join(FORMS)}, not {form!r}")
        options = {"method": method, "worksheet": bool(worksheet), "form": FORMS.index(form),
                   "independent": independent, "energy": None if energy is None else value_text(energy)}
        self._derive(options)
        self._options = options
        return Equations(self, options)

    @property
    def equations(self):
        """The equations of motion: .text .latex .mathml .json .sympy; a notebook shows the formulas."""
        return Equations(self, self._options)

    def _use(self, method, independent=None):
        """Derives by this method, unless the equations are already by it."""
        now = (self._options.get("method"), self._options.get("independent"))
        if method is not None and (method, independent) != now:
            self.derive(method, independent=independent)

    def cost(self):
        """What is computed at a state, with operation counts by kind: a text."""
        return self._tape(0)

    @property
    def size(self):
        """The size of the equations: a dict of counts."""
        return self._size()

    # --- numbers ----------------------------------------------------------------------------------

    @property
    def constraints(self):
        """The names of the constraints in the equations."""
        return self._constraints()

    @property
    def quantities(self):
        """The names of the columns of evaluate(): "theta''", "p_theta", "multipliers.rod", "energy", ..."""
        plain = ("accelerations", "momenta", "momentum_rates", "speeds", "speed_rates", "observables")
        return tuple(group if name is None else name if group in plain else f"{group}.{name}"
                     for group, name in self._quantities())

    def multipliers(self, q, v=None, t=0):
        """The multipliers lambda of M q'' = F + B^T lambda, one for each of `constraints`."""
        groups = [group for group, _ in self._quantities()]
        first = groups.index("multipliers") if "multipliers" in groups else 0
        return self._columns(self.evaluate(q, v, t), first, groups.count("multipliers"))

    @staticmethod
    def _columns(array, first, count):
        if hasattr(array, "shape") and not isinstance(array, memoryview):
            return array[..., first:first + count]
        rows = array.tolist()
        cut = (lambda row: row[first:first + count] if not row or isinstance(row[0], float) else [*map(cut, row)])
        return cut(rows)

    def state(self, at=None, *, tolerance=None, project=False, as_is=False, energy=None):
        """A state that satisfies the constraints: State(t, q, v).

        at: given values, {"x": 1, "x'": 0.2} or "x=1, x'=0.2"; the rest is as in the model, or follows from the
        constraints. None: the initial state. project: moves given values, too, to the nearest state. as_is: takes the
        state even if it violates the constraints by more than the tolerance, relative to their terms (1e-8).
        """
        return State(*self._state(self._state_options(at, tolerance, project, as_is, energy)))

    def _state_options(self, at, tolerance=None, project=False, as_is=False, energy=None):
        if project and as_is:
            raise ValueError("project and as_is exclude each other")
        _positive(tolerance=tolerance)
        return {**state_options(at, self.coordinates), "tolerance": tolerance, "project": bool(project),
                "as_is": bool(as_is), "energy": None if energy is None else value_text(energy)}

    def complete(self, q, v=None, t=0, *, given=None, project=False, tolerance=None):
        """States completed from the constraints, one or many: State(t, q, v) of arrays.

        given: names whose values hold, as ["x", "y'", "t"]; the others are found near their present numbers. None: all are
        given, and only checked. project: all move to the nearest state that satisfies the constraints.
        """
        names = ["t", *self.coordinates, *(name + "'" for name in self.coordinates)]
        for name in given or ():
            if name not in names:
                raise KeyError(f"{name!r} is neither t nor a coordinate or velocity: {', '.join(names)}")
        flags = None if given is None else bytes(name in given for name in names)
        _positive(tolerance=tolerance)
        options = {"project": bool(project), "tolerance": tolerance}
        return State(*self._complete(q, v, t, flags, options))

    def eval(self, at=None, *, tolerance=None, project=False, as_is=False, energy=None, method=None,
             independent=None):
        """Everything known at a state, as the command `eval` prints it: an Evaluation.

        The options are those of state(); at="@FILE.csv" reads a state from each row, and returns a list.
        """
        self._use(method, independent)
        return Evaluation.ask(self, self._state_options(at, tolerance, project, as_is, energy))

    def function(self, *expressions):
        """Expressions as a function of the state, vectorised: f(q, v, t, p).

        >>> f = m.function("theta''", "energy", "l*sin(theta)")
        >>> f([0.3], [0])                          # an array of three numbers
        >>> f(q, v, t)                             # for many states: (N, 3)
        >>> f([0.3], [0], p={"l": [1, 2, 3]})      # for other parameters: (3, 3)

        Takes anything that `observe` takes, and observables by name.
        """
        if not expressions or not all(isinstance(e, str) for e in expressions):
            raise TypeError("function() takes expressions as texts: m.function(\"x''\", \"energy\")")
        return self._function(", ".join(expressions))

    # --- flows ------------------------------------------------------------------------------------

    @property
    def y_names(self):
        """The names of the components of y in rates() and jacobian(): coordinates, then speeds."""
        return self._y_names()

    def start(self, at=None, **options):
        """t and y at the beginning of a motion, for rates(); `at` and the options as for state()."""
        state = self.state(at, **options)
        return state.t, self._y(state.q, state.v, state.t)

    def y(self, q, v=None, t=0):
        """y, as in rates(), for one state or many."""
        return self._y(q, v, t)

    def flow(self, at=None, *, jacobian=True, method=None, independent=None, **options):
        """y' = f(t, y) as an object made for a state, with its own parameters: a Flow."""
        self._use(method, independent)
        return self._flow({**self._state_options(at, **options), "jacobian": bool(jacobian)})

    # --- motions ----------------------------------------------------------------------------------

    def _run_options(self, to=None, every=None, *, start=None, rows=None, at=None, rtol=None, atol=None,
                     integrator=None, code=None, columns=None, only=None, steps=None, projection=True, tolerance=None,
                     project=False, as_is=False, energy=None, method=None, independent=None):
        self._use(method, independent)
        _positive(rtol=rtol, atol=atol, steps=steps, rows=rows)
        options = self._state_options(at, tolerance, project, as_is, energy)
        times = {"from": start, "to": to, "every": every}
        options.update({name: None if value is None else value_text(value) for name, value in times.items()})
        options.update(rows=rows, rtol=rtol, atol=atol, integrator=integrator, code=code, columns=listed(columns),
                       only=only, steps=steps, no_projection=not projection)
        return options

    def run(self, to=None, every=None, *, start=None, rows=None, at=None, rtol=None, atol=None, integrator=None,
            code=None, columns=None, only=None, steps=None, projection=True, tolerance=None, project=False, as_is=False,
            energy=None, method=None, independent=None, resume=None, units=None, progress=False):
        """Computes a motion: a Run, whose numbers are read-only arrays.

        >>> r = m.run(to=10, every=0.01, at={"theta": 2})
        >>> r.t, r["theta"], r["theta'"], r.array, r.columns, r.summary

        to, start, every: times, as numbers or as expressions in the parameters ("2*pi*sqrt(l/g)"); those omitted are as
        in the model. rows: an approximate number, instead of every. at, tolerance, project, as_is, energy: the start,
        as for state(). rtol, atol: tolerances of the integration (1e-10, 1e-12). integrator: see
        dalembert.integrators(). code: "interpreter", "native" or "auto". columns: additional ones, of "accelerations",
        "multipliers", "reactions". only: a section of the model; the rows are its crossings. steps: the most steps.
        projection: False leaves the drift off the constraints uncorrected. method, independent: derives by this method
        first. resume: a Run of this model, with the same parameters; its rows come first, and the motion continues from
        the last one. units: "declared" gives columns in the units that the model declares for them,
        `coordinate x [mm]`, named "x [mm]"; "SI" is the default. progress: True shows the progress; or a function of a
        number from 0 to 1.

        A run that ends early raises DomainError; Ctrl-C raises KeyboardInterrupt. The rows so far are in the
        exception's `run`, and in `last_run`.
        """
        options = self._run_options(to, every, start=start, rows=rows, at=at, rtol=rtol, atol=atol,
                                    integrator=integrator, code=code, columns=columns, only=only, steps=steps,
                                    projection=projection, tolerance=tolerance, project=project, as_is=as_is,
                                    energy=energy, method=method, independent=independent)
        options.update(resume=resume, units=units)
        self.last_run = None
        with progress_of(progress) as show:
            try:
                self.last_run = self._simulate(options, show)
            except BaseException as error:
                self.last_run = error.run = getattr(error, "run", None)
                raise
        return self.last_run

    @staticmethod
    def _vary_texts(vary, samples, by, seed):
        """What a sweep varies and how it is sampled, as statements."""
        texts = [f"{name} = {value}" for name, value in vary.items()] if hasattr(vary, "items") else list(vary)
        sampling = [str(value_text(samples))] if samples is not None else []
        sampling += [f"by {by}"] if by is not None else []
        sampling += [f"seed {value_text(seed)}"] if seed is not None else []
        if sampling:
            texts.append(" ".join(sampling))
        return texts

    def sweep(self, folder, vary=(), *, samples=None, by=None, seed=None, threads=0, part=None, progress=False, **options):
        """Computes many motions into a folder, or continues a sweep there: a Sweep.

        >>> s = m.sweep("run", {"m": "1:3 step 0.5", "theta": "normal(2, 0.01)"}, samples=64, by="sobol", seed=7)

        vary: what differs between motions, as a mapping from names to values or a list of texts "m = 1:3 points 5"; replaces
        the model's `sweep`. samples, by, seed: how distributions are sampled ("random", "latin", "sobol"). threads: 0 for
        one per processor. part: (3, 40) computes every fortieth block from the third on; other processes do the rest.
        rows: how many rows of each motion are kept, too. The other options are those of run(). Members that fail do not
        raise: see Sweep.failed. docs/guide/sweeps.md has the details.
        """
        k, n = (0, 0) if part is None else part
        texts = self._vary_texts(vary, samples, by, seed)
        options = self._run_options(**options)
        with progress_of(progress) as show:
            self._sweep(os.fspath(folder), texts, options, int(threads), int(k), int(n), show)
        return Sweep(folder)

    def member(self, number, vary=(), *, samples=None, by=None, seed=None, **options):
        """One motion of a sweep as a Run, by its number: exactly what run() computes with its values.

        >>> m.member(17, {"m": "1:3 step 0.5"})["theta"]

        The other arguments are those of sweep().
        """
        return self._sweep_member(int(number), self._vary_texts(vary, samples, by, seed), self._run_options(**options))

    def plot(self, run=None, *, show=None, set=None, stretch=False, progress=False, **options):
        """A motion as a Figure, which a notebook shows: m.plot(show=["orbits", "theta:theta'"]).

        show: one panel for each text: "orbits", "P1, P2" (points), "x1, 2*x2 - t" (expressions against t), "x:x'" (phase
        portraits), "energy", "constraints". set: one run for each, with these parameters: [{"l": 1}, {"l": 2}].
        stretch: each axis of planar orbits has its own scale. run: an existing one; otherwise the options are those of
        run(). A run that ends early is shown as far as it goes, with a warning.
        """
        shows = [] if show is None else [show] if isinstance(show, str) else list(show)
        sets = [] if set is None else [set] if isinstance(set, str) or hasattr(set, "items") else list(set)
        options = self._run_options(**options)
        with progress_of(progress) as follow:
            return self._plot(shows, [settings_text(s) for s in sets], bool(stretch), run, options, follow)

    def animate(self, run=None, **options):
        """A motion as an Animation, which a notebook plays; .save("x.html") writes it as a page.

        run: one of this model; None computes one, with the options of run().
        """
        return Animation(self._animation(self.run(**options) if run is None else run))

    # --- proofs and answers -----------------------------------------------------------------------

    def check(self):
        """Is the model sound, do the methods agree, do the claims hold? A Check, true if all is well."""
        return Check.ask(self)

    def certificate(self, path=None):
        """The claims proved by algebra, as JSON that others can verify; written to a file if a path is given."""
        return _written(self._certificate(), path)

    def analyze(self, *parts, degree=None, basis=None, range=None, steady=None, linearize=False, at=None, input=None,
                variables=None):
        """Answers the standard questions of mechanics: an Analysis.

        parts: of "constraints", "integrals", "equilibria", "singular", "dimensions"; none: all but the last. degree: of
        first integrals in the velocities (2). basis: additional functions in their coefficients, ["1/r", "x^3"]. range:
        where to search for equilibria, {"theta": ("-pi", "pi")}. steady: a steady motion with these values. linearize:
        w' = A w + B u near a state of rest, `steady` or `at`. input: parameters that are its inputs u. variables: w, in
        this order.
        """
        _positive(degree=degree)
        ranges = range
        if range is not None and not isinstance(range, str):
            ranges = ", ".join(f"{name}={value_text(a)}:{value_text(b)}" for name, (a, b) in dict(range).items())
        options = {"only": listed(parts) or None, "degree": degree, "basis": listed(basis), "range": ranges,
                   "steady": None if steady is None else settings_text(steady), "linearize": bool(linearize),
                   "at": state_options(at, self.coordinates).get("at"), "input": listed(input),
                   "variables": listed(variables)}
        return Analysis.ask(self, options)

    # --- documents --------------------------------------------------------------------------------

    def report(self, path=None, *, format=None, method=None, work=None):
        """Model, equations, motion, claims and every step, as one HTML page or a LaTeX document: a text.

        It is written to the path if one is given; the ending chooses the format unless that is given: "html", "latex".
        work: seconds of processor time for optional parts (8); the page and a warning say what is missing.
        """
        _positive(work=work)
        if format is None:
            format = "latex" if path is not None and os.fspath(path).endswith(".tex") else "html"
        latex = pick_format(format, ("html", "latex")) == 1
        return _written(self._report({"latex": latex, "method": method, "work": work}), path)

    def export(self, target="c", *, name=None, path=None, method=None, independent=None, input=None, source_only=False):
        """The equations as source text, with the initial state and the parameters; written to the path if one is given.

        name: prefix of all names in the text; None: from the path of the model. With the targets "fmu2" and "fmu3" the
        result is the bytes of a Functional Mock-up Unit; input: parameters that become its inputs, "F, tau";
        source_only: without compiled code.
        """
        self._use(method, independent)
        if name is None and self._path is not None:
            name = os.path.splitext(os.path.basename(self._path))[0]
        options = {"target": target, "name": name, "input": input, "source_only": source_only}
        return _written(self._export({**options, "bytes": target.startswith("fmu")}), path)

    def _repr_mimebundle_(self, include=None, exclude=None):
        return self.equations._repr_mimebundle_(include, exclude)


def _rebuild(kind, source, counts, settings, branches, dimensionless, options, limits):
    """A model from the data of __reduce__."""
    model = kind(text=source, set=counts or None)
    for name, value in settings.items():
        model.set({name: value})
    model.branch(branches)
    if dimensionless:
        model._make_dimensionless()
        model._dimensionless = True
    if options:
        model._derive(options)
        model._options = dict(options)
    if any(limits):
        model.limit(*(x or None for x in limits))
    return model


def _positive(**numbers):
    for name, value in numbers.items():
        if value is not None and not value > 0:
            raise ValueError(f"{name} needs a positive number, not {value!r}")


def _written(text, path):
    if path is not None and isinstance(text, bytes):
        with open(path, "wb") as file:
            file.write(text)
    elif path is not None:
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
    return text


_core.set_classes(Run, Figure, Flow, Function)
