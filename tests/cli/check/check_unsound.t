Models that are not sound, and requests that are wrong.

$ check() { cat >model.mech; dalembert check model.mech; }

# a mass matrix that is singular at the initial state, though not everywhere
$ check <<'EOF'
> coordinate x, y
> kinetic = 1/2*x^2*x'^2 + 1/2*y'^2
> potential = y
> initial x = 0
> EOF
(no title)
methods   multipliers, lagrange, udwadia, appell, hamilton, hamel, whittaker: they agree, proved
unsound   initial state: the mass matrix is singular at this state: the acceleration of x is not determined  <- FAILS
no claims; the model is not sound
[1]
# away from there all is well
$ sed -i 's/initial x = 0/initial x = 1/' model.mech; dalembert check model.mech
(no title)
methods   multipliers, lagrange, udwadia, appell, hamilton, hamel, whittaker: they agree, proved
no claims
# if no initial value is given, 0 is only a default
$ sed -i '/initial/d' model.mech; dalembert check model.mech
(no title)
methods   multipliers, lagrange, udwadia, appell, hamilton, hamel, whittaker: they agree, proved
warning   with 0 for coordinates that have no initial value: the mass matrix is singular at this state: the acceleration of x is not determined
no claims
# nor is the pole of polar coordinates, where the forces are infinite
$ check <<'EOF'
> coordinate r, phi
> kinetic = 1/2*(r'^2 + r^2*phi'^2)
> potential = -1/r
> claim conserved r^2*phi'
> EOF
(no title)
methods   multipliers, lagrange, udwadia, appell, hamilton, hamel, whittaker: they agree, proved
proved    claim conserved r^2*phi' (by algebra)
warning   with 0 for coordinates that have no initial value: the acceleration of r is not a finite number at this state
1 claim: 1 proved
# but a mass that is missing everywhere is a fault
$ check <<'EOF'
> coordinate x, y
> kinetic = 1/2*y'^2
> potential = y
> EOF
(no title)
methods   multipliers, lagrange, udwadia, appell, hamel, whittaker: agreement not decided
unsound   initial state: the mass matrix is singular at this state: the acceleration of x is not determined  <- FAILS
no claims; the model is not sound
[1]

# an initial state that violates its constraint
$ check <<'EOF'
> coordinate x, y
> kinetic = 1/2*(x'^2 + y'^2)
> potential = y
> constraint circle: x^2 + y^2 = 1
> initial x = 2, y = 0
> claim "holds on the circle all the same" x*x' = -y*y'
> EOF
(no title)
methods   multipliers, udwadia, appell, hamilton, hamel, whittaker: they agree, proved
unsound   initial state: the state violates the constraint circle by 3; its terms are of size 5  <- FAILS
proved    holds on the circle all the same (by algebra)
1 claim: 1 proved; the model is not sound
[1]

# constraints that contradict each other: no state, no claim
$ check <<'EOF'
> coordinate x, y
> kinetic = 1/2*(x'^2 + y'^2)
> potential = y
> constraint a: x = 0
> constraint b: x = 1
> claim x'' = 0
> EOF
model.mech:5:15: error: the constraint b contradicts those before it: it fails wherever they hold [N0753]
    5 | constraint b: x = 1
      |               ^^^^^
[2]

# redundant ones are reported, and do no harm
$ check <<'EOF'
> coordinate x, y
> kinetic = 1/2*(x'^2 + y'^2)
> potential = y
> constraint a: x' = y'
> constraint b: 2*x' = 2*y'
> claim "half of gravity" y'' = -1/2
> EOF
(no title)
methods   multipliers, udwadia, appell, hamilton, hamel, whittaker: they agree, proved
proved    half of gravity (by algebra)
warning   the constraint b follows from the others
1 claim: 1 proved

# a parameter without a value: formulas can be judged, the state cannot
$ check <<'EOF'
> parameter k
> coordinate x
> kinetic = 1/2*x'^2
> potential = 1/2*k*x^2
> claim x'' = -k*x
> claim equilibrium x = 0 stable
> EOF
(no title)
methods   multipliers, lagrange, udwadia, appell, hamilton, hamel, whittaker: they agree, proved
proved    claim x'' = -k*x (by algebra)
unknown   claim equilibrium x = 0 stable  <- FAILS
          line 6: a parameter has no value, and stability depends on the values
warning   the parameter k has no value
2 claims: 1 proved, 1 FAILS
[1]
$ dalembert check model.mech --set k=1
(no title)
methods   multipliers, lagrange, udwadia, appell, hamilton, hamel, whittaker: they agree, proved
proved    claim x'' = -k*x (by algebra)
verified  claim equilibrium x = 0 stable
2 claims: 1 proved, 1 verified

# methods that do not take the model are left out: no energy integral, no ideal constraint
$ check <<'EOF'
> coordinate x, y
> kinetic = 1/2*(x'^2 + y'^2)
> potential = 1/2*(x - y)^2
> force x = -x'
> constraint hold: x = sin(t) realized by x'
> EOF
(no title)
methods   multipliers
no claims

