Control characters never reach a terminal: labels may not have any, and what is quoted has a ? for each.

$ printf 'system "t\033[31mRED"\ncoordinate x\nkinetic = x'"'"'^2/2\n' | dalembert derive -
<stdin>:1:10: error: the label contains the control character U+001B [N0107]
    1 | system "t?[31mRED"
      |          ^
[2]

# CSI as one character, and writing from right to left
$ printf 'coordinate x\nkinetic = x'"'"'^2/2\nclaim "\302\233" x = 0\nclaim "\342\200\256" x = 0\n' | dalembert check -
<stdin>:3:8: error: the label contains the control character U+009B [N0107]
    3 | claim "?" x = 0
      |        ^
<stdin>:4:8: error: the label contains the control character U+202E [N0107]
    4 | claim "?" x = 0
      |        ^
[2]

# names of files and options
$ dalembert derive "$(printf 'a\033[31m.mech')" 2>&1
error: a?[31m.mech: No such file or directory [N0601]
[2]
$ dalembert "$(printf 'x\033[31m')" 2>&1 | grep -c "$(printf '\033')"
0
[1]
$ dalembert "$(printf 'x\342\200\256y')" 2>&1 | head -1
dalembert: there is no command x?y; see dalembert --help

# of a word without end, the beginning is shown
$ dalembert derive pendulum --branch "$(printf '9%.0s' $(seq 100000))" 2>&1 | wc -c | awk '{ print $1 < 1200 }'
1
