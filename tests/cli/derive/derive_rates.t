Rates that are given are checked against the constraints and each other: B11 (3.3), (3.4).

# two speeds that only occur together
$ dalembert derive - <<'END'
> coordinate x, y
> kinetic = x'^2 + y'^2
> speed v, w
> rate x' = v + w, y' = 2*v + 2*w
> END
<stdin>:4:6: error: the rates contain 2 speeds, but only 1 independent combinations of them [N0715]
    4 | rate x' = v + w, y' = 2*v + 2*w
      |      ^^
[2]

# rates that forbid more than the constraint does
$ dalembert derive - <<'END'
> coordinate x, y, z
> kinetic = x'^2 + y'^2 + z'^2
> speed v
> rate x' = v, y' = 2*v, z' = 0
> constraint y' = 2*x'
> END
<stdin>:4:6: error: the rates leave 1 speeds free, but the constraints leave 2 [N0727]
    4 | rate x' = v, y' = 2*v, z' = 0
      |      ^^
[2]

# rates against the constraint
$ dalembert derive - <<'END'
> coordinate x, y
> kinetic = x'^2 + y'^2
> speed v
> rate x' = v, y' = 3*v
> constraint y' = 2*x'
> END
<stdin>:5:12: error: the given rates do not satisfy this constraint [N0714]
    5 | constraint y' = 2*x'
      |            ^^^^^^^^^
[2]

# a squared velocity that would have to be negative: there is no formula for it
$ printf 'coordinate x, y\nkinetic = x%s^2/2 + y%s^2/2\nconstraint k: x%s^2 + y%s^2 = 0\nconstraint l: y%s = 1\n' "'" "'" "'" "'" "'" >negative.mech
$ dalembert derive --method appell negative.mech
negative.mech:3:15: error: this constraint cannot be solved for a velocity [N0713]
    3 | constraint k: x'^2 + y'^2 = 0
      |               ^^^^^^^^^^^^^^^
help: give the velocities yourself: `speed v` and `rate x' = ...` for each coordinate
[2]
