`stop when` ends a run, with exit status 0: a stone, thrown up with 10 from the height 5 where g = 10, is
back at 5 at t = 2, on the ground at 1 + sqrt(2), and at its highest at t = 1.

$ cat >stone.mech <<'END'
> parameter g = 10, ground = 0
> coordinate x, y
> point P mass 1 at [x, y]
> gravity = [0, -g]
> initial y = 5, x' = 1, y' = 10
> simulate to 10 every 0.5
> END
$ stop() { { cat stone.mech; printf '%s\n' "$@"; } | dalembert simulate -; }
$ end() { stop "$@" 2>/dev/null | tail -n 1 | awk -F, '{ printf "%.9f %.9f\n", $1, $3 }' | sed 's/-0.000000000/0.000000000/'; }

$ stop 'stop when y = ground' >out
t = 0 to 2.41421: `stop when` number 1 of the model
.* (re)
.* (re)
# the rows before it, and the state there
$ cut -d, -f1 out | sed 's/\(2.41421356\).*/\1/'
t
0
0.5
1
1.5
2
2.41421356
$ end 'stop when y = ground'
2.414213562 0.000000000
$ end "stop when y' = 0"
1.000000000 10.000000000

# the first of several
$ end 'stop when y = 0' "stop when y' = 0"
1.000000000 10.000000000
$ stop 'stop when y = 0' "stop when y' = 0" 2>&1 >out | head -n 1
t = 0 to 1: `stop when` number 2 of the model

# only rising, only falling: 6 is passed at 1 -+ sqrt(4/5)
$ end 'stop when y = 6 rising'
0.105572809 6.000000000
$ end 'stop when y = 6 falling'
1.894427191 6.000000000
$ end 'stop when y = 6'
0.105572809 6.000000000

# the beginning of the run is not a crossing: the next one counts
$ end 'stop when y = 5'
2.000000000 5.000000000
$ end "stop when y' = 10"
10.000000000 -395.000000000

# an event at the time of a row gives one row; time may be part of it, and what follows from the motion
$ end 'stop when t = 1.5'
1.500000000 8.750000000
$ stop 'stop when t = 1.5' 2>/dev/null | cut -d, -f1 | sort -n | uniq -d
$ end 'stop when dot(vel(P), vel(P)) = 26' # y' = -+5
0.500000000 8.750000000
$ end "stop when y'' = 3"
10.000000000 -395.000000000

# backwards: on the ground at 1 - sqrt(2)
$ sed -i 's/to 10/to -10/' stone.mech; end 'stop when y = 0'
-0.414213562 0.000000000

# rising means with the time, whichever way the run goes: x = sin(t) rises through 0 at multiples of 2 pi
$ printf "coordinate x\nkinetic = 1/2*x'^2\npotential = 1/2*x^2\ninitial x' = 1\nsection S: x = 0 rising\n" >wave.mech
$ for to in 13 -13; do dalembert simulate wave.mech --only S -q --to $to | awk -F, 'NR > 1 { printf "%.6f %.6f\n", $1, $3 }'; done
6.283185 1.000000
12.566371 1.000000
-6.283185 1.000000
-12.566371 1.000000
$ { cat wave.mech; echo "stop when x = 0 falling"; } | dalembert simulate - -q --to -13 | tail -n 1 | cut -c 1-8
-3.14159
$ { cat wave.mech; echo "when x = 0 falling: x' = x'/2"; } | dalembert simulate - -q --to -13 2>&1 | grep -o "t = -3.14159.*undone"
t = -3.14159: `when` cannot be undone

# every integrator finds it, by compiled code, too
$ sed -i 's/to -10/to 10/' stone.mech; { cat stone.mech; echo 'stop when y = 0'; } >ground.mech
$ for o in "--integrator taylor" "--integrator adams" "--integrator bdf" "--integrator erk" "--integrator dirk" "--code native"; do
>   dalembert simulate ground.mech -q $o | tail -n 1 | awk -F, '{ d = $1 - 1 - sqrt(2); print (d < 1e-7 && d > -1e-7) }'
> done
1
1
1
1
1
1

