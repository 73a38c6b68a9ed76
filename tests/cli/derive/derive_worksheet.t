Every step of a derivation. The sources in brackets are those of the theory pages, looked up by
tests/docs; here they are cut off.

$ cat >osc.mech <<'END'
> system "Oscillator"
> parameter m = 2, k = 8
> coordinate x
> kinetic = 1/2*m*x'^2
> potential = 1/2*k*x^2
> END
$ dalembert derive osc.mech --worksheet | sed 's/   \[.*\]$//'
Oscillator
Lagrange's equations in x

1. Kinetic energy: T = sum 1/2 m v.v + 1/2 omega.I omega
    T = 1/2*m*x'^2

2. Potential energy and Lagrangian: L = T - V
    V = 1/2*k*x^2

3. Conjugate momenta: p_k = dL/dq_k'
    p_x = m*x'

4. Mass matrix: M = d2L/dq'dq'
    M = m

5. Christoffel symbols of the first kind all vanish: Gamma_jk,i = 1/2 (da_ij/dq_k + da_ik/dq_j - da_jk/dq_i)

6. Equations of motion M q'' = F: F = L_q + Q - L_q'q q' - L_q't
    F = -k*x

7. Accelerations: q'' = M^-1 F
    x'' = -k*x/m

8. Energy function: h = q'.p - L
    h = 1/2*m*x'^2 + 1/2*k*x^2

Equations of motion
    m*x'' = -k*x

Solved
    x'' = -k*x/m

Energy
    h = 1/2*m*x'^2 + 1/2*k*x^2

Sources
    L8   Lagrangian Mechanics, chapter 8 of a textbook
    B11  S. Benenti, The Non-holonomic Double Pendulum, Regular and Chaotic Dynamics 16, 2011

$ dalembert derive osc.mech --worksheet --format latex | sed 's/ \\hfill.*//'
\section*{Oscillator}
Lagrange's equations in \(x\).

\paragraph{1. Kinetic energy} \( T = \sum \tfrac12 m v\cdot v + \tfrac12 \omega\cdot I\omega \)
\[ T = \frac{1}{2} m \dot{x}^2 \]

\paragraph{2. Potential energy and Lagrangian} \( L = T - V \)
\[ V = \frac{1}{2} k x^2 \]

\paragraph{3. Conjugate momenta} \( p_k = \partial L/\partial\dot q_k \)
\[ p_{x} = m \dot{x} \]

\paragraph{4. Mass matrix} \( M = \partial^2 L/\partial\dot q\,\partial\dot q \)
\[ M = m \]

\paragraph{5. Christoffel symbols of the first kind all vanish} \( \Gamma_{jk,i} = \tfrac12\left(\partial_k a_{ij} + \partial_j a_{ik} - \partial_i a_{jk}\right) \)

\paragraph{6. Equations of motion M q'' = F} \( F = L_q + Q - L_{\dot q q}\,\dot q - L_{\dot q t} \)
\[ F = -k x \]

\paragraph{7. Accelerations} \( \ddot q = M^{-1} F \)
\[ \ddot{x} = -\frac{k x}{m} \]

\paragraph{8. Energy function} \( h = \dot q\cdot p - L \)
\[ h = \frac{1}{2} m \dot{x}^2 + \frac{1}{2} k x^2 \]

\begin{align*}
  m \ddot{x} &= -k x
\end{align*}

Solved:

\begin{align*}
  \ddot{x} &= -\frac{k x}{m}
\end{align*}
\[ h = \frac{1}{2} m \dot{x}^2 + \frac{1}{2} k x^2 \]

\paragraph{Sources}
\textit{L8}: Lagrangian Mechanics, chapter 8 of a textbook; \textit{B11}: S. Benenti, The Non-holonomic Double Pendulum, Regular and Chaotic Dynamics 16, 2011.

# as JSON, the steps come last
$ dalembert derive osc.mech --worksheet --format json >with.json
$ dalembert derive osc.mech --format json >without.json
$ grep -c '"title"' with.json without.json
with.json:8
without.json:0
$ sed -n '/"worksheet"/,/^    }/p' with.json | sed 's/"source": .*/"source": .../'
  "worksheet": [
    {
      "title": "Kinetic energy",
      "formula": "T = sum 1/2 m v.v + 1/2 omega.I omega",
      "source": ...
      "lines": [
        {
          "name": "T",
          "value": "1/2*m*x'^2"
        }
      ]
    },

# the equations are the same with and without
$ dalembert derive osc.mech | sed -n '/^Equations of motion/,$p' | grep . >without
$ dalembert derive osc.mech --worksheet | sed -n '/^Sources/q; /^Equations of motion/,$p' | grep . | cmp - without

# each source that a step cites is explained once, no other
$ dalembert derive double-pendulum --method hamel --worksheet | sed '1,/^Sources/d' | cut -c 5-7
L8 
B11
D74
$ dalembert derive double-pendulum | grep -c Sources
0
[1]
