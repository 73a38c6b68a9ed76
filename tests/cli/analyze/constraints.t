What `analyze` says about constraints: kinds, what follows from what, products, growth vectors, and
functions that constraints on velocities keep constant.

# B08 8.1: nonlinear in form only, and the distance is constant
$ dalembert analyze $MODELS/orthogonal-velocities.mech --only constraints
Two points with velocities orthogonal to their line

Constraints
    first     linear; not integrable
    second    linear; not integrable
    parallel  nonlinear (degree 2) in form only: it follows from first and second
    2 independent of 3, 4 coordinates: 2 degrees of freedom
    growth vector (2, 3)
    1 combination is integrable:
      (x1 - x2)^2 + (y1 - y2)^2 = constant

# B08 8.4: types I and II, with the transition states
$ dalembert analyze $MODELS/parallel-segment.mech --only constraints
Two points on a segment with parallel velocities

Constraints
    parallel  nonlinear (degree 2); a product, --branch parallel=K takes one factor
              1: x'*cos(phi) + y'*sin(phi) = 0; linear, not integrable
              2: phi' = 0; linear, integrable
              transition states 1-2: x'*cos(phi) + y'*sin(phi) = 0 and phi' = 0
    1 independent of 1, 3 coordinates: 2 degrees of freedom

# B11: truly nonlinear
$ dalembert analyze $MODELS/nonholonomic-double-pendulum.mech --only constraints
Nonholonomic double pendulum

Constraints
    pivot  nonlinear (degree 2); no linear equation is hidden in it
    1 independent of 1, 4 coordinates: 3 degrees of freedom

# a hoop on a line; a skate
$ cat >hoop.mech <<'END'
> system "Hoop on a line"
> parameter m = 1, R = 2
> coordinate x, phi
> kinetic = 1/2*m*x'^2 + 1/2*m*R^2*phi'^2
> constraint rolling: x' = R*phi'
> END
$ dalembert analyze hoop.mech --only "constraints, singular"
Hoop on a line

Constraints
    rolling  linear; integrable
    1 independent of 1, 2 coordinates: 1 degree of freedom
    growth vector (1)
    1 combination is integrable:
      x - R*phi = constant

Singular states
    none
$ dalembert analyze $MODELS/knife-edge-incline.mech --only constraints
Knife edge on an incline

Constraints
    edge  linear; not integrable
    1 independent of 1, 3 coordinates: 2 degrees of freedom
    growth vector (2, 3)
    no combination is integrable
$ dalembert analyze $MODELS/trailer-10.mech --only constraints | tail -3
    11 independent of 11, 13 coordinates: 2 degrees of freedom
    growth vector (2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13)
    no combination is integrable

# two constraints that are integrable only together; one that follows from others; a square; accelerations
$ cat >several.mech <<'END'
> system "Several"
> coordinate x, y, z, w
> kinetic = 1/2*(x'^2 + y'^2 + z'^2 + w'^2)
> constraint a: z' = y*x'
> constraint b: y' = z*x'
> constraint c: z' + y' = (y + z)*x'
> constraint d: (w' - x')^2 = 0
> END
$ dalembert analyze several.mech --only "constraints, singular"
Several

Constraints
    a  linear; integrable with the others; redundant: follows from b and c
    b  linear; integrable with the others; redundant: follows from a and c
    c  linear; integrable; redundant: follows from a and b
    d  nonlinear (degree 2) in form only, a power (--branch d=1): it is equivalent to
         w' = x'
    3 independent of 4, 4 coordinates: 1 degree of freedom
    growth vector (1)
    3 combinations are integrable:
      (y + z)*exp(-x) = constant
      z*exp(x) - y*exp(x) = constant
      w - x = constant

Singular states
    all: wherever d holds its derivatives by the velocities vanish, so that it has no reaction

