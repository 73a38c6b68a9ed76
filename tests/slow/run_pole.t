A top that passes by the pole of its angles.

# a heavy top that passes the pole of its Euler angles by d = 2e-5 is followed, by all integrators; where it
# points to, and phi + psi, are those of Hamilton's equations, which have 1/sin(theta)^2 in closed form.
# p_phi - p_psi = A v d, theta' = v at the pole: theta is d at least
$ cat >top.mech <<'END'
> parameter A = 1, C = 1/2, k = 1, s = 3, d = 2e-5, v = 1
> parameter w = (A*v*d + s*C*(1 - cos(1/2)))/(A*sin(1/2)^2)
> coordinate phi, theta, psi
> kinetic = 1/2*A*(phi'^2*sin(theta)^2 + theta'^2) + 1/2*C*(psi' + phi'*cos(theta))^2
> potential = k*cos(theta)
> observe x = sin(theta)*cos(phi), y = sin(theta)*sin(phi), p = phi + psi
> initial theta = 1/2, theta' = -v, phi = 0, phi' = w, psi = 0, psi' = s - w*cos(1/2)
> simulate to 1 every 0.1
> END
$ where() { tail -n 1 | awk -F, '{ printf "%.6f %.6f %.6f\n", $8, $9, $10 }'; }
$ dalembert simulate top.mech --method hamilton -q | where >pole.txt
$ for i in dop853 taylor adams bdf erk dirk; do dalembert simulate top.mech --integrator $i 2>warnings | where | cmp - pole.txt && grep -o 'close to a singular state.*' warnings; done
close to a singular state that the accelerations have only 6 of 16 digits there [N0833]
close to a singular state that the accelerations have only 6 of 16 digits there [N0833]
close to a singular state that the accelerations have only 6 of 16 digits there [N0833]
close to a singular state that the accelerations have only 6 of 16 digits there [N0833]
close to a singular state that the accelerations have only 6 of 16 digits there [N0833]
close to a singular state that the accelerations have only 6 of 16 digits there [N0833]
$ for d in 1e-3 1e-4 -2e-5 1e-6; do dalembert simulate top.mech --set d=$d -o top.csv 2>&1 | head -n 1; done
t = 0 to 1: the end was reached
t = 0 to 1: the end was reached
t = 0 to 1: the end was reached
t = 0 to 1: the end was reached
# a motion that passes by less than rounding is refused, not guessed
$ dalembert simulate top.mech --set d=0 -q -o top.csv 2>&1 | grep -o 'the mass matrix becomes singular in [a-z]*'
the mass matrix becomes singular in (psi|phi) (re)
