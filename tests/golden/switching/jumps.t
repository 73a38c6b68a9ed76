Jumps do not show in derivatives, which are 0 on both sides: whatever is judged by these is judged by its jumps, too.

# what is conserved
$ cat >conserved.mech <<'END'
> coordinate x, y
> kinetic = 1/2*(x'^2 + y'^2)
> initial x' = 1, y' = 2
> deny "sign" conserved sign(x)
> deny "far away" conserved step(x - 30)
> deny "if" conserved if(y < 2, 1, 3)
> deny "hidden" conserved abs(x)/x
> deny "branch cut" conserved atan2(x, y) - atan(x/y)
> deny "beside an integral" conserved x' + step(x)
> claim "of an integral" conserved sign(x*y' - y*x')
> claim "continuous" conserved (abs(x) - x)*step(x) + y'
> claim "angle" conserved atan2(x', y')
> END
$ dalembert check conserved.mech | tail -n 1
9 claims: 3 proved, 6 refuted as denied
$ sed 's/deny/claim/' conserved.mech | dalembert check - | grep -A 1 far
refuted   far away  <- FAILS
          line 5: its rate is 0, but it jumps where x - 30 = 0, as at x = 30, x' = 1
$ sed 's/deny/claim/' conserved.mech | dalembert check - --certificate proofs.json >/dev/null
[1]
$ grep -c '"title": "sign"' proofs.json
0
[1]

# linear and integrable
$ cat >linear.mech <<'END'
> coordinate x, y, z
> kinetic = 1/2*(x'^2 + y'^2 + z'^2)
> constraint c: z' = abs(x')
> initial x' = 1, z' = 1
> deny linear c
> END
$ dalembert check linear.mech | tail -n 1
1 claim: 0 proved, 1 refuted as denied
$ for a in "sign(y)" "if(y < 5, 0, y - 5)"; do sed "s/abs(x')/$a*x'/; s/linear c/integrable c/; s/z' = 1/y = 1/" linear.mech >form.mech; dalembert check form.mech | grep unknown; dalembert analyze form.mech --only constraints | grep ' c '; done
unknown   deny integrable c (denied)  <- FAILS
    c  linear; integrable on one side of where it jumps or bends
unknown   deny integrable c (denied)  <- FAILS
    c  linear; integrable on one side of where it jumps or bends
$ printf "coordinate x\nkinetic = x'^2\nspeed w = abs(x')\n" | dalembert derive - 2>&1 | head -n 1
<stdin>:3:11: error: a quasi-velocity must be a sum of velocities times functions of position [N0405]
$ printf "coordinate x, y\nkinetic = x'^2 + y'^2\nconstraint c: x = t realized by abs(y')\n" | dalembert derive - 2>&1 | head -n 1
<stdin>:3:33: error: what follows `realized by` must be a sum of velocities times functions of position [N0405]
$ printf "coordinate x, y\nkinetic = x'^2 + y'^2\nconstraint c: x'' = abs(y'')\n" | dalembert derive - 2>&1 | head -n 1
<stdin>:3:15: error: accelerations may enter a constraint only linearly [N0408]

# A Lagrangian that jumps needs an impulse: a step of the potential, a mass that changes, a field in a sheet, a pivot that
# jerks, momenta that jump with the sign of a velocity.
$ try() { printf "coordinate x, y\n%s\ninitial x' = 2\n" "$1" | dalembert simulate - --to 2 --every 2 -q 2>&1 | sed 's/:.*//' | tail -n 2 | head -n 1; }
$ try "lagrangian = 1/2*(x'^2 + y'^2) - step(x - 1)"
error
$ try "lagrangian = 1/2*(1 + step(x - 1))*x'^2 + y'^2"
error
$ try "lagrangian = 1/2*(x'^2 + y'^2) + sign(x - 1)*y'"
error
$ try "lagrangian = 1/2*(x'^2 + y'^2) + abs(x')"
error
$ printf "coordinate a\npoint P mass 1 at [abs(t - 1) + sin(a), -cos(a)]\n" | dalembert derive -
error: the Lagrangian jumps where t - 1 = 0: a motion that passes there needs an impulse, which its equations do not contain [N0766]
help: as at a = 0, a' = 0.53, t = 1; forces may jump, energies, masses and velocities of points may not
[2]

# What bends, what is switched on at a time, the rate of a function, and two forms that meet need none.
$ try "lagrangian = 1/2*(x'^2 + y'^2) - abs(x - 1)"
0,0,0,2,0,3,0
$ try "lagrangian = 1/2*(x'^2 + y'^2) - step(t - 1)*x"
0,0,0,2,0,2,0
$ try "lagrangian = 1/2*(x'^2 + y'^2) + sign(x - 1)*x'"
0,0,0,2,0,2,0
$ try "lagrangian = 1/2*(x'^2 + y'^2) - if(x > 1, 2*x - 1, x^2)"
0,0,0,2,0,2,0
$ try "parameter k = 3, c = 3/2
> lagrangian = 1/2*(x'^2 + y'^2) - if(x > 1, c*x, k*x^2/2)"
0,0,0,2,0,2,0

# Constraints whose velocities jump: x = pi - |t - pi| for 0 < t < 2 pi; what they do to integrals is not known.
$ printf "coordinate x, y\nkinetic = 1/2*(x'^2 + y'^2)\nconstraint c: x' = sign(sin(t))\nclaim conserved x'\nclaim conserved y'\n" >square.mech
$ for method in multipliers udwadia appell; do dalembert simulate square.mech --to 5 --every 5 -q --method $method | tail -n 1 | cut -d, -f2 | cut -c 1-12; done
1.2831853071
1.2831853071
1.2831853071
$ dalembert export square.mech -o square.c
square.mech:3:15: error: velocities jump with the constraint c where sin(t) = 0, and exported equations cannot follow that [N0899]
    3 | constraint c: x' = sign(sin(t))
      |               ^^^^^^^^^^^^^^^^^
[2]
$ dalembert check square.mech | grep -A 1 ^unknown | head -n 2
unknown   claim conserved x'  <- FAILS
          line 4: its rate is 0, but velocities jump with the constraint c where sin(t) = 0
$ printf "coordinate x\nkinetic = 1/2*x'^2\nconstraint c: x = abs(t - 1)\n" | dalembert simulate - --to 2 --every 2 -q 2>&1 | grep -o N0898
N0898

# Forces that are switched by the time depend on it: no rest, no stability by the energy, no integrals that jump.
$ printf "coordinate x\nkinetic = 1/2*x'^2\nforce x = sign(sin(t)) - x\n" | dalembert analyze - --only integrals,equilibria | grep -v "searched\|candidates\|^ *sin("
(no title)

First integrals
    linear in the velocities
        x'*cos(t) + x*sin(t) - sin(t)*sign(sin(t))
    formulas whose rates vanish, but which jump, are not among them

Equilibria
    none was found
$ printf "coordinate x\nkinetic = 1/2*x'^2\npotential = (2 + sign(sin(t)))*x^2/2\n" | dalembert analyze - --only integrals,equilibria | grep -v "searched\|candidates\|^ *sin("
(no title)

First integrals
    none was found
    formulas whose rates vanish, but which jump, are not among them

Equilibria
    1. x = 0: undecided
       the energy depends on the time
