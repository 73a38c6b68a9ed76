What check says about the dimensions of a model with units: which there are, which names are pure numbers, and the
fewest names whose units would determine the rest.

$ cat <<END >cart.mech
> parameter M = 2 kg, m = 500 g, l = 30 cm, g = 9.81 m/s^2, k = 12 N/m
> coordinate x [m], theta
> point C mass M at [x, 0]
> point P mass m at pos(C) + l*[sin(theta), -cos(theta)]
> gravity = [0, -g]
> potential = 1/2*k*x^2
> END
$ dalembert check cart.mech | sed -n '3p'
units     consistent: kg, m, s; theta is a pure number
$ dalembert check cart.mech --format json | grep -o '"dimensions.*pure'
"dimensions": "consistent: kg, m, s; theta is a pure
# a and b stand only in a product with each other: the unit of one determines the other
$ cat <<END >open.mech
> parameter m = 2 kg, a = 3, b = 4
> coordinate x [m]
> kinetic = 1/2*m*x'^2
> potential = 1/2*a*b*x^2
> END
$ dalembert check open.mech | grep '^units'
units     consistent: kg, m; a unit of a would determine the rest
$ sed 's/b = 4/b = 4 kg/' open.mech | dalembert check - | grep '^units'
units     consistent: kg, m, s
# without units, or with them off, nothing is said
$ sed 's/ kg//; s/ .m.$//' open.mech | dalembert check - | grep -c '^units'
0
[1]
$ { echo 'units off'; cat cart.mech; } | dalembert check - | grep -c '^units'
0
[1]
