With --method whittaker the run is over the variable that takes the place of time. A stone thrown up with
10 where g = 10: y = 10 t - 5 t^2, so that t = 1 - sqrt(1 - y/5) on the way up.

$ cat >up.mech <<'END'
> coordinate x, y
> point P mass 1 at [x, y]
> gravity = [0, -10]
> initial x' = 1, y' = 10
> END
$ run() { dalembert simulate up.mech --method whittaker --independent y "$@"; }
$ run --to 4 --every 2 2>err | awk -F, 'NR == 1 || NR > 1 && $3 > 0 { d = $1 - 1 + sqrt(1 - $3/5); print NR == 1 ? $0 : (d < 1e-9 && d > -1e-9) }'
t,x,y,x',y',energy,constraint_error
1
1
$ head -n 1 err
y = 0 to 4: the end was reached

# it does not come higher than 5
$ run --to 10 -q -o up.csv
error: the run ends at y = 5: y comes to rest and can no longer replace time [N0819]
help: --independent chooses another variable to replace time
[1]
$ tail -n 1 up.csv | awk -F, '{ print ($1 > 0.999 && $1 < 1), ($3 > 4.999) }'
1 1

# it begins where the state is
$ run --from 1 --to 2
error: the run is over y, and begins at the state, where it is 0 [N0820]
[2]
$ run --at y=1 --from 1 --to 2 --every 1 -q | awk -F, '{ printf NR == 1 ? "%s\n" : "%.9g\n", $3 }'
y
1
2

# Forces that jump are followed by any variable: x'' = -2 sign(x) from 0.3 at rest reaches -0.2 after
# t = 2 sqrt(0.3) - sqrt(0.1), where y = t
$ cat >abs.mech <<'END'
> coordinate x, y
> point P mass 1 at [x, y]
> potential = 2*abs(x)
> stop when x = -0.2 falling
> initial x = 0.3, y' = 1
> END
$ cross() { dalembert simulate abs.mech --method whittaker --independent y "$@" 2>&1; }
$ near() { awk -F, -v s=$1 'NF > 4 { y = $3 } END { d = s*y - 2*sqrt(0.3) + sqrt(0.1); print (d < 1e-13 && d > -1e-13) }'; }
$ cross --to 1 --every 0.5 | near 1
1

# what falls with time rises on the way back, also if the variable falls with time
$ cross --to -1 --every 0.5 | grep y.=
y = 0 to -1: the end was reached
$ sed "s/y' = 1/y' = -1/" abs.mech >back.mech; mv back.mech abs.mech
$ cross --to -1 --every 0.5 | near -1
1
$ cross --to 1 --every 0.5 | grep y.=
y = 0 to 1: the end was reached
$ dalembert export abs.mech --method whittaker --independent y --target python | grep directions.=
directions = [1]  # of the events: 1 rising, -1 falling, 0 any
