Constraints that have no derivative where they hold: the message says so, and what to write.

$ cat >kink.mech <<'END'
> coordinate x, y
> kinetic = 1/2*(x'^2 + y'^2)
> constraint c: abs(x^2 + y^2 - 1) = 0
> initial x = 1
> END
$ dalembert eval kink.mech
kink.mech:3:15: error: the constraint c or its derivatives are not finite at this state [N0754]
    3 | constraint c: abs(x^2 + y^2 - 1) = 0
      |               ^^^^^^^^^^^^^^^^^^^^^^
help: abs(c) and sqrt(c) have no derivative where c vanishes: to require that, write c = 0
[2]
$ dalembert simulate kink.mech --to 1 2>&1 | grep -o 'N0...'
N0754

# a root
$ sed -i 's/abs/sqrt/; s/x = 1/x = 1, y = 0/' kink.mech
$ dalembert eval kink.mech 2>&1 | grep -o 'N0...'
N0754
