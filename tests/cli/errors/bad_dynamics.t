Mistakes in energies, gravity, forces and torques.

# an equals sign
$ dalembert derive - <<'EOF'
> coordinate x
> kinetic 1/2*x'^2
> EOF
<stdin>:2:9: error: = is needed here, not 1 [N0402]
    2 | kinetic 1/2*x'^2
      |         ^
help: an energy is given after =, and += adds to it
[2]

# a scalar
$ dalembert derive - <<'EOF'
> coordinate x
> kinetic = [x', 0]
> EOF
<stdin>:2:11: error: a scalar is needed here, but this is a vector [N0305]
    2 | kinetic = [x', 0]
      |           ^^^^^^^
[2]

# without accelerations
$ dalembert derive - <<'EOF'
> coordinate x
> kinetic = 1/2*x*x''
> EOF
<stdin>:2:17: error: x'' is an acceleration, but a kinetic energy may contain only coordinates, velocities, t and parameters [N0403]
    2 | kinetic = 1/2*x*x''
      |                 ^^^
help: write it with the velocities x', y', ... as if there were no constraint
[2]

# free speeds do not enter the energies
$ dalembert derive - <<'EOF'
> coordinate x
> speed v
> rate x' = v
> kinetic = 1/2*v^2
> EOF
<stdin>:4:15: error: v is a free speed, but a kinetic energy may contain only coordinates, velocities, t and parameters [N0403]
    4 | kinetic = 1/2*v^2
      |               ^
help: write it with the velocities x', y', ... as if there were no constraint
[2]

# masses and `kinetic =`
$ dalembert derive - <<'EOF'
> parameter J = 2
> coordinate x, a
> point P mass 1 at [x, 0]
> kinetic = 1/2*J*a'^2
> EOF
<stdin>:4:1: error: `kinetic =` would replace the kinetic energy of P [N0503]
    4 | kinetic = 1/2*J*a'^2
      | ^^^^^^^^^^^^^^^^^^^^
help: write `kinetic += ...` to add to the kinetic energy of the masses
[2]

# twice
$ dalembert derive - <<'EOF'
> coordinate x
> kinetic = 1/2*x'^2
> kinetic = x'^2
> EOF
<stdin>:3:1: error: kinetic is given twice [N0404]
    3 | kinetic = x'^2
      | ^^^^^^^^^^^^^^
help: `kinetic += ...` adds to it
[2]

# a potential depends on position and time
$ dalembert derive - <<'EOF'
> coordinate x
> kinetic = 1/2*x'^2
> potential = x*x'
> EOF
<stdin>:3:15: error: x' is a velocity, but a potential energy may contain only coordinates, t and parameters [N0403]
    3 | potential = x*x'
      |               ^^
help: energy that depends on velocities belongs in `lagrangian = ...`
[2]

# a Lagrangian says it all
$ dalembert derive - <<'EOF'
> coordinate x
> lagrangian = 1/2*x'^2 - x
> potential = x
> EOF
<stdin>:2:1: error: `lagrangian` defines the dynamics completely, but there is also potential [N0504]
    2 | lagrangian = 1/2*x'^2 - x
      | ^^^^^^^^^^^^^^^^^^^^^^^^^
[2]

# and a point with mass would say more
$ dalembert derive - <<'EOF'
> coordinate x
> point P mass 1 at [x, 0]
> lagrangian = 1/2*x'^2 - x
> EOF
<stdin>:3:1: error: `lagrangian` defines the dynamics completely, but there is also the mass of P [N0504]
    3 | lagrangian = 1/2*x'^2 - x
      | ^^^^^^^^^^^^^^^^^^^^^^^^^
[2]

# a Hamiltonian depends on momenta, not on velocities
$ dalembert derive - <<'EOF'
> coordinate x
> hamiltonian = x'^2/2 + x^2/2
> EOF
<stdin>:2:15: error: x' is a velocity, but a Hamiltonian may contain only coordinates, momenta, t and parameters [N0403]
    2 | hamiltonian = x'^2/2 + x^2/2
      |               ^^
help: write it with the momenta, whose default names are p_x, p_y, ...
[2]

# a Hamiltonian beside a Lagrangian
$ dalembert derive - <<'EOF'
> coordinate x
> hamiltonian = p_x^2/2
> lagrangian = x'^2/2
> EOF
<stdin>:3:1: error: `lagrangian` defines the dynamics completely, but there is also hamiltonian [N0504]
    3 | lagrangian = x'^2/2
      | ^^^^^^^^^^^^^^^^^^^
[2]

# dissipation is a scalar function
$ dalembert derive - <<'EOF'
> coordinate x
> kinetic = 1/2*x'^2
> dissipation = 1/2*c*x'^2
> EOF
<stdin>:3:19: error: c is not declared [N0201]
    3 | dissipation = 1/2*c*x'^2
      |                   ^
help: declare it above: `parameter c` or `coordinate c`
[2]

# gravity is a vector
$ dalembert derive - <<'EOF'
> parameter g = 9.81
> coordinate x
> point P mass 1 at [x, 0]
> gravity = -g
> EOF
<stdin>:4:11: error: a vector is needed here, but this is a scalar [N0306]
    4 | gravity = -g
      |           ^^
help: gravity is a vector, such as [0, -g] or [0, 0, -g]
[2]

# it is the same everywhere
$ dalembert derive - <<'EOF'
> coordinate x
> point P mass 1 at [x, 0]
> gravity = [0, -x]
> EOF
<stdin>:3:16: error: x is a coordinate, but uniform gravity may contain only t and parameters [N0403]
    3 | gravity = [0, -x]
      |                ^
help: a field that changes from place to place is `force on P = ...` or `potential += ...`
[2]

# given once
$ dalembert derive - <<'EOF'
> coordinate x
> point P mass 1 at [x, 0]
> gravity = [0, -9.81]
> gravity = [0, 0]
> EOF
<stdin>:4:1: error: gravity is given twice [N0404]
    4 | gravity = [0, 0]
      | ^^^^^^^^^^^^^^^^
help: the first one is in line 3
[2]

# and acts on masses
$ dalembert derive - >/dev/null <<'EOF'
> parameter g = 9.81
> coordinate x
> kinetic = 1/2*x'^2
> gravity = [0, -g]
> EOF
<stdin>:4:1: warning: gravity has no effect: the model has no masses [N0509]
    4 | gravity = [0, -g]
      | ^^^^^^^^^^^^^^^^^

# a force acts on a point
$ dalembert derive - <<'EOF'
> coordinate x
> point P mass 1 at [x, 0]
> force on x = [1, 0]
> EOF
<stdin>:3:10: error: x is a coordinate, but a point or a body is needed here [N0205]
    3 | force on x = [1, 0]
      |          ^
help: a generalized force is written without `on`
[2]

# a generalized force on a coordinate
$ dalembert derive - <<'EOF'
> coordinate x
> point P mass 1 at [x, 0]
> force P = [1, 0]
> EOF
<stdin>:3:7: error: P is a point, but a coordinate is needed here [N0205]
    3 | force P = [1, 0]
      |       ^
help: write `force on P = ...`
[2]

# that is declared
$ dalembert derive - <<'EOF'
> coordinate x
> point P mass 1 at [x, 0]
> force on Q = [1, 0]
> EOF
<stdin>:3:10: error: Q is not declared [N0201]
    3 | force on Q = [1, 0]
      |          ^
help: declare it above: `parameter Q` or `coordinate Q`
[2]

# a force is a vector
$ dalembert derive - <<'EOF'
> coordinate x
> point P mass 1 at [x, 0]
> force on P = 1
> EOF
<stdin>:3:14: error: a vector is needed here, but this is a scalar [N0306]
    3 | force on P = 1
      |              ^
[2]

# a generalized force is a scalar
$ dalembert derive - <<'EOF'
> coordinate x
> point P mass 1 at [x, 0]
> force x = [1, 0]
> EOF
<stdin>:3:11: error: a scalar is needed here, but this is a vector [N0305]
    3 | force x = [1, 0]
      |           ^^^^^^
[2]

# a force may depend on velocities, not on accelerations
$ dalembert derive - <<'EOF'
> coordinate x
> point P mass 1 at [x, 0]
> force x = -x''
> EOF
<stdin>:3:12: error: x'' is an acceleration, but a force may contain only coordinates, velocities, momenta, speeds, t and parameters [N0403]
    3 | force x = -x''
      |            ^^^
[2]

# two generalized forces on one coordinate
$ dalembert derive - <<'EOF'
> coordinate x
> point P mass 1 at [x, 0]
> force x = 1
> force x = 2
> EOF
<stdin>:4:1: error: the force on x is given twice [N0404]
    4 | force x = 2
      | ^^^^^^^^^^^
help: `force x += ...` adds to it
[2]

# a torque acts on a body
$ dalembert derive - <<'EOF'
> coordinate x
> point P mass 1 at [x, 0]
> torque on P = [0, 0, 1]
> EOF
<stdin>:3:11: error: P is a point, but a body is needed here [N0205]
    3 | torque on P = [0, 0, 1]
      |           ^
[2]

# and is written with `on`
$ dalembert derive - <<'EOF'
> coordinate a
> frame B = rotate(z, a)
> body D mass 1 at [0, 0] frame B inertia (1, 1, 1)
> torque D = [0, 0, 1]
> EOF
<stdin>:4:8: error: `on` is needed here, not D [N0402]
    4 | torque D = [0, 0, 1]
      |        ^
help: on a body: `torque on B = [0, 0, M]`; on an angle: `force D = M`
[2]

# a torque on a body that does not turn: a warning
$ dalembert derive - >/dev/null <<'EOF'
> coordinate x
> body D mass 1 at [x, 0] inertia (1, 1, 1)
> torque on D = [0, 0, 1]
> EOF
<stdin>:3:1: warning: this torque has no effect: D has no frame of its own and does not turn [N0511]
    3 | torque on D = [0, 0, 1]
      | ^^^^^^^^^^^^^^^^^^^^^^^
