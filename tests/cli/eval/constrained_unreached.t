A servo force that acts across its constraint cannot meet it; constraints that contradict each other are not called
redundant.

$ dalembert eval - <<'END'
> coordinate x, y
> kinetic = 1/2*(x'^2 + y'^2)
> constraint hold: y' = 0 realized by x'
> END
<stdin>:3:18: error: the reaction of the constraint hold cannot enforce it: the accelerations are not determined here [N0726]
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
parallel.mech:4:17: error: the reaction of the constraint two cannot enforce it: the accelerations are not determined here [N0726]
    4 | constraint two: x' + z' = t^2 realized by exp(y)*x'
      |                 ^^^^^^^^^^^^^
[2]
$ dalembert simulate parallel.mech --to 1 2>&1 | grep -o 'N0...'
N0726
$ dalembert export parallel.mech 2>&1 | grep -o 'N0...'
N0726

# an ideal constraint may take the direction, too
$ sed -i "s/ realized by x'$//; s/exp(y)\*x'/x' + y'/" parallel.mech
$ dalembert eval parallel.mech 2>&1 | grep -o 'constraint [a-z]* cannot.*N0...'
constraint two cannot enforce it: the accelerations are not determined here [N0726

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

# true at t = 0 alone: there x' = 0 and sin(t) = 0
$ dalembert simulate - --to 1 <<'END'
> coordinate x
> kinetic = x'^2/2
> constraint pull: x*x'' - cos(x*x)*x' = sin(t)
> constraint hold: sin(x)*x' = 0
> guess x = 2
> END
<stdin>:3:18: error: no accelerations satisfy the constraint pull together with the others [N0718]
    3 | constraint pull: x*x'' - cos(x*x)*x' = sin(t)
      |                  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^
[2]

# a constraint that says the same at all times
$ dalembert simulate - --to 1 --every 1 -q <<'END' | cut -d , -f 1,6
> coordinate x, y
> kinetic = (x'^2 + y'^2)/2
> constraint rod: x^2 + y^2 = 1
> constraint same: x*x'' + y*y'' + x'^2 + y'^2 = 0
> initial x = 1, y = 0, y' = 1
> END
t,energy
0,0.5
1,0.5(.*)?|1,0.4999999999.* (re)

# x' = v cos(theta), y' = v sin(theta): with --as-is the speeds nearest to the velocities are taken
$ dalembert eval $MODELS/chaplygin-sleigh.mech --at "x'=1, y'=1, theta'=0" --as-is --format json | grep -E "\"(x'|y')\""
    "x'": (1|0.99999999999999[0-9]*), (re)
    "y'": 0, (re)
