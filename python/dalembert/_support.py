"""Exceptions, warnings and arrays for the extension module."""

import os
import re
import sys
import warnings
from typing import NamedTuple, Optional

from . import _core

_FOLDER = os.path.dirname(os.path.abspath(__file__))


class Message(NamedTuple):
    """One message of the program: `text` is for people, the rest for programs."""

    text: str
    severity: str  # "error" or "warning"
    code: str  # "N0312"; docs/guide/errors.md lists all of them
    help: Optional[str]  # a suggestion
    file: Optional[str]  # a path, "<text>", "--at", ...; None without a place
    line: int  # from 1; 0 without a place
    column: int
    length: int

    def __str__(self):
        place = "" if self.file is None else f"{self.file}:{self.line}:{self.column}: "
        help = "" if self.help is None else f" ({self.help})"
        return f"{place}{self.severity}: {self.text} [{self.code}]{help}"


class Error(Exception):
    """An error that dalembert reports. Its text marks the place with a caret; `messages` has the same for programs.

    The kinds: InputError (the model or the request is wrong), DomainError (the result does not exist, e.g. at a singular
    state), UnableError (it may exist, but was not found), LimitError (time or memory ran out), BusyError (the
    model is in use), InternalError (a bug).

    If the call computed a part of a motion, it is in `run`; if it found a part of an answer, that is in `text`.
    """

    run = None
    text = ""

    def __init__(self, text="", messages=()):
        super().__init__(text)
        self.messages = [Message(*m) for m in messages]

    def __reduce__(self):
        return type(self), (str(self), [tuple(m) for m in self.messages])


class InputError(Error, ValueError):
    """The model or the request is wrong; the message shows where."""


class DomainError(Error, ArithmeticError):
    """The result does not exist: the mass matrix is singular there, or a run ended early."""


class UnableError(Error, RuntimeError):
    """The result may exist, but could neither be found nor ruled out."""


class LimitError(Error, RuntimeError):
    """The time or memory of Model.limit() ran out, or a required file or program is missing."""


class InternalError(Error, RuntimeError):
    """dalembert has a bug, or a library it needs is missing."""


class BusyError(Error, RuntimeError):
    """The model is in use by another thread, or by this one outside a callback."""


class DalembertWarning(UserWarning):
    """A warning of the program. `messages` has it for programs."""

    def __init__(self, text="", messages=()):
        super().__init__(text)
        self.messages = [Message(*m) for m in messages]


_KINDS = {
    -1: BusyError,
    1: InputError,
    2: DomainError,
    3: UnableError,
    4: LimitError,
    5: InternalError,
    6: LimitError,
}


# Command-line options that help texts name, as arguments.
_OPTIONS = [(r"--set (\S+)", r'set("\1")'),
            (r"--(method|independent|integrator) (?!chooses\b|which\b)([a-z]\w*)", r'\1="\2"'),
            (r"--(closed|matrix)\b", r'form="\1"'), (r"--as-is\b", "as_is=True"), (r"--no-projection\b", "projection=False"),
            (r"--(project|linearize|worksheet)\b", r"\1=True"), (r"--([a-z]+)\b", r"\1")]


def in_python(text):
    """A message with arguments instead of the command line's options."""
    for option, argument in _OPTIONS if text and "--" in text else ():
        text = re.sub(option, argument, text)
    return text


def error(status, text, messages):
    """The exception for a status of the library."""
    text = in_python(text.strip())
    messages = [(in_python(m[0]), *m[1:3], in_python(m[3]), in_python(m[4]), *m[5:]) for m in messages]
    if "\n" in text:
        text = "\n" + text  # so that the caret is below its place
    elif text.startswith("error: "):
        text = text[len("error: "):]
    return _KINDS.get(status, InternalError)(text, messages)


def _outside():
    """The number of stack frames to the caller of this package."""
    level, frame = 1, sys._getframe(1)
    while frame is not None and os.path.dirname(frame.f_code.co_filename) == _FOLDER:
        level, frame = level + 1, frame.f_back
    return level


def warn(messages, all_of_them=False):
    """Issues warnings; with all_of_them, also errors that did not end the call."""
    level = _outside()
    for message in map(Message._make, messages):
        if all_of_them or message.severity == "warning":
            text = str(message).replace("error: ", "", 1).replace("warning: ", "", 1)
            warnings.warn(DalembertWarning(text, [message]), stacklevel=level)


# --- arrays ---------------------------------------------------------------------------------------


def numpy():
    """NumPy, or None. It is imported when the first array is needed."""
    try:
        import numpy
    except ImportError:
        return None
    return numpy


def _flat(value):
    """The numbers of nested sequences, and their shape."""
    if isinstance(value, (str, bytes)):
        raise TypeError("expected numbers, not text")
    try:
        parts = [_flat(part) for part in value]
    except TypeError:
        return [float(value)], ()
    shapes = {shape for _, shape in parts}
    if len(shapes) > 1:
        raise ValueError("the rows have different lengths")
    return [x for numbers, _ in parts for x in numbers], (len(parts), *(shapes.pop() if shapes else ()))


def doubles(value):
    """An object with a buffer of doubles, row by row."""
    np = numpy()
    if np is not None:
        array = np.asarray(value)
        if array.dtype.kind not in "fiub":
            array = _real(np, array)
        return np.asarray(array, dtype=float, order="C")
    numbers, shape = _flat(value)
    array = empty(shape or (1,))
    flat = memoryview(array).cast("B").cast("d")
    for i, x in enumerate(numbers):
        flat[i] = x
    return array if shape else flat.cast("B").cast("d", ())


def _real(np, array):
    """Fractions, SymPy numbers and the like as floats; refuses numbers with an imaginary part."""
    if array.dtype.kind == "c":
        raise TypeError("expected real numbers, not complex ones")
    if array.dtype.kind in "SU":
        raise TypeError("expected numbers, not text")
    return array.astype(float)


def empty(shape):
    """A new array of doubles: NumPy's if NumPy is available, otherwise a memoryview."""
    np = numpy()
    if np is not None:
        _core.set_empty(np.empty)  # from now on, this function is not called
        return np.empty(shape)
    size = 1
    for n in shape:
        size *= n
    room = memoryview(bytearray(8 * max(size, 1)))
    if size == 0:
        room = room[:0]
    return room.cast("d", shape) if size else room.cast("d")


def as_array(thing):
    """A view of an object with a buffer: NumPy's if NumPy is available."""
    np = numpy()
    return memoryview(thing) if np is None else np.asarray(thing)


_core.set_support(error, warn, doubles, empty)
