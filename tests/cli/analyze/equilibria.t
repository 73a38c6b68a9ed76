Equilibria: where they are, whether they are stable, how the system moves nearby.

# L8 Ex5: four equilibria, the hanging one stable; A0 and B0 as printed, the squares of the frequencies
# (3/2 -+ 3/sqrt(7)) g/l, which is 7.18301111867688... and 51.6769888813231... here
$ cat >bars.mech <<'EOF'
> system "Two bars"
> parameter m = 1, l = 1/2, g = 9.81
> coordinate theta, phi
> kinetic = 8/3*m*l^2*theta'^2 + 2/3*m*l^2*phi'^2 + 2*m*l^2*cos(theta - phi)*theta'*phi'
> potential = -3*m*g*l*cos(theta) - m*g*l*cos(phi)
> EOF
$ dalembert analyze bars.mech --only equilibria | head -16
Two bars

Equilibria
    searched in -pi < theta <= pi, -pi < phi <= pi
    1. theta = 0, phi = 0: stable
       the potential energy has a minimum there, for the values of the model
       small motions A0 eta'' = B0 eta, eta = (theta, phi)
          A0 = [ 16/3*m*l^2, 2*m*l^2   ]
               [ 2*m*l^2   , 4/3*m*l^2 ]
          B0 = [ -3*m*g*l, 0      ]
               [ 0       , -m*g*l ]
       oscillating: lambda2 = 3*(2*sqrt(7) - 7)*g/(14*l) = -7.183011, omega = 2.680114
          theta : phi = 0.6990558 : 1
       oscillating: lambda2 = -3*(2*sqrt(7) + 7)*g/(14*l) = -51.67699, omega = 7.188671
          theta : phi = -0.4768336 : 1
       eta = eta1*(C1*cos(2.680114*t) + C2*sin(2.680114*t))
$ dalembert analyze bars.mech --only equilibria | grep '^    [0-9]'
    1. theta = 0, phi = 0: stable
    2. theta = 0, phi = pi = 3.141593: unstable
    3. theta = pi = 3.141593, phi = 0: unstable
    4. theta = pi = 3.141593, phi = pi = 3.141593: unstable

# in a range
$ dalembert analyze bars.mech --only equilibria --range "theta=-l:l, phi=2:4" | grep '^    [0-9]'
    1. theta = 0, phi = pi = 3.141593: unstable
