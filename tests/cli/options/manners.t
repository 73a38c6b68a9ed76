What people type: short options, --, names of the gallery, and words that are nearly right.

$ dalembert examples double-pendulum >m.mech

# -o with its value in the same word, and letters together
$ dalembert derive m.mech -oa.txt; dalembert derive m.mech -o b.txt; dalembert derive m.mech -qoc.txt; dalembert derive -q -o=d.txt m.mech
$ cmp a.txt b.txt && cmp a.txt c.txt && cmp a.txt =d.txt
$ dalembert derive m.mech -qx
dalembert: derive has no option -qx; see dalembert derive --help
[2]
$ dalembert derive m.mech -qo
dalembert: --output needs FILE after it
[2]

# after -- nothing is an option
$ cp m.mech ./--quiet; dalembert derive -oe.txt -- --quiet; cmp a.txt e.txt
$ dalembert derive --
dalembert: derive needs a model file; see dalembert derive --help
[2]
$ dalembert derive -- m.mech --worksheet
dalembert: one FILE is enough: m.mech and --worksheet
[2]
$ dalembert examples -- double-pendulum | cmp - m.mech

# -V is --version, help takes a command
$ dalembert -V >v; dalembert --version | cmp - v
$ dalembert -V --verbose | head -n 1 | cmp - v
$ for c in derive eval check analyze simulate plot report export examples completion help; do dalembert help $c >h; dalembert $c --help | cmp - h; done
$ dalembert help simulat
dalembert: there is no command simulat; did you mean simulate?
[2]
$ dalembert help a b
dalembert: one [COMMAND] is enough: a and b
[2]

# --set again and again; the last one holds
$ dalembert eval m.mech --set m1=2 --set m2=5,g=1 --format json >two; dalembert eval m.mech --set m1=2,m2=5,g=1 --format json | cmp - two
$ dalembert eval m.mech --set g=3 --set m1=2,m2=5 --set g=1 --format json | cmp - two

# misspelt commands, and what other programs call them
$ for c in dervie deriv Simulate anaylze analyse evaluate run integrate version; do dalembert $c m.mech; done
dalembert: there is no command dervie; did you mean derive?
dalembert: there is no command deriv; did you mean derive?
dalembert: there is no command Simulate; did you mean simulate?
dalembert: there is no command anaylze; did you mean analyze?
dalembert: there is no command analyse; did you mean analyze?
dalembert: there is no command evaluate; did you mean eval?
dalembert: there is no command run; did you mean simulate?
dalembert: there is no command integrate; did you mean simulate?
dalembert: there is no command version; did you mean --version?
[2]
$ dalembert m.mech
dalembert: which command? For example dalembert derive m.mech
[2]

# misspelt options, with their values, and those of other commands
$ dalembert derive m.mech --wroksheet
dalembert: derive has no option --wroksheet; did you mean --worksheet?
[2]
$ dalembert simulate m.mech --integ=bdf
dalembert: simulate has no option --integ; did you mean --integrator?
[2]
$ dalembert derive m.mech --rtol 1e-9
dalembert: derive has no option --rtol, which simulate, sweep and plot take
[2]
$ dalembert derive m.mech --certificate=x
dalembert: derive has no option --certificate, which check takes
[2]

# misspelt methods, and names that others give them
$ dalembert derive m.mech --method hamilto
error: unknown method hamilto [N0701]
help: did you mean hamilton? The methods are lagrange, multipliers, udwadia, appell, hamilton, hamel, whittaker
[2]
$ dalembert derive m.mech --method kane
error: unknown method kane [N0701]
help: Kane's equations are those of appell, in free speeds, and of hamel, in quasi-velocities
[2]
$ dalembert derive m.mech --method Newton-Euler
error: unknown method Newton-Euler [N0701]
help: in the coordinates of all bodies, with their joints as constraints, they are multipliers
[2]

# a model of the gallery by its name, in every command; a file of that name comes first
$ dalembert derive double-pendulum | cmp - a.txt
$ dalembert eval double-pendulum --format json >n; dalembert eval m.mech --format json | cmp - n
$ dalembert simulate double-pendulum --to 1 -qo one.csv; dalembert simulate m.mech --to 1 -qo two.csv; cmp one.csv two.csv
$ dalembert export double-pendulum -o g.c; dalembert examples double-pendulum -o double-pendulum.mech; dalembert export double-pendulum.mech | cmp - g.c
$ mkdir two-bars; dalembert derive two-bars | head -n 1
Two bars
$ printf 'system "Mine"\ncoordinate x\nkinetic = x%s^2\n' "'" >pulleys; dalembert derive pulleys | head -n 1
Mine
$ dalembert derive dobule-pendulum
error: dobule-pendulum: No such file or directory [N0601]
help: the gallery has double-pendulum
[2]
$ dalembert eval rolling-disk.mech
error: rolling-disk.mech: No such file or directory [N0601]
help: the gallery has rolling-disk
[2]
$ dalembert examples kepler
dalembert: there is no example kepler; did you mean kepler-cartesian?
[2]
$ dalembert derive no-such-thing
error: no-such-thing: No such file or directory [N0601]
[2]
$ dalembert eval rolling-disk --set m=x
--set:1:3: error: x is a coordinate, but this value may contain only parameters [N0403]
    1 | m=x
      |   ^
[2]
