#!/bin/sh
# tests/docs/check_editors.sh: editors/ is as tools/make-editors writes it, and its grammar finds the parts of the
# models of the gallery: every line that starts a statement, every comment, every number.

set -eu
cd "$(dirname "$0")/../.."
tools/make-editors --check
python3 - models/*.mech models/library/*.mech <<'END'
import json, re, sys
grammar = json.load(open("editors/textmate/mech.tmLanguage.json"))
rule = {p["name"].split(".")[0] + "." + p["name"].split(".")[1]: re.compile(p["match"]) for p in grammar["patterns"]}
lines = statements = 0
for path in sys.argv[1:]:
    open_brackets, goes_on = 0, False
    for number, line in enumerate(open(path, encoding="utf-8"), 1):
        line = line.rstrip("\n")
        code = re.sub(r'"[^"]*"', '""', line)
        comment = rule["comment.line"].search(code)
        assert bool(comment) == ("#" in code), (path, number, line)
        code = code.split("#")[0].rstrip()
        if not code:
            continue
        lines += 1
        begins = open_brackets == 0 and not goes_on
        assert bool(rule["keyword.control"].match(code)) == begins, (path, number, line)
        statements += begins
        for found in re.finditer(r"(?<![\w.\]'])\d+\.\d+|(?<![\w.\]'\[])\b\d+\b(?!\.)", code):
            match = rule["constant.numeric"].match(code, found.start())
            assert match and match.group().startswith(found.group()), (path, number, line, found.group())
        open_brackets += sum(code.count(c) for c in "([") - sum(code.count(c) for c in ")]")
        goes_on = code[-1] in ",+-*/^=:"
assert statements > 1000, statements
print(f"{statements} statements on {lines} lines")
END