# rates alone
$ cat >rates.mech <<'END'
> system "Rates"
> coordinate x, y, z
> kinetic = 1/2*(x'^2 + y'^2 + z'^2)
> speed v, w
> rate x' = v
> rate y' = w
> rate z' = x*v + t
> END
$ dalembert analyze rates.mech --only constraints
Rates

Constraints
    the rates of 3 coordinates are given by 2 free speeds
    growth vector (3), with the time
    1 combination is integrable:
      t^2 + x^2 - 2*z = constant

# as JSON, and as LaTeX
$ dalembert analyze $MODELS/parallel-segment.mech --only constraints --format json
{
  "constraints": [
    {
      "name": "parallel",
      "kind": "nonlinear",
      "integrable": null,
      "alone": false,
      "redundant": false,
      "follows_from": [],
      "homogeneous": true,
      "degree": 2,
      "with_time": false,
      "factors": [
        "x'*cos(phi) + y'*sin(phi)",
        "phi'"
      ],
      "apparent": "product",
      "equations": [
        "x'*cos(phi) + y'*sin(phi)",
        "phi'"
      ]
    }
  ],
  "freedom": {
    "coordinates": 3,
    "rank": 1
  }
}
$ dalembert analyze hoop.mech --only constraints --format json
{
  "constraints": [
    {
      "name": "rolling",
      "kind": "linear",
      "integrable": true,
      "alone": true,
      "redundant": false,
      "follows_from": [],
      "homogeneous": true,
      "degree": 1,
      "with_time": false,
      "factors": []
    }
  ],
  "freedom": {
    "coordinates": 2,
    "rank": 1,
    "growth": [1],
    "derived": [1],
    "integrable": 1,
    "constant": [
      "x - R*phi"
    ]
  }
}
$ dalembert analyze $MODELS/parallel-segment.mech --only "constraints, singular" --format latex
\subsection*{Constraints}
\begin{description}
\item[{parallel}] nonlinear (degree 2); a product, \texttt{-{}-{}branch parallel=K} takes one factor:
\begin{itemize}
\item 1: \(\dot{x} \cos \phi + \dot{y} \sin \phi = 0\); linear, not integrable
\item 2: \(\dot{\phi} = 0\); linear, integrable
\item transition states 1-2: \(\dot{x} \cos \phi + \dot{y} \sin \phi = 0\) and \(\dot{\phi} = 0\)
\end{itemize}
\end{description}

1 independent of 1, 3 coordinates: 2 degrees of freedom.

\subsection*{Singular states}

The constraints lose their independence where:
\begin{itemize}
\item \(\dot{\phi} = 0\) and \(\dot{x} \cos \phi + \dot{y} \sin \phi = 0\)
\end{itemize}

# the growth vector at a place: Martinet's surface is y = 0
$ printf "coordinate x, y, z\nkinetic = 1/2*(x'^2 + y'^2 + z'^2)\nconstraint c: z' = y^2/2*x'\n" >martinet.mech
$ dalembert analyze martinet.mech --only constraints --at "y=0" | grep growth
    growth vector (2, 3)
    at y = 0: growth vector (2, 2, 3)
$ dalembert analyze martinet.mech --only constraints --at "y=0.1" --format json | tr -d ' \n' | grep -o '"growth_at":[^]]*]'
"growth_at":[2,3]
$ dalembert analyze martinet.mech --only integrals --at "y=0"
error: --at requires --linearize [N0927]
[2]

# an expression that vanishes only on the constraint on positions is not an equation: y' = 0 does not follow
$ cat >hidden.mech <<'END'
> coordinate x, y, z
> point P mass 1 at [x, y, z]
> constraint more: (1 + y^2)*(sin(x) + z + sin(y)) = 0
> constraint one: sin(x) + z + sin(y) = 0
> constraint rate: d(sin(x) + z + sin(y))^2 = 0
> initial x = 0.3, y = 0.2
> END
$ dalembert analyze hidden.mech --only constraints 2>/dev/null | tail -2
    rate  nonlinear (degree 2) in form only: it follows from more
    1 independent of 3, 3 coordinates: 2 degrees of freedom
