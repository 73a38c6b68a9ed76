#!/usr/bin/env python3
"""reactions.py COUNT SEED: random trees of bodies against Newton's and Euler's laws, body by body.

A tree has joints of all kinds: imposed by minimal coordinates (revolute, prismatic, spherical), or by constraints
between bodies that have coordinates of their own (Euler angles or quaternions), and rods that close loops; springs,
forces and torques act. The motion and the reactions are the program's; the judge knows positions and
orientations alone, computes the motion of every body by a recursion of its own (parent to child, no derivative
of the program's), and asks whether on each body all forces add up to m a, and all torques about its centre to the
rate of its angular momentum."""

import json, math, random, subprocess, sys

# --- vectors and matrices -----------------------------------------------------------------------------------------

def add(*v): return [sum(c) for c in zip(*v)]
def sub(a, b): return [x - y for x, y in zip(a, b)]
def mul(s, a): return [s*x for x in a]
def dot(a, b): return sum(x*y for x, y in zip(a, b))
def cross(a, b): return [a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]]
def norm(a): return math.sqrt(dot(a, a))
def apply(R, v): return [dot(row, v) for row in R]
def product(A, B): return [[sum(A[i][k]*B[k][j] for k in range(3)) for j in range(3)] for i in range(3)]
def column(R, k): return [R[i][k] for i in range(3)]
E3 = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]

def rotation(axis, angle):
    c, s, k = math.cos(angle), math.sin(angle), "xyz".index(axis)
    i, j = (k + 1) % 3, (k + 2) % 3
    R = [[0.0]*3 for _ in range(3)]
    R[k][k], R[i][i], R[j][j], R[i][j], R[j][i] = 1.0, c, c, -s, s
    return R

# A state of motion: place r, velocity v, acceleration a, orientation R, angular velocity w and its rate.
class Motion:
    def __init__(self, r=(0, 0, 0), v=(0, 0, 0), a=(0, 0, 0), R=E3, w=(0, 0, 0), wd=(0, 0, 0)):
        self.r, self.v, self.a, self.R, self.w, self.wd = list(r), list(v), list(a), R, list(w), list(wd)

    def at(self, own):
        """Returns the motion of the point with these components in the body's frame."""
        s = apply(self.R, own)
        return Motion(add(self.r, s), add(self.v, cross(self.w, s)),
                      add(self.a, cross(self.wd, s), cross(self.w, cross(self.w, s))), self.R, self.w, self.wd)

    def turned(self, axis, q, qd, qdd):
        """Turned about a carried axis by the angle q."""
        e = column(self.R, "xyz".index(axis))
        w = add(self.w, mul(qd, e))
        wd = add(self.wd, mul(qdd, e), mul(qd, cross(self.w, e)))
        return Motion(self.r, self.v, self.a, product(self.R, rotation(axis, q)), w, wd)

    def shifted(self, axis, q, qd, qdd):
        """Shifted along a carried axis by q."""
        e = column(self.R, "xyz".index(axis))
        m = Motion(self.r, self.v, self.a, self.R, self.w, self.wd)
        m.r = add(self.r, mul(q, e))
        m.v = add(self.v, mul(qd, e), cross(self.w, mul(q, e)))
        m.a = add(self.a, mul(qdd, e), mul(2*qd, cross(self.w, e)), cross(self.wd, mul(q, e)),
                  cross(self.w, cross(self.w, mul(q, e))))
        return m

def by_quaternion(e, ed, edd):
    """R, w, w' of a unit quaternion: w = 2 (e0 v' - e0' v + v x v')."""
    e0, v = e[0], e[1:]
    R = [[(2*e0*e0 - 1)*(i == j) + 2*v[i]*v[j] for j in range(3)] for i in range(3)]
    for i, j, k in ((0, 1, 2), (1, 2, 0), (2, 0, 1)):
        R[i][j] -= 2*e0*v[k]
        R[j][i] += 2*e0*v[k]
    spin = lambda f: mul(2, add(mul(e0, f[1:]), mul(-f[0], v), cross(v, f[1:])))
    return R, spin(ed), spin(edd)

