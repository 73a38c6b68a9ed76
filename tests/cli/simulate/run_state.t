The state where a run begins: given, completed from the constraints, projected onto them, or as it is.

$ cat >rod.mech <<'END'
> parameter l = 2, g = 9.81
> coordinate x, y
> point P mass 1 at [x, y]
> gravity = [0, -g]
> constraint rod: x^2 + y^2 = l^2
> initial x = 2, y = 0
> simulate to 1 every 0.5
> END
$ first() { dalembert simulate rod.mech -q "$@" | sed -n 2p | cut -d, -f2-5; }

$ first
2,0,0,0
# y and y' follow: 1.2^2 + 1.6^2 = 2^2, 1.2*4 - 1.6*3 = 0
$ sed 's/^initial.*/initial x = 1.2\nguess y = -1/' rod.mech | dalembert simulate - -q --to 0 --at "x'=4" | awk -F, 'NR > 1 { printf "%.9f %.9f %.9f\n", $3, $4, $5 }'
-1.600000000 4.000000000 3.000000000
# a state as text, another parameter
$ first --set l=3 --at "x=3"
3,0,0,0

# a state that is off the rod, and not by rounding
$ dalembert simulate rod.mech --at "x=2.1,y=0" -o none.csv
rod.mech:5:17: error: the state violates the constraint rod by 0.41; its terms are of size 8.41 [N0610]
    5 | constraint rod: x^2 + y^2 = l^2
      |                 ^^^^^^^^^^^^^^^
help: .* (re)
[2]
$ ls none.csv
ls: .* (re)
[2]
# nearer than --tolerance, relative to the terms, it is taken: 0.41/8.41 = 0.0488
$ first --at "x=2.1,y=0" --tolerance 0.048
rod.mech:5:17: error: .* (re)
    5 | constraint rod: x^2 + y^2 = l^2
      |                 ^^^^^^^^^^^^^^^
help: .* (re)
$ first --at "x=2.1,y=0" --tolerance 0.049
2.1,0,0,0
$ first --at "x=2.1,y=0" --as-is
2.1,0,0,0
# the nearest state on the rod is straight ahead
$ first --at "x=1.5,y=2" --project | awk -F, '{ printf "%.9f %.9f\n", $1, $2 }'
1.200000000 1.600000000

# projection moves a state that is off at the first step; without, the rod keeps its wrong length
$ dalembert simulate rod.mech -q --at "x=2.1,y=0" --as-is | awk -F, 'NR > 1 { printf "%g %.6f\n", $1, sqrt($2^2 + $3^2) }'
0 2.100000
0.5 2.000000
1 2.000000
$ dalembert simulate rod.mech -q --at "x=2.1,y=0" --as-is --no-projection | awk -F, 'NR > 1 { printf "%g %.6f\n", $1, sqrt($2^2 + $3^2) }'
0 2.100000
0.5 2.100000
1 2.100000

# drift over 100 time units: none with projection, at any tolerance; without, it grows
$ error() { dalembert simulate rod.mech -q --to 100 --every 1 "$@" | awk -F, 'NR > 1 && $NF > e { e = $NF } END { print e }'; }
$ small() { awk -v least=$1 -v most=$2 '{ print ($1 >= least && $1 <= most) ? "yes" : $1 }'; }
$ error | small 0 1e-15
yes
$ error --rtol 1e-5 --atol 1e-7 | small 0 1e-15
yes
$ error --no-projection | small 1e-9 1e-5
yes
$ error --no-projection --rtol 1e-12 --atol 1e-14 | small 1e-11 1e-8
yes

# a root keeps the sign of the velocity at the start: with x'^2 + y'^2 = a^2 z'^2, the method appell has
# x' = |x'|/x' sqrt(a^2 z'^2 - y'^2). Closed form: z'' = -g/(1 + a^2), and x'/z' is constant
$ for v in 1 -1; do
>   dalembert simulate "$MODELS"/appell-hamel.mech --method appell -q --every 2 --at "x'=$v" |
>     awk -F, 'NR == 2 { z = $7; x = $5 } NR == 3 { e = z - 2*9.81/5; printf "%.8f %.8f\n", $7 - e, $5 - x*e/z }' | sed 's/-0.00000000/0.00000000/g'
> done
0.00000000 0.00000000
0.00000000 0.00000000

# The time in a table is that of the state: x' = cos(t), so x = sin(t) - sin(1) from t = 1 on
$ printf "coordinate x\npoint P mass 1 at [x, 0]\nconstraint drive: x' = cos(t)\n" >drive.mech
$ printf "t,x\n1,0\n" >late.csv
$ dalembert simulate drive.mech -q --at @late.csv --to 3 --every 3 | awk -F, 'NR > 1 { printf "%g %.9f\n", $1, $2 - sin($1) + sin(1) }' | sed 's/-0.000000000/0.000000000/'
1 0.000000000
3 0.000000000
$ dalembert simulate drive.mech -q --at @late.csv --from 2 --to 3
error: the run is over t, and begins at the state, where it is 1 [N0820]
[2]
