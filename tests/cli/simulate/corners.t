Constraints on positions that bend: y = |x| has a corner, y = x |x| has none.

# from (1, 1) down with 1 + t/2 along x: at the corner when 1 - t - t^2/4 = 0, t = 2 (sqrt(2) - 1), with sqrt(2)
$ cat >corner.mech <<'EOF'
> coordinate x, y
> kinetic = 1/2*(x'^2 + y'^2)
> potential = y
> constraint a: y = abs(x)
> initial x = 1, x' = -1
> simulate to 2 every 0.2
> EOF
$ dalembert simulate corner.mech -o run.csv
t = 0 to 0.828427: the motion is not determined
.* (re)
energy 2, changed by at most .*e-1[0-9]; largest constraint error .* (re)
corner.mech:4:15: error: the run ends at t = 0.828427: the constraint a has a corner there, and the velocities would jump [N0898]
    4 | constraint a: y = abs(x)
      |               ^^^^^^^^^^
help: model what happens there: two sides with >= and a restitution, or a smooth curve
[1]
$ python3 -c "
> import csv
> for r in csv.DictReader(open('run.csv')):
>     t, x, y, u, v = (float(r[k]) for k in ('t', 'x', 'y', \"x'\", \"y'\"))
>     right = abs(x - (1 - t - t*t/4)) + abs(y - x) + abs(u + 1 + t/2) + abs(v - u) < 1e-9
>     print('%.6f %s' % (t, right))"
0.000000 True
0.200000 True
0.400000 True
0.600000 True
0.800000 True
0.828427 True
$ sed -i 's/abs(x)/max(x, -x\/2)/' corner.mech
$ for method in appell hamel udwadia hamilton; do dalembert simulate corner.mech --method $method -qo run.csv; tail -1 run.csv | cut -c1-10; done 2>&1 | grep -o "N0898\|^0.82842712"
N0898
0.82842712
N0898
0.82842712
N0898
0.82842712
N0898
0.82842712

# no corner: on either side y' = 2 |x| x', and the energy stays
$ sed -i 's/max(x, -x\/2)/x*abs(x)/; s/to 2/to 1.2/' corner.mech
$ dalembert simulate corner.mech --every 0.4 -o run.csv 2>&1 | sed -n '1p; $p'
t = 0 to 1.2: the end was reached
energy 3.5, changed by at most .*e-1[0-9]; largest constraint error .* (re)
$ python3 -c "
> import csv
> for r in csv.DictReader(open('run.csv')):
>     x, y, u, v = (float(r[k]) for k in ('x', 'y', \"x'\", \"y'\"))
>     print(x < 0, abs(y - x*abs(x)) + abs(v - 2*abs(x)*u) + abs((u*u + v*v)/2 + y - 3.5) < 1e-8)"
False True
False True
True True
True True
