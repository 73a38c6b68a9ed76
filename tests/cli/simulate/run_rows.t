The rows of a run: when they are, and what is in them. An oscillator x'' = -4 x with x = 1, x' = 1 at
t = 0 is x = cos 2t + sin(2t)/2; half a period is pi/2.

$ cat >osc.mech <<'END'
> system "Oscillator"
> parameter k = 4
> coordinate x
> kinetic = 1/2*x'^2
> potential = 1/2*k*x^2
> initial x = 1, x' = 1
> END
$ run() { dalembert simulate osc.mech --quiet "$@"; }
$ when() { run "$@" | cut -d, -f1; }
# values to nine digits, zeros as zeros
$ rounded() { awk -F, '{ for (i = 1; i <= NF; i++) { v = $i + 0; if (v < 1e-9 && v > -1e-9) v = 0; printf "%s%.9g", (i > 1 ? "," : ""), v }; print "" }'; }

# the columns: t, coordinates, velocities, energy, constraint_error
$ run --to 1 --every 0.5
t,x,x',energy,constraint_error
0,1,1,2.5,0
0.5,.*,.*,(2.5|2.4999999.*|2.5000000.*),0 (re)
1,.*,.*,(2.5|2.4999999.*|2.5000000.*),0 (re)

# times are expressions; half a period later both have changed their sign
$ run --to pi/2 --every pi/4 | tail -n 1 | rounded
1.57079633,-1,-1,2.5,0
$ run --to "2*pi/sqrt(k)" | tail -n 1 | rounded
3.14159265,1,1,2.5,0
$ run --set k=1 --to "2*pi/sqrt(k)" | tail -n 1 | rounded
6.28318531,1,1,1,0

# 500 rows if the time between rows is not given
$ when --to 1 | tail -n +2 | wc -l
501
$ when --to 1 | sed -n '2p;3p;$p'
0
0.002
1

# the distance does not divide the span: the end is a row all the same
$ when --to 1 --every 0.3
t
0
0.3
0.6
0.9
1
# nor does it make a second row beside the end
$ when --to 0.3 --every 0.1
t
0
0.1
0.2
0.3

# longer than the span
$ when --to 1 --every 7
t
0
1

# from somewhere else; the initial state is that of the time
$ run --from 2 --to 2.5 --every 0.25 | rounded | sed -n '2p;4p'
2,1,1,2.5,0
2.5,0.961037798,-1.14263966,2.5,0
$ awk 'BEGIN { printf "%.9g %.9g\n", cos(1) + sin(1)/2, cos(1) - 2*sin(1) }'
0.961037798 -1.14263966

# no way to go: one row
$ run --to 0
t,x,x',energy,constraint_error
0,1,1,2.5,0
$ run --from 3 --to 3 --every 0.1
t,x,x',energy,constraint_error
3,1,1,2.5,0

# backwards, and back again: the start
$ when --to -1 --every 0.4
t
0
-0.4
-0.8
-1
$ run --from 5 --to 0 | tail -n 1 | cut -d, -f2,3 >end
$ run --from 0 --to 5 --at "x=$(cut -d, -f1 end), x'=$(cut -d, -f2 end)" | tail -n 1 | rounded
5,1,1,2.5,0

# a double pendulum, too, whose energy is not a square
$ D="$MODELS"/double-pendulum.mech
$ dalembert simulate $D --quiet --to 2 --rtol 1e-13 --atol 1e-14 | tail -n 1 >end
$ cut -d, -f2-5 end | awk -F, '{ print "theta1=" $1 ", theta2=" $2 ", theta1'"'"'=" $3 ", theta2'"'"'=" $4 }' >state
$ dalembert simulate $D --quiet --from 2 --to 0 --rtol 1e-13 --atol 1e-14 --at "$(cat state)" | tail -n 1 | cut -d, -f1-5 | rounded
0,2,1,0,0

# what the model says, and what goes before it
$ echo 'simulate from 1 to 1 + 1/k every 1/16' >>osc.mech
$ when
t
1
1.0625
1.125
1.1875
1.25
$ when --from 1.125
t
1.125
1.1875
1.25
$ when --to 1.0625
t
1
1.0625
$ when --every 1
t
1
1.25
