Messages have colours at a terminal, and nowhere else.

$ cat >bad.mech <<'END'
> coordinate x
> kinetic = x'^2/2
> potential = k*x^2
> initial x = 1
> END
$ at_terminal() { TERM=xterm script -qec "$1" /dev/null | tr -d '\r' | sed 's/\x1b\[1;31m/<red>/g; s/\x1b\[1;3[23]m/<hue>/g; s/\x1b\[1;36m/<cyan>/g; s/\x1b\[1m/<bold>/g; s/\x1b\[2m/<faint>/g; s/\x1b\[0m/<>/g'; }
$ at_terminal 'dalembert derive bad.mech'
<bold>bad.mech:3:13: <><red>error:<><bold> k is not declared <><faint>[N0201]<>
<faint>    3 |<> potential = k*x^2
<faint>      |<><hue>             ^<>
<cyan>help:<> declare it above: `parameter k` or `coordinate k`
$ at_terminal 'dalembert derive --wroksheet bad.mech'
<red>dalembert:<> derive has no option --wroksheet; did you mean --worksheet?
$ at_terminal 'dalembert derive dobule-pendulum'
<red>error:<><bold> dobule-pendulum: No such file or directory <><faint>[N0601]<>
<cyan>help:<> the gallery has double-pendulum

# the words are the same without them: for NO_COLOR, dumb terminals, files and pipes
$ dalembert derive bad.mech 2>plain
[2]
$ cat plain
bad.mech:3:13: error: k is not declared [N0201]
    3 | potential = k*x^2
      |             ^
help: declare it above: `parameter k` or `coordinate k`
$ at_terminal 'NO_COLOR=1 dalembert derive bad.mech' | cmp - plain
$ at_terminal 'TERM=dumb dalembert derive bad.mech' | cmp - plain
$ at_terminal 'dalembert derive bad.mech 2>file'; cmp file plain
$ TERM=xterm script -qec 'dalembert derive bad.mech' /dev/null | tr -d '\r' | sed 's/\x1b\[[0-9;]*m//g' | cmp - plain

# a model cannot control the terminal through them
$ printf 'coordinate x\nkinetic = x%s^2\nlet error: = \033[31m\n' "'" >worse.mech
$ TERM=xterm script -qec 'dalembert derive worse.mech' /dev/null | sed 's/\x1b\[\(0\|1\|2\|1;3[1236]\)m//g' | grep -c "$(printf '\033')"
0
[1]
