Closed forms under constraints on accelerations and servo constraints, which no positions and no
velocities go with.

$ cat >both.mech <<'END'
> parameter a, b
> coordinate x, y
> lagrangian = x'^2 + y'^2
> constraint k: a*x'' + b*y'' = x'
> END

# by hand: 2 x'' = a l, 2 y'' = b l, so that l (a^2 + b^2)/2 = x'
$ dalembert derive --closed both.mech | sed -n '/^Solved/,$p'
Solved
    x'' = a*x'/(a^2 + b^2)
    y'' = b*x'/(a^2 + b^2)
    lambda(k) = 2*x'/(a^2 + b^2)
    reaction(x) = 2*a*x'/(a^2 + b^2)
    reaction(y) = 2*b*x'/(a^2 + b^2)

Energy
    h = x'^2 + y'^2

$ cat >servo.mech <<'END'
> coordinate x, y
> kinetic = x'^2/2 + y'^2/2
> constraint c: x'' + 3*x' + x = 0 realized by x' + y*y'
> END

# by hand: x'' = l, and y'' = y l
$ dalembert derive --closed servo.mech | sed -n '/^Solved/,$p'
Solved
    x'' = -3*x' - x
    y'' = -y*(3*x' + x)
    lambda(c) = -3*x' - x
    reaction(x) = -3*x' - x
    reaction(y) = -y*(3*x' + x)

Energy
    h = 1/2*x'^2 + 1/2*y'^2
