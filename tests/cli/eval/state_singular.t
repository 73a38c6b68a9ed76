States where there is no acceleration: the coordinate is named where it was declared.

# a coordinate without mass
$ dalembert eval - <<'END'
> coordinate x, y
> kinetic = 1/2*x'^2
> END
<stdin>:1:15: error: the mass matrix is singular at this state: the acceleration of y is not determined [N0706]
    1 | coordinate x, y
      |               ^
[2]

# at one place only
$ cat >polar.mech <<'END'
> coordinate r, φ
> kinetic = 1/2*(r'^2 + r^2*φ'^2)
> END
$ dalembert eval polar.mech --at r=0
polar.mech:1:15: error: the mass matrix is singular at this state: the acceleration of phi is not determined [N0706]
    1 | coordinate r, φ
      |               ^
[2]
$ dalembert eval polar.mech --at r=1 | grep "''"
  r''    = 0
  phi''  = 0

# one of several rows
$ printf 'r\n1\n0\n' >rows.csv; dalembert eval polar.mech --at @rows.csv
polar.mech:1:15: error: the mass matrix is singular at this state: the acceleration of phi is not determined [N0706]
    1 | coordinate r, φ
      |               ^
[2]

# a Lagrangian without velocities
$ dalembert eval - <<'END'
> coordinate x
> lagrangian = -x^2
> END
<stdin>:1:12: error: the mass matrix is singular at this state: the acceleration of x is not determined [N0706]
    1 | coordinate x
      |            ^
[2]

# a mass of zero
$ dalembert eval - --set m=0 <<'END'
> parameter m = 1
> coordinate x
> point P mass m at [x, 0]
> END
<stdin>:2:12: error: the mass matrix is singular at this state: the acceleration of x is not determined [N0706]
    2 | coordinate x
      |            ^
[2]

# forces without bound
$ cat >kepler.mech <<'END'
> parameter k = 1
> coordinate x, y
> kinetic = 1/2*(x'^2 + y'^2)
> potential = -k/sqrt(x^2 + y^2)
> END
$ dalembert eval kepler.mech
kepler.mech:2:12: error: the acceleration of x is not a finite number at this state [N0707]
    2 | coordinate x, y
      |            ^
[2]
$ dalembert eval kepler.mech --at x=1,y=0 | grep "''"
  x''    = -1
  y''    = 0

# an indefinite mass matrix is no obstacle
$ dalembert eval - --at "x'=1,y'=2" <<'END' | grep "''"
> coordinate x, y
> lagrangian = 1/2*(x'^2 - y'^2) - x - y
> END
  x''    = -1
  y''    = 1

# two coordinates that move as one: rounding does not hide it
$ dalembert eval - <<'END'
> coordinate x, y
> kinetic = (x' + y')^2
> potential = x
> END
<stdin>:1:15: error: the mass matrix is singular at this state: the acceleration of y is not determined [N0706]
    1 | coordinate x, y
      |               ^
[2]
