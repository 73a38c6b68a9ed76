"""Equations of motion in all formats."""

import json
import re

from ._notebook import fragment

FORMS = ("auto", "closed", "matrix")
_FORMATS = ("text", "latex", "json", "mathml")


def pick_format(format, formats):
    """The number of a format."""
    if format not in formats:
        raise ValueError(f"the format is one of {', '.join(formats)}, not {format!r}")
    return formats.index(format)


class Equations:
    """Equations of motion, as derived.

    .text .latex .mathml are texts; .json is the data as dicts and lists; .sympy has SymPy expressions. print(m.equations)
    prints the text, a notebook shows the formulas. derive() derives again, with the options of Model.derive().
    """

    def __init__(self, model, options):
        self._model, self._options, self._made = model, options, {}

    def _print(self, format):
        if format not in self._made:
            model, now = self._model, self._model._options
            if now != self._options:  # others have been derived since
                model._derive(self._options)
            try:
                self._made[format] = model._print(pick_format(format, _FORMATS))
            finally:
                if now != self._options:
                    model._derive(now)
        return self._made[format]

    @property
    def text(self):
        """The equations as the command `derive` prints them."""
        return self._print("text")

    @property
    def latex(self):
        """The equations as LaTeX, a section of a document."""
        return self._print("latex")

    @property
    def mathml(self):
        """The equations as a fragment of HTML with MathML."""
        return self._print("mathml")

    @property
    def json(self):
        """The equations as data: "M", "F", "unknowns", "closed", "energy", ...; formulas are texts."""
        return json.loads(self._print("json"))

    @property
    def sympy(self):
        """The equations as SymPy expressions; needs SymPy."""
        from ._sympy import SymPyEquations

        return SymPyEquations(self.json, self._model.parameters)

    @property
    def method(self):
        """The name of the method by which they were derived."""
        return self.json["method"]

    def derive(self, method=None, **options):
        """Other equations of the same model: see Model.derive()."""
        return self._model.derive(method, **options)

    def __str__(self):
        return self.text

    def __repr__(self):
        return self.text.rstrip()

    def _repr_mimebundle_(self, include=None, exclude=None):
        return {"text/html": fragment(self._model.title, self.mathml), "text/latex": notebook_latex(self.latex),
                "text/plain": repr(self)}


def notebook_latex(text):
    """LaTeX that notebooks can typeset: displays between $$ and words; no sections, no align*."""
    parts = []
    for piece in re.split(r"(\\begin\{align\*\}.*?\\end\{align\*\}|\\\[.*?\\\])", text, flags=re.S):
        if piece.startswith("\\begin{align*}"):
            inside = piece[len("\\begin{align*}"):-len("\\end{align*}")].strip()
            parts.append("$$\\begin{aligned}\n" + inside + "\n\\end{aligned}$$")
        elif piece.startswith("\\["):
            parts.append("$$" + piece[2:-2].strip() + "$$")
        else:
            words = re.sub(r"\\section\*\{(.*)\}", r"**\1**\n", piece)
            words = re.sub(r"\\paragraph\{(.*?)\}", r"\n**\1** ", words)
            words = re.sub(r"\\hfill \\textit\{(.*?)\}", r" (*\1*)", words)
            parts.append(re.sub(r"\\\(\s*(.*?)\s*\\\)", r"$\1$", words).strip())
    return "\n\n".join(filter(None, parts))
