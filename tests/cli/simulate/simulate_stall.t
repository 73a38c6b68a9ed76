A belt that carries a block: friction that jumps is met by switching, however it is written.

$ cat >belt.mech <<'END'
> parameter k = 10, mu = 3, v = 1/2
> coordinate x
> kinetic = x'^2/2
> potential = 1/2*k*x^2
> force x = -mu*(x' - v)/abs(x' - v)
> initial x = 1
> END

# friction holds the block where |x| < mu/k and x' = v; from x = mu/k on it swings about that place with the
# amplitude that touches the belt's speed: k (x - mu/k)^2 + x'^2 = v^2
$ timeout 60 dalembert simulate belt.mech --to 100 --every 1 -q -o run.csv
$ awk -F, 'NR > 6 { e = 10*($2 - 0.3)^2 + $3^2 - 0.25; if (e < 0) e = -e; if (e > most) most = e } END { print NR, (most < 1e-7) }' run.csv
102 1
