A run is a table of states: its results, such as the energy, are columns of their own, which eval computes again.

$ python3 $TESTDIR/state_run.py double-pendulum rolling-disk hamilton-nonholonomic-particle chaplygin-sleigh four-bar
5 models, 0 differences

# as a user does it
$ dalembert simulate double-pendulum --to 2 --every 1 -qo run.csv; head -n 1 run.csv
t,theta1,theta2,theta1',theta2',height,energy,constraint_error
$ dalembert eval double-pendulum --at @run.csv | grep -c '^energy'
3

# other methods read it as well
$ for m in hamilton udwadia appell; do dalembert eval double-pendulum --method $m --at @run.csv | grep -c '^energy'; done | paste -sd ' '
3 3 3

# results of another model are not taken for states
$ sed '1s/height/depth/' run.csv >other.csv; dalembert eval double-pendulum --at @other.csv
other.csv:1:33: error: the column depth is not t, a coordinate, a velocity, a momentum or a speed [N0606]
    1 | t,theta1,theta2,theta1',theta2',depth,energy,constraint_error
      |                                 ^^^^^
[2]

# nor results without a run
$ cut -d , -f 1-7 run.csv >half.csv; dalembert eval double-pendulum --at @half.csv 2>&1 | grep error
half.csv:1:33: error: the column height is not t, a coordinate, a velocity, a momentum or a speed [N0606]
half.csv:1:40: error: the column energy is not t, a coordinate, a velocity, a momentum or a speed [N0606]

# velocities that do not follow from the momenta beside them
$ dalembert simulate hamilton-nonholonomic-particle --to 1 --every 1 -qo h.csv; head -n 1 h.csv
t,x,y,z,x',y',z',px,py,pz,energy,constraint_error
$ awk -F , -v OFS=, 'NR == 3 { $5 += 0.01 } { print }' h.csv >wrong.csv; dalembert eval hamilton-nonholonomic-particle --at @wrong.csv 2>&1 | grep -v '|'
wrong.csv:3:1: error: x' and px are both given; one follows from the other [N0603]
