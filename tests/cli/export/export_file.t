dalembert export: one file of C99, a program or a part of one.

$ cat >oscillator.mech <<'END'
> system "Oscillator"
> parameter k = 4, m = 1
> coordinate x
> kinetic = 1/2*m*x'^2
> potential = 1/2*k*x^2
> initial x = 1
> simulate from 1 to 3 every 0.5
> END
$ dalembert export oscillator.mech -o oscillator.c
$ cc -O2 oscillator.c -lm -o oscillator

# x = cos 2(t - 1), from where the model says to where it says; 101 rows
$ ./oscillator >run.csv; head -n 1 run.csv; awk 'END { print NR }' run.csv
t,x,x',energy
102
$ awk -F, 'NR == 2 || NR == 52 || NR == 102 { printf "%g %.9f %.9f %.9f\n", $1, $2, $3, $4 }' run.csv
1 1.000000000 0.000000000 2.000000000
2 -0.416146837 -1.818594854 2.000000000
3 -0.653643621 1.513604991 2.000000000

# another end and step, backwards too: cos(-2) and 2 sin(2)
$ ./oscillator 0 1e-3 | awk -F, 'END { printf "%g %.9f %.9f\n", $1, $2, $3 }'
0 -0.416146837 1.818594854
$ ./oscillator 1 | tail -n +2 | cut -d, -f1,2
1,1

# a part of another program, which finds everything by the name of the file
$ cat >other.c <<'END'
> #define NO_MAIN
> #include "oscillator.c"
> #include <stdio.h>
> int main(void) {
>   const double p[] = {9, 3}, y[] = {2, 5};
>   double yd[OSCILLATOR_STATE];
>   oscillator_rate(p, 0, y, yd);
>   oscillator_residuals(p, 0, y, yd + OSCILLATOR_STATE);
>   oscillator_multipliers(p, 0, y, yd + OSCILLATOR_STATE);
>   printf("%g %g %g\n", yd[0], yd[1], oscillator_energy(p, 0, y));
>   printf("%s %s %g\n", oscillator_parameter_names[0], oscillator_state_names[1], oscillator_start[0]);
>   printf("%d %d\n", OSCILLATOR_RESIDUALS, OSCILLATOR_MULTIPLIERS);
>   return 0;
> }
> END
$ cc -std=c99 -Wall -Wextra -Wconversion -Wshadow -Wpedantic -Werror other.c -lm -o other && ./other
5 -6 55.5
k x' 1
0 0

# --set is in the file; the model from standard input has the name model
$ dalembert export --set k=7 - <oscillator.mech | grep 'parameters\[\] ='
const double model_parameters[] = {7.0, 1.0};

