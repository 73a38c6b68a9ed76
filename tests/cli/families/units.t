Units after numbers, exactly; and dimensions that contradict each other.

$ python3 $TESTDIR/units.py $TESTDIR/../../../src/language/units.def
279 units agree
$ cat > cart.mech <<'END'
> parameter M = 2 kg, m = 500 g, l = 30 cm, g = 9.81 m/s^2, k = 12 N/m, alpha = 30 deg, c = (1/3) N*s/m
> coordinate x [m], theta
> point C mass M at [x, 0]
> point P mass m at pos(C) + l*[sin(theta), -cos(theta)]
> gravity = [0, -g]
> potential = 1/2*k*x^2
> force x = -c*x'
> initial theta = 20 deg, x = 5 mm, x' = -3.6 km/h
> simulate to 10 s every 10 ms
> observe a = alpha
> END
$ dalembert eval cart.mech --at "theta = 90 deg" --set "l = 1 m" | head -7
t          = 0
coordinates
  x        = 0.005
  theta    = 1.5707963267948966
velocities
  x'       = -1
  theta'   = 0
$ dalembert analyze cart.mech --only dimensions
(no title)

Dimensions
    M is in kg
    m is in kg
    l is in m
    g is in m/s^2
    k is in kg/s^2
    alpha is a pure number
    c is in kg/s
    x is in m
    theta is a pure number
    units that can be chosen freely: 3
    pure numbers of the parameters: m/M
    and k*l/(M*g)
    and alpha
    and c*sqrt(l)/(M*sqrt(g))
    a unit of time: sqrt(l)/sqrt(g)
$ dalembert analyze cart.mech --only dimensions --format json
{
  "dimensions": {
    "names": {
      "M": "kg",
      "m": "kg",
      "l": "m",
      "g": "m/s^2",
      "k": "kg/s^2",
      "alpha": "1",
      "c": "kg/s",
      "x": "m",
      "theta": "1"
    },
    "lost": [],
    "scalings": 3,
    "groups": [
      "m/M",
      "k*l/(M*g)",
      "alpha",
      "c*sqrt(l)/(M*sqrt(g))"
    ],
    "time": "sqrt(l)/sqrt(g)"
  }
}
$ try() { sed "$1" cart.mech > bad.mech; dalembert derive bad.mech; }
$ try 's/k[*]x^2/k*x^3/'
bad.mech:6:1: error: `1/2*k*x^3` is an energy, but their dimensions differ by a factor of m [N0512]
    6 | potential = 1/2*k*x^3
      | ^^^^^^^^^^^^^^^^^^^^^
help: because `x` is a position (line 3); the energy is one of masses; `k` is in N/m (line 1)
[2]
$ try 's/k = 12 N\/m/k = 12 N/'
bad.mech:6:1: error: `1/2*k*x^2` is an energy, but their dimensions differ by a factor of m [N0512]
    6 | potential = 1/2*k*x^2
      | ^^^^^^^^^^^^^^^^^^^^^
help: because `x` is a position (line 3); the energy is one of masses; `k` is in N (line 1)
[2]
$ try 's/-c[*]x.$/-c*x/'
bad.mech:7:1: error: `-c*x` is the force on x, but their dimensions differ by a factor of s [N0512]
    7 | force x = -c*x
      | ^^^^^^^^^^^^^^
help: because `x` is a position (line 3); the energy is one of masses; `c` is in N*s/m (line 1)
[2]
$ try 's/k[*]x^2/k*(x - 2)^2/'
bad.mech:6:1: error: a number is added to `x`, but their dimensions differ by a factor of 1/m [N0512]
    6 | potential = 1/2*k*(x - 2)^2
      | ^^^^^^^^^^^^^^^^^^^^^^^^^^^
help: because `x` is a position (line 3)
[2]
$ try 's/gravity = .0, -g./gravity = [0, -g*l]/'
bad.mech:4:7: error: `l*sin(theta)` is added to `x`, but their dimensions differ by a factor of 1/m [N0512]
    4 | point P mass m at pos(C) + l*[sin(theta), -cos(theta)]
      |       ^
help: because `x` is a position (line 3); `-g*l` is an acceleration (line 5); `g` is in m/s^2 (line 1)
[2]
$ try 's/theta = 20 deg/theta = 20 cm/'
bad.mech:4:7: error: `theta` is an argument of sin, but their dimensions differ by a factor of m [N0512]
    4 | point P mass m at pos(C) + l*[sin(theta), -cos(theta)]
      |       ^
help: because `theta` is in cm (line 8)
[2]
$ try 's/10 ms/10 mm/'
bad.mech:9:27: error: `t` is in mm, but their dimensions differ by a factor of s/m [N0512]
    9 | simulate to 10 s every 10 mm
      |                           ^^
[2]
$ try 's/0, -g/0, -9.81/'
bad.mech:5:1: error: `-981/100` is an acceleration, but their dimensions differ by a factor of s^2/m [N0512]
    5 | gravity = [0, -9.81]
      | ^^^^^^^^^^^^^^^^^^^^
help: numbers in formulas have no unit; give a constant with a unit a name: `parameter c = 9.81 m/s^2`
[2]

