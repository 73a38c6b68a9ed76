States that refute what the papers print: the two values and their difference fit each other, the states
satisfy constraints and conditions, and eval finds the same values there (judge.py).

$ judge() { for model; do python3 "$TESTDIR/judge.py" "$MODELS/$model.mech"; done; }
$ judge chaplygin-sleigh nonholonomic-double-pendulum-free disk-on-bar
5 judged
5 judged
4 judged

# conditions, rates of energies, momenta in the state
$ judge nonholonomic-double-pendulum-symmetric bead-on-hoop tracking-arm hamilton-incline
1 judged
2 judged
1 judged
2 judged

# the judge can fail: a value that is missing, a state off the wire, a difference of zero
$ cat >bead.mech <<'EOF'
> parameter m = 1, g = 10
> coordinate x, y
> point P mass m at [x, y]
> gravity = [0, -g]
> constraint wire: y = x^2
> initial x = 1
> claim "flat" x'' = 0
> EOF
$ mkdir fake; program=$(command -v dalembert)
$ cat >fake/dalembert <<EOF
> #!/bin/sh
> if [ "\$1" = check ]; then "$program" "\$@" | sed "\$FAKE"; else "$program" "\$@"; fi
> EOF
$ chmod +x fake/dalembert
$ PATH="$PWD/fake:$PATH"; export FAKE
$ FAKE='s/detail": "-[0-9.]* on/detail": "-3 on/'; judge() { python3 "$TESTDIR/judge.py" bead.mech | sed -n 1p; }; judge
bead.mech, line 7: the difference of -3 and 0 is not -.* (re)
$ FAKE='s/detail": .*, at/detail": "-3 on the left, 0 on the right, difference -3, at/'; judge
bead.mech, line 7: eval finds -.* and 0 (re)
$ FAKE='s/ y = 1,/ y = 2,/'; judge
bead.mech, line 7: the constraint wire is violated by 1
$ FAKE=''; judge
1 judged
