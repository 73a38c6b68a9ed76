Singular states: the run ends before them, names what fails and when, and keeps its rows. Speeds are known
where the forces are such that they fall linearly: the reactions do no work on a single point (B11,
Theorem 6; B08, Theorem 3).

$ when() { sed -n 's/.* at t = \([0-9.e+-]*\) \[N08.*/\1/p'; }

# forces -m v/(T - t): both speeds of the nonholonomic double pendulum are their first times 1 - t/T
$ cat >brake.mech <<'END'
> parameter m1 = 1, m2 = 2, T = 0.7
> coordinate x1, y1, x2, y2
> point P1 mass m1 at [x1, y1]
> point P2 mass m2 at [x2, y2]
> force on P1 = -m1/(T - t)*vel(P1)
> force on P2 = -m2/(T - t)*vel(P2)
> constraint pivot: x1*x1'*y2' - x2*x2'*y1' + (y1 - y2)*y1'*y2' = 0
> observe v1 = sqrt(x1'^2 + y1'^2), v2 = sqrt(x2'^2 + y2'^2)
> initial x1 = 1, y1 = 0.5, x2 = -1.2, y2 = 0.1
> initial x1' = 0.3, y1' = 1, y2' = 0.8
> simulate to 2 every 0.1
> END
$ dalembert simulate brake.mech -o brake.csv
t = 0 to 0.(7|69999.*): a singular state is ahead (re)
.* (re)
.* (re)
brake.mech:7:19: error: the run ends at t = 0.(7|69999.*): the constraint pivot loses its independence at t = 0.7 \[N0810\] (re)
    7 | constraint pivot: x1*x1'*y2' - x2*x2'*y1' + (y1 - y2)*y1'*y2' = 0
      |                   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
[1]
# the rows before it are right: v1 = sqrt(1.09) (1 - t/T)
$ awk -F, 'NR > 1 && $1 < 0.65 { d = $10/(sqrt(1.09)*(1 - $1/0.7)) - 1; print $1, (d < 1e-8 && d > -1e-8) }' brake.csv
0 1
0.1 1
0.2 1
0.3 1
0.4 1
0.5 1
0.6 1
# and so is the last one, at the end of the run
$ tail -n 1 brake.csv | awk -F, '{ print ($1 > 0.699 && $1 < 0.7), ($10 < 2e-3) }'
1 1

# whenever that is, whatever the tolerance, the code, the integrator, the method
$ for T in 0.23 0.43 0.99 1.37; do dalembert simulate brake.mech --set T=$T -q -o brake.csv 2>&1 | when; done
0.23
0.43
0.99
1.37
$ for r in 1e-6 1e-8 1e-12; do dalembert simulate brake.mech --rtol $r -q -o brake.csv 2>&1 | when; done
(0.7|0.69999.*|0.70000.*) (re)
0.7
0.7
# also at loose tolerances, where a long step leads across it and misses it by its own error: all 12 runs
# end there, to 1e-4; unit/api/slow_rest.c has many more
$ for r in 1e-2 1e-4 1e-6; do for T in 0.43 1.37; do
> for c in pivot "parallel: x1'*y2' - x2'*y1' = 0 #"; do sed "s/^constraint [a-z]*/constraint $c/" brake.mech |
> dalembert simulate - --set T=$T --rtol $r --atol $r -q -o brake.csv 2>&1 | when | awk "{ print (\$1 - $T)/$T }"; done; done; done |
> awk '$1 < 1e-4 && $1 > -1e-4 { right++ } END { print right }'
12
$ dalembert simulate brake.mech --code native -q -o brake.csv 2>&1 | when
0.7
$ for i in taylor adams bdf erk dirk; do dalembert simulate brake.mech --integrator $i -q -o brake.csv 2>&1 | when; done
(0.7|0.69999.*|0.70000.*) (re)
(0.7|0.69999.*|0.70000.*) (re)
(0.7|0.69999.*|0.70000.*) (re)
(0.7|0.69999.*|0.70000.*) (re)
(0.7|0.69999.*|0.70000.*) (re)
# these, too, at loose tolerances, compiled or not: all 20 runs end there, to 1e-4
$ T=0.43; for i in taylor adams bdf erk dirk; do for r in 1e-3 1e-6; do for c in interpreter native; do
> dalembert simulate brake.mech --set T=$T --rtol $r --integrator $i --code $c -q -o brake.csv 2>&1 | when | awk "{ print (\$1 - $T)/$T }"; done; done; done |
> awk '$1 < 1e-4 && $1 > -1e-4 { right++ } END { print right }'
20
$ for m in udwadia hamilton; do dalembert simulate brake.mech --method $m -q -o brake.csv 2>&1 | when; done
0.7
0.7

