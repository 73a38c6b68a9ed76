`--branch` takes one factor of a constraint that is a product in its place: B08 8.4.

# type I: the velocities are orthogonal to the segment. Type II: it only translates.
$ dalembert derive $MODELS/parallel-segment.mech --branch parallel=1 --matrix
Two points on a segment with parallel velocities
Lagrange's equations with multipliers in x, y, phi

Equations of motion
    (m1 + m2)*x'' - m2*l*sin(phi)*phi'' = m2*l*phi'^2*cos(phi) + lambda(parallel)*cos(phi) + A_x
    (m1 + m2)*y'' + m2*l*cos(phi)*phi'' = m2*l*phi'^2*sin(phi) + lambda(parallel)*sin(phi) + A_y
    -m2*l*sin(phi)*x'' + m2*l*cos(phi)*y'' + m2*l^2*phi'' = A_phi

Constraints, differentiated
    cos(phi)*x'' + sin(phi)*y'' = phi'*(x'*sin(phi) - y'*cos(phi))

Energy
    h = 1/2*m1*(x'^2 + y'^2) + 1/2*m2*((l*phi'*sin(phi) - x')^2 + (l*phi'*cos(phi) + y')^2)
$ dalembert derive $MODELS/parallel-segment.mech --branch parallel=2 --matrix
Two points on a segment with parallel velocities
Lagrange's equations with multipliers in x, y, phi

Equations of motion
    (m1 + m2)*x'' - m2*l*sin(phi)*phi'' = m2*l*phi'^2*cos(phi) + A_x
    (m1 + m2)*y'' + m2*l*cos(phi)*phi'' = m2*l*phi'^2*sin(phi) + A_y
    -m2*l*sin(phi)*x'' + m2*l*cos(phi)*y'' + m2*l^2*phi'' = lambda(parallel) + A_phi

Constraints, differentiated
    phi'' = 0

Energy
    h = 1/2*m1*(x'^2 + y'^2) + 1/2*m2*((l*phi'*sin(phi) - x')^2 + (l*phi'*cos(phi) + y')^2)

# the motions of parallel-segment-1 and parallel-segment-2, where each is a model of its own
$ at="x'=-0.42279321873816173, y'=1, phi'=0.7"
$ dalembert simulate $MODELS/parallel-segment.mech --branch parallel=1 --at "$at" --to 1 --every 1 -q | cut -d, -f1-7 >one.csv
$ dalembert simulate $MODELS/parallel-segment-1.mech --at "$at" --to 1 --every 1 -q | cut -d, -f1-7 >same.csv
$ cmp one.csv same.csv
$ dalembert simulate $MODELS/parallel-segment.mech --branch parallel=2 --to 1 --every 1 -q | cut -d, -f1-7 >two.csv
$ dalembert simulate $MODELS/parallel-segment-2.mech --to 1 --every 1 -q | cut -d, -f1-7 >same.csv
$ cmp two.csv same.csv
$ wc -l <two.csv
3

# other commands take it, too
$ dalembert analyze $MODELS/parallel-segment.mech --branch parallel=2 --only "constraints, singular"
Two points on a segment with parallel velocities

Constraints
    parallel  linear; integrable
    1 independent of 1, 3 coordinates: 2 degrees of freedom
    growth vector (2)
    1 combination is integrable:
      phi = constant

Singular states
    none
$ dalembert export $MODELS/parallel-segment.mech --branch parallel=2 | grep -c "dalembert"
1
$ dalembert check $MODELS/parallel-segment.mech --branch parallel=1 | grep "type I "
proved    B08 8.4, type I (by algebra)

# several, in one list or in several
$ printf 'coordinate x, y\nkinetic = 1/2*(x'"'"'^2 + y'"'"'^2)\nconstraint a: x*x'"'"' = 0\nconstraint b: y*y'"'"' = 0\n' >two.mech
$ dalembert derive two.mech --branch a=1,b=1 --matrix
Equations of motion
Lagrange's equations with multipliers in x, y

Equations of motion
    x'' = lambda(a)
    y'' = lambda(b)

Constraints, differentiated
    x'' = 0
    y'' = 0

Energy
    h = 1/2*x'^2 + 1/2*y'^2
$ dalembert derive two.mech --branch a=1 --branch b=2 --matrix
Equations of motion
Lagrange's equations with multipliers in x, y

Equations of motion
    x'' = lambda(a)
    y'' = lambda(b)

Constraints, differentiated
    x'' = 0
    y'' = 0

Energy
    h = 1/2*x'^2 + 1/2*y'^2
$ dalembert analyze two.mech --branch a=1 --branch b=2 --only constraints
(no title)

Constraints
    a  linear; integrable
    b  holonomic
    2 independent of 2, 2 coordinates: 0 degrees of freedom
    growth vector (0)
    1 combination is integrable:
      x = constant
$ dalembert eval two.mech --branch a=1,b=1 --at "x=1, y=1" | grep "'"
  x'     = 0
  y'     = 0
  x''    = 0
  y''    = 0
  p_x'   = 0
  p_y'   = 0

# mistakes
$ dalembert derive two.mech --branch a
error: a branch is NAME=K, the K-th factor of the constraint NAME, not a [N0910]
[2]
$ dalembert derive two.mech --branch a=x
error: a branch is NAME=K, the K-th factor of the constraint NAME, not a=x [N0910]
[2]
$ dalembert derive two.mech --branch a=3
two.mech:3:15: error: the constraint a has 2 factors: there is no branch 3 [N0912]
    3 | constraint a: x*x' = 0
      |               ^^^^^^^^
[2]
$ dalembert derive two.mech --branch c=1
error: a branch belongs to one constraint, but no constraint is named c [N0911]
[2]
$ dalembert examples --branch a=1
dalembert: examples has no option --branch, which derive, eval, check and others take
[2]
