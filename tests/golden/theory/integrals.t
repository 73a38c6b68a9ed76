docs/theory/integrals.md: which of the integrals that the models beside this file prove are found, shown, and marked.

$ found() { model=$1; shift; dalembert analyze "$TESTDIR"/integrals-$model.mech --only integrals "$@" | sed "1,3d; /^    searched/,\$d"; }

# two components of the vector of Laplace, Runge and Lenz; the energy is a function of the others
$ found kepler
    energy; follows from the others
        1/2*m*(x'^2 + y'^2) - k/sqrt(x^2 + y^2)
    angular momentum, x and y
        m*(x*y' - y*x')
    quadratic in the velocities
        m*x'*(y*x' - x*y') - k*y/sqrt(x^2 + y^2)
    quadratic in the velocities
        m*y'*(x*y' - y*x') - k*x/sqrt(x^2 + y^2)

# both springs, not the angular momentum, though the values of k and j are equal; with one letter it is found
$ found special
    energy; follows from the others
        1/2*x'^2 + 1/2*y'^2 + 1/2*j*y^2 + 1/2*k*x^2
    quadratic in the velocities
        x'^2 + k*x^2
    quadratic in the velocities
        y'^2 + j*y^2
$ sed 's/, j = 1//; s/\*j\*/*k*/; /^claim/d; /^deny/d' "$TESTDIR"/integrals-special.mech | dalembert analyze - --only integrals | grep -A 1 angular
    angular momentum, x and y
        x*y' - y*x'

# a coefficient that the model does not contain, and the same if it is named
$ found drag
    none was found
$ found drag --basis "exp(c*x)"
    linear in the velocities
        x'*exp(c*x)

# a free body: the angular momentum along three axes, linear in its own angular velocity
$ found body
    cyclic coordinates: psi
    energy
        1/2*I1*(psi'*sin(phi)*sin(theta) + theta'*cos(phi))^2 + 1/2*I2*(psi'*sin(theta)*cos(phi) - theta'*sin(phi))^2 + 1/2*I3*(phi' + psi'*cos(theta))^2
    momentum of psi
        (I1 - I2)*theta'*sin(phi)*sin(theta)*cos(phi) + I1*psi'*sin(phi)^2*sin(theta)^2 + I2*psi'*sin(theta)^2*cos(phi)^2 + I3*(phi' + psi'*cos(theta))*cos(theta)
    linear in the velocities
        I1*B_yx*w1 + I2*B_yy*w2 + I3*B_yz*w3
    linear in the velocities
        I1*B_xx*w1 + I2*B_xy*w2 + I3*B_xz*w3
    with w1 = dot(omega(top), B.x), w2 = dot(omega(top), B.y), w3 = dot(omega(top), B.z),
         B_yx = dot(N.y, B.x), B_yy = dot(N.y, B.y), B_yz = dot(N.y, B.z),
         B_xx = dot(N.x, B.x), B_xy = dot(N.x, B.y), B_xz = dot(N.x, B.z)

# B11 Theorem 6: the energy and its two parts
$ dalembert analyze $MODELS/nonholonomic-double-pendulum.mech --only integrals | grep -A 1 'energy\|quadratic'
    energy; follows from the others
        1/2*m1*(x1'^2 + y1'^2) + 1/2*m2*(x2'^2 + y2'^2) - m1*g*x1 - m2*g*x2
    quadratic in the velocities
        x1'^2 + y1'^2 - 2*g*x1
    quadratic in the velocities
        x2'^2 + y2'^2 - 2*g*x2

# the two linear integrals of the rolling disk are not found
$ dalembert analyze $MODELS/rolling-disk.mech --only integrals | grep -c '^    \(energy\|linear\|quadratic\|momentum\|angular\)'
1

# a ray of light: H_pp is singular, and p' = -H_q all the same
$ dalembert analyze "$TESTDIR/hamilton-ray.mech" --only integrals,singular | grep -A 1 "angular\|Singular"
    angular momentum, x and z
        r*x - p*z
--
Singular states
    none
