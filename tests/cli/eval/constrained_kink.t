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

# also if what is inside follows from the others, or its second derivatives are all that is missing
$ cat >two.mech <<'END'
> coordinate x, y
> kinetic = 1/2*(x'^2 + y'^2)
> constraint one: x = y
> constraint two: abs(x - y) = 0
> initial x = 1, y = 1, x' = 1, y' = 1
> END
$ dalembert eval two.mech 2>&1 | grep error
two.mech:4:17: error: the constraint two or its derivatives are not finite at this state [N0754]
$ dalembert simulate two.mech --to 1 2>&1 | grep error
two.mech:4:17: error: the constraint two or its derivatives are not finite at this state [N0754]
$ sed '3d; s/abs(x - y)/(x - y)*abs(x - y)/' two.mech >one.mech
$ dalembert eval one.mech 2>&1 | grep error
one.mech:3:17: error: the constraint two is degenerate: its derivatives vanish at and near the initial state [N0750]
$ sed '3d; s/abs(x - y) = 0/abs(x) = y/' two.mech >edge.mech  # at other states it has derivatives
$ dalembert eval edge.mech | grep "y''"
  y''    = 0
