Interpreted, compiled, or compiled once the run is long: the same motion to rounding, the same bytes each
time.

$ D="$MODELS"/four-bar.mech; export DALEMBERT_CC_SECONDS=900  # a busy machine takes its time
$ run() { dalembert simulate "$D" --every 0.5 -q "$@"; }
$ run --code interpreter -o interpreter.csv
$ run --code native -o native.csv
$ run --code auto -o auto.csv
$ run -o default.csv
$ ls "$HOME"/.cache/dalembert | sed 's/.*\.//' | sort | uniq -c | sed 's/^ *//'
1 c
1 so

# the run is short: auto interprets
$ cmp interpreter.csv auto.csv && cmp auto.csv default.csv

# 10 digits of the largest value of a column, over 220 steps
$ cat >same <<'END'
> BEGIN { FS = "," }
> FNR == 1 { file++; next }
> { for (i = 1; i < NF; i++) {
>     v[file, FNR, i] = $i; a = $i < 0 ? -$i : $i
>     if (a > size[i]) size[i] = a
>     columns = NF; rows = FNR } }
> END {
>   for (r = 2; r <= rows; r++) for (i = 1; i < columns; i++) {
>     d = v[1, r, i] - v[2, r, i]; if (d < 0) d = -d
>     if (d > 1e-10*size[i]) { print "row", r, "column", i, "differs by", d/size[i]; bad = 1 } }
>   print rows - 1, "rows of", columns - 1, "columns", bad ? "differ" : "agree" }
> END
$ awk -f same interpreter.csv native.csv
11 rows of 21 columns agree

# each way, twice the same bytes; with a cache that was emptied, too
$ run --code native -o again.csv && cmp native.csv again.csv
$ rm -r "$HOME"/.cache/dalembert && run --code native -o again.csv && cmp native.csv again.csv
$ DALEMBERT_CACHE=$PWD/here run --code native -o again.csv && cmp native.csv again.csv
$ ls here | sed 's/.*\.//'
c
so
$ run --code interpreter -o again.csv && cmp interpreter.csv again.csv

# compiling is reported
$ run --code native -o again.csv && dalembert simulate "$D" --code native -o again.csv 2>&1 | sed -n '2s/.*sides, \([a-z]*\),.*/\1/p'
compiled

# no compiler: one warning, and the run continues, with exactly the numbers of the interpreter
$ DALEMBERT_CACHE=empty DALEMBERT_CC=/nonexistent dalembert simulate "$D" --every 0.5 --code native -o none.csv 2>&1 | sed 's/, [^,]* s$//'
t = 0 to 5: the end was reached
.* steps \(.* rejected\), .* right-hand sides, interpreted (re)
energy 54.53707104, changed by at most .*; largest constraint error .*e-1[67] (re)
warning: the equations are interpreted, which is slower: no C compiler found (tried /nonexistent) [N0809]
$ cmp interpreter.csv none.csv
# --quiet: not even that
$ DALEMBERT_CACHE=empty DALEMBERT_CC=/nonexistent run --code native -o none.csv
# no warning if it was not requested
$ DALEMBERT_CACHE=empty DALEMBERT_CC=/nonexistent dalembert simulate "$D" -o none.csv 2>&1 | grep -c warning
0
[1]

# more than a compiler can take: not even tried
$ cat >all.mech <<'END'
> count n = 120
> coordinate a[1..n]
> kinetic = 1/2*sum(a[i]'^2 for i = 1..n) + 1/2*sum(cos(a[i])*a[i]' for i = 1..n)^2
> initial a[i] = 1/10 for i = 1..n
> END
$ DALEMBERT_CC=/nonexistent dalembert simulate all.mech --to 0.01 --code native -o none.csv 2>&1 | grep N0809
warning: the equations are interpreted, which is slower: [0-9]* operations are too many for a C compiler; the most are 200000 \[N0809\] (re)

# a compiler that fails; the exit status is that of the run
$ printf '#!/bin/sh\necho "out of cheese" >&2\nexit 1\n' >badcc; chmod +x badcc
$ DALEMBERT_CACHE=$PWD/empty DALEMBERT_CC=$PWD/badcc dalembert simulate "$D" --every 0.5 --code native -o none.csv 2>&1 | grep N0809
warning: the equations are interpreted, which is slower: .* \[N0809\] (re)
$ cmp interpreter.csv none.csv

# The others take compiled rates as well. Its decisions hang on roundings, so that the two are as near
# to each other as to the motion: 1e-5 at rtol = 1e-10
$ sed 's/1e-10/1e-5/' same >near
$ for i in taylor adams bdf erk dirk; do
>   run --code native --integrator $i --rtol 1e-10 -o sundials.csv && awk -f near sundials.csv native.csv
> done
11 rows of 21 columns agree
11 rows of 21 columns agree
11 rows of 21 columns agree
11 rows of 21 columns agree
11 rows of 21 columns agree

# a long run is compiled after a while, at the same step each time
$ cat >osc.mech <<'END'
> coordinate x
> kinetic = 1/2*x'^2
> potential = 2*x^2
> initial x = 1, x' = 1
> END
$ long() { dalembert simulate osc.mech --to 600000 --every 100000 "$@"; }
$ long -o long.csv 2>&1 | sed -n '2s/.*sides, \([a-z]*\),.*/\1/p'
compiled
$ long -o again.csv -q && cmp long.csv again.csv
