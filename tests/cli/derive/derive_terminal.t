At a terminal formulas are broken to fit it; everywhere else each one is a line.

$ at_terminal() { script -qec "stty cols $1; $2 2>errors" /dev/null | tr -d '\r'; }
$ at_terminal 80 "dalembert derive double-pendulum --matrix"
Planar double pendulum
Lagrange's equations in theta1, theta2

Equations of motion
    (m1 + m2)*l1^2*theta1'' + m2*l1*l2*cos(theta1 - theta2)*theta2''
        = -m2*l1*l2*theta2'^2*sin(theta1 - theta2) - (m1 + m2)*g*l1*sin(theta1)
    m2*l1*l2*cos(theta1 - theta2)*theta1'' + m2*l2^2*theta2''
        = m2*l1*l2*theta1'^2*sin(theta1 - theta2) - m2*g*l2*sin(theta2)

Energy
    h = 1/2*(m1 + m2)*l1^2*theta1'^2
        + m2*l1*l2*theta1'*theta2'*cos(theta1 - theta2) + 1/2*m2*l2^2*theta2'^2
        - (m1 + m2)*g*l1*cos(theta1) - m2*g*l2*cos(theta2)

# nothing is lost, whatever the width; only words without spaces may be longer
$ words() { tr -s ' \n' '\n\n' <$1; }
$ for model in double-pendulum euler-top; do dalembert derive --closed $model >page; words page >a; for n in 30 50 90; do at_terminal $n "dalembert derive --closed $model" >text; words text | cmp - a; awk -v n=$n 'length > n && NF > 2' text; done; done
$ for model in rolling-disk four-bar; do for n in 40 70; do at_terminal $n "dalembert derive --worksheet $model" | awk -v n=$n 'length > n && NF > 2'; done; done

# in files, pipes and other formats, lines are not broken
$ dalembert derive double-pendulum >page; at_terminal 40 "dalembert derive double-pendulum -o file"; cmp page file
$ at_terminal 40 "dalembert derive double-pendulum --format json" >text; dalembert derive double-pendulum --format json | cmp - text

# a solution that is too long is mentioned
$ dalembert derive euler-top | grep -A 1 '^Solved'
Solved
    omitted to save space: lines of up to [0-9]* characters; --closed shows them (re)
$ dalembert derive euler-top --closed | awk 'length > most { most = length } END { print (most > 180) }'
1
$ dalembert derive euler-top --matrix | grep -c Solved
0
[1]
$ dalembert derive spring-pendulum | grep -c omitted
0
[1]
