#!/usr/bin/env python3
"""judge.py NAME FILE: are these numbers right?

FILE: what `eval --format json` or `simulate` wrote about the model NAME of this folder. The judge knows the laws of
mechanics, each system by a formula of its own: positions as functions, differentiated by differences; closed forms; balances."""

import csv, json, math, sys
from math import cos, pi, sin, sqrt

G = 9.81

def slope(f, s, h=1e-4):
    return (8*(f(s + h) - f(s - h)) - (f(s + 2*h) - f(s - 2*h)))/(12*h)

def close(found, right, size=1e-8):
    for f, r in zip(found, right):
        if not abs(f - r) <= size*(1 + abs(r)):
            sys.exit("%r, should be %r" % (found, right))

def solve(A, b):
    n = len(b)
    A = [row[:] + [c] for row, c in zip(A, b)]
    for k in range(n):
        p = max(range(k, n), key=lambda i: abs(A[i][k]))
        A[k], A[p] = A[p], A[k]
        for i in range(n):
            if i != k: A[i] = [x - A[i][k]/A[k][k]*y for x, y in zip(A[i], A[k])]
    return [A[i][n]/A[i][i] for i in range(n)]

def from_rest(masses, angles, inertia, s):
    """One freedom: G s'' = -dV/ds."""
    square = sum(slope(lambda u: masses(u)[i][k], s)**2 for i in range(3) for k in range(2))
    square += inertia*sum(slope(lambda u: angles(u)[i], s)**2 for i in range(3))
    return -slope(lambda u: G*sum(p[1] for p in masses(u)), s)/square

def bars(a):
    """Angles of the three rods: circles about the end of the crank and the other bearing meet."""
    px, py = cos(a), sin(a)
    dx, dy = 2.2 - px, -py
    d = sqrt(dx*dx + dy*dy)
    beta = math.acos((4 + d*d - 1.5**2)/(4*d)) + math.atan2(dy, dx)
    return a, beta, math.atan2(py + 2*sin(beta), px + 2*cos(beta) - 2.2)

def centres(a):
    a, b, c = bars(a)
    return ((cos(a)/2, sin(a)/2), (cos(a) + cos(b), sin(a) + sin(b)), (2.2 + 0.75*cos(c), 0.75*sin(c)))

def four_bar(r):
    q = r["coordinates"]
    close([q["a1"], q["a2"], q["a3"]], bars(1.2), 1e-12)
    rate = from_rest(centres, bars, 0.1, 1.2)
    close([r["accelerations"][k] for k in ("a1''", "a2''", "a3''")], [rate*slope(lambda u: bars(u)[i], 1.2) for i in range(3)])

def hinge(r):
    close([r["accelerations"][k] for k in ("a''", "b''", "c''")], [-G/2*sin(0.5)/(1/12 + 1/4), 0, 0], 1e-12)

def arm(r):
    """M q'' = Q - V_q from rest, M by the Jacobians of the centres."""
    angle = [0.3, -0.4, 0.7]
    def jacobian(i, k):      # of centre i by q[k]
        parts = [(1 if j < i else 0.5, angle[j]) for j in range(k, i + 1)]
        return [-sum(c*sin(t) for c, t in parts), sum(c*cos(t) for c, t in parts)] if k <= i else [0, 0]
    M = [[sum(sum(u*v for u, v in zip(jacobian(i, k), jacobian(i, l))) + (1/12 if max(k, l) <= i else 0) for i in range(3))
          for l in range(3)] for k in range(3)]
    Q = [u - G*sum(jacobian(i, k)[1] for i in range(3)) for k, u in enumerate((3, 10, 2))]
    close([r["accelerations"]["q%d''" % (k + 1)] for k in range(3)], solve(M, Q), 1e-11)

def quadrotor(r):
    """Newton's law for all of it, for the load across its rod; Euler's for the body."""
    a, th, phi, w = r["accelerations"], 0.2, 0.3, -1.5
    alpha = a["phi''"]
    load = [a["x''"] + 0.6*(cos(phi)*alpha - sin(phi)*w*w), a["y''"] + 0.6*(sin(phi)*alpha + cos(phi)*w*w)]
    close([a["x''"] + 0.3*load[0], a["y''"] + 0.3*load[1], load[0]*cos(phi) + load[1]*sin(phi), 0.02*a["theta''"]],
          [-16*sin(th), 16*cos(th) - 1.3*G, -G*sin(phi), 0.25*2], 1e-12)

def levels(r):
    """L_q'q' q'' + ... = L_q + lambda A by hand; A q'' = 3/2 x'."""
    a, b, y, u, v, w = 2, 0.5, 9/8, 5/8, -9/8, 15/8
    A = [sin(a), cos(b), a]
    M = [[3 + b*b/2, 0, b*y/2], [0, 2, 0], [b*y/2, 0, 3 + y*y/2]]
    F = [4*v - v - b*v*w/2, (b*u + y*w)*w/2 + u - 4*u, -(b*u + 2*y*w)*v/2]
    full = solve([M[i] + [-A[i]] for i in range(3)] + [A + [0]], F + [1.5*u])
    close([r["accelerations"][k] for k in ("x''", "y''", "th''")], full, 1e-12)

def furuta(rows):
    """What friction takes is what the energy loses: Simpson's rule over the rows."""
    E, P = [float(r["energy"]) for r in rows], [float(r["power"]) for r in rows]
    lost = sum((P[i] + 4*P[i + 1] + P[i + 2])*0.005/3 for i in range(0, len(P) - 2, 2))
    close([E[-1] - E[0]], [lost], 1e-8)

def ladder(rows):
    close([float(rows[-1]["theta"])], [math.acos(2/3*cos(0.1))], 1e-9)      # the wall lets go at two thirds of the height

def penalty(rows):
    """Parabolas, and parts of a sine about y = -m g/k."""
    w, v, fall = sqrt(1e5), sqrt(2*G), sqrt(2/G)
    contact = 2*(pi - math.atan(v*w/G))/w
    for r in rows:
        t = (float(r["t"]) + fall + contact) % (2*fall + contact) - contact      # since it left the floor
        y = v*t - G*t*t/2 if t >= 0 else G/w**2*(cos(w*(t + contact)) - 1) - v/w*sin(w*(t + contact))
        close([float(r["y"])], [y], 1e-7)

def pid(rows):
    """x' and e of a linear system, by its Taylor series from row to row."""
    A = [[0, 1, 0, 0], [-4, -2, 2, 3.5], [-1, 0, 0, 1], [0, 0, 0, 0]]      # x, x', e, 1
    s = [0, 0, 0, 1]
    for r in rows:
        close([float(r[k]) for k in ("x", "x'", "e")], s, 1e-8)
        for _ in range(20):
            term = s[:]
            for n in range(1, 25):
                term = [0.1/n*sum(a*b for a, b in zip(row, term)) for row in A]
                s = [a + b for a, b in zip(s, term)]

def ball(rows):
    close([float(rows[-1]["t"]), float(rows[-1]["y'"])], [10/G, -5], 1e-10)

name, text = sys.argv[1], open(sys.argv[2]).read()
numbers = json.loads(text) if text.startswith("{") else list(csv.DictReader(text.splitlines()))
globals()[name.replace("-", "_")](numbers)
print(name, "right")
