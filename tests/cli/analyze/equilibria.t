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
    looked for in -pi < theta <= pi, -pi < phi <= pi
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
{"equilibria":[{"at":{"theta":0,"phi":0},"exact":{"theta":"0","phi":"0"},"any":[],"family":0,"enclosed":true,"determined":true,"stable":"stable","reason":"thepo
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
    looked for in -3 <= x <= 3, -3 <= y <= 3
    1. x = 0, any y: undecided
       forces beside the potential act
       linear: lambda = 0, 2 times
       decaying: lambda = -0.5 +- 0.8660254i

# nothing to find
$ printf 'coordinate x\nkinetic = x'"'"'^2\npotential = x\n' | dalembert analyze - --only equilibria
(no title)

Equilibria
    looked for in -3 <= x <= 3
    none was found
$ printf 'parameter k\ncoordinate x\nkinetic = x'"'"'^2\npotential = k*x^2\n' | dalembert analyze - --only equilibria
(no title)

Equilibria
    the parameter k has no value: nothing was looked for

# requests that make no sense
$ dalembert analyze bars.mech --range theta
error: theta is no range: these are written theta=-pi:pi [N0921]
[2]
$ dalembert analyze bars.mech --range m=0:1
error: m is no coordinate, so it has no range [N0922]
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
