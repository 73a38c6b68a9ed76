"""Answers of check, analyze and eval: data with attributes, which notebooks show as tables."""

import html
import json

from ._notebook import STYLE
from ._support import numpy

_MATRICES = {"A", "B", "A0", "B0", "f"}


class Record(dict):
    """A dict whose entries are also attributes: r["ok"] is r.ok."""

    def __getattr__(self, name):
        try:
            return self[name]
        except KeyError:
            raise AttributeError(f"there is no {name!r} here; there is {', '.join(self) or 'nothing'}") from None

    def __dir__(self):
        return [*super().__dir__(), *(name for name in self if name.isidentifier())]

    def __reduce__(self):
        return type(self), (dict(self),)


def _is_numbers(value):
    return isinstance(value, list) and all(isinstance(x, (int, float)) or _is_numbers(x) for x in value)


def records(value, name=""):
    """JSON data with Records for objects, and arrays for matrices if NumPy is available."""
    if isinstance(value, dict):
        return Record({key: records(part, key) for key, part in value.items()})
    if isinstance(value, list):
        np = numpy() if name in _MATRICES and value and _is_numbers(value) else None
        return [records(part) for part in value] if np is None else np.array(value, dtype=float)
    return value


class Answer(Record):
    """An answer of the program: data, with the program's own words in .text and .latex."""

    _what = ""

    def __init__(self, data, text="", latex=None):
        super().__init__(data)
        self.__dict__.update(text=text, _latex=latex)

    @property
    def latex(self):
        """The same as LaTeX, made on request, as long as the model is unchanged."""
        return self._latex() if callable(self._latex) else self._latex or ""

    def __reduce__(self):
        return type(self), (dict(self), self.text)

    def __str__(self):
        return self.text

    def __repr__(self):
        return self.text.rstrip()

    def _repr_mimebundle_(self, include=None, exclude=None):
        body = f"<pre>{html.escape(self.text)}</pre>"
        return {"text/html": f'<div class="dalembert">{STYLE}{body}</div>', "text/plain": repr(self)}


class Check(Answer):
    """The findings of check(): ok, methods, claims, problems, warnings, pieces. True if all is well."""

    @classmethod
    def ask(cls, model):
        return cls(records(json.loads(model._check(2))), model._check(0))

    def __bool__(self):
        return bool(self["ok"])

    def _repr_mimebundle_(self, include=None, exclude=None):
        if not self["claims"]:
            return super()._repr_mimebundle_(include, exclude)
        rows = "".join("<tr><td>{}</td><td class='{}'>{}</td><td>{}</td></tr>".format(
            html.escape(c["label"] or f"line {c['line']}"), "good" if c["passes"] else "bad",
            html.escape(("denied, " if c["deny"] else "") + c["verdict"]), html.escape(c["detail"]))
            for c in self["claims"])
        words = "all is well" if self else "not all is well"
        notes = "".join(f"<p>{html.escape(p)}</p>" for p in [*self["problems"], *self["warnings"]])
        table = f"<table><tr><th>claim</th><th>verdict</th><th>how</th></tr>{rows}</table>"
        methods = html.escape(", ".join(self["methods"]))
        return {"text/html": f'<div class="dalembert">{STYLE}<p><b>{words}</b>; methods: {methods}</p>{notes}{table}</div>',
                "text/plain": repr(self)}


class Analysis(Answer):
    """The findings of analyze(): constraints, integrals, equilibria, singular, linearization, ..., as requested."""

    @classmethod
    def ask(cls, model, options):
        data = records(json.loads(model._analyze({**options, "format": 2})))
        return cls(data, model._analyze({**options, "format": 0}),
                   lambda: model._analyze({**options, "format": 1}))


class Evaluation(Answer):
    """Numbers at a state, in groups: coordinates, accelerations, energy, ...; e["theta''"] finds one by name."""

    @classmethod
    def ask(cls, model, options):
        data = json.loads(model._eval({**options, "format": 2}))
        if isinstance(data, list):
            return [cls(records(part), json.dumps(part, indent=2)) for part in data]
        return cls(records(data), model._eval({**options, "format": 0}))

    def __missing__(self, name):
        found = [group[name] for group in self.values() if isinstance(group, dict) and name in group]
        if len(found) == 1:
            return found[0]
        raise KeyError(name if not found else f"{name!r} is in several groups")
