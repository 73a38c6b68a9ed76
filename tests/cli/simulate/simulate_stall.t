A block that sticks to a belt and is pulled off it again: the run does not chatter between the two forces.

$ cat >belt.mech <<'END'
> parameter k = 10, mu = 3, v = 1/2
> coordinate x
> kinetic = x'^2/2
> potential = 1/2*k*x^2
> force x = -mu*(x' - v)/abs(x' - v)
> initial x = 1
> END

# once it has stuck, it leaves the belt at x = mu/k, and swings about that place with v^2/k = 0.025, touching the velocity
# of the belt
$ timeout 60 dalembert simulate belt.mech --to 100 --every 1 --quiet -o run.csv && wc -l <run.csv
102
$ awk -F, 'NR > 6 && ($3 > 0.5 + 1e-8 || ($2 - 0.3)^2 > 0.025 + 1e-6) { print }' run.csv

# two light blocks that touch come to rest at once: whether or not the method finds that, the run does not creep on by
# billions of switchings
$ cat >touch.mech <<'END'
> parameter m = 1e-3, mu = 0.3
> coordinate x, y
> kinetic = m/2*(x'^2 + y'^2)
> potential = 5*(x^2 + y^2)
> constraint touch: y >= x + 1/10 restitution 0.9
> force x = -mu*sign(x')
> force y = -mu*sign(y')
> initial x = 0.1, y = 0.2, x' = 3
> END
$ timeout 60 dalembert simulate touch.mech --method hamilton --to 0.2 --every 0.1 -q -o run.csv 2>/dev/null || test $? = 1

# a force that grows from zero presses on a wall: contact begins at once, by every integrator, although at first the force is
# below rounding beside gravity, and the wall is passed by less than the tolerance. Closed form: e = 1 - exp(-t), x = 0
$ cat >press.mech <<'END'
> coordinate x, y
> kinetic = (x'^2 + y'^2)/2
> potential = y
> constraint wall: x <= 0 restitution 0.9
> state e' = 1 - x - e
> force x = e
> initial x = 0, y = 1/2, y' = 1
> simulate to 1/5
> END
$ for i in dop853 taylor adams bdf erk dirk; do
>   timeout 60 dalembert simulate press.mech --integrator $i -q -o run.csv --events events.csv
>   tail -1 run.csv | awk -F, '{ e = $4 - 0.18126924692201814; y = $3 - 0.68; print $2, (e^2 + y^2 < 1e-18) }'
>   awk -F, 'NR > 1 { print $2, $3, ($1 < 1e-9) }' events.csv
> done | sort | uniq -c | sed 's,^ *,,'
6 0 1
6 contact wall 1

# a gap that nothing closes drifts by rounding, x = 2e-35: that is not an event after the other
$ cat >drift.mech <<'END'
> parameter m = 1e-3, g = 1
> coordinate x, y
> point P mass m at [x, y]
> constraint floor: y >= 0 restitution 1/4
> constraint wall: x <= 0 restitution 0
> gravity = [0, -g]
> force x = abs(x) - min(x, y)
> initial x = 0, y = 1/100, x' = 0, y' = -1
> simulate to 0.6 every 1/20
> END
$ timeout 60 dalembert simulate drift.mech -q -o run.csv --events events.csv; echo $?
0
$ grep -c impact events.csv
2

# events that leave no hope of reaching the end: 1.6e13 of them
$ cat >dense.mech <<'END'
> coordinate x
> kinetic = x'^2/2
> when "tick" sin(1e14*t) = 0 rising: x' = x' + 1
> initial x = 0, x' = 1
> simulate to 1 every 1/10
> END
$ timeout 60 dalembert simulate dense.mech -q -o run.csv
error: the run ends at t = 6\.[0-9]*e-11: events there follow each other endlessly \[N0889\] (re)
[1]

# a run whose end is 10^23 steps away ends soon, and keeps its rows; one that is slow at first, and then faster and faster,
# goes on: x = exp(-t) rests long before the end
$ printf 'coordinate x\nkinetic = x%s^2/2\npotential = x^2/2\ninitial x = 1\n' "'" >swing.mech
$ timeout 300 dalembert simulate swing.mech --to 1e23 --every 1e22 -q -o far.csv
error: the run ends at t = [0-9.]*, after 2[0-9]* steps: at this pace the rest would take about [0-9]e\+2[0-9] more \[N0954\] (re)
help: a shorter --to ends; --limit time=SECONDS allows as much as can be done in this time
[3]
$ cut -d, -f1-3 far.csv | head -2; wc -l <far.csv
t,x,x'
0,1,0
3
$ timeout 300 dalembert simulate swing.mech --to -1e23 --integrator bdf -q --code interpreter --rtol 1e-4 --atol 1e-6 -o far.csv 2>&1 | sed 's/ at t = .*//'
error: the run ends
help: a shorter --to ends; --limit time=SECONDS allows as much as can be done in this time
$ printf 'coordinate x\nkinetic = x%s^2/2\npotential = x^2/2\ndissipation = x%s^2\ninitial x = 1\n' "'" "'" >rest.mech
$ timeout 300 dalembert simulate rest.mech --to 1e18 --every 1e18 --integrator bdf -q | cut -d, -f1-3
t,x,x'
0,1,0
1e+18,0,0
$ timeout 300 dalembert simulate swing.mech --to 1e23 --every 1e23 --steps 3000000 -q --code interpreter -o far.csv 2>&1 | sed 's/t = .*after/t after/'
error: the run ends at t after 3000000 steps [N0813]
help: --steps allows more
