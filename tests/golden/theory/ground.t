docs/theory/ground.md: what each kind of impossible constraint is called, next to neighbours that are possible; the pieces of a
constraint set; the order in which rows are taken. The force is (-1, -1, -1), the masses are 1: accelerations by hand, to 9 digits.

$ at() {
>   printf "coordinate x, y, z\nkinetic = 1/2*(x'^2 + y'^2 + z'^2)\npotential = x + y + z\n%b\n" "$1" >model.mech; shift
>   dalembert eval model.mech "$@" 2>&1 | awk '
>     /error|warning|^help/ { print }
>     $1 ~ /^[xyz]\047\047$/ && $2 == "=" { printf "%s%s = %g", n++ ? ", " : "", $1, int($3*1e9 + ($3 < 0 ? -0.5 : 0.5))/1e9 + 0 }
>     END { if (n) print "" }'
> }

# its own row vanishes: N0750
$ at 'constraint a: (x - y)^2 = 0'
model.mech:4:15: error: the constraint a is degenerate: its derivatives vanish at and near the initial state [N0750]
help: write y - x = 0 instead
$ at 'constraint a: x^2 + y^2 = 0'
model.mech:4:15: error: the constraint a is degenerate: its derivatives vanish at and near the initial state [N0750]
help: it only touches zero there, as a sum of squares and 1 - cos(x) do: state each term that must vanish as a separate constraint
$ at 'constraint a: cos(x) = cos(y)^2 + sin(y)^2'
model.mech:4:15: error: the constraint a is degenerate: its derivatives vanish at and near the initial state [N0750]
help: it only touches zero there, as a sum of squares and 1 - cos(x) do: state each term that must vanish as a separate constraint
$ at 'constraint a: (x - y)^2*(x + y) = 0\ninitial x = 1, y = 1'
model.mech:4:15: error: the constraint a is degenerate: its derivatives vanish at and near the initial state [N0750]
help: write (x + y)*(y - x) = 0 instead
$ at 'constraint a: (x - y)^2*(x + y) = 0\ninitial x = 1, y = -1'
x'' = 0, y'' = 0, z'' = -1
$ at 'constraint a: x - y = 0'
x'' = -1, y'' = -1, z'' = -1

# its row depends on the others, its value does not: N0751; a chord is no tangent
$ at 'constraint a: x^2 + y^2 = 1\nconstraint b: y = 1'
model.mech:5:15: error: the constraint b does not stay satisfied with the others: it depends on them to first order, but does not follow from them [N0751]
help: remove it, or state directly what it adds to the others
$ at "constraint a: x' = t\nconstraint b: x' = -t"
model.mech:5:15: error: the constraint b does not stay satisfied with the others: it depends on them to first order, but does not follow from them [N0751]
help: remove it, or state directly what it adds to the others
$ at 'constraint a: x^2 + y^2 = 1\nconstraint b: y = 0.6\ninitial x = 0.8'
x'' = 0, y'' = 0, z'' = -1
$ at "constraint a: x' = t\nconstraint b: 2*x' = 2*t"
model.mech:5:15: warning: the constraint b follows from the others [N0719]
x'' = 1, y'' = -1, z'' = -1

# no real state: N0752
$ at 'constraint a: sin(x)^2 + cos(x)^2 = 2'
model.mech:4:15: error: no real state satisfies the constraint a [N0752]
$ at 'constraint a: x^2 + y^2 + 1 = 0'
model.mech:4:15: error: no real state satisfies the constraint a [N0752]
$ at 'constraint a: x^2 + y^2 - 1 = 0\ninitial y = -1'
x'' = -1, y'' = 0, z'' = -1
$ at 'parameter l = 1, d = 3\nconstraint a: l*cos(x) + l*cos(y) = d\nconstraint b: l*sin(x) + l*sin(y) = 0'
model.mech:5:15: error: no real state satisfies the constraint a [N0752]
$ at 'parameter l = 1, d = 2\nconstraint a: l*cos(x) + 2*l*cos(y) = d\nconstraint b: l*sin(x) + 2*l*sin(y) = 0' --at 'x = 1.31811607165, y = -0.50536051028'
x'' = 0, y'' = 0, z'' = -1

# a constant other than zero: N0753
$ at 'constraint a: x = 0\nconstraint b: x = 1'
model.mech:5:15: error: the constraint b contradicts those before it: it fails wherever they hold [N0753]
$ at 'constraint a: x = 0\nconstraint b: x = y - 1'
x'' = 0, y'' = 0, z'' = -1

# each can be met, both cannot: none is called redundant, and methods are not said to agree where nothing moves
$ at 'constraint a: x^2 + y^2 + z^2 = 1\nconstraint b: z = 2\ninitial z = 2'
model.mech:4:15: error: the state violates the constraint a by 3; its terms are of size 5 [N0610]
help: no real state was found that satisfies all constraints: they may contradict each other, or a `guess` is missing
$ dalembert check model.mech | sed -n '2p;$p'
methods   multipliers, udwadia, appell, hamilton, hamel, whittaker: agreement not decided
no claims; the model is not sound

# the lines x = 0 and y = 0: each is regular, also if the initial state is on the other one; where they cross, the state is singular
$ at 'constraint a: x*y = 0\ninitial x = 1'
x'' = -1, y'' = 0, z'' = -1
$ at 'constraint a: x*y = 0\ninitial x = 1' --at 'x = 0, y = 1'
x'' = 0, y'' = -1, z'' = -1
$ at 'constraint a: x*y = 0\ninitial x = 1' --at 'x = 0, y = 0'
model.mech:4:15: error: a singular state: the constraint a loses its independence here [N0717]

# the plane z = 0 and the line x = y = 0: the rank is 1 on the plane and 2 on the line
$ dalembert analyze "$TESTDIR"/ground-plane.mech --only constraints | grep independent
    1 independent of 2, 3 coordinates: 2 degrees of freedom
$ dalembert analyze "$TESTDIR"/ground-line.mech --only constraints | grep independent
    2 independent of 2, 3 coordinates: 1 degree of freedom

# positions, then velocities, then accelerations, each as they stand in the text
$ at "constraint a: x'' = y''\nconstraint v: x' = y'\nconstraint p: x = y"
model.mech:4:15: warning: the constraint a follows from the others [N0719]
model.mech:5:15: warning: the constraint v follows from the others [N0719]
x'' = -1, y'' = -1, z'' = -1
$ at 'constraint a: x = y\nconstraint b: 2*x = 2*y'
model.mech:5:15: warning: the constraint b follows from the others [N0719]
x'' = -1, y'' = -1, z'' = -1

# special values: the rank is that for k = 1; for k = 2 the constraints leave x = y = 0
$ dalembert check "$TESTDIR"/ground-special.mech | tail -1
3 claims: 2 proved, 1 refuted as denied
$ sed 's/k = 1/k = 2/; s/^initial.*//; s/^claim.*//; s/^deny.*/claim "no motion" x = 0/' "$TESTDIR"/ground-special.mech | dalembert check - | tail -1
1 claim: 1 proved

# a coupling of 1e-13 counts: both coordinates are zero; without it nothing holds y
$ for k in 1e-13 0; do printf "coordinate x, y\nkinetic = 1/2*(x'^2 + y'^2)\nconstraint a: x = $k*y\nconstraint b: x = 0\nclaim \"no freedom\" y' = 0\n" | dalembert check - | grep 'no freedom'; done
proved    no freedom (by algebra)
refuted   no freedom  <- FAILS
