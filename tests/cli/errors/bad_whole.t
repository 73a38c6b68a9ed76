Mistakes of a model as a whole.

# nothing
$ dalembert derive - </dev/null
<stdin>:1:1: error: the model has no coordinate [N0501]
    1 | 
      | ^
help: declare what the positions depend on: `coordinate x, y`
<stdin>:1:1: error: the model has no mass and no kinetic energy [N0502]
    1 | 
      | ^
help: give a mass (`point P mass m at [x, y]`), `kinetic = ...`, `lagrangian = ...` or `hamiltonian = ...`
[2]

# nothing but comments
$ dalembert derive - <<'EOF'
> # a comment
> EOF
<stdin>:1:1: error: the model has no coordinate [N0501]
    1 | # a comment
      | ^
help: declare what the positions depend on: `coordinate x, y`
<stdin>:1:1: error: the model has no mass and no kinetic energy [N0502]
    1 | # a comment
      | ^
help: give a mass (`point P mass m at [x, y]`), `kinetic = ...`, `lagrangian = ...` or `hamiltonian = ...`
[2]

# no coordinate
$ dalembert derive - <<'EOF'
> parameter m = 1
> kinetic = 1/2*m
> EOF
<stdin>:1:1: error: the model has no coordinate [N0501]
    1 | parameter m = 1
      | ^^^^^^^^^
help: declare what the positions depend on: `coordinate x, y`
[2]

# no mass and no kinetic energy
$ dalembert derive - <<'EOF'
> parameter g = 9.81
> coordinate x, y
> potential = g*y
> EOF
<stdin>:2:12: error: the model has no mass and no kinetic energy [N0502]
    2 | coordinate x, y
      |            ^
help: give a mass (`point P mass m at [x, y]`), `kinetic = ...`, `lagrangian = ...` or `hamiltonian = ...`
[2]

# no dynamics at all
$ dalembert derive - <<'EOF'
> coordinate x, y
> constraint rod: x^2 + y^2 = 1
> EOF
<stdin>:1:12: error: the model has no mass and no kinetic energy [N0502]
    1 | coordinate x, y
      |            ^
help: give a mass (`point P mass m at [x, y]`), `kinetic = ...`, `lagrangian = ...` or `hamiltonian = ...`
[2]

# a mass that is not given
$ dalembert derive - <<'EOF'
> coordinate x
> point P at [x, 0]
> EOF
<stdin>:1:12: error: the model has no mass and no kinetic energy [N0502]
    1 | coordinate x
      |            ^
help: give a mass (`point P mass m at [x, y]`), `kinetic = ...`, `lagrangian = ...` or `hamiltonian = ...`
[2]

# the statements are in any order, but names come first
$ dalembert derive - <<'EOF'
> kinetic = 1/2*m*x'^2
> parameter m = 1
> coordinate x
> EOF
<stdin>:1:15: error: m is not declared [N0201]
    1 | kinetic = 1/2*m*x'^2
      |               ^
help: it is declared below, in line 2; move that up
<stdin>:1:17: error: x is not declared [N0201]
    1 | kinetic = 1/2*m*x'^2
      |                 ^
help: it is declared below, in line 3; move that up
[2]

# Hamilton's equations and masses
$ dalembert derive - <<'EOF'
> parameter m = 1
> coordinate x
> point P mass m at [x, 0]
> hamiltonian = p_x^2/(2*m)
> EOF
<stdin>:4:1: error: `hamiltonian` defines the dynamics completely, but there is also the mass of P [N0504]
    4 | hamiltonian = p_x^2/(2*m)
      | ^^^^^^^^^^^^^^^^^^^^^^^^^
[2]
