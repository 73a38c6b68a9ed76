What `analyze` says about singular states.

# B11: not the list (1.1), but these
$ dalembert analyze $MODELS/nonholonomic-double-pendulum.mech --only singular
Nonholonomic double pendulum

Singular states
    the constraints lose their independence where
      x1' = 0 and y1' = 0 and x2' = 0 and y2' = 0
      x2 = 0 and y2' = 0 and x1*x1' + y1'*(y1 - y2) = 0
      x1 = 0 and y1' = 0 and x2*x2' = y2'*(y1 - y2)
      x1 = 0 and x2 = 0 and y2 = y1

# of the coordinates; of neither
$ dalembert analyze $MODELS/euler-top.mech --only singular
Euler's top

Singular states
    the mass matrix is singular where
      sin(theta) = 0
$ dalembert analyze $MODELS/double-pendulum.mech --only singular
Planar double pendulum

Singular states
    none

# a servo constraint that becomes ineffective
$ dalembert analyze $MODELS/damped-cart-pendulum.mech --only singular
Cart with a pendulum brought upright

Singular states
    masses and constraints do not determine the accelerations where
      cos(phi) = 0

# a massless coordinate
$ printf 'coordinate x, y\nkinetic = 1/2*x'"'"'^2\npotential = x*y\n' | dalembert analyze - --only singular
(no title)

Singular states
    all: the accelerations are not determined at any state

# too long to be shown
$ dalembert analyze $MODELS/rattleback.mech --only singular
Rattleback

Singular states
    where the mass matrix is singular was not found: the minors are too long

$ dalembert analyze $MODELS/nonholonomic-double-pendulum.mech --only singular --format json
{
  "singular": [
    {
      "cause": "constraints",
      "equations": [
        "x1'",
        "y1'",
        "x2'",
        "y2'"
      ],
      "nonzero": [],
      "proved": true,
      "real": true
    },
    {
      "cause": "constraints",
      "equations": [
        "x2",
        "y2'",
        "x1*x1' + y1'*(y1 - y2)"
      ],
      "nonzero": [],
      "proved": true,
      "real": true
    },
    {
      "cause": "constraints",
      "equations": [
        "x1",
        "y1'",
        "x2*x2' + y2'*(y2 - y1)"
      ],
      "nonzero": [],
      "proved": true,
      "real": true
    },
    {
      "cause": "constraints",
      "equations": [
        "x1",
        "x2",
        "y2 - y1"
      ],
      "nonzero": [],
      "proved": true,
      "real": true
    }
  ],
  "singular_everywhere": false,
  "singular_complete": true
}
