States that a run cannot begin with are reported before its first row.

# the factor x vanishes at the start, where two pieces of the constraint cross
$ cat >cross.mech <<'END'
> coordinate x, y
> kinetic = 1/2*(x'^2 + y'^2)
> potential = 9.81*y
> constraint c: x*(y - x) = 0
> initial x = 0, y = 0, x' = 0, y' = 0
> END
$ dalembert simulate cross.mech --to 1
cross.mech:4:15: error: a singular state: the constraint c loses its independence here [N0717]
    4 | constraint c: x*(y - x) = 0
      |               ^^^^^^^^^^^^^
[2]

# rates give constraints on accelerations in terms of the speeds, which multipliers and udwadia do not follow
$ cat >rates.mech <<'END'
> coordinate x, y
> speed v
> rate x' = v, y' = x*v
> kinetic = 1/2*(x'^2 + y'^2)
> initial v = 1
> END
$ dalembert simulate rates.mech --method udwadia --to 1
rates.mech:3:6: error: the constraints follow from the rates and contain the speed v, which is not a variable of a motion by the method udwadia [N0729]
    3 | rate x' = v, y' = x*v
      |      ^^
help: use --method appell, or state the constraints with `constraint` instead
[2]
$ dalembert simulate rates.mech --method appell --to 1 -o rates.csv 2>&1 | head -n 1
t = 0 to 1: the end was reached

# a revolute joint states that two axes are equal: one of the three components has no slope, and is never chosen
$ cat >hinge.mech <<'END'
> coordinate a, c, b
> frame B = rotate(x, a) rotate(y, c) rotate(z, b)
> body K mass 1 at 1/2*B.x frame B inertia (1, 2, 3)
> gravity = [0, -9.81, 0]
> constraint axes: B.z = N.z
> initial b = 0.3, b' = 1, a = 4e-38, c = -2e-44
> END
$ dalembert simulate hinge.mech --to 5 -o hinge.csv 2>&1 | head -n 1
t = 0 to 5: the end was reached
# 13/4 b'' = -9.81/2 cos(b): 13/8 b'^2 + 9.81/2 sin(b) stays
$ awk -F, 'NR > 1 { e = 13/8*$7^2 + 4.905*sin($4); if (NR == 2) e0 = e; d = e - e0; if (d < 0) d = -d; if (d > m) m = d } END { print (m < 1e-8) }' hinge.csv
1
