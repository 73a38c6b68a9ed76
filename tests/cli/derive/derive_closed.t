Accelerations and multipliers in closed form.

$ cat >pendulum.mech <<'END'
> system "Pendulum in the plane"
> parameter m, l, g
> coordinate x, y
> point P mass m at [x, y]
> gravity = [0, -g]
> constraint rod: x^2 + y^2 = l^2
> END

# the tension is m v^2/l - m g y/l, twice l times the multiplier with the other sign
$ dalembert derive --closed pendulum.mech
Pendulum in the plane
Lagrange's equations with multipliers in x, y

Solved, where the constraints hold
    Delta = x'^2 + y'^2 - g*y
    x'' = -x*Delta/l^2
    y'' = -y*Delta/l^2 - g
    lambda(rod) = -m*Delta/(2*l^2)
    reaction(x) = -m*x*Delta/l^2
    reaction(y) = -m*y*Delta/l^2

Energy
    h = 1/2*m*(x'^2 + y'^2) + m*g*y

# by default the equations come first, and --matrix leaves the rest out
$ dalembert derive pendulum.mech | grep -c "^Equations\|^Solved"
2
$ dalembert derive --matrix pendulum.mech | grep "^Equations\|^Solved"
Equations of motion
$ dalembert derive --matrix --format json pendulum.mech | grep -c closed
0
[1]
$ dalembert derive --closed --matrix pendulum.mech
dalembert: --closed and --matrix exclude each other
[2]

# what is solved already is not solved again
$ printf 'coordinate x\nkinetic = 1/2*x'"'"'^2\n' | dalembert derive - | grep Solved
[1]

# B11 (4.14), from the constraint alone: x1'' = g + m2 Theta/Delta x1 y1'^2 y2'^3
# with Delta = m1 x2^2 v2^2 y1'^4 + m2 x1^2 v1^2 y2'^4
$ dalembert derive "$MODELS"/nonholonomic-double-pendulum.mech | grep "Sigma"
    Sigma = m1*x2^2*y1'^4*(x2'^2 + y2'^2) + m2*x1^2*y2'^4*(x1'^2 + y1'^2)
    x1'' = m2*x1*y1'^2*y2'^3*Xi/Sigma + g
    y1'' = -m2*x1*x1'*y1'*y2'^3*Xi/Sigma
    x2'' = g - m1*x2*y1'^3*y2'^2*Xi/Sigma
    y2'' = m1*x2*x2'*y1'^3*y2'*Xi/Sigma
    lambda(pivot) = m1*m2*y1'^2*y2'^2*Xi/Sigma

# too large: 9 coordinates and 8 constraints
$ dalembert examples four-bar >four-bar.mech
$ dalembert derive four-bar.mech | grep Solved
[1]
$ dalembert derive --closed four-bar.mech
error: no closed form: a limit was reached: memory, time or number of terms [N0731]
help: --matrix shows the equations unsolved
[3]

# velocities of a Hamiltonian without a Lagrangian; roots whose squares are known in the fields
$ dalembert derive "$MODELS"/relativistic-ring.mech | sed -n '/Velocities/,/^$/p'
Velocities
    x' = px/sqrt(px^2 + py^2 + m^2)
    y' = py/sqrt(px^2 + py^2 + m^2)

# the claims of the model, written with E: -(E v^2 + f x) x/r^2, v^2 = p^2/E^2
$ dalembert derive --closed "$MODELS"/relativistic-ring.mech | sed -n '/^Solved/,/^$/p'
Solved, where the constraints hold
    Delta = f*x + (px^2 + py^2)/sqrt(px^2 + py^2 + m^2)
    px' = f - x*Delta/r^2
    py' = -y*Delta/r^2
    lambda(ring) = -Delta/r^2
    reaction(x) = -x*Delta/r^2
    reaction(y) = -y*Delta/r^2


# energies in the speeds of the model, where that is shorter: 1/2 (m a^2 + I) w^2 + 1/2 m v^2 on the blade
$ cat >sleigh.mech <<'END'
> parameter m, I, a
> coordinate x, y, theta
> speed v, w
> kinetic = 1/2*m*((x' - a*theta'*sin(theta))^2 + (y' + a*theta'*cos(theta))^2) + 1/2*I*theta'^2
> potential = 0
> rate x' = v*cos(theta)
> rate y' = v*sin(theta)
> rate theta' = w
> END
$ dalembert derive sleigh.mech | sed -n '/in the speeds/,$p'
Energy in the speeds, where the constraints hold
    h = 1/2*(m*a^2 + I)*w^2 + 1/2*m*v^2
$ dalembert derive --format json sleigh.mech | grep in_speeds
  "energy_in_speeds": "1/2*(m*a^2 + I)*w^2 + 1/2*m*v^2"
$ dalembert derive --format latex sleigh.mech | tail -2
Energy in the speeds, where the constraints hold:
\[ h = \frac{1}{2} (m a^2 + I) w^2 + \frac{1}{2} m v^2 \]

# velocities are all there is, or shorter
$ dalembert derive pendulum.mech | grep -c "in the speeds"
0
[1]
