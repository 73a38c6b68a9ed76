Motions of the gallery do what they are known for.

# range FILE COLUMN: the smallest and the largest value
$ cat >range <<'EOF'
> awk -F , -v name="$2" '
>   NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) c = i; next }
>   NR == 2 || $c < low { low = $c }
>   NR == 2 || $c > high { high = $c }
>   END { print low, high }' "$1"
> EOF
$ run() { name=$1; shift; dalembert simulate "$MODELS/$name.mech" --quiet -o run.csv "$@"; }

# the rattleback turns back by itself; spun the other way, it continues for more than three times as long
$ run rattleback && sh range run.csv spin | awk '{ print ($1 < -4.99 && $2 > 4) }'
1
$ awk -F , 'NR > 1 && $12 > 0 { print ($1 < 3.3); exit }' run.csv
1
$ run rattleback --at "gamma'=5" && sh range run.csv spin | awk '{ print ($1 > 0) }'
1

# a fast top sleeps, a slow one wakes up and falls
$ run sleeping-top && sh range run.csv inclination | awk '{ print ($2 < 4) }'
1
$ run sleeping-top --at "gamma'=35" && sh range run.csv inclination | awk '{ print ($2 > 40) }'
1

# Kovalevskaya's and Chaplygin's integrals, along the way
$ run kovalevskaya-top && sh range run.csv kovalevskaya | awk '{ print ($2 - $1 < 1e-7*$2) }'
1
$ run chaplygin-sphere && for k in K_x K_y K_z; do sh range run.csv $k; done | awk '{ print ($2 - $1 < 1e-7) }'
1
1
1

# Euler's top turns over about its middle axis: w2 has both signs, and comes back
$ run euler-top && sh range run.csv w2 | awk '{ print ($1 < -1.99 && $2 > 1.99) }'
1

# Suslov's body ends up turning the other way: with 2*T = I11*w1^2 + I22*w2^2, I13*w1 + I23*w2 = 0 at both ends
$ run suslov && sed -n '2p;$p' run.csv | cut -d , -f 8 | awk '{ print ($1 > 0) }'
1
0

# the rider on the snakeboard goes forward without pushing, the bicycle stays up
$ run snakeboard && sh range run.csv speed | awk '{ print ($1 >= 0 && $2 > 3) }'
1
$ run bicycle && tail -n 1 run.csv | cut -d , -f 5 | awk '{ print ($1^2 < 1e-6) }'
1
