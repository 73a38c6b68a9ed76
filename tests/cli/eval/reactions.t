Forces and torques that constraints and coordinates put on bodies, against Newton's and Euler's laws.

# a pendulum: the rod pulls with m l theta'^2 + m g cos(theta), along itself
$ cat > pendulum.mech <<'END'
> parameter m = 2, l = 3, g = 9.81, h = 1
> coordinate th
> point A at [0, h]
> point P mass m at pos(A) + l*[sin(th), -cos(th)]
> gravity = [0, -g]
> initial th = 1/2, th' = 7/10
> observe X = reaction(A).x, Y = reaction(P).y
> claim reaction(A) = (m*l*th'^2 + m*g*cos(th))*[-sin(th), cos(th)]
> claim reaction(P) = reaction(A)
> deny reaction(A) = (m*l*th'^2 - m*g*cos(th))*[-sin(th), cos(th)]
> END
$ dalembert eval pendulum.mech | sed -n '/^obs/,$p' | cut -c1-22
observables
  X      = -9.66434144
  Y      = 17.69045835
$ python3 -c "from math import *; T = 2*3*.7**2 + 2*9.81*cos(.5); print('%.8f %.8f' % (-T*sin(.5), T*cos(.5)))"
-9.66434144 17.69045835
$ dalembert check -q pendulum.mech | sed 's/ (by .*//'
$ dalembert check pendulum.mech | grep -c '^proved'
2

# a quaternion with a constant in it turns about z: the bearing carries the weight
$ cat > plate.mech <<'END'
> parameter m = 2, g = 9.81
> coordinate c, s
> frame B = quaternion(c, 0, 0, s)
> body D mass m at [0, 0, 1] frame B inertia (1, 1, 1)
> gravity = [0, 0, -g]
> initial c = 0.6, s = 0.8
> claim "T weight" reaction(D).z = m*g
> END
$ dalembert check plate.mech | sed -n 's/ (by .*//; 3p'
proved    T weight

# two rods in minimal coordinates, a motor between them, a spring: by hand, from below
$ cat > double.mech <<'END'
> parameter m1 = 2, m2 = 1, l = 3/2, g = 9.81, I = 1/4, k = 5, T = 3
> coordinate a, b
> point A at [0, 0]
> frame F = rotate(z, a)
> body D mass m1 at pos(A) + l*F.x frame F inertia (0, I, I)
> point J at pos(D) + l*F.x
> frame G in F = rotate(z, b)
> body E mass m2 at pos(J) + l*G.x frame G inertia (0, I, I)
> point End at pos(E) + l*G.x
> point Wall at [4, 1]
> spring End Wall stiffness k length 1
> gravity = [0, -g]
> force b = T
> let pull = k*(1 - 1/norm(pos(Wall) - pos(End)))*(pos(Wall) - pos(End))
> claim "the lower rod" reaction(J) = m2*acc(E) + [0, m2*g] - pull
> claim "both" reaction(A) = m1*acc(D) + [0, m1*g] + reaction(J)
> claim "what drives the joint" reaction_torque(G).z = T
> claim "none at the pivot" reaction_torque(F).z = 0
> claim "the lower rod turns" reaction_torque(G).z = I*(a'' + b'') + cross(-l*G.x, -reaction(J)).z - cross(l*G.x, pull).z
> deny "the lower rod turns" reaction_torque(G).z = I*(a'' + b'') + cross(-l*G.x, reaction(J)).z - cross(l*G.x, pull).z
> END
$ dalembert check double.mech | grep -v '^methods' | sed 's/ (by .*//'
(no title)
proved    the lower rod
proved    both
proved    what drives the joint
proved    none at the pivot
proved    the lower rod turns
refuted   the lower rod turns (denied)
6 claims: 5 proved, 1 refuted as denied

# a four-bar of three bodies with coordinates of their own, closed by pins: each body by itself
$ cat > fourbar.mech <<'END'
> parameter m[1..3] = (1, 2, 3/2), a[1..3] = (1/2, 3/4, 5/8), I[1..3] = (1/10, 1/4, 1/5), g = 9.81
> coordinate x[1..3], y[1..3], q[1..3]
> frame F[i] = rotate(z, q[i]) for i = 1..3
> body D[i] mass m[i] at [x[i], y[i]] frame F[i] inertia (0, I[i], I[i]) for i = 1..3
> gravity = [0, -g]
> constraint A: pos(D[1]) - a[1]*F[1].x = [0, 0]
> constraint B: pos(D[1]) + a[1]*F[1].x = pos(D[2]) - a[2]*F[2].x
> constraint C: pos(D[2]) + a[2]*F[2].x = pos(D[3]) + a[3]*F[3].x
> constraint E: pos(D[3]) - a[3]*F[3].x = [3/2, 0]
> initial q[1] = 1.2, q[1]' = 2
> guess q[2] = 0.3, q[3] = 1.5
> claim reaction_force(A, D[1]) + reaction_force(B, D[1]) = m[1]*acc(D[1]) + [0, m[1]*g]
> claim reaction_force(B, D[2]) + reaction_force(C, D[2]) = m[2]*acc(D[2]) + [0, m[2]*g]
> claim reaction_force(C, D[3]) + reaction_force(E, D[3]) = m[3]*acc(D[3]) + [0, m[3]*g]
> claim reaction_force(B, D[1]) = -reaction_force(B, D[2])
> claim reaction_torque(A, D[1]).z + reaction_torque(B, D[1]).z = I[1]*q[1]''
> claim reaction_torque(B, D[2]).z + reaction_torque(C, D[2]).z = I[2]*q[2]''
> claim reaction_torque(C, D[3], E0).z = 0
> END
$ sed -i 's/^constraint A/point E0 at pos(D[3]) + a[3]*F[3].x\n&/' fourbar.mech
$ dalembert check fourbar.mech | grep -c '^proved'
7
$ dalembert eval fourbar.mech -o /dev/null

# a spatial hinge: no torque about its axis; forces and torques on the body give its motion
$ cat > hinge.mech <<'END'
> include <joints>
> parameter m = 2, g = 9.81, I1 = 1, I2 = 3/2, I3 = 2, l = 1
> coordinate x, y, z, e0, e1, e2, e3
> frame F = quaternion(e0, e1, e2, e3)
> body D mass m at [x, y, z] frame F inertia (I1, I2, I3)
> frame Axis = rotate(x, 1/2)
> point P at pos(D) - l*D.x
> gravity = [0, 0, -g]
> constraint hinge: revolute(O, Axis, P, D) = 0
> initial e3 = 0.3, e3' = 1
> guess e0 = 0.92, e1 = 0.24, e2 = -0.08, x = 0.8, y = 0.5, z = 0.3
> observe along = dot(reaction_torque(hinge, D, P), Axis.z), f = reaction_force(hinge, D).z
> claim reaction_force(hinge, D) = m*acc(D) + [0, 0, m*g]
> END
$ dalembert eval hinge.mech | awk '$1 == "along" { print ($3 < 1e-12 && $3 > -1e-12) }'
1
$ dalembert check hinge.mech | grep -c '^proved\|^verified'
1

# a door on two hinges: how they share its weight is not determined, all else is
$ cat > door.mech <<'END'
> parameter m = 20, w = 1, h = 2, g = 9.81
> coordinate x, y, z, a, b, c
> frame B = rotate(z, a) rotate(y, b) rotate(x, c)
> body D mass m at [x, y, z] frame B inertia (m*h^2/12, m*(w^2 + h^2)/12, m*w^2/12)
> gravity = [0, 0, -g]
> constraint lower: pos(D) - w/2*D.x - h/3*D.z = [0, 0, -h/3]
> constraint upper: pos(D) - w/2*D.x + h/3*D.z = [0, 0, h/3]
> initial a = 0, a' = 2
> guess x = 1/2
> observe lx = reaction_force(lower, D).x, lz = reaction_force(lower, D).z
> observe ux = reaction_force(upper, D).x, uz = reaction_force(upper, D).z
> observe whole = reaction_force(lower, D).z + reaction_force(upper, D).z
> END
$ dalembert eval door.mech 2>messages | sed -n '/^obs/,$p' | awk 'NF == 3 { printf "%s %.6f\n", $1, $3 }'
lx 53.575000
lz 98.100000
ux -93.575000
uz 98.100000
whole 196.200000
$ python3 -c "c = 20*9.81*.5/(4/3); print('%.6f %.6f %.6f' % (-20*.5*4/2 + c, -20*.5*4/2 - c, 20*9.81))"
53.575000 -93.575000 196.200000
$ grep -o 'warning.*' messages
warning: the constraint upper.3 follows from the others [N0719]
warning: lz is not determined, since some constraints follow from others: this is the value for multipliers of least norm [N0755]
warning: uz is not determined, since some constraints follow from others: this is the value for multipliers of least norm [N0755]

# written in coordinates, or by a force on one of them
$ cat > raw.mech <<'END'
> parameter m = 2, a = 3/2, g = 9.81, I = 3/2
> coordinate x, y, phi
> frame B = rotate(z, phi)
> body D mass m at [x, y] frame B inertia (0, I, I)
> gravity = [0, -g]
> constraint hinge: [x - a*cos(phi), y - a*sin(phi)] = [0, 0]
> constraint motor: phi'' = 0 realized by phi'
> claim reaction_force(hinge, D) = m*acc(D) + [0, m*g]
> claim reaction_torque(hinge, D) = cross(-a*B.x, reaction_force(hinge, D))
> claim reaction_torque(motor, D).z = m*g*x
> END
$ dalembert check raw.mech | grep -c '^proved'
3

# what cannot be answered
$ cat > bad.mech <<'END'
> coordinate x, y, p, u, v
> point A at [0, 0]
> point P mass 1 at [x, y]
> point Q mass 2 at [sin(p), cos(p)]
> point R mass 2 at pos(Q) + [cos(p), u]
> body S mass 1 at [v, 0] inertia (1, 1, 1)
> constraint gear: y = p
> constraint flat: y = 0
> observe a = reaction(A).x
> observe b = reaction_force(gear, Q).x
> observe c = reaction_force(flat, Q).x
> observe d = reaction_torque(flat, S).z
> END
$ dalembert eval bad.mech 2>&1 | grep 'error\|help'
bad.mech:9:22: error: nothing that has mass moves with A [N0516]
help: write the positions of what it holds with pos(A)
bad.mech:10:28: error: the model does not say on which bodies the constraint gear acts [N0514]
help: write it with pos(B), B.x, vel(B) or omega(B) of the bodies that it acts on
bad.mech:11:28: error: the constraint flat does not act on Q [N0515]
bad.mech:12:29: error: S has no frame of its own and does not turn, so the torque on it is not known [N0518]
$ dalembert eval - <<'END' 2>&1 | grep error
> coordinate x, p
> frame F = rotate(z, p)
> body A mass 1 at [x, 0] frame F inertia (1, 1, 1)
> body B mass 1 at [x, 1] frame F inertia (1, 1, 1)
> constraint c: A.x.y = 0
> observe a = reaction_torque(c, A).z
> END
<stdin>:6:29: error: A shares its frame with another body: the torque on each of them is not determined [N0517]
$ dalembert eval - <<'END' 2>&1 | grep error
> coordinate x, y
> point P mass 1 at [x, y]
> constraint c: p_x = y
> observe a = reaction_force(c, P).x
> END
<stdin>:4:28: error: the constraint c contains momenta or free speeds, so it is not known what it acts on [N0519]
$ dalembert eval - <<'END' 2>&1 | grep error
> coordinate x
> hamiltonian = p_x^2 + x^2
> point P at [x, 0]
> observe a = reaction(P).x
> END
<stdin>:4:22: error: a Hamiltonian does not say which forces act on points and bodies [N0520]
$ cat > branch.mech <<'END'
> coordinate x, y
> point P mass 1 at [x, y]
> constraint c: x*y = 0
> observe a = reaction_force(c, P).x
> END
$ dalembert eval branch.mech --branch c=1 2>&1 | grep error
branch.mech:4:28: error: reactions of points and bodies are not known for a factor of a constraint [N0521]
$ dalembert eval - <<'END' 2>&1 | grep error
> coordinate x, y
> frame F = rotate(z, 1/2)
> frame G = rotate([dot(F.x, N.x), dot(F.x, N.y), 0], y)
> body D mass 1 at [x, 0] frame G inertia (1, 1, 1)
> observe a = reaction(D).x
> END
<stdin>:5:22: error: a reaction is requested, but the model cannot be read with its bodies released: .* (re)

# fragments of the command line, and a saved run
$ dalembert simulate pendulum.mech --to 0.1 --every 0.1 -q -o run.csv
$ dalembert plot pendulum.mech --to 0.1 --show "norm(reaction(P))" > /dev/null

# random trees: joints of all kinds, loops, loads; all forces on a body give m a, all torques the rate of its angular momentum
$ python3 $TESTDIR/reactions.py 15 3
