"""Constrained mechanics: describe a system in a few lines; get its exact equations, its motion, and an animation.

>>> import dalembert as dal
>>> m = dal.example("double-pendulum")     # or dal.Model("file.mech"), dal.Model(text="...")
>>> m.equations                            # as text; in a notebook as formulas
>>> m.run(to=10)["theta1"]                 # the motion: columns are arrays
>>> m.check(), m.analyze("equilibria")     # proofs and answers
>>> m.plot(show="theta1:theta1'")          # a figure; m.animate() plays the motion

See help(dal.Model) for the rest, and docs/guide/python.md for a tour.
"""

from . import _core
from ._equations import Equations
from ._model import Model
from ._results import Analysis, Check, Evaluation, Record
from ._run import Animation, Figure, Flow, Function, Run, read_run
from ._sweep import Sweep
from ._support import (BusyError, DalembertWarning, DomainError, Error, InputError, InternalError, LimitError, Message,
                       UnableError)
from ._text import State

__version__ = _core.version

__all__ = ["Analysis", "Animation", "BusyError", "Check", "DalembertWarning", "DomainError", "Equations", "Error",
           "Evaluation", "Figure", "Flow", "Function", "InputError", "InternalError", "LimitError", "Message", "Model",
           "Record", "Run", "State", "Sweep", "UnableError", "example", "examples", "integrators", "libraries", "methods",
           "read_run"]


for _name in __all__:  # so that they show as dalembert.NAME
    if isinstance(globals().get(_name), type) or _name == "read_run":
        globals()[_name].__module__ = __name__
del _name


def examples():
    """The gallery: a dict from names to titles."""
    return {name: title for name, title, _ in _core.examples()}


def example(name, **options):
    """A model of the gallery, by its name: see examples(). The options are those of Model()."""
    for known, _, text in _core.examples():
        if known == name:
            return Model(text=text, **options)
    raise KeyError(f"{name!r} is not in the gallery; dalembert.examples() has the names")


def methods():
    """The methods that derive() knows: a dict from names to titles."""
    return dict(_core.methods())


def integrators():
    """The integrators that run() knows: a dict from names to titles."""
    return dict(_core.integrators())


def libraries():
    """The libraries in use: a list of Records with name, version, file and trouble."""
    return [Record(zip(("name", "version", "file", "trouble"), entry)) for entry in _core.libraries()]
