Hamilton's equations come with the Hamiltonian in coordinates and momenta.

$ dalembert derive spherical-pendulum --method hamilton | grep -A 1 '^Hamiltonian'
Hamiltonian
    H = (p_phi^2/sin(theta)^2 + p_theta^2)/(2*m*l^2) - m*g*l*cos(theta)
$ dalembert derive spherical-pendulum --method lagrange | grep -c Hamiltonian
0
[1]

# as the textbooks have it for the double pendulum, at random states
$ dalembert derive double-pendulum --method hamilton --format json >h.json
$ cat >judge.py <<'END'
> import json, random
> from math import cos, sin
> H = json.load(open("h.json"))["hamiltonian"].replace("^", "**")
> random.seed(1)
> for _ in range(100):
>     m1, m2, l1, l2, g = (random.uniform(0.5, 3) for _ in range(5))
>     theta1, theta2, p_theta1, p_theta2 = (random.uniform(-2, 2) for _ in range(4))
>     d = theta1 - theta2
>     T = (m2*l2**2*p_theta1**2 + (m1 + m2)*l1**2*p_theta2**2 - 2*m2*l1*l2*p_theta1*p_theta2*cos(d))
>     T /= 2*m2*l1**2*l2**2*(m1 + m2*sin(d)**2)
>     book = T - (m1 + m2)*g*l1*cos(theta1) - m2*g*l2*cos(theta2)
>     assert abs(eval(H) - book) < 1e-12*(1 + abs(book)), (eval(H), book)
> END
$ python3 judge.py

# its value is the energy, also in a magnetic field, where p is not m v
$ cat >field.mech <<'END'
> parameter m = 1.3, e = 0.7, B = 2.1, k = 0.4
> coordinate x, y
> lagrangian = m*(x'^2 + y'^2)/2 + e*B*(x*y' - y*x')/2 - k*x^2*y
> END
$ dalembert derive field.mech --method hamilton --format json >h.json
$ dalembert eval field.mech --at "x=0.3, y=-0.7, x'=1.1, y'=0.4" --format json >e.json
$ cat >energy.py <<'END'
> import json
> e = json.load(open("e.json"))
> H = eval(json.load(open("h.json"))["hamiltonian"].replace("^", "**"), {"m": 1.3, "e": 0.7, "B": 2.1, "k": 0.4, **e["coordinates"], **e["momenta"]})
> assert abs(e["momenta"]["p_x"] - (1.3*1.1 + 0.7*2.1*0.7/2)) < 1e-15
> print(abs(H - (1.3*(1.1**2 + 0.4**2)/2 + 0.4*0.3**2*(-0.7))) < 1e-14)
> END
$ python3 energy.py
True

# a Hamiltonian that the model states is shown, too, and in a document
$ dalembert derive hamilton-spherical-pendulum | grep -c '^    H = '
1
$ dalembert derive spherical-pendulum --method hamilton --format latex | grep -c 'H &= '
1
