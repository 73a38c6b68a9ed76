Singular states: where constraints lose their independence there are no accelerations. The constraints are
named; no singular state is passed.

$ rounded() { awk '$2 == "=" { v = $3 + 0; if (v < 1e-12 && v > -1e-12) v = 0; printf "%s = %.9g\n", $1, v; next } { print }'; }

# B11 (1.1) (c): both points at rest
$ cp "$MODELS"/nonholonomic-double-pendulum.mech "$MODELS"/parallel-segment.mech .
$ dalembert eval nonholonomic-double-pendulum.mech --at "x1'=0, y1'=0, x2'=0, y2'=0"
nonholonomic-double-pendulum.mech:15:19: error: a singular state: the constraint pivot loses its independence here [N0717]
   15 | constraint pivot: x1*x1'*y2' - x2*x2'*y1' + (y1 - y2)*y1'*y2' = 0       # (1.2)
      |                   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
[2]

# (b), y1' = y2' = 0, is not singular in general, against B11: the forces along x are held by nothing
$ dalembert eval nonholonomic-double-pendulum.mech --at "x1'=1, y1'=0, x2'=1, y2'=0" | rounded | sed -n '/^acc/,/^mom/p'
accelerations
x1'' = 9.81
y1'' = 0
x2'' = 9.81
y2'' = 0
momenta

# but it is where P1 is on the y-axis, moves across it, and the normal to v2 goes through P1;
# this state is missing in (1.1)
$ dalembert eval nonholonomic-double-pendulum.mech --at "x1=0, y1=1, x2=2, y2=0.5, x1'=0.7, y1'=0, x2'=0.25, y2'=1" --method udwadia
nonholonomic-double-pendulum.mech:15:19: error: a singular state: the constraint pivot loses its independence here [N0717]
   15 | constraint pivot: x1*x1'*y2' - x2*x2'*y1' + (y1 - y2)*y1'*y2' = 0       # (1.2)
      |                   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
[2]

# B08 8.3: v1 = v2 = 0
$ cat >parallel.mech <<'END'
> coordinate x1, y1, x2, y2
> point P1 mass 1 at [x1, y1]
> point P2 mass 2 at [x2, y2]
> constraint parallel: x1'*y2' - x2'*y1' = 0
> END
$ dalembert eval parallel.mech
parallel.mech:4:22: error: a singular state: the constraint parallel loses its independence here [N0717]
    4 | constraint parallel: x1'*y2' - x2'*y1' = 0
      |                      ^^^^^^^^^^^^^^^^^^^^^
[2]
$ dalembert eval parallel.mech --at "x1'=1, x2'=0, y2'=0" | grep -c "''"
4

# B08 8.4: both factors vanish
$ dalembert eval parallel-segment.mech --at "phi=0, x'=0, y'=1, phi'=0"
parallel-segment.mech:15:22: error: a singular state: the constraint parallel loses its independence here [N0717]
   15 | constraint parallel: cross(vel(P1), vel(P2)).z = 0
      |                      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
[2]

# a parallelogram, flat: the three constraints are dependent
$ cat >flat.mech <<'END'
> coordinate x1, y1, x2, y2
> point B mass 1 at [x1, y1]
> point C mass 1 at [x2, y2]
> constraint crank: x1^2 + y1^2 = 1
> constraint rocker: (x2 - 2)^2 + y2^2 = 1
> constraint coupler: (x2 - x1)^2 + (y2 - y1)^2 = 4
> END
$ dalembert eval flat.mech --at "x1=1, y1=0, x2=3, y2=0"
flat.mech:4:19: error: a singular state: the constraint crank loses its independence here [N0717]
    4 | constraint crank: x1^2 + y1^2 = 1
      |                   ^^^^^^^^^^^^^^^
flat.mech:5:20: error: a singular state: the constraint rocker loses its independence here [N0717]
    5 | constraint rocker: (x2 - 2)^2 + y2^2 = 1
      |                    ^^^^^^^^^^^^^^^^^^^^^
flat.mech:6:21: error: a singular state: the constraint coupler loses its independence here [N0717]
    6 | constraint coupler: (x2 - x1)^2 + (y2 - y1)^2 = 4
      |                     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
[2]
$ dalembert eval flat.mech --at "x1=0.6, y1=0.8, x2=2.6, y2=0.8" | grep -c "''"
4

# contradictory constraints
$ dalembert eval - 2>&1 <<'END' | grep error
> coordinate x
> kinetic = x'^2
> constraint one: x' = t
> constraint two: x' = -t
> END
<stdin>:4:17: error: the constraint two does not stay satisfied with the others: it depends on them to first order, but does not follow from them [N0751]

