#!/usr/bin/env python3
"""check_certificate.py FILE...: are the proofs in these certificates right?

Reads what `dalembert check MODEL --certificate FILE` wrote (docs/guide/certificates.md) and checks it
with SymPy's polynomials alone:

  - every formula is the quotient of polynomials that it is said to be;
  - every fact is an equation of the list, a relation between functions, or follows from others:
    content*fact = multiplier*source - sum cofactor*fact', multiplied out;
  - multiplier*numerator = sum cofactor*fact for every claim, on every piece, multiplied out;
  - what was multiplied and divided by is made of divisors that are listed, and of constants;
  - formulas that were taken for zero are zero identically.

Prints the number of proofs; ends with status 1 and the reason if one is wrong.
"""

import ast
import json
import re
import sys
from fractions import Fraction

import sympy
from sympy.polys.domains import ZZ
from sympy.polys.rings import ring


class Wrong(Exception):
    pass


def ensure(condition, *what):
    if not condition:
        raise Wrong(" ".join(str(w) for w in what))


class Quotient:
    """A quotient of polynomials, not in lowest terms."""

    def __init__(self, num, den):
        self.num, self.den = num, den

    def __add__(self, other):
        if self.den == other.den:
            return Quotient(self.num + other.num, self.den)
        return Quotient(self.num * other.den + other.num * self.den, self.den * other.den)

    def __neg__(self):
        return Quotient(-self.num, self.den)

    def __sub__(self, other):
        return self + -other

    def __mul__(self, other):
        return Quotient(self.num * other.num, self.den * other.den)

    def __truediv__(self, other):
        ensure(other.num != 0, "division by zero")
        return Quotient(self.num * other.den, self.den * other.num)

    def power(self, n):
        return Quotient(self.num**n, self.den**n) if n >= 0 else Quotient(self.den**-n, self.num**-n)

    def equals(self, other):
        return self.num * other.den == other.num * self.den


