Steady motions and linearizations.

# A sleeping top, Landau and Lifshitz section 35: (C n -+ sqrt(C^2 n^2 - 4 A m g l))/(2 A) with A = 1, C = 1,
# m g l = 1 and n = 3: (3 -+ sqrt(5))/2 = 0.381966, 2.618034
$ cat >top.mech <<'EOF'
> system "Top"
> parameter A = 1, C = 1, k = 1
> coordinate a, b, c
> kinetic = 1/2*A*(a'^2*cos(b)^2 + b'^2) + 1/2*C*(c' + a'*sin(b))^2
> potential = k*cos(a)*cos(b)
> initial a = 0.1, c' = 3
> EOF
$ dalembert analyze top.mech --steady "c'=3"
Top

Steady motion
    a = 0, b = 0, c = 0, a' = 0, b' = 0, c' = 3
    constant are a, b, a', b', c'; nothing depends on c
    neutral: to first order it oscillates for ever
       lambda = +-2.618034i, period 2.39996
       lambda = +-0.381966i, period 16.4496
       lambda = 0, 1 time
$ dalembert analyze top.mech --steady "c'=1" | grep -c unstable
1
$ dalembert analyze top.mech --steady "c'=3" --format json | tr -d ' \n' | cut -c1-90
{"steady":{"found":true,"state":{"a":0,"b":0,"c":0,"a'":0,"b'":0,"c'":3},"enclosed":true,"
$ dalembert analyze top.mech --steady "t=3"
--steady:1:1: error: a steady motion is the same at all times: t cannot be given [N0924]
    1 | t=3
      | ^
[2]
# all values are rounded: they determine the motion near them
$ dalembert analyze $MODELS/rolling-disk.mech --steady "theta=1.2, psi'=0.5" --format json >steady.json
$ values=$(python3 -c 'import json; s = json.load(open("steady.json"))["steady"]["state"]; print(", ".join("%s=%.17g" % v for v in s.items()))')
$ dalembert analyze $MODELS/rolling-disk.mech --steady "$values" | grep -c lambda # a pair, and 0 twice
2
# from a state that is the steady motion itself
$ { sed '/^initial/d' $MODELS/double-pendulum.mech; echo 'initial theta1 = pi, theta2 = pi'; } >up.mech
$ dalembert analyze up.mech --steady "theta1'=0" | sed -n '4,6p'
    theta1 = 3.141593, theta2 = 3.141593, theta1' = 0, theta2' = 0
    constant are theta1, theta2, theta1', theta2'
    unstable

# A mass on a spring with friction and a force: x'' = -4 x - x' + F
$ cat >mass.mech <<'EOF'
> system "Mass"
> parameter F = 0
> coordinate x
> kinetic = 1/2*x'^2
> potential = 2*x^2
> force x = F - x'
> EOF
$ dalembert analyze mass.mech --linearize --input F
Mass

Linearization
    about x = 0, x' = 0
    w' = A w + B u, w = (x, x'), u = (F)
          A = [ 0 , 1  ]
              [ -4, -1 ]
          B = [ 0 ]
              [ 1 ]
       lambda = -0.5 +- 1.936492i, decays with time constant 2, period 3.24462
$ dalembert analyze mass.mech --only linearization --input F -o lin.csv
$ cat lin.csv
rate,x,x',F
x',0,1,0
x'',-4,-1,1
$ dalembert analyze mass.mech --linearize --at "x=1, x'=2" | sed -n '5,7p'
    w' = f + A w, w = (x, x')
          f = [ 2  ]
              [ -6 ]
# every state that eval takes: momenta, t, numbers that satisfy constraints to rounding
$ dalembert analyze mass.mech --linearize --at "x=1, p_x=2" | sed -n '4p'
    about x = 1, x' = 2
$ printf "coordinate x\nkinetic = 1/2*x'^2\npotential = 1/2*x^2*(1 + cos(2*t))\n" >swing.mech
$ dalembert analyze swing.mech --linearize --at "x=1, t=pi/4"
(no title)

