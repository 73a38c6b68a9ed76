Charts: which constraints are kept, and which velocities are free, is changed where another choice is
better. Without gravity a pendulum and the cranks of a linkage turn evenly, so that every place is known:
after ten turns and a third they stand at 120 degrees.

$ cat >circle.mech <<'END'
> parameter l = 1.5, w = 2*pi
> coordinate x, y
> point P mass 2 at [x, y]
> constraint rod: x^2 + y^2 = l^2
> initial x = l, y = 0, x' = 0, y' = l*w
> simulate to 31/3 every 1/6
> END
$ place() { tail -n 1 | awk -F, -v e=$1 -v l=1.5 '{ c = -l/2; s = l*sqrt(3)/2; print ($2 - c < e && c - $2 < e), ($3 - s < e && s - $3 < e) }'; }
$ for m in appell hamel; do dalembert simulate circle.mech --method $m -q | place 2e-8; done
1 1
1 1
$ for i in taylor adams bdf erk dirk; do for m in appell hamel; do
> dalembert simulate circle.mech --method $m --integrator $i --to 4/3 -q | place 1e-6; done; done
1 1
1 1
1 1
1 1
1 1
1 1
1 1
1 1
1 1
1 1
# backwards, compiled, and with rows far apart or close together
$ dalembert simulate circle.mech --method appell --to -32/3 -q | place 2e-8
1 1
$ dalembert simulate circle.mech --method appell --code native -q | place 2e-8
1 1
$ dalembert simulate circle.mech --method appell --every 31/3 -q | place 2e-8
1 1
$ dalembert simulate circle.mech --method appell --every 0.001 -q | awk -F, 'NR > 1 { d = $2^2 + $3^2 - 2.25; f = $2*$4 + $3*$5; if (d^2 + f^2 > 1e-24) bad++ } END { print NR, bad + 0 }'
10336 0
# the summary counts the changes, four in a turn, and so does a file
$ dalembert simulate circle.mech --method appell -o circle.json
t = 0 to 10.3333: the end was reached
.*, interpreted, .* s; 4[0-9] changes of chart (re)
.* (re)
$ grep -o '"chart_changes": *4' circle.json
"chart_changes": 4
$ dalembert simulate circle.mech --method multipliers 2>&1 >circle.csv | grep -c chart
0
[1]
# events are where they are, also those that happen where a chart is changed: x falls through l/4 at
# acos(1/4)/w, and so do all of ten levels
$ for k in 1 2 3 4 5 6 7 8 9 10; do { cat circle.mech; echo "stop when x = $k/20*l falling"; } |
> dalembert simulate - --method appell -q | tail -n 1 |
> awk -F, -v k=$k '{ c = k/20; d = $1 - atan2(sqrt(1 - c*c), c)/(8*atan2(1, 1)); if (d < 1e-10 && d > -1e-10) print "right" }'; done | uniq -c | awk '{ print $1, $2 }'
10 right

