Mistakes in a request are reported before anything is computed, with exit status 2. A run that ends
early keeps its rows, reports the reason and gives exit status 1.

$ cat >osc.mech <<'END'
> coordinate x
> kinetic = 1/2*x'^2
> potential = 2*x^2
> initial x = 1, x' = 1
> END

$ dalembert simulate osc.mech
error: the run has no end [N0801]
help: give it: --to 10, or `simulate to 10` in the model
[2]

$ dalembert simulate osc.mech --to 1 --every 0
error: the time between rows must be positive, not 0 [N0802]
[2]
$ dalembert simulate osc.mech --to -1 --every -0.1
error: the time between rows must be positive, not -0.1 [N0802]
[2]
$ { cat osc.mech; echo 'parameter h = 1'; echo 'simulate to 1 every h - 1'; } >never.mech
$ dalembert simulate never.mech --set h=0
never.mech:6:1: error: the time between rows must be positive, not -1 [N0802]
    6 | simulate to 1 every h - 1
      | ^^^^^^^^^^^^^^^^^^^^^^^^^
[2]

$ dalembert simulate osc.mech --to 1 --every 1e-9
error: the run would have 1000000000 rows; the limit is 20000000 [N0803]
[2]

$ dalembert simulate osc.mech --to 1 --integrator rk4
error: unknown integrator rk4 [N0804]
help: the integrators are dop853, taylor, adams, bdf, erk, dirk
[2]

$ dalembert simulate osc.mech --to 1 --code fast
error: the code must be `interpreter`, `native` or `auto`, not fast [N0805]
[2]

$ dalembert simulate osc.mech --to 1 --columns "accelerations, energies"
error: additional columns can be `accelerations`, `multipliers` and `reactions`, not energies [N0806]
[2]

$ dalembert simulate osc.mech --to 1 --from 0 --at t=1
error: the state is at t = 1, but the run begins at t = 0 [N0807]
[2]
# twice the same is no contradiction, and one of them is enough
$ dalembert simulate osc.mech --to 1 --from 1/2 --at t=0.5 --every 1 -q | cut -d, -f1
t
0.5
1
$ dalembert simulate osc.mech --to 1 --at t=0.75 --every 1 -q | cut -d, -f1
t
0.75
1

# a relative tolerance of 1 or more asks for nothing; 0 and less are refused at once
$ dalembert simulate osc.mech --to 1 --rtol 1
error: the tolerances must be positive numbers, with a relative one below 1 [N0818]
[2]
$ dalembert simulate osc.mech --to 1 --rtol 0
dalembert: --rtol needs a positive number, not 0
[2]
$ dalembert simulate osc.mech --to 1 --atol -1e-9
dalembert: --atol needs a positive number, not -1e-9
[2]
$ dalembert simulate osc.mech --to 1 --atol inf
dalembert: --atol needs a positive number, not inf
[2]
$ dalembert simulate osc.mech --to 1 --rtol 1e-6x
dalembert: --rtol needs a positive number, not 1e-6x
[2]
$ dalembert simulate osc.mech --to 1 --tolerance nan
dalembert: --tolerance needs a positive number, not nan
[2]
$ dalembert simulate osc.mech --to 1 --steps 0.5
dalembert: --steps needs a whole number up to 1e+15, not 0.5
[2]
$ dalembert simulate osc.mech --to 1 --steps 1e30
dalembert: --steps needs a whole number up to 1e+15, not 1e30
[2]
$ dalembert simulate osc.mech --to 1 --project --as-is
dalembert: --project and --as-is exclude each other
[2]
$ dalembert simulate osc.mech --to 1 --format json
dalembert: simulate has no option --format, which derive, eval, check and others take
[2]
$ dalembert simulate
dalembert: simulate needs a model file; see dalembert simulate --help
[2]

# expressions of times have places; they may contain parameters only
$ dalembert simulate osc.mech --to 2*T
--to:1:3: error: T is not declared [N0201]
    1 | 2*T
      |   ^