# --- models -------------------------------------------------------------------------------------------------------

def num(x): return f"{x:.3f}"
def vec(v): return "[" + ", ".join(num(x) for x in v) + "]"

class Tree:
    def __init__(self, dice):
        self.dice, self.lines, self.initial, self.bodies, self.observed = dice, [], {}, [], []
        self.n = dice.randint(1, 4)
        self.g = [dice.uniform(-3, 3), dice.uniform(-3, 3), -9.81]
        self.constraints = []   # name, [(body, own place)]
        self.springs, self.forces, self.torques = [], [], []
        self.lines += ["include <joints>", f"gravity = {vec(self.g)}"]
        self.g = [float(num(x)) for x in self.g]
        for k in range(self.n): self.add_body(k)
        for _ in range(dice.randint(0, 2)): self.add_load()
        if self.n > 1 and dice.random() < 0.4: self.add_rod()
        self.observe()

    def vector(self, size):
        return [round(self.dice.uniform(-size, size), 3) for _ in range(3)]

    def coordinate(self, name, value=None):
        self.lines.append(f"coordinate {name}")
        self.initial[name] = self.dice.uniform(-1.2, 1.2) if value is None else value
        self.initial[name + "'"] = self.dice.uniform(-1, 1)

    def place(self, body, own):
        """An expression for a point of a body, or of the ground."""
        if body < 0: return vec(own)
        return f"pos(D{body})" + "".join(f" + {num(x)}*D{body}.{a}" for x, a in zip(own, "xyz"))

    def add_body(self, k):
        dice = self.dice
        parent = dice.randint(-1, k - 1)
        b = {"parent": parent, "on": self.vector(1), "arm": self.vector(1), "mass": round(dice.uniform(.5, 3), 3),
             "inertia": [round(dice.uniform(1, 1.9), 3) for _ in range(3)] + [round(dice.uniform(-.2, .2), 3) for _ in range(3)]}
        b["kind"] = dice.choice(["revolute", "prismatic", "ball", "euler", "euler", "quaternion"])
        self.bodies.append(b)
        base = f"in B{parent} " if parent >= 0 else ""
        I = ", ".join(map(num, b["inertia"]))
        if b["kind"] in ("revolute", "prismatic", "ball"):
            b["axes"] = dice.choice("xyz") if b["kind"] != "ball" else dice.choice(["xyz", "zxz", "yzx"])
            axis = b["slide"] = dice.choice("xyz")
            place = self.place(parent, b["on"])
            if b["kind"] == "prismatic":
                self.coordinate(f"s{k}")
                place += f" + s{k}*" + (f"B{parent}.{axis}" if parent >= 0 else f"N.{axis}")
                b["fixed"] = round(dice.uniform(-1, 1), 3)
                turns = f"rotate({b['axes']}, {num(b['fixed'])})"
            else:
                for i in range(len(b["axes"])):
                    self.coordinate(f"q{k}_{i}", dice.uniform(.3, 1) if i == 1 else None)
                turns = " ".join(f"rotate({a}, q{k}_{i})" for i, a in enumerate(b["axes"]))
            self.lines += [f"point J{k} at {place}", f"frame B{k} {base}= {turns}",
                           f"body D{k} mass {num(b['mass'])} at pos(J{k})" +
                           "".join(f" + {num(x)}*B{k}.{a}" for x, a in zip(b["arm"], "xyz")) +
                           f" frame B{k} inertia ({I})"]
            return
        for a in "xyz": self.coordinate(a + str(k))
        if b["kind"] == "euler":
            b["axes"] = dice.choice(["xyz", "zxz", "zyx"])
            for i in range(3): self.coordinate(f"q{k}_{i}", dice.uniform(.4, 1.1) if i == 1 else None)
            turns = " ".join(f"rotate({a}, q{k}_{i})" for i, a in enumerate(b["axes"]))
        else:
            e = [dice.gauss(0, 1) for _ in range(4)]
            for i in range(4): self.coordinate(f"e{k}_{i}", e[i]/math.sqrt(dot(e, e)))
            turns = f"quaternion(e{k}_0, e{k}_1, e{k}_2, e{k}_3)"
        self.lines += [f"frame B{k} = {turns}",
                       f"body D{k} mass {num(b['mass'])} at [x{k}, y{k}, z{k}] frame B{k} inertia ({I})"]
        b["joint"] = dice.choice(["spherical", "revolute", "raw"] if b["kind"] == "euler" else ["spherical", "revolute"])
        mine = f"pos(D{k})" + "".join(f" - {num(x)}*D{k}.{a}" for x, a in zip(b["arm"], "xyz"))
        other = self.place(parent, b["on"])
        frame = f"B{parent}" if parent >= 0 else "N"
        if b["joint"] == "revolute":
            self.lines.append(f"constraint c{k}: revolute({other}, {frame}, {mine}, B{k}) = 0")
        elif b["joint"] == "spherical" or parent >= 0:
            self.lines.append(f"constraint c{k}: {mine} = {other}")
        else:   # in coordinates, without any pos
            self.lines.append(f"constraint c{k}: [x{k}, y{k}, z{k}] = {other}" +
                              "".join(f" + {num(x)}*D{k}.{a}" for x, a in zip(b["arm"], "xyz")))
        self.constraints.append((f"c{k}", [k] + ([parent] if parent >= 0 else [])))

    def add_load(self):
        k, own = self.dice.randrange(self.n), self.vector(1)
        i = len(self.lines)
        kind = self.dice.choice(["spring", "force", "torque"])
        if kind == "torque":
            v = self.vector(4)
            self.lines.append(f"torque on D{k} += {vec(v)}")
            self.torques.append((k, v))
            return
        self.lines.append(f"point L{i} at {self.place(k, own)}")
        if kind == "force":
            v = self.vector(4)
            self.lines.append(f"force on L{i} = {vec(v)}")
            self.forces.append((k, own, v))
            return
        j, there = self.dice.randint(-1, self.n - 1), self.vector(3)
        if j == k: j = -1
        self.lines.append(f"point M{i} at {self.place(j, there)}")
        c, l = round(self.dice.uniform(1, 9), 3), round(self.dice.uniform(0, 1), 3)
        self.lines.append(f"spring L{i} M{i} stiffness {num(c)} length {num(l)}")
        self.springs.append((k, own, j, there, c, l))

    def add_rod(self):
        k, j = self.dice.sample(range(self.n), 2)
        a, b = self.vector(1), self.vector(1)
        self.lines.append(f"constraint rod: norm({self.place(k, a)} - ({self.place(j, b)})) = {num(self.dice.uniform(1, 3))}")
        self.constraints.append(("rod", [k, j]))

    def observe(self):
        """Returns the names of observables: what, of which, on which body."""
        def ask(name, text):
            self.lines.append("observe " + ", ".join(f"{name}{a} = {text}.{a}" for a in "xyz"))
        for name, bodies in self.constraints:
            for k in bodies:
                ask(f"F_{name}_{k}_", f"reaction_force({name}, D{k})")
                ask(f"T_{name}_{k}_", f"reaction_torque({name}, D{k})")
        for k, b in enumerate(self.bodies):
            if "joint" in b: continue
            ask(f"F_J{k}_", f"reaction(J{k})")
            ask(f"T_J{k}_", f"reaction_torque(B{k})")

    def text(self):
        order = [l for l in self.lines if l.startswith("coordinate")] + [l for l in self.lines if not l.startswith("coordinate")]
        return "\n".join(order) + "\ninitial " + ", ".join(f"{n} = {v:.6f}" for n, v in self.initial.items()) + "\n"

