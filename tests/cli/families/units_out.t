Units of what comes out: files of runs, eval, plots, pages; equations without dimensions.

$ cat > cart.mech <<'END'
> system "Cart"
> parameter M = 2 kg, m = 500 g, l = 30 cm, g = 9.81 m/s^2, k = 12 N/m
> coordinate x [mm], theta [deg]
> point C mass M at [x, 0]
> point P mass m at pos(C) + l*[sin(theta), -cos(theta)]
> gravity = [0, -g]
> potential = 1/2*k*x^2
> initial theta = 20 deg, x = 5 mm
> observe v [km/h] = norm(vel(P)), T = kinetic_energy
> stop when x = 30 mm rising
> simulate to 1 s every 10 ms
> END

# files: numbers and units are SI, whatever unit a name is declared in
$ dalembert simulate cart.mech -q -o run.json
$ dalembert simulate cart.mech -q -o run.h5
$ dalembert simulate cart.mech -q -o run.csv
$ head -n 1 run.csv
t,x,theta,x',theta',v,T,energy,constraint_error
$ python3 - <<'END'
> import json
> run = json.load(open("run.json"))
> print(run["units"])
> x, xd = run["run"]["x"], run["run"]["x'"]
> print(x[0], abs(x[-1] - 0.03) < 1e-9, xd[-1] > 0)
> END
{'t': 's', 'x': 'm', 'theta': 'rad', "x'": 'm/s', "theta'": 'rad/s', 'v': 'm/s', 'T': 'kg*m^2/s^2', 'energy': 'kg*m^2/s^2'}
0.005 True True
$ /usr/bin/python3 - <<'END'
> import h5py
> run = h5py.File("run.h5")["run"]
> print({name: run[name].attrs["units"] for name in run if "units" in run[name].attrs})
> END
{'t': 's', 'x': 'm', 'theta': 'rad', "x'": 'm/s', "theta'": 'rad/s', 'v': 'm/s', 'T': 'kg*m^2/s^2', 'energy': 'kg*m^2/s^2'}
$ dalembert eval cart.mech --format json | python3 -c "import json, sys; u = json.load(sys.stdin)['units']; print(u['p_x'], u[\"theta''\"], u['v'])"
kg*m/s rad/s^2 m/s

# axes: in the unit that is declared, with its numbers; else in SI; one unit at a common axis
$ dalembert plot cart.mech --show v --show "x,x'" --show "theta,T" --show orbits -o figure.svg
$ sed 's/<[^>]*>//g' figure.svg | grep '\]' | tr -d '\t' | sort | uniq -c | sed 's/^ *//'
2 T [kg·m²/s²]
3 t [s]
1 v [km/h]
1 x [m]
2 x [mm]
2 ẋ [mm/s]
1 y [m]
2 θ [deg]
$ dalembert plot cart.mech --show x --terminal | grep -c 'x \[mm\]'
1

# pages have the units of parameters
$ dalembert report cart.mech -q -o page.html
$ grep -o '<code>[Mmlgk]</code></td><td>.*' page.html | sed 's/<[^>]*>//g' | cut -c1-40
M2 kg
m0.5 kg
l0.3 m
g9.81 m/s^2
k12 kg/s^2

# without units, nothing is printed
$ sed 's/ kg//; s/ g,/,/; s/ cm//; s/ m.s^2//; s/ N.m//; s/ \[[a-z\/]*\]//g; s/ deg//; s/ mm//g; s/ s / /; s/ ms//' cart.mech > plain.mech
$ dalembert eval plain.mech --format json | grep -c units
0
[1]

# a wrong unit is an error
$ sed 's/30 mm/30 s/' cart.mech | dalembert derive - 2>&1 | head -n 1
<stdin>:10:18: error: `x` is in s, but their dimensions differ by a factor of m/s [N0512]
$ sed 's/km.h/kg/' cart.mech | dalembert derive - 2>&1 | grep -o 'their dimensions.*'
their dimensions differ by a factor of m/kg/s [N0512]
$ sed 's/= 30 mm/= 2*x + 3 mm/' cart.mech | dalembert derive - 2>&1 | head -n 1
<stdin>:10:23: error: a unit must follow a number, and the value may contain nothing else [N0326]

# equations in units in which parameters are 1
$ dalembert derive cart.mech --dimensionless --matrix | head -n 14
Cart
Lagrange's equations in x, theta
dimensionless; the names stand for
    M = 1
    l = 1
    g = 1
    m = m/M
    k = k*l/(M*g)
    x = x/l
    t = sqrt(g)*t/sqrt(l)

Equations of motion
    (m + 1)*x'' + m*cos(theta)*theta'' = m*theta'^2*sin(theta) - k*x
    m*cos(theta)*x'' + m*theta'' = -m*sin(theta)
$ dalembert derive cart.mech --dimensionless --format json | grep -A3 stands_for
  "stands_for": {
    "M": "1",
    "l": "1",
    "g": "1",

# what is missing: a unit of c, from which d follows
$ cat > open.mech <<'END'
> parameter m = 1 kg, c, d, e
> coordinate x [m], y
> kinetic = 1/2*m*x'^2 + 1/2*c*y'^2
> potential = d*y^2 + e*x^2
> END
$ dalembert analyze open.mech --only dimensions | grep 'determine'
    c is not determined
    d is not determined
    y is not determined
    a unit of c would determine what is left open
