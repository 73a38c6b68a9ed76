Several mistakes in one file are all reported, in the order of their places, and none twice.

# one in each statement that declares
$ dalembert derive - <<'EOF'
> system 1
> parameter m = , g = 9.81
> coordinate x, 2y
> momentum
> speed
> rate x = 1
> let = 2
> frame = rotate(z, x)
> point [x, 0]
> body "D" mass 1
> EOF
<stdin>:1:8: error: a title in quotes is needed here, not 1 [N0402]
    1 | system 1
      |        ^
<stdin>:2:15: error: a value is needed here, not , [N0301]
    2 | parameter m = , g = 9.81
      |               ^
<stdin>:3:15: error: the name of a coordinate is needed here, not 2 [N0402]
    3 | coordinate x, 2y
      |               ^
<stdin>:4:9: error: the name of a momentum is needed here, not the end of the line [N0402]
    4 | momentum
      |         ^
<stdin>:5:6: error: the name of a speed is needed here, not the end of the line [N0402]
    5 | speed
      |      ^
<stdin>:6:6: error: a velocity such as x' is needed here, not x [N0402]
    6 | rate x = 1
      |      ^
<stdin>:7:5: error: the name of an abbreviation is needed here, not = [N0402]
    7 | let = 2
      |     ^
<stdin>:8:7: error: the name of a frame is needed here, not = [N0402]
    8 | frame = rotate(z, x)
      |       ^
<stdin>:9:7: error: the name of a point is needed here, not [ [N0402]
    9 | point [x, 0]
      |       ^
<stdin>:10:6: error: the name of a body is needed here, not a label [N0402]
   10 | body "D" mass 1
      |      ^^^
[2]

# in each of dynamics
$ dalembert derive - <<'EOF'
> coordinate x
> kinetic + 1
> potential := 2
> lagrangian
> hamiltonian : 1
> gravity [0, 1]
> force = 2
> torque on
> dissipation = ()
> constraint : x = 1
> EOF
<stdin>:2:9: error: = is needed here, not + [N0402]
    2 | kinetic + 1
      |         ^
help: an energy is given after =, and += adds to it
<stdin>:3:11: error: = is needed here, not : [N0402]
    3 | potential := 2
      |           ^
help: write = alone
<stdin>:4:11: error: = is needed here, not the end of the line [N0402]
    4 | lagrangian
      |           ^
help: an energy is given after =, and += adds to it
<stdin>:5:13: error: = is needed here, not : [N0402]
    5 | hamiltonian : 1
      |             ^
<stdin>:6:9: error: = is needed here, not [ [N0402]
    6 | gravity [0, 1]
      |         ^
<stdin>:7:7: error: `on` or a coordinate is needed here, not = [N0402]
    7 | force = 2
      |       ^
<stdin>:8:10: error: a body is needed here, not the end of the line [N0402]
    8 | torque on
      |          ^
<stdin>:9:16: error: a value is needed here, not ) [N0301]
    9 | dissipation = ()
      |                ^
<stdin>:10:12: error: a value is needed here, not : [N0301]
   10 | constraint : x = 1
      |            ^
[2]

# and in each that asks for something
$ dalembert derive - <<'EOF'
> coordinate x
> kinetic = 1/2*x'^2
> observe 1 = x
> initial = 2
> guess x = = 1
> simulate
> stop when
> draw
> claim
> deny
> EOF
<stdin>:3:9: error: the name of the observable is needed here, not 1 [N0402]
    3 | observe 1 = x
      |         ^
<stdin>:4:9: error: a coordinate, velocity, momentum or speed is needed here, not = [N0402]
    4 | initial = 2
      |         ^
<stdin>:5:11: error: a value is needed here, not = [N0301]
    5 | guess x = = 1
      |           ^
help: one = is enough
<stdin>:6:1: error: simulate has no `to` [N0412]
    6 | simulate
      | ^^^^^^^^
<stdin>:7:10: error: a value is needed here, not the end of the line [N0301]
    7 | stop when
      |          ^
<stdin>:8:5: error: `line`, `path`, `circle`, `box`, `cylinder` or `arrow` is needed here, not the end of the line [N0402]
    8 | draw
      |     ^
<stdin>:9:6: error: a value is needed here, not the end of the line [N0301]
    9 | claim
      |      ^
<stdin>:10:5: error: a value is needed here, not the end of the line [N0301]
   10 | deny
      |     ^
[2]

# a broken declaration is no reason to complain about its name
$ dalembert derive - <<'EOF'
> coordinate x
> parameter k = 1 +* 2, m = )
> let r = [x, 0
> point P mass m at r
> potential = 1/2*k*x^2
> EOF
<stdin>:2:18: error: a value is needed here, not * [N0301]
    2 | parameter k = 1 +* 2, m = )
      |                  ^
