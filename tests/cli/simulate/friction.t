Friction by the size of a reaction, and by a reaction in an impact; constraints that come and go by other methods.

# A bead on a rough hoop: its normal force changes sign on the way. The judge is the equation with that force written out,
# theta'' = -g/R sin(theta) - mu |theta'^2 + g/R cos(theta)| sign(theta').
$ cat >hoop.mech <<'END'
> parameter m = 2, mu = 0.2, g = 9.81, R = 0.7
> coordinate r, theta
> point P mass m at r*[sin(theta), -cos(theta)]
> gravity = [0, -g]
> constraint hoop: r = R
> force theta = -mu*abs(lambda(hoop))*r*sign(theta')
> initial theta = 0.1, theta' = 9
> simulate to 4 every 0.01
> END
$ cat >judge.mech <<'END'
> parameter mu = 0.2, g = 9.81, R = 0.7
> coordinate theta
> kinetic = 1/2*theta'^2
> force theta = -g/R*sin(theta) - mu*abs(theta'^2 + g/R*cos(theta))*sign(theta')
> initial theta = 0.1, theta' = 9
> simulate to 4 every 0.01
> END
$ dalembert simulate hoop.mech --quiet >hoop.csv
$ dalembert simulate judge.mech --quiet >judge.csv
$ paste -d, hoop.csv judge.csv | awk -F, 'NR > 1 && ($3 - $9)^2 + ($5 - $10)^2 > 1e-18 { print }'
$ awk -F, 'END { print NR }' hoop.csv
402

# The same with reaction(...) and with the size of a multiple.
$ sed 's/mu\*abs(lambda(hoop))/abs(mu*reaction(r))/' hoop.mech >same.mech
$ dalembert simulate same.mech --quiet | paste -d, hoop.csv - | awk -F, 'NR > 1 && ($3 - $10)^2 > 1e-20 { print }'

# On an incline it does not matter which side the plane is on: up to v^2/(2 g (sin(a) + mu cos(a))), and there it stays.
$ cat >incline.mech <<'END'
> parameter m = 2, mu = 0.6, g = 9.81, a = 0.5
> coordinate s, n
> point P mass m at [s*cos(a) - n*sin(a), s*sin(a) + n*cos(a)]
> gravity = [0, -g]
> constraint plane: -n = 0
> force s = -mu*abs(lambda(plane))*sign(s')
> initial s' = 1
> simulate to 2 every 0.5
> claim s'' = -g*sin(a) - mu*g*cos(a)*sign(s') given m = 2, g = 10, a = 0.5
> END
$ dalembert simulate incline.mech --quiet | awk -F, 'END { d = $2 - 1/(2*9.81*(sin(0.5) + 0.6*cos(0.5))); print (d < 1e-11 && d > -1e-11), $4 }'
1 0

# Friction that turns the reaction it comes from (Painleve).
$ dalembert simulate - --quiet <<'END'
> parameter mu = 2, c = 0.8, g = 9.81
> coordinate s, n
> kinetic = 1/2*(s'^2 + n'^2) + c*s'*n'
> potential = g*n
> constraint plane: n = 0
> force s = -mu*abs(lambda(plane))*sign(s')
> initial s' = -1
> simulate to 0.1 every 0.1
> END
t,s,n,s',n',energy,constraint_error
0,0,0,-1,0,0.5,1.8847262247838616
0\.1,-0\.26(35|3499999999).*,0,-4\.2(7|699999999).*,0,9\.116(45|4499999999).*,1\.8847262247838616 (re)
error: friction by abs(...) of a reaction is so strong here that it reverses this reaction: the motion is not determined [N0897]
[1]

# A block that is dropped: the impulse of the floor comes with friction, mu times as large. x' = 2 becomes 2 - mu sqrt(2 g h).
$ cat >drop.mech <<'END'
> parameter m = 2, mu = 0.3, g = 9.81
> coordinate x, y
> point P mass m at [x, y]
> gravity = [0, -g]
> constraint floor: y >= 0
> force x = -mu*lambda(floor)*sign(x')
> initial x' = 2, y = 1
> simulate to 0.46 every 0.46
> END
$ dalembert simulate drop.mech --quiet | awk -F, 'END { t = sqrt(2/9.81); d = $4 - (2 - 0.3*9.81*t - 0.3*9.81*($1 - t)); print (d < 1e-11 && d > -1e-11) }'
1
# a slow slip ends within the impact: it has come as far as sqrt(2/g) takes it
$ dalembert simulate drop.mech --at "x'=0.5" --quiet | awk -F, 'END { d = $2 - 0.5*sqrt(2/9.81); print $4, (d < 1e-12 && d > -1e-12) }'
0 1

# A bead on a spinning wire: r'' = w^2 r - 2 mu w r', so that r = A e^(s1 t) + B e^(s2 t), s = -mu w +- w sqrt(1 + mu^2).
# The sign of the reaction is printed in its shortest form, not as the elimination leaves it.
$ cat >wire.mech <<'END'
> parameter m = 1, w = 2, mu = 0.3
> coordinate r, theta
> point B mass m at r*[cos(theta), sin(theta)]
> constraint spin: theta = w*t
> force r = -mu*abs(lambda(spin)/r)*sign(r')
> initial r = 1, r' = 0.5
> simulate to 2 every 2
> END
$ dalembert derive wire.mech | grep "^ *m.r'' ="
    m*r'' = m*r*theta'^2 - mu*lambda(spin)*sign(m)*sign(r)*sign(theta')/abs(r)
$ dalembert simulate wire.mech --quiet | awk -F, 'END { d = $2 - 14.972654174689; print (d < 1e-8 && d > -1e-8) }'
1

# The ladder and the rocking block by every method that has multipliers in every mode. The ladder leaves its wall when
# cos(theta) is 2/3 of its first value; the time by quadrature of theta' = sqrt(3 g/(2 l) (cos(theta0) - cos(theta))).
$ for m in multipliers udwadia appell hamilton hamel; do dalembert simulate $MODELS/ladder.mech --method $m --quiet --events events.csv >ladder.csv; awk -F, '$2 == "release" { d = $1 - 0.795215985; print (d < 1e-8 && d > -1e-8) }' events.csv; done
1
1
1
1
1
$ dalembert simulate $MODELS/rocking-block.mech --method multipliers --quiet >block.csv
$ for m in udwadia appell hamilton hamel; do dalembert simulate $MODELS/rocking-block.mech --method $m --quiet | paste -d, block.csv - | awk -F, 'NR > 1 && ($4 - $14)^2 + ($7 - $17)^2 > 1e-18 { print }'; done
$ paste -d, block.csv block.csv | head -n 1 | cut -d, -f 4,7,14,17
phi,phi',phi,phi'

# The others report the reason.
$ dalembert simulate $MODELS/ball-in-box.mech --method lagrange --to 1
error: events change the constraints of this model, which the method lagrange does not accept [N0890]
help: it has no multipliers, by which contact is decided; multipliers, udwadia, appell, hamilton and hamel have
[2]

# friction in a plane has no direction at rest: reported at once, at the start and where the motion comes to rest,
# v^2/(2 mu g) away
$ cat >plane.mech <<'END'
> parameter mu = 0.3, g = 9.81
> coordinate x, y
> kinetic = 1/2*(x'^2 + y'^2)
> force x = -mu*g*x'/sqrt(x'^2 + y'^2)
> force y = -mu*g*y'/sqrt(x'^2 + y'^2)
> initial x' = 1, y' = 2
> simulate to 2 every 2
> END
$ for i in dop853 taylor erk dirk adams bdf; do dalembert simulate plane.mech --integrator $i 2>&1 | awk -F'[, ]' '/^0.7597/ { printf "%.5f %.5f\n", $2, $3 } / steps / { print $1 < 2000 } /N0952/'; done | sort -u
0.37990 0.75979
1
error: the run ends at t = 0.759792: x'^2 + y'^2 = 0 there, and a force that is divided by its root has no direction [N0952]
$ dalembert simulate plane.mech --at "x'=0, y'=0" --quiet -o plane.csv
error: the run ends at t = 0: x'^2 + y'^2 = 0 there, and a force that is divided by its root has no direction [N0952]
help: a motion that rests there: divide by sqrt(x'^2 + y'^2 + 1e-12), with --integrator bdf; one that ends: stop when x'^2 + y'^2 = 1e-12 falling
[1]
$ sed "s/y'^2)$/y'^2 + 1e-12)/" plane.mech >rests.mech
$ dalembert simulate rests.mech --integrator bdf --quiet | awk -F, 'END { printf "%.6f %.6f %d\n", $2, $3, 1e9*$4 }'
0.379896 0.759792 0

# a block is pressed against a wall, and friction holds it as well: the wall lets go where the force, 3 cos t, is as large as
# friction, friction until it is that large in the other direction, t0 = pi - acos(1/3). Then x' = 3 (sin t - sin t0) + t - t0
$ cat >pressed.mech <<'END'
> coordinate x
> kinetic = x'^2/2
> force x = -sign(x') + 3*cos(t)
> constraint wall: x <= 1 restitution 0
> initial x = 0, x' = 2
> simulate to 4
> END
$ dalembert simulate pressed.mech -q -o run.csv --events events.csv && awk -F, 'NR > 3 { printf "%s %.9f\n", $2, cos($1) }' events.csv; tail -n 1 run.csv | awk -F, '{ a = 1/3; t0 = atan2(0, -1) - atan2(sqrt(8), 1); s = 4 - t0; v = 3*(sin(4) - sin(t0)) + s; x = 1 + 3*(cos(t0) - cos(4)) - 3*sin(t0)*s + s^2/2; print (($2 - x)^2 + ($3 - v)^2 < 1e-16) }'
release 0.333333333
1

# where friction turns round, the reaction of a stop may jump below zero: it lets go there, and does not pull
$ cat >elbow.mech <<'END'
> coordinate a, b
> point P mass 1 at [sin(a), -cos(a)]
> gravity = [0, -9.81]
> point Q mass 1 at pos(P) + 0.7*[sin(b), -cos(b)]
> constraint elbow: b >= a restitution 0
> force a = -3.5*sign(a')
> initial a = 0.741, a' = 0.961, b = 1.238, b' = -0.567
> simulate to 2
> END
$ dalembert simulate elbow.mech --columns multipliers -q -o run.csv && awk -F, 'NR > 1 && $6 < -1e-9' run.csv
