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
$ for c in animate linearize worksheet fmu; do dalembert $c m.mech; done
dalembert: there is no command animate; did you mean plot -o FILE.gif?
dalembert: there is no command linearize; did you mean analyze --linearize?
dalembert: there is no command worksheet; did you mean derive --worksheet?
dalembert: there is no command fmu; did you mean export -o FILE.fmu?
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
# values as options, and what other programs call an option
$ dalembert derive m.mech --latex
dalembert: derive has no option --latex; did you mean --format latex?
[2]
$ dalembert export m.mech --fmu2
dalembert: export has no option --fmu2; did you mean --target fmu2?
[2]
$ dalembert simulate m.mech --tmax=10
dalembert: simulate has no option --tmax; did you mean --to?
[2]
$ dalembert derive m.mech --tmax 10
dalembert: derive has no option --tmax; see dalembert derive --help
[2]
$ dalembert analyze m.mech --linearize --about theta1=pi
dalembert: analyze has no option --about; did you mean --at?
[2]

# the ending of a file chooses what is written, unless an option says so
$ printf 'coordinate x\nkinetic = x%s^2\n' "'" >p.mech
$ for e in txt tex json; do dalembert derive p.mech -o e.$e; done; dalembert derive p.mech | cmp - e.txt
$ dalembert derive p.mech --format latex | cmp - e.tex; dalembert derive p.mech --format json | cmp - e.json
$ dalembert derive p.mech --format json -o e.tex; cmp e.tex e.json
$ dalembert report p.mech -o r.tex; dalembert report p.mech --format latex | cmp - r.tex
$ dalembert report p.mech -o r.html; head -n 1 r.html
<!DOCTYPE html>
$ for n in c:c js:js py:python m:matlab f90:fortran rs:rust; do dalembert export p.mech -o x.${n%:*}; dalembert export p.mech --target ${n#*:} | cmp - x.${n%:*}; done
$ dalembert export p.mech --target js -o x.txt; cmp x.txt x.js

# an ending that would be mistaken for another format is refused before anything is done; others do not matter
$ dalembert report p.mech -o r.pdf
dalembert: report does not write .pdf: use one of .html, .tex, or give --format; for a PDF, write a .tex by dalembert report and run pdflatex
[2]
$ dalembert derive no-such.mech -o e.html
dalembert: derive does not write .html: use one of .txt, .tex, .json, or give --format; dalembert report writes a page
[2]
$ dalembert export p.mech -o x.mo
dalembert: export does not write .mo: use one of .c, .js, .py, .m, .f90, .rs, .fmu, or give --target; Modelica tools read an FMU: dalembert export -o FILE.fmu
[2]
$ dalembert check p.mech -o x.py
dalembert: check does not write .py: use one of .txt, .tex, .json, or give --format
[2]
$ dalembert derive p.mech -o e.out; cmp e.txt e.out; mkdir d.json; dalembert derive p.mech -o d.json/e; cmp e.txt d.json/e
$ dalembert export p.mech --target fmu
error: equations are exported as `c`, `js`, `python`, `matlab`, `fortran`, `rust`, `fmu2`, `fmu3`, not as fmu [N0821]
help: Modelica tools read an FMU: `fmu2` or `fmu3`
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
