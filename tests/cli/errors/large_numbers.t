Exact numbers have 65536 bits at most, whatever makes them: 3 squared 17 times would have 207745.

$ { printf 'coordinate x\nkinetic = x'"'"'^2/2\nlet a0 = 3\n'; for i in $(seq 17); do echo "let a$i = a$((i - 1))*a$((i - 1))"; done; echo 'potential = a15*x'; } >squares.mech
$ dalembert derive squares.mech 2>&1 | head -3
squares.mech:19:1: error: this number is too large [N0314]
   19 | let a16 = a15*a15
      | ^^^
