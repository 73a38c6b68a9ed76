Whittaker's equations: another variable instead of time.

$ cat >kepler.mech <<'END'
> system "Kepler"
> parameter k = 3
> coordinate r, phi
> kinetic = 1/2*(r'^2 + r^2*phi'^2)
> potential = -k/r
> initial r = 2, r' = 1/2, phi' = -1
> END

# phi moves most; with 1/r = s this is s'' + s = k/J^2 (tests/unit/methods/test_whittaker.c)
$ dalembert derive kepler.mech --method whittaker
Kepler
Whittaker's equations in r, phi

Equations of motion
    r^2*(d(dr/dphi)/dphi) = r^3 + 2*r*(dr/dphi)^2 - k*r*(r^2 + (dr/dphi)^2)/(2*(h*r + k))

Solved
    d(dr/dphi)/dphi = r + ((dr/dphi)^2*(4*h*r + 3*k) - k*r^2)/(2*r*(h*r + k))

Time
    dt/dphi = sqrt(2)*sigma/(2*sqrt((h + k/r)/(r^2 + (dr/dphi)^2)))

sigma is 1 or -1, the sign of dphi/dt

Energy
    h = 1/2*r^2*phi'^2 + 1/2*r'^2 - k/r

# another choice, in Greek, with a given energy
$ dalembert derive kepler.mech --method whittaker --independent φ --energy 3*k/2 | grep dt/d
    dt/dphi = sigma/sqrt((3*k + 2*k/r)/(r^2 + (dr/dphi)^2))
$ dalembert derive kepler.mech --method whittaker --independent r | grep dt/d
    dt/dr = sqrt(2)*sigma/(2*sqrt((h + k/r)/(r^2*(dphi/dr)^2 + 1)))

# the same as LaTeX; titles contain nothing that LaTeX takes for a command
$ dalembert derive kepler.mech --method whittaker --format latex | sed -n '/begin/,/end/p'
\begin{align*}
  r^2 \, \frac{d^2 r}{d {\phi}^2} &= r^3 + 2 r \left(\frac{d r}{d \phi}\right)^2 - \frac{k r \left(r^2 + \left(\frac{d r}{d \phi}\right)^2\right)}{2 (h r + k)}
\end{align*}
\begin{align*}
  \frac{d^2 r}{d {\phi}^2} &= r + \frac{\left(\frac{d r}{d \phi}\right)^2 (4 h r + 3 k) - k r^2}{2 r (h r + k)}
\end{align*}
\begin{align*}
  \frac{d t}{d \phi} &= \frac{\sqrt{2} \sigma}{2 \sqrt{\frac{h + \frac{k}{r}}{r^2 + \left(\frac{d r}{d \phi}\right)^2}}}
\end{align*}
$ for m in hamel whittaker; do dalembert derive kepler.mech --method $m --worksheet --format latex; done | sed -n 's/.paragraph{\([^}]*\)}.*/\1/p' | grep '[^\\][_^]'
[1]

# one degree of freedom: a quadrature is left
$ dalembert derive - --method whittaker <<'END'
> parameter g
> coordinate theta
> kinetic = 1/2*theta'^2
> potential = -g*cos(theta)
> END
Equations of motion
Whittaker's equations in theta

Time
    dt/dtheta = sqrt(2)*sigma/(2*sqrt(g*cos(theta) + h))

sigma is 1 or -1, the sign of dtheta/dt

Energy
    h = 1/2*theta'^2 - g*cos(theta)

# names that the model has already
$ dalembert derive - --method whittaker <<'END' | sed -n '/^Time/,$p'
> parameter h, sigma
> coordinate x
> lagrangian = 1/2*x'^2 - h*x + sigma*x'
> END
Time
    dt/dx = sqrt(2)*sigma_/(2*sqrt(h_ - h*x))

sigma_ is 1 or -1, the sign of dx/dt

Energy
    h_ = 1/2*x'^2 + h*x

# no energy integral, no such variable
$ dalembert derive - --method whittaker <<'END'
> coordinate x, y
> kinetic = x'^2 + y'^2
> force x = -y
> END
<stdin>:1:12: error: the energy is not constant: the force on x does work that is not part of a potential energy; the method whittaker needs an energy integral [N0741]
    1 | coordinate x, y
      |            ^
help: write forces that have a potential with `potential`
[2]
$ dalembert derive - --method whittaker <<'END'
> coordinate x
> lagrangian = x'^2 - t*x
> END
<stdin>:2:1: error: the energy is not constant: lagrangian contains t; the method whittaker needs an energy integral [N0740]
    2 | lagrangian = x'^2 - t*x
      | ^^^^^^^^^^^^^^^^^^^^^^^
[2]
$ dalembert derive kepler.mech --method whittaker --independent k
error: k cannot replace time: it is neither a coordinate nor a quasi-velocity [N0743]
[2]
$ dalembert derive kepler.mech --independent r
error: the option --independent is for the method whittaker, not for lagrange [N0747]
[2]
$ dalembert derive kepler.mech --method whittaker --energy r
--energy:1:1: error: r is a coordinate, but this value may contain only parameters [N0403]
    1 | r
      | ^
[2]
