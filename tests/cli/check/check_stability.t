Stability for all values of the parameters that are assumed.

$ cat > inverted.mech <<'END'
> system "An inverted pendulum held by a spring"
> parameter m = 1, l = 1, g = 9.81, k = 20
> assume m > 0, l > 0, g > 0, k > 0
> coordinate th
> point P mass m at l*[sin(th), cos(th)]
> gravity = [0, -g]
> potential = 1/2*k*l^2*sin(th)^2
> claim "upright" equilibrium th = 0 stable
> claim "hanging" equilibrium th = pi stable
> END
$ dalembert check inverted.mech
An inverted pendulum held by a spring
methods   multipliers, lagrange, udwadia, appell, hamilton, hamel, whittaker: they agree, proved
verified  upright
proved    hanging
2 claims: 1 proved, 1 verified
$ dalembert check inverted.mech --format json | grep '"detail".*if'
      "detail": "the potential energy has a minimum there, for the values of the model; stable if k*l > m*g",
$ dalembert analyze inverted.mech --only equilibria | grep -A2 'th = 0: \|th = pi'
    1. th = 0: stable
       the potential energy has a minimum there, for the values of the model
       stable if k*l > m*g, unstable if k*l < m*g
--
    4. th = pi = 3.141593: stable
       the potential energy has a minimum there, for the values of the model
       stable for all values of the parameters that are assumed, proved
$ dalembert analyze inverted.mech --only equilibria --format json | grep -A1 'stable_if\|proved'
      "stable_if": [
        "k*l > m*g"
--
      "proved": "stable",
      "coordinates": [

# with the condition assumed, the claim is proved; the other condition, which contradicts the values, proves nothing
$ echo 'assume k*l > m*g' | cat inverted.mech - > held.mech
$ dalembert check held.mech | grep upright
proved    upright
$ dalembert check held.mech --set k=5 2>&1 | grep error
held.mech:10:8: error: the values of the parameters contradict this assumption [N0513]
$ sed 's/, k = 20/, k/; s/k > 0/0 < k < m*g\/l/' inverted.mech | dalembert check - | grep -A1 upright
refuted   upright  <- FAILS
          line 8: it is unstable for all values of the parameters that are assumed

# the limit belongs to neither; nor does a mass that may be zero
$ sed 's/k > 0/k*l >= m*g/' inverted.mech | dalembert check - | grep upright
verified  upright
$ sed 's/m > 0/m >= 0/' held.mech | dalembert check - | grep upright
verified  upright

# two degrees of freedom, and a constraint: k > (2 + sqrt(2)) m g l is required
$ cat > upright.mech <<'END'
> parameter m, l, g, k
> assume m > 0, l > 0, g > 0, k > 7/2*m*g*l
> coordinate a, b, z
> point P mass m at [l*sin(a), l*cos(a)]
> point Q mass m at [l*sin(a) + l*sin(b), z]
> gravity = [0, -g]
> potential = 1/2*k*a^2 + 1/2*k*(b - a)^2
> constraint height: z = l*cos(a) + l*cos(b)
> claim equilibrium a = 0, b = 0, z = 2*l stable
> END
$ dalembert check upright.mech | grep equilibrium
proved    claim equilibrium a = 0, b = 0, z = 2*l stable
$ sed 's/7\/2/3/' upright.mech | dalembert check - | grep -A1 equilibrium
unknown   claim equilibrium a = 0, b = 0, z = 2*l stable  <- FAILS
          line 9: a parameter has no value, and stability depends on the values; stable if 2*m^2*g^2*l^2 + k^2 > 4*m*g*k*l

# what the potential does not decide: gyroscopic forces, friction, constraints that do work, a kink
$ for text in 'lagrangian = 1/2*m*(x'"'"'^2 + y'"'"'^2) + w*(x*y'"'"' - y*x'"'"') + 1/2*k*(x^2 + y^2)' \
>   'kinetic = 1/2*m*(x'"'"'^2 + y'"'"'^2)~potential = -1/2*k*(x^2 + y^2)~dissipation = x'"'"'^2' \
>   'kinetic = 1/2*m*(x'"'"'^2 + y'"'"'^2)~potential = -1/2*k*(x^2 + y^2)~constraint c: y'"'"' = w*x' \
>   'kinetic = 1/2*m*(x'"'"'^2 + y'"'"'^2)~potential = k*abs(x) + 1/2*k*(y^2 - x^2)'; do
>   { echo 'parameter m, k, w'; echo 'assume m > 0, k > 0, w > 0'; echo 'coordinate x, y'; echo "$text" | tr '~' '\n'
>     echo 'claim equilibrium x = 0, y = 0 unstable'; } | dalembert check - | grep -o '^[a-z]* *claim'; done
unknown   claim
unknown   claim
unknown   claim
unknown   claim

# a root of something that is zero there is not a function around it
$ for text in '1/2*k*x^2 + w*x^(5/2)' '1/2*k*x^2 + w*(c^2 + x^2)^(1/2)' '1/2*k*x^2 + w*(1 + x^2)^(1/2)'; do
>   printf 'parameter m, k, w, c\nassume m > 0, k > 0, w > 0\ncoordinate x\nkinetic = 1/2*m*x'"'"'^2\npotential = %s\nclaim equilibrium x = 0 stable\n' "$text" |
>     dalembert check - | grep -o '^[a-z]* *claim'; done
unknown   claim
unknown   claim
proved    claim

# random systems and assumptions: no false claim is proved
$ python3 $TESTDIR/stability.py 20 2
# more than five degrees of freedom: seven springs in a row have the stiffness k/7
$ cat > row.mech <<'END'
> parameter m = 1, k = 2, d = 1/10
> assume m > 0, k > 0, d > 0
> coordinate x[1..7]
> kinetic = sum(1/2*m*x[i]'^2 for i = 1..7)
> potential = 1/2*k*x[1]^2 + sum(1/2*k*(x[i] - x[i-1])^2 for i = 2..7) - 1/2*d*x[7]^2
> END
$ dalembert analyze row.mech --only equilibria | grep 'stable if'
       stable if k > 7*d, unstable if k < 7*d
$ { cat row.mech; echo 'assume k > 7*d'; echo 'claim equilibrium x[1] = 0, x[2] = 0, x[3] = 0, x[4] = 0, x[5] = 0, x[6] = 0, x[7] = 0 stable'; } | dalembert check - | tail -n 1
1 claim: 1 proved
$ { cat row.mech; echo 'assume k > 6*d'; echo 'claim equilibrium x[1] = 0, x[2] = 0, x[3] = 0, x[4] = 0, x[5] = 0, x[6] = 0, x[7] = 0 stable'; } | dalembert check - | tail -n 1
1 claim: 0 proved, 1 verified
