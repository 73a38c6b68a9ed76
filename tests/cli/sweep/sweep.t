Sweeps: many motions of one model, as a folder of parts.

$ cat >fall.mech <<'END'
> parameter g = 10, h = 1
> coordinate y
> point P mass 1 at [0, y]
> gravity = [0, -g]
> initial y = h, y' = 0
> stop when y = 0
> observe speed = final(y'), landing = time(stop), middle = mean(y)
> simulate to 10 every 0.01
> sweep g = (5, 20), h = 0.1:0.3 step 0.1
> END

# y = h - g t^2/2: landing at sqrt(2 h/g), with speed -sqrt(2 g h); the mean height is 2/3 h
$ dalembert sweep fall.mech -o fall
6 of 6 members done
6 of 6 parts
$ dalembert sweep --collect fall -o fall.csv >statistics; cut -d , -f 1-4 fall.csv
member,end,g,h
0,1,5,0.1
1,1,5,0.2
2,1,5,0.3
3,1,20,0.1
4,1,20,0.2
5,1,20,0.3
$ awk -F , 'NR > 1 && ($5 + sqrt(2*$3*$4))^2 + ($6 - sqrt(2*$4/$3))^2 + ($7 - 2*$4/3)^2 > 1e-16' fall.csv
$ sed 's/  */ /g' statistics
 count mean deviation q05 q50 q95
speed 6 -2.07313 0.917904 -3.30518 -1.86603 -1.10355
landing 6 0.207313 0.0917904 0.110355 0.186603 0.330518
middle 6 0.133333 0.0596285 0.0666667 0.133333 0.2

# a report shows them, too
$ dalembert report fall.mech -o fall.html -q; grep -o "What varies[^<]*" fall.html
What varies: g: 2 values; h: 3 values from 0.1 to 0.3. 6 of 6 motions are shown here.
$ grep -o "<code>[a-z]*</code></th>.*</td></tr>" fall.html | sed "s/<[^>]*>/ /g; s/  */ /g"
 speed 6 -2.07313 0.917904 -3.30518 -1.86603 -1.10355 
 landing 6 0.207313 0.0917904 0.110355 0.186603 0.330518 
 middle 6 0.133333 0.0596285 0.0666667 0.133333 0.2 
$ dalembert report fall.mech --format latex -o - -q | grep -A 3 "What varies" | tail -n 2
& Motions& Mean& Deviation& 5 \%& Median& 95 \% \\
speed & 6 & -2.07313 & 0.917904 & -3.30518 & -1.86603 & -1.10355 \\
$ dalembert report fall.mech -o - -q --set g=1 | grep -A 1 "The model asks for many" | tail -n 1
<p class="box open">g is varied by the sweep, so it cannot be set as well</p>

# it continues where it was, and only with the same plan
$ rm fall/parts/000003.h5; dalembert sweep --status fall
5 of 6 members done, 1 missing
5 of 6 parts
$ dalembert sweep fall.mech -o fall -q; dalembert sweep --status fall
6 of 6 members done
6 of 6 parts
$ dalembert sweep fall.mech -o fall --vary h=0.1:0.3:0.2
error: fall belongs to another plan: what is varied differs [N0939]
help: choose another folder by -o, or repeat the command that began this one
[2]
$ dalembert sweep fall.mech -o fall --set g=1
fall.mech:9:7: error: g is varied by the sweep, so it cannot be set as well [N0944]
    9 | sweep g = (5, 20), h = 0.1:0.3 step 0.1
      |       ^
[2]

# one member alone, as simulate follows it
$ dalembert sweep fall.mech --member 4 -o one.csv 2>&1 | tail -n 1
speed = -2.828427125, landing = 0.1414213562, middle = 0.1333333333
$ dalembert simulate fall.mech --set g=20,h=0.2 --code native -o two.csv -q; cmp one.csv two.csv
$ dalembert sweep fall.mech --member 6 -o one.csv
error: there is no member 6: the numbers go from 0 to 5 [N0943]
[2]

# mistakes are reported
$ dalembert sweep fall.mech
dalembert: sweep needs a folder for its parts: -o FOLDER
[2]
$ dalembert sweep fall.mech -o x --vary "g=normal(10, 0)" --samples 10
--vary:1:1: error: g: the standard deviation must be greater than 0 [N0935]
    1 | g=normal(10, 0)
      | ^
[2]
$ dalembert sweep fall.mech -o x --vary "g=normal(10, 1)"
--vary:1:1: error: g has a distribution, but the number of samples is not given [N0936]
    1 | g=normal(10, 1)
      | ^
help: write `sweep 1000 by random` in the model, or give --samples 1000
[2]
$ dalembert sweep fall.mech -o x --vary "g=normal(10, 1)" --samples 10 --by grid
--vary:1:1: error: g has a distribution, so it cannot be part of a grid [N0948]
    1 | g=normal(10, 1)
      | ^
[2]
$ dalembert sweep fall.mech -o x --vary g=1:2:-1
--vary:1:1: error: g: the step leads away from the last value [N0935]
    1 | g=1:2:-1
      | ^
[2]
$ dalembert sweep fall.mech -o x --vary "g=uniform(1, 2)" --samples 2.5
--vary:1:1: error: the number of samples: a whole number from 1 to 1000000000 is needed [N0935]
    1 | 2.5
      | ^^^
[2]
$ dalembert sweep fall.mech -o x --vary "g=1:2 points 1000000" --vary "h=1:2 points 1000000"
--vary:1:1: error: the sweep has more than 1000000000 members [N0938]
    1 | g=1:2 points 1000000
      | ^
[2]
$ dalembert sweep fall.mech -o x --part 4/3
dalembert: --part needs K/N with K from 1 to N, not 4/3
[2]
$ dalembert sweep --status nowhere
error: nowhere is not the folder of a sweep: it has no plan.json [N0940]
[2]
$ dalembert sweep --collect fall -o fall.txt
error: unknown file ending of fall.txt: use .h5, .npy or .csv [N0945]
[2]
$ grep -v sweep fall.mech >plain.mech; dalembert sweep plain.mech -o x
error: the model does not say what to vary [N0937]
help: write `sweep m = 1:3 step 0.5` in the model, or give --vary "m=1:3:0.5"
[2]
$ ls x
ls: cannot access 'x': No such file or directory
[2]

# parts are HDF5 files; without the library there are none
$ DALEMBERT_HDF5=nowhere dalembert sweep fall.mech -o x
error: x: its files are HDF5, and the library cannot be used: nowhere: cannot open shared object file: No such file or directory [N0950]
help: install HDF5, on Debian the package libhdf5-dev
[2]
$ DALEMBERT_HDF5=nowhere dalembert sweep --status fall 2>&1 | head -n 1
error: fall: its files are HDF5, and the library cannot be used: nowhere: cannot open shared object file: No such file or directory [N0950]
