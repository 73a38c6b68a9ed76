A sweep whose members run in lanes has the bytes of one whose members run one by one: without
constraints, with one that is projected onto, with an event, and with members that fail.

$ mkdir cache && chmod 700 cache && export DALEMBERT_CACHE=$PWD/cache
$ compare() {
>   rm -rf one lanes
>   DALEMBERT_LANES=1 dalembert sweep "$@" -q -o one >out.one 2>&1; a=$?
>   DALEMBERT_LANES=4 dalembert sweep "$@" -q -o lanes >out.lanes 2>&1; b=$?
>   diff -r one lanes && test $a = $b && echo "status $a, $(ls one/parts | wc -l) parts"
> }

$ compare $MODELS/double-pendulum.mech --vary "theta1=1:2:0.002" --vary "m1=1:2:1" --to 3 --every 1
status 0, 63 parts

# a short sweep is over before lanes would be compiled
$ mkdir short && chmod 700 short
$ DALEMBERT_CACHE=$PWD/short dalembert sweep $MODELS/double-pendulum.mech --vary "theta1=1:2:0.01" --to 1 -q -o few && grep -l lanes_drive short/*.c | wc -l
0
$ DALEMBERT_CACHE=$PWD/short DALEMBERT_LANES=2 dalembert sweep $MODELS/double-pendulum.mech --vary "theta1=1:2:0.01" --to 1 -q -o pairs && grep -l lanes_drive short/*.c | wc -l
1
$ diff -r few pairs

$ cat >swing.mech <<'END'
> parameter l = 1, g = 9.81
> coordinate x, y
> point P mass 1 at [x, y]
> gravity = [0, -g]
> constraint rod: x^2 + y^2 = l^2
> initial y = -0.8, x' = 0.3
> guess x = 0.6
> stop when x = -0.5
> observe low = min(y), turn = time(stop)
> simulate to 2 every 0.25
> END
$ compare swing.mech --vary "l=0.75:1.25:0.001"
status 1, 63 parts
$ dalembert sweep --status lanes | head -1
501 of 501 members done, .* failed.* (re)