# redundant sets: two cranks of a parallelogram may fold where they lie along it, but a third one, beside
# the line of the two, holds them. Six constraints of which five are independent, in every order
$ cat >cranks.mech <<'END'
> parameter l = 1, a = 2, b = 1, h = 1.5, w = 2*pi
> coordinate x1, y1, x2, y2, x3, y3
> point P1 mass 1 at [x1, y1]
> point P2 mass 2 at [x2, y2]
> point P3 mass 3 at [x3, y3]
> constraint c1: x1^2 + y1^2 = l^2
> constraint c2: (x2 - a)^2 + y2^2 = l^2
> constraint c3: (x3 - b)^2 + (y3 - h)^2 = l^2
> constraint b1: (x2 - x1)^2 + (y2 - y1)^2 = a^2
> constraint b2: (x3 - x2)^2 + (y3 - y2)^2 = (a - b)^2 + h^2
> constraint b3: (x3 - x1)^2 + (y3 - y1)^2 = b^2 + h^2
> initial x1 = 0, y1 = l, x2 = a, y2 = l, x3 = b, y3 = h + l, x1' = -l*w, y1' = 0
> simulate to 31/12 every 1/12
> END
# from 90 degrees, two turns and seven twelfths: 300 degrees
$ cranks() { tail -n 1 | awk -F, '{ c = 1/2; s = -sqrt(3)/2; for (k = 1; k <= 3; k++) { x = $(2*k) - (k == 2 ? 2 : k == 3 ? 1 : 0) - c; y = $(2*k + 1) - (k == 3 ? 1.5 : 0) - s; if (x*x + y*y < 1e-15) right++ } print right, ($NF < 1e-13) }'; }
$ for m in multipliers udwadia hamilton appell hamel; do dalembert simulate cranks.mech --method $m -q 2>warnings | cranks; done
3 1
3 1
3 1
3 1
3 1
$ { sed '/^constraint/,$d' cranks.mech; grep '^constraint' cranks.mech | tac; sed '1,/^constraint b3/d' cranks.mech; } >reversed.mech
$ for m in multipliers appell; do dalembert simulate reversed.mech --method $m -q 2>warnings | cranks; done
3 1
3 1
$ dalembert simulate cranks.mech -o cranks.csv 2>&1 | grep -o '[0-9]* changes of chart' | awk '{ print ($1 >= 8) }'
1
# without the third crank they do fold: that is the problem, not a chart
$ grep -v 'c3\|b2\|b3\|P3' cranks.mech | sed 's/, x3, y3//; s/, x3 = .* + l,/,/' >two.mech
$ dalembert simulate two.mech -q -o two.csv 2>&1 | grep -o 'loses its independence at t = 0.25.*'
loses its independence at t = 0.25 [N0810]

# a door on two hinges, each of which holds a point: nine coordinates, nine constraints, eight of them
# independent. Its free corner goes round the axis evenly: after 1/6 of a turn it stands at 60 degrees
$ cat >door.mech <<'END'
> coordinate x1, y1, z1, x2, y2, z2, x3, y3, z3
> point P1 mass 1 at [x1, y1, z1]
> point P2 mass 1 at [x2, y2, z2]
> point P3 mass 1 at [x3, y3, z3]
> constraint upper: pos(P1) = [0, 0, 2]
> constraint lower: pos(P2) = [0, 0, 0]
> constraint side: (x1 - x2)^2 + (y1 - y2)^2 + (z1 - z2)^2 = 4
> constraint top: (x1 - x3)^2 + (y1 - y3)^2 + (z1 - z3)^2 = 2
> constraint bottom: (x2 - x3)^2 + (y2 - y3)^2 + (z2 - z3)^2 = 2
> initial x3 = 1, y3 = 0, z3 = 1, y3' = 2*pi
> guess z1 = 2
> simulate to 2 + 1/6 every 1/6
> END
$ for m in multipliers hamilton appell hamel; do dalembert simulate door.mech --method $m -q 2>warnings | tail -n 1 | awk -F, '{ printf "%.7f %.7f %.7f\n", $8, $9, $10 }'; done
0.5000000 0.8660254 1.0000000
0.5000000 0.8660254 1.0000000
0.5000000 0.8660254 1.0000000
0.5000000 0.8660254 1.0000000

# constraints whose derivatives vanish at states of the motion, but not all at once: x c = 0 and y c = 0
# for c = x^2 + y^2 - l^2 = 0
$ sed 's/^constraint.*/constraint a: x*(x^2 + y^2 - l^2) = 0\nconstraint b: y*(x^2 + y^2 - l^2) = 0/' circle.mech >products.mech
$ for m in multipliers appell hamilton; do dalembert simulate products.mech --method $m -q 2>warnings | place 2e-8; done
1 1
1 1
1 1

# without projection the constraints drift; a run that has left them ends with status 1
$ dalembert simulate circle.mech --no-projection --rtol 1e-3 --atol 1e-3 --to 100 -q -o drift.csv
circle.mech:4:17: error: the run ends at t = .*: the constraint rod is violated by 0.00[0-9]* of its terms, more than the tolerances allow \[N0832\] (re)
    4 | constraint rod: x^2 + y^2 = l^2
      |                 ^^^^^^^^^^^^^^^
help: without --no-projection every step ends on the constraints
[1]
$ tail -n 1 drift.csv | awk -F, '{ print ($NF > 1e-4), ($NF < 1e-2) }'
1 1