# dry friction of constant size brings them to rest, too, at v/a = 1; nothing but rest is left then
$ sed -e 's/T = 0.7/a1 = sqrt(1.09), a2 = sqrt(0.64 + 0.49*4\/9)/' \
>     -e "s/m\([12]\)\/(T - t)\*vel.*/m\1*a\1*vel(P\1)\/sqrt(x\1'^2 + y\1'^2)/" brake.mech >friction.mech
$ dalembert simulate friction.mech -q -o brake.csv 2>&1 | when
1
# the ends of time do not matter: backwards from -1 to -3, slower and slower
$ sed 's/(T - t)/(T + t)/; s/-m/m/' brake.mech >back.mech
$ dalembert simulate back.mech -q --from 0 --to -2 -o back.csv 2>&1 | when
-0.7

# two points with parallel velocities (B08, 8.3), in Cartesian velocities
$ sed "s/^constraint.*/constraint parallel: x1'*y2' - x2'*y1' = 0/" brake.mech >parallel.mech
$ for T in 0.7 1 1.3; do dalembert simulate parallel.mech --set T=$T -q -o brake.csv 2>&1 | sed 's/.*: the con/the con/;1q'; done
the constraint parallel loses its independence at t = 0.7 [N0810]
the constraint parallel loses its independence at t = 1 [N0810]
the constraint parallel loses its independence at t = 1.3 [N0810]
# in the speeds of the paper it is the direction that fails. Speed 2.5, deceleration 5: at t = 0.5
$ dalembert simulate "$MODELS"/parallel-velocities.mech -q -o brake.csv \
>   --set "A_1=-3*m1,A_2=-4*m1,A_3=-3*m2,A_4=-4*m2" --at "v1=2.5, v2=2.5, theta=atan2(4,3)"
error: the run ends at t = 0.4999.*: the mass matrix becomes singular in theta at t = 0.5 \[N0811\] (re)
[1]
# up the incline with 2, to rest at 2/g
$ dalembert simulate "$MODELS"/parallel-velocities-incline.mech -q -o brake.csv --at "v1=-2, v2=-2, theta=0" 2>&1 | when
0.203874
$ awk 'BEGIN { printf "%.6f\n", 2/9.81 }'
0.203874

# only one point at rest is no singular state: P1 thrown up the incline comes back. Both parts of its
# velocity change their sign at once; the motion continues.
$ cat >turn.mech <<'END'
> parameter m1 = 1, m2 = 2, g = 9.81
> coordinate x1, y1, x2, y2
> point P1 mass m1 at [x1, y1]
> point P2 mass m2 at [x2, y2]
> gravity = [g, 0]
> constraint pivot: x1*x1'*y2' - x2*x2'*y1' + (y1 - y2)*y1'*y2' = 0
> initial x1 = 1, y1 = 0.5, x2 = -1.2, y2 = 0.1
> initial x1' = -1, y1' = 1, y2' = 0.8
> simulate to 2 every 0.01
> END
$ dalembert simulate turn.mech -o turn.csv 2>&1 | head -n 1
t = 0 to 2: the end was reached
$ { cat turn.mech; echo "stop when x1' = 0"; } | dalembert simulate - -q | tail -n 1 | awk -F, '{ print ($1 > 0.1 && $1 < 0.2), ($6 < 1e-9 && $6 > -1e-9), ($7 < 1e-9 && $7 > -1e-9), ($9 > 0.5) }'
1 1 1 1

# a parallelogram: all bars on one line, where it may fold. Without gravity the crank turns evenly, from
# 1 to pi in (pi - 1)/3. Each of the rows depends on the others there: which is named, rounding decides
$ dalembert simulate "$MODELS"/four-bar.mech --set "l1=1,l3=1,l2=2,l4=2,g=0" --at "phi1=1, phi1'=3" -q -o bars.csv
.*four-bar.mech:(19|2[0-2]):15: error: the run ends at t = 0.71386[34]: the constraint [A-D].[12] loses its independence at t = 0.71386[34] \[N0810\] (re)
   (19|2[0-2]) \| constraint [A-D]: .* (re)
      \|               \^* (re)
