Forces that jump, sections, first-order states and tables.

# what is not determined ends a run
$ cat >away.mech <<'END'
> coordinate x
> kinetic = 1/2*x'^2
> force x = sign(x')
> END
$ dalembert simulate away.mech --to 1 -o away.csv
t = 0 to 0: the motion is not determined
[0-9]+ steps .* (re)
energy 0, changed by at most 0; largest constraint error 0
error: the run ends at t = 0: how the motion continues is not determined [N0860]
help: where forces jump, several motions may begin at this state, or none, or derivatives do not decide
[1]

# where second derivatives decide: away from x = 0, towards it, and a spiral that leads away
$ for f in 'sign(x)' '-sign(x)' "sign(x') - 2*sign(x)"; do
>   sed "s/= sign.*/= $f/" away.mech | dalembert simulate - --to 1 -o away.csv 2>&1 | grep -c N0860; done
1
0
1

# infinitely many switchings in finite time: (sqrt(2) + sqrt(2)/3)/(1 - sqrt(1/3)); the lists of events have it
$ sed "s/= sign.*/= -2*sign(x) - sign(x')/" away.mech >twist.mech; echo 'initial x = 1' >>twist.mech
$ dalembert simulate twist.mech --to 10 -o twist.json --events twist.csv 2>&1 | tail -n 2
1 event:
  t = 4.4614202866   rest x = 0
$ awk -F, 'NR > 1 { printf "%.9f %s %s\n", $1, $2, $3 }' twist.csv
4.461420287 rest x = 0
$ tr -d ' \n' <twist.json | grep -o '"event":"rest","name":"x=0"'
"event":"rest","name":"x=0"

# a section where forces switch is crossed once: x = 0 rising, at every second switching of x
$ echo 'section S: x = 0 rising' >>twist.mech
$ for i in dop853 taylor adams bdf erk dirk; do dalembert simulate twist.mech --to 3.9 --only S --integrator $i --quiet |
>   awk -F, 'NR > 1 { printf "%.6f %.6f;", $1, $3 } END { print "" }'; done
2.702115 0.816497;3.874985 0.272166;
2.702115 0.816497;3.874985 0.272166;
2.702115 0.816497;3.874985 0.272166;
2.702115 0.816497;3.874985 0.272166;
2.702115 0.816497;3.874985 0.272166;
2.702115 0.816497;3.874985 0.272166;

# an event may take the motion to another side. The block rubs, mu = 1/10, and comes back from a wall with e = 1 at x = 1, where
# x'^2 = 1 - 2/10. The time to the wall, 10 (1 - sqrt(0.8)), cancels: at t = 2, x' = -0.8 and x = 0.2. Backwards by `when` at
# t = 1: from x' = -0.9, x = 0.95 to -0.8 and 0.1
$ cat >rub.mech <<'END'
> coordinate x
> kinetic = 1/2*x'^2
> force x = -1/10*sign(x')
> initial x' = 1
> END
$ { cat rub.mech; echo "constraint wall: x <= 1 restitution 1"; } | dalembert simulate - --to 2 --every 2 -q | awk -F, 'NR > 2 { printf "%.9f %.9f\n", $2, $3 }'
0.200000000 -0.800000000
$ { cat rub.mech; echo "when t = 1: x' = -x'"; } | dalembert simulate - --to 2 --every 2 -q | awk -F, 'NR > 2 { printf "%.9f %.9f\n", $2, $3 }'
0.100000000 -0.800000000
# sides within sides: x (|x| - 1/2), which contains the side of x, changes its sign with x where that is assigned: the force is 2 - 1 before, and -2 + 1 after
$ cat >within.mech <<'END'
> coordinate x
> kinetic = 1/2*x'^2
> force x = 2*sign(x) - sign(x*(abs(x) - 1/2))
> initial x = 1
> when t = 1: x = -2, x' = 0
> END
$ dalembert simulate within.mech --to 2 --every 2 -q | awk -F, 'NR > 2 { printf "%.9f %.9f\n", $2, $3 }'
-2.500000000 -1.000000000

# crossings of a section, with the period of the oscillator
$ cat >turn.mech <<'END'
> coordinate x
> kinetic = 1/2*x'^2
> potential = 1/2*x^2
> initial x = 1
> section S: x = 0 falling
> END
$ dalembert simulate turn.mech --to 20 --only S --quiet | awk -F, 'NR > 1 { printf "%.9f %.6f\n", $1, $3 }'
1.570796327 -1.000000
7.853981634 -1.000000
14.137166941 -1.000000
$ dalembert simulate turn.mech --to 20 --only T
error: the model has no section T [N0863]
help: did you mean S?
[2]

# friction by a multiplier that is not linear
$ cat >size.mech <<'END'
> coordinate x, y
> kinetic = 1/2*(x'^2 + y'^2)
> potential = y
> constraint floor: y = 0
> force x = -lambda(floor)^2*sign(x')
> END
$ dalembert derive size.mech
size.mech:1:12: error: the force on x is not linear in the multipliers [N0862]
    1 | coordinate x, y
      |            ^
help: a force may contain lambda(...) and reaction(...) linearly, and abs(...) of such a sum
[2]

# a table: values between its points, and where it ends
$ printf 'time,force\n0,0\n1,2\n2,2\n' >data.csv
$ cat >push.mech <<'END'
> coordinate x
> kinetic = 1/2*x'^2
> table F(t) = "data.csv" column force over time linear
> force x = F(t)
> END
$ dalembert simulate push.mech --to 1 --every 1 --quiet | awk -F, 'END { printf "%.9f %.9f\n", $2, $3 }'
0.333333333 1.000000000
$ dalembert simulate push.mech --to 3 -o push.csv --quiet
push.mech:4:11: error: the run ends at t = 2: the table F covers only 0 to 2 [N0868]
    4 | force x = F(t)
      |           ^^^^
[1]
$ printf '0,0\n0,1\n' >bad.csv
$ printf 'coordinate x\nkinetic = x'"'"'^2\ntable F(x) = "bad.csv"\n' >bad.mech
$ dalembert derive bad.mech 2>&1 | head -n 1
bad.mech:3:14: error: bad.csv, line 2: the points are not in ascending order [N0865]

# a first-order state: e' = 1 - e from 0
$ cat >lag.mech <<'END'
> coordinate x
> kinetic = 1/2*x'^2
> state e' = 1 - e
> force x = e
> initial e = 0
> END
$ dalembert simulate lag.mech --to 1 --every 1 --quiet | awk -F, 'END { printf "%.9f\n", $3 }'
0.632120559

# a place that drifts, and friction that does not: swings of the height d^2/2 go on, with every integrator
$ cat >drift.mech <<'END'
> coordinate x
> parameter d = 1e-3
> kinetic = 1/2*x'^2
> force x = -2*sign(x - d*t) - sign(x')
> initial x = 1
> simulate to 5
> END
$ for i in dop853 taylor erk dirk adams bdf; do dalembert simulate drift.mech --integrator $i --rtol 1e-12 --every 5 --events e.csv --quiet | awk -F, 'END { printf "%.11f %.10f ", $2, $3 }'; wc -l <e.csv; done | uniq
0.00499976866 0.0002669818 1
$ for i in dop853 taylor erk dirk adams bdf; do dalembert simulate drift.mech --set d=1e-9 --integrator $i --events e.csv -o drift.csv --quiet 2>&1 | grep -o N0861; wc -l <e.csv; done | uniq -c | awk '{ print $2 }' | sort -u
1
N0861

# blocks that come to rest one after the other, with surfaces of both orders that depend on each other
$ cat >three.mech <<'END'
> coordinate x, y, z
> kinetic = 1/2*(0.928*x'^2 + 2.16*y'^2 + 2.553*z'^2)
> potential = 0.695*(z - y)^2 + 5.13*abs(x) + 2.4*abs(y - x) + 4.12*abs(z - y)
> force x = 1.82*sin(3.05*t) - 0.782*sign(x') + 2.92*sign(y' - x')
> force y = 1.54*sin(4.8*t) - 1.51*sign(y' - 0.598) - 2.92*sign(y' - x')
> force z = -1.15*sign(z')
> initial x = 0, x' = 1.864, y = 0.193, y' = -0.55, z = 0, z' = 0
> simulate to 2
> END
$ for i in dop853 taylor erk dirk adams bdf; do dalembert simulate three.mech --integrator $i --every 2 --events e.csv --quiet | awk -F, 'END { printf "%.9f %.9f %.9f\n", $2, $3, $4 }' | tr -d -; awk -F, 'NR > 1 { printf "%.7f %s\n", $1, $3 }' e.csv; done | sort | uniq -c | sed 's/^ *//'
6 0.000000000 0.016952804 0.016952804
6 1.4205204 x = 0
6 1.9040833 y - z = 0
