What a state leaves open is found from the constraints: positions first, then velocities, from the guesses.
Numbers are rounded to nine digits: the last ones depend on the LAPACK at hand.

$ rounded() { awk '$2 == "=" { v = $3 + 0; if (v < 1e-12 && v > -1e-12) v = 0; printf "%s = %.9g\n", $1, v; next } { print }'; }
$ part() { rounded | sed -n "/^$1/,/^[a-z_]*\$/p" | grep =; }

# B11: x2' = y2' (x1 x1' + (y1 - y2) y1')/(x2 y1') = 0.8 (0.3 + 0.4)/(-1.2)
$ dalembert eval "$MODELS"/nonholonomic-double-pendulum.mech | part velocities
x1' = 0.3
y1' = 1
x2' = -0.466666667
y2' = 0.8

# another start: y2' is what is left out
$ dalembert eval - --at "x2'=-7/15" <<'END' | part velocities
> coordinate x1, y1, x2, y2
> point P1 mass 1 at [x1, y1]
> point P2 mass 2 at [x2, y2]
> constraint pivot: x1*x1'*y2' - x2*x2'*y1' + (y1 - y2)*y1'*y2' = 0
> initial x1 = 1, y1 = 0.5, x2 = -1.2, y2 = 0.1, x1' = 0.3, y1' = 1
> END
x1' = 0.3
y1' = 1
x2' = -0.466666667
y2' = 0.8

# a holonomic constraint: the position, then the velocity. 3^2 + 4^2 = 25 and 3*4 - 4*3 = 0
$ cat >rod.mech <<'END'
> coordinate x, y
> point P mass 2 at [x, y]
> gravity = [0, -10]
> constraint rod: x^2 + y^2 = 25
> initial x = 3, x' = 4
> guess y = -1
> END
$ dalembert eval rod.mech | rounded | sed -n 2,10p
coordinates
x = 3
y = -4
velocities
x' = 4
y' = 3
accelerations
x'' = -7.8
y'' = 0.4

# the guess decides which of two solutions
$ sed 's/y = -1/y = 1/' rod.mech >upper.mech; dalembert eval upper.mech | rounded | sed -n 2,7p
coordinates
x = 3
y = 4
velocities
x' = 4
y' = -3

# --at goes before initial, and what then follows is found again
$ dalembert eval rod.mech --at "x=4, x'=3" | rounded | sed -n 2,7p
coordinates
x = 4
y = -3
velocities
x' = 3
y' = 4

# no y makes the rod that long
$ dalembert eval rod.mech --at x=6
rod.mech:4:17: error: the state violates the constraint rod by 11; its terms are of size 61 [N0610]
    4 | constraint rod: x^2 + y^2 = 25
      |                 ^^^^^^^^^^^^^^
help: a `guess` helps to find missing values; --project moves the state to the nearest consistent one, --as-is accepts it
[2]

# a nonlinear constraint: z' = -sqrt(1 + 0.25)/2 by the guess z' = -1
$ dalembert eval "$MODELS"/appell-hamel.mech | part velocities
x' = 1
y' = 0.5
z' = -0.559016994

# rolling: x' = -R w3 cos(psi), w3 = 6 + 0.4 cos(1.4)
$ dalembert eval "$MODELS"/rolling-disk.mech | part velocities
x' = -3.03399343
y' = 0
psi' = 0.4
theta' = 0
phi' = 6

# the time enters: at t = 0.5 the wire stands at 1 radian; x = cos(1) r
$ dalembert eval "$MODELS"/rheonomic-bead.mech --at "t=0.5, x=cos(1), x'=-2*sin(1)" | rounded | sed -n 2,7p
coordinates
x = 0.540302306
y = 0.841470985
velocities
x' = -1.68294197
y' = 1.08060461

# a servo constraint is a constraint: phi' = a w cos(w t) = 0.6 at t = 0
$ dalembert eval "$MODELS"/servo-cart-pendulum.mech | rounded | sed -n 2,7p
coordinates
x = 0
phi = 0
velocities
x' = 0
phi' = 0.6

# speeds give velocities: v = 2 along theta = pi/6
$ dalembert eval - --at "v=2, theta=pi/6" <<'END' | rounded | sed -n 2,9p
> coordinate x, y, theta
> point P mass 1 at [x, y]
> kinetic += theta'^2
> speed v, w
> rate x' = v*cos(theta)
> rate y' = v*sin(theta)
> rate theta' = w
> END
coordinates
x = 0
y = 0
theta = 0.523598776
velocities
x' = 1.73205081
y' = 1
theta' = 0

# and velocities give speeds
$ dalembert eval - --at "x'=1, theta=pi/3, theta'=0.5" <<'END' | part speeds
> coordinate x, y, theta
> point P mass 1 at [x, y]
> kinetic += theta'^2
> speed v, w
> rate x' = v*cos(theta)
> rate y' = v*sin(theta)
> rate theta' = w
> END
v = 2
w = 0.5

# values of one kind leave the rest of that kind as in `initial`: v1 = 1 and theta = pi/2 stay,
# and the velocities follow from the rates, y1' = v1 sin(theta), y2' = v2 sin(theta)
$ dalembert eval "$MODELS"/parallel-velocities-spring.mech --at "v2=3" | part velocities
x1' = 0
y1' = 1
x2' = 0
y2' = 3
$ dalembert eval "$MODELS"/parallel-velocities-spring.mech --at "v2=3" | part speeds
v1 = 1
v2 = 3
theta = 1.57079633

# momenta likewise: py = 3/2 stays, and 0.6 px + 0.8 pz = 0 gives pz
$ dalembert eval "$MODELS"/hamilton-spherical-pendulum.mech --at "px=1" | part momenta
px = 1
py = 1.5
pz = -0.75

# values of another kind replace it: v1 = 1 and v2 = -2 are only a first guess once velocities are given
$ dalembert eval "$MODELS"/parallel-velocities-spring.mech --at "x1'=0, y1'=2, x2'=0, y2'=1" | part speeds | grep v
v1 = 2
v2 = 1
