"""Formulas of the model language as SymPy expressions."""

import re

from ._support import UnableError

_TOKEN = re.compile(r"\s*(?:(\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)|([^\W\d]\w*(?:\[[^\]]*\])*'*)|(.))", re.S)

_FUNCTIONS = {"sin": "sin", "cos": "cos", "tan": "tan", "asin": "asin", "acos": "acos", "atan": "atan",
              "atan2": "atan2", "sinh": "sinh", "cosh": "cosh", "tanh": "tanh", "exp": "exp", "log": "log",
              "sqrt": "sqrt", "abs": "Abs"}


class Reader:
    """Reads formulas. Coordinates and speeds are functions of time, parameters are symbols."""

    def __init__(self, moving):
        import sympy

        self.sympy = sympy
        self.t = sympy.Symbol("t")
        self.moving = frozenset(moving)
        self.names = {}

    def symbol(self, name):
        """The meaning of a name: t, pi, theta1', lambda(rod), m."""
        if name not in self.names:
            base = name.rstrip("'")
            rates = len(name) - len(base)
            if name == "t":
                made = self.t
            elif name == "pi":
                made = self.sympy.pi
            elif base in self.moving or rates > 0:
                made = self.sympy.Function(base)(self.t).diff(self.t, rates) if rates else \
                    self.sympy.Function(base)(self.t)
            else:
                made = self.sympy.Symbol(base)
            self.names[name] = made
        return self.names[name]

    def __call__(self, text):
        """Reads a formula as an expression."""
        self.text = text
        self.tokens = [m.groups() for m in _TOKEN.finditer(text)] + [(None, None, "")]
        self.at = 0
        value = self.sum()
        if self.tokens[self.at][2] != "":
            self.fail()
        return value

    def fail(self):
        raise UnableError(f"cannot read this formula as SymPy: {self.text}")

    def take(self, sign):
        if self.tokens[self.at][2] != sign:
            return False
        self.at += 1
        return True

    def sum(self):
        terms = [self.product()]
        while True:
            if self.take("+"):
                terms.append(self.product())
            elif self.take("-"):
                terms.append(-self.product())
            else:
                return self.sympy.Add(*terms)

    def product(self):
        if self.take("-"):
            return -self.product()
        factors = [self.power()]
        while True:
            if self.take("*"):
                factors.append(self.power())
            elif self.take("/"):
                factors.append(1 / self.power())
            else:
                return self.sympy.Mul(*factors)

    def power(self):
        base = self.atom()
        if not self.take("^"):
            return base
        return base ** (-self.power() if self.take("-") else self.power())

    def atom(self):
        number, name, sign = self.tokens[self.at]
        self.at += 1
        if number is not None:
            return self.sympy.Rational(number)
        if name is not None:
            return self.call(name) if self.take("(") else self.symbol(name)
        if sign != "(":
            self.fail()
        value = self.sum()
        if not self.take(")"):
            self.fail()
        return value

    def call(self, name):
        if name not in _FUNCTIONS:  # lambda(rod.1), reaction(x)
            inside = ""
            while not self.take(")"):
                inside += next((part for part in self.tokens[self.at] if part), "")
                self.at += 1
                if self.at == len(self.tokens):
                    self.fail()
            return self.symbol(f"{name}({inside})")
        arguments = [self.sum()]
        while self.take(","):
            arguments.append(self.sum())
        if not self.take(")"):
            self.fail()
        return getattr(self.sympy, _FUNCTIONS[name])(*arguments)


class SymPyEquations:
    """Equations of motion in SymPy.

    M and F of M u' = F (with constraints + B^T lambda) as matrices, `unknowns` u', `coordinates` and `velocities`, `closed`:
    the unknowns in closed form, as a dict; energy, lagrangian, kinetic_energy, potential_energy, momenta. Coordinates are
    functions of `t`. read("m*l^2*theta''") turns any formula of the model language into such an expression.
    """

    def __init__(self, data, parameters):
        speeds = [name.rstrip("'") for name in data.get("unknowns", ())]
        self.read = read = Reader({*data["coordinates"], *speeds} - set(parameters))
        self.t = read.t
        self.coordinates = [read(name) for name in data["coordinates"]]
        self.velocities = [read(name) for name in data["velocities"]]
        self.unknowns = [read(name) for name in data.get("unknowns", ())]
        matrix = read.sympy.Matrix
        self.M = matrix([[read(e) for e in row] for row in data["M"]]) if data.get("M") else None
        self.F = matrix([read(e) for e in data["F"]]) if data.get("F") else None
        names = {}
        for name, formula in (data.get("names") or {}).items():  # each may use those before it
            names[read.symbol(name)] = read(formula).subs(names)
        self.closed = {read(name): read(formula).subs(names) for name, formula in (data.get("closed") or {}).items()}
        self.momenta = [read(e) for e in data.get("momenta", ())]
        for name in ("kinetic_energy", "potential_energy", "lagrangian", "energy"):
            setattr(self, name, read(data[name]) if data.get(name) else None)

    def __repr__(self):
        return f"<SymPyEquations of {', '.join(str(q) for q in self.coordinates)}>"
