First integrals at the prompt.

$ cat >kepler.mech <<'EOF'
> system "Kepler's problem"
> parameter m = 1, k = 1
> coordinate r, phi
> kinetic = m/2*(r'^2 + r^2*phi'^2)
> potential = -k/r
> EOF
$ dalembert analyze --only integrals kepler.mech
Kepler's problem

First integrals
    cyclic coordinates: phi
    energy
        1/2*m*(r^2*phi'^2 + r'^2) - k/r
    momentum of phi
        m*r^2*phi'
    searched: up to the degree 2 in r', phi'; coefficients up to the degree 4 in r, phi, 1/r;
        114 candidates

# the vector of Laplace, Runge and Lenz, with the functions it is made of
$ dalembert analyze --only integrals --basis "cos(phi), sin(phi)" kepler.mech | grep -A 1 quadratic
    quadratic in the velocities
        m*r^2*phi'*(r*phi'*cos(phi) + r'*sin(phi)) - k*cos(phi)
    quadratic in the velocities
        m*r^2*phi'*(r*phi'*sin(phi) - r'*cos(phi)) - k*sin(phi)

$ dalembert analyze --only integrals --format json --degree 1 kepler.mech
{
  "integrals": [
    {
      "name": "energy",
      "kind": "energy",
      "value": "1/2*m*(r^2*phi'^2 + r'^2) - k/r",
      "verdict": "proved",
      "independent": true
    },
    {
      "name": "momentum of phi",
      "kind": "momentum",
      "value": "m*r^2*phi'",
      "verdict": "proved",
      "independent": true,
      "symmetry": {
        "phi": "1"
      }
    }
  ],
  "cyclic": [
    "phi"
  ],
  "integral_search": {
    "complete": true,
    "degree": 1,
    "candidates": 57,
    "coefficients": [
      "r",
      "phi",
      "1/r"
    ]
  }
}
$ dalembert analyze --only integrals --format latex kepler.mech
\subsection*{First integrals}

Cyclic coordinates: \(\phi\).

Energy:
\[ \frac{1}{2} m (r^2 \dot{\phi}^2 + \dot{r}^2) - \frac{k}{r} \]

Momentum of \(\phi\):
\[ m r^2 \dot{\phi} \]

Searched: up to the degree 2 in \(\dot{r}\), \(\dot{\phi}\); coefficients up to the degree 4 in \(r\), \(\phi\), \(\frac{1}{r}\); 114 candidates.

# the angles of a point's position are among the atoms; what --basis repeats is taken once
$ sed "s/kinetic.*/point P mass m at r*[cos(phi), sin(phi)]/" kepler.mech >point.mech
$ dalembert analyze --only integrals point.mech | grep -c quadratic
2
$ dalembert analyze --only integrals --basis "cos(phi), sin(phi), m" point.mech | grep -c quadratic
2

# there is nothing to find
$ printf "coordinate x\nkinetic = 1/2*x'^2\nforce x = -x - x'\n" | dalembert analyze --only integrals -
(no title)

First integrals
    none was found
    searched: up to the degree 2 in x'; coefficients up to the degree 4 in x; 15 candidates

# there is one, x'^2 - 2*sqrt(k)*x, but its coefficient is not a quotient of polynomials in k
$ printf "parameter k\ncoordinate x\nkinetic = 1/2*x'^2\nforce x = sqrt(k)\n" >root.mech
$ dalembert analyze --only integrals root.mech
(no title)

First integrals
    1 with coefficients that were not found as functions of the parameters
    searched: up to the degree 2 in x'; coefficients up to the degree 4 in x; 15 candidates

# free motion: position and time are in no default basis
$ printf "coordinate x\nkinetic = 1/2*x'^2\n" >free.mech
$ dalembert analyze --only integrals --basis t free.mech | grep -A 1 linear
    linear in the velocities
        t*x' - x

# several different square roots: two fixed centres have Euler's integral; this sum separates
$ cat >centres.mech <<'EOF'
> coordinate x, y
> kinetic = 1/2*(x'^2 + y'^2)
> potential = -1/sqrt((x + 1)^2 + y^2) - 1/sqrt((x - 1)^2 + y^2)
> claim conserved energy
> claim "Euler" conserved (x*y' - y*x')^2 + x'^2 + 2*x*(1/sqrt((x + 1)^2 + y^2) - 1/sqrt((x - 1)^2 + y^2))
> EOF
$ dalembert analyze --only integrals centres.mech | sed -n '4,7p'
    energy; verified to many digits
        1/2*x'^2 + 1/2*y'^2 - 1/sqrt(y^2 + (x + 1)^2) - 1/sqrt(y^2 + (x - 1)^2)
    quadratic in the velocities; verified to many digits
        (x*y' - y*x')^2 + x'^2 + 2*x*(1/sqrt(y^2 + (x + 1)^2) - 1/sqrt(y^2 + (x - 1)^2))
$ dalembert check centres.mech | grep -c '^verified\|^proved'
2
$ printf "coordinate x, y\nkinetic = 1/2*(x'^2 + y'^2)\npotential = sqrt(1 + x^2) + sqrt(1 + y^2)\n" >sum.mech
$ dalembert analyze --only integrals sum.mech | sed -n '4,9p'
    energy; verified to many digits; follows from the others
        1/2*x'^2 + 1/2*y'^2 + sqrt(x^2 + 1) + sqrt(y^2 + 1)
    quadratic in the velocities; verified to many digits
        x'^2 + 2*sqrt(x^2 + 1)
    quadratic in the velocities; verified to many digits
        y'^2 + 2*sqrt(y^2 + 1)

# mistakes
$ dalembert analyze --only integrals --basis "x'" free.mech
--basis:1:1: error: the coefficients of a first integral are functions of positions, but x' is not [N0916]
    1 | x'
      | ^^
[2]
$ dalembert analyze --only integrals --basis "1/(" free.mech
--basis:1:3: error: ( is not closed [N0105]
    1 | 1/(
      |   ^
[2]
$ dalembert analyze --only integrals --degree 5 free.mech
error: first integrals are searched up to the degree 4 in the velocities, not 5 [N0915]
[2]
$ dalembert analyze --only integrals --degree 1.5 free.mech
dalembert: --degree needs a whole number, not 1.5
[2]