help: the coordinates are x
[2]
$ dalembert simulate osc.mech --to 1 --every x
--every:1:1: error: x is a coordinate, but this value may contain only parameters [N0403]
    1 | x
      | ^
[2]
$ dalembert simulate osc.mech --to 1 --from "1 +"
--from:1:4: error: a value is needed here, not the end of the text [N0301]
    1 | 1 +
      |    ^
[2]
$ dalembert simulate osc.mech --to 1e400
--to:1:1: error: the value of this expression is not a finite number [N0609]
    1 | 1e400
      | ^^^^^
[2]

# a number of states is for eval
$ printf 'x\n1\n2\n' >states.csv; dalembert simulate osc.mech --to 1 --at @states.csv
error: a run begins at one state, but 2 are given [N0830]
[2]

# SUNDIALS is not there: a dlopen that finds nothing
$ echo 'void *dlopen(const char *f, int m) { (void) f, (void) m; return 0; } char *dlerror(void) { return "no such file"; }' >none.c
$ cc -shared -fPIC none.c -o none.so
$ for i in adams erk; do ASAN_OPTIONS=verify_asan_link_order=0 LD_PRELOAD=./none.so dalembert simulate osc.mech --to 1 --integrator $i -o none.csv; echo $?; done
error: the integrator adams is part of SUNDIALS, which cannot be loaded [N0808]
3
error: the integrator erk is part of SUNDIALS, which cannot be loaded [N0808]
3
$ ls none.csv
ls: .* (re)
[2]

# without the sparse solver the dense one serves. A chain of 20 masses in its slowest mode, x10 = sin(10 pi/21)
# cos(2 t), where k = 1/sin(pi/42)^2
$ awk 'BEGIN {
>   n = 20; print "parameter k = 1/sin(pi/42)^2"
>   for (i = 1; i <= n; i++) print "coordinate x" i "\npoint P" i " mass 1 at [x" i ", 0]\ninitial x" i " = sin(" i "*pi/21)"
>   for (i = 1; i <= n + 1; i++) { a = i > n ? "0" : "x" i; b = i > 1 ? "x" (i - 1) : "0"; print "potential += k/2*(" a " - " b ")^2" } }' >chain.mech
$ cat >refuse.c <<'END'
> #define _GNU_SOURCE
> #include <dlfcn.h>
> #include <stdio.h>
> #include <string.h>
> void *dlopen(const char *f, int m) {
>   void *(*real)(const char *, int) = (void *(*)(const char *, int)) dlsym(RTLD_NEXT, "dlopen");
>   static int told;
>   if (f == NULL || strstr(f, "klu") == NULL) return real(f, m);
>   if (!told++) fputs("no KLU\n", stderr);
>   return NULL;
> }
> END
$ cc -shared -fPIC refuse.c -o refuse.so
$ for i in bdf dirk; do
>   dalembert simulate chain.mech --to pi/6 --every pi/6 --integrator $i -q -o sparse-$i.csv
>   ASAN_OPTIONS=verify_asan_link_order=0 LD_PRELOAD=./refuse.so dalembert simulate chain.mech --to pi/6 --every pi/6 --integrator $i -q -o dense-$i.csv
> done
no KLU
no KLU
$ tail -q -n 1 *-bdf.csv *-dirk.csv | cut -d, -f11 | awk '{ d = $1 - 0.4986018986; print (d*d < 1e-14 ? "right" : $1) }'
right
right
right
right

# the rows until then, and the state at the end
$ dalembert simulate osc.mech --to 100 --every 50 --steps 3 -o early.csv
t = 0 to 0\.[0-9]*: the most steps were taken (re)
3 steps \(0 rejected\), [0-9]* right-hand sides, interpreted, .* s (re)
energy 2.5, changed by at most .*; largest constraint error 0 (re)
error: the run ends at t = 0\.[0-9]*, after 3 steps \[N0813\] (re)
help: --steps allows more
[1]
$ cut -d, -f1 early.csv
t
0
0\.[0-9]* (re)

