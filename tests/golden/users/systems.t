Models as people write them, each judged by a law or a closed form that the program does not use (judge.py).

$ judge() { name=$1; shift; dalembert "$@" -q "$TESTDIR/$name.mech" >out 2>err || cat err; python3 "$TESTDIR/judge.py" $name out; }
$ for model in four-bar hinge arm quadrotor levels; do judge $model eval --format json; done
four-bar right
hinge right
arm right
quadrotor right
levels right
$ for model in furuta ladder penalty pid ball; do judge $model simulate; done
furuta right
ladder right
penalty right
pid right
ball right

# redundant rows: 20 equations and 8
$ for model in four-bar hinge; do dalembert analyze --only constraints "$TESTDIR/$model.mech" | tail -1; done
    17 independent of 20, 18 coordinates: 1 degree of freedom
    5 independent of 8, 6 coordinates: 1 degree of freedom
$ for method in udwadia appell hamilton; do judge four-bar eval --format json --method $method; done
four-bar right
four-bar right
four-bar right
# a joint without its redundant equations, last in the text: the same motion
$ sed '/Dx\|Dy/d; s/^constraint D:.*/constraint D1: (pos(K2) + B2.x - pos(K3) - 0.75*B3.x).x = 0\nconstraint D2: (pos(K2) + B2.x - pos(K3) - 0.75*B3.x).y = 0/' "$TESTDIR/four-bar.mech" >plain.mech
$ dalembert analyze --only constraints plain.mech | tail -1
    17 independent of 17, 18 coordinates: 1 degree of freedom
$ dalembert eval -q plain.mech --format json >out; python3 "$TESTDIR/judge.py" four-bar out
four-bar right

# T true, F false
$ for model in furuta gimbal free-pair levels; do dalembert check "$TESTDIR/$model.mech"; done | awk '$2 ~ /^[TF]$/{print $1, $2}' | sort | uniq -c
      6 proved T
      4 refuted F

# what is not in the language has a message at its place
$ printf "parameter m0 = 10, mu = 1\ncoordinate y\npoint R mass m0 - mu*t at [0, y]\n" >rocket.mech; dalembert check rocket.mech
rocket.mech:3:22: error: t is the time, but a mass may contain only parameters [N0403]
    3 | point R mass m0 - mu*t at [0, y]
      |                      ^
[2]
$ printf "coordinate a\npoint P mass 1 at [sin(a), -cos(a)]\nobserve T = reaction(P)\n" >tension.mech; dalembert check tension.mech
tension.mech:3:13: error: a scalar is needed here, but this is a vector [N0305]
    3 | observe T = reaction(P)
      |             ^^^^^^^^^^^
[2]
