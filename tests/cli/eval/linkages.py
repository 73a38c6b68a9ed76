#!/usr/bin/env python3
"""linkages.py NAME: writes the model of a closed chain of hinges, with --judge the accelerations of its joints from rest.

A chain has its axes along z, each link a step along x and a twist about x; it closes, so that its position and
orientation are those of the beginning. With one freedom s, all angles are functions of s, G(s) = sum m |dP/ds|^2, and
from rest G s'' = -dV/ds: the judge takes these functions from geometry, and differentiates by differences.

  bennett  equal opposite links, a/sin(alpha) = b/sin(beta): tan(q1/2)*tan(q2/2) is constant, q3 = 2*pi - q1, q4 = -q2
  sarrus   two planes of three parallel hinges each: (s, -2*s, s) and (pi - s, 2*s - 2*pi, pi - s)
"""

import math, sys
from math import pi, sin, cos, tan, atan

G = (0.3, -9.81, 0.2)

def turn_z(R, q):
    return [[r[0]*cos(q) + r[1]*sin(q), -r[0]*sin(q) + r[1]*cos(q), r[2]] for r in R]

def turn_x(R, q):
    return [[r[0], r[1]*cos(q) + r[2]*sin(q), -r[1]*sin(q) + r[2]*cos(q)] for r in R]

def masses(links, twists, q):
    """Two masses on each link but the last: at its end, and beside it."""
    R, P, all = [[1, 0, 0], [0, 1, 0], [0, 0, 1]], [0, 0, 0], []
    for length, twist, angle in zip(links[:-1], twists, q):
        R = turn_z(R, angle)
        P = [p + length*r[0] for p, r in zip(P, R)]
        R = turn_x(R, twist)
        all += [P, [p + 0.3*r[1] for p, r in zip(P, R)]]
    return all

def from_rest(links, twists, angles, s, h=1e-4):
    def potential(s):
        return -sum(g*x for P in masses(links, twists, angles(s)) for g, x in zip(G, P))
    def slope(f):      # to the fourth order
        return (8*(f(s + h) - f(s - h)) - (f(s + 2*h) - f(s - 2*h)))/(12*h)
    n = 2*(len(links) - 1)
    square = sum(slope(lambda u: masses(links, twists, angles(u))[i][k])**2 for i in range(n) for k in range(3))
    rate = -slope(potential)/square
    return [slope(lambda u: angles(u)[i])*rate for i in range(len(links))]

def model(links, twists, guess, order):
    n = len(links)
    lines = ["coordinate " + ", ".join("q%d" % (i + 1) for i in range(n)), "point P0 at [0, 0, 0]"]
    for i in range(1, n + 1):
        lines += ["frame A%d in %s = rotate(z, q%d)" % (i, "B%d" % (i - 1) if i > 1 else "N", i),
                  "frame B%d in A%d = rotate(x, %s)" % (i, i, twists[i - 1]),
                  "point P%d%s at pos(P%d) + (%s)*A%d.x" % (i, " mass 1" if i < n else "", i - 1, links[i - 1], i)]
        if i < n: lines.append("point C%d mass 1 at pos(P%d) + 0.3*B%d.y" % (i, i, i))
    closed = ["constraint loop: pos(P%d) = 0" % n, "constraint r1: dot(B%d.x, N.y) = 0" % n,
              "constraint r2: dot(B%d.x, N.z) = 0" % n, "constraint r3: dot(B%d.y, N.z) = 0" % n]
    lines += ["gravity = [%s, %s, %s]" % G] + [closed[k] for k in order]
    lines += ["initial q1 = %s" % guess[0],
              "guess " + ", ".join("q%d = %s" % (i + 1, guess[i]) for i in range(1, n))]
    return "\n".join(lines)

b = "sin(0.9)/sin(0.5)"
chains = {
    "bennett": (["1", b, "1", b], ["0.5", "0.9", "0.5", "0.9"], [1, -2, 5, 4]),
    "sarrus": (["1", "1", "0", "1", "1", "0"], ["0", "0", "pi/2", "0", "0", "pi/2"], [0.9, -1.8, 0.9, 0.9, -1.8, 0.9]),
}

def bennett(s):
    q2 = 2*atan(sin(0.7)/sin(0.2)/tan(s/2)) - 2*pi      # the constant: sin((beta + alpha)/2)/sin((beta - alpha)/2)
    return [s, q2, 2*pi - s, -q2]

def sarrus(s):
    return [s, -2*s, s, pi - s, 2*s - 2*pi, pi - s]

name, judge = sys.argv[1], "--judge" in sys.argv
links, twists, guess = chains[name]
if judge:
    values = [[eval(e) for e in part] for part in (links, twists)]
    print(" ".join("%.7f" % (a + 0.0) for a in from_rest(*values, {"bennett": bennett, "sarrus": sarrus}[name], guess[0])))
else:
    print(model(links, twists, guess, [0, 1, 2, 3] if len(sys.argv) < 3 else [int(c) for c in sys.argv[2]]))