# x'' = 6 x^2 from x = 1, x' = 2: x = 1/(1 - t)^2 goes to infinity at t = 1
$ cat >blow.mech <<'END'
> coordinate x
> kinetic = 1/2*x'^2
> potential = -2*x^3
> initial x = 1, x' = 2
> END
$ for i in dop853 taylor adams bdf erk dirk; do dalembert simulate blow.mech --to 2 --integrator $i -o blow.csv -q || echo $?; done
error: the run ends at t = 1: the steps became too small [N0812]
1
error: the run ends at t = 1: the steps became too small [N0812]
1
error: the run ends at t = 1: the steps became too small [N0812]
1
error: the run ends at t = 1: the steps became too small [N0812]
1
error: the run ends at t = 1: the steps became too small [N0812]
1
error: the run ends at t = 1: the steps became too small [N0812]
1
# the rows until then are there: x(0.5) = 4, x(0.9) = 100
$ dalembert simulate blow.mech --to 2 --every 0.1 -q 2>/dev/null | awk -F, '$1 == 0.5 || $1 == 0.9 { printf "%g %.8g\n", $1, $2 }'
0.5 4
0.9 100

# more digits than a double has
$ dalembert simulate osc.mech --to 1 --rtol 1e-18 --atol 1e-30 --integrator bdf -q -o none.csv
error: the relative tolerance 1e-18 is below rounding: the smallest is 1e-16 [N0823]
[2]
$ dalembert simulate osc.mech --to 1 --rtol 2e-16 --atol 1e-30 --integrator bdf -q -o none.csv
error: the integrator bdf failed at t = 0 [N0815]
[1]

# 1/x at x = 0
$ cat >pole.mech <<'END'
> coordinate x
> kinetic = 1/2*x'^2
> potential = log(x)
> initial x = 0
> END
$ dalembert simulate pole.mech --to 1 -q -o pole.csv
error: the rates are not finite at the initial state [N0817]
[1]

# x'' + 1001 x' + 1000 x = 0: what lasts is exp(-t); the steps stay as short as exp(-1000 t) wants
$ cat >stiff.mech <<'END'
> coordinate x
> kinetic = 1/2*x'^2
> potential = 500*x^2
> force x = -1001*x'
> initial x = 1, x' = -1
> END
$ dalembert simulate stiff.mech --to 20 --every 10 -o stiff.csv 2>&1 | tail -n 2
warning: the motion seems stiff: an implicit integrator may be faster [N0816]
help: try --integrator bdf
$ dalembert simulate stiff.mech --to 20 --every 10 --integrator bdf 2>&1 -o stiff.csv | grep -c N0816
0
[1]
# exp(-20) is 2e-9, which atol = 1e-12 leaves three digits
$ awk -F, 'NR > 2 { d = $2*exp($1) - 1; print $1, (d < 1e-3 && d > -1e-3) }' stiff.csv
10 1
20 1

# an acceleration that neither masses nor constraints determine: refused at the start, as eval does, whatever the method
$ cat >open.mech <<'EOF'
> coordinate x, y, z
> kinetic = 1/2*x'^2 + 1/2*y'^2
> constraint a: x' = exp(y)*y'
> constraint b: 3*x' = 3*exp(y)*y'
> initial y' = 1
> EOF
$ for method in multipliers udwadia appell hamel; do dalembert simulate open.mech --to 1 --method $method 2>&1 | grep error; done
open.mech:1:18: error: the mass matrix is singular at this state: the acceleration of z is not determined [N0706]
open.mech:1:18: error: the mass matrix is singular at this state: the acceleration of z is not determined [N0706]
open.mech:1:18: error: the mass matrix is singular at this state: the acceleration of z is not determined [N0706]
open.mech:1:18: error: the mass matrix is singular at this state: the acceleration of z is not determined [N0706]
