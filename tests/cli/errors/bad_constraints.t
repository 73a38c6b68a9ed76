Mistakes in constraint.

# an equals sign
$ dalembert derive - <<'EOF'
> coordinate x, y
> kinetic = 1/2*(x'^2 + y'^2)
> constraint rod: x^2 + y^2 - 1
> EOF
<stdin>:3:30: error: = is needed here, not the end of the line [N0402]
    3 | constraint rod: x^2 + y^2 - 1
      |                              ^
[2]

# a colon after the name
$ dalembert derive - <<'EOF'
> coordinate x, y
> kinetic = 1/2*(x'^2 + y'^2)
> constraint rod x^2 + y^2 = 1
> EOF
<stdin>:3:16: error: : is needed here, not x [N0402]
    3 | constraint rod x^2 + y^2 = 1
      |                ^
[2]

# the same name twice
$ dalembert derive - <<'EOF'
> coordinate x, y
> kinetic = 1/2*(x'^2 + y'^2)
> constraint rod: x = 1
> constraint rod: y = 1
> EOF
<stdin>:4:17: error: rod is already declared, as a constraint [N0202]
    4 | constraint rod: y = 1
      |                 ^^^^^
help: the first one is in line 3
[2]

# both sides are of one kind
$ dalembert derive - <<'EOF'
> coordinate x, y
> kinetic = 1/2*(x'^2 + y'^2)
> constraint pin: [x, y] = 1
> EOF
<stdin>:3:26: error: a vector and a scalar cannot be added or compared [N0304]
    3 | constraint pin: [x, y] = 1
      |                          ^
[2]

# it can hold
$ dalembert derive - <<'EOF'
> coordinate x, y
> kinetic = 1/2*(x'^2 + y'^2)
> constraint odd: x - x = 1
> EOF
<stdin>:3:17: error: this constraint can never hold [N0406]
    3 | constraint odd: x - x = 1
      |                 ^^^^^^^^^
[2]

# it is about the motion
$ dalembert derive - <<'EOF'
> parameter m = 1
> coordinate x
> kinetic = 1/2*m*x'^2
> constraint heavy: m = 2
> EOF
<stdin>:4:19: error: this constraint contains no coordinate, velocity or momentum [N0407]
    4 | constraint heavy: m = 2
      |                   ^^^^^
[2]

# what always holds is left out, with a warning
$ dalembert derive - >/dev/null <<'EOF'
> coordinate x
> kinetic = 1/2*x'^2
> constraint unit: sin(x)^2 + cos(x)^2 = 1
> EOF
<stdin>:3:18: warning: this constraint always holds and is ignored [N0409]
    3 | constraint unit: sin(x)^2 + cos(x)^2 = 1
      |                  ^^^^^^^^^^^^^^^^^^^^^^^

# and its multiplier cannot be requested
$ dalembert derive - <<'EOF'
> coordinate x
> kinetic = 1/2*x'^2
> constraint unit: sin(x)^2 + cos(x)^2 = 1
> observe f = lambda(unit)
> EOF
<stdin>:3:18: warning: this constraint always holds and is ignored [N0409]
    3 | constraint unit: sin(x)^2 + cos(x)^2 = 1
      |                  ^^^^^^^^^^^^^^^^^^^^^^^
<stdin>:4:20: error: the constraint unit always holds, so it was ignored [N0209]
    4 | observe f = lambda(unit)
      |                    ^^^^
[2]

# accelerations enter linearly
$ dalembert derive - <<'EOF'
> coordinate x
> kinetic = 1/2*x'^2
> constraint jerk: x''^2 = 4
> EOF
<stdin>:3:18: error: accelerations may enter a constraint only linearly [N0408]
    3 | constraint jerk: x''^2 = 4
      |                  ^^^^^^^^^
[2]

