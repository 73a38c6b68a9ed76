Times of rows are the decimals that were asked for, each rounded once.

$ dalembert simulate spring-pendulum --to 0.03 --every 0.003 -qo- | cut -d , -f 1 | paste -sd ' '
t 0 0.003 0.006 0.009 0.012 0.015 0.018 0.021 0.024 0.027 0.03

# float(Decimal) rounds correctly
$ cat >judge.py <<'END'
> import csv, random, subprocess, sys
> from decimal import Decimal as D
> random.seed(5)
> def times(*options):
>     out = subprocess.run(["dalembert", "simulate", "fall.mech", "-qo-", *options], capture_output=True, check=True, text=True).stdout
>     return [float(row["t"]) for row in csv.DictReader(out.splitlines())]
> for _ in range(100):
>     digits = random.randint(0, 6)
>     every = D(random.randint(1, 10 ** random.randint(1, 4))).scaleb(-digits)
>     start = D(random.randint(-1000, 1000)).scaleb(-random.randint(0, 4))
>     sign = random.choice([1, -1])
>     rows = random.randint(1, 300)
>     t = times("--from", str(start), "--to", str(start + sign * rows * every), "--every", str(every))
>     assert t == [float(start + sign * k * every) for k in range(rows + 1)], (start, every, t)
> # what is no short decimal is as near as two roundings get
> for every, value in ("1/3", 1 / 3), ("pi/7", 3.141592653589793 / 7), ("1e-13", 1e-13):
>     t = times("--to", "100*(" + every + ")", "--every", every)
>     assert len(t) == 101 and all(abs(x - k * value) <= 3e-16 * k * value for k, x in enumerate(t)), t
> print("done")
> END
$ printf 'coordinate x\nkinetic = x%s^2\npotential = x\n' "'" >fall.mech; python3 judge.py
done

# the motion does not depend on it: the same steps, whatever the rows
$ dalembert simulate double-pendulum --to 3 --every 0.003 -qo a.csv; dalembert simulate double-pendulum --to 3 --every 3 -qo b.csv; tail -n 1 b.csv >last; tail -n 1 a.csv | cmp - last
