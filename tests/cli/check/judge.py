"""Counterexamples of `dalembert check`, judged by `dalembert eval`.

    judge.py MODEL.mech [--set ...]

For every claim or denial that was refuted by a state: the two values and their difference fit each
other, the difference is not 0, the state satisfies the constraints and the claim's conditions, and
eval, which knows nothing of proofs, finds the same values there. Values are told in six digits; so
is the state, which therefore satisfies all that only to about as many.
"""

import json
import re
import subprocess
import sys

DIGITS = 2e-5  # of a number printed with six digits, with room for a difference of two


def run(*command):
    done = subprocess.run(("dalembert",) + command, capture_output=True, text=True)
    return done.stdout, done.stderr


def whole(lines, at):
    """Returns the statement that begins in line `at`; it continues while lines are indented."""
    words = re.sub(r"\s#.*", "", lines[at - 1])
    for line in lines[at:]:
        if not re.match(r"[ \t]+[^ \t#]", line):
            break
        words += " " + re.sub(r"\s#.*", "", line).strip()
    return words


def statement(lines, at):
    words = re.sub(r'^\s*(claim|deny)\s+("[^"]*")?\s*', "", whole(lines, at))
    claim, _, given = words.partition(" given ")
    return claim, [c.split("=", 1) for c in split_commas(given)] if given else []


def split_commas(text):
    parts, depth = [""], 0
    for c in text:
        depth += (c in "([") - (c in ")]")
        if c == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += c
    return parts


def parameters_of(lines):
    names = []
    for i, line in enumerate(lines):
        if line.startswith("parameter "):
            names += [part.split("=")[0].strip() for part in split_commas(whole(lines, i + 1)[10:])]
    return names


def sides(kind, claim):
    return (claim.replace("conserved", "", 1), "0") if kind == "conserved" else claim.split("=", 1)


def assignments(state, parameters):
    at, values = [], []
    for part in state.split(", "):
        name = part.split(" = ")[0]
        (values if name in parameters else at).append(part)
    return ",".join(at), ",".join(values)


def near(a, b, scale):
    return abs(a - b) <= DIGITS * scale


def evaluate(at, values):
    options = (["--at", at] if at else []) + (["--set", values] if values else [])
    out, err = run("eval", "judged.mech", *options, "--as-is", "--format", "json")
    if not out:
        raise ValueError("eval does not take the state: " + err)
    return json.loads(out)


def moved(state, h):
    """Returns the state h later: q + h q' + h^2/2 q'', q' + h q''."""
    at = ["t = %r" % (state["t"] + h)]
    for x, value in state["coordinates"].items():
        v, a = state["velocities"][x + "'"], state["accelerations"][x + "''"]
        at += ["%s = %r" % (x, value + h * v + h * h / 2 * a), "%s' = %r" % (x, v + h * a)]
    return ",".join(at)


def rate(state, values):
    """Returns the rate of what judge_l0 observes, by a difference quotient of order 2."""
    h = 1e-4
    ends = [evaluate(moved(state, end), values)["observables"]["judge_l0"] for end in (h, -h)]
    return (ends[0] - ends[1]) / (2 * h)


def write_model(lines, formulas):
    with open("judged.mech", "w") as out:
        out.write("\n".join(lines) + "\n")
        for i, (left, right) in enumerate(formulas):
            out.write("observe judge_l%d = %s\nobserve judge_r%d = %s\n" % (i, left, i, right))


def check_state(found, conditions):
    for name, residual in found.get("residuals", {}).items():
        if abs(residual) > 1e-3:
            raise ValueError("the constraint %s is violated by %g" % (name, residual))
    for i in range(1, conditions + 1):
        a, b = found["observables"]["judge_l%d" % i], found["observables"]["judge_r%d" % i]
        if abs(a - b) > 1e-3 * (1 + abs(a)):
            raise ValueError("condition %d does not hold: %g and %g" % (i, a, b))


def judge(lines, claim, said):
    left, right, difference = [float(x) for x in said[:3]]
    if difference == 0 or not near(left - right, difference, max(abs(left), abs(right))):
        raise ValueError("the difference of %g and %g is not %g" % (left, right, difference))
    words, given = statement(lines, claim["line"])
    write_model(lines, [sides(claim["kind"], words)] + given)
    at, values = assignments(said[3], parameters_of(lines))
    found = evaluate(at, values)
    check_state(found, len(given))
    conserved = claim["kind"] == "conserved"
    a = rate(found, values) if conserved else found["observables"]["judge_l0"]
    b = found["observables"]["judge_r0"]
    # the state is rounded: allow for the effect of six digits, but not for as much as the difference
    slack = min(0.2 * abs(difference), 1e-3 * (1 + abs(a) + abs(b)))
    if abs(a - left) > slack or abs(b - right) > slack:
        raise ValueError("eval finds %g and %g" % (a, b))


def has_mode(words):
    """Is the claim about an impact, or about a mode that eval does not start in?"""
    return re.search(r"v\+\(|after\(|impulse\(|energy_lost\(| with ", words) is not None


def counterexample(claim):
    """Returns the values of both sides, their difference, the state; None if it was refuted in another way."""
    two = re.fullmatch(r"(\S+) on the left, (\S+) on the right, difference (\S+), at (.*)",
                       claim["detail"])
    one = re.fullmatch(r"its rate is (\S+), not 0, at (.*)", claim["detail"])
    if claim["kind"] == "equation" and two:
        return two.groups()
    return (one[1], "0", one[1], one[2]) if claim["kind"] == "conserved" and one else None


def main():
    model, options = sys.argv[1], sys.argv[2:]
    with open(model) as file:
        lines = file.read().split("\n")
    judged = 0
    for claim in json.loads(run("check", model, "--format", "json", *options)[0])["claims"]:
        said = counterexample(claim) if claim["verdict"] == "refuted" else None
        if said is None or has_mode(whole(lines, claim["line"])):
            continue
        judged += 1
        try:
            judge(lines, claim, said)
        except ValueError as trouble:
            print("%s, line %d: %s\n  %s" % (model, claim["line"], trouble, claim["detail"]))
    print("%d judged" % judged)


main()
