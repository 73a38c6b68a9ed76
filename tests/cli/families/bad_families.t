Mistakes with families: each at its place, with the member and the copy that it is in.

$ cat > bad.mech <<'END'
> count n = 3, k = 2.5
> parameter m = 1, g[1..3] = (1, 2), h[1..2] = (1, 2)
> coordinate q[1..n], u[1..2, 1..2]
> let r[0] = [0, 0]
> let r[i] = r[i-1] + [sin(q[i+1]), -cos(q[i])]  for i = 1..n
> point P[i] mass m at r[i]   for i = 1..n
> potential = sum(q[i]^2 for i = 1..n) + q + m[1] + u[1] + u[3,1] + q[m] + q[1/2] + P[2].x
> initial q[i] = 0 for i in 1..3
> initial q[i] = 1 for i = 1
> initial q[i] = 1 for i = 1:3
> initial q[i] = 1 for m = 1..3
> initial q[i] = 1 for i = 1..2, i = 1..2
> initial q[i] = 1 for i = 1..m
> kinetic += sum(q[i]) + 1
> kinetic += sum(u[1,j]'^2 for j = 1..2, i = j..2) + 0*s
> count j = -1
> let q[4] = 1
> let q = 1
> coordinate u[1]
> force q[5] = 1
> claim cyclic q
> constraint c[i]: q[i] = 1/(i - 2) for i = 1..n
> END
$ dalembert derive bad.mech
bad.mech:1:18: error: a count must be a whole number, made of numbers, counts and indices [N0215]
    1 | count n = 3, k = 2.5
      |                  ^^^
bad.mech:2:28: error: 2 values are given, but the number of members is 3 [N0417]
    2 | parameter m = 1, g[1..3] = (1, 2), h[1..2] = (1, 2)
      |                            ^^^^^^
bad.mech:5:26: error: q[4] does not exist: the family q goes from q[1] to q[3] (for i = 3) [N0212]
    5 | let r[i] = r[i-1] + [sin(q[i+1]), -cos(q[i])]  for i = 1..n
      |                          ^^^^^^
bad.mech:7:40: error: q is a family: a member of it has an index, such as q[1] [N0211]
    7 | potential = sum(q[i]^2 for i = 1..n) + q + m[1] + u[1] + u[3,1] + q[m] + q[1/2] + P[2].x
      |                                        ^
bad.mech:7:44: error: m is a parameter, not a family: it takes no index [N0213]
    7 | potential = sum(q[i]^2 for i = 1..n) + q + m[1] + u[1] + u[3,1] + q[m] + q[1/2] + P[2].x
      |                                            ^^^^
bad.mech:7:51: error: the family u takes 2 indices, not 1 [N0214]
    7 | potential = sum(q[i]^2 for i = 1..n) + q + m[1] + u[1] + u[3,1] + q[m] + q[1/2] + P[2].x
      |                                                   ^^^^
bad.mech:7:58: error: u[3][1] does not exist: the family u goes from u[1][1] to u[2][2] [N0212]
    7 | potential = sum(q[i]^2 for i = 1..n) + q + m[1] + u[1] + u[3,1] + q[m] + q[1/2] + P[2].x
      |                                                          ^^^^^^
bad.mech:7:69: error: an index must be a whole number, made of numbers, counts and indices [N0215]
    7 | potential = sum(q[i]^2 for i = 1..n) + q + m[1] + u[1] + u[3,1] + q[m] + q[1/2] + P[2].x
      |                                                                     ^
help: a number that families depend on is declared by `count n = 10`
bad.mech:7:76: error: an index must be a whole number, made of numbers, counts and indices [N0215]
    7 | potential = sum(q[i]^2 for i = 1..n) + q + m[1] + u[1] + u[3,1] + q[m] + q[1/2] + P[2].x
      |                                                                            ^^^
bad.mech:8:24: error: `for` needs an index and its range [N0418]
    8 | initial q[i] = 0 for i in 1..3
      |                        ^^
help: write `for i = 1..n`
bad.mech:9:24: error: `for` needs an index and its range [N0418]
    9 | initial q[i] = 1 for i = 1
      |                        ^
help: write `for i = 1..n`
bad.mech:10:24: error: `for` needs an index and its range [N0418]
   10 | initial q[i] = 1 for i = 1:3
      |                        ^
help: write `for i = 1..n`
bad.mech:11:22: error: m is already declared, as a parameter [N0202]
   11 | initial q[i] = 1 for m = 1..3
      |                      ^
bad.mech:12:32: error: i is already declared, as an index or argument (for i = 1) [N0202]
   12 | initial q[i] = 1 for i = 1..2, i = 1..2
      |                                ^
bad.mech:13:29: error: an end of a range must be a whole number, made of numbers, counts and indices [N0215]
   13 | initial q[i] = 1 for i = 1..m
      |                             ^
help: a number that families depend on is declared by `count n = 10`
bad.mech:14:12: error: `for` needs an index and its range [N0418]
   14 | kinetic += sum(q[i]) + 1
      |            ^^^
help: write `sum(E for i = 1..n)`
bad.mech:15:54: error: s is not declared [N0201]
   15 | kinetic += sum(u[1,j]'^2 for j = 1..2, i = j..2) + 0*s
      |                                                      ^
help: declare it above: `parameter s` or `coordinate s`
bad.mech:16:11: error: a count cannot be negative [N0411]
   16 | count j = -1
      |           ^^
bad.mech:17:5: error: q is already declared, as a family: a coordinate with an index [N0202]
   17 | let q[4] = 1
      |     ^^^^
help: the first one is in line 3
bad.mech:18:5: error: q is already declared, as a family: a coordinate with an index [N0202]
   18 | let q = 1
      |     ^
help: the first one is in line 3
... and 4 more errors
[2]
$ sed -n "1,4p;19,30p" bad.mech > rest.mech
$ dalembert derive rest.mech
rest.mech:1:18: error: a count must be a whole number, made of numbers, counts and indices [N0215]
    1 | count n = 3, k = 2.5
      |                  ^^^
rest.mech:2:28: error: 2 values are given, but the number of members is 3 [N0417]
    2 | parameter m = 1, g[1..3] = (1, 2), h[1..2] = (1, 2)
      |                            ^^^^^^
rest.mech:5:12: error: u is already declared, as a family: a coordinate with an index [N0202]
    5 | coordinate u[1]
      |            ^^^^
help: the first one is in line 3
rest.mech:6:7: error: q[5] does not exist: the family q goes from q[1] to q[3] [N0212]
    6 | force q[5] = 1
      |       ^^^^
rest.mech:7:14: error: q is a family: a member of it has an index, such as q[1] [N0211]
    7 | claim cyclic q
      |              ^
rest.mech:8:27: error: cannot divide by this: it is identically zero (for i = 2) [N0311]
    8 | constraint c[i]: q[i] = 1/(i - 2) for i = 1..n
      |                           ^^^^^^^
[2]
$ cat > large.mech <<'END'
> count n = 1000000000
> coordinate q[1..n]
> END
$ dalembert derive large.mech
large.mech:2:12: error: the copies of this text are longer than 32 MiB together [N0416]
    2 | coordinate q[1..n]
      |            ^^^^^^^
[2]
$ cat > long.mech <<'END'
> count n = 1000000
> coordinate q
> kinetic = 1/2*q'^2 + sum(sum(0*q for j = 1..n) for i = 1..n)
> END
$ dalembert derive long.mech
long.mech:3:30: error: the copies of this text are longer than 32 MiB together (for i = 1, j = 524288) [N0416]
    3 | kinetic = 1/2*q'^2 + sum(sum(0*q for j = 1..n) for i = 1..n)
      |                              ^
[2]
$ cat > deep.mech <<'END'
> coordinate q
> kinetic = 1/2*q'^2
> initial q = 1 for i
> for i = 1..2
> observe s = sum(q for q = 1..2)
> observe for = 1
> END
$ dalembert derive deep.mech
deep.mech:3:15: error: multiplication must be written: put * before for [N0302]
    3 | initial q = 1 for i
      |               ^^^
help: a range is written `for i = 1..n`
deep.mech:3:15: error: for is not declared [N0201]
    3 | initial q = 1 for i
      |               ^^^
help: it is declared below, in line 6; move that up
deep.mech:3:19: error: i is not declared [N0201]
    3 | initial q = 1 for i
      |                   ^
help: declare it above: `parameter i` or `coordinate i`
deep.mech:4:1: error: for does not start a statement [N0401]
    4 | for i = 1..2
      | ^^^
help: `for i = 1..n` stands at the end of the statement that it repeats
deep.mech:5:23: error: q is already declared, as a coordinate [N0202]
    5 | observe s = sum(q for q = 1..2)
      |                       ^
[2]
# A name may be `for`, `sum` or `count` all the same.
$ cat > words.mech <<'END'
> parameter count = 2, sum = 3
> coordinate for
> point in mass sum at [for, 0]
> draw line O in
> potential = count*for^2
> initial for = 1
> END
$ dalembert derive words.mech
Equations of motion
Lagrange's equations in for

Equations of motion
    sum*for'' = -2*count*for

Solved
    for'' = -2*count*for/sum

Energy
    h = 1/2*sum*for'^2 + count*for^2
