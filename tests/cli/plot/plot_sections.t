# Crossings of a section are dots, one for each row of `simulate --only`.
$ dalembert plot $MODELS/henon-heiles.mech --only S --to 100 --show "y:y'" --script a
$ grep -c '^[-0-9]' a/figure.dat
16
$ dalembert simulate $MODELS/henon-heiles.mech --only S --to 100 -q -o s.csv && sed 1d s.csv | wc -l
16
$ grep -c 'with points' a/figure.gp
1
$ sed 1d s.csv | cut -d, -f3,5 | tr , ' ' | diff - a/figure.dat | grep -c '^<'
0
[1]

# The default is the coordinate that the section leaves free; the motion and its section side by side.
$ dalembert plot $MODELS/henon-heiles.mech --only S --to 100 --script b && diff a/figure.dat b/figure.dat
$ dalembert plot $MODELS/henon-heiles.mech --to 100 --show P --show "S: y:y'" --script c && grep -c 'with points' c/figure.gp
1
$ sed -n 2p a/figure.dat >first; grep -A 1 "^# panel 2" c/figure.dat | tail -n 1 | diff - first

# A saved table of crossings, with and without the model.
$ dalembert plot s.csv --only S --show "y:y'" --script d && diff a/figure.dat d/figure.dat
$ dalembert plot $MODELS/henon-heiles.mech --run s.csv --show "S: y:y'" --script e && diff a/figure.dat e/figure.dat

# Where a velocity jumps, the curve has a gap.
$ dalembert plot $MODELS/bouncing-ball.mech --show "y'" --to 1.05 --every 0.3 --script f && grep -v '^#' f/figure.dat | awk 'NF == 0 { print "gap" } NF > 0 { printf "%.6f %.6f\n", $1, $2 }' | head -n 7
0.000000 0.000000
0.300000 -3.000000
0.600000 -6.000000
0.900000 -9.000000
1.000000 -10.000000
gap
1.000000 5.000000

# Mistakes.
$ dalembert plot $MODELS/henon-heiles.mech --only T -o t.svg
error: the model has no section T [N0863]
help: did you mean S?
[2]
$ dalembert plot $MODELS/henon-heiles.mech --run s.csv --only T -o t.svg
error: the model has no section T [N0863]
[2]
$ dalembert plot $MODELS/henon-heiles.mech --only S -o t.gif
dalembert: --only is for figures; a film shows the whole motion
[2]
