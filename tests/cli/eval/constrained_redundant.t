Redundant constraints: reactions and motion are unique, the multipliers are the ones of least norm.

$ rounded() { awk '$2 == "=" { v = $3 + 0; if (v < 1e-12 && v > -1e-12) v = 0; printf "%s = %.9g\n", $1, v; next } { print }'; }
$ part() { rounded | sed -n "/^$1/,/^[a-z_]*\$/p" | grep =; }

# a block on a table, held by one constraint: the table carries 10
$ cat >block.mech <<'END'
> coordinate x, y
> point P mass 1 at [x, y]
> gravity = [0, -10]
> constraint table: y = 0
> END
$ dalembert eval block.mech | part multipliers
table = 10

# by three: 10 = l1 + 2 l2 - l3, of least norm along (1, 2, -1)
$ cat >thrice.mech <<'END'
> coordinate x, y
> point P mass 1 at [x, y]
> gravity = [0, -10]
> constraint table: y = 0
> constraint twice: 2*y = 0
> constraint under: -y = 0
> END
$ dalembert eval thrice.mech 2>&1 | part multipliers
table = 1.66666667
twice = 3.33333333
under = -1.66666667
$ dalembert eval thrice.mech 2>&1 | part reactions
x = 0
y = 10
$ dalembert eval thrice.mech --method udwadia 2>&1 | part multipliers
table = 1.66666667
twice = 3.33333333
under = -1.66666667
$ dalembert eval thrice.mech --method appell 2>&1 | part multipliers
table = 1.66666667
twice = 3.33333333
under = -1.66666667

# each constraint that follows from the others is reported
$ dalembert eval thrice.mech -o numbers.txt
thrice.mech:5:19: warning: the constraint twice follows from the others [N0719]
    5 | constraint twice: 2*y = 0
      |                   ^^^^^^^
thrice.mech:6:19: warning: the constraint under follows from the others [N0719]
    6 | constraint under: -y = 0
      |                   ^^^^^^

# B08 8.1: parallel velocities follow from orthogonal ones, on the constraints only
$ dalembert eval "$MODELS"/orthogonal-velocities.mech --method udwadia 2>&1 | part reactions
x1 = -7.248
y1 = -3.624
x2 = -15.216
y2 = -7.608
$ dalembert eval "$MODELS"/orthogonal-velocities.mech --method appell 2>&1 | part reactions
x1 = -7.248
y1 = -3.624
x2 = -15.216
y2 = -7.608
$ dalembert eval "$MODELS"/orthogonal-velocities.mech 2>&1 | part multipliers
first = -9.52888889
second = -9.51377778
parallel = 5.70222222
$ grep -v parallel: "$MODELS"/orthogonal-velocities.mech | grep -v "redundant parallel" >two.mech; dalembert eval two.mech | part reactions
x1 = -7.248
y1 = -3.624
x2 = -15.216
y2 = -7.608
$ dalembert eval two.mech | part multipliers
first = -7.248
second = -15.216

# redundant on the circle only: x'' = mu x, y'' = mu y - 9.81 with mu = 9.81 y - v^2 = -8.848 by every method
$ cat >circle.mech <<'END'
> coordinate x, y
> kinetic = 1/2*(x'^2 + y'^2)
> potential = 9.81*y
> constraint rod: x^2 + y^2 = 1
> constraint again: (1 + y^2)*(x^2 + y^2 - 1) = 0
> initial x = 0.6, y = -0.8, x' = 0.8
> END
$ for m in multipliers udwadia appell hamilton hamel whittaker; do dalembert eval circle.mech --method $m 2>&1 | part accelerations; done
x'' = -5.3088
y'' = -2.7316
x'' = -5.3088
y'' = -2.7316
x'' = -5.3088
y'' = -2.7316
x'' = -5.3088
y'' = -2.7316
x'' = -5.3088
y'' = -2.7316
x'' = -5.3088
y'' = -2.7316

# x y = 0 and x z = 0 hold on the line y = z = 0, where they are independent, and on the plane x = 0, where one follows
# from the other; the model begins on the line, and a state on the plane is as regular: x stays 0, y'' = -2, z'' = -3
$ cat >line.mech <<'END'
> coordinate x, y, z
> kinetic = 1/2*(x'^2 + y'^2 + z'^2)
> potential = x + 2*y + 3*z
> constraint a: x*y = 0
> constraint b: x*z = 0
> initial x = 1, y = 0, z = 0
> END
$ for m in multipliers udwadia; do dalembert eval line.mech --method $m --at "x=0, y=1, z=2, y'=0, z'=0" 2>&1 | part accelerations; done
x'' = 0
y'' = -2
z'' = -3
x'' = 0
y'' = -2
z'' = -3
