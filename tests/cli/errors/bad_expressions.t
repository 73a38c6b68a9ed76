Mistakes in expressions.

# multiplication is written
$ dalembert derive - <<'EOF'
> parameter m = 1, g = 9.81
> coordinate x
> kinetic = 1/2 m x'^2
> potential = 2(x + 1)
> force x = (x + 1)(x - 1)
> dissipation = 2x'^2
> EOF
<stdin>:3:15: error: multiplication must be written: put * before m [N0302]
    3 | kinetic = 1/2 m x'^2
      |               ^
<stdin>:4:14: error: multiplication must be written: put * before ( [N0302]
    4 | potential = 2(x + 1)
      |              ^
<stdin>:5:18: error: multiplication must be written: put * before ( [N0302]
    5 | force x = (x + 1)(x - 1)
      |                  ^
<stdin>:6:16: error: multiplication must be written: put * before x [N0302]
    6 | dissipation = 2x'^2
      |                ^
[2]

# values are missing
$ dalembert derive - <<'EOF'
> coordinate x
> kinetic = 1/2*x'^2 +
> potential = x*/2
> force x = ()
> observe a = sin()
> observe b = x^
> EOF
<stdin>:2:21: error: a value is needed here, not the end of the line [N0301]
    2 | kinetic = 1/2*x'^2 +
      |                     ^
<stdin>:3:15: error: a value is needed here, not / [N0301]
    3 | potential = x*/2
      |               ^
<stdin>:4:12: error: a value is needed here, not ) [N0301]
    4 | force x = ()
      |            ^
<stdin>:5:13: error: sin takes 1 argument, not 0 [N0310]
    5 | observe a = sin()
      |             ^^^
<stdin>:6:15: error: a value is needed here, not the end of the text [N0301]
    6 | observe b = x^
      |               ^
[2]

# vectors and scalars
$ dalembert derive - <<'EOF'
> coordinate x
> point P mass 1 at [x, 0]
> potential = x + [1, 2]
> force x = norm(x) + sin(pos(P))
> observe a = dot(x, pos(P))
> observe b = cross(pos(P), vel(P))
> observe c = pos(P)^2
> observe d1 = abs(vel(P))
> observe e = x.y
> EOF
<stdin>:3:17: error: a vector and a scalar cannot be added or compared [N0304]
    3 | potential = x + [1, 2]
      |                 ^^^^^^
<stdin>:4:16: error: a vector is needed here, but this is a scalar [N0306]
    4 | force x = norm(x) + sin(pos(P))
      |                ^
<stdin>:4:25: error: a scalar is needed here, but this is a vector [N0305]
    4 | force x = norm(x) + sin(pos(P))
      |                         ^^^^^^
<stdin>:5:17: error: a vector is needed here, but this is a scalar [N0306]
    5 | observe a = dot(x, pos(P))
      |                 ^
<stdin>:6:13: error: a scalar is needed here, but this is a vector [N0305]
    6 | observe b = cross(pos(P), vel(P))
      |             ^^^^^^^^^^^^^^^^^^^^^
<stdin>:7:13: error: a scalar is needed here, but this is a vector [N0305]
    7 | observe c = pos(P)^2
      |             ^^^^^^
help: the square of a vector u is dot(u, u)
<stdin>:8:18: error: a scalar is needed here, but this is a vector [N0305]
    8 | observe d1 = abs(vel(P))
      |                  ^^^^^^
help: the length of a vector u is norm(u)
<stdin>:9:13: error: a vector is needed here, but this is a scalar [N0306]
    9 | observe e = x.y
      |             ^
[2]

# products of vectors
$ dalembert derive - <<'EOF'
> coordinate x
> point P mass 1 at [x, 0]
> let u = pos(P)*vel(P)
> let v = 1/pos(P)
> let w = pos(P)/vel(P)
> EOF
<stdin>:3:16: error: vectors cannot be multiplied with * [N0307]
    3 | let u = pos(P)*vel(P)
      |                ^^^^^^
help: write dot(u, v) or cross(u, v)
<stdin>:4:11: error: cannot divide by a vector [N0308]
    4 | let v = 1/pos(P)
      |           ^^^^^^
<stdin>:5:16: error: cannot divide by a vector [N0308]
    5 | let w = pos(P)/vel(P)
      |                ^^^^^^
[2]

# the size of a vector
$ dalembert derive - <<'EOF'
> coordinate x
> point P mass 1 at [x, 0]
> let u = [x], v = [1, 2, 3, 4], w = []
> EOF
<stdin>:3:9: error: a vector has two or three components, this one has 1 [N0309]
    3 | let u = [x], v = [1, 2, 3, 4], w = []
      |         ^^^
<stdin>:3:18: error: a vector has two or three components, this one has 4 [N0309]
    3 | let u = [x], v = [1, 2, 3, 4], w = []
      |                  ^^^^^^^^^^^^
<stdin>:3:37: error: a value is needed here, not ] [N0301]
    3 | let u = [x], v = [1, 2, 3, 4], w = []
      |                                     ^
[2]

# a vector in a vector
$ dalembert derive - <<'EOF'
> coordinate x
> point P mass 1 at [x, [0, 1]]
> EOF
<stdin>:2:23: error: a scalar is needed here, but this is a vector [N0305]
    2 | point P mass 1 at [x, [0, 1]]
      |                       ^^^^^^
[2]

