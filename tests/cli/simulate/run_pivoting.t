dalembert simulate, export: linear problems that a fixed order of elimination does not solve.

# a regular mass matrix that is indefinite: x = cos t, y = (1 + e t)/2 sin t
$ cat >weak.mech <<'END'
> parameter e = 0
> coordinate x, y
> lagrangian = e*x'^2/2 + x'*y' - x*y
> initial x = 1, y' = 0.5
> simulate to 1
> END
$ for e in 0 1e-16 1e-12 -1e-8; do dalembert simulate weak.mech --set e=$e -q | tail -n 1 | awk -F, -v e=$e '{ printf "%.9f %.9f\n", $2 - cos($1), $3 - (1 + e*$1)/2*sin($1) }' | tr -d -; done | uniq -c
      4 0.000000000 0.000000000
$ dalembert export weak.mech --set e=1e-12 -o weak.c && cc -std=c99 -Wall -Wextra -Werror -O1 weak.c -lm -o weak && ./weak | tail -n 1 | awk -F, '{ printf "%.9f %.9f\n", $2 - cos(1), $3 - sin(1)/2 }' | tr -d -
0.000000000 0.000000000

# P on the x axis has no mass, Q on the y axis falls freely until the rod between them is upright, where x'
# is infinite: y = -0.8 - g t^2/2 is -1 at sqrt(0.4/g)
$ cat >fall.mech <<'END'
> parameter m = 0, g = 9.81
> coordinate x, y
> point P mass m at [x, 0]
> point Q mass 1 at [0, y]
> gravity = [0, -g]
> constraint rod: x^2 + y^2 = 1
> initial x = 0.6
> guess y = -1
> simulate to 1
> END
$ dalembert simulate fall.mech -q -o fall.csv
error: the run ends at t = 0.20192[78]: the equations of motion become singular at t = 0.201928 \[N0836\] (re)
[1]
$ awk 'BEGIN { printf "%.6f\n", sqrt(0.4/9.81) }'
0.201928
# the exported program ends after it, at a state without rates
$ dalembert export fall.mech -o fall.c && cc -std=c99 -Wall -Wextra -Werror -O1 fall.c -lm -o fall && ./fall >fall.csv
no rates after t = 0.2[0-9]*: a singular state, or steps too long for the motion (re)
[1]

# no rates at the start: nothing is exported
$ sed 's/x = 0.6/x = 0/' fall.mech >upright.mech; dalembert export upright.mech 2>&1 | head -n 1
upright.mech:2:12: error: the mass matrix is singular at this state: the acceleration of x is not determined [N0706]
$ printf 'coordinate x, y\nlagrangian = 1/2*x%s^2 + 1/2*x^2*y%s^2\ninitial x = 0\n' "'" "'" >polar.mech; dalembert export polar.mech
error: the equations give no accelerations at the initial state, where the exported program would begin [N0834]
[2]

# too many unknowns to look for pivots
$ awk 'BEGIN { for (i = 1; i <= 126; i++) print "coordinate x" i ", y" i "\nkinetic += x" i "\047*y" i "\047" }' >many.mech
$ dalembert simulate many.mech --to 1 -q
error: with masses that are zero, indefinite or far apart, 252 unknowns are too many: the limit is 250 [N0835]
[2]
