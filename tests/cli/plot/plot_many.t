A figure of very many points shows the first ones, and says so.

$ { echo 'coordinate x'; for i in $(seq 201); do echo "point P$i mass 1 at [x, $i]"; done; echo 'initial x = 0, x'"'"' = 1'; } >many.mech
$ dalembert plot many.mech --to 1 -o many.svg
$ grep -c 'the first 200 of 201 points; --show orbits shows all' many.svg
1
$ dalembert plot many.mech --to 1 --show orbits -o all.svg
$ grep -c 'the first 200' all.svg
0
[1]
