What is identically zero, negative or too large is found while it is read.

# division by what is identically zero
$ dalembert derive - <<'EOF'
> coordinate x
> kinetic = 1/2*x'^2
> potential = 1/(sin(x)^2 + cos(x)^2 - 1)
> EOF
<stdin>:3:15: error: cannot divide by this: it is identically zero [N0311]
    3 | potential = 1/(sin(x)^2 + cos(x)^2 - 1)
      |               ^^^^^^^^^^^^^^^^^^^^^^^^^
[2]

# written in other ways
$ dalembert derive - <<'EOF'
> parameter a = 1
> coordinate x, y
> kinetic = 1/2*(x'^2 + y'^2)
> potential = x/(x - x) + 2/0 + x/(2*(x + y) - 2*x - 2*y) + 1/((x + y)^2 - x^2 - 2*x*y - y^2)
> force x = 0^-1 + (cos(2*x) - 1 + 2*sin(x)^2)^(-1/2)
> force y = a/(exp(x)*exp(-x) - 1)
> EOF
<stdin>:4:15: error: cannot divide by this: it is identically zero [N0311]
    4 | potential = x/(x - x) + 2/0 + x/(2*(x + y) - 2*x - 2*y) + 1/((x + y)^2 - x^2 - 2*x*y - y^2)
      |               ^^^^^^^
<stdin>:4:27: error: cannot divide by this: it is identically zero [N0311]
    4 | potential = x/(x - x) + 2/0 + x/(2*(x + y) - 2*x - 2*y) + 1/((x + y)^2 - x^2 - 2*x*y - y^2)
      |                           ^
<stdin>:4:33: error: cannot divide by this: it is identically zero [N0311]
    4 | potential = x/(x - x) + 2/0 + x/(2*(x + y) - 2*x - 2*y) + 1/((x + y)^2 - x^2 - 2*x*y - y^2)
      |                                 ^^^^^^^^^^^^^^^^^^^^^^^
<stdin>:4:61: error: cannot divide by this: it is identically zero [N0311]
    4 | potential = x/(x - x) + 2/0 + x/(2*(x + y) - 2*x - 2*y) + 1/((x + y)^2 - x^2 - 2*x*y - y^2)
      |                                                             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
<stdin>:5:11: error: cannot divide by this: it is identically zero [N0311]
    5 | force x = 0^-1 + (cos(2*x) - 1 + 2*sin(x)^2)^(-1/2)
      |           ^
<stdin>:5:18: error: cannot divide by this: it is identically zero [N0311]
    5 | force x = 0^-1 + (cos(2*x) - 1 + 2*sin(x)^2)^(-1/2)
      |                  ^^^^^^^^^^^^^^^^^^^^^^^^^^^
<stdin>:6:13: error: cannot divide by this: it is identically zero [N0311]
    6 | force y = a/(exp(x)*exp(-x) - 1)
      |             ^^^^^^^^^^^^^^^^^^^^
[2]

# a difference of frames
$ dalembert derive - <<'EOF'
> coordinate a
> frame B = rotate(z, a)
> kinetic = 1/2*a'^2
> potential = 1/(dot(B.x, B.x) - 1) + 1/dot(B.x, B.y)
> EOF
<stdin>:4:15: error: cannot divide by this: it is identically zero [N0311]
    4 | potential = 1/(dot(B.x, B.x) - 1) + 1/dot(B.x, B.y)
      |               ^^^^^^^^^^^^^^^^^^^
<stdin>:4:39: error: cannot divide by this: it is identically zero [N0311]
    4 | potential = 1/(dot(B.x, B.x) - 1) + 1/dot(B.x, B.y)
      |                                       ^^^^^^^^^^^^^
[2]

# roots of negative numbers
$ dalembert derive - <<'EOF'
> coordinate x
> kinetic = 1/2*x'^2
> potential = sqrt(-2) + (-8)^(1/2) + (3 - 4)^(3/4)
> EOF
<stdin>:3:13: error: an even root of a negative number is not real [N0312]
    3 | potential = sqrt(-2) + (-8)^(1/2) + (3 - 4)^(3/4)
      |             ^^^^^^^^
<stdin>:3:24: error: an even root of a negative number is not real [N0312]
    3 | potential = sqrt(-2) + (-8)^(1/2) + (3 - 4)^(3/4)
      |                        ^^^^^^^^^^
<stdin>:3:37: error: an even root of a negative number is not real [N0312]
    3 | potential = sqrt(-2) + (-8)^(1/2) + (3 - 4)^(3/4)
      |                                     ^^^^^^^^^^^^^
