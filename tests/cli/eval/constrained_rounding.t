Constraints whose rows vanish with the others, or at this very state, follow from them and change nothing.

# A pendulum: the tension is T = v^2 + 0.8 g = 8.848, x'' = -0.6 T = -5.3088, y'' = 0.8 T - g = -2.7316.
$ cat >rod.mech <<'END'
> coordinate x, y
> point P mass 1 at [x, y]
> gravity = [0, -9.81]
> constraint rod: x^2 + y^2 = 1
> initial x = 0.6, y = -0.8, x' = 0.8, y' = 0.6
> END
$ cat >more.txt <<'END'
> constraint square: (x^2 + y^2 - 1)^2 = 0
> constraint rate: (x*x' + y*y')^2 = 0
> constraint here: (x - 0.6)*(x^2 + y^2 - 1) = 0
> constraint squares: (x^2 + y^2 - 1)^2 + (x*x' + y*y')^2 = 0
> END
$ sed '3r more.txt' rod.mech >more.mech
$ for m in multipliers udwadia hamilton appell; do
>   dalembert eval more.mech --method $m 2>messages | awk "/''/ {printf \"%s %.10f\n\", \$1, \$3}"
>   dalembert simulate more.mech --method $m --to 3 2>&1 | grep -o 'the end was reached'
> done
x'' -5.3088000000
y'' -2.7316000000
the end was reached
x'' -5.3088000000
y'' -2.7316000000
the end was reached
x'' -5.3088000000
y'' -2.7316000000
the end was reached
x'' -5.3088000000
y'' -2.7316000000
the end was reached
$ grep -c 'follows from the others' messages
4

# the row of an angle that is zero: one term, sin(b), that has digits of its own
$ cat >axis.mech <<'END'
> coordinate a, b, c
> frame F = rotate(z, a) rotate(x, b) rotate(y, c)
> body K mass 1 at 0.5*F.x frame F inertia (0.2, 0.3, 0.4)
> gravity = [0, -9.81, 0]
> constraint e: F.z = N.z
> initial a = 0, a' = 1, b = 0, c = 0
> END
$ for m in multipliers udwadia appell; do   # a'' = -0.5 g/(0.4 + 0.25)
>   dalembert eval axis.mech --method $m 2>messages | awk "/a''/ {printf \"%.10f\n\", \$3}"
>   dalembert simulate axis.mech --method $m --to 5 2>&1 | grep -o 'the end was reached'
> done
-7.5461538462
the end was reached
-7.5461538462
the end was reached
-7.5461538462
the end was reached
