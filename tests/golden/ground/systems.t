Systems that were once judged on another piece of the constraint set than the motion's, or not at all. What
is expected follows from a line of algebra.

# a parallelogram: p = s and q = 0 on the piece of the initial state, 2 p'' = -g cos(p)
$ cat >parallelogram.mech <<'END'
> parameter m = 1, g = 9.81
> coordinate p, q, s
> kinetic = 1/2*m*(p'^2 + s'^2) + 2*m*q'^2
> potential = m*g*sin(p)
> constraint h1: cos(p) + 2*cos(q) = 2 + cos(s)
> constraint h2: sin(p) + 2*sin(q) = sin(s)
> initial p = 1, q = 0, s = 1
> simulate to 1 every 0.5
> END
$ dalembert eval parallelogram.mech -q | awk '$1 ~ /\047\047$/ { printf "%s %.12f\n", $1, $3 }'
p'' -2.650182810283
q'' 0.000000000000
s'' -2.650182810283
$ awk 'BEGIN { printf "%.12f\n", -9.81*cos(1)/2 }'
-2.650182810283

# powers: an error at its place, with what to write instead
$ square() { printf "coordinate x, y, z\nkinetic = 1/2*(x'^2 + y'^2 + z'^2)\nconstraint c: $1\ninitial $2\n" >square.mech; dalembert check square.mech 2>&1 | sed -n '1p;4p'; }
$ square "(x' - y')^2 = 0" "x = 1, x' = 1, y' = 1"
square.mech:3:15: error: the constraint c is degenerate: its derivatives vanish at and near the initial state [N0750]
help: write y' - x' = 0 instead
$ square "(x + y - 1)^3 = 0" "x = 1, y = 0"
square.mech:3:15: error: the constraint c is degenerate: its derivatives vanish at and near the initial state [N0750]
help: write x + y - 1 = 0 instead
$ square "x^2 - 2*x*y + y^2 = 0" "x = 1, y = 1"
square.mech:3:15: error: the constraint c is degenerate: its derivatives vanish at and near the initial state [N0750]
help: write y - x = 0 instead
$ square "(x'^2 + y'^2 - z'^2)^2 = 0" "x' = 0.6, y' = 0.8, z' = 1"
square.mech:3:15: error: the constraint c is degenerate: its derivatives vanish at and near the initial state [N0750]
help: write z'^2 - x'^2 - y'^2 = 0 instead

# constraints that do work: a potential with a minimum does not make these equilibria stable
$ driven() { printf "coordinate x, y\nkinetic = 1/2*(x'^2 + y'^2)\npotential = 1/2*(x^2 + y^2)\nconstraint c: $1\ninitial x = $2\nclaim equilibrium x = 0, y = 0 stable\n" >driven.mech; dalembert check driven.mech | grep -A1 equilibrium; }
$ driven "x*y' - y*x' = 2*(x^2 + y^2)" 1
unknown   claim equilibrium x = 0, y = 0 stable  <- FAILS
          line 6: the motion is not determined under these conditions
$ driven "x' = x" 0
refuted   claim equilibrium x = 0, y = 0 stable  <- FAILS
          line 6: an eigenvalue has a positive real part
$ driven "x' = x + y'" 0
refuted   claim equilibrium x = 0, y = 0 stable  <- FAILS
          line 6: an eigenvalue has a positive real part

# forces that vanish at infinity only: no equilibrium
$ free() { printf "coordinate x, y\nkinetic = 1/2*(x'^2 + y'^2)\npotential = $1\ninitial x = 1\n" >free.mech; }
$ free "-1/sqrt(x^2 + y^2)"; dalembert analyze free.mech --only equilibria | tail -n 1
    none was found
$ free "exp(-x) + y^2"; dalembert analyze free.mech --only equilibria | tail -n 1
    none was found

# two different roots: two fixed centres have a third integral (Euler), a sum of two potentials has two
$ free "-1/sqrt((x + 1)^2 + y^2) - 1/sqrt((x - 1)^2 + y^2)"; dalembert analyze free.mech --only integrals | sed -n '4,7p'
    energy; verified to many digits
        1/2*x'^2 + 1/2*y'^2 - 1/sqrt(y^2 + (x + 1)^2) - 1/sqrt(y^2 + (x - 1)^2)
    quadratic in the velocities; verified to many digits
        (x*y' - y*x')^2 + x'^2 + 2*x*(1/sqrt(y^2 + (x + 1)^2) - 1/sqrt(y^2 + (x - 1)^2))
$ free "sqrt(1 + x^2) + sqrt(1 + y^2)"; dalembert analyze free.mech --only integrals | grep "'^2 + 2"
        x'^2 + 2*sqrt(x^2 + 1)
        y'^2 + 2*sqrt(y^2 + 1)
