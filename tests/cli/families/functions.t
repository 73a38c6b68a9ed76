Functions, lists, libraries, springs, frames by quaternions and about any axis, inertia about another point.

$ cat > f.mech <<'END'
> let square(u) = dot(u, u), half(e) = e/2
> let kinetic_of(m, P) = half(m*square(vel(P)))
> parameter m = 2
> coordinate x, y
> point P at [x, y]
> kinetic = kinetic_of(m, P)
> potential = half(square([x, y]))
> END
$ dalembert derive f.mech
Equations of motion
Lagrange's equations in x, y

Equations of motion
    m*x'' = -x
    m*y'' = -y

Solved
    x'' = -x/m
    y'' = -y/m

Energy
    h = 1/2*m*(x'^2 + y'^2) + 1/2*x^2 + 1/2*y^2
$ cat > bad.mech <<'END'
> let f(u) = u^2 + , g(u) = w*u, h(u, u) = u
> let sin(u) = u
> let k(u) = k(u)
> parameter m = 1
> let p(u) = u.x, twice(e) = e + e
> coordinate x
> kinetic = p(x) + f(x) + g(x) + twice + twice(x, x) + twice() + twice(x'^2)
> potential = twice([x, 0]) + (x, x)
> point P at (x, 1)
> point Q at [x, 0]
> let q(A) = A.x + pos(A)
> let v = q(Q)
> let w2[i] = p(i) for i = 1..2
> END
$ dalembert derive bad.mech
bad.mech:1:18: error: a value is needed here, not the end of the line [N0301]
    1 | let f(u) = u^2 + , g(u) = w*u, h(u, u) = u
      |                  ^
bad.mech:1:27: error: w is not declared [N0201]
    1 | let f(u) = u^2 + , g(u) = w*u, h(u, u) = u
      |                           ^
help: declare it above: `parameter w` or `coordinate w`
bad.mech:1:37: error: u is given twice [N0404]
    1 | let f(u) = u^2 + , g(u) = w*u, h(u, u) = u
      |                                     ^
bad.mech:2:5: error: sin cannot be declared: it is a function of the language [N0203]
    2 | let sin(u) = u
      |     ^^^
bad.mech:3:12: error: unknown function k [N0206]
    3 | let k(u) = k(u)
      |            ^
bad.mech:5:12: error: a vector is needed here, but this is a scalar (in p, called in line 7) [N0306]
    5 | let p(u) = u.x, twice(e) = e + e
      |            ^
bad.mech:5:12: error: a vector is needed here, but this is a scalar (for i = 1, in p, called in line 13) [N0306]
    5 | let p(u) = u.x, twice(e) = e + e
      |            ^
bad.mech:7:32: error: twice takes its argument in parentheses: twice(...) [N0319]
    7 | kinetic = p(x) + f(x) + g(x) + twice + twice(x, x) + twice() + twice(x'^2)
      |                                ^^^^^
bad.mech:7:40: error: twice takes 1 argument, not 2 [N0310]
    7 | kinetic = p(x) + f(x) + g(x) + twice + twice(x, x) + twice() + twice(x'^2)
      |                                        ^^^^^
bad.mech:7:54: error: twice takes 1 argument, not 0 [N0310]
    7 | kinetic = p(x) + f(x) + g(x) + twice + twice(x, x) + twice() + twice(x'^2)
      |                                                      ^^^^^
bad.mech:8:29: error: a single value is needed here, but this is a list [N0322]
    8 | potential = twice([x, 0]) + (x, x)
      |                             ^^^^^^
help: a vector is written with brackets: [a, b]
bad.mech:9:12: error: a single value is needed here, but this is a list [N0322]
    9 | point P at (x, 1)
      |            ^^^^^^
help: a vector is written with brackets: [a, b]
bad.mech:11:18: error: a vector and a scalar cannot be added or compared (in q, called in line 12) [N0304]
   11 | let q(A) = A.x + pos(A)
      |                  ^^^^^^
[2]
# A hinge by the library.
$ cat > hinge.mech <<'END'
> include <joints>
> include <joints>
> parameter m = 1, g = 9.81, I = 2
> coordinate x, y, z, a, b, c
> frame B = rotate(x, a) rotate(y, b) rotate(z, c)
> body D mass m at [x, y, z] frame B inertia (I, I, I)
> constraint hinge: revolute(O, N, pos(D) + B.x, D) = 0
> gravity = [0, -g]
> initial x = -1, y = 0, z = 0, a = 0, b = 0, c = 0, c' = 0.1
> claim "a physical pendulum" (I + m)*c'' = m*g*cos(c) given a = 0, b = 0
> END
$ dalembert check hinge.mech
(no title)
methods   multipliers, udwadia, appell, hamilton, hamel, whittaker: they agree, verified
pieces    1: sin(a) = 0
proved    a physical pendulum (by algebra)
1 claim: 1 proved
$ dalembert eval hinge.mech --format json | grep -A6 residuals
  "residuals": {
    "hinge.1": 0,
    "hinge.2": 0,
    "hinge.3": 0,
    "hinge.4": 0,
    "hinge.5": 0
  },
$ echo 'include <hinges>' | dalembert derive -
<stdin>:1:10: error: unknown library <hinges> [N0423]
    1 | include <hinges>
      |          ^^^^^^
help: the libraries are <joints>
[2]
$ echo 'include "hinge.mech"' | dalembert derive -
<stdin>:1:9: error: only a model that is read from a file can include another file [N0420]
    1 | include "hinge.mech"
      |         ^^^^^^^^^^^^
[2]
# files within files within files
$ for i in $(seq 40); do echo "include \"deep$((i + 1)).mech\"" > deep$i.mech; done
$ dalembert derive deep1.mech
deep32.mech:1:9: error: deep33.mech is included more than 32 files deep [N0425]
    1 | include "deep33.mech"
      |         ^^^^^^^^^^^^^
[2]
$ mkdir sub
$ echo 'include "../part.mech"' > sub/a.mech
$ printf 'include "sub/a.mech"\ninclude "sub/../part.mech"\ncoordinate x\nkinetic = 1/2*m*x'"'"'^2\n' > whole.mech
$ echo 'parameter m = 3' > part.mech
$ dalembert derive whole.mech
Equations of motion
Lagrange's equations in x

Equations of motion
    m*x'' = 0

Solved
    x'' = 0

Energy
    h = 1/2*m*x'^2
$ printf 'parameter m = 3\ninclude "whole.mech"\ninclude "none.mech"\n' > part.mech
$ dalembert derive whole.mech
sub/../part.mech:2:9: error: sub/../whole.mech includes itself [N0422]
    2 | include "whole.mech"
      |         ^^^^^^^^^^^^
sub/../part.mech:3:9: error: cannot read sub/../none.mech: No such file or directory [N0421]
    3 | include "none.mech"
      |         ^^^^^^^^^^^
[2]
# Springs and dampers are their energies.
$ cat > spring.mech <<'END'
> parameter k = 3, l = 1, c = 1/5
> coordinate x, y
> point P mass 1 at [x, y]
> spring O P stiffness k length l
> spring [1, 1] P stiffness 2*k
> damper P [0, 2] coefficient c
> initial x = 1, y = 1/2, x' = 1
> END
$ cat > energy.mech <<'END'
> parameter k = 3, l = 1, c = 1/5
> coordinate x, y
> point P mass 1 at [x, y]
> potential = 1/2*k*(sqrt(x^2 + y^2) - l)^2 + k*((x - 1)^2 + (y - 1)^2)
> dissipation = 1/2*c*(x*x' + (y - 2)*y')^2/(x^2 + (y - 2)^2)
> initial x = 1, y = 1/2, x' = 1
> END
$ dalembert eval spring.mech > spring.txt
$ dalembert eval energy.mech > energy.txt
$ cmp spring.txt energy.txt
$ echo 'spring O P length 3' >> spring.mech
$ echo 'spring O stiffness 3' >> spring.mech
$ dalembert eval spring.mech
spring.mech:8:12: error: `stiffness` is needed here, not length [N0402]
    8 | spring O P length 3
      |            ^^^^^^
spring.mech:9:10: error: stiffness is not declared [N0201]
    9 | spring O stiffness 3
      |          ^^^^^^^^^
help: declare it above: `parameter stiffness` or `coordinate stiffness`
spring.mech:9:20: error: `stiffness` is needed here, not 3 [N0402]
    9 | spring O stiffness 3
      |                    ^
[2]
# A frame by a quaternion: Euler's equations; the constraint of its unit length has a name.
$ cat > quaternion.mech <<'END'
> parameter I1 = 1, I2 = 2, I3 = 3
> coordinate q0, q1, q2, q3, r
> frame A = rotate([1, 2, 2], r)
> frame B in A = quaternion(q0, q1, q2, q3)
> body D mass 1 at [0, 0, 0] frame B inertia (I1, I2, I3)
> constraint still: r = 0.3
> initial q0 = 1, q1 = 0, q2 = 0, q3 = 0, q1' = 0.05, q2' = 2, q3' = 0.05
> let w1 = dot(omega(B), B.x), w2 = dot(omega(B), B.y), w3 = dot(omega(B), B.z)
> claim I1*d(w1) = (I2 - I3)*w2*w3
> claim I2*d(w2) = (I3 - I1)*w3*w1
> claim I3*d(w3) = (I1 - I2)*w1*w2
> claim d(B.x) = cross(omega(B), B.x)
> claim dot(A.x, A.y) = 0
> claim d(A.z) = cross(omega(A), A.z)
> claim 3*A.x.z = 2*(1 - cos(r))/3 - 2*sin(r)
> claim linear B_unit
> deny r'' = 1
> END
$ dalembert check quaternion.mech
(no title)
methods   multipliers, udwadia, appell, hamel, whittaker: they agree, proved
proved    claim I1*d(w1) = (I2 - I3)*w2*w3 (by points: odds of error below 1e-25)
proved    claim I2*d(w2) = (I3 - I1)*w3*w1 (by points: odds of error below 1e-25)
proved    claim I3*d(w3) = (I1 - I2)*w1*w2 (by points: odds of error below 1e-25)
proved    claim d(B.x) = cross(omega(B), B.x) (by points: odds of error below 1e-27)
proved    claim dot(A.x, A.y) = 0 (by algebra)
proved    claim d(A.z) = cross(omega(A), A.z) (by algebra)
proved    claim 3*A.x.z = 2*(1 - cos(r))/3 - 2*sin(r) (by algebra)
proved    claim linear B_unit
refuted   deny r'' = 1 (denied)
warning   the mass matrix is singular: no kinetic energy along q1' = -0.166667, q2' = -0.333333, q3' = -0.333333, r' = 1; the constraints determine the accelerations all the same
9 claims: 8 proved, 1 refuted as denied
$ echo 'frame C = quaternion(cos(r/2), sin(r/2), 0, 0)
> frame E = quaternion(1, 2)
> frame F = rotate([0, 0, 0], r)
> frame G = rotate([r, 0, 1], r)
> frame H = rotate(w, r)' >> quaternion.mech
$ dalembert check quaternion.mech
quaternion.mech:19:11: error: quaternion takes 4 arguments, not 2 [N0310]
   19 | frame E = quaternion(1, 2)
      |           ^^^^^^^^^^^^^^^^
quaternion.mech:20:19: error: the axis of a rotation has no direction: it is zero [N0419]
   20 | frame F = rotate([0, 0, 0], r)
      |                   ^
quaternion.mech:21:19: error: r is a coordinate, but the axis of a rotation may contain only parameters [N0403]
   21 | frame G = rotate([r, 0, 1], r)
      |                   ^
help: turn about an axis that moves by several rotations
quaternion.mech:22:18: error: an axis x, y, z or [a, b, c] is needed here, not w [N0402]
   22 | frame H = rotate(w, r)
      |                  ^
[2]
# Moments about the hinge of a rod: 1/3 m l^2 from its end.
$ cat > rod.mech <<'END'
> parameter m = 2, l = 3, g = 9.81
> coordinate a
> frame B = rotate(z, a)
> body D mass m at [1, 0] + l/2*B.x frame B inertia (0, m*l^2/3, m*l^2/3) about [1, 0]
> gravity = [0, -g]
> claim "a rod on a hinge" a'' = -3/2*g/l*cos(a)
> END
$ dalembert check rod.mech
(no title)
methods   multipliers, lagrange, udwadia, appell, hamilton, hamel, whittaker: they agree, proved
proved    a rod on a hinge (by algebra)
1 claim: 1 proved
$ sed -i 's/about.*/about [1, 1 + sin(a)]/' rod.mech
$ dalembert check rod.mech
rod.mech:4:6: error: the point that the inertia of D is about is not fixed to the body [N0424]
    4 | body D mass m at [1, 0] + l/2*B.x frame B inertia (0, m*l^2/3, m*l^2/3) about [1, 1 + sin(a)]
      |      ^
[2]
