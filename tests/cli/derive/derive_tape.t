How many operations the numbers take, counted by hand.

# M = m, F = -k*x: a product, a sign; x'' = F/M, a quotient more; inputs m k t x x'
$ cat >osc.mech <<'END'
> system "Oscillator"
> parameter m = 1, k = 2
> coordinate x
> kinetic = 1/2*m*x'^2
> potential = 1/2*k*x^2
> END
$ dalembert derive --tape osc.mech | head -n 7
Oscillator
Lagrange's equations in x

Operations
    tape        inputs       sums   products  quotients      roots   circular     others      total
    system           5          1          1          0          0          0          0          2
    motion           5          1          1          1          0          0          0          3

# everything else that eval prints is there, too
$ dalembert derive --tape osc.mech | sed -n '8,$s/  *[0-9].*//p'
    outputs

# M = m*l*l as sin^2 + cos^2 = 1, F = -(m*l)*g*sin(theta): four products, as m*l is made once; then theta'' = F/M
$ cat >pendulum.mech <<'END'
> parameter m = 1, l = 2, g = 9.81
> coordinate theta
> point P mass m at [l*sin(theta), -l*cos(theta)]
> gravity = [0, -g]
> END
$ dalembert derive --tape pendulum.mech --format json | sed -n '/"motion"/,/}/p'
      "name": "motion",
      "inputs": 6,
      "sums": 1,
      "products": 4,
      "quotients": 1,
      "roots": 0,
      "circular": 1,
      "others": 0,
      "total": 7
    },
$ dalembert derive --tape pendulum.mech --format latex | sed -n '/begin/,/system/p'
\begin{tabular}{lrrrrrrrr}
  tape & inputs & sums & products & quotients & roots & circular & others & total \\ \hline
  system & 6 & 1 & 4 & 0 & 0 & 1 & 0 & 6 \\

# a method in free speeds has a problem of its own
$ cat >rates.mech <<'END'
> parameter m = 3
> coordinate x, y
> kinetic = 1/2*m*(x'^2 + y'^2)
> constraint c: y' = 2*x'
> END
$ dalembert derive --tape --method appell rates.mech | sed -n '/^    /s/  *[0-9].*//p'
    system
    motion
    reduced
    outputs

# the tapes need the values of parameters
$ dalembert derive --tape - <<'END'
> parameter m
> coordinate x
> kinetic = 1/2*m*x'^2
> END
<stdin>:1:11: error: the parameter m has no value .*\[N[0-9]*\] (re)
    1 | parameter m
      |           ^
help: give it one: --set m=1
[2]
