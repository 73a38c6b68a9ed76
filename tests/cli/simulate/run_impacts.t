# What happens at events, in the summary and in files.
$ dalembert simulate $MODELS/bouncing-ball.mech --to 2.6 --every 1 -o run.csv --events events.csv
t = 0 to 2.6: the end was reached
.* steps .* (re)
energy 50, lost at events 49.218[78], otherwise changed by at most .*; largest constraint error (0|[0-9.]*e-1[5-9]) (re)
3 events:
  t = 1              impact floor, impulse 15, energy lost 37.5
  t = 2              impact floor, impulse 7.5, energy lost 9.375
  t = 2.5            impact floor, impulse 3.75, energy lost 2.34375
$ cut -d, -f2,3 events.csv
event,name
impact,floor
impact,floor
impact,floor
$ dalembert simulate $MODELS/bouncing-ball.mech --to 1.2 --every 1 -q -o run.json
$ grep -A 8 '"events"' run.json | tr -d ' \n'; echo
"events":\[\{"t":(1|1.0000000000000[0-9]*|0.9999999999999[0-9]*),"event":"impact","name":"floor","impulse":(15|14.99999999999[0-9]*),"energy_lost":(37.[45][0-9]*)\}\], (re)

# Every integrator finds all impacts of a ball to 1e-12, and where they end: t1 = sqrt(2 h/g), flights of 2 t1 e^k, the
# limit t1 (1 + e)/(1 - e).
$ cat >ball.mech <<'END'
> parameter g = 9.81, e = 7/10, h = 13/10
> coordinate y
> point P mass 2 at [0, y]
> gravity = [0, -g]
> constraint floor: y >= 0 restitution e
> initial y = h
> simulate to 5
> END
$ for i in dop853 taylor adams bdf erk dirk; do
>   dalembert simulate ball.mech --integrator $i -q --events times >rows
>   awk -F, 'BEGIN { t1 = sqrt(2.6/9.81); t = t1; f = 2*t1 } $2 == "impact" { n++; d = $1/t - 1; if (d^2 > 1e-24) print n, d; f *= 0.7; t += f }
>     $2 == "contact" { d = $1/(t1*1.7/0.3) - 1; if (d^2 > 1e-24) print "limit", d; c++ } END { print (n > 30), c }' times
> done | sort | uniq -c | sed 's,^ *,,'
6 1 1

# An impact that is not determined ends the run: between two walls without play nothing is lost.
$ cat >squeeze.mech <<'END'
> coordinate x
> point P mass 1 at [x, 0]
> constraint a: x >= 0 restitution 1
> constraint b: x <= 0 restitution 1
> initial x = 0, x' = 1
> simulate to 1
> END
$ dalembert simulate squeeze.mech -q -o run.csv
error: the run ends at t = 0: the impact is not determined [N0883]
[1]

# Time runs backwards through an impact that is its own reverse, and through no other.
$ dalembert simulate $MODELS/bouncing-ball.mech --set e=1 --to -1.5 --every 1.5 -q | cut -c1-9
t,y,y',en
0,5,0,50,
-1.5,3.74
$ dalembert simulate $MODELS/bouncing-ball.mech --to -1.5 -o run.csv -q
error: the run ends at t = -1: floor cannot be undone, and time runs backwards [N0886]
[1]

# Mistakes.
$ dalembert simulate $MODELS/bouncing-ball.mech --at y=-1
.*bouncing-ball.mech:[0-9]*:[0-9]*: error: the initial state violates the constraint floor: its left side minus its right side is -1 \[N0881\] (re)
.* (re)
.* (re)
[2]
$ cat >ball.mech <<'END'
> parameter e
> coordinate y
> point P mass 1 at [0, y]
> gravity = [0, -10]
> constraint floor: y >= 0 restitution e
> initial y = 5
> simulate to 1
> END
$ dalembert simulate ball.mech --set e=-1
ball.mech:5:19: error: the coefficient of restitution of floor is -1: it cannot be negative [N0882]
    5 | constraint floor: y >= 0 restitution e
      |                   ^^^^^^
