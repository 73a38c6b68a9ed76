Runs that were saved, of any format, with their model and alone.

$ printf 'system "Oscillator"\nparameter k = 4\ncoordinate x\nkinetic = 1/2*x'\''^2\npotential = 1/2*k*x^2\ninitial x = 1\nobserve twice = 2*x\n' >o.mech
$ for e in csv npy json h5; do dalembert simulate o.mech --to 3 --every 0.1 -q -o run.$e; done
$ for e in csv npy json h5; do dalembert plot o.mech --run run.$e --show "x, k*x'" | md5sum; done | uniq | wc -l
1
$ dalembert plot o.mech --to 3 --every 0.1 --show "x, k*x'" -o new.svg; dalembert plot o.mech --run run.csv --show "x, k*x'" | cmp - new.svg

# alone it has columns
$ dalembert plot run.csv --terminal | head -n 1
             ⠒⠒ x  ⠒⠒ twice
$ dalembert plot run.json --terminal | head -n 2
Oscillator
             ⠒⠒ x  ⠒⠒ twice
$ dalembert plot run.npy --show "x:x'" --terminal | head -n 1
            x'
$ dalembert plot run.csv --show "x, y"
--show:1:4: error: the run has no column y [N0847]
    1 | x, y
      |    ^
[2]
$ dalembert plot run.csv --show orbits
--show:1:1: error: no point with mass can move: there are no orbits [N0843]
    1 | orbits
      | ^^^^^^
[2]

# with a model: what the table does not have
$ dalembert plot o.mech --run run.csv --show "x''"
--show:1:1: error: x'' is not known here [N0705]
    1 | x''
      | ^^^
[2]
$ dalembert simulate o.mech --to 3 -q --columns accelerations -o more.csv; dalembert plot o.mech --run more.csv --show "x''" --terminal | head -n 2
Oscillator
            x''

# files that are not runs
$ printf 't,x\n1\n' >short.csv; dalembert plot short.csv
error: short.csv cannot be read as a run: the lines are not equally long [N0848]
[2]
$ dalembert plot none.csv
error: none.csv: No such file or directory [N0601]
[2]
$ dalembert plot o.mech --run o.mech
error: .* (re)
[2]
$ dalembert plot run.csv --run run.csv
dalembert: run.csv is a run already; with --run, FILE is the model
[2]
$ dalembert plot run.csv --set k=1
dalembert: --set is for models, and run.csv is a run
[2]

# a file whose size contradicts its header is refused
$ printf 12345678 >>run.npy
$ dalembert plot run.npy --terminal
error: run.npy cannot be read as a run: it is longer than its header says [N0848]
[2]