# requests
$ dalembert check
dalembert: check needs a model file; see dalembert check --help
[2]
$ dalembert check no.mech
error: no.mech: No such file or directory [N0601]
[2]
$ dalembert check model.mech --method lagrange
dalembert: check has no option --method, which derive, eval, simulate and others take
[2]
$ dalembert check model.mech --format xml
dalembert: --format is text, latex or json, not xml
[2]
$ dalembert check model.mech --set q=1
--set:1:1: error: q is not declared [N0201]
    1 | q=1
      | ^
help: the coordinates are x, y
[2]
$ echo 'coordinate x' | dalembert check -
<stdin>:1:12: error: the model has no mass and no kinetic energy [N0502]
    1 | coordinate x
      |            ^
help: give a mass (`point P mass m at [x, y]`), `kinetic = ...`, `lagrangian = ...` or `hamiltonian = ...`
[2]

# a mistake in a claim is one in the model: nothing is checked
$ check <<'EOF'
> coordinate x
> kinetic = 1/2*x'^2
> potential = 0
> claim z'' = 0
> EOF
model.mech:4:7: error: z is not declared [N0201]
    4 | claim z'' = 0
      |       ^
help: declare it above: `parameter z` or `coordinate z`
[2]

# a velocity with a negative energy: of a negative mass, of x'y'
$ check <<'EOF'
> parameter m = -1
> coordinate x, y
> point P mass m at [x, 0]
> point Q mass 1 at [0, y]
> gravity = [0, -1]
> initial x = 1
> EOF
(no title)
methods   multipliers, lagrange, udwadia, appell, hamilton, hamel, whittaker: they agree, proved
unsound   the mass matrix is indefinite: 1/2 u.M u is -0.5 along u: x' = 1; at m = -1  <- FAILS
no claims; the model is not sound
[1]
$ dalembert check model.mech --set m=1 | tail -1
no claims
$ dalembert check model.mech --format json | python3 -c 'import json, sys
> r = json.load(sys.stdin); print(r["ok"], r["problems"] == r["warnings"], r["problems"])'
False True ["the mass matrix is indefinite: 1/2 u.M u is -0.5 along u: x' = 1; at m = -1"]

# one that the constraints do not allow does no harm, but is reported
$ check <<'EOF'
> coordinate x, y
> kinetic = x'^2 - 1/2*y'^2
> potential = y
> constraint c: y = x
> EOF
(no title)
methods   multipliers, udwadia, appell, hamilton, hamel, whittaker: they agree, proved
warning   the mass matrix is indefinite: 1/2 u.M u is -0.5 along u: y' = 1, which the constraints do not allow
no claims
$ sed -i "s/x'^2 - 1/1\/2*x'^2 - 2/" model.mech; dalembert check model.mech | grep unsound
unsound   the mass matrix is indefinite: 1/2 u.M u is -0.5 along u: x' = 1, y' = 1  <- FAILS

# no energy at all along y: what y is tied to determines its acceleration
$ check <<'EOF'
> coordinate x, y
> kinetic = 1/2*x'^2
> potential = y
> constraint c: y = 2*x
> EOF
(no title)
methods   multipliers, .*: they agree, proved (re)
warning   the mass matrix is singular: no kinetic energy along y' = 1; the constraints determine the accelerations all the same
no claims

# a parameter without a value: singular for all values; redundant; indefinite for some
$ check <<'EOF'
> parameter a
> coordinate u, v
> kinetic = 1/2*a*u'^2
> potential = u*v
> EOF
(no title)
methods   multipliers, lagrange, udwadia, appell, hamel, whittaker: agreement not decided
unsound   the accelerations are not determined at any state  <- FAILS
warning   the parameter a has no value
no claims; the model is not sound
[1]
$ check <<'EOF'
> parameter a, b
> coordinate x, y
> kinetic = 1/2*a*x'^2 + 1/2*(a - b)*y'^2
> potential = y
> constraint one: x' = 0
> constraint two: a*x' = 0
> EOF
(no title)
methods   multipliers, udwadia, appell, hamilton, hamel, whittaker: they agree, proved
warning   the parameter a has no value
warning   the constraint two follows from the others
warning   the mass matrix is indefinite: 1/2 u.M u is -[.0-9]+ along u: y' = 1; at a = [.0-9]+, b = [.0-9]+ (re)
no claims
$ check <<'EOF'
> parameter a
> coordinate x
> kinetic = 1/2*a*x'^2
> potential = 0
> constraint one: x = 0
> constraint two: x = 1
> EOF
(no title)
methods   .* (re)
warning   the parameter a has no value
warning   no state was found where the constraints hold and the mass matrix is defined
no claims

# without an initial state, random ones are examined, too
$ check <<'EOF'
> coordinate x
> kinetic = 1/2*(1 + 3*x)*x'^2
> potential = 0
> EOF
(no title)
methods   .*: they agree, proved (re)
warning   the mass matrix is indefinite: 1/2 u.M u is -.* along u: x' = 1; at x = -.* (re)
no claims
$ echo 'initial x = 0' >>model.mech; dalembert check model.mech | tail -1
no claims