<stdin>:2:27: error: a value is needed here, not ) [N0301]
    2 | parameter k = 1 +* 2, m = )
      |                           ^
<stdin>:3:9: error: [ is not closed [N0105]
    3 | let r = [x, 0
      |         ^
[2]

# nor is a broken point for the forces on it
$ dalembert derive - <<'EOF'
> coordinate x
> point P mass m at [x, 0]
> force on P = [1, 0]
> observe h = pos(P).y
> gravity = [0, -9.81]
> EOF
<stdin>:2:14: error: m is not declared [N0201]
    2 | point P mass m at [x, 0]
      |              ^
help: declare it above: `parameter m` or `coordinate m`
[2]

# a broken coordinate list: nothing is said about a model without coordinates
$ dalembert derive - <<'EOF'
> coordinate x: y
> kinetic = 1/2*(x'^2 + y'^2)
> EOF
<stdin>:1:13: error: the end of the line is needed here, not : [N0402]
    1 | coordinate x: y
      |             ^
[2]

# a broken keyword: its names are not unknown
$ dalembert derive - <<'EOF'
> coordinat x, y
> parametre m
> kinetic = 1/2*m*(x'^2 + y'^2)
> EOF
<stdin>:1:1: error: coordinat does not start a statement [N0401]
    1 | coordinat x, y
      | ^^^^^^^^^
help: did you mean coordinate?
<stdin>:2:1: error: parametre does not start a statement [N0401]
    2 | parametre m
      | ^^^^^^^^^
help: did you mean parameter?
[2]

# the first 20 and the number of the others, of which there may be more than are kept
$ broken() { echo 'coordinate x'; echo "kinetic = 1/2*x'^2"; seq -f 'potential += y%g' "$1"; }
$ broken 20 >some.mech; dalembert derive some.mech >said 2>&1; echo $?; grep -c error: said; grep more said
2
20
[1]
$ broken 21 | dalembert derive - 2>&1 | tail -n 4
   22 | potential += y20
      |              ^^^
help: declare it above: `parameter y20` or `coordinate y20`
... and 1 more error
$ broken 120 >many.mech; dalembert derive many.mech >said 2>&1; echo $?; grep -c error: said; tail -n 1 said
2
20
... and 100 more errors

# warnings, too
$ (echo 'coordinate x'; echo "kinetic = 1/2*x'^2"; printf 'constraint x = x\n%.0s' $(seq 25)) >warn.mech; dalembert derive warn.mech 2>&1 >equations | tail -n 3; head -n 1 equations
   22 | constraint x = x
      |            ^^^^^
... and 5 more warnings
Equations of motion
$ dalembert derive --quiet warn.mech 2>&1 | grep warning
[1]

# from a file, the name of the file is shown, as it was given
$ mkdir -p sub; printf 'coordinate x\n' >sub/empty.mech; dalembert derive ./sub/empty.mech
./sub/empty.mech:1:12: error: the model has no mass and no kinetic energy [N0502]
    1 | coordinate x
      |            ^
help: give a mass (`point P mass m at [x, y]`), `kinetic = ...`, `lagrangian = ...` or `hamiltonian = ...`
[2]

# warnings and errors together
$ dalembert derive - <<'EOF'
> coordinate x
> kinetic = 1/2*x'^2
> constraint x = x
> gravity = [0, 0]
> potential = k
> initial x = 1
> guess x = 2
> EOF
<stdin>:3:12: warning: this constraint always holds and is ignored [N0409]
    3 | constraint x = x
      |            ^^^^^
<stdin>:5:13: error: k is not declared [N0201]
    5 | potential = k
      |             ^
help: declare it above: `parameter k` or `coordinate k`
<stdin>:7:7: warning: x has an initial value, so this guess is not used [N0510]
    7 | guess x = 2
      |       ^
[2]
