Systems with forces that jump, and sections of motions.

# claims
$ for f in stick-slip block-on-incline henon-heiles; do dalembert check "$MODELS/$f.mech" | tail -n 1; done
4 claims: 0 proved, 3 verified, 1 refuted as denied
5 claims: 4 proved, 1 refuted as denied
8 claims: 7 proved, 1 refuted as denied

# as many crossings as rows show that are a hundred times closer together
$ dalembert simulate "$MODELS/henon-heiles.mech" --to 1000 --only S --quiet | sed 1d | wc -l
160
$ dalembert simulate "$MODELS/henon-heiles.mech" --to 1000 --quiet | awk -F, 'NR > 2 && before < 0 && $2 >= 0 { n++ } { before = $2 } END { print n }'
160

# the energy at all of them
$ dalembert simulate "$MODELS/henon-heiles.mech" --to 1000 --only S --quiet | awk -F, 'NR > 1 && ($6 - 1/12)^2 > 1e-18 { print }'

# the incline: up until it stops, at v^2/(2 g (sin(alpha) + mu cos(alpha))), and no further, as tan(0.5) < 0.6
$ dalembert simulate "$MODELS/block-on-incline.mech" --quiet | awk -F, 'END { printf "%.9f\n", $2 - 1/(2*9.81*(sin(0.5) + 0.6*cos(0.5))) }' | tr -d -
0.000000000
$ dalembert simulate "$MODELS/block-on-incline.mech" --set alpha=0.55 --quiet | awk -F, 'END { print ($4 < -0.05) }'
1

# Nothing is linear where forces jump or bend, and dry friction may hold what the formula at rest does not.
$ cat >kinks.mech <<'END'
> coordinate x, y
> kinetic = 1/2*(x'^2 + y'^2)
> potential = x^2/2 - 2*abs(x) + y^2/2
> force y = -0.3*sign(y')
> claim "a" mode lambda2 = -1 at x = 0, y = 0
> claim "b" equilibrium x = 0, y = 0 stable
> claim "c" equilibrium x = 2, y = 0.2
> claim "d" equilibrium x = 2, y = 0
> deny "e" equilibrium x = 1, y = 0
> END
$ dalembert check kinks.mech | grep ^unknown
unknown   a  <- FAILS
unknown   b  <- FAILS
unknown   c  <- FAILS
unknown   e (denied)  <- FAILS
$ dalembert analyze kinks.mech --linearize --at "x=2" | sed -n '4,4p'
    forces jump or bend there, or may do so
$ dalembert analyze kinks.mech --linearize --at "x=3, y'=1" | grep lambda
       lambda = +-1i, period 6.28319
       lambda = +-1i, period 6.28319
