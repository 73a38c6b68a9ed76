A run that chatters between two forces comes forward by ever less: it ends, with what it has.

$ cat >belt.mech <<'END'
> parameter k = 10, mu = 3, v = 1/2
> coordinate x
> kinetic = x'^2/2
> potential = 1/2*k*x^2
> force x = -mu*(x' - v)/abs(x' - v)
> initial x = 1
> END

# friction holds the block from there on: |x| < mu/k, and x' = v
$ timeout 60 dalembert simulate belt.mech --to 100 --every 1 -q -o run.csv 2>&1 | grep -c 'steps became too small \[N0812\]'
1
$ test -s run.csv && echo kept
kept
