A servo force that acts across its constraint cannot meet it; constraints that contradict each other are not called
redundant.

$ dalembert eval - <<'END'
> coordinate x, y
> kinetic = 1/2*(x'^2 + y'^2)
> constraint hold: y' = 0 realized by x'
> END
<stdin>:3:18: error: the reaction of the constraint hold does not reach it: no accelerations are determined here [N0726]
    3 | constraint hold: y' = 0 realized by x'
      |                  ^^^^^^
[2]

# two servo forces along one direction meet one condition, not two
$ cat >parallel.mech <<'END'
> coordinate x, y, z
> kinetic = 1/2*(x'^2 + y'^2 + z'^2)
> constraint one: x' + y' = t realized by x'
> constraint two: x' + z' = t^2 realized by exp(y)*x'
> END
$ dalembert eval parallel.mech
parallel.mech:4:17: error: the reaction of the constraint two does not reach it: no accelerations are determined here [N0726]
    4 | constraint two: x' + z' = t^2 realized by exp(y)*x'
      |                 ^^^^^^^^^^^^^
[2]
$ dalembert simulate parallel.mech --to 1 2>&1 | grep -o 'N0...'
N0726
$ dalembert export parallel.mech 2>&1 | grep -o 'N0...'
N0726

# an ideal constraint may take the direction, too
$ sed -i "s/ realized by x'$//; s/exp(y)\*x'/x' + y'/" parallel.mech
$ dalembert eval parallel.mech 2>&1 | grep -o 'constraint [a-z]* does not.*N0...'
constraint two does not reach it: no accelerations are determined here [N0726

$ dalembert eval - <<'END'
> coordinate x
> kinetic = x'^2
> constraint one: x'' = t
> constraint two: x'' = 1 - t
> END
<stdin>:4:17: error: no accelerations satisfy the constraint two together with the others [N0718]
    4 | constraint two: x'' = 1 - t
      |                 ^^^^^^^^^^^
[2]

# x' = v cos(theta), y' = v sin(theta): with --as-is the speeds nearest to the velocities are taken
$ dalembert eval $MODELS/chaplygin-sleigh.mech --at "x'=1, y'=1, theta'=0" --as-is --format json | grep -E "\"(x'|y')\""
    "x'": (1|0.99999999999999[0-9]*), (re)
    "y'": 0, (re)
