"""Values, settings and states as texts for the library."""

import math
import numbers
import os
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple


class State(NamedTuple):
    """A state of a model: time, coordinates and velocities."""

    t: float
    q: object  # arrays of as many numbers as there are coordinates
    v: object


def exact(value):
    """An exact number as text, or None for a float."""
    if isinstance(value, str):
        return value
    if isinstance(value, Decimal):
        value = Fraction(value)
    if hasattr(value, "p") and hasattr(value, "q") and not isinstance(value, numbers.Rational):
        value = Fraction(int(value.p), int(value.q))  # SymPy's
    if isinstance(value, numbers.Rational):
        top, bottom = int(value.numerator), int(value.denominator)
        return str(top) if bottom == 1 else f"{top}/{bottom}"
    return None


def value_text(value):
    """Any number, or an expression as str, as text with exactly that value."""
    if isinstance(value, bool):
        raise TypeError("expected a number or an expression, not a bool")
    text = exact(value)
    if text is not None:
        return text
    try:
        value = float(value)
    except TypeError:
        raise TypeError(f"expected a number or an expression, not {type(value).__name__}") from None
    if not math.isfinite(value):
        raise ValueError(f"{value} is not a finite number")
    return repr(value)


def split(text, separator=","):
    """Splits a text at separators outside brackets, and strips the parts."""
    parts, depth, start = [], 0, 0
    for i, c in enumerate(text):
        if c in "([":
            depth += 1
        elif c in ")]":
            depth -= 1
        elif c == separator and depth == 0:
            parts.append(text[start:i].strip())
            start = i + 1
    return [*parts, text[start:].strip()]


def pairs(settings):
    """Settings as a list of (name, value): from a text "m=2, g=0", a mapping, or pairs."""
    if settings is None:
        return []
    if isinstance(settings, str):
        found = []
        for part in filter(None, split(settings)):
            name, equals, value = part.partition("=")
            if not equals:
                raise ValueError(f"a setting is NAME=VALUE, not {part!r}")
            found.append((name.strip(), value.strip()))
        return found
    return list(settings.items() if hasattr(settings, "items") else settings)


def settings_text(settings):
    """Settings as a text "m=2, g=981/100"."""
    if isinstance(settings, str):
        return settings
    return ", ".join(f"{name}={value_text(value)}" for name, value in pairs(settings))


def state_options(at, coordinates):
    """Reads `at`: a text "x=1, x'=2" or "@FILE.csv", a mapping, or a State."""
    if at is None:
        return {}
    if isinstance(at, str) and at.startswith("@"):
        with open(at[1:], encoding="utf-8") as file:
            return {"table": file.read(), "table_name": at[1:]}
    if isinstance(at, State):
        names = [*coordinates, *(name + "'" for name in coordinates)]
        at = {"t": at.t, **dict(zip(names, [*map(float, at.q), *map(float, at.v)]))}
    return {"at": settings_text(at)}


def listed(items):
    """A text unchanged; a list of names joined by commas."""
    return items if items is None or isinstance(items, str) else ", ".join(items)


def flatten(path, seen=None):
    """The text of a model file with the contents of included files in place, each once."""
    seen = set() if seen is None else seen
    lines = []
    with open(path, encoding="utf-8", errors="replace") as file:
        for line in file.read().splitlines():
            words = line.split(None, 1)
            if len(words) == 2 and words[0] == "include" and words[1].startswith('"'):
                name = os.path.join(os.path.dirname(path), words[1][1:].partition('"')[0])
                key = os.path.realpath(name)
                if key not in seen:
                    seen.add(key)
                    lines.append(flatten(name, seen))
            else:
                lines.append(line)
    return "\n".join(lines) + "\n"