# --- the judge ----------------------------------------------------------------------------------------------------

def motions(tree, out):
    q, v, a = out["coordinates"], out["velocities"], out["accelerations"]
    of = lambda n: (q[n], v[n + "'"], a[n + "''"])
    done = []
    for k, b in enumerate(tree.bodies):
        parent = done[b["parent"]] if b["parent"] >= 0 else Motion()
        if "joint" not in b:
            joint = parent.at(b["on"])
            if b["kind"] == "prismatic":
                joint = joint.shifted(b["slide"], *of(f"s{k}")).turned(b["axes"], b["fixed"], 0, 0)
            else:
                for i, axis in enumerate(b["axes"]): joint = joint.turned(axis, *of(f"q{k}_{i}"))
            body = joint.at(b["arm"])
            b["place"] = joint.r
        else:
            rows = [[of(n + str(k))[i] for n in "xyz"] for i in range(3)]
            body = Motion(*rows)
            if b["kind"] == "euler":
                for i, axis in enumerate(b["axes"]): body = body.turned(axis, *of(f"q{k}_{i}"))
            else:
                body.R, body.w, body.wd = by_quaternion(*([of(f"e{k}_{i}")[o] for i in range(4)] for o in range(3)))
        done.append(body)
    return done

def judge(tree, out):
    """Returns the largest error of Newton's and Euler's laws, relative to the largest force."""
    bodies, seen = motions(tree, out), out["observables"]
    vector = lambda name: [seen[name + a] for a in "xyz"]
    F, T, largest = [], [], 1.0
    for k, b in enumerate(tree.bodies):
        m, I, body = b["mass"], b["inertia"], bodies[k]
        matrix = [[I[0], I[3], I[4]], [I[3], I[1], I[5]], [I[4], I[5], I[2]]]
        back = list(zip(*body.R))
        inertia = lambda x: apply(body.R, apply(matrix, apply(back, x)))
        F.append(mul(m, sub(tree.g, body.a)))
        T.append(mul(-1, add(inertia(body.wd), cross(body.w, inertia(body.w)))))
        largest = max(largest, norm(F[k]), norm(T[k]))

    def act(k, place, force, torque=(0, 0, 0)):
        nonlocal largest
        if k < 0: return
        F[k] = add(F[k], force)
        T[k] = add(T[k], torque, cross(sub(place, bodies[k].r), force))
        largest = max(largest, norm(force), norm(T[k]))
    for k, own, f in tree.forces: act(k, bodies[k].at(own).r, f)
    for k, t in tree.torques: act(k, bodies[k].r, [0, 0, 0], t)
    for k, own, j, there, c, l in tree.springs:
        p = bodies[k].at(own).r
        o = bodies[j].at(there).r if j >= 0 else there
        d = sub(o, p)
        f = mul(c*(1 - l/norm(d)), d)
        act(k, p, f)
        act(j, o, mul(-1, f))
    for name, on in tree.constraints:
        for k in on: act(k, bodies[k].r, vector(f"F_{name}_{k}_"), vector(f"T_{name}_{k}_"))
    for k, b in enumerate(tree.bodies):
        if "joint" in b: continue
        f, t = vector(f"F_J{k}_"), vector(f"T_J{k}_")
        act(k, b["place"], f, t)
        act(b["parent"], b["place"], mul(-1, f), mul(-1, t))
    return max(norm(x) for x in F + T)/largest

count, seed = int(sys.argv[1]), int(sys.argv[2])
judged = refused = 0
kinds = {}
worst = 0.0
for number in range(count):
    tree = Tree(random.Random(f"{seed}/{number}"))
    run = subprocess.run(["dalembert", "eval", "-", "--format", "json", "--project"], input=tree.text(), capture_output=True, text=True)
    if run.returncode != 0:
        refused += 1
        if "--show" in sys.argv: print(tree.text() + run.stderr)
        continue
    error = judge(tree, json.loads(run.stdout))
    judged += 1
    worst = max(worst, error)
    for b in tree.bodies:
        kinds[b.get("joint", b["kind"])] = kinds.get(b.get("joint", b["kind"]), 0) + 1
    if error > 1e-9:
        print(f"number {number} of seed {seed}: error {error:.2e}\n{tree.text()}")
if "--show" in sys.argv: print(f"judged {judged}, refused {refused}, worst {worst:.1e}, joints {kinds}")
assert judged >= 0.8*count, f"{refused} of {count} refused"
