Where the values of a state come from: --at, then initial, then guess, then 0.

$ cat >polar.mech <<'END'
> parameter m = 2, k = 8, unset
> coordinate r, θ
> speed u = r', w = r*θ'
> kinetic = 1/2*m*(r'^2 + r^2*θ'^2)
> potential = 1/2*k*(r - 1)^2
> initial r = 2, θ' = 1/2
> guess r' = 0.25, θ = 1
> END
$ state() {
>   dalembert eval polar.mech "$@" >out; status=$?
>   if [ $status = 0 ]; then sed -n '/^t /p;/^coord/,/^acc/{/=/p;}' out; fi
>   return $status
> }

# initial first, then guess
$ state
t          = 0
  r        = 2
  theta    = 1
  r'       = 0.25
  theta'   = 0.5

# what --at gives goes before both
$ state --at "r = 4, θ = 0.125"
t          = 0
  r        = 4
  theta    = 0.125
  r'       = 0.25
  theta'   = 0.5

# values are expressions in the parameters; names are Greek or not; t is a number like any other
$ state --at "t = 2*m, theta = pi/2, r = k/m + sqrt(4), θ' = -1e-3"
t          = 4
  r        = 6
  theta    = 1.5707963267948966
  r'       = 0.25
  theta'   = -0.001

# momenta in place of velocities: p_r = m r', p_theta = m r^2 θ'
$ state --at "r = 1, p_r = 3, p_theta = 4"
t          = 0
  r        = 1
  theta    = 1
  r'       = 1.5
  theta'   = 2

# one momentum: the other velocity stays where initial or guess put it
$ state --at "r = 1, p_r = 3"
t          = 0
  r        = 1
  theta    = 1
  r'       = 1.5
  theta'   = 0.5

# speeds in place of velocities: u = r', w = r θ'
$ state --at "r = 2, u = 3, w = 4"
t          = 0
  r        = 2
  theta    = 1
  r'       = 3
  theta'   = 2

# an empty text is allowed, too
$ state --at ""
t          = 0
  r        = 2
  theta    = 1
  r'       = 0.25
  theta'   = 0.5

# a velocity and its momentum
$ state --at "r' = 1, p_r = 3"
--at:1:1: error: r' and p_r are both given; one follows from the other [N0603]
    1 | r' = 1, p_r = 3
      | ^^^^^^^^^^^^^^^
[2]

# a speed that contradicts a velocity
$ state --at "r' = 1, u = 3"
--at:1:1: error: no velocities give the requested momenta or speeds [N0604]
    1 | r' = 1, u = 3
      | ^^^^^^^^^^^^^
help: a `guess` helps to find missing values; --project moves the state to the nearest consistent one, --as-is accepts it
[2]

# speeds that no velocities give
$ state --at "r = 0, w = 1"
--at:1:1: error: no velocities give the requested momenta or speeds [N0604]
    1 | r = 0, w = 1
      | ^^^^^^^^^^^^
help: a `guess` helps to find missing values; --project moves the state to the nearest consistent one, --as-is accepts it
[2]

# twice
$ state --at "r = 1, θ = 2, r = 3"
--at:1:15: error: r is given twice [N0602]
    1 | r = 1, θ = 2, r = 3
      |               ^
[2]

# not of this model
$ state --at "x = 1"
--at:1:1: error: x is not declared [N0201]
    1 | x = 1
      | ^
help: the coordinates are r, theta
[2]

# parameters are given by --set
$ state --at "m = 1"
--at:1:1: error: m is not a coordinate, velocity, momentum or speed [N0413]
    1 | m = 1
      | ^
[2]

# accelerations follow
$ state --at "r'' = 1"
--at:1:1: error: r'' is not a coordinate, velocity, momentum or speed [N0413]
    1 | r'' = 1
      | ^^^
[2]

# not constant
$ state --at "r = 2*θ"
--at:1:7: error: theta is a coordinate, but this value may contain only parameters [N0403]
    1 | r = 2*θ
      |       ^
[2]

# no number
$ state --at "r"
--at:1:2: error: = is needed here, not the end of the text [N0402]
    1 | r
      |  ^
[2]
$ state --at "r = "
--at:1:4: error: a value is needed here, not the end of the text [N0301]
    1 | r = 
      |    ^
[2]
$ state --at "r = 1 2"
--at:1:7: error: multiplication must be written: put * before 2 [N0302]
    1 | r = 1 2
      |       ^
[2]
$ state --at "r = 1, "
--at:1:7: error: a coordinate, velocity, momentum or speed is needed here, not the end of the text [N0402]
    1 | r = 1, 
      |       ^
[2]
$ state --at "r = 1 θ = 2"
--at:1:7: error: , is needed here, not theta [N0402]
    1 | r = 1 θ = 2
      |       ^
[2]
$ state --at "r = [1, 2]"
--at:1:5: error: a scalar is needed here, but this is a vector [N0305]
    1 | r = [1, 2]
      |     ^^^^^^
[2]

# too large for a double, or not real
$ state --at "r = 1e400"
--at:1:1: error: the value of this expression is not a finite number [N0609]
    1 | r = 1e400
      | ^
[2]
$ state --at "r = log(-m)"
--at:1:1: error: the value of this expression is not a finite number [N0609]
    1 | r = log(-m)
      | ^
[2]
$ state --at "r = 1/0"
--at:1:7: error: cannot divide by this: it is identically zero [N0311]
    1 | r = 1/0
      |       ^
[2]

# a parameter without a value
$ state --at "r = unset"
polar.mech:1:25: error: the parameter unset has no value [N0704]
    1 | parameter m = 2, k = 8, unset
      |                         ^^^^^
help: give it one: --set unset=1
[2]

# not UTF-8
$ state --at "$(printf 'r = \351')" 2>err; LC_ALL=C tr '\200-\377' '?' <err
--at:1:5: error: this is not UTF-8 text [N0101]
    1 | r = ?
      |     ^
help: save the text in the encoding UTF-8

# if the model is wrong, the place is in the model
$ printf 'coordinate x\nkinetic = 1/2*x%s^2\ninitial x = 1e400\n' "'" | dalembert eval -
<stdin>:3:9: error: the value of this expression is not a finite number [N0609]
    3 | initial x = 1e400
      |         ^
[2]
