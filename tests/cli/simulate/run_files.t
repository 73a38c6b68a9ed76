Where a run goes: CSV, NPY, JSON or HDF5 by the ending of the file, CSV on standard output otherwise.
Results go there, all else goes to standard error.

$ cat >osc.mech <<'END'
> system "Oscillator"
> coordinate x
> kinetic = 1/2*x'^2
> potential = 2*x^2
> observe half = x/2
> initial x = 1, x' = 0
> simulate to 1/4 every 1/8
> END

$ dalembert simulate osc.mech >out 2>err
$ dalembert simulate osc.mech -o - 2>/dev/null | cmp - out
$ dalembert simulate osc.mech -o run.csv 2>/dev/null && cmp run.csv out
$ dalembert simulate - <osc.mech 2>/dev/null | cmp - out
$ head -n 1 out
t,x,x',half,energy,constraint_error
$ awk -F, 'NR > 1 { printf "%g %.10f %.8f %g\n", $1, $4, $5, $6 }' out
0 0.5000000000 2.00000000 0
0.125 0.4844562109 2.00000000 0
0.25 0.4387912809 2.00000000 0
# cos(1/4)/2, cos(1/2)/2
$ awk 'BEGIN { printf "%.10f %.10f\n", cos(0.25)/2, cos(0.5)/2 }'
0.4844562109 0.4387912809

# the summary: three lines
$ cat err
t = 0 to 0.25: the end was reached
[0-9]+ steps \([0-9]+ rejected\), [0-9]+ right-hand sides, interpreted, [0-9.e-]+ s (re)
energy 2, changed by at most [0-9.e-]+; largest constraint error 0 (re)
# and nothing at all with --quiet
$ dalembert simulate osc.mech --quiet -o run.csv

# the same numbers in every kind of file
$ dalembert simulate osc.mech -q -o run.json
$ head -c 300 run.json | head -n 4
{
  "title": "Oscillator",
.* (re)
.* (re)
$ for i in 1 2 3 4 5 6; do
>   line="\"$(head -n 1 run.csv | cut -d, -f$i)\": [$(tail -n +2 run.csv | cut -d, -f$i | paste -sd, | sed 's/,/, /g')]"
>   grep -cF "$line" run.json
> done
1
1
1
1
1
1
$ dalembert simulate osc.mech -q -o run.npy && head -c 6 run.npy | od -An -c
 223   N   U   M   P   Y
$ dalembert simulate osc.mech -q -o run.h5 && head -c 4 run.h5 | od -An -c
 211   H   D   F
# the same bytes at any time of day
$ sleep 1.1; dalembert simulate osc.mech -q -o run.hdf5 && cmp run.h5 run.hdf5

# 3 rows of 6 columns as doubles, little-endian, at the end of the NPY file; the first row
$ tail -c 144 run.npy | od -An -t f8 -w48 | sed 1q
 *0 +1 +0 +0.5 +2 +0 (re)

# an unknown ending: reported before the run, and nothing is computed
$ dalembert simulate osc.mech -o run.xls --to 1e12 --every 1e12
error: unknown file ending in run.xls: use one of .csv .npy .json .h5 .hdf5 [N0622]
[2]
$ dalembert simulate osc.mech -o run --to 1e12 --every 1e12
error: unknown file ending in run: use one of .csv .npy .json .h5 .hdf5 [N0622]
[2]
$ ls run run.xls
ls: .* (re)
ls: .* (re)
[2]

# a folder that is not there; a disk that is full
$ dalembert simulate osc.mech -q -o no/run.csv
error: cannot write no/run.csv: No such file or directory [N0621]
[2]
$ dalembert simulate osc.mech -q >/dev/full
error: cannot write standard output: No space left on device [N0621]
[3]

# a wrong request leaves an old file as it was
$ cp run.csv old.csv; dalembert simulate osc.mech --every 0 -o run.csv; cmp run.csv old.csv
error: the time between rows must be positive, not 0 [N0802]

# further columns
$ C="$MODELS"/chaplygin-sleigh.mech
$ dalembert simulate "$C" -q --to 0 | head -n 1
t,x,y,theta,x',y',theta',v,w,.*energy,constraint_error (re)
$ dalembert simulate "$C" -q --to 0 --columns reactions,accelerations,multipliers | head -n 1
t,x,y,theta,x',y',theta',v,w,x'',y'',theta'',lambda\(edge\),reaction\(x\),reaction\(y\),reaction\(theta\),.*energy,constraint_error (re)

# they are those of eval, at the start
$ for m in chaplygin-sleigh four-bar relativistic-ring appell-hamel; do
>   dalembert simulate "$MODELS"/$m.mech -q --to 0 --columns "accelerations multipliers reactions" |
>     awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) name[i] = $i }
>              NR == 2 { for (i = 1; i <= NF; i++) if (name[i] ~ /\(|'"''"'/) printf "%s %.9f\n", name[i], $i }' | sort >run
>   dalembert eval "$MODELS"/$m.mech |
>     awk '/^[a-z]/ { part = $1 }
>          part == "accelerations" && $2 == "=" { printf "%s %.9f\n", $1, $3 }
>          part == "multipliers" && $2 == "=" { printf "lambda(%s) %.9f\n", $1, $3 }
>          part == "reactions" && $2 == "=" { printf "reaction(%s) %.9f\n", $1, $3 }' | sort >eval
>   sed -i 's/ -0\.000000000$/ 0.000000000/' run eval
>   diff run eval && wc -l <run
> done
7
26
5
7
# of the ring, that is lambda = -(E v^2 + f x)/r^2 with E = sqrt(7.25) and v^2 = 6.25/7.25
$ dalembert simulate "$MODELS"/relativistic-ring.mech -q --to 0 --columns multipliers | awk -F, 'NR == 2 { printf "%.10f\n", $8 }'
-3.5211917272
$ awk 'BEGIN { printf "%.10f\n", -(6.25/sqrt(7.25) + 2*0.6) }'
-3.5211917272
