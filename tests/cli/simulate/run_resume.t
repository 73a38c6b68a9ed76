A run continues where an earlier one ended: the same motion as one run, but for the tolerance.

$ dalembert simulate double-pendulum --to 2 --every 0.5 -qo half.h5
$ dalembert simulate double-pendulum --to 4 --resume half.h5 -o both.csv 2>said; head -n 2 said
half.h5 has 5 rows, to t = 2; 4 more follow
t = 0 to 4: the end was reached
$ cut -d , -f 1 both.csv | paste -sd ' '
t 0 0.5 1 1.5 2 2.5 3 3.5 4
$ sed -n 1,6p both.csv >first; dalembert simulate double-pendulum --to 2 --every 0.5 -qo- | cmp - first

# in three pieces, with constraints, momenta, free speeds, other columns and integrators
$ python3 $TESTDIR/resume.py 1 rolling-disk chaplygin-sleigh spherical-pendulum kepler-plane hamilton-nonholonomic-particle
5 runs in pieces, 0 differ

# times continue as they began, also after an end that was not a row, and backwards
$ dalembert simulate double-pendulum --to 0.75 --every 0.3 -qo a.json; dalembert simulate double-pendulum --to 1.5 --resume a.json -qo- | cut -d , -f 1 | paste -sd ' '
t 0 0.3 0.6 0.75 0.9 1.2 1.5
$ dalembert simulate double-pendulum --to -0.2 --every 0.1 -qo a.json; dalembert simulate double-pendulum --to -0.5 --resume a.json -qo- | cut -d , -f 1 | paste -sd ' '
t 0 -0.1 -0.2 -0.3 -0.4 -0.5

# a run that --steps ended
$ dalembert simulate double-pendulum --to 4 --every 0.5 --steps 20 -qo a.h5
error: the run ends at t = [0-9.]*, after 20 steps \[N0813\] (re)
help: --steps allows more
[1]
$ dalembert simulate double-pendulum --to 4 --resume a.h5 -qo b.csv; tail -n 1 b.csv | cut -d , -f 1
4

# another model, method, parameter; a model that has changed by a damper alone, which the energy does not show
$ dalembert simulate spherical-pendulum --to 4 --resume half.h5
error: cannot resume that run: it has other equations: another model, method or branch [N0858]
[2]
$ dalembert simulate double-pendulum --method hamilton --to 4 --resume half.h5
error: cannot resume that run: it has other equations: another model, method or branch [N0858]
[2]
$ dalembert simulate double-pendulum --set g=9 --to 4 --resume half.h5
error: cannot resume that run: g was 9.81, and is 9 here [N0858]
[2]
$ dalembert examples double-pendulum >m.mech; dalembert simulate m.mech --to 2.5 --resume half.h5 -qo- | wc -l
7
$ echo "force theta1 = -theta1'/100" >>m.mech; dalembert simulate m.mech --to 4 --resume half.h5
error: cannot resume that run: it has other equations: another model, method or branch [N0858]
[2]

# files that do not say what they are runs of, and times that are not ahead
$ dalembert simulate double-pendulum --to 4 --resume both.csv
error: cannot resume that run: its file does not say which system it is a run of; .h5 and .json do [N0858]
[2]
$ dalembert simulate double-pendulum --to 2 --resume half.h5
error: cannot resume that run: it is at t = 2 already, and --to is 2 [N0858]
[2]
$ dalembert simulate double-pendulum --to 1 --resume half.h5
error: cannot resume that run: it is at t = 2 already, and --to is 1 [N0858]
[2]
$ dalembert simulate double-pendulum --to 4 --resume half.h5 --at theta1=1
dalembert: --resume and --at exclude each other
[2]
$ dalembert simulate double-pendulum --to 4 --resume no.h5
error: no.h5: No such file or directory [N0601]
[2]

# nor does a variable in the place of time
$ dalembert simulate kepler-plane --method whittaker --to 0.5 --every 0.25 -qo w.h5; dalembert simulate kepler-plane --method whittaker --to 1 --resume w.h5
error: cannot resume that run: the equations advance by another variable than time [N0858]
[2]

# Constraints that a `when` engaged are not part of a row: such a run is not continued. Events of a run that is continued
# are in its own file.
$ cat >rail.mech <<'END'
> coordinate x, y
> point P mass 1 at [x, y]
> gravity = [0, -1]
> constraint rail: y = 0 released
> initial x = 0, y = 1/2, x' = 1
> when y = 0: y' = 0, engage rail
> simulate to 2 every 1
> END
$ dalembert simulate rail.mech -q -o rail.json; dalembert simulate rail.mech --to 4 --resume rail.json
error: cannot resume that run: its `when`s release and engage rail, and its rows do not say whether that was in force [N0858]
[2]
$ dalembert simulate $MODELS/bouncing-ball.mech --to 1.2 --every 0.1 -q -o ball.json; dalembert simulate $MODELS/bouncing-ball.mech --to 2.6 --resume ball.json -o ball.csv 2>&1 | grep -v steps
ball.json has 13 rows, to t = 1.2; 14 more follow
t = 0 to 2.6: the end was reached
energy 12.5, lost at events 11.718[78], otherwise changed by at most .*; largest constraint error .* (re)
2 events:
  t = 2              impact floor, impulse 7.5, energy lost 9.375
  t = 2.5            impact floor, impulse 3.75, energy lost 2.34375
warning: events before t = 1.2 are listed only in the earlier run [N0859]

# A maximum is that of a whole motion: it is not computed of the new rows alone.
$ printf "coordinate x\nkinetic = x'^2/2\npotential = x^2/2\nforce x = -x'/5\ninitial x' = 1\nobserve top = max(x)\nsimulate to 2 every 1\n" >top.mech
$ dalembert simulate top.mech -q -o top.json; dalembert simulate top.mech --to 4 --resume top.json -o top.csv 2>&1 | grep 'top [=i]'
warning: top is a result of a whole motion, and is not computed for one that is resumed [N0857]
