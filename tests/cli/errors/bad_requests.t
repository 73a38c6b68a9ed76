Mistakes in observe, initial, guess, simulate, stop and draw.

# an observable is a scalar
$ dalembert derive - <<'EOF'
> coordinate x
> point P mass 1 at [x, 0]
> observe where = pos(P)
> EOF
<stdin>:3:17: error: a scalar is needed here, but this is a vector [N0305]
    3 | observe where = pos(P)
      |                 ^^^^^^
[2]

# with a name
$ dalembert derive - <<'EOF'
> coordinate x
> point P mass 1 at [x, 0]
> observe x^2
> EOF
<stdin>:3:9: warning: every output already has a column x [N0414]
    3 | observe x^2
      |         ^
<stdin>:3:10: error: = is needed here, not ^ [N0402]
    3 | observe x^2
      |          ^
[2]

# of its own
$ dalembert derive - <<'EOF'
> coordinate x
> point P mass 1 at [x, 0]
> observe e = x^2
> observe e = x^3
> EOF
<stdin>:4:9: error: e is already declared, as an observable [N0202]
    4 | observe e = x^3
      |         ^
help: the first one is in line 3
[2]

# which is not already a column: a warning
$ dalembert derive - >/dev/null <<'EOF'
> coordinate x
> point P mass 1 at [x, 0]
> observe energy = x^2
> EOF
<stdin>:3:9: warning: every output already has a column energy [N0414]
    3 | observe energy = x^2
      |         ^^^^^^

# there is no such constraint
$ dalembert derive - <<'EOF'
> coordinate x
> point P mass 1 at [x, 0]
> constraint wall: x = t
> observe f = lambda(wal)
> EOF
<stdin>:4:20: error: unknown constraint wal [N0207]
    4 | observe f = lambda(wal)
      |                    ^^^
[2]

# a vector constraint has several multipliers
$ dalembert derive - <<'EOF'
> coordinate x, y
> point P mass 1 at [x, y]
> constraint pin: [x, y] = [1, t]
> observe f = lambda(pin)
> EOF
<stdin>:4:20: error: the constraint pin has several components [N0208]
    4 | observe f = lambda(pin)
      |                    ^^^
help: name one of its components: pin.1
[2]

# reactions are on coordinates
$ dalembert derive - <<'EOF'
> coordinate x
> point P mass 1 at [x, 0]
> observe f = reaction(P)
> EOF
<stdin>:3:13: error: a scalar is needed here, but this is a vector [N0305]
    3 | observe f = reaction(P)
      |             ^^^^^^^^^^^
[2]

# initial values of something that is not a state variable
$ dalembert derive - <<'EOF'
> parameter k = 1
> coordinate x
> point P mass 1 at [x, 0]
> initial k = 2
> EOF
<stdin>:4:9: error: k is not a coordinate, velocity, momentum or speed [N0413]
    4 | initial k = 2
      |         ^
[2]

# accelerations follow from the equations
$ dalembert derive - <<'EOF'
> coordinate x
> point P mass 1 at [x, 0]
> initial x'' = 2
> EOF
<stdin>:3:9: error: x'' is not a coordinate, velocity, momentum or speed [N0413]
    3 | initial x'' = 2
      |         ^^^
[2]

# a value is a number
$ dalembert derive - <<'EOF'
> coordinate x, y
> point P mass 1 at [x, y]
> initial x = y
> EOF
<stdin>:3:13: error: y is a coordinate, but this value may contain only parameters [N0403]
    3 | initial x = y
      |             ^
[2]

# twice
$ dalembert derive - <<'EOF'
> coordinate x
> point P mass 1 at [x, 0]
> initial x = 1
> initial x' = 0, x = 2
> EOF
<stdin>:4:17: error: x is given twice [N0404]
    4 | initial x' = 0, x = 2
      |                 ^
help: the first one is in line 3
[2]

# a scalar
$ dalembert derive - <<'EOF'
> coordinate x
> point P mass 1 at [x, 0]
> initial x = [1, 2]
> EOF
<stdin>:3:13: error: a scalar is needed here, but this is a vector [N0305]
    3 | initial x = [1, 2]
      |             ^^^^^^
[2]

# a guess of what is known: a warning
$ dalembert derive - >/dev/null <<'EOF'
> coordinate x
> point P mass 1 at [x, 0]
> initial x = 1
> guess x = 2
> EOF
<stdin>:4:7: warning: x has an initial value, so this guess is not used [N0510]
    4 | guess x = 2
      |       ^

# a guess without a value
$ dalembert derive - <<'EOF'
> coordinate x
> point P mass 1 at [x, 0]
> guess x
> EOF
<stdin>:3:8: error: = is needed here, not the end of the line [N0402]
    3 | guess x
      |        ^
[2]

