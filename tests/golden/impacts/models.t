Systems whose constraints come and go: every claim is proved, or refuted as denied.

$ for f in ball-in-box bead-leaving-sphere bouncing-ball double-pendulum-stop ladder newtons-cradle rocking-block; do dalembert check "$TESTDIR/$f.mech" | tail -n 1; done
2 claims: 2 proved
1 claim: 1 proved
4 claims: 3 proved, 1 refuted as denied
3 claims: 3 proved
4 claims: 4 proved
3 claims: 3 proved
1 claim: 1 proved
