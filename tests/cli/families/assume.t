Assumptions about parameters decide signs, and are checked against their values.

$ cat > a.mech <<'END'
> parameter m = 2, l, e = 1/2, k = 3
> assume m > 0, 0 < e < 1, l >= m, k > -1
> coordinate x
> kinetic = 1/2*m*x'^2
> observe a = abs(m*l), b = sqrt(m^2*x^2), c = sqrt((m + l)^2), d = abs(e - 2), f = abs(k), h = sqrt(l^2/m^2)
> claim sqrt(m^2) = m
> claim abs(-m*e) = m*e
> END
$ dalembert eval a.mech --set "l = 5" --at "x = -3" | tail -6
  a      = 10
  b      = 6
  c      = 7
  d      = 1.5
  f      = 3
  h      = 2.5
$ dalembert check a.mech --set l=3
(no title)
methods   multipliers, lagrange, udwadia, appell, hamilton, hamel, whittaker: they agree, proved
proved    claim sqrt(m^2) = m (by algebra)
proved    claim abs(-m*e) = m*e (by algebra)
2 claims: 2 proved
$ dalembert check a.mech --set l=1
a.mech:2:26: error: the values of the parameters contradict this assumption [N0513]
    2 | assume m > 0, 0 < e < 1, l >= m, k > -1
      |                          ^^^^^^
[2]
$ dalembert check a.mech --set "m = -1, l = 0, e = 1"
a.mech:2:8: error: the values of the parameters contradict this assumption [N0513]
    2 | assume m > 0, 0 < e < 1, l >= m, k > -1
      |        ^^^^^
a.mech:2:15: error: the values of the parameters contradict this assumption [N0513]
    2 | assume m > 0, 0 < e < 1, l >= m, k > -1
      |               ^^^^^^^^^
[2]
$ echo 'assume m < 1, x > 0, m, 1 > q' >> a.mech
$ dalembert check a.mech
a.mech:8:15: error: x is a coordinate, but an assumption may contain only parameters [N0403]
    8 | assume m < 1, x > 0, m, 1 > q
      |               ^
a.mech:8:23: error: < or > is needed here, not , [N0402]
    8 | assume m < 1, x > 0, m, 1 > q
      |                       ^
[2]

# conditions on parameters are part of a claim of stability, which is proved for all values that are assumed
$ cat >inverted.mech <<'END'
> parameter m, k, l, g
> assume m > 0, l > 0, g > 0, k > 0
> coordinate theta
> point P mass m at l*[sin(theta), cos(theta)]
> gravity = [0, -g]
> potential += 1/2*k*theta^2
> claim equilibrium theta = 0 stable given k = 3*m*g*l
> deny equilibrium theta = 0 stable given k = m*g*l/2
> END
$ dalembert check inverted.mech 2>&1 | grep equilibrium
proved    claim equilibrium theta = 0 stable given k = 3*m*g*l
refuted   deny equilibrium theta = 0 stable given k = m*g*l/2 (denied)
