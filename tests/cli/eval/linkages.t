Closed chains that move although they have as many conditions as freedoms, or more: every method, rows in any order.

$ linkage() { python3 "$TESTDIR"/linkages.py "$@"; }
$ accelerations() { dalembert eval -q "$@" 2>/dev/null | awk "/''/{printf \"%s%.7f\", s, \$3; s = \" \"} END{print \"\"}"; }
$ same() { sort -u | wc -l; }

# Bennett's: six conditions of rank 3 on four angles. The entries of q1 in the rows of `loop` vanish wherever the
# chain is closed, so that dividing by one of them divides by rounding
$ for order in 0123 3120; do
>   linkage bennett $order >bennett-$order.mech
>   for method in multipliers udwadia appell hamel; do accelerations --method $method bennett-$order.mech; done
> done >found
$ { cat found; linkage bennett --judge; } | same
1
$ dalembert analyze --only constraints bennett-0123.mech | tail -1
    3 independent of 6, 4 coordinates: 1 degree of freedom
$ dalembert check bennett-0123.mech | sed -n 2p
methods   multipliers, udwadia, appell, hamel, whittaker: they agree, verified

# Sarrus': from these guesses, searches of two kinds came to two pieces, with one freedom and with two
$ linkage sarrus >sarrus.mech
$ for method in multipliers udwadia appell hamel; do accelerations --method $method sarrus.mech; done >found
$ { cat found; linkage sarrus --judge; } | same
1
$ dalembert analyze --only constraints sarrus.mech 2>&- | tail -1
    5 independent of 5, 6 coordinates: 1 degree of freedom
# both chains folded: each turns alone, and a state of the other piece has a higher rank
$ linkage sarrus | sed 's/^initial.*/initial q1 = 0.9, q2 = pi, q3 = -0.9 - pi, q5 = pi/; s/^guess.*/guess q4 = 0.9, q6 = -4/' >folded.mech
$ dalembert analyze --only constraints folded.mech 2>&- | tail -1
    4 independent of 5, 6 coordinates: 2 degrees of freedom
$ there="q1 = 0.9, q2 = -1.8, q3 = 0.9, q4 = pi - 0.9, q5 = 1.8 - 2*pi, q6 = pi - 0.9"
$ { accelerations --at "$there" folded.mech; linkage sarrus --judge; } | same
1

# beside an edge of its chart a method in free speeds loses its digits, and says so; the acceleration of y is -2
$ cat >circle.mech <<'EOF'
> coordinate x, y
> kinetic = 1/2*(x'^2 + y'^2)
> potential = 3*x + 2*y
> constraint c: x^2 + y^2 = 1
> initial x = 0.6, y = 0.8
> EOF
$ dalembert eval circle.mech --method hamel --at "x = 1, y = 1e-13, x' = -1e-13, y' = 1"
circle.mech:1:15: error: the variables that the method hamel uses lose their digits at this state: the acceleration of y would be wrong [N0759]
    1 | coordinate x, y
      |               ^
help: use --method multipliers
[2]
$ accelerations circle.mech --at "x = 1, y = 1e-13, x' = -1e-13, y' = 1"
-1.0000000 -2.0000000
