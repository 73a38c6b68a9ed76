Ctrl-C ends a run and keeps its rows. A run to the end of time, stopped by a signal after a while:

$ cat >osc.mech <<'END'
> coordinate x
> kinetic = 1/2*x'^2
> potential = 2*x^2
> initial x = 1, x' = 1
> simulate to 1e9 every 1e6
> END
$ stop() { timeout --preserve-status -s "$@"; echo $?; }
$ stop INT 2 dalembert simulate osc.mech --every 1000 --code interpreter -o run.csv
t = 0 to .*: interrupted (re)
[0-9]+ steps \([0-9]+ rejected\), [0-9]+ right-hand sides, interpreted, .* s (re)
energy 2.5, .* (re)
error: the run was interrupted at t = .*; the results so far are kept \[N0814\] (re)
1
# the rows are whole, and there are as many as the last time says
$ awk -F, 'NR > 1 && NF != 5 { bad++ } { t = $1 } END { print (t > 0), (NR - 2 == int(t/1000) + (t % 1000 > 0)), bad + 0 }' run.csv
1 1 0

# standard output, other integrators, interpreted code, SIGTERM, --quiet
$ stop TERM 3 dalembert simulate osc.mech --to 1e7 --every 1 --integrator adams --code interpreter --quiet >run.csv; tail -n 1 run.csv
error: the run was interrupted at t = .*; the results so far are kept \[N0814\] (re)
1
$ awk -F, 'END { print ($1 == 1) }' run.csv; grep -c ,0$ run.csv | awk '{ print ($1 > 1) }'
1
1