Linearization
    about x = 1, x' = 0
    the equations depend on t, which is held at 0.7853982
    w' = f + A w, w = (x, x')
          f = [ 0  ]
              [ -1 ]
          A = [ 0 , 1 ]
              [ -1, 0 ]
       lambda = +-1i, period 6.28319
$ dalembert analyze swing.mech --linearize --format json | tr -d ' \n' | grep -o '"time_held":[0-9.]*'
"time_held":0
$ dalembert analyze $MODELS/four-bar.mech --linearize --at "phi1=1" | sed -n '4p' | cut -c1-40
    about x1 = 0.2701512, y1 = 0.4207355
$ dalembert analyze mass.mech --linearize --input F --format json | tr -d ' \n' | sed 's/.*enclosed":true,//'
"variables":["x","x'"],"ignorable":[],"inputs":["F"],"f":[0,0],"A":[[0,1],[-4,-1]],"B":[[0],[1]],"eigenvalues":[[-0.5,1.9364916731037085],[-0.5,-1.9364916731037085]]}} (no-eol)
$ dalembert analyze mass.mech --linearize --input x
error: x is not a parameter, so it cannot be an input [N0925]
[2]
$ dalembert analyze mass.mech --input F
error: --input requires --linearize [N0927]
[2]
$ dalembert analyze mass.mech -o lin.csv
error: a .csv file requires --linearize [N0927]
[2]
$ (cat mass.mech; echo "constraint c: x' = F") | dalembert analyze - --linearize --input F
error: the input F is part of a constraint; an input must be part of a force [N0926]
[2]
$ dalembert analyze top.mech --steady "a=1, c'=0.1"
Top

Steady motion
    no steady motion with these values was found near the initial state

# The variables can be chosen: a pendulum of length 2, x'' = -g/2 x = -4.905 x at its lowest point
$ cat >pendulum.mech <<'EOF'
> coordinate x, y, z
> point P mass 1 at [x, y]
> kinetic += 1/2*z'^2
> gravity = [0, -9.81]
> constraint rod: x^2 + y^2 = 4
> initial x = 0.1, y = -2
> EOF
$ dalembert analyze pendulum.mech --linearize --variables "x', x" | sed -n '5,7p'
    w' = A w, w = (x', x); nothing depends on z, z'
          A = [ 0, -4.905 ]
              [ 1, 0      ]
$ dalembert analyze pendulum.mech --linearize --variables "y, y'" | sed -n 4p
    y depends on the other variables there
$ dalembert analyze pendulum.mech --linearize --variables "x" | sed -n 4p
    the rate of x depends on x', which is not among the variables
$ dalembert analyze pendulum.mech --linearize --variables "x, w"
--variables:1:1: error: w is not declared [N0201]
    1 | w
      | ^
help: the coordinates are x, y, z
[2]
$ dalembert analyze pendulum.mech --linearize --variables "x, x + y"
error: x + y is not a variable of the linearization: choose among x, y, z, x', y', z' [N0757]
[2]
$ dalembert analyze pendulum.mech --linearize --variables "x, x', x"
error: x is listed twice among the variables [N0758]
[2]
$ dalembert analyze pendulum.mech --variables "x"
error: --variables requires --linearize [N0927]
[2]
# a row that vanishes at the initial state, though it follows from another, is no obstacle: a pendulum, A = -g/l
$ cat <<END >added.mech
> coordinate x, y
> point P mass 1 at [x, y]
> gravity = [0, -2]
> constraint rod: x^2 + y^2 = 1
> constraint added: (x - 0.6)*(x^2 + y^2 - 1) = 0
> guess x = 0.6
> initial y = -0.8
> END
$ dalembert analyze added.mech --linearize | sed -n '4,7p'
    about x = 0, y = -1, x' = 0, y' = 0
    w' = A w, w = (x, x')
          A = [ 0 , 1 ]
              [ -2, 0 ]

# nothing rests on a slope: there is no table, and the status says so
$ cat >slope.mech <<'END'
> coordinate x
> kinetic = x'^2/2
> potential = x
> END
$ dalembert analyze slope.mech --linearize -o slope.csv
error: there is no linearization to write as a table: no state of rest was found near the initial state [N0776]
[2]
$ test -e slope.csv
[1]
