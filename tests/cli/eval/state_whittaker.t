Accelerations by Whittaker's equations: r'' = r phi'^2 - k/r^2, phi'' = -2 r' phi'/r, h = T - k/r.

$ cat >kepler.mech <<'END'
> parameter k = 3
> coordinate r, phi
> kinetic = 1/2*(r'^2 + r^2*phi'^2)
> potential = -k/r
> initial r = 2, r' = 1/2, phi' = -1
> END
$ dalembert eval kepler.mech --method whittaker | awk '/=/ { printf "%s %.12g\n", $1, $3 }'
t 0
r 2
phi 0
r' 0.5
phi' -1
r'' 1.25
phi'' 0.5
p_r 0.5
p_phi -4
p_r' 1.25
p_phi' 0
energy 0.625

# the velocities are a direction, the energy is given: they grow by sqrt(4.5/2.125) = sqrt(36/17)
$ dalembert eval kepler.mech --method whittaker --energy k | awk '/=/ { printf "%s %.6f\n", $1, $3 }' | grep "'\|energy"
r' 0.727607
phi' -1.455214
r'' 3.485294
phi'' 1.058824
p_r' 3.485294
p_phi' 0.000000
energy 3.000000

# with constraints
$ dalembert eval --method whittaker - --at "a'=2, x'=1" <<'END' | awk '/=/ { printf "%s %.12g\n", $1, $3*$3 < 1e-28 ? 0 : $3 }' | grep "''\|blade"
> parameter m = 1, J = 1/10, g = 2
> coordinate x, y, a
> kinetic = 1/2*m*(x'^2 + y'^2) + 1/2*J*a'^2
> potential = -m*g*x
> constraint blade: y'*cos(a) = x'*sin(a)
> END
x'' 2
y'' 2
a'' 0
blade 2
blade 0

# turning points
$ dalembert eval kepler.mech --method whittaker --at "phi'=0"
error: dphi/dt is 0 at this state: phi cannot replace time here [N0745]
help: choose something that moves: --independent r
[2]
$ dalembert eval kepler.mech --method whittaker --at "phi'=0" --independent r | grep "''"
  r''    = -0.75
  phi''  = 0
$ dalembert eval kepler.mech --method whittaker --at "r'=0, phi'=0"
error: dphi/dt is 0 at this state: phi cannot replace time here [N0745]
help: the system is at rest; the other methods accept such a state
[2]

# energies that cannot be
$ dalembert eval kepler.mech --method whittaker --energy=-2
error: the energy -2 is too low: at rest in this position it is -1.5 [N0748]
[2]
$ dalembert eval kepler.mech --method whittaker --energy 3 --at "r'=0, phi'=0"
--at:1:1: error: the velocities are all 0: they give no direction in which to move with the energy 3 [N0749]
    1 | r'=0, phi'=0
      | ^^^^^^^^^^^^
[2]
$ dalembert eval kepler.mech --energy 3
error: the option --energy is for the method whittaker, not for lagrange [N0747]
[2]
