Names of members, in and out.

$ cat > spin.mech <<'END'
> count n = 2
> parameter k[1..n] = (3, 5), l
> coordinate q[1..n], u[0..1, 2..3]
> speed w[1..n+4]
> rate q[i]' = w[i] for i = 1..n
> rate u[i,j]' = w[2*i + j + 1] for i = 0..1, j = 2..3
> kinetic = 1/2*sum(q[i]'^2 for i = 1..n) + 1/2*sum(u[i,j]'^2 for i = 0..1, j = 2..3)
> potential = 1/2*sum(k[i]*q[i]^2 for i = 1..n)
> observe total[1] = q[1] + q[2]
> END
$ dalembert derive spin.mech --format latex
\section*{Equations of motion}
Gibbs-Appell equations in free speeds in \(q_1\), \(q_2\), \(u_{0,2}\), \(u_{0,3}\), \(u_{1,2}\), \(u_{1,3}\).

\begin{align*}
  \dot{q}_1 &= w_1 \\
  \dot{q}_2 &= w_2 \\
  \dot{u}_{0,2} &= w_3 \\
  \dot{u}_{0,3} &= w_4 \\
  \dot{u}_{1,2} &= w_5 \\
  \dot{u}_{1,3} &= w_6
\end{align*}

\begin{align*}
  \dot{w}_1 &= -k_1 q_1 \\
  \dot{w}_2 &= -k_2 q_2 \\
  \dot{w}_3 &= 0 \\
  \dot{w}_4 &= 0 \\
  \dot{w}_5 &= 0 \\
  \dot{w}_6 &= 0
\end{align*}
\[ h = \frac{1}{2} \dot{q}_1^2 + \frac{1}{2} \dot{q}_2^2 + \frac{1}{2} \dot{u}_{0,2}^2 + \frac{1}{2} \dot{u}_{0,3}^2 + \frac{1}{2} \dot{u}_{1,2}^2 + \frac{1}{2} \dot{u}_{1,3}^2 + \frac{1}{2} k_1 q_1^2 + \frac{1}{2} k_2 q_2^2 \]
$ dalembert eval spin.mech --set l=1 --at "q[1] = 1, u[1, 2] = 7, w[n+1] = 4" --format json
{
  "t": 0,
  "coordinates": {
    "q[1]": 1,
    "q[2]": 0,
    "u[0][2]": 0,
    "u[0][3]": 0,
    "u[1][2]": 7,
    "u[1][3]": 0
  },
  "velocities": {
    "q[1]'": 0,
    "q[2]'": 0,
    "u[0][2]'": 4,
    "u[0][3]'": 0,
    "u[1][2]'": 0,
    "u[1][3]'": 0
  },
  "accelerations": {
    "q[1]''": -3,
    "q[2]''": 0,
    "u[0][2]''": 0,
    "u[0][3]''": 0,
    "u[1][2]''": 0,
    "u[1][3]''": 0
  },
  "momenta": {
    "p_q[1]": 0,
    "p_q[2]": 0,
    "p_u[0][2]": 4,
    "p_u[0][3]": 0,
    "p_u[1][2]": 0,
    "p_u[1][3]": 0
  },
  "momentum_rates": {
    "p_q[1]'": -3,
    "p_q[2]'": 0,
    "p_u[0][2]'": 0,
    "p_u[0][3]'": 0,
    "p_u[1][2]'": 0,
    "p_u[1][3]'": 0
  },
  "speeds": {
    "w[1]": 0,
    "w[2]": 0,
    "w[3]": 4,
    "w[4]": 0,
    "w[5]": 0,
    "w[6]": 0
  },
  "speed_rates": {
    "w[1]'": -3,
    "w[2]'": 0,
    "w[3]'": 0,
    "w[4]'": 0,
    "w[5]'": 0,
    "w[6]'": 0
  },
  "reactions": {
    "q[1]": 0,
    "q[2]": 0,
    "u[0][2]": 0,
    "u[0][3]": 0,
    "u[1][2]": 0,
    "u[1][3]": 0
  },
  "energy": 9.5,
  "observables": {
    "total[1]": 1
  }
}
$ printf 'q[1],u[1][3],w[2]\n1,2,3\n' > states.csv
$ dalembert eval spin.mech --set l=1 --at @states.csv | grep -E "u\[1\]\[3\]|q\[1\]"
  q[1]       = 1
  u[1][3]    = 2
  q[1]'      = 0
  u[1][3]'   = 0
  q[1]''     = -3
  u[1][3]''  = 0
  p_q[1]     = 0
  p_u[1][3]  = 0
  p_q[1]'    = -3
  p_u[1][3]' = 0
  q[1]       = 0
  u[1][3]    = 0
$ printf 'q[3]\n1\n' > states.csv
$ dalembert eval spin.mech --set l=1 --at @states.csv
states.csv:1:1: error: the column q[3] is not t, a coordinate, a velocity, a momentum or a speed [N0606]
    1 | q[3]
      | ^^^^
[2]
$ dalembert eval spin.mech --set n=3
spin.mech:2:21: error: 2 values are given, but the number of members is 3 [N0417]
    2 | parameter k[1..n] = (3, 5), l
      |                     ^^^^^^
[2]
$ dalembert eval spin.mech --set n=1/2
--set:1:3: error: a count must be a whole number, made of numbers, counts and indices [N0215]
    1 | n=1/2
      |   ^^^
spin.mech:2:21: error: 2 values are given, but the number of members is 0 [N0417]
    2 | parameter k[1..n] = (3, 5), l
      |                     ^^^^^^
[2]
$ dalembert eval spin.mech --set "n=2, k[2]=7, k[3]=8"
--set:1:14: error: k[3] does not exist: the family k goes from k[1] to k[2] [N0212]
    1 | n=2, k[2]=7, k[3]=8
      |              ^^^^
[2]
$ dalembert plot spin.mech --set "l=1" --show "q[1], u[1][2]" --to 1 -o a.svg --quiet
$ grep -c "<svg" a.svg
1
# An empty range makes no copies; the empty sum is 0, and the zero vector.
$ cat > one.mech <<'END'
> count n = 1
> coordinate q[1..n], z[1..n-1]
> point P mass 1 at [q[1], 0] + sum([q[i], 0] for i = 2..n) + sum([1, 1] for i = 1..n-1)
> potential = 1/2*q[1]^2 + sum((q[i] - q[i-1])^2 for i = 2..n)
> force on P = sum([1, 0] for i = 2..n)
> constraint c[i]: q[i] = q[i-1] for i = 2..n
> END
$ dalembert derive one.mech
Equations of motion
Lagrange's equations in q[1]

Equations of motion
    q[1]'' = -q[1]

Energy
    h = 1/2*q[1]'^2 + 1/2*q[1]^2
