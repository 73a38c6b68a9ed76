The equations of motion as text, LaTeX and JSON.

$ cat >beam.mech <<'END'
> system "Pendulum on a cart"
> parameter m = 1, M_c = 2, l = 1/2, g = 9.81
> coordinate x, θ
> point C mass M_c at [x, 0]
> point P mass m at [x + l*sin(θ), -l*cos(θ)]
> gravity = [0, -g]
> END

$ dalembert derive beam.mech
Pendulum on a cart
Lagrange's equations in x, theta

Equations of motion
    (m + M_c)*x'' + m*l*cos(theta)*theta'' = m*l*theta'^2*sin(theta)
    m*l*cos(theta)*x'' + m*l^2*theta'' = -m*g*l*sin(theta)

Solved
    Delta = m*sin(theta)^2 + M_c
    x'' = m*(l*theta'^2 + g*cos(theta))*sin(theta)/Delta
    theta'' = -(m*l*theta'^2*cos(theta) + (m + M_c)*g)*sin(theta)/(l*Delta)

Energy
    h = 1/2*(m + M_c)*x'^2 + 1/2*m*l^2*theta'^2 + m*l*theta'*x'*cos(theta) - m*g*l*cos(theta)

# that is the default
$ dalembert derive beam.mech --format text >a; dalembert derive beam.mech | cmp - a

$ dalembert derive beam.mech --format latex
\section*{Pendulum on a cart}
Lagrange's equations in \(x\), \(\theta\).

\begin{align*}
  (m + M_c) \ddot{x} + m l \cos \theta \, \ddot{\theta} &= m l \dot{\theta}^2 \sin \theta \\
  m l \cos \theta \, \ddot{x} + m l^2 \ddot{\theta} &= -m g l \sin \theta
\end{align*}

Solved:

\begin{align*}
  \Delta &= m \sin^2 \theta + M_c \\
  \ddot{x} &= \frac{m (l \dot{\theta}^2 + g \cos \theta) \sin \theta}{\Delta} \\
  \ddot{\theta} &= -\frac{(m l \dot{\theta}^2 \cos \theta + (m + M_c) g) \sin \theta}{l \Delta}
\end{align*}
\[ h = \frac{1}{2} (m + M_c) \dot{x}^2 + \frac{1}{2} m l^2 \dot{\theta}^2 + m l \dot{\theta} \dot{x} \cos \theta - m g l \cos \theta \]

$ dalembert derive beam.mech --format=json
{
  "system": "Pendulum on a cart",
  "method": "lagrange",
  "coordinates": [
    "x",
    "theta"
  ],
  "velocities": [
    "x'",
    "theta'"
  ],
  "unknowns": [
    "x''",
    "theta''"
  ],
  "M": [
    [
      "m + M_c",
      "m*l*cos(theta)"
    ],
    [
      "m*l*cos(theta)",
      "m*l^2"
    ]
  ],
  "F": [
    "m*l*theta'^2*sin(theta)",
    "-m*g*l*sin(theta)"
  ],
  "names": {
    "Delta": "m*sin(theta)^2 + M_c"
  },
  "closed": {
    "x''": "m*(l*theta'^2 + g*cos(theta))*sin(theta)/Delta",
    "theta''": "-(m*l*theta'^2*cos(theta) + (m + M_c)*g)*sin(theta)/(l*Delta)"
  },
  "closed_on_manifold": false,
  "momenta": [
    "(m + M_c)*x' + m*l*theta'*cos(theta)",
    "m*l*(l*theta' + x'*cos(theta))"
  ],
  "kinetic_energy": "1/2*(m + M_c)*x'^2 + 1/2*m*l^2*theta'^2 + m*l*theta'*x'*cos(theta)",
  "potential_energy": "-m*g*l*cos(theta)",
  "lagrangian": "1/2*(m + M_c)*x'^2 + 1/2*m*l^2*theta'^2 + m*l*theta'*x'*cos(theta) + m*g*l*cos(theta)",
  "energy": "1/2*(m + M_c)*x'^2 + 1/2*m*l^2*theta'^2 + m*l*theta'*x'*cos(theta) - m*g*l*cos(theta)"
}

# what is special in a format is escaped
$ cat >special.mech <<'END'
> system "50% of {A} & B_1 #1 $x^2~ <b>"
> coordinate größe_1
> kinetic = größe_1'^2
> END
$ dalembert derive special.mech
50% of {A} & B_1 #1 $x^2~ <b>
Lagrange's equations in größe_1

Equations of motion
    2*größe_1'' = 0

Solved
    größe_1'' = 0

Energy
    h = größe_1'^2
$ dalembert derive special.mech --format latex
\section*{50\% of \{A\} \& B\_1 \#1 \$x\textasciicircum{}2\textasciitilde{} \textless{}b\textgreater{}}
Lagrange's equations in \(\mathit{größe}_1\).

\begin{align*}
  2 \ddot{\mathit{größe}}_1 &= 0
\end{align*}

Solved:

\begin{align*}
  \ddot{\mathit{größe}}_1 &= 0
\end{align*}
\[ h = \dot{\mathit{größe}}_1^2 \]
$ dalembert derive special.mech --format json | sed -n 2,4p
  "system": "50% of {A} & B_1 #1 $x^2~ <b>",
  "method": "lagrange",
  "coordinates": [

# a backslash and a control character in a title, as JSON
$ printf 'system "a\\b\tc"\ncoordinate x\nkinetic = x%s^2\n' "'" | dalembert derive - --format json | sed -n 2p
  "system": "a\\b\u0009c",

# no title
$ printf 'coordinate x\nkinetic = 1/2*x%s^2\n' "'" | dalembert derive -
Equations of motion
Lagrange's equations in x

Equations of motion
    x'' = 0

Energy
    h = 1/2*x'^2
$ printf 'coordinate x\nkinetic = 1/2*x%s^2\n' "'" | dalembert derive - --format latex
\section*{Equations of motion}
Lagrange's equations in \(x\).

\begin{align*}
  \ddot{x} &= 0
\end{align*}
\[ h = \frac{1}{2} \dot{x}^2 \]
$ printf 'coordinate x\nkinetic = 1/2*x%s^2\n' "'" | dalembert derive - --format json | sed -n 2,3p
  "method": "lagrange",
  "coordinates": [

# no such format
$ dalembert derive beam.mech --format pdf
dalembert: --format is text, latex or json, not pdf
[2]
$ dalembert derive beam.mech --format TEXT
dalembert: --format is text, latex or json, not TEXT
[2]
$ dalembert derive beam.mech --format ''
dalembert: --format is text, latex or json, not 
[2]

# generalized forces, dissipation and time
$ dalembert derive - <<'END'
> system "Driven oscillator"
> parameter m, k, c, F, Ω
> coordinate x
> kinetic = 1/2*m*x'^2
> potential = 1/2*k*x^2
> dissipation = 1/2*c*x'^2
> force x = F*cos(Ω*t)
> END
Driven oscillator
Lagrange's equations in x

Equations of motion
    m*x'' = F*cos(Omega*t) - c*x' - k*x

Solved
    x'' = (F*cos(Omega*t) - c*x' - k*x)/m

Energy
    h = 1/2*m*x'^2 + 1/2*k*x^2
