Mistakes in frame, point and body.

# rotations are about axes x, y or z
$ dalembert derive - <<'EOF'
> coordinate a
> frame B = rotate(w, a)
> body D mass 1 at [0, 0] frame B inertia (1, 1, 1)
> EOF
<stdin>:2:18: error: an axis x, y, z or [a, b, c] is needed here, not w [N0402]
    2 | frame B = rotate(w, a)
      |                  ^
[2]

# and have an angle
$ dalembert derive - <<'EOF'
> coordinate a
> frame B = rotate(z)
> body D mass 1 at [0, 0] frame B inertia (1, 1, 1)
> EOF
<stdin>:2:19: error: , is needed here, not ) [N0402]
    2 | frame B = rotate(z)
      |                   ^
[2]

# which is a function of position
$ dalembert derive - <<'EOF'
> coordinate a
> frame B = rotate(z, a')
> body D mass 1 at [0, 0] frame B inertia (1, 1, 1)
> EOF
<stdin>:2:21: error: a' is a velocity, but an angle of rotation may contain only coordinates, t and parameters [N0403]
    2 | frame B = rotate(z, a')
      |                     ^^
[2]

# a word that is nearly right
$ dalembert derive - <<'EOF'
> coordinate a
> frame B = rotat(z, a)
> body D mass 1 at [0, 0] frame B inertia (1, 1, 1)
> EOF
<stdin>:2:11: error: `rotate` is needed here, not rotat [N0402]
    2 | frame B = rotat(z, a)
      |           ^^^^^
help: did you mean rotate?
[2]

# a frame starts from a frame
$ dalembert derive - <<'EOF'
> coordinate a
> point P mass 1 at [cos(a), sin(a)]
> frame B in P = rotate(z, a)
> EOF
<stdin>:3:12: error: P is a point, but a frame is needed here [N0205]
    3 | frame B in P = rotate(z, a)
      |            ^
[2]

# that exists
$ dalembert derive - <<'EOF'
> coordinate a
> frame C in B = rotate(z, a)
> body D mass 1 at [0, 0] frame C inertia (1, 1, 1)
> EOF
<stdin>:2:12: error: B is not declared [N0201]
    2 | frame C in B = rotate(z, a)
      |            ^
help: declare it above: `parameter B` or `coordinate B`
[2]

# a rotation that is not closed does not swallow the next line
$ dalembert derive - <<'EOF'
> coordinate a
> frame B = rotate(z, a
> body D mass 1 at [0, 0] frame B inertia (1, 1, 1)
> EOF
<stdin>:2:17: error: ( is not closed [N0105]
    2 | frame B = rotate(z, a
      |                 ^
[2]

# a point is somewhere
$ dalembert derive - <<'EOF'
> coordinate x
> point P mass 1
> EOF
<stdin>:2:7: error: P has no `at [...]` [N0412]
    2 | point P mass 1
      |       ^
[2]

# its position is a vector
$ dalembert derive - <<'EOF'
> coordinate x
> point P mass 1 at x
> EOF
<stdin>:2:19: error: a vector is needed here, but this is a scalar [N0306]
    2 | point P mass 1 at x
      |                   ^
[2]

# with two or three components
$ dalembert derive - <<'EOF'
> coordinate x
> point P mass 1 at [x]
> EOF
<stdin>:2:19: error: a vector has two or three components, this one has 1 [N0309]
    2 | point P mass 1 at [x]
      |                   ^^^
[2]

# and made of coordinates
$ dalembert derive - <<'EOF'
> coordinate x
> point P mass 1 at [x', 0]
> EOF
<stdin>:2:20: error: x' is a velocity, but a position may contain only coordinates, t and parameters [N0403]
    2 | point P mass 1 at [x', 0]
      |                    ^^
[2]

# the mass comes with a number
$ dalembert derive - <<'EOF'
> coordinate x
> point P mass at [x, 0]
> EOF
<stdin>:2:14: error: a value is needed here, not at [N0301]
    2 | point P mass at [x, 0]
      |              ^^
[2]

# which is not negative
$ dalembert derive - <<'EOF'
> coordinate x
> point P mass -2 at [x, 0]
> EOF
<stdin>:2:14: error: a mass cannot be negative [N0411]
    2 | point P mass -2 at [x, 0]
      |              ^^
[2]

# and constant
$ dalembert derive - <<'EOF'
> coordinate x
> point P mass 1 + x at [x, 0]
> EOF
<stdin>:2:18: error: x is a coordinate, but a mass may contain only parameters [N0403]
    2 | point P mass 1 + x at [x, 0]
      |                  ^
[2]

# a word that is not known here
$ dalembert derive - <<'EOF'
> coordinate x
> point P mass 1 is [x, 0]
> EOF
<stdin>:2:7: error: P has no `at [...]` [N0412]
    2 | point P mass 1 is [x, 0]
      |       ^
<stdin>:2:16: error: multiplication must be written: put * before is [N0302]
    2 | point P mass 1 is [x, 0]
      |                ^^
<stdin>:2:16: error: is is not declared [N0201]
    2 | point P mass 1 is [x, 0]
      |                ^^
help: declare it above: `parameter is` or `coordinate is`
[2]

# `inertia` belongs to bodies
$ dalembert derive - <<'EOF'
> coordinate x
> point P mass 1 at [x, 0] inertia (1, 1, 1)
> EOF
<stdin>:2:26: error: multiplication must be written: put * before inertia [N0302]
    2 | point P mass 1 at [x, 0] inertia (1, 1, 1)
      |                          ^^^^^^^
<stdin>:2:26: error: unknown function inertia [N0206]
    2 | point P mass 1 at [x, 0] inertia (1, 1, 1)
      |                          ^^^^^^^
[2]

# the same thing twice
$ dalembert derive - <<'EOF'
> coordinate x
> point P mass 1 at [x, 0] mass 2
> EOF
<stdin>:2:26: error: mass is given twice [N0404]
    2 | point P mass 1 at [x, 0] mass 2
      |                          ^^^^
[2]

# a body needs a mass, a place and its moments of inertia
$ dalembert derive - <<'EOF'
> coordinate a
> frame B = rotate(z, a)
> body D frame B
> EOF
<stdin>:3:6: error: D has no `at [...]` [N0412]
    3 | body D frame B
      |      ^
<stdin>:3:6: error: D has no `mass` [N0412]
    3 | body D frame B
      |      ^
<stdin>:3:6: error: D has no `inertia (...)` [N0412]
    3 | body D frame B
      |      ^
[2]

# three numbers, or six
$ dalembert derive - <<'EOF'
> coordinate a
> frame B = rotate(z, a)
> body D mass 1 at [0, 0] frame B inertia (1, 2)
> EOF
<stdin>:3:41: error: inertia takes three or six numbers, not 2 [N0410]
    3 | body D mass 1 at [0, 0] frame B inertia (1, 2)
      |                                         ^^^^^^
[2]

# in parentheses
$ dalembert derive - <<'EOF'
> coordinate a
> frame B = rotate(z, a)
> body D mass 1 at [0, 0] frame B inertia [1, 2, 3]
> EOF
<stdin>:3:41: error: ( is needed here, not [ [N0402]
    3 | body D mass 1 at [0, 0] frame B inertia [1, 2, 3]
      |                                         ^
help: three moments along the frame: `inertia (I1, I2, I3)`; in the plane `inertia (0, 0, I)`
[2]

# not negative
$ dalembert derive - <<'EOF'
> coordinate a
> frame B = rotate(z, a)
> body D mass 1 at [0, 0] frame B inertia (1, -2, 3)
> EOF
<stdin>:3:45: error: a moment of inertia cannot be negative [N0411]
    3 | body D mass 1 at [0, 0] frame B inertia (1, -2, 3)
      |                                             ^^
[2]

# the frame of a body is a frame
$ dalembert derive - <<'EOF'
> coordinate a
> body D mass 1 at [cos(a), 0] frame a inertia (1, 2, 3)
> EOF
<stdin>:2:36: error: a is a coordinate, but a frame is needed here [N0205]
    2 | body D mass 1 at [cos(a), 0] frame a inertia (1, 2, 3)
      |                                    ^
[2]

# what other languages write
$ dalembert derive - <<'END'
> coordinate a, b
> input F
> frame A = rotate z by a
> frame B in A = rotate(z, b)
> frame C = B rotate(x, a)
> body D mass 1 at [1, 0] frame B inertia 1/12
> body E frame B inertia (0, 0, 1)
> torque a = 3
> point P mass 1 at [cos(a), sin(a)]
> force P = [1, 0]
> END
<stdin>:2:1: error: input does not start a statement [N0401]
    2 | input F
      | ^^^^^
help: an input is a parameter, such as `parameter F = 0`, that `--input F` names in analyze and export
<stdin>:3:18: error: ( is needed here, not z [N0402]
    3 | frame A = rotate z by a
      |                  ^
help: the axis and the angle: rotate(z, a)
<stdin>:5:11: error: `rotate` is needed here, not B [N0402]
    5 | frame C = B rotate(x, a)
      |           ^
help: a frame that starts from another one: `frame B in A = rotate(x, a)`
<stdin>:6:41: error: ( is needed here, not 1 [N0402]
    6 | body D mass 1 at [1, 0] frame B inertia 1/12
      |                                         ^
help: three moments along the frame: `inertia (I1, I2, I3)`; in the plane `inertia (0, 0, I)`
<stdin>:7:6: error: E has no `at [...]` [N0412]
    7 | body E frame B inertia (0, 0, 1)
      |      ^
<stdin>:7:6: error: E has no `mass` [N0412]
    7 | body E frame B inertia (0, 0, 1)
      |      ^
help: a body that only turns may have `mass 0 at [0, 0]`
<stdin>:8:8: error: `on` is needed here, not a [N0402]
    8 | torque a = 3
      |        ^
help: on a body: `torque on B = [0, 0, M]`; on an angle: `force a = M`
<stdin>:10:7: error: P is a point, but a coordinate is needed here [N0205]
   10 | force P = [1, 0]
      |       ^
help: write `force on P = ...`
[2]