[2]
$ rod() { { printf 'coordinate x, y\npoint P mass 1 at [x, y]\ngravity = [0, -10]\ninitial x = 1, y = 0\nsimulate to 3\n'; cat; } | dalembert simulate - -q -o run.csv; }
$ rod <<'END'
> constraint rod: x^2 + y^2 = 1
> when x = 1/2: x' = 1, y' = 3
> END
<stdin>:7:15: error: at t = 0.466.*, the value assigned to x' contradicts the constraint rod \[N0884\] (re)
    7 | when x = 1/2: x' = 1, y' = 3
      |               ^^^^^^
[2]
$ rod <<'END'
> constraint rod: x^2 + y^2 = 1 released
> when y = -1/2: engage rod
> END
<stdin>:7:23: error: at t = 0.316.*, the constraint rod cannot be engaged: it is violated by 0.25 \[N0885\] (re)
    7 | when y = -1/2: engage rod
      |                       ^^^
[2]
$ rod <<'END'
> when y = -1/2: engage rod
> END
<stdin>:6:23: error: unknown constraint rod [N0207]
    6 | when y = -1/2: engage rod
      |                       ^^^
[2]
$ rod <<'END'
> when y = -1/2: x' = 1, x' = 2
> END
<stdin>:6:24: error: x' is given twice [N0404]
    6 | when y = -1/2: x' = 1, x' = 2
      |                        ^^^^^^
[2]
$ rod <<'END'
> when y = -1/2: stop now
> END
<stdin>:6:21: error: the end of the line is needed here, not now [N0402]
    6 | when y = -1/2: stop now
      |                     ^^^
[2]

# Impacts need momenta that are linear in the velocities.
$ dalembert simulate - <<'END'
> coordinate x
> lagrangian = -sqrt(1 - x'^2)
> constraint wall: x <= 1 restitution 1
> initial x' = 1/2
> simulate to 3
> END
error: impacts and events need a kinetic energy that is quadratic in the velocities [N0887]
[2]

# With a quasi-coordinate in the place of time there are no events.
$ dalembert simulate $MODELS/ball-in-box.mech --method whittaker --to 1
error: events change the constraints of this model, which the method whittaker does not accept [N0890]
help: events are at times, and it advances by a coordinate instead of time
[2]

# A block that rocks ever faster: what follows infinitely many impacts is not determined, and the run ends before.
$ dalembert simulate $MODELS/rocking-block.mech --to 10 -o block.csv 2>&1 | tail -n 2
error: the run ends at t = 7.22803: events accumulate there, each pause 0.912 times the last [N0871]
help: a `when` with `stop` can end the run earlier; or use a unilateral constraint instead
$ awk -F, 'NR > 1 && ($4 > 0.11 || $4 < -0.11) { print }' block.csv

# balls that touch without pressing, with every integrator: 4 impacts at each odd quarter of the period 2 pi/sqrt(10)
$ for i in adams bdf erk dirk dop853 taylor; do
>   for r in 1e-3 1e-6; do
>     dalembert simulate "$MODELS/newtons-cradle.mech" --integrator $i --rtol $r --atol $r -q -o cradle.csv --events cradle
>     awk -F, -v r=$r 'NR > 1 { q = (2*int((NR - 2)/4) + 1)*0.496729413289805; n += $2 == "impact" && ($1 - q)^2 < (100*r)^2 }
>       END { print n }' cradle
>   done
> done | sort | uniq -c
     12 16

# a restitution above 1 adds energy, which is reported; a quantity conserved between events is described so
$ dalembert simulate ball.mech --set e=2 -o ball.csv 2>&1 | grep -o "the coefficient.*"
the coefficient of restitution of floor is 2: its impacts add energy [N0953]
$ printf 'claim conserved kinetic_energy + potential_energy\n' >>ball.mech
$ dalembert check ball.mech --set e=0.5 | grep proved.*claim
proved    claim conserved kinetic_energy + potential_energy, between events (by algebra)

# A constraint that a `when` engages takes m v = 6 and m v^2/2 = 9.
$ dalembert simulate - --events - -qo run.csv <<'END'
> parameter m = 2
> coordinate x
> kinetic = m*x'^2/2
> constraint stop: x = 1 released
> when "catch" x = 1 rising: engage stop
> initial x = 0, x' = 3
> simulate to 1 every 1/2
> END
t,event,name,impulse,energy_lost
0\.33333333333333[0-9]*,when,catch,-6,9 (re)