[1]
$ awk 'BEGIN { printf "%.7f\n", (atan2(0, -1) - 1)/3 }'
0.7138642
# other bars that fit on one line, l1 + l4 = l2 + l3, and a motor: at (pi - 1)/2
$ sed "/^initial/s/.*/constraint motor: phi1 = 1 + 2*t/" "$MODELS"/four-bar.mech >motor.mech
$ dalembert simulate motor.mech --set "l2=2,l3=1.5" -q -o bars.csv 2>&1 | when
1.070(79|8) (re)
$ awk 'BEGIN { printf "%.4f\n", (atan2(0, -1) - 1)/2 }'
1.0708
# bars that are too short: the motor pulls coupler and rocker straight, where the rocker would have to
# move infinitely fast: cos(phi1) = (l1^2 + l4^2 - (l2 + l3)^2)/(2 l1 l4)
$ sed "s/1 + 2\*t/0.5 + t/; s/phi1 = 1/phi1 = 0.5/" motor.mech >short.mech
$ dalembert simulate short.mech --set "l1=2,l2=1.5,l3=1,l4=2" -q -o bars.csv 2>&1 | when
0.850263
$ awk 'BEGIN { c = (4 + 4 - 6.25)/8; printf "%.6f\n", atan2(sqrt(1 - c*c), c) - 0.5 }'
0.850263
$ tail -n 1 bars.csv | awk -F, '{ print ($1 > 0.85), ($NF < 1e-14) }'
1 1

# a mass matrix that is singular where x + y = 0. With x = y, x'^2 (1 + cos(pi x)) = c is constant, and
# x = 0 is reached at sqrt(2/c) 2/pi sin(pi/8)
$ cat >mass.mech <<'END'
> coordinate x, y
> kinetic = 1/2*(x'^2 + y'^2) + cos((x + y)/2*pi)*x'*y'
> initial x = -0.25, y = -0.25, x' = 0.5, y' = 0.5
> simulate to 2
> END
$ dalembert simulate mass.mech -q -o mass.csv
error: the run ends at t = 0.527.*: the mass matrix becomes singular in y at t = 0.5273[89][0-9]* \[N0811\] (re)
[1]
$ awk 'BEGIN { pi = atan2(0, -1); printf "%.5f\n", sqrt(2/(0.25*(1 + cos(pi/4))))*2/pi*sin(pi/8) }'
0.52739

# rest at the start
$ for i in dop853 adams; do dalembert simulate parallel.mech --at "x1'=0,y1'=0,x2'=0,y2'=0" --integrator $i -q -o none.csv; done
parallel.mech:7:22: error: a singular state: the constraint parallel loses its independence here [N0717]
    7 | constraint parallel: x1'*y2' - x2'*y1' = 0
      |                      ^^^^^^^^^^^^^^^^^^^^^
parallel.mech:7:22: error: a singular state: the constraint parallel loses its independence here [N0717]
    7 | constraint parallel: x1'*y2' - x2'*y1' = 0
      |                      ^^^^^^^^^^^^^^^^^^^^^
[2]

# the variables that a model chooses may fail where the motion does not: x' = u/z, y' = u, z' = -1, so
# that z = 1 - t. Those that a method chooses are changed: run_charts.t
$ cat >speeds.mech <<'END'
> coordinate x, y, z
> kinetic = 1/2*(x'^2 + y'^2 + z'^2)
> speed u, w
> rate x' = u
> rate y' = u/z
> rate z' = w
> initial x = 0, y = 0, z = 1, u = 1, w = -1
> simulate to 3
> END
$ for i in dop853 taylor adams bdf erk dirk; do dalembert simulate speeds.mech --method appell --integrator $i -q -o chart.csv 2>&1 | sed -n 's/.*fail/fail/p'; done
fail where z = 0, at t = (1|0.9999[0-9]*|1.0000[0-9]*) \[N0831\] (re)
fail where z = 0, at t = (1|0.9999[0-9]*|1.0000[0-9]*) \[N0831\] (re)
fail where z = 0, at t = (1|0.9999[0-9]*|1.0000[0-9]*) \[N0831\] (re)
fail where z = 0, at t = (1|0.9999[0-9]*|1.0000[0-9]*) \[N0831\] (re)
fail where z = 0, at t = (1|0.9999[0-9]*|1.0000[0-9]*) \[N0831\] (re)
fail where z = 0, at t = (1|0.9999[0-9]*|1.0000[0-9]*) \[N0831\] (re)
