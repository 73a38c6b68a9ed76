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
$ dalembert analyze top.mech --steady "p_a=3"
--steady:1:1: error: p_a is no coordinate, velocity or free speed [N0924]
    1 | p_a=3
      | ^^^
[2]

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
       lambda = -0.5 +- 1.936492i, dies out by e in 2, period 3.24462
$ dalembert analyze mass.mech --only linearization --input F -o lin.csv
$ cat lin.csv
rate,x,x',F
x',0,1,0
x'',-4,-1,1
$ dalembert analyze mass.mech --linearize --at "x=1, x'=2" | sed -n '5,7p'
    w' = f + A w, w = (x, x')
          f = [ 2  ]
              [ -6 ]
$ dalembert analyze mass.mech --linearize --input F --format json | tr -d ' \n' | sed 's/.*enclosed":true,//'
"variables":["x","x'"],"ignorable":[],"inputs":["F"],"f":[0,0],"A":[[0,1],[-4,-1]],"B":[[0],[1]],"eigenvalues":[[-0.5,1.9364916731037085],[-0.5,-1.9364916731037085]]}} (no-eol)
$ dalembert analyze mass.mech --linearize --input x
error: x is no parameter, so it is no input [N0925]
[2]
$ dalembert analyze mass.mech --input F
error: --input goes with --linearize [N0927]
[2]
$ dalembert analyze mass.mech -o lin.csv
error: a .csv file goes with --linearize [N0927]
[2]
$ (cat mass.mech; echo "constraint c: x' = F") | dalembert analyze - --linearize --input F
error: the input F stands in a constraint; an input must be part of a force [N0926]
[2]
$ dalembert analyze top.mech --steady "a=1, c'=0.1"
Top

Steady motion
    no steady motion with these values was found near the initial state