# A pole, a jump, a zero that is touched: none of them is a crossing. 1/x = 1/2 at x = 2, t = 3; the tangent and the
# angle of a growing argument never fall
$ cat >line.mech <<'END'
> coordinate x
> kinetic = 1/2*x'^2
> initial x = -1, x' = 1
> simulate to 20 every 1
> END
$ line() { for o in "" "--integrator bdf" "--integrator erk"; do
>   { cat line.mech; printf '%s\n' "$1"; } | dalembert simulate - $o 2>&1 >/dev/null | grep '^t ='; done | sort | uniq -c; }
$ line 'stop when 1/x = 0.5'
.* 3 t = 0 to 3: `stop when` number 1 of the model (re)
$ line 'stop when tan(x) = 0 falling'
.* 3 t = 0 to 20: the end was reached (re)
$ line 'stop when (x - 3)^2 = 0'
.* 3 t = 0 to 20: the end was reached (re)
$ line 'stop when abs(x - 3) = 0'
.* 3 t = 0 to 20: the end was reached (re)
$ line 'stop when (x - 3)^3 = 0'
.* 3 t = 0 to 4: `stop when` number 1 of the model (re)
$ line 'stop when sqrt(x - 3) = 1' # without a value up to x = 3
.* 3 t = 0 to 5: `stop when` number 1 of the model (re)
$ line 'stop when x + abs(x) = 0 falling' # 0 from the start on
.* 3 t = 0 to 20: the end was reached (re)
$ cat >turn.mech <<'END'
> coordinate x, y
> point P mass 1 at [x, y]
> potential = 1/2*(x^2 + y^2)
> initial x = 1, y' = 1
> observe angle = atan2(y, x)
> simulate to 20
> END
$ { cat turn.mech; echo 'stop when angle = 1 falling'; } | dalembert simulate - 2>&1 >/dev/null | head -n 1
t = 0 to 20: the end was reached
$ { cat turn.mech; echo 'stop when angle = 1'; } | dalembert simulate - 2>&1 >/dev/null | head -n 1
t = 0 to 1: `stop when` number 1 of the model

# two zeros in one step, and in a thousandth of one
$ sed -i "s/x = -1, x' = 1/x' = 1/" line.mech; line 'stop when (x - 3)*(x - 3.3) = 0'
.* 3 t = 0 to 3: `stop when` number 1 of the model (re)
$ line 'stop when (x - 3)*(x - 3.001) = 0 rising'
.* 3 t = 0 to 3.001: `stop when` number 1 of the model (re)

# by compiled code, too
$ { cat line.mech; echo 'stop when (x - 3)*(x - 3.001)/(x - 2) = 0 rising'; } | dalembert simulate - --code native 2>&1 >/dev/null | head -n 1
t = 0 to 3.001: `stop when` number 1 of the model

# from a zero on it stays there
$ sed -i "s/x' = 1/x = 2, x' = -1/" line.mech; line 'stop when x + abs(x) = 0'
.* 3 t = 0 to 2: `stop when` number 1 of the model (re)

# a circle, at the cut of atan2: the angle jumps from pi to -pi and falls past no value between them, whatever the
# integrator
$ cat >circle.mech <<'END'
> coordinate x, y
> kinetic = 1/2*(x'^2 + y'^2)
> potential = 3.6991999999999994*(x^2 + y^2)
> initial x = 1, y' = 2.7199999999999998
> stop when atan2(y, x) = -2.9900000000000002 falling
> END
$ for i in dop853 taylor adams bdf erk dirk; do dalembert simulate circle.mech --to 20 --atol 1e-10 --integrator $i 2>&1 >/dev/null | head -n 1; done | uniq
t = 0 to 20: the end was reached