$ dalembert analyze bars.mech --only equilibria --range "theta=-1:1, phi=-1:1" --format json | tr -d ' \n' | cut -c1-160
{"equilibria_range":{"theta":[-1,1],"phi":[-1,1]},"equilibria":[{"at":{"theta":0,"phi":0},"exact":{"theta":"0","phi":"0"},"any":[],"family":0,"enclosed":true,"d
$ dalembert analyze bars.mech --only equilibria --format latex | grep -c pmatrix
16

# coordinates that may have any value, and a force that makes the eigenvalues complex: x'' = -x - x'
$ cat >free.mech <<'EOF'
> coordinate x, y
> kinetic = 1/2*(x'^2 + y'^2)
> potential = 1/2*x^2
> dissipation = 1/2*x'^2
> EOF
$ dalembert analyze free.mech --only equilibria | grep -v '^          '
(no title)

Equilibria
    searched in -3 <= x <= 3, -3 <= y <= 3
    1. x = 0, any y: undecided
       forces besides the potential act
       small motions eta = (x, y)
       linear: lambda = 0
       linear: lambda = 0, in a chain with the one before
       decaying: lambda = -0.5 +- 0.8660254i
       eta = eta1*(C1 + C2*t)

# where forces only become small, far away, there is no equilibrium; one outside the range is not shown
$ rest() { text=$1; shift; printf "coordinate x, y\nkinetic = 1/2*(x'^2 + y'^2)\n$text\ninitial x = 1\n" | dalembert analyze - --only equilibria "$@" | grep '^    [0-9sn]'; }
$ rest 'potential = -1/sqrt(x^2 + y^2)'
    searched in -3 <= x <= 3, -3 <= y <= 3
    none was found
$ rest 'potential = exp(-x) + y^2' --range x=-1000:1000
    searched in -1000 <= x <= 1000, -3 <= y <= 3
    none was found
$ rest 'potential = 1/x + y^2'
    searched in -3 <= x <= 3, -3 <= y <= 3
    none was found
$ rest 'potential = -exp(-x^2) + (x + y - 1)^2' --range x=-100:100,y=-100:100
    searched in -100 <= x <= 100, -100 <= y <= 100
    1. x = 0, y = 1: stable
$ rest 'potential = tanh(x)^2 + (y - 12)^2' # the range grows where it was not given
    searched in -3 <= x <= 3, -18 <= y <= 18
    1. x = 0, y = 12: stable
$ rest 'potential = -1/x + 2/x^2 + y^2' # Kepler with angular momentum: the circle
    searched in -6 <= x <= 6, -3 <= y <= 3
    1. x = 4, y = 0: stable
$ rest 'potential = (x - y)^2' | tail -n 1
    1. x = 0.5, y = 0.5: undecided
$ rest 'potential = x^20 + y^2' | tail -n 1
    1. x = 0, y = 0: undecided
$ rest 'potential = (x^2 - 2)^4 + y^2' | cut -d: -f1 # solutions that are threefold
    searched in -3 <= x <= 3, -3 <= y <= 3
    1. x = 0, y = 0
    2. x = sqrt(2) = 1.414214, y = 0
    3. x = -sqrt(2) = -1.414214, y = 0

# all small motions: complex lambda2, chains if there are too few shapes, lambda2 = 0
$ motions() { printf "coordinate x, y\nkinetic = 1/2*(x'^2 + y'^2)\n$1\n" | dalembert analyze - --only equilibria | sed -n '/ng: \|linear: /,$p'; }
$ motions 'force x = -x + y\nforce y = -x - y'
       growing: lambda2 = -1 +- 1i, omega = 1.098684
          x : y = 1 : 1i
       eta = exp(0.4550899*t)*Re(eta1)*(C1*cos(1.098684*t) + C2*sin(1.098684*t))
           + exp(0.4550899*t)*Im(eta1)*(-C1*sin(1.098684*t) + C2*cos(1.098684*t))
           + exp(-0.4550899*t)*Re(eta1)*(C3*cos(1.098684*t) - C4*sin(1.098684*t))
           + exp(-0.4550899*t)*Im(eta1)*(C3*sin(1.098684*t) + C4*cos(1.098684*t))
$ motions 'force x = -x + y\nforce y = -y' # resonance: y = cos t drives x = t/2 sin t
       oscillating: lambda2 = -1, omega = 1
          x = 1
       oscillating: lambda2 = -1, omega = 1, in a chain with the one before
          y = 1
       eta = eta1*(C1*cos(1*t) + C2*sin(1*t) + 0.5*C3*t*sin(1*t) - 0.5*C4*t*cos(1*t))
           + eta2*(C3*cos(1*t) + C4*sin(1*t))
$ motions 'force x = y'
       linear: lambda2 = 0
          x = 1
       linear: lambda2 = 0, in a chain with the one before
          y = 1
       eta = eta1*(C1 + C2*t + 0.5*C3*t^2 + 0.1666667*C4*t^3)
           + eta2*(C3 + C4*t)
$ motions 'force x = x'"'"'\nforce y = -y' # x grows or rests
       growing: lambda = 1
          x = 1
       oscillating: lambda = +-1i
          y = 1
       linear: lambda = 0
          x = 1
       eta = exp(1*t)*eta1*C1
           + eta2*(C2*cos(1*t) + C3*sin(1*t))
           + eta3*C4
$ dalembert analyze $MODELS/euler-top.mech --only equilibria | sed -n '/linear/,$p'
       linear: lambda2 = 0, 3 times
          psi = 1; theta = 1; phi = 1
       eta = eta1*(C1 + C2*t)
           + eta2*(C3 + C4*t)
           + eta3*(C5 + C6*t)

# a constraint that has a velocity of its own does work: then a minimum of the potential decides nothing
$ driven() { printf "parameter v = 1, Om = 2\ncoordinate x, y\nkinetic = 1/2*(x'^2 + y'^2)\npotential = 1/2*(x^2 + y^2)\n$1\nclaim \"stable\" equilibrium x = 0, y = 0 stable\n" >driven.mech; dalembert check driven.mech | sed -n '3,4p' | grep -v claim; }
$ driven "constraint c: x' = v*x"
refuted   stable  <- FAILS
          line 6: an eigenvalue has a positive real part
$ driven "constraint c: x' = v*x + y'"
refuted   stable  <- FAILS
          line 6: an eigenvalue has a positive real part
$ driven "constraint c: x*y' - y*x' = Om*(x^2 + y^2)\ninitial x = 1"
unknown   stable  <- FAILS
          line 7: the motion is not determined under these conditions
$ driven "constraint c: x' = 2*y'"
verified  stable
$ dalembert analyze driven.mech --only equilibria | grep '^    1'
    1. x = 0, y = 0: stable

# nothing to find
$ printf 'coordinate x\nkinetic = x'"'"'^2\npotential = x\n' | dalembert analyze - --only equilibria
(no title)

Equilibria
    searched in -3 <= x <= 3
    none was found
$ printf 'parameter k\ncoordinate x\nkinetic = x'"'"'^2\npotential = k*x^2\n' | dalembert analyze - --only equilibria
(no title)

Equilibria
    the parameter k has no value: no search was made

# requests that make no sense
$ dalembert analyze bars.mech --range theta
error: theta is not a range: write theta=-pi:pi [N0921]
[2]
$ dalembert analyze bars.mech --range m=0:1
error: m is not a coordinate, so it has no range [N0922]
[2]
$ dalembert analyze bars.mech --range theta=1:1
error: the range of theta is empty [N0923]
[2]
$ dalembert analyze bars.mech --range theta=0:x
--range:1:1: error: x is not declared [N0201]
    1 | x
      | ^
help: the coordinates are theta, phi
[2]
$ dalembert analyze bars.mech --range theta=0:1,theta=0:2
error: theta is given twice [N0602]
[2]

# 26 coordinates that fall into pairs: each pair is solved alone. The third rests at 2 and 1: 2 - 3 + 2 - 1 = 0, 1 - 2 + 1^3 = 0
$ dalembert analyze --only equilibria,singular,integrals - <<'END' >pairs.txt
> count n = 13
> coordinate x[1..n], y[1..n]
> kinetic = sum(x[i]'^2/2 + y[i]'^2/2 for i = 1..n)
> potential = sum((x[i] - i)^2/2 + (y[i] - x[i])^2/2 + y[i]^4/4 for i = 1..n)
> END
$ grep -o 'x\[3\] = 2,\|y\[3\] = 1,\|: stable\|quartic in the velocities' pairs.txt; grep -A1 'Singular' pairs.txt
x[3] = 2,
y[3] = 1,
: stable
Singular states
    none
