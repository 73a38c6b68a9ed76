Mistakes in claim and deny, one form after the other. Models are checked before claims are.

# a label is a text in quotes, on one line
$ dalembert derive - <<'EOF'
> coordinate x
> kinetic = 1/2*x'^2
> claim "eq. 1 x'' = 0
> EOF
<stdin>:3:7: error: the label has no closing quote in this line [N0104]
    3 | claim "eq. 1 x'' = 0
      |       ^^^^^^^^^^^^^^
[2]

# an equation has two sides
$ dalembert derive - <<'EOF'
> coordinate x
> kinetic = 1/2*x'^2
> claim "eq. 1" x''
> EOF
<stdin>:3:18: error: = is needed here, not the end of the line [N0402]
    3 | claim "eq. 1" x''
      |                  ^
[2]

# of one kind
$ dalembert derive - <<'EOF'
> coordinate x
> point P mass 1 at [x, 0]
> claim vel(P) = x'
> EOF
<stdin>:3:16: error: a vector and a scalar cannot be added or compared [N0304]
    3 | claim vel(P) = x'
      |                ^^
[2]

# with names that exist
$ dalembert derive - <<'EOF'
> coordinate x
> kinetic = 1/2*x'^2
> claim x'' = -k*x
> EOF
<stdin>:3:14: error: k is not declared [N0201]
    3 | claim x'' = -k*x
      |              ^
help: declare it above: `parameter k` or `coordinate k`
[2]

# conserved: an expression, no equation
$ dalembert derive - <<'EOF'
> coordinate x
> kinetic = 1/2*x'^2
> claim conserved x' = 1
> EOF
<stdin>:3:20: error: the end of the line is needed here, not = [N0402]
    3 | claim conserved x' = 1
      |                    ^
[2]

# that is a scalar
$ dalembert derive - <<'EOF'
> coordinate x
> point P mass 1 at [x, 0]
> claim conserved vel(P)
> EOF
<stdin>:3:17: error: a scalar is needed here, but this is a vector [N0305]
    3 | claim conserved vel(P)
      |                 ^^^^^^
[2]

# cyclic: a coordinate
$ dalembert derive - <<'EOF'
> parameter m = 1
> coordinate x
> kinetic = 1/2*m*x'^2
> claim cyclic m
> EOF
<stdin>:4:14: error: m is a parameter, but a coordinate is needed here [N0205]
    4 | claim cyclic m
      |              ^
[2]

# equilibrium: values for coordinates
$ dalembert derive - <<'EOF'
> coordinate x
> kinetic = 1/2*x'^2
> potential = x^2
> claim equilibrium x
> EOF
<stdin>:4:20: error: = is needed here, not the end of the line [N0402]
    4 | claim equilibrium x
      |                    ^
[2]

# which are constant
$ dalembert derive - <<'EOF'
> coordinate x, y
> kinetic = 1/2*(x'^2 + y'^2)
> claim equilibrium x = y
> EOF
<stdin>:3:23: error: y is a coordinate, but this value may contain only parameters [N0403]
    3 | claim equilibrium x = y
      |                       ^
[2]

# nearly `stable`
$ dalembert derive - <<'EOF'
> coordinate x
> kinetic = 1/2*x'^2
> potential = x^2
> claim equilibrium x = 0 stabel
> EOF
<stdin>:4:25: error: multiplication must be written: put * before stabel [N0302]
    4 | claim equilibrium x = 0 stabel
      |                         ^^^^^^
help: did you mean stable?
<stdin>:4:25: error: stabel is not declared [N0201]
    4 | claim equilibrium x = 0 stabel
      |                         ^^^^^^
help: declare it above: `parameter stabel` or `coordinate stabel`
[2]

# mode: it begins with lambda2
$ dalembert derive - <<'EOF'
> coordinate x
> kinetic = 1/2*x'^2
> potential = x^2
> claim mode omega = 1 at x = 0
> EOF
<stdin>:4:12: error: `lambda2` is needed here, not omega [N0402]
    4 | claim mode omega = 1 at x = 0
      |            ^^^^^
[2]

# its value is constant
$ dalembert derive - <<'EOF'
> coordinate x
> kinetic = 1/2*x'^2
> potential = x^2
> claim mode lambda2 = -2*x at x = 0
> EOF
<stdin>:4:25: error: x is a coordinate, but an eigenvalue may contain only parameters [N0403]
    4 | claim mode lambda2 = -2*x at x = 0
      |                         ^
[2]

# integrable, linear, redundant: of a constraint
$ dalembert derive - <<'EOF'
> coordinate x, y
> kinetic = 1/2*(x'^2 + y'^2)
> constraint rod: x^2 + y^2 = 1
> claim integrable road
> EOF
<stdin>:4:18: error: unknown constraint road [N0207]
    4 | claim integrable road
      |                  ^^^^
[2]

# every claim of them
$ dalembert derive - <<'EOF'
> coordinate x, y
> kinetic = 1/2*(x'^2 + y'^2)
> constraint rod: x^2 + y^2 = 1
> claim linear x
> claim redundant
> EOF
<stdin>:4:14: error: unknown constraint x [N0207]
    4 | claim linear x
      |              ^
<stdin>:5:16: error: the name of a constraint is needed here, not the end of the line [N0402]
    5 | claim redundant
      |                ^
[2]

# conditions are equations
$ dalembert derive - <<'EOF'
> coordinate x
> kinetic = 1/2*x'^2
> claim x'' = 0 given x
> EOF
<stdin>:3:22: error: = is needed here, not the end of the line [N0402]
    3 | claim x'' = 0 given x
      |                      ^
[2]

# and nothing follows them
$ dalembert derive - <<'EOF'
> coordinate x
> kinetic = 1/2*x'^2
> claim cyclic x given x = 0 always
> EOF
<stdin>:3:28: error: multiplication must be written: put * before always [N0302]
    3 | claim cyclic x given x = 0 always
      |                            ^^^^^^
<stdin>:3:28: error: always is not declared [N0201]
    3 | claim cyclic x given x = 0 always
      |                            ^^^^^^
help: declare it above: `parameter always` or `coordinate always`
[2]

# deny makes the same mistakes
$ dalembert derive - <<'EOF'
> coordinate x
> kinetic = 1/2*x'^2
> deny "as printed" x'' = 2g
> EOF
<stdin>:3:26: error: multiplication must be written: put * before g [N0302]
    3 | deny "as printed" x'' = 2g
      |                          ^
<stdin>:3:26: error: g is not declared [N0201]
    3 | deny "as printed" x'' = 2g
      |                          ^
help: declare it above: `parameter g` or `coordinate g`
[2]
