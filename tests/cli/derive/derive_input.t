Where models come from, and the methods they are derived by.

$ printf 'coordinate x\nkinetic = 1/2*x%s^2\npotential = x\n' "'" >fall.mech

# a file, or standard input: the same
$ dalembert derive fall.mech >a; dalembert derive - <fall.mech | cmp - a
$ cat fall.mech | dalembert derive - | cmp - a

# options stand before or after the file
$ dalembert derive --quiet --format text fall.mech | cmp - a

# no such file, a folder, no name
$ dalembert derive no-such.mech
error: no-such.mech: No such file or directory [N0601]
[2]
$ dalembert derive .
error: .: Is a directory [N0601]
[2]
$ dalembert derive ''
error: : No such file or directory [N0601]
[2]

# standard input that is closed
$ dalembert derive - <&-
error: -: Bad file descriptor [N0601]
[2]

# a file without an end of line, with DOS line ends, with a byte order mark
$ printf 'coordinate x\nkinetic = 1/2*x%s^2\npotential = x' "'" | dalembert derive - | cmp - a
$ sed 's/$/\r/' fall.mech | dalembert derive - | cmp - a
$ (printf '\357\273\277'; cat fall.mech) | dalembert derive - | cmp - a

# --quiet: no warnings, but errors
$ printf 'gravity = [0, -1]\n' | cat fall.mech - >warn.mech
$ dalembert derive warn.mech 2>&1 >/dev/null
warn.mech:4:1: warning: gravity has no effect: the model has no masses [N0509]
    4 | gravity = [0, -1]
      | ^^^^^^^^^^^^^^^^^
$ dalembert derive warn.mech --quiet 2>&1 >/dev/null
$ dalembert derive warn.mech -q | cmp - a
$ printf 'coordinate x\n' | dalembert derive - --quiet
<stdin>:1:12: error: the model has no mass and no kinetic energy [N0502]
    1 | coordinate x
      |            ^
help: give a mass (`point P mass m at [x, y]`), `kinetic = ...`, `lagrangian = ...` or `hamiltonian = ...`
[2]

# the natural method of a model without constraints
$ dalembert derive fall.mech --method lagrange | cmp - a

# no such method
$ dalembert derive fall.mech --method magic
error: unknown method magic [N0701]
help: the methods are lagrange, multipliers, udwadia, appell, hamilton, hamel, whittaker
[2]
$ dalembert derive fall.mech --method Lagrange
error: unknown method Lagrange [N0701]
help: did you mean lagrange? The methods are lagrange, multipliers, udwadia, appell, hamilton, hamel, whittaker
[2]
$ dalembert derive fall.mech --method ''
error: unknown method  [N0701]
help: the methods are lagrange, multipliers, udwadia, appell, hamilton, hamel, whittaker
[2]
$ dalembert eval fall.mech --method magic
error: unknown method magic [N0701]
help: the methods are lagrange, multipliers, udwadia, appell, hamilton, hamel, whittaker
[2]

# a mistake in the model is reported first
$ printf 'coordinate x\n' | dalembert derive - --method magic
<stdin>:1:12: error: the model has no mass and no kinetic energy [N0502]
    1 | coordinate x
      |            ^
help: give a mass (`point P mass m at [x, y]`), `kinetic = ...`, `lagrangian = ...` or `hamiltonian = ...`
[2]

# parameters are set before the equations are derived: a mistake there is one
$ dalembert derive fall.mech --set m=1
--set:1:1: error: m is not declared [N0201]
    1 | m=1
      | ^
help: the coordinates are x
[2]

# a method for other models
$ cat >rod.mech <<'END'
> coordinate x, y
> kinetic = 1/2*(x'^2 + y'^2)
> constraint rod: x^2 + y^2 = 1
> END
$ dalembert derive rod.mech --method lagrange
rod.mech:3:17: error: the model has constraints, which the method lagrange does not accept [N0703]
    3 | constraint rod: x^2 + y^2 = 1
      |                 ^^^^^^^^^^^^^
[2]
