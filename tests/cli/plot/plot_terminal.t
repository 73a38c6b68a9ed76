Figures in a terminal. Colour is for terminals only, and NO_COLOR forbids it: https://no-color.org

$ printf 'system "Line"\ncoordinate x, y\nkinetic = x'\''^2 + y'\''^2\ninitial x'\'' = 1\nsimulate to 1\n' >line.mech
$ COLUMNS=30 dalembert plot line.mech --show x --terminal
Line
            x
      1.05 ┤                ⣀
           │               ⡴⠃
           │             ⢀⡞⠁
           │            ⣠⠏
           │           ⡴⠃
           │         ⢀⡞⠁
           │        ⢠⠏
       0.5 ┤       ⣰⠋
           │     ⢀⡼⠁
           │    ⢠⠞
           │   ⣰⠋
           │ ⢀⡼⠁
           │⢠⠞
     -0.05 ┤⠉
           └─────────────────
            0       t       1

# at a terminal it is the default; lines fit
$ at_terminal() { script -qec "stty cols 60 rows 24; $1" /dev/null | tr -d '\r'; }
$ escape=$(printf '\033'); unset NO_COLOR
$ at_terminal "TERM=xterm dalembert plot line.mech" >colour; grep -c "$escape" colour; sed "s/$escape\[[0-9]*m//g" colour | wc -L
15
59
$ at_terminal "NO_COLOR=1 TERM=xterm dalembert plot line.mech" >plain; grep -c "$escape" plain
0
[1]
$ at_terminal "NO_COLOR= TERM=xterm dalembert plot line.mech" | cmp - colour
$ at_terminal "TERM=dumb dalembert plot line.mech" | cmp - plain
$ sed "s/$escape\[[0-9]*m//g" colour | cmp - plain
$ at_terminal "TERM=xterm dalembert plot line.mech --terminal -o kept.txt"; grep -c "$escape" kept.txt
0
[1]
$ at_terminal "TERM=xterm dalembert plot line.mech -o line.svg"; head -c 5 line.svg
<?xml (no-eol)
