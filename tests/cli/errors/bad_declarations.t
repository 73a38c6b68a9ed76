Mistakes in the statements that declare: system, parameter, coordinate, momentum, speed, rate, let.

# a title is a text in quotes
$ dalembert derive - <<'EOF'
> system Pendulum
> coordinate x
> kinetic = 1/2*x'^2
> EOF
<stdin>:1:8: error: a title in quotes is needed here, not Pendulum [N0402]
    1 | system Pendulum
      |        ^^^^^^^^
[2]

# and is given once
$ dalembert derive - <<'EOF'
> system "Oscillator"
> coordinate x
> kinetic = 1/2*x'^2
> system "Another"
> EOF
<stdin>:4:8: error: the title is given twice [N0404]
    4 | system "Another"
      |        ^^^^^^^^^
help: the first one is in line 1
[2]

# a parameter's value may use parameters only
$ dalembert derive - <<'EOF'
> coordinate x
> parameter k = 2*x
> kinetic = 1/2*x'^2
> potential = k*x^2/2
> EOF
<stdin>:2:17: error: x is a coordinate, but the value of a parameter may contain only parameters [N0403]
    2 | parameter k = 2*x
      |                 ^
[2]

# an earlier parameter, not a later one
$ dalembert derive - <<'EOF'
> parameter J = m*r^2, m = 1, r = 2
> coordinate x
> kinetic = 1/2*J*x'^2
> EOF
<stdin>:1:15: error: m is not declared [N0201]
    1 | parameter J = m*r^2, m = 1, r = 2
      |               ^
help: declare it above: `parameter m` or `coordinate m`
<stdin>:1:17: error: r is not declared [N0201]
    1 | parameter J = m*r^2, m = 1, r = 2
      |                 ^
help: declare it above: `parameter r` or `coordinate r`
[2]

# a list needs its commas
$ dalembert derive - <<'EOF'
> parameter m = 1 g = 9.81
> coordinate x
> kinetic = 1/2*m*x'^2
> potential = m*g*x
> EOF
<stdin>:1:17: error: , is needed here, not g [N0402]
    1 | parameter m = 1 g = 9.81
      |                 ^
[2]

# and names, not numbers
$ dalembert derive - <<'EOF'
> parameter 1 = m
> coordinate x
> kinetic = 1/2*x'^2
> EOF
<stdin>:1:11: error: the name of a parameter is needed here, not 1 [N0402]
    1 | parameter 1 = m
      |           ^
[2]

# a value is missing
$ dalembert derive - <<'EOF'
> parameter m =
> coordinate x
> kinetic = 1/2*m*x'^2
> EOF
<stdin>:1:14: error: a value is needed here, not the end of the line [N0301]
    1 | parameter m =
      |              ^
[2]

# initial values are not given where a coordinate is declared
$ dalembert derive - <<'EOF'
> coordinate x = 1
> kinetic = 1/2*x'^2
> EOF
<stdin>:1:14: error: the end of the line is needed here, not = [N0402]
    1 | coordinate x = 1
      |              ^
help: initial values are given by `initial x = ...`
[2]

# a velocity is not declared
$ dalembert derive - <<'EOF'
> coordinate x, x'
> kinetic = 1/2*x'^2
> EOF
<stdin>:1:15: error: x is already declared, as a coordinate [N0202]
    1 | coordinate x, x'
      |               ^
help: the first one is in line 1
<stdin>:1:16: error: the end of the line is needed here, not ' [N0402]
    1 | coordinate x, x'
      |                ^
[2]

# twice the same coordinate
$ dalembert derive - <<'EOF'
> coordinate x, y, x
> kinetic = 1/2*(x'^2 + y'^2)
> EOF
<stdin>:1:18: error: x is already declared, as a coordinate [N0202]
    1 | coordinate x, y, x
      |                  ^
help: the first one is in line 1
[2]

# the name of a parameter is taken
$ dalembert derive - <<'EOF'
> parameter l = 1
> coordinate l
> kinetic = 1/2*l'^2
> EOF
<stdin>:2:12: error: l is already declared, as a parameter [N0202]
    2 | coordinate l
      |            ^
help: the first one is in line 1
[2]

# more momenta than coordinates
$ dalembert derive - <<'EOF'
> coordinate x
> momentum px, py
> hamiltonian = px^2/2
> EOF
<stdin>:2:14: error: 2 momenta are named, but the number of coordinates is 1 [N0505]
    2 | momentum px, py
      |              ^^
[2]

# fewer momenta than coordinates
$ dalembert derive - <<'EOF'
> coordinate x, y
> momentum px
> hamiltonian = px^2/2
> EOF
<stdin>:2:10: error: 1 momenta are named, but the number of coordinates is 2 [N0505]
    2 | momentum px
      |          ^^