[2]

# logarithms
$ dalembert derive - <<'EOF'
> coordinate x
> kinetic = 1/2*x'^2
> potential = log(0) + log(-1) + log(x - x)
> EOF
<stdin>:3:13: error: zero and negative numbers have no logarithm [N0313]
    3 | potential = log(0) + log(-1) + log(x - x)
      |             ^^^^^^
<stdin>:3:22: error: zero and negative numbers have no logarithm [N0313]
    3 | potential = log(0) + log(-1) + log(x - x)
      |                      ^^^^^^^
<stdin>:3:32: error: zero and negative numbers have no logarithm [N0313]
    3 | potential = log(0) + log(-1) + log(x - x)
      |                                ^^^^^^^^^^
[2]

# numbers that are too large
$ dalembert derive - <<'EOF'
> coordinate x
> kinetic = 1/2*x'^2
> potential = 9^9^9 + 1e99999 + x*10^100000
> EOF
<stdin>:3:13: error: this number is too large [N0314]
    3 | potential = 9^9^9 + 1e99999 + x*10^100000
      |             ^^^^^
<stdin>:3:21: error: this number is too large [N0314]
    3 | potential = 9^9^9 + 1e99999 + x*10^100000
      |                     ^^^^^^^
<stdin>:3:33: error: this number is too large [N0314]
    3 | potential = 9^9^9 + 1e99999 + x*10^100000
      |                                 ^^^^^^^^^
[2]

# in the value of a parameter, a mass, an angle
$ dalembert derive - <<'EOF'
> parameter a = 1/(2 - 2), b = 3
> coordinate x
> point P mass 1/(b - b) at [x, 0]
> frame B = rotate(z, x/0)
> EOF
<stdin>:1:17: error: cannot divide by this: it is identically zero [N0311]
    1 | parameter a = 1/(2 - 2), b = 3
      |                 ^^^^^^^
<stdin>:3:16: error: cannot divide by this: it is identically zero [N0311]
    3 | point P mass 1/(b - b) at [x, 0]
      |                ^^^^^^^
<stdin>:4:23: error: cannot divide by this: it is identically zero [N0311]
    4 | frame B = rotate(z, x/0)
      |                       ^
[2]

# inside a function
$ dalembert derive - <<'EOF'
> coordinate x
> kinetic = 1/2*x'^2
> potential = sin(1 + 2/(x - x))
> EOF
<stdin>:3:23: error: cannot divide by this: it is identically zero [N0311]
    3 | potential = sin(1 + 2/(x - x))
      |                       ^^^^^^^
[2]

# norm of the zero vector
$ dalembert derive - <<'EOF'
> coordinate x
> point P mass 1 at [x, 0]
> potential = 1/norm(pos(O))
> EOF
<stdin>:3:15: error: cannot divide by this: it is identically zero [N0311]
    3 | potential = 1/norm(pos(O))
      |               ^^^^^^^^^^^^
[2]

# the angle of the zero vector
$ dalembert derive - <<'EOF'
> coordinate x
> kinetic = 1/2*x'^2
> potential = atan2(0, 0) + atan2(x - x, 0)
> EOF
<stdin>:3:13: error: cannot divide by this: it is identically zero [N0311]
    3 | potential = atan2(0, 0) + atan2(x - x, 0)
      |             ^^^^^^^^^^^
<stdin>:3:27: error: cannot divide by this: it is identically zero [N0311]
    3 | potential = atan2(0, 0) + atan2(x - x, 0)
      |                           ^^^^^^^^^^^^^^^
[2]

# only after momenta and quasi-velocities are written out
$ dalembert eval - <<'END'
> coordinate x
> kinetic = x'^2
> observe o = 1/potential_energy
> END
<stdin>:3:9: error: cannot divide by this: it is identically zero [N0311]
    3 | observe o = 1/potential_energy
      |         ^
[2]
$ dalembert eval - <<'END'
> coordinate x
> kinetic = x'^2
> force x = 1/(p_x - 2*x')
> END
<stdin>:1:12: error: the force on x divides by something that is identically zero [N0728]
    1 | coordinate x
      |            ^
[2]
$ dalembert eval - <<'END'
> coordinate x, y
> kinetic = x'^2 + y'^2
> speed u = x'
> constraint c: 1/(u - x') = y'
> END
<stdin>:4:15: error: cannot divide by this: it is identically zero [N0311]
    4 | constraint c: 1/(u - x') = y'
      |               ^^^^^^^^^^^^^^^
[2]
