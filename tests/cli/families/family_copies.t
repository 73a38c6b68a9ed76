Families stand for their copies: a model written with `for` gives the bytes of the one that is written out. The
written-out models are made here by awk.

A chain of n links.
$ cat > chain.mech <<'END'
> system "Chain"
> count n = 3
> parameter m[1..n] = 1, l = 1/2, k = 2, g = 9.81
> coordinate q[1..n]
> let r[0] = [0, 0]
> let r[i] = r[i-1] + l*[sin(q[i]), -cos(q[i])]  for i = 1..n
> point P[i] mass m[i] at r[i]  for i = 1..n
> potential = sum(1/2*k*(q[i] - q[i-1])^2 for i = 2..n)
> gravity = [0, -g]
> initial q[i] = 0.1*i  for i = 1..n
> simulate to 1 every 0.1
> observe e[i] = norm(vel(P[i]))  for i = 1..n
> draw line P[i] P[i+1]  for i = 1..n-1
> END
$ written_chain() {
>   awk -v n=$1 'BEGIN {
>       printf "system \"Chain\"\nparameter "
>       for (i = 1; i <= n; i++) printf "m[%d] = 1, ", i
>       printf "l = 1/2, k = 2, g = 9.81\ncoordinate q[1]"
>       for (i = 2; i <= n; i++) printf ", q[%d]", i
>       print "\nlet r[0] = [0, 0]"
>       for (i = 1; i <= n; i++) printf "let r[%d] = r[%d] + l*[sin(q[%d]), -cos(q[%d])]\n", i, i - 1, i, i
>       for (i = 1; i <= n; i++) printf "point P[%d] mass m[%d] at r[%d]\n", i, i, i
>       printf "potential = 0"
>       for (i = 2; i <= n; i++) printf " + 1/2*k*(q[%d] - q[%d])^2", i, i - 1
>       print "\ngravity = [0, -g]"
>       for (i = 1; i <= n; i++) printf "initial q[%d] = 0.1*%d\n", i, i
>       print "simulate to 1 every 0.1"
>       for (i = 1; i <= n; i++) printf "observe e[%d] = norm(vel(P[%d]))\n", i, i
>       for (i = 1; i < n; i++) printf "draw line P[%d] P[%d]\n", i, i + 1 }'
> }
$ same() { for n in $3; do $1 $n > written.mech
>     for c in "derive" "simulate --quiet" "eval --format json" "export"; do
>       dalembert $c $2.mech --set n=$n > family.txt; cp written.mech $2_$n.mech
>       mv $2.mech kept; mv $2_$n.mech $2.mech; dalembert $c $2.mech > written.txt; mv kept $2.mech
>       cmp family.txt written.txt || echo "$c differs for n = $n"; done; done; }
$ same written_chain chain "1 2 5 12"

# A net of n x m knots; two indices, in one bracket or in two.
$ cat > net.mech <<'END'
> count n = 2, m = n + 1
> parameter k = 5, l = 1, c = 1/2
> coordinate x[1..n, 1..m], y[1..n, 1..m]
> point K[i,j] mass 1 at [x[i,j], y[i][j]]  for i = 1..n, j = 1..m
> spring K[i,j] K[i,j+1] stiffness k length l  for i = 1..n, j = 1..m-1
> spring K[i,j] K[i+1,j] stiffness k length l  for i = 1..n-1, j = 1..m
> gravity = [0, -9.81]
> constraint hold[j]: pos(K[1,j]) = [j, 0]  for j = 1..m
> initial x[i,j] = j, y[i,j] = -i + 1  for i = 1..n, j = 1..m
> simulate to 0.5 every 0.1
> END
$ written_net() {
>   awk -v n=$1 'BEGIN { m = n + 1
>       print "parameter k = 5, l = 1, c = 1/2"
>       for (i = 1; i <= n; i++) for (j = 1; j <= m; j++) printf "coordinate x[%d][%d]\n", i, j
>       for (i = 1; i <= n; i++) for (j = 1; j <= m; j++) printf "coordinate y[%d][%d]\n", i, j
>       for (i = 1; i <= n; i++) for (j = 1; j <= m; j++)
>         printf "point K[%d][%d] mass 1 at [x[%d][%d], y[%d][%d]]\n", i, j, i, j, i, j
>       for (i = 1; i <= n; i++) for (j = 1; j < m; j++)
>         printf "potential += 1/2*k*(norm(K[%d][%d] - K[%d][%d]) - l)^2\n", i, j + 1, i, j
>       for (i = 1; i < n; i++) for (j = 1; j <= m; j++)
>         printf "potential += 1/2*k*(norm(K[%d][%d] - K[%d][%d]) - l)^2\n", i + 1, j, i, j
>       print "gravity = [0, -9.81]"
>       for (j = 1; j <= m; j++) printf "constraint hold[%d]: pos(K[1][%d]) = [%d, 0]\n", j, j, j
>       for (i = 1; i <= n; i++) for (j = 1; j <= m; j++) printf "initial x[%d][%d] = %d, y[%d][%d] = %d\n", i, j, j, i, j, 1 - i
>       print "simulate to 0.5 every 0.1" }'
> }
$ same written_net net "2 3"

