Mistakes in requests for figures, reported at their places.

$ cat >cart.mech <<'END'
> parameter M = 2, m = 1, l = 1/2, g = 9.81
> coordinate x, theta
> point C mass M at [x, 0]
> point P mass m at pos(C) + l*[sin(theta), -cos(theta)]
> gravity = [0, -g]
> initial theta = 0.3
> simulate to 2
> END

$ dalembert plot cart.mech --show "x, thetta"
--show:1:4: error: thetta is not declared [N0201]
    1 |    thetta
      |    ^^^^^^
help: did you mean theta?
[2]
$ dalembert plot cart.mech --show "P, theta"
--show:1:4: error: theta is not a point: show orbits and quantities in separate panels [N0844]
    1 | P, theta
      |    ^^^^^
[2]
$ dalembert plot cart.mech --show "theta, P"
--show:1:1: error: theta is not a point: show orbits and quantities in separate panels [N0844]
    1 | theta, P
      | ^^^^^
[2]
$ dalembert plot cart.mech --show "x:x':theta"
--show:1:1: error: a phase portrait is written HORIZONTAL:VERTICAL [N0845]
    1 | x:x':theta
      | ^^^^^^^^^^
[2]
$ dalembert plot cart.mech --show "x:x', theta"
--show:1:7: error: a phase portrait is written HORIZONTAL:VERTICAL [N0845]
    1 | x:x', theta
      |       ^^^^^
[2]
$ dalembert plot cart.mech --show ""
--show:1:1: error: name something to show here [N0846]
    1 | 
      | ^
[2]
$ dalembert plot cart.mech --show "x, , theta"
--show:1:4: error: name something to show here [N0846]
    1 | x, , theta
      |    ^
[2]
$ printf 'coordinate x\nkinetic = x'\''^2\nsimulate to 1\n' | dalembert plot - --show orbits
--show:1:1: error: no point with mass can move: there are no orbits [N0843]
    1 | orbits
      | ^^^^^^
[2]
$ dalembert plot cart.mech --show "lambda(rod)"
--show:1:1: error: .* (re)
    1 | lambda(rod)
      | .* (re)
[2]

# before the run begins
$ dalembert plot cart.mech --to 1e9 -o cart.jpg
error: unknown figure format of cart.jpg: use .svg, .png or .pdf, or .gif or .mp4 for a film [N0842]
[2]
$ dalembert plot cart.mech -o nowhere/cart.svg
error: cannot write nowhere/cart.svg: No such file or directory [N0621]
[2]
$ dalembert plot cart.mech --script nowhere/kept
error: cannot write nowhere/kept: No such file or directory [N0621]
[2]
$ dalembert plot cart.mech --terminal --open
dalembert: --terminal and --open exclude each other
[2]
$ dalembert plot cart.mech --set m=1 --set q=2
--set:1:1: error: .* (re)
    1 | q=2
      | ^
help: .* (re)
[2]

# gnuplot
$ DALEMBERT_GNUPLOT=/nowhere dalembert plot cart.mech -o a.svg
error: cannot draw figures: gnuplot was not found [N0840]
help: install gnuplot, on Debian the package gnuplot-nox, or use --terminal
[3]
$ printf '#!/bin/sh\necho broken >&2\nexit 1\n' >broken; chmod +x broken
$ DALEMBERT_GNUPLOT=$PWD/broken dalembert plot cart.mech -o a.svg
error: gnuplot could not draw the figure: broken. \[N0841\] (re)
[3]
$ ls
broken
cart.mech

# a run that ends early is shown as far as it goes
$ dalembert plot $MODELS/parallel-velocities-incline.mech --at "v1=-2, v2=-2, theta=0" -o s.svg
error: the run ends at t = 0.20387[0-3]: the mass matrix becomes singular in theta at t = 0.203874 \[N0811\] (re)
[1]
$ grep -o '×.*ahead' s.svg; grep -c "<use xlink:href='#gpPt1'" s.svg
×  the run ends at t = 0.20387[0-3]: a singular state is ahead (re)
2
