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

# the pseudo-inverse of A M^(-1/2) needs M^(-1/2); (1 - A^+ A) M over A is inverted instead (U16, reference 3)
$ dalembert eval "$MODELS"/massless-link.mech --at theta=0 --method udwadia | rounded | sed -n '/^acc/,/^mom/p;/^mult/,/^reac/p'
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
$ dalembert eval "$MODELS"/quaternion-body.mech --at "q1'=0.5, q2'=1, q3'=1.5" --method udwadia | rounded | sed -n '/^acc/,/^mom/p;/^mult/,/^reac/p'
accelerations
q0'' = -3.5
q1'' = -3
q2'' = 1.5
q3'' = -0.333333333
momenta
multipliers
unit = -36
reactions
$ dalembert derive "$MODELS"/massless-link.mech --method udwadia --worksheet | grep "^[0-9]*. Acc"
8. Acceleration, M having no inverse: q'' = [(1 - A^+ A) M; A]^+ [F; b]   [U16 [3]]

# if [M; A] does not have full rank, the acceleration is not unique, neither here nor in a run
$ cat >open.mech <<'END'
> coordinate x, y, s
> point P mass 1 at [x, y]
> constraint line: x + y = 0
> END
$ dalembert eval open.mech --method udwadia
open.mech:1:18: error: the mass matrix is singular at this state: the acceleration of s is not determined [N0706]
    1 | coordinate x, y, s
      |                  ^
[2]
$ dalembert simulate open.mech --method udwadia --to 1
open.mech:1:18: error: the mass matrix is singular at this state: the acceleration of s is not determined [N0706]
    1 | coordinate x, y, s
      |                  ^
[2]
$ for method in multipliers appell; do for command in eval "simulate --to 1"; do
> dalembert $command open.mech --method $method 2>&1 | grep -c "acceleration of s is not determined"; done; done
1
1
1
1

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