# an angle is a pure number: a model in which nothing else has a unit has none
$ printf '%s\n' 'parameter l = 2' 'coordinate phi [deg]' 'point P mass 3 at [l*sin(phi), -l*cos(phi)]' 'gravity = [0, -9.81]' 'initial phi = 90 deg' >angle.mech
$ dalembert eval angle.mech | sed -n '2,3p;6,7p'
coordinates
  phi    = 1.5707963267948966
accelerations
  phi''  = -4.905
$ dalembert check angle.mech
(no title)
methods   multipliers, lagrange, udwadia, appell, hamilton, hamel, whittaker: they agree, proved
no claims
$ try 's/l = 30 cm/l = 3*10 cm/'
bad.mech:1:41: error: a unit must follow a number, and the value may contain nothing else [N0326]
    1 | parameter M = 2 kg, m = 500 g, l = 3*10 cm, g = 9.81 m/s^2, k = 12 N/m, alpha = 30 deg, c = (1/3) N*s/m
      |                                         ^^
help: give the constant a name: `parameter l = 30 cm`
[2]
$ try 's/l = 30 cm/l = 30 parsec/'
bad.mech:1:39: error: multiplication must be written: put * before parsec [N0302]
    1 | parameter M = 2 kg, m = 500 g, l = 30 parsec, g = 9.81 m/s^2, k = 12 N/m, alpha = 30 deg, c = (1/3) N*s/m
      |                                       ^^^^^^
help: or, if a unit is meant: there is no unit parsec
bad.mech:1:39: error: parsec is not declared [N0201]
    1 | parameter M = 2 kg, m = 500 g, l = 30 parsec, g = 9.81 m/s^2, k = 12 N/m, alpha = 30 deg, c = (1/3) N*s/m
      |                                       ^^^^^^
help: declare it above: `parameter parsec` or `coordinate parsec`
[2]
$ try 's/l = 30 cm/l = 30 cm^x/'
bad.mech:1:42: error: a small whole number is needed here, not x [N0402]
    1 | parameter M = 2 kg, m = 500 g, l = 30 cm^x, g = 9.81 m/s^2, k = 12 N/m, alpha = 30 deg, c = (1/3) N*s/m
      |                                          ^
[2]
$ try 's/x .m./x [cubit]/'
bad.mech:2:15: error: unknown unit cubit [N0325]
    2 | coordinate x [cubit], theta
      |               ^^^^^
[2]
$ try 's/1.2[*]k[*]x^2/1\/2*12 N\/m*x^2/'
bad.mech:6:20: error: multiplication must be written: put * before N [N0302]
    6 | potential = 1/2*12 N/m*x^2
      |                    ^
bad.mech:6:20: error: N is the fixed frame, not a value [N0320]
    6 | potential = 1/2*12 N/m*x^2
      |                    ^
help: its unit vectors are N.x, N.y, N.z; the centre of a body is pos(N)
[2]
$ try 's/potential/units off\npotential/; s/x^2/x^3/' | tail -2
Energy
    h = 1/2*(M + m)*x'^2 + 1/2*m*l^2*theta'^2 + m*l*theta'*x'*cos(theta) + 1/2*k*x^3 - m*g*l*cos(theta)

# Without units nothing is an error. What has a dimension all the same:
$ sed 's/ kg//; s/ g,/,/; s/ cm,/,/; s/ m\/s.2//; s/ N\/m,/,/; s/ deg//g; s/ N.s\/m//; s/ .m.,/,/; s/ mm//; s/ km\/h//; s/ s every 10 ms/ every 0.01/' cart.mech > plain.mech
$ dalembert analyze plain.mech --only dimensions
(no title)

Dimensions
    M is in kg
    m is in kg
    l is in m
    g is in m/s^2
    k is in kg/s^2
    alpha is not determined
    c is in kg/s
    x is in m
    theta is a pure number
    a unit of alpha would determine what is left open
    units that can be chosen freely: 4
    pure numbers of the parameters: m/M
    and k*l/(M*g)
    and c*sqrt(l)/(M*sqrt(g))
    a unit of time: sqrt(l)/sqrt(g)
$ sed -i 's/k[*]x^2/k*x^2 + M*x/' plain.mech
$ dalembert analyze plain.mech --only dimensions
(no title)

Dimensions
    M is in kg
    m is in kg
    l is in m
    g is a pure number
    k is in kg/m
    alpha is not determined
    c is in kg/m^(1/2)
    x is in m
    theta is a pure number
    s/m^(1/2) is a pure number here: `M*x` is added to `k*x^2` (line 6)
    a unit of alpha would determine what is left open
    units that can be chosen freely: 3
    pure numbers of the parameters: m/M
    and g
    and k*l/M
    and c*sqrt(l)/M
    a unit of time: sqrt(l)

# A parameter may have the name of a unit: a unit stands only after a number.
$ cat > names.mech <<'END'
> parameter m = 3 kg, s = 2 m, v = 5 m/s, w = v/s
> coordinate x
> point P mass m at [x, 0]
> force on P = [-m*w^2*x, 0]
> initial x = s
> claim x'' = -w^2*x
> END
$ dalembert check names.mech
(no title)
methods   multipliers, lagrange, udwadia, appell, hamilton, hamel: they agree, proved
units     consistent: kg, m, s
proved    claim x'' = -w^2*x (by algebra)
1 claim: 1 proved
