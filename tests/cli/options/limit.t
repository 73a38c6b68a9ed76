Time and memory that a command may take.

# sines within sines: the derivative is one product of 20000 factors, not a product for each of them
$ { printf 'coordinate x\nkinetic = x'"'"'^2/2\nlet a0 = x\n'; for i in $(seq 20000); do echo "let a$i = sin(a$((i - 1)))"; done; echo 'potential = a20000 + x'; } >deep.mech
$ dalembert derive --limit time=6 deep.mech | sed -n '5p' | cut -c1-27
    x'' = (an expression of

# a chain of 150 links has 22500 entries of M, each of some terms
$ { echo 'count n = 150'; echo 'parameter l = 1/2, m = 1, g = 9.81'; echo 'coordinate q[1..n]'; echo 'let r[0] = [0, 0]'; echo 'let r[i] = r[i-1] + l*[sin(q[i]), -cos(q[i])] for i = 1..n'; echo 'point P[i] mass m at r[i] for i = 1..n'; echo 'gravity = [0, -g]'; } >long.mech
$ timeout 60 dalembert derive --limit time=0.5 long.mech
error: the time limit was reached [N0767]
[3]
$ timeout 60 dalembert derive --limit memory=20M long.mech
error: the memory limit of 20 MiB was reached [N0771]
[3]

# what was finished is printed, and what a search has found
$ { echo 'count n = 20'; echo 'parameter l = 1/2, m = 1, g = 9.81'; echo 'coordinate q[1..n]'; echo 'let r[0] = [0, 0]'; echo 'let r[i] = r[i-1] + l*[sin(q[i]), -cos(q[i])] for i = 1..n'; echo 'point P[i] mass m at r[i] for i = 1..n'; echo 'gravity = [0, -g]'; } >chain.mech
$ dalembert analyze --limit memory=12M chain.mech -o analysis.txt
error: the memory limit of 12 MiB was reached [N0771]
[3]
$ grep -v '\*' analysis.txt
(no title)

Constraints
    none

First integrals
    energy
    this part is not finished: a limit was reached

Equilibria
    this part could not be done: a limit was reached before

Singular states
    this part could not be done: a limit was reached before
$ dalembert analyze --limit memory=12M --format json chain.mech -o analysis.json
error: the memory limit of 12 MiB was reached [N0771]
[3]
$ python3 -c 'import json; a = json.load(open("analysis.json")); print(sorted(a), a["integral_search"]["unfinished"])'
['constraints', 'cyclic', 'freedom', 'integral_search', 'integrals'] True

$ dalembert report --limit memory=12M chain.mech -o page.html
error: the memory limit of 12 MiB was reached [N0771]
[3]
$ grep -c '</html>' page.html
1

$ dalembert examples double-pendulum >m.mech
$ dalembert derive --limit time=60 m.mech | head -1
Planar double pendulum
$ dalembert derive --limit time=-1 m.mech
dalembert: --limit takes time=SECONDS or memory=BYTES, with K, M or G, not time=-1
[2]
$ dalembert derive --limit memory=2Q m.mech
dalembert: --limit takes time=SECONDS or memory=BYTES, with K, M or G, not memory=2Q
[2]
