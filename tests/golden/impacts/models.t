Systems whose constraints come and go: every claim is proved, or refuted as denied.

$ for f in ball-in-box bead-leaving-sphere bouncing-ball double-pendulum-stop ladder newtons-cradle rimless-wheel rocking-block trebuchet; do dalembert check "$MODELS/$f.mech" | tail -n 1; done
10 claims: 9 proved, 1 refuted as denied
5 claims: 5 proved
7 claims: 6 proved, 1 refuted as denied
6 claims: 5 proved, 1 refuted as denied
7 claims: 6 proved, 1 refuted as denied
7 claims: 6 proved, 1 refuted as denied
6 claims: 6 proved
4 claims: 3 proved, 1 refuted as denied
5 claims: 4 proved, 1 refuted as denied
