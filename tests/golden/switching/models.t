Systems with forces that jump, and sections of motions.

# claims
$ for f in stick-slip incline henon-heiles; do dalembert check "$TESTDIR/$f.mech" | tail -n 1; done
4 claims: 0 proved, 3 verified, 1 refuted as denied
3 claims: 2 proved, 1 refuted as denied
3 claims: 3 proved

# as many crossings as rows show that are a hundred times closer together
$ dalembert simulate "$TESTDIR/henon-heiles.mech" --only S --quiet | sed 1d | wc -l
160
$ dalembert simulate "$TESTDIR/henon-heiles.mech" --quiet | awk -F, 'NR > 2 && before < 0 && $2 >= 0 { n++ } { before = $2 } END { print n }'
160

# the energy at all of them
$ dalembert simulate "$TESTDIR/henon-heiles.mech" --only S --quiet | awk -F, 'NR > 1 && ($6 - 1/12)^2 > 1e-18 { print }'

# the incline: up until it stops, at v^2/(2 g (sin(alpha) + mu cos(alpha))), and no further, as tan(0.5) < 0.6
$ dalembert simulate "$TESTDIR/incline.mech" --quiet | awk -F, 'END { printf "%.9f\n", $2 - 1/(2*9.81*(sin(0.5) + 0.6*cos(0.5))) }' | tr -d -
0.000000000
$ dalembert simulate "$TESTDIR/incline.mech" --set alpha=0.55 --quiet | awk -F, 'END { print ($4 < -0.05) }'
1
