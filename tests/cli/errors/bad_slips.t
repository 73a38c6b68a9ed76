What users of SymPy, MATLAB and Modelica write, and the messages.

$ hints() { while read -r line; do printf '%s\n' "parameter m = 1, g = 9.81" "coordinate x, theta" \
>     "point P mass m at [x, 0]" "$line" | dalembert derive - 2>&1 | grep -E "error|warning|help"; done; }
$ hints <<'END'
> param k = 1
> coord y
> Real y
> syms y
> constants k = 1
> def f(x)
> model Pendulum
> end Pendulum
> equation x = 2
> import sympy
> init x = 1
> T = 1/2*m*x'^2
> L = T - V
> for i = 1..3
> % a comment
> // a comment
> joint P
> title "Pendulum"
> mass P = m
> inertia P = 1
> point Q = [x, 0]
> point Q: [x, 0]
> potential m*g*x
> END
<stdin>:4:1: error: param does not start a statement [N0401]
help: constants are declared by `parameter m = 1`
<stdin>:4:1: error: coord does not start a statement [N0401]
help: coordinates are declared by `coordinate x, y`
<stdin>:4:1: error: Real does not start a statement [N0401]
help: coordinates are declared by `coordinate x, y`, constants by `parameter m = 1`
<stdin>:4:1: error: syms does not start a statement [N0401]
help: coordinates are declared by `coordinate x, y`, constants by `parameter m = 1`
<stdin>:4:1: error: constants does not start a statement [N0401]
help: constants are declared by `parameter m = 1`
<stdin>:4:1: error: def does not start a statement [N0401]
help: a function is declared by `let f(u) = ...`
<stdin>:4:1: error: model does not start a statement [N0401]
help: a model has no beginning and no end: its title is `system "..."`
<stdin>:4:1: error: end does not start a statement [N0401]
help: a statement ends with its line, and a model with its text
<stdin>:4:1: error: equation does not start a statement [N0401]
help: a condition is written `constraint name: a = b`; the equations of motion follow from the energies
<stdin>:4:1: error: import does not start a statement [N0401]
help: another file is read by `include "file.mech"`
<stdin>:4:1: error: init does not start a statement [N0401]
help: initial values are given by `initial x = 1, x' = 0`
<stdin>:4:1: error: T does not start a statement [N0401]
help: the kinetic energy is `kinetic = ...`
<stdin>:4:1: error: L does not start a statement [N0401]
help: the Lagrangian is `lagrangian = ...`
<stdin>:4:1: error: for does not start a statement [N0401]
help: `for i = 1..n` stands at the end of the statement that it repeats
<stdin>:4:1: error: unexpected % [N0103]
help: a comment starts with #
<stdin>:4:1: error: / does not start a statement [N0401]
help: a comment starts with #
<stdin>:4:1: error: joint does not start a statement [N0401]
help: joints are constraints; `include <joints>` has the usual ones
<stdin>:4:1: error: title does not start a statement [N0401]
help: the title of a model is `system "..."`
<stdin>:4:1: error: mass does not start a statement [N0401]
help: a mass belongs to a point: `point P mass m at [x, y]`
<stdin>:4:1: error: inertia does not start a statement [N0401]
help: inertia belongs to a body: `body D mass m at [x, y] frame B inertia (I1, I2, I3)`
<stdin>:4:9: error: `mass` or `at` is needed here, not = [N0402]
help: a position follows `at`, a mass `mass`, without =
<stdin>:4:8: error: `mass` or `at` is needed here, not : [N0402]
help: a position follows `at`, a mass `mass`, without =
<stdin>:4:11: error: = is needed here, not m [N0402]
help: an energy is given after =, and += adds to it
$ hints <<'END'
> let a = ln(x)
> let a = arctan(x)
> let a = pow(x, 2)
> let a = der(x)
> let a = Derivative(x, t)
> let a = diff(x, t)
> let a = Rational(1, 2)
> let a = Matrix([1, 2])
> let a = magnitude(P)
> let a = x(t)
> let a = x.diff(t)
> let a = theta_dot
> let a = thetadot
> let a = dtheta
> let a = theta_ddot
> let a = xdd
> let a = e^x
> let a = x**2
> let a = x.^2
> let a = |x|
> let a = √x
> let a = 2x
> let a := 2
> let a = [1; 2]
> let a = {1, 2}
> let a = 3; 
> let a = x == 2
> let a = time
> END
<stdin>:4:9: error: unknown function ln [N0206]
help: the natural logarithm is log(x)
<stdin>:4:9: error: unknown function arctan [N0206]
help: it is atan(x)
<stdin>:4:9: error: unknown function pow [N0206]
help: a power is written x^n
<stdin>:4:9: error: unknown function der [N0206]
help: the time derivative of x is written x'
<stdin>:4:9: error: unknown function Derivative [N0206]
help: the time derivative of x is written x', a partial one diff(e, x)
<stdin>:4:9: warning: this is zero: diff(e, t) is the partial derivative, at fixed coordinates [N0324]
help: the time derivative of x is written x', that of an expression d(e)
<stdin>:4:9: error: unknown function Rational [N0206]
help: a fraction is written 1/2, and is exact
<stdin>:4:9: error: unknown function Matrix [N0206]
help: a vector is written [a, b, c]
<stdin>:4:9: error: unknown function magnitude [N0206]
help: the length of a vector is norm(u)
<stdin>:4:10: error: multiplication must be written: put * before ( [N0302]
help: the dependence on time comes from the declaration: write x alone
<stdin>:4:11: error: after the dot, use x, y or z, not diff [N0318]
help: the time derivative of x is written x'
<stdin>:4:9: error: theta_dot is not declared [N0201]
help: the velocity of theta is written theta'
<stdin>:4:9: error: thetadot is not declared [N0201]
help: the velocity of theta is written theta'
<stdin>:4:9: error: dtheta is not declared [N0201]
help: the velocity of theta is written theta'
<stdin>:4:9: error: theta_ddot is not declared [N0201]
help: the acceleration of theta is written theta''
<stdin>:4:9: error: xdd is not declared [N0201]
help: the acceleration of x is written x''
<stdin>:4:9: error: e is not declared [N0201]
help: the exponential function is exp(x)
<stdin>:4:11: error: a value is needed here, not * [N0301]
help: a power is written ^
<stdin>:4:11: error: after the dot, use x, y or z, not ^ [N0318]
help: write ^ without the dot
<stdin>:4:9: error: unexpected | [N0103]
help: the absolute value is abs(x), the length of a vector norm(u)
<stdin>:4:9: error: unexpected √ [N0103]
help: a root is written sqrt(x)
<stdin>:4:10: error: multiplication must be written: put * before x [N0302]
<stdin>:4:7: error: = is needed here, not : [N0402]
help: write = alone
<stdin>:4:11: error: unexpected ; [N0103]
help: components are separated by commas
<stdin>:4:9: error: unexpected { [N0103]
help: brackets are ( ) and, for vectors, [ ]
<stdin>:4:10: error: unexpected ; [N0103]
help: a statement ends with its line
<stdin>:4:11: error: the end of the line is needed here, not = [N0402]
<stdin>:4:9: error: time is not declared [N0201]
help: the time is t
$ hints <<'END'
> gravity = -g
> gravity = (0, -g)
> point Q at (x, 0)
> force on P = -m*g
> initial x = 1 for i in range(3)
> observe s = sum(x^i, i, 1, 3)
> constraint x > 0
> stop when x > 2
> END
<stdin>:4:11: error: a vector is needed here, but this is a scalar [N0306]
help: gravity is a vector, such as [0, -g] or [0, 0, -g]
<stdin>:4:11: error: a single value is needed here, but this is a list [N0322]
help: a vector is written with brackets: [a, b]
<stdin>:4:12: error: a single value is needed here, but this is a list [N0322]
help: a vector is written with brackets: [a, b]
<stdin>:4:14: error: a vector is needed here, but this is a scalar [N0306]
<stdin>:4:21: error: `for` needs an index and its range [N0418]
help: write `for i = 1..n`
<stdin>:4:13: error: `for` needs an index and its range [N0418]
help: write `sum(E for i = 1..n)`
<stdin>:4:14: error: = is needed here, not > [N0402]
help: both sides of an equation are needed, not an inequality
<stdin>:4:13: error: = is needed here, not > [N0402]
help: both sides of an equation are needed, not an inequality

# Independent mistakes are reported independently, also within one statement.
$ cat > four.mech <<'END'
> parameter m = , l = 2x, g = (9.81, k = 1 +
> coordinate x
> point P mass m at [x 0]
> initial x = ln(2), x' = *3, y = 1
> END
$ dalembert derive four.mech
four.mech:1:15: error: a value is needed here, not , [N0301]
    1 | parameter m = , l = 2x, g = (9.81, k = 1 +
      |               ^
four.mech:1:22: error: multiplication must be written: put * before x [N0302]
    1 | parameter m = , l = 2x, g = (9.81, k = 1 +
      |                      ^
four.mech:1:22: error: x is not declared [N0201]
    1 | parameter m = , l = 2x, g = (9.81, k = 1 +
      |                      ^
help: it is declared below, in line 2; move that up
four.mech:1:29: error: ( is not closed [N0105]
    1 | parameter m = , l = 2x, g = (9.81, k = 1 +
      |                             ^
four.mech:1:36: error: k is not declared [N0201]
    1 | parameter m = , l = 2x, g = (9.81, k = 1 +
      |                                    ^
help: declare it above: `parameter k` or `coordinate k`
four.mech:3:22: error: multiplication must be written: put * before 0 [N0302]
    3 | point P mass m at [x 0]
      |                      ^
four.mech:4:13: error: unknown function ln [N0206]
    4 | initial x = ln(2), x' = *3, y = 1
      |             ^^
help: the natural logarithm is log(x)
four.mech:4:25: error: a value is needed here, not * [N0301]
    4 | initial x = ln(2), x' = *3, y = 1
      |                         ^
four.mech:4:29: error: y is not declared [N0201]
    4 | initial x = ln(2), x' = *3, y = 1
      |                             ^
help: declare it above: `parameter y` or `coordinate y`
[2]

# one slip does not hide another: what a foreign word declares is known
$ cat >slips.mech <<'END'
> param m = 1, l = 2
> parameter g = 9.81
> coord theta
> coordinate x(t)
> gravity = -g
> initial theta_dot = 1
> initial theta(0) = 1
> point Q[i] mass m at [l, i] for i
> simulate 10
> END
$ dalembert check slips.mech 2>&1 | grep -E "error|help"
slips.mech:1:1: error: param does not start a statement [N0401]
help: constants are declared by `parameter m = 1`
slips.mech:3:1: error: coord does not start a statement [N0401]
help: coordinates are declared by `coordinate x, y`
slips.mech:4:13: error: the end of the line is needed here, not ( [N0402]
help: coordinates depend on time: write x alone
slips.mech:5:11: error: a vector is needed here, but this is a scalar [N0306]
help: gravity is a vector, such as [0, -g] or [0, 0, -g]
slips.mech:6:9: error: theta_dot is not declared [N0201]
help: the velocity of theta is written theta'
slips.mech:7:14: error: = is needed here, not ( [N0402]
help: initial values are those at the start: write `initial theta = ...`
slips.mech:8:9: error: i is not declared [N0201]
help: `for i = 1..n` at the end of the statement gives the index its values
slips.mech:9:10: error: `from`, `to` or `every` is needed here, not 10 [N0402]
help: `simulate to 10 every 0.1` ends at t = 10, with rows every 0.1

# what does not depend on the index of a family
$ printf '%s\n' "coordinate x, q[1..3]" "kinetic = x'^2 + sum(q[i]'^2 for i = 1..3)" "initial x = 1, q[i] = i for i = 1..3" | dalembert check - 2>&1 | grep -E "error|help"
<stdin>:3:9: error: x is given twice (for i = 2) [N0404]
help: `for` repeats the whole statement: what does not depend on its index belongs in a statement of its own

# a unit that does not exist
$ printf '%s\n' "parameter k = 80 furlong" "coordinate x" "kinetic = x'^2" | dalembert check - 2>&1 | head -n 4
<stdin>:1:18: error: multiplication must be written: put * before furlong [N0302]
    1 | parameter k = 80 furlong
      |                  ^^^^^^^
help: or, if a unit is meant: there is no unit furlong

# rotations as a product
$ printf '%s\n' "coordinate a, b" "frame G = rotate(z, a)*rotate(x, b)" "kinetic = a'^2 + b'^2" | dalembert check - 2>&1 | head -n 4
<stdin>:2:23: error: `rotate` is needed here, not * [N0402]
    2 | frame G = rotate(z, a)*rotate(x, b)
      |                       ^
help: write rotations one after the other: rotate(z, a) rotate(x, b)