# how many arguments
$ dalembert derive - <<'EOF'
> coordinate x
> kinetic = 1/2*x'^2
> potential = sin(x, 1) + atan2(x) + dot([1, 0]) + d() + diff(x) + norm([1, 0], 2)
> EOF
<stdin>:3:13: error: sin takes 1 argument, not 2 [N0310]
    3 | potential = sin(x, 1) + atan2(x) + dot([1, 0]) + d() + diff(x) + norm([1, 0], 2)
      |             ^^^
<stdin>:3:25: error: atan2 takes 2 arguments, not 1 [N0310]
    3 | potential = sin(x, 1) + atan2(x) + dot([1, 0]) + d() + diff(x) + norm([1, 0], 2)
      |                         ^^^^^
<stdin>:3:36: error: dot takes 2 arguments, not 1 [N0310]
    3 | potential = sin(x, 1) + atan2(x) + dot([1, 0]) + d() + diff(x) + norm([1, 0], 2)
      |                                    ^^^
<stdin>:3:50: error: d takes 1 argument, not 0 [N0310]
    3 | potential = sin(x, 1) + atan2(x) + dot([1, 0]) + d() + diff(x) + norm([1, 0], 2)
      |                                                  ^
<stdin>:3:56: error: diff takes 2 arguments, not 1 [N0310]
    3 | potential = sin(x, 1) + atan2(x) + dot([1, 0]) + d() + diff(x) + norm([1, 0], 2)
      |                                                        ^^^^
<stdin>:3:66: error: norm takes 1 argument, not 2 [N0310]
    3 | potential = sin(x, 1) + atan2(x) + dot([1, 0]) + d() + diff(x) + norm([1, 0], 2)
      |                                                                  ^^^^
[2]

# components
$ dalembert derive - <<'EOF'
> coordinate x
> point P mass 1 at [x, 0]
> observe a = pos(P).w + N.u
> observe b = pos(P).1
> EOF
<stdin>:3:20: error: after the dot, use x, y or z, not w [N0318]
    3 | observe a = pos(P).w + N.u
      |                    ^
<stdin>:4:20: error: after the dot, use x, y or z, not 1 [N0318]
    4 | observe b = pos(P).1
      |                    ^
[2]

# derivatives of constants
$ dalembert derive - <<'EOF'
> parameter m = 1
> coordinate x
> kinetic = 1/2*m*x'^2
> potential = m' + 2' + pi'
> EOF
<stdin>:4:13: error: m is constant: it has no time derivative [N0315]
    4 | potential = m' + 2' + pi'
      |             ^^
<stdin>:4:18: error: 2 is constant: it has no time derivative [N0315]
    4 | potential = m' + 2' + pi'
      |                  ^^
<stdin>:4:23: error: pi is constant: it has no time derivative [N0315]
    4 | potential = m' + 2' + pi'
      |                       ^^^
[2]

# derivatives that are not known
$ dalembert derive - <<'EOF'
> coordinate x
> point P mass 1 at [x, 0]
> observe a = x'''
> observe b = d(acc(P)).x
> observe c = acc(P)'.x
> EOF
<stdin>:3:13: error: there are only first and second time derivatives [N0316]
    3 | observe a = x'''
      |             ^^^^
<stdin>:4:13: error: there are only first and second time derivatives [N0316]
    4 | observe b = d(acc(P)).x
      |             ^^^^^^^^^
<stdin>:5:13: error: there are only first and second time derivatives [N0316]
    5 | observe c = acc(P)'.x
      |             ^^^^^^^
[2]

# a partial derivative is by a variable
$ dalembert derive - <<'EOF'
> coordinate x
> kinetic = 1/2*x'^2
> potential = diff(x^2, 2*x) + diff(x, 1) + diff(x, pi)
> EOF
<stdin>:3:23: error: differentiate by a state variable, a parameter or t [N0317]
    3 | potential = diff(x^2, 2*x) + diff(x, 1) + diff(x, pi)
      |                       ^^^
<stdin>:3:38: error: differentiate by a state variable, a parameter or t [N0317]
    3 | potential = diff(x^2, 2*x) + diff(x, 1) + diff(x, pi)
      |                                      ^
<stdin>:3:51: error: differentiate by a state variable, a parameter or t [N0317]
    3 | potential = diff(x^2, 2*x) + diff(x, 1) + diff(x, pi)
      |                                                   ^^
[2]

# each is reported; consequences are not
$ dalembert derive - <<'EOF'
> coordinate x
> kinetic = 1/2*x'^2
> let a = foo + 1, b = a*x, c = [b, a]
> potential = a + b + c.x
> EOF
<stdin>:3:9: error: foo is not declared [N0201]
    3 | let a = foo + 1, b = a*x, c = [b, a]
      |         ^^^
help: declare it above: `parameter foo` or `coordinate foo`
[2]

# what is computed from the motion has no derivatives
$ dalembert derive - <<'EOF'
> coordinate x, y
> kinetic = 1/2*(x'^2 + y'^2)
> constraint rod: x^2 + y^2 = 1
> observe a = d(energy), b = lambda(rod)', c = diff(reaction(x), x)
> EOF
<stdin>:4:13: error: energy is computed from the motion: its derivatives are not known here [N0321]
    4 | observe a = d(energy), b = lambda(rod)', c = diff(reaction(x), x)
      |             ^^^^^^^^^
<stdin>:4:28: error: lambda(rod) is computed from the motion: its derivatives are not known here [N0321]
    4 | observe a = d(energy), b = lambda(rod)', c = diff(reaction(x), x)
      |                            ^^^^^^^^^^^^
<stdin>:4:51: error: reaction(x) is computed from the motion: its derivatives are not known here [N0321]
    4 | observe a = d(energy), b = lambda(rod)', c = diff(reaction(x), x)
      |                                                   ^^^^^^^^^^^
[2]