# a run ends somewhere
$ dalembert derive - <<'EOF'
> coordinate x
> point P mass 1 at [x, 0]
> simulate every 0.1
> EOF
<stdin>:3:1: error: simulate has no `to` [N0412]
    3 | simulate every 0.1
      | ^^^^^^^^^^^^^^^^^^
[2]

# and once
$ dalembert derive - <<'EOF'
> coordinate x
> point P mass 1 at [x, 0]
> simulate to 10 to 20
> EOF
<stdin>:3:16: error: to is given twice [N0404]
    3 | simulate to 10 to 20
      |                ^^
[2]

# forwards
$ dalembert derive - <<'EOF'
> coordinate x
> point P mass 1 at [x, 0]
> simulate to 10 every -0.1
> EOF
<stdin>:3:22: error: the time between outputs must be positive [N0415]
    3 | simulate to 10 every -0.1
      |                      ^^^^
[2]

# at constant times
$ dalembert derive - <<'EOF'
> coordinate x
> point P mass 1 at [x, 0]
> simulate to x
> EOF
<stdin>:3:13: error: x is a coordinate, but this value may contain only parameters [N0403]
    3 | simulate to x
      |             ^
[2]

# there is one
$ dalembert derive - <<'EOF'
> coordinate x
> point P mass 1 at [x, 0]
> simulate to 10
> simulate to 20
> EOF
<stdin>:4:1: error: simulate is given twice [N0404]
    4 | simulate to 20
      | ^^^^^^^^^^^^^^
help: the first one is in line 3
[2]

# a word that is not known here
$ dalembert derive - <<'EOF'
> coordinate x
> point P mass 1 at [x, 0]
> simulate until 10
> EOF
<stdin>:3:10: error: `from`, `to` or `every` is needed here, not until [N0402]
    3 | simulate until 10
      |          ^^^^^
[2]

# when?
$ dalembert derive - <<'EOF'
> coordinate x
> point P mass 1 at [x, 0]
> stop x = 2
> EOF
<stdin>:3:6: error: `when` is needed here, not x [N0402]
    3 | stop x = 2
      |      ^
[2]

# an equation
$ dalembert derive - <<'EOF'
> coordinate x
> point P mass 1 at [x, 0]
> stop when x > 2
> EOF
<stdin>:3:13: error: = is needed here, not > [N0402]
    3 | stop when x > 2
      |             ^
help: both sides of an equation are needed, not an inequality
[2]

# of scalars
$ dalembert derive - <<'EOF'
> coordinate x
> point P mass 1 at [x, 0]
> stop when pos(P) = 0
> EOF
<stdin>:3:11: error: a scalar is needed here, but this is a vector [N0305]
    3 | stop when pos(P) = 0
      |           ^^^^^^
[2]

# nearly `rising`
$ dalembert derive - <<'EOF'
> coordinate x
> point P mass 1 at [x, 0]
> stop when x = 2 rizing
> EOF
<stdin>:3:17: error: multiplication must be written: put * before rizing [N0302]
    3 | stop when x = 2 rizing
      |                 ^^^^^^
help: did you mean rising?
<stdin>:3:17: error: rizing is not declared [N0201]
    3 | stop when x = 2 rizing
      |                 ^^^^^^
help: declare it above: `parameter rizing` or `coordinate rizing`
[2]

# a line joins two points
$ dalembert derive - <<'EOF'
> coordinate x
> point P mass 1 at [x, 0]
> draw line P
> EOF
<stdin>:3:12: error: a point or body is needed here, not the end of the line [N0402]
    3 | draw line P
      |            ^
[2]

# a circle has a radius
$ dalembert derive - <<'EOF'
> coordinate x
> point P mass 1 at [x, 0]
> draw circle P
> EOF
<stdin>:3:14: error: `radius` is needed here, not the end of the line [N0402]
    3 | draw circle P
      |              ^
[2]

# that is not negative
$ dalembert derive - <<'EOF'
> coordinate x
> point P mass 1 at [x, 0]
> draw circle P radius -1
> EOF
<stdin>:3:22: error: a radius cannot be negative [N0411]
    3 | draw circle P radius -1
      |                      ^^
[2]

# points, not coordinates
$ dalembert derive - <<'EOF'
> coordinate x
> point P mass 1 at [x, 0]
> draw path x
> EOF
<stdin>:3:11: error: x is a coordinate, but a point or a body is needed here [N0205]
    3 | draw path x
      |           ^
[2]

# squares cannot be drawn
$ dalembert derive - <<'EOF'
> coordinate x
> point P mass 1 at [x, 0]
> draw square P
> EOF
<stdin>:3:6: error: `line`, `path`, `circle`, `box`, `cylinder` or `arrow` is needed here, not square [N0402]
    3 | draw square P
      |      ^^^^^^
[2]