# multipliers do not enter at all
$ dalembert derive - <<'EOF'
> coordinate x, y
> kinetic = 1/2*(x'^2 + y'^2)
> constraint rod: x^2 + y^2 = 1
> constraint pull: x' = lambda(rod)
> EOF
<stdin>:4:23: error: lambda(rod) is computed from the motion, but a constraint may contain only coordinates, velocities, accelerations, momenta, speeds, t and parameters [N0403]
    4 | constraint pull: x' = lambda(rod)
      |                       ^^^^^^^^^^^
[2]

# `realized by` takes what is linear in the velocities
$ dalembert derive - <<'EOF'
> coordinate x, phi
> kinetic = 1/2*(x'^2 + phi'^2)
> constraint hold: phi = 0 realized by x
> EOF
<stdin>:3:38: error: what follows `realized by` must be a sum of velocities times functions of position [N0405]
    3 | constraint hold: phi = 0 realized by x
      |                                      ^
[2]

# `by` is missing
$ dalembert derive - <<'EOF'
> coordinate x, phi
> kinetic = 1/2*(x'^2 + phi'^2)
> constraint hold: phi = 0 realized x'
> EOF
<stdin>:3:35: error: `by` is needed here, not x [N0402]
    3 | constraint hold: phi = 0 realized x'
      |                                   ^
[2]

# nearly `realized`
$ dalembert derive - <<'EOF'
> coordinate x, phi
> kinetic = 1/2*(x'^2 + phi'^2)
> constraint hold: phi = 0 realised by x'
> EOF
<stdin>:3:26: error: multiplication must be written: put * before realised [N0302]
    3 | constraint hold: phi = 0 realised by x'
      |                          ^^^^^^^^
help: did you mean realized?
<stdin>:3:26: error: realised is not declared [N0201]
    3 | constraint hold: phi = 0 realised by x'
      |                          ^^^^^^^^
help: declare it above: `parameter realised` or `coordinate realised`
<stdin>:3:35: error: by is not declared [N0201]
    3 | constraint hold: phi = 0 realised by x'
      |                                   ^^
help: declare it above: `parameter by` or `coordinate by`
[2]

# a servo for a vector constraint is a vector
$ dalembert derive - <<'EOF'
> coordinate x, y
> kinetic = 1/2*(x'^2 + y'^2)
> constraint pin: [x, y] = [1, 2] realized by x'
> EOF
<stdin>:3:45: error: a vector is needed here, but this is a scalar [N0306]
    3 | constraint pin: [x, y] = [1, 2] realized by x'
      |                                             ^^
[2]

# two equations in one constraint
$ dalembert derive - <<'EOF'
> coordinate x, y
> kinetic = 1/2*(x'^2 + y'^2)
> constraint same: x = y = 1
> EOF
<stdin>:3:24: error: the end of the line is needed here, not = [N0402]
    3 | constraint same: x = y = 1
      |                        ^
[2]

# a strict comparison is not a constraint, and one with >= is on positions
$ dalembert derive - <<'EOF'
> coordinate x, y
> kinetic = 1/2*(x'^2 + y'^2)
> constraint above: x > 0
> constraint faster: x' >= 0
> constraint vector: [x, y] >= [0, 0]
> constraint e: x >= 0 restitution -1
> EOF
<stdin>:3:21: error: = is needed here, not > [N0402]
    3 | constraint above: x > 0
      |                     ^
help: both sides of an equation are needed, not an inequality
<stdin>:4:20: error: a constraint with >= or <= must be on positions: coordinates, t and parameters [N0880]
    4 | constraint faster: x' >= 0
      |                    ^^^^^^^
<stdin>:5:20: error: a scalar is needed here, but this is a vector [N0305]
    5 | constraint vector: [x, y] >= [0, 0]
      |                    ^^^^^^^^^^^^^^^^
<stdin>:6:34: error: a coefficient of restitution cannot be negative [N0411]
    6 | constraint e: x >= 0 restitution -1
      |                                  ^^
[2]