class System:
    """The symbols and generators of a system, and formulas in them."""

    def __init__(self, data):
        self.data = data
        self.symbols = {s["name"]: s for s in data["symbols"]}
        self.generators = data["generators"]
        names = [g["name"] for g in self.generators]
        # symbols that stand in arguments only; pi
        extra = [s["name"] for s in data["symbols"] if s["polynomial"] == ""]
        if "pi" not in names and "pi" not in extra:
            extra.append("pi")
        self.names = names + extra
        ensure(len(set(self.names)) == len(self.names), "two generators of one name")
        self.place = {name: i for i, name in enumerate(self.names)}
        self.ring = ring(self.names, ZZ)[0]
        self.one, self.zero = self.ring(1), self.ring(0)
        self.values, self.rates, self.busy = {}, {}, set()

    # --- polynomials ---

    def poly(self, text):
        """A sum of products as the program writes it: 3*x^2*y-l+1."""
        terms = {}
        for term in re.findall(r"[+-]?[^+-]+", text.replace(" ", "")):
            sign, body = (-1, term[1:]) if term[0] == "-" else (1, term.lstrip("+"))
            coefficient, powers = sign, [0] * len(self.names)
            for factor in body.split("*"):
                base, _, exponent = factor.partition("^")
                if base.isdigit():
                    coefficient *= int(base) ** int(exponent or 1)
                else:
                    powers[self.place[base]] += int(exponent or 1)
            key = tuple(powers)
            terms[key] = terms.get(key, 0) + coefficient
        return self.ring.from_dict({k: ZZ(c) for k, c in terms.items() if c != 0})

    def generator(self, name):
        return Quotient(self.ring.gens[self.place[name]], self.one)

    def number(self, value):
        value = Fraction(value)
        return Quotient(self.ring(value.numerator), self.ring(value.denominator))

    # --- formulas ---

    def formula(self, text):
        if text not in self.values:
            self.busy.add(text)
            self.values[text] = self.value(ast.parse(text.replace("^", "**"), mode="eval").body)
            self.busy.remove(text)
        return self.values[text]

    def constant(self, node):
        """The exponent as a number, or None if it is not a number."""
        if isinstance(node, ast.Constant):
            return Fraction(str(node.value))
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            inner = self.constant(node.operand)
            return None if inner is None else -inner
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
            a, b = self.constant(node.left), self.constant(node.right)
            return None if a is None or b is None else a / b
        return None

    def value(self, node):
        if isinstance(node, ast.Constant):
            return self.number(str(node.value))
        if isinstance(node, ast.Name):
            if node.id in self.symbols and self.symbols[node.id]["polynomial"] != "":
                return Quotient(self.poly(self.symbols[node.id]["polynomial"]), self.one)
            return self.generator(node.id)
        if isinstance(node, ast.UnaryOp):
            inner = self.value(node.operand)
            return -inner if isinstance(node.op, ast.USub) else inner
        if isinstance(node, ast.Call):
            return self.function(node.func.id, [self.value(a) for a in node.args])
        ensure(isinstance(node, ast.BinOp), "unknown formula")
        if isinstance(node.op, ast.Pow):
            return self.power(self.value(node.left), self.constant(node.right))
        a, b = self.value(node.left), self.value(node.right)
        if isinstance(node.op, ast.Add):
            return a + b
        if isinstance(node.op, ast.Sub):
            return a - b
        if isinstance(node.op, ast.Mult):
            return a * b
        return a / b

    def power(self, base, exponent):
        ensure(exponent is not None, "an exponent that is no number")
        if exponent.denominator == 1:
            return base.power(exponent.numerator)
        for g in self.generators:
            if g["kind"] == "root" and self.formula(g["of"][0]).equals(base):
                times = exponent * int(g["index"])
                if times.denominator == 1:
                    return self.generator(g["name"]).power(times.numerator)
        raise Wrong("a root that is no generator")

    def multiples(self, argument, kind):
        """Writes the argument as integer multiples of those of generators; returns these and the rest."""
        found = []
        for g in self.generators:
            if g["kind"] != kind or g["of"][0] in self.busy:  # nothing is an argument of itself
                continue
            of = self.formula(g["of"][0])
            above, below = argument.num * of.den, of.num * argument.den
            k = Fraction(int(above.get(below.leading_expv(), 0)), int(below.LC))
            if k.denominator == 1 and k != 0:
                found.append((g["name"], k.numerator))
                argument = argument - self.number(k) * of
        return found, argument

    def circular(self, argument):
        """Cosine and sine."""
        found, rest = self.multiples(argument, "sin")
        c, s = self.number(1), self.number(0)
        for name, k in found:
            sine = self.generator(name)
            cosine = Quotient(self.ring.gens[self.place[name] + 1], self.one)
            if k < 0:
                sine = -sine
            for _ in range(abs(k)):
                c, s = c * cosine - s * sine, s * cosine + c * sine
        quarter = self.number(Fraction(1, 2)) * self.generator("pi")
        for k in range(4):
            if any((rest - self.number(4 * turns + k) * quarter).num == 0 for turns in range(-8, 9)):
                for _ in range(k):
                    c, s = -s, c
                return c, s
        raise Wrong("an angle that is no generator's")

    def exponential(self, argument):
        found, rest = self.multiples(argument, "exp")
        ensure(rest.num == 0, "an exponent that is no generator's")
        result = self.number(1)
        for name, k in found:
            result = result * self.generator(name).power(k)
        return result

    def function(self, name, arguments):
        if name == "sqrt":
            return self.power(arguments[0], Fraction(1, 2))
        if name in ("sin", "cos", "tan"):
            c, s = self.circular(arguments[0])
            return s if name == "sin" else c if name == "cos" else s / c
        if name in ("exp", "sinh", "cosh", "tanh"):
            e, half = self.exponential(arguments[0]), self.number(Fraction(1, 2))
            if name == "exp":
                return e
            back = self.number(1) / e
            s, c = half * (e - back), half * (e + back)
            return s if name == "sinh" else c if name == "cosh" else s / c
        for g in self.generators:
            if g["kind"] == name and all(
                self.formula(of).equals(a) for of, a in zip(g["of"], arguments)
            ):
                return self.generator(g["name"])
        raise Wrong("a function that is no generator: " + name)

    # --- rates ---

    def rate_of_variable(self, i):
        name = self.names[i]
        if name in self.symbols:
            rate = self.symbols[name]["rate"]
            ensure(rate != "", "the rate of", name, "is not known")
            return self.formula(rate)
        if name == "pi":
            return self.number(0)
        g = self.generators[i]
        inner = self.rate(self.formula(g["of"][0]))
        if g["kind"] == "sin":
            return Quotient(self.ring.gens[i + 1], self.one) * inner
        if g["kind"] == "cos":
            return -(Quotient(self.ring.gens[i - 1], self.one) * inner)
        if g["kind"] == "exp":
            return self.generator(name) * inner
        if g["kind"] == "root":
            n = int(g["index"])
            return inner / (self.number(n) * self.generator(name).power(n - 1))
        if g["kind"] == "abs":  # |u|' = u u'/|u|
            return self.formula(g["of"][0]) * inner / self.generator(name)
        raise Wrong("the rate of " + g["kind"])

    def rate(self, q):
        result = self.number(0)
        for i, x in enumerate(self.ring.gens):
            change = q.num.diff(x) * q.den - q.num * q.den.diff(x)
            if change == 0:
                continue
            if i not in self.rates:
                self.rates[i] = self.rate_of_variable(i)
            result = result + Quotient(change, q.den * q.den) * self.rates[i]
        return result

    # --- what is checked ---

    def relation(self, k):
        """Returns the relation of the k-th generator to others, as a quotient that vanishes."""
        g = self.generators[k]
        x = self.generator(g["name"])
        if g["kind"] == "sin":
            other = self.generators[k + 1]
            ensure(other["kind"] == "cos" and other["of"] == g["of"], "a sine without its cosine")
            return x * x + self.generator(other["name"]).power(2) - self.number(1)
        if g["kind"] == "root":
            base = g["of"][0]
            if base.startswith("abs("):
                inner = self.formula(base[4:-1])
                return x.power(2 * int(g["index"])) - inner * inner
            return x.power(int(g["index"])) - self.formula(base)
        ensure(g["kind"] == "abs", "no relation is known of", g["kind"])
        return x * x - self.formula(g["of"][0]).power(2)

    def check_equations(self):
        self.equations = {}
        for e in self.data["equations"]:
            num, den = self.poly(e["numerator"]), self.poly(e["denominator"])
            ensure(den != 0, "a denominator is zero")
            ensure(self.formula(e["formula"]).equals(Quotient(num, den)), "not", e["formula"])
            self.equations[e["name"]] = num

    def check_named(self, name, poly):
        if name in self.equations:
            ensure(poly == self.equations[name], "not the equation", name)
        elif name[0] == "r":
            relation = self.relation(int(name[1:]))
            quotient, rest = divmod(relation.num, poly)
            ensure(rest == 0 and (quotient.is_ground or relation.den.rem(quotient) == 0),
                   "not the relation", name)
        else:
            ensure(name == "piece", "an unknown equation", name)

    def is_constant(self, i):
        """Does a generator consist of constants?"""
        name = self.names[i]
        if name in self.symbols:
            return self.symbols[name]["rate"] == "0"
        if name == "pi":
            return True
        return all(self.has_constants(self.formula(of)) for of in self.generators[i]["of"])

    def has_constants(self, q):
        return all(
            self.is_constant(i)
            for p in (q.num, q.den)
            for i in {i for m in p.itermonoms() for i, e in enumerate(m) if e > 0}
        )

    def check_divisor(self, p, divisors):
        """Is p a product of divisors and constants?"""
        ensure(p != 0, "division by zero")
        for d in divisors:
            while not p.is_ground:
                common = p.gcd(d)
                if common.is_ground:
                    break
                p = p.exquo(common)
        ensure(self.has_constants(Quotient(p, self.one)), "a divisor that is not listed:", p)

    def combination(self, data, facts):
        total = self.zero
        for term in data["terms"]:
            total = total + self.poly(term["cofactor"]) * facts[int(term["fact"])]
        return total

    def check_chain(self, chain):
        facts, divisors = {}, [self.poly(d) for d in chain["divided_by"]]
        divisors += [self.poly(e["denominator"]) for e in self.data["equations"]]
        divisors = [d for d in divisors if not d.is_ground]
        for fact in chain["facts"]:
            poly = self.poly(fact["polynomial"])
            if "equation" in fact:
                self.check_named(fact["equation"], poly)
            else:
                multiplier, content = self.poly(fact["multiplier"]), self.poly(fact["content"])
                left = multiplier * facts[int(fact["source"])] - self.combination(fact, facts)
                ensure(left == content * poly, "fact", fact["fact"], "does not follow")
                self.check_divisor(multiplier, divisors)
                self.check_divisor(content, divisors)
            facts[int(fact["fact"])] = poly
        return facts, divisors

    def check_proof(self, proof, chains):
        num, den = self.poly(proof["numerator"]), self.poly(proof["denominator"])
        if "conserved" in proof:
            difference = self.rate(self.formula(proof["conserved"]))
        else:
            difference = self.formula(proof["left"]) - self.formula(proof["right"])
        ensure(den != 0, "a denominator is zero")
        ensure(difference.equals(Quotient(num, den)), "the difference is another one")
        ensure(len(proof["identities"]) > 0, "no identity")
        for identity in proof["identities"]:
            facts, divisors = chains[int(identity["chain"])]
            multiplier = self.poly(identity["multiplier"])
            ensure(multiplier * num == self.combination(identity, facts), "no identity")
            self.check_divisor(multiplier, divisors)

    def check_zero(self, text):
        names = set(re.findall(r"[A-Za-z_]\w*(?!\w*\()", text)) - {"pi"}
        local = {n: sympy.Symbol(n) for n in names}
        local["abs"] = sympy.Abs
        e = sympy.sympify(text.replace("^", "**"), locals=local)
        e = sympy.expand(sympy.expand_trig(sympy.expand(e)))
        if e != 0:
            angles = {f.args[0] for f in e.atoms(sympy.sin, sympy.cos, sympy.tan)}
            for i, a in enumerate(sorted(angles, key=str)):
                u = sympy.Dummy()
                e = e.subs({sympy.tan(a): 2 * u / (1 - u**2), sympy.sin(a): 2 * u / (1 + u**2),
                            sympy.cos(a): (1 - u**2) / (1 + u**2)})
            e = sympy.cancel(sympy.together(e))
        ensure(e == 0 or sympy.simplify(e) == 0, "not zero:", text)

    def check(self):
        for text in self.data["zeros"]:
            self.check_zero(text)
        self.check_equations()
        chains = [self.check_chain(chain) for chain in self.data["chains"]]
        for proof in self.data["proofs"]:
            try:
                self.check_proof(proof, chains)
            except Wrong as wrong:
                raise Wrong(proof["claim"] + ": " + str(wrong)) from None
        return len(self.data["proofs"])


def check_file(path):
    with open(path, encoding="utf-8") as file:
        data = json.load(file)
    return sum(System(system).check() for system in data["systems"])


def main(paths):
    status = 0
    for path in paths:
        try:
            print(f"{path}: {check_file(path)} proofs are right")
        except Wrong as wrong:
            print(f"{path}: {wrong}")
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
