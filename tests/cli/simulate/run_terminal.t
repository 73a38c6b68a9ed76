At a terminal the table has columns that fit and six digits; everywhere else it is CSV.

$ printf 'coordinate a_rather_long_name, b\nkinetic = a_rather_long_name'\''^2 + b'\''^2\ninitial b'\'' = -1/3e10\nsimulate to 1 every 1/2\n' >line.mech
$ at_terminal() { script -qec "stty cols $1; $2" /dev/null | tr -d '\r'; }
$ at_terminal 100 "dalembert simulate line.mech -q"
            t a_rather_long_name            b a_rather_long_name'           b'       energy
            0                  0            0                   0 -3.33333e-11  1.11111e-21
          0.5                  0 -1.66667e-11                   0 -3.33333e-11  1.11111e-21
            1                  0 -3.33333e-11                   0 -3.33333e-11  1.11111e-21
$ at_terminal 60 "dalembert simulate line.mech 2>left" | wc -L; head -n 1 left
45
omitted to save space: a_rather_long_name', b', energy, constraint_error
$ at_terminal 20 "dalembert simulate line.mech -q 2>left" | wc -L
13
$ at_terminal 60 "dalembert simulate line.mech -q -o -" | head -n 1
t,a_rather_long_name,b,a_rather_long_name',b',energy,constraint_error
$ dalembert simulate line.mech -q | head -n 1
t,a_rather_long_name,b,a_rather_long_name',b',energy,constraint_error
