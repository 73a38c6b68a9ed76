The members of `eval --format json` and their order: docs of the language, section 4. Expected
numbers are worked out by hand: r'' = r θ'^2 - (k/m) (r - 1), θ'' = -2 r' θ'/r.

$ cat >polar.mech <<'END'
> system "Polar oscillator"
> parameter m = 2, k = 8
> coordinate r, θ
> momentum pr, pθ
> speed u = r', w = r*θ'
> kinetic = 1/2*m*(r'^2 + r^2*θ'^2)
> potential = 1/2*k*(r - 1)^2
> observe L = pθ, a = r'' - r*θ'^2, E = energy, T = kinetic_energy, V = potential_energy, wd = w'
> initial r = 2, θ' = 0.5
> guess r' = 0.25
> END

# everything that an unconstrained model has
$ dalembert eval polar.mech --format json
{
  "t": 0,
  "coordinates": {
    "r": 2,
    "theta": 0
  },
  "velocities": {
    "r'": 0.25,
    "theta'": 0.5
  },
  "accelerations": {
    "r''": -3.5,
    "theta''": -0.125
  },
  "momenta": {
    "pr": 0.5,
    "ptheta": 4
  },
  "momentum_rates": {
    "pr'": -7,
    "ptheta'": 0
  },
  "speeds": {
    "u": 0.25,
    "w": 1
  },
  "speed_rates": {
    "u'": -3.5,
    "w'": -0.125
  },
  "energy": 5.0625,
  "observables": {
    "L": 4,
    "a": -4,
    "E": 5.0625,
    "T": 1.0625,
    "V": 4,
    "wd": -0.125
  }
}

# members that a model does not have are left out
$ dalembert eval - --format json <<'END'
> coordinate x
> kinetic = 1/2*x'^2
> END
{
  "t": 0,
  "coordinates": {
    "x": 0
  },
  "velocities": {
    "x'": 0
  },
  "accelerations": {
    "x''": 0
  },
  "momenta": {
    "p_x": 0
  },
  "momentum_rates": {
    "p_x'": 0
  },
  "energy": 0
}

# a file of states gives a list, even of one
$ printf 'r\n1\n' >one.csv
$ dalembert eval polar.mech --at @one.csv --format json | sed -n '1,6p;$p'
[
  {
    "t": 0,
    "coordinates": {
      "r": 1,
      "theta": 0
]

# or of none
$ printf 'r\n' >none.csv
$ dalembert eval polar.mech --at @none.csv --format json
[]

# the same numbers as text
$ dalembert eval polar.mech
t         = 0
coordinates
  r       = 2
  theta   = 0
velocities
  r'      = 0.25
  theta'  = 0.5
accelerations
  r''     = -3.5
  theta'' = -0.125
momenta
  pr      = 0.5
  ptheta  = 4
momentum_rates
  pr'     = -7
  ptheta' = 0
speeds
  u       = 0.25
  w       = 1
speed_rates
  u'      = -3.5
  w'      = -0.125
energy    = 5.0625
observables
  L       = 4
  a       = -4
  E       = 5.0625
  T       = 1.0625
  V       = 4
  wd      = -0.125

# and as LaTeX
$ dalembert eval - --format latex <<'END'
> parameter g = 9.81
> coordinate θ1
> kinetic = 1/2*θ1'^2
> potential = 1e-20*g*θ1
> observe m_left = 2
> END
\begin{align*}
  t &= 0 \\
  \theta_1 &= 0 \\
  \dot{\theta}_1 &= 0 \\
  \ddot{\theta}_1 &= -9.81 \cdot 10^{-20} \\
  p_{\theta_1} &= 0 \\
  \dot{p}_{\theta_1} &= -9.81 \cdot 10^{-20} \\
  \mathit{energy} &= 0 \\
  m_{\text{left}} &= 2
\end{align*}
