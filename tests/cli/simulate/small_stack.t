Compiled functions keep the values of a long computation on the stack. If a run has too little of it, it is interpreted, with a message; threads of a
sweep have a stack of their own.

$ cat >links.mech <<'MODEL'
> count n = 40
> parameter g = 9.81
> coordinate q[1..n]
> kinetic = sum((n + 1 - i)/2*q[i]'^2 for i = 1..n) + sum((n + 1 - j)*cos(q[i] - q[j])*q[i]'*q[j]' for i = 1..n, j = i+1..n)
> potential = -g*sum((n + 1 - i)*cos(q[i]) for i = 1..n)
> initial q[i] = 0.1 for i = 1..n
> MODEL

$ dalembert simulate links.mech --to 0.01 --every 0.01 --code native -o compiled.csv 2>&1 | grep -o 'compiled,'
compiled,
$ (ulimit -s 256; dalembert simulate links.mech --to 0.01 --every 0.01 --code native -o run.csv 2>&1) | grep -o 'compiled functions would need.*' | sed 's,[0-9]* kB,N kB,'
compiled functions would need N kB of stack; raise the limit (ulimit -s) [N0809]
$ (ulimit -s 256; dalembert simulate links.mech --to 0.01 --every 0.01 -o auto.csv --quiet) && cmp run.csv auto.csv
$ (ulimit -s 256; dalembert sweep links.mech --set n=16 --vary "g=9:10:0.2" --to 0.01 -o sweep --quiet) && dalembert sweep --status sweep | grep -o '6 of 6 members'
6 of 6 members
