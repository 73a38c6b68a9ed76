Mass matrices that are singular: constraints may make up for it.

$ rounded() { awk '$2 == "=" { v = $3 + 0; if (v < 1e-12 && v > -1e-12) v = 0; printf "%s = %.9g\n", $1, v; next } { print }'; }

# the angle of a massless link: theta'' = 0; 1*2/3*1*25 pulls in it
$ dalembert eval "$MODELS"/massless-link.mech --at theta=0 | rounded | sed -n '/^acc/,/^mom/p;/^mult/,/^reac/p'
accelerations
x1'' = 16.6666667
y1'' = -9.81
x2'' = -8.33333333
y2'' = -9.81
theta'' = 0
momenta
multipliers
link.1 = -16.6666667
link.2 = 0
reactions

# a quaternion: q'' = G^T w'/2 - |w|^2 q/4, lambda = -2T
$ dalembert eval "$MODELS"/quaternion-body.mech --at "q1'=0.5, q2'=1, q3'=1.5" | rounded | sed -n '/^acc/,/^mom/p;/^mult/,/^reac/p'
accelerations
q0'' = -3.5
q1'' = -3
q2'' = 1.5
q3'' = -0.333333333
momenta
multipliers
unit = -36
reactions

# the pseudo-inverse of A M^(-1/2) needs M^(-1/2)
$ cp "$MODELS"/quaternion-body.mech "$MODELS"/massless-link.mech .
$ dalembert eval quaternion-body.mech --method udwadia
quaternion-body.mech:9:12: error: the method udwadia needs a positive definite mass matrix, and q0 has no inertia of its own here [N0716]
    9 | coordinate q0, q1, q2, q3
      |            ^^
help: use --method multipliers, which needs less
[2]
$ dalembert eval massless-link.mech --method udwadia
massless-link.mech:7:28: error: the method udwadia needs a positive definite mass matrix, and theta has no inertia of its own here [N0716]
    7 | coordinate x1, y1, x2, y2, theta
      |                            ^^^^^
help: use --method multipliers, which needs less
[2]

# reduced to free speeds, there is inertia for each of them
$ dalembert eval "$MODELS"/massless-link.mech --at theta=0 --method appell | rounded | sed -n '/^acc/,/^mom/p'
accelerations
x1'' = 16.6666667
y1'' = -9.81
x2'' = -8.33333333
y2'' = -9.81
theta'' = 0
momenta

# a coordinate that neither mass nor constraint determines is named
$ dalembert eval - <<'END'
> coordinate x, y, s
> point P mass 1 at [x, y]
> constraint line: x + y = 0
> END
<stdin>:1:18: error: the mass matrix is singular at this state: the acceleration of s is not determined [N0706]
    1 | coordinate x, y, s
      |                  ^
[2]

# determined by a constraint that says how it follows
$ dalembert eval - --at "x'=2" <<'END' | rounded | sed -n '/^acc/,/^mom/p'
> coordinate x, y, s
> point P mass 1 at [x, y]
> constraint line: x + y = 0
> constraint follower: s = x^2
> END
accelerations
x'' = 0
y'' = 0
s'' = 8
momenta
