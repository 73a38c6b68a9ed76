States from a CSV file: one a row, the header naming what the columns are.

$ cat >flat.mech <<'END'
> coordinate x, y
> kinetic = 1/2*(x'^2 + y'^2)
> potential = 1/2*(x^2 + y^2)
> initial x = 7, y' = 0.5
> END
$ states() {
>   dalembert eval flat.mech --at @"$1" --format json | tr -d ' \n' |
>     sed 's/},{"t"/},\n{"t"/g' | sed 's/"accelerations.*"energy"/"energy"/'
>   echo
> }

# several rows, in any order of columns; what is not given comes from the model
$ printf "y,t,x'\n1,0,2\n0.125,0.5,-25e-2\n" >a.csv; states a.csv
[{"t":0,"coordinates":{"x":7,"y":1},"velocities":{"x'":2,"y'":0.5},"energy":27.125},
{"t":0.5,"coordinates":{"x":7,"y":0.125},"velocities":{"x'":-0.25,"y'":0.5},"energy":24.6640625}]

# spaces, tabs, quotes, CRLF, blank lines, and no end of the last line
$ printf ' "x" ,\t"y" \r\n\r\n 1 , "2"\r\n  \r\n"-3",+4' >b.csv; states b.csv
[{"t":0,"coordinates":{"x":1,"y":2},"velocities":{"x'":0,"y'":0.5},"energy":2.625},
{"t":0,"coordinates":{"x":-3,"y":4},"velocities":{"x'":0,"y'":0.5},"energy":12.625}]

# momenta
$ printf "p_x,p_y\n1,2\n" >c.csv; states c.csv
[{"t":0,"coordinates":{"x":7,"y":0},"velocities":{"x'":1,"y'":2},"energy":27}]

# from standard input
$ printf 'x\n1\n2\n' | dalembert eval flat.mech --at @- | grep '^  x  '
  x      = 1
  x      = 2

# a column without a meaning
$ printf 'x,z\n1,2\n' >d.csv; dalembert eval flat.mech --at @d.csv
d.csv:1:3: error: the column z is not t, a coordinate, a velocity, a momentum or a speed [N0606]
    1 | x,z
      |   ^
[2]

# several of them; case matters; accelerations and parameters are no state
$ printf "X,x'',energy,\"y y\"\n1,2,3,4\n" >d.csv; dalembert eval flat.mech --at @d.csv
d.csv:1:1: error: the column X is not t, a coordinate, a velocity, a momentum or a speed [N0606]
    1 | X,x'',energy,"y y"
      | ^
d.csv:1:3: error: the column x'' is not t, a coordinate, a velocity, a momentum or a speed [N0606]
    1 | X,x'',energy,"y y"
      |   ^^^
d.csv:1:7: error: the column energy is not t, a coordinate, a velocity, a momentum or a speed [N0606]
    1 | X,x'',energy,"y y"
      |       ^^^^^^
d.csv:1:15: error: the column y y is not t, a coordinate, a velocity, a momentum or a speed [N0606]
    1 | X,x'',energy,"y y"
      |               ^^^
[2]

# a column twice
$ printf 'x,y,x\n1,2,3\n' >d.csv; dalembert eval flat.mech --at @d.csv
d.csv:1:5: error: x is given twice [N0602]
    1 | x,y,x
      |     ^
[2]

# other separators
$ printf 'x;y\n1;2\n' >d.csv; dalembert eval flat.mech --at @d.csv
d.csv:1:1: error: the column x;y is not t, a coordinate, a velocity, a momentum or a speed [N0606]
    1 | x;y
      | ^^^
[2]

# too many fields and too few: each row is reported
$ printf 'x,y\n1\n1,2\n1,2,3\n' >d.csv; dalembert eval flat.mech --at @d.csv
d.csv:2:1: error: this row has 1 fields, the header has 2 [N0607]
    2 | 1
      | ^
d.csv:4:1: error: this row has 3 fields, the header has 2 [N0607]
    4 | 1,2,3
      | ^^^^^
[2]

# not a number; or one that a double cannot hold
$ printf 'x,y\n1,two\n,2\n1/2,3\n1,nan\n-inf,1e999\n1 2,3\n' >d.csv; dalembert eval flat.mech --at @d.csv
d.csv:2:3: error: two is not a number [N0608]
    2 | 1,two
      |   ^^^
d.csv:3:1: error: an empty field is not a number [N0608]
    3 | ,2
      | ^
d.csv:4:1: error: 1/2 is not a number [N0608]
    4 | 1/2,3
      | ^^^
d.csv:5:3: error: nan is not a number [N0608]
    5 | 1,nan
      |   ^^^
d.csv:6:1: error: -inf is not a number [N0608]
    6 | -inf,1e999
      | ^^^^
d.csv:6:6: error: 1e999 is not a number [N0608]
    6 | -inf,1e999
      |      ^^^^^
d.csv:7:1: error: 1 2 is not a number [N0608]
    7 | 1 2,3
      | ^^^
[2]

# a velocity and its momentum
$ printf "x',p_x\n1,2\n" >d.csv; dalembert eval flat.mech --at @d.csv
d.csv:2:1: error: x' and p_x are both given; one follows from the other [N0603]
    2 | 1,2
      | ^^^
[2]

# nothing in it
$ dalembert eval flat.mech --at @/dev/null
error: /dev/null has no header line [N0605]
[2]

# no such file
$ dalembert eval flat.mech --at @no/such.csv
error: no/such.csv: No such file or directory [N0601]
[2]

# a folder
$ dalembert eval flat.mech --at @.
error: .: Is a directory [N0601]
[2]

# no name
$ dalembert eval flat.mech --at @
error: : No such file or directory [N0601]
[2]

# a bad row spoils the others: nothing is printed and nothing written
$ echo old >out.json; printf 'x\n1\ntwo\n' >d.csv; dalembert eval flat.mech --at @d.csv -o out.json
d.csv:3:1: error: two is not a number [N0608]
    3 | two
      | ^^^
[2]
$ cat out.json
old

# a Greek letter and its name are the same; a byte order mark is no part of the first name
$ printf "\357\273\277\316\2701,theta2'\n0.5,0.25\n" > greek.csv
$ dalembert eval $MODELS/double-pendulum.mech --at @greek.csv | grep -E "^  (theta1 |theta2' )"
  theta1    = 0.5
  theta2'   = 0.25