[2]

# momenta are named before they are used
$ dalembert derive - <<'EOF'
> coordinate x
> hamiltonian = p_x^2/2
> momentum px
> EOF
<stdin>:3:10: error: the momentum of x was used above as p_x: name it before its first use [N0210]
    3 | momentum px
      |          ^^
[2]

# a quasi-velocity is linear in the velocities
$ dalembert derive - <<'EOF'
> coordinate x, y
> speed u = x'*y'
> kinetic = 1/2*(x'^2 + y'^2)
> EOF
<stdin>:2:11: error: a quasi-velocity must be a sum of velocities times functions of position [N0405]
    2 | speed u = x'*y'
      |           ^^^^^
[2]

# and has no constant part
$ dalembert derive - <<'EOF'
> coordinate x, y
> speed u = x' + 1
> kinetic = 1/2*(x'^2 + y'^2)
> EOF
<stdin>:2:11: error: a quasi-velocity must be a sum of velocities times functions of position [N0405]
    2 | speed u = x' + 1
      |           ^^^^^^
[2]

# it contains velocities, not accelerations
$ dalembert derive - <<'EOF'
> coordinate x, y
> speed u = x' + y''
> kinetic = 1/2*(x'^2 + y'^2)
> EOF
<stdin>:2:16: error: y'' is an acceleration, but a quasi-velocity may contain only coordinates, velocities, t and parameters [N0403]
    2 | speed u = x' + y''
      |                ^^^
[2]

# more free speeds than coordinates
$ dalembert derive - <<'EOF'
> coordinate x
> speed v, w
> rate x' = v + w
> kinetic = 1/2*x'^2
> EOF
<stdin>:2:10: error: there are more speeds than coordinates (1) [N0508]
    2 | speed v, w
      |          ^
[2]

# the rate of every coordinate or of none
$ dalembert derive - <<'EOF'
> coordinate x, y, a
> speed v
> rate x' = v*cos(a), y' = v*sin(a)
> kinetic = 1/2*(x'^2 + y'^2 + a'^2)
> EOF
<stdin>:3:6: error: with the speed v, every coordinate needs a rate: a has none [N0506]
    3 | rate x' = v*cos(a), y' = v*sin(a)
      |      ^^
help: add `rate a' = ...`
[2]

# rates without a speed
$ dalembert derive - <<'EOF'
> coordinate x
> rate x' = 1
> kinetic = 1/2*x'^2
> EOF
<stdin>:2:6: error: the rate of x is given, but there is no free speed [N0507]
    2 | rate x' = 1
      |      ^^
help: declare the free velocity parameters first: `speed v, w`
[2]

# a rate of what has none
$ dalembert derive - <<'EOF'
> coordinate x
> speed v
> rate x = v
> kinetic = 1/2*x'^2
> EOF
<stdin>:3:6: error: a velocity such as x' is needed here, not x [N0402]
    3 | rate x = v
      |      ^
[2]

# a rate given twice
$ dalembert derive - <<'EOF'
> coordinate x
> speed v
> rate x' = v
> rate x' = 2*v
> kinetic = 1/2*x'^2
> EOF
<stdin>:4:6: error: the rate of x is given twice [N0404]
    4 | rate x' = 2*v
      |      ^^
help: the first one is in line 3
[2]

# a rate contains coordinates and speeds
$ dalembert derive - <<'EOF'
> coordinate x, y
> speed v
> rate x' = v, y' = x'
> kinetic = 1/2*(x'^2 + y'^2)
> EOF
<stdin>:3:19: error: x' is a velocity, but a rate may contain only coordinates, speeds, t and parameters [N0403]
    3 | rate x' = v, y' = x'
      |                   ^^
help: a rate gives a velocity as a function of coordinates, speeds and t
[2]

# an abbreviation needs its equals sign
$ dalembert derive - <<'EOF'
> coordinate x
> let c cos(x)
> kinetic = 1/2*x'^2*c
> EOF
<stdin>:2:7: error: = is needed here, not cos [N0402]
    2 | let c cos(x)
      |       ^^^
[2]

# and a name of its own
$ dalembert derive - <<'EOF'
> coordinate x
> let pi = 3
> kinetic = 1/2*x'^2
> EOF
<stdin>:2:5: error: pi cannot be declared: it is 3.14159... [N0203]
    2 | let pi = 3
      |     ^^
[2]

# the time is t
$ dalembert derive - <<'EOF'
> coordinate t
> kinetic = 1/2*t'^2
> EOF
<stdin>:1:12: error: t cannot be declared: it is the time [N0203]
    1 | coordinate t
      |            ^
[2]