# Planets: a sum over all pairs.
$ cat > planets.mech <<'END'
> count n = 3
> parameter G = 1, m[1..n] = 1/10
> coordinate x[i], y[i], z[i]  for i = 1..n
> point P[i] mass m[i] at [x[i], y[i], z[i]]  for i = 1..n
> potential = -sum(G*m[i]*m[j]/norm(P[i] - P[j]) for i = 1..n, j = i+1..n)
> initial x[i] = cos(2*pi*i/n), y[i] = sin(2*pi*i/n), z[i] = i/10  for i = 1..n
> initial x[i]' = -sin(2*pi*i/n)/2, y[i]' = cos(2*pi*i/n)/2  for i = 1..n
> simulate to 1 every 0.25
> END
$ written_planets() {
>   awk -v n=$1 'BEGIN {
>       printf "parameter G = 1"
>       for (i = 1; i <= n; i++) printf ", m[%d] = 1/10", i
>       print ""
>       for (i = 1; i <= n; i++) printf "coordinate x[%d], y[%d], z[%d]\n", i, i, i
>       for (i = 1; i <= n; i++) printf "point P[%d] mass m[%d] at [x[%d], y[%d], z[%d]]\n", i, i, i, i, i
>       printf "potential = -(0"
>       for (i = 1; i <= n; i++) for (j = i + 1; j <= n; j++)
>         printf " + G*m[%d]*m[%d]/norm(P[%d] - P[%d])", i, j, i, j
>       print ")"
>       for (i = 1; i <= n; i++) printf "initial x[%d] = cos(2*pi*%d/%d), y[%d] = sin(2*pi*%d/%d), z[%d] = %d/10\n", i, i, n, i, i, n, i, i
>       for (i = 1; i <= n; i++) printf "initial x[%d]\x27 = -sin(2*pi*%d/%d)/2, y[%d]\x27 = cos(2*pi*%d/%d)/2\n", i, i, n, i, i, n
>       print "simulate to 1 every 0.25" }'
> }
$ same written_planets planets "2 3 5"

# The trailers of the gallery, where every axle is written by hand.
$ cat > trailer.mech <<'END'
> count n = 3
> parameter m0 = 2, I0 = 0.5, m = 1, I = 0.2, l = 1, f = 0.5, tau = 0.1
> coordinate x, y, theta[0..n]
> frame B[i] = rotate(z, theta[i])  for i = 0..n
> body P[0] mass m0 at [x, y] frame B[0] inertia (0, 0, I0)
> body P[i] mass m at pos(P[i-1]) - l*B[i].x frame B[i] inertia (0, 0, I)  for i = 1..n
> force on P[0] = f*B[0].x
> torque on P[0] = [0, 0, tau]
> constraint axle[i]: dot(vel(P[i]), B[i].y) = 0  for i = 0..n
> speed v, w
> let v[0] = v
> END
$ dalembert derive trailer.mech
trailer.mech:10:7: error: with the speed v, every coordinate needs a rate: x has none [N0506]
   10 | speed v, w
      |       ^
help: add `rate x' = ...`
trailer.mech:11:5: error: v is already declared, as a speed [N0202]
   11 | let v[0] = v
      |     ^^^^
help: the first one is in line 10
[2]
$ sed -i 's/^let.*/let u[0] = v/' trailer.mech
$ cat >> trailer.mech <<'END'
> let u[i] = u[i-1]*cos(theta[i-1] - theta[i])  for i = 1..n
> rate x' = v*cos(theta[0]), y' = v*sin(theta[0]), theta[0]' = w
> rate theta[i]' = u[i-1]*sin(theta[i-1] - theta[i])/l  for i = 1..n
> initial x = 0, y = 0, v = 1, w = 0.2
> initial theta[i] = 0.2*(n - i)  for i = 0..n
> simulate to 10 every 0.02
> claim "speed of the last trailer" dot(vel(P[n]), B[n].x) = u[n]
> deny "nor for the last trailer" integrable axle[n]
> claim "the axles do no work" reaction(x)*x' + reaction(y)*y' + sum(reaction(theta[i])*theta[i]' for i = 0..n) = 0
> END
$ dalembert simulate --quiet trailer.mech | tail -1 > family.txt
$ dalembert simulate --quiet $MODELS/trailer-3.mech | tail -1 > gallery.txt
$ cmp family.txt gallery.txt
$ dalembert check trailer.mech | tail -4
proved    speed of the last trailer (by algebra)
refuted   nor for the last trailer (denied)
proved    the axles do no work (by algebra)
3 claims: 2 proved, 1 refuted as denied