# names of files that are not names in C, and long ones
$ cp oscillator.mech 3-body.v2.mech; dalembert export 3-body.v2.mech | grep "^int.*rate" | uniq
int m3_body_v2_rate(const double *p, double t, const double *y, double *out);
int m3_body_v2_rate(const double *p, double t, const double *y, double *out) {
$ cp oscillator.mech sin.mech; dalembert export sin.mech -o sin.c && cc -c sin.c
$ cp oscillator.mech 'a"b\n%s.mech'; dalembert export 'a"b\n%s.mech' -o odd.c && cc -Werror -Wall -c odd.c
$ long=$(printf 'n%.0s' $(seq 200)); cp oscillator.mech $long.mech; dalembert export $long.mech -o long.c && cc -c long.c

# no parameters, no initial values, time in the forces
$ dalembert export - <<'END' >plain.c
> coordinate x
> kinetic = 1/2*x'^2
> force x += 6*t
> END
$ cc -std=c99 -Wall -Wextra -Wpedantic -Werror plain.c -lm -o plain && ./plain 2 | tail -n 1 | awk -F, '{ printf "%g %.12g %.12g\n", $1, $2, $3 }'
2 8 12

# a quasi-coordinate in the place of time: the circle r = 1 by its angle, 2*pi in the time 2*pi
$ dalembert export --method whittaker --independent phi - <<'END' >kepler.c
> coordinate r, phi
> kinetic = 1/2*(r'^2 + r^2*phi'^2)
> potential = -1/r
> initial r = 1, phi = 1/2, phi' = 1
> END
$ cc -std=c99 -Wall -Wextra -Wpedantic -Werror kepler.c -lm -o kepler && ./kepler 6.783185307179586 >run.csv
$ head -n 1 run.csv; awk -F, 'NR == 2 || NR == 102 { printf "%.9f %.9f %.9f %.9f\n", $1, $2, $3, $5 }' run.csv
phi,r,phi,dr/dphi,t,energy
0.500000000 1.000000000 0.500000000 0.000000000
6.783185307 1.000000000 6.783185307 6.283185307

# a motion that exported code does not follow: the file says so
$ printf 'coordinate x\nmomentum p\nhamiltonian = p^2/2\nwhen x = 1/2: p = 2\ninitial x = 0, p = 1\n' >alone.mech
$ dalembert export alone.mech -o alone.c && cc alone.c -lm -o alone && ./alone
no motion is computed here: an event assigns to something else than coordinates and velocities
[1]
$ grep 'motion: \|Compiled' alone.c
   The file follows no motion: an event assigns to something else than coordinates and velocities.
$ dalembert export alone.mech --target js | grep follows
  // No function follows the motion: an event assigns to something else than coordinates and velocities.

# impacts and dry friction together: the block above comes to a wall at 3/2 with the velocity 1 and returns with half of that: it
# stops 1/8 before the wall
$ printf 'coordinate x\nkinetic = 1/2*x%s^2\nforce x = -sign(x%s)\nconstraint wall: x <= 3/2 restitution 1/2\ninitial x%s = 2\nsimulate to 5\n' "'" "'" "'" >both.mech
$ dalembert export both.mech -o both.c && cc -std=c99 -Wall -Wextra -Wpedantic -Werror both.c -lm -o both && ./both 2>events | tail -n 1 | awk -F, '{ printf "%g %.12g %g\n", $1, $2, $3 }'; awk -F, 'NR > 1 { printf "%.9f %s %s\n", $1, $2, $3 }' events
5 1.375 0
1.000000000 impact wall
$ dalembert export both.mech --target js -o both.js && node -e 'const m = require("./both.js"), r = m.follow(m.parameters, m.modeStart, 0, 5, [5]); console.log(r.end, r.rows[0][0].toFixed(12), r.list[0].what, r.list[0].t.toFixed(12))'
done 1.375000000000 impact 1.000000000000

# dry friction: a block with the velocity 2 and the deceleration 1 comes to rest at t = 2, x = 2, and stays there
$ printf 'coordinate x\nkinetic = 1/2*x%s^2\nforce x = -sign(x%s)\ninitial x%s = 2\nsimulate to 5\n' "'" "'" "'" >block.mech
$ dalembert export block.mech -o block.c && cc -std=c99 -Wall -Wextra -Wpedantic -Werror block.c -lm -o block && ./block | tail -n 1 | awk -F, '{ printf "%g %.12g %g\n", $1, $2, $3 }'
5 2 0
$ dalembert export block.mech --target js -o block.js && node -e 'const m = require("./block.js"), r = m.follow(m.parameters, m.start, 0, 5, [1]); console.log(r.end, r.switched, r.rows[0][0].toFixed(12), r.y[0].toFixed(12), r.y[1])'
done 1 1.500000000000 2.000000000000 0

# A force that grows from zero presses on a wall: contact begins at once. Closed form: x = 0, y = 0.68, e = 1 - exp(-0.2)
$ cat >press.mech <<'END'
> coordinate x, y
> kinetic = (x'^2 + y'^2)/2
> potential = y
> constraint wall: x <= 0 restitution 0.9
> state e' = 1 - x - e
> force x = e
> initial x = 0, y = 1/2, y' = 1
> simulate to 1/5
> END
$ dalembert export press.mech -o press.c && cc -std=c99 -Wall -Wextra -Wpedantic -Werror press.c -lm -o press && ./press 2>events | tail -n 1 | awk -F, '{ printf "%.9f %.9f %.9f\n", $2, $3, $4 }'; awk -F, 'NR > 1 { print $2, $3, $1 < 1e-9 }' events
0.000000000 0.680000000 0.181269247
contact wall 1

# A ball that `when` throws back with half its velocity would be thrown infinitely often until t = 3: the motion ends before,
# with a message and status 1.
$ printf 'coordinate x\npoint P mass 1 at [x, 0]\ngravity = [-2, 0]\nwhen x = 0 falling: x%s = -x%s/2\ninitial x = 1\nsimulate to 4\n' "'" "'" >crowd.mech
$ dalembert export crowd.mech -o crowd.c && cc -std=c99 -Wall -Wextra -Wpedantic -Werror crowd.c -lm -o crowd && ./crowd >rows 2>errors
[1]
$ tail -n 1 errors; tail -n 1 rows | awk -F, '{ print ($1 < 3 && $1 > 2.99999) }'
the motion ends: what happens there is not determined, or steps are too long for it
1
