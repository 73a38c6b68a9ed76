Names that are not known, taken, or of the wrong kind.

# nearly a keyword
$ dalembert derive - <<'EOF'
> parametr m = 1
> coordinate x
> kinetic = 1/2*m*x'^2
> EOF
<stdin>:1:1: error: parametr does not start a statement [N0401]
    1 | parametr m = 1
      | ^^^^^^^^
help: did you mean parameter?
[2]

# nearly a name
$ dalembert derive - <<'EOF'
> parameter mass1 = 1, length = 2
> coordinate theta
> kinetic = 1/2*mass1*(lenght*thetta')^2
> EOF
<stdin>:3:22: error: lenght is not declared [N0201]
    3 | kinetic = 1/2*mass1*(lenght*thetta')^2
      |                      ^^^^^^
help: did you mean length?
<stdin>:3:29: error: thetta is not declared [N0201]
    3 | kinetic = 1/2*mass1*(lenght*thetta')^2
      |                             ^^^^^^
help: did you mean theta?
[2]

# upper and lower case are different names
$ dalembert derive - <<'EOF'
> parameter M1 = 1
> coordinate theta
> kinetic = 1/2*m1*theta'^2
> EOF
<stdin>:3:15: error: m1 is not declared [N0201]
    3 | kinetic = 1/2*m1*theta'^2
      |               ^^
help: did you mean M1?
[2]

# nearly a function
$ dalembert derive - <<'EOF'
> coordinate x
> kinetic = 1/2*x'^2
> potential = sine(x) + sqr(x) + coss(x)
> EOF
<stdin>:3:13: error: unknown function sine [N0206]
    3 | potential = sine(x) + sqr(x) + coss(x)
      |             ^^^^
help: did you mean sin?
<stdin>:3:23: error: unknown function sqr [N0206]
    3 | potential = sine(x) + sqr(x) + coss(x)
      |                       ^^^
help: did you mean sqrt?
<stdin>:3:32: error: unknown function coss [N0206]
    3 | potential = sine(x) + sqr(x) + coss(x)
      |                                ^^^^
help: did you mean cross?
[2]

# a function without its parentheses
$ dalembert derive - <<'EOF'
> coordinate x
> kinetic = 1/2*x'^2
> potential = cos x + sin*2
> EOF
<stdin>:3:13: error: cos takes its argument in parentheses: cos(...) [N0319]
    3 | potential = cos x + sin*2
      |             ^^^
<stdin>:3:21: error: sin takes its argument in parentheses: sin(...) [N0319]
    3 | potential = cos x + sin*2
      |                     ^^^
[2]

# a short name is near to everything: no guess
$ dalembert derive - <<'EOF'
> parameter k = 1
> coordinate x
> kinetic = 1/2*x'^2
> potential = c*x
> EOF
<stdin>:4:13: error: c is not declared [N0201]
    4 | potential = c*x
      |             ^
help: declare it above: `parameter c` or `coordinate c`
[2]

# the same unknown name is reported once
$ dalembert derive - <<'EOF'
> coordinate x
> kinetic = 1/2*foo*x'^2
> potential = foo*x + foo
> EOF
<stdin>:2:15: error: foo is not declared [N0201]
    2 | kinetic = 1/2*foo*x'^2
      |               ^^^
help: declare it above: `parameter foo` or `coordinate foo`
[2]

# a statement that begins with a name
$ dalembert derive - <<'EOF'
> coordinate x
> r = 2*x
> kinetic = 1/2*x'^2
> EOF
<stdin>:2:1: error: r does not start a statement [N0401]
    2 | r = 2*x
      | ^
help: an abbreviation is declared by `let r = ...`
[2]

# or with something else
$ dalembert derive - <<'EOF'
> coordinate x
> = x
> 2*x
> kinetic = 1/2*x'^2
> EOF
<stdin>:2:1: error: = does not start a statement [N0401]
    2 | = x
      | ^
help: a line continues if it ends with an operator, a comma or an open bracket
<stdin>:3:1: error: 2 does not start a statement [N0401]
    3 | 2*x
      | ^
[2]

# used above as the energy
$ dalembert derive - <<'EOF'
> coordinate x
> kinetic = 1/2*x'^2
> observe e = energy
> parameter energy = 1
> EOF
<stdin>:4:11: error: energy was used above as a quantity that is computed: declare it before its first use [N0204]
    4 | parameter energy = 1
      |           ^^^^^^
[2]

# used above as a momentum
$ dalembert derive - <<'EOF'
> coordinate x
> kinetic = 1/2*x'^2
> observe e = p_x
> let p_x = 1
> EOF
<stdin>:4:5: error: p_x was used above as the default name of a momentum: declare it before its first use [N0204]
    4 | let p_x = 1
      |     ^^^
[2]

# a frame is not a value
$ dalembert derive - <<'EOF'
> coordinate a
> frame B = rotate(z, a)
> kinetic = 1/2*a'^2
> potential = B
> EOF
<stdin>:4:13: error: B is a frame, not a value [N0320]
    4 | potential = B
      |             ^
help: its unit vectors are B.x, B.y, B.z; the centre of a body is pos(B)
[2]

# nor is a body; its centre is
$ dalembert derive - <<'EOF'
> coordinate a
> frame B = rotate(z, a)
> body D mass 1 at [0, 0] frame B inertia (1, 1, 1)
> observe h = D.y + dot(D, N.x)
> EOF
<stdin>:4:23: error: D is a body, not a value [N0320]
    4 | observe h = D.y + dot(D, N.x)
      |                       ^
help: its unit vectors are D.x, D.y, D.z; the centre of a body is pos(D)
[2]

# positions of points, not of coordinates
$ dalembert derive - <<'EOF'
> coordinate a
> point P mass 1 at [cos(a), sin(a)]
> observe h = pos(a).y + vel(Q).x
> EOF
<stdin>:3:17: error: a is a coordinate, but a point or a body is needed here [N0205]
    3 | observe h = pos(a).y + vel(Q).x
      |                 ^
<stdin>:3:28: error: Q is not declared [N0201]
    3 | observe h = pos(a).y + vel(Q).x
      |                            ^
help: declare it above: `parameter Q` or `coordinate Q`
[2]

# angular velocities of frames, not of points
$ dalembert derive - <<'EOF'
> coordinate a
> point P mass 1 at [cos(a), sin(a)]
> observe w = omega(P).z
> EOF
<stdin>:3:19: error: P is a point, but a frame or a body is needed here [N0205]
    3 | observe w = omega(P).z
      |                   ^
[2]

# components of the constraint
$ dalembert derive - <<'EOF'
> coordinate x, y
> point P mass 1 at [x, y]
> constraint pin: [x, y] = [1, t]
> observe f = lambda(pin.3) + lambda(pin.4) + residual(pin.0)
> observe g = lambda(pin.x)
> EOF
<stdin>:4:20: error: the constraint pin.3 always holds, so it was ignored [N0209]
    4 | observe f = lambda(pin.3) + lambda(pin.4) + residual(pin.0)
      |                    ^^^^^
<stdin>:4:36: error: unknown constraint pin.4 [N0207]
    4 | observe f = lambda(pin.3) + lambda(pin.4) + residual(pin.0)
      |                                    ^^^^^
<stdin>:4:54: error: unknown constraint pin.0 [N0207]
    4 | observe f = lambda(pin.3) + lambda(pin.4) + residual(pin.0)
      |                                                      ^^^^^
<stdin>:5:24: error: the number of a component is needed here, not x [N0402]
    5 | observe g = lambda(pin.x)
      |                        ^
[2]
