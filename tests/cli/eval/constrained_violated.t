States that violate the constraints: refused, moved to the nearest consistent one, or taken as they are.

$ rounded() { awk '$2 == "=" { v = $3 + 0; if (v < 1e-12 && v > -1e-12) v = 0; printf "%s = %.9g\n", $1, v; next } { print }'; }
$ cat >rod.mech <<'END'
> coordinate x, y
> point P mass 2 at [x, y]
> gravity = [0, -10]
> constraint rod: x^2 + y^2 = 25
> initial x = 3, y = -4, x' = 4
> END

# the position: 9 + 20.25 - 25 = 4.25, of terms 54.25
$ dalembert eval rod.mech --at y=-4.5
rod.mech:4:17: error: the state violates the constraint rod by 4.25; its terms are of size 54.2 [N0610]
    4 | constraint rod: x^2 + y^2 = 25
      |                 ^^^^^^^^^^^^^^
help: a `guess` helps to find missing values; --project moves the state to the nearest consistent one, --as-is accepts it
[2]

# the velocity: 2 (3*4 - 4*1) = 16, of terms 32
$ dalembert eval rod.mech --at "x'=4, y'=1"
rod.mech:4:17: error: the state violates the constraint rod by 16; its terms are of size 32 [N0610]
    4 | constraint rod: x^2 + y^2 = 25
      |                 ^^^^^^^^^^^^^^
help: a `guess` helps to find missing values; --project moves the state to the nearest consistent one, --as-is accepts it
[2]

# nearer than the tolerance is near enough: 0.8 of 50.8
$ dalembert eval rod.mech --at "y=-4.1, x'=0, y'=0" --tolerance 0.02 | rounded | grep -A2 coordinates
coordinates
x = 3
y = -4.1
$ dalembert eval rod.mech --at "y=-4.1, x'=0, y'=0" --tolerance 0.01
rod.mech:4:17: error: the state violates the constraint rod by 0.81; its terms are of size 50.8 [N0610]
    4 | constraint rod: x^2 + y^2 = 25
      |                 ^^^^^^^^^^^^^^
help: a `guess` helps to find missing values; --project moves the state to the nearest consistent one, --as-is accepts it
[2]

# as it is: A = (6, -9), b = -2 (16 + (8/3)^2), lambda = 2 (b - 90)/117
$ dalembert eval rod.mech --at y=-4.5 --as-is | rounded | sed -n 5,10p
velocities
x' = 4
y' = 2.66666667
accelerations
x'' = -6.98575499
y'' = 0.478632479
$ dalembert eval rod.mech --at y=-4.5 --as-is | rounded | grep rod
rod = -2.328585
rod = 4.25

# the nearest state of the circle: (6, -8) goes to (3, -4), then the velocity (4, 4) loses
# its part along (3, -4), which is -0.16 (3, -4)
$ dalembert eval rod.mech --at "x=6, y=-8, x'=4, y'=4" --project | rounded | sed -n 2,7p
coordinates
x = 3
y = -4
velocities
x' = 4.48
y' = 3.36

# nearest by the kinetic energy: x + y = 3 from (0, 0) with masses 1 and 2 is (2, 1)
$ dalembert eval - --at "x=0, y=0, x'=3, y'=3" --project <<'END' | rounded | sed -n 2,7p
> coordinate x, y
> kinetic = 1/2*x'^2 + y'^2
> constraint line: x + y = 3
> END
coordinates
x = 2
y = 1
velocities
x' = -1
y' = 1

# a consistent state stays where it is
$ dalembert eval rod.mech --project | rounded | sed -n 2,7p
coordinates
x = 3
y = -4
velocities
x' = 4
y' = 3

$ dalembert eval rod.mech --project --as-is
dalembert: --project and --as-is exclude each other
[2]

# a row of a file that violates a constraint is named
$ cat >states.csv <<'END'
> x,y,x',y'
> 3,-4,4,3
> 3,-4,4,2
> END
$ dalembert eval rod.mech --at @states.csv
rod.mech:4:17: error: the state violates the constraint rod by 8; its terms are of size 40 [N0610]
    4 | constraint rod: x^2 + y^2 = 25
      |                 ^^^^^^^^^^^^^^
help: a `guess` helps to find missing values; --project moves the state to the nearest consistent one, --as-is accepts it
[2]
$ dalembert eval rod.mech --at @states.csv --as-is --format json | grep -c '"rod"'
4

# a constraint of one term: what projection leaves of it is rounding, and consistent;
# (0.3, 1) moves along M^-1 (1, 0), that is (1, -1/2)
$ dalembert eval - --at "x'=0.3, y'=1" --project <<'END' | rounded | sed -n 5,7p
> coordinate x, y
> kinetic = 1/2*(x'^2 + y'^2 + x'*y')
> constraint still: x' = 0
> END
velocities
x' = 0
y' = 1.15
