Parameters from the command line.

$ cat >set.mech <<'END'
> parameter k = 2, J = k^2, c
> coordinate x, y
> kinetic = 1/2*(x'^2 + y'^2)
> potential = k*x + J*y
> END
$ forces() {
>   dalembert eval set.mech "$@" >out; status=$?
>   if [ $status = 0 ]; then grep "''" out; fi
>   return $status
> }

$ forces
  x''    = -2
  y''    = -4

# a parameter that depends on another follows it
$ forces --set k=3
  x''    = -3
  y''    = -9

# unless it is given, too; spaces are fine
$ forces --set 'k = 3, J = 5'
  x''    = -3
  y''    = -5

# values are expressions, in any order
$ forces --set 'J=k/2,k=sqrt(16)*cos(0)'
  x''    = -4
  y''    = -2

# --set may be repeated
$ forces --set k=3 --set=J=1/8
  x''    = -3
  y''    = -0.125

# c has no value, which matters when it is used
$ forces --set k=c
set.mech:1:27: error: the parameter c has no value [N0704]
    1 | parameter k = 2, J = k^2, c
      |                           ^
help: give it one: --set c=1
[2]
$ forces --set k=c --set c=0.5
  x''    = -0.5
  y''    = -0.25

# parameters that depend on each other
$ forces --set k=J,J=k
--set:1:1: error: the parameter k has no value [N0704]
    1 | k=J,J=k
      | ^
help: give it one: --set k=1
[2]

# not of this model
$ forces --set q=1
--set:1:1: error: q is not declared [N0201]
    1 | q=1
      | ^
help: the coordinates are x, y
[2]

# not a parameter
$ forces --set x=1
--set:1:1: error: x is a coordinate, but a parameter is needed here [N0205]
    1 | x=1
      | ^
[2]

# not a constant
$ forces --set k=x
--set:1:3: error: x is a coordinate, but this value may contain only parameters [N0403]
    1 | k=x
      |   ^
[2]
$ forces --set k=t
--set:1:3: error: t is the time, but this value may contain only parameters [N0403]
    1 | k=t
      |   ^
[2]

# no value
$ forces --set k
--set:1:2: error: = is needed here, not the end of the text [N0402]
    1 | k
      |  ^
[2]
$ forces --set k=
--set:1:3: error: a value is needed here, not the end of the text [N0301]
    1 | k=
      |   ^
[2]
$ forces --set k=1,
--set:1:5: error: a parameter is needed here, not the end of the text [N0402]
    1 | k=1,
      |     ^
[2]
$ forces --set k=2c
--set:1:4: error: multiplication must be written: put * before c [N0302]
    1 | k=2c
      |    ^
[2]
$ forces --set 'k=1 J=2'
--set:1:5: error: , is needed here, not J [N0402]
    1 | k=1 J=2
      |     ^
[2]
$ forces --set k=[1,2]
--set:1:3: error: a scalar is needed here, but this is a vector [N0305]
    1 | k=[1,2]
      |   ^^^^^
[2]
$ forces --set k=1/0
--set:1:5: error: cannot divide by this: it is identically zero [N0311]
    1 | k=1/0
      |     ^
[2]

# no number
$ forces --set k=1e400
--set:1:1: error: the value of this expression is not a finite number [N0609]
    1 | k=1e400
      | ^
[2]
$ forces --set 'k=log(c),c=-1'
--set:1:1: error: the value of this expression is not a finite number [N0609]
    1 | k=log(c),c=-1
      | ^
[2]

# a model whose parameter has no value
$ cat >open.mech <<'END'
> parameter m, l = 2*m
> coordinate x
> kinetic = 1/2*m*x'^2
> potential = l*x
> END
$ dalembert eval open.mech
open.mech:1:11: error: the parameter m has no value [N0704]
    1 | parameter m, l = 2*m
      |           ^
help: give it one: --set m=1
[2]
$ dalembert eval open.mech --set m=2 | grep "''"
  x''    = -2

# its equations can be derived
$ dalembert derive open.mech | grep "''"
    m*x'' = -l
    x'' = -l/m

# a value given with --set may take the model out of its domain
$ dalembert eval open.mech --set m=0
open.mech:2:12: error: the mass matrix is singular at this state: the acceleration of x is not determined [N0706]
    2 | coordinate x
      |            ^
[2]

# mistakes in the model come first
$ printf 'coordinate x\n' | dalembert eval - --set nonsense=1 --at nonsense
<stdin>:1:12: error: the model has no mass and no kinetic energy [N0502]
    1 | coordinate x
      |            ^
help: give a mass (`point P mass m at [x, y]`), `kinetic = ...`, `lagrangian = ...` or `hamiltonian = ...`
[2]
