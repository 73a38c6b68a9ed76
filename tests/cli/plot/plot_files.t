Figures as files: the ending selects the format, and they are complete or absent.

$ cat >cart.mech <<'END'
> system "Pendulum on a cart"
> parameter M = 2, m = 1, l = 1/2, g = 9.81
> coordinate x, theta
> point C mass M at [x, 0]
> point P mass m at pos(C) + l*[sin(theta), -cos(theta)]
> gravity = [0, -g]
> initial theta = 0.3
> simulate to 2
> END
$ dalembert plot cart.mech -o cart.svg && head -n 1 cart.svg
<?xml version="1.0" encoding="utf-8"  standalone="no"?>
$ dalembert plot cart.mech -o cart.png && head -c 4 cart.png | tail -c 3
PNG (no-eol)
$ dalembert plot cart.mech -o cart.pdf && head -c 5 cart.pdf
%PDF- (no-eol)
$ dalembert plot cart.mech | cmp - cart.svg
$ dalembert plot cart.mech -o - | cmp - cart.svg
$ cat cart.mech | dalembert plot - | cmp - cart.svg
$ grep -o 'Pendulum on a cart' cart.svg
Pendulum on a cart
$ rm cart.*g cart.pdf; ls
cart.mech

# panels in the order in which they are asked for: names are typeset
$ texts() { sed -n '/<text/{s/<[^>]*>//g;s/10−[0-9]*/10^-n/;s/^[ \t]*//;/^[−0-9.]*$/d;p;}' "$1"; }
$ dalembert plot cart.mech --show "theta:theta'" --show P --show "x, 2*theta^2" --show energy -o a.svg; texts a.svg | sort | uniq
2·θ2
E − E0 (10^-n)
P
Pendulum on a cart
t
x
y
θ
θ̇

# each --set is a run; gnuplot 5 and 6 put the names at different places
$ dalembert plot cart.mech --show theta --set m=1 --set m=8,l=1 -o a.svg; texts a.svg | sort
Pendulum on a cart
m = 1
m = 8,l = 1
t
θ

# a script that draws the same, and its data; nothing is drawn by it here
$ dalembert plot cart.mech --script kept --every 0.01 && ls kept
figure.dat
figure.gp
# it has all points; the figure itself omits those that are not visible
$ (cd kept && gnuplot figure.gp) && dalembert plot cart.mech --every 0.01 >drawn.svg
$ texts() { grep -o '<text>.*</text>\|<use .*' $1; }; texts drawn.svg >a.texts; texts kept/figure.svg | cmp - a.texts; [ -s a.texts ]
$ [ $(wc -c <drawn.svg) -lt $(wc -c <kept/figure.svg) ] && echo shorter
shorter
$ grep -v '^$' kept/figure.dat | wc -l
404
$ dalembert plot cart.mech --script kept -o b.svg && ls kept b.svg
b.svg

kept:
figure.dat
figure.gp
figure.svg

# --open: the program that shows files gets its name
$ mkdir bin; printf '#!/bin/sh\necho "$1" >"$PWD/shown"\n' >bin/xdg-open; chmod +x bin/xdg-open
$ PATH=$PWD/bin:$PATH dalembert plot cart.mech --open && for i in 1 2 3 4 5 6 7 8 9; do test -s shown || sleep 0.1; done; cat shown; ls cart.svg
cart.svg
cart.svg
$ rm bin/xdg-open; PATH=$(dirname "$(command -v dalembert)"):$PWD/bin DALEMBERT_GNUPLOT=/usr/bin/gnuplot dalembert plot cart.mech --open
dalembert: --open: xdg-open is not installed, so it cannot show cart.svg
[3]
