Time and memory that a command may take.

# sines within sines: the derivation of their closed form takes hours
$ { printf 'coordinate x\nkinetic = x'"'"'^2/2\nlet a0 = x\n'; for i in $(seq 3000); do echo "let a$i = sin(a$((i - 1)))"; done; echo 'potential = a3000'; } >deep.mech
$ timeout 60 dalembert derive --limit time=0.5 deep.mech
dalembert: the time of --limit is used up
[3]

$ dalembert examples double-pendulum >m.mech
$ dalembert derive --limit time=60 m.mech | head -1
Planar double pendulum
$ dalembert derive --limit time=-1 m.mech
dalembert: --limit takes time=SECONDS or memory=BYTES, with K, M or G, not time=-1
[2]
$ dalembert derive --limit memory=2Q m.mech
dalembert: --limit takes time=SECONDS or memory=BYTES, with K, M or G, not memory=2Q
[2]
