"""The Python examples of the guide are true: every `pycon` block of these pages, as one session per page."""

import doctest
import os

import pytest
from conftest import ROOT

PAGES = ["docs/guide/python.md", "docs/guide/python-sympy.md", "README.md"]


def blocks(page):
    """Returns fenced blocks: the line, the words after the fence, the text."""
    lines = (ROOT / page).read_text().splitlines(keepends=True)
    found, start = [], None
    for i, line in enumerate(lines):
        if line.startswith("```"):
            if start is None:
                start = i
            else:
                found.append((start + 2, lines[start][3:].split(), "".join(lines[start + 1:i])))
                start = None
    return found


@pytest.mark.parametrize("page", PAGES)
def test_page(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    os.symlink(ROOT / "models", tmp_path / "models")
    examples = []
    for line, words, text in blocks(page):
        if words[:1] == ["mech"] and len(words) == 2 and words[1].endswith(".mech"):
            (tmp_path / words[1]).write_text(text)
        elif words[:1] == ["pycon"]:
            for example in doctest.DocTestParser().get_examples(text):
                example.lineno += line - 1
                examples.append(example)
    if page == "docs/guide/python.md":
        assert len(examples) > 30
    test = doctest.DocTest(examples, {}, page, str(ROOT / page), 0, None)
    said = []
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    runner = doctest.DocTestRunner(optionflags=flags, verbose=False)
    runner.run(test, out=said.append, clear_globs=False)
    assert runner.summarize(verbose=False).failed == 0, "".join(said)
